"""Dead boards: called so exactly when nobody can win any more, and from then on for good."""

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games import mnk

from . import interpreter, referee, strategies
from .interpreter import drawn

BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
FREESTYLE, EXACT, FULL = mnk.LineRule.FREESTYLE, mnk.LineRule.EXACT, mnk.LineRule.FULL_LINES
CARO = mnk.LineRule.CARO

SMALL_VARIANTS = (
    mnk.Variant(3, 3, 3),
    mnk.Variant(3, 3, 2, EXACT),
    mnk.Variant(3, 3, 3, FULL),
    mnk.Variant(4, 2, 3, EXACT),
    mnk.Variant(2, 4, 4),
    mnk.Variant.full_lines(2, 4),
    mnk.Variant(8, 1, 3, EXACT),
    mnk.Variant(1, 9, 4),
    mnk.Variant(1, 9, 2, EXACT),
    mnk.Variant(4, 2, 2, CARO),
    mnk.Variant(3, 3, 2, CARO),
    mnk.Variant(8, 1, 3, CARO),
    mnk.Variant(1, 9, 4, CARO),
    mnk.Variant(3, 3, 3, CARO, blocked=(8,)),
    mnk.Variant(3, 3, 3, EXACT, blocked=(0, 1)),
    mnk.Variant(8, 1, 3, EXACT, blocked=(3,)),
    mnk.Variant(3, 3, 3, mnk.LineRule.MISERE, blocked=(0,)),
)
NEVER_DEAD = (
    mnk.Variant(3, 3, 2, EXACT),
    mnk.Variant(3, 3, 2, CARO),
    mnk.Variant.full_lines(2, 4),
)
"""Boards where somebody always gets a line in the end."""


def test_an_empty_board_is_alive() -> None:
    assert not drawn("... ... ...").is_dead


def test_a_board_with_stones_of_both_sides_in_every_line_is_dead() -> None:
    assert drawn("XOX XOO OX.").is_dead
    assert not drawn("XOX XOO .X.").is_dead  # black can still get the left column


def test_a_line_that_lacks_more_stones_than_its_side_has_turns_is_dead() -> None:
    assert drawn("XOX X..", k=3, to_move=BLACK).is_dead
    assert not drawn("XOX XX.", k=3, to_move=BLACK).is_dead
    assert drawn("XOX XX.", k=3, to_move=WHITE).is_dead
    assert drawn("XOX ...", k=3, to_move=BLACK).is_dead
    assert not drawn("OO.. ....", k=4, to_move=WHITE).is_dead


def test_a_full_board_without_a_line_is_dead_and_one_with_a_line_is_not() -> None:
    assert drawn("XOX XOO OXX").is_dead
    assert not drawn("XXX OOX XOO").is_dead


def test_an_own_stone_at_the_end_kills_a_line_under_the_exact_rule_only() -> None:
    picture = "XX.X"
    assert drawn(picture, k=3, line_rule=EXACT, to_move=BLACK).is_dead
    assert not drawn(picture, k=3, line_rule=FREESTYLE, to_move=BLACK).is_dead


def test_in_caro_a_line_needs_an_end_that_nobody_has_to_fill() -> None:
    for picture, to_move, is_dead in (
        ("OXX.O", BLACK, True),  # blocked at both ends already
        ("OXX..", BLACK, False),
        ("OXX..", WHITE, True),  # white takes the line, or its last free end
        ("XX.O.", WHITE, False),  # the edge is no stone; white may play elsewhere
        ("XX.O", BLACK, False),
        (".XX.O", BLACK, False),
    ):
        position = drawn(picture, k=3, line_rule=CARO, to_move=to_move)
        assert position.is_dead is is_dead, (picture, to_move)


def test_part_of_a_column_keeps_no_board_alive_under_full_lines() -> None:
    picture = """
        X.O
        O.X
        XXO
        O.X
        X.O
    """
    assert not drawn(picture, k=3).is_dead  # black can still get b3, b4 and b5
    assert drawn(picture, line_rule=FULL).is_dead


def all_reachable(variant: mnk.Variant) -> list[mnk.GameState]:
    """One game for each position that can be reached in play, shortest games first."""
    games = [mnk.GameState.start(variant)]
    seen = {games[0].position}
    for game in games:
        if game.is_over:
            continue
        for square in game.position.empty_squares():
            after = game.play(square, by=game.side_to_move)
            if after.position not in seen:
                seen.add(after.position)
                games.append(after)
    return games


