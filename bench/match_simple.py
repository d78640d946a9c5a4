"""The simplest opponent: completes a line, blocks one, otherwise plays at random beside a stone.

`python -m bench.match_simple` is a Gomocup brain for `match.py`; it knows freestyle and exact.
"""

import random
import sys

from games import mnk


def main() -> None:
    """Answer the manager."""
    rng = random.Random(1)
    width = height = 15
    rule = mnk.LineRule.FREESTYLE
    moves: list[tuple[int, int, bool]] = []
    for line in iter(sys.stdin.readline, ""):
        command, _, rest = line.strip().partition(" ")
        match command.upper():
            case "START":
                width = height = int(rest)
                moves = []
                print("OK", flush=True)
            case "RECTSTART":
                width, height = (int(number) for number in rest.split(","))
                moves = []
                print("OK", flush=True)
            case "INFO" if rest.startswith("rule "):
                exact = int(rest.split()[1]) & 1
                rule = mnk.LineRule.EXACT if exact else mnk.LineRule.FREESTYLE
            case "BEGIN" | "TURN" | "BOARD" as which:
                if which == "TURN":
                    x, y = (int(number) for number in rest.split(","))
                    moves.append((x, y, False))
                elif which == "BOARD":
                    moves = []
                    for stone in iter(sys.stdin.readline, ""):
                        if stone.strip().upper() == "DONE":
                            break
                        x, y, whose = (int(number) for number in stone.split(","))
                        moves.append((x, y, whose == 1))
                variant = mnk.Variant(width, height, min(5, max(width, height)), rule)
                own = frozenset(y * width + x for x, y, ours in moves if ours)
                theirs = frozenset(y * width + x for x, y, ours in moves if not ours)
                square = answer(variant, own, theirs, rng)
                moves.append((square % width, square // width, True))
                print(f"{square % width},{square // width}", flush=True)
            case "ABOUT":
                print('name="Simple", version="1", author="Inarow", country="-"', flush=True)
            case "END":
                return


def answer(
    variant: mnk.Variant,
    own: frozenset[mnk.Square],
    theirs: frozenset[mnk.Square],
    rng: random.Random,
) -> mnk.Square:
    """A square that wins, or one that blocks, or any near a stone."""
    position = mnk.Position.of(variant, mnk.BySide(own, theirs), mnk.Side.BLACK)
    for side, stones in ((mnk.Side.BLACK, own), (mnk.Side.WHITE, theirs)):
        for square in position.empty_squares():
            placed = position.stones(side.other)
            after = mnk.Position.of(
                variant,
                mnk.BySide(stones | {square}, frozenset(placed)),
                mnk.Side.BLACK,
            )
            if after.has_line(mnk.Side.BLACK):
                return square
    beside = [
        square
        for square in position.empty_squares()
        if any(
            max(
                abs(square % variant.width - stone % variant.width),
                abs(square // variant.width - stone // variant.width),
            )
            == 1
            for stone in own | theirs
        )
    ]
    return rng.choice(beside or list(position.empty_squares()))


if __name__ == "__main__":
    main()
