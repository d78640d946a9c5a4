"""The rooms of the frontend: each imports only from those below it, so nothing goes in circles."""

import re
from pathlib import Path

SRC = Path(__file__).resolve().parents[2] / "frontend" / "src"
ROOMS = (
    "lesson",
    "puzzle",
    "study",
    "lobby",
    "game",
    "players",
    "board",
    "evaluation",
    "live",
    "net",
    "rules",
    "viewer",
    "protocol",
    "words",
)
"""From the top down: pages' rooms, what they share, what all stand on. The files beside the rooms
are the pages' entries, which import from any; `testing` is for tests."""

_IMPORT = re.compile(r'from "(\.[^"]*)"')


def _room(file: Path) -> str:
    return file.relative_to(SRC).parts[0] if file.parent != SRC else ""


def test_every_folder_is_a_room_that_is_named_here() -> None:
    assert {each.name for each in SRC.iterdir() if each.is_dir()} == {*ROOMS, "testing"}


def test_a_room_imports_only_from_those_below_it() -> None:
    wrong, seen = [], 0
    for file in sorted(SRC.rglob("*.ts")):
        room = _room(file)
        if room in ("", "testing") or file.name.endswith(".test.ts"):
            continue
        for path in _IMPORT.findall(file.read_text()):
            other = _room((file.parent / f"{path}.ts").resolve())
            seen += 1
            if other != room and (other not in ROOMS or ROOMS.index(other) < ROOMS.index(room)):
                wrong.append(f"{file.relative_to(SRC)} imports {path}")

    assert wrong == []
    assert seen > 500
