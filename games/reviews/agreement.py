"""How often a player's moves agree with the engine's, in reviewed games: statistics, not proof.

A strong player agrees with an engine often, and somebody who uses one may hide it: a human decides.
Moves count where there was something to choose: not in openings that many games went through,
and not where the game was lost whatever was played.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Subquery, Sum

from games import mnk
from games.play.models import Game, Seat
from games.review import worths
from games.review.models import Agreement
from games.reviews import labels

STAGE_PLIES = 10
"""Plies are counted this many at a time."""
BAND = 200
"""Points: players whose ratings are in one band are compared."""
LIKE = 100
"""Points: whoever is no further away is of like strength."""
LEAST_MOVES = 20
"""A player with fewer moves has no share of their own: it would say little."""
LEAST_PLAYERS = 5
"""With fewer others nothing is usual."""
MOST_COMPARED = 20_000
"""Rows that are compared with, the latest: about 5,000 games."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Moves, and how many of them were the engine's best."""

    proved: int = 0
    """In positions whose worth is proved."""
    proved_best: int = 0
    estimated: int = 0
    estimated_best: int = 0
    lost: float = 0.0
    """How much of the chance to win (0 to 1) was given away, added up."""
    games: int = 0

    @property
    def moves(self) -> int:
        return self.proved + self.estimated

    @property
    def best_percent(self) -> int | None:
        """Per cent of the moves that were the engine's best; None without moves."""
        return _percent(self.proved_best + self.estimated_best, self.moves)

    @property
    def proved_percent(self) -> int | None:
        return _percent(self.proved_best, self.proved)

    @property
    def estimated_percent(self) -> int | None:
        return _percent(self.estimated_best, self.estimated)

    @property
    def lost_percent(self) -> float | None:
        """How many per cent of the chance to win a move gave away, on average."""
        return round(100 * self.lost / self.moves, 1) if self.moves else None

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.proved + other.proved,
            self.proved_best + other.proved_best,
            self.estimated + other.estimated,
            self.estimated_best + other.estimated_best,
            self.lost + other.lost,
            self.games + other.games,
        )


def _percent(part: int, whole: int) -> int | None:
    return round(100 * part / whole) if whole else None


def of_moves(moves: Mapping[int, labels.Move]) -> dict[tuple[mnk.Side, int], Tally]:
    """How the moves of a game, by ply, agree with the engine's, by side and stage."""
    found: dict[tuple[mnk.Side, int], Tally] = defaultdict(Tally)
    for ply, move in moves.items():
        had, lost = worths.chance(move.before.worth), move.lost
        if move.is_known or had is None or lost is None or had <= labels.LOST:
            continue
        is_best = move.square in move.before.best
        is_proved = worths.is_proved(move.before.worth)
        found[move.side, ply // STAGE_PLIES] += Tally(
            proved=int(is_proved),
            proved_best=int(is_proved and is_best),
            estimated=int(not is_proved),
            estimated_best=int(not is_proved and is_best),
            lost=min(lost, 2.0) / 2,
        )
    return dict(found)


def keep(game: Game, moves: Mapping[int, labels.Move]) -> None:
    """Keep how both sides of a game did, in place of what was kept of it. Three queries."""
    seats = {mnk.Side(seat.side): seat for seat in Seat.objects.filter(game=game)}
    Agreement.objects.filter(game=game).delete()
    Agreement.objects.bulk_create(
        Agreement(
            game=game,
            side=side,
            stage=stage,
            family=mnk.family_of(game.variant),
            rating=None if seats[side].provisional else seats[side].rating,
            proved=tally.proved,
            proved_best=tally.proved_best,
            estimated=tally.estimated,
            estimated_best=tally.estimated_best,
            lost=tally.lost,
        )
        for (side, stage), tally in of_moves(moves).items()
    )


# --- For moderators -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameTally:
    """A game of a player's."""

    slug: str
    side: mnk.Side
    opponent: str
    at_ms: int
    """When it last changed, in milliseconds since 1970 UTC."""
    tally: Tally


@dataclass(frozen=True, slots=True)
class Usual:
    """How other players of like strength agree: what a player's own figures can be held against."""

    low: int
    high: int
    """Their ratings when they sat down."""
    all: Tally
    players: int
    """How many of them made enough moves to have a share of their own."""
    shares: tuple[int, int, int] | None
    """Of these players' shares of best moves, in per cent: a tenth play fewer than the first, half
    fewer than the second, a tenth more than the third. None for too few players."""


