"""Memory that is let go of goes back: the C library keeps one heap for all threads, or nearly.

glibc gives every thread that allocates an arena of its own, up to eight for each processor, and
no other thread takes what a request leaves half used in one of them. The threads of a server come
and go with its requests, so its memory crept up by 3 kB a second for as long as it ran; with two
arenas it stays where it is (`make soak`, docs/performance.md). Other C libraries have none.
"""

import ctypes
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
