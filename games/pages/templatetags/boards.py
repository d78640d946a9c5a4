"""`{% board picture %}` draws a board; `{% blank "apart" %}` a small one where there is nothing to
show yet. In a list `{% game_row row %}` is a game that is over, `{% puzzle_row row %}` a puzzle."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from django import template
from django.template.loader import render_to_string
from django.utils.translation import get_language

from games import mnk
from games.pages import boards

register = template.Library()

KEPT: Final = 512
"""This many drawn boards are kept, and rows of lists, of some kilobytes each."""

_SEVEN: Final = mnk.Variant(7, 7, 5)
_BOARDS: Final[Mapping[str, tuple[mnk.Variant, str]]] = {
    "empty": (_SEVEN, ""),
    "two": (_SEVEN, "c4e4"),
    "apart": (_SEVEN, "b6c5d4f2e3"),
    "beginning": (_SEVEN, "d4d3"),
    "marks": (mnk.Variant(3, 3, 3), "b2a3c3"),
}


@register.simple_tag
def board(picture: boards.BoardPicture) -> str:
    """The board as SVG."""
    return _drawn_before(picture) if picture.is_small else _drawn(picture)


@register.simple_tag
def blank(name: str) -> str:
    """The small board of this name."""
    return board(_blank(name))


@cache
def _blank(name: str) -> boards.BoardPicture:
    variant, moves = _BOARDS[name]
    return boards.small(variant, mnk.moves_from_text(moves, variant))


def _drawn(picture: boards.BoardPicture) -> str:
    return render_to_string("board.html", {"board": picture})


# Lists show the same boards again and again, and a template takes long over each.
_drawn_before = lru_cache(KEPT)(_drawn)


@register.simple_tag
def game_row(row: object) -> str:
    """The row as `games.pages.library.row` makes it, as HTML."""
    return _written_before("game_row.html", row, get_language())


@register.simple_tag
def puzzle_row(row: object) -> str:
    """A card of `games.pages.puzzles` in a list, as HTML."""
    return _written_before("puzzle_row.html", row, get_language())


@lru_cache(KEPT)
def _written_before(template: str, row: object, language: str | None) -> str:
    return render_to_string(template, {"row": row})
