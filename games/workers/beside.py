"""Starting the workers' parts: beside a server, or in a process of their own."""

import os

from django.conf import settings

from games.engines import say_who_is_refused
from games.play.hub import Hub
from games.thinking.pool import Pool
from games.thinking.service import Thinking
from games.workers.analysis import Reviewer
from games.workers.bots import Bots, Pace
from games.workers.forgetter import Forgetter
from games.workers.hints import Hints
from games.workers.library import Librarian
from games.workers.on_demand import Analyst
from games.workers.proofs import Proofs
from games.workers.puzzles import Puzzles
from games.workers.timekeeper import Timekeeper


async def start_bots(hub: Hub) -> None:
    """Play the bots' moves from this process, until the hub closes, if it may have thinkers."""
    if not settings.INAROW_THINKERS:
        return
    pool = Pool(settings.INAROW_THINKERS)
    least = settings.INAROW_BOT_PACE_MS
    bots = Bots(hub, pool, pace=Pace(least, least))
    pool.start()
    hub.at_close(pool.close)
    await bots.start()
    # Said as it starts, and not in the first game: some refuse to run on this machine.
    hub.spawn(say_who_is_refused(settings.INAROW_ENGINES))


async def start_timekeeper(hub: Hub) -> None:
    """Keep the time of all games whenever no other process does, until the hub closes."""
    await Timekeeper(hub).start()


async def start_librarian(hub: Hub) -> None:
    """Shelve games as they end whenever no other process does, until the hub closes."""
    await Librarian(hub, most=settings.INAROW_KEPT_ASSESSMENTS).start()


async def start_forgetter(hub: Hub) -> None:
    """Let go of guests without a trace, and of old sessions, whenever no other process does."""
    await Forgetter(hub, days=settings.INAROW_KEPT_GUESTS_DAYS).start()


async def start_puzzles(hub: Hub) -> None:
    """Look for puzzles in finished games, until the hub closes, if it may have thinkers."""
    if settings.INAROW_THINKERS and settings.INAROW_PUZZLES_SHARE:
        await Puzzles(hub, share=settings.INAROW_PUZZLES_SHARE).start()


def start_hints(hub: Hub) -> Hints:
    """Answer the hints asked for at this process's sockets, until the hub closes."""
    return Hints(hub, hub.part(Thinking))


def start_proofs(hub: Hub) -> Proofs:
    """Look for the proofs that visitors of this process ask for, until the hub closes."""
    return Proofs(hub, hub.part(Thinking))


async def start_reviewer(hub: Hub) -> None:
    """Review games from this process, until the hub closes, if it may have thinkers.

    Those are not the bots', and are started when there is a game to review.
    """
    if settings.INAROW_THINKERS:
        await Reviewer(hub, size=max(1, min(2, os.cpu_count() or 1))).start()


def start_analyst(hub: Hub) -> Analyst:
    """Assess the positions asked for at this process, until the hub closes."""
    return Analyst(hub, hub.part(Thinking))
