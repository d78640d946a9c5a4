"""Is each win called proved a win? `python -m bench.claims` proves them again, by the rules alone.

The engine plays games against itself that begin with stones drawn near the middle. In each position
`evaluate` says which squares are proved to win. Nothing of its proof is believed: every answer the
rules allow is played, the engine is asked for one move to go on with, every answer to that is
played, and so on until there is a line. A bad move named by the engine proves nothing: it can only
leave a claim open. An open claim is printed, with the moves that lead to it.
"""

import argparse
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from random import Random
from typing import TypeAlias

from bench import record
from bench.sprt import in_the_middle
from games import evaluator, mnk
from games.evaluator import rules
from games.evaluator.errors import NothingToPlay
from games.evaluator.evaluation import Verdict
from games.evaluator.limit import Limit
from games.evaluator.strong.engine import Engine
from games.evaluator.strong.search import LIKELY

BOARDS = ("15x15", "15x15-exact", "15x15-renju", "15x15-caro", "10x10", "20x20")
GUIDE_NODES = (1_000, 20_000)
"""What the engine may look at to name a move, and what if that does not do."""
MOST_ASKED = 200_000
"""A claim is left open when the engine has been asked this often."""
LATEST = 60
"""A game ends here, if nobody has won: by then it is mostly drawn."""

Squares: TypeAlias = frozenset[mnk.Square]


class AskedTooOften(Exception):
    """The engine has named too many moves for one claim."""


@dataclass(slots=True)
class Referee:
    """Plays every answer. `guide` names the winner's moves; the rules judge."""

    guide: Engine
    asked: int = 0
    _lost: set[mnk.Position] = field(default_factory=set)

    def agrees(self, position: mnk.Position, square: mnk.Square) -> bool:
        """Whether this square wins for the side to move, whatever the other side plays."""
        self.asked = 0
        side, after = position.side_to_move, position.play(square)
        try:
            return after.has_line(side) or self._falls(after, completing(after, side))
        except AskedTooOften:
            return False

    def _falls(self, position: mnk.Position, threats: Squares) -> bool:
        """The same, where the winner completes a line on each of `threats` and nowhere else."""
        if position in self._lost:
            return True
        loser = position.side_to_move
        answers = position.playable_squares()
        # Whoever has no move at all has not lost, and nobody has who completes a line.
        if not answers or completing(position, loser):
            return False
        if threats and not position.variant.line_rule.says.ends_block:
            # Wherever else the loser plays, one of them is still there.
            answers = tuple(square for square in answers if square in threats)
        for square in answers:
            if not self._wins(position.play(square), threats - {square}):
                return False
        self._lost.add(position)
        return True

    def _wins(self, position: mnk.Position, threats: Squares) -> bool:
        """Whether the side to move wins, which had these threats a move ago."""
        side = position.side_to_move
        if any(position.play(square).has_line(side) for square in threats):
            return True
        if position.is_full:
            return False
        return any(
            self._falls(after, completing(after, side))
            for after in map(position.play, self._proposals(position))
        )

    def _proposals(self, position: mnk.Position) -> Iterator[mnk.Square]:
        """Moves with which the guide sees a win; with more nodes, if the first does not do."""
        named = set[mnk.Square]()
        for nodes in GUIDE_NODES:
            self.asked += 1
            if self.asked > MOST_ASKED:
                raise AskedTooOften
            try:
                found = self.guide.analyse(position, Limit(nodes=nodes))
            except NothingToPlay:
                return
            if found.score >= LIKELY and found.best not in named:
                named.add(found.best)
                yield found.best


def completing(position: mnk.Position, side: mnk.Side) -> Squares:
    """Where this side would complete a line if it were to move."""
    own, other = rules.stones(position)
    if position.side_to_move is not side:
        own, other = other, own
    return frozenset(rules.completing(own, other, position.variant.of(side)))


# --- Games ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Game:
    """What one game had in it."""

    positions: int
    proved: int
    """Wins called proved, and proved again;"""
    open: tuple[str, ...]
    """and those that were not: the moves, and the square said to win."""


def claims_of_game(text: str, nodes: int, seed: int, number: int) -> Game:
    """Play one game, and prove each claim made in it again. The same arguments give the same."""
    variant = mnk.variant_from_text(text)
    rng = Random(f"{seed} {number} {text}")
    state = mnk.GameState.start(variant)
    first = rng.sample(in_the_middle(variant), rng.randint(3, 6))
    referee = Referee(Engine(variant, table_bits=16))
    positions, proved, open_ = 0, 0, list[str]()
    while not state.is_over and state.ply < LATEST:
        if state.ply < len(first):
            square = first[state.ply]
            if square in state.position.forbidden:
                break
        else:
            positions += 1
            found = evaluator.evaluate(state.position, Limit(nodes=nodes))
            for won, value in found.squares.items():
                if value.verdict is not Verdict.WIN:
                    continue
                if referee.agrees(state.position, won):
                    proved += 1
                else:
                    open_.append(" ".join(mnk.name(each, variant) for each in (*state.moves, won)))
            square = rng.choice(found.best)
        state = state.play(square, by=state.side_to_move)
    return Game(positions, proved, tuple(open_))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", default=",".join(BOARDS))
    parser.add_argument("--positions", type=int, default=10_000, help="on all boards together")
    parser.add_argument("--nodes", type=int, default=10_000, help="for each evaluation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    figures = record.begin("claims")
    boards = options.boards.split(",")
    for board in boards:
        began = time.monotonic()
        play = partial(claims_of_game, board, options.nodes, options.seed)
        positions, proved, open_ = 0, 0, 0
        for game in games(play, -(-options.positions // len(boards)), options.jobs):
            positions, proved = positions + game.positions, proved + game.proved
            open_ += len(game.open)
            for moves in game.open:
                print(f"  open: {moves}", flush=True)
        seconds = round(time.monotonic() - began)
        told = {"board": board, "positions": positions, "proved": proved, "open": open_}
        print(
            f"{board}: {positions} positions, {proved} wins proved again, {open_} open, {seconds} s"
        )
        figures.add({**told, "nodes": options.nodes, "seed": options.seed, "seconds": seconds})


def games(play: Callable[[int], Game], positions: int, jobs: int) -> Iterator[Game]:
    """Games one after the other, until they have this many positions."""
    with ProcessPoolExecutor(jobs) as pool:
        numbers = count()
        under_way = deque(pool.submit(play, next(numbers)) for _ in range(2 * jobs))
        while positions > 0:
            under_way.append(pool.submit(play, next(numbers)))
            game = under_way.popleft().result()
            positions -= game.positions
            yield game
        pool.shutdown(cancel_futures=True)


if __name__ == "__main__":
    main()