@pytest.mark.parametrize("variant", SMALL_VARIANTS, ids=lambda variant: variant.title)
def test_in_small_games_dead_is_exactly_what_no_continuation_wins(variant: mnk.Variant) -> None:
    winnable: set[mnk.Position] = set()
    dead = 0
    for game in reversed(all_reachable(variant)):
        if not game.is_over:
            nexts = [
                game.play(square, by=game.side_to_move) for square in game.position.empty_squares()
            ]
            if any(after.position in winnable for after in nexts):
                winnable.add(game.position)
            dead += game.is_dead

            assert game.is_dead == (game.position not in winnable)
            if game.is_dead:
                assert all(after.position.is_dead for after in nexts)
        elif game.winning_line:
            winnable.add(game.position)
            assert not game.position.is_dead
        else:
            assert game.position.is_dead
            assert not game.is_dead
    assert bool(dead) == (variant not in NEVER_DEAD)


@strategies.law
@given(strategies.positions(strategies.variants(max_squares=9)))
def test_a_dead_position_set_up_by_hand_is_won_by_no_continuation(position: mnk.Position) -> None:
    assume(not position.has_line(BLACK) and not position.has_line(WHITE))
    winnable = referee.can_still_be_won(
        interpreter.stones(position),
        interpreter.SIGN[position.side_to_move],
        interpreter.rules(position.variant),
    )

    if position.variant.line_rule.says.falls:  # the order of the squares may keep all from a line
        assert not (position.is_dead and winnable)
    else:
        assert position.is_dead == (not winnable)


def test_in_renju_what_is_called_dead_is_won_by_no_continuation() -> None:
    """The other way round it need not be so: forbidden squares may keep black from a line."""
    rng, dead, alive = random.Random("renju"), 0, 0
    while dead < 30 or alive < 30:
        position = nearly_full(rng)
        if position.has_line(BLACK) or position.has_line(WHITE):
            continue
        can_be_won = referee.can_still_be_won(
            interpreter.stones(position),
            interpreter.SIGN[position.side_to_move],
            interpreter.rules(position.variant),
        )
        assert not (position.is_dead and can_be_won), mnk.position_line(position)
        dead += position.is_dead
        alive += can_be_won


def test_where_stones_fall_what_is_called_dead_is_won_by_no_continuation() -> None:
    """The other way round it need not be so: the order of the squares may keep all from a line."""
    rng, dead, alive, neither = random.Random("gravity"), 0, 0, 0
    variant = mnk.Variant(4, 3, 3, mnk.LineRule.GRAVITY)
    for _ in range(300):
        position = mnk.Position.start(variant)
        while not (position.is_stuck or position.has_line(BLACK) or position.has_line(WHITE)):
            if len(position.empty_squares()) <= 5:
                can_be_won = referee.can_still_be_won(
                    interpreter.stones(position),
                    interpreter.SIGN[position.side_to_move],
                    interpreter.rules(variant),
                )
                assert not (position.is_dead and can_be_won), mnk.position_line(position)
                dead += position.is_dead
                alive += can_be_won
                neither += not (position.is_dead or can_be_won)
            position = position.play(rng.choice(position.playable_squares()))
    assert min(dead, alive, neither) > 5


def nearly_full(rng: random.Random) -> mnk.Position:
    """A renju board of 5×5 or 6×5 with a few empty squares."""
    variant = mnk.Variant(rng.choice((5, 6)), 5, 5, mnk.LineRule.RENJU)
    squares = list(range(variant.squares))
    rng.shuffle(squares)
    empty = rng.randint(2, 6)
    black = (variant.squares - empty + 1) // 2
    stones = mnk.BySide(frozenset(squares[:black]), frozenset(squares[black:-empty]))
    return mnk.Position.of(variant, stones, mnk.Side((variant.squares - empty) % 2))


@strategies.law
@given(strategies.positions(strategies.variants(max_size=12, max_squares=100)))
def test_the_slow_referee_calls_the_same_boards_dead(position: mnk.Position) -> None:
    assert position.is_dead == referee.is_dead(
        interpreter.stones(position),
        interpreter.SIGN[position.side_to_move],
        interpreter.rules(position.variant),
    )


@strategies.law
@given(strategies.variants(), st.data())
def test_a_dead_game_stays_dead_to_a_draw_on_the_full_board(
    variant: mnk.Variant, data: st.DataObject
) -> None:
    game, was_dead = mnk.GameState.start(variant), False
    order = data.draw(st.permutations(range(variant.squares)))
    for square in interpreter.from_the_bottom(order, variant):
        assert game.is_dead or not was_dead
        was_dead = game.is_dead
        if square in game.position.forbidden:
            return
        game = game.play(square, by=game.side_to_move)
        if game.is_over:
            break
    if was_dead:
        assert game.outcome == mnk.Outcome(None, mnk.Termination.FULL_BOARD)
