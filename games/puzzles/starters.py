"""The puzzles that come with the server: `starters.json`, which `manage.py make_puzzles` wrote.

They are kept when a server starts and lacks some of them: on a new one, and after an upgrade that
brings more. Turned, mirrored or with the sides swapped a puzzle is kept once, whether it was found
in a game first or came with the server first.
"""

from pathlib import Path
from typing import Final

import msgspec
from django.conf import settings

from games import mnk
from games.puzzles.kept import new_row
from games.review.findings import Part
from games.review.models import Puzzle
from games.review.solving import Solving

FILE: Final = Path(__file__).with_name("starters.json")


class Starter(Part, frozen=True, kw_only=True):
    """One puzzle of the set."""

    slug: str
    """Its address: the same on every server."""
    made_ms: int | None = None
    """When it was made, where that was after the set: `StarterSet.made_ms` of those added then."""
    position: str
    solving: Solving


class StarterSet(Part, frozen=True, kw_only=True):
    """The set, and where it comes from."""

    about: str
    command: str
    """What wrote it, then what added to it; the same commands write the same puzzles, as long as
    bots and search are the same."""
    made: str
    """The day the first were made, as 2026-11-25."""
    made_ms: int
    """The moment that day began (UTC), in ms: when these puzzles came to be. Those that were added
    later say so: they are never the puzzle of a day before."""
    licence: str
    puzzles: tuple[Starter, ...]


def read_starters() -> StarterSet:
    """The set that this version brings."""
    return msgspec.json.decode(FILE.read_bytes(), type=StarterSet)


def stock() -> int:
    """Keep the starters that are not kept yet; how many were new.

    Safe in several processes at once: the database lets each position in once. Does nothing where
    the host does not want them.
    """
    if not settings.INAROW_STARTER_PUZZLES:
        return 0
    starters = read_starters()
    there = Puzzle.objects.filter(slug__in=[each.slug for each in starters.puzzles])
    kept = set(there.values_list("slug", flat=True))
    rows = [
        _row(each, each.made_ms or starters.made_ms)
        for each in starters.puzzles
        if each.slug not in kept
    ]
    before = Puzzle.objects.filter(starter=True).count()
    Puzzle.objects.bulk_create(rows, ignore_conflicts=True)
    return Puzzle.objects.filter(starter=True).count() - before


def _row(starter: Starter, at: int) -> Puzzle:
    row = new_row(mnk.position_from_line(starter.position), starter.solving, at=at)
    row.slug, row.starter = starter.slug, True
    return row
