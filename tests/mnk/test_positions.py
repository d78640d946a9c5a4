"""Positions: set up from stones or reached by moves, they are the same value."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk

from . import interpreter, strategies
from .interpreter import drawn

BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE


def test_the_board_starts_empty_with_black_to_move() -> None:
    start = mnk.Position.start(mnk.Variant(4, 3, 3))

    assert start == drawn(".... .... ....", k=3)
    assert start.side_to_move is BLACK
    assert start.empty_squares() == tuple(range(12))
    assert not start.is_full


def test_alice_and_bob_put_stones_in_turn() -> None:
    start = mnk.Position.start(mnk.Variant(3, 2, 3))
    position = start.play(0).play(5).play(1)

    assert mnk.board_text(position).split() == ["..O", "XX."]
    assert position.side_to_move is WHITE
    assert [position.stone(square) for square in (0, 1, 2, 5)] == [BLACK, BLACK, None, WHITE]
    assert (position.count(BLACK), position.count(WHITE)) == (2, 1)
    assert (position.stones(BLACK), position.stones(WHITE)) == ((0, 1), (5,))
    assert position.empty_squares() == (2, 3, 4)


def test_a_move_leaves_the_position_before_it_as_it_was() -> None:
    start = mnk.Position.start(mnk.Variant(3, 3, 3))
    start.play(4)

    assert start == mnk.Position.start(mnk.Variant(3, 3, 3))


def test_a_taken_square_is_refused_by_its_name() -> None:
    position = drawn("... .X. ...")
    with pytest.raises(mnk.SquareTaken, match=r"^b2 is taken") as refusal:
        position.play(4)

    assert refusal.value.code == "squareTaken"
    assert refusal.value.sentence == str(refusal.value)
    with pytest.raises(mnk.SquareTaken):
        drawn("... .O. ...").play(4)


@pytest.mark.parametrize("square", [-1, 6, 1_000_000])
def test_a_square_off_the_board_is_refused(square: int) -> None:
    start = mnk.Position.start(mnk.Variant(3, 2, 3))
    with pytest.raises(mnk.NoSuchSquare, match=f"no square {square}. They go from 0 to 5"):
        start.play(square)
    with pytest.raises(mnk.NoSuchSquare):
        mnk.Position.of(start.variant, mnk.BySide(frozenset(), frozenset({square})), BLACK)


def test_one_square_cannot_hold_a_stone_of_each_side() -> None:
    stones = mnk.BySide(frozenset({0, 4}), frozenset({4, 5}))
    with pytest.raises(mnk.SquareTaken, match=r"^b2 has a stone of each side"):
        mnk.Position.of(mnk.Variant(3, 3, 3), stones, BLACK)


def test_positions_differ_by_variant_stones_or_side_to_move() -> None:
    position = drawn("X.. ... ...")

    assert position == drawn("X.. ... ...")
    assert position != drawn("X.. ... ...", k=2)
    assert position != drawn("X.. ... ...", to_move=BLACK)
    assert position != drawn("O.. ... ...")
    assert len({position, drawn("X.. ... ..."), drawn("O.. ... ...")}) == 2


@strategies.law
@given(strategies.games(strategies.variants()))
def test_the_moves_of_a_game_replayed_give_its_position(game: mnk.GameState) -> None:
    laid = mnk.stones_after(game.moves, game.variant)
    stones = mnk.BySide(BLACK, WHITE).map(
        lambda side: frozenset(square for square, (kind, _) in laid.items() if kind is side)
    )

    assert mnk.GameState.replay(game.variant, game.moves) == game
    assert (
        mnk.Position.of(game.variant, stones, game.variant.line_rule.side_of_ply(game.ply))
        == game.position
    )


@strategies.law
@given(strategies.positions(strategies.variants()))
def test_every_square_is_black_white_or_empty(position: mnk.Position) -> None:
    by_hand = {
        side: tuple(
            square for square in range(position.variant.squares) if position.stone(square) is side
        )
        for side in (BLACK, WHITE, None)
    }

    assert position.stones(BLACK) == by_hand[BLACK]
    assert position.stones(WHITE) == by_hand[WHITE]
    assert position.empty_squares() == by_hand[None]
    assert [position.count(side) for side in mnk.Side] == [len(by_hand[side]) for side in mnk.Side]
    assert position.is_full == (not by_hand[None])


@strategies.law
@given(strategies.positions(strategies.variants()), st.integers(-2, 70))
def test_a_move_adds_one_stone_or_is_refused(position: mnk.Position, square: int) -> None:
    before = interpreter.stones(position)
    if not 0 <= square < position.variant.squares:
        square += position.variant.moves if square > 0 else 0
        with pytest.raises(mnk.NoSuchSquare):
            position.play(square)
    elif position.stone(square) is not None:
        with pytest.raises(mnk.SquareTaken):
            position.play(square)
    elif position.landing(square) != square:
        with pytest.raises(mnk.StoneWouldFall):
            position.play(square)
    elif square in position.forbidden:
        with pytest.raises(mnk.ForbiddenSquare):
            position.play(square)
    else:
        after = position.play(square)
        is_free = position.variant.line_rule is mnk.LineRule.WILD
        kind = BLACK if is_free else position.side_to_move
        added = {interpreter.point(square, position.variant): interpreter.SIGN[kind]}

        assert interpreter.stones(after) == before | added
        goes_on = position.variant.line_rule is mnk.LineRule.CONNECT6 and len(before) % 2 == 1
        assert (after.side_to_move is position.side_to_move) is goes_on
    assert interpreter.stones(position) == before


def test_it_is_over_with_a_line_or_without_a_square_to_play() -> None:
    variant = mnk.Variant(3, 3, 3)
    said = {
        text: mnk.position_from_line(f"3x3x3-freestyle/{text}").is_over
        for text in ("3/3/3/X", "XXX/OO1/3/O", "XOX/XOO/OXX/O", "XXX/OO1/3/X")
    }

    assert list(said.values()) == [False, True, True, True]
    assert not mnk.Position.start(variant).play(4).is_over
