"""What a seat can ask of its game: every command of the protocol, carried out in one place."""

from collections.abc import Callable
from typing import assert_never

import msgspec

from games import mnk
from games.play import commit, errors, protocol, steps
from games.play.clocktime import timekeeping
from games.play.hub import FollowedGame, Hub
from games.play.services import against_bots, hints, offers, openings, play
from games.players.models import new_slug


class Arrival(msgspec.Struct, frozen=True, gc=False):
    """What a server knows about how it heard a command."""

    at: int
    """When, in milliseconds since 1970 UTC."""
    lag_ms: int = 0
    """The round trip of the sender's connection."""
    away_ms: int = 0
    """How long the sender's opponent has been away."""
    swapped: bool = False
    """Whether the players had changed sides in the opening by then."""


async def carry_out(
    hub: Hub,
    followed: FollowedGame,
    side: mnk.Side | None,
    command: protocol.Command,
    arrival: Arrival,
) -> commit.Submitted:
    """Carry out a command; return what everybody was told. `side` is the sender's seat.

    Raises `mnk.RuleError` or `Refused`, and then nothing has changed. A move or a choice may be
    refused with `TimeIsUp`: then `settle_late` says what becomes of it: that may take seconds.
    """
    if side is None:
        raise errors.NotSeated
    hub.under_way[id(arrival)] = arrival.at
    try:
        return await _submit(hub, followed, side, command, arrival)
    finally:
        del hub.under_way[id(arrival)]


def carry_out_now(
    hub: Hub,
    followed: FollowedGame,
    side: mnk.Side,
    command: protocol.Command,
    arrival: Arrival,
    then: Callable[[Exception | None], None],
) -> bool:
    """Begin to carry out a command in this turn of the loop; whether it could be begun.

    If not, nothing has changed: `carry_out` does it, or says why not. `then` is called when
    everybody has been told, or with what has gone wrong.
    """

    def ended(error: Exception | None) -> None:
        del hub.under_way[id(arrival)]
        then(error)

    step = _step(side, command, arrival)
    if not commit.submit_now(
        hub, followed, step, at=arrival.at, side=side, command=command, then=ended
    ):
        return False
    hub.under_way[id(arrival)] = arrival.at
    return True


async def settle_late(
    hub: Hub, followed: FollowedGame, side: mnk.Side, command: protocol.Command, arrival: Arrival
) -> commit.Submitted:
    """Carry out a move that came when its side's time was up, if a downtime is the reason.

    If not, the game has ended by the clock, and `GameIsOver` is raised.
    """
    grace = timekeeping.grace_ms(arrival.lag_ms)
    await timekeeping.settle(hub, followed, at=arrival.at, grace_ms=grace)
    # Not under way from when it was heard: the process did get on since, and it was late then.
    return await _submit(hub, followed, side, command, arrival)


def step_of(side: mnk.Side, command: protocol.Command, arrival: Arrival) -> steps.Step:
    """The step a command asks for."""
    at = arrival.at
    match command:
        case protocol.PlayMove():
            grace = timekeeping.grace_ms(arrival.lag_ms)
            return play.play_move(side, command, at=at, grace_ms=grace)
        case protocol.Choose():
            grace = timekeeping.grace_ms(arrival.lag_ms)
            return openings.choose(side, command, at=at, grace_ms=grace)
        case protocol.Resign():
            return play.resign(side)
        case protocol.Abort():
            return play.abort()
        case protocol.ClaimDraw():
            return play.claim_draw()
        case protocol.ClaimAbandoned():
            return play.claim_abandoned(side, command, away_ms=arrival.away_ms)
        case protocol.MakeOffer():
            return offers.make_offer(side, command, at=at, next_slug=new_slug())
        case protocol.AcceptOffer():
            return offers.accept_offer(side, command, at=at, next_slug=new_slug())
        case protocol.DeclineOffer():
            return offers.decline_offer(side, command)
        case protocol.CancelOffer():
            return offers.cancel_offer(side, command)
        case protocol.Resume():
            return timekeeping.resume(side)
        case protocol.AddTime():
            return timekeeping.add_time(side)
        case protocol.SetAggressiveness():
            return against_bots.set_aggressiveness(side, command)
        case protocol.AskHint():
            return hints.ask_hint(side, command)
        case _:
            assert_never(command)


async def _submit(
    hub: Hub, followed: FollowedGame, side: mnk.Side, command: protocol.Command, arrival: Arrival
) -> commit.Submitted:
    step = _step(side, command, arrival)
    return await commit.submit(hub, followed, step, at=arrival.at, side=side, command=command)


def _step(side: mnk.Side, command: protocol.Command, arrival: Arrival) -> steps.Step:
    return steps.for_sides(step_of(side, command, arrival), swapped=arrival.swapped)
