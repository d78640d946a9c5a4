"""How a game ended, in a sentence."""

from games import mnk
from games.say import later, say

_WON = {
    mnk.Termination.LINE: later("{winner} won with move {ply}."),
    mnk.Termination.RESIGNATION: later("{winner} won: {loser} resigned."),
    mnk.Termination.TIME: later("{winner} won: {loser}’s time was up."),
    mnk.Termination.ABANDONMENT: later("{winner} won: {loser} left."),
}
_NOBODY_WON = {
    mnk.Termination.ABANDONMENT: later("Draw: a player left, and the other claimed it."),
    mnk.Termination.FULL_BOARD: later("Draw: the board is full."),
    mnk.Termination.DEAD_BOARD: later("Draw: no line was possible any more."),
    mnk.Termination.AGREEMENT: later("Draw by agreement."),
    mnk.Termination.ABORT: later("The game was called off."),
}


def ended_words(outcome: mnk.Outcome, names: mnk.BySide[str], ply: int) -> str:
    """How a game of `ply` moves ended, in words that agree with those of the game's page.

    >>> by_line = mnk.Outcome(mnk.Side.BLACK, mnk.Termination.LINE)
    >>> ended_words(by_line, mnk.BySide("Alice", "Bob"), 23)
    'Alice won with move 23.'
    """
    winner = outcome.winner
    if winner is None:
        return say(_NOBODY_WON[outcome.termination])
    won = _WON[outcome.termination]
    return say(won, winner=names[winner], loser=names[winner.other], ply=ply)
