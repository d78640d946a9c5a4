"""A worker of its own: `python -m games.workers`. Any number share the bots of one database.

One of them keeps the time of all games, one shelves them as they end, and one forgets guests who
left no trace; if it dies, another does.

For servers in several processes (REDIS_URL); `make run` has its bots beside the server.
"""

import asyncio
import contextlib
import gc
import logging
import os
import signal

import django

import inarow
from games import private


def main() -> None:
    """Work until SIGINT or SIGTERM; then finish what is being thought about."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    gc.disable()  # what is loaded stays: there is nothing to collect yet
    django.setup()
    private.keep_configured()
    with contextlib.suppress(ImportError):
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    asyncio.run(_work())


async def _work() -> None:
    from django.conf import settings

    from games import metrics
    from games.play.clocktime.servertime import ServerTime
    from games.play.hub import current
    from games.workers.start import start_workers

    hub = current()
    await hub.part(ServerTime).start()  # until then a signal ends it at once: nothing is begun
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    metrics.serve(settings.INAROW_METRICS_HOST, settings.INAROW_METRICS_PORT)
    await start_workers(hub)
    gc.freeze()
    gc.enable()
    logging.getLogger("inarow.worker").info("worker_ready version=%s", inarow.__version__)
    await stop.wait()
    await hub.close()


if __name__ == "__main__":
    main()
