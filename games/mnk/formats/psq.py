"""Piskvork's .psq: five in a row, one move per line with its time, from the empty board.

`Piskvorky 15x15, 0:0, 0`: the size, the two programs' levels, and which of the two begins; then
`x,y,ms` from the top left, from 1; then the two names (a name that could be taken for something
else is in quotes), an error code (-1: none), and who won (1 or 2, by who began; 0: nobody)
with the rule. This last line is written by tournaments; Piskvork does not read it.
The main line, its times, the names, the rule, and who won are kept: not why.
"""

import re
from typing import Any

from games.mnk.errors import VariantError
from games.mnk.formats.errors import CannotHold, IllegalTree, UnreadableFile
from games.mnk.formats.record import (
    MAX_NODES,
    Node,
    Record,
    end_of,
    five_in_a_row,
    is_usual,
    tidy_line,
    with_usual_rule,
)
from games.mnk.formats.text import TextLine, decoded, lines
from games.mnk.outcome import Outcome, Termination
from games.mnk.position import Position
from games.mnk.rule import LineRule, rule_heard
from games.mnk.side import BySide, Side
from games.say import say

_HEAD = re.compile(
    r"Piskvorky\s+([0-9]{1,4})\s*x\s*([0-9]{1,4})\s*,\s*[0-9]{1,9}\s*:\s*[0-9]{1,9}\s*,\s*([01])",
    re.IGNORECASE | re.ASCII,
)
_MOVE = re.compile(r"([0-9]{1,4})\s*,\s*([0-9]{1,4})(?:\s*,\s*([0-9]{1,12}))?", re.ASCII)
_NEARLY_MOVE = re.compile(r"[0-9]+\s*,", re.ASCII)
_CODE = re.compile(r"-?[0-9]{1,4}", re.ASCII)
_END = re.compile(r"([0-2])\s*,\s*(.*)", re.ASCII)


def write(record: Record) -> bytes:
    """The main line as a file. Raises `CannotHold` for all but five in a row from the beginning."""
    variant = record.variant
    if not (is_usual(variant) and record.is_from_the_beginning):
        raise CannotHold(
            say(".psq is only for five in a row from an empty board. Use .sgf or .json.")
        )
    out = [f"Piskvorky {variant.width}x{variant.height}, 0:0, 0"]
    for node in record.main_nodes:
        if node.move is None:
            raise CannotHold(say(".psq can’t hold a pass. Use .sgf or .json."))
        row, column = divmod(node.move, variant.width)
        out.append(f"{column + 1},{variant.height - row},{node.ms or 0}")
    if any(record.players):
        out += [_quoted(name) for name in record.players]
    result = record.result
    winner = 0 if result is None or result.winner is None else result.winner + 1
    out += ["-1", f"{winner},{variant.line_rule.value}", ""]
    return "\r\n".join(out).encode()


def _quoted(name: str) -> str:
    name = tidy_line(name)
    is_odd = not name or name[0] == '"' or _NEARLY_MOVE.match(name) or _CODE.fullmatch(name)
    return f'"{name}"' if is_odd else name


def read(data: bytes) -> Record:
    """The record of a file. Raises `UnreadableFile`."""
    text = decoded(data)
    head, *rest = list(lines(text)) or [TextLine("", 0)]
    found = _HEAD.fullmatch(head.text)
    if found is None:
        raise UnreadableFile.at(
            text, head.at, say("The first line must be like “Piskvorky 15x15, 11:11, 0”.")
        )
    width, height = int(found[1]), int(found[2])
    try:
        five_in_a_row(width, height)
    except VariantError as error:
        raise UnreadableFile.at(text, head.at, error.sentence) from None
    nodes, places = [Node(-1)], [head.at]
    while rest and (move := _MOVE.fullmatch(rest[0].text)) is not None:
        line = rest.pop(0)
        if len(nodes) == MAX_NODES:
            raise UnreadableFile.at(
                text, line.at, say("At most {most} moves fit.", most=f"{MAX_NODES - 1:,}")
            )
        column, row = int(move[1]), int(move[2])
        if not (1 <= column <= width and 1 <= row <= height):
            raise UnreadableFile.at(
                text,
                line.at,
                say(
                    "{square} isn’t on this board. Squares go from 1,1 to {corner}.",
                    square=f"{column},{row}",
                    corner=f"{width},{height}",
                ),
            )
        square = (height - row) * width + column - 1
        nodes.append(Node(len(nodes) - 1, square, ms=int(move[3] or 0) or None))
        places.append(line.at)
    names, winner, rule = _read_end(text, rest)
    players = BySide(*names) if found[3] == "0" else BySide(*reversed(names))
    try:
        start = Position.start(five_in_a_row(width, height, rule or LineRule.FREESTYLE))
    except VariantError as error:
        raise UnreadableFile.at(text, head.at, error.sentence) from None
    end = end_of(start, nodes)
    details: dict[str, Any] = {
        "players": players,
        "result": None if end is None else _result(end, winner),
    }
    try:
        if rule is None:
            return with_usual_rule(width, height, tuple(nodes), **details)
        return Record(start, tuple(nodes), **details)
    except IllegalTree as error:
        raise UnreadableFile.at(text, places[error.node], error.sentence) from None


def _read_end(text: str, rest: list[TextLine]) -> tuple[list[str], Side | None, LineRule | None]:
    """What comes after the moves: the names, who won, and the rule if it is given."""
    names = ["", ""]
    if rest and _CODE.fullmatch(rest[0].text) is None:
        for line in rest[:2]:
            if _NEARLY_MOVE.match(line.text):
                raise UnreadableFile.at(
                    text, line.at, say("A move is written as x,y,ms: 8,8,1500.")
                )
        if len(rest) < 2 or _CODE.fullmatch(rest[1].text):
            raise UnreadableFile.at(
                text, rest[0].at, say("Both players must be named, a line each.")
            )
        names = [_unquoted(rest.pop(0).text), _unquoted(rest.pop(0).text)]
    if rest and _CODE.fullmatch(rest[0].text):
        rest.pop(0)
    end = _END.fullmatch(rest[0].text) if rest else None
    if end is None:
        if rest:
            raise UnreadableFile.at(
                text, rest[0].at, say("After the names comes an error code: -1 for none.")
            )
        return names, None, None
    winner = Side(int(end[1]) - 1) if end[1] != "0" else None
    return names, winner, rule_heard(end[2])


def _unquoted(name: str) -> str:
    is_quoted = len(name) > 1 and name[0] == name[-1] == '"'
    return tidy_line(name[1:-1] if is_quoted else name)


def _result(end: Position, winner: Side | None) -> Outcome | None:
    for side in Side:
        if end.has_won(side):
            return Outcome(side, Termination.LINE)
    if end.is_stuck:
        return Outcome(None, Termination.FULL_BOARD)
    return None if winner is None else Outcome(winner, Termination.RESIGNATION)
