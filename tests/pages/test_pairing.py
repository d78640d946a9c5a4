"""Quick pairing in the browser: one button, also without scripts."""

import asyncio
from typing import Any

import pytest

from games import mnk
from games.pages.forms import PAIR_CONTROLS
from games.play import models
from games.play.clock import now_ms
from games.play.services import seeks
from games.players.models import Player
from tests.pages.browser import Browser, Page
from tests.people import PATIENCE_S, Table

pytestmark = pytest.mark.usefixtures("table")


async def presses(browser: Browser, preset: str = "3x3", clock: str = "5+3") -> str:
    """Somebody presses “Play now”; where they are led."""
    return (await browser.sends("/pair", preset=preset, clock=clock))["Location"]


def seek(page: Page) -> Any:
    return page.data["game-data"]["seek"]


async def test_two_who_press_with_one_wish_sit_at_one_board() -> None:
    alice, bob = Browser(), Browser()

    waiting = await presses(alice)
    playing = await presses(bob)

    assert waiting == playing
    sides = [(await each.opens(waiting)).data["game-data"]["side"] for each in (alice, bob)]
    assert sorted(sides) == ["black", "white"]
    game = await models.Game.objects.aget()
    assert (game.started, game.variant) == (True, mnk.PRESETS["3x3"].variant)
    assert game.control == mnk.time_control_from_text("5+3")


async def test_the_row_offers_every_preset_and_the_clocks_of_one_sitting() -> None:
    page = await Browser().opens("/")

    form = page.response.content.decode().split('id="pair"')[1].split("</form>")[0]
    for preset in mnk.PRESETS.values():
        assert f'value="{preset.key}"' in form
    for control in mnk.TIME_CONTROLS:
        assert (f'value="{control.text}"' in form) == (not control.is_slow)
    assert 'value="">No clock' in form


@pytest.mark.parametrize("clock", ["", *(control.text for control in PAIR_CONTROLS)])
async def test_each_clock_of_the_row_can_be_had(clock: str) -> None:
    await presses(Browser(), clock=clock)

    control = (await models.Game.objects.aget()).control
    assert ("" if control is None else control.text) == clock


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"preset": "3x3", "clock": "blitz"},
        {"preset": "custom", "clock": ""},
        {"preset": "3x3", "clock": "1d"},
        {"preset": "2x2", "clock": "5+3"},
        {"preset": "x" * 10_000, "clock": "\0"},
    ],
)
async def test_a_wish_that_is_none_is_refused_in_words(fields: dict[str, Any]) -> None:
    browser = Browser()

    assert (await browser.sends("/pair", **fields))["Location"] == "/"

    assert "Choose a board and a clock of the lists." in (await browser.opens("/")).text
    assert not await models.Game.objects.aexists()
    assert not await Player.objects.aexists()


async def test_a_press_without_the_token_of_a_page_makes_nothing() -> None:
    response = await Browser().client.post("/pair", {"preset": "3x3", "clock": ""})

    assert response.status_code == 403
    assert not await models.Game.objects.aexists()


async def test_a_browser_that_presses_twice_goes_to_its_own_seek() -> None:
    alice = Browser()

    assert await presses(alice) == await presses(alice)
    assert await models.Game.objects.acount() == 1


async def test_a_fourth_seek_is_refused_in_words() -> None:
    alice = Browser()
    for preset in ("3x3", "4x4", "5x4"):
        await presses(alice, preset)

    assert await presses(alice, "15x15") == "/"

    assert "in three games already" in (await alice.opens("/")).text
    assert await models.Game.objects.acount() == 3


async def test_the_host_sees_the_wait_and_nobody_else_does() -> None:
    alice, eve = Browser(), Browser()
    address = await presses(alice, "15x15-exact", "10+3x30s")
    game = await models.Game.objects.aget()

    page = await alice.opens(address)

    part = seek(page)
    waited = part.pop("waitedMs")
    assert 0 <= waited <= now_ms() - int(game.created_at.timestamp() * 1000)
    assert part == {
        "preset": "15x15-exact",
        "clock": "10+3x30s",
        "others": f"{address}others",
    }
    assert (page.fields["preset"], page.fields["clock"]) == ("15x15-exact", "10+3x30s")
    assert seek(await eve.opens(address)) is None


async def test_when_somebody_has_come_it_is_a_game_like_any_other() -> None:
    alice, bob = Browser(), Browser()
    address = await presses(alice)
    await presses(bob)

    assert seek(await alice.opens(address)) is None
    assert seek(await bob.opens(address)) is None


async def test_an_invitation_is_no_seek() -> None:
    alice = Browser()

    assert seek(await alice.opens(await alice.starts())) is None


async def test_a_seek_that_was_called_off_can_be_asked_for_again(table: Table) -> None:
    alice = Browser()
    address = await presses(alice)
    game = await models.Game.objects.aget()
    side = mnk.Side[(await alice.opens(address)).data["game-data"]["side"].upper()]
    host = await table.sits(game, side)
    await host.says("abort")
    await host.hears()

    page = await alice.opens(address)

    again = await presses(alice, page.fields["preset"], page.fields["clock"])
    assert again != address
    assert not (await models.Game.objects.aget(slug=again.split("/")[2])).started


# --- Who else waits --------------------------------------------------------------------------


async def _others(browser: Browser, address: str) -> Any:
    response: Any = await browser.gets(f"{address}others")
    return response.json()["others"]


async def test_who_else_waits_is_told_and_can_be_joined(table: Table) -> None:
    alice, bob = Browser(), Browser()
    hers = await presses(alice, "15x15")
    assert await _others(alice, hers) == []
    his = await presses(bob, "10x10", "")
    slug = his.split("/")[2]

    host = (
        await models.Seat.objects.select_related("player").aget(
            game__slug=slug, player__isnull=False
        )
    ).player
    assert host is not None
    assert await _others(alice, hers) == [
        {"game": slug, "host": host.name, "variant": "10×10, five in a row", "control": None}
    ]
    assert len(await _others(bob, his)) == 1

    await alice.sends(f"{his}join")

    assert (await models.Game.objects.aget(slug=slug)).started
    async with asyncio.timeout(PATIENCE_S):  # and she looks for nobody else
        while True:
            if (await alice.opens(hers)).data["game-data"]["snapshot"]["outcome"] is not None:
                break
            await asyncio.sleep(0.01)


async def test_who_has_left_is_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob = Browser(), Browser()
    hers = await presses(alice, "15x15")
    await presses(bob, "10x10")
    later = now_ms() + seeks.LAPSE_MS
    monkeypatch.setattr("games.pages.pairing.now_ms", lambda: later)

    assert await _others(alice, hers) == []


async def test_an_invitation_is_named_while_its_host_is_at_the_board(table: Table) -> None:
    alice = Browser()
    hers = await presses(alice)
    invitation = await table.invitation(listed=True, by="Dora")
    assert await _others(alice, hers) == []

    await table.sits(invitation, mnk.Side.BLACK, "Dora")

    assert [each["host"] for each in await _others(alice, hers)] == ["Dora"]


async def test_nobody_waits_beside_a_game_that_is_not_there() -> None:
    await Browser().opens("/game/nosuchgame/others", status=404)
