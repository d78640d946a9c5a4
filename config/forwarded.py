"""Whom a request behind a proxy is from: the address that the proxy itself has given."""

import ipaddress
from collections.abc import Sequence


def last_address(values: Sequence[bytes]) -> str | None:
    """The last address in these X-Forwarded-For headers; None if it is not an address.

    A proxy that appends puts the address it sees last, after whatever the visitor wrote.

    >>> last_address([b"198.51.100.1, 203.0.113.7"]), last_address([b"8.8.8.8", b"2001:db8::1"])
    ('203.0.113.7', '2001:db8::1')
    >>> last_address([b"unknown"]), last_address([])
    (None, None)
    """
    told = last_word(values)
    try:
        return None if told is None else str(ipaddress.ip_address(told))
    except ValueError:
        return None


def last_word(values: Sequence[bytes]) -> str | None:
    """The last word of a header that is a list, over all its lines; None if it is absent.

    >>> last_word([b"http, https"])
    'https'
    """
    return values[-1].decode("latin-1").rpartition(",")[2].strip() if values else None
