"""A variant: board size, k and line rule; and the presets people choose from."""

from dataclasses import dataclass

from games.mnk.errors import VariantError
from games.mnk.rule import LineRule, number_word

MAX_SIZE = 32
"""Most squares a board may have along one edge."""


@dataclass(frozen=True, slots=True)
class Variant:
    """What is played. Building one outside the limits raises `VariantError`, so none exists.

    Under `FULL_LINES` k is the length of the diagonals, min(width, height).

    >>> Variant(15, 15, 5).title
    '15×15, five in a row'
    >>> Variant(3, 3, 4)
    Traceback (most recent call last):
    ...
    games.mnk.errors.VariantError: k must be from 1 to 3 on this board, not 4.
    """

    width: int
    height: int
    k: int
    line_rule: LineRule = LineRule.FREESTYLE

    def __post_init__(self) -> None:
        for field, size in (("width", self.width), ("height", self.height)):
            if not 1 <= size <= MAX_SIZE:
                raise VariantError(field, f"{field} must be from 1 to {MAX_SIZE}, not {size}.")
        only = self.line_rule.k_of(self.width, self.height)
        if only is not None:
            if self.k != only:
                raise VariantError(
                    "k", f"With full lines k is the shorter edge, {only}, not {self.k}."
                )
        elif not 1 <= self.k <= max(self.width, self.height):
            raise VariantError(
                "k",
                f"k must be from 1 to {max(self.width, self.height)} on this board, not {self.k}.",
            )

    @classmethod
    def full_lines(cls, width: int, height: int) -> "Variant":
        """The full-lines variant of a rectangle.

        >>> Variant.full_lines(3, 5).k
        3
        """
        return cls(width, height, min(width, height), LineRule.FULL_LINES)

    @property
    def squares(self) -> int:
        """How many squares the board has."""
        return self.width * self.height

    @property
    def title(self) -> str:
        """What people call it, for headings and lists."""
        ending = self.line_rule.says.title.format(k=number_word(self.k))
        return f"{self.width}×{self.height}, {ending}"

    @property
    def goal(self) -> str:
        """What is to be completed: "five in a row"."""
        return self.line_rule.says.goal.format(k=number_word(self.k))

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """How many squares a line has in each of `rule.DIRECTIONS`."""
        return self.line_rule.lengths(self.width, self.height, self.k)


@dataclass(frozen=True, slots=True)
class Preset:
    """A variant with the name people know it by."""

    key: str
    """Names the preset in links and forms; it never changes once released."""
    label: str
    variant: Variant


PRESETS: dict[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset("3x3", "Tic-tac-toe", Variant(3, 3, 3)),
        Preset("4x4", "Four on 4×4", Variant(4, 4, 4)),
        Preset("5x4", "Four on 5×4", Variant(5, 4, 4)),
        Preset("6x5", "Four on 6×5", Variant(6, 5, 4)),
        Preset("7x7", "Five on 7×7", Variant(7, 7, 5)),
        Preset("10x10", "Five on 10×10", Variant(10, 10, 5)),
        Preset("15x15", "Gomoku, freestyle", Variant(15, 15, 5)),
        Preset("15x15-exact", "Gomoku, exact five", Variant(15, 15, 5, LineRule.EXACT)),
        Preset("19x19", "Five on a Go board", Variant(19, 19, 5)),
        Preset("20x20", "Five on 20×20", Variant(20, 20, 5)),
        Preset("3x5-full", "Full lines on 3×5", Variant.full_lines(3, 5)),
    )
}
"""The presets by key, smallest board first; the odd rule last."""
