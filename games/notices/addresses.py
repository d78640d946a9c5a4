"""Whom the server may send to: push services on the internet, and nobody inside a network.

Where a browser wants its notices is whatever its page says, so it may point anywhere. A server that
followed it would be a way into its own network: to the router, the database, a cloud's metadata. So

1. an address must look like a push service's: https, its usual port, a host's name, no user
2. every IP address the name stands for must be a public one, now, or nothing is sent
3. the connection goes to one of the addresses that were looked at, not to the name again: a name
   that answers differently a moment later gains nothing
4. answers are not followed elsewhere, and hardly read

It is checked when somebody subscribes and again before each notice.
"""

import ipaddress
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urlsplit

from games.refusals import BadRequest

MOST = 1_000
"""Characters an address may have."""
MOST_TRIED = 4
"""Of a name's IP addresses."""
HTTPS = 443

_GLOBAL_IPV6 = ipaddress.IPv6Network("2000::/3")
_CARRIERS = (
    ipaddress.IPv6Network("2002::/16"),  # 6to4
    ipaddress.IPv6Network("2001::/32"),  # Teredo
)
"""IPv6 addresses that carry an IPv4 address: what they lead to is another matter."""

Resolve: TypeAlias = Callable[[str], Sequence[str]]
"""From a host's name to its IP addresses. Raises `OSError`."""


class NoPushService(BadRequest):
    """An address where no browser's push service can be."""

    code = "noPushService"
    sentence = "Your browser’s push service can’t be used here."


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a push service takes notices.

    >>> endpoint = endpoint_of("https://push.example.net/send/abc?x=1")
    >>> endpoint.host, endpoint.target, endpoint.origin
    ('push.example.net', '/send/abc?x=1', 'https://push.example.net')
    """

    host: str
    target: str
    """The path and what follows it."""

    @property
    def origin(self) -> str:
        """What our signature is for."""
        return f"https://{self.host}"


def endpoint_of(address: str) -> Endpoint:
    """The endpoint an address names; raises `NoPushService` for anything else.

    >>> endpoint_of("https://192.168.0.1/")
    Traceback (most recent call last):
    ...
    games.notices.addresses.NoPushService: Your browser’s push service can’t be used here.
    """
    if len(address) > MOST or not all("!" <= sign <= "~" for sign in address):
        raise NoPushService
    try:
        parts = urlsplit(address)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        raise NoPushService from None
    if parts.scheme != "https" or "@" in parts.netloc or port not in (None, HTTPS):
        raise NoPushService
    if not _is_name(host):
        raise NoPushService
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Endpoint(host, target)


def public_addresses(host: str, resolve: Resolve) -> Sequence[str]:
    """The IP addresses of a host; raises `NoPushService` if any is not a public one.

    Raises `OSError` if it has none, or that cannot be found out.
    """
    found = list(dict.fromkeys(resolve(host)))
    if not found:
        raise OSError(f"{host} has no address")
    if not all(map(is_public, found)):
        raise NoPushService
    return found[:MOST_TRIED]


def is_public(address: str) -> bool:
    """Whether an IP address is one of the internet's.

    >>> [is_public(each) for each in ("1.1.1.1", "10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::a00:1")]
    [True, False, False, False]
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if found.is_multicast or found.is_reserved or not found.is_global:
        return False
    if isinstance(found, ipaddress.IPv4Address):
        return True
    return found in _GLOBAL_IPV6 and not any(found in each for each in _CARRIERS)


def look_up(host: str) -> Sequence[str]:
    """The IP addresses of a host, by the system's resolver. Takes as long as that likes."""
    found = socket.getaddrinfo(host, HTTPS, type=socket.SOCK_STREAM)
    return [str(sockaddr[0]) for *_, sockaddr in found]


def _is_name(host: str) -> bool:
    """Whether it is a name with a dot, and no IP address however written (1.2.3.4, 0x7f.1)."""
    labels = host.split(".")
    if len(labels) < 2 or len(host) > 253:
        return False
    if not all(
        len(label) <= 63 and label.replace("-", "").replace("_", "").isalnum() for label in labels
    ):
        return False
    # The last part of a name begins with a letter; systems read other things as numbers.
    return labels[-1][0].isalpha()
