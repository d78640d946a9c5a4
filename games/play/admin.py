"""Games in the admin: everything can be seen, nothing edited. A kept move is a kept move."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games import mnk
from games.play.models import (
    Downtime,
    Exhibition,
    Fact,
    Game,
    Move,
    Seat,
    Thought,
)

if TYPE_CHECKING:  # the types take parameters that the classes do not
    _GameAdmin = admin.ModelAdmin[Game]
    _MoveAdmin = admin.ModelAdmin[Move]
    _ThoughtAdmin = admin.ModelAdmin[Thought]
    _ExhibitionAdmin = admin.ModelAdmin[Exhibition]
    _DowntimeAdmin = admin.ModelAdmin[Downtime]
    _SeatInline = admin.TabularInline[Seat, Game]
    _MoveInline = admin.TabularInline[Move, Game]
    _FactInline = admin.TabularInline[Fact, Game]
else:
    _GameAdmin = _MoveAdmin = _ThoughtAdmin = _ExhibitionAdmin = _DowntimeAdmin = admin.ModelAdmin
    _SeatInline = _MoveInline = _FactInline = admin.TabularInline


class LookOnly:
    """No adding, changing or deleting by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class SeatInline(LookOnly, _SeatInline):
    model = Seat
    fields = ("side", "player")


class MoveInline(LookOnly, _MoveInline):
    model = Move
    fields = ("ply", "square_name", "at_ms", "version", "taken_back")
    readonly_fields = ("square_name",)
    ordering = ("ply",)

    @admin.display(description="square")
    def square_name(self, move: Move) -> str:
        return mnk.move_name(move.square, move.game.variant)


class FactInline(LookOnly, _FactInline):
    model = Fact
    fields = ("version", "side", "text", "at_ms")
    ordering = ("version",)


@admin.register(Game)
class GameAdmin(LookOnly, _GameAdmin):
    list_display = ("slug", "title", "players", "ply", "termination", "winner", "created_at")
    list_filter = ("termination", "line_rule", "started", "listed")
    search_fields = ("slug", "seats__player__name")
    date_hierarchy = "created_at"
    inlines = (SeatInline, MoveInline, FactInline)
    readonly_fields = ("page",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).prefetch_related("seats__player")

    @admin.display(description="variant")
    def title(self, game: Game) -> str:
        return game.title

    @admin.display
    def players(self, game: Game) -> str:
        seats = sorted(game.seats.all(), key=lambda seat: seat.side)
        return " – ".join(seat.player.name if seat.player else "?" for seat in seats)

    @admin.display
    def page(self, game: Game) -> SafeString:
        return format_html('<a href="{}">watch</a>', reverse("game", args=[game.slug]))


@admin.register(Move)
class MoveAdmin(LookOnly, _MoveAdmin):
    list_display = ("game", "ply", "square", "at_ms", "version")
    list_select_related = ("game",)
    search_fields = ("game__slug",)


@admin.register(Thought)
class ThoughtAdmin(LookOnly, _ThoughtAdmin):
    list_display = ("move", "level", "aggressiveness", "nodes", "waited_ms", "ms", "depth", "score")
    list_filter = ("level",)
    list_select_related = ("move",)
    search_fields = ("move__game__slug",)


@admin.register(Downtime)
class DowntimeAdmin(LookOnly, _DowntimeAdmin):
    list_display = ("began", "seconds", "credited")
    ordering = ("-began_ms",)

    @admin.display
    def began(self, downtime: Downtime) -> datetime:
        return datetime.fromtimestamp(downtime.began_ms / 1000, UTC)

    @admin.display
    def seconds(self, downtime: Downtime) -> float | None:
        if downtime.ended_ms is None:
            return None
        return (downtime.ended_ms - downtime.began_ms) / 1000


@admin.register(Exhibition)
class ExhibitionAdmin(LookOnly, _ExhibitionAdmin):
    list_display = ("title", "at_once", "created_at", "page")

    @admin.display
    def page(self, exhibition: Exhibition) -> SafeString:
        return format_html('<a href="{}">watch</a>', reverse("exhibition", args=[exhibition.slug]))
