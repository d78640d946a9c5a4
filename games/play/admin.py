"""Games in the admin: all to be seen, nothing to be edited. A kept move is a kept move."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from asgiref.sync import async_to_sync
from django.contrib import admin, messages
from django.db.models import Count, Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games import mnk
from games.play.chat.feed import ChatFeed
from games.play.clock import now_ms
from games.play.hub import current
from games.play.models import (
    ChatLine,
    Downtime,
    Exhibition,
    Fact,
    Game,
    Move,
    Report,
    Seat,
    Thought,
)
from games.play.services import chat
from games.players.admin import SILENCING, Silencing
from games.players.models import Player

if TYPE_CHECKING:  # the types take parameters that the classes do not
    _GameAdmin = admin.ModelAdmin[Game]
    _MoveAdmin = admin.ModelAdmin[Move]
    _ThoughtAdmin = admin.ModelAdmin[Thought]
    _ExhibitionAdmin = admin.ModelAdmin[Exhibition]
    _DowntimeAdmin = admin.ModelAdmin[Downtime]
    _ChatLineAdmin = admin.ModelAdmin[ChatLine]
    _ReportAdmin = admin.ModelAdmin[Report]
    _SeatInline = admin.TabularInline[Seat, Game]
    _MoveInline = admin.TabularInline[Move, Game]
    _FactInline = admin.TabularInline[Fact, Game]
else:
    _GameAdmin = _MoveAdmin = _ThoughtAdmin = _ExhibitionAdmin = _DowntimeAdmin = admin.ModelAdmin
    _ChatLineAdmin = _ReportAdmin = admin.ModelAdmin
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
        return mnk.name(move.square, move.game.variant)


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
        return game.variant.title

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


# --- Chat ----------------------------------------------------------------------------------------


class Reported(admin.SimpleListFilter):
    """Lines that somebody has reported, or nobody has."""

    title = "reported"
    parameter_name = "reported"

    def lookups(
        self, request: HttpRequest, model_admin: "admin.ModelAdmin[ChatLine]"
    ) -> Sequence[tuple[str, str]]:
        return [("yes", "Yes"), ("no", "No")]

    def queryset(
        self, request: HttpRequest, queryset: "QuerySet[ChatLine]"
    ) -> "QuerySet[ChatLine]":
        if self.value() is None:
            return queryset
        reported = Report.objects.values("line")
        if self.value() == "yes":
            return queryset.filter(pk__in=reported)
        return queryset.exclude(pk__in=reported)


@admin.register(ChatLine)
class ChatLineAdmin(LookOnly, Silencing, _ChatLineAdmin):
    """Lines of chat: a moderator hides them and silences who said them."""

    list_display = ("said", "author", "line", "room", "page", "reports", "is_hidden", "silenced")
    list_filter = (Reported, "room", ("hidden_ms", admin.EmptyFieldListFilter))
    search_fields = ("text", "author__name", "author__slug", "game__slug")
    list_select_related = ("author", "game")
    ordering = ("-pk",)
    actions = ("hide", "show_again", *SILENCING)

    def get_queryset(self, request: HttpRequest) -> "QuerySet[ChatLine]":
        return super().get_queryset(request).annotate(report_count=Count("reports"))

    def people(self, queryset: "QuerySet[ChatLine]") -> "QuerySet[Player]":
        return Player.objects.filter(pk__in=queryset.values("author"))

    @admin.action(description="Hide these lines", permissions=["moderate"])
    def hide(self, request: HttpRequest, queryset: "QuerySet[ChatLine]") -> None:
        self._tell(request, "hidden", chat.hide(queryset, at=now_ms()))

    @admin.action(description="Show these lines again", permissions=["moderate"])
    def show_again(self, request: HttpRequest, queryset: "QuerySet[ChatLine]") -> None:
        self._tell(request, "shown again", chat.show(queryset))

    def _tell(self, request: HttpRequest, done: str, lines: list[chat.Line]) -> None:
        async_to_sync(_tell)(lines)
        messages.success(request, f"Lines {done}: {len(lines)}.")

    @admin.display(description="said at", ordering="pk")
    def said(self, line: ChatLine) -> datetime:
        return datetime.fromtimestamp(line.at_ms / 1000, UTC)

    @admin.display(description="text")
    def line(self, line: ChatLine) -> SafeString:
        return format_html('<bdi dir="auto">{}</bdi>', line.text)

    @admin.display(description="game")
    def page(self, line: ChatLine) -> SafeString:
        address = reverse("game", args=[line.game.slug])
        return format_html('<a href="{}">{}</a>', address, line.game.slug)

    @admin.display(ordering="report_count")
    def reports(self, line: ChatLine) -> int:
        count: int = line.report_count  # type: ignore[attr-defined]  # annotated above
        return count

    @admin.display(description="hidden", boolean=True)
    def is_hidden(self, line: ChatLine) -> bool:
        return line.hidden_ms is not None

    @admin.display(description="silenced until")
    def silenced(self, line: ChatLine) -> datetime | None:
        return line.author.silenced_until


async def _tell(lines: list[chat.Line]) -> None:
    current().part(ChatFeed).tell(lines)


@admin.register(Report)
class ReportAdmin(LookOnly, _ReportAdmin):
    list_display = ("reported", "line", "author", "by")
    list_select_related = ("line__author", "by")
    search_fields = ("line__text", "line__author__name", "by__name")
    ordering = ("-pk",)

    @admin.display(description="reported at", ordering="pk")
    def reported(self, report: Report) -> datetime:
        return datetime.fromtimestamp(report.at_ms / 1000, UTC)

    @admin.display
    def author(self, report: Report) -> Player:
        return report.line.author
