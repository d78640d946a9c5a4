"""The home page and the form of a new game."""

import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import mnk
from games.lobby import exhibitions
from games.mnk.clock import DAY, HOUR, MINUTE
from games.pages import home
from games.play import models
from games.play.clock import now_ms
from games.play.hub import Hub
from games.players import bots
from games.players.identify import Visitor
from games.players.models import Player
from tests.pages.browser import Browser, Page
from tests.people import Table, all_hear

pytestmark = pytest.mark.usefixtures("hub")

CUSTOM = {"preset": "custom", "width": "9", "height": "7", "k": "4", "line_rule": "exact"}


def _errors(page: Page) -> dict[str, list[str]]:
    context: Any = page.response
    return {name: list(map(str, errors)) for name, errors in context.context["form"].errors.items()}


async def test_a_look_makes_nobody() -> None:
    browser = Browser()

    page = await browser.opens("/")

    lobby = page.data["home-data"]["lobby"]
    assert (lobby["type"], lobby["open"], lobby["live"]) == ("lobby", [], [])
    assert page.data["home-data"] == {
        "lobby": lobby,
        "socket": "/ws/lobby/",
        "ratings": {},
        "suits": "",
        "search": None,
        "following": {"people": [], "more": 0, "exhibitions": [], "all": []},
        "plays": {
            preset.key: [bot.key for bot in bots.every_bot() if bot.plays(preset.variant)]
            for preset in mnk.PRESETS.values()
        },
    }
    assert browser.session is None
    assert not await Session.objects.aexists()
    assert not await Player.objects.aexists()


@pytest.mark.parametrize("count", [1, 20])
async def test_what_home_says_takes_as_many_queries_for_one_game_as_for_twenty(
    hub: Hub, count: int
) -> None:
    def read() -> tuple[int, int]:
        player = Player.objects.create(name="Alice")
        for number in range(2 * count):
            is_over = number % 2 == 1
            game = models.Game.objects.create_of(
                mnk.Variant(3, 3, 3), started=True, termination="agreement" if is_over else ""
            )
            models.Seat.objects.bulk_create(
                models.Seat(game=game, side=side, player=who, ended_ms=1 if is_over else None)
                for side, who in zip(mnk.Side, (player, None), strict=True)
            )
        with CaptureQueriesContext(connection) as captured:
            found = home._read(player.pk, Visitor(player.pk), at_board={}, here=(), at=now_ms())
        return len(found.mine), len(captured)

    assert await hub.read(read) == (min(2 * count, 30), 14)


async def test_every_preset_is_offered() -> None:
    page = await Browser().opens("/")

    html = page.response.content.decode()
    for preset in mnk.PRESETS.values():
        assert preset.label in page.text
        assert f'data-title="{preset.variant.title}"' in html


async def test_the_lists_of_the_lobby_come_with_the_page(table: Table) -> None:
    listed = await table.invitation(listed=True)
    await table.invitation(listed=False)
    live = await table.live_game()
    await table.game()  # nobody is at its board

    lobby = (await Browser().opens("/")).data["home-data"]["lobby"]

    assert [game["game"] for game in lobby["open"]] == [listed.slug]
    assert [game["game"] for game in lobby["live"]] == [live.slug]


# --- A new game ------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", mnk.PRESETS)
async def test_a_preset_starts_its_game(preset: str) -> None:
    browser = Browser()

    address = await browser.starts(preset=preset)

    game = await models.Game.objects.aget()
    assert address == f"/game/{game.slug}/"
    assert game.variant == mnk.PRESETS[preset].variant
    assert (game.started, game.listed, game.version) == (False, False, 0)
    assert (await browser.opens(address)).data["game-data"]["side"] in ("black", "white")


async def test_a_custom_board() -> None:
    await Browser().starts(**CUSTOM)

    game = await models.Game.objects.aget()
    assert game.variant == mnk.Variant(9, 7, 4, mnk.LineRule.EXACT)


async def test_a_custom_board_with_blocked_squares() -> None:
    await Browser().starts(**CUSTOM, blocked="a1, i7")

    board = (await models.Game.objects.aget()).variant
    assert board == mnk.Variant(9, 7, 4, mnk.LineRule.EXACT, blocked=(0, 62))


async def test_full_lines_need_no_k() -> None:
    await Browser().starts(preset="custom", width="6", height="4", line_rule="full")

    assert (await models.Game.objects.aget()).variant == mnk.Variant.full_lines(6, 4)


