"""How far off a win is, as players count: in the winner's own moves.

Searches, reviews and the wire count plies, the moves of both sides. Whoever is to move, the winner
makes the last of them; where completing a line loses the loser does, and moves are then those of
whoever is to move.

>>> winners_moves(5), winners_moves(4)
(3, 2)
>>> in_moves(5), in_moves(2), in_at_most(7)
('in 3 moves', 'on the next move', 'in at most 4 moves')
"""

from games.say import count, say


def winners_moves(plies: int) -> int:
    """How many moves of their own the winner still makes in a game that ends in this many plies."""
    return (plies + 1) // 2


def in_moves(plies: int) -> str:
    """When a win comes, to be put into a sentence."""
    moves = winners_moves(plies)
    if moves == 1:
        return say("on the next move")
    return count("in {count} move", "in {count} moves", moves)


def in_at_most(plies: int) -> str:
    """The same where it may come sooner."""
    moves = winners_moves(plies)
    if moves == 1:
        return say("on the next move")
    return count("in at most {count} move", "in at most {count} moves", moves)
