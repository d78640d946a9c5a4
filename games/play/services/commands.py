"""What a seat can ask of its game: every command of the protocol, carried out by one door."""

from typing import assert_never

from games import mnk
from games.play import commit, errors, models, protocol
from games.play.hub import Followed, Hub
from games.play.services import against_bots, offers, play


async def carry_out(
    hub: Hub, followed: Followed, side: mnk.Side | None, command: protocol.Command, *, at: int
) -> commit.Submitted:
    """Carry out a command; return what everybody was told.

    `side` is the sender's seat, `at` when the server heard it (milliseconds since 1970 UTC).
    Raises `mnk.RuleError` or `errors.Refused`, and then nothing has changed.
    """
    if side is None:
        raise errors.NotSeated
    step = step_of(side, command, at=at)
    return await commit.submit(hub, followed, step, side=side, command=command)


def step_of(side: mnk.Side, command: protocol.Command, *, at: int) -> commit.Step:
    """The step a command asks for."""
    match command:
        case protocol.PlayMove():
            return play.play_move(side, command, at=at)
        case protocol.Resign():
            return play.resign(side, command, at=at)
        case protocol.Abort():
            return play.abort(side, command, at=at)
        case protocol.ClaimDraw():
            return play.claim_draw(side, command, at=at)
        case protocol.OfferDraw():
            return offers.offer_draw(side, command, at=at)
        case protocol.AcceptDraw():
            return offers.accept_draw(side, command, at=at)
        case protocol.DeclineDraw():
            return offers.decline_draw(side, command, at=at)
        case protocol.OfferRematch():
            return offers.offer_rematch(side, command, at=at, next_slug=models.new_slug())
        case protocol.DeclineRematch():
            return offers.decline_rematch(side, command, at=at)
        case protocol.SetAggressiveness():
            return against_bots.set_aggressiveness(side, command, at=at)
        case protocol.AskHint():
            return against_bots.ask_hint(side, command, at=at)
        case _:
            assert_never(command)
