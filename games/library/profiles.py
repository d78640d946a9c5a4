"""What everybody may know about a player: how their public games ended, by variant."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, F

from games import mnk
from games.players.models import Player
from games.review.models import Shelved


@dataclass(frozen=True, slots=True)
class Score:
    """How many games of one variant a player won, drew and lost."""

    variant: mnk.Variant
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


def scores(player: Player) -> list[Score]:
    """A player's scores, the variant most played first: two queries.

    Only public games that are over count; those that were called off do not, and neither do those
    in which the player sat on both sides.
    """
    counts: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for side, field in ((mnk.Side.BLACK, "black"), (mnk.Side.WHITE, "white")):
        rows = (
            Shelved.objects.filter(**{field: player, "public": True})
            .exclude(termination=mnk.Termination.ABORT)
            .exclude(black=F("white"))
            .values_list("variant", "winner")
            .annotate(count=Count("*"))
            .order_by()
        )
        for variant, winner, count in rows:
            counts[variant][_result(winner, side)] += count
    found = [_score(variant, results) for variant, results in counts.items()]
    return sorted(found, key=lambda score: -score.games)


def _result(winner: int | None, side: mnk.Side) -> int:
    return 0 if winner is None else 1 if winner == side else -1


def _score(variant: str, results: Mapping[int, int]) -> Score:
    return Score(mnk.variant_from_text(variant), results[1], results[0], results[-1])
