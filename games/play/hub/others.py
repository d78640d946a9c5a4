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


class Others:
    """This process's line to the others. A kind of notice is heard by whoever asked for it."""

    def __init__(self, process: Process) -> None:
        self._loop = process.loop
        self._hears: dict[type[object], Callable[[str, Any], None]] = {}
        self._worker_heard: float | None = None
        """When a worker, here or elsewhere, last said that it was there (loop time)."""
        self._relay = Relay(self.hear)
        self.on(notices.Worker, self._note_worker)

    @property
    def is_alone(self) -> bool:
        """Whether there are no other processes to be heard or told."""
        return self._relay.is_alone

    @property
    def hears_workers(self) -> bool:
        """Whether a worker, here or elsewhere, has been heard from lately."""
        heard = self._worker_heard
        return heard is not None and self._loop.time() - heard < WORKER_EXPIRES_S

    def on(self, kind: type[N], hears: Callable[[str, N], None]) -> None:
        """Have each notice of this kind heard, with its sender's name; here it is empty."""
        self._hears[kind] = hears

    def tell(self, notice: Notice) -> None:
        """Tell the other processes."""
        self._relay.tell(notice)

    def tell_all(self, notice: Notice) -> None:
        """Tell every process, this one as well."""
        self.hear("", notice)
        self._relay.tell(notice)

    def hear(self, sender: str, notice: Notice) -> None:
        """Hear a notice. Of some kinds nobody here wants to know."""
        hears = self._hears.get(type(notice))
        if hears is not None:
            hears(sender, notice)

    async def join(self) -> None:
        """Hear the others from now on."""
        await self._relay.join()

    async def is_reachable(self, patience: float) -> bool:
        """Whether what is told comes back within so many seconds; true where nobody else is."""
        return await self._relay.is_reachable(patience)

    async def close(self) -> None:
        """Send what waits; hear nothing more."""
        await self._relay.close()

    def _note_worker(self, sender: str, notice: notices.Worker) -> None:
        self._worker_heard = self._loop.time()