async def test_the_fields_of_a_custom_board_do_not_disturb_a_preset() -> None:
    await Browser().starts(preset="3x3", width="99", height="", k="7")

    assert (await models.Game.objects.aget()).variant == mnk.Variant(3, 3, 3)


@pytest.mark.parametrize("side", ["black", "white"])
async def test_the_side_is_the_inviters_choice(side: str) -> None:
    browser = Browser()

    address = await browser.starts(side=side)

    assert (await browser.opens(address)).data["game-data"]["side"] == side
    seats = {seat.side: seat.player_id async for seat in models.Seat.objects.all()}
    mine = mnk.Side[side.upper()]
    assert seats[mine] is not None
    assert seats[mine.other] is None


async def test_chance_gives_either_side() -> None:
    browser = Browser()
    for _ in range(24):
        await browser.starts(side="random")

    sides = {seat.side async for seat in models.Seat.objects.filter(player__isnull=False)}

    assert sides == {0, 1}  # fails once in 2^23 runs


@pytest.mark.parametrize(("invite", "listed"), [("open", True), ("link", False), ("", False)])
async def test_only_an_open_invitation_is_listed(invite: str, listed: bool) -> None:
    await Browser().starts(invite=invite)

    assert (await models.Game.objects.aget()).listed == listed
    lobby = (await Browser().opens("/")).data["home-data"]["lobby"]
    assert len(lobby["open"]) == listed


@pytest.mark.parametrize(
    ("fields", "field", "part"),
    [
        ({"preset": "9x9"}, "preset", "Choose one from the list"),
        ({"preset": ""}, "preset", "required"),
        ({"preset": "x" * 21}, "preset", "20"),
        ({"preset": "<script>alert(1)</script>"}, "preset", ""),
        (CUSTOM | {"width": "0"}, "width", "from 1 to 32"),
        (CUSTOM | {"width": "33"}, "width", "from 1 to 32"),
        (CUSTOM | {"width": "-5"}, "width", "from 1 to 32"),
        (CUSTOM | {"width": "9" * 30}, "width", ""),
        (CUSTOM | {"width": "9" * 5000}, "width", ""),
        (CUSTOM | {"width": ""}, "width", "whole number"),
        (CUSTOM | {"width": "nine"}, "width", "whole number"),
        (CUSTOM | {"width": "9.5"}, "width", "whole number"),
        (CUSTOM | {"width": "1e1"}, "width", "whole number"),
        (CUSTOM | {"width": "\0"}, "width", ""),
        (CUSTOM | {"height": "0"}, "height", "from 1 to 32"),
        (CUSTOM | {"height": ""}, "height", "whole number"),
        (CUSTOM | {"height": "NaN"}, "height", "whole number"),
        (CUSTOM | {"k": "0"}, "k", "from 1 to 9"),
        (CUSTOM | {"k": "10"}, "k", "from 1 to 9"),
        (CUSTOM | {"k": ""}, "k", "whole number"),
        (CUSTOM | {"k": "many"}, "k", "whole number"),
        (CUSTOM | {"line_rule": ""}, "line_rule", "one of"),
        (CUSTOM | {"line_rule": "pente"}, "line_rule", "one of"),
        (CUSTOM | {"line_rule": "r" * 21}, "line_rule", "20"),
        ({"preset": "3x3", "opening": "swap2"}, "opening", "rows of four or more"),
        ({"preset": "3x5-full", "opening": "swap"}, "opening", "Full lines"),
        ({"preset": "20x20", "opening": "pro"}, "opening", "middle square"),
        ({"preset": "15x15", "opening": "renju"}, "opening", "one of"),
        ({"preset": "6x5", "opening": "balanced"}, "opening", "no balanced openings for 6×5"),
        ({"preset": "15x15", "opening": "s" * 21}, "opening", "20"),
        ({"preset": "3x3", "side": "red"}, "side", ""),
        ({"preset": "3x3", "invite": "everybody"}, "invite", ""),
        ({"preset": "3x3\0"}, "preset", ""),
    ],
)
async def test_a_wish_that_cannot_be_is_told_at_its_field(
    fields: dict[str, str], field: str, part: str
) -> None:
    browser = Browser()

    page = Page(await browser.sends("/games/new", 400, **fields))

    errors = _errors(page)
    assert list(errors) == [field]
    assert part in " ".join(errors[field])
    assert errors[field][0] in page.text
    assert not await models.Game.objects.aexists()
    assert not await Player.objects.aexists()
    assert browser.session is None


