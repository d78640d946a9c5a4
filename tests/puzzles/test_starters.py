"""The puzzles that come with the server: kept once, whoever starts first, and true."""

import logging
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connections

from config import start
from games import mnk, puzzles
from games.evaluator.rules import MAX_EXACT_SQUARES
from games.evaluator.strong.patterns import is_supported
from games.play.hub import Hub
from games.players.models import Player
from games.puzzles import starters
from games.review.models import Attempt, Puzzle
from games.review.themes import Theme, theme_of
from games.thinking import puzzling
from tests.evaluator import brute
from tests.evaluator.strong import naive
from tests.puzzles.puzzlegames import AT, kept

SET = puzzles.read_starters()


def _position(starter: puzzles.Starter) -> mnk.Position:
    return mnk.position_from_line(starter.position)


# --- The set -------------------------------------------------------------------------------------


def test_there_are_puzzles_for_every_board_people_choose_from_and_of_every_length() -> None:
    boards = Counter(_position(each).variant for each in SET.puzzles)
    lengths = Counter(each.solving.plies for each in SET.puzzles)
    themes = Counter(theme_of(_position(each), each.solving) for each in SET.puzzles)

    assert len(SET.puzzles) >= 100
    assert set(boards) >= {
        variant
        for variant in (preset.variant for preset in mnk.PRESETS.values())
        if variant.line_rule.says.has_one_answer
        and (is_supported(variant) or variant.squares <= MAX_EXACT_SQUARES)
    }  # on others there are no certificates for the checker to read: caro, renju, misère, gravity
    assert set(lengths) == {3, 5, 7, 9, 11}
    assert min(lengths.values()) >= 3
    assert set(themes) == set(Theme)
    assert min(themes.values()) >= 4
    assert all(each.solving.kind == "exact" for each in SET.puzzles)
    assert "manage.py make_puzzles" in SET.command
    assert SET.licence


def test_no_two_are_the_same_turned_mirrored_or_with_the_sides_swapped() -> None:
    keys = {mnk.canonical(_position(each)).key for each in SET.puzzles}
    assert len(keys) == len({each.slug for each in SET.puzzles}) == len(SET.puzzles)


@pytest.mark.parametrize("starter", SET.puzzles, ids=lambda starter: starter.slug)
def test_its_line_is_forced_to_the_end_and_every_wrong_move_is_answered(
    starter: puzzles.Starter,
) -> None:
    position, found = _position(starter), starter.solving
    assert not puzzling.is_trivial(position)
    solver = position.side_to_move
    turn = found.turns[0]
    for square in position.empty_squares():
        if square == found.solution:
            continue
        # What is said about each other square can be played out.
        after = position.play(square)
        line = turn.after(square)
        # On 7×7 the exact search may not have found the best reply in time.
        assert line or after.is_full or position.variant == mnk.PRESETS["7x7"].variant
        for move in line:
            assert not any(map(after.has_line, mnk.Side))
            after = after.play(move)
        if line and square not in turn.drawing and square not in dict(turn.answered):
            assert after.has_line(solver.other)
    for at, move in enumerate(found.line):
        assert not any(map(position.has_line, mnk.Side))
        if at % 2 and at == found.plies - 2:
            # At the end two threats or more: the reply stops one.
            passed = position.play(move)
            assert naive.lines_in_one(passed)
        position = position.play(move)
    assert position.has_line(solver)
    assert len(found.line) == found.plies


@pytest.mark.parametrize(
    "starter",
    [each for each in SET.puzzles if each.position.startswith(("3x3x3-", "4x4x4-"))],
    ids=lambda starter: starter.slug,
)
def test_on_the_smallest_boards_trying_everything_says_the_same(starter: puzzles.Starter) -> None:
    position, found = _position(starter), starter.solving
    if len(position.empty_squares()) > 9:
        pytest.skip("trying everything would take minutes")
    sign = "XO"[position.side_to_move]
    ends = brute.after_each(brute.board_of(position), sign, position.variant)
    wins = {square: plies for square, (outcome, plies) in ends.items() if outcome == "win"}
    assert wins == {found.solution: found.plies}
    draws = {square for square, (outcome, _) in ends.items() if outcome == "draw"}
    assert draws == set(found.turns[0].drawing)


