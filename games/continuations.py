"""What a game tree says of a position's moves, on a page and in a terminal: kinds and values.

>>> from games import mnk
>>> start = mnk.Position.start(mnk.Variant(3, 3, 3))
>>> [[mnk.name(square, start.variant) for square in kind] for kind in kinds(start)]
[['a1', 'c1', 'a3', 'c3'], ['b1', 'a2', 'c2', 'b3'], ['b2']]
"""

from dataclasses import dataclass

from games import mnk
from games.say import say


@dataclass(frozen=True, slots=True)
class Value:
    """What a move is worth to the player who makes it."""

    kind: str
    """`win`, `draw`, `loss`, or `open` where nothing is proved."""
    sign: str
    """+1, 0, −1 or ?"""
    words: str


def value_of(verdict: str | None, plies: int | None) -> Value:
    """How a move ends with best play, for the player who makes it; None where nothing is proved.

    >>> value_of("loss", 4)
    Value(kind='loss', sign='−1', words='Loses in 2')
    >>> value_of(None, None).sign
    '?'
    """
    moves = None if plies is None else mnk.winners_moves(plies)
    match verdict:
        case "win":
            words = say("Wins") if moves is None else say("Wins in {moves}", moves=moves)
            return Value("win", "+1", words)
        case "loss":
            words = say("Loses") if moves is None else say("Loses in {moves}", moves=moves)
            return Value("loss", "−1", words)  # a minus
        case "draw":
            return Value("draw", "0", say("Draw"))
        case _:
            return Value("open", "?", say("Not decided"))


def kinds(position: mnk.Position, chosen: mnk.Move | None = None) -> list[tuple[mnk.Move, ...]]:
    """The moves in groups that turn or mirror into each other; the chosen one leads its group."""
    turns = mnk.keeping(position)
    groups: dict[mnk.Move, list[mnk.Move]] = {}
    for move in position.playable_moves():
        groups.setdefault(min(turn[move] for turn in turns), []).append(move)
    return [tuple(sorted(group, key=lambda move: move != chosen)) for group in groups.values()]
