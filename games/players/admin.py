"""Players in the admin: a name can be corrected, somebody silenced, nothing else."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from games.players.models import FOR_GOOD, Kind, Player
from games.players.names import keep_name

if TYPE_CHECKING:  # the type takes a parameter that the class does not
    _PlayerAdmin = admin.ModelAdmin[Player]
else:
    _PlayerAdmin = admin.ModelAdmin

SILENCING = ("silence_for_a_day", "silence_for_good", "let_speak")
"""The actions of `Silencing`."""


class Silencing:
    """Actions for moderators: those who may change players."""

    def people(self, queryset: "QuerySet[Any]") -> "QuerySet[Player]":
        """The players the chosen rows stand for."""
        raise NotImplementedError

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("players.change_player")

    @admin.action(description="Silence for a day", permissions=["moderate"])
    def silence_for_a_day(self, request: HttpRequest, queryset: "QuerySet[Any]") -> None:
        self._silence(request, queryset, timezone.now() + timedelta(days=1))

    @admin.action(description="Silence for good", permissions=["moderate"])
    def silence_for_good(self, request: HttpRequest, queryset: "QuerySet[Any]") -> None:
        self._silence(request, queryset, FOR_GOOD)

    @admin.action(description="Let speak again", permissions=["moderate"])
    def let_speak(self, request: HttpRequest, queryset: "QuerySet[Any]") -> None:
        self._silence(request, queryset, None)

    def _silence(
        self, request: HttpRequest, queryset: "QuerySet[Any]", until: datetime | None
    ) -> None:
        count = self.people(queryset).update(silenced_until=until)
        messages.success(request, f"Players changed: {count}.")


@admin.register(Player)
class PlayerAdmin(Silencing, _PlayerAdmin):
    list_display = ("name", "kind", "created_at", "silenced_until")
    list_filter = ("kind", ("silenced_until", admin.EmptyFieldListFilter))
    search_fields = ("name", "slug")
    fields = ("name", "kind", "user", "joined_to", "created_at", "silenced_until")
    readonly_fields = ("kind", "user", "joined_to", "created_at", "silenced_until")
    actions = SILENCING

    def people(self, queryset: "QuerySet[Player]") -> "QuerySet[Player]":
        return queryset

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        if obj.kind != Kind.ACCOUNT:
            super().save_model(request, obj, form, change)
            return
        try:
            with transaction.atomic():
                keep_name(obj)
        except IntegrityError:
            messages.error(request, f"An account is called like {obj.name}: nothing was changed.")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return False
