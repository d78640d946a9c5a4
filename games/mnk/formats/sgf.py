"""SGF, the Smart Game Format (FF[4]), as gomoku programs use it (GM[4]); Go's GM[1] is read too.

Squares are two letters, from the top left: a to z, then A to Z. SGF has no property for k and the
line rule, for a game's end without points or for the time a move took, so these are ours:
`RU[k=4 freestyle]`, with squares that are blocked `RU[k=4 freestyle blocked a1e5]` (any other rules
text is read as five in a row, exactly five if it says so),
`END[resignation]` (a `Termination`, beside the usual RE) and `MS[1500]` (milliseconds, of a move).
The usual ON has the opening rule, what was chosen and which squares were offered, as in
`ON[swap2 two white]` and `ON[rif white g7,j10]`; any other text of other programs is passed over.
Where stones of either kind are placed, B and W say which, and the order says who.
Everything a record has is kept. The format: https://www.red-bean.com/sgf/.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from games.mnk.errors import OpeningImpossible, RuleError, VariantError
from games.mnk.formats.errors import IllegalTree, UnreadableFile
from games.mnk.formats.record import (
    MAX_NAME,
    MAX_NODES,
    MAX_OPENING,
    Glyph,
    Mark,
    MarkKind,
    Node,
    Record,
    Turns,
    check_lengths,
    children,
    end_of,
    five_in_a_row,
    opening_of,
    sides_to_move,
    tidy,
    tidy_line,
)
from games.mnk.move import Move, move_to, placed
from games.mnk.notation import squares_text, with_blocked
from games.mnk.outcome import Outcome, Termination
from games.mnk.position import Position
from games.mnk.rule import LineRule, rule_heard
from games.mnk.side import BySide, Side
from games.mnk.square import Square
from games.mnk.variant import MAX_BLOCKED_TEXT, Variant
from games.say import say

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MARKS = {"CR": MarkKind.CIRCLE, "SQ": MarkKind.SQUARE, "TR": MarkKind.TRIANGLE}
_MARKS["MA"] = MarkKind.CROSS
_PROPERTY_OF_MARK = {kind: key for key, kind in _MARKS.items()}
_PROPERTY_OF_GLYPH: dict[Glyph, str] = {
    "!": "TE[1]",
    "!!": "TE[2]",
    "?": "BM[1]",
    "??": "BM[2]",
    "!?": "IT[]",
    "?!": "DO[]",
}
_SIDE_OF = {"B": Side.BLACK, "W": Side.WHITE}
_KEY_OF = {side: key for key, side in _SIDE_OF.items()}
_ENDS = {
    Termination.RESIGNATION: "R",
    Termination.TIME: "T",
    Termination.ABANDONMENT: "F",
    Termination.LINE: "",
}
_CODECS = {
    "utf8": "utf-8",
    "usascii": "cp1252",
    "iso88591": "cp1252",
    "latin1": "cp1252",
    "windows1252": "cp1252",
    "cp1252": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5",
    "shiftjis": "cp932",
    "sjis": "cp932",
    "eucjp": "euc_jp",
    "euckr": "cp949",
}
_MAX_RECTANGLES = 1000
"""In one file; each may stand for all squares of the board."""
_CHARSET = re.compile(rb"CA\s*\[([A-Za-z0-9_\- ]{1,20})\]")
_BEGINNING = re.compile(r"\(\s*;")
_IDENTIFIER = re.compile(r"[A-Za-z]{1,64}")
_SPACE = re.compile(r"\s*")
_REST = re.compile(r"[\s\x00\x1a]*")
_STOP = re.compile(r"[\\\]]")
_SIZE = re.compile(r"\s*([0-9]{1,3})\s*(?::\s*([0-9]{1,3})\s*)?", re.ASCII)
_MAX_RULES = MAX_NAME + MAX_BLOCKED_TEXT
_RULES = re.compile(rf"k=([0-9]{{1,2}}) ({'|'.join(LineRule)})(?: blocked ([a-z0-9]+))?", re.ASCII)
_RESULT = re.compile(r"\s*([BW])\+\s*(\S?)", re.IGNORECASE)
_NUMBER = re.compile(r"[1-9][0-9]{0,11}", re.ASCII)


# --- Writing -------------------------------------------------------------------------------------


def write(record: Record) -> bytes:
    """The record as a file, in UTF-8."""
    after = children(record.nodes)
    sides = sides_to_move(record.start, record.nodes)
    parts = ["(", _header(record)]
    waiting: list[int | str] = [")\n", 0]
    while waiting:
        here = waiting.pop()
        if isinstance(here, str):
            parts.append(here)
            continue
        parts.append(_node(record, here, sides))
        following = after[here]
        if len(following) == 1:
            waiting.append(following[0])
        else:
            for index in reversed(following):
                waiting += (")", index, "\n(")
    return "".join(parts).encode()


def _header(record: Record) -> str:
    variant, start = record.variant, record.start
    width, height = variant.width, variant.height
    size = str(width) if width == height else f"{width}:{height}"
    blocked = f" blocked {squares_text(variant.blocked, variant)}" if variant.blocked else ""
    parts = [
        f";FF[4]GM[4]CA[UTF-8]AP[Inarow]SZ[{size}]",
        f"RU[k={variant.k} {variant.line_rule.value}{blocked}]",
    ]
    for key, text in (
        ("PB", record.players.black),
        ("PW", record.players.white),
        ("DT", record.date),
        ("EV", record.event),
        ("ON", record.opening),
    ):
        if text:
            parts.append(f"{key}[{_escaped(text)}]")
    if record.result is not None:
        parts.append(f"RE[{_result(record.result)}]END[{record.result.termination.value}]")
    for side in Side:
        stones = "".join(f"[{_point(square, variant)}]" for square in start.stones(side))
        if stones:
            parts.append(f"\nA{_KEY_OF[side]}{stones}")
    if not record.is_from_the_beginning:
        parts.append(f"PL[{_KEY_OF[start.side_to_move]}]")
    return "".join(parts)


def _node(record: Record, index: int, sides: list[Side]) -> str:
    node, variant = record.nodes[index], record.variant
    parts = []
    if index > 0:
        stone, point = sides[node.parent], ""
        if node.move is not None:
            square, stone = placed(node.move, stone, variant)
            point = _point(square, variant)
        parts.append(f"\n;{_KEY_OF[stone]}[{point}]")
    if node.ms is not None:
        parts.append(f"MS[{node.ms}]")
    if node.glyph:
        parts.append(_PROPERTY_OF_GLYPH[node.glyph])
    for kind, key in _PROPERTY_OF_MARK.items():
        points = [_point(mark.square, variant) for mark in node.marks if mark.kind is kind]
        if points:
            parts.append(key + "".join(f"[{point}]" for point in points))
    labels = [
        f"[{_point(mark.square, variant)}:{_escaped(mark.text)}]"
        for mark in node.marks
        if mark.kind is MarkKind.TEXT
    ]
    if labels:
        parts.append("LB" + "".join(labels))
    if node.comment:
        parts.append(f"C[{_escaped(node.comment)}]")
    return "".join(parts)


def _point(square: Square, variant: Variant) -> str:
    row, column = divmod(square, variant.width)
    return _LETTERS[column] + _LETTERS[variant.height - 1 - row]


def _escaped(text: str) -> str:
    return re.sub(r"([\\\]:])", r"\\\1", text)


def _result(outcome: Outcome) -> str:
    if outcome.termination is Termination.ABORT:
        return "Void"
    if outcome.winner is None:
        return "Draw"
    return f"{_KEY_OF[outcome.winner]}+{_ENDS[outcome.termination]}"


# --- Reading -------------------------------------------------------------------------------------


MAX_GAMES = 100
"""Of one file."""


def read(data: bytes) -> Record:
    """The record of a file with one game. Raises `UnreadableFile`.

    A move out of turn gets a skipped turn before it; a node without a move belongs to the one
    before it. Stones can be set up in the first node only.
    """
    (record,) = read_each(data, most=1)
    return record


def read_each(data: bytes, most: int = MAX_GAMES) -> Iterator[Record]:
    """The records of a file with one game or several, each when it is asked for.

    All games together have at most as many positions as one may have. Raises `UnreadableFile`.

    >>> [len(record.nodes) for record in read_each(b"(;GM[4];B[hh]) (;GM[4])")]
    [2, 1]
    """
    text = _decoded(data)
    rectangles = count(1)
    for raw in _scanned(text, most):
        yield _Reader(text, raw, rectangles).record()


@dataclass(slots=True)
class _Value:
    text: str
    """As the file has it, escapes and all."""
    at: int


@dataclass(slots=True)
class _Raw:
    """A node as the file has it."""

    parent: int
    at: int
    values: dict[str, list[_Value]] = field(default_factory=dict)


def _decoded(data: bytes) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        data, codec = data[3:], "utf-8"
    else:
        named = _CHARSET.search(data)
        word = "" if named is None else re.sub(r"[_\- ]", "", named[1].decode("ascii")).lower()
        codec = _CODECS.get(word, "")
    if not codec:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("cp1252", "replace")
    if codec == "cp1252":
        return data.decode(codec, "replace")
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(codec, "replace")
        raise UnreadableFile.at(
            before,
            len(before),
            say("This isn’t {codec} text. Save the file as UTF-8.", codec=codec),
        ) from None


def _scanned(text: str, most: int) -> list[list[_Raw]]:
    """The games of a file, each as its nodes in file order, each node after its parent."""
    beginning = _BEGINNING.search(text)
    if beginning is None:
        raise UnreadableFile.at(text, 0, say("This isn’t an SGF file. A game starts with “(;”."))
    games: list[list[_Raw]] = []
    at, room = beginning.start(), MAX_NODES
    while at < len(text):
        if games and text[at] != "(":
            raise UnreadableFile.at(
                text,
                at,
                say("Something follows the end of the game. Only another game may."),
            )
        if len(games) == most:
            raise UnreadableFile.at(
                text,
                at,
                say("Another game follows. Keep one game in each file.")
                if most == 1
                else say("A file may have {most} games. Split it here.", most=most),
            )
        raw, at = _scanned_game(text, at, room)
        games.append(raw)
        room -= len(raw)
        rest = _REST.match(text, at)
        at = at if rest is None else rest.end()
    return games


def _scanned_game(text: str, at: int, room: int) -> tuple[list[_Raw], int]:
    """The nodes of the game that begins here, at most `room`, and where it ends."""
    nodes: list[_Raw] = []
    here = -1
    branches: list[int] = []
    while True:
        at = _after_space(text, at)
        sign = text[at : at + 1]
        if sign == "(":
            if _BEGINNING.match(text, at) is None:
                raise UnreadableFile.at(text, at, say("A “;” must follow this “(”."))
            branches.append(here)
            at += 1
        elif sign == ";":
            if len(nodes) == room:
                raise UnreadableFile.at(
                    text,
                    at,
                    say("At most {most} positions fit. Cut the file.", most=f"{MAX_NODES:,}"),
                )
            node = _Raw(here, at)
            at = _read_properties(text, at + 1, node)
            here = len(nodes)
            nodes.append(node)
        elif sign == ")":
            here = branches.pop()
            at += 1
            if not branches:
                return nodes, at
        elif sign == "":
            raise UnreadableFile.at(text, at, say("The file ends too early: a “)” is missing."))
        else:
            raise UnreadableFile.at(
                text,
                at,
                say("“{sign}” can’t be here. A “;” or a “)” must follow.", sign=sign),
            )


def _read_properties(text: str, at: int, node: _Raw) -> int:
    """Read a node's properties into it; returns where they end."""
    while True:
        at = _after_space(text, at)
        identifier = _IDENTIFIER.match(text, at)
        if identifier is None:
            return at
        # Before FF[4], names were written out: CoPyright.
        key = "".join(letter for letter in identifier[0] if letter.isupper())
        values = node.values.setdefault(key, [])
        at = _after_space(text, identifier.end())
        if text[at : at + 1] != "[":
            raise UnreadableFile.at(
                text, at, say("A “[” must follow {property}.", property=identifier[0])
            )
        while text[at : at + 1] == "[":
            value = _Value("", at + 1)
            end = at + 1
            while (stop := _STOP.search(text, end)) is not None and stop[0] == "\\":
                end = stop.end() + 1
            if stop is None:
                raise UnreadableFile.at(
                    text, at, say("This “[” is never closed: a “]” is missing.")
                )
            value.text = text[value.at : stop.start()]
            values.append(value)
            at = _after_space(text, stop.end())


