"""What strangers must not know: every address, before and after a move that is not for them.

Whatever a stranger gets must be the same, byte for byte, as if the move had never been played: no
page, picture, record, header or list says otherwise. It needs no knowledge of formats, so it holds
for the next address, too.
"""

import re
import zipfile
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pytest
from django.test import AsyncClient

from games import mnk
from games.play.watching import Delay, Visibility, Watching
from tests.config.test_routes import NAMED, ROUTES, path_of
from tests.people import Table, plays

PLAYED = "b2 a1 a2 c2 b1"
"""On 3×3, before the move in question."""
MOVE, LAST = "b3", "a3 c3 c1"
"""The move in question; and those after it that end the game."""


@dataclass(frozen=True)
class Gate:
    """How a game is watched, and what a stranger must not learn."""

    watching: Watching
    is_named: bool = True
    """Whether addresses with the game's name are asked too; else only those that list games."""
    is_known_at_the_end: bool = False
    """Whether everybody may see the game as soon as it is over."""


GATES = {
    "private": Gate(Watching(Visibility.PRIVATE)),
    "late": Gate(Watching(delay=Delay(ms=300_000))),
    "late by moves": Gate(Watching(delay=Delay(moves=9)), is_known_at_the_end=True),
    "unlisted": Gate(Watching(Visibility.UNLISTED), is_named=False),
}
_PASSING = re.compile(
    # Tokens and nonces; moments; how long a page took.
    rb"[A-Za-z0-9+/_-]{22,}={0,2}|\b1[6-9]\d{11}\b|\b1[6-9]\d{8}\b"
)
_HEADERS = ("content-type", "etag", "last-modified", "location", "cache-control")


@pytest.mark.parametrize("gate", GATES)
async def test_a_stranger_learns_nothing_of_a_move_that_is_not_for_them(
    table: Table, gate: str
) -> None:
    hidden = GATES[gate]
    is_public = hidden.watching.visibility is Visibility.PUBLIC
    game = await table.game(watching=hidden.watching, listed=is_public)
    alice, bob = [await table.sits(game, side) for side in mnk.Side]
    await plays(game, PLAYED, alice, bob)
    before = await _seen(game.slug, is_named=hidden.is_named)

    assert len(before) > (60 if hidden.is_named else 30)

    for moves in (MOVE,) if hidden.is_known_at_the_end else (MOVE, LAST):
        await plays(game, moves, alice, bob)

        after = await _seen(game.slug, is_named=hidden.is_named)
        assert [path for path in before if before[path] != after[path]] == [], moves


async def test_a_leak_would_be_seen(table: Table) -> None:
    """The same walk over a public game finds the move on many addresses."""
    game = await table.game(listed=True)
    alice, bob = [await table.sits(game, side) for side in mnk.Side]
    await plays(game, PLAYED, alice, bob)
    before = await _seen(game.slug)
    again = await _seen(game.slug)
    assert [path for path in before if before[path] != again[path]] == []

    await plays(game, MOVE, alice, bob)

    after = await _seen(game.slug)
    changed = {path.replace(game.slug, "…") for path in before if before[path] != after[path]}
    assert changed >= {"/", "/game/…/", "/embed/…", "/api/games/…", "/watch"}


async def _seen(slug: str, *, is_named: bool = True) -> dict[str, tuple[object, ...]]:
    """What a stranger gets at every address."""
    seen: dict[str, tuple[object, ...]] = {}
    stranger = AsyncClient(raise_request_exception=False)
    for route, _ in ROUTES:
        if is_named or NAMED not in route:
            path = path_of(route, slug)
            stranger.cookies.clear()
            answer: Any = await stranger.get(path)
            content = (
                b"".join([part async for part in answer]) if answer.streaming else answer.content
            )
            if path.endswith(".zip"):  # it says when it was written
                content = repr(zipfile.ZipFile(BytesIO(content)).namelist()).encode()
            headers = tuple(answer.get(name) for name in _HEADERS)
            seen[path] = answer.status_code, headers, _PASSING.sub(b"*", content)
    return seen
