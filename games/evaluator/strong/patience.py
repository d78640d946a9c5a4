"""When a search has had enough, though its time is not up."""

import math
import time
from typing import Final

import numpy as np

from games import mnk
from games.evaluator.strong.engine import Analysis
from games.evaluator.strong.kernel import Flag

_SETTLED: Final = 3
"""After this many depths with the same move, a part of that time is enough."""
_LESS: Final = 0.6
"""The part."""


class Patience:
    """Ends a search once it has had `enough_ms` and its last two depths have the same move: sooner
    where more of them do, later where it has just found another."""

    def __init__(self, enough_ms: float = math.inf) -> None:
        self.abort: Flag = np.zeros(1, np.int32)
        """For `Engine.analyse`."""
        self._enough_ms = enough_ms
        self._began = time.perf_counter()
        self._same = 0
        self._best: mnk.Square | None = None

    def told(self, found: Analysis) -> None:
        """A depth has been searched: `Engine.analyse` says so by `on_info`."""
        self._same = self._same + 1 if found.best == self._best else 1
        self._best = found.best
        passed = 1000 * (time.perf_counter() - self._began)
        enough = _LESS * self._enough_ms if self._same >= _SETTLED else self._enough_ms
        if self._same > 1 and passed >= enough:
            self.abort[0] = 1
