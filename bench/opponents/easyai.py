"""easyAI's Negamax as a Gomocup brain: `python -m bench.opponents.easyai`.

The search is easyAI's own, two plies deep, with alpha and beta, and without a transposition table.
The game is what a user of easyAI would write for gomoku in half an hour, no more:

- Scoring: a line is worth a million. Otherwise every window of k squares with stones of one side
  only counts ten to the power of their number, for that side or against it.
- Moves: the empty squares beside a stone, diagonals included, in no clever order. With all of them
  two plies take minutes in plain Python on 15x15.

It takes its two plies, however long that is, and does not look at the time it is given; freestyle
and exact count as the same. Beating it says that a search of real depth is at work, and not more.
"""

from collections.abc import Sequence

from bench.opponents import missing
from games import mnk
from games.evaluator import gomocup
from games.evaluator.tournament import Choice, Player, Time

try:
    from easyAI import Negamax, TwoPlayerGame
except ImportError:
    missing("easyAI")

DEPTH = 2
LINE = 1_000_000


class Gomoku(TwoPlayerGame):  # type: ignore[misc]  # the library has no types
    """A position as easyAI wants it: player 1 is to move, stones are 1 and 2."""

    def __init__(self, position: mnk.Position) -> None:
        self.players = (None, None)
        self.current_player = 1
        variant = position.variant
        self.stones = [0] * variant.squares
        for player, side in ((1, position.side_to_move), (2, position.side_to_move.other)):
            for square in position.stones(side):
                self.stones[square] = player
        self.windows = _windows(variant)
        self.through: list[list[Sequence[mnk.Square]]] = [[] for _ in self.stones]
        for window in self.windows:
            for square in window:
                self.through[square].append(window)
        self.beside = _beside(variant)
        self.played: list[mnk.Square] = []

    def possible_moves(self) -> list[mnk.Square]:
        empty = [square for square, stone in enumerate(self.stones) if not stone]
        near = [square for square in empty if any(self.stones[at] for at in self.beside[square])]
        return near or empty

    def make_move(self, move: mnk.Square) -> None:
        self.stones[move] = self.current_player
        self.played.append(move)

    def unmake_move(self, move: mnk.Square) -> None:
        self.stones[move] = 0
        self.played.pop()

    def is_over(self) -> bool:
        return self._has_line() or all(self.stones)

    def _has_line(self) -> bool:
        """Whether the last move completed a line."""
        if not self.played:
            return False
        player = self.stones[self.played[-1]]
        return any(
            all(self.stones[square] == player for square in window)
            for window in self.through[self.played[-1]]
        )

    def scoring(self) -> int:
        """For the player to move."""
        if self._has_line():
            return -LINE  # the other one has just completed it
        score = 0
        for window in self.windows:
            stones = [self.stones[square] for square in window]
            own, theirs = stones.count(self.current_player), stones.count(self.opponent_index)
            if own and not theirs:
                score += 10**own
            elif theirs and not own:
                score -= 10**theirs
        return score


class EasyAI(Player):
    about = 'name="easyAI Negamax 2", version="1", author="easyAI, played by Inarow", country="-"'

    def choose(self, position: mnk.Position, allowed: Time) -> Choice:
        variant = position.variant
        if len(position.empty_squares()) == variant.squares:
            return Choice(variant.height // 2 * variant.width + variant.width // 2)
        return Choice(Negamax(DEPTH)(Gomoku(position)))


def _windows(variant: mnk.Variant) -> list[tuple[mnk.Square, ...]]:
    """Every k squares in a row."""
    windows = []
    for row in range(variant.height):
        for column in range(variant.width):
            for across, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                places = [(row + i * up, column + i * across) for i in range(variant.k)]
                if all(y < variant.height and 0 <= x < variant.width for y, x in places):
                    windows.append(tuple(y * variant.width + x for y, x in places))
    return windows


def _beside(variant: mnk.Variant) -> list[list[mnk.Square]]:
    """Of each square those that touch it."""
    return [
        [
            y * variant.width + x
            for y in range(max(0, row - 1), min(variant.height, row + 2))
            for x in range(max(0, column - 1), min(variant.width, column + 2))
            if (y, x) != (row, column)
        ]
        for row in range(variant.height)
        for column in range(variant.width)
    ]


if __name__ == "__main__":
    gomocup.main(EasyAI())
