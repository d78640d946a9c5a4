"""Memory that is let go of goes back, and what stays is not looked through time and again.

glibc gives every thread that allocates an arena of its own, up to eight for each processor, and
no other thread takes what a request leaves half used in one of them. The threads of a server come
and go with its requests, so its memory crept up by 3 kB a second for as long as it ran; with two
arenas it stays where it is (`make soak`, docs/performance.md). Other C libraries have none.
"""

import ctypes
import gc
import os
import platform

_M_ARENA_MAX = -8
"""From glibc's malloc.h."""
ARENAS = 2


def keep_together() -> bool:
    """Limit the arenas of this process, before it has threads; whether that was done.

    Not where the operator has set MALLOC_ARENA_MAX, nor where the C library is not glibc.
    """
    if "MALLOC_ARENA_MAX" in os.environ or platform.libc_ver()[0] != "glibc":
        return False
    return bool(ctypes.CDLL(None).mallopt(_M_ARENA_MAX, ARENAS))


def settle() -> None:
    """Everything has been loaded, and a server serves from now on."""
    # It stays, with a megabyte of garbage: to look through it once takes a tenth of the start. If
    # it did not stay, the garbage collector would look through all of Django time and again, which
    # stops every game for 50 to 150 ms. Games and sockets that have ended are no circles
    # (tests/live/test_left.py), and what pages leave is found while it is young: it may look less
    # often, and seldom through everything. What 5,000 seats hold takes it a quarter of a second.
    gc.freeze()
    gc.set_threshold(10_000, 5, 20)
    gc.enable()
