"""The server's secret key: read from a file, made on the first run."""

import os
import secrets
from pathlib import Path


def secret_key(path: Path) -> str:
    """The key kept at `path` (mode 600). Two processes starting at once agree on one key."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        # Written aside, then linked into place: a reader never sees half a key, and the first wins.
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "w") as out:
            out.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
