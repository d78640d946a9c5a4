"""A record: a tree of moves from a position, and who played it. What every format is read into.

The tree is a flat list, each node with its parent's index, less than its own. Nothing here or in
the formats is recursive, so a deep tree does no harm.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Literal, get_args

from games.mnk.errors import OpeningImpossible, RuleError
from games.mnk.formats.errors import IllegalTree
from games.mnk.move import Move
from games.mnk.openings import Opening, opening_from_text
from games.mnk.outcome import Outcome
from games.mnk.position import Position
from games.mnk.rule import GOMOCUP, LineRule
from games.mnk.side import BySide, Side
from games.mnk.square import Square, name
from games.mnk.variant import Variant
from games.say import say

MAX_NODES = 5000
MAX_COMMENT = 2000
"""Characters."""
MAX_NAME = 80
"""Characters in the text of a player, an event or a date; longer texts keep their beginning."""
MAX_OPENING = 120
"""The same for an opening: with ten squares of a board of 31×31 it has 83."""
MAX_MARKS = 1024
"""On one node."""
MAX_LABEL = 3
"""Characters in a mark's text."""

Glyph = Literal["", "!", "?", "!!", "??", "!?", "?!"]
GLYPHS: tuple[Glyph, ...] = get_args(Glyph)


NOBODY: BySide[str] = BySide("", "")
"""Players whose names are not known."""


class MarkKind(StrEnum):
    """What a mark looks like."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    CROSS = "cross"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on a square."""

    square: Square
    kind: MarkKind
    text: str = ""
    """For a text mark."""


@dataclass(frozen=True, slots=True)
class Node:
    """A position of a tree, by the move that led to it."""

    parent: int
    """By index; -1 for the first node, which has no move. Of several with the same parent, the
    first is the main line."""
    move: Move | None = None
    """None skips a turn."""
    comment: str = ""
    glyph: Glyph = ""
    marks: tuple[Mark, ...] = ()
    ms: int | None = None
    """How long the move took, if that is known; at least 1."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game, or a tree of variations. Building one that cannot be played raises `IllegalTree`.

    >>> from games import mnk
    >>> start = mnk.Position.start(mnk.Variant(15, 15, 5))
    >>> Record(start, line_of([112, 128])).main_line
    (112, 128)
    >>> Record(start, line_of([112, 112]))
    Traceback (most recent call last):
    ...
    games.mnk.formats.errors.IllegalTree: h8 is taken. Choose an empty square.
    """

    start: Position
    """Any stones, either side to move."""
    nodes: tuple[Node, ...] = field(default_factory=lambda: (Node(-1),))
    players: BySide[str] = NOBODY
    result: Outcome | None = None
    date: str = ""
    event: str = ""
    opening: str = ""
    """By which rule it opened and what was chosen, as `Opening.text`; empty without a rule."""

    def __post_init__(self) -> None:
        check_tree(self.start, self.nodes)
        if self.opening:
            try:
                opening_of(self.opening, self.start, self.nodes)
            except OpeningImpossible as error:
                raise IllegalTree(0, error.sentence) from None

    @property
    def variant(self) -> Variant:
        return self.start.variant

    @property
    def main_nodes(self) -> tuple[Node, ...]:
        """The nodes of the main line, without the first."""
        return tuple(_main_line(self.nodes))

    @property
    def main_line(self) -> tuple[Move | None, ...]:
        """The moves of the main line."""
        return tuple(node.move for node in self.main_nodes)

    @property
    def is_from_the_beginning(self) -> bool:
        """Whether it starts with the empty board, black to move."""
        return self.start == Position.start(self.variant)


def opening_of(text: str, start: Position, nodes: Sequence[Node]) -> Opening:
    """The opening behind a text, as the main line has played it; raises `OpeningImpossible`."""
    if start != Position.start(start.variant):
        raise OpeningImpossible(say("Only a game from the empty board has an opening."))
    moves: list[Move] = []
    for node in _main_line(nodes):
        if node.move is None:
            break
        moves.append(node.move)
    return opening_from_text(text, start.variant, tuple(moves))


def line_of(moves: Iterable[Move | None]) -> tuple[Node, ...]:
    """The nodes of a tree without variations."""
    return (Node(-1), *(Node(ply, move) for ply, move in enumerate(moves)))


def children(nodes: Sequence[Node]) -> list[list[int]]:
    """The indices of each node's continuations, the main line first."""
    found: list[list[int]] = [[] for _ in nodes]
    for index, node in enumerate(nodes):
        if node.parent >= 0:
            found[node.parent].append(index)
    return found


def end_of(start: Position, nodes: Sequence[Node]) -> Position | None:
    """The position the main line leads to; None if it cannot be played."""
    position = start
    try:
        for node in _main_line(nodes):
            position = skipped(position) if node.move is None else position.play(node.move)
    except RuleError:
        return None
    return position


def _main_line(nodes: Sequence[Node]) -> Iterator[Node]:
    here = 0
    for index, node in enumerate(nodes):
        # A parent comes before its children, so the first child met is its first.
        if node.parent == here:
            yield node
            here = index


