"""Ratings computed anew from the games: the same numbers as are kept, to the last digit.

Each game that was counted has kept a fact, `Rated`, in the transaction that changed both ratings.
Of one player's facts each was begun after the one before it was kept, so their rows' numbers are in
the order in which they counted, whichever processes counted them. Between two of them a guest may
have joined an account: `Player.joined_after` says where. Accounts that were deleted have no rating.

Functions here read the database, and only `write` changes it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import chain, islice
from typing import NamedTuple, TypeAlias

from django.db import connection, transaction

from games import mnk
from games.play import facts
from games.play.models import Fact, Seat, variant_of
from games.play.services.rating import black_score
from games.players import glicko, ratings
from games.players.models import Kind, Player, PlayerRating, RatingDay

Key: TypeAlias = tuple[int, mnk.Family]
"""A player, by number, and a family of boards."""

NEAR = 0.001
"""Points: as much may differ on another machine, whose logarithm rounds another last digit."""
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating on one family of boards, and what it was at the end of each day."""

    tally: ratings.Tally
    days: dict[date, ratings.Day] = field(default_factory=dict)

    def is_like(self, other: "Standing | None") -> bool:
        """Whether another says the same."""
        if other is None:
            return False
        mine, theirs = self.tally, other.tally
        return (
            mine.games == theirs.games
            and mine.counted_ms == theirs.counted_ms
            and abs(mine.strength.rating - theirs.strength.rating) <= NEAR
            and abs(mine.strength.deviation - theirs.strength.deviation) <= NEAR
            and abs(mine.strength.volatility - theirs.strength.volatility) <= NEAR
            and self.days == other.days
        )


Standings: TypeAlias = dict[Key, Standing]


@dataclass(frozen=True, slots=True)
class Difference:
    """A rating that is not what the games say."""

    player_id: int
    family: mnk.Family
    kept: Standing | None
    found: Standing | None
    """From the games; None if no game says anything."""


def differences() -> tuple[list[Difference], int]:
    """Every rating that is not what the games say, and how many there are in all.

    All is read as it is at one moment, while the server runs, too.
    """
    with _one_moment():
        kept, found = stored(), from_games()
    different = [
        Difference(*key, kept.get(key), found.get(key))
        for key in sorted(kept.keys() | found.keys())
        if key not in kept or not kept[key].is_like(found.get(key))
    ]
    return different, len(kept.keys() | found.keys())


def stored() -> Standings:
    """The ratings as they are kept."""
    days: dict[Key, dict[date, ratings.Day]] = {}
    for row in RatingDay.objects.iterator():
        of = days.setdefault((row.player_id, mnk.Family(row.family)), {})
        of[row.date] = ratings.Day(row.date, row.rating, row.highest)
    standings = {}
    for kept in PlayerRating.objects.iterator():
        key = kept.player_id, mnk.Family(kept.family)
        tally = ratings.Tally(kept.strength, kept.games, kept.counted_ms)
        standings[key] = Standing(tally, days.get(key, {}))
    return standings


class _Join(NamedTuple):
    """A guest's joining an account, in the order in which it happened."""

    after: int
    at_ms: int
    guest: int
    account: int


class _Game(NamedTuple):
    """A game that was counted."""

    fact: int
    at_ms: int
    id: int
    winner: int | None
    termination: str
    width: int
    height: int
    k: int
    line_rule: str
    blocked: str

    @property
    def family(self) -> mnk.Family:
        return mnk.family_of(
            variant_of(self.width, self.height, self.k, self.line_rule, self.blocked)
        )

    @property
    def outcome(self) -> mnk.Outcome:
        winner = None if self.winner is None else mnk.Side(self.winner)
        return mnk.Outcome(winner, mnk.Termination(self.termination))


def from_games() -> Standings:
    """The ratings as the games make them."""
    guests = Player.objects.exclude(joined_to=None)
    joins = sorted(
        _Join(guest.joined_after or 0, guest.joined_ms or 0, guest.pk, guest.joined_to_id or 0)
        for guest in guests
    )
    joined = {join.guest: join for join in joins}
    standings: Standings = {}
    to_come = iter(joins)
    next_join = next(to_come, None)
    for game, seats in _games():
        while next_join is not None and next_join.after < game.fact:
            _join(standings, next_join)
            next_join = next(to_come, None)
        _count(standings, game, seats.map(partial(_then, fact=game.fact, joined=joined)))
    for join in chain(filter(None, (next_join,)), to_come):
        _join(standings, join)
    left = set(Player.objects.filter(kind=Kind.ACCOUNT, user=None).values_list("pk", flat=True))
    return {key: standing for key, standing in standings.items() if key[0] not in left}


