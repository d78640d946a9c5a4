"""Looking for games among those on the shelves."""

import re
from dataclasses import dataclass

from django.db.models import Q

from games import mnk
from games.library.query import BadQuery, Cursor, Query
from games.library.shelves import OPENING_PLIES, stones_on
from games.play.models import Seat
from games.play.services.queries import squares_played
from games.players.identify import Visitor
from games.players.models import Kind, Player
from games.review.models import Reached, Shelved
from games.say import say

PAGE = 20
"""Games on a page of search results."""
NAMESAKES = 500
"""At most this many players may match part of a name."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who played a side; the name is empty if nobody ever came."""

    name: str = ""
    is_bot: bool = False
    slug: str = ""
    """Their name in links."""


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game that was found."""

    slug: str
    variant: mnk.Variant
    players: mnk.BySide[Sitter]
    outcome: mnk.Outcome
    ended_ms: int
    moves: tuple[mnk.Square, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the games that were found, the last to end first."""

    games: tuple[FoundGame, ...]
    next: Cursor | None
    """Where the next page begins; None if this is the last."""


def search(query: Query, visitor: Visitor) -> Page:
    """The games that answer a visitor's query: at most four queries. Raises `BadQuery`."""
    shelved = Shelved.objects.all()
    if query.player:
        players = _players_called(query.player)
        shelved = shelved.filter(Q(black__in=players) | Q(white__in=players))
    if query.who is not None:
        shelved = shelved.filter(Q(black=query.who) | Q(white=query.who))
    shelved = shelved.filter(_is_of(visitor) if query.mine else Q(public=True))
    if query.variant is not None:
        shelved = shelved.filter(variant=mnk.variant_text(query.variant))
    if query.position is not None:
        shelved = shelved.filter(_came_to(query.position))
    match query.result:
        case "black" | "white" as word:
            shelved = shelved.filter(winner=mnk.Side[word.upper()])
        case "draw":
            shelved = shelved.filter(winner=None)
    if query.how is not None:
        shelved = shelved.filter(termination=query.how)
    if query.how is not mnk.Termination.ABORT or query.result == "draw":
        shelved = shelved.exclude(termination=mnk.Termination.ABORT)
    bounds = {
        "plies__gte": query.shortest,
        "plies__lte": query.longest,
        "ended_ms__gte": query.since_ms,
        "ended_ms__lt": query.until_ms,
    }
    shelved = shelved.filter(**{name: to for name, to in bounds.items() if to is not None})
    if query.after is not None:
        ended_ms, game_id = query.after
        # The first condition is for the index; the second says where in it.
        shelved = shelved.filter(ended_ms__lte=ended_ms).filter(
            Q(ended_ms__lt=ended_ms) | Q(game_id__lt=game_id)
        )
    # First which games, then what is told about them: where everything found must be sorted, as
    # with a position, nothing else is read about games that are not on this page.
    ordered = shelved.order_by("-ended_ms", "-game_id").values_list("ended_ms", "game_id")
    found = list(map(Cursor._make, ordered[: PAGE + 1]))
    ids = [each.game_id for each in found[:PAGE]]
    rows = Shelved.objects.select_related("game", "black", "white").in_bulk(ids)
    moves = squares_played(ids)
    return Page(
        games=tuple(_found(rows[game_id], moves[game_id]) for game_id in ids if game_id in rows),
        next=found[PAGE - 1] if len(found) > PAGE else None,
    )


def _found(row: Shelved, moves: list[mnk.Square]) -> FoundGame:
    outcome = row.game.outcome
    assert outcome is not None, "only games that are over are shelved"
    return FoundGame(
        slug=row.game.slug,
        variant=row.game.variant,
        players=mnk.BySide(row.black, row.white).map(_sitter),
        outcome=outcome,
        ended_ms=row.ended_ms,
        moves=tuple(moves),
    )


def _sitter(player: Player | None) -> Sitter:
    return Sitter() if player is None else Sitter(player.name, player.kind == Kind.BOT, player.slug)


def _players_called(text: str) -> list[int]:
    """Players with this in their name, whatever the case. Raises `BadQuery` for too many."""
    # Some databases know the case of ASCII alone, so they are asked for the ASCII part.
    known = max(re.findall(r"[ -~]+", text), key=len, default="")
    part = text.lower()
    players: list[int] = []
    names = Player.objects.filter(name__icontains=known).values_list("pk", "name")
    for player_id, name in names.iterator():
        if part in name.lower():
            players.append(player_id)
            if len(players) > NAMESAKES:
                raise BadQuery(
                    {
                        "player": say(
                            "More than {most} players have “{text}” in their name. Type more of "
                            "it.",
                            most=NAMESAKES,
                            text=text,
                        )
                    }
                )
    return players


def _is_of(visitor: Visitor) -> Q:
    mine = Q(pk__in=())
    if visitor.player_id is not None:
        mine |= Q(black=visitor.player_id) | Q(white=visitor.player_id)
    if visitor.keys:
        mine |= Q(pk__in=Seat.objects.filter(key__in=visitor.keys).values("game"))
    return mine


def _came_to(position: mnk.Position) -> Q:
    key = mnk.canonical(position).key
    if stones_on(position) == OPENING_PLIES:
        return Q(opening=key)
    return Q(pk__in=Reached.objects.filter(key=key).values("game"))
