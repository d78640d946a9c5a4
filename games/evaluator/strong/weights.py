"""The weights of the evaluation: what a square is worth by the shapes of its four lines.

`python -m bench.tune` learns them from games and writes their file. If that is broken, sums take
over: a weight for each line's shape, and one for what the four make together.
"""

import hashlib
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from games.evaluator.strong.patterns import gain_table, mixes
from games.evaluator.strong.record import ALARMS, MIXES, IntArray

log = logging.getLogger(__name__)

PATH: Final = Path(__file__).with_name("weights.txt")
_HEAD: Final = "The evaluation's weights: python -m bench.tune wrote them."

TO_MOVE: Final = (
    (0, -4, -4, -2, 5, 21, 209, 94, 17, 0, 0),
    (0, -122, 133, 27, 62, 0, 0),
)
"""For each shape and each gain that the side to move has."""
OTHER: Final = (
    (0, 5, 4, 0, 1, -19, -16, -72, -17, 0, 0),
    (0, -33, 25, -39, -29, 0, 0),
)
"""For those the other side has."""


@dataclass(frozen=True, eq=False)
class Weights:
    """What the board's evaluation adds up."""

    values: IntArray
    """int16, MIXES × 2: a square's by its mix, to the side to move and to the other side."""
    alarms: IntArray
    """int32, ALARMS: a set of threats' (`board.alarm`)."""

    @cached_property
    def packed(self) -> IntArray:
        """int64, MIXES: both values of a mix in one word, as `board.value_of` has them."""
        to_move, other = self.values.T.astype(np.int64)
        packed: IntArray = to_move + (other << 32)
        return packed


@lru_cache(maxsize=1)
def weights() -> Weights:
    """Those that were learned; those that are sums if their file is broken."""
    try:
        return read(PATH.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        log.warning("weights_not_read error=%r", error)
        return summed()


def read(text: str) -> Weights:
    """The weights in a file's text. Raises `ValueError` unless it is whole and unchanged."""
    body, _, digest = text.rstrip("\n").rpartition("\n")
    if digest != _digest(body):
        raise ValueError("The weights are not those that were written.")
    by_mix, alarms = (
        np.array(part.split(), int) for part in body.partition("\n\n")[2].split("\n\n")
    )
    found = blank()
    rows = by_mix.reshape(-1, 3)
    found.values[rows[:, 0]] = rows[:, 1:]
    found.alarms[:] = alarms
    return found


def write(found: Weights, note: str) -> None:
    """Keep weights; `note` says how they were made."""
    rows = ((mix, *found.values[mix]) for mix in sorted(mixes()))
    parts = [_lines(rows), _lines(found.alarms.reshape(-1, 16))]
    body = "\n\n".join((f"{_HEAD}\n{note}".strip(), *parts))
    PATH.write_text(f"{body}\n{_digest(body)}\n", encoding="utf-8")


def _lines(rows: Iterable[Iterable[int]]) -> str:
    return "\n".join(" ".join(map(str, row)) for row in rows)


def _digest(body: str) -> str:
    return "sha256 " + hashlib.sha256(body.encode()).hexdigest()


def blank() -> Weights:
    """Weights that are all zero."""
    return Weights(np.zeros((MIXES, 2), np.int16), np.zeros(ALARMS, np.int32))


def summed() -> Weights:
    """Those that are sums."""
    gains = gain_table()
    found = blank()
    for mix, shapes in mixes().items():
        gain = gains[mix]
        for part, (of_shape, of_gain) in enumerate((TO_MOVE, OTHER)):
            found.values[mix, part] = sum(of_shape[shape] for shape in shapes) + of_gain[gain]
    return found
