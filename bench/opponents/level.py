"""One of our own levels as a brain: `python -m bench.opponents.level club`.

It takes the nodes that the level has on the server, whatever time it is given.
"""

import secrets
import sys

from games import mnk
from games.evaluator import choose_move, gomocup
from games.evaluator.tournament import Choice, Player, Time


class OfLevel(Player):
    """A level that plays another game each time."""

    def __init__(self, key: str) -> None:
        self.about = f'name="Inarow {key}", version="1", author="Inarow", country="-"'
        self._key = key
        self._seed = secrets.randbits(32)

    def choose(self, position: mnk.Position, allowed: Time) -> Choice:
        self._seed += 1
        return Choice(choose_move(position, self._key, self._seed, nodes=NODES))


NODES = 600_000
"""The most that a level has; the others stop sooner by themselves."""


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    gomocup.main(OfLevel(sys.argv[1]))


if __name__ == "__main__":
    main()
