"""Renju's forbidden points, written a second time from the rules of RIF as they are told.

It shares no code with `games.mnk`. Stones are a dictionary from (column, row) to "X" (black) or
"O", as in `tests.mnk.referee`. Everything is tried out: a stone is put, and what can be made of it
is found by putting more. Slow, and as close to the words as it gets:

- five: an unbroken row of exactly five. Overline: one of six or more.
- four: four stones in a row of five squares, to which a stone can be added to get a five.
- straight four: an unbroken row of four, to which a five can be got at either end.
- three: three stones to which a stone can be added, without making a five anywhere, to get a
  straight four with them; and that stone is allowed.
- forbidden to black: an overline, two fours or more, two threes or more, with one stone; unless it
  makes a five.
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]
Stones: TypeAlias = dict[Point, str]

WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


def why_forbidden(stones: Stones, point: Point, width: int, height: int) -> str:
    """What makes an empty point forbidden to black: "overline", "fours", "threes"; else ""."""
    after = {**stones, point: "X"}
    if makes_row(after, point, lambda length: length == 5):
        return ""
    if makes_row(after, point, lambda length: length > 5):
        return "overline"
    if len(fours_through(after, point, width, height)) >= 2:
        return "fours"
    if len(threes_through(after, point, width, height)) >= 2:
        return "threes"
    return ""


def makes_row(stones: Stones, point: Point, counts: Callable[[int], bool]) -> bool:
    """Whether an unbroken row of black's through a point has a length that counts."""
    return any(counts(len(unbroken(stones, point, way))) for way in WAYS)


def unbroken(stones: Stones, point: Point, way: Point) -> list[Point]:
    """The unbroken row of black's stones through one of them."""
    (x, y), (dx, dy) = point, way
    while stones.get((x - dx, y - dy)) == "X":
        x, y = x - dx, y - dy
    row = []
    while stones.get((x, y)) == "X":
        row.append((x, y))
        x, y = x + dx, y + dy
    return row


def fours_through(stones: Stones, point: Point, width: int, height: int) -> set[frozenset[Point]]:
    """The fours that a stone is part of, each as its four stones."""
    found = set()
    for way in WAYS:
        for empty in empty_near(stones, point, way, width, height):
            five = unbroken({**stones, empty: "X"}, empty, way)
            if len(five) == 5 and point in five:
                found.add(frozenset(five) - {empty})
    return found


def threes_through(stones: Stones, point: Point, width: int, height: int) -> set[frozenset[Point]]:
    """The threes that a stone is part of, each as its three stones."""
    found = set()
    for way in WAYS:
        for empty in empty_near(stones, point, way, width, height):
            after = {**stones, empty: "X"}
            four = unbroken(after, empty, way)
            if len(four) != 4 or point not in four:
                continue
            if makes_row(after, empty, lambda length: length == 5):
                continue
            (first, last), (dx, dy) = (four[0], four[-1]), way
            ends = ((first[0] - dx, first[1] - dy), (last[0] + dx, last[1] + dy))
            is_straight = all(
                0 <= x < width
                and 0 <= y < height
                and (x, y) not in after
                and len(unbroken({**after, (x, y): "X"}, (x, y), way)) == 5
                for x, y in ends
            )
            if is_straight and not why_forbidden(stones, empty, width, height):
                found.add(frozenset(four) - {empty})
    return found


def empty_near(
    stones: Stones, point: Point, way: Point, width: int, height: int
) -> Iterator[Point]:
    """The empty points of the board on one line through a point, near enough for a five of both."""
    (x, y), (dx, dy) = point, way
    for step in range(-4, 5):
        at = (x + step * dx, y + step * dy)
        if 0 <= at[0] < width and 0 <= at[1] < height and at not in stones:
            yield at
