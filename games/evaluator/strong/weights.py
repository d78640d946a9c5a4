"""The weights of the evaluation. `python -m bench.tune` finds them by self-play and writes them."""

from typing import Final

import numpy as np

from games.evaluator.strong.record import IntArray

TO_MOVE: Final = (
    (0, -4, -4, -2, 5, 21, 209, 94, 17, 0),
    (0, -122, 133, 27, 62, 0, 0),
)
"""For each shape and each gain that the side to move has."""
OTHER: Final = (
    (0, 5, 4, 0, 1, -19, -16, -72, -17, 0),
    (0, -33, 25, -39, -29, 0, 0),
)
"""For those the other side has."""


def weights() -> IntArray:
    """All of them, as the board keeps them."""
    return np.array([*TO_MOVE[0], *TO_MOVE[1], *OTHER[0], *OTHER[1]], np.int32)
