"""A slow second referee, written from the rules as people tell them; it shares no code with ours.

1. The sides, X first, put one stone each in turn on any empty square. Stones stay.
2. Freestyle: an unbroken row, column or diagonal of k or more of one side's stones wins.
3. Exact: the unbroken run must have exactly k stones; a longer one is just stones.
4. Caro: the unbroken run must have exactly k stones, and not the other side's stones at both its
   ends. The edge of the board is no stone.
5. Renju: X needs exactly k stones, O k or more; and X may not play where `renju.why_forbidden`
   tells why. If X has no other square left, the game is drawn.
6. Full: a side wins by owning a whole row, a whole column, or a diagonal with as many squares as
   the shorter edge of the board. There is no k.
7. Misère: what freestyle calls a win ends the game, and whoever made it loses.
8. Gravity: as freestyle, but a stone may be put only at the bottom of a column or on another stone.
9. Connect6: as freestyle, but X puts one stone first, and from then on each side puts two before it
   is the other's turn. On a board that was set up a turn begins if an odd number of stones lies
   there, as in a game; else one stone of it is left.
10. Wild: as freestyle, but each side puts an X or an O, as it likes, and wins by making a run of
   either. X is still what the side that begins is called.
11. Some squares may be blocked: no stone lies there, no run goes over one. They are off the board.
12. A full board without a line is a draw.
13. A board is dead when, however both go on in turn, nobody ever gets a line.

Stones are a dictionary from (column, row) to "X" or "O". Everything is found by walking.
"""

import functools
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple, TypeAlias

from . import renju

Point: TypeAlias = tuple[int, int]
Stones: TypeAlias = dict[Point, str]


class Rules(NamedTuple):
    """What is played; `line_rule` is "freestyle", "exact", "caro", "renju", "misere",
    "gravity", "connect6", "wild" or "full" (which looks at no k)."""

    width: int
    height: int
    k: int
    line_rule: str
    blocked: frozenset[Point] = frozenset()


class Tally(NamedTuple):
    """A game tree in numbers."""

    leaves: list[int]
    """By depth, from one: how many ways there are to play the first moves."""
    positions: int
    """How many different positions these ways reach, the empty board among them."""
    endings: Counter[str]
    """How many ways end with a win of X, a win of O, or in a draw."""
    end_positions: Counter[str]
    """How many different positions they end in."""


RIGHT, UP, UP_RIGHT, UP_LEFT = (1, 0), (0, 1), (1, 1), (-1, 1)
WAYS = (RIGHT, UP, UP_RIGHT, UP_LEFT)


def other(side: str) -> str:
    """The opponent."""
    return "O" if side == "X" else "X"


def next_side(stones: Stones, mover: str, rules: Rules) -> str:
    """Whose stone comes next, after one of the mover's that lies there already."""
    if rules.line_rule == "connect6" and len(stones) % 2 == 0:
        return mover  # the second of the turn
    return other(mover)


def share(side: str, side_to_move: str, stones: Stones, empty: int, rules: Rules) -> int:
    """How many of the next stones, this many, are a side's: of its kind, where it may choose."""
    if rules.line_rule == "wild":
        return empty
    order, mover, lying = [], side_to_move, dict(stones)
    for number in range(empty):
        order.append(mover)
        lying[number, -1] = mover  # anywhere off the board
        mover = next_side(lying, mover, rules)
    return order.count(side)


def points(rules: Rules) -> tuple[Point, ...]:
    """The squares of the board that are not blocked, row by row from the bottom left."""
    return _points(rules.width, rules.height, rules.blocked)


def legal_moves(stones: Stones, rules: Rules) -> list[Point]:
    """The empty squares, row by row from the bottom left."""
    return [point for point in points(rules) if point not in stones]


def playable(stones: Stones, side: str, rules: Rules) -> list[Point]:
    """The squares a side may play."""
    return [p for p in legal_moves(stones, rules) if may_play(stones, p, side, rules)]


def may_play(stones: Stones, empty: Point, side: str, rules: Rules) -> bool:
    """Whether a side may play an empty square."""
    if rules.line_rule == "gravity":
        column, row = empty
        return row == 0 or (column, row - 1) in stones
    if rules.line_rule != "renju" or side == "O":
        return True
    walls = dict.fromkeys(rules.blocked, "#")
    return not renju.why_forbidden({**stones, **walls}, empty, rules.width, rules.height)


