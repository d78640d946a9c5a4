"""Check a certificate, trusting nothing and nobody: `python -m games.review.checker FILE`.

Says what FILE proves, or what is wrong with it. The solver that wrote the certificate, and
`games.evaluator.certificate`, read the rules as `games.mnk` defines them; here they are written
again, on purpose, for doubters to read. Together with `games.review.certificate`, which reads the
file, this is all one has to trust; neither imports anything but the standard library.

A strategy must have an answer to every move of the other side. No move needs to be given

- where the strategy's side completes a line at once;
- to win: where two of its lines each lack two stones and share one of these squares, and every
  line of the other side lacks at least two. It plays on the common square, then completes
  the line that was not blocked;
- not to lose: where the sum of 2^-(stones missing) over the lines the other side may still
  complete is below 1/2 with that side to move, below 1 otherwise (Erdős and Selfridge 1973: On a
  combinatorial game);
- not to lose: after a move that leaves pairs of empty squares, none shared, such that each line the
  other side may still complete lacks both squares of one. A stone on one of them is answered on the
  other, so none of these lines is ever complete.

A move, and the pairs that come with it, hold for every form of their position when the board is
turned or mirrored so that it and the certificate's own position look as before.
"""

import sys
from pathlib import Path

from games.review.certificate import (
    MAX_BYTES,
    SIDES,
    BadCertificate,
    Certificate,
    Key,
    Strategy,
    read,
    refuse,
    square_name,
)

Line = tuple[int, int]
"""Squares that win together, and those beyond the ends that must not be one's own; as bits."""
Way = list[int]
"""By square, where turning the board takes it; as bits."""


def verify(data: bytes) -> str:
    """What a certificate proves, in a sentence. Raises `BadCertificate`."""
    claim = read(data)
    lines = _lines(claim)
    black, white = claim.stones
    for side, own, other in ((0, black, white), (1, white, black)):
        if 0 in _missing(lines, own, other):
            refuse("position", f"{SIDES[side]} has a line already: the game is over")
    winner = {"win": claim.mover, "loss": 1 - claim.mover}.get(claim.verdict)
    needed = [(0, False), (1, False)] if winner is None else [(winner, True)]
    if sorted((each.side, each.wins) for each in claim.strategies) != needed:
        refuse("strategies", f"they are not those that the verdict {claim.verdict} needs")
    found = {each.side: _follow(each, claim, lines) for each in claim.strategies}
    first, second = SIDES[claim.mover].capitalize(), SIDES[1 - claim.mover].capitalize()
    if winner is None:
        count = found[0][0]
        counts = f"{count} move{'s' * (count != 1)} of black and {found[1][0]} of white"
        return f"{first} is to move, and neither side can force a win: proved by {counts}."
    count, longest = found[winner]
    if claim.plies is not None and longest > claim.plies:
        refuse("plies", f"it may take {longest}, which is more than {claim.plies}")
    says = "wins" if winner == claim.mover else f"loses: {second} wins"
    proved = f"proved by {count} move{'s' * (count != 1)}" if count else "it can be seen at once"
    return f"{first}, to move, {says} in at most {longest} plies: {proved}."


def _follow(strategy: Strategy, claim: Certificate, lines: list[Line]) -> tuple[int, int]:
    """Try all moves of the other side, ply by ply: moves used, and the most plies to the end."""
    side, wins = strategy.side, strategy.wins
    turned = _Turned(_ways(claim))
    moves, pairs = _turned_moves(strategy, turned)
    board = (1 << claim.width * claim.height) - 1 & ~claim.blocked
    used = longest = plies = 0
    layer = {(claim.stones[side], claim.stones[1 - side])}
    while layer:
        following = set()
        for own, other in layer:
            key = (own, other) if side == 0 else (other, own)
            mine, theirs = _missing(lines, own, other), _missing(lines, other, own)
            longest = max(longest, plies)
            if own | other == board and wins:
                refuse(_when(claim, key), f"the board is full, and {SIDES[side]} has no line")
            if (claim.mover + plies) % 2 == side:
                sight = _at_sight(_near(mine), any(map(_is_one, theirs)))
                if sight == 1 or (sight and wins):
                    longest = max(longest, plies + sight)
                elif key in pairs:
                    used += 1
                    _refuse_without_pair(
                        claim, key, _missing(lines, other, own | moves[key]), pairs[key]
                    )
                elif key in moves:
                    used += 1
                    following.add((own | moves[key], other))
                elif wins or _potential(theirs) >= 1:
                    refuse(_when(claim, key), f"no move of {SIDES[side]} is given")
                continue
            if any(map(_is_one, theirs)):
                refuse(_when(claim, key), f"{SIDES[1 - side]} completes a line")
            if not wins and _potential(theirs) < 0.5:
                continue
            mine, theirs = _near(mine), _near(theirs)
            for reply in _bits(board & ~(own | other)):
                # Most replies are decided by the lines that lack one or two stones: what the reply
                # leaves of one's own, and whether it threatens to complete one of theirs.
                left = [line for line in mine if not line & reply]
                sight = _at_sight(left, any(line & reply for line in theirs)) if wins else 0
                longest = max(longest, plies + 1 + sight)
                if not sight:
                    following.add((own, other | reply))
        layer, plies = {_first(place, turned)[0] for place in following}, plies + 1
    return used, longest


