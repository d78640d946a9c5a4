"""Games as they are kept. The numbered rows here are the truth; what is sent on sockets is a hint.

A game's history is its moves and messages together: each carries the version it made, so versions
1, 2, 3 … of a game are found in one or the other without a gap. The constraints are the last
referee: whatever goes wrong above, no square is played twice and no ply has two moves.
"""

import secrets
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games import mnk
from games.players.models import Player

_SLUG_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_SIDES = [(int(side), side.word) for side in mnk.Side]
_one_of_the_sides = [int(side) for side in mnk.Side]


def new_slug() -> str:
    """A game's name in links: 10 signs that are hard to guess (2^49) and easy to read out."""
    return "".join(secrets.choice(_SLUG_LETTERS) for _ in range(10))


def new_seat_key() -> str:
    """The secret of a seat link: 192 bits."""
    return secrets.token_urlsafe(24)


class Games(models.Manager["Game"]):
    """The table of games."""

    def create_of(self, variant: mnk.Variant, **fields: Any) -> "Game":
        """A new row for a game of this variant."""
        return self.create(
            width=variant.width,
            height=variant.height,
            k=variant.k,
            line_rule=variant.line_rule,
            **fields,
        )


class Game(models.Model):
    """One game: its variant, how far it is, and how it ended."""

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    k = models.PositiveSmallIntegerField()
    line_rule = models.CharField(
        max_length=12, choices=[(rule.value, rule.name.lower()) for rule in mnk.LineRule]
    )
    listed = models.BooleanField(default=False)
    """Whether the lobby shows the open seat to everybody."""

    version = models.PositiveIntegerField(default=0)
    ply = models.PositiveSmallIntegerField(default=0)
    last_square = models.PositiveSmallIntegerField(null=True)
    started = models.BooleanField(default=False)
    """Whether both seats have been taken."""
    draw_offer = models.PositiveSmallIntegerField(null=True, choices=_SIDES)
    winner = models.PositiveSmallIntegerField(null=True, choices=_SIDES)
    termination = models.CharField(
        max_length=12,
        blank=True,
        choices=[(reason.value, reason.name.lower()) for reason in mnk.Termination],
    )
    """Why it ended; empty while it goes on."""
    rematch_offer = models.PositiveSmallIntegerField(null=True, choices=_SIDES)
    rematch = models.OneToOneField("self", models.SET_NULL, null=True, related_name="rematch_of")

    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_ms = models.PositiveBigIntegerField(default=0)
    """When it last changed, in milliseconds since 1970 UTC."""

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
                condition=Q(winner__isnull=True) | ~Q(termination=""), name="game_winner_needs_end"
            ),
            models.CheckConstraint(
                condition=Q(termination="") | Q(draw_offer__isnull=True),
                name="game_no_offer_after_end",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["-created_at"],
                condition=Q(termination="", listed=True, started=False),
                name="game_open",
            ),
            models.Index(
                fields=["-changed_ms"], condition=Q(termination="", started=True), name="game_live"
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def variant(self) -> mnk.Variant:
        return mnk.Variant(self.width, self.height, self.k, mnk.LineRule(self.line_rule))

    @property
    def outcome(self) -> mnk.Outcome | None:
        if not self.termination:
            return None
        winner = None if self.winner is None else mnk.Side(self.winner)
        return mnk.Outcome(winner, mnk.Termination(self.termination))


class Seat(models.Model):
    """One side of one game, and who holds it."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", db_index=False)
    side = models.PositiveSmallIntegerField(choices=_SIDES)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="seats")
    """None while the seat is open."""
    key = models.CharField(max_length=40, default=new_seat_key, editable=False, db_index=True)
    """The secret of the seat link; whoever shows it plays this side. It goes along to rematches."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "side"], name="seat_once_per_side"),
            models.UniqueConstraint(fields=["game", "key"], name="seat_key_once_per_game"),
            models.CheckConstraint(condition=Q(side__in=_one_of_the_sides), name="seat_side"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {mnk.Side(self.side).word}"


class Move(models.Model):
    """One stone played. Never changed, never deleted."""

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

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "ply"], name="move_once_per_ply"),
            models.UniqueConstraint(fields=["game", "square"], name="move_once_per_square"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.ply}: {self.square}"


class Message(models.Model):
    """Something other than a move that happened to a game, as it was told to everybody."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="messages", db_index=False)
    version = models.PositiveIntegerField()
    """The version of the game that this message made."""
    side = models.PositiveSmallIntegerField(null=True, choices=_SIDES)
    """Who caused it."""
    command = models.CharField(max_length=36, blank=True)
    text = models.TextField()
    """The numbered message of the protocol, as JSON."""
    at_ms = models.PositiveBigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "version"], name="message_once_per_version"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.version}"
