"""Where pictures are drawn: by processes beside this one, in turn for the networks that ask.

1. kept      a picture that was drawn before is read, not drawn (games.pages.gallery)
2. shared    a request for a picture that is being drawn gets that one
3. in turn   each network has a queue of its own, and one picture of each is drawn at a time
4. beside    an artist draws it: a process of low priority, which ends when it has nothing to do
"""

import asyncio
import logging
import pickle
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings

from games.child import Child
from games.pages.gallery import Gallery
from games.pictures.artist import LENGTH, Work
from games.play.hub import Hub
from games.refusals import Refused
from games.say import count

log = logging.getLogger(__name__)

DRAWN_AT_ONCE = 2
MOST_IN_HAND = 96
"""Pictures being drawn or waiting; further visitors are asked to come back."""
MOST_OF_ONE = 24
"""Of these, one network's."""
COME_BACK_S = 3
PATIENCE_S = 60.0
"""An artist that takes longer over one picture is stopped."""
REST_S = 10.0
"""An artist with nothing to do for this long ends, and gives back its memory."""
NICE = 10


class TooManyPictures(Refused):
    """Too many pictures wait, on the server or for one network: the next visitor must come back."""

    code = "tooManyPictures"
    retry_s = COME_BACK_S

    def __init__(self, *, is_own: bool) -> None:
        super().__init__(_many_of_yours() if is_own else _many())
        self.status = 429 if is_own else 503


def _many() -> str:
    return count(
        "We’re drawing many pictures right now. Try again in {count} second.",
        "We’re drawing many pictures right now. Try again in {count} seconds.",
        COME_BACK_S,
    )


def _many_of_yours() -> str:
    return count(
        "We’re drawing many pictures for your network right now. Try again in {count} second.",
        "We’re drawing many pictures for your network right now. Try again in {count} seconds.",
        COME_BACK_S,
    )


class NotDrawn(Refused):
    """The artist died over a picture, or took too long and was stopped."""

    code = "notDrawn"
    status = 503
    retry_s = COME_BACK_S

    def __init__(self) -> None:
        super().__init__(
            count(
                "We couldn’t draw the picture. Try again in {count} second.",
                "We couldn’t draw the picture. Try again in {count} seconds.",
                COME_BACK_S,
            )
        )


@dataclass(eq=False, slots=True)
class _Wanted:
    """A picture that is being drawn, or waits to be."""

    name: str
    network: str
    work: Work
    drawn: "asyncio.Future[bytes]"
    waiting: int = 0
    """How many requests wait for it."""


