"""Is a changed engine stronger? `python -m bench.sprt BASE --nodes 20000 --pairs 200`.

BASE is another checkout of the project, or a commit, of which a checkout is made in build/. Both
engines look at the same number of nodes a move, so nothing depends on the machine or on what else
runs on it, and the same command plays the same games anywhere. Every opening is played twice with
colours exchanged: stones drawn near the middle, which BASE calls even. The test is sequential: it
ends as soon as the pairs say that the change gains `--gain` Elo, or that it does not (5 % each),
and at `--pairs` undecided. With `--whole` it plays all pairs, for an estimate without bias.
"""

import argparse
import json
import math
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean, pvariance
from typing import Any

from games import mnk

ROOT = Path(__file__).resolve().parents[1]
EVEN = 120
"""An opening is even if its score is this near to zero."""
JUDGED_BY = 20_000
"""How many nodes are looked at to call an opening even."""
MOST_MOVES = 200
"""A game that is longer counts as drawn."""
BOUND = math.log(0.95 / 0.05)
"""The log-likelihood ratio at which the test ends: it errs in one of twenty cases, either way."""

_BRAIN = """
import json, sys
from games import mnk
from games.evaluator.limit import Limit
from games.evaluator.strong.engine import Engine
engines = {}
for line in sys.stdin:
    asked = json.loads(line)
    variant = mnk.variant_from_text(asked["variant"])
    engine = engines.setdefault(variant, Engine(variant))
    if asked["fresh"]:
        engine.forget()
    position = mnk.GameState.replay(variant, asked["moves"]).position
    found = engine.analyse(position, Limit(nodes=asked["nodes"]))
    told = {"square": int(found.best), "score": int(found.score), "depth": found.depth}
    print(json.dumps(told), flush=True)
"""


class Brain:
    """The engine of one checkout, in a process of its own."""

    def __init__(self, tree: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(tree)}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _BRAIN],
            cwd=tree,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def asks(self, moves: list[int], nodes: int, variant: str, *, fresh: bool) -> dict[str, Any]:
        """What it would play after these moves."""
        asked = {"moves": moves, "nodes": nodes, "variant": variant, "fresh": fresh}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        told: dict[str, Any] = json.loads(self._process.stdout.readline())
        return told

    def close(self) -> None:
        """End it."""
        with self._process:
            self._process.kill()


@dataclass(frozen=True, slots=True)
class Terms:
    """What a match is about."""

    variant: mnk.Variant
    nodes: int
    seed: int

    @property
    def text(self) -> str:
        return mnk.variant_text(self.variant)


def in_the_middle(variant: mnk.Variant) -> list[mnk.Square]:
    """The squares within three of the middle, column by column."""
    column, row = variant.width // 2, variant.height // 2
    return [
        y * variant.width + x
        for x in range(max(0, column - 3), min(variant.width, column + 4))
        for y in range(max(0, row - 3), min(variant.height, row + 4))
    ]


def openings(brain: Brain, terms: Terms) -> Iterator[list[int]]:
    """Even openings without end: four to six stones near the middle."""
    rng = Random(terms.seed)
    variant = terms.variant
    near = in_the_middle(variant)
    while True:
        moves = rng.sample(near, rng.randint(4, 6))
        try:
            if mnk.GameState.replay(variant, moves).is_over:
                continue
        except mnk.RuleError:
            continue
        if abs(brain.asks(moves, JUDGED_BY, terms.text, fresh=True)["score"]) <= EVEN:
            yield moves


def play(black: Brain, white: Brain, opening: list[int], terms: Terms) -> float:
    """What black scores: 1, 0.5 or 0."""
    moves, asked = list(opening), Counter[Brain]()
    while True:
        state = mnk.GameState.replay(terms.variant, moves)
        if (score := score_of(state)) is not None:
            return score
        mover = black if state.side_to_move is mnk.Side.BLACK else white
        told = mover.asks(moves, terms.nodes, terms.text, fresh=asked[mover] == 0)
        asked[mover] += 1
        moves.append(told["square"])


