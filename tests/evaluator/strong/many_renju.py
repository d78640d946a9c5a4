"""The strong engine's claims about renju, checked by slower means that share no code with it.

    python -m tests.evaluator.strong.many_renju forbidden 200000
    python -m tests.evaluator.strong.many_renju endings 20000
    python -m tests.evaluator.strong.many_renju fours 300
    python -m tests.evaluator.strong.many_renju threats 60
    python -m tests.evaluator.strong.many_renju losses 40

Forbidden squares of random boards against `games.mnk.forbidden`; every claim about random endings
against brute force; each win by fours in quick games against every reply the rules allow; and wins
by threats likewise, each reply with a claim of its own; of positions called lost, each move. It
stops at the first claim that is not true, and says how much it saw.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import TypeAlias

import numpy as np

from games import mnk
from games.evaluator.evaluation import Finding, Verdict
from games.evaluator.everything import Everything
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget, Completed, run
from games.evaluator.strong import board as boards
from games.evaluator.strong.engine import Analysis, Engine, choose
from games.evaluator.strong.opinion import opinion
from games.evaluator.strong.weights import weights
from tests.evaluator import brute
from tests.mnk.many_boards import blocked_board, random_board

RENJU = mnk.LineRule.RENJU
BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE


def with_side(position: mnk.Position, side: mnk.Side) -> mnk.Position:
    """The same stones with this side to move."""
    stones = mnk.BySide(*(frozenset(position.stones(each)) for each in mnk.Side))
    return mnk.Position.of(position.variant, stones, side)


# --- Forbidden squares ---------------------------------------------------------------------------


def forbidden(rng: random.Random, count: int) -> Counter[str]:
    """Compare every empty square of this many random boards, half of them with blocked squares."""
    seen: Counter[str] = Counter()
    for at in range(count):
        make = blocked_board if at % 2 else random_board
        position = with_side(make(RENJU, rng), BLACK)
        board, truth = boards.of(position, weights()), position.forbidden
        for square in position.empty_squares():
            told = bool(boards.is_forbidden(board, square))
            assert told is (square in truth), (mnk.position_line(position), square)
            seen["squares"] += 1
        seen.update(each.ban.value for each in truth.values())
        assert bool(boards.is_stuck(board)) is (not position.playable_squares())
        fresh = boards.of(position, weights())
        assert np.array_equal(board.shape_at, fresh.shape_at)
        assert np.array_equal(board.gains, fresh.gains)
    return seen


# --- Endings -------------------------------------------------------------------------------------


def endings(
    rng: random.Random, count: int, most: int = 9, rule: mnk.LineRule = RENJU
) -> Iterator[mnk.Position]:
    """Nearly full boards without a line, many of whose squares lie on nearly full lines."""
    while count:
        size = rng.choice(((5, 5), (6, 5), (6, 6), (7, 5), (7, 6), (7, 7)))
        variant = mnk.Variant(*size, rule.says.only_k or rng.choice((4, 5)), rule)
        empty = rng.randint(2, most)
        signs = ["X"] * ((variant.squares - empty + 1) // 2)
        signs += ["O"] * (variant.squares - empty - len(signs)) + ["."] * empty
        rng.shuffle(signs)
        for _ in range(rng.randint(0, 4)):
            _fill_line(signs, variant, rng)
        black, white = (frozenset(i for i, s in enumerate(signs) if s == x) for x in "XO")
        position = mnk.Position.of(variant, mnk.BySide(black, white), mnk.Side(rng.randint(0, 1)))
        if not brute.is_over(position):
            count -= 1
            yield position


def _fill_line(signs: list[str], variant: mnk.Variant, rng: random.Random) -> None:
    """Exchange stones so that some line lacks little."""
    sign = rng.choice("XXO")
    mask = rng.choice(mnk.lines(variant.of(WHITE)))[0]
    for at in range(variant.squares):
        other = rng.randrange(len(signs))
        if mask >> at & 1 and signs[at] not in (sign, ".") and signs[other] == sign:
            signs[at], signs[other] = signs[other], signs[at]


Truth: TypeAlias = Callable[[mnk.Position], Finding]
"""What a position is worth that has no line yet."""


def everything(variant: mnk.Variant) -> Truth:
    """By trying everything that renju allows."""
    tried = Everything(variant)

    def truth(position: mnk.Position) -> Finding:
        search = run(lambda budget: tried.finding(position, budget), Limit())
        assert isinstance(search, Completed)
        return search.answer

    return truth


def claims(position: mnk.Position, truth: Truth) -> Counter[str]:
    """Check all that the engine claims about an ending."""
    seen: Counter[str] = Counter()
    line = mnk.position_line(position)
    itself = truth(position)
    engine = Engine(position.variant, table_bits=12)
    for depth in (2, 5):
        analysis = engine.analyse(position, Limit(depth=depth, nodes=20_000), lines=2)
        if analysis.win_found:
            assert itself.verdict is Verdict.WIN, line
            seen["search win"] += 1
        if analysis.loss_found:
            assert itself.verdict is Verdict.LOSS, line
            seen["search loss"] += 1
        for each in analysis.lines:
            follow(position, each.principal_variation)
            after = position.play(each.principal_variation[0])
            if each.win_found and not after.has_line(position.side_to_move):
                assert truth(after).verdict is Verdict.LOSS, line
            if each.loss_found:
                assert truth(after).verdict is Verdict.WIN, line
    fours = engine.winning_fours(position, Limit(nodes=50_000))
    if fours is not None:
        seen["fours"] += 1
        seen["second answers"] += wins_by(engine, position, fours)
        assert itself.verdict is Verdict.WIN, line
        assert itself.plies is not None
        assert itself.plies <= len(fours), line
    analysis = engine.analyse(position, Limit(nodes=5_000))
    if analysis.is_forced_win:
        seen["forced"] += 1
        assert itself.verdict is Verdict.WIN, line
    if engine.is_lost(position, 5_000)[0]:
        seen["lost whatever it plays"] += 1
        assert itself.verdict is Verdict.LOSS, line
    for square, proof in opinion(
        position, position.playable_squares(), (), Budget(Limit(nodes=20_000))
    ).proofs.items():
        after = position.play(square)
        if after.has_line(position.side_to_move):
            found = Finding(Verdict.WIN, 1)
        else:
            theirs = truth(after)
            assert theirs.plies is not None
            found = Finding(theirs.verdict.other, theirs.plies + 1)
        assert proof.answer.verdict is found.verdict, (line, square)
        assert proof.answer.plies in (None, found.plies), (line, square)
        seen[f"proof {found.verdict}"] += 1
    return seen


def follow(position: mnk.Position, moves: tuple[mnk.Square, ...]) -> None:
    """Play a line: no move of it may be refused, and none comes after the end."""
    for square in moves:
        assert not any(map(position.has_line, mnk.Side))
        position = position.play(square)


# --- Wins by force -------------------------------------------------------------------------------


def completes(position: mnk.Position) -> bool:
    """Whether the side to move can end the game with a line."""
    side = position.side_to_move
    own = sum(1 << at for at in position.stones(side))
    taken = own | sum(1 << at for at in position.stones(side.other))
    lacking = (mask & ~own for mask in _masks(position.variant.of(side)))
    ends = {left.bit_length() - 1 for left in lacking if left.bit_count() == 1 and not left & taken}
    playable = position.playable_squares() if ends else ()
    return any(position.play(each).has_line(side) for each in ends.intersection(playable))


@cache
def _masks(variant: mnk.Variant) -> list[int]:
    """The squares of every line, whatever lies at its ends."""
    return sorted({mask for mask, *_ in mnk.lines(variant)})


def wins_by(engine: Engine, position: mnk.Position, line: tuple[mnk.Square, ...]) -> int:
    """Check a win by fours: after each of its moves every reply that is allowed loses at once, or
    is the one in the line, or (caro) another one after which the engine wins by fours as well;
    no reply wins; and the last move completes a line. Returns how many other replies there were."""
    side, others = position.side_to_move, 0
    for move, reply in zip(line[::2], (*line[1::2], None), strict=True):
        position = position.play(move)
        if reply is None:
            break
        assert not position.has_line(side)
        assert not position.is_stuck, mnk.position_line(position)
        for other in position.playable_squares():
            after = position.play(other)
            assert not after.has_line(side.other), (mnk.position_line(position), other)
            if other == reply or completes(after):
                continue
            assert position.variant.line_rule.says.ends_block
            again = engine.winning_fours(after, Limit(nodes=50_000))
            assert again is not None, (mnk.position_line(position), other)
            others += 1 + wins_by(engine, after, again)
        position = position.play(reply)
    assert position.has_line(side)
    return others


def quick_games(rng: random.Random, variant: mnk.Variant) -> Iterator[mnk.Position]:
    """Positions of games in which both sides play with little thought, without end."""
    engine = Engine(variant, table_bits=10)
    while True:
        position = mnk.Position.start(variant)
        while not brute.is_over(position):
            if position.count(BLACK) > 2:
                yield position
            if (chance := rng.random()) < 0.05:
                square = rng.choice(position.playable_squares())
            elif chance < 0.25:
                square = choose(position, 60, rng.getrandbits(32), noise=300, overlook=1.0)
            else:
                square = engine.choose(position, 60, rng.getrandbits(32), noise=300)
            position = position.play(square)


def fours(rng: random.Random, count: int, variant: mnk.Variant) -> Counter[str]:
    """Check this many wins by fours, of the side to move and of the other side if it were."""
    engine, seen = Engine(variant, table_bits=14), Counter[str]()
    for played in quick_games(rng, variant):
        for position in (played, with_side(played, played.side_to_move.other)):
            if position.is_stuck or completes(position):
                continue
            line = engine.winning_fours(position, Limit(nodes=5_000))
            seen["positions"] += 1
            if line is None:
                continue
            seen["second answers"] += wins_by(engine, position, line)
            seen[f"{position.side_to_move.word} wins"] += 1
            seen["of four and more"] += len(line) > 6
            last = position
            for square in line[:-2]:
                last = last.play(square)
            seen["by a forbidden stop"] += len(line) > 1 and _may_not_stop(last)
            if sum(seen[f"{side.word} wins"] for side in mnk.Side) >= count:
                return seen
    raise AssertionError


def _may_not_stop(after_four: mnk.Position) -> bool:
    """Whether black is to move, and the one square that would stop white's four is forbidden."""
    if after_four.side_to_move is WHITE:
        return False
    white = with_side(after_four, WHITE)
    ends = [each for each in white.empty_squares() if white.play(each).has_line(WHITE)]
    return len(ends) == 1 and ends[0] in after_four.forbidden


