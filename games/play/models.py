"""Games as they are kept. The numbered rows here are the truth; what is sent tells of it.

A game's history is its moves and its other facts together: each carries the version it made, so
versions 1, 2, 3 … of a game are found in one or the other without a gap. The constraints are the
last referee: whatever goes wrong above, no square is played twice and no ply has two moves.
"""

import functools
import secrets
from collections.abc import Collection, Iterable
from dataclasses import asdict
from typing import Any, ClassVar

from django.db import models, transaction
from django.db.models import Case, F, Q, When
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce
from django.utils import timezone

from games import mnk
from games.mnk.clock import DAY
from games.play import held
from games.play.chat.models import ChatLine as ChatLine
from games.play.chat.models import Report as Report
from games.play.chat.models import Why as Why
from games.play.series import LENGTHS, Series
from games.play.terms import CASUAL, RatingRange, Terms
from games.play.watching import EVERYBODY, MAX_DELAY_MOVES, MAX_DELAY_S, Delay, Visibility, Watching
from games.players.models import Player, new_slug
from games.prepared import Prepared

_SIDES = [(int(side), side.word) for side in mnk.Side]
_one_of_the_sides = [int(side) for side in mnk.Side]

MAX_REASON = 200
"""Characters a reason may have."""
CLAIM_MS = 1_000
"""A worker's claim to a game holds this long, and is renewed while the worker lives."""


_TO_BE_COUNTED = Q(rated=True, ratings_counted=False, ply__gte=mnk.UNTIMED_PLIES) & ~Q(
    termination__in=["", mnk.Termination.ABORT.value]
)
"""A game counts when both have moved, and it was not called off."""


def new_seat_key() -> str:
    """The secret of a seat link: 192 bits."""
    return secrets.token_urlsafe(24)


CORRESPONDENCE = Q(initial_ms__isnull=True) | Q(period_ms__gte=DAY)
"""The games in which nobody is expected to stay at the board: days for each move, or no clock."""


def _side_of_ply(stones_a_turn: int) -> CombinedExpression:
    """`mnk.LineRule.side_of_ply`, for a query."""
    return (F("ply") + (stones_a_turn - 1)) / stones_a_turn % 2


NEXT_SIDE = Coalesce(
    "opening_side",
    Case(
        *(
            When(line_rule=rule.value, then=_side_of_ply(rule.says.stones_a_turn))
            for rule in mnk.LineRule
            if rule.says.stones_a_turn > 1
        ),
        default=_side_of_ply(1),
    ),
    output_field=models.PositiveSmallIntegerField(),
)
"""Whose turn it is."""


