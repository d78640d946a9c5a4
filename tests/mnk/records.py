"""Records for the tests of the formats: random games and trees, from a seed."""

import random
from collections.abc import Sequence
from dataclasses import replace

from games import mnk
from games.mnk import formats
from games.mnk.formats import Mark, MarkKind, Node, Record
from games.mnk.formats.record import skipped

from .interpreter import from_the_bottom

VARIANTS = (
    *(preset.variant for preset in mnk.PRESETS.values()),
    mnk.Variant(5, 9, 4, mnk.LineRule.EXACT),
    mnk.Variant(32, 27, 6),
    mnk.Variant.full_lines(4, 6),
    mnk.Variant(6, 7, 4, mnk.LineRule.CARO, blocked=(0, 5, 21)),
    mnk.Variant(30, 5, 4, mnk.LineRule.WILD, blocked=(29, 149)),
    mnk.Variant(32, 32, 6, mnk.LineRule.CONNECT6, blocked=tuple(range(900, 964))),
)
FIVE = tuple(
    mnk.Variant(size, size, min(5, size), rule)
    for size in (3, 10, 15, 20)
    for rule in (mnk.LineRule.FREESTYLE, mnk.LineRule.EXACT, mnk.LineRule.RENJU)
    if size >= rule.says.smallest
)
"""The variants .psq is for."""
GOMOKU = mnk.Variant(15, 15, 5)
NAMES = (
    "Alice",
    "Bob",
    "",
    "8,8,100",
    "-1",
    '"Eve"',
    "a ] b \\",
    "Žofie",
    "1,2",
    "0,exact",
    "x: y",
)
TEXTS = (
    "",
    "",
    "A fine move.",
    "[h8] is \\ not : taken ]",
    "two\nlines",
    "ends with a newline\n",
    "\\",
    "\\\nn",
    "黒の勝ち",
    "é; (;B[aa])",
    "x" * formats.MAX_COMMENT,
)
LABELS = ("A", "12", "]:\\", "黒")


def game(rng: random.Random, variant: mnk.Variant) -> Record:
    """A game from the beginning to a line, a full board or an early end, with times."""
    state = mnk.GameState.start(variant)
    squares = from_the_bottom(rng.sample(range(variant.squares), variant.squares), variant)
    for square in squares[: rng.choice((0, 1, 7, 60, len(squares)))]:
        if state.is_over:
            break
        if square not in state.position.forbidden:
            move = mnk.move_to(square, rng.choice(tuple(mnk.Side)), variant)
            state = state.play(move, by=state.side_to_move)
    nodes = [
        replace(node, ms=rng.choice((None, 1, 1500, 3_600_000)) if index else None)
        for index, node in enumerate(formats.line_of(state.moves))
    ]
    result = state.outcome or rng.choice(
        (None, *(mnk.Outcome(side, mnk.Termination.RESIGNATION) for side in mnk.Side))
    )
    players = mnk.BySide(rng.choice(NAMES), rng.choice(NAMES))
    start = mnk.Position.start(variant)
    return Record(start, tuple(nodes), players, result)


def tree(rng: random.Random, start: mnk.Position, *, most: int = 25) -> Record:
    """A tree with variations, skipped turns, comments, glyphs and marks."""
    nodes = [_adorned(rng, Node(-1), start)]
    positions = [start]
    for _ in range(rng.randrange(most)):
        parent = rng.choice((len(nodes) - 1, rng.randrange(len(nodes))))
        before = positions[parent]
        empty = before.playable_moves()
        if not empty or any(before.has_line(side) for side in mnk.Side):
            continue
        move = None if rng.random() < 0.05 else rng.choice(empty)
        if any(node.parent == parent and node.move == move for node in nodes):
            continue
        after = skipped(before) if move is None else before.play(move)
        nodes.append(_adorned(rng, Node(parent, move), after))
        positions.append(after)
    return Record(start, in_order(nodes))


def of_everything(rng: random.Random) -> Record:
    """A tree with everything a record can have."""
    made = tree(rng, position(rng, rng.choice(VARIANTS)))
    termination = rng.choice(tuple(mnk.Termination))
    winners = {
        mnk.Termination.LINE,
        mnk.Termination.RESIGNATION,
        mnk.Termination.TIME,
        mnk.Termination.ABANDONMENT,
    }
    winner = rng.choice(tuple(mnk.Side)) if termination in winners else None
    return replace(
        made,
        nodes=tuple(
            replace(node, ms=rng.choice((None, 1, 999_999)) if node.parent >= 0 else None)
            for node in made.nodes
        ),
        players=mnk.BySide(rng.choice(NAMES), rng.choice(NAMES)),
        result=rng.choice((None, mnk.Outcome(winner, termination))),
        date=rng.choice(("", "2026-11-21")),
        event=rng.choice(("", "Club [1]: final")),
    )


def position(rng: random.Random, variant: mnk.Variant) -> mnk.Position:
    """The empty board, or one with stones and either side to move."""
    if rng.random() < 0.5:
        return mnk.Position.start(variant)
    squares = rng.sample(
        mnk.Position.start(variant).empty_squares(), rng.randrange(variant.squares // 2 + 1)
    )
    squares = from_the_bottom(squares, variant)
    half = rng.randrange(len(squares) + 1)
    stones = mnk.BySide(frozenset(squares[:half]), frozenset(squares[half:]))
    return mnk.Position.of(variant, stones, rng.choice(tuple(mnk.Side)))


def in_order(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """The same tree with each variation in one piece, as in files."""
    after = formats.children(nodes)
    order, waiting = [], [0]
    while waiting:
        order.append(waiting.pop())
        waiting += reversed(after[order[-1]])
    places = {index: place for place, index in enumerate(order)} | {-1: -1}
    return tuple(replace(nodes[index], parent=places[nodes[index].parent]) for index in order)


def _adorned(rng: random.Random, node: Node, position: mnk.Position) -> Node:
    marks = [
        Mark(square, kind, rng.choice(LABELS) if kind is MarkKind.TEXT else "")
        for kind in MarkKind
        for square in rng.sample(
            range(position.variant.squares), rng.choice((0, 0, min(2, position.variant.squares)))
        )
    ]
    return replace(
        node,
        comment=rng.choice(TEXTS),
        glyph=rng.choice(formats.GLYPHS),
        marks=tuple(marks),
    )
