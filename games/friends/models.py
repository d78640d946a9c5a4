"""Friends, those who would like to be, and challenges, as they are kept."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from games.play.challenged import ChallengeState, DeclineReason
from games.play.models import Game
from games.players.models import Player


class Friend(models.Model):
    """One half of a friendship: the other is a row with the two players swapped."""

    # No index of its own: the unique constraint begins with it.
    player = models.ForeignKey(Player, models.CASCADE, related_name="friends", db_index=False)
    friend = models.ForeignKey(Player, models.CASCADE, related_name="friend_of")
    since_ms = models.PositiveBigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "friend"], name="friend_once"),
            models.CheckConstraint(condition=~Q(player=F("friend")), name="friend_somebody_else"),
        ]

    def __str__(self) -> str:
        return f"{self.friend} is a friend of {self.player}"


class FriendRequest(models.Model):
    """Somebody would like to be somebody's friend. Once that is so the row is gone."""

    # No index of its own: the unique constraint begins with it.
    by = models.ForeignKey(Player, models.CASCADE, related_name="asks", db_index=False)
    whom = models.ForeignKey(Player, models.CASCADE, related_name="asked_by")
    at_ms = models.PositiveBigIntegerField()
    declined_ms = models.PositiveBigIntegerField(null=True)
    """When it was declined: for a while they cannot ask again."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["by", "whom"], name="friend_request_once"),
            models.CheckConstraint(condition=~Q(by=F("whom")), name="friend_request_somebody_else"),
        ]

    def __str__(self) -> str:
        return f"{self.by} asks {self.whom}"


class LastSeen(models.Model):
    """When somebody last had a page open. Told to their friends; others have no row."""

    player = models.OneToOneField(
        Player, models.CASCADE, primary_key=True, related_name="last_seen"
    )
    at_ms = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.player_id} at {self.at_ms}"


_ENDS = (
    ChallengeState.DECLINED,
    ChallengeState.COUNTERED,
    ChallengeState.WITHDRAWN,
    ChallengeState.LAPSED,
)


class Challenge(models.Model):
    """Somebody asks somebody for a game: the game is there, and its open seat is kept for them.

    Whether it waits or has been accepted, the game itself says: it has begun, or it has not.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="challenge")
    by = models.ForeignKey(Player, models.CASCADE, related_name="challenges", db_index=False)
    whom = models.ForeignKey(Player, models.CASCADE, related_name="challenged_by", db_index=False)
    at_ms = models.PositiveBigIntegerField()
    until_ms = models.PositiveBigIntegerField()
    """It lapses then."""
    by_lot = models.BooleanField()
    """Whether the sides were drawn by lot: then nobody is told before the game."""
    end = models.CharField(
        max_length=9, blank=True, choices=[(end.value, end.name.lower()) for end in _ENDS]
    )
    """How it ended without a game; empty if it has not, or if its game was called off."""
    reason = models.CharField(
        max_length=12, blank=True, choices=[(why.value, why.name.lower()) for why in DeclineReason]
    )
    """Why it was declined, if they said so."""
    ended_ms = models.PositiveBigIntegerField(null=True)
    noted = models.BooleanField(default=False)
    """Whether whoever sent it has seen the answer."""
    counter_of = models.ForeignKey("self", models.SET_NULL, null=True, related_name="counters")
    """The challenge it was suggested instead of."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(by=F("whom")), name="challenge_somebody_else"),
            models.CheckConstraint(
                condition=Q(reason="") | Q(end=ChallengeState.DECLINED), name="challenge_reason"
            ),
            models.CheckConstraint(
                condition=Q(end="", ended_ms__isnull=True) | ~Q(end="") & Q(ended_ms__isnull=False),
                name="challenge_ended",
            ),
            models.CheckConstraint(condition=Q(until_ms__gt=F("at_ms")), name="challenge_stands"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["by", "at_ms"], name="challenge_by"),
            models.Index(fields=["whom", "at_ms"], name="challenge_whom"),
            models.Index(fields=["until_ms"], condition=Q(end=""), name="challenge_until"),
        ]

    def __str__(self) -> str:
        return f"{self.by} challenges {self.whom}"

    def state(self, at: int) -> ChallengeState:
        """What has become of it by `at` (ms since 1970 UTC). Its game has been read with it."""
        if self.game.started:
            return ChallengeState.ACCEPTED
        if self.end:
            return ChallengeState(self.end)
        if self.game.termination:
            return ChallengeState.WITHDRAWN
        return ChallengeState.WAITING if at < self.until_ms else ChallengeState.LAPSED