class Exhibition(models.Model):
    """Bots play each other, all against all; some of the games at a time, for people to watch."""

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    title = models.CharField(max_length=80)
    at_once = models.PositiveSmallIntegerField()
    """How many of its games run at the same time."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(at_once__gte=1), name="exhibition_runs"),
        ]

    def __str__(self) -> str:
        return self.title


class ExhibitionFollow(models.Model):
    """A player wants to know how an exhibition goes."""

    # No index of its own: the unique constraint begins with it.
    follower = models.ForeignKey(Player, models.CASCADE, related_name="+", db_index=False)
    exhibition = models.ForeignKey(Exhibition, models.CASCADE, related_name="follows")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["follower", "exhibition"], name="exhibition_follow_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.follower_id} follows exhibition {self.exhibition_id}"


BOARD = ("width", "height", "k", "line_rule", "blocked")
"""The columns of a game that say its variant, as `variant_of` takes them."""


def variant_columns(variant: mnk.Variant) -> dict[str, Any]:
    """A variant as the columns of a game."""
    return {
        "width": variant.width,
        "height": variant.height,
        "k": variant.k,
        "line_rule": variant.line_rule,
        "blocked": mnk.squares_text(variant.blocked, variant),
    }


@functools.lru_cache(maxsize=512)
def variant_of(width: int, height: int, k: int, line_rule: str, blocked: str) -> mnk.Variant:
    """The variant of those columns. Some take milliseconds to look through: they are kept."""
    return mnk.with_blocked(mnk.Variant(width, height, k, mnk.LineRule(line_rule)), blocked)


CONTROL = ("initial_ms", "increment_ms", "period_ms", "periods")
"""Those that say its time control, as `control_of` takes them."""


def control_of(
    initial_ms: int | None, increment_ms: int | None, period_ms: int | None, periods: int | None
) -> mnk.TimeControl | None:
    """The time control of those columns, which are set together; None for a game without one."""
    if initial_ms is None:
        return None
    return mnk.TimeControl(initial_ms, increment_ms or 0, period_ms or 0, periods or 0)


TURN = ("opening_side", "line_rule", "ply")
"""Those that say whose turn it is, as `next_side_of` takes them."""


def next_side_of(opening_side: int | None, line_rule: str, ply: int) -> mnk.Side:
    """The side whose turn it is, or would be (`NEXT_SIDE` says it in a query)."""
    if opening_side is None:
        return mnk.LineRule(line_rule).side_of_ply(ply)
    return mnk.Side(opening_side)


def outcome_of(winner: int | None, termination: str) -> mnk.Outcome:
    """The outcome that those columns of a game that is over say."""
    side = None if winner is None else mnk.Side(winner)
    return mnk.Outcome(side, mnk.Termination(termination))


class Games(models.Manager["Game"]):
    """The table of games."""

    def create_of(
        self,
        variant: mnk.Variant,
        control: mnk.TimeControl | None = None,
        watching: Watching = EVERYBODY,
        terms: Terms = CASUAL,
        series: Series | None = None,
        given: tuple[mnk.Square, ...] = (),
        **fields: Any,
    ) -> "Game":
        """A new row for a game of this variant, with a clock if there is a time control.

        It gets a fresh key to its watch link, unless `watching` has one. If the opening is one with
        stones that lie when the game begins these are its first moves: `given`, or else drawn.
        """
        if watching.key:
            fields["watch_key"] = watching.key
        if terms.range is not None:
            fields |= {"rating_low": terms.range.low, "rating_high": terms.range.high}
        slug = fields.setdefault("slug", new_slug())
        given = given or terms.opening.draw(variant, slug)
        if given:
            fields |= {"version": len(given), "ply": len(given), "last_square": given[-1]}
        elif terms.opening is not mnk.OpeningRule.NONE:
            fields["opening_side"] = mnk.Side.BLACK
        if series is not None:
            fields |= {
                "series_of": series.best_of,
                "series_game": series.number,
                "series_black": series.halves.black,
                "series_white": series.halves.white,
            }
        with transaction.atomic(savepoint=False):
            game = self.create(
                **variant_columns(variant),
                visibility=watching.visibility,
                delay_ms=watching.delay.ms,
                delay_moves=watching.delay.moves,
                rated=terms.rated,
                opening=terms.opening,
                opening_again=terms.again,
                **({} if control is None else asdict(control)),
                **fields,
            )
            Move.objects.bulk_create(
                Move(game=game, ply=ply, square=square, at_ms=game.changed_ms, version=ply + 1)
                for ply, square in enumerate(given)
            )
        return game

    def listable(self) -> "models.QuerySet[Game]":
        """The games that lists may name: public, and not removed by a moderator."""
        return self.filter(visibility=Visibility.PUBLIC, removed_ms=None)

    def live(self) -> "models.QuerySet[Game]":
        """The public games in progress, the most recently changed first."""
        return self.listable().filter(termination="", started=True).order_by("-changed_ms")

    def ended_unseen(self, at: int) -> "models.QuerySet[Game]":
        """The public games whose end is not shown yet, at `at` (ms), to spectators."""
        return (
            self.listable()
            .filter(
                ~Q(termination=""),
                started=True,
                changed_ms__gt=at - F("delay_ms"),
                # A bound that an index knows.
                changed_ms__gte=at - 1000 * MAX_DELAY_S,
            )
            .order_by("-changed_ms")
        )

    def uncounted(self) -> "models.QuerySet[Game]":
        """The rated games whose ratings are still to be changed, the earliest end first."""
        return self.filter(_TO_BE_COUNTED).order_by("changed_ms", "pk")

    def to_be_counted(self, at: int) -> "models.QuerySet[Game]":
        """Those among them whose end everybody may know at `at` (ms): the ratings would tell it."""
        return self.uncounted().filter(changed_ms__lte=at - F("delay_ms"))

    def waiting_for_bots(self, at: int) -> "models.QuerySet[Game]":
        """The games whose bot has something to do and that no worker sees to at `at` (ms)."""
        nobody = (
            Q(claim__isnull=True)
            | Q(claim__version__lt=F("version"))
            | held.is_free(at, CLAIM_MS, field="claim__until_ms")
        )
        return self.filter(nobody, bot_due=True)


class Game(models.Model):
    """One game: its variant, how far it is, and how it ended."""

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    k = models.PositiveSmallIntegerField()
    line_rule = models.CharField(
        max_length=12, choices=[(rule.value, rule.name.lower()) for rule in mnk.LineRule]
    )
    blocked = models.CharField(max_length=mnk.MAX_BLOCKED_TEXT, default="", blank=True)
    """The squares that are, by name and in order, as one word."""
    opening = models.CharField(
        max_length=12,
        choices=[(rule.value, rule.name.lower()) for rule in mnk.OpeningRule],
        default=mnk.OpeningRule.NONE.value,
    )
    """By which rule it opens."""
    opening_side = models.PositiveSmallIntegerField(null=True, choices=_SIDES)
    """The side whose turn it is while it opens; None once that follows from the stones."""
    opening_again = models.BooleanField(default=False)
    """Whether its two have played from these stones before, on each other's sides."""
    swapped = models.BooleanField(default=False)
    """Whether the two have changed sides in the opening."""
    initial_ms = models.PositiveBigIntegerField(null=True)
    """The time control; None for a game without a clock."""
    increment_ms = models.PositiveBigIntegerField(null=True)
    period_ms = models.PositiveBigIntegerField(null=True)
    periods = models.PositiveSmallIntegerField(null=True)
    listed = models.BooleanField(default=False)
    """Whether the lobby shows the open seat to everybody."""
    seek_until_ms = models.PositiveBigIntegerField(null=True)
    """For a seek (games.lobby.seeks): until when it stands, unless its host renews it."""
    visibility = models.CharField(
        max_length=8,
        choices=[(kind.value, kind.name.lower()) for kind in Visibility],
        default=Visibility.PUBLIC,
    )
    """Who may watch."""
    watch_key = models.CharField(max_length=40, default=new_seat_key, editable=False)
    """The secret of the watch link of a private game. It carries over to rematches."""
    removed_ms = models.PositiveBigIntegerField(null=True)
    """When a moderator took it off every public list; who has its link still sees it."""
    delay_ms = models.PositiveIntegerField(default=0)
    """How late it is shown to those who do not play it."""
    delay_moves = models.PositiveSmallIntegerField(default=0)
    """And how many moves late."""
    rated = models.BooleanField(default=False)
    """Whether it counts for the ratings of its two players."""
    ratings_counted = models.BooleanField(default=False)
    """Whether it has been counted."""
    rating_low = models.PositiveSmallIntegerField(null=True)
    """Whom the open seat is for: the lowest and the highest rating; None if for everybody."""
    rating_high = models.PositiveSmallIntegerField(null=True)
    series_of = models.PositiveSmallIntegerField(null=True)
    """The most games of the series it is part of; None for a single game."""
    series_game = models.PositiveSmallIntegerField(null=True)
    """Which of them it is."""
    series_black = models.PositiveSmallIntegerField(null=True)
    """The half points that the players on both sides won before it."""
    series_white = models.PositiveSmallIntegerField(null=True)

    version = models.PositiveIntegerField(default=0)
    ply = models.PositiveSmallIntegerField(default=0)
    last_square = models.PositiveSmallIntegerField(null=True)
    started = models.BooleanField(default=False)
    """Whether both seats have been taken."""
    winner = models.PositiveSmallIntegerField(null=True, choices=_SIDES)
    termination = models.CharField(
        max_length=12,
        blank=True,
        choices=[(reason.value, reason.name.lower()) for reason in mnk.Termination],
    )
    """Why it ended; empty while it goes on."""
    reason = models.CharField(max_length=MAX_REASON, blank=True)
    """Why a bot resigned, if something was wrong with it."""
    rematch = models.OneToOneField("self", models.SET_NULL, null=True, related_name="rematch_of")

    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_ms = models.PositiveBigIntegerField(default=0)
    """When it last changed, in milliseconds since 1970 UTC."""
    exhibition = models.ForeignKey(
        Exhibition, models.CASCADE, null=True, related_name="games", db_index=False
    )
    """The exhibition it is part of; until its turn comes it is not started."""
    bot_due = models.BooleanField(default=False)
    """Whether a bot has something to do here: a move, or an offer to answer."""
    due_ms = models.PositiveBigIntegerField(null=True)
    """When the time of the side to move will be up; None while no clock runs for a person."""

    objects = Games()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(width__range=(1, mnk.MAX_SIZE), height__range=(1, mnk.MAX_SIZE)),
                name="game_board_size",
            ),
            models.CheckConstraint(
                condition=Q(k__gte=1) & (Q(k__lte=F("width")) | Q(k__lte=F("height"))),
                name="game_k",
            ),
            models.CheckConstraint(
                condition=Q(ply__lte=F("width") * F("height")), name="game_ply_fits_the_board"
            ),
            models.CheckConstraint(condition=Q(ply__lte=F("version")), name="game_moves_numbered"),
            models.CheckConstraint(
                condition=Q(opening__in=[rule.value for rule in mnk.OpeningRule]),
                name="game_opening",
            ),
            models.CheckConstraint(
                condition=~Q(opening=mnk.OpeningRule.NONE.value)
                | Q(opening_side__isnull=True, swapped=False),
                name="game_opens_by_a_rule",
            ),
            models.CheckConstraint(
                condition=Q(opening_again=False) | Q(opening=mnk.OpeningRule.BALANCED.value),
                name="game_opening_again",
            ),
            models.CheckConstraint(
                condition=Q(winner__isnull=True) | ~Q(termination=""), name="game_winner_needs_end"
            ),
            models.CheckConstraint(
                condition=Q(termination="") | Q(due_ms__isnull=True),
                name="game_no_clock_runs_after_end",
            ),
            models.CheckConstraint(
                condition=Q(visibility__in=list(Visibility)), name="game_visibility"
            ),
            models.CheckConstraint(
                condition=Q(delay_ms__lte=1000 * MAX_DELAY_S, delay_moves__lte=MAX_DELAY_MOVES),
                name="game_delay",
            ),
            models.CheckConstraint(
                condition=Q(seek_until_ms__isnull=True)
                | Q(listed=True, visibility=Visibility.PUBLIC),
                name="game_seek_is_listed",
            ),
            models.CheckConstraint(
                condition=Q(rated=False) | Q(visibility=Visibility.PUBLIC),
                name="game_rated_is_public",
            ),
            models.CheckConstraint(
                condition=Q(ratings_counted=False) | Q(rated=True) & ~Q(termination=""),
                name="game_counted_at_its_end",
            ),
            models.CheckConstraint(
                condition=Q(rating_low__isnull=True, rating_high__isnull=True)
                | Q(rating_high__isnull=False, rating_low__lte=F("rating_high")),
                name="game_rating_range",
            ),
            models.CheckConstraint(
                condition=Q(
                    series_of__isnull=True,
                    series_game__isnull=True,
                    series_black__isnull=True,
                    series_white__isnull=True,
                )
                | Q(
                    series_of__isnull=False,
                    series_of__in=LENGTHS,
                    series_game__isnull=False,
                    series_black__isnull=False,
                    series_white__isnull=False,
                    series_game__gte=1,
                    series_game__lte=F("series_of"),
                    series_black__lte=F("series_of"),
                    series_white=2 * (F("series_game") - 1) - F("series_black"),
                    series_white__lte=F("series_of"),
                ),
                name="game_series",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["-created_at"],
                condition=Q(termination="", listed=True, started=False),
                name="game_open",
            ),
            models.Index(
                fields=["-changed_ms"],
                condition=Q(termination="", started=True, visibility=Visibility.PUBLIC),
                name="game_live",
            ),
            models.Index(
                fields=["seek_until_ms"],
                condition=Q(seek_until_ms__isnull=False, termination="", started=False),
                name="game_seek",
            ),
            models.Index(fields=["changed_ms"], condition=Q(bot_due=True), name="game_bot_due"),
            models.Index(
                fields=["changed_ms", "id"],
                condition=Q(termination="", started=True) & CORRESPONDENCE,
                name="game_by_correspondence",
            ),
            models.Index(
                fields=["due_ms"], condition=Q(due_ms__isnull=False), name="game_time_due"
            ),
            models.Index(
                fields=["exhibition"],
                condition=Q(exhibition__isnull=False),
                name="game_of_exhibition",
            ),
            models.Index(
                fields=["exhibition"],
                condition=Q(exhibition__isnull=False, started=False),
                name="game_planned",
            ),
            models.Index(fields=["changed_ms"], condition=_TO_BE_COUNTED, name="game_to_count"),
            # For finding the latest ends; a game in progress has no entry.
            models.Index(
                fields=["changed_ms", "id"], condition=~Q(termination=""), name="game_over"
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def variant(self) -> mnk.Variant:
        return variant_of(self.width, self.height, self.k, self.line_rule, self.blocked)

    @property
    def control(self) -> mnk.TimeControl | None:
        return control_of(self.initial_ms, self.increment_ms, self.period_ms, self.periods)

    @property
    def players(self) -> dict[mnk.Side, Player | None]:
        """Who holds each seat: a query, unless `seats__player` has been read before."""
        return {mnk.Side(seat.side): seat.player for seat in self.seats.all()}

    @property
    def watching(self) -> Watching:
        return Watching(
            Visibility(self.visibility), self.watch_key, Delay(self.delay_ms, self.delay_moves)
        )

    @property
    def terms(self) -> Terms:
        low, high = self.rating_low, self.rating_high
        of = None if low is None or high is None else RatingRange(low, high)
        return Terms(self.rated, of, mnk.OpeningRule(self.opening), self.opening_again)

    @property
    def title(self) -> str:
        """What people call it: the board, the line rule, and the opening if it has one."""
        return mnk.title_of(self.variant, mnk.OpeningRule(self.opening))

    @property
    def moves_made(self) -> int:
        """How many moves its two have made: stones that lay at the beginning are nobody's."""
        return self.ply - mnk.OpeningRule(self.opening).says.given

    @property
    def next_side(self) -> mnk.Side:
        """Whose turn it is, or would be if it were not over."""
        return next_side_of(self.opening_side, self.line_rule, self.ply)

    @property
    def series(self) -> Series | None:
        if self.series_of is None:
            return None
        # The four are set together.
        halves = mnk.BySide(self.series_black or 0, self.series_white or 0)
        return Series(self.series_of, self.series_game or 1, halves)

    @property
    def outcome(self) -> mnk.Outcome | None:
        return outcome_of(self.winner, self.termination) if self.termination else None


class Seat(models.Model):
    """One side of one game, and who holds it."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", db_index=False)
    side = models.PositiveSmallIntegerField(choices=_SIDES)
    # No index of its own: one below begins with it.
    player = models.ForeignKey(
        Player, models.PROTECT, null=True, related_name="seats", db_index=False
    )
    """None while the seat is open."""
    kept_for = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="kept_seats", db_index=False
    )
    """Who alone may take the seat while it is open; None if anybody may."""
    sat_as = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="+", db_index=False, editable=False
    )
    """The guest whom the player was when they sat down, if they have joined an account since."""
    key = models.CharField(max_length=40, default=new_seat_key, editable=False, db_index=True)
    """The secret of the seat link; whoever shows it plays this side. It carries over to rematches,
    and is renewed in all of them at once."""
    aggressiveness = models.FloatField(null=True)
    """A of the aggressive bot, where it sits."""
    seed = models.PositiveBigIntegerField(default=0)
    """What a bot's choices among equals follow from."""
    rating = models.PositiveSmallIntegerField(null=True)
    """The player's on such boards when they sat down; None for a bot, or without rated games."""
    provisional = models.BooleanField(default=False)
    """Whether it was still rough."""
    ended_ms = models.PositiveBigIntegerField(null=True)
    """When the game ended, in milliseconds since 1970 UTC; None while it goes on. It stands here so
    that what somebody plays now, and what they played last, is found without all the rest."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "side"], name="seat_once_per_side"),
            models.UniqueConstraint(fields=["game", "key"], name="seat_key_once_per_game"),
            models.CheckConstraint(condition=Q(side__in=_one_of_the_sides), name="seat_side"),
            models.CheckConstraint(
                condition=Q(aggressiveness__isnull=True) | Q(aggressiveness__range=(0, 2)),
                name="seat_aggressiveness",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "ended_ms"], name="seat_of_player"),
            models.Index(
                fields=["kept_for"], condition=Q(kept_for__isnull=False), name="seat_kept_for"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {mnk.Side(self.side).word}"


_SEATS = Prepared(lambda games: Seat.objects.filter(game__pk__in=games).select_related("player"))


def with_seats(games: Iterable[Game]) -> list[Game]:
    """These games, whose seats and players are read for all of them: one query.

    As with `prefetch_related("seats__player")`, for what is asked with every page.
    """
    found = list(games)
    seats: dict[int, list[Seat]] = {game.pk: [] for game in found}
    for seat in _SEATS(seats):
        seats[seat.game_id].append(seat)
    for game in found:
        held = game.seats.all()
        held._result_cache = seats[game.pk]
        game._prefetched_objects_cache = {"seats": held}  # type: ignore[attr-defined]  # Django’s
        for seat in seats[game.pk]:
            seat.game = game
    return found


_GAMES = Prepared(lambda ids: Game.objects.filter(pk__in=ids))


def games_with_seats(ids: Collection[int]) -> dict[int, Game]:
    """The games of these numbers, by them, with their seats and players: two queries."""
    return {game.pk: game for game in with_seats(_GAMES(ids))}


class SeatOpening(models.Model):
    """A browser other than the holder's has opened a seat's link. Renewing the link clears it."""

    # No index of its own: the unique constraint begins with it.
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="openings", db_index=False)
    browser = models.CharField(max_length=16)
    """The browser's name, made at random; not the id of its session."""
    at_ms = models.PositiveBigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "browser"], name="seat_opening_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id} by {self.browser}"


