"""Pictures that were drawn, kept in a folder for the next visitor who asks.

Pictures are asked for here only for visitors who may see them, by a tag made of the address, the
game's version and the ply. What cannot be kept or read is drawn again: no visitor hears of a full
disk.
"""

import contextlib
import logging
import os
import threading
from hashlib import blake2b
from pathlib import Path

log = logging.getLogger(__name__)

_CHECK = 16
"""Bytes before each picture that tell whether it is whole: power may fail while it is written."""
_BLOCK = 4096
"""What the smallest file takes on a disk."""
_LOOK_EVERY = 100
"""After this many new pictures the folder is scanned: other processes keep theirs in it too."""
_LEAVE = 0.9
"""Of the bytes allowed: this much stays when there were too many."""


class Gallery:
    """The folder `INAROW_DATA/pictures`, of `most_bytes` at most; 0: nothing is kept.

    May be used from any thread. Never raises because of the disk.
    """

    def __init__(self, folder: Path, most_bytes: int) -> None:
        self._folder = folder
        self._most = most_bytes
        self._looking = threading.Lock()
        self._bytes = 0
        """In the folder, as far as this process knows."""
        self._unseen = _LOOK_EVERY  # it is scanned with the first picture
        self._is_failing = False

    def get(self, name: str) -> bytes | None:
        """The picture kept under a name."""
        if not self._most:
            return None
        path = self._folder / name
        try:
            kept = path.read_bytes()
            os.utime(path)  # the picture unused for longest goes first
        except OSError:
            return None
        picture = kept[_CHECK:]
        if kept[:_CHECK] != _check(picture):
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        return picture

    def keep(self, name: str, picture: bytes) -> None:
        """Keep a picture: written aside, then renamed, so that nobody reads half of one."""
        if not self._most or _on_disk(len(picture) + _CHECK) > self._most:
            return
        draft = self._folder / f"{name}.{os.getpid()}-{threading.get_ident()}.new"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                with open(draft, "xb", opener=_private) as file:
                    file.write(_check(picture) + picture)
                draft.replace(self._folder / name)
            except OSError:
                draft.unlink(missing_ok=True)
                raise
            self._make_room(len(picture) + _CHECK)
        except OSError as error:
            if not self._is_failing:
                log.warning("pictures_not_kept folder=%s error=%r", self._folder, error)
            self._is_failing = True
        else:
            self._is_failing = False

    def _make_room(self, added: int) -> None:
        with self._looking:
            self._bytes += _on_disk(added)
            self._unseen += 1
            if self._bytes <= self._most and self._unseen < _LOOK_EVERY:
                return
            self._unseen = 0
            found = []
            for entry in os.scandir(self._folder):
                with contextlib.suppress(FileNotFoundError):  # another process was faster
                    status = entry.stat()
                    found.append((status.st_mtime_ns, _on_disk(status.st_size), entry.path))
            self._bytes = sum(size for _, size, _ in found)
            if self._bytes <= self._most:
                return
            for _, size, path in sorted(found):
                Path(path).unlink(missing_ok=True)
                self._bytes -= size
                if self._bytes <= _LEAVE * self._most:
                    return


def _check(picture: bytes) -> bytes:
    return blake2b(picture, digest_size=_CHECK).digest()


def _on_disk(size: int) -> int:
    """
    >>> _on_disk(1), _on_disk(4097)
    (4096, 8192)
    """
    return -(-size // _BLOCK) * _BLOCK


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