def _games() -> Iterator[tuple[_Game, mnk.BySide[int]]]:
    """The games that were counted, in this order, and who sat down at them."""
    rated = Fact.objects.filter(text__startswith=facts.beginning(facts.Rated)).order_by("pk")
    columns = ("winner", "termination", "width", "height", "k", "line_rule", "blocked")
    rows = rated.values_list("pk", "at_ms", "game_id", *(f"game__{name}" for name in columns))
    every = (_Game(*row) for row in rows.iterator(_AT_ONCE))
    while games := list(islice(every, _AT_ONCE)):
        seats = Seat.objects.filter(game__in=[game.id for game in games])
        sat = {
            (game, side): sat_as or player
            for game, side, player, sat_as in seats.values_list(
                "game_id", "side", "player_id", "sat_as_id"
            )
        }
        for game in games:
            yield game, mnk.BySide(*(sat[game.id, int(side)] for side in mnk.Side))


def _then(guest: int, *, fact: int, joined: Mapping[int, _Join]) -> int:
    """Who somebody was when a game was counted: a guest, or the account they had joined."""
    join = joined.get(guest)
    return guest if join is None or fact <= join.after else join.account


def _count(standings: Standings, game: _Game, players: mnk.BySide[int]) -> None:
    keys = players.map(lambda player: (player, game.family))
    before = keys.map(lambda key: standings.get(key) or Standing(ratings.NEWCOMER))
    score = black_score(game.outcome)
    after = ratings.after_game(before.map(lambda each: each.tally), score, game.at_ms)
    day = ratings.date_of(game.at_ms)
    for key, old, tally in zip(keys, before, after, strict=True):
        old.days[day] = ratings.day_after(old.days.get(day), tally)
        standings[key] = Standing(tally, old.days)


def _join(standings: Standings, join: _Join) -> None:
    for family in mnk.Family:
        theirs = standings.pop((join.guest, family), None)
        own = standings.get((join.account, family))
        if theirs is None:
            continue
        if own is None:
            standings[join.account, family] = theirs
            continue
        stays = theirs if ratings.is_better_known(theirs.tally, own.tally) else own
        tally = ratings.joined(own.tally, theirs.tally)
        standings[join.account, family] = Standing(tally, stays.days)


@transaction.atomic
def write(difference: Difference) -> bool:
    """Keep what the games say; false, and nothing has changed, if it was not as found any more."""
    player, family = difference.player_id, difference.family
    rows = PlayerRating.objects.filter(player=player, family=family)
    row = rows.select_for_update().first()
    now = None if row is None else ratings.Tally(row.strength, row.games, row.counted_ms)
    if now != (None if difference.kept is None else difference.kept.tally):
        return False
    RatingDay.objects.filter(player=player, family=family).delete()
    found = difference.found
    if found is None:
        rows.delete()
        return True
    row = row or PlayerRating(player_id=player, family=family)
    row.strength, row.games = found.tally.strength, found.tally.games
    row.counted_ms = found.tally.counted_ms
    row.save()
    RatingDay.objects.bulk_create(
        RatingDay(
            player_id=player, family=family, date=day.date, rating=day.rating, highest=day.highest
        )
        for day in found.days.values()
    )
    return True


@contextmanager
def _one_moment() -> Iterator[None]:
    """Read everything as it is at one moment, and keep nobody from writing."""
    if connection.vendor == "sqlite":
        begin = "BEGIN DEFERRED"  # `atomic` would hold the writers up
    else:
        begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    with connection.cursor() as cursor:
        cursor.execute(begin)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ROLLBACK")


def words(standing: Standing | None) -> str:
    """A rating for the operator."""
    if standing is None:
        return "none"
    strength: glicko.Rating = standing.tally.strength
    return (
        f"{strength.rating:.1f} ± {2 * strength.deviation:.1f} "
        f"by {standing.tally.games} games on {len(standing.days)} days"
    )
