"""What an engine sees of the machine: its own program, and what any program needs to be loaded."""

import os
import shlex
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

PATH: Final = "/usr/local/bin:/usr/bin:/bin"
"""Where an engine finds programs."""
_LOADER: Final = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"),
    *("/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/alternatives"),
)
_NETWORK: Final = (
    *("/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf"),
    *("/etc/services", "/etc/protocols", "/etc/ssl", "/etc/ca-certificates", "/etc/pki"),
)
_SHARED: Final = frozenset(
    map(
        Path,
        (
            "/ /boot /dev /etc /home /media /mnt /opt /proc /root /run /srv /sys /tmp /var /var/tmp"
        ).split(),
    )
)
"""Folders with things that are none of an engine's concern: in these it sees only its own files."""
_LINKS: Final = 40
"""Linux does not follow more links in a row than this either."""


def seen(command: Sequence[str], reads: Sequence[Path], *, network: bool) -> tuple[Path, ...]:
    """The files and folders that a command may read, the outer ones first; all of them exist.

    They are what the loader needs, the folder of each program and file that the command names by
    its whole path, each folder it names that is not everybody's, and `reads`. For a program in a
    folder `bin` it is the folder above, with its libraries.
    """
    wanted = [Path(path) for path in _LOADER + (_NETWORK if network else ())]
    # What is a link in / is made a link there too.
    wanted = [
        path for path in wanted if path.exists() and not (path.is_symlink() and _in_root(path))
    ]
    folders = [Path(word) for word in command if os.path.isabs(word) and os.path.isdir(word)]
    for path in (*reads, *(folder for folder in folders if not _is_shared(folder.resolve()))):
        wanted += (path, path.resolve())
    for word in command:
        if os.path.isabs(word) and os.path.isfile(word):
            wanted += _places(Path(word))
    wanted += [place for program in _interpreters(command[0]) for place in _places(program)]
    chosen: list[Path] = []
    for path in sorted(dict.fromkeys(wanted), key=lambda path: len(path.parts)):
        # A link within what is seen is seen as a link: where it leads is wanted, too.
        if not any(path.is_relative_to(outer) for outer in chosen):
            chosen.append(path)
    return tuple(chosen)


def _in_root(path: Path) -> bool:
    return path.parent == Path("/")


def _places(file: Path) -> Iterator[Path]:
    """Where a file lies, and where each link to it does."""
    for _ in range(_LINKS):
        file = Path(os.path.normpath(file))
        for path in (file, file.parent.resolve() / file.name):
            yield _place(path)
        if not file.is_symlink():
            return
        file = file.parent.resolve() / file.readlink()


def _place(file: Path) -> Path:
    """The folder that belongs to a file, or the file alone if the folder is for others too."""
    folder = file.parent
    if folder.name in ("bin", "sbin") and not _is_shared(folder.parent):
        return folder.parent
    return file if _is_shared(folder) else folder


def _is_shared(folder: Path) -> bool:
    return folder in _SHARED or folder == Path.home() or folder.parent == Path("/home")


def _interpreters(program: str) -> Iterator[Path]:
    """The interpreter a script names (`#!`), and that one's own, if it is a script itself."""
    for _ in range(4):
        try:
            with open(program, "rb") as file:
                first = file.readline(256)
        except OSError:
            return
        if not first.startswith(b"#!"):
            return
        words = shlex.split(first[2:].decode("utf-8", "replace"), posix=False)
        if words and os.path.basename(words[0]) == "env":
            words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
        found = shutil.which(words[0], path=PATH) if words else None
        if found is None:
            return
        yield Path(found)
        program = found