@pytest.mark.parametrize("opponent", ["", "casual"])
async def test_a_game_opens_by_the_rule_that_was_chosen(opponent: str) -> None:
    invite = {} if opponent else {"invite": "open"}
    fields = {"preset": "15x15", "opening": "swap2", "opponent": opponent, **invite}
    await Browser().sends("/games/new", 302, **fields)

    game = await models.Game.objects.aget()
    assert (game.opening, game.opening_side, game.swapped) == ("swap2", 0, False)
    title = "15×15, five in a row, swap2 opening"
    assert game.title == title
    html = (await Browser().opens(f"/game/{game.slug}/")).response.content.decode()
    assert f">{title}</h1>" in html
    if not opponent:
        home = await Browser().opens("/")
        assert title in home.text
        assert "you place the first stones" in home.text or "you choose a side" in home.text


async def test_an_opening_is_offered_on_the_boards_it_fits() -> None:
    html = (await Browser().opens("/")).response.content.decode()
    fits = dict(re.findall(r'<option value="([^"]+)"[^>]* data-presets="([^"]*)"', html))
    boards = {rule: set(keys.split()) for rule, keys in fits.items()}
    assert boards["none"] == set(mnk.PRESETS)
    assert {"15x15", "20x20"} <= boards["swap2"] < boards["none"]
    assert "3x3" not in boards["swap2"]
    assert "15x15-renju" in boards["rif"]
    assert "20x20" not in boards["rif"]


async def test_a_rejected_form_keeps_what_was_written() -> None:
    page = Page(await Browser().sends("/games/new", 400, **(CUSTOM | {"k": "10"})))

    assert (page.fields["width"], page.fields["height"], page.fields["k"]) == ("9", "7", "10")


async def test_a_form_without_the_token_of_our_page_is_refused() -> None:
    browser = Browser()
    await browser.opens("/")
    for path, fields in (
        ("/games/new", {"preset": "3x3"}),
        ("/name", {"name": "Mallory"}),
        ("/game/abc/join", {}),
        ("/game/abc/seat/key/", {}),
    ):
        response: Any = await browser.client.post(path, fields)
        assert response.status_code == 403, path
        Page(response)
    assert not await models.Game.objects.aexists()
    assert not await Player.objects.aexists()


@pytest.mark.parametrize("path", ["/games/new", "/name", "/game/abc/join"])
async def test_looking_changes_nothing(path: str) -> None:
    await Browser().gets(path, 405)

    assert not await models.Game.objects.aexists()


async def test_one_guest_has_all_their_games_listed_what_waits_for_them_first(
    hub: Hub, table: Table
) -> None:
    alice, bob = Browser(), Browser()
    waiting = await alice.starts(side="black")
    theirs = await alice.starts(side="white")
    mine = await alice.starts(side="black")
    for address in (theirs, mine):
        await bob.sends(address + "join")

    response: Any = (await alice.opens("/")).response
    shown = [(f"/game/{game.slug}/", game.your_turn) for game in response.context["my_games"]]

    assert shown[0] == (mine, True)
    assert set(shown[1:]) == {(theirs, False), (waiting, False)}
    assert await Player.objects.acount() == 2


async def test_the_turns_that_are_due_soonest_stand_first_on_the_page() -> None:
    alice, bob = Browser(), Browser()
    assert "Your turn" not in (await alice.opens("/")).text
    addresses = {
        clock: await alice.starts(side="black", preset="15x15", clock=clock)
        for clock in ("", "3d", "1d")
    }
    for address in addresses.values():
        await bob.sends(address + "join")
    now = now_ms()
    for clock, left in (("3d", 3 * DAY), ("1d", 5 * HOUR)):
        await models.Game.objects.filter(slug=addresses[clock].split("/")[2]).aupdate(
            due_ms=now + left + MINUTE
        )

    page: Any = (await alice.opens("/")).response

    shown = [(f"/game/{turn.game.slug}/", turn.left) for turn in page.context["turns"]]
    assert shown == [
        (addresses["1d"], "5 hours left"),
        (addresses["3d"], "3 days left"),
    ]
    html = page.content.decode()
    strip = html.split('id="turns-heading"')[1].split("</section>")[0]
    assert ">15×15 · </span>5 hours left" in strip
    assert "All 3" in strip
    theirs = models.Seat.objects.filter(side=mnk.Side.WHITE).values_list("player__name", flat=True)
    (bobs,) = [name async for name in theirs.distinct()]
    assert strip.count(f'<b dir="auto">{bobs}</b>') == len(shown)
    assert html.index('id="turns-heading"') < html.index('id="start-heading"')
    assert "turns-heading" not in (await bob.opens("/")).response.content.decode()


