"""The other processes: what they are told, and who hears what they tell."""

from collections.abc import Callable
from typing import Any, TypeVar

from games.play import notices
from games.play.hub.process import Process
from games.play.notices import Notice
from games.play.relay import Relay

WORKER_S = 2.0
"""A worker says this often that it is there."""
WORKER_EXPIRES_S = 7.0
"""A worker that has said nothing for this long is taken for gone."""

N = TypeVar("N", bound=Notice)


class Others(Relay):
    """This process's line to the others. A kind of notice is heard by all who asked for it."""

    def __init__(self, process: Process) -> None:
        super().__init__()
        self._loop = process.loop
        self._hears: dict[type[object], list[Callable[[str, Any], None]]] = {}
        self._worker_heard: float | None = None
        """When a worker, here or elsewhere, last said that it was there (loop time)."""
        self.on(notices.Worker, self._note_worker)

    @property
    def hears_workers(self) -> bool:
        """Whether a worker, here or elsewhere, has been heard from lately."""
        heard = self._worker_heard
        return heard is not None and self._loop.time() - heard < WORKER_EXPIRES_S

    def on(self, kind: type[N], hears: Callable[[str, N], None]) -> None:
        """Have each notice of this kind heard, with its sender's name (empty for this process)."""
        self._hears.setdefault(kind, []).append(hears)

    def hear(self, sender: str, notice: Notice) -> None:
        """Hear a notice. Some kinds nobody here wants to know about."""
        for hears in self._hears.get(type(notice), ()):
            hears(sender, notice)

    def tell_all(self, notice: Notice) -> None:
        """Tell every process, this one as well."""
        self.hear("", notice)
        self.tell(notice)

    def _note_worker(self, sender: str, notice: notices.Worker) -> None:
        self._worker_heard = self._loop.time()
