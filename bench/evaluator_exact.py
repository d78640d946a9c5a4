"""Values proved by the exact solver, as a Markdown table: `python -m bench.evaluator_exact`.

Each board starts with an empty table, so the figures do not depend on the order. `value` is the
verdict for the first player; `plies` the proved distance where it was asked for (`--distance`) or
was found on the way. `--counts` adds the positions of 4x4, `--latency` what a user waits for.
"""

import argparse
import csv
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from games import mnk
from games.evaluator import (
    Limit,
    aggressive,
    attack,
    evaluate,
    judge,
    tictactoe,
    warm_up,
)
from games.evaluator.evaluation import Finding
from games.evaluator.exact import Solver
from games.evaluator.proof import Budget, Completed, run

VALUES = Path(__file__).parents[1] / "tests" / "evaluator" / "data" / "mnk_values.csv"
NAMED = ("4,4,4", "5,4,4", "5,5,4", "7,4,4", "7,5,4", "5,5,5", "8,4,4")
"""Boards that the issue names and the table of published values does not, and one more."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="for each board")
    parser.add_argument("--table", type=int, default=22, help="2^n entries of 24 bytes")
    parser.add_argument("--only", nargs="*", help="boards as 6,5,4 or 4,3,3,exact")
    parser.add_argument("--distance", action="store_true", help="prove the distance too")
    parser.add_argument("--counts", action="store_true", help="count the positions of 4x4 as well")
    parser.add_argument("--latency", action="store_true", help="times of single answers as well")
    options = parser.parse_args()
    warm_up()
    print("| m,n,k | rule | published | proved | plies | nodes | seconds |")
    print("|---|---|---|---|---|---|---|")
    for board, rule, expected in boards(options.only):
        print(row(board, rule, expected, options), flush=True)
    if options.counts:
        count(mnk.Variant(4, 4, 4))
        count(mnk.Variant(4, 4, 3))
    if options.latency:
        latency()
    print(f"\nMemory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


def boards(only: list[str] | None) -> list[tuple[str, str, str]]:
    """Board, rule and published value; those asked for, or all this solver is for."""
    published = {}
    for found in csv.DictReader(VALUES.read_text(encoding="utf-8").splitlines()):
        board = f"{found['m']},{found['n']},{found['k']}"
        published[board, found["rule"]] = found["value_first_player"]
    if only is not None:
        asked = [
            text.rpartition(",") if text[-1].isalpha() else (text, "", "freestyle") for text in only
        ]
        return [(board, rule, published.get((board, rule), "")) for board, _, rule in asked]
    every = {**published, **{(board, "freestyle"): "" for board in NAMED}}
    every |= published
    fits = [
        (board, rule, value)
        for (board, rule), value in every.items()
        if int(board.split(",")[0]) * int(board.split(",")[1]) <= 64 and rule in set(mnk.LineRule)
    ]
    return sorted(fits, key=lambda one: (one[1], [int(part) for part in one[0].split(",")]))


def row(board: str, rule: str, expected: str, options: argparse.Namespace) -> str:
    """Prove one board, and say so in a line of the table."""
    width, height, k = (int(part) for part in board.split(","))
    variant = mnk.Variant(width, height, k, mnk.LineRule(rule))
    solver = Solver(variant, table_log2=options.table)
    nodes = 0
    began = time.perf_counter()

    def search(budget: Budget) -> Finding:
        nonlocal nodes
        try:
            if options.distance:
                return solver.finding((0, 0), budget)
            return solver.verdict((0, 0), budget)
        finally:
            nodes = budget.nodes

    result = run(search, Limit(ms=1000 * options.seconds))
    seconds = time.perf_counter() - began
    proved, plies = "–", "–"
    if isinstance(result, Completed):
        proved = result.answer.verdict.value
        plies = str(result.answer.plies or "–")
    wrong = " **WRONG**" if expected and proved not in (expected, "–") else ""
    return (
        f"| {board} | {rule} | {expected or '–'} | {proved}{wrong} | {plies} "
        f"| {nodes:,} | {seconds:.2f} |"
    )


def count(variant: mnk.Variant) -> None:
    """Count positions up to symmetry with the solver's own canonical form: see mnk_counts.txt."""
    from games.evaluator.board import board

    tables = board(variant)
    lines = [int(mask) for mask in tables.masks]
    began = time.perf_counter()
    layer = {(0, 0)}
    forms = 1
    while layer:
        following = set()
        for own, other in layer:
            if any(other & line == line for line in lines):
                continue
            empty = tables.full & ~(own | other)
            while empty:
                bit = empty & -empty
                empty ^= bit
                following.add(attack.canonical(other, own | bit, tables.turned, 2))
        forms += len(following)
        layer = following
    print(
        f"\n{variant.title}: {forms:,} positions up to symmetry, "
        f"{time.perf_counter() - began:.0f} s"
    )


def latency() -> None:
    """What a user waits for, in ms: the median and the worst of many."""
    ten = mnk.Variant(10, 10, 5)
    moves = mnk.moves_from_text("e5f6f5g5e6e7d7g4h3c8d6f4c5b5d8d4", ten)
    positions = [mnk.GameState.replay(ten, moves[:ply]).position for ply in range(len(moves))]
    start = mnk.Position.start(mnk.Variant(3, 3, 3))
    stones = (0b1, 0b10000)
    print("\n| what | median ms | worst ms |\n|---|---|---|")
    shown("3x3 table built", tictactoe.Table, 20)
    shown("3x3 position evaluated, cached", lambda: evaluate(start, Limit()), 2000)
    table = tictactoe.table()
    shown("3x3 value looked up", lambda: table.finding(stones), 2000)
    for position in (positions[4], positions[-1]):
        ply = position.count(mnk.Side.BLACK) + position.count(mnk.Side.WHITE)
        shown(f"10x10 G map after {ply} plies", partial(aggressive.benefits, position), 200)
    for size in ((4, 4, 4), (5, 4, 4), (6, 5, 4)):
        variant = mnk.Variant(*size)

        def every_square(variant: mnk.Variant = variant) -> None:
            judge.CACHE.clear()
            evaluate(mnk.Position.start(variant), Limit(nodes=50_000_000))

        shown(f"{variant.title}: every square of the start", every_square, 3)
    code = "from games.evaluator import evaluate, Limit; from games import mnk; " + (
        "evaluate(mnk.Position.start(mnk.Variant(4, 4, 4)), Limit(nodes=100000))"
    )
    shown("new process to its first 4x4 answer", partial(process, code), 5)
    shown("new process that imports the facade", partial(process, "import games.evaluator"), 5)


def process(code: str) -> None:
    """Run a line of Python in a fresh interpreter."""
    subprocess.run((sys.executable, "-c", code), check=True)


def shown(what: str, action: Callable[[], object], times: int) -> None:
    """Print how long something takes."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        action()
        took.append(1000 * (time.perf_counter() - began))
    print(f"| {what} | {statistics.median(took):.3f} | {max(took):.3f} |", flush=True)


if __name__ == "__main__":
    main()
