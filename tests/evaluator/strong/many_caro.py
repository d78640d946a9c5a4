"""The strong engine's claims about caro, checked by slower means that share no code with it.

    python -m tests.evaluator.strong.many_caro shapes 100000
    python -m tests.evaluator.strong.many_caro endings 6000
    python -m tests.evaluator.strong.many_caro blocked 6000
    python -m tests.evaluator.strong.many_caro answers 300
    python -m tests.evaluator.strong.many_caro fours 300
    python -m tests.evaluator.strong.many_caro threats 60
    python -m tests.evaluator.strong.many_caro losses 40

Shapes of random boards against their definition, and where lines are completed and stopped against
`games.evaluator.rules` and `reading`; all else as in `many_renju`. It stops at the first claim that
is not true, and says how much it saw.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np

from games import mnk
from games.evaluator.evaluation import Finding, Verdict
from games.evaluator.limit import Limit
from games.evaluator.reading import Reading
from games.evaluator.rules import squares_of, stones, stopping
from games.evaluator.strong import board as boards
from games.evaluator.strong import patterns
from games.evaluator.strong.engine import Engine
from games.evaluator.strong.forcing import SQUARE_MASK, may_stop, most_wanted, stops
from games.evaluator.strong.record import LINES, MAX_SQUARES, BoardRecord
from games.evaluator.strong.weights import weights
from tests.evaluator import brute
from tests.mnk.many_boards import random_board

from . import many_renju, naive

CARO = mnk.LineRule.CARO
_NAMES = {
    patterns.LINE: "LINE",
    patterns.OPEN_FOUR: "OPEN_FOUR",
    patterns.FOUR: "FOUR",
    patterns.OPEN_THREE: "OPEN_THREE",
    patterns.THREE: "THREE",
    patterns.OPEN_TWO: "OPEN_TWO",
}


def shapes(rng: random.Random, count: int) -> Counter[str]:
    """Compare both sides of this many random boards: a few shapes of each, and where lines are
    completed, won next and stopped on all of it."""
    seen: Counter[str] = Counter()
    while seen["boards"] < count:
        position = random_board(CARO, rng)
        if not patterns.is_supported(position.variant):
            continue
        seen["boards"] += 1
        board = boards.of(position, weights())
        empty = position.empty_squares()
        for side in mnk.Side:
            seen += _lines_of(board, position, side, rng)
            for square in rng.sample(empty, min(3, len(empty))):
                seen[_shape(board, position, side, square, rng.randrange(4))] += 1
        if empty:
            square, either = rng.choice(empty), rng.randrange(2)
            before = board.shape_at.copy(), board.gains.copy()
            boards.place(board, square, either)
            boards.lift(board, square, either)
            assert np.array_equal(board.shape_at, before[0])
            assert np.array_equal(board.gains, before[1])
    return seen


def _shape(
    board: BoardRecord, position: mnk.Position, side: mnk.Side, square: mnk.Square, direction: int
) -> str:
    """The name of a shape, which the definition agrees to."""
    variant = position.variant
    right, up = mnk.DIRECTIONS[direction]
    row, column = divmod(square, variant.width)
    signs = ""
    for step in range(-variant.k - 2, variant.k + 3):
        x, y = column + step * right, row + step * up
        if not (0 <= x < variant.width and 0 <= y < variant.height):
            signs += "#"
        else:
            signs += {side: "X", side.other: "O", None: "."}[position.stone(y * variant.width + x)]
    centre = variant.k + 2
    slow = naive.shape(naive.with_stone(signs, centre), centre, variant.k, CARO)
    found = int(board.shape_at[int(side) * LINES + 4 * square + direction])
    assert _NAMES.get(found, "") == slow, (mnk.position_line(position), square, direction)
    return slow or "less"


def _lines_of(
    board: BoardRecord, position: mnk.Position, side: mnk.Side, rng: random.Random
) -> Counter[str]:
    """Where a side completes a line, where it wins next, and what stops that."""
    seen: Counter[str] = Counter()
    where, variant = mnk.position_line(position), position.variant
    own, other = (sum(1 << at for at in position.stones(each)) for each in (side, side.other))
    part = int(side) * MAX_SQUARES
    gain = {at: int(board.gain[part + at]) for at in position.empty_squares()}
    reading = Reading(own, other, variant)
    completing = {at for at in gain if gain[at] == patterns.WINS}
    assert completing == set(squares_of(reading.completing)), where
    wins_next = {at for at in gain if gain[at] == patterns.WINS_NEXT}
    assert wins_next == set(squares_of(reading.winning_next)) - completing, where
    if completing:
        found = int(stops(board, int(side), -1, 0))
        told = sorted(SQUARE_MASK - int(move) for move in board.moves[:found])
        assert told == list(stopping(own, other, variant)), where
        seen[f"{found} stops"] += 1
        seen["of several"] += len(completing) > 1 and found > 0
    if completing or wins_next:
        wanted = int(most_wanted(board, int(side)))
        square = rng.choice([*gain])
        after = Reading(own, other | 1 << square, variant)
        left = after.completing if completing else after.winning_next
        is_stopped = not left >> wanted & 1
        assert bool(may_stop(board, int(side), square, wanted)) is is_stopped, (where, square)
        seen["stops what is wanted"] += is_stopped
    return seen


def blocked_endings(rng: random.Random, count: int, most: int = 9) -> Iterator[mnk.Position]:
    """Nearly full boards without a line, with lines that lack one or two stones and have the other
    side's at one end: what is threatened there has two answers."""
    while count:
        width, height, k = rng.choice(((6, 5, 3), (6, 6, 4), (7, 6, 4), (7, 7, 5), (7, 7, 4)))
        variant = mnk.Variant(width, height, k, CARO)
        signs = [""] * variant.squares
        for _ in range(rng.randint(1, 3)):
            mask, _, blocks = rng.choice([line for line in mnk.lines(variant) if line[2]])
            sign, other = rng.choice((("X", "O"), ("O", "X")))
            taken, free = rng.sample(squares_of(blocks), 2)
            squares = squares_of(mask)
            gaps = rng.sample(squares, rng.choice((1, 2, 2)))
            laid = {at: "." if at in gaps else sign for at in squares}
            laid |= {taken: rng.choice((other, other, ".")), free: "."}
            for at, each in laid.items():
                signs[at] = signs[at] or each
        rest = [at for at, sign in enumerate(signs) if not sign]
        left = signs.count("X") - signs.count("O")
        for at in rng.sample(rest, len(rest)):
            signs[at] = "O" if left > 0 or (left == 0 and rng.random() < 0.5) else "X"
            left += 1 if signs[at] == "X" else -1
        black, white = (frozenset(i for i, s in enumerate(signs) if s == x) for x in "XO")
        position = mnk.Position.of(variant, mnk.BySide(black, white), mnk.Side(rng.randint(0, 1)))
        if not brute.is_over(position) and len(position.empty_squares()) <= most:
            count -= 1
            yield position


