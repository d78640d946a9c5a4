"""How a game ended, in a sentence."""

from typing import assert_never

from games import mnk


def ended_words(outcome: mnk.Outcome, names: mnk.BySide[str], ply: int) -> str:
    """How a game of `ply` moves ended, in words that agree with those of the game's page.

    >>> by_line = mnk.Outcome(mnk.Side.BLACK, mnk.Termination.LINE)
    >>> ended_words(by_line, mnk.BySide("Alice", "Bob"), 23)
    'Alice won with move 23.'
    """
    winner, termination = outcome.winner, outcome.termination
    won = "" if winner is None else f"{names[winner]} won"
    loser = "A player" if winner is None else names[winner.other]
    match termination:
        case mnk.Termination.LINE:
            return f"{won} with move {ply}."
        case mnk.Termination.RESIGNATION:
            return f"{won}: {loser} resigned."
        case mnk.Termination.TIME:
            return f"{won}: {loser}’s time was up."
        case mnk.Termination.ABANDONMENT:
            if winner is None:
                return "Draw: a player left, and the other claimed it."
            return f"{won}: {loser} left."
        case mnk.Termination.FULL_BOARD:
            return "Draw: the board is full."
        case mnk.Termination.DEAD_BOARD:
            return "Draw: no line was possible any more."
        case mnk.Termination.AGREEMENT:
            return "Draw by agreement."
        case mnk.Termination.ABORT:
            return "The game was called off."
        case _:
            assert_never(termination)
