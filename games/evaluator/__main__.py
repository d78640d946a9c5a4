"""Print the evaluation of a position: `python -m games.evaluator --variant 3x3 --moves b2a1`.

Each square shows its outcome for the side to move and the plies to the end: `W3`, `L6`, `D7`. A
question mark alone is unknown. `~7` is an estimate: a chance from -10 (lost) through 0 (even) to 10
(won), or, where the strong engine was not asked, tenths of the best square's.

`--warm-up` instead loads everything that searches need, compiling it if that has not been done, and
says how long it took.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from typing import TextIO

from games import mnk
from games.evaluator import warm_up
from games.evaluator.evaluation import (
    Estimated,
    Evaluation,
    Proved,
    Unknown,
    Value,
    Verdict,
)
from games.evaluator.judge import evaluate
from games.evaluator.limit import Limit


def main(arguments: Sequence[str] | None = None, out: TextIO = sys.stdout) -> int:
    """Answer a command line; the exit code is 0, or 2 where the question was refused."""
    options = _parser().parse_args(arguments)
    if options.warm_up:
        began = time.perf_counter()
        warm_up()
        out.write(f"The evaluator is ready after {time.perf_counter() - began:.1f} s.\n")
        return 0
    try:
        variant = mnk.variant_from_text(options.variant)
        game = mnk.GameState.start(variant)
        position = game.position
        for square in mnk.moves_from_text(options.moves, variant):
            position = position.play(square)
        limit = Limit(nodes=options.nodes, ms=options.ms)
        began = time.perf_counter()
        evaluation = evaluate(position, limit)
    except mnk.RuleError as refusal:
        print(refusal.sentence, file=sys.stderr)  # noqa: T201  # this is a program
        return 2
    out.write(text(evaluation))
    seconds = time.perf_counter() - began
    out.write(f"{evaluation.nodes:,} nodes, {seconds:.2f} s\n")
    return 0


def text(evaluation: Evaluation) -> str:
    """An evaluation as people read it: the board with its values, and the best squares.

    >>> from games.evaluator import Limit
    >>> position = mnk.Position.start(mnk.Variant(3, 3, 3)).play(4).play(1)
    >>> print(text(evaluate(position, Limit())), end="")
       a   b   c
    3  W5  D7  W5
    2  W5  X   W5
    1  W5  O   W5
    X to move: proved win in 5 plies. Best: a1 c1 a2 c2 a3 c3
    """
    position = evaluation.position
    variant = position.variant
    names = [mnk.name(column, variant)[:-1] for column in range(variant.width)]
    cells = [_cell(position, evaluation, square) for square in range(variant.squares)]
    size = max(map(len, [*names, *cells])) + 2
    margin = len(str(variant.height)) + 2
    lines = [" " * margin + "".join(name.ljust(size) for name in names).rstrip()]
    for row in reversed(range(variant.height)):
        shown = cells[row * variant.width : (row + 1) * variant.width]
        lines.append(str(row + 1).ljust(margin) + "".join(c.ljust(size) for c in shown).rstrip())
    lines.append(_sentence(evaluation))
    return "\n".join(lines) + "\n"


def _cell(position: mnk.Position, evaluation: Evaluation, square: mnk.Square) -> str:
    match position.stone(square):
        case mnk.Side.BLACK:
            return "X"
        case mnk.Side.WHITE:
            return "O"
        case None if square in position.variant.blocked:
            return "#"
        case None:
            moves = mnk.moves_to((square,), position.variant)
            return "/".join(_short(evaluation.squares.get(move)) for move in moves)


def _short(value: Value | None) -> str:
    match value:
        case None:
            return "."
        case Proved(verdict=verdict, plies=plies):
            return verdict.value[0].upper() + ("" if plies is None else str(plies))
        case Estimated(score=score):
            return f"~{round(10 * score)}"
        case Unknown():
            return "?"


def _sentence(evaluation: Evaluation) -> str:
    position = evaluation.position
    names = mnk.side_names(position.variant, "marks")
    for side in mnk.Side:
        if position.has_line(side):
            return f"{names[side]} has a line: the game is over."
    if position.is_full:
        return "The board is full: a draw."
    if position.is_stuck:
        return "Every square that is left is forbidden to X: a draw."
    mover = names[position.side_to_move]
    best = " ".join(mnk.move_word(move, position.variant) for move in evaluation.best)
    match evaluation.value:
        case Proved(verdict=Verdict.DRAW):
            value = "proved draw"
        case Proved(verdict=verdict, plies=plies):
            value = f"proved {verdict.value}" + ("" if plies is None else f" in {plies} plies")
        case Estimated():
            value = "not proved, squares estimated"
        case Unknown():
            value = "unknown"
    return f"{mover} to move: {value}. Best: {best}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m games.evaluator", description=__doc__)
    parser.add_argument(
        "--variant",
        default="3x3",
        help="a preset, or 6x5x4, 7x4x4-exact, 3x5-full, 5x5x4-c3 (blocked)",
    )
    parser.add_argument("--moves", default="", help="what has been played, as b2a1")
    parser.add_argument("--nodes", type=int, help="look at no more positions than this")
    parser.add_argument("--ms", type=float, help="take no longer than this")
    parser.add_argument("--warm-up", action="store_true", help="load or compile, then end")
    return parser


if __name__ == "__main__":
    sys.exit(main())
