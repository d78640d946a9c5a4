"""Conditional moves: what Bob planned is played while he is away, and nothing else is."""

import asyncio
import secrets
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async

from games import mnk
from games.ahead import plans
from games.ahead.models import PlannedLine
from games.play import commands, history, protocol
from games.play.clock import now_ms
from games.play.hub import Hub
from games.workers.ahead import Ahead
from tests.pages.browser import Browser
from tests.people import PATIENCE_S, Table

pytestmark = pytest.mark.django_db(transaction=True)

BLACK, WHITE = mnk.Side


class Days:
    """A game over days between Alice (black) and Bob (white), who come and go."""

    def __init__(self, hub: Hub, alice: Browser, bob: Browser, address: str) -> None:
        self.hub, self.alice, self.bob, self.address = hub, alice, bob, address
        self.slug = address.split("/")[2]
        self.worker = Ahead(hub)

    async def plays(self, *names: str) -> None:
        """Whoever is to move plays these."""
        for name in names:
            async with self.hub.games.following(self.slug) as followed:
                state = followed.game.state
                square = mnk.square(name, state.variant)
                await self._does(
                    state.side_to_move,
                    protocol.PlayMove(id=secrets.token_hex(8), ply=state.ply, square=square),
                )

    async def does(self, side: mnk.Side, command: type[Any], **fields: Any) -> None:
        await self._does(side, command(id=secrets.token_hex(8), **fields))

    async def _does(self, side: mnk.Side, command: protocol.Command) -> None:
        async with self.hub.games.following(self.slug) as followed:
            await commands.carry_out(self.hub, followed, side, command, commands.Arrival(now_ms()))

    async def plans(self, browser: Browser, line: str) -> str:
        """Somebody plans a line; what their page says of it."""
        await browser.opens(f"{self.address}ahead?line={line}")
        ply = (await self.game()).state.ply
        await browser.sends(f"{self.address}ahead/plan", ply=ply, line=line)
        return (await browser.opens(f"{self.address}ahead")).text

    async def game(self) -> Any:
        return (await self.hub.read(history.load, self.slug)).game

    async def moves(self) -> str:
        game = await self.game()
        return " ".join(mnk.name(square, game.state.variant) for square in game.state.moves)

    async def kept(self) -> list[str]:
        return [row.moves async for row in PlannedLine.objects.order_by("pk")]


@pytest_asyncio.fixture
async def days(table: Table, hub: Hub) -> Days:
    alice, bob = Browser(), Browser()
    address = await alice.starts(side="black", preset="15x15", clock="1d")
    await bob.sends(address + "join")
    return Days(hub, alice, bob, address)


async def test_an_answer_is_played_while_its_player_is_away_move_after_move(days: Days) -> None:
    text = await days.plans(days.bob, "h8i9g8i8")
    assert "Your line is kept. It’s played while you’re away." in text
    assert "If they play h8, you play i9" in text
    assert "then if g8, i8" in text
    assert await days.worker.tick() == 0

    await days.plays("h8")
    assert await days.worker.tick() == 1
    assert await days.moves() == "h8 i9"
    assert await days.kept() == ["g8i8"]

    await days.plays("g8")
    assert await days.worker.tick() == 1
    assert await days.worker.tick() == 0
    assert await days.moves() == "h8 i9 g8 i8"
    assert await days.kept() == []


