"""What works beside the pages and sockets of a server, and how it begins: once for each event loop.

Whatever serves `config.asgi:application` begins it: through ASGI's lifespan where the server speaks
it (uvicorn, granian, hypercorn), else with the first request or socket (daphne, `manage.py
runserver`). `config.serve` begins it as soon as it listens.
"""

import asyncio
import logging
import os
import weakref
from typing import Any

from django.conf import settings
from django.db import Error as DatabaseError

import inarow
from config import memory
from games import limits, metrics, private, puzzles
from games.friends.feed import PersonalFeed
from games.lobby.seeking import Seeking
from games.notices.seen import Seen
from games.play.clocktime.pulse import Pulse
from games.play.clocktime.servertime import ServerTime
from games.play.hub import Hub, current
from games.play.rating import Rating
from games.thinking.service import Thinking
from games.workers.start import start_answers, start_workers

try:
    import fcntl
except ImportError:  # Windows: there two servers on one folder are not noticed
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger("inarow.start")

PATIENCE_S = 10.0
"""A request waits this long for the start: then it is answered as far as it can be. Only a database
that neither answers nor refuses takes longer, and pages had better say so than wait for it."""

LOCK = "serving.lock"
"""In the data folder. A process that cannot hear others holds it while it serves."""


class CannotServe(Exception):
    """This process must not serve; says why, and what to do."""


async def _steps(hub: Hub) -> None:
    """Everything that is started, in this order. What each step starts ends when the hub closes."""
    # 1. What is kept is for this user alone.
    private.keep_configured()
    # 2. Nobody else serves these games without being heard here.
    _be_alone(hub)
    # Even while the database is waited for.
    metrics.serve(settings.INAROW_METRICS_HOST, settings.INAROW_METRICS_PORT)
    # 3. What time it is in the games, by the clocks of all processes.
    await hub.part(ServerTime).start()
    # 4. From now on this process is known to be well. A database that is away is waited for.
    await hub.part(Pulse).start()
    # 5. Nobody finds the pages of puzzles empty.
    await _stock_puzzles(hub)
    # 6. What every process does for its own pages and sockets. The others are heard meanwhile: its
    #    first page shows who is at their boards.
    hub.spawn(hub.hear_others())
    hub.part(Seeking).start()
    hub.part(PersonalFeed).start()
    hub.part(Rating).start()
    hub.part(Seen).start()
    # 7. What one process does for all: workers, where there are several.
    if not settings.REDIS_URL:
        await start_workers(hub)
    # 8. What people ask this process: its thinkers start after the bots'.
    start_answers(hub)
    log.info("started bots=%s", "here" if not settings.REDIS_URL else "by workers")


_starts: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Task[None]]" = (
    weakref.WeakKeyDictionary()
)


def begin() -> "asyncio.Task[None]":
    """The start of this event loop, begun if it was not; nobody need wait for it.

    It fails with `CannotServe`, or with whatever else a step raised; that has been logged by then.
    """
    loop = asyncio.get_running_loop()
    if loop not in _starts:
        _starts[loop] = loop.create_task(_begin())
    return _starts[loop]


async def refusal() -> str | None:
    """Begin, if nobody has, and wait, though not for ever; return why nothing can be served here.

    None if all is well, or is still being waited for.
    """
    start = begin()
    if not start.done():
        await asyncio.wait([start], timeout=PATIENCE_S)
    failure = start.exception() if start.done() else None
    match failure:
        case None:
            return None
        case CannotServe():
            return str(failure)
        case _:
            return "This server could not start. Its log says why."


def will_end() -> None:
    """The server begins to send its players away."""
    current().part(Pulse).will_end()


async def end() -> None:
    """End everything that was started, when nobody is served any more."""
    await current().close()
    await limits.close()


class Begins:
    """An application that answers nobody before what works beside it has begun.

    Except /healthz, which says that the process answers, and /readyz, which says whether it has.
    """

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await _live(receive, send)
            return
        # These two answer at once. But if nobody asks for more, bots have to move all the same.
        start = begin()
        if scope["type"] == "http" and scope["path"] == "/healthz":
            await _say_it_lives(scope["method"], send)
            return
        is_probe = scope["path"] == "/readyz"
        refused = None if is_probe and not start.done() else await refusal()
        if refused is None:
            if not is_probe:
                current().part(Thinking).visited()
            await self._application(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1013})
        else:
            await _say(f"{refused}\n", send, 503, (b"retry-after", b"10"))


async def _say_it_lives(method: str, send: Any) -> None:
    """The process answers, with its version; nothing else is looked at."""
    if method in ("GET", "HEAD"):
        await _say(f"ok {inarow.__version__}", send, 200)
    else:
        await _say("Ask with GET.\n", send, 405, (b"allow", b"GET, HEAD"))


async def _say(text: str, send: Any, status: int, *more: tuple[bytes, bytes]) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        *more,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})


async def _live(receive: Any, send: Any) -> None:
    """The server says that it starts, and that it ends (ASGI's lifespan)."""
    await receive()
    refused = await refusal()
    if refused is not None:
        await send({"type": "lifespan.startup.failed", "message": refused})
        return
    memory.settle()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    will_end()
    await end()
    await send({"type": "lifespan.shutdown.complete"})


async def _begin() -> None:
    try:
        await _steps(current())
    except CannotServe as refusal:
        log.error("not_started reason=%r", str(refusal))
        raise
    except Exception:
        log.exception("not_started")
        raise


async def _stock_puzzles(hub: Hub) -> None:
    """Keep the puzzles that come with the server. Without them it serves as well: on a full disk,
    say; the next start tries again."""
    try:
        new = await hub.read(puzzles.stock)
    except DatabaseError as error:
        log.warning("starter_puzzles_not_kept error=%r", str(error))
        return
    if new:
        log.info("starter_puzzles_kept new=%d", new)


def _be_alone(hub: Hub) -> None:
    """Make sure, if processes cannot hear each other, that there is only one. Raises `CannotServe`.

    Each of them would take the others for dead, give their time back to all clocks, and tell
    nobody about the moves made in another.
    """
    if not hub.others.is_alone or fcntl is None:
        return
    settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(settings.DATA_DIR / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise CannotServe(
            f"Another process serves the games of {settings.DATA_DIR} already. Serve them by one "
            "process (no --workers), or give all of them PostgreSQL and Redis to share: set "
            "DATABASE_URL and REDIS_URL."
        ) from None

    async def let_go() -> None:
        os.close(lock)

    hub.at_close(let_go)
