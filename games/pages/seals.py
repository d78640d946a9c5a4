"""A player's seal, in place of a picture: five dots on a grid of 3×3, on one of eight grounds.

Both follow from the player's name in links, which never changes. The browser draws the same
(frontend/src/players/sealshape.ts): `tests/pages/seals.json` holds the two together.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

GROUNDS = 8
"""Colours a seal may lie on: `--ground-0` and so on in tokens.css."""
SIDE = 24
"""A seal is a square of this many units."""

_PATTERNS = tuple(combinations(range(9), 5))


@dataclass(frozen=True, slots=True)
class Dot:
    """The middle of a dot."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Seal:
    """What a seal shows."""

    ground: int
    dots: tuple[Dot, ...]


def seal(player: str) -> Seal:
    """The seal of the player of this name in links.

    >>> seal("2222222222").ground, [(dot.x, dot.y) for dot in seal("2222222222").dots]
    (5, [(6, 6), (12, 6), (18, 6), (18, 12), (12, 18)])
    """
    number = _hash(player.encode())
    pattern = _PATTERNS[number // GROUNDS % len(_PATTERNS)]
    return Seal(number % GROUNDS, tuple(Dot(6 + at % 3 * 6, 6 + at // 3 * 6) for at in pattern))


@cache  # there are 1,008
def drawn(seal: Seal) -> SafeString:
    """A seal as the page has it."""
    circle = '<circle cx="{}" cy="{}" r="2.1"/>'
    return format_html(
        '<svg class="seal ground-{}" viewBox="0 0 {side} {side}" aria-hidden="true"'
        ' focusable="false">{}</svg>',
        seal.ground,
        format_html_join("", circle, ((dot.x, dot.y) for dot in seal.dots)),
        side=SIDE,
    )


ROBOT = mark_safe(
    '<svg class="seal bot" viewBox="-2 -1.75 24 24" aria-hidden="true" focusable="false">'
    '<path d="M4 8.5h12V16H4zM10 8.5V5.5M10 4v.2M7.6 11.4v1.4M12.4 11.4v1.4M2 11v2.5M18 11v2.5"/>'
    "</svg>"
)
"""What a bot has instead."""


def _hash(text: bytes) -> int:
    """FNV-1a of 32 bits: the same few steps in any language."""
    number = 0x811C9DC5
    for byte in text:
        number = (number ^ byte) * 0x01000193 % 2**32
    return number
