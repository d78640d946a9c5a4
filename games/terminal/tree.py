"""The game tree in a terminal: a position, its moves, and how each ends with best play.

A level is a position with its moves, the best first; a move that is typed leads to the next level.

>>> position = mnk.Position.start(mnk.Variant.full_lines(2, 2))
>>> print("\\n".join(lines_of(look(position, nodes=1000))))
   a b
2| . .
1| . .
X to move: wins in 2 (3 plies).
 a1  +1  Wins in 2 (3 plies)  also b1, a2, b2
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Protocol

from games import continuations, evaluator, mnk, trails
from games.evaluator.evaluation import rank
from games.evaluator.rules import MAX_EXACT_SQUARES
from games.terminal.board import draw, read_move, side_name
from games.terminal.dialogue import Left
from games.terminal.setup import WrongArguments

NODES = 2_000_000
"""What a search may look at for one position, if nobody says otherwise."""
PROMPT_ROWS = 2
"""What is left free under a page of moves: the way on, and the prompt."""

Look = Callable[[mnk.Position], evaluator.Evaluation]


class Desk(Protocol):
    """Where people read and type."""

    def say(self, sentence: str) -> None:
        """Write a line."""

    def ask(self, prompt: str) -> str:
        """The line typed at a prompt; raises `EOFError` when nothing more will come."""


def positions(code: str, moves: str) -> list[mnk.Position]:
    """The positions on a way: a board or position code, and moves from there on.

    Raises `WrongArguments` for a board too large, and `mnk.RuleError`.

    >>> [len(position.empty_squares()) for position in positions("4x3x3", "b2a1")]
    [12, 11, 10]
    """
    start = trails.start(code)
    if start.variant.squares > MAX_EXACT_SQUARES:
        raise WrongArguments(f"The game tree is for boards of up to {MAX_EXACT_SQUARES} squares.")
    _, squares = trails.played(start, moves)
    return list(accumulate(squares, mnk.Position.play, initial=start))


def look(position: mnk.Position, nodes: int | None) -> evaluator.Evaluation:
    """What each move of a position is worth, as far as this many nodes prove it."""
    limit = evaluator.Limit(nodes=NODES if nodes is None else nodes)
    return evaluator.evaluate(position, limit, set_up=True)


def unfold(
    way: Sequence[mnk.Position], look: Look, desk: Desk, rows: Callable[[], int | None]
) -> None:
    """Show the last level of a way, and whatever is asked for from there on.

    `rows` says how many the window has; None for no window, where a level is one page. Raises
    `Left` when somebody types q, and `EOFError`.
    """
    way = list(way)
    rest = _page([way[0].variant.title, *_level(way, look)], desk, rows)
    while True:
        answer = desk.ask(_prompt(way, rest)).strip()
        match answer.lower():
            case "q" | "quit":
                raise Left
            case "b" | "back" if len(way) > 1:
                way.pop()
            case "b" | "back":
                desk.say("This is where the tree begins.")
                continue
            case "" | "m" | "more" if rest:
                rest = _page(rest, desk, rows)
                continue
            case _:
                try:
                    if way[-1].is_over:
                        raise mnk.GameIsOver("The game is over here: type b to go back.")
                    way.append(way[-1].play(read_move(answer, way[-1])))
                except mnk.RuleError as refusal:
                    desk.say(refusal.sentence)
                    continue
        rest = _page(_level(way, look), desk, rows)


def lines_of(evaluation: evaluator.Evaluation) -> Iterator[str]:
    """A level, line by line: the board, what it comes to, and each kind of move."""
    position, squares = evaluation.position, evaluation.squares
    yield from draw(position).splitlines()
    if position.is_over:
        yield _end(position)
        return
    verdict, plies = evaluation.value.verdict, evaluation.value.plies
    said = _in_plies(continuations.value_of(verdict, plies).words, plies)
    mover = side_name(position.side_to_move, position.variant)
    yield f"{mover} to move: {said[0].lower()}{said[1:]}."
    kinds = continuations.kinds(position)
    for square, *others in sorted(kinds, key=lambda kind: rank(squares[kind[0]]), reverse=True):
        worth = squares[square]
        value = continuations.value_of(worth.verdict, worth.plies)
        alike = ", ".join(mnk.move_name(other, position.variant) for other in others)
        yield (
            f"{mnk.move_name(square, position.variant):>3}  {value.sign:>2}  "
            f"{_in_plies(value.words, worth.plies)}{'  also ' if alike else ''}{alike}"
        )


def _in_plies(words: str, plies: int | None) -> str:
    if plies is None:
        return words
    return f"{words} ({plies} {'ply' if plies == 1 else 'plies'})"


def _end(position: mnk.Position) -> str:
    for side in mnk.Side:
        if position.has_won(side):
            return f"The game is over: {side_name(side, position.variant)} wins."
    return "The game is over: a draw."


def _level(way: Sequence[mnk.Position], look: Look) -> list[str]:
    return ["", *lines_of(look(way[-1]))]


def _page(lines: list[str], desk: Desk, rows: Callable[[], int | None]) -> list[str]:
    """Show as many lines as there is room for; returns those that are left."""
    room = rows()
    size = len(lines) if room is None else max(1, room - PROMPT_ROWS)
    for line in lines[:size]:
        desk.say(line)
    return lines[size:]


def _prompt(way: Sequence[mnk.Position], rest: Sequence[str]) -> str:
    ways = [] if way[-1].is_over else ["a move"]
    ways += [f"m for {len(rest)} more"] if rest else []
    ways += ["b to go back"] if len(way) > 1 else []
    return f"Type {', '.join([*ways, 'q to leave'])}: "
