"""How a game ended, in a sentence."""

from games import mnk
from games.say import later, say

_WON = {
    mnk.Termination.LINE: later("{winner} won on move {ply}."),
    mnk.Termination.RESIGNATION: later("{loser} resigned. {winner} wins."),
    mnk.Termination.TIME: later("{loser} ran out of time. {winner} wins."),
    mnk.Termination.ABANDONMENT: later("{loser} left. {winner} wins."),
}
_WON_BY_THEIR_ROW = later("{loser} made a row on move {ply}, so {winner} won.")
_NOBODY_WON = {
    mnk.Termination.ABANDONMENT: later("Draw: a player left, and the other claimed a draw."),
    mnk.Termination.FULL_BOARD: later("Draw: the board is full."),
    mnk.Termination.DEAD_BOARD: later("Draw: nobody could win any more."),
    mnk.Termination.AGREEMENT: later("Draw by agreement."),
    mnk.Termination.ABORT: later("The game was aborted."),
}


def ended_words(
    outcome: mnk.Outcome, names: mnk.BySide[str], ply: int, variant: mnk.Variant
) -> str:
    """How a game of `ply` moves ended, in words that agree with those of the game's page.

    >>> by_line = mnk.Outcome(mnk.Side.BLACK, mnk.Termination.LINE)
    >>> ended_words(by_line, mnk.BySide("Alice", "Bob"), 23, mnk.Variant(15, 15, 5))
    'Alice won on move 23.'
    >>> misere = mnk.Variant(4, 4, 3, mnk.LineRule.MISERE)
    >>> ended_words(by_line, mnk.BySide("Alice", "Bob"), 10, misere)
    'Bob made a row on move 10, so Alice won.'
    """
    winner = outcome.winner
    if is_stuck(outcome, ply, variant):
        return say("Draw: Black has only forbidden points left.")
    if winner is None:
        return say(_NOBODY_WON[outcome.termination])
    won = _WON_BY_THEIR_ROW if lost_by_a_row(outcome, variant) else _WON[outcome.termination]
    return say(won, winner=names[winner], loser=names[winner.other], ply=ply)


def lost_by_a_row(outcome: mnk.Outcome, variant: mnk.Variant) -> bool:
    """Whether the loser completed the row that ended the game: in misère."""
    return outcome.termination is mnk.Termination.LINE and variant.line_rule.says.completing_loses


def is_stuck(outcome: mnk.Outcome, ply: int, variant: mnk.Variant) -> bool:
    """Whether a game of `ply` moves ended before the board was full, as nobody could play on: in
    renju, where only forbidden points are left to black."""
    is_short = variant.line_rule.says.forbids and ply < variant.squares
    return outcome.termination is mnk.Termination.FULL_BOARD and is_short