def score_of(state: mnk.GameState) -> float | None:
    """What black scores: 1, 0.5 or 0. None while the game goes on and is not too long."""
    if not (state.is_over or state.is_dead or state.ply >= MOST_MOVES):
        return None
    winner = state.outcome.winner if state.outcome else None
    return 0.5 if winner is None else float(winner is mnk.Side.BLACK)


def likelihood(pairs: list[float], gain: float) -> float:
    """The log-likelihood ratio of gaining `gain` Elo against gaining nothing, by pairs' scores."""
    if len(pairs) < 2 or not (variance := pvariance(pairs)):
        return 0.0
    even, better = 0.5, 1 / (1 + 10 ** (-gain / 400))
    return len(pairs) * (better - even) * (2 * mean(pairs) - even - better) / (2 * variance)


def told(pairs: list[float], gain: float) -> str:
    """How it stands."""
    score = mean(pairs)
    error = 1.96 * math.sqrt(pvariance(pairs) / len(pairs))
    elo = [
        -400 * math.log10(1 / min(max(each, 0.001), 0.999) - 1)
        for each in (score - error, score, score + error)
    ]
    return (
        f"{2 * len(pairs)} games, score {score:.3f} ± {error:.3f}, "
        f"{elo[1]:+.0f} Elo ({elo[0]:+.0f} to {elo[2]:+.0f}), LLR {likelihood(pairs, gain):+.2f}"
    )


def checkout(base: str) -> Path:
    """The folder of another checkout: the one named, or one of a commit, made in build/."""
    if (Path(base) / "games").is_dir():
        return Path(base).resolve()
    commit = subprocess.run(
        ["git", "rev-parse", "--short=12", base],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    folder = ROOT / "build" / f"base-{commit}"
    if not folder.exists():
        subprocess.run(
            ["git", "worktree", "add", "--detach", str(folder), commit], cwd=ROOT, check=True
        )
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", help="a checkout, or a commit")
    parser.add_argument("--nodes", type=int, default=20_000, help="looked at for each move")
    parser.add_argument("--pairs", type=int, default=200, help="at most")
    parser.add_argument("--gain", type=float, default=20.0, help="Elo it is asked about")
    parser.add_argument("--seed", type=int, default=1, help="of the openings")
    parser.add_argument("--variant", default="15x15", choices=list(mnk.PRESETS))
    parser.add_argument("--every", type=int, default=20, help="pairs between two lines printed")
    parser.add_argument("--whole", action="store_true", help="play all pairs, whatever they say")
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    options = parser.parse_args()
    terms = Terms(mnk.PRESETS[options.variant].variant, options.nodes, options.seed)
    base = checkout(options.base)
    trees = [(Brain(ROOT), Brain(base)) for _ in range(options.jobs)]
    judge = Brain(base)
    drawn = openings(judge, terms)
    pairs: list[float] = []

    def pair(job: tuple[int, list[int]]) -> float:
        changed, before = trees[job[0]]
        one = play(changed, before, job[1], terms)
        return (one + 1 - play(before, changed, job[1], terms)) / 2

    with ThreadPoolExecutor(options.jobs) as pool:
        while len(pairs) < options.pairs and (
            options.whole or abs(likelihood(pairs, options.gain)) < BOUND
        ):
            pairs += pool.map(pair, [(number, next(drawn)) for number in range(options.jobs)])
            if len(pairs) % options.every < options.jobs:
                print(told(pairs, options.gain), flush=True)
    print(told(pairs, options.gain), flush=True)
    verdict = likelihood(pairs, options.gain)
    print("gains" if verdict >= BOUND else "does not gain" if verdict <= -BOUND else "undecided")
    for brain in (judge, *(each for two in trees for each in two)):
        brain.close()


if __name__ == "__main__":
    main()
