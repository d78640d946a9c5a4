"""Puzzles in the admin: everything can be seen, nothing edited. They are found, proved and kept by
`manage.py find_puzzles` and `verify_puzzles`, and rated anew by `recount_puzzles`."""

from typing import TYPE_CHECKING

from django.contrib import admin

from games.play.admin import LookOnly
from games.review.models import Puzzle

if TYPE_CHECKING:  # the type takes a parameter that the class does not
    _PuzzleAdmin = admin.ModelAdmin[Puzzle]
else:
    _PuzzleAdmin = admin.ModelAdmin


@admin.register(Puzzle)
class PuzzleAdmin(LookOnly, _PuzzleAdmin):
    list_display = ("slug", "kind", "plies", "theme", "rating", "plays", "starter", "game")
    list_filter = ("starter", "kind", "theme", "plies", "edge")
    list_select_related = ("game",)
    search_fields = ("slug", "position", "game__slug")
