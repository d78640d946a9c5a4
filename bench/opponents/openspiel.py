"""OpenSpiel's MCTS as a Gomocup brain: `python -m bench.opponents.openspiel`.

The search is OpenSpiel's own in C++, `pyspiel.MCTSBot`, with random playouts: one from each leaf,
exploration 2, wins and losses solved in the tree. It may simulate until the time of the move is up,
on one core; its tree is built anew for every move. Nothing in it knows about lines: on 15x15 the
playouts of a second are some ten or twenty for each square. It is a baseline, not a gomoku player.

The game is OpenSpiel's `mnk`, and where the board is square its `gomoku`, which plays out some
forty times faster. Freestyle only: to both, more than k in a row is a line.
"""

from bench.opponents import missing
from games import mnk
from games.evaluator import gomocup
from games.evaluator.errors import EvaluatorError
from games.evaluator.tournament import Choice, Means, Player, Time

try:
    import pyspiel
except ImportError:
    missing("open_spiel")

EXPLORATION = 2.0
SIMULATIONS = 100_000_000
"""More than any move has time for."""
MEMORY_MB = 300
EARLY_MS = 10.0
"""How long before its time a search is told to stop: one simulation, and what is around it."""


class FreestyleOnly(EvaluatorError):
    """A line rule that OpenSpiel's game does not have."""

    code = "freestyleOnly"


class OpenSpiel(Player):
    about = 'name="OpenSpiel MCTS", version="1", author="OpenSpiel, played by Inarow", country="-"'

    def prepare(self, variant: mnk.Variant, means: Means) -> None:
        if variant.line_rule is not mnk.LineRule.FREESTYLE:
            raise FreestyleOnly("OpenSpiel's game is freestyle.")
        width, height, k = variant.width, variant.height, variant.k
        name = f"gomoku(size={width},connect={k})"
        if width != height:
            name = f"mnk(m={width},n={height},k={k})"
        self._game = pyspiel.load_game(name)

    def choose(self, position: mnk.Position, allowed: Time) -> Choice:
        state = self._game.new_initial_state()
        sides = (position.side_to_move, position.side_to_move.other)
        if position.count(sides[1]) > position.count(sides[0]):
            sides = sides[1], sides[0]  # who has one more has begun
        turns = [list(position.stones(side)) for side in sides]
        for stones in zip(*turns, strict=False):
            for square in stones:
                state.apply_action(square)
        if len(turns[0]) > len(turns[1]):
            state.apply_action(turns[0][-1])
        bot = pyspiel.MCTSBot(
            self._game,
            pyspiel.RandomRolloutEvaluator(1, 1),
            EXPLORATION,
            SIMULATIONS,
            MEMORY_MB,
            True,
            1,
            False,
            max_wall_clock_time=max(1.0, allowed.ms - EARLY_MS) / 1000,
        )
        return Choice(bot.step(state))


if __name__ == "__main__":
    gomocup.main(OpenSpiel())
