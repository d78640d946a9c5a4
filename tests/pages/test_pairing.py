"""Quick pairing in the browser: one button, even without scripts."""

import asyncio
import re
from typing import Any

import pytest

from games import mnk
from games.lobby import seeks
from games.pages.forms import PAIR_CONTROLS
from games.play import models
from games.play.clock import now_ms
from games.players.models import Player, PlayerRating
from tests.pages.browser import Browser, Page
from tests.people import PATIENCE_S, Table

pytestmark = pytest.mark.usefixtures("table")


async def presses(browser: Browser, preset: str = "3x3", clock: str = "5+3") -> str:
    """Somebody presses “Find opponent”; where it leads them."""
    return (await browser.sends("/pair", preset=preset, clock=clock))["Location"]


async def asks(browser: Browser, preset: str = "3x3", clock: str = "5+3", status: int = 200) -> Any:
    """The same by the page's script: what it is told."""
    return await browser.asks("/pair", status, preset=preset, clock=clock)


async def search(browser: Browser, path: str = "/") -> Any:
    """The search that a page goes on with."""
    (data,) = (each for name, each in (await browser.opens(path)).data.items() if name != "tv-data")
    return data["search"]


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


async def test_two_who_ask_for_one_opening_sit_at_one_board_and_nobody_else_does() -> None:
    alice, bob, carol, dan = (Browser() for _ in range(4))
    swap2: dict[str, Any] = {"preset": "15x15", "clock": "5+3", "opening": "swap2"}

    waiting = (await alice.sends("/pair", **swap2))["Location"]
    elsewhere = (await bob.sends("/pair", **swap2 | {"opening": "swap"}))["Location"]
    plain = await presses(carol, "15x15")
    found = (await dan.sends("/pair", **swap2))["Location"]

    assert found == waiting
    assert len({waiting, elsewhere, plain}) == 3
    game = await models.Game.objects.aget(started=True)
    assert (game.opening, game.opening_side, game.rated) == ("swap2", 0, True)
    assert (await search(bob))["variant"] == "15×15, five in a row, swap opening"


async def test_an_opening_that_the_board_cannot_have_is_refused_in_words() -> None:
    told = await Browser().asks("/pair", 400, preset="3x3", clock="5+3", opening="swap2")
    assert "rows of four or more" in told["sentence"]
    told = await Browser().asks("/pair", 400, preset="15x15", clock="5+3", opening="dance")
    assert told["code"] == "badSeek"
    assert not await models.Game.objects.aexists()


async def test_the_card_offers_every_preset_and_the_clocks_of_one_sitting() -> None:
    page = await Browser().opens("/")

    form = page.response.content.decode().split('id="online-heading"')[1].split("</section>")[0]
    for preset in mnk.PRESETS.values():
        assert f'value="{preset.key}"' in form
    for control in mnk.TIME_CONTROLS:
        assert (f'value="{control.text}"' in form) == (not control.is_slow)
    assert 'value="">No clock' in form
    openings = form.split('name="opening"')[1].split("</select>")[0]
    assert [f'value="{rule.value}"' in openings for rule in mnk.OpeningRule] == [True] * len(
        mnk.OpeningRule
    )


async def test_a_link_to_an_opening_has_it_chosen_for_the_search_too() -> None:
    content = (await Browser().opens("/?preset=15x15&opening=swap2")).response.content.decode()
    card = content.split('id="online-heading"')[1].split("</section>")[0]
    assert re.findall(r'value="(\w+)" selected', card.split('name="opening"')[1])[0] == "swap2"


async def test_without_scripts_an_opening_that_cannot_be_is_told_on_the_next_page() -> None:
    alice = Browser()
    await alice.sends("/pair", preset="3x3", clock="5+3", opening="swap2")
    assert "rows of four or more" in (await alice.opens("/")).text


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

    assert "Choose a board and a clock from the lists." in (await browser.opens("/")).text
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

    assert "in 3 games" in (await alice.opens("/")).text
    assert await models.Game.objects.acount() == 3