async def test_of_two_workers_that_were_started_one_answers_by_itself(
    days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.workers.ahead.TICK_S", 0.01)
    await days.plans(days.bob, "h8i9")
    await days.worker.start()
    await days.plays("h8")

    async with asyncio.timeout(PATIENCE_S):
        while await days.moves() != "h8 i9":  # noqa: ASYNC110  # nobody tells
            await asyncio.sleep(0.01)

    await days.plans(days.bob, "g8i8")
    assert await Ahead(days.hub).tick() == 0, "the lease is another’s"


async def test_another_move_is_not_answered_and_ends_the_line(days: Days) -> None:
    await days.plans(days.bob, "h8i9")
    await days.plans(days.bob, "g7g8")
    await days.plays("a1")

    assert await days.worker.tick() == 0

    assert await days.moves() == "a1"
    assert await days.kept() == []


async def test_of_several_lines_the_one_that_fits_goes_on(days: Days) -> None:
    await days.plans(days.bob, "h8i9g8i8")
    await days.plans(days.bob, "h8i9g7i7")
    await days.plans(days.bob, "a1b2")
    await days.plays("h8")

    await days.worker.tick()

    assert await days.kept() == ["g8i8", "g7i7"]


async def test_two_lines_that_become_the_same_are_one(days: Days) -> None:
    await days.plans(days.bob, "h8i9g8i8")
    await days.plays("h8", "i9")
    await days.plans(days.bob, "g8i8")

    await days.worker.tick()

    assert await days.kept() == ["g8i8"]
    await days.plays("g8")
    assert await days.worker.tick() == 1
    assert await days.moves() == "h8 i9 g8 i8"


async def test_a_player_who_comes_first_plays_by_themselves(days: Days) -> None:
    await days.plans(days.bob, "h8i9g8i8")
    await days.plays("h8", "j10")

    assert await days.worker.tick() == 0

    assert await days.moves() == "h8 j10"
    assert await days.kept() == []


async def test_moves_that_were_taken_back_take_the_lines_along(days: Days) -> None:
    await days.plays("h8", "i9", "g8", "i8")
    await days.plans(days.bob, "a1b2")
    await days.does(BLACK, protocol.MakeOffer, what=mnk.Offer.TAKEBACK)
    await days.does(WHITE, protocol.AcceptOffer, what=mnk.Offer.TAKEBACK)
    left = (await days.game()).state.ply
    await days.plays(*("c3", "d4", "e5")[: 4 - left])  # as many moves as before, but others
    await days.plays("a1")

    assert await days.worker.tick() == 0
    assert (await days.moves()).endswith("a1")
    assert await days.kept() == []


async def test_a_line_planned_right_after_a_takeback_stands(days: Days) -> None:
    await days.plays("h8", "i9")
    await days.does(WHITE, protocol.MakeOffer, what=mnk.Offer.TAKEBACK)
    await days.does(BLACK, protocol.AcceptOffer, what=mnk.Offer.TAKEBACK)
    await days.plans(days.alice, "i8g8")
    await days.plays("i8")

    assert await days.worker.tick() == 1
    assert await days.moves() == "h8 i8 g8"


async def test_a_line_whose_answer_is_due_is_none_of_those_to_come(days: Days) -> None:
    await days.plans(days.bob, "h8i9")
    read = sync_to_async(plans.of)
    assert [each.line for each in await read(await days.game(), WHITE)] != []

    await days.plays("h8")

    assert await read(await days.game(), WHITE) == []


async def test_a_line_has_so_many_moves_and_no_more(
    days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plans, "MOST_MOVES", 4)
    monkeypatch.setattr("games.pages.ahead.MOST_MOVES", 4)
    for line, goes_on in (("h8i9", True), ("h8i9g8i8", False)):
        page = (await days.bob.opens(f"{days.address}ahead?line={line}")).text
        assert ("Or go on" in page) is goes_on
    await days.plans(days.bob, "h8i9g8i8")
    await days.plans(days.bob, "a1b2a3b4a5b6")
    assert await days.kept() == ["h8i9g8i8"]


async def test_links_lead_on_from_a_line_and_back(days: Days) -> None:
    page = await days.bob.opens(f"{days.address}ahead?line=h8i9")

    html = page.response.content.decode()
    own = f'href="{days.address}ahead'
    assert f'{own}?line=h8i9g8"' in html
    assert f'{own}?line=h8"' in html
    assert f'{own}"' in html


async def test_an_offer_waits_for_its_player_and_so_does_the_answer(days: Days) -> None:
    await days.plays("h8", "i9")
    await days.plans(days.bob, "g8i8")
    await days.plays("g8")
    await days.does(BLACK, protocol.MakeOffer, what=mnk.Offer.DRAW)
    assert await days.worker.tick() == 0
    assert await days.kept() == ["g8i8"]

    await days.does(BLACK, protocol.CancelOffer, what=mnk.Offer.DRAW)

    assert await days.worker.tick() == 1
    assert await days.moves() == "h8 i9 g8 i8"


async def test_a_worker_that_dies_after_playing_plays_nothing_twice(days: Days) -> None:
    await days.plans(days.bob, "h8i9")
    await days.plays("h8", "i9")  # played; the line has not been settled

    assert await Ahead(days.hub).tick() == 0

    assert await days.moves() == "h8 i9"
    assert await days.kept() == []


async def test_a_line_can_win_and_the_end_forgets_the_others(days: Days) -> None:
    await days.plays("a1", "h8", "a3", "h9", "a5", "h10", "a7", "h11")
    await days.plans(days.bob, "b1h12")
    await days.plans(days.bob, "c1h7")
    await days.plays("b1")

    assert await days.worker.tick() == 1

    assert (await days.game()).state.outcome.winner is WHITE
    assert await days.kept() == []


# --- What is refused -----------------------------------------------------------------------------


async def test_two_answers_to_the_same_moves_are_refused(days: Days) -> None:
    await days.plans(days.bob, "h8i9")

    assert "After h8 you already play i9. Remove that line first." in await days.plans(
        days.bob, "h8j9"
    )
    assert await days.kept() == ["h8i9"]


async def test_a_longer_line_takes_the_place_of_its_beginning(days: Days) -> None:
    await days.plans(days.bob, "h8i9")
    await days.plans(days.bob, "h8i9g8i8")
    await days.plans(days.bob, "h8i9")

    assert await days.kept() == ["h8i9g8i8"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("h8", "A line begins with your opponent’s move and ends with your answer."),
        ("", "A line begins with your opponent’s move and ends with your answer."),
        ("h8h8", "h8"),
        ("zz99a1", "zz99"),
    ],
)
async def test_a_line_that_cannot_be_played_is_refused(days: Days, line: str, says: str) -> None:
    await days.bob.opens(f"{days.address}ahead")
    await days.bob.sends(f"{days.address}ahead/plan", ply=0, line=line)

    page = await days.bob.opens("/turns/")

    assert says in page.text
    assert await days.kept() == []


