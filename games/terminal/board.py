"""The board as people read it in a terminal: free squares numbered row by row from the top left,
blocked ones a `#`.

>>> from games import mnk
>>> game = mnk.GameState.replay(mnk.Variant(3, 3, 3), [4, 0])
>>> print(render(game, Look.RULED))
 1 | 2 | 3
---+---+---
 4 | X | 6
---+---+---
 O | 8 | 9
>>> read_square("6", game.position) == read_square("c2", game.position) == 5
True
"""

import re
from collections.abc import Sequence
from enum import Enum, StrEnum

from games import mnk

RULED_EDGE = 9
"""Boards with a longer edge are drawn without lines, and with the names of rows and columns."""

BLOCKED = "#"

_KINDS = {"x": mnk.Side.BLACK, "o": mnk.Side.WHITE}
_NUMBER = re.compile(r"[0-9]{1,9}")


class Look(Enum):
    """How a board is drawn; the widest first."""

    RULED = "lines between the squares"
    NUMBERED = "numbers, and the names of rows and columns"
    NAMED = "dots, and the names of rows and columns"


class Ink(StrEnum):
    """What a text means, as the parameters of the escape code that colours it."""

    FREE = "90"
    BLOCKED = "7;90"
    BLACK = "1;36"
    WHITE = "1;33"
    LAST = "7"
    """The last move; comes after the ink of its side."""
    LINE = "1;30;42"


def render(game: mnk.GameState, look: Look, *, colours: bool = False) -> str:
    """The board, top row first, without a line break at its end.

    Without colours the stones of the winning line have a star before them.
    """
    variant = game.variant
    cells = [_cell(game, square, look, colours) for square in range(variant.squares)]
    return _framed(cells, look, variant)


def draw(position: mnk.Position) -> str:
    """The board of any position, played or set up, with the names of rows and columns.

    >>> print(draw(mnk.Position.start(mnk.Variant(3, 2, 2)).play(4)))
       a b c
    2| . X .
    1| . . .
    """
    variant = position.variant
    stones = [position.stone(square) for square in range(variant.squares)]
    cells = [" ." if side is None else f" {sign(side)}" for side in stones]
    for square in variant.blocked:
        cells[square] = f" {BLOCKED}"
    return _framed(cells, Look.NAMED, variant)


def size(look: Look, variant: mnk.Variant) -> tuple[int, int]:
    """How many columns and rows of a window the board takes.

    >>> size(Look.RULED, mnk.Variant(3, 3, 3)), size(Look.NAMED, mnk.Variant(32, 32, 5))
    ((11, 5), (67, 34))
    """
    digits = _digits(look, variant)
    if look is Look.RULED:
        return variant.width * (digits + 3) - 1, 2 * variant.height - 1
    across = len(str(variant.height)) + 1 + variant.width * (digits + 1)
    return across, variant.height + len(_column_names(look, variant))


def number(square: mnk.Square, variant: mnk.Variant) -> int:
    """The number people see on a square; the same function leads back, less one.

    >>> [number(square, mnk.Variant(3, 2, 2)) for square in range(6)]
    [4, 5, 6, 1, 2, 3]
    """
    row, column = divmod(square, variant.width)
    return (variant.height - 1 - row) * variant.width + column + 1


def read_square(text: str, position: mnk.Position) -> mnk.Square:
    """The free square that a number or a name means.

    Raises `mnk.NoSuchSquare`, `mnk.SquareBlocked` or `mnk.SquareTaken`.
    """
    variant = position.variant
    text = text.strip()
    if _NUMBER.fullmatch(text):
        if not 1 <= int(text) <= variant.squares:
            raise mnk.NoSuchSquare(f"There is no square {text}: choose 1 to {variant.squares}.")
        square = number(int(text) - 1, variant) - 1
    else:
        square = mnk.square(text, variant)
    if square in variant.blocked:
        raise mnk.SquareBlocked(f"{text} is blocked: choose another square.")
    if position.stone(square) is not None:
        raise mnk.SquareTaken(f"{text} is taken: choose an empty square.")
    return square


