"""The server's clock, read at the edges and handed on as an argument."""

import time


def now_ms() -> int:
    """Milliseconds since 1970 UTC."""
    return time.time_ns() // 1_000_000