async def test_markup_in_a_line_is_shown_as_text(days: Days) -> None:
    page = await days.bob.gets(f"{days.address}ahead?line=<script>alert(1)</script>", 400)

    assert b"<script>alert" not in page.content


async def test_no_more_lines_than_a_game_may_have(
    days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plans, "MOST_LINES", 2)
    for line in ("a1b1", "a2b2"):
        await days.plans(days.bob, line)

    assert "as many lines as one game can have" in await days.plans(days.bob, "a3b3")
    assert len(await days.kept()) == 2


async def test_who_is_to_move_plays_and_plans_nothing(days: Days) -> None:
    await days.alice.sends(f"{days.address}ahead/plan", ply=0, line="h8i9")

    assert (
        "You can plan while it’s your opponent’s turn"
        in (await days.alice.opens(f"{days.address}ahead")).text
    )
    assert await days.kept() == []


async def test_a_line_for_a_board_that_has_changed_is_refused(days: Days) -> None:
    await days.plays("h8", "i9")
    await days.bob.opens(f"{days.address}ahead")

    await days.bob.sends(f"{days.address}ahead/plan", ply=0, line="a1b2")

    assert await days.kept() == []


async def test_a_game_with_a_clock_of_minutes_has_none(table: Table, hub: Hub) -> None:
    alice, bob = Browser(), Browser()
    address = await alice.starts(side="black", preset="15x15", clock="5+3")
    await bob.sends(address + "join")

    await bob.sends(f"{address}ahead/plan", ply=0, line="h8i9")

    assert not await PlannedLine.objects.aexists()


async def test_the_opponent_and_spectators_see_and_change_none_of_it(days: Days) -> None:
    await days.plans(days.bob, "h8i9")
    row = await PlannedLine.objects.aget()

    alices = await days.alice.opens(f"{days.address}ahead")
    assert "i9" not in alices.text
    await days.alice.sends(f"{days.address}ahead/{row.pk}/remove")
    eve = Browser()
    await eve.opens("/")
    await eve.gets(f"{days.address}ahead", 403)
    await eve.sends(f"{days.address}ahead/{row.pk}/remove", 403)
    await eve.sends(f"{days.address}ahead/plan", 403, ply=0, line="a1b2")

    assert await days.kept() == ["h8i9"]
    await days.bob.sends(f"{days.address}ahead/{row.pk}/remove")
    assert await days.kept() == []


@pytest.mark.parametrize("preset", ["19x19-connect6", "3x3-wild"])
async def test_where_a_turn_is_not_one_square_nothing_is_planned(
    table: Table, hub: Hub, preset: str
) -> None:
    alice, bob = Browser(), Browser()
    address = await alice.starts(side="black", preset=preset, clock="1d")
    await bob.sends(address + "join")

    text = (await bob.opens(f"{address}ahead")).text
    assert "Not where a turn has two stones, or a choice of X and O." in text
    await bob.sends(f"{address}ahead/plan", ply=0, line="h8i9")
    assert not await PlannedLine.objects.aexists()
    page = await bob.opens(address)
    assert b'"ahead": null' in page.response.content
