"""TV: which game each family of boards shows. Pure values.

A channel stays with its game until that ends, or nobody has moved in it for a while and another one
goes on.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games import mnk

QUIET_MS = 180_000
"""After this long without a move a game is no longer lively."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A game that may be on TV: public, being played, shown as it is played."""

    id: int
    family: mnk.Family
    people: int
    """How many of the two are not bots."""
    rating: int
    """The people's, added up; one without a rating adds nothing."""
    rung: int
    """The bots' places on the measured ladder, added up; 0 for people and unmeasured bots."""
    changed_ms: int
    """When something last happened, in milliseconds since 1970 UTC."""
    spectators: int

    def is_lively(self, now: int) -> bool:
        return is_lively(self.changed_ms, now)


def is_lively(changed_ms: int, now: int) -> bool:
    """Whether something has happened lately in a game that changed last at this moment."""
    return now - changed_ms < QUIET_MS


def tuned(
    before: Mapping[mnk.Family, int], games: Iterable[Candidate], *, now: int
) -> dict[mnk.Family, int]:
    """The game on each channel, by its id; a family without a game has none.

    Two people come before one and a bot, and that before two bots; then the higher ratings, the
    stronger bots, the latest move, the most spectators.
    """
    families: dict[mnk.Family, list[Candidate]] = {}
    for game in games:
        families.setdefault(game.family, []).append(game)
    return {
        family: _tuned(before.get(family), candidates, now)
        for family, candidates in families.items()
    }


def _tuned(on: int | None, candidates: list[Candidate], now: int) -> int:
    best = max(
        candidates,
        key=lambda game: (
            game.is_lively(now),
            game.people,
            game.rating,
            game.rung,
            game.changed_ms,
            game.spectators,
            game.id,
        ),
    )
    shown = next((game for game in candidates if game.id == on), None)
    if shown is not None and (shown.is_lively(now) or not best.is_lively(now)):
        return shown.id
    return best.id
