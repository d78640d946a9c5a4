r"""RenLib's .lib, version 3: a tree of moves on 15x15, with comments and texts on the board.

A header of 20 bytes, then the nodes, each after its parent and before its siblings. A node has two
bytes: the square (low half: column 1 to 15; high half: row, 0 at the top; a zero byte: the empty
board at the beginning, later a skipped turn) and flags: 0x80 a sibling follows after everything
that branches off here, 0x40 nothing branches off, 0x20 a comment in the old encoding, 0x10 marked,
0x08 a comment, 0x02 no move but only a text on the square, 0x01 two more bytes, of which the lowest
bit says that a text follows. Comments and texts end with a zero and have an even length; in a
comment a byte 8 separates the first line from the rest. That is how RenLib's own source reads and
writes (gomoku/RenLib: LibraryFile.cpp, RenLibDoc.cpp), and four of its files were read with this.

Moves, variations, comments, text marks and a circle on the square just played (RenLib's mark) are
kept. RenLib says nothing about the rule: freestyle is assumed, unless a six did not end the game.
Comments are written in UTF-8, and read as that or Windows-1252.
"""

from dataclasses import dataclass, replace

from games.mnk.errors import RuleError
from games.mnk.formats.errors import CannotHold, IllegalTree, UnreadableFile
from games.mnk.formats.record import (
    MAX_LABEL,
    MAX_NODES,
    Mark,
    MarkKind,
    Node,
    Record,
    check_lengths,
    children,
    is_usual,
    tidy,
    tidy_line,
    with_usual_rule,
)
from games.mnk.formats.text import decoded
from games.mnk.square import Square, name
from games.mnk.variant import Variant
from games.say import say

SIZE = 15
SIGNATURE = b"\xffRenLib\xff"
_HEADER = SIGNATURE + bytes((3, 4)) + b"\xff" * 10
_NEWEST = (3, 4)

_SIBLING = 0x80
_LEAF = 0x40
_OLD_COMMENT = 0x20
_MARKED = 0x10
_COMMENT = 0x08
_NO_MOVE = 0x02
_EXTENDED = 0x01
_TEXT = b"\x00\x01"
"""The two extra bytes of a node with a text."""
_BOARD = Variant(SIZE, SIZE, 5)
_MAX_ENTRIES = 4 * MAX_NODES
"""In a file, including texts without a move."""


# --- Writing -------------------------------------------------------------------------------------


def is_fit(variant: Variant) -> bool:
    """Whether games of a variant may be written: the format does not say the rule, and a game under
    another than the usual two would be read as one that is not over."""
    is_known = is_usual(variant) and not variant.line_rule.says.ends_block
    return is_known and variant.width == variant.height == SIZE


def write(record: Record) -> bytes:
    """The tree as a file. Raises `CannotHold` for all but five in a row on 15x15 from the start."""
    variant = record.variant
    if variant.line_rule.says.ends_block:
        raise CannotHold(say(".lib can’t say that rows can be blocked at both ends. Use .sgf."))
    if not (is_fit(variant) and record.is_from_the_beginning):
        raise CannotHold(
            say(".lib is only for five in a row on 15x15 from an empty board. Use .sgf.")
        )
    nodes, after = record.nodes, children(record.nodes)
    out = bytearray(_HEADER)
    waiting = [(0, False)]
    """Nodes, and whether a sibling follows them."""
    while waiting:
        index, has_sibling = waiting.pop()
        node, following = nodes[index], after[index]
        texts = _texts(node)
        for child in following:
            texts.pop(nodes[child].move, None)
        flags = _SIBLING * has_sibling | _LEAF * (not following and not texts)
        own = Mark(-1 if node.move is None else node.move, MarkKind.CIRCLE)
        label = "" if index == 0 else _texts(nodes[node.parent]).get(node.move, "")
        flags |= _MARKED * (own in node.marks)
        out += _node(node.move, flags, node.comment, label)
        for at, (square, text) in enumerate(texts.items(), 1):
            is_last = at == len(texts) and not following
            out += _node(square, _NO_MOVE | _LEAF | _SIBLING * (not is_last), "", text)
        waiting += [(child, child != following[-1]) for child in reversed(following)]
    return bytes(out)


def _texts(node: Node) -> dict[Square | None, str]:
    return {
        mark.square: mark.text for mark in node.marks if mark.kind is MarkKind.TEXT and mark.text
    }


def _node(move: Square | None, flags: int, comment: str, text: str) -> bytes:
    square = 0
    if move is not None:
        row, column = divmod(move, SIZE)
        square = (SIZE - 1 - row) << 4 | (column + 1)
    flags |= _COMMENT * bool(comment) | _EXTENDED * bool(text)
    out = bytes((square, flags))
    if text:
        out += _TEXT
    if comment:
        first, newline, more = tidy(comment).partition("\n")
        out += _ended(first + ("\x08" + more.replace("\n", "\r\n") if newline else ""))
    if text:
        out += _ended(tidy(text))
    return out


def _ended(text: str) -> bytes:
    data = text.encode() + b"\x00"
    return data + b"\x00" * (len(data) % 2)


# --- Reading -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Raw:
    """A node as the file has it."""

    at: int
    move: Square | None
    flags: int
    comment: str
    text: str