@pytest.mark.parametrize(
    ("command", "results"),
    [
        ("resign", ["lost", "won"]),
        ("abort", ["aborted", "aborted"]),
        ("offer draw", ["drawn", "drawn"]),
    ],
)
async def test_a_finished_game_is_listed_with_ones_own_result(
    table: Table, command: str, results: list[str]
) -> None:
    game = await table.game()
    people = [await table.sits(game, side) for side in mnk.Side]
    await people[0].says(command)
    await all_hear(*people)
    if command == "offer draw":
        await people[1].says("accept draw")
        await all_hear(*people)

    for side, result in zip(mnk.Side, results, strict=True):
        browser = Browser()
        key = (await models.Seat.objects.aget(game=game, side=side)).key
        await browser.sends(f"/game/{game.slug}/seat/{key}/")
        response: Any = (await browser.opens("/")).response
        (mine,) = response.context["my_games"]
        assert (mine.result, mine.is_over, mine.your_turn) == (result, True, False)
        assert mine.opponent == ("Bob", "Alice")[side]


async def test_a_forged_host_is_refused() -> None:
    response = await Browser().client.get("/", headers={"host": "evil.example"})

    assert response.status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/game/nosuchgame/",
        "/game/nosuchgame/qr.svg",
        "/game/nosuchgame/seat-qr.svg",
        "/game/nosuchgame/seat/key/",
        "/game/" + "a" * 300 + "/",
        "/game/%00/",
        "/game/%ff/",
    ],
)
async def test_where_nothing_lies_a_page_says_so(path: str) -> None:
    page = await Browser().opens(path, 404)

    assert "We can’t find that page" in page.text


# --- Who comes for the first time ----------------------------------------------------------------


async def test_a_newcomer_presses_a_square_and_the_game_has_begun() -> None:
    browser = Browser()
    html = (await browser.opens("/")).response.content.decode()
    assert html.count('name="first" value="') == 9
    assert 'name="preset" value="3x3"' in html.split('class="presets"')[1].split(" checked")[0]

    address = await browser.starts(preset="3x3", opponent="casual", side="black", first="4")

    snapshot = (await browser.opens(address)).data["game-data"]["snapshot"]
    assert [move["square"] for move in snapshot["moves"]][:1] == [4]
    assert snapshot["seats"]["white"]["level"] == "casual"
    game = await models.Game.objects.aget()
    assert game.bot_due or game.ply > 1
    again = (await browser.opens("/")).response.content.decode()
    assert 'name="first"' not in again, "whoever has played is no newcomer"


@pytest.mark.parametrize("first", ["9", "99", "-1", "x", "4.5", "¼", "9999"])
async def test_a_first_stone_that_cannot_lie_leaves_the_board_empty(first: str) -> None:
    await Browser().starts(preset="3x3", opponent="casual", side="black", first=first)

    game = await models.Game.objects.aget()
    assert (game.ply, game.termination) == (0, "")


@pytest.mark.parametrize(
    "fields", [{"side": "white", "opponent": "casual"}, {"side": "black", "invite": "link"}]
)
async def test_only_black_begins_and_only_against_a_bot(fields: dict[str, str]) -> None:
    await Browser().starts(preset="3x3", first="4", **fields)

    assert (await models.Game.objects.aget()).ply == 0


async def test_the_lesson_is_offered_to_whoever_has_played_few_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(home, "FEW_GAMES", 2)
    browser = Browser()
    offered = []
    for _ in range(3):
        page: Any = (await browser.opens("/")).response
        offered.append(page.context["lesson"] is not None)
        await browser.starts(preset="3x3", opponent="novice", side="black")

    assert offered == [True, True, False]


async def test_the_bot_that_suits_is_chosen_and_named() -> None:
    browser = Browser()
    for _ in range(2):
        await browser.starts(preset="7x7", opponent="casual", side="black")
    await models.Game.objects.aupdate(termination="line", winner=0, bot_due=False)
    await models.Seat.objects.aupdate(ended_ms=1)

    html = (await browser.opens("/")).response.content.decode()

    assert (
        '<option value="club" data-about="Starts at once. Club is about your level." selected'
        in (html)
    )
    assert ">Starts at once. Club is about your level.</p>" in html


# --- What the page shows without scripts ----------------------------------------------------------


async def test_lists_are_there_without_scripts(table: Table) -> None:
    live = await table.live_game()
    listed = await table.invitation(listed=True)

    html = (await Browser().opens("/")).response.content.decode()

    card = html.split(f'data-live="{live.slug}"')[1].split("</a>")[0]
    assert "Alice" in card
    assert card.count("away") == 2  # of Bob: the class and the word
    assert "Watch all 1" in html
    row = html.split('id="open-games"')[1]
    assert f'action="/game/{listed.slug}/join"' in row
    assert "you play O" in " ".join(row.split())


