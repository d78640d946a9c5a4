"""A player: a guest, somebody with an account, or a bot."""

import random
import secrets
from datetime import UTC, datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from games import mnk
from games.players import glicko

MAX_NAME = 24
"""Characters a player's name may have."""
MAX_KEY = 100
"""Characters of what an account's name looks like: some signs are written out as several."""

MAX_WARNING = 500
"""Characters a warning may have."""

FOR_GOOD = datetime(9999, 1, 1, tzinfo=UTC)
"""Somebody silenced until then is silenced for good."""

LEAST_GAMES = 30
"""A leaderboard names those with as many rated games …"""
SETTLED = 100.0
"""… and a deviation of at most this."""

_UNKNOWN = glicko.Rating()
_SLUG_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_slug() -> str:
    """A name in links: 10 signs that are hard to guess (2^49) and easy to read out."""
    return "".join(secrets.choice(_SLUG_LETTERS) for _ in range(10))


class Kind(models.TextChoices):
    """What a player is."""

    GUEST = "guest"
    ACCOUNT = "account"
    BOT = "bot"


class OpenTo(models.TextChoices):
    """Whose requests a player hears: to be friends, or to play. Friends may always ask."""

    EVERYBODY = "everybody"
    ACCOUNTS = "accounts"
    NOBODY = "nobody"


class Player(models.Model):
    """Somebody (or something) that can hold a seat."""

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    """Their name in links, which others may know."""
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.GUEST)
    name = models.CharField(max_length=MAX_NAME)
    level = models.CharField(max_length=32, blank=True)
    """Which bot it is (games.players.bots); empty for people. There is one player for each bot."""
    program = models.BooleanField(default=False)
    """Whether a program made them through the API: then the key of their seat is all they have."""
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="player"
    )
    """For an account: what they sign in with. None once the account was deleted."""
    looks_like = models.CharField(  # noqa: DJ001  # unique where there is one
        max_length=MAX_KEY, null=True, unique=True, editable=False
    )
    """For an account: what its name may be taken for (`lookalikes.key`); no two have the same."""
    joined_to = models.ForeignKey("self", models.CASCADE, null=True, related_name="guests")
    """For a guest who signed in: the account that has their games now. Nobody plays as this guest
    any more."""
    joined_ms = models.PositiveBigIntegerField(null=True, editable=False)
    """When, in milliseconds since 1970 UTC; later for each guest of an account."""
    joined_after = models.PositiveBigIntegerField(null=True, editable=False)
    """The last fact that was kept before (`games.play.models.Fact`): rated games that were counted
    later counted for the account."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    silenced_until = models.DateTimeField(null=True, blank=True)
    """Until when they may say nothing beside games; `FOR_GOOD`, or None if they may."""
    open_to = models.CharField(
        max_length=9, choices=OpenTo.choices, default=OpenTo.EVERYBODY, editable=False
    )
    """Who may ask them to be friends, or to play."""
    warning = models.CharField(max_length=MAX_WARNING, blank=True, editable=False)
    """What a moderator wants them to know, until they have said that they have read it."""
    closed_ms = models.PositiveBigIntegerField(null=True, editable=False)
    """For a guest: when a moderator closed it, in milliseconds since 1970 UTC. The user of an
    account that is closed is not active."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(kind=Kind.BOT) & ~models.Q(level="")
                | ~models.Q(kind=Kind.BOT) & models.Q(level=""),
                name="player_bot_has_level",
            ),
            models.UniqueConstraint(
                fields=["level"], condition=~models.Q(level=""), name="player_once_per_level"
            ),
            models.CheckConstraint(condition=models.Q(kind__in=Kind.values), name="player_kind"),
            models.CheckConstraint(
                condition=models.Q(kind=Kind.ACCOUNT)
                | models.Q(user__isnull=True, looks_like__isnull=True),
                name="player_only_accounts_sign_in",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    joined_to__isnull=True, joined_ms__isnull=True, joined_after__isnull=True
                )
                | models.Q(
                    kind=Kind.GUEST,
                    joined_to__isnull=False,
                    joined_ms__isnull=False,
                    joined_after__isnull=False,
                ),
                name="player_only_guests_join",
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
            models.CheckConstraint(
                condition=models.Q(open_to__in=OpenTo.values), name="player_open_to"
            ),
            models.CheckConstraint(
                condition=models.Q(closed_ms=None) | models.Q(kind=Kind.GUEST),
                name="player_only_guests_are_closed",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_closed(self) -> bool:
        """Whether a moderator has closed this guest, or this account. May read the database."""
        user = self.user
        return self.closed_ms is not None or (user is not None and not user.is_active)


class HasStrength(models.Model):
    """A strength by Glicko-2."""

    rating = models.FloatField(default=_UNKNOWN.rating)
    deviation = models.FloatField(default=_UNKNOWN.deviation)
    volatility = models.FloatField(default=_UNKNOWN.volatility)

    class Meta:
        abstract = True

    @property
    def strength(self) -> glicko.Rating:
        return glicko.Rating(self.rating, self.deviation, self.volatility)

    @strength.setter
    def strength(self, found: glicko.Rating) -> None:
        self.rating, self.deviation = found.rating, found.deviation
        self.volatility = found.volatility


class PlayerRating(HasStrength):
    """How strong a person is on one family of boards, by their rated games."""

    # No index of its own: the unique constraint begins with it.
    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings", db_index=False)
    family = models.CharField(
        max_length=8, choices=[(family.value, family.name.lower()) for family in mnk.Family]
    )
    games = models.PositiveIntegerField()
    """How many have been counted. Whoever counts one must find this number unchanged."""
    counted_ms = models.PositiveBigIntegerField()
    """When the last was counted, in milliseconds since 1970 UTC."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "family"], name="player_rating_once"),
            models.CheckConstraint(
                condition=models.Q(family__in=list(mnk.Family)), name="player_rating_family"
            ),
            models.CheckConstraint(condition=models.Q(games__gte=1), name="player_rating_by_games"),
        ]
        indexes: ClassVar = [
            # For leaderboards: of the others there is no entry.
            models.Index(
                fields=["family", "-rating"],
                condition=models.Q(games__gte=LEAST_GAMES, deviation__lte=SETTLED),
                name="player_rating_ranked",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.family} {self.rating:.0f}"


class BotRating(models.Model):
    """How strong a bot is on one family of boards, by its games: an estimate, made anew each time.

    People's ratings are what it is measured with; their own are not changed by it.
    """

    # No index of its own: the unique constraint begins with it.
    player = models.ForeignKey(Player, models.CASCADE, related_name="+", db_index=False)
    family = models.CharField(
        max_length=8, choices=[(family.value, family.name.lower()) for family in mnk.Family]
    )
    rating = models.FloatField()
    deviation = models.FloatField()
    """With 95 % it lies within twice this."""
    games = models.PositiveIntegerField()
    """That it was measured by."""
    people = models.PositiveIntegerField()
    """How many people it, or the bots it met, played."""
    at_ms = models.PositiveBigIntegerField()
    """When, in milliseconds since 1970 UTC."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "family"], name="bot_rating_once"),
            models.CheckConstraint(
                condition=models.Q(family__in=list(mnk.Family)), name="bot_rating_family"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.family} {self.rating:.0f}"


class RatingDay(models.Model):
    """How strong a person was at the end of a day on one family of boards, as it was shown."""

    # No index of its own: the unique constraint begins with it.
    player = models.ForeignKey(Player, models.CASCADE, related_name="rating_days", db_index=False)
    family = models.CharField(
        max_length=8, choices=[(family.value, family.name.lower()) for family in mnk.Family]
    )
    date = models.DateField()
    """By UTC; only days with a rated game have a row."""
    rating = models.PositiveSmallIntegerField()
    """After the day's last game."""
    highest = models.PositiveSmallIntegerField()
    """After the best of its games."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "family", "date"], name="rating_day_once_a_day"
            ),
            models.CheckConstraint(
                condition=models.Q(family__in=list(mnk.Family)), name="rating_day_family"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.family} {self.date}: {self.rating}"


class Score(models.Model):
    """How a player's public games ended: of one family, on one side, against people or bots.

    Added up as games are shelved, so that a page about somebody with 100,000 games reads a few
    rows. Games that were aborted do not count, nor those in which one player sat on both sides.
    """

    # No index of its own: the unique constraint begins with it.
    player = models.ForeignKey(Player, models.CASCADE, related_name="scores", db_index=False)
    family = models.CharField(
        max_length=8, choices=[(family.value, family.name.lower()) for family in mnk.Family]
    )
    side = models.PositiveSmallIntegerField(choices=[(int(side), side.word) for side in mnk.Side])
    """The player's."""
    against_bots = models.BooleanField()
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "family", "side", "against_bots"], name="score_once"
            ),
            models.CheckConstraint(
                condition=models.Q(family__in=list(mnk.Family)), name="score_family"
            ),
            models.CheckConstraint(
                condition=models.Q(side__in=[int(side) for side in mnk.Side]), name="score_side"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.family}: {self.won}-{self.drawn}-{self.lost}"