def can_play(stones: Stones, side: str, rules: Rules) -> bool:
    """Whether a side has a square to play."""
    return any(may_play(stones, point, side, rules) for point in legal_moves(stones, rules))


def kinds(side: str, rules: Rules) -> str:
    """The kinds of stones that a side may place."""
    return "XO" if rules.line_rule == "wild" else side


def winner(maker: str, rules: Rules) -> str:
    """Who wins when a side makes a line."""
    return other(maker) if rules.line_rule == "misere" else maker


def is_full(stones: Stones, rules: Rules) -> bool:
    """Whether no square is empty."""
    return all(point in stones for point in points(rules))


def winning_points(stones: Stones, side: str, rules: Rules) -> set[Point]:
    """The squares of all of a side's lines, searching the whole board; of either kind, where it may
    place both, if it moved last."""
    if rules.line_rule == "wild":
        free = rules._replace(line_rule="freestyle")
        return {point for kind in "XO" for point in winning_points(stones, kind, free)}
    if rules.line_rule == "full":
        lines = [line for line in full_lines(rules) if all(stones.get(p) == side for p in line)]
    else:
        lines = [run for run, step in _runs(stones, side) if _wins(run, step, stones, rules)]
    return {point for line in lines for point in line}


def winning_points_through(last: Point, stones: Stones, rules: Rules) -> set[Point]:
    """The squares of the winning lines that the last stone is part of, looking from it alone.

    If nobody had a line before that stone, these are all the winning lines.
    """
    winning: set[Point] = set()
    for step in WAYS:
        run = _run_through(last, step, stones)
        if rules.line_rule == "full":
            wins = len(run) == _squares_across(last, step, rules) and (
                step in (RIGHT, UP) or len(run) == min(rules.width, rules.height)
            )
        else:
            wins = _wins(run, step, stones, rules)
        if wins:
            winning.update(run)
    return winning


def full_lines(rules: Rules) -> list[list[Point]]:
    """All whole rows, whole columns and diagonals as long as the shorter edge."""
    rows = [[(column, row) for column in range(rules.width)] for row in range(rules.height)]
    columns = [[(column, row) for row in range(rules.height)] for column in range(rules.width)]
    shorter = min(rules.width, rules.height)
    diagonals = [line for line, _ends in _stretches(shorter, (UP_RIGHT, UP_LEFT), rules)]
    return rows + columns + diagonals


def is_dead(stones: Stones, side_to_move: str, rules: Rules) -> bool:
    """Whether neither side has a line it could still fill with the stones it has left to place.

    Such a line holds no opposing stone; under the exact rule its ends hold no stone of its side.
    In renju neither do those of X; what is forbidden to X now may be allowed later.
    Under caro neither do they, one of them at least must be kept empty, unless it is off the board:
    as the sides take turns, that is one square less for both to fill.
    """
    empty = len(legal_moves(stones, rules))
    if rules.line_rule == "full":
        lines = [(line, list[Point]()) for line in full_lines(rules)]
    else:
        lines = list(_stretches(rules.k, WAYS, rules))
    for side in ("X", "O"):
        turns = share(side, side_to_move, stones, empty, rules)
        for line, ends in lines:
            blocked = any(stones.get(point) == other(side) for point in line)
            continued = any(stones.get(point) == side for point in ends)
            missing = sum(point not in stones for point in line)
            if blocked or (continued and _is_exact(side, rules)):
                continue
            if rules.line_rule == "caro" and all(point in points(rules) for point in ends):
                if all(stones.get(point) == other(side) for point in ends):
                    continue
                if missing <= share(side, side_to_move, stones, empty - 1, rules):
                    return False
            elif missing <= turns:
                return False
    return True


def can_still_be_won(stones: Stones, side_to_move: str, rules: Rules) -> bool:
    """Rule 13 to the letter: whether some continuation gives somebody a line. Small boards only."""
    return _can_still_be_won(stones, side_to_move, rules, {})


