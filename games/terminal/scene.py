"""What stands on the screen: heading, board and news, drawn as well as the window allows."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from games import mnk
from games.terminal.board import RULED_EDGE, Look, render, size

PROMPT = "Your move, X: "
"""The longest prompt, for which a row is left."""


@dataclass(frozen=True, slots=True)
class Window:
    """How much room there is. The default is for terminals that do not say."""

    columns: int = 80
    rows: int = 24


@dataclass(frozen=True, slots=True)
class Scene:
    """What to show."""

    text: str
    """Lines, each with its line break."""
    fits: bool
    """Whether the window has room for all of it and a prompt: then it can be drawn in place."""


def compose(
    heading: str,
    game: mnk.GameState,
    news: Sequence[str],
    *,
    window: Window | None,
    colours: bool = False,
) -> Scene:
    """The scene of a game in this window; without one it is as large as needed.

    Without a heading a line is left empty above the board.

    >>> game = mnk.GameState.start(mnk.Variant(2, 1, 2))
    >>> print(compose("Two squares.", game, ["Hello."], window=None).text, end="")
    Two squares.
    <BLANKLINE>
     1 | 2
    <BLANKLINE>
    Hello.
    """
    look, advice = _look(game.variant, window)
    board = render(game, look, colours=colours)
    columns, rows = size(look, game.variant)
    needed = rows + 2 + sum(_rows_of(line, window) for line in (heading, *advice, *news, PROMPT))
    fits = window is not None and columns <= window.columns and needed <= window.rows
    if window is not None and needed > window.rows:
        advice.append(f"Make the window {needed + 1} rows high to see all of the board.")
    above = [heading, ""] if heading else [""]
    return Scene("\n".join([*above, board, "", *advice, *news]) + "\n", fits)


def in_place(text: str) -> str:
    """A text drawn over whatever stands on the screen, from its top left corner.

    >>> in_place("Hello\\n")
    '\\x1b[HHello\\x1b[K\\n\\x1b[J'
    """
    return "\x1b[H" + text.replace("\n", "\x1b[K\n") + "\x1b[J"


def _look(variant: mnk.Variant, window: Window | None) -> tuple[Look, list[str]]:
    """The best look for this window, and what to do for a better one."""
    looks = [Look.RULED, Look.NUMBERED, Look.NAMED]
    if max(variant.width, variant.height) > RULED_EDGE:
        looks.remove(Look.RULED)
    widths = {look: size(look, variant)[0] for look in looks}
    fitting = [look for look in looks if window is None or widths[look] <= window.columns]
    if not fitting:
        return looks[-1], [f"Make the window {widths[looks[-1]]} columns wide to see the rows."]
    if fitting[0] is not Look.NAMED:
        return fitting[0], []
    return Look.NAMED, [
        f"Make the window {widths[Look.NUMBERED]} columns wide to see the numbers, "
        "or type names as a1."
    ]


def _rows_of(line: str, window: Window | None) -> int:
    return 1 if window is None else max(1, math.ceil(len(line) / window.columns))
