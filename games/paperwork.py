"""Slow work in Python, files above all: in a thread, one piece at a time for everybody.

The interpreter runs one thread at a time. Beside one that computes, a move hardly waits; beside
four it waits for most of a second. So whoever reads, checks or writes a large study, or an archive
of games, waits for their turn, and the turns are shared out fairly (`Turns`).
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

from games.play.hub import Hub
from games.turns import Turns, Urgency

P = ParamSpec("P")
T = TypeVar("T")

OF_SHARE = 32
"""Pieces of one share that may wait: a school class opening the same page has one share, and most
pieces take a twentieth of a second."""


class Paperwork:
    """Does this work for one server process: `hub.part(Paperwork)`."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._turns: Turns[asyncio.Future[None]] = Turns(of_share=OF_SHARE)
        self._is_busy = False

    async def do(self, of: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `work` returns, run in a thread of the hub when the share `of` has its turn.

        It may read the database but writes nothing: these threads need not wait for the disk.

        A piece takes at most a second: longer work comes in several. Raises what `work` raises,
        or `TooManyQuestions`.
        """
        turn: asyncio.Future[None] = self._hub.loop.create_future()
        self._turns.enter(turn, Urgency.PAGE, of)
        self._begin()
        try:
            await turn
        except asyncio.CancelledError:
            self._turns.leave(turn)
            if turn.done() and not turn.cancelled():
                self._end()  # it came at the same moment
            raise
        working = self._hub.loop.create_task(self._hub.read(partial(work, *args, **kwargs)))
        working.add_done_callback(self._ended)
        # Shielded: whoever asked may leave, and the thread goes on.
        return await asyncio.shield(working)

    def _begin(self) -> None:
        while not self._is_busy and (turn := self._turns.next()) is not None:
            if not turn.done():  # else whoever asked has just left
                self._is_busy = True
                turn.set_result(None)

    def _end(self) -> None:
        self._is_busy = False
        self._begin()

    def _ended(self, working: "asyncio.Task[T]") -> None:
        if not working.cancelled():
            working.exception()  # seen, should nobody wait for it any more
        self._end()
