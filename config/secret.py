"""The server's secret key: read from a file, made on the first run."""

import os
import secrets
import tempfile
from pathlib import Path


def secret_key(path: Path) -> str:
    """The key kept at `path` (mode 600). Two processes starting at once agree on one key."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        # Written aside, then linked into place: a reader never sees half a key, and the first wins.
        # A name of its own, mode 600; process ids do not tell containers apart.
        file, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
        draft = Path(name)
        with os.fdopen(file, "w") as out:
            out.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
