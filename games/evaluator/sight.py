"""How levels of the strong engine play what it does not: full lines, misère, gravity, Connect6,
wild and long lines.

A line is always completed, and always blocked where it can be; where completing one loses, it is
never completed as long as there is another square. Where stones fall, nobody plays beneath a square
on which the other side completes a line, if there is another. Where a turn has two stones, lines
that lack two are completed and blocked like those that lack one. Where stones are of either kind no
line that lacks one is left to the other side, if there is another move.

Beyond that a player now and then overlooks what there is to see, and otherwise plays the best
square of an evaluation within its nodes.
"""

from random import Random

from games import mnk
from games.evaluator import aggressive
from games.evaluator.judge import evaluate
from games.evaluator.limit import Limit
from games.evaluator.rules import at_hand, completing, stones


def choose(position: mnk.Position, nodes: int, seed: int, overlook: float) -> mnk.Square:
    """The square to play: the same for the same arguments. The game must not be over.

    `overlook` is the chance, 0 to 1, of seeing no further than the next move.

    >>> position = mnk.position_from_text("X.XXX/..O../OO.O.".replace("/", chr(10)),
    ...     mnk.Variant.full_lines(5, 3), mnk.Side.BLACK)
    >>> mnk.name(choose(position, 100, seed=1, overlook=0.0), position.variant)
    'b3'
    """
    own, other = stones(position)
    rng = Random(f"{seed} {own} {other}")
    if position.variant.line_rule.says.completing_loses:
        free = frozenset(position.playable_squares())
        safe = sorted(free.difference(completing(own, other, position.variant)))
        if not safe or rng.random() < overlook:
            return rng.choice(safe or sorted(free))
        return _best(position, nodes, rng)
    if squares := at_hand(position):
        return rng.choice(squares)
    if rng.random() < overlook:
        return rng.choice(aggressive.candidates(position) or position.playable_moves())
    return _best(position, nodes, rng)


def _best(position: mnk.Position, nodes: int, rng: Random) -> mnk.Square:
    return rng.choice(evaluate(position, Limit(nodes=nodes), set_up=True).best)
