"""The games that wait for the visitor: first on their home page, and all of them on a page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import mnk
from games.mnk.clock import HOUR
from games.notices.wording import time_left
from games.pages import boards
from games.pages.figures import whole
from games.play.clock import now_ms
from games.play.hub import current
from games.play.services import queries
from games.play.services.queries import MyGame
from games.players.identify import player_and_visitor_of

SHOWN = 2
"""How many the home page shows."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A game in progress, as `home.html` and `turns.html` show it."""

    game: MyGame
    left: str
    """How much time is left for the move, in words; empty without a clock."""
    is_urgent: bool
    """Whether it is less than an hour."""
    board: boards.BoardPicture

    @property
    def number(self) -> int:
        """Of the next move."""
        return self.game.ply + 1


@never_cache
@require_safe
async def every_turn(request: HttpRequest) -> HttpResponse:
    """All of the visitor's games in progress: those that wait for them first, a page at a time."""
    hub = current()
    _, visitor = await player_and_visitor_of(request.session)
    asked = whole(request.GET.get("page", "")) or 1
    found = await hub.read(lambda: queries.in_progress(visitor, page=asked))
    page = min(asked, found.pages)
    squares = await hub.read(queries.squares_played, [game.id for game in found.games])
    shown = turns(found.games, squares, now_ms())
    context = {
        "turns": [turn for turn in shown if turn.game.your_turn],
        "others": [turn for turn in shown if not turn.game.your_turn],
        "found": found,
        "before": page - 1,
        "after": page + 1 if page < found.pages else None,
    }
    return render(request, "turns.html", context)


def turns(
    games: Sequence[MyGame], squares: Mapping[int, Sequence[mnk.Square]], now: int
) -> list[Turn]:
    """Games in progress, as they are shown at `now` (ms since 1970 UTC).

    `squares` are the moves of those in which there are any, by the games' ids.
    """
    return [
        Turn(
            game,
            left="" if game.due_ms is None else time_left(game.due_ms - now),
            is_urgent=game.due_ms is not None and game.due_ms - now < HOUR,
            board=boards.small(game.variant, squares.get(game.id, ())),
        )
        for game in games
    ]
