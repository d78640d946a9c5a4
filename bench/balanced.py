"""Look for balanced openings: `python -m bench.balanced` prints some, as games/mnk/balanced.txt has
them.

Five stones near the middle, black, white, black, white, black, at random: each is looked at briefly
and, where it seemed even, for longer. It is kept where the last depths all leave the sides even,
where nobody wins by force, and where no symmetry makes it one that is kept already. The same board,
seed and nodes give the same openings on every machine.
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from random import Random

from games import mnk
from games.evaluator import Limit
from games.evaluator.strong.engine import Analysis, Engine, table_bits

EVEN = 40
"""A score within this of zero is even: 53 games in 100."""
DEPTHS = 2
"""How many of the last depths must say so."""
NEAR = 3
"""How many columns and rows a stone may lie from the middle."""
BRIEF = 20
"""The first look has one part in this many of the nodes."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="15x15", help="a preset, or 15x15x5-freestyle")
    parser.add_argument("--openings", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=100_000)
    options = parser.parse_args()
    variant = mnk.variant_from_text(options.board)
    print(
        f"# python -m bench.balanced --board {options.board} --openings {options.openings}"
        f" --seed {options.seed} --nodes {options.nodes}",
        flush=True,
    )
    for moves, score in islice(find(variant, options.seed, options.nodes), options.openings):
        board, stones = mnk.variant_text(variant), mnk.moves_text(moves, variant)
        print(f"{board} {stones} {score:+}", flush=True)


def find(
    variant: mnk.Variant, seed: int, nodes: int
) -> Iterator[tuple[tuple[mnk.Square, ...], int]]:
    """Balanced openings, without end, and what each is worth to the side to move."""
    found: set[bytes] = set()
    for position, moves in _shapes(variant, Random(seed)):
        key = mnk.canonical(position).key
        if key in found or not is_even(looks(position, nodes // BRIEF)[-1:]):
            continue
        seen = looks(position, nodes)[-DEPTHS:]
        if is_even(seen):
            found.add(key)
            yield moves, seen[-1].score


def looks(position: mnk.Position, nodes: int) -> list[Analysis]:
    """What the strong engine says at each depth that it finishes."""
    seen: list[Analysis] = []
    engine = Engine(position.variant, table_bits=table_bits(nodes))
    answer = engine.analyse(position, Limit(nodes=nodes), seen.append)
    return seen or [answer]  # where it need not look ahead


def is_even(seen: list[Analysis]) -> bool:
    """Whether all of these leave the sides even, and none has found a forced end."""
    return all(
        abs(each.score) <= EVEN and not each.win_found and not each.loss_found for each in seen
    )


def _shapes(
    variant: mnk.Variant, rng: Random
) -> Iterator[tuple[mnk.Position, tuple[mnk.Square, ...]]]:
    """Stones near the middle that may be played in this order, without end."""
    stones = mnk.OpeningRule.BALANCED.says.given
    column, row = variant.width // 2, variant.height // 2
    near = [
        at
        for at in range(variant.squares)
        if abs(at % variant.width - column) <= NEAR and abs(at // variant.width - row) <= NEAR
    ]
    while True:
        position, moves = mnk.Position.start(variant), tuple(rng.sample(near, stones))
        for square in moves:
            position = position.play(square)
        yield position, moves


if __name__ == "__main__":
    main()
