"""Time: added, paused and resumed by players, given back for downtimes, and up.

A flag falls in one place, `flag`, and only when every process that serves games is known to have
been well after the time was up (downtime.py): until then a move that was heard in time may still be
on its way to the database. So a move heard before the flag stands, and there is only one end.
"""

import asyncio

from games import metrics, mnk
from games.mnk.clock import DAY, MINUTE, SECOND
from games.play import commit, errors, facts, live
from games.play.clocktime import downtime, timing
from games.play.hub import FollowedGame, Hub
from games.play.services.play import ended, refuse_while_waiting
from games.play.steps import Change, Step

LAG_CAP_MS = 1_000
"""The longest grace for a slow connection. A flag waits for it, whatever the connection."""
SETTLE_S = 8.0
"""How long a move that comes late waits to learn whether a downtime is the reason."""
SETTLE_AGAIN_S = 0.2
ADDED_MS = 15 * SECOND
ADDED_SLOW_MS = DAY
"""Where a turn may take days."""
SLOW_CREDIT_MS = MINUTE
"""Where a turn may take days, less than this is not worth a message: it adds up until there is a
longer downtime, or until the flag would fall."""


class _Changed(Exception):
    """The game is not at the version that a figure was made for."""


def grace_ms(lag_ms: int) -> int:
    """The grace of a connection with this lag: the time its round trip takes, up to the cap."""
    return min(lag_ms, LAG_CAP_MS)


def resume(side: mnk.Side) -> Step:
    """Let a paused game go on, in a moment. Refused while it is not paused, or somebody is away."""

    def step(game: live.LiveGame) -> Change:
        if game.vacation is not None and not game.state.is_over:
            holder = game.seats[game.vacation].holder
            raise errors.OnVacation(
                None if side is game.vacation or holder is None else holder.name
            )
        return Change(facts.Resumed())

    return step


def add_time(side: mnk.Side) -> Step:
    """Give the opponent more time. Refused without a clock, and for bots."""

    def step(game: live.LiveGame) -> Change:
        refuse_while_waiting(game)
        if game.seats[side.other].bot is not None:
            raise errors.NoTimeForBots
        control = game.state.control
        is_slow = control is not None and control.is_slow
        return Change(facts.TimeAdded(ADDED_SLOW_MS if is_slow else ADDED_MS))

    return step


async def flag(hub: Hub, followed: FollowedGame, *, at: int, grace_ms: int) -> None:
    """End a game whose time was up at `at`, if that is certain."""
    due = followed.game.due_ms
    if due is None or await hub.read(downtime.calm_until) <= due + grace_ms:
        return
    control = followed.game.state.control
    if control is not None and control.is_slow:
        await credit(hub, followed, at=at)  # what has added up

    def step(game: live.LiveGame) -> Change:
        if game.due_ms != due or not game.state.is_time_up(at, grace_ms):
            raise _Changed
        return ended(game, game.state.flag())

    try:
        await commit.submit(hub, followed, step, at=at)
    except _Changed:
        return
    metrics.flags.inc()


async def credit(hub: Hub, followed: FollowedGame, *, at: int) -> None:
    """Give a game's clocks back what ran in downtimes until `at` and has not been given back.

    Raises `Busy` if the game changes again and again meanwhile.
    """
    for _ in range(commit.ATTEMPTS):
        if followed.game.state.is_over:
            return
        owed = await hub.read(timing.owed, followed.game.slug, at)
        if not any(owed.ms):
            return
        try:
            await commit.submit(hub, followed, _credited(owed), at=at)
        except _Changed:
            # It may be a version that this process has not heard of yet.
            await hub.games.catch_up(followed, owed.version)
            continue
        metrics.seconds_credited.inc(sum(owed.ms) / 1000)
        return
    raise errors.Busy


def _credited(owed: timing.Owed) -> Step:
    def step(game: live.LiveGame) -> Change:
        if game.version != owed.version or game.state.is_over:
            raise _Changed
        return Change(facts.TimeCredited(owed.ms))

    return step


async def settle(hub: Hub, followed: FollowedGame, *, at: int, grace_ms: int) -> None:
    """Find out whether a move heard at `at` came late through its player's own fault.

    Afterwards the game is over, or the side to move has time again. Raises `Busy` if it takes
    too long to find out.
    """
    try:
        async with asyncio.timeout(SETTLE_S):
            while followed.game.state.is_time_up(at, grace_ms):
                await flag(hub, followed, at=at, grace_ms=grace_ms)
                await credit(hub, followed, at=at)
                if followed.game.state.is_time_up(at, grace_ms):
                    await asyncio.sleep(SETTLE_AGAIN_S)
    except TimeoutError:
        raise errors.Busy from None
