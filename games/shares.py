"""Whose share of what is costly something counts for: everything from one network has one share.

A share is a short text that is only compared. One that is kept in the database reveals no address.
"""

import hashlib
import hmac

from django.conf import settings
from django.http import HttpRequest

from games.networks import network_of


def of_request(request: HttpRequest) -> str:
    """The share of a visitor who asks by HTTP."""
    return network_of(request.META.get("REMOTE_ADDR") or "")


def of_socket(client: tuple[str, int] | None) -> str:
    """The share of a visitor at a websocket: `client` is what the server says about it."""
    return network_of(client[0] if client else "")


def kept(share: str) -> str:
    """A share as it may be kept: the same for the same share. Without this server's key nobody can
    find the address, not even by trying them all."""
    key = settings.SECRET_KEY.encode()
    return hmac.new(key, b"share:" + share.encode(), hashlib.sha256).hexdigest()[:16]
