"""Moves that an address names (`?play=h8i9`), played from a position."""

from games import mnk
from games.say import say


def start(text: str) -> mnk.Position:
    """The position that a text names: an empty board (`3x3`), or one as `mnk.position_line` writes
    it. Raises `mnk.RuleError`."""
    if "/" in text:
        return mnk.position_from_line(text)
    return mnk.Position.start(mnk.variant_from_text(text))


def played(start: mnk.Position, text: str) -> tuple[mnk.Position, tuple[mnk.Move, ...]]:
    """The position after the moves in a text, and the moves. Raises `mnk.RuleError`."""
    moves = mnk.moves_from_text(text, start.variant)
    position = start
    for square in moves:
        if position.is_over:
            raise mnk.GameIsOver(
                say(
                    "The game is over before {square}. Leave it out.",
                    square=mnk.move_name(square, start.variant),
                )
            )
        position = position.play(square)
    return position, moves
