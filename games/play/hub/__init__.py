"""The hub of a process: its rooms, put together here.

`Hub` is the process itself, which everything else is built on. `others` is its line to the other
processes, `people` whose the sockets are, `presence` who is connected to which game, `games` what
is followed, `keys` who may sit. Notices from
other processes can be lost, so when a layer joins several processes a sweep compares everything
with the database every `SWEEP_S` seconds, and a game is compared before a new socket sees it.
"""

import asyncio
import weakref
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar

from games import mnk
from games.play import live, protocol
from games.play.hub.followed import FollowedGame
from games.play.hub.keys import Keys
from games.play.hub.open_games import OpenGames
from games.play.hub.others import WORKER_EXPIRES_S, WORKER_S, Others
from games.play.hub.people import People, digest_of
from games.play.hub.presence import Presence
from games.play.hub.process import Process, close_threads
from games.play.tick import Tick, Work

__all__ = [
    "QUIET_S",
    "SWEEP_S",
    "WORKER_EXPIRES_S",
    "WORKER_S",
    "FollowedGame",
    "Hub",
    "close_threads",
    "current",
    "digest_of",
]

T = TypeVar("T")

SWEEP_S = 2.0
"""How often versions are compared with the database when processes share games."""

QUIET_S = 5.0
"""How often a quiet process looks for what it is woken for, or what can wait."""

Answer: TypeAlias = Callable[
    [live.LiveGame, mnk.Side, protocol.AskHint, str], Awaitable[protocol.Hint]
]
"""From a game, who asks what, and whose share it counts for, to the answer; raises
`HintUnavailable` or `TooManyQuestions`."""


class Hub(Process):
    """What one process holds of the games, and its line to the others."""

    def __init__(self) -> None:
        super().__init__()
        followed: dict[str, FollowedGame] = {}
        self.others = Others(self)
        self.people = People(self.others)
        self.presence = Presence(self, self.others, followed)
        self.games = OpenGames(self, self.others, self.presence, followed, self.hear_others)
        self.keys = Keys(self, self.others, followed, self.games.unsubscribe)
        self.answer_hint: Answer | None = None
        """Finds the answer to a hint asked for; None if there is nobody to ask."""
        self.under_way: dict[int, int] = {}
        """When each command that is neither kept nor refused yet was heard."""
        self._parts: dict[object, Any] = {}
        self._sweeping: Tick | None = None

    def part(self, kind: Callable[["Hub"], T]) -> T:
        """The one `kind` of this hub, made when first asked for: the layers above keep it here."""
        if kind not in self._parts:
            self._parts[kind] = kind(self)
        part: T = self._parts[kind]
        return part

    @property
    def is_quiet(self) -> bool:
        """Whether nobody follows a game: not here, and there is no other process."""
        return self.others.is_alone and not self.games.followed

    def every(
        self,
        seconds: float,
        work: Work,
        name: str,
        *,
        first_s: float = 0.0,
        pause_s: float = 0.0,
        quiet_s: float | None = None,
    ) -> Tick:
        """As `Process.every`; if `quiet_s` is given, every so often while this process is quiet."""

        async def do() -> None:
            if quiet_s is not None and self.is_quiet:
                tick.rest(quiet_s)
            await work()

        tick = super().every(seconds, do, name, first_s=first_s, pause_s=pause_s)
        return tick

    def kept_until(self, now: int) -> int:
        """Up to when everything that was heard here has been kept, or refused."""
        return min(self.under_way.values(), default=now + 1) - 1

    async def hear_others(self) -> None:
        """Hear the notices of other processes from now on, and look for what may be lost."""
        if not self.others.is_alone and self._sweeping is None:
            self._sweeping = self.every(SWEEP_S, self._sweep, "sweep", first_s=SWEEP_S)
        await self.others.join()

    async def _sweep(self) -> None:
        await self.games.compare_all()
        await self.keys.look_at_all()
        self.presence.tell_all()

    async def close(self) -> None:
        """Finish the writes, end the tasks, send what waits; then nobody is heard any more."""
        await super().close()
        await self.others.close()
        _hubs.pop(self.loop, None)


_hubs: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]" = weakref.WeakKeyDictionary()


def current() -> Hub:
    """The hub of the running event loop; made when first asked for."""
    loop = asyncio.get_running_loop()
    hub = _hubs.get(loop)
    if hub is None:
        hub = _hubs[loop] = Hub()
    return hub
