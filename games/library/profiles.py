"""What everybody may know about a player's games, and what two players know of each other's."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count

from games import mnk
from games.library.tallies import Result, result_for
from games.players.models import Score, Streak
from games.prepared import Prepared
from games.review.models import Shelved


@dataclass(frozen=True, slots=True)
class Results:
    """How many games somebody won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def not_lost(self) -> int:
        return self.won + self.drawn

    @classmethod
    def of(cls, result: Result, games: int) -> "Results":
        """That many games that ended so."""
        match result:
            case "won":
                return cls(won=games)
            case "drawn":
                return cls(drawn=games)
            case "lost":
                return cls(lost=games)

    def __add__(self, other: "Results") -> "Results":
        """Both together."""
        return Results(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)


NONE = Results()


@dataclass(frozen=True, slots=True)
class Wins:
    """Wins in a row: now, and at most."""

    now: int = 0
    longest: int = 0


@dataclass(frozen=True, slots=True)
class Profile:
    """How a player's public games ended; those that were aborted do not count."""

    all: Results
    by_family: Mapping[mnk.Family, Results]
    """The family most played first."""
    by_side: mnk.BySide[Results]
    against_people: Results
    against_bots: Results
    streak: Wins
    """Against people."""
    bot_streak: Wins


_SCORES = Prepared(lambda player: Score.objects.filter(player=player))
_STREAKS = Prepared(lambda player: Streak.objects.filter(player=player))


def profile(player_id: int) -> Profile:
    """A player's profile: two queries, of at most 26 rows."""
    by_family: dict[mnk.Family, list[Results]] = defaultdict(list)
    by_side: dict[mnk.Side, list[Results]] = defaultdict(list)
    by_opponent: dict[bool, list[Results]] = defaultdict(list)
    for row in _SCORES(player_id):
        results = Results(row.won, row.drawn, row.lost)
        by_family[mnk.Family(row.family)].append(results)
        by_side[mnk.Side(row.side)].append(results)
        by_opponent[row.against_bots].append(results)
    streaks = {row.against_bots: Wins(row.now, row.longest) for row in _STREAKS(player_id)}
    families = {family: _sum(results) for family, results in by_family.items()}
    return Profile(
        all=_sum(families.values()),
        by_family=dict(sorted(families.items(), key=lambda each: -each[1].games)),
        by_side=mnk.BySide(*(_sum(by_side[side]) for side in mnk.Side)),
        against_people=_sum(by_opponent[False]),
        against_bots=_sum(by_opponent[True]),
        streak=streaks.get(False, Wins()),
        bot_streak=streaks.get(True, Wins()),
    )


_BETWEEN = Prepared(
    lambda black, white: (
        Shelved.objects.filter(black=black, white=white)
        .exclude(termination=mnk.Termination.ABORT)
        .values_list("winner")
        .annotate(count=Count("*"))
        .order_by()
    )
)


def meeting(one: int, other: int) -> Results:
    """How the games of two players ended, for the first of them: two queries.

    All of them count, whoever may watch: only the two are told. Of other games none is read.
    """
    results = NONE
    for side, black, white in ((mnk.Side.BLACK, one, other), (mnk.Side.WHITE, other, one)):
        for winner, count in _BETWEEN(black, white):
            results += Results.of(result_for(side, winner), count)
    return results


def _sum(results: Iterable[Results]) -> Results:
    return sum(results, NONE)
