"""A notice to a browser: encrypted for it alone, and taken to its push service (RFC 8030, 8291)."""

import base64
import contextlib
import hashlib
import http.client
import json
import logging
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import certifi

from games.notices import addresses, vapid
from games.notices.addresses import Endpoint, Resolve

log = logging.getLogger(__name__)

MOST_PAYLOAD = 3_000
"""Bytes; push services take 4096 with what encrypting adds."""
KEPT_S = 24 * 3600
"""How long a service keeps a notice for a browser that is off."""
CONNECT_S = 5.0
ALL_S = 15.0
"""However slowly a service answers, it is given up after this."""
MOST_WAIT_S = 24 * 3600
"""A service may ask us to come back this much later."""


class CannotSend(Exception):
    """A notice that was not taken."""

    retry_s: int | None = None
    """How long the service wants to be left alone, if it said so."""


class TryAgain(CannotSend):
    """It may be taken later."""

    def __init__(self, why: str, retry_s: int | None = None) -> None:
        super().__init__(why)
        self.retry_s = retry_s


class NeverTaken(CannotSend):
    """It will never be taken, whoever tries."""


class BrowserGone(CannotSend):
    """The browser does not want notices any more: its subscription is gone."""


@dataclass(frozen=True, slots=True)
class Keys:
    """What only a browser can read what is sent to it with."""

    p256dh: str
    auth: str


@dataclass(frozen=True, slots=True)
class PushNotice:
    """A notice as a browser shows it."""

    title: str
    body: str
    link: str
    """Where it leads: a path of this server."""
    tag: str
    """Of two with the same tag the later one is shown, in place of the other."""

    @property
    def payload(self) -> bytes:
        """As the service worker reads it."""
        parts = {"title": self.title, "body": self.body, "link": self.link, "tag": self.tag}
        return json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode()


Connect: TypeAlias = Callable[[str, str], http.client.HTTPSConnection]
"""From a host's name and one of its IP addresses to a connection that is yet to be opened."""


@dataclass(frozen=True, slots=True)
class Network:
    """How hosts are found and reached. Tests have one of their own."""

    resolve: Resolve
    connect: Connect


def send(endpoint: str, keys: Keys, notice: PushNotice, *, network: Network | None = None) -> None:
    """Take a notice to a browser's push service; it was taken when this returns.

    Sent twice, a service that has not passed it on yet passes it on once, and a browser shows it
    once: it carries its topic and its tag. Raises `CannotSend`. Takes up to `ALL_S`, and what the
    resolver takes.
    """
    network = INTERNET if network is None else network
    try:
        to = addresses.endpoint_of(endpoint)
        at = addresses.public_addresses(to.host, network.resolve)
    except addresses.NoPushService:
        raise NeverTaken("not a public push service") from None
    except OSError as error:
        raise TryAgain(f"not found: {error}") from None
    body = _encrypted(notice.payload, keys)
    headers = {
        "Authorization": vapid.authorization(to.origin, wall_s=int(time.time())),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_S),
        "Topic": topic(notice.tag),
        "Urgency": "normal",
    }
    status, retry_s = _posted(to, at, body, headers, network)
    if status in (404, 410):
        raise BrowserGone(f"status {status}")
    if status == 429 or status // 100 == 5:
        raise TryAgain(f"status {status}", retry_s)
    if status // 100 != 2:  # nor is a redirect followed
        raise NeverTaken(f"status {status}")


def topic(tag: str) -> str:
    """What a service tells notices about one thing by: 32 signs that say nothing else.

    >>> len(topic("turn:abc")), topic("turn:abc") == topic("turn:abc")
    (32, True)
    """
    digest = hashlib.blake2b(tag.encode(), digest_size=24, person=b"inarow.topic").digest()
    return base64.urlsafe_b64encode(digest).decode()


def _encrypted(payload: bytes, keys: Keys) -> bytes:
    # They take a moment to load, and most processes never send.
    from http_ece import ECEException
    from pywebpush import WebPusher, WebPushException

    if len(payload) > MOST_PAYLOAD:
        raise NeverTaken(f"{len(payload)} bytes")
    info = {"endpoint": "-", "keys": {"p256dh": keys.p256dh, "auth": keys.auth}}
    try:
        return bytes(WebPusher(info).encode(payload)["body"])
    except (WebPushException, ECEException, ValueError, IndexError) as error:  # keys that are none
        raise NeverTaken(f"keys: {error!r}") from None


def _posted(
    to: Endpoint, at: Sequence[str], body: bytes, headers: dict[str, str], network: Network
) -> tuple[int, int | None]:
    """The status of the answer, and after how many seconds we are to come back, if it says so."""
    failure: OSError | None = None
    for address in at:
        connection = network.connect(to.host, address)
        # Each read may take its time, and there may be ever more of them: one limit for them all.
        limit = threading.Timer(ALL_S, _hang_up, [connection])
        limit.start()
        try:
            try:
                connection.connect()
            except OSError as error:  # there may be no way to its IPv6 addresses
                failure = error
                continue
            connection.request("POST", to.target, body, headers)
            with contextlib.closing(connection.getresponse()) as answer:
                return answer.status, _seconds(answer.getheader("Retry-After"))
        except (OSError, http.client.HTTPException) as error:
            raise TryAgain(repr(error)) from None
        finally:
            limit.cancel()
            connection.close()
    raise TryAgain(repr(failure))


def _hang_up(connection: http.client.HTTPSConnection) -> None:
    line = connection.sock
    if line is not None:
        with contextlib.suppress(OSError):  # it has ended already
            # Not the encrypted line's own way, which would take it apart while it is being read.
            socket.socket.shutdown(line, socket.SHUT_RDWR)


def _seconds(text: str | None) -> int | None:
    """The seconds of a Retry-After; a date is not read."""
    if text is None or not (text.isascii() and text.isdigit() and len(text) < 9):
        return None
    return min(int(text), MOST_WAIT_S)


class _ToAddress(http.client.HTTPSConnection):
    """A connection to an IP address that was looked at, whose certificate must be the host's."""

    def __init__(self, host: str, address: str, port: int, context: ssl.SSLContext) -> None:
        super().__init__(host, timeout=CONNECT_S, context=context)
        self._to = address, port
        self._checks = context

    def connect(self) -> None:
        line = socket.create_connection(self._to, CONNECT_S)
        # Known before they shake hands, so that it can be hung up.
        self.sock = self._checks.wrap_socket(
            line, server_hostname=self.host, do_handshake_on_connect=False
        )
        self.sock.do_handshake()


def connection(
    host: str, address: str, *, port: int = addresses.HTTPS, trust: str | None = None
) -> http.client.HTTPSConnection:
    """A connection to a host at one of its addresses; `trust` names a file of authorities."""
    return _ToAddress(host, address, port, ssl.create_default_context(cafile=trust))


def _on_the_internet(host: str, address: str) -> http.client.HTTPSConnection:
    return connection(host, address, trust=certifi.where())


INTERNET = Network(addresses.look_up, _on_the_internet)
