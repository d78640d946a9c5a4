"""The released migrations and their digests: `make release-migrations` notes new ones.

Anybody who runs a commit of `main` has a database made by its migrations, so each is released the
moment it lands. From then on its file never changes: Django runs a migration once, and anything
added later is missing in every database that ran it before.
"""

import hashlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RELEASED = Path(__file__).with_name("released.txt")


def of_the_tree() -> dict[str, str]:
    """The existing migrations: `app/name` to the SHA-256 of the file's bytes."""
    return {
        f"{file.parents[1].name}/{file.stem}": hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(ROOT.glob("games/*/migrations/[0-9]*.py"))
    }


def released() -> dict[str, str]:
    """Those that were released, as they were."""
    lines = RELEASED.read_text().splitlines()
    return dict(line.split() for line in lines if not line.startswith("#"))


def missing() -> dict[str, str]:
    """Those of the tree that have not been released yet."""
    return {name: digest for name, digest in of_the_tree().items() if name not in released()}


def main() -> int:
    """Note the new ones. What was noted before stays as it is."""
    new = missing()
    with RELEASED.open("a") as out:
        out.writelines(f"{name} {digest}\n" for name, digest in new.items())
    sys.stdout.writelines(f"released {name}\n" for name in new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
