"""Passwords are hashed one at a time.

Hashing takes a good part of a second, on purpose. Without this somebody guessing, from however many
networks, takes the processors from everybody who plays.
"""

import contextlib
import threading
from collections.abc import Iterator

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from games import limits

_HASHING = threading.Semaphore(1)
_WAITING = threading.Semaphore(8)
"""Held while one waits for that; each takes a thread, so there are no more."""
PATIENCE_S = 5.0
"""Somebody who waits longer for their turn is asked to come back …"""
COME_BACK_S = 5
"""… after this many seconds."""


class InTurn(PBKDF2PasswordHasher):
    """Django's own hasher, for one password at a time. Raises `limits.TooManyRequests`."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        with _turn():
            return super().encode(password, salt, iterations)


@contextlib.contextmanager
def _turn() -> Iterator[None]:
    if not _WAITING.acquire(blocking=False):
        raise limits.TooManyRequests("signins", COME_BACK_S)
    try:
        has_turn = _HASHING.acquire(timeout=PATIENCE_S)
    finally:
        _WAITING.release()
    if not has_turn:
        raise limits.TooManyRequests("signins", COME_BACK_S)
    try:
        yield
    finally:
        _HASHING.release()
