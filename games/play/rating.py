"""Rated games are counted when their end may be known: every process looks for them.

The first process to find a game counts it; one at a time, since a player's next game begins from
what their last one made of them.
"""

import logging

from games.play import commit, errors
from games.play.clock import now_ms
from games.play.hub import QUIET_S, Hub
from games.play.services import rating

log = logging.getLogger(__name__)

TICK_S = 1.0


class Rating:
    """The counting of one hub, from `start` until it closes."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def start(self) -> None:
        """Begin."""
        self._hub.part(commit.Writer)  # made before the first is counted
        self._hub.every(TICK_S, lambda: self.tick(now_ms()), "ratings", quiet_s=QUIET_S)

    async def tick(self, at: int) -> None:
        """Count what is over by `at` (ms since 1970 UTC)."""
        for slug in await self._hub.read(rating.to_be_counted, at):
            try:
                await rating.count(self._hub, slug, at=at)
            except errors.NoSuchGame:
                continue  # the operator has deleted it
            except (errors.NotKept, errors.DatabaseAway, errors.Busy) as refusal:
                # It is found again.
                log.warning("game_not_counted game=%s code=%s", slug, refusal.code)
