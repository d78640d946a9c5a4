"""What people want to be told, in which ways, and what they have been told.

All moments are in milliseconds since 1970 UTC, by the server's time.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.play.models import Game
from games.players.models import Player

MOST_ENDPOINT = 1_000
"""Characters of a push service's address."""
MINUTES_A_DAY = 24 * 60


class Kind(models.TextChoices):
    """What somebody is told."""

    TURN = "turn"
    DEADLINE = "deadline"
    OVER = "over"
    CHALLENGE = "challenge"


class Channel(models.TextChoices):
    """How it reaches them."""

    PUSH = "push"
    EMAIL = "email"


class State(models.TextChoices):
    """What has become of a delivery."""

    WAITING = "waiting"
    SENT = "sent"
    DROPPED = "dropped"
    """It was no longer true, or no longer wanted."""
    GIVEN_UP = "given up"
    """It could not be sent."""


class NoticeChoices(models.Model):
    """What a player wants to be told, and when they are not to be disturbed.

    Nobody gets letters unless they ask for them; a browser is asked by its owner anyway.
    """

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="+")
    push_turn = models.BooleanField(default=True)
    push_deadline = models.BooleanField(default=True)
    push_over = models.BooleanField(default=True)
    push_challenge = models.BooleanField(default=True)
    email_turn = models.BooleanField(default=False)
    email_deadline = models.BooleanField(default=False)
    email_over = models.BooleanField(default=False)
    email_challenge = models.BooleanField(default=False)
    email_since_ms = models.PositiveBigIntegerField(default=0)
    """Since when they want letters: nobody is told what happened before."""
    quiet_from = models.PositiveSmallIntegerField(null=True)
    """Nothing is sent from this minute of their day, …"""
    quiet_until = models.PositiveSmallIntegerField(null=True)
    """… to this one; None: they have no quiet hours."""
    zone = models.CharField(max_length=64, default="UTC")
    """Their time zone, by its name in the IANA's list."""
    language = models.CharField(max_length=16, default="en")
    """In which they are told."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False)
                & Q(quiet_from__lt=MINUTES_A_DAY, quiet_until__lt=MINUTES_A_DAY)
                & ~Q(quiet_from=models.F("quiet_until")),
                name="notice_quiet_hours",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}'s choices"

    def wants(self, kind: Kind, channel: Channel) -> bool:
        """Whether they want to be told this in this way."""
        return bool(getattr(self, f"{channel.value}_{kind.value}"))

    @property
    def wants_letters(self) -> bool:
        """Whether they want any letters."""
        return any(self.wants(kind, Channel.EMAIL) for kind in Kind)


class PushSubscription(models.Model):
    """A browser that somebody wants to be told in."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=MOST_ENDPOINT)
    """Where its push service takes notices: an address that is a secret."""
    digest = models.CharField(max_length=64, unique=True)
    """Of the endpoint: a browser belongs to the one who subscribed in it last."""
    p256dh = models.CharField(max_length=120)
    """The browser's public key, and …"""
    auth = models.CharField(max_length=40)
    """… the secret it shares with us: only it can read what we send."""
    browser = models.CharField(max_length=16, db_index=True)
    """The name of the session's browser (`identify.name_browser`): who signs out there is told
    nothing more there."""
    label = models.CharField(max_length=60)
    """What its owner knows it by: Firefox on Linux."""
    since_ms = models.PositiveBigIntegerField()
    sent_ms = models.PositiveBigIntegerField(null=True)
    """When the last notice was taken."""
    failed_ms = models.PositiveBigIntegerField(null=True)
    """When the last one was given up, if none has been taken since."""

    def __str__(self) -> str:
        return f"{self.player_id} in {self.label}"


class Notice(models.Model):
    """Something that somebody may be told: once."""

    # No index of its own: the unique constraint begins with it.
    player = models.ForeignKey(Player, models.CASCADE, related_name="notices", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    about = models.CharField(max_length=80)
    """Which turn, which end, which challenge: what tells it from others of its kind."""
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="+")
    who = models.CharField(max_length=24, blank=True)
    """For a challenge: whose it is."""
    link = models.CharField(max_length=200, blank=True)
    """For a challenge: where it is answered; a path of this server."""
    at_ms = models.PositiveBigIntegerField()
    """When it happened."""
    seen_ms = models.PositiveBigIntegerField(null=True)
    """When they saw it by themselves."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "kind", "about"], name="notice_once"),
            models.CheckConstraint(condition=Q(kind__in=Kind.values), name="notice_kind"),
            models.CheckConstraint(
                condition=Q(kind=Kind.CHALLENGE, game__isnull=True, link__startswith="/")
                | ~Q(kind=Kind.CHALLENGE) & Q(game__isnull=False),
                name="notice_about_something",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["at_ms"], name="notice_at")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind} {self.about}"


class Delivery(models.Model):
    """One way in which a notice reaches its person; claimed by updating, sent once."""

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=5, choices=Channel.choices)
    subscription = models.ForeignKey(
        PushSubscription, models.CASCADE, null=True, related_name="deliveries"
    )
    """The browser, for a push."""
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    next_ms = models.PositiveBigIntegerField()
    """It is not sent before."""
    until_ms = models.PositiveBigIntegerField(default=0)
    """Until when somebody sees to it (games.play.held)."""
    holder = models.CharField(max_length=40, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    letter = models.CharField(max_length=16, blank=True)
    """The letter it is part of, once one was begun: tried again, it is the same letter."""
    sent_ms = models.PositiveBigIntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["notice", "subscription"],
                condition=Q(subscription__isnull=False),
                name="delivery_once_a_browser",
            ),
            models.UniqueConstraint(
                fields=["notice"], condition=Q(channel="email"), name="delivery_one_letter"
            ),
            models.CheckConstraint(
                condition=Q(channel="push", subscription__isnull=False)
                | Q(channel="email", subscription__isnull=True),
                name="delivery_to_somewhere",
            ),
            models.CheckConstraint(condition=Q(state__in=State.values), name="delivery_state"),
            models.CheckConstraint(
                condition=Q(state="sent", sent_ms__isnull=False)
                | ~Q(state="sent") & Q(sent_ms__isnull=True),
                name="delivery_sent_at_a_time",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["next_ms"], condition=Q(state="waiting"), name="delivery_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.notice_id} by {self.channel}: {self.state}"
