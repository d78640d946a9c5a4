"""`make cluster`: PostgreSQL, Redis and several server processes on this machine, no containers."""

import argparse
import signal
from types import FrameType

from tests.live import parts


def main() -> None:
    """Run until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--thinkers", type=int, default=1, help="of each worker")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        with parts.cluster(
            processes=options.processes,
            workers=options.workers,
            thinkers=options.thinkers,
            port=options.port,
        ) as server:
            print(f"{options.processes} server processes on {server.url}")
            print(f"{options.workers} workers play the bots")
            print(f"  database {server.environment['DATABASE_URL']}")
            print(f"  layer    {server.environment['REDIS_URL']}")
            print(f"  log      {server.log}")
            print("The games live in a temporary folder and end with it: Ctrl-C.", flush=True)
            signal.pause()
    except KeyboardInterrupt:
        print("\nStopped.")


def _interrupt(signum: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
