"""What a bot plays when its thinking fails: legal and sensible, and found without any search."""

from games import mnk


def instinct(position: mnk.Position) -> mnk.Square:
    """Complete a line, else block one, else play close to the stones in the middle.

    Where completing a line loses, only the last, on a square that completes none if there is one.

    >>> board = mnk.position_from_text("XX.\\nOO.\\n...", mnk.Variant(3, 3, 3), mnk.Side.BLACK)
    >>> mnk.name(instinct(board), board.variant)
    'c3'
    """
    completing_loses = position.variant.line_rule.says.completing_loses
    at_hand = None if completing_loses else line_at_hand(position)
    if at_hand is not None:
        return at_hand
    variant = position.variant
    taken = [square for side in mnk.Side for square in position.stones(side)]
    middle = ((variant.width - 1) / 2, (variant.height - 1) / 2)

    def away(square: mnk.Square) -> tuple[bool, float, float]:
        row, column = divmod(square, variant.width)
        nearest = min(
            (
                max(abs(row - other // variant.width), abs(column - other % variant.width))
                for other in taken
            ),
            default=0,
        )
        loses = completing_loses and position.play(square).has_line(position.side_to_move)
        return loses, nearest, (column - middle[0]) ** 2 + (row - middle[1]) ** 2

    return min(position.playable_squares(), key=away)


def line_at_hand(position: mnk.Position) -> mnk.Square | None:
    """The first square where the side to move completes a line, or else has to block one."""
    me = position.side_to_move
    stones = mnk.BySide(*(frozenset(position.stones(side)) for side in mnk.Side))
    for side in (me, me.other):
        turn = mnk.Position.of(position.variant, stones, side)
        for square in turn.playable_squares():
            if square not in position.forbidden and turn.play(square).has_line(side):
                return square
    return None