def threats(rng: random.Random, count: int, variant: mnk.Variant) -> Counter[str]:
    """Check this many wins by fours and threes: after every reply a win is claimed again."""
    engine, seen = Engine(variant, table_bits=15), Counter[str]()
    limit = Limit(nodes=30_000)
    for position in quick_games(rng, variant):
        seen["positions"] += 1
        if rng.random() < 0.5 or engine.winning_fours(position, limit) is not None:
            continue
        analysis = engine.analyse(position, limit)
        if not analysis.is_forced_win:
            continue
        _holds(engine, position, analysis, limit, rng)
        seen[f"{position.side_to_move.word} wins"] += 1
        if sum(seen[f"{side.word} wins"] for side in mnk.Side) >= count:
            return seen
    raise AssertionError


def _holds(
    engine: Engine, position: mnk.Position, analysis: Analysis, limit: Limit, rng: random.Random
) -> None:
    side = position.side_to_move
    while True:
        if len(analysis.principal_variation) > 1 or completes(position):
            if not completes(position):
                wins_by(engine, position, analysis.principal_variation)
            return
        position = position.play(analysis.best)
        assert not position.is_stuck
        open_replies = []
        for reply in position.playable_squares():
            after = position.play(reply)
            assert not after.has_line(side.other)
            found = engine.analyse(after, limit)
            assert found.win_found, (mnk.position_line(position), reply)
            if not completes(after):
                open_replies.append((after, found))
        if not open_replies:
            return
        position, analysis = rng.choice(open_replies)