def claims(endings: Iterable[mnk.Position]) -> Counter[str]:
    """Check all that the engine claims about endings."""
    seen: Counter[str] = Counter()
    for position in endings:
        own, other = stones(position)
        seen["boards"] += 1
        seen["two answers"] += len(stopping(other, own, position.variant)) == 2
        seen += many_renju.claims(position, brute_force())
    return seen


def brute_force() -> many_renju.Truth:
    """By every move to the end: of stops and threats nothing is known."""
    known: dict[mnk.Position, Finding] = {}

    def truth(position: mnk.Position) -> Finding:
        if position not in known:
            side = position.side_to_move
            found = [Finding(Verdict.DRAW, 0)] if position.is_full else []
            for square in position.playable_squares():
                after = position.play(square)
                if after.has_line(side):
                    found = [Finding(Verdict.WIN, 1)]
                    break
                theirs = truth(after)
                assert theirs.plies is not None
                found.append(Finding(theirs.verdict.other, theirs.plies + 1))
            known[position] = max(found, key=_worth)
        return known[position]

    return truth


def _worth(found: Finding) -> tuple[int, int]:
    assert found.plies is not None
    match found.verdict:
        case Verdict.WIN:
            return 1, -found.plies
        case Verdict.DRAW:
            return 0, found.plies
        case Verdict.LOSS:
            return -1, found.plies


def answers(rng: random.Random, count: int) -> Counter[str]:
    """Check wins by fours on boards with many stones of one side, until this many of them had a
    four with two answers."""
    seen: Counter[str] = Counter()
    engine = Engine(mnk.Variant(9, 9, 5, CARO), table_bits=12)
    while seen["with two answers"] < count:
        board = rng.choices("......XXXO", k=81)
        black, white = (frozenset(i for i, s in enumerate(board) if s == x) for x in "XO")
        position = mnk.Position.of(engine.variant, mnk.BySide(black, white), mnk.Side.BLACK)
        if any(map(position.has_line, mnk.Side)) or many_renju.completes(position):
            continue
        line = engine.winning_fours(position, Limit(nodes=2_000))
        if line is not None:
            seen["wins"] += 1
            seen["with two answers"] += many_renju.wins_by(engine, position, line) > 0
    return seen


def main() -> None:
    many_renju.check_as_asked(
        {
            "shapes": shapes,
            "endings": lambda rng, count: claims(many_renju.endings(rng, count, rule=CARO)),
            "blocked": lambda rng, count: claims(blocked_endings(rng, count)),
            "answers": answers,
            **many_renju.on_lines(mnk.PRESETS["15x15-caro"].variant),
        }
    )


if __name__ == "__main__":
    main()
