"""Tune the strong engine's evaluation by self-play: `python -m bench.tune --write`.

1. The engine plays itself from random openings, a few thousand nodes a move, a little noise for
   variety, its weights set by hand (`BY_HAND`).
2. Each position in which neither side is about to win is kept: how many shapes and gains of each
   kind both sides have, and who won.
3. The weights are those that predict the winner best (logistic regression; pulled towards those set
   by hand, the more so the rarer a feature is).

The same options give the same weights on every machine: limits are nodes, chance has a seed.
"""

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from games import mnk
from games.evaluator.strong import board as boards
from games.evaluator.strong import engine, patterns, weights
from games.evaluator.strong.record import FEATURES

Floats: TypeAlias = npt.NDArray[np.float64]

VARIANT = mnk.PRESETS["15x15"].variant
FIXED = (0, 9, 10, 15, 16, 17, 26, 27, 32, 33)
"""Features that stay at zero: dead lines and quiet squares, and what ends the game."""
ROUNDS = 40

_SHAPES_BY_HAND = (0, 1, 2, 4, 10, 11, 40, 50, 200, 0)
_GAINS_BY_HAND = (0,) * 7
BY_HAND = np.array(
    [*_SHAPES_BY_HAND, *_GAINS_BY_HAND, *(-worth for worth in _SHAPES_BY_HAND), *_GAINS_BY_HAND],
    np.int32,
)


@dataclass(frozen=True, slots=True)
class Samples:
    """Positions, one a row, and what became of them for the side to move: 1, 0.5 or 0."""

    features: Floats
    outcomes: Floats


def main() -> None:
    options = _options()
    started = time.monotonic()
    before = BY_HAND
    samples = play_games(options.games, options.nodes, options.noise, options.seed)
    print(
        f"{options.games} games, {len(samples.outcomes)} positions, "
        f"{time.monotonic() - started:.0f} s"
    )
    scale = _best_scale(samples, before.astype(float))
    print(f"before: error {_error(samples, before / scale):.4f}, scale {scale:.0f}")
    fitted = fit(samples, before / scale, options.pull) * options.unit
    rounded = np.rint(fitted).astype(int)
    print(f"after:  error {_error(samples, rounded / options.unit):.4f}, scale {options.unit}")
    text = source(rounded)
    print(text)
    if options.write:
        path = Path(weights.__file__)
        path.write_text(text)
        print(f"written to {path}; play a match before you keep it")


def play_games(games: int, nodes: int, noise: int, seed: int) -> Samples:
    """Positions of self-play games."""
    rng = Random(seed)
    rows: list[list[int]] = []
    outcomes: list[float] = []
    player = engine.Engine(VARIANT, table_bits=14, weights=BY_HAND)
    for _ in range(games):
        position = _opening(rng)
        seen: list[tuple[mnk.Side, list[int]]] = []
        winner: mnk.Side | None = None
        while not position.is_full:
            features = _features(position)
            if features is not None:
                seen.append((position.side_to_move, features))
            square = player.choose(position, nodes, rng.getrandbits(32), noise)
            side, position = position.side_to_move, position.play(square)
            if position.has_line(side):
                winner = side
                break
        for side, features in seen:
            rows.append(features)
            outcomes.append(0.5 if winner is None else float(winner is side))
    return Samples(np.array(rows, float), np.array(outcomes))


def fit(samples: Samples, before: Floats, pull: float) -> Floats:
    """The weights of least error, pulled towards the earlier ones; Newton's method."""
    free = [feature for feature in range(FEATURES) if feature not in FIXED]
    features = samples.features[:, free]
    old = before[free]
    new = old.copy()
    for _ in range(ROUNDS):
        foretold = 1 / (1 + np.exp(-np.clip(features @ new, -30, 30)))
        slope = features.T @ (foretold - samples.outcomes) + pull * (new - old)
        curve = (features * (foretold * (1 - foretold))[:, None]).T @ features
        new = new - np.linalg.solve(curve + pull * np.eye(len(free)), slope)
    result = np.zeros(FEATURES)
    result[free] = new
    return result


def source(values: npt.NDArray[Any]) -> str:
    """The module `weights` with these values."""
    parts = [
        tuple(int(value) for value in values[a:b])
        for a, b in ((0, 10), (10, 17), (17, 27), (27, 34))
    ]
    text = Path(weights.__file__).read_text()
    head, rest = text.split("TO_MOVE: Final = ")
    _, rest = rest.split('\n"""Of each shape', 1)
    middle, rest = rest.split("OTHER: Final = ")
    _, tail = rest.split('\n"""Of those', 1)
    both = [f"(\n    {shapes},\n    {gains},\n)" for shapes, gains in (parts[:2], parts[2:])]
    return (
        f'{head}TO_MOVE: Final = {both[0]}\n"""Of each shape{middle}'
        f'OTHER: Final = {both[1]}\n"""Of those{tail}'
    )


def _opening(rng: Random) -> mnk.Position:
    """A few stones near the middle."""
    position = mnk.Position.start(VARIANT)
    for _ in range(rng.randint(2, 6)):
        squares = [
            square
            for square in position.empty_squares()
            if abs(square % 15 - 7) <= 3 and abs(square // 15 - 7) <= 3
        ]
        position = position.play(rng.choice(squares))
    return position


def _features(position: mnk.Position) -> list[int] | None:
    """The features the evaluation weighs; None where it is not asked because a win is near."""
    board = boards.of(position, BY_HAND)
    side = int(position.side_to_move)
    other = 1 - side
    for player in (side, other):
        if board.gains[player * 8 + patterns.WINS] or board.gains[player * 8 + patterns.WINS_NEXT]:
            return None
    parts = [
        part
        for player in (side, other)
        for part in (
            board.shapes[player * 16 : player * 16 + 10],
            board.gains[player * 8 : player * 8 + 7],
        )
    ]
    return [int(count) for count in np.concatenate(parts)]


def _best_scale(samples: Samples, values: Floats) -> float:
    return min((20 * 1.15**power for power in range(40)), key=lambda s: _error(samples, values / s))


def _error(samples: Samples, values: Floats) -> float:
    foretold = 1 / (1 + np.exp(-np.clip(samples.features @ values, -30, 30)))
    return float(np.mean((foretold - samples.outcomes) ** 2))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1200)
    parser.add_argument("--nodes", type=int, default=2500)
    parser.add_argument("--noise", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pull", type=float, default=300.0)
    parser.add_argument("--unit", type=float, default=400.0)
    parser.add_argument("--write", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
