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
from games.play.hub import Hub
from games.players.models import Player
from games.puzzles import starters
from games.puzzles.attempts import DAY_MS
from games.review.models import Attempt, Puzzle
from games.review.themes import Theme, theme_of
from games.thinking import puzzling
from tests.evaluator import brute, falling, plain_fours
from tests.evaluator.strong import naive
from tests.puzzles.puzzlegames import AT, kept

SET = puzzles.read_starters()
EARLIER = [each for each in SET.puzzles if each.made_ms is None]
"""Those of the first set: races, with certificates."""
LATER = [each for each in SET.puzzles if each.made_ms is not None]
"""Those of the other rules."""


def _position(starter: puzzles.Starter) -> mnk.Position:
    return mnk.position_from_line(starter.position)


# --- The set -------------------------------------------------------------------------------------


def test_there_are_puzzles_for_every_board_people_choose_from_and_of_every_length() -> None:
    boards = Counter(_position(each).variant for each in SET.puzzles)
    lengths = Counter(each.solving.plies for each in SET.puzzles)
    themes = Counter(theme_of(_position(each), each.solving) for each in SET.puzzles)

    assert len(EARLIER) == 117
    assert set(boards) >= {
        variant
        for variant in (preset.variant for preset in mnk.PRESETS.values())
        if variant.line_rule.says.stones_a_turn == 1
    }  # a turn of two stones is no move and its reply
    assert set(lengths) == {3, 4, 5, 6, 7, 9, 11}
    assert {lengths[plies] for plies in (4, 6)} == {3, 2}  # a line loses: the last move is theirs
    assert min(lengths[plies] for plies in (3, 5, 7, 9, 11)) >= 3
    assert set(themes) == set(Theme)
    assert all(themes[theme] >= 3 for theme in Theme if theme is not Theme.STACKED)
    for starter in SET.puzzles:
        variant = _position(starter).variant
        is_exact = mnk.has_certificates(variant) or variant.squares <= 64
        assert starter.solving.kind == ("exact" if is_exact else "byFours")
    assert "manage.py make_puzzles" in SET.command
    assert SET.licence


def test_both_colours_win_in_renju_and_white_by_what_black_may_not_play() -> None:
    renju = [each for each in LATER if "-renju/" in each.position]
    won_by = Counter(_position(each).side_to_move for each in renju)
    themes = [theme_of(_position(each), each.solving) for each in renju]
    assert min(won_by[side] for side in mnk.Side) >= 2
    assert themes.count(Theme.FORBIDDEN) == 3


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
    for move in position.playable_moves():
        if move == found.solution:
            continue
        # What is said about each other move can be played out.
        after = position.play(move)
        line = turn.after(move)
        # On 7×7 the exact search may not have found the best reply in time; of fours alone nothing
        # is said but where they are blocked; and a line that loses needs no reply.
        is_told = found.kind == "exact" and position.variant != mnk.PRESETS["7x7"].variant
        assert line or not is_told or brute.is_over(after)
        for each in line:
            assert not any(map(after.has_line, mnk.Side))
            after = after.play(each)
        if line and move not in turn.drawing and move not in dict(turn.answered):
            assert after.has_won(solver.other)
    for at, move in enumerate(found.line):
        assert not any(map(position.has_line, mnk.Side))
        if at % 2 and at == found.plies - 2 and position.variant.line_rule.says.is_race:
            # At the end two threats or more: the reply stops one.
            passed = position.play(move)
            assert naive.lines_in_one(passed)
        position = position.play(move)
    assert position.has_won(solver)
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


def _ends(position: mnk.Position, fours: plain_fours.Fours) -> dict[mnk.Move, tuple[str, int]]:
    """The outcome and plies of each move: by trying everything, or of those that win by fours."""
    variant, (board, sign) = position.variant, plain_fours.of(position)
    if variant.squares > 64:
        return {square: ("win", plies) for square, plies in fours.wins(board, sign).items()}
    if variant.line_rule.says.falls:
        return falling.Falling(variant).after_each(position)
    return brute.after_each(board, sign, variant)


@pytest.mark.parametrize("starter", LATER, ids=lambda starter: starter.slug)
def test_a_slow_search_by_the_definition_says_the_same_at_every_turn(
    starter: puzzles.Starter,
) -> None:
    position, found = _position(starter), starter.solving
    fours = plain_fours.Fours(position.variant)
    places = {0: position}
    for number, turn in enumerate(found.turns):
        here = places[number]
        if turn.wins_at_once:
            assert {move.square for move in turn.right} == _at_once(here)
            continue
        ends = _ends(here, fours)
        wins = {move: plies for move, (outcome, plies) in ends.items() if outcome == "win"}
        quickest = min(wins.values())
        right = {move.square for move in turn.right}
        assert right == {move for move, plies in wins.items() if plies == quickest}
        assert set(turn.slower) == set(wins) - right
        draws = {move for move, (outcome, _) in ends.items() if outcome == "draw"}
        assert set(turn.drawing) == draws
        for move in turn.right:
            after = here.play(move.square)
            assert move.reply is not None
            if move.then is None:
                assert after.play(move.reply).has_won(here.side_to_move)
            else:
                following = places.setdefault(move.then, after.play(move.reply))
                assert following == after.play(move.reply)
                assert _quickest(following, fours) == quickest - 2
                _is_an_answer(after, move.reply, quickest, fours)
        for four, answer in turn.answered:
            board, sign = plain_fours.of(here)
            assert fours.plies(board, four, sign) is None
            _is_an_answer(here.play(four), answer, 0, fours)
            assert fours.least(*plain_fours.of(here.play(four).play(answer))) is None
    assert places[0] == position
    assert len(places) == len(found.turns)


def _quickest(position: mnk.Position, fours: plain_fours.Fours) -> int:
    if _at_once(position):
        return 1
    ends = _ends(position, fours).values()
    return min(plies for outcome, plies in ends if outcome == "win")


def _at_once(position: mnk.Position) -> set[mnk.Move]:
    """The moves that complete a line."""
    side = position.side_to_move
    return {move for move in position.playable_moves() if position.play(move).has_won(side)}


def _is_an_answer(
    after: mnk.Position, reply: mnk.Move, plies: int, fours: plain_fours.Fours
) -> None:
    """By fours: the reply stops the four, if anything does, and the attacker has no more time."""
    if after.variant.squares <= 64:
        return
    board, sign = plain_fours.of(after)
    answers = fours.answers(board, brute.other(sign))
    assert answers is not None
    assert reply in answers or (plies == 3 and not answers)


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
    made = {each.slug: each.made_ms or SET.made_ms for each in SET.puzzles}
    assert {row.slug: row.created_ms for row in rows} == made
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
def test_what_an_upgrade_brings_leaves_the_puzzles_of_the_days_before_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (made_ms,) = {each.made_ms for each in LATER}
    assert made_ms is not None
    days = [SET.made_ms + day * DAY_MS for day in range(1, 1 + (made_ms - SET.made_ms) // DAY_MS)]
    before = msgspec.structs.replace(SET, puzzles=tuple(EARLIER))
    monkeypatch.setattr(starters, "read_starters", lambda: before)
    puzzles.stock()
    of_days = [puzzles.of_day(day) for day in days]
    monkeypatch.setattr(starters, "read_starters", lambda: SET)

    assert puzzles.stock() == len(LATER)

    assert [puzzles.of_day(day) for day in days] == of_days
    later = {puzzles.of_day(days[-1] + day * DAY_MS) for day in range(1, 20)}
    assert {each.slug for each in later if each} & {each.slug for each in LATER}


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
