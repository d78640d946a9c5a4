"""Kernels of the strong engine: compiled for the types they are annotated with (`jit.family`)."""

from pathlib import Path
from typing import Any, Final, TypeAlias

import numba
import numpy as np
import numpy.typing as npt

from games.evaluator import jit
from games.evaluator.strong.record import DTYPE, BoardRecord

Shapes: TypeAlias = npt.NDArray[np.int8]
Table: TypeAlias = npt.NDArray[np.int64]
Flag: TypeAlias = npt.NDArray[np.int32]
"""One cell: zero, or something else to ask a search to stop. Any thread may set it."""

_TYPES: Final[dict[Any, Any]] = {
    None: numba.void,
    int: numba.int64,
    bool: numba.boolean,
    BoardRecord: numba.from_dtype(DTYPE),
    Shapes: numba.int8[::1],
    Table: numba.int64[::1],
    Flag: numba.int32[::1],
}

kernel: jit.Kernel = jit.family(
    "strong",
    Path(__file__).parent,
    ("board", "forcing", "kernel", "patterns", "record", "search", "table"),
    types=_TYPES,
    salt=repr(DTYPE),
)
"""Compile a function for the types it is annotated with; the kernels it calls stand above it."""
