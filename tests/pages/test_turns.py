"""The list of games in progress: those that wait for the visitor first, the soonest on top."""

from dataclasses import replace
from typing import Any

import pytest

from games import mnk
from games.mnk.clock import DAY, HOUR, MINUTE
from games.pages.turns import turns
from games.play import models
from games.play.clock import now_ms
from games.play.services import queries
from games.players.models import Player
from tests.pages.browser import Browser
from tests.people import Table

pytestmark = pytest.mark.django_db(transaction=True)


def _slug(address: str) -> str:
    return address.split("/")[2]


async def _due(address: str, left_ms: int) -> None:
    await models.Game.objects.filter(slug=_slug(address)).aupdate(due_ms=now_ms() + left_ms)


async def test_the_soonest_deadline_comes_first_and_what_is_not_the_visitors_turn_below(
    table: Table,
) -> None:
    alice, bob = Browser(), Browser()
    relaxed = await alice.starts(side="black", preset="15x15", clock="3d")
    urgent = await alice.starts(side="black", clock="1d")
    unlimited = await alice.starts(side="black", preset="10x10")
    theirs = await alice.starts(side="white", clock="1d")
    waiting = await alice.starts(side="white", clock="2d")
    for address in (relaxed, urgent, unlimited, theirs):
        await bob.sends(address + "join")
    await _due(relaxed, 2 * DAY + MINUTE)
    await _due(urgent, 50 * MINUTE + 5_000)
    await _due(theirs, 3 * HOUR + MINUTE)

    page: Any = (await alice.opens("/turns/")).response

    turns, others = page.context["turns"], page.context["others"]
    assert [turn.game.slug for turn in turns] == [_slug(a) for a in (urgent, relaxed, unlimited)]
    assert [turn.left for turn in turns] == ["50 minutes left", "2 days left", ""]
    assert [turn.is_urgent for turn in turns] == [True, False, False]
    assert [turn.game.slug for turn in others] == [_slug(theirs), _slug(waiting)]
    html = page.content.decode()
    assert '<span class="pill away">50 minutes left</span>' in html
    assert "No limit" in html
    assert "Waiting for an opponent" in html
    assert html.index("Your turn</h2>") < html.index("Waiting for others</h2>")


def test_a_turn_is_urgent_when_less_than_an_hour_is_left() -> None:
    game = queries.MyGame(
        *(1, "a-game", mnk.PRESETS["3x3"].variant, mnk.OpeningRule.NONE, None, 0, "Bob"),
        opponent_is_bot=False,
        waiting=False,
        your_turn=True,
        is_over=False,
        result="",
        due_ms=2 * HOUR,
    )
    unlimited = replace(game, due_ms=None)

    shown = [
        turns([each], {}, now)[0] for each, now in ((game, HOUR), (game, HOUR + 1), (unlimited, 0))
    ]

    assert [turn.is_urgent for turn in shown] == [False, True, False]


async def test_somebody_without_games_is_shown_how_to_start_one() -> None:
    page = await Browser().opens("/turns/")

    assert "No games in progress" in page.text
    assert "New game" in page.text


async def test_many_games_are_shown_a_page_at_a_time_and_each_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries.in_progress, "__kwdefaults__", {"at_once": 2})
    alice = Browser()
    started = {_slug(await alice.starts(clock="1d")) for _ in range(5)}

    shown: list[str] = []
    for number in (1, 2, 3):
        page: Any = (await alice.opens(f"/turns/?page={number}")).response
        shown += [turn.game.slug for turn in page.context["others"]]
        assert ("Next page" in page.content.decode()) == (number < 3)
        assert ("Previous page" in page.content.decode()) == (number > 1)

    assert len(shown) == 5
    assert set(shown) == started
    last: Any = (await alice.opens("/turns/?page=99")).response
    assert [turn.game.slug for turn in last.context["others"]] == shown[4:]


@pytest.mark.parametrize("page", ["0", "-1", "x", "²", "1e3", "999999999999", ""])
async def test_a_page_that_is_none_is_the_first_or_the_last(page: str) -> None:
    alice = Browser()
    started = _slug(await alice.starts(clock="1d"))

    shown: Any = (await alice.opens(f"/turns/?page={page}")).response

    assert [turn.game.slug for turn in shown.context["others"]] == [started]


async def test_a_private_game_is_on_nobodys_list_but_the_players(table: Table) -> None:
    alice, bob, eve = Browser(), Browser(), Browser()
    private = await alice.starts(visibility="private", clock="1d")
    await eve.starts(clock="1d")

    for stranger in (bob, eve):
        assert _slug(private) not in (await stranger.opens("/turns/")).response.content.decode()
    assert _slug(private) in (await alice.opens("/turns/")).response.content.decode()


async def test_markup_in_a_name_is_text(table: Table) -> None:
    alice, bob = Browser(), Browser()
    address = await alice.starts(side="black", clock="1d")
    await bob.sends(address + "join")
    await Player.objects.filter(seats__side=1).aupdate(name="<b>Bob</b>")

    page = (await alice.opens("/turns/")).response.content.decode()

    assert "&lt;b&gt;Bob&lt;/b&gt;" in page
    assert "<b>Bob</b>" not in page


async def test_a_seat_held_by_a_link_is_on_the_list(table: Table) -> None:
    game = await table.game()
    seat = await models.Seat.objects.aget(game=game, side=0)
    phone = Browser()
    await phone.sends(f"/game/{game.slug}/seat/{seat.key}/")

    page: Any = (await phone.opens("/turns/")).response

    assert [turn.game.slug for turn in page.context["turns"]] == [game.slug]


async def test_the_home_page_leads_to_the_list(table: Table) -> None:
    alice, bob = Browser(), Browser()
    for _ in range(3):
        await bob.sends(await alice.starts(side="black", clock="1d") + "join")

    page = (await alice.opens("/")).response.content.decode()

    assert '<a class="all-turns" href="/turns/">All 3' in page