def _after_space(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return at if space is None else space.end()


class _Reader:
    """Makes a record from the nodes of a file."""

    def __init__(self, text: str, raw: list[_Raw], rectangles: Iterator[int]) -> None:
        self.text = text
        self.raw = raw
        self.nodes: list[Node] = []
        self.places: list[int] = []
        """Where each node of `nodes` stands."""
        self.rectangles = rectangles
        """Numbers those of the whole file."""

    def record(self) -> Record:
        root = self.raw[0]
        variant = self._variant()
        start = self._start(variant)
        self._read_nodes(start)
        try:
            return Record(
                start,
                tuple(self.nodes),
                BySide(self._line(root, "PB"), self._line(root, "PW")),
                self._result_of(root, start),
                self._line(root, "DT"),
                self._line(root, "EV") or self._line(root, "GN"),
                self._opening(root, start),
            )
        except IllegalTree as error:
            raise self._wrong(self.places[error.node], error.sentence) from None

    def _wrong(self, at: int, sentence: str) -> UnreadableFile:
        return UnreadableFile.at(self.text, at, sentence)

    def _line(self, raw: _Raw, key: str, most: int = MAX_NAME) -> str:
        return tidy_line(_unescaped(raw.values[key][0].text), most) if key in raw.values else ""

    def _opening(self, root: _Raw, start: Position) -> str:
        text = self._line(root, "ON", MAX_OPENING)
        try:
            return opening_of(text, start, self.nodes).text if text else ""
        except OpeningImpossible:
            return ""  # what others write there is for people

    # --- The first node --------------------------------------------------------------------------

    def _variant(self) -> Variant:
        root = self.raw[0]
        game = self._line(root, "GM") or "1"
        if game not in ("1", "4"):
            raise self._wrong(
                root.values["GM"][0].at,
                say("GM[{game}] is another game. GM[4] is five in a row.", game=game),
            )
        width = height = 15 if game == "4" else 19
        at = root.at
        if "SZ" in root.values:
            value = root.values["SZ"][0]
            at = value.at
            size = _SIZE.fullmatch(value.text)
            if size is None:
                raise self._wrong(at, say("This isn’t a board size. Write SZ[15] or SZ[15:10]."))
            width = int(size[1])
            height = int(size[2] or size[1])
        rules = self._line(root, "RU", _MAX_RULES)
        ours = _RULES.fullmatch(rules)
        try:
            if ours is not None:
                board = Variant(width, height, int(ours[1]), LineRule(ours[2]))
                return with_blocked(board, ours[3] or "")
            return five_in_a_row(width, height, rule_heard(rules) or LineRule.FREESTYLE)
        except VariantError as error:
            if ours is not None and error.field in ("k", "blocked"):
                at = root.values["RU"][0].at
            raise self._wrong(at, error.sentence) from None

    def _start(self, variant: Variant) -> Position:
        root = self.raw[0]
        stones = BySide(self._stones(root, "AB", variant), self._stones(root, "AW", variant))
        try:
            return Position.of(variant, stones, self._side_to_move(stones, variant))
        except RuleError as error:
            set_up = root.values.get("AW") or root.values["AB"]
            raise self._wrong(set_up[0].at, error.sentence) from None

    def _stones(self, raw: _Raw, key: str, variant: Variant) -> frozenset[Square]:
        return frozenset(
            square
            for value in raw.values.get(key, ())
            for square in self._squares_of(value, variant)
        )

    def _side_to_move(self, stones: BySide[frozenset[Square]], variant: Variant) -> Side:
        named = self._line(self.raw[0], "PL")[:1].upper()
        if named in _SIDE_OF:
            return _SIDE_OF[named]
        for raw in () if variant.line_rule.says.either_kind else self.raw:
            for key, side in _SIDE_OF.items():
                if key in raw.values:
                    return side
        return variant.line_rule.side_with(*map(len, stones))

    def _result_of(self, root: _Raw, start: Position) -> Outcome | None:
        text = self._line(root, "RE")
        end = self._line(root, "END")
        won = _RESULT.match(text)
        winner = None if won is None else _SIDE_OF[won[1].upper()]
        if end in list(Termination):
            termination = Termination(end)
        elif won is not None:
            ends = {"R": Termination.RESIGNATION, "T": Termination.TIME}
            ends["F"] = Termination.ABANDONMENT
            last = end_of(start, self.nodes)
            has_line = last is not None and any(last.has_line(side) for side in Side)
            usual = Termination.LINE if has_line else Termination.RESIGNATION
            termination = ends.get(won[2].upper(), usual)
        elif text.lower() in ("0", "draw"):
            termination = Termination.AGREEMENT
        elif text.lower() == "void":
            termination = Termination.ABORT
        else:
            return None
        try:
            return Outcome(winner, termination)
        except ValueError:
            return None

    # --- The tree --------------------------------------------------------------------------------

    def _read_nodes(self, start: Position) -> None:
        variant = start.variant
        self.turns = Turns(start)
        self.nodes, self.places = [Node(-1)], [self.raw[0].at]
        where: list[int] = []
        """Which of `nodes` each node of the file belongs to."""
        for number, raw in enumerate(self.raw):
            here = 0 if raw.parent < 0 else where[raw.parent]
            if number > 0:
                for key in ("AB", "AW", "AE"):
                    if key in raw.values:
                        raise self._wrong(
                            raw.values[key][0].at,
                            say(
                                "{property} sets up stones mid-game. Only the first node can do "
                                "that.",
                                property=key,
                            ),
                        )
            moves = [(side, raw.values[key]) for key, side in _SIDE_OF.items() if key in raw.values]
            if len(moves) > 1 or any(len(values) > 1 for _, values in moves):
                raise self._wrong(raw.at, say("These are two moves. Write a “;” between them."))
            for side, (value,) in moves:
                move = self._move(value, side, variant)
                if side is not self.turns.sides[here] and not variant.line_rule.says.either_kind:
                    here = self._add(here, None, value.at)
                here = self._add(here, move, value.at)
            self.nodes[here] = self._annotated(self.nodes[here], raw, variant)
            where.append(here)

    def _add(self, parent: int, move: Move | None, at: int) -> int:
        self.nodes.append(Node(parent, move))
        self.turns.add(parent, move)
        self.places.append(at)
        return len(self.nodes) - 1

    def _annotated(self, node: Node, raw: _Raw, variant: Variant) -> Node:
        values = raw.values
        comments = [tidy(_unescaped(value.text)) for value in values.get("C", ())]
        title = self._line(raw, "N")
        comments = [text for text in (node.comment, title, *comments) if text]
        marks = [
            Mark(square, kind)
            for key, kind in _MARKS.items()
            for value in values.get(key, ())
            for square in self._squares_of(value, variant)
        ]
        for value in values.get("LB", ()):
            point, _, label = value.text.partition(":")
            square = self._square(point, value.at, variant)
            marks.append(Mark(square, MarkKind.TEXT, tidy_line(_unescaped(label))[:3]))
        ms = _NUMBER.fullmatch(self._line(raw, "MS"))
        annotated = Node(
            node.parent,
            node.move,
            "\n".join(comments),
            _glyph(values) or node.glyph,
            (*node.marks, *marks),
            node.ms if ms is None else int(ms[0]),
        )
        try:
            check_lengths(annotated)
        except RuleError as error:
            raise self._wrong(raw.at, error.sentence) from None
        return annotated

    def _move(self, value: _Value, stone: Side, variant: Variant) -> Move | None:
        point = value.text.strip()
        is_small = max(variant.width, variant.height) <= 19
        if point == "" or (point == "tt" and is_small):
            return None
        return move_to(self._square(value.text, value.at, variant), stone, variant)

    def _squares_of(self, value: _Value, variant: Variant) -> Iterator[Square]:
        """One square, or those of a rectangle: `aa:cc`."""
        first, colon, last = value.text.partition(":")
        one = self._square(first, value.at, variant)
        other = self._square(last, value.at, variant) if colon else one
        width = variant.width
        if colon and next(self.rectangles) > _MAX_RECTANGLES:
            raise self._wrong(value.at, say("There are too many rectangles. Name the squares."))
        rows = sorted((one // width, other // width))
        columns = sorted((one % width, other % width))
        for row in range(rows[0], rows[1] + 1):
            for column in range(columns[0], columns[1] + 1):
                yield row * width + column

    def _square(self, text: str, at: int, variant: Variant) -> Square:
        point = text.strip()
        column, row = (_LETTERS.find(letter) for letter in point) if len(point) == 2 else (-1, -1)
        if not variant.has(column, row):
            corner = _point(variant.width - 1, variant)
            raise self._wrong(
                at,
                say(
                    "“{point}” isn’t a square on this board. Squares go from aa to {corner}.",
                    point=point[:10],
                    corner=corner,
                ),
            )
        return (variant.height - 1 - row) * variant.width + column


def _glyph(values: dict[str, list[_Value]]) -> Glyph:
    if "TE" in values:
        return "!!" if values["TE"][0].text.strip() == "2" else "!"
    if "BM" in values:
        return "??" if values["BM"][0].text.strip() == "2" else "?"
    if "IT" in values:
        return "!?"
    return "?!" if "DO" in values else ""


def _unescaped(text: str) -> str:
    r"""The text that was meant.

    >>> _unescaped(r"a \] and a \\")
    'a ] and a \\'
    """
    text = text.replace("\r\n", "\n")
    return re.sub(r"\\(.)", lambda found: "" if found[1] == "\n" else found[1], text, flags=re.S)
