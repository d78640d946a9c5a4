"""The library for programs: games that are over, searched; and what was played in a position."""

import msgspec
from django.http import HttpRequest, HttpResponse

from games import library
from games.api import views
from games.api.positions import position_in
from games.http.answers import answers, json_answer
from games.library.query import FIELDS, BadQuery, read_query
from games.play import protocol, wire
from games.play.hub import current
from games.players.identify import Visitor
from games.say import say

_FIELDS = tuple(field for field in FIELDS if field != "mine")
"""Nobody is known here: programs have no games of their own."""


class SitterPart(msgspec.Struct, rename="camel", frozen=True):
    """Who played a side."""

    name: str
    """Empty if nobody ever came."""
    is_bot: bool


class FoundPart(msgspec.Struct, rename="camel", frozen=True):
    """A game that was found."""

    game: str
    variant: protocol.VariantPart
    black: SitterPart
    white: SitterPart
    outcome: protocol.OutcomePart | None
    ended: int
    """In milliseconds since 1970 UTC."""
    moves: tuple[int, ...]


class FoundPage(msgspec.Struct, rename="camel", frozen=True):
    """The answer to `GET /api/games`."""

    games: tuple[FoundPart, ...]
    cursor: str | None
    """Send it to get the games that follow; None if there are no more."""


async def games(request: HttpRequest) -> HttpResponse:
    """GET searches the games that are over; POST makes a new one."""
    if request.method == "POST":
        return await views.new_game(request)
    return await _search(request)


@answers("GET", "POST")
async def _search(request: HttpRequest) -> HttpResponse:
    asked = {name: request.GET.get(name, "") for name in request.GET}
    unknown = next((name for name in asked if name not in _FIELDS), None)
    if unknown is not None:
        raise BadQuery(
            {
                unknown[:20]: say(
                    "{field} isn’t one of {fields}.",
                    field=repr(unknown[:20]),
                    fields=", ".join(_FIELDS),
                )
            }
        )
    page = await current().read(library.search, read_query(asked), Visitor())
    return json_answer(
        FoundPage(
            tuple(map(_found_part, page.games)),
            None if page.next is None else str(page.next),
        )
    )


@answers("POST")
async def explorer(request: HttpRequest) -> HttpResponse:
    """What was played in a position, set up or played, and how those games ended."""
    position = position_in(request)
    return json_answer(await current().read(library.explore, position))


def _found_part(found: library.FoundGame) -> FoundPart:
    return FoundPart(
        game=found.slug,
        variant=wire.variant_part(found.variant),
        black=SitterPart(found.players.black.name, found.players.black.is_bot),
        white=SitterPart(found.players.white.name, found.players.white.is_bot),
        outcome=wire.outcome_part(found.outcome),
        ended=found.ended_ms,
        moves=found.moves,
    )