class Move(models.Model):
    """One stone played. Never deleted, and never changed except to be taken back."""

    # No index of its own: the unique constraints begin with the game.
    game = models.ForeignKey(Game, models.CASCADE, related_name="moves", db_index=False)
    ply = models.PositiveSmallIntegerField()
    """How many moves came before it."""
    square = models.PositiveSmallIntegerField()
    at_ms = models.PositiveBigIntegerField()
    """When the server heard it, in milliseconds since 1970 UTC."""
    version = models.PositiveIntegerField()
    """The version of the game that this move made."""
    command = models.CharField(max_length=36, blank=True)
    """The id its sender gave the command."""
    taken_back = models.PositiveIntegerField(default=0)
    """The version of the game that took it back; 0 while it stands."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "ply", "taken_back"], name="move_once_per_ply"),
            models.UniqueConstraint(
                fields=["game", "square", "taken_back"], name="move_once_per_square"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.ply}: {self.square}"


class Fact(models.Model):
    """Something other than a move that happened to a game (games.play.facts)."""

    # No index of its own: the unique constraint begins with it.
    game = models.ForeignKey(Game, models.CASCADE, related_name="facts", db_index=False)
    version = models.PositiveIntegerField()
    """The version of the game that this made."""
    side = models.PositiveSmallIntegerField(null=True, choices=_SIDES)
    """Whose command it was, if a seat's."""
    command = models.CharField(max_length=36, blank=True)
    """The id its sender gave the command."""
    digest = models.CharField(max_length=16, blank=True)
    """The command's; empty where none was kept, before version 0.3.0."""
    text = models.TextField()
    """The fact, as JSON."""
    at_ms = models.PositiveBigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "version"], name="fact_once_per_version"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.version}"


