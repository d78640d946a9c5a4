"""Our own format: a whole record as JSON, squares by the names people use.

    {"inarow": 1,
     "variant": {"width": 15, "height": 15, "k": 5, "lineRule": "freestyle"},
     "start": {"black": [], "white": [], "sideToMove": "black"},
     "players": {"black": "Alice", "white": "Bob"}, "date": "2026-11-21", "event": "",
     "opening": "swap2 two white",
     "result": {"winner": "white", "termination": "resignation"},
     "nodes": [{"parent": -1},
               {"parent": 0, "move": "h8", "comment": "", "glyph": "!", "ms": 1500,
                "marks": [{"square": "i9", "kind": "text", "text": "A"}]}]}

Where a stone may be of either kind, a move names it: `"move": "xh8"`.
A variant with blocked squares names them: `"blocked": ["a1", "o15"]`.
Only `inarow`, `variant` and `nodes` must be there; `result` may be null; a node after the first
without a move skips a turn. An unknown field is refused.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from games.mnk.errors import RuleError
from games.mnk.formats.errors import IllegalTree, UnreadableFile
from games.mnk.formats.record import (
    GLYPHS,
    MAX_NODES,
    MAX_OPENING,
    Glyph,
    Mark,
    MarkKind,
    Node,
    Record,
    tidy,
    tidy_line,
)
from games.mnk.formats.text import decoded
from games.mnk.move import move_named, move_word
from games.mnk.outcome import Outcome, Termination
from games.mnk.position import Position
from games.mnk.rule import LineRule
from games.mnk.side import BySide, Side
from games.mnk.square import name, square
from games.mnk.variant import Variant
from games.say import say

VERSION = 1

T = TypeVar("T")

_SPACE = re.compile(r"[ \t\r\n]*")
_GLYPHS: Mapping[object, Glyph] = {glyph: glyph for glyph in GLYPHS}
_SIDES = {side.word: side for side in Side}
_DIGITS = 15


# --- Writing -------------------------------------------------------------------------------------


def write(record: Record) -> bytes:
    """The record as a file: one node per line."""
    variant, start = record.variant, record.start
    head = {
        "inarow": VERSION,
        "variant": {
            "width": variant.width,
            "height": variant.height,
            "k": variant.k,
            "lineRule": variant.line_rule.value,
            **(
                {"blocked": [name(at, variant) for at in variant.blocked]}
                if variant.blocked
                else {}
            ),
        },
        "start": {
            **{side.word: [name(at, variant) for at in start.stones(side)] for side in Side},
            "sideToMove": start.side_to_move.word,
        },
        "players": {side.word: record.players[side] for side in Side},
        "date": record.date,
        "event": record.event,
        **({"opening": record.opening} if record.opening else {}),
        "result": _outcome(record.result),
    }
    fields = ",\n ".join(f"{_text(key)}: {_text(value)}" for key, value in head.items())
    nodes = ",\n  ".join(_text(_node(node, variant)) for node in record.nodes)
    return f'{{{fields},\n "nodes": [\n  {nodes}]}}\n'.encode()


def _outcome(outcome: Outcome | None) -> dict[str, str | None] | None:
    if outcome is None:
        return None
    winner = None if outcome.winner is None else outcome.winner.word
    return {"winner": winner, "termination": outcome.termination.value}


def _node(node: Node, variant: Variant) -> dict[str, Any]:
    found: dict[str, Any] = {"parent": node.parent}
    if node.move is not None:
        found["move"] = move_word(node.move, variant)
    found |= {key: getattr(node, key) for key in ("comment", "glyph", "ms") if getattr(node, key)}
    if node.marks:
        found["marks"] = [
            {"square": name(mark.square, variant), "kind": mark.kind.value, "text": mark.text}
            for mark in node.marks
        ]
    return found


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


# --- Reading -------------------------------------------------------------------------------------


def read(data: bytes) -> Record:
    """The record of a file. Raises `UnreadableFile`, with the place of the field or the node."""
    return _Reader(decoded(data)).record()


class _Wrong(Exception):
    """What is wrong with a value; the caller says where."""


class _Reader:
    """Reads the outermost object and its nodes itself, for their places; json reads the rest."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.decoder = json.JSONDecoder(
            parse_int=_whole, parse_float=_no_number, parse_constant=_no_number
        )
        self.places: dict[str, int] = {}
        """Where the value of each field stands."""
        self.node_places: list[int] = []

    def record(self) -> Record:
        fields = dict(self._fields())
        self._expects_end()
        missing = {"inarow", "variant", "nodes"} - fields.keys()
        if missing:
            raise self._wrong(0, say("“{field}” is missing.", field=min(missing)))
        if fields["inarow"] != VERSION:
            raise self._wrong(
                self.places["inarow"], say("“inarow” must be {version}.", version=VERSION)
            )
        variant = self._made("variant", _variant, fields)
        start = (
            self._made("start", lambda value: _start(value, variant), fields)
            if "start" in fields
            else Position.start(variant)
        )
        nodes = []
        for place, value in zip(self.node_places, fields["nodes"], strict=True):
            try:
                nodes.append(_node_of(value, variant))
            except (_Wrong, RuleError) as error:
                raise self._wrong(place, str(error)) from None
        named = {
            key: self._made(key, make, fields) for key, make in _OPTIONAL.items() if key in fields
        }
        try:
            return Record(start, tuple(nodes), **named)
        except IllegalTree as error:
            place = (self.node_places or [self.places["nodes"]])[error.node]
            raise self._wrong(place, error.sentence) from None

    def _wrong(self, at: int, sentence: str) -> UnreadableFile:
        return UnreadableFile.at(self.text, at, sentence)

    def _made(self, key: str, make: Callable[[object], T], fields: dict[str, Any]) -> T:
        try:
            return make(fields[key])
        except (_Wrong, RuleError) as error:
            raise self._wrong(self.places[key], str(error)) from None

    # --- Reading JSON ----------------------------------------------------------------------------

    def _fields(self) -> Iterator[tuple[str, Any]]:
        self._takes("{")
        while True:
            self._after_space()
            place = self.at
            key = self._value()
            if not isinstance(key, str) or key not in _FIELDS or key in self.places:
                raise self._wrong(
                    place,
                    say(
                        "Each field must be one of {fields}, and only once.",
                        fields=", ".join(_FIELDS),
                    ),
                )
            self._takes(":")
            self._after_space()
            self.places[key] = self.at
            yield key, self._nodes() if key == "nodes" else self._value()
            if not self._goes_on("}"):
                return

    def _nodes(self) -> list[Any]:
        self._takes("[")
        found: list[Any] = []
        while True:
            self._after_space()
            if len(found) == MAX_NODES:
                raise self._wrong(
                    self.at, say("At most {most} positions fit.", most=f"{MAX_NODES:,}")
                )
            self.node_places.append(self.at)
            found.append(self._value())
            if not self._goes_on("]"):
                return found

    def _value(self) -> Any:
        place = self.at
        try:
            value, self.at = self.decoder.raw_decode(self.text, self.at)
        except json.JSONDecodeError as error:
            raise self._wrong(
                error.pos, say("This isn’t valid JSON: {problem}.", problem=error.msg.lower())
            ) from None
        except _Wrong as error:
            raise self._wrong(place, str(error)) from None
        except RecursionError:
            raise self._wrong(place, say("The brackets are nested too deep.")) from None
        return value

    def _goes_on(self, end: str) -> bool:
        """Whether a comma follows, and not the end."""
        self._after_space()
        sign = self.text[self.at : self.at + 1]
        if sign not in (",", end):
            raise self._wrong(self.at, say("A “,” or “{sign}” must follow here.", sign=end))
        self.at += 1
        return sign == ","

    def _takes(self, sign: str) -> None:
        self._after_space()
        if not self.text.startswith(sign, self.at):
            raise self._wrong(self.at, say("A “{sign}” is missing here.", sign=sign))
        self.at += 1

    def _expects_end(self) -> None:
        self._after_space()
        if self.at < len(self.text):
            raise self._wrong(self.at, say("Something follows the end of the game."))

    def _after_space(self) -> None:
        space = _SPACE.match(self.text, self.at)
        self.at = self.at if space is None else space.end()


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise _Wrong(say("The number has too many digits."))
    return int(digits)


