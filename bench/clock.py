"""Play this tree's Gomocup brain against another tree's, under a tournament's clock.

`python -m bench.clock BASE --turn 500 --busy 10` keeps the machine busy meanwhile and says how many
moves came later than `--turn`. With `--match` a game's time is limited too, and it says how much of
it was used. Openings are the balanced ones, each with both colours; the other brain waits while one
thinks. BASE is a checkout or a commit; with `--threads N` our brain thinks on this many cores.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import Process
from pathlib import Path
from statistics import mean

from bench.sprt import ROOT, checkout, score_of, told
from games import mnk
from games.evaluator.pace import UNLIMITED_MS

BOARD = mnk.PRESETS["15x15"].variant


@dataclass
class Clock:
    """What was asked of the brains."""

    turn_ms: int
    match_ms: int | None


@dataclass
class Brain:
    """A brain of one tree, and what it took."""

    name: str
    tree: Path
    clock: Clock
    threads: int = 1
    taken: list[float] = field(default_factory=list)
    """Milliseconds, of every move of every game."""
    left: list[float] = field(default_factory=list)
    """Of each game's time, where it is limited: milliseconds, below 0 where it is overdrawn."""

    def __post_init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "games.evaluator.gomocup"],
            cwd=self.tree,
            env={**os.environ, "PYTHONPATH": str(self.tree)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def begins(self) -> None:
        """Another game."""
        if self.threads > 1:
            self._say(f"INFO thread_num {self.threads}")
        self._say(f"INFO timeout_turn {self.clock.turn_ms}")
        if self.clock.match_ms is not None:
            self._say(f"INFO timeout_match {self.clock.match_ms}")
            self.left.append(self.clock.match_ms)
        self._say(f"START {BOARD.width}")
        assert self._hear() == "OK"

    def moves(self, stones: list[mnk.Square]) -> mnk.Square:
        """What it plays after these."""
        ours = len(stones) % 2
        left = round(self.left[-1]) if self.left else UNLIMITED_MS
        rows = [
            f"{square % BOARD.width},{square // BOARD.width},{1 if number % 2 == ours else 2}"
            for number, square in enumerate(stones)
        ]
        for line in (f"INFO time_left {left}", "BOARD", *rows):
            self._say(line)
        began = time.perf_counter()
        self._say("DONE")
        answer = self._hear()
        took = 1000 * (time.perf_counter() - began)
        self.taken.append(took)
        if self.left:
            self.left[-1] -= took
        x, y = map(int, answer.split(","))
        return y * BOARD.width + x

    def ends(self) -> None:
        self._process.communicate("END\n")

    @property
    def text(self) -> str:
        late = [took for took in self.taken if took > self.clock.turn_ms]
        words = (
            f"{self.name}: {len(self.taken)} moves, {mean(self.taken):.0f} ms each, the slowest "
            f"{max(self.taken):.0f} ms, {100 * len(late) / len(self.taken):.1f} % later than "
            f"{self.clock.turn_ms} ms"
        )
        if self.clock.match_ms is not None:
            used = 1 - mean(self.left) / self.clock.match_ms
            overdrawn = sum(left < 0 for left in self.left)
            words += f"; {100 * used:.0f} % of a game's time used, {overdrawn} games overdrawn"
        return words

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _hear(self) -> str:
        """Its next line that is not for spectators."""
        assert self._process.stdout is not None
        while (line := self._process.stdout.readline().strip()).startswith("MESSAGE"):
            pass
        return line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", help="a checkout, or a commit")
    parser.add_argument("--turn", type=int, default=500, help="milliseconds for a move")
    parser.add_argument("--match", type=int, help="milliseconds for a game")
    parser.add_argument("--busy", type=int, default=0, help="busy loops beside it")
    parser.add_argument("--pairs", type=int, default=5, help="openings, each with both colours")
    parser.add_argument("--threads", type=int, default=1, help="on which our brain searches")
    options = parser.parse_args()
    clock = Clock(options.turn, options.match)
    ours = Brain("ours", ROOT, clock, options.threads)
    base = Brain(options.base, checkout(options.base), clock)
    pairs: list[float] = []
    with busy_loops(options.busy):
        for opening in mnk.balanced_openings(BOARD)[: options.pairs]:
            pairs.append((play(ours, base, opening) + 1 - play(base, ours, opening)) / 2)
            print(told(pairs, 20.0), flush=True)
    for brain in (ours, base):
        brain.ends()
        print(brain.text)


def play(black: Brain, white: Brain, opening: tuple[mnk.Square, ...]) -> float:
    """What black scores: 1, 0.5 or 0."""
    stones = list(opening)
    for brain in (black, white):
        brain.begins()
    while True:
        state = mnk.GameState.replay(BOARD, stones)
        if (score := score_of(state)) is not None:
            return score
        stones.append((black if state.side_to_move is mnk.Side.BLACK else white).moves(stones))


@contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """This many processes that only keep the machine busy."""
    loops = [Process(target=_spin, daemon=True) for _ in range(count)]
    for loop in loops:
        loop.start()
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()


def _spin() -> None:
    while True:
        pass


if __name__ == "__main__":
    main()