def losses(rng: random.Random, count: int, variant: mnk.Variant) -> Counter[str]:
    """Check this many positions that a search calls lost: after every move the other side, searched
    for anew, is said to win."""
    engine, fresh = Engine(variant, table_bits=16), Engine(variant, table_bits=16)
    seen: Counter[str] = Counter()
    for played in quick_games(rng, variant):
        for position in (played, with_side(played, played.side_to_move.other)):
            if position.is_stuck or completes(position):
                continue
            engine.forget()
            found = engine.analyse(position, Limit(nodes=20_000))
            seen["positions"] += 1
            if not found.loss_found:
                continue
            for square in position.playable_squares():
                after = position.play(square)
                fresh.forget()
                assert completes(after) or fresh.analyse(after, Limit(nodes=300_000)).win_found, (
                    mnk.position_line(position),
                    mnk.name(square, variant),
                )
            seen[f"{position.side_to_move.word} loses"] += 1
            if sum(seen[f"{side.word} loses"] for side in mnk.Side) >= count:
                return seen
    raise AssertionError


Check: TypeAlias = Callable[[random.Random, int], Counter[str]]
"""Checks this many by chance, and says what it saw."""


def check_as_asked(checks: Mapping[str, Check]) -> None:
    """Run the check that the command line names, with its count and perhaps a seed."""
    what, count = sys.argv[1], int(sys.argv[2])
    rng = random.Random(sys.argv[3] if len(sys.argv) > 3 else what)
    sys.stdout.write(f"{what} {count} {dict(checks[what](rng, count))}\n")


def on_lines(board: mnk.Variant) -> dict[str, Check]:
    """The checks of what the engine forces on a board."""
    return {
        "fours": partial(fours, variant=board),
        "threats": partial(threats, variant=board),
        "losses": partial(losses, variant=board),
    }


def _endings(rng: random.Random, count: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for position in endings(rng, count):
        seen += claims(position, everything(position.variant))
    return seen


def main() -> None:
    board = mnk.PRESETS["15x15-renju"].variant
    check_as_asked({"forbidden": forbidden, "endings": _endings, **on_lines(board)})


if __name__ == "__main__":
    main()
