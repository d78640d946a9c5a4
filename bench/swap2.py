"""Look for even openings: `python -m bench.swap2` prints three stones for Swap2, the evenest first.

It looks at random shapes round the middle, black, white, black, white to move, on 15x15 exactly
five: briefly at first, then longer at those that seemed even. What stays within `EVEN` of zero over
the last depths is printed, as `games.evaluator.tournament.EVEN_SHAPES` is written.
"""

import argparse
from itertools import combinations
from random import Random

from games import mnk
from games.evaluator import Limit
from games.evaluator.strong import Analysis, Engine
from games.evaluator.tournament import EVEN

VARIANT = mnk.PRESETS["15x15-exact"].variant
NEAR = 4
"""How many columns and rows a stone may lie from the middle."""
APART = 5
"""How many columns and rows may lie between two stones."""
DEPTHS = 3
"""How many of the last depths a score must stay near zero."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shapes", type=int, default=200)
    parser.add_argument("--short", type=float, default=200, help="milliseconds of the first look")
    parser.add_argument("--long", type=float, default=4000, help="milliseconds of the second")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = Random(options.seed)
    shapes = [_shape(rng) for _ in range(options.shapes)]
    promising = [shape for shape in shapes if abs(_scores(shape, options.short)[-1]) <= EVEN]
    print(f"{len(promising)} of {len(shapes)} seem even", flush=True)
    found = []
    for shape in promising:
        scores = _scores(shape, options.long)
        last = scores[-DEPTHS:]
        if max(map(abs, last)) <= EVEN:
            found.append((max(map(abs, last)), shape, len(scores), last))
    for _, shape, depth, last in sorted(found):
        print(f"{shape},  # depth {depth}: {' '.join(map(str, last))}")


def _shape(rng: Random) -> tuple[tuple[int, int], ...]:
    places = [(x, y) for x in range(-NEAR, NEAR + 1) for y in range(-NEAR, NEAR + 1)]
    while True:
        shape = tuple(rng.sample(places, 3))
        if all(max(abs(a - c), abs(b - d)) <= APART for (a, b), (c, d) in combinations(shape, 2)):
            return shape


def _scores(shape: tuple[tuple[int, int], ...], ms: float) -> list[int]:
    """White's score after the three stones, one for each depth finished."""
    position = mnk.Position.start(VARIANT)
    for x, y in shape:
        position = position.play((VARIANT.height // 2 + y) * VARIANT.width + VARIANT.width // 2 + x)
    scores: list[int] = []

    def note(analysis: Analysis) -> None:
        scores.append(analysis.score)

    Engine(VARIANT).analyse(position, Limit(ms=ms), note)
    return scores


if __name__ == "__main__":
    main()