class Thought(models.Model):
    """How a bot came to a move: given the same values, it plays the same again."""

    move = models.OneToOneField(Move, models.CASCADE, related_name="thought")
    level = models.CharField(max_length=32)
    """The level that played: the bot's own, or a simpler one that stood in for it."""
    aggressiveness = models.FloatField(null=True)
    seed = models.PositiveBigIntegerField()
    nodes = models.PositiveBigIntegerField()
    """How many positions it was allowed to look at; 0 for one that does not count them."""
    waited_ms = models.PositiveIntegerField()
    """From the commit of what happened before to the beginning of the thinking."""
    ms = models.PositiveIntegerField()
    """How long it thought."""
    depth = models.PositiveSmallIntegerField(null=True)
    score = models.IntegerField(null=True)

    def __str__(self) -> str:
        return f"{self.move} by {self.level}"


class Claim(models.Model):
    """Which worker sees to a game whose bot has something to do, at one version, and until when.

    Workers claim by updating: one of them changes the row, the others find it changed.
    """

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="claim")
    version = models.PositiveIntegerField()
    worker = models.CharField(max_length=32)
    until_ms = models.PositiveBigIntegerField()
    """The worker renews it while it lives; afterwards another may take over."""
    attempts = models.PositiveSmallIntegerField(default=1)
    """How many workers have tried this version."""

    class Meta:
        indexes: ClassVar = [models.Index(fields=["until_ms"], name="claim_until")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.version} by {self.worker}"


