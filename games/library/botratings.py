"""Bots are rated by their games: against people whose ratings have settled, and against each other.

Only games count in which the bot met a person's own play: no hint, no move taken back. People's
ratings are what the bots are measured with; they stay as they are.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Sum, When

from games import mnk
from games.mnk.clock import DAY
from games.play import facts
from games.play.models import Fact, Seat
from games.players import fitting, glicko
from games.players.models import BotRating, Kind
from games.players.ratings import ShownRating
from games.review.models import Shelved

WITHIN = timedelta(days=180)
"""Games that ended longer ago are left out: bots and people change."""
HELPED = Q(text__startswith=facts.beginning(facts.HintAsked)) | Q(
    text__startswith=facts.beginning(facts.TakenBack)
)
"""The facts that say that somebody had a hint, or that a move was taken back."""
LEAST_GAMES = 20
"""With fewer games nothing is said about a bot."""


def measure(at: int) -> int:
    """Measure all bots anew at a moment (ms since 1970 UTC); how many ratings there are now.

    Two queries that read the games with bots of half a year, one for people and one for bots.
    """
    results: dict[mnk.Family, list[fitting.Results]] = defaultdict(list)
    for family, each in (*_against_people(at), *_against_bots(at)):
        results[family].append(each)
    rows = [
        BotRating(
            player_id=bot,
            family=family,
            rating=strength.rating,
            deviation=strength.deviation,
            games=strength.games,
            people=strength.people,
            at_ms=at,
        )
        for family, those in results.items()
        for bot, strength in fitting.fit(those).items()
        if strength.games >= LEAST_GAMES
    ]
    with transaction.atomic():
        BotRating.objects.all().delete()
        BotRating.objects.bulk_create(rows)
    return len(rows)


@dataclass(frozen=True, slots=True)
class MeasuredBot:
    """A bot's rating, for people."""

    slug: str
    name: str
    shown: ShownRating
    error: int
    """With 95 % the rating lies within as much of it."""
    games: int
    """It was measured by."""
    people: int
    """Who played it, or the bots it met."""


def measured(family: mnk.Family) -> list[MeasuredBot]:
    """The bots that were measured on a family of boards, the strongest first: one query."""
    rows = BotRating.objects.filter(family=family).select_related("player").order_by("-rating")
    return [_measured(row) for row in rows]


def measured_on(player_id: int) -> dict[mnk.Family, MeasuredBot]:
    """How strong a bot is, by family, the one most played first: one query."""
    rows = BotRating.objects.filter(player=player_id).select_related("player").order_by("-games")
    return {mnk.Family(row.family): _measured(row) for row in rows}


def _measured(row: BotRating) -> MeasuredBot:
    return MeasuredBot(
        row.player.slug,
        row.player.name,
        ShownRating.of(glicko.Rating(row.rating, row.deviation)),
        2 * round(row.deviation),
        row.games,
        row.people,
    )


# --- The games ------------------------------------------------------------------------------------


def _games(at: int) -> "QuerySet[Shelved]":
    """The games that count, with bots or without: everybody may look at them."""
    helped = Fact.objects.filter(HELPED, game=OuterRef("pk"))
    return (
        Shelved.objects.filter(
            public=True, ended_ms__gte=at - WITHIN.days * DAY, plies__gte=mnk.UNTIMED_PLIES
        )
        .exclude(termination=mnk.Termination.ABORT)
        .filter(~Exists(helped))
    )


def _against_people(at: int) -> list[tuple[mnk.Family, fitting.Results]]:
    found = []
    for side in mnk.Side:
        bot, person = ("black", "white") if side is mnk.Side.BLACK else ("white", "black")
        seat = Seat.objects.filter(
            game=OuterRef("pk"), side=side.other, rating__isnull=False, provisional=False
        )
        rows = (
            _games(at)
            .filter(**{f"{bot}__kind": Kind.BOT})
            .filter(**{f"{person}__kind__in": [Kind.GUEST, Kind.ACCOUNT]})
            .annotate(theirs=seat.values("rating")[:1])
            .exclude(theirs=None)
            .values_list(bot, person, "variant", "theirs")
            .annotate(games=Count("*"), halves=_halves(side))
            .order_by()
        )
        for mine, other, variant, rating, games, halves in rows:
            results = fitting.Results(mine, other, float(rating), games, halves / 2)
            found.append((mnk.family_of(mnk.variant_from_text(variant)), results))
    return found


def _against_bots(at: int) -> list[tuple[mnk.Family, fitting.Results]]:
    rows = (
        _games(at)
        .filter(black__kind=Kind.BOT, white__kind=Kind.BOT)
        .exclude(black=F("white"))
        .values_list("black", "white", "variant")
        .annotate(games=Count("*"), halves=_halves(mnk.Side.BLACK))
        .order_by()
    )
    return [
        (
            mnk.family_of(mnk.variant_from_text(variant)),
            fitting.Results(black, white, None, games, halves / 2),
        )
        for black, white, variant, games, halves in rows
    ]


def _halves(side: mnk.Side) -> Sum:
    """Twice the points of a side."""
    return Sum(Case(When(winner=side, then=2), When(winner__isnull=True, then=1), default=0))
