"""What pages and programs may read about games."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from operator import or_

from django.db.models import Case, Count, F, Min, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from games import mnk
from games.mnk.clock import DAY
from games.play import facts, models, protocol
from games.players.identify import Visitor
from games.players.models import Player
from games.prepared import Prepared

MY_GAMES = 30
TURNS_AT_ONCE = 20
"""A page of the list of games in progress."""
DUE_AT_ONCE = 200
"""At most this many games whose time is up are looked up at once."""


def spectator(player_id: int) -> protocol.SpectatorPart | None:
    """A player who watches, as others see them; None if there is no such player (any more)."""
    row = Player.objects.filter(pk=player_id).values_list("slug", "name").first()
    return None if row is None else protocol.SpectatorPart(*row)


def games_waiting_for_bots(at: int) -> int:
    """In how many games a bot has something to do that no worker sees to: the queue's length."""
    return models.Game.objects.waiting_for_bots(at).count()


def games_running(since: int, *, slow: bool) -> list[str]:
    """The games in progress in which a clock with a flag has run since a moment.

    Those in which a turn may take days are left out unless `slow`.
    """
    games = models.Game.objects.filter(
        Q(due_ms__isnull=False) | Q(changed_ms__gte=since),
        termination="",
        started=True,
        initial_ms__isnull=False,
    )
    if not slow:
        games = games.filter(period_ms__lt=DAY)
    return list(games.values_list("slug", flat=True))


def next_flag() -> int | None:
    """When the first of all running clocks is up (ms since 1970 UTC); None if none runs."""
    first: int | None = models.Game.objects.aggregate(first=Min("due_ms"))["first"]
    return first


def games_due(before: int) -> list[str]:
    """The games in which the time of the side to move was up before a moment, longest first."""
    games = models.Game.objects.filter(due_ms__lt=before).order_by("due_ms")
    return list(games.values_list("slug", flat=True)[:DUE_AT_ONCE])


def is_listed(slug: str) -> bool:
    """Whether the lobby shows a game's open seat to everybody."""
    return models.Game.objects.filter(slug=slug, listed=True).exists()


@dataclass(frozen=True, slots=True)
class MyGame:
    """A game of the visitor's, as their own list shows it."""

    id: int
    slug: str
    variant: mnk.Variant
    opening: mnk.OpeningRule
    control: mnk.TimeControl | None
    ply: int
    opponent: str
    """Empty while nobody has come."""
    opponent_is_bot: bool
    waiting: bool
    your_turn: bool
    is_over: bool
    result: str
    """`won`, `lost`, `drawn` or `aborted`; empty while it goes on."""
    due_ms: int | None
    """When the time of the side to move will be up, in ms since 1970 UTC; None without a clock."""

    @property
    def title(self) -> str:
        """What people call it: the board, the line rule, and the opening if it has one."""
        return mnk.title_of(self.variant, self.opening)


def _seats_of(visitor: Visitor) -> "list[QuerySet[models.Seat]]":
    """The visitor's seats: those of their player, and those whose keys they have shown.

    Apart, so that either is found by an index of its own.
    """
    seats = []
    if visitor.player_id is not None:
        seats.append(models.Seat.objects.filter(player=visitor.player_id))
    if visitor.keys:
        seats.append(models.Seat.objects.filter(key__in=visitor.keys))
    return seats


def _games_with(seats: "Iterable[QuerySet[models.Seat]]") -> "QuerySet[models.Game]":
    mine = reduce(or_, (Q(pk__in=each.values("game")) for each in seats), Q(pk__in=()))
    return models.Game.objects.filter(mine)


def games_of(visitor: Visitor) -> "QuerySet[models.Game]":
    """The games in which the visitor holds a seat."""
    return _games_with(_seats_of(visitor))


def games_going_on(visitor: Visitor) -> "QuerySet[models.Game]":
    """Those among them that go on: found without looking at the others."""
    going_on = [seats.filter(ended_ms=None) for seats in _seats_of(visitor)]
    return _games_with(going_on).filter(termination="")


def my_games(visitor: Visitor) -> list[MyGame]:
    """The visitor's games: their turns, what else goes on, what is over.

    What goes on by deadline, then by last change; what is over by its end. At most `MY_GAMES`,
    without the seeks that found nobody; what is over crowds out nothing in progress, and what can
    wait nothing that is due.
    """
    soonest = F("due_ms").asc(nulls_last=True)
    going_on = games_going_on(visitor).order_by(soonest, "-changed_ms")
    ids = list(going_on.values_list("pk", flat=True)[:MY_GAMES])
    ids += _latest_over(visitor, MY_GAMES - len(ids))
    rows = models.games_with_seats(ids)
    mine = [_my_game(rows[pk], visitor) for pk in ids if pk in rows]
    return sorted(mine, key=lambda game: (game.is_over, not game.your_turn))


