"""Moderation in the admin: everything can be seen, and what is done goes through `actions`."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games import refusals
from games.moderation import actions
from games.moderation.models import Entry
from games.play.admin import LookOnly
from games.play.models import ChatLine, Report
from games.players.models import Player

if TYPE_CHECKING:  # the types take parameters that the classes do not
    _ChatLineAdmin = admin.ModelAdmin[ChatLine]
    _EntryAdmin = admin.ModelAdmin[Entry]
    _PlayerAdmin = admin.ModelAdmin[Player]
    _ReportAdmin = admin.ModelAdmin[Report]
else:
    _ChatLineAdmin = _EntryAdmin = _PlayerAdmin = _ReportAdmin = admin.ModelAdmin

FROM_A_LIST = "Chosen from a list in the admin."
"""The reason of what is done to many at once."""
CORRECTED = "Corrected in the admin."
"""The reason of a name that was changed there."""
MUTING = ("silence_for_a_day", "silence_for_good", "let_speak")
"""The actions of `Muting`."""


class Muting:
    """Actions for moderators."""

    def people(self, queryset: "QuerySet[Any]") -> "QuerySet[Player]":
        """The players the chosen rows stand for."""
        raise NotImplementedError

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return actions.is_moderator(request.user)

    @admin.action(description="Mute for a day", permissions=["moderate"])
    def silence_for_a_day(self, request: HttpRequest, queryset: "QuerySet[Any]") -> None:
        self._for_each(
            request, queryset, lambda by, who: actions.mute(by, who, FROM_A_LIST, days=1)
        )

    @admin.action(description="Mute for good", permissions=["moderate"])
    def silence_for_good(self, request: HttpRequest, queryset: "QuerySet[Any]") -> None:
        self._for_each(
            request, queryset, lambda by, who: actions.mute(by, who, FROM_A_LIST, days=None)
        )

    @admin.action(description="Let speak again", permissions=["moderate"])
    def let_speak(self, request: HttpRequest, queryset: "QuerySet[Any]") -> None:
        self._for_each(request, queryset, lambda by, who: actions.let_speak(by, who, FROM_A_LIST))

    def _for_each(self, request: HttpRequest, queryset: "QuerySet[Any]", act: Any) -> None:
        done = 0
        for player in self.people(queryset).order_by("pk"):
            try:
                act(_user(request), player)
            except refusals.ANY as refusal:
                messages.error(request, f"{player.name}: {refusal.sentence}")
            else:
                done += 1
        messages.success(request, f"Players changed: {done}.")


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


@admin.register(Player)
class PlayerAdmin(Muting, _PlayerAdmin):
    """Players: a name can be corrected; the rest is done on their moderation page."""

    list_display = ("name", "kind", "created_at", "silenced_until", "moderate")
    list_filter = ("kind", ("silenced_until", admin.EmptyFieldListFilter))
    search_fields = ("name", "slug")
    fields = (
        *("name", "moderate", "kind", "user", "joined_to", "created_at", "silenced_until"),
        "warning",
    )
    readonly_fields = fields[1:]
    actions = MUTING

    def people(self, queryset: "QuerySet[Player]") -> "QuerySet[Player]":
        return queryset

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        try:
            actions.rename(_user(request), obj, obj.name, CORRECTED)
        except refusals.ANY as refusal:
            messages.error(request, f"Nothing was changed: {refusal.sentence}")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return False

    @admin.display(description="moderation")
    def moderate(self, player: Player) -> SafeString:
        address = reverse("moderation_player", args=[player.slug])
        return format_html('<a href="{}">{}</a>', address, "warn, mute, rename, close")


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
        reported = Report.objects.filter(line__isnull=False).values("line")
        if self.value() == "yes":
            return queryset.filter(pk__in=reported)
        return queryset.exclude(pk__in=reported)


@admin.register(ChatLine)
class ChatLineAdmin(LookOnly, Muting, _ChatLineAdmin):
    """Lines of chat: a moderator hides them and mutes their authors."""

    list_display = ("said", "author", "line", "room", "page", "reports", "is_hidden", "silenced")
    list_filter = (Reported, "room", ("hidden_ms", admin.EmptyFieldListFilter))
    search_fields = ("text", "author__name", "author__slug", "game__slug")
    list_select_related = ("author", "game")
    ordering = ("-pk",)
    actions = ("hide", "show_again", *MUTING)

    def get_queryset(self, request: HttpRequest) -> "QuerySet[ChatLine]":
        return super().get_queryset(request).annotate(report_count=Count("reports"))

    def people(self, queryset: "QuerySet[ChatLine]") -> "QuerySet[Player]":
        return Player.objects.filter(pk__in=queryset.values("author"))

    @admin.action(description="Hide these lines", permissions=["moderate"])
    def hide(self, request: HttpRequest, queryset: "QuerySet[ChatLine]") -> None:
        count = actions.hide_lines(_user(request), queryset, FROM_A_LIST)
        messages.success(request, f"Lines hidden: {count}.")

    @admin.action(description="Show these lines again", permissions=["moderate"])
    def show_again(self, request: HttpRequest, queryset: "QuerySet[ChatLine]") -> None:
        count = actions.show_lines(_user(request), queryset, FROM_A_LIST)
        messages.success(request, f"Lines shown again: {count}.")

    @admin.display(description="said at", ordering="pk")
    def said(self, line: ChatLine) -> datetime:
        return _moment(line.at_ms)

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

    @admin.display(description="muted until")
    def silenced(self, line: ChatLine) -> datetime | None:
        return line.author.silenced_until


@admin.register(Report)
class ReportAdmin(LookOnly, _ReportAdmin):
    """Reports of lines and of players; they are settled in the queue."""

    list_display = ("reported", "line", "author", "why", "text", "by", "settled")
    list_filter = ("why", ("settled_ms", admin.EmptyFieldListFilter))
    list_select_related = ("line__author", "player", "by")
    search_fields = ("line__text", "line__author__name", "player__name", "by__name")
    ordering = ("-pk",)

    @admin.display(description="reported at", ordering="pk")
    def reported(self, report: Report) -> datetime:
        return _moment(report.at_ms)

    @admin.display
    def author(self, report: Report) -> Player | None:
        return report.player if report.line is None else report.line.author

    @admin.display(description="settled at")
    def settled(self, report: Report) -> datetime | None:
        return None if report.settled_ms is None else _moment(report.settled_ms)


@admin.register(Entry)
class EntryAdmin(LookOnly, _EntryAdmin):
    """The log, as it is."""

    list_display = ("when", "moderator", "action", "player", "game", "detail", "reason")
    list_filter = ("action", "moderator")
    search_fields = ("player", "game", "moderator", "reason", "detail")
    ordering = ("-pk",)

    @admin.display(description="at", ordering="pk")
    def when(self, entry: Entry) -> datetime:
        return _moment(entry.at_ms)


def _moment(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC)
