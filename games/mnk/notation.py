"""Variants, positions and moves as text: for tests, logs and people.

A board is one line per row, the top row first, as it looks: `X` black, `O` white, `.` empty.
A blocked square is `#`.
Moves follow one another without a space, as in renju notation: `h8i9g8`. Where a stone may be of
either kind, the kind comes first: `xb2oa1`.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from games.mnk.errors import NoSuchSquare, SquareTaken, UnreadablePosition, VariantError
from games.mnk.move import MOVE, Move, move_named, move_word, square_of
from games.mnk.position import Position
from games.mnk.rule import LineRule
from games.mnk.side import BySide, Side
from games.mnk.square import NAME, Square, name, square
from games.mnk.variant import PRESETS, Variant
from games.say import say

_MOVE = re.compile(rf"[\s,]*({MOVE})", re.IGNORECASE | re.ASCII)
_SQUARE = re.compile(rf"[\s,]*({NAME})", re.IGNORECASE | re.ASCII)
_VARIANT = re.compile(
    rf"([0-9]{{1,3}})x([0-9]{{1,3}})(?:x([0-9]{{1,3}}))?(?:-({'|'.join(LineRule)}))?"
    rf"(?:-((?:{NAME})+))?"
)
_BOARD = re.compile(r"[XO.#\s]+", re.IGNORECASE)
_SIGNS = {Side.BLACK: "X", Side.WHITE: "O", None: "."}
_BLOCKED = "#"


def variant_from_text(text: str) -> Variant:
    """The variant of a preset's key, or of WIDTHxHEIGHTxK with a line rule after a hyphen.

    Blocked squares follow after another one. Raises `VariantError`, including for a board or k
    outside the limits.

    >>> variant_from_text("15x15").k, variant_from_text("7x4x4-exact").line_rule.value
    (5, 'exact')
    >>> variant_from_text("5x5x4-a1e5").blocked
    (0, 24)
    >>> variant_from_text("3x5-full") == variant_from_text("3x5x3-full") == Variant.full_lines(3, 5)
    True
    """
    preset = PRESETS.get(text)
    if preset is not None:
        return preset.variant
    match = _VARIANT.fullmatch(text)
    if match is not None:
        width, height = int(match[1]), int(match[2])
        rule = LineRule(match[4] or LineRule.FREESTYLE)
        k = rule.k_of(width, height) if match[3] is None else int(match[3])
        if k is not None:
            return with_blocked(Variant(width, height, k, rule), match[5] or "")
    raise VariantError(
        "width",
        say(
            "“{text}” isn’t a board. Write one of {presets}, or a size like 6x5x4.",
            text=text[:20],
            presets=", ".join(PRESETS),
        ),
    )


def variant_text(variant: Variant) -> str:
    """The variant as one word, the same for equal variants; `variant_from_text` reads it.

    >>> variant_text(Variant(15, 15, 5))
    '15x15x5-freestyle'
    """
    word = f"{variant.width}x{variant.height}x{variant.k}-{variant.line_rule.value}"
    return f"{word}-{squares_text(variant.blocked, variant)}" if variant.blocked else word


def with_blocked(variant: Variant, text: str) -> Variant:
    """The variant with those squares blocked that a text names: all of `Variant.blocked`.

    Raises `VariantError`, also for what is no square.

    >>> with_blocked(Variant(5, 5, 4), "a1, e5").blocked
    (0, 24)
    """
    try:
        return replace(variant, blocked=_read_all(_SQUARE, square, text, variant))
    except (UnreadablePosition, NoSuchSquare) as refusal:
        raise VariantError("blocked", refusal.sentence) from None


def board_text(position: Position) -> str:
    """The board as text, top row first.

    >>> from games import mnk
    >>> print(board_text(Position.start(mnk.Variant(3, 2, 2)).play(3)))
    X..
    ...
    """
    width = position.variant.width
    signs = [_SIGNS[position.stone(square)] for square in range(position.variant.squares)]
    for at in position.variant.blocked:
        signs[at] = _BLOCKED
    rows = ["".join(signs[at : at + width]) for at in range(0, len(signs), width)]
    return "\n".join(reversed(rows))


def position_from_text(text: str, variant: Variant, side_to_move: Side | None = None) -> Position:
    """The position a text shows; spaces do not count.

    Without `side_to_move`, whoever has fewer stones is to move (`LineRule.side_with`).
    A blocked square may be a dot as well. Raises `UnreadablePosition` when the rows or signs do not
    fit the board, and what `Position.of` does.
    """
    rows = ["".join(row.split()).upper() for row in text.strip().splitlines()]
    if len(rows) != variant.height or any(len(row) != variant.width for row in rows):
        raise UnreadablePosition(
            say(
                "The board must have {height} rows of {width} characters.",
                height=variant.height,
                width=variant.width,
            )
        )
    signs = "".join(reversed(rows))
    strange = set(signs) - set("XO." + _BLOCKED)
    if strange:
        raise UnreadablePosition(
            say("“{sign}” doesn’t belong on a board. Write X, O or a dot.", sign=min(strange))
        )
    walls = {at for at, sign in enumerate(signs) if sign == _BLOCKED}.difference(variant.blocked)
    if walls:
        raise UnreadablePosition(
            say(
                "{square} isn’t blocked in this game. Write X, O or a dot for it.",
                square=name(min(walls), variant),
            )
        )
    stones = BySide("X", "O").map(
        lambda sign: frozenset(at for at, found in enumerate(signs) if found == sign)
    )
    if side_to_move is None:
        side_to_move = variant.line_rule.side_with(*map(len, stones))
    return Position.of(variant, stones, side_to_move)


def position_drawn(
    text: str,
    k: int,
    line_rule: LineRule = LineRule.FREESTYLE,
    side_to_move: Side | None = None,
) -> Position:
    """The position a text shows, on a board as large as the text, with those squares blocked that
    are `#`; else as `position_from_text`.

    >>> position_drawn("X X . ./. O . .".replace("/", chr(10)), 3).variant.title
    '4×2, three in a row'
    """
    rows = ["".join(row.split()) for row in text.strip().splitlines()]
    blocked = (at for at, sign in enumerate("".join(reversed(rows))) if sign == _BLOCKED)
    variant = Variant(
        max(map(len, rows), default=0), len(rows), k, line_rule, blocked=tuple(blocked)
    )
    return position_from_text(text, variant, side_to_move)


def position_line(position: Position) -> str:
    """The whole position as one word, for links: variant, rows from the top, side to move.

    Within a row, a number stands for that many squares without a stone; the side is `X` (black) or
    `O`.

    >>> start = Position.start(Variant(3, 3, 3))
    >>> position_line(start.play(4).play(0))
    '3x3x3-freestyle/3/1X1/O2/X'
    """
    variant = position.variant
    rows = (
        re.sub(r"[.#]+", lambda bare: str(len(bare[0])), row)
        for row in board_text(position).splitlines()
    )
    return "/".join((variant_text(variant), *rows, _SIGNS[position.side_to_move]))


def position_from_line(text: str) -> Position:
    """The position `position_line` wrote. Raises `UnreadablePosition` or `VariantError`."""
    parts = text.strip().split("/")
    if len(parts) < 3:
        raise UnreadablePosition(
            say(
                "“{text}” isn’t a position code. Write board, rows and side to move, like "
                "3x3/3/1X1/3/O.",
                text=text[:20],
            )
        )
    size, *rows, side = parts
    variant = variant_from_text(size)
    if side not in ("X", "O"):
        raise UnreadablePosition(
            say("“{text}” isn’t a side to move. End with /X or /O.", text=side[:10])
        )
    full = [_row_from_word(word, variant) for word in rows]
    to_move = Side.BLACK if side == "X" else Side.WHITE
    return position_from_text("\n".join(full), variant, to_move)


def _row_from_word(word: str, variant: Variant) -> str:
    parts = re.findall(r"[0-9]{1,2}|[XOxo]", word, re.ASCII)
    if "".join(parts) != word:
        raise UnreadablePosition(
            say("“{text}” isn’t a row. Write X, O and numbers, like 7XO6.", text=word[:20])
        )
    row = "".join("." * int(part) if part.isdigit() else part for part in parts)
    if len(row) != variant.width:
        raise UnreadablePosition(
            say("“{text}” isn’t a row of {width} squares.", text=word[:20], width=variant.width)
        )
    return row


def squares_text(squares: Iterable[Square], variant: Variant) -> str:
    """Squares as one word.

    >>> squares_text([112, 128], Variant(15, 15, 5))
    'h8i9'
    """
    return "".join(name(square, variant) for square in squares)


def moves_text(moves: Iterable[Move], variant: Variant) -> str:
    """Moves as one word.

    >>> moves_text([112, 128], Variant(15, 15, 5))
    'h8i9'
    >>> moves_text([4, 9], Variant(3, 3, 3, LineRule.WILD))
    'xb2oa1'
    """
    return "".join(move_word(move, variant) for move in moves)


def moves_from_text(text: str, variant: Variant) -> tuple[Move, ...]:
    """The moves a text names, in order; commas and spaces may stand between them.

    Raises `UnreadablePosition` or `NoSuchSquare`. The game says whether the moves are legal.

    >>> moves_from_text("H8, i9", Variant(15, 15, 5))
    (112, 128)
    """
    return _read_all(_MOVE, move_named, text, variant)


def _read_all(
    word: re.Pattern[str], named: Callable[[str, Variant], int], text: str, variant: Variant
) -> tuple[int, ...]:
    moves, at = [], 0
    text = text.rstrip(" \t\r\n,")
    while at < len(text):
        match = word.match(text, at)
        if match is None:
            at = len(text) - len(text[at:].lstrip(" \t\r\n,"))
            raise UnreadablePosition(
                say(
                    "“{text}” (character {at}) isn’t a square. Type a letter and a number, like "
                    "h8.",
                    text=text[at : at + 10],
                    at=at + 1,
                )
            )
        moves.append(named(match[1], variant))
        at = match.end()
    return tuple(moves)


def setup_from_text(text: str, variant: Variant) -> tuple[Position, tuple[Move, ...]]:
    """The position a text shows, and the moves that it names from there on.

    It is a position as one word (`position_line`), a board of this variant, or moves from its empty
    board. Raises `UnreadablePosition`, `VariantError`, `NoSuchSquare`, or what `Position.play`
    does.

    >>> setup_from_text("b2 a1", Variant(3, 3, 3)) == (Position.start(Variant(3, 3, 3)), (4, 0))
    True
    """
    text = text.strip()
    if not text:
        raise UnreadablePosition(
            say("Paste a position code, a board of X, O and dots, or moves like h8i9.")
        )
    if "/" in text:
        return position_from_line(text), ()
    if _BOARD.fullmatch(text) and ("\n" in text or "." in text):
        return position_from_text(text, variant), ()
    moves = moves_from_text(text, variant)
    seen: set[Square] = set()
    for at in (square_of(move, variant) for move in moves):
        if at in seen:
            raise SquareTaken(
                say(
                    "{square} is played twice. Each square takes 1 stone.",
                    square=name(at, variant),
                )
            )
        seen.add(at)
    start = Position.start(variant)
    start.play_all(moves)  # refuses what cannot be played
    return start, moves