def tally(rules: Rules, depth: int, start: Stones | None = None, side: str = "X") -> Tally:
    """All ways to play the first `depth` moves, from the empty board or from these stones with this
    side to move; ways that meet in one position are counted once."""
    leaves: list[int] = []
    endings: Counter[str] = Counter()
    end_positions: Counter[str] = Counter()
    ways: Counter[frozenset[tuple[Point, str]]] = Counter({frozenset((start or {}).items()): 1})
    positions = 1
    for _ in range(depth):
        next_ways: Counter[frozenset[tuple[Point, str]]] = Counter()
        for stones, count in ways.items():
            for point in playable(dict(stones), side, rules):
                for kind in kinds(side, rules):
                    next_ways[stones | {(point, kind)}] += count
        leaves.append(sum(next_ways.values()))
        positions += len(next_ways)
        ways = Counter()
        following = next_side(dict(next(iter(next_ways), frozenset())), side, rules)
        for stones, count in next_ways.items():
            if winning_points(dict(stones), side, rules):
                endings[winner(side, rules)] += count
                end_positions[winner(side, rules)] += 1
            elif not can_play(dict(stones), following, rules):
                endings["draw"] += count
                end_positions["draw"] += 1
            else:
                ways[stones] = count
        side = following
    return Tally(leaves, positions, endings, end_positions)


@functools.cache
def _points(width: int, height: int, blocked: frozenset[Point]) -> tuple[Point, ...]:
    every = [(column, row) for row in range(height) for column in range(width)]
    return tuple(point for point in every if point not in blocked)


def _runs(stones: Stones, side: str) -> Iterator[tuple[list[Point], Point]]:
    """All of a side's unbroken runs, each from its first stone to its last; and which way."""
    for (column, row), owner in stones.items():
        for dx, dy in WAYS:
            if owner == side and stones.get((column - dx, row - dy)) != side:
                yield _walk((column, row), (dx, dy), stones), (dx, dy)


def _walk(start: Point, step: Point, stones: Stones) -> list[Point]:
    """The stones of one side met from `start` on, up to the first square that is not theirs."""
    side = stones[start]
    (column, row), (dx, dy) = start, step
    run = []
    while stones.get((column, row)) == side:
        run.append((column, row))
        column, row = column + dx, row + dy
    return run


def _run_through(last: Point, step: Point, stones: Stones) -> list[Point]:
    back = (-step[0], -step[1])
    return _walk(last, back, stones)[:0:-1] + _walk(last, step, stones)


def _wins(run: list[Point], step: Point, stones: Stones, rules: Rules) -> bool:
    if not _is_exact(stones[run[0]], rules):
        return len(run) >= rules.k
    return len(run) == rules.k and not (
        rules.line_rule == "caro" and _is_blocked(run, step, stones)
    )


def _is_exact(side: str, rules: Rules) -> bool:
    """Whether a side's run must not be longer than k."""
    return rules.line_rule in ("exact", "caro") or (rules.line_rule == "renju" and side == "X")


def _is_blocked(run: list[Point], step: Point, stones: Stones) -> bool:
    """Whether the other side has a stone just before the run and another just after it."""
    (first_column, first_row), (last_column, last_row), (dx, dy) = run[0], run[-1], step
    before = stones.get((first_column - dx, first_row - dy))
    after = stones.get((last_column + dx, last_row + dy))
    return before == after == other(stones[run[0]])


def _squares_across(point: Point, step: Point, rules: Rules) -> int:
    """How many squares of the board lie on the straight line through a point."""
    count = 1
    for dx, dy in (step, (-step[0], -step[1])):
        column, row = point[0] + dx, point[1] + dy
        while 0 <= column < rules.width and 0 <= row < rules.height:
            count += 1
            column, row = column + dx, row + dy
    return count


def _stretches(
    length: int, ways: tuple[Point, ...], rules: Rules
) -> tuple[tuple[list[Point], list[Point]], ...]:
    """All straight stretches of this many squares that fit on the board, each with its two ends:
    the points just before and just after it, which may be off the board."""
    return _found_stretches(length, ways, points(rules))


@functools.lru_cache(maxsize=500)
def _found_stretches(
    length: int, ways: tuple[Point, ...], points: tuple[Point, ...]
) -> tuple[tuple[list[Point], list[Point]], ...]:
    board, found = set(points), []
    for column, row in points:
        for dx, dy in ways:
            line = [(column + i * dx, row + i * dy) for i in range(-1, length + 1)]
            if board.issuperset(line[1:-1]):
                found.append((line[1:-1], [line[0], line[-1]]))
    return tuple(found)


def _can_still_be_won(
    stones: Stones, side: str, rules: Rules, known: dict[frozenset[tuple[Point, str]], bool]
) -> bool:
    key = frozenset(stones.items())
    if key not in known:
        known[key] = False
        for point, kind in product(playable(stones, side, rules), kinds(side, rules)):
            after = {**stones, point: kind}
            if winning_points(after, side, rules) or _can_still_be_won(
                after, next_side(after, side, rules), rules, known
            ):
                known[key] = True
                break
    return known[key]
