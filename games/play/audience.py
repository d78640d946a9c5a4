"""A game's late spectators: what happened to it waits here until they may see it."""

import asyncio
from collections import deque
from collections.abc import Callable

from games.play import live
from games.play.crowd import Crowd
from games.play.watching import Delay, Moment, shown_of


class Audience:
    """The spectators of a game that is shown late, in one process.

    `version` is what they have been shown. Everything since then waits, in order; `show`
    is called with each text as soon as it may be seen.
    """

    def __init__(
        self,
        delay: Delay,
        version: int,
        *,
        now: Callable[[], int],
        show: Callable[[str], None],
    ) -> None:
        self.version = version
        self.subscribers = Crowd()
        self.shown: live.LiveGame | None = None
        """The game at `version`, once it has been asked for."""
        self._delay = delay
        self._now = now
        self._show = show
        self._waiting: deque[tuple[Moment, str]] = deque()
        self._is_over = False
        self._timer: asyncio.TimerHandle | None = None

    @property
    def known(self) -> int:
        """The last version that is waiting, or was shown."""
        return self._waiting[-1][0].version if self._waiting else self.version

    def hear(self, moment: Moment, text: str, *, is_over: bool) -> None:
        """Take in what has just happened, unless it is known already or would leave a gap."""
        if moment.version == self.known + 1:
            self._waiting.append((moment, text))
            self._is_over = is_over
            self.release()

    def release(self) -> None:
        """Show everything that may be seen by now; come back when there is more."""
        self.stop()
        now = self._now()
        moments = [moment for moment, _ in self._waiting]
        for _ in range(shown_of(moments, self._delay, now=now, is_over=self._is_over)):
            moment, text = self._waiting.popleft()
            self.version, self.shown = moment.version, None
            self._show(text)
        if self._waiting:
            left_ms = self._waiting[0][0].at_ms + self._delay.ms - now
            if left_ms > 0:
                loop = asyncio.get_running_loop()
                self._timer = loop.call_later(left_ms / 1000, self.release)

    def stop(self) -> None:
        """Let the timer go: nobody watches any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
