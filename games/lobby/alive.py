"""Which games are alive: those that the lobby, the home page, Watch and TV show.

A game is alive while one of its two players is at the board. Nobody stays at the board of a game
with days for a move: that one is alive when somebody has moved lately. So is a game of two bots.
"""

from collections.abc import Mapping
from itertools import islice
from typing import TypeAlias

from django.db.models import Exists, OuterRef, Q

from games import mnk
from games.mnk.clock import DAY, HOUR, MINUTE
from games.play import protocol
from games.play.models import Seat

AtBoard: TypeAlias = Mapping[str, mnk.BySide[bool]]
"""The games at whose board a player is, and whether each of the two is (`Presence.at_board`)."""

SLOW_MS = HOUR
"""A game with days for a move is alive for this long after each."""
BOTS_MS = 3 * MINUTE
"""A game of two bots is alive for this long after each move: they think for some seconds."""
MOST_AT_BOARD = 2_000
"""At most this many games are looked up by who is at their boards."""

NOBODY = mnk.BySide(False, False)


def attended(at_board: AtBoard) -> list[str]:
    """The games at whose board a player is, by their slugs: at most `MOST_AT_BOARD`."""
    return list(islice(at_board, MOST_AT_BOARD))


def moved_lately(at: int) -> Q:
    """The games that need nobody at the board to be alive at a moment (ms since 1970 UTC)."""
    people = Seat.objects.filter(game=OuterRef("pk"), player__level="")
    of_bots = ~Exists(people) & Q(changed_ms__gte=at - BOTS_MS)
    # The bound of both is one that an index knows.
    return Q(changed_ms__gte=at - SLOW_MS) & (Q(period_ms__gte=DAY) | of_bots)


def away(game: protocol.LobbyGame, at_board: AtBoard) -> tuple[protocol.SideWord, ...]:
    """The players of a game who are not at its board, though they are expected there."""
    if game.control is not None and game.control.period_ms >= DAY:
        return ()
    here = at_board.get(game.game, NOBODY)
    seats = mnk.BySide(game.seats.black, game.seats.white)
    return tuple(
        protocol.SideWord.of(side)
        for side in mnk.Side
        if (seat := seats[side]) is not None and seat.level is None and not here[side]
    )