@dataclass(frozen=True, slots=True)
class Report:
    """How a player's reviewed games on one family of boards agree with the engine."""

    family: mnk.Family
    all: Tally
    by_stage: Mapping[int, Tally]
    """By the first ply of ten."""
    games: tuple[GameTally, ...]
    """The latest first."""
    others: Mapping[int, Tally]
    """Players with settled ratings, by the lowest rating of their band."""
    usual: Usual | None
    """None for a player whose rating had settled in none of these games."""


def report(player_id: int, family: mnk.Family, *, most: int) -> Report:
    """How a player's last reviewed games agree, at most `most` of them: five queries."""
    known = Agreement.objects.filter(game=OuterRef("game"), side=OuterRef("side"), family=family)
    seats = Seat.objects.filter(Exists(known), player=player_id)
    latest = seats.order_by("-game__changed_ms", "-game").values_list("game", "side")
    sides = dict(latest[:most])
    rows = Agreement.objects.filter(game__in=sides).select_related("game")
    by_game: dict[int, Tally] = {}
    by_stage: dict[int, Tally] = defaultdict(Tally)
    games = {}
    rated: tuple[int, int] | None = None
    for row in rows:
        if sides[row.game_id] == row.side:
            if row.rating is not None:
                rated = max(rated or (0, 0), (row.game.changed_ms, row.rating))
            by_stage[row.stage * STAGE_PLIES] += _tally(row)
            if row.game_id not in games:
                games[row.game_id], by_game[row.game_id] = row.game, Tally(games=1)
            by_game[row.game_id] += _tally(row)
    opponents = {
        seat.game_id: seat.player.name if seat.player else ""
        for seat in Seat.objects.filter(game__in=games).select_related("player")
        if seat.side != sides[seat.game_id]
    }
    return Report(
        family,
        sum(by_game.values(), Tally()),
        dict(sorted(by_stage.items())),
        tuple(
            GameTally(
                games[pk].slug,
                mnk.Side(sides[pk]),
                opponents.get(pk, ""),
                games[pk].changed_ms,
                by_game[pk],
            )
            for pk in sides
            if pk in games
        ),
        population(family),
        None if rated is None else usual(family, rated[1], but=player_id),
    )


def usual(family: mnk.Family, rating: int, *, but: int) -> Usual:
    """How players about as strong agree, `but` one of them: one query.

    Looks at the latest games alone, like `population`.
    """
    low, high = rating - LIKE, rating + LIKE
    latest = Agreement.objects.filter(family=family, rating__isnull=False).order_by("-pk")
    seat = Seat.objects.filter(game=OuterRef("game"), side=OuterRef("side"))
    rows = (
        Agreement.objects.filter(
            pk__in=latest.values("pk")[:MOST_COMPARED], rating__range=(low, high)
        )
        .annotate(player=Subquery(seat.values("player")[:1]))
        .exclude(player=but)
        .values("player")
        .annotate(*_SUMS, games=Count("game", distinct=True))
    )
    tallies = [_summed(row) for row in rows]
    shares = sorted(
        share
        for each in tallies
        if each.moves >= LEAST_MOVES and (share := each.best_percent) is not None
    )
    return Usual(
        low,
        high,
        sum(tallies, Tally()),
        len(shares),
        _spread(shares) if len(shares) >= LEAST_PLAYERS else None,
    )


def _spread(shares: Sequence[int]) -> tuple[int, int, int]:
    """The tenth, the middle and the ninth tenth of what is in order.

    >>> _spread([10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110])
    (20, 60, 100)
    """
    last = len(shares) - 1
    return shares[round(last / 10)], shares[round(last / 2)], shares[round(last * 9 / 10)]


_SUMS = tuple(map(Sum, ("proved", "proved_best", "estimated", "estimated_best", "lost")))


def _summed(row: Mapping[str, Any]) -> Tally:
    return Tally(
        row["proved__sum"],
        row["proved_best__sum"],
        row["estimated__sum"],
        row["estimated_best__sum"],
        row["lost__sum"],
        row["games"],
    )


def _tally(row: Agreement) -> Tally:
    return Tally(row.proved, row.proved_best, row.estimated, row.estimated_best, row.lost, games=0)


def population(family: mnk.Family) -> dict[int, Tally]:
    """How players of each strength agree, by the lowest rating of their band: one query."""
    latest = Agreement.objects.filter(family=family, rating__isnull=False).order_by("-pk")
    rows = (
        Agreement.objects.filter(pk__in=latest.values("pk")[:MOST_COMPARED])
        .annotate(band=F("rating") / BAND)
        .values("band")
        .annotate(*_SUMS, games=Count("game", distinct=True))
        .order_by("band")
    )
    return {BAND * row["band"]: _summed(row) for row in rows}