SAMPLE = [
    next(each for each in SET.puzzles if each.position.startswith(board))
    for board in ("4x4x4-", "5x4x4-", "6x6x4-", "10x10x5-", "15x15x5-f", "15x15x5-e", "19x19x5-")
]


@pytest.mark.parametrize("starter", SAMPLE, ids=lambda starter: starter.slug)
def test_a_search_from_scratch_proves_some_of_them_again(starter: puzzles.Starter) -> None:
    assert puzzling.faults(_position(starter), starter.solving) == []


# --- Kept ----------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_they_are_kept_once_in_a_moment_and_as_old_as_the_set() -> None:
    began = time.monotonic()
    assert puzzles.stock() == len(SET.puzzles)
    assert time.monotonic() - began < 20  # 1 s on an idle machine
    assert puzzles.stock() == 0

    rows = list(Puzzle.objects.all())
    assert {row.slug for row in rows} == {each.slug for each in SET.puzzles}
    assert all(row.starter and row.theme and row.edge and row.game is None for row in rows)
    assert {row.created_ms for row in rows} == {SET.made_ms}
    ratings = sorted(row.rating for row in rows)
    assert ratings[0] < 900
    assert ratings[-1] > 1800
    today = puzzles.of_day(SET.made_ms + 86_400_000)
    assert today is not None


@pytest.mark.django_db
def test_one_that_a_game_had_first_is_not_kept_again_and_the_other_way_round() -> None:
    easy = SET.puzzles[0]
    row = kept(_position(easy))
    assert puzzles.stock() == len(SET.puzzles) - 1
    assert not Puzzle.objects.get(pk=row.pk).starter
    assert puzzles.stock() == 0
    for starter in SET.puzzles[1:4]:
        position = _position(starter)
        assert not puzzles.keep(position, starter.solving, game_id=None, ply=5, at=AT)
    assert Puzzle.objects.count() == len(SET.puzzles)


@pytest.mark.django_db
def test_an_upgrade_that_brings_more_adds_those_and_touches_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few = msgspec.structs.replace(SET, puzzles=SET.puzzles[:10])
    monkeypatch.setattr(starters, "read_starters", lambda: few)
    assert puzzles.stock() == 10
    alice = Player.objects.create(name="Alice")
    puzzles.give_up(few.puzzles[0].slug, player_id=alice.pk, at=AT)
    before = Puzzle.objects.get(slug=few.puzzles[0].slug)
    monkeypatch.setattr(starters, "read_starters", lambda: SET)

    assert puzzles.stock() == len(SET.puzzles) - 10

    assert Puzzle.objects.get(pk=before.pk).rating == before.rating
    assert Attempt.objects.count() == 1


@pytest.mark.django_db
def test_a_host_who_does_not_want_them_gets_none(settings: Any) -> None:
    settings.INAROW_STARTER_PUZZLES = False
    assert puzzles.stock() == 0
    assert not Puzzle.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_several_processes_that_start_at_once_keep_each_once() -> None:
    def stocks(_: int) -> int:
        try:
            return puzzles.stock()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as processes:
        list(processes.map(stocks, range(4)))

    assert Puzzle.objects.filter(starter=True).count() == len(SET.puzzles)


async def test_a_server_that_starts_has_them(hub: Hub) -> None:
    await start._stock_puzzles(hub)
    assert await Puzzle.objects.filter(starter=True).acount() == len(SET.puzzles)


async def test_a_server_that_cannot_keep_them_starts_all_the_same(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full() -> int:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(puzzles, "stock", full)
    with caplog.at_level(logging.WARNING):
        await start._stock_puzzles(hub)
    assert "starter_puzzles_not_kept" in caplog.text
    assert not await sync_to_async(Puzzle.objects.exists)()