class Turns:
    """Who is to move at each node of a tree, found as its nodes come."""

    def __init__(self, start: Position) -> None:
        self._rule = start.variant.line_rule
        self.sides = [start.side_to_move]
        """By node."""
        self._stones = [sum(map(start.count, Side))]

    def add(self, parent: int, move: Move | None) -> None:
        """One more node, after an earlier one; without a move it skips a turn."""
        side, stones = self.sides[parent], self._stones[parent]
        goes_on = move is not None and self._rule.stones_left(stones) > 1
        self.sides.append(side if goes_on else side.other)
        self._stones.append(stones + (move is not None))


def sides_to_move(start: Position, nodes: Sequence[Node]) -> list[Side]:
    """Who is to move at each node, the first being `start`."""
    turns = Turns(start)
    for node in nodes[1:]:
        turns.add(node.parent, node.move)
    return turns.sides


def skipped(position: Position) -> Position:
    """The position with the other side to move."""
    return replace(position, side_to_move=position.side_to_move.other)


def check_tree(start: Position, nodes: Sequence[Node]) -> None:
    """Raise `IllegalTree` at the first impossible node.

    Squares must be on the board and empty, nothing is played after a finished line (skipping a turn
    is no way round that), and the limits of this module hold.
    """
    if not nodes or nodes[0].parent != -1 or nodes[0].move is not None:
        raise IllegalTree(0, say("The first node is the starting position: no parent, no move."))
    if len(nodes) > MAX_NODES:
        raise IllegalTree(
            MAX_NODES,
            say(
                "There are {nodes} positions. At most {most} fit.",
                nodes=f"{len(nodes):,}",
                most=f"{MAX_NODES:,}",
            ),
        )
    positions = [start]
    over = [any(start.has_line(side) for side in Side)]
    for index, node in enumerate(nodes):
        try:
            if index > 0:
                after, is_over = _after(index, node, positions, over)
                positions.append(after)
                over.append(is_over)
            _check_notes(node, start.variant)
        except RuleError as error:
            raise IllegalTree(index, error.sentence) from None


def _after(
    index: int, node: Node, positions: list[Position], over: list[bool]
) -> tuple[Position, bool]:
    if not 0 <= node.parent < index:
        raise RuleError(
            say(
                "Node {index} must branch off an earlier one, not {parent}.",
                index=index,
                parent=node.parent,
            )
        )
    if over[node.parent]:
        raise RuleError(say("The game is over here, so no move can follow."))
    before = positions[node.parent]
    if node.move is None:
        return skipped(before), False
    after = before.play(node.move)
    return after, after.has_line(before.side_to_move)


def check_lengths(node: Node) -> None:
    """Raise `RuleError` if a node has too long a comment, or too many marks."""
    if len(node.comment) > MAX_COMMENT:
        raise RuleError(
            say(
                "The comment has {characters} characters. At most {most} fit.",
                characters=f"{len(node.comment):,}",
                most=f"{MAX_COMMENT:,}",
            )
        )
    if len(node.marks) > MAX_MARKS:
        raise RuleError(say("A position has at most {most} marks.", most=f"{MAX_MARKS:,}"))


def _check_notes(node: Node, variant: Variant) -> None:
    check_lengths(node)
    for mark in node.marks:
        name(mark.square, variant)  # refuses a square off the board
        if len(mark.text) > MAX_LABEL:
            raise RuleError(say("A mark’s text has at most {most} characters.", most=MAX_LABEL))


_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_SPACE = re.compile("[\t\v\f]")


def tidy(text: str) -> str:
    r"""A text of several lines without control characters; every line ends with one newline.

    >>> tidy("one\r\ntwo\tthree\x00")
    'one\ntwo three'
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _UNSEEN.sub("", _SPACE.sub(" ", text))


def tidy_line(text: str, most: int = MAX_NAME) -> str:
    """A text of one line, cut to this many characters."""
    return " ".join(tidy(text).split())[:most].rstrip()


def five_in_a_row(width: int, height: int, line_rule: LineRule = LineRule.FREESTYLE) -> Variant:
    """What is played where a format does not say: five in a row, or what is usual under the rule;
    fewer on a tiny board.

    Raises `VariantError` for a board outside the limits.
    """
    k = min(line_rule.says.usual_k, max(width, height))
    return Variant(width, height, max(1, k), line_rule)


def is_usual(variant: Variant) -> bool:
    """Whether a variant is five in a row, as `five_in_a_row` has it, by a rule of Gomocup's."""
    rule = variant.line_rule
    is_known = rule.says.gomocup is not None
    return is_known and variant == five_in_a_row(variant.width, variant.height, rule)


def with_usual_rule(
    width: int,
    height: int,
    nodes: tuple[Node, ...],
    *,
    players: BySide[str] = NOBODY,
    result: Outcome | None = None,
) -> Record:
    """A record of five in a row from the empty board, for a format that does not say which rule.

    It is freestyle, unless the game goes on after six in a row: then exactly five win. It is the
    first of Gomocup's rules under which these moves are a game; never renju, since a game of renju
    is one of those as well. Raises `VariantError` or `IllegalTree`.
    """
    refusals = []
    for rule in GOMOCUP.values():
        if rule.says.forbids:
            continue
        try:
            start = Position.start(five_in_a_row(width, height, rule))
            return Record(start, nodes, players, result)
        except IllegalTree as refusal:
            refusals.append(refusal)
    raise max(refusals, key=lambda refusal: refusal.node)
