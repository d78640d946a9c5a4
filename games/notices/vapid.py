"""Who sends the notices: the key by which push services and browsers know us (RFC 8292)."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from typing import Any

from django.conf import settings

VALID_S = 12 * 3600
"""How long a signature holds; services take at most 24 hours."""


def public_key() -> str:
    """The server's public key, as a page gives it to its browser: base64url, without padding."""
    return _public_key(settings.INAROW_VAPID_KEY)


def authorization(origin: str, *, wall_s: int) -> str:
    """The header that tells a push service who sends, at a moment by the wall clock."""
    claims = {"aud": origin, "sub": settings.INAROW_VAPID_SUBJECT, "exp": wall_s + VALID_S}
    headers = _signer(settings.INAROW_VAPID_KEY).sign(claims)
    return str(headers["Authorization"])


@cache
def _signer(key: str) -> Any:
    from py_vapid import Vapid02  # takes a moment, and most processes never send

    return Vapid02.from_raw(key.encode())


@cache
def _public_key(key: str) -> str:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    number = int.from_bytes(urlsafe_b64decode(key + "=" * (-len(key) % 4)), "big")
    point = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    raw = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(raw).decode().rstrip("=")
