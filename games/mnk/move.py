"""Moves: a square, or, where a stone may be of either kind, a square and a kind as one number.

That number is the square for black's kind (X), and the square plus as many as the board has for
white's (O). Under every other rule a move is a square, and the stone is the mover's. A move is
taken apart and put together here and nowhere else.
"""

import re
from collections.abc import Iterable
from typing import TypeAlias

from games.mnk.errors import NoSuchSquare
from games.mnk.side import BySide, Side
from games.mnk.square import NAME, Square, name, refuse_unless_below, square
from games.mnk.variant import Variant
from games.say import say

Move: TypeAlias = int

MOVE = rf"(?:[xo]\s*)?{NAME}"
"""A pattern for what `move_named` may read, in either case."""
_SIGNS = BySide("X", "O")
_KINDS = {"x": Side.BLACK, "o": Side.WHITE}
_NAME = re.compile(rf"\s*([xo])\s*({NAME})\s*", re.IGNORECASE | re.ASCII)


def placed(move: Move, mover: Side, variant: Variant) -> tuple[Square, Side]:
    """Where a move puts a stone, and of which kind.

    Raises `NoSuchSquare` if it is no move on the board.

    >>> from games.mnk.rule import LineRule
    >>> placed(4, Side.WHITE, Variant(3, 3, 3))
    (4, <Side.WHITE: 1>)
    >>> wild = Variant(3, 3, 3, LineRule.WILD)
    >>> placed(4, Side.WHITE, wild), placed(13, Side.WHITE, wild)
    ((4, <Side.BLACK: 0>), (4, <Side.WHITE: 1>))
    """
    at = square_of(move, variant)
    if not variant.line_rule.says.either_kind:
        return at, mover
    return at, Side.BLACK if move == at else Side.WHITE


def square_of(move: Move, variant: Variant) -> Square:
    """The square of a move; `NoSuchSquare` if it is no move on the board.

    >>> from games.mnk.rule import LineRule
    >>> square_of(13, Variant(3, 3, 3, LineRule.WILD))
    4
    """
    refuse_unless_below(variant.moves, move)
    return move % variant.squares


def move_to(at: Square, kind: Side, variant: Variant) -> Move:
    """The move that puts a stone of this kind there; the kind matters only where it may be either.

    >>> from games.mnk.rule import LineRule
    >>> move_to(4, Side.WHITE, Variant(3, 3, 3)), move_to(
    ...     4, Side.WHITE, Variant(3, 3, 3, LineRule.WILD)
    ... )
    (4, 13)
    """
    return at + kind * variant.squares if variant.line_rule.says.either_kind else at


def moves_to(squares: Iterable[Square], variant: Variant) -> tuple[Move, ...]:
    """Every move to one of these squares, in order: with stones of either kind all of black's kind
    come first."""
    squares = tuple(squares)
    if not variant.line_rule.says.either_kind:
        return squares
    return tuple(move_to(at, kind, variant) for kind in Side for at in squares)


def stones_after(moves: Iterable[Move], variant: Variant) -> dict[Square, tuple[Side, int]]:
    """By square: what kind of stone lies there after a game's moves, and its ply.

    >>> stones_after((4, 0), Variant(3, 3, 3))
    {4: (<Side.BLACK: 0>, 0), 0: (<Side.WHITE: 1>, 1)}
    """
    found = {}
    for ply, move in enumerate(moves):
        at, kind = placed(move, variant.line_rule.side_of_ply(ply), variant)
        found[at] = kind, ply
    return found


def move_name(move: Move, variant: Variant) -> str:
    """What people call a move: its square's name, after the kind's sign where it may be either.

    Raises `NoSuchSquare`. `move_named` reads it.

    >>> from games.mnk.rule import LineRule
    >>> move_name(4, Variant(3, 3, 3)), move_name(13, Variant(3, 3, 3, LineRule.WILD))
    ('b2', 'O b2')
    """
    at, kind = placed(move, Side.BLACK, variant)
    called = name(at, variant)
    return f"{_SIGNS[kind]} {called}" if variant.line_rule.says.either_kind else called


def move_word(move: Move, variant: Variant) -> str:
    """The same as one word, for texts and files.

    >>> from games.mnk.rule import LineRule
    >>> move_word(13, Variant(3, 3, 3, LineRule.WILD))
    'ob2'
    """
    return move_name(move, variant).replace(" ", "").lower()


def move_named(text: str, variant: Variant) -> Move:
    """The move that people call so, in either case; `NoSuchSquare` if there is none.

    >>> from games.mnk.rule import LineRule
    >>> move_named("Ob2", Variant(3, 3, 3, LineRule.WILD)), move_named("b2", Variant(3, 3, 3))
    (13, 4)
    """
    if not variant.line_rule.says.either_kind:
        return square(text, variant)
    match = _NAME.fullmatch(text)
    if match is None:
        raise NoSuchSquare(
            say(
                "“{text}” isn’t a move. Type X or O, a letter and a number, like xb2.",
                text=text[:20],
            )
        )
    return move_to(square(match[2], variant), _KINDS[match[1].lower()], variant)
