"""What the server keeps is its own: nobody else on the machine reads the games, keys or secrets.

Whoever can read the database holds every seat in it. New files are made for their owner alone;
older ones that are open to others are narrowed when a server or a worker starts.
"""

import logging
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from django.conf import settings

log = logging.getLogger(__name__)

OTHERS = 0o077
"""What a mode grants to everybody but the owner."""
NAMED = 5
"""How many files a line of the log names."""

_OURS = ("secret_key", "push_key", "inarow.sqlite3", "serving.lock", "pictures", "kernels")
"""How the names of what we put in the data folder begin."""


def make_new_files_private() -> None:
    """Make what this process and its children create from now on private to their owner."""
    os.umask(OTHERS)


def keep_configured() -> None:
    """Make new files private, and narrow those that are where the settings say."""
    make_new_files_private()
    database = settings.DATABASES["default"]
    is_file = database["ENGINE"] == "django.db.backends.sqlite3"
    name = Path(database["NAME"]) if is_file else None
    narrow(settings.DATA_DIR, settings.DEFAULT_DATA_DIR, name)


def narrow(data: Path, default: Path, database: Path | None) -> None:
    """Narrow what is open to others; `database` is SQLite's file, if the games are in one.

    The folder is narrowed if it is ours alone: not one such as /tmp, or somebody's home, where
    others have files too. What belongs to somebody else is left as it is, with a warning.
    """
    # Once each: a database in the data folder is found twice.
    found = dict.fromkeys(_found(data, default, database))
    narrowed = [path for path in found if _narrow(path)]
    if narrowed:
        names = ", ".join(str(path) for path in narrowed[:NAMED])
        log.info("made_private count=%d paths=%r", len(narrowed), names)


def _found(data: Path, default: Path, database: Path | None) -> Iterator[Path]:
    """The files and folders that are ours; links are not followed, except the database's own."""
    if database is not None:
        database = database.resolve()
        # And its journals, its copies and what a restored one has replaced.
        yield from database.parent.glob(f"{database.name}*")
    try:
        entries = list(data.iterdir())
    except FileNotFoundError:
        return
    except OSError as error:  # the games are elsewhere, or the server will say it soon
        log.warning("not_private path=%r error=%r", str(data), error)
        return
    if data == default or _is_ours_alone(data, entries):
        yield data
    for entry in entries:
        if entry.name.startswith(_OURS) and not entry.is_symlink():
            yield entry
            if entry.is_dir():
                for folder, folders, files in os.walk(entry):
                    yield from (Path(folder, name) for name in (*folders, *files))


def _is_ours_alone(folder: Path, entries: Sequence[Path]) -> bool:
    if folder.stat().st_mode & stat.S_ISVTX:  # as on /tmp: everybody may put files there
        return False
    return all(entry.name.startswith(_OURS) for entry in entries)


def _narrow(path: Path) -> bool:
    """Take from others what they are granted; whether there was something to take."""
    try:
        status = path.lstat()
        mode = stat.S_IMODE(status.st_mode)
        is_kept = stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)
        if not is_kept or not mode & OTHERS:
            return False
        if status.st_uid != os.geteuid():
            log.warning("not_private path=%r mode=%o owner=%d", str(path), mode, status.st_uid)
            return False
        path.chmod(mode & ~OTHERS)
    except FileNotFoundError:
        return False  # a journal, or a picture, that has gone meanwhile
    except OSError as error:  # a file system that has no modes, or is read-only
        log.warning("not_private path=%r error=%r", str(path), error)
        return False
    return True