async def test_every_page_of_whoever_looks_goes_on_with_the_search() -> None:
    alice, eve = Browser(), Browser()
    told = (await asks(alice, "15x15-exact", "10+3x30s"))["seek"]
    game = await models.Game.objects.aget()
    bot = await alice.starts(preset="3x3", opponent="novice")

    for path in ("/", bot):
        part = await search(alice, path)
        waited = part.pop("waitedMs")
        assert 0 <= waited <= now_ms() - int(game.created_at.timestamp() * 1000)
        assert part == {
            "game": game.slug,
            "socket": f"/ws/game/{game.slug}/",
            "lookAgain": f"/game/{game.slug}/look-again",
            "variant": "15×15, exactly five",
            "control": "10 min + 3 × 30 s",
            "rating": None,
            "reach": 200,
        }
        assert part == {name: told[name] for name in part}
        assert await search(eve, "/") is None
    assert await search(eve, f"/game/{game.slug}/") is None


async def test_a_script_is_told_whom_its_visitor_plays() -> None:
    alice, bob = Browser(), Browser()
    waiting = await asks(alice)
    assert waiting["met"] is None

    found = await asks(bob)

    game = await models.Game.objects.aget()
    theirs = mnk.Side[found["met"]["side"].upper()].other
    host = await models.Seat.objects.select_related("player").aget(game=game, side=theirs)
    assert host.player is not None
    assert found == {
        "seek": None,
        "met": {
            "game": game.slug,
            "opponent": host.player.name,
            "kind": "guest",
            "rating": None,
            "provisional": False,
            "side": found["met"]["side"],
            "variant": {"width": 3, "height": 3, "k": 3, "lineRule": "freestyle", "blocked": []},
        },
    }
    for browser in (alice, bob):
        assert await search(browser) is None
    assert (await asks(alice))["met"]["game"] == game.slug, "whoever presses again is led there"


async def test_a_script_is_told_why_it_cannot_be() -> None:
    alice = Browser()
    refusal = await asks(alice, "custom", status=400)
    assert (refusal["code"], refusal["sentence"]) == (
        "badSeek",
        "Choose a board and a clock from the lists.",
    )
    for preset in ("3x3", "4x4", "5x4"):
        await asks(alice, preset)
    assert (await asks(alice, "15x15", status=409))["code"] == "tooManySeeks"
    assert (await search(alice))["variant"] == "5×4, four in a row", "the latest goes on"


async def test_an_invitation_is_no_search() -> None:
    alice = Browser()

    address = await alice.starts()

    assert await search(alice) is None
    assert await search(alice, address) is None


async def test_a_search_that_was_called_off_is_over(table: Table) -> None:
    alice = Browser()
    first = (await asks(alice))["seek"]["game"]
    game = await models.Game.objects.aget()
    side = mnk.Side[(await alice.opens(f"/game/{first}/")).data["game-data"]["side"].upper()]
    host = await table.sits(game, side)
    await host.says("abort")
    await host.hears()

    assert await search(alice) is None
    assert (await asks(alice))["seek"]["game"] != first


async def test_whoever_comes_too_late_to_join_stays_where_they_are() -> None:
    alice, bob, eve = Browser(), Browser(), Browser()
    address = await alice.starts(invite="open")

    assert await bob.asks(f"{address}join") == {"game": address}
    assert (await eve.asks(f"{address}join", 409))["code"] == "seatIsTaken"


# --- Who else waits --------------------------------------------------------------------------


async def _looks_again(browser: Browser, address: str, status: int = 200) -> Any:
    response: Any = await browser.sends(f"{address}look-again", status)
    return response.json()


async def _others(browser: Browser, address: str) -> Any:
    return (await _looks_again(browser, address))["others"]


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
        {
            "game": slug,
            "host": host.name,
            "kind": "guest",
            "rating": None,
            "provisional": False,
            "board": "10×10",
            "control": None,
        }
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


async def test_nobody_looks_again_in_a_game_that_is_not_there() -> None:
    await Browser().sends("/game/nosuchgame/look-again", 404)


