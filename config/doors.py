"""How much of the server one network may hold at a time, and how much all of them together."""

import logging
import time
from collections import Counter
from contextlib import ExitStack

from django.conf import settings

from config import descriptors

log = logging.getLogger("inarow.doors")

TOLD = 30
"""Connections beyond a network's cap that are still told why; further ones are closed at once."""
MOST_KEPT = 16 * 1024 * 1024
"""Bytes of bodies that are held for one network: 14 of the largest, hundreds of forms."""
WARN_EVERY_S = 60.0
"""An operator hears about caps being reached no more often than this."""


class Cap:
    """How many of one thing each network holds, and may hold at most; 0: as many as it likes."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: Counter[str] = Counter()

    def take(self, network: str, number: int = 1, *, beyond: int = 0) -> bool:
        """Hold this many more; False, and nothing is held, if that is more than the cap.

        `beyond` allows for some above it.
        """
        if self.most and self._held[network] + number > self.most + beyond:
            return False
        self._held[network] += number
        return True

    def give_back(self, network: str, number: int = 1) -> None:
        """This many are no longer held."""
        self._held[network] -= number
        if self._held[network] <= 0:
            del self._held[network]

    def is_exceeded(self, network: str) -> bool:
        """Whether more than the cap are held, thanks to `beyond`."""
        return 0 < self.most < self._held[network]


class Doors:
    """What is counted: connections, requests being answered, bytes of bodies."""

    def __init__(
        self, *, sockets: int, requests: int, most_open: int, is_proxied: bool = False
    ) -> None:
        """`sockets` and `requests` are those of one network, `most_open` the sockets of all."""
        self.is_proxied = is_proxied
        """Whether all come from a proxy, and a header says whom a request is from."""
        self.sockets = Cap(sockets)
        """TCP connections; behind a proxy, which owns those, open websockets."""
        self.requests = Cap(requests)
        self.bytes_kept = Cap(MOST_KEPT)
        self.most_open = most_open
        self.open = 0
        """TCP connections of all networks together."""
        self._next_warning = 0.0

    def enter(self, network: str, held: ExitStack) -> bool:
        """Let a connection in, for as long as `held` lasts; False if there is no room for it."""
        if self.open >= self.most_open:
            self.warn("anybody", network)
            return False
        if not self.is_proxied:
            if not self.sockets.take(network, beyond=TOLD):
                self.warn("connection", network)
                return False
            held.callback(self.sockets.give_back, network)
        self.open += 1
        held.callback(self._leave)
        return True

    def _leave(self) -> None:
        self.open -= 1

    def warn(self, refused: str, network: str) -> None:
        """Tell the operator that somebody is refused; now and then, however many there are."""
        now = time.monotonic()
        if now >= self._next_warning:
            self._next_warning = now + WARN_EVERY_S
            log.warning("door_closed refused=%s network=%s", refused, network)


def configured(*, is_proxied: bool) -> Doors:
    """The doors that the settings ask for."""
    return Doors(
        sockets=settings.INAROW_SOCKETS_PER_ADDRESS,
        requests=settings.INAROW_REQUESTS_PER_ADDRESS,
        most_open=descriptors.room_for_sockets(),
        is_proxied=is_proxied,
    )