class _Bytes:
    """A file, read from the front."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = len(_HEADER)

    @property
    def is_at_end(self) -> bool:
        # RenLib takes bytes in pairs; a single one at the end says nothing.
        return self.at + 1 >= len(self.data)

    def node(self) -> _Raw:
        """Raises `UnreadableFile`."""
        at = self.at
        square, flags = self._pair()
        column, row = square & 0x0F, square >> 4
        if square and not (1 <= column <= SIZE and row < SIZE):
            raise UnreadableFile(
                say(
                    "The square {square} isn’t on a 15x15 board. The file is damaged.",
                    square=f"0x{square:02x}",
                ),
                offset=at,
            )
        has_text = flags & _EXTENDED and self._pair()[1] & 1
        comment = text = ""
        if flags & _OLD_COMMENT:
            comment = _comment(self._old_words())
        elif flags & _COMMENT:
            comment = _comment(self._words())
        if has_text:
            text = tidy_line(decoded(self._words()))
        move = None if square == 0 else (SIZE - 1 - row) * SIZE + column - 1
        return _Raw(at, move, flags, comment, text)

    def _pair(self) -> bytes:
        if self.is_at_end:
            raise UnreadableFile(say("The file ends too early. It was cut off."), offset=self.at)
        self.at += 2
        return self.data[self.at - 2 : self.at]

    def _words(self) -> bytes:
        """Up to a zero, and on to an even length."""
        end = self.data.find(b"\x00", self.at)
        if end == -1:
            raise UnreadableFile(say("A text has no end. The file was cut off."), offset=self.at)
        found = self.data[self.at : end]
        self.at = end + 1 + (end + 1 - self.at) % 2
        return found

    def _old_words(self) -> bytes:
        """Up to a byte whose highest bit is set, and on to an even length."""
        end = self.at
        while end < len(self.data) and self.data[end] < 0x80:
            end += 1
        if end == len(self.data):
            raise UnreadableFile(say("A text has no end. The file was cut off."), offset=self.at)
        found = self.data[self.at : end] + bytes((self.data[end] & 0x7F,))
        self.at = end + 1 + (end + 1 - self.at) % 2
        return found


def _comment(words: bytes) -> str:
    first, mark, more = words.partition(b"\x08")
    return tidy(decoded(first) + ("\n" + decoded(more) if mark else ""))


def read(data: bytes) -> Record:
    """The record of a file. Raises `UnreadableFile`."""
    if not data.startswith(SIGNATURE) or len(data) < len(_HEADER):
        raise UnreadableFile(say("This isn’t a RenLib file."), offset=0)
    version = data[8], data[9]
    if version > _NEWEST:
        raise UnreadableFile(
            say(
                "This is RenLib version {version}. Save it as 3.4 or older.",
                version=f"{version[0]}.{version[1]}",
            ),
            offset=8,
        )
    nodes, places = _nodes(_Bytes(data))
    try:
        return with_usual_rule(SIZE, SIZE, tuple(nodes))
    except IllegalTree as error:
        raise UnreadableFile(error.sentence, offset=places[error.node]) from None


def _nodes(file: _Bytes) -> tuple[list[Node], list[int]]:
    """The nodes, and where each of them stands."""
    nodes, places = [Node(-1)], [file.at]
    branches: list[int] = []
    """Where the siblings to come branch off."""
    here, is_first, is_complete, count = 0, True, False, 0
    while not file.is_at_end:
        if is_complete:
            raise UnreadableFile(say("Something follows the end of the game."), offset=file.at)
        raw = file.node()
        count += 1
        if count > _MAX_ENTRIES:
            raise UnreadableFile(say("There are too many texts on the board."), offset=raw.at)
        parent = here
        if raw.flags & _SIBLING:
            branches.append(parent)
        if is_first and raw.move is None:
            branches.clear()  # the empty board has no siblings
        elif not raw.flags & _NO_MOVE:
            if len(nodes) == MAX_NODES:
                raise UnreadableFile(
                    say("At most {most} positions fit.", most=f"{MAX_NODES:,}"), offset=raw.at
                )
            here = len(nodes)
            nodes.append(Node(parent, raw.move))
            places.append(raw.at)
        is_first = False
        _annotate(nodes, here, parent, raw)
        if raw.flags & _LEAF:
            is_complete = not branches
            here = branches.pop() if branches else here
    return nodes, places


def _annotate(nodes: list[Node], here: int, parent: int, raw: _Raw) -> None:
    """Write a node's comment, mark and text into the tree; a text belongs to the node before."""
    comment = raw.comment
    if raw.text and raw.move is not None:
        if len(raw.text) <= MAX_LABEL:
            mark = Mark(raw.move, MarkKind.TEXT, raw.text)
            nodes[parent] = replace(nodes[parent], marks=(*nodes[parent].marks, mark))
        else:
            said = f"{name(raw.move, _BOARD)}: {raw.text}"
            comment = f"{comment}\n{said}" if comment else said
    node = nodes[here]
    comment = "\n".join(text for text in (node.comment, comment) if text)
    marks = node.marks
    if raw.flags & _MARKED and node.move is not None and here != parent:
        marks = (*marks, Mark(node.move, MarkKind.CIRCLE))
    nodes[here] = replace(node, comment=comment, marks=marks)
    try:
        check_lengths(nodes[here])
        check_lengths(nodes[parent])
    except RuleError as error:
        raise UnreadableFile(error.sentence, offset=raw.at) from None