def read_move(text: str, position: mnk.Position) -> mnk.Move:
    """The move that a number or a name means; where stones are of either kind, with x or o before
    it: `x5`, `ob2`.

    Raises `mnk.NoSuchSquare`, `mnk.SquareBlocked` or `mnk.SquareTaken`.
    """
    variant = position.variant
    if not variant.line_rule.says.either_kind:
        return read_square(text, position)
    kind, where = text.strip()[:1].lower(), text.strip()[1:]
    if kind not in _KINDS or not where:
        raise mnk.NoSuchSquare("Type x or o, then the square: x5 or ob2.")
    return mnk.move_to(read_square(where, position), _KINDS[kind], variant)


def called(move: mnk.Move, variant: mnk.Variant) -> str:
    """A move as people type it: a square's number, with its name on boards that show names."""
    square, kind = mnk.placed(move, mnk.Side.BLACK, variant)
    told = f"{number(square, variant)}"
    if variant.line_rule.says.either_kind:
        told = sign(kind).lower() + told
    if max(variant.width, variant.height) <= RULED_EDGE:
        return told
    return f"{told} ({mnk.name(square, variant)})"


def side_name(side: mnk.Side, variant: mnk.Variant) -> str:
    """What the player of a side is called: by their sign, unless signs belong to nobody."""
    return ("Black", "White")[side] if variant.line_rule.says.either_kind else sign(side)


def sign(side: mnk.Side) -> str:
    """
    >>> sign(mnk.Side.BLACK)
    'X'
    """
    return "XO"[side]


def _framed(cells: Sequence[str], look: Look, variant: mnk.Variant) -> str:
    """The squares' texts, put together to a board."""
    rows = [cells[at : at + variant.width] for at in range(0, variant.squares, variant.width)]
    if look is Look.RULED:
        bar = "\n" + "+".join("-" * (_digits(look, variant) + 2) for _ in rows[0]) + "\n"
        return bar.join(" |".join(row) for row in reversed(rows))
    margin = len(str(variant.height))
    names = [" " * (margin + 1) + line for line in _column_names(look, variant)]
    named = [f"{name:>{margin}}|{''.join(row)}" for name, row in enumerate(rows, start=1)]
    return "\n".join([*names, *reversed(named)])


def _cell(game: mnk.GameState, square: mnk.Square, look: Look, colours: bool) -> str:
    """A square's text with at least one space before it."""
    side = game.position.stone(square)
    wins = square in game.winning_line
    if side is not None:
        text = sign(side)
        ink: str = Ink.BLACK if side is mnk.Side.BLACK else Ink.WHITE
        if square == mnk.square_of(game.moves[-1], game.variant):
            ink = f"{ink};{Ink.LAST}"
        if wins:
            ink = Ink.LINE
    elif square in game.variant.blocked:
        text, ink = BLOCKED, Ink.BLOCKED
    else:
        text = "." if look is Look.NAMED else str(number(square, game.variant))
        ink = Ink.FREE
    pad = " " * (_digits(look, game.variant) + 1 - len(text))
    if colours:
        return f"{pad}\x1b[{ink}m{text}\x1b[0m"
    return pad[:-1] + "*" + text if wins else pad + text


def _digits(look: Look, variant: mnk.Variant) -> int:
    return 1 if look is Look.NAMED else len(str(variant.squares))


def _column_names(look: Look, variant: mnk.Variant) -> list[str]:
    """The line of names above the columns; two lines where a name is wider than its column."""
    names = [mnk.name(column, variant)[:-1] for column in range(variant.width)]
    digits = _digits(look, variant)
    if max(map(len, names)) <= digits:
        return ["".join(f" {name:>{digits}}" for name in names)]
    return [
        "".join(f" {name:>2}"[:-1] for name in names).rstrip(),
        "".join(f" {name[-1]}" for name in names),
    ]
