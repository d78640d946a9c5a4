"""Players in the admin: a name can be mended, nothing else."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest

from games.players.models import Player

if TYPE_CHECKING:  # the type takes a parameter that the class does not
    _PlayerAdmin = admin.ModelAdmin[Player]
else:
    _PlayerAdmin = admin.ModelAdmin


@admin.register(Player)
class PlayerAdmin(_PlayerAdmin):
    list_display = ("name", "kind", "created_at")
    list_filter = ("kind",)
    search_fields = ("name",)
    readonly_fields = ("kind", "created_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return False
