"""Learn the strong engine's evaluation from games it plays against itself.

1. `python -m bench.tune play FILE`: games from random openings, a few thousand nodes a move, a
   little noise for variety. Each move is kept with the score its search gave. A run that was ended
   goes on where it was.
2. `python -m bench.tune fit FILE… --write`: each position in which neither side is about to win
   becomes one row: how many empty squares have each mix, for either side, and which threats there
   are. What it is worth is who won, mixed with the score of the search. The weights are those that
   foretell it best (logistic regression by Adam, pulled towards those that are sums, the more so
   the rarer a feature is).

The same options give the same games on every machine: limits are nodes, chance has a seed.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

from bench.sprt import in_the_middle
from games import mnk
from games.evaluator.strong import board as boards
from games.evaluator.strong import engine, patterns, weights
from games.evaluator.strong.patterns import WINS, WINS_NEXT
from games.evaluator.strong.record import ALARMS, MAX_SQUARES, MIXES, BoardRecord, IntArray
from games.evaluator.strong.search import PROVED

Floats: TypeAlias = npt.NDArray[np.float64]
F = TypeVar("F", bound=Callable[..., Any])
compiled = cast(Callable[[F], F], numba.njit)

UNIT = 400.0
"""A score of this much is a logit of winning."""
BATCH = 1024
AT_ONCE = 50
"""Games a process plays before they are kept."""


def main() -> None:
    options = _options()
    if options.command == "play":
        play(options)
    else:
        fit(options)


# --- Playing -------------------------------------------------------------------------------------


def play(options: argparse.Namespace) -> None:
    """Play what is missing of the games, and keep each with its number."""
    path: Path = options.file
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = list(_lines(path))
    kept = {json.loads(line)["number"] for line in whole}
    missing = [number for number in range(options.games) if number not in kept]
    parts = [missing[at : at + AT_ONCE] for at in range(0, len(missing), AT_ONCE)]
    began, done = time.monotonic(), 0
    text = mnk.variant_text(options.variant)
    some = partial(_games, text, options.nodes, options.noise, options.seed, options.sums)
    with path.open("a") as file, ProcessPoolExecutor(options.processes) as pool:
        file.truncate(sum(len(line.encode()) for line in whole))  # a line that was cut off
        for lines in pool.map(some, parts):
            file.write("".join(lines))
            file.flush()
            done += len(lines)
            print(f"{done} of {len(missing)} games, {time.monotonic() - began:.0f} s", flush=True)


def _games(
    variant_text: str, nodes: int, noise: int, seed: int, sums: bool, numbers: Sequence[int]
) -> list[str]:
    variant = mnk.variant_from_text(variant_text)
    of = weights.summed() if sums else weights.weights()
    player = engine.Engine(variant, table_bits=engine.table_bits(nodes), weights=of)
    return [_game(player, variant, nodes, noise, seed, number) for number in numbers]


def _game(
    player: engine.Engine, variant: mnk.Variant, nodes: int, noise: int, seed: int, number: int
) -> str:
    """A line with a game: its moves, how many the opening has, a score for each other, and what
    black gets. It ends where a win is found."""
    rng = Random(f"{seed} {number}")
    moves = rng.sample(in_the_middle(variant), rng.randint(2, 6))
    first = len(moves)
    position = mnk.GameState.replay(variant, moves).position
    scores: list[int] = []
    result = 0.5
    while not position.is_full:
        told: list[engine.Analysis] = []
        square = player.choose(position, nodes, rng.getrandbits(32), noise, told.append)
        side, position = position.side_to_move, position.play(square)
        moves.append(square)
        scores.append(told[-1].score if told else 0)
        if position.has_line(side) or abs(scores[-1]) >= PROVED:
            is_lost = scores[-1] <= -PROVED
            result = float((side is mnk.Side.BLACK) != is_lost)
            break
    kept = {
        "number": number,
        "variant": mnk.variant_text(variant),
        "moves": moves,
        "first": first,
        "scores": scores,
        "result": result,
    }
    return json.dumps(kept, separators=(",", ":")) + "\n"


def _lines(path: Path) -> Iterator[str]:
    if path.exists():
        with path.open() as file:
            yield from (line for line in file if line.endswith("\n"))


# --- Learning ------------------------------------------------------------------------------------


class Rows(NamedTuple):
    """Positions as sparse rows, and what each is worth to the side to move: from 0 to 1."""

    begins: IntArray
    """Where each row begins in the next two; one more at the end."""
    features: IntArray
    counts: IntArray
    worth: Floats


class Columns:
    """Which feature is where: mixes of the side to move, then of the other side, then alarms."""

    def __init__(self) -> None:
        self.mixes = np.array(sorted(patterns.mixes()))
        self.of_mix = np.zeros(MIXES, np.int64)
        self.of_mix[self.mixes] = np.arange(len(self.mixes))
        self.alarms_at = 2 * len(self.mixes)
        bare = [max(patterns.mixes()[mix]) < patterns.TWO for mix in self.mixes]
        self.is_fixed = np.array([*bare, *bare, *(ALARMS * [False])])
        """Squares that nobody is near are worth nothing: a larger board has more of them."""

    def vector(self, found: weights.Weights) -> Floats:
        """Weights as one vector, in logits."""
        both = found.values[self.mixes].T.reshape(-1)
        return np.concatenate([both, found.alarms]).astype(float) / UNIT

    def weights(self, vector: Floats) -> weights.Weights:
        """The weights of such a vector."""
        rounded = np.rint(vector * UNIT).astype(int)
        found = weights.blank()
        found.values[self.mixes] = rounded[: self.alarms_at].reshape(2, -1).T
        found.alarms[:] = rounded[self.alarms_at :]
        return found


def fit(options: argparse.Namespace) -> None:
    """Find the weights by Adam, and say how well they foretell rows that were left out."""
    columns = Columns()
    lines = [line for path in options.files for line in _lines(path)]
    rows = read(lines, columns, options.of_score)
    count = len(rows.worth)
    print(f"{len(lines)} games, {count} positions")
    rng = np.random.default_rng(options.seed)
    left_out, rest = np.arange(count // 20), np.arange(count // 20, count)
    before = np.where(columns.is_fixed, 0, columns.vector(weights.summed()))
    values, pull, steps = before.copy(), options.pull / count, 0
    first, second, unused = (np.zeros_like(before) for _ in range(3))
    print(f"sums:    error {_slope(*rows, left_out, values, unused):.5f}")
    for epoch in range(options.epochs):
        rate = options.rate * (1 - epoch / options.epochs)
        order = rng.permutation(rest)
        for start in range(0, len(order), BATCH):
            slope = pull * (values - before)
            _slope(*rows, order[start : start + BATCH], values, slope)
            slope[columns.is_fixed] = 0
            steps += 1
            first = 0.9 * first + 0.1 * slope
            second = 0.999 * second + 0.001 * slope**2
            step = first / (1 - 0.9**steps)
            values -= rate * step / (np.sqrt(second / (1 - 0.999**steps)) + 1e-8)
    print(f"learned: error {_slope(*rows, left_out, values, unused):.5f}")
    if options.write:
        weights.write(columns.weights(values), options.note)
        print(f"written to {weights.PATH}; play a match before you keep it")


def read(lines: Sequence[str], columns: Columns, of_score: float) -> Rows:
    """The positions of games. One is worth `of_score` of what its search said, else who won."""
    worth, features, counts = list[float](), list[IntArray](), list[IntArray]()
    by_variant: dict[str, BoardRecord] = {}
    found = np.zeros((2, columns.alarms_at + 1), np.int16)
    for line in lines:
        game: dict[str, Any] = json.loads(line)
        moves, first, text = game["moves"], game["first"], game["variant"]
        if text not in by_variant:
            by_variant[text] = boards.new(mnk.variant_from_text(text), weights.summed())
        board = by_variant[text]
        for ply, square in enumerate(moves):
            side = ply % 2
            if ply >= first and not _is_near(board):
                size = _row(board, side, columns.of_mix, columns.alarms_at, found)
                features.append(found[0, :size].copy())
                counts.append(found[1, :size].copy())
                won = game["result"] if side == 0 else 1 - game["result"]
                seen = 1 / (1 + np.exp(-np.clip(game["scores"][ply - first] / UNIT, -12, 12)))
                worth.append(of_score * seen + (1 - of_score) * won)
            boards.place(board, square, side)
        for ply in reversed(range(len(moves))):
            boards.lift(board, moves[ply], ply % 2)
    begins = np.cumsum([0, *map(len, features)])
    return Rows(begins, np.concatenate(features), np.concatenate(counts), np.array(worth))


@compiled
def _is_near(board: BoardRecord) -> bool:
    """Whether a side could win at once, or make sure of it: then nobody evaluates."""
    for side in range(2):
        if board.gains[side * 8 + WINS] > 0 or board.gains[side * 8 + WINS_NEXT] > 0:
            return True
    return False


@compiled
def _row(board: BoardRecord, side: int, of_mix: IntArray, alarms_at: int, found: IntArray) -> int:
    """Write a position's features, and how often it has each; how many there are."""
    counts = np.zeros(alarms_at, np.int64)
    for square in range(board.squares):
        if board.stone[square] == 0:
            counts[of_mix[board.mix[side * MAX_SQUARES + square]]] += 1
            counts[alarms_at // 2 + of_mix[board.mix[(1 - side) * MAX_SQUARES + square]]] += 1
    size = 0
    for feature in range(alarms_at):
        if counts[feature] != 0:
            found[0, size], found[1, size] = feature, counts[feature]
            size += 1
    found[0, size], found[1, size] = alarms_at + boards.alarm(board, side), 1
    return size + 1


@compiled
def _slope(
    begins: IntArray,
    features: IntArray,
    counts: IntArray,
    worth: Floats,
    batch: IntArray,
    values: Floats,
    slope: Floats,
) -> float:
    """Add the slope of the log-likelihood; the mean square of how far off what is foretold is."""
    error = 0.0
    for row in batch:
        total = 0.0
        for at in range(begins[row], begins[row + 1]):
            total += values[features[at]] * counts[at]
        off = (1 / (1 + np.exp(-total)) - worth[row]) / len(batch)
        error += off * off * len(batch)
        for at in range(begins[row], begins[row + 1]):
            slope[features[at]] += off * counts[at]
    return error


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser("play")
    player.add_argument("file", type=Path)
    player.add_argument("--variant", type=mnk.variant_from_text, default="15x15")
    player.add_argument("--games", type=int, default=10_000)
    player.add_argument("--nodes", type=int, default=2_500)
    player.add_argument("--noise", type=int, default=12)
    player.add_argument("--sums", action="store_true", help="with the weights that are sums")
    player.add_argument("--processes", type=int, default=2)
    fitter = commands.add_parser("fit")
    fitter.add_argument("files", type=Path, nargs="+")
    fitter.add_argument("--of-score", type=float, default=0.5)
    fitter.add_argument("--pull", type=float, default=30.0)
    fitter.add_argument("--rate", type=float, default=0.003)
    fitter.add_argument("--epochs", type=int, default=20)
    fitter.add_argument("--write", action="store_true")
    fitter.add_argument("--note", default="", help="how the games were played, for the file")
    return parser.parse_args()


if __name__ == "__main__":
    main()
