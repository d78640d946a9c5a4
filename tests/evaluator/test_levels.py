"""Levels choose moves: the same for the same seed, legal always, perfect where perfect is asked."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.evaluator import levels as registry
from games.evaluator.errors import (
    BadAggressiveness,
    BadLimit,
    LevelTaken,
    NoSuchLevel,
    NothingToPlay,
)
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
    level_for,
    register,
)
from games.evaluator.strengths import LEVELS
from games.evaluator.strong import Analysis
from tests.mnk.strategies import games

from . import brute, strategies

OWN = (FIRST_FREE, RANDOM, AGGRESSIVE, PERFECT)
VARIANT = mnk.Variant(3, 3, 3)
START = mnk.Position.start(VARIANT)


@pytest.fixture
def registered() -> Iterator[dict[str, Level]]:
    """The registry; afterwards it is put back as it was."""
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

    assert square in game.position.playable_moves()
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
        assert values[choose_move(position, PERFECT, 3)] == brute.best(board, sign, VARIANT)


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


def test_one_call_finds_the_aggressive_bot_with_any_a() -> None:
    assert level_for("aggressive").key == level_for("aggressive", 0.8).key == AGGRESSIVE.key
    assert level_for("aggressive", 0.5).key == "aggressive-0.5"
    assert level_for("club", 0.5) is find("club")
    for wrong in (-0.1, float("nan"), float("inf")):
        with pytest.raises(BadAggressiveness) as refusal:
            level_for("aggressive", wrong)
        assert refusal.value.code == "badAggressiveness"
    with pytest.raises(NoSuchLevel):
        level_for("oracle", 0.5)


SPREAD = (
    mnk.Variant(1, 1, 1),
    mnk.Variant(1, 5, 3),
    mnk.Variant(3, 3, 3),
    mnk.Variant(4, 4, 4),
    mnk.Variant.full_lines(3, 3),
    mnk.Variant.full_lines(5, 7),
    mnk.Variant(10, 10, 5),
    mnk.Variant(15, 15, 5, mnk.LineRule.EXACT),
    mnk.Variant(19, 19, 5),
    mnk.Variant(32, 32, 5),
    mnk.Variant(32, 32, 20),
    mnk.Variant(32, 1, 5),
    mnk.Variant(12, 12, 7, mnk.LineRule.EXACT),
)
KEYS = ("first-free", "random", "aggressive-0.8", "perfect", *LEVELS)


@pytest.mark.parametrize("variant", SPREAD, ids=lambda variant: variant.title)
@pytest.mark.parametrize("key", KEYS)
def test_every_level_plays_every_variant(key: str, variant: mnk.Variant) -> None:
    """Robo plays itself from the start, and from a board with stones about."""
    for begun in (0, min(9, variant.squares // 3)):
        game = mnk.GameState.start(variant)
        rng = Random(begun)
        while not game.is_over and game.ply < begun:
            square = rng.choice(game.position.empty_squares())
            game = game.play(square, by=game.side_to_move)
        for seed in range(2):
            if game.is_over:
                break
            square = choose_move(game.position, key, seed, nodes=300)
            game = game.play(square, by=game.side_to_move)  # refused if it is illegal


@pytest.mark.parametrize("variant", [each for each in SPREAD if each.squares > 9])
@pytest.mark.parametrize("key", [*LEVELS, "perfect"])
def test_a_player_completes_a_line_and_blocks_one(key: str, variant: mnk.Variant) -> None:
    row, width = variant.height // 2, variant.width
    if variant.width < variant.k or variant.k < 3:
        return
    length = width if variant.line_rule is mnk.LineRule.FULL_LINES else variant.k
    line = [row * width + column for column in range(length)]
    beside = frozenset({line[-1] + 1}) if width > length else frozenset()
    for side in mnk.Side:
        both = mnk.BySide(frozenset(line[:2] + line[3:]), beside)
        position = mnk.Position.of(variant, both, side)
        assert choose_move(position, key, seed=5, nodes=300) == line[2]


def test_whoever_is_told_the_move_stays_the_same() -> None:
    position = mnk.Position.start(mnk.Variant(10, 10, 5)).play(55).play(45)
    for key in KEYS:
        told: list[Analysis] = []
        square = choose_move(position, key, seed=3, nodes=3_000, on_info=told.append)

        assert square == choose_move(position, key, seed=3, nodes=3_000)
        if key == "expert":
            assert told[-1].best == square
            assert told[-1].principal_variation[0] == square
            assert [each.depth for each in told] == sorted({each.depth for each in told})
            assert all(0 < each.nodes <= 3_000 for each in told)
        elif key not in LEVELS:
            assert told == []


def test_a_level_looks_at_as_many_nodes_as_it_is_meant_to() -> None:
    position = mnk.Position.start(mnk.Variant(15, 15, 5)).play(112).play(113).play(128)
    told: list[Analysis] = []
    choose_move(position, "expert", seed=1, on_info=told.append)

    assert find("master").nodes == LEVELS["master"].nodes
    assert told[-1].nodes <= find("expert").nodes == LEVELS["expert"].nodes


def test_a_level_nobody_knows_is_refused() -> None:
    with pytest.raises(NoSuchLevel, match=r"no level “oracle”: choose one of first-free, random"):
        choose_move(START, "oracle", 1)


def test_no_nodes_are_refused() -> None:
    with pytest.raises(BadLimit):
        choose_move(START, RANDOM, 1, nodes=0)


def test_others_can_join_under_a_key_of_their_own(registered: dict[str, Level]) -> None:
    last = register(Level("last", "Last", lambda position, nodes, seed, on_info: nodes + seed))

    assert find("last") is last
    assert last in every_level()
    assert choose_move(START, "last", 2, nodes=3) == 5
    assert register(last) is last
    with pytest.raises(LevelTaken, match="“last” already"):
        register(Level("last", "Another", last.choose))
    assert "last" in registered


@pytest.mark.parametrize("key", ["novice", "beginner", "casual"])
def test_a_player_stops_four_of_caro_on_the_only_square_that_does(key: str) -> None:
    """O.XXXX. is completed on two squares; a stone on the right one also blocks the other line."""
    variant = mnk.PRESETS["15x15-caro"].variant
    black, white = (
        frozenset(mnk.square(name, variant) for name in names.split())
        for names in ("d8 e8 f8 g8 n2", "b8 k3 m9 o14")
    )
    position = mnk.Position.of(variant, mnk.BySide(black, white), mnk.Side.WHITE)

    for seed in range(6):
        assert mnk.name(choose_move(position, key, seed), variant) == "h8"
    cut_off = mnk.Position.of(variant, mnk.BySide(black, white | {127}), mnk.Side.BLACK)
    assert mnk.name(127, variant) == "h9"
    assert mnk.name(choose_move(cut_off, key, 1), variant) in ("c8", "h8")


@pytest.mark.parametrize("keys", [("casual", "aggressive-0.8"), ("random", "novice")], ids=str)
def test_players_play_caro_to_an_end(keys: tuple[str, str]) -> None:
    game = mnk.GameState.start(mnk.Variant(9, 9, 5, mnk.LineRule.CARO))
    while not game.is_over:
        key = keys[game.side_to_move]
        square = choose_move(game.position, key, seed=game.ply, nodes=200)
        game = game.play(square, by=game.side_to_move)

    assert game.outcome is not None
