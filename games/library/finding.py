"""Looking for games among those on the shelves."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Q

from games import mnk
from games.library.shelves import OPENING_PLIES, stones_on
from games.library.wishes import BadWish, Cursor, Wish
from games.play.models import Move, Seat
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
class Found:
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

    games: tuple[Found, ...]
    next: Cursor | None
    """Where the next page begins; None if this is the last."""


def search(wish: Wish, visitor: Visitor) -> Page:
    """The games a visitor wishes to see: at most four queries. Raises `BadWish`."""
    shelved = Shelved.objects.all()
    if wish.player:
        players = _players_called(wish.player)
        shelved = shelved.filter(Q(black__in=players) | Q(white__in=players))
    if wish.who is not None:
        shelved = shelved.filter(Q(black=wish.who) | Q(white=wish.who))
    shelved = shelved.filter(_is_of(visitor) if wish.mine else Q(public=True))
    if wish.variant is not None:
        shelved = shelved.filter(variant=mnk.variant_text(wish.variant))
    if wish.position is not None:
        shelved = shelved.filter(_came_to(wish.position))
    match wish.result:
        case "black" | "white" as word:
            shelved = shelved.filter(winner=mnk.Side[word.upper()])
        case "draw":
            shelved = shelved.filter(winner=None)
    if wish.how is not None:
        shelved = shelved.filter(termination=wish.how)
    if wish.how is not mnk.Termination.ABORT or wish.result == "draw":
        shelved = shelved.exclude(termination=mnk.Termination.ABORT)
    bounds = {
        "plies__gte": wish.shortest,
        "plies__lte": wish.longest,
        "ended_ms__gte": wish.since_ms,
        "ended_ms__lt": wish.until_ms,
    }
    shelved = shelved.filter(**{name: to for name, to in bounds.items() if to is not None})
    if wish.after is not None:
        ended_ms, game_id = wish.after
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
    moves = _moves(ids)
    return Page(
        games=tuple(_found(rows[game_id], moves[game_id]) for game_id in ids if game_id in rows),
        next=found[PAGE - 1] if len(found) > PAGE else None,
    )


def _found(row: Shelved, moves: list[mnk.Square]) -> Found:
    outcome = row.game.outcome
    assert outcome is not None, "only games that are over are shelved"
    return Found(
        slug=row.game.slug,
        variant=row.game.variant,
        players=mnk.BySide(row.black, row.white).map(_sitter),
        outcome=outcome,
        ended_ms=row.ended_ms,
        moves=tuple(moves),
    )


def _sitter(player: Player | None) -> Sitter:
    return Sitter() if player is None else Sitter(player.name, player.kind == Kind.BOT, player.slug)


def _moves(games: Collection[int]) -> Mapping[int, list[mnk.Square]]:
    moves: dict[int, list[mnk.Square]] = defaultdict(list)
    for game_id, square in (
        Move.objects.filter(game__in=games, taken_back=0)
        .order_by("game_id", "ply")
        .values_list("game_id", "square")
    ):
        moves[game_id].append(square)
    return moves


def _players_called(text: str) -> list[int]:
    """Players with this in their name, whatever the case. Raises `BadWish` for too many."""
    # Some databases know the case of ASCII alone, so they are asked for the ASCII part.
    known = max(re.findall(r"[ -~]+", text), key=len, default="")
    part = text.lower()
    players: list[int] = []
    names = Player.objects.filter(name__icontains=known).values_list("pk", "name")
    for player_id, name in names.iterator():
        if part in name.lower():
            players.append(player_id)
            if len(players) > NAMESAKES:
                raise BadWish(
                    {
                        "player": say(
                            "More than {most} players have “{text}” in their name: "
                            "write more of it.",
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
