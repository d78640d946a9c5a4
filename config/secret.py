"""The server's secret keys: read from files, made on the first run."""

import base64
import os
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

_P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256: a private key is a number from 1 to one less (FIPS 186-5)."""


def secret_key(path: Path) -> str:
    """The key kept at `path` (mode 600). Two processes starting at once agree on one key."""
    return _kept(path, lambda: secrets.token_urlsafe(64))


def vapid_key(path: Path) -> str:
    """The private key kept at `path` by which push services know this server, in the same way."""
    return _kept(path, _new_vapid_key)


def is_vapid_key(text: str) -> bool:
    """Whether it is such a key: 32 bytes in base64url."""
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return False
    return len(raw) == 32 and 0 < int.from_bytes(raw, "big") < _P256_ORDER


def _new_vapid_key() -> str:
    number = 1 + secrets.randbelow(_P256_ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def _kept(path: Path, make: Callable[[], str]) -> str:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        # Written aside, then linked into place: a reader never sees half a key, and the first wins.
        # A name of its own, mode 600; process ids do not tell containers apart.
        file, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
        draft = Path(name)
        with os.fdopen(file, "w") as out:
            out.write(make())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