def _lines(claim: Certificate) -> list[Line]:
    """Each way to win: its squares, and those that must not be one's own (no overlines)."""
    width, height, found = claim.width, claim.height, set()

    def bit(x: int, y: int) -> int:
        inside = 0 <= x < width and 0 <= y < height
        return 1 << y * width + x & ~claim.blocked if inside else 0

    for x in range(width):
        for y in range(height):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                length = claim.k
                if claim.rule.edge_to_edge and dx == 0:
                    length = height
                if claim.rule.edge_to_edge and dy == 0:
                    length = width
                on = [bit(x + i * dx, y + i * dy) for i in range(length)]
                ends = bit(x - dx, y - dy) | bit(x + length * dx, y + length * dy)
                if all(on):
                    found.add((sum(on), 0 if claim.rule.overlines else ends))
    return sorted(found)


def _missing(lines: list[Line], own: int, other: int) -> list[int]:
    """What one side lacks of each line it may still complete; 0 for a line it has."""
    return [line & ~own for line, ends in lines if not (line & other or ends & own)]


def _near(missing: list[int]) -> list[int]:
    return [line for line in missing if line.bit_count() <= 2]


def _is_one(squares: int) -> bool:
    return squares.bit_count() == 1


def _at_sight(near: list[int], is_threatened: bool) -> int:
    """In how many plies the side to move completes one of these lines at sight: 1, 3, or 0."""
    if any(map(_is_one, near)):
        return 1
    forks = (a != b and a & b for i, a in enumerate(near) for b in near[:i])
    return 3 if not is_threatened and any(forks) else 0


def _ways(claim: Certificate) -> list[Way]:
    """The turnings that leave the board and its stones as they are; the first turns nothing."""
    width, height, ways = claim.width, claim.height, []
    squares = range(width * height)
    across, up = [s % width for s in squares], [s // width for s in squares]
    right, down = [width - 1 - x for x in across], [height - 1 - y for y in up]
    turnings = [(across, up), (right, up), (across, down), (right, down)]
    if width == height:
        turnings += [(y, x) for x, y in turnings]
    for columns, rows in turnings:
        way = [1 << y * width + x for x, y in zip(columns, rows, strict=True)]
        if all(_turn(squares, way) == squares for squares in (claim.blocked, *claim.stones)):
            ways.append(way)
    return ways


class _Turned(dict[int, list[int]]):
    """By squares: where each way takes them. Most stand in many positions, and are turned once."""

    def __init__(self, ways: list[Way]) -> None:
        self.ways = ways

    def __missing__(self, squares: int) -> list[int]:
        at = [bit.bit_length() - 1 for bit in _bits(squares)]
        self[squares] = [sum([way[square] for square in at]) for way in self.ways]
        return self[squares]


def _turned_moves(
    strategy: Strategy, turned: _Turned
) -> tuple[dict[Key, int], dict[Key, list[int]]]:
    """The moves and pairs by the first form of their position."""
    moves, pairs = {}, {}
    for (black, white), square in strategy.moves.items():
        place = (black, white) if strategy.side == 0 else (white, black)
        (own, other), way = _first(place, turned)
        key = (own, other) if strategy.side == 0 else (other, own)
        moves[key] = _turn(square, way)
        if (black, white) in strategy.pairs:
            pairs[key] = [_turn(pair, way) for pair in strategy.pairs[black, white]]
    return moves, pairs


def _first(place: Key, turned: _Turned) -> tuple[Key, Way]:
    """Of all forms of a position the first, and how it is reached."""
    if len(turned.ways) == 1:
        return place, turned.ways[0]
    forms = zip(turned[place[0]], turned[place[1]], strict=True)
    return min(zip(forms, turned.ways, strict=True))


def _turn(squares: int, way: Way) -> int:
    return sum([way[bit.bit_length() - 1] for bit in _bits(squares)])


def _refuse_without_pair(
    claim: Certificate, key: Key, missing: list[int], pairs: list[int]
) -> None:
    for line in missing:
        for pair in pairs:
            if line & pair == pair:
                break
        else:
            names = "".join(square_name(bit, claim.width) for bit in _bits(line))
            refuse(_when(claim, key), f"no pair keeps the other side from {names}")


def _potential(missing: list[int]) -> float:
    return sum(0.5 ** line.bit_count() for line in missing)  # exact: halves of halves


def _bits(squares: int) -> list[int]:
    bits = []
    while squares:
        bits.append(bit := squares & -squares)
        squares ^= bit
    return bits


def _when(claim: Certificate, key: Key) -> str:
    """How to reach a position, written as in a strategy."""
    added = [_bits(key[side] ^ claim.stones[side]) for side in (0, 1)]
    names = ["".join(square_name(bit, claim.width) for bit in bits) for bits in added]
    return f"after {'/'.join(names)}" if any(names) else "at the start"


def main(path: str) -> int:
    """Say what the file proves, and return 0; or what is wrong with it, and 1."""
    try:
        with Path(path).open("rb") as file:
            sys.stdout.write(verify(file.read(MAX_BYTES + 1)) + "\n")
    except (OSError, BadCertificate) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(
        main(sys.argv[1]) if len(sys.argv) == 2 else "Usage: python -m games.review.checker FILE"
    )
