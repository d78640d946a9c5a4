"""Serve Inarow: `python -m config.serve`. One process, everything in it.

daphne on uvloop, with limits on what a frame may hold. Several of these processes may listen on
one inherited socket (`--fd`) when they share a database and Redis. config.start starts what
works beside the pages, as under any other server.
"""

import argparse
import asyncio
import contextlib
import gc
import logging
import os
import socket
import sys

import inarow
from config import memory

# What is loaded stays: looking through it again and again takes a quarter of the start. `_ready`
# lets the collector in.
gc.disable()

with contextlib.suppress(ImportError):  # Windows has no uvloop, and does well without
    import uvloop

    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())

# Sets up Twisted on the loop chosen above: it must come before anything from Twisted.
from config.frames import FrameServer  # isort: skip  # noqa: E402

log = logging.getLogger("inarow.serve")

MAX_FRAME_BYTES = 4096
"""A larger frame ends its connection (1009) before it is read into memory."""

BACKLOG = 1024
"""Connections that may wait to be accepted: after a restart everybody is back within a second."""

_starting: list[asyncio.Task[None]] = []
"""Held here, or the collector might end it."""
_failed: list[BaseException] = []
"""Why this process must not serve, if so."""


def main() -> None:
    """Serve until SIGINT or SIGTERM; then finish what was heard, and tell the sockets."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    memory.keep_together()
    from django.conf import settings

    from config.asgi import application

    from config import doors, start  # isort: skip  # once the settings are loaded

    options = _options(sys.argv[1:])
    if options.fd is None:
        _refuse_taken_port(options.host, options.port)
        host = options.host.replace(":", r"\:")
        endpoint = f"tcp:port={options.port}:interface={host}:backlog={BACKLOG}"
    else:
        endpoint = f"fd:fileno={options.fd}"
    is_proxied = options.proxied or settings.INAROW_PROXIED
    server = FrameServer(
        application=application,
        endpoints=[endpoint],
        server_name="inarow",
        websocket_max_frame_size=MAX_FRAME_BYTES,
        websocket_max_message_size=MAX_FRAME_BYTES,
        websocket_timeout=-1,
        ping_interval=15,
        ping_timeout=15,
        proxy_forwarded_address_header="X-Forwarded-For" if is_proxied else None,
        proxy_forwarded_proto_header="X-Forwarded-Proto" if is_proxied else None,
        ready_callable=lambda: _ready(options),
        doors=doors.configured(is_proxied=is_proxied),
        at_goodbye=start.will_end,
        at_end=start.end,
    )
    server.run()
    if _failed:
        sys.exit(1)  # the log says why


def _ready(options: argparse.Namespace) -> None:
    from django.conf import settings

    memory.settle()
    _starting.append(asyncio.ensure_future(_start()))
    inherited = options.fd is not None
    url = settings.INAROW_URL if inherited else f"http://{options.host}:{options.port}"
    log.info("serving url=%s version=%s", url, inarow.__version__)


async def _start() -> None:
    """Start what works beside the pages; a server that must not serve ends."""
    from twisted.internet import reactor

    from config import start

    begun = start.begin()
    await asyncio.wait([begun])
    error = begun.exception()
    if error is not None:
        _failed.append(error)
        reactor.stop()  # type: ignore[misc]  # Twisted's stub takes the reactor for a module


def _refuse_taken_port(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            sys.exit(
                f"Cannot listen on {host} port {port}: {error.strerror}. "
                "Is Inarow running already? Another port: make run PORT=8001"
            )


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m config.serve", description="Serve Inarow.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--fd", type=int, help="listen on this inherited socket instead")
    parser.add_argument(
        "--proxied",
        action="store_true",
        help="believe X-Forwarded-For and -Proto: only behind a proxy that sets them; "
        "INAROW_PROXIED=1 does the same",
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