class Studio:
    """The artists of one hub and the queues before them. All of it belongs on the hub's loop."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._gallery = Gallery(settings.DATA_DIR / "pictures", settings.INAROW_PICTURES_BYTES)
        self._wanted: dict[str, _Wanted] = {}
        self._queues: OrderedDict[str, deque[_Wanted]] = OrderedDict()
        """By network; the first was served longest ago."""
        self._served: set[str] = set()
        """The networks one of whose pictures is being drawn."""
        self._idle: list[_Artist] = []
        self._artists: set[_Artist] = set()
        hub.at_close(self._close)

    async def draw(self, name: str, network: str, work: Work) -> bytes:
        """What `work` returns. `name` is its file's name: the same work always has the same.

        Raises `TooManyPictures`, `NotDrawn`, and what the work raises. If everybody who asked goes
        away before it is begun, it is not drawn.
        """
        kept = await asyncio.to_thread(self._gallery.get, name)
        if kept is not None:
            return kept
        wanted = self._wanted.get(name)
        if wanted is None:
            wanted = self._ask(name, network, work)
        wanted.waiting += 1
        try:
            return await asyncio.shield(wanted.drawn)
        finally:
            wanted.waiting -= 1
            if not wanted.waiting:
                self._forget(wanted)

    def _ask(self, name: str, network: str, work: Work) -> _Wanted:
        own = sum(each.network == network for each in self._wanted.values())
        if own >= MOST_OF_ONE:
            raise TooManyPictures(is_own=True)
        if len(self._wanted) >= MOST_IN_HAND:
            raise TooManyPictures(is_own=False)
        wanted = _Wanted(name, network, work, self._hub.loop.create_future())
        self._wanted[name] = wanted
        self._queues.setdefault(network, deque()).append(wanted)
        self._begin()
        return wanted

    def _forget(self, wanted: _Wanted) -> None:
        """Nobody waits for it any more: unless it has begun, it is dropped."""
        queue = self._queues.get(wanted.network)
        if queue is not None and wanted in queue:
            queue.remove(wanted)
            del self._wanted[wanted.name]
            if not queue:
                del self._queues[wanted.network]

    def _begin(self) -> None:
        """Give each free artist the next picture of the network served longest ago."""
        for network in list(self._queues):
            if len(self._served) >= DRAWN_AT_ONCE:
                return
            if network in self._served:
                continue
            queue = self._queues[network]
            wanted = queue.popleft()
            if not queue:
                del self._queues[network]
            self._served.add(network)
            self._hub.spawn(self._draw(wanted))

    async def _draw(self, wanted: _Wanted) -> None:
        try:
            try:
                picture = await self._drawn(wanted.work)
            finally:
                self._served.discard(wanted.network)
                if wanted.network in self._queues:
                    self._queues.move_to_end(wanted.network)  # behind all who came meanwhile
                self._begin()
        except Exception as error:
            # Raised where it was asked for; if nobody waits any more, nowhere.
            wanted.drawn.set_exception(error)
            wanted.drawn.exception()
        else:
            wanted.drawn.set_result(picture)
            # Until it is kept, newcomers find it here.
            await asyncio.to_thread(self._gallery.keep, wanted.name, picture)
        finally:
            wanted.drawn.cancel()  # if this was ended
            del self._wanted[wanted.name]

    async def _drawn(self, work: Work) -> bytes:
        try:
            artist = self._idle.pop() if self._idle else _Artist()
        except OSError as error:  # no process can be started just now
            log.warning("picture_not_drawn error=%r", error)
            raise NotDrawn from None
        self._artists.add(artist)
        try:
            answer = await artist.draw(work)
        except BaseException:  # even if cancelled: the next caller would get the answer
            self._dismiss(artist)
            raise
        self._idle.append(artist)
        artist.resting = self._hub.loop.call_later(REST_S, self._has_rested, artist)
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, bytes)
        return answer

    def _has_rested(self, artist: "_Artist") -> None:
        self._idle.remove(artist)
        self._dismiss(artist)

    def _dismiss(self, artist: "_Artist") -> None:
        artist.end()
        self._artists.discard(artist)

    async def _close(self) -> None:
        for artist in self._artists:
            artist.end()


@dataclass(eq=False)
class _Artist:
    """A process that draws (games.pictures.artist). Asked by one caller at a time."""

    resting: asyncio.TimerHandle | None = None
    _child: Child = field(default_factory=lambda: Child("games.pictures.artist", NICE), init=False)
    _line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = field(
        default=None, init=False
    )

    async def draw(self, work: Work) -> Any:
        """The file, or what the work raised. Raises `NotDrawn`; it cannot be asked again then."""
        if self.resting is not None:
            self.resting.cancel()
        if self._line is None:
            self._line = await self._child.open()
        reader, writer = self._line
        asked = pickle.dumps(work)
        try:
            async with asyncio.timeout(PATIENCE_S):
                writer.write(LENGTH.pack(len(asked)) + asked)
                (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
                return pickle.loads(await reader.readexactly(length))
        except (TimeoutError, OSError, EOFError) as error:
            log.warning("picture_not_drawn error=%r", error)
            raise NotDrawn from None

    def end(self) -> None:
        """Have it killed."""
        if self.resting is not None:
            self.resting.cancel()
        self._child.end()