class Attendance(models.Model):
    """A player's connection to a game with a clock came or went: for its timing log."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="attendance")
    side = models.PositiveSmallIntegerField(choices=_SIDES)
    at_ms = models.PositiveBigIntegerField()
    came = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.game_id} {mnk.Side(self.side).word} {'came' if self.came else 'went'}"


class ServerProcess(models.Model):
    """A process that serves games, and when it was last known to be well."""

    began_ms = models.PositiveBigIntegerField()
    seen_ms = models.PositiveBigIntegerField()
    kept_ms = models.PositiveBigIntegerField()
    """Everything it had heard until then was kept, or refused."""

    def __str__(self) -> str:
        return f"server process {self.pk}"


class Downtime(models.Model):
    """A time in which some of the games could not go on, through no fault of their players."""

    began_ms = models.PositiveBigIntegerField()
    ended_ms = models.PositiveBigIntegerField(null=True)
    """None while it lasts."""
    credited = models.BooleanField(default=False)
    """Whether the clocks that ran meanwhile have been given it back."""

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["ended_ms"], name="downtime_ended"),
            models.Index(fields=["began_ms"], condition=Q(credited=False), name="downtime_open"),
        ]

    def __str__(self) -> str:
        return f"{self.began_ms} to {self.ended_ms}"


class TimeBase(models.Model):
    """What time it is, for all processes of one boot of one machine (servertime.py)."""

    boot = models.CharField(max_length=80, primary_key=True)
    base_ms = models.BigIntegerField()
    """The server's time when the machine began to run."""

    def __str__(self) -> str:
        return f"{self.boot}: {self.base_ms}"


class Lease(models.Model):
    """A task that one process at a time does for all, and until when it is that process's."""

    name = models.CharField(max_length=32, primary_key=True)
    holder = models.CharField(max_length=40)
    until_ms = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.name} by {self.holder}"


class TvChannel(models.Model):
    """The game on TV for one family of boards: the same for all server processes."""

    family = models.CharField(
        max_length=8,
        primary_key=True,
        choices=[(family.value, family.name.lower()) for family in mnk.Family],
    )
    game = models.ForeignKey(Game, models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(family__in=list(mnk.Family)), name="tv_channel_family"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.family}: {self.game_id}"


class WriteAttempt(models.Model):
    """A write that is made to see whether one can be (games.ops.health): one row for everybody."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    number = models.PositiveBigIntegerField(default=0)
    """Of the latest attempt."""
    room = models.BinaryField(default=bytes)
    """As much as some moves need, different bytes each time: they must find room on the disk."""

    def __str__(self) -> str:
        return f"attempt {self.number}"
