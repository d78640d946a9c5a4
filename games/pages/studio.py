"""Where pictures are drawn: in two threads beside the event loop, and only so many at a time."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from games.play.hub import Hub

DRAWN_AT_ONCE = 2
MOST_IN_HAND = 24
"""Drawn or waiting for it; whoever comes on top is asked to come back."""
COME_BACK_S = 3


class TooManyPictures(Exception):
    """So many pictures are being drawn that one more would only wait."""

    sentence = f"Many pictures are being drawn just now: ask again in {COME_BACK_S} seconds."


class Studio:
    """The threads of one hub that draw. Its methods belong on the hub's event loop."""

    def __init__(self, hub: Hub) -> None:
        self._threads = ThreadPoolExecutor(DRAWN_AT_ONCE, thread_name_prefix="pictures")
        self._in_hand = 0
        self._counting = threading.Lock()
        hub.at_close(self._close)

    async def draw(self, work: Callable[[], bytes]) -> bytes:
        """What `work` returns, as soon as a thread is free for it. Raises `TooManyPictures`.

        Whoever goes away before it is begun leaves nothing to be drawn.
        """
        with self._counting:
            if self._in_hand >= MOST_IN_HAND:
                raise TooManyPictures
            self._in_hand += 1
        begun = self._threads.submit(work)
        begun.add_done_callback(self._done)
        return await asyncio.wrap_future(begun)

    def _done(self, _: "Future[bytes]") -> None:
        with self._counting:
            self._in_hand -= 1

    async def _close(self) -> None:
        self._threads.shutdown(cancel_futures=True)
