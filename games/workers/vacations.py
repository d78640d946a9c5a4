"""The loop that stops the clocks of people on vacation, and starts them when they are back.

One process at a time does it for all, with a lease. A clock is stopped by a pause, as by agreement,
but the turn keeps what it has left, and no player lets the game go on. That it was for a vacation
is noted before, so that a worker that dies leaves no game that stands still for good.
"""

import logging

from games import refusals
from games.play import commit, facts
from games.play.clock import now_ms
from games.play.errors import Busy, Unavailable
from games.play.hub import Hub
from games.play.live import LiveGame
from games.play.steps import Change, Step
from games.refusals import Refused
from games.vacations import vacations
from games.vacations.vacations import Standing
from games.workers import leases

log = logging.getLogger(__name__)

TICK_S = 5.0
LEASE_MS = 20_000
LEASE = "vacations"


class _Changed(Refused):
    """The game is no longer as it was when it was looked for."""


class Vacations:
    """One candidate. Started on a hub, it stops clocks whenever the lease is its own."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._candidate = leases.Candidate(hub, LEASE, LEASE_MS)

    async def start(self) -> None:
        """Stop clocks until the hub closes."""
        self._candidate.begin(TICK_S, self.tick)

    async def tick(self) -> None:
        """Look once for games to stop and to let go on."""
        to_stop = await self._candidate.look(vacations.to_stop, now_ms())
        if to_stop is None:
            return
        for standing in to_stop:
            await self._hub.read(vacations.note_stopped, standing.slug, standing.player_id)
            if not await self._submit(standing, _stop(standing)):
                await self._hub.read(vacations.note_going_on, standing.slug)
        for standing in await self._hub.read(vacations.to_go_on, now_ms()):
            await self._submit(standing, _go_on)
            await self._hub.read(vacations.note_going_on, standing.slug)

    async def _submit(self, standing: Standing, step: Step) -> bool:
        """Take a step in a game for the side that is or was away; whether it still fitted."""
        try:
            async with self._hub.games.following(standing.slug) as followed:
                await commit.submit(self._hub, followed, step, at=now_ms(), side=standing.side)
        except (Unavailable, Busy):
            raise  # it is tried again
        except refusals.ANY as error:
            log.info("vacation_refused game=%s why=%r", standing.slug, str(error))
            return False
        return True


def _stop(standing: Standing) -> Step:
    def step(game: LiveGame) -> Change:
        holder = game.seats[standing.side].holder
        clock = game.state.clock
        if (
            holder is None
            or holder.player_id != standing.player_id
            or game.state.is_over
            or clock is None
            or clock.running is not standing.side
            or game.state.is_time_up(now_ms())  # nobody flees a flag
        ):
            raise _Changed
        return Change(facts.Paused(standing.side))

    return step


def _go_on(game: LiveGame) -> Change:
    return Change(facts.Resumed())  # refused unless it is paused