def _no_number(text: str) -> int:
    raise _Wrong(say("{text} isn’t a whole number.", text=text[:20]))


# --- Values --------------------------------------------------------------------------------------


def _object(value: object, *keys: str) -> dict[str, Any]:
    if not isinstance(value, dict) or value.keys() - set(keys):
        raise _Wrong(
            say("This must be an object with {keys} and nothing else.", keys=", ".join(keys))
        )
    return value


def _number(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _Wrong(say("“{field}” must be a whole number.", field=what))
    return value


def _string(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise _Wrong(say("“{field}” must be text.", field=what))
    return value


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise _Wrong(say("“{field}” must be a list.", field=what))
    return value


def _one_of(value: object, what: str, known: Mapping[Any, T]) -> T:
    if not isinstance(value, str) or value not in known:
        raise _Wrong(
            say("“{field}” must be one of {known}.", field=what, known=", ".join(map(repr, known)))
        )
    return known[value]


def _variant(value: object) -> Variant:
    fields = _object(value, "width", "height", "k", "lineRule", "blocked")
    rules = {rule.value: rule for rule in LineRule}
    width, height, k = (_number(fields.get(key), key) for key in ("width", "height", "k"))
    rule = _one_of(fields.get("lineRule", "freestyle"), "lineRule", rules)
    board = Variant(width, height, k, rule)
    blocked = (_string(each, "square") for each in _list(fields.get("blocked", []), "blocked"))
    return replace(board, blocked=tuple(square(each, board) for each in blocked))


def _start(value: object, variant: Variant) -> Position:
    fields = _object(value, *_SIDES, "sideToMove")
    stones = BySide(*_SIDES).map(
        lambda side: frozenset(
            square(_string(each, "square"), variant) for each in _list(fields.get(side, []), side)
        )
    )
    return Position.of(variant, stones, _one_of(fields.get("sideToMove"), "sideToMove", _SIDES))


def _players(value: object) -> BySide[str]:
    fields = _object(value, *_SIDES)
    return BySide(*_SIDES).map(lambda side: tidy_line(_string(fields.get(side, ""), side)))


def _result(value: object) -> Outcome | None:
    if value is None:
        return None
    fields = _object(value, "winner", "termination")
    terminations = {each.value: each for each in Termination}
    termination = _one_of(fields.get("termination"), "termination", terminations)
    winner = fields.get("winner")
    try:
        return Outcome(None if winner is None else _one_of(winner, "winner", _SIDES), termination)
    except ValueError:
        raise _Wrong(say("“winner” and “termination” don’t fit together.")) from None


_OPTIONAL: dict[str, Callable[[object], Any]] = {
    "players": _players,
    "result": _result,
    "date": lambda value: tidy_line(_string(value, "date")),
    "event": lambda value: tidy_line(_string(value, "event")),
    "opening": lambda value: tidy_line(_string(value, "opening"), MAX_OPENING),
}
_FIELDS = ("inarow", "variant", "start", *_OPTIONAL, "nodes")


def _node_of(value: object, variant: Variant) -> Node:
    fields = _object(value, "parent", "move", "comment", "glyph", "marks", "ms")
    move, ms = fields.get("move"), fields.get("ms")
    return Node(
        _number(fields.get("parent"), "parent"),
        None if move is None else move_named(_string(move, "move"), variant),
        tidy(_string(fields.get("comment", ""), "comment")),
        _one_of(fields.get("glyph", ""), "glyph", _GLYPHS),
        tuple(_mark(mark, variant) for mark in _list(fields.get("marks", []), "marks")),
        None if ms is None else max(0, _number(ms, "ms")) or None,
    )


def _mark(value: object, variant: Variant) -> Mark:
    fields = _object(value, "square", "kind", "text")
    kinds = {kind.value: kind for kind in MarkKind}
    return Mark(
        square(_string(fields.get("square"), "square"), variant),
        _one_of(fields.get("kind"), "kind", kinds),
        tidy_line(_string(fields.get("text", ""), "text")),
    )
