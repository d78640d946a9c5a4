"""Asking for a proof of a position. Whoever can find one says so at the desk of its process."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from games import mnk
from games.play.errors import Refused
from games.play.hub import Hub, current
from games.review.findings import Proving

NODES = 1_000_000
"""How many positions are looked at for a proof."""


class ProofUnavailable(Refused):
    code = "proofUnavailable"
    sentence = "No proof can be looked for at the moment: try again in a minute."


@dataclass(slots=True)
class Desk:
    """Where proofs are asked for, by server process: `hub.part(Desk)`."""

    hub: Hub
    answer: Callable[[mnk.Position], Awaitable[Proving]] | None = None
    """Looks for a proof with `NODES`; raises `ProofUnavailable`. None where nobody does."""


async def prove(position: mnk.Position) -> Proving:
    """What can be proved of a position, any stones, either side to move.

    Raises `mnk.GameIsOver` where a side has a line or the board is full, else `ProofUnavailable`
    where nobody answers.
    """
    if position.is_full or any(position.has_line(side) for side in mnk.Side):
        raise mnk.GameIsOver("The game is over here: there is nothing left to prove.")
    answer = current().part(Desk).answer
    if answer is None:
        raise ProofUnavailable
    return await answer(position)
