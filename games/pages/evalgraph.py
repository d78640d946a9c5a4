"""The evaluation graph as a page draws it on the server: black's part below, proved or estimated.

The same drawing as frontend/src/evaluation/graph.ts and evalgraph.ts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games import mnk
from games.pages.reviewwords import is_about_even
from games.play.protocol import Verdict
from games.review.findings import Worth
from games.say import count, say

WIDE = 10
"""Units per ply."""
HALF = 50
"""Units from the middle to an edge."""
MOST_ESTIMATED = 0.95
"""Only a proof reaches the edges."""


@dataclass(frozen=True, slots=True)
class Point:
    """What a position is worth to black: 1 is won, 0 even or drawn, -1 lost."""

    ply: int
    value: float
    is_proved: bool


@dataclass(frozen=True, slots=True)
class Piece:
    """Neighbouring points that are drawn alike, as paths."""

    kind: str
    """`proved` if all points are, otherwise `estimated`."""
    curve: str
    area: str


@dataclass(frozen=True, slots=True)
class GraphDrawing:
    """A graph's whole picture; `evalgraph.html` draws it."""

    view_box: str
    width: int
    pieces: tuple[Piece, ...]
    now: int
    words: str
    key: str
    """What the dark part is."""


def draw(worths: Sequence[Worth | None], ply: int, variant: mnk.Variant) -> GraphDrawing | None:
    """The graph of a game's positions, from the empty board on, with `ply` marked.

    None when fewer than two values are known.
    """
    names, side_of_ply = mnk.side_names(variant), variant.line_rule.side_of_ply
    points = [point_of(worth, at, side_of_ply(at)) for at, worth in enumerate(worths)]
    known = [point for point in points if point is not None]
    if len(known) < 2:
        return None
    width = WIDE * (len(points) - 1)
    return GraphDrawing(
        view_box=f"0 {-HALF} {width} {2 * HALF}",
        width=width,
        pieces=tuple(_pieces(points)),
        now=WIDE * ply,
        words=count(
            "Who was ahead over {count} move: first {first}, at the end {last}.",
            "Who was ahead over {count} moves: first {first}, at the end {last}.",
            len(points) - 1,
            first=_words(known[0], names),
            last=_words(known[-1], names),
        ),
        key=say("Chances to win, {side} below", side=names.black),
    )


def point_of(worth: Worth | None, ply: int, side: mnk.Side) -> Point | None:
    """What the position at a ply is worth to black, from its worth to `side`, which is to move."""
    if worth is None:
        return None
    sign = 1 if side is mnk.Side.BLACK else -1
    if worth.status == "proved" and worth.verdict is not None:
        value = {Verdict.WIN: sign, Verdict.DRAW: 0, Verdict.LOSS: -sign}[worth.verdict]
        return Point(ply, float(value), True)
    if worth.status == "estimated" and worth.score is not None:
        return Point(ply, sign * max(-MOST_ESTIMATED, min(MOST_ESTIMATED, worth.score)), False)
    return None


def _pieces(points: Sequence[Point | None]) -> Iterator[Piece]:
    """
    >>> [piece.kind for piece in _pieces([Point(ply, 0.5, ply > 2) for ply in range(6)])]
    ['estimated', 'proved']
    """
    pairs = (
        ("proved" if one.is_proved and two.is_proved else "estimated", one, two)
        for one, two in pairwise(points)
        if one is not None and two is not None
    )
    piece: list[Point] = []
    kind = ""
    for of_pair, one, two in pairs:
        if of_pair == kind and piece[-1] is one:
            piece.append(two)
            continue
        if piece:
            yield _piece(kind, piece)
        kind, piece = of_pair, [one, two]
    if piece:
        yield _piece(kind, piece)


def _piece(kind: str, points: Sequence[Point]) -> Piece:
    along = "L".join(map(_place, points))
    first, last = points[0].ply * WIDE, points[-1].ply * WIDE
    return Piece(kind, f"M{along}", f"M{first} {HALF}L{along}L{last} {HALF}Z")


def _place(point: Point) -> str:
    return f"{point.ply * WIDE} {-point.value * (HALF - 4):.1f}"


def _words(point: Point, names: mnk.BySide[str]) -> str:
    better = names.black if point.value > 0 else names.white
    if point.is_proved:
        if point.value == 0:
            return say("a draw (proved)")
        return say("{side} wins (proved)", side=better)
    if is_about_even(point.value):
        return say("about even (estimate)")
    return say("{side} better (estimate)", side=better)
