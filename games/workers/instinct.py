"""What a bot plays when its thinking fails: legal and sensible, and found without any search."""

from games import mnk


def instinct(position: mnk.Position) -> mnk.Square:
    """Complete a line, else block one, else play close to the stones in the middle.

    Where a turn has two stones, a line that lacks two counts as well.
    Where completing a line loses, only the last, on a square that completes none if there is one.
    Where stones fall, on one after which the other side completes none, if there is one. Where they
    are of either kind, it blocks nothing: it plays a move after which nobody completes a line.

    >>> board = mnk.position_from_text("XX.\\nOO.\\n...", mnk.Variant(3, 3, 3), mnk.Side.BLACK)
    >>> mnk.name(instinct(board), board.variant)
    'c3'
    """
    if position.variant.line_rule.says.either_kind:
        return _of_either_kind(position)
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
        return (
            _is_bad(position, square),
            nearest,
            (column - middle[0]) ** 2 + (row - middle[1]) ** 2,
        )

    return min(position.playable_squares(), key=away)


def _of_either_kind(position: mnk.Position) -> mnk.Move:
    """Complete a line; else a move after which nobody completes one, if there is one."""
    seen, moves = mnk.either_kind(position), position.playable_moves()
    return min(moves, key=lambda move: (move not in seen.completing, move in seen.leaving))


def _is_bad(position: mnk.Position, square: mnk.Square) -> bool:
    """Whether a stone there loses: by a line of its own, or by one that it opens to the other."""
    side, says = position.side_to_move, position.variant.line_rule.says
    after = position.play(square)
    if says.falls:
        return any(after.play(each).has_line(side.other) for each in after.playable_squares())
    return says.completing_loses and after.has_line(side)


def _within_a_turn(position: mnk.Position) -> mnk.Square | None:
    """The same where a turn has several stones: of the line that lacks the fewest, if a turn is
    enough to complete it."""
    me, variant = position.side_to_move, position.variant
    turn = variant.line_rule.says.stones_a_turn
    bits = mnk.BySide(*(sum(1 << each for each in position.stones(side)) for side in mnk.Side))
    for side, most in ((me, position.stones_left), (me.other, turn)):
        own, other = bits[side], bits[side.other]
        lacking = (mask & ~own for mask in mnk.open_masks(mnk.lines(variant), own, other))
        fewest = min(lacking, key=int.bit_count, default=0)
        if fewest and fewest.bit_count() <= most:
            # In the middle of the gap: a stone there stops the most.
            squares = [at for at in range(variant.squares) if fewest >> at & 1]
            return squares[len(squares) // 2]
    return None


def line_at_hand(position: mnk.Position) -> mnk.Square | None:
    """The first square where the side to move completes a line, or else has to block one."""
    me = position.side_to_move
    if position.variant.line_rule.says.stones_a_turn > 1:
        return _within_a_turn(position)
    stones = mnk.BySide(*(frozenset(position.stones(side)) for side in mnk.Side))
    for side in (me, me.other):
        turn = mnk.Position.of(position.variant, stones, side)
        for square in turn.playable_squares():
            if square not in position.forbidden and turn.play(square).has_line(side):
                return square
    return None
