"""Play each strength against the one below it: `python -m bench.match_levels --pairs 10`.

Every opening is played twice with colours exchanged, on 15x15 freestyle or another preset. The
interval is that of the pairs' scores, 95 %. Nothing depends on time: the same options give the same
games.
"""

import argparse
import math
from itertools import pairwise
from random import Random
from statistics import mean, stdev

from games import mnk
from games.evaluator.strengths import LEVELS, Strength

NEAR = 2
"""How far the stones of an opening may lie from the middle."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--levels", default=",".join(LEVELS), help="in order, the weakest first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", default="15x15", choices=list(mnk.PRESETS))
    options = parser.parse_args()
    variant = mnk.PRESETS[options.variant].variant
    for weaker, stronger in pairwise(LEVELS[key] for key in options.levels.split(",")):
        rng = Random(options.seed)
        scores = [
            play_pair(stronger, weaker, opening(rng, variant), rng) for _ in range(options.pairs)
        ]
        print(f"{stronger.key:9} - {weaker.key:9} {_summary(scores)}", flush=True)


def play_pair(one: Strength, other: Strength, start: mnk.Position, rng: Random) -> float:
    """The share of two games from one opening that the first strength scores."""
    seed = rng.getrandbits(32)
    return (play(one, other, start, seed) + 1 - play(other, one, start, seed)) / 2


def play(black: Strength, white: Strength, position: mnk.Position, seed: int) -> float:
    """What black scores: 1, 0.5 or 0."""
    while not position.is_stuck:
        side = position.side_to_move
        strength = black if side is mnk.Side.BLACK else white
        position = position.play(strength.move(position, seed))
        if position.has_line(side):
            return 1.0 if side is mnk.Side.BLACK else 0.0
        seed += 1
    return 0.5


def opening(rng: Random, variant: mnk.Variant) -> mnk.Position:
    """Three stones near the middle."""
    position = mnk.Position.start(variant)
    width, height = variant.width, variant.height
    for _ in range(3):
        squares = [
            square
            for square in position.empty_squares()
            if abs(square % width - width // 2) <= NEAR
            and abs(square // width - height // 2) <= NEAR
        ]
        position = position.play(position.landing(rng.choice(squares)))
    return position


def _summary(scores: list[float]) -> str:
    score = mean(scores)
    error = 1.96 * stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else 0.5
    elo = f"{-400 * math.log10(1 / score - 1):+.0f} Elo" if 0 < score < 1 else "one-sided"
    return f"{2 * len(scores)} games, score {score:.2f} ± {error:.2f}, {elo}"


if __name__ == "__main__":
    main()
