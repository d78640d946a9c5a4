"""What the rules alone say of a position in which the game is over."""

from games import mnk
from games.play.protocol import Verdict
from games.review import worths
from games.review.findings import Assessment


def assessed_if_over(position: mnk.Position) -> Assessment | None:
    """The assessment of a game that is over, proved in 0 plies; none while it goes on.

    A set-up board may have a line of the side to move, which has won then. Of a board with lines of
    both sides nothing can be said: that is for the caller to refuse.

    >>> board = mnk.position_from_text("XXX/OO./...".replace("/", chr(10)), mnk.Variant(3, 3, 3))
    >>> found = assessed_if_over(board)
    >>> found is not None and found.worth.verdict, found is not None and found.worth.plies
    (<Verdict.LOSS: 'loss'>, 0)
    """
    if position.has_line(position.side_to_move.other):
        return Assessment(worth=worths.proved(Verdict.LOSS, 0))
    if position.has_line(position.side_to_move):
        return Assessment(worth=worths.proved(Verdict.WIN, 0))
    if position.is_full:
        return Assessment(worth=worths.proved(Verdict.DRAW, 0))
    return None
