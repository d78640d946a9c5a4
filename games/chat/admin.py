"""Chat in the admin: a moderator reads what was reported, hides lines, and silences people."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from asgiref.sync import async_to_sync
from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.chat import talk
from games.chat.feed import ChatFeed
from games.play.admin import LookOnly
from games.play.clock import now_ms
from games.play.hub import current
from games.play.models import ChatLine, Report
from games.players.admin import SILENCING, Silencing
from games.players.models import Player

if TYPE_CHECKING:  # the types take parameters that the classes do not
    _ChatLineAdmin = admin.ModelAdmin[ChatLine]
    _ReportAdmin = admin.ModelAdmin[Report]
else:
    _ChatLineAdmin = _ReportAdmin = admin.ModelAdmin


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
    """Lines of chat: a moderator hides them and silences their authors."""

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
        self._tell(request, "hidden", talk.hide(queryset, at=now_ms()))

    @admin.action(description="Show these lines again", permissions=["moderate"])
    def show_again(self, request: HttpRequest, queryset: "QuerySet[ChatLine]") -> None:
        self._tell(request, "shown again", talk.show(queryset))

    def _tell(self, request: HttpRequest, done: str, lines: list[talk.StoredLine]) -> None:
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


async def _tell(lines: list[talk.StoredLine]) -> None:
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
