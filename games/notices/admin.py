"""Notices in the admin: what is to be sent and what became of it, to look at."""

from typing import TYPE_CHECKING

from django.contrib import admin

from games.notices.models import Delivery
from games.play.admin import LookOnly

if TYPE_CHECKING:  # the type takes a parameter that the class does not
    _DeliveryAdmin = admin.ModelAdmin[Delivery]
else:
    _DeliveryAdmin = admin.ModelAdmin


@admin.register(Delivery)
class DeliveryAdmin(LookOnly, _DeliveryAdmin):
    """Whom it goes to, about what, and how it went; no address and no key."""

    list_display = ("__str__", "player", "kind", "about", "channel", "state", "attempts")
    list_filter = ("state", "channel", "notice__kind")
    list_select_related = ("notice__player",)
    fields = ("player", "kind", "about", "channel", "state", "attempts", "next_ms", "sent_ms")
    readonly_fields = fields

    @admin.display()
    def player(self, row: Delivery) -> str:
        return row.notice.player.name

    @admin.display()
    def kind(self, row: Delivery) -> str:
        return row.notice.kind

    @admin.display()
    def about(self, row: Delivery) -> str:
        return row.notice.about
