"""Moves as one word, `h8i9g8`, and before them the board, unless it is 15x15 with five in a row.

Where a stone may be of either kind, the kind comes first: `xb2oa1`.

The board is written as `variant_from_text` reads it (`10x10`, `7x4x4-exact`), or with the stones
that were set up, as `position_from_line` reads it. `--` skips a turn; spaces and commas may stand
anywhere between moves. Only the main line of a record is kept.
"""

import re

from games.mnk.errors import RuleError
from games.mnk.formats.errors import IllegalTree, UnreadableFile
from games.mnk.formats.record import MAX_NODES, Record, line_of, with_usual_rule
from games.mnk.formats.text import decoded
from games.mnk.move import MOVE, Move, move_named, move_word
from games.mnk.notation import (
    position_from_line,
    position_line,
    variant_from_text,
    variant_text,
)
from games.mnk.position import Position
from games.mnk.variant import Variant
from games.say import say

USUAL = Variant(15, 15, 5)
"""What is played where no board is named."""

_BOARD = re.compile(r"\s*([0-9]\S*)")
_MOVE = re.compile(rf"[\s,;]*({MOVE}|--)", re.IGNORECASE | re.ASCII)
_REST = re.compile(r"[\s,;]*")


def write(record: Record) -> bytes:
    """The main line as a text."""
    variant = record.variant
    board = ""
    if not record.is_from_the_beginning:
        board = position_line(record.start) + "\n"
    elif variant != USUAL:
        board = variant_text(variant) + "\n"
    moves = ("--" if move is None else move_word(move, variant) for move in record.main_line)
    return (board + "".join(moves) + "\n").encode()


def read(data: bytes) -> Record:
    """The record of a text. Raises `UnreadableFile`."""
    text = decoded(data)
    named, at = _board(text)
    variant = USUAL if named is None else named.variant
    moves: list[Move | None] = []
    places = [0]
    while (found := _MOVE.match(text, at)) is not None:
        place = found.start(1)
        if len(moves) == MAX_NODES - 1:
            raise UnreadableFile.at(
                text, place, say("At most {most} moves fit.", most=f"{MAX_NODES - 1:,}")
            )
        try:
            moves.append(None if found[1] == "--" else move_named(found[1], variant))
        except RuleError as error:
            sentences = [error.sentence]
            if named is None:
                sentences.append(say("For another board, start with its size, like 19x19."))
            raise UnreadableFile.at(text, place, " ".join(sentences)) from None
        places.append(place)
        at = found.end()
    rest = _REST.match(text, at)
    at = at if rest is None else rest.end()
    if at < len(text):
        raise UnreadableFile.at(
            text,
            at,
            say(
                "“{text}” isn’t a square. Type a letter and a number, like h8.",
                text=text[at : at + 10],
            ),
        )
    try:
        if named is None:
            return with_usual_rule(USUAL.width, USUAL.height, line_of(moves))
        return Record(named, line_of(moves))
    except IllegalTree as error:
        raise UnreadableFile.at(text, places[error.node], error.sentence) from None


def _board(text: str) -> tuple[Position | None, int]:
    """The position before the first move, if the text names one, and where the moves begin."""
    board = _BOARD.match(text)
    if board is None:
        return None, 0
    try:
        if "/" in board[1]:
            return position_from_line(board[1]), board.end()
        return Position.start(variant_from_text(board[1])), board.end()
    except RuleError as error:
        raise UnreadableFile.at(text, board.start(1), error.sentence) from None
