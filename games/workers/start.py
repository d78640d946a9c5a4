"""Starting the workers' parts: beside a server, or in a process of their own."""

from django.conf import settings

from games.engines import say_who_is_refused
from games.play.hub import Hub
from games.thinking.service import Thinking
from games.workers.ahead import Ahead
from games.workers.analysis import Reviewer
from games.workers.bots import Bots, Pace
from games.workers.forgetter import Forgetter
from games.workers.hints import Hints
from games.workers.library import Librarian
from games.workers.notifier import Notifier
from games.workers.on_demand import Analyst
from games.workers.proofs import Proofs
from games.workers.puzzles import Puzzles
from games.workers.timekeeper import Timekeeper
from games.workers.vacations import Vacations


async def start_workers(hub: Hub) -> None:
    """Do from this process what one process does for all, until the hub closes."""
    await start_timekeeper(hub)
    await start_librarian(hub)
    await start_forgetter(hub)
    await start_ahead(hub)
    await start_vacations(hub)
    await start_notifier(hub)
    await start_bots(hub)
    await start_reviewer(hub)
    await start_puzzles(hub)


async def start_bots(hub: Hub) -> None:
    """Play the bots' moves from this process, until the hub closes, if it may have thinkers."""
    if not settings.INAROW_THINKERS:
        return
    thinking, least = hub.part(Thinking), settings.INAROW_BOT_PACE_MS
    thinking.soon.keep(for_moves=settings.INAROW_THINKERS)
    await Bots(hub, thinking, pace=Pace(least, least)).start()
    # Said at the start, not in the first game: some may be refused on this machine.
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


async def start_ahead(hub: Hub) -> None:
    """Play conditional moves whenever no other process does, until the hub closes."""
    await Ahead(hub).start()


async def start_vacations(hub: Hub) -> None:
    """Stop clocks for people on vacation whenever no other process does, until the hub closes."""
    await Vacations(hub).start()


async def start_notifier(hub: Hub) -> None:
    """Tell people what waits for them whenever no other process does, until the hub closes."""
    await Notifier(hub).start()


async def start_puzzles(hub: Hub) -> None:
    """Look for puzzles in finished games, until the hub closes, if it may have thinkers."""
    if settings.INAROW_THINKERS and settings.INAROW_PUZZLES_SHARE:
        share = settings.INAROW_PUZZLES_SHARE
        await Puzzles(hub, hub.part(Thinking), share=share).start()


def start_answers(hub: Hub) -> None:
    """Answer what is asked on this process's sockets and pages, until the hub closes: hints,
    assessments and proofs. The first to ask after a quiet hour finds a thinker ready."""
    thinking = hub.part(Thinking)
    if settings.INAROW_THINKERS:
        thinking.soon.keep(for_others=1)
    Hints(hub, thinking)
    Proofs(hub, thinking)
    Analyst(hub, thinking)


async def start_reviewer(hub: Hub) -> None:
    """Review games from this process, until the hub closes, if it may have thinkers."""
    if settings.INAROW_THINKERS:
        await Reviewer(hub, hub.part(Thinking)).start()
