"""For whoever keeps challenges: tell somebody who is away that they were challenged.

Functions here read and write the database: call them through `Hub.read`, or in the transaction in
which the challenge is kept.
"""

from games.mnk.clock import SECOND
from games.notices import outbox
from games.notices.models import Kind

WAIT_MS = 30 * SECOND
"""Whoever is here sees it on their page: nothing is sent before."""


def challenged(player_id: int, *, challenge: str, by: str, link: str, at: int) -> None:
    """A player was challenged at `at` (ms since 1970 UTC): tell them once, if they want it.

    `challenge` names it among all challenges, `by` is the name of its sender, and `link` a path of
    this server where it is answered.
    """
    happening = outbox.Happening(player_id, Kind.CHALLENGE, challenge, at, who=by, link=link)
    outbox.note([happening], at=at + WAIT_MS)


def answered(challenge: str) -> None:
    """A challenge was answered or taken back: nobody is told of it any more."""
    outbox.withdraw(Kind.CHALLENGE, challenge)
