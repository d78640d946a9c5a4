"""Looking for games among those on the shelves."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, Q, Subquery

from games import mnk
from games.library.query import BadQuery, Cursor, Query
from games.library.shelves import OPENING_PLIES, stones_on
from games.play import facts
from games.play.models import BOARD, Fact, Seat, outcome_of, variant_of
from games.play.services.queries import squares_played
from games.players.identify import Visitor
from games.players.models import Kind, Player
from games.prepared import Prepared
from games.review.models import Reached, Shelved
from games.say import say

PAGE = 20
"""Games on a page of search results."""
NAMED = 6
"""Of the players whose name matches, this many are named."""
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
    rated: bool
    changes: mnk.BySide[int] | None = None
    """What it did to both ratings; None if it did not count, or has not been counted yet."""
    opening: mnk.OpeningRule = mnk.OpeningRule.NONE

    @property
    def title(self) -> str:
        """What people call it: the board, the line rule, and the opening if it has one."""
        return mnk.title_of(self.variant, self.opening)


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the games that were found, the last to end first."""

    games: tuple[FoundGame, ...]
    next: Cursor | None
    """Where the next page begins; None if this is the last."""
    people: tuple[Sitter, ...] = ()
    """The first of the players with that part of a name, if one was asked for."""


def search(query: Query, visitor: Visitor) -> Page:
    """The games that answer a visitor's query: at most six queries. Raises `BadQuery`."""
    shelved = Shelved.objects.all()
    called = _players_called(query.player) if query.player else []
    if query.player:
        players = [player.pk for player in called]
        shelved = shelved.filter(Q(black__in=players) | Q(white__in=players))
    if not query.mine:
        shelved = shelved.filter(public=True)
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
    found = _latest(ordered.filter(which)[: PAGE + 1] for which in _ways(query, visitor))
    ids = [each.game_id for each in found[:PAGE]]
    told = games_told(ids)
    return Page(
        games=tuple(told[game_id] for game_id in ids if game_id in told),
        next=found[PAGE - 1] if len(found) > PAGE else None,
        people=tuple(_sitter(who.name, who.kind, who.slug) for who in called[:NAMED]),
    )


def latest_of(players: Collection[int]) -> Mapping[int, Cursor]:
    """The public game of each of these players that ended last: two queries, whatever they played.

    Games that are shown late are found once their end may be known; aborted ones never.
    """
    games = Shelved.objects.filter(public=True).exclude(termination=mnk.Termination.ABORT)
    latest = games.order_by("-ended_ms", "-game_id")

    def on(side: str) -> Subquery:
        return Subquery(latest.filter(**{side: OuterRef("pk")}).values("game_id")[:1])

    found = {
        player: {black, white} - {None}
        for player, black, white in Player.objects.filter(pk__in=players)
        .annotate(on_black=on("black"), on_white=on("white"))
        .values_list("pk", "on_black", "on_white")
    }
    rows = games.filter(pk__in=set().union(*found.values())).values_list("ended_ms", "game_id")
    ends = {game_id: Cursor(ended_ms, game_id) for ended_ms, game_id in rows}
    return {
        player: max(ends[each] for each in own if each in ends)
        for player, own in found.items()
        if own & ends.keys()
    }


_SITTER = ("name", "kind", "slug")
_TOLD = Prepared(
    lambda ids: Shelved.objects.filter(game__pk__in=ids).values_list(
        *("game_id", "game__ratings_counted", "ended_ms", "game__slug", "game__rated"),
        *("game__winner", "game__termination", "game__opening"),
        *(f"{side.word}__{name}" for side in mnk.Side for name in _SITTER),
        *(f"game__{name}" for name in BOARD),
    )
)


def games_told(ids: Collection[int]) -> Mapping[int, FoundGame]:
    """What is told about kept games, by their rows' numbers: at most three queries."""
    rows = {row[0]: row for row in _TOLD(ids)}
    moves = squares_played(rows)
    changes = _changes([pk for pk, (_, counted, *_) in rows.items() if counted])
    return {pk: _found(told, moves[pk], changes.get(pk)) for pk, (_, _, *told) in rows.items()}


def _changes(ids: list[int]) -> Mapping[int, mnk.BySide[int]]:
    """What games that were counted did to both ratings: a query, if there are any."""
    if not ids:
        return {}
    rated = Fact.objects.filter(game__in=ids, text__startswith=facts.beginning(facts.Rated))
    changes = {}
    for game_id, text in rated.values_list("game_id", "text"):
        fact = facts.decode(text)
        if isinstance(fact, facts.Rated):
            changes[game_id] = fact.ratings.map(lambda new: new.change)
    return changes


def _found(
    told: Sequence[Any], moves: list[mnk.Square], changes: mnk.BySide[int] | None
) -> FoundGame:
    ended_ms, slug, rated, winner, termination, opening, *rest = told
    black, white, board = rest[:3], rest[3:6], rest[6:]
    return FoundGame(
        slug=slug,
        variant=variant_of(*board),
        players=mnk.BySide(_sitter(*black), _sitter(*white)),
        outcome=outcome_of(winner, termination),
        ended_ms=ended_ms,
        moves=tuple(moves),
        rated=rated,
        changes=changes,
        opening=mnk.OpeningRule(opening),
    )


def _sitter(name: str | None, kind: str, slug: str) -> Sitter:
    return Sitter() if name is None else Sitter(name, kind == Kind.BOT, slug)


def _players_called(text: str) -> list[Player]:
    """Players with this in their name, whatever the case; those called just that come first.

    Raises `BadQuery` for too many.
    """
    # Some databases know the case of ASCII alone, so they are asked for the ASCII part.
    known = max(re.findall(r"[ -~]+", text), key=len, default="")
    part = text.lower()
    players: list[Player] = []
    for player in Player.objects.filter(name__icontains=known).iterator():
        if part in player.name.lower():
            players.append(player)
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
    return sorted(players, key=lambda player: (player.name.lower() != part, player.name, player.pk))


def _ways(query: Query, visitor: Visitor) -> list[Q]:
    """In which ways a game may be one of those asked for: each way is read by itself.

    So an index gives the latest of somebody with 100,000 games, on either side, without the rest.
    """
    ways = [Q()]
    if query.who is not None:
        ways = [Q(black=query.who), Q(white=query.who)]
    if query.mine:
        ways = [way & own for way in ways for own in _own(visitor)]
    return ways


def _own(visitor: Visitor) -> list[Q]:
    own = []
    if visitor.player_id is not None:
        own = [Q(black=visitor.player_id), Q(white=visitor.player_id)]
    if visitor.keys:
        own.append(Q(pk__in=Seat.objects.filter(key__in=visitor.keys).values("game")))
    return own


def _latest(ways: Iterable[Iterable[tuple[int, int]]]) -> list[Cursor]:
    """The latest of the games found in several ways, one more than are on a page, each once."""
    found = {Cursor(*each) for way in ways for each in way}
    return sorted(found, reverse=True)[: PAGE + 1]


def _came_to(position: mnk.Position) -> Q:
    key = mnk.canonical(position).key
    if stones_on(position) == OPENING_PLIES:
        return Q(opening=key)
    return Q(pk__in=Reached.objects.filter(key=key).values("game"))
