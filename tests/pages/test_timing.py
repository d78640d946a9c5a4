"""The timing log: its words, and its page."""

import asyncio
from dataclasses import replace
from typing import Any, get_args

import pytest

from games import mnk
from games.pages import boards
from games.pages import timing as words
from games.play import models
from games.play.clocktime import timing
from games.players.models import Player
from tests.pages.browser import Browser, Page
from tests.people import Table, all_hear, plays

BLACK, WHITE = mnk.Side
NAMES = mnk.BySide("Alice", "Bob")
FIVES = mnk.PRESETS["15x15"].variant
AT = 1_700_000_000_000


CLOCK = mnk.time_control_from_text("5+3")
TURN = timing.Turn(
    at_ms=AT,
    side=WHITE,
    number=12,
    square_name="h8",
    spent_ms=12_345,
    grace_ms=0,
    left=mnk.TimeLeft(291_250, 0),
    taken_back=False,
)


def _log(*entries: timing.Entry, control: mnk.TimeControl | None = CLOCK) -> timing.TimingLog:
    return timing.TimingLog(control, entries)


def test_a_turn_in_words() -> None:
    later = replace(TURN, at_ms=AT + 83_456, grace_ms=430)

    first, row = words.rows(_log(TURN, later), NAMES, FIVES)

    assert first.when.since == "+0:00.0"
    assert row == words.TurnRow(
        when=words.When("2023-11-14T22:14:43.456Z", "22:14:43 UTC, 14 Nov 2023", "+1:23.4"),
        badge=boards.badge(WHITE, FIVES),
        name="Bob",
        number=12,
        square="h8",
        spent="12.3 s",
        grace="0.4 s",
        left="4:51.2",
        taken_back=False,
    )


def test_a_turn_without_a_clock_leaves_nothing() -> None:
    (row,) = words.rows(_log(replace(TURN, left=None), control=None), NAMES, FIVES)

    assert isinstance(row, words.TurnRow)
    assert (row.spent, row.grace, row.left) == ("12.3 s", "", "")


@pytest.mark.parametrize(
    ("side", "kind", "ms", "sentence"),
    [
        (WHITE, "connected", None, "Bob connected"),
        (WHITE, "disconnected", None, "Bob disconnected"),
        (BLACK, "credited", 12_345, "The server was away. Alice got 12.3 s back"),
        (WHITE, "added", 15_000, "Alice gave Bob 15 s more"),
        (None, "paused", None, "The game was paused"),
        (BLACK, "resumed", None, "Alice resumed the game"),
        (WHITE, "taken_back", None, "Bob took back a move"),
        (BLACK, "flagged", None, "Alice ran out of time"),
        (None, "ended", None, "The game ended"),
    ],
)
def test_an_event_in_words(
    side: mnk.Side | None, kind: timing.EventKind, ms: int | None, sentence: str
) -> None:
    (row,) = words.rows(_log(timing.Event(AT, side, kind, ms)), NAMES, FIVES)

    assert isinstance(row, words.EventRow)
    assert row.badge == (None if side is None else boards.badge(side, FIVES))
    assert row.sentence.replace("<bdi>", "").replace("</bdi>", "") == sentence


def test_who_has_no_name_is_called_as_the_board_shows_them() -> None:
    left = timing.Event(AT, WHITE, "disconnected")
    for variant, sentence in ((FIVES, "White"), (mnk.PRESETS["3x3"].variant, "O")):
        (row,) = words.rows(_log(left), mnk.BySide("", ""), variant)
        assert isinstance(row, words.EventRow)
        assert row.sentence == f"<bdi>{sentence}</bdi> disconnected"


def test_every_event_has_words_whoever_it_was() -> None:
    for kind in get_args(timing.EventKind):
        for side in (None, BLACK, WHITE):
            (row,) = words.rows(_log(timing.Event(AT, side, kind)), mnk.BySide("", ""), FIVES)
            assert isinstance(row, words.EventRow)
            assert row.sentence


def test_markup_in_a_name_stays_text() -> None:
    (row,) = words.rows(_log(timing.Event(AT, BLACK, "connected")), mnk.BySide("<b>", ""), FIVES)

    assert isinstance(row, words.EventRow)
    assert row.sentence == "<bdi>&lt;b&gt;</bdi> connected"


# --- The page --------------------------------------------------------------------------------


async def test_who_came_and_went_stands_between_the_moves(table: Table) -> None:
    alice, bob = Browser(), Browser()
    address = await alice.starts(preset="3x3", side="black", clock="5+3")
    await bob.sends(address + "join")
    await table.three(await models.Game.objects.aget())
    names = [player.name async for player in Player.objects.order_by("pk")]

    # It is noted some time after it has happened: nobody waits for it.
    async with asyncio.timeout(60):
        while True:
            page = await alice.opens(f"{address}timing")
            if all(f"{name} connected" in page.text for name in names):
                break
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("clock", ["", "5+3", "1d"])
async def test_anyone_reads_where_the_time_went(table: Table, clock: str) -> None:
    alice, bob, eve = Browser(), Browser(), Browser()
    address = await alice.starts(preset="3x3", side="black", clock=clock)
    await bob.sends(address + "join")
    game = await models.Game.objects.aget()
    people = await table.three(game)
    await plays(game, "b2a1c3", *people)

    for browser in (alice, bob, eve):
        page = await browser.opens(f"{address}timing")

        rows = [row for row in _rows(page) if isinstance(row, words.TurnRow)]
        assert [(row.number, row.square) for row in rows] == [(1, "b2"), (2, "a1"), (3, "c3")]
        assert all(row.left for row in rows) == bool(clock)
        title = mnk.time_control_from_text(clock).title if clock else "This game has no clock"
        assert title in page.text
        assert "The server keeps the clock" in page.text
        assert f'href="{address}"' in page.response.content.decode()
        assert f'href="{address}#2"' in page.response.content.decode()
        assert 'datetime="20' in page.response.content.decode()


async def test_a_game_in_which_nothing_has_happened(table: Table) -> None:
    alice = Browser()
    address = await alice.starts(clock="5+3")

    page = await alice.opens(f"{address}timing")

    assert "Nothing has happened yet" in page.text
    assert "table" not in page.tags


async def test_a_turn_taken_back_is_struck_out(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "b2", alice, bob, eve)
    await alice.says("offer", what="takeback")
    await all_hear(alice, bob, eve)
    await bob.says("accept", what="takeback")
    await all_hear(alice, bob, eve)

    page = await Browser().opens(f"/game/{game.slug}/timing")

    assert "<s>b2</s>" in page.response.content.decode()
    assert f'href="/game/{game.slug}/#1"' not in page.response.content.decode()
    assert "Alice took back a move" in page.text


@pytest.mark.usefixtures("hub")
async def test_there_is_no_log_of_no_game() -> None:
    page = await Browser().opens("/game/nosuchgame/timing", 404)

    assert "We can’t find that page" in page.text


def _rows(page: Page) -> list[words.TurnRow | words.EventRow]:
    context: Any = page.response
    rows: list[words.TurnRow | words.EventRow] = context.context["rows"]
    return rows
