"""What pages and programs may read about games."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Case, Count, F, Min, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from games import mnk
from games.mnk.clock import DAY
from games.play import facts, models, protocol
from games.players.identify import STRANGER, Visitor
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
        seats.append(models.Seat.objects.filter(key__in=list(visitor.keys)))
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
    if visitor == STRANGER:
        return []
    ids = _GOING_ON(visitor.player_id or _NOBODY, visitor.keys)
    if len(ids) < MY_GAMES:
        ids += _latest_over(visitor)[: MY_GAMES - len(ids)]
    return sorted(_told(ids, visitor), key=lambda game: (game.is_over, not game.your_turn))


_NOBODY = 0
"""The number of no player."""


def _going_on(player: int, keys: Collection[str]) -> "QuerySet[models.Game, int]":
    soonest = F("due_ms").asc(nulls_last=True)
    games = games_going_on(Visitor(player, frozenset(keys))).order_by(soonest, "-changed_ms")
    return games.values_list("pk", flat=True)[:MY_GAMES]


def _over(seats: "QuerySet[models.Seat]") -> "QuerySet[models.Seat, tuple[int, int | None]]":
    over = seats.filter(ended_ms__isnull=False).exclude(
        game__started=False, game__seek_until_ms__isnull=False
    )
    # Somebody may sit on both sides.
    return over.order_by("-ended_ms").values_list("game_id", "ended_ms")[: 2 * MY_GAMES]


_GOING_ON = Prepared(_going_on)
_OVER = Prepared(lambda player: _over(models.Seat.objects.filter(player=player)))
_OVER_BY_KEY = Prepared(lambda keys: _over(models.Seat.objects.filter(key__in=keys)))


def _latest_over(visitor: Visitor) -> list[int]:
    """The visitor's games that ended last, the latest first, by their ids; at most `MY_GAMES`."""
    rows = [] if visitor.player_id is None else _OVER(visitor.player_id)
    ends = dict(rows) | dict(_OVER_BY_KEY(visitor.keys))
    return sorted(ends, key=lambda pk: (-(ends[pk] or 0), -pk))[:MY_GAMES]


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
    # They go on: without that SQLite looks among all the visitor's seats, for each of the games.
    mine = models.Seat.objects.filter(game=OuterRef("pk"), ended_ms=None)
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
    ordered = games.order_by(
        Case(When(is_mine, then=0), default=1),
        F("due_ms").asc(nulls_last=True),
        "-changed_ms",
        "pk",
    )
    ids = list(ordered.values_list("pk", flat=True)[first : first + at_once])
    return InProgress(_told(ids, visitor), turns, every - turns, pages)


class _Sitter(NamedTuple):
    """A seat, and who holds it: what is read of it, in this order."""

    key: str
    player_id: int | None
    name: str | None
    level: str | None


_MINE = Prepared(
    lambda ids: models.Game.objects.filter(pk__in=ids).values_list(
        *("pk", "slug", "opening", "started", "due_ms", "winner", "termination"),
        *(*models.BOARD, *models.CONTROL, *models.TURN),
    )
)
_SITTERS = Prepared(
    lambda ids: models.Seat.objects.filter(game__pk__in=ids).values_list(
        "game_id", "side", "key", "player_id", "player__name", "player__level"
    )
)


def _told(ids: Collection[int], visitor: Visitor) -> list[MyGame]:
    """The visitor's games of these ids, in this order: two queries, of what a list says alone."""
    sitters: dict[int, dict[mnk.Side, _Sitter]] = defaultdict(dict)
    for game_id, side, key, player_id, name, level in _SITTERS(ids):
        sitters[game_id][mnk.Side(side)] = _Sitter(key, player_id, name, level)
    rows = {pk: row for pk, *row in _MINE(ids)}
    return [_my_game(pk, rows[pk], sitters[pk], visitor) for pk in ids if pk in rows]


def _my_game(
    pk: int, row: Sequence[Any], sitters: Mapping[mnk.Side, _Sitter], visitor: Visitor
) -> MyGame:
    slug, opening, started, due_ms, winner, termination, *rest = row
    board, control, turn = rest[:5], rest[5:9], rest[9:]
    taken = {side: each for side, each in sitters.items() if each.player_id is not None}
    own = (side for side, each in taken.items() if each.player_id == visitor.player_id)
    by_key = (side for side, each in taken.items() if visitor.has_key(each.key))
    mine = next(chain(own, by_key))
    opponent = taken.get(mine.other)
    outcome = models.outcome_of(winner, termination) if termination else None
    return MyGame(
        id=pk,
        slug=slug,
        variant=models.variant_of(*board),
        opening=mnk.OpeningRule(opening),
        control=models.control_of(*control),
        ply=turn[-1],
        opponent=(opponent.name or "") if opponent else "",
        opponent_is_bot=opponent is not None and opponent.level != "",
        waiting=opponent is None and outcome is None,
        your_turn=outcome is None and started and models.next_side_of(*turn) is mine,
        is_over=outcome is not None,
        result=result_for(outcome, mine),
        due_ms=due_ms,
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