async def test_who_does_not_seek_there_looks_for_nobody() -> None:
    alice, eve = Browser(), Browser()
    seek, invitation = await presses(alice), await alice.starts()

    for browser, address in ((eve, seek), (alice, invitation)):
        refusal = await _looks_again(browser, address, 409)
        assert refusal["code"] == "noSeek"
        assert refusal["sentence"].endswith(".")
    assert await models.Game.objects.filter(started=True).acount() == 0


async def test_a_look_without_the_token_of_a_page_pairs_nobody() -> None:
    alice = Browser()
    address = await presses(alice)

    response = await alice.client.post(f"{address}look-again")

    assert response.status_code == 403


async def test_who_looks_again_goes_to_who_has_waited_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are 600 points apart: at first that is too far."""
    alice, bob = Browser(), Browser()
    places = []
    for browser, points in ((alice, 1900), (bob, 1300)):
        await browser.sends("/name", name=f"Rated {points}")
        await PlayerRating.objects.acreate(
            player=await Player.objects.aget(name=f"Rated {points}"),
            family="gomoku",
            rating=points,
            games=9,
            counted_ms=now_ms(),
        )
        places.append(await presses(browser, "15x15"))
    hers, his = places
    found = await search(bob)
    assert (found["rating"], found["reach"]) == (1300, 200)
    answer = await _looks_again(bob, his)
    assert answer["met"] is None
    assert [(each["host"], each["rating"]) for each in answer["others"]] == [("Rated 1900", 1900)]

    later = now_ms() + 7_000
    monkeypatch.setattr("games.pages.pairing.now_ms", lambda: later)
    answer = await _looks_again(alice, hers)
    assert (answer["met"], answer["reach"]) == (None, 800), "she has waited longest"

    met = (await _looks_again(bob, his))["met"]
    assert (met["opponent"], met["rating"], met["game"]) == ("Rated 1900", 1900, hers.split("/")[2])
    assert (await models.Game.objects.aget(slug=hers.split("/")[2])).started
    assert (await models.Game.objects.aget(slug=his.split("/")[2])).termination == "abort"


# --- Ratings ---------------------------------------------------------------------------------


async def test_a_game_is_made_rated_and_for_those_near_the_host() -> None:
    alice = Browser()
    await alice.sends("/name", name="Alice")
    player = await Player.objects.aget()
    await PlayerRating.objects.acreate(
        player=player, family="3x3", rating=1512.4, games=9, counted_ms=now_ms()
    )

    address = await alice.starts(invite="open", rated="on", rating_range="200")

    snapshot = (await alice.opens(address)).data["game-data"]["snapshot"]
    assert snapshot["rated"]
    assert snapshot["range"] == {"low": 1312, "high": 1712}
    black, white = snapshot["seats"]["black"], snapshot["seats"]["white"]
    assert (black or white)["rating"] == 1512
    home = (await alice.opens("/")).data["home-data"]
    assert home["ratings"] == {"3x3": 1512}
    assert [(each["rated"], each["range"]) for each in home["lobby"]["open"]] == [
        (True, {"low": 1312, "high": 1712})
    ]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"rated": "on", "visibility": "private"}, "Rated games are public"),
        ({"rating_range": "200", "invite": "open"}, "You have no rating on these boards yet"),
        ({"rating_range": "7", "invite": "open"}, "Select a valid choice"),
    ],
)
async def test_terms_that_cannot_be_had_are_refused_at_their_field(
    fields: dict[str, str], sentence: str
) -> None:
    page = Page(await Browser().sends("/games/new", 400, preset="3x3", **fields))

    assert sentence in page.text
    assert not await models.Game.objects.aexists()


async def test_a_bot_is_played_for_nothing_whatever_was_ticked() -> None:
    await Browser().starts(opponent="perfect", rated="on", rating_range="200")

    game = await models.Game.objects.aget()
    assert (game.rated, game.rating_low) == (False, None)


async def test_who_is_too_strong_is_told_so_and_watches() -> None:
    alice, bob = Browser(), Browser()
    address = await alice.starts(invite="open")
    await models.Game.objects.aupdate(rating_low=1000, rating_high=1100)

    await bob.sends(f"{address}join")

    assert "for players rated 1000 to 1100" in (await bob.opens(address)).text
    assert not (await models.Game.objects.aget()).started
