"""On solved boards every label is what the exact values say, checked by an oracle."""

from functools import cache
from itertools import pairwise
from random import Random

import pytest

from games import mnk
from games.review.canonical import CanonicalForm
from games.review.findings import Assessment, LabelKind, LabelPart, Worth
from games.reviews import labels
from games.reviews.assessments import SOLVED_NODES
from games.thinking.assessing import assess
from tests.review import oracle

BOARDS = [(3, 3, 3), (4, 3, 3), (3, 4, 4), (4, 4, 3), (4, 4, 4)]
GAMES = 40
"""On each board: some 1,500 moves in all."""
_ORDER = ("loss", "draw", "win")
_OTHER = {"win": "loss", "loss": "win", "draw": "draw"}

Value = tuple[str, int]
Expected = set[tuple[LabelKind, int | None]]


def random_game(variant: mnk.Variant, rng: Random) -> list[mnk.Position]:
    """The positions of a game played at random to its end."""
    positions = [mnk.Position.start(variant)]
    while not positions[-1].is_full and not positions[-1].has_line(
        positions[-1].side_to_move.other
    ):
        positions.append(positions[-1].play(rng.choice(positions[-1].empty_squares())))
    return positions


def played(before: mnk.Position, after: mnk.Position) -> mnk.Square:
    (square,) = set(before.empty_squares()) - set(after.empty_squares())
    return square


def of_the_move(position: mnk.Position) -> Value:
    """What the move to this position was worth."""
    outcome, plies = oracle.value(position)
    return _OTHER[outcome], plies + 1


def completing(position: mnk.Position, side: mnk.Side) -> set[mnk.Square]:
    """Where a side lacks one stone of a line."""
    variant = position.variant
    own, empty = set(position.stones(side)), set(position.empty_squares())
    found: set[mnk.Square] = set()
    for squares in lines(variant.width, variant.height, variant.k):
        lacking = squares - own
        if len(lacking) == 1:
            found |= lacking & empty
    return found


@cache
def lines(width: int, height: int, k: int) -> list[frozenset[mnk.Square]]:
    """The oracle's lines, as squares."""
    return [
        frozenset(square for square in range(width * height) if line >> square & 1)
        for line in oracle.lines(width, height, k)
    ]


def expected(earlier: mnk.Position | None, before: mnk.Position, square: mnk.Square) -> Expected:
    """The labels of a move, by the definitions and the oracle; `earlier` is the position that the
    opponent had."""
    side = before.side_to_move
    if square in completing(before, side):
        return {(LabelKind.WON, 1)}
    best, best_plies = oracle.value(before)
    own, own_plies = of_the_move(before.play(square))
    found: Expected = set()
    if best == "win" and own != "win":
        found.add((LabelKind.THREW_WIN, best_plies))
    threat = completing(before, side.other)
    if len(threat) == 1 and square not in threat and not completing(before, side):
        found.add((LabelKind.MISSED_BLOCK, 2))
    if own == "loss" and best != "loss":
        found.add((LabelKind.LAST_ESCAPE, own_plies))
    others = [
        of_the_move(before.play(other))[0] for other in before.empty_squares() if other != square
    ]
    if others and all(_ORDER.index(own) > _ORDER.index(other) for other in others):
        found.add((LabelKind.ONLY_MOVE, None))
    was_given = earlier is not None and oracle.value(earlier)[0] != "loss"
    if not found and was_given and best == own == "win":
        found.add((LabelKind.WINNING, own_plies))
    return found


def as_value(worth: Worth) -> Value:
    assert worth.status == "proved"
    assert worth.verdict is not None
    assert worth.plies is not None
    return worth.verdict.value, worth.plies


def as_expected(given: tuple[LabelPart, ...]) -> Expected:
    assert all(label.status == "proved" for label in given)
    assert len({label.kind for label in given}) == len(given)
    return {(label.kind, label.plies) for label in given}


@pytest.fixture(scope="module")
def assessed() -> dict[bytes, Assessment]:
    """By key, what was found for each form."""
    return {}


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_every_label_is_what_the_exact_values_say(
    board: tuple[int, int, int], assessed: dict[bytes, Assessment]
) -> None:
    variant = mnk.Variant(*board)
    rng = Random(str(board))
    kinds: set[LabelKind] = set()
    for _ in range(GAMES):
        positions = random_game(variant, rng)
        moves = [played(*pair) for pair in pairwise(positions)]
        found = []
        for position in positions:
            form = CanonicalForm.of(position)
            if form.key not in assessed:
                assessed[form.key] = assess(form.position, SOLVED_NODES).assessment
            found.append(form.to_original(assessed[form.key]))
        told = labels.moves_of(
            variant, moves, labels.by_hindsight(mnk.Position.start(variant), moves, found)
        )

        assert [as_value(each.worth) for each in found] == list(map(oracle.value, positions))
        assert list(told) == list(range(len(moves)))
        for ply, move in told.items():
            here = positions[ply]
            values = {at: of_the_move(here.play(at)) for at in here.empty_squares()}
            assert {each.square: as_value(each) for each in move.before.squares} == values
            best = oracle.value(here)
            assert move.before.best == tuple(at for at, value in values.items() if value == best)
            assert as_value(move.worth) == values[moves[ply]]
            given = as_expected(move.labels)
            earlier = positions[ply - 1] if ply else None
            assert given == expected(earlier, here, moves[ply]), (moves, ply)
            kinds |= {kind for kind, _ in given}
        for side in mnk.Side:
            check_accuracy(positions, moves, told, side)
    assert LabelKind.ONLY_MOVE in kinds
    if board != (3, 4, 4):  # where hardly any random game has a line
        often = {LabelKind.WON, LabelKind.MISSED_BLOCK, LabelKind.LAST_ESCAPE, LabelKind.WINNING}
        assert often <= kinds


def check_accuracy(
    positions: list[mnk.Position],
    moves: list[mnk.Square],
    told: dict[int, labels.Move],
    side: mnk.Side,
) -> None:
    pairs = [
        (oracle.value(positions[ply])[0], of_the_move(positions[ply + 1])[0])
        for ply in range(len(moves))
        if told[ply].side is side
    ]
    accuracy = labels.accuracy({ply: move for ply, move in told.items() if move.side is side})
    if not pairs:
        assert accuracy is None
        return
    assert accuracy is not None
    assert accuracy.moves == len(pairs)
    assert accuracy.kept == sum(best == own for best, own in pairs)
    assert accuracy.wins_given_away == sum(best == "win" != own for best, own in pairs)
    assert accuracy.draws_given_away == sum(best == "draw" != own for best, own in pairs)
    points = {"win": 1.0, "draw": 0.5, "loss": 0.0}
    shares = [points[own] / points[best] for best, own in pairs if best != "loss"]
    if len(shares) < labels.LEAST_MOVES:
        assert (accuracy.percent, accuracy.status) == (None, "unknown")
    else:
        assert accuracy.status == "proved"
        assert accuracy.percent == int(100 * sum(shares) / len(shares) + 1e-9)


def test_the_oracle_knows_what_everybody_knows() -> None:
    start = {board: oracle.value(mnk.Position.start(mnk.Variant(*board))) for board in BOARDS}

    assert start == {
        (3, 3, 3): ("draw", 9),
        (4, 3, 3): ("win", 7),
        (3, 4, 4): ("draw", 12),
        (4, 4, 3): ("win", 5),
        (4, 4, 4): ("draw", 16),
    }
