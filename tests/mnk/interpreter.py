"""Translates between pictures, our values and the words of the slow referee."""

from collections.abc import Iterable

from games import mnk

from . import referee

SIGN = {mnk.Side.BLACK: "X", mnk.Side.WHITE: "O"}


def drawn(
    picture: str,
    *,
    k: int = 0,
    line_rule: mnk.LineRule = mnk.LineRule.FREESTYLE,
    to_move: mnk.Side | None = None,
) -> mnk.Position:
    """The position of a picture: `X` black, `O` white, `.` empty, `#` blocked, one word per row
    from the top.

    Its size is the board's; k may be left out when it is the shorter edge.
    """
    rows = picture.split()
    return mnk.position_drawn(
        "\n".join(rows), k or min(len(rows[0]), len(rows)), line_rule, to_move
    )


def fallen(board: list[str], width: int) -> list[str]:
    """The stones of a board, square by square, after all have fallen."""
    columns = [[sign for sign in board[column::width] if sign != "."] for column in range(width)]
    high = len(board) // width
    piled = [[*column, *"." * (high - len(column))] for column in columns]
    return [column[row] for row in range(high) for column in piled]


def from_the_bottom(order: Iterable[mnk.Square], variant: mnk.Variant) -> list[mnk.Square]:
    """Squares to play in turn: these without the blocked ones, or where stones fall the same
    columns, filled from below."""
    if not variant.line_rule.says.falls:
        return [square for square in order if square not in variant.blocked]
    heights, found = [0] * variant.width, []
    for square in order:
        column = square % variant.width
        found.append(heights[column] * variant.width + column)
        heights[column] += 1
    return found


def marked(position: mnk.Position, squares: Iterable[mnk.Square]) -> list[str]:
    """The rows of the board from the top, with a `#` on each of these squares."""
    width = position.variant.width
    rows = [list(row) for row in reversed(mnk.board_text(position).splitlines())]
    for square in squares:
        rows[square // width][square % width] = "#"
    return ["".join(row) for row in reversed(rows)]


def rules(variant: mnk.Variant) -> referee.Rules:
    """The referee's words for a variant."""
    blocked = frozenset(point(square, variant) for square in variant.blocked)
    return referee.Rules(variant.width, variant.height, variant.k, variant.line_rule.value, blocked)


def winning_points(position: mnk.Position, side: mnk.Side) -> set[referee.Point]:
    """The referee's squares of a side's lines; where lines belong to whoever moved last, the side
    to move has none."""
    if position.variant.line_rule is mnk.LineRule.WILD and side is position.side_to_move:
        return set()
    return referee.winning_points(stones(position), SIGN[side], rules(position.variant))


def kinds(position: mnk.Position, side: mnk.Side) -> tuple[mnk.Side, ...]:
    """The kinds of stones whose lines are a side's."""
    if position.variant.line_rule is not mnk.LineRule.WILD:
        return (side,)
    return () if side is position.side_to_move else tuple(mnk.Side)


def point(square: mnk.Square, variant: mnk.Variant) -> referee.Point:
    """The referee's (column, row) of a square."""
    return square % variant.width, square // variant.width


def squares(points: Iterable[referee.Point], variant: mnk.Variant) -> tuple[mnk.Square, ...]:
    """Our squares for the referee's points, in order."""
    return tuple(sorted(row * variant.width + column for column, row in points))


def stones(position: mnk.Position) -> referee.Stones:
    """The referee's dictionary of a position's stones."""
    return {
        point(square, position.variant): SIGN[side]
        for side in mnk.Side
        for square in position.stones(side)
    }
