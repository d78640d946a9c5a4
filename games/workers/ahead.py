"""The loop that plays conditional moves: the answers of people who are away.

One process at a time does it for all, with a lease. An answer is a command of its seat like any
other, with an id that follows from its line: played twice, it is played once.
"""

import logging

from games import refusals
from games.ahead import plans
from games.play import commands, protocol
from games.play.clock import now_ms
from games.play.errors import Unavailable
from games.play.hub import QUIET_S, FollowedGame, Hub
from games.workers import leases

log = logging.getLogger(__name__)

TICK_S = 2.0
LEASE_MS = 20_000
LEASE = "ahead"


class Ahead:
    """One candidate. Started on a hub, it answers whenever the lease is its own."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._candidate = leases.Candidate(hub, LEASE, LEASE_MS)

    async def start(self) -> None:
        """Answer until the hub closes."""
        self._candidate.begin(TICK_S, self.tick, quiet_s=QUIET_S)

    async def tick(self) -> int:
        """Look once at the games that have changed; return how many answers were played."""
        count = 0
        for slug in await self._candidate.look(plans.changed) or ():
            if not await self._candidate.holds():
                break
            async with self._hub.games.following(slug) as followed:
                count += await self._see_to(followed)
        return count

    async def _see_to(self, followed: FollowedGame) -> bool:
        is_played = await self._answer(followed)
        await self._hub.read(plans.settle, followed.game)
        return is_played

    async def _answer(self, followed: FollowedGame) -> bool:
        game = followed.game
        answer = await self._hub.read(plans.answer, game)
        if answer is None:
            return False
        side, square = answer
        command = protocol.PlayMove(
            id=f"ahead-{game.version}-{square}", ply=game.state.ply, square=square
        )
        arrival = commands.Arrival(now_ms(), swapped=game.swapped)
        try:
            await commands.carry_out(self._hub, followed, side, command, arrival)
        except Unavailable:
            raise  # it is tried again
        except refusals.ANY as error:
            log.info("answer_refused game=%s why=%r", game.slug, str(error))
            return False
        return True
