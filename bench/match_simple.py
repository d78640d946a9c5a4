"""The simplest opponent: completes a line, blocks one, otherwise plays at random beside a stone.

`python -m bench.match_simple` is a Gomocup brain for `match.py`.
"""

import random

from games import mnk
from games.evaluator import gomocup
from games.evaluator.tournament import Choice, Player, Time
from games.workers.instinct import line_at_hand


class Simple(Player):
    """It ignores the limit and takes a few milliseconds."""

    about = 'name="Simple", version="1", author="Inarow", country="-"'

    def __init__(self) -> None:
        self._rng = random.Random(1)

    def choose(self, position: mnk.Position, allowed: Time) -> Choice:
        return Choice(answer(position, self._rng))


def answer(position: mnk.Position, rng: random.Random) -> mnk.Square:
    """A square that wins, or one that blocks, or any beside a stone."""
    at_hand = line_at_hand(position)
    if at_hand is not None:
        return at_hand
    width = position.variant.width
    taken = [square for side in mnk.Side for square in position.stones(side)]
    beside = [
        square
        for square in position.empty_squares()
        if any(
            max(abs(square % width - stone % width), abs(square // width - stone // width)) == 1
            for stone in taken
        )
    ]
    return rng.choice(beside or list(position.empty_squares()))


if __name__ == "__main__":
    gomocup.main(Simple())
