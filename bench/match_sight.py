"""The strong engine against what plays by sight: `python -m bench.match_sight --pairs 50`.

Two opponents: the aggressive bot, and Casual as it plays where no engine does. Every opening is
played twice with colours exchanged. A move that the rules refuse would end the match. Nothing
depends on time: the same options give the same games.
"""

import argparse
from collections import Counter
from collections.abc import Callable
from random import Random

from bench.match_levels import opening
from games import mnk
from games.evaluator import sight
from games.evaluator.levels import AGGRESSIVE
from games.evaluator.strengths import CASUAL
from games.evaluator.strong.engine import choose

Choose = Callable[[mnk.Position, int], mnk.Square]


def by_sight(position: mnk.Position, seed: int) -> mnk.Square:
    return sight.choose(position, CASUAL.nodes, seed, CASUAL.overlook)


def aggressively(position: mnk.Position, seed: int) -> mnk.Square:
    return AGGRESSIVE.choose(position, AGGRESSIVE.nodes, seed, None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=50, help="against each opponent")
    parser.add_argument("--nodes", type=int, default=2_000, help="of the engine, for each move")
    parser.add_argument("--variant", default="15x15-renju", choices=list(mnk.PRESETS))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    variant = mnk.PRESETS[options.variant].variant

    def search(position: mnk.Position, seed: int) -> mnk.Square:
        return choose(position, options.nodes, seed)

    opponents: dict[str, Choose] = {"aggressive": aggressively, "casual by sight": by_sight}
    for name, other in opponents.items():
        rng, ends = Random(options.seed), Counter[str]()
        for _ in range(options.pairs):
            start, seed = opening(rng, variant), rng.getrandbits(32)
            for side in mnk.Side:
                players: mnk.BySide[Choose] = mnk.BySide(search, other)
                winner = play(players if side is mnk.Side.BLACK else players.swapped(), start, seed)
                how = "drew" if winner is None else "won" if winner is side else "lost"
                ends[f"{how} as {side.word}"] += 1
        print(f"{name:16} {2 * options.pairs} games, the engine {dict(sorted(ends.items()))}")


def play(players: mnk.BySide[Choose], position: mnk.Position, seed: int) -> mnk.Side | None:
    """The winner of one game."""
    while not position.is_stuck:
        side = position.side_to_move
        position = position.play(players[side](position, seed))
        if position.has_line(side):
            return side
        seed += 1
    return None


if __name__ == "__main__":
    main()