async def test_markup_in_names_is_text_on_cards_and_rows(table: Table) -> None:
    await table.live_game()
    await Player.objects.aupdate(name="<img src=x>")
    await table.invitation(listed=True, by="<script>alert(1)</script>")

    html = (await Browser().opens("/")).response.content.decode()

    assert "<img src=x>" not in html
    assert "<script>alert(1)" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html.split('id="open-games"')[1]


async def test_of_many_games_of_ones_own_some_are_listed_and_the_rest_a_link_away() -> None:
    browser = Browser()
    for _ in range(7):
        await browser.starts(preset="3x3")

    html = (await browser.opens("/")).response.content.decode()

    assert html.count("data-game=") == 5
    assert 'href="/games?mine=1"' in html


# --- Bots ------------------------------------------------------------------------------------


async def test_a_game_against_a_bot_begins_at_once() -> None:
    browser = Browser()

    address = await browser.starts(preset="3x3", side="white", opponent="perfect")

    game = await models.Game.objects.aget()
    assert (game.started, game.listed, game.bot_due) == (True, False, True)
    shown = (await browser.opens(address)).data["game-data"]
    assert shown["side"] == "white"
    assert shown["snapshot"]["seats"]["black"]["level"] == "perfect"
    mine = await browser.opens("/")
    assert "Perfect" in mine.text


async def test_a_bot_waits_for_the_person_who_begins() -> None:
    await Browser().starts(preset="10x10", side="black", opponent="aggressive")

    game = await models.Game.objects.aget()
    assert not game.bot_due
    assert (await game.seats.aget(side=1)).aggressiveness == bots.AGGRESSIVENESS


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        ({"preset": "15x15", "opponent": "perfect"}, "Perfect doesn’t play 15×15"),
        ({"preset": "3x3", "opponent": "alphago"}, "no bot 'alphago'"),
        ({"preset": "3x3", "opponent": "x" * 41}, "40"),
        (CUSTOM | {"opponent": "perfect"}, "Perfect doesn’t play 9×7"),
    ],
)
async def test_a_bot_that_does_not_play_is_refused(fields: dict[str, str], part: str) -> None:
    page = Page(await Browser().sends("/games/new", 400, **fields))

    assert part in " ".join(_errors(page)["opponent"])
    assert not await models.Game.objects.aexists()


async def test_every_bot_is_offered_and_says_what_it_is() -> None:
    page = await Browser().opens("/")

    html = page.response.content.decode()
    for bot in bots.every_bot():
        assert bot.name in page.text
        assert f'data-about="{bot.about}' in html
    # One is chosen already, and says what it is without scripts, too.
    assert bots.find("casual").about in page.text


async def test_a_bot_plays_unless_the_button_pressed_invites_a_person() -> None:
    """The list of bots always has one chosen: every button sends it."""
    for fields, listed, has_bot in (
        ({"invite": ""}, False, True),
        ({"invite": "link"}, False, False),
        ({"invite": "open"}, True, False),
    ):
        await Browser().starts(preset="3x3", opponent="novice", **fields)

        game = await models.Game.objects.alatest("pk")
        bot = models.Seat.objects.filter(game=game, player__level="novice")
        assert (await bot.aexists(), game.listed) == (has_bot, listed), fields


# --- Exhibitions -----------------------------------------------------------------------------


async def test_an_exhibition_shows_its_table_and_games(hub: Hub) -> None:
    exhibition = await sync_to_async(exhibitions.make)(
        title="Robots’ evening",
        levels=[bots.find("novice"), bots.find("club")],
        variant=mnk.Variant(3, 3, 3),
        rounds=1,
        at_once=1,
    )
    (begun,) = await hub.read(exhibitions.begin_what_may)

    home = await Browser().opens("/")
    page = await Browser().opens(f"/exhibition/{exhibition.slug}/")
    table = await Browser().opens(f"/exhibition/{exhibition.slug}/table")

    assert "Robots’ evening" in home.text
    for shown in (page, table):
        assert "0 of 2 games played" in " ".join(shown.text.split())
        html = shown.response.content.decode()
        assert f'<a class="mini" href="/game/{begun}/">' in html
        assert html.count("thumbnail") == 1  # the one that is being played
        assert "not started" in shown.text


async def test_no_such_exhibition() -> None:
    for path in ("/exhibition/nosuch/", "/exhibition/nosuch/table"):
        await Browser().opens(path, status=404)
