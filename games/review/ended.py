"""What the rules alone say about a position in which the game is over."""

from games import mnk
from games.play.protocol import Verdict
from games.review import worths
from games.review.findings import Assessment


def assessed_if_over(position: mnk.Position) -> Assessment | None:
    """The assessment of a game that is over, proved in 0 plies; None while it goes on.

    On a set-up board the side to move may have a line, and has then won. Nothing can be said about
    a board on which both sides have one: the caller must refuse it.

    >>> board = mnk.position_from_text("XXX/OO./...".replace("/", chr(10)), mnk.Variant(3, 3, 3))
    >>> found = assessed_if_over(board)
    >>> found is not None and found.worth.verdict, found is not None and found.worth.plies
    (<Verdict.LOSS: 'loss'>, 0)
    >>> board = mnk.position_from_text("XXX/OO./O..".replace("/", chr(10)), mnk.Variant(3, 3, 3))
    >>> found = assessed_if_over(board)
    >>> found is not None and found.worth.verdict, found is not None and found.worth.plies
    (<Verdict.WIN: 'win'>, 0)
    """
    if position.has_won(position.side_to_move.other):
        return Assessment(worth=worths.proved(Verdict.LOSS, 0))
    if position.has_won(position.side_to_move):
        return Assessment(worth=worths.proved(Verdict.WIN, 0))
    if position.is_stuck:
        return Assessment(worth=worths.proved(Verdict.DRAW, 0))
    return None
