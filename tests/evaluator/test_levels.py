"""Levels choose moves: the same for the same seed, legal always, perfect where perfect is asked."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.evaluator import levels as registry
from games.evaluator.errors import BadLimit, LevelTaken, NoSuchLevel, NothingToPlay
from games.evaluator.levels import (
    AGGRESSIVE,
    FIRST_FREE,
    PERFECT,
    RANDOM,
    Level,
    aggressive_level,
    choose_move,
    every_level,
    find,
    register,
)
from tests.mnk.strategies import games

from . import brute, strategies

OWN = (FIRST_FREE, RANDOM, AGGRESSIVE, PERFECT)
VARIANT = mnk.Variant(3, 3, 3)
START = mnk.Position.start(VARIANT)


@pytest.fixture
def registered() -> Iterator[dict[str, Level]]:
    """The registry, put back as it was afterwards."""
    before = dict(registry._LEVELS)
    yield registry._LEVELS
    registry._LEVELS.clear()
    registry._LEVELS.update(before)


@pytest.mark.parametrize("level", OWN, ids=lambda level: level.key)
@strategies.law
@given(game=games(strategies.small_variants), seed=st.integers(0, 1000))
def test_a_level_plays_a_legal_square_the_same_one_each_time(
    level: Level, game: mnk.GameState, seed: int
) -> None:
    if game.is_over:
        with pytest.raises(NothingToPlay):
            choose_move(game.position, level, seed)
        return
    square = choose_move(game.position, level.key, seed, nodes=2000)

    assert square in game.position.empty_squares()
    assert choose_move(game.position, level, seed, nodes=2000) == square


def test_the_first_free_square_is_a1_then_b1() -> None:
    assert choose_move(START, FIRST_FREE, 7) == 0
    assert choose_move(START.play(0), FIRST_FREE, 7) == 1


def test_another_seed_breaks_ties_in_another_way() -> None:
    for level in (RANDOM, PERFECT):
        assert len({choose_move(START, level, seed) for seed in range(40)}) > 4
    assert choose_move(START, PERFECT, 1) != 4


@pytest.mark.parametrize("robo", list(mnk.Side), ids=lambda side: side.word)
def test_a_perfect_player_never_loses_and_beats_who_errs(robo: mnk.Side) -> None:
    """Against every way Alice can play 3×3."""
    outcomes = set()
    waiting = [mnk.GameState.start(VARIANT)]
    while waiting:
        game = waiting.pop()
        if game.outcome is not None:
            outcomes.add(game.outcome.winner)
        elif game.side_to_move is robo:
            square = choose_move(game.position, PERFECT, game.ply)
            waiting.append(game.play(square, by=robo))
        else:
            waiting += [game.play(at, by=robo.other) for at in game.position.empty_squares()]

    assert outcomes == {robo, None}


def test_a_perfect_player_takes_the_quickest_win_and_the_slowest_loss() -> None:
    for board, sign in list(brute.reachable(VARIANT))[::7]:
        both = mnk.BySide("X", "O").map(
            lambda side: frozenset(at for at, found in enumerate(board) if found == side)  # noqa: B023
        )
        position = mnk.Position.of(VARIANT, both, mnk.Side("XO".index(sign)))
        if brute.has_line(board, brute.other(sign), VARIANT) or position.is_full:
            continue
        values = brute.after_each(board, sign, VARIANT)
        assert values[choose_move(position, PERFECT, 3)] == brute.best(
            board, sign, VARIANT, False, False
        )


def test_a_perfect_player_of_a_large_board_plays_what_it_has() -> None:
    variant = mnk.Variant(10, 10, 5)
    moves = mnk.moves_from_text("e5a1f5b1g5c1", variant)
    position = mnk.GameState.replay(variant, moves).position

    assert choose_move(position, PERFECT, 1) in {mnk.square(name, variant) for name in ("d5", "h5")}


def test_aggressiveness_can_change_from_move_to_move() -> None:
    variant = mnk.Variant(10, 10, 5)
    moves = mnk.moves_from_text("e5a1f5a2g5b1j10", variant)
    position = mnk.GameState.replay(variant, moves).position
    blocks = {mnk.square(name, variant) for name in ("d5", "h5")}

    assert choose_move(position, aggressive_level(1.0), 1) in blocks
    assert choose_move(position, aggressive_level(0.0), 1) not in blocks


def test_a_level_nobody_knows_is_refused() -> None:
    with pytest.raises(NoSuchLevel, match=r"no level “oracle”: choose one of first-free, random"):
        choose_move(START, "oracle", 1)


def test_no_nodes_are_refused() -> None:
    with pytest.raises(BadLimit):
        choose_move(START, RANDOM, 1, nodes=0)


def test_others_can_join_under_a_key_of_their_own(registered: dict[str, Level]) -> None:
    last = register(Level("last", "Last", lambda position, nodes, seed: nodes + seed))

    assert find("last") is last
    assert last in every_level()
    assert choose_move(START, "last", 2, nodes=3) == 5
    assert register(last) is last
    with pytest.raises(LevelTaken, match="“last” already"):
        register(Level("last", "Another", last.choose))
    assert "last" in registered