class Streak(models.Model):
    """A player's wins in a row against people, or against bots, in the games that scores count."""

    # No index of its own: the unique constraint begins with it.
    player = models.ForeignKey(Player, models.CASCADE, related_name="streaks", db_index=False)
    against_bots = models.BooleanField()
    now = models.PositiveIntegerField(default=0)
    """The wins since the last game that was not won, in the order in which games are shelved."""
    longest = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "against_bots"], name="streak_once"),
            models.CheckConstraint(
                condition=models.Q(longest__gte=models.F("now")), name="streak_longest"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.now} of {self.longest}"


class Mute(models.Model):
    """Somebody does not want to hear somebody else, in any game."""

    by = models.ForeignKey(Player, models.CASCADE, related_name="mutes", db_index=False)
    whom = models.ForeignKey(Player, models.CASCADE, related_name="muted_by")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["by", "whom"], name="mute_once"),
            models.CheckConstraint(
                condition=~models.Q(by=models.F("whom")), name="mute_somebody_else"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.by} does not hear {self.whom}"


class Block(models.Model):
    """Somebody wants nothing to do with somebody else, who cannot ask, challenge or follow them."""

    # No index of its own: the unique constraint begins with it.
    by = models.ForeignKey(Player, models.CASCADE, related_name="blocks", db_index=False)
    whom = models.ForeignKey(Player, models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["by", "whom"], name="block_once"),
            models.CheckConstraint(
                condition=~models.Q(by=models.F("whom")), name="block_somebody_else"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.by} blocks {self.whom}"


class Follow(models.Model):
    """A player wants to know when another one plays."""

    # No index of its own: the unique constraint begins with it.
    follower = models.ForeignKey(Player, models.CASCADE, related_name="follows", db_index=False)
    followed = models.ForeignKey(Player, models.CASCADE, related_name="followers")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["follower", "followed"], name="follow_once"),
            models.CheckConstraint(
                condition=~models.Q(follower=models.F("followed")), name="follow_others"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.follower_id} follows {self.followed_id}"


def guest_name(rng: random.Random) -> str:
    """A name for a guest who has not said theirs.

    >>> guest_name(random.Random(7))
    'Guest 6305'
    """
    return f"Guest {rng.randrange(1000, 10000)}"
