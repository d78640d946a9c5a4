"""The colours of a picture: one theme for the board, its stones, and the card around it.

Every theme keeps the contrasts of WCAG 2.2 (1.4.3, 1.4.11); tests/pictures/test_pictures.py
measures them. A stone stands out by its fill or by its rim.
"""

from dataclasses import dataclass

from games import mnk


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """Colours as `#rrggbb`, all of them opaque."""

    key: str
    """Names the theme in links; it never changes once released."""
    label: str
    board: str
    grid: str
    """Lines and star points."""
    ink: str
    """Coordinates, and marks on empty squares."""
    fill: mnk.BySide[str]
    """Of a stone; where light falls on it, at its far edge."""
    lit: mnk.BySide[str]
    """Where the light falls; the same as `fill` for flat stones."""
    rim: mnk.BySide[str]
    on: mnk.BySide[str]
    """Numbers and marks on a stone."""
    last_on: mnk.BySide[str]
    """What marks the last move on a stone."""
    sign: mnk.BySide[str]
    """X and O."""
    last_square: str
    """Behind the last X or O."""
    line: str
    """Through the winning squares."""
    page: str
    """A card's ground."""
    text: str
    quiet: str

    @property
    def is_flat(self) -> bool:
        """Whether stones are drawn without light."""
        return self.lit == self.fill


JADE = Theme(
    key="jade",
    label="Jade",
    board="#bcd8cb",
    grid="#4f7867",
    ink="#35514a",
    fill=mnk.BySide("#0b1411", "#d3ddd8"),
    lit=mnk.BySide("#46564f", "#ffffff"),
    rim=mnk.BySide("#12211d", "#4a6158"),
    on=mnk.BySide("#ffffff", "#12211d"),
    last_on=mnk.BySide("#ff8468", "#c8331c"),
    sign=mnk.BySide("#12211d", "#a82a14"),
    last_square="#abc6ba",
    line="#cf3a25",
    page="#f1f4f2",
    text="#12211d",
    quiet="#50615b",
)
NIGHT = Theme(
    key="night",
    label="Night",
    board="#2c4a40",
    grid="#779d8d",
    ink="#b4cfc4",
    fill=mnk.BySide("#030605", "#bccac3"),
    lit=mnk.BySide("#3a4642", "#ffffff"),
    rim=mnk.BySide("#83a094", "#e6eeea"),
    on=mnk.BySide("#ffffff", "#0b1411"),
    last_on=mnk.BySide("#ff7a5d", "#b3270f"),
    sign=mnk.BySide("#f2f7f4", "#ff9f86"),
    last_square="#3b584e",
    line="#ff7a5d",
    page="#0f1614",
    text="#e4ece8",
    quiet="#9db0a8",
)

WOOD = Theme(
    key="wood",
    label="Wood",
    board="#deb571",
    grid="#4a300d",
    ink="#382205",
    fill=mnk.BySide("#070605", "#cdc3ad"),
    lit=mnk.BySide("#524a42", "#ffffff"),
    rim=mnk.BySide("#0b0907", "#533810"),
    on=mnk.BySide("#f8f4ec", "#1b1610"),
    last_on=mnk.BySide("#ff7655", "#b02812"),
    sign=mnk.BySide("#241a0d", "#861d04"),
    last_square="#cda25c",
    line="#a8240e",
    page="#f3efe6",
    text="#211c15",
    quiet="#615849",
)
"""As the site looks by day."""

PAPER = Theme(
    key="paper",
    label="Paper",
    board="#fcfaf5",
    grid="#7d776c",
    ink="#57524a",
    fill=mnk.BySide("#1f1d1a", "#ffffff"),
    lit=mnk.BySide("#1f1d1a", "#ffffff"),
    rim=mnk.BySide("#1f1d1a", "#1f1d1a"),
    on=mnk.BySide("#ffffff", "#1f1d1a"),
    last_on=mnk.BySide("#ff7a5d", "#c8331c"),
    sign=mnk.BySide("#1f1d1a", "#a82a14"),
    last_square="#ebe6da",
    line="#c8331c",
    page="#f0ece2",
    text="#1f1d1a",
    quiet="#615b51",
)
"""For printing: flat, and light where nothing is."""

HIGH_CONTRAST = Theme(
    key="high-contrast",
    label="High contrast",
    board="#ffffff",
    grid="#595959",
    ink="#000000",
    fill=mnk.BySide("#000000", "#ffffff"),
    lit=mnk.BySide("#000000", "#ffffff"),
    rim=mnk.BySide("#000000", "#000000"),
    on=mnk.BySide("#ffffff", "#000000"),
    last_on=mnk.BySide("#56b4e9", "#0060a8"),
    sign=mnk.BySide("#000000", "#0060a8"),
    last_square="#dcecf7",
    line="#1a78c8",
    page="#ffffff",
    text="#000000",
    quiet="#404040",
)
"""Told apart by brightness alone, whatever colours somebody sees."""

THEMES: dict[str, Theme] = {theme.key: theme for theme in (WOOD, PAPER, JADE, NIGHT, HIGH_CONTRAST)}
"""By key; the first is the default."""


def rgb(colour: str) -> tuple[int, int, int]:
    """The three bytes of a `#rrggbb`.

    >>> rgb("#ff8000")
    (255, 128, 0)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two: `share` of the other.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(rgb(one), rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21, as WCAG 2.2 defines it.

    >>> round(contrast("#000000", "#ffffff"), 1)
    21.0
    """
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    """Relative luminance of an sRGB colour, 0 to 1, as WCAG 2.2 defines it."""
    parts = [value / 255 for value in rgb(colour)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