def _latest_over(visitor: Visitor, most: int) -> list[int]:
    """The visitor's games that ended last, the latest first, by their ids."""
    ends: dict[int, int] = {}
    for seats in _seats_of(visitor):
        over = seats.filter(ended_ms__isnull=False).exclude(
            game__started=False, game__seek_until_ms__isnull=False
        )
        # Somebody may sit on both sides.
        rows = over.order_by("-ended_ms").values_list("game", "ended_ms")[: 2 * most]
        ends |= {game: ended for game, ended in rows if ended is not None}
    return sorted(ends, key=lambda pk: (-ends[pk], -pk))[:most]


@dataclass(frozen=True, slots=True)
class InProgress:
    """Some of the visitor's games in progress, and how many there are of each kind."""

    games: list[MyGame]
    """The visitor's turns first, the soonest deadline before the others."""
    turns: int
    """In how many it is the visitor's turn."""
    others: int
    pages: int


def in_progress(visitor: Visitor, *, page: int, at_once: int = TURNS_AT_ONCE) -> InProgress:
    """A page of the visitor's games in progress; the last one if there are fewer."""
    mine = models.Seat.objects.filter(game=OuterRef("pk"))
    own = mine.filter(player=visitor.player_id).values("side")[:1]
    by_key = mine.filter(key__in=visitor.keys).values("side")[:1]
    games = games_going_on(visitor)
    if visitor.player_id is None:
        games = games.annotate(own_side=Subquery(by_key))
    else:
        games = games.annotate(own_side=Coalesce(Subquery(own), Subquery(by_key)))
    is_mine = Q(started=True, own_side=F("side_to_move"))
    games = games.annotate(side_to_move=models.NEXT_SIDE)
    numbers = games.aggregate(turns=Count("pk", filter=is_mine), every=Count("pk"))
    turns, every = numbers["turns"], numbers["every"]
    pages = max(1, -(-every // at_once))
    first = (min(page, pages) - 1) * at_once
    rows = games.order_by(
        Case(When(is_mine, then=0), default=1),
        F("due_ms").asc(nulls_last=True),
        "-changed_ms",
        "pk",
    )[first : first + at_once]
    shown = [_my_game(game, visitor) for game in models.with_seats(rows)]
    return InProgress(shown, turns, every - turns, pages)


def _my_game(game: models.Game, visitor: Visitor) -> MyGame:
    seats = {mnk.Side(seat.side): seat for seat in game.seats.all()}
    taken = {side: seat for side, seat in seats.items() if seat.player_id is not None}
    own = (side for side, seat in taken.items() if seat.player_id == visitor.player_id)
    by_key = (side for side, seat in taken.items() if visitor.has_key(seat.key))
    mine = next(chain(own, by_key))
    opponent = seats[mine.other].player
    outcome = game.outcome
    return MyGame(
        id=game.id,
        slug=game.slug,
        variant=game.variant,
        opening=game.terms.opening,
        control=game.control,
        ply=game.ply,
        opponent=opponent.name if opponent else "",
        opponent_is_bot=opponent is not None and opponent.level != "",
        waiting=opponent is None and outcome is None,
        your_turn=outcome is None and game.started and game.next_side is mine,
        is_over=outcome is not None,
        result=result_for(outcome, mine),
        due_ms=game.due_ms,
    )


def result_for(outcome: mnk.Outcome | None, mine: mnk.Side) -> str:
    """How a game ended for a side: `won`, `lost`, `drawn` or `aborted`; empty while it goes on."""
    if outcome is None:
        return ""
    if outcome.termination is mnk.Termination.ABORT:
        return "aborted"
    if outcome.winner is None:
        return "drawn"
    return "won" if outcome.winner is mine else "lost"


_STANDING = Prepared(
    lambda games: (
        models.Move.objects.filter(game__pk__in=games, taken_back=0)
        .order_by("game_id", "ply")
        .values_list("game_id", "square")
    )
)


def squares_played(games: Collection[int]) -> Mapping[int, list[mnk.Square]]:
    """The moves that stand in some games, in order, by the games' ids: one query."""
    squares: dict[int, list[mnk.Square]] = defaultdict(list)
    for game_id, square in _STANDING(games):
        squares[game_id].append(square)
    return squares


def openings_of(games: Iterable[models.Game]) -> Mapping[int, str]:
    """How these games have opened, as `mnk.Opening.text` has it, by their ids, without those that
    open by no rule: one query, or none."""
    opened = {game.pk: game for game in games if game.opening != mnk.OpeningRule.NONE}
    texts = {pk: game.opening for pk, game in opened.items()}
    if not texts:
        return texts
    rows = models.Fact.objects.filter(
        game__in=texts, text__startswith=facts.beginning(facts.Chosen)
    ).order_by("game_id", "version")
    for game_id, text in rows.values_list("game_id", "text"):
        fact = facts.decode(text)
        if isinstance(fact, facts.Chosen):
            texts[game_id] += f" {mnk.decision_text(fact.choice, opened[game_id].variant)}"
    return texts
