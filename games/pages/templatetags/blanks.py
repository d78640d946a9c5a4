"""`{% blank "apart" %}` draws a small board for a place where there is nothing else to show yet."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from django import template

from games import mnk
from games.pages import boards

register = template.Library()

_SEVEN: Final = mnk.Variant(7, 7, 5)
_BOARDS: Final[Mapping[str, tuple[mnk.Variant, str]]] = {
    "empty": (_SEVEN, ""),
    "two": (_SEVEN, "c4e4"),
    "apart": (_SEVEN, "b6c5d4f2e3"),
    "beginning": (_SEVEN, "d4d3"),
    "marks": (mnk.Variant(3, 3, 3), "b2a3c3"),
}


@register.inclusion_tag("board.html")
def blank(name: str) -> dict[str, object]:
    """The small board of this name."""
    return {"board": _drawn(name)}


@cache
def _drawn(name: str) -> boards.BoardPicture:
    variant, moves = _BOARDS[name]
    return boards.small(variant, mnk.moves_from_text(moves, variant))
