"""Turning or mirroring the board changes no verdict: the 8 symmetries, on squares and rectangles.

A rectangle turned by a quarter is another board, of the turned variant; the rules must not care.
"""

from collections.abc import Callable
from typing import NamedTuple

from hypothesis import given

from games import mnk

from . import strategies


class Symmetry(NamedTuple):
    """Where a square goes, from its column and row and those of the last corner."""

    name: str
    turns: bool
    """Whether width and height change places."""
    move: Callable[[int, int, int, int], tuple[int, int]]

    def variant(self, variant: mnk.Variant) -> mnk.Variant:
        if not self.turns:
            return variant
        return mnk.Variant(variant.height, variant.width, variant.k, variant.line_rule)

    def square(self, square: mnk.Square, variant: mnk.Variant) -> mnk.Square:
        row, column = divmod(square, variant.width)
        column, row = self.move(column, row, variant.width - 1, variant.height - 1)
        return row * self.variant(variant).width + column

    def squares(
        self, squares: tuple[mnk.Square, ...], variant: mnk.Variant
    ) -> tuple[mnk.Square, ...]:
        return tuple(self.square(square, variant) for square in squares)

    def moves(self, moves: tuple[mnk.Move, ...], variant: mnk.Variant) -> tuple[mnk.Move, ...]:
        """The same kinds of stones on the squares where these go."""
        put = (mnk.placed(move, mnk.Side.BLACK, variant) for move in moves)
        return tuple(
            mnk.move_to(self.square(at, variant), kind, self.variant(variant)) for at, kind in put
        )

    def position(self, position: mnk.Position) -> mnk.Position:
        stones = mnk.BySide(mnk.Side.BLACK, mnk.Side.WHITE).map(
            lambda side: frozenset(self.squares(position.stones(side), position.variant))
        )
        return mnk.Position.of(self.variant(position.variant), stones, position.side_to_move)


SYMMETRIES = (
    Symmetry("as it is", False, lambda x, y, right, top: (x, y)),
    Symmetry("half turn", False, lambda x, y, right, top: (right - x, top - y)),
    Symmetry("left and right swapped", False, lambda x, y, right, top: (right - x, y)),
    Symmetry("top and bottom swapped", False, lambda x, y, right, top: (x, top - y)),
    Symmetry("quarter turn", True, lambda x, y, right, top: (y, right - x)),
    Symmetry("three quarters", True, lambda x, y, right, top: (top - y, x)),
    Symmetry("rows as columns", True, lambda x, y, right, top: (y, x)),
    Symmetry("columns as rows", True, lambda x, y, right, top: (top - y, right - x)),
)


def symmetries_of(variant: mnk.Variant) -> tuple[Symmetry, ...]:
    """Those that the rules do not care about: where stones fall, what is below stays below."""
    if not variant.line_rule.says.falls:
        return SYMMETRIES
    return tuple(each for each in SYMMETRIES if each.name in ("as it is", "left and right swapped"))


def test_the_symmetries_are_eight_different_ones() -> None:
    variant = mnk.Variant(3, 3, 3)
    boards = {symmetry.squares(tuple(range(9)), variant) for symmetry in SYMMETRIES}

    assert len(boards) == 8
    assert all(sorted(board) == list(range(9)) for board in boards)


@strategies.law_of_turns
@given(game=strategies.games(strategies.variants()))
def test_a_game_on_the_turned_board_has_the_same_outcome_and_the_turned_line(
    game: mnk.GameState,
) -> None:
    for symmetry in symmetries_of(game.variant):
        moves = symmetry.moves(game.moves, game.variant)
        turned = mnk.GameState.replay(symmetry.variant(game.variant), moves)

        assert turned.outcome == game.outcome, symmetry.name
        line = symmetry.squares(game.winning_line, game.variant)
        assert turned.winning_line == tuple(sorted(line)), symmetry.name
        assert turned.is_dead == game.is_dead, symmetry.name


@strategies.law_of_turns
@given(position=strategies.positions(strategies.variants()))
def test_a_turned_position_has_the_turned_lines_and_is_as_dead(position: mnk.Position) -> None:
    for symmetry in symmetries_of(position.variant):
        turned = symmetry.position(position)

        for side in mnk.Side:
            line = symmetry.squares(position.line(side), position.variant)
            assert turned.line(side) == tuple(sorted(line)), symmetry.name
            assert turned.has_line(side) == position.has_line(side), symmetry.name
        assert turned.is_dead == position.is_dead, symmetry.name
        assert turned.is_full == position.is_full, symmetry.name
