"""Certificates: they prove what they claim, and a spoiled one is found out."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import evaluator, mnk
from games.evaluator import certificate as certificates
from games.evaluator import judge
from games.evaluator.certificate import Certificate, Strategy, cannot_complete, check, longest
from games.evaluator.certify import certify
from games.evaluator.evaluation import Verdict
from games.evaluator.forced import unanswered
from games.evaluator.limit import Limit
from tests.mnk.interpreter import drawn

from . import brute, strategies

CARO = mnk.LineRule.CARO
ENOUGH = Limit(nodes=10_000_000)


def start(width: int, height: int, k: int) -> mnk.Position:
    return mnk.Position.start(mnk.Variant(width, height, k))


@pytest.mark.parametrize(
    ("size", "verdict"),
    [
        ((3, 3, 3), Verdict.DRAW),
        ((4, 3, 3), Verdict.WIN),
        ((4, 4, 3), Verdict.WIN),
        ((4, 4, 4), Verdict.DRAW),
        ((5, 2, 3), Verdict.DRAW),
        ((5, 3, 3), Verdict.WIN),
        ((6, 6, 6), Verdict.DRAW),
    ],
    ids=str,
)
def test_a_start_is_certified_and_the_certificate_holds(
    size: tuple[int, int, int], verdict: Verdict
) -> None:
    certificate = evaluator.prove(start(*size), ENOUGH)

    assert certificate is not None
    assert certificate.verdict is verdict
    assert check(certificate)


@strategies.law
@given(position=strategies.endings(max_empty=8, of=strategies.certified_variants))
def test_any_ending_is_certified_with_the_verdict_of_brute_force(position: mnk.Position) -> None:
    certificate = certify(position, ENOUGH, set_up=True)
    expected, _ = brute.best(
        brute.board_of(position), "XO"[position.side_to_move], position.variant
    )

    assert certificate is not None
    assert certificate.verdict.value == expected
    assert check(certificate)
    for verdict in Verdict:
        if verdict is not certificate.verdict:
            assert not check(replace(certificate, verdict=verdict))
    brute.forget()


@strategies.law
@given(position=strategies.endings(max_empty=8, of=st.just(mnk.Variant(4, 3, 3, CARO))))
def test_nothing_is_certified_where_one_stone_may_stop_two_lines(position: mnk.Position) -> None:
    assert certify(position, ENOUGH, set_up=True) is None
    for verdict in Verdict:
        winner = position.side_to_move if verdict is Verdict.WIN else position.side_to_move.other
        claims = (
            tuple(Strategy(side, False, {}) for side in mnk.Side)
            if verdict is Verdict.DRAW
            else (Strategy(winner, True, {}),)
        )
        assert not check(Certificate(position, verdict, claims))


@strategies.law
@given(position=strategies.endings(max_empty=8, of=strategies.small_wins))
def test_a_side_said_to_be_unable_to_complete_a_line_cannot(position: mnk.Position) -> None:
    sign = "XO"[position.side_to_move]
    outcome, _ = brute.best(brute.board_of(position), sign, position.variant)
    if cannot_complete(position, position.side_to_move):
        assert outcome != "win"
    if cannot_complete(position, position.side_to_move.other):
        assert outcome != "loss"
    brute.forget()


def test_a_certificate_with_one_move_missing_or_changed_proves_nothing() -> None:
    whole = evaluator.prove(start(4, 3, 3), ENOUGH)
    assert whole is not None
    (strategy,) = whole.strategies
    refused = 0
    for name, square in strategy.moves.items():
        without = {key: move for key, move in strategy.moves.items() if key != name}
        assert not check(replace(whole, strategies=(replace(strategy, moves=without),)))
        for other in (square + 1, -1, 99):
            spoiled = {**strategy.moves, name: other}
            refused += not check(replace(whole, strategies=(replace(strategy, moves=spoiled),)))
    assert refused >= 2 * len(strategy.moves)


def test_the_strategies_must_be_those_the_verdict_needs() -> None:
    drawn = evaluator.prove(start(3, 3, 3), ENOUGH)
    assert drawn is not None
    first, second = drawn.strategies

    assert not check(replace(drawn, strategies=(first,)))
    assert not check(replace(drawn, strategies=(second,)))
    assert not check(replace(drawn, strategies=(first, replace(second, wins=True))))


def test_a_board_that_fills_without_a_line_is_held_and_not_won() -> None:
    last = mnk.position_from_line("3x3x3-freestyle/XOX/OOX/XX1/O")
    moves = {certificates.key(last): mnk.square("c1", last.variant)}

    assert longest(Strategy(mnk.Side.WHITE, False, moves), last) == 1
    assert longest(Strategy(mnk.Side.WHITE, True, moves), last) is None


def test_nothing_is_certified_of_a_game_that_is_over() -> None:
    over = mnk.position_from_text("XXX\nOO.\n...", mnk.Variant(3, 3, 3))

    assert evaluator.prove(over, ENOUGH) is None
    assert not check(Certificate(over, Verdict.LOSS, (Strategy(mnk.Side.BLACK, True, {}),)))


def test_a_cut_search_a_long_strategy_or_a_large_board_gives_no_certificate() -> None:
    assert evaluator.prove(start(7, 7, 5), Limit(nodes=1000)) is None
    assert certify(start(5, 4, 4), ENOUGH, max_moves=10) is None
    assert evaluator.prove(start(10, 10, 5), ENOUGH) is None
    assert evaluator.prove(start(4, 3, 3), Limit(nodes=10_000, depth=6)) is None


def test_the_same_nodes_give_the_same_certificate() -> None:
    first = evaluator.prove(start(4, 3, 3), Limit(nodes=10_000))
    judge.evaluate(start(4, 3, 3), ENOUGH)

    assert evaluator.prove(start(4, 3, 3), Limit(nodes=10_000)) == first


def test_the_checker_does_not_use_the_solver() -> None:
    used = {
        name
        for name, thing in vars(certificates).items()
        if getattr(thing, "__module__", "").startswith("games.evaluator")
        and getattr(thing, "__module__", "") != certificates.__name__
    }

    assert used == {"Verdict"}


def test_a_claimed_distance_must_hold() -> None:
    whole = evaluator.prove(start(4, 3, 3), ENOUGH)
    assert whole is not None

    assert whole.plies == 7
    assert certify(start(4, 3, 3), ENOUGH, max_moves=len(whole)) == whole
    assert certify(start(4, 3, 3), ENOUGH, max_moves=len(whole) // 2) is None
    assert check(replace(whole, plies=9))
    assert not check(replace(whole, plies=6))
    drawn = evaluator.prove(start(3, 3, 3), ENOUGH)
    assert drawn is not None
    assert not check(replace(drawn, plies=9))
    assert certify(start(3, 3, 3), ENOUGH, max_moves=len(drawn)) == drawn


def test_a_win_by_force_on_a_large_board_is_certified_within_the_limits() -> None:
    board = ["." * 10] * 10
    board[4], board[7] = "...XXX....", "..O..O...."
    position = mnk.position_from_text("\n".join(board), mnk.Variant(10, 10, 5), mnk.Side.BLACK)
    before = position.play(0)
    certificate = evaluator.prove(position, Limit(nodes=50_000), set_up=True)
    answered = evaluator.prove(before, Limit(nodes=50_000), set_up=True)

    assert certificate is not None
    assert (certificate.verdict, certificate.plies, len(certificate)) == (Verdict.WIN, 3, 0)
    assert check(certificate)
    assert answered is None  # White takes one end of the three.
    assert evaluator.prove(position, Limit(nodes=50_000, depth=3), set_up=True) == certificate
    assert evaluator.prove(position, Limit(nodes=50_000, depth=2), set_up=True) is None


def test_two_squares_stop_an_open_three_near_the_edge() -> None:
    position = drawn("....... ..XXX.. ....... .OO.... .......", k=5, to_move=mnk.Side.WHITE)

    assert [mnk.name(square, position.variant) for square in unanswered(position)] == ["b4", "f4"]


def test_where_neither_side_can_complete_a_line_a_large_board_is_drawn() -> None:
    rows = ["XXOO" * 5, "OOXX" * 5] * 10
    rows[0] = "." + rows[0][1:]
    position = mnk.position_from_text("\n".join(rows), mnk.Variant(20, 20, 5), mnk.Side.WHITE)
    certificate = evaluator.prove(position, Limit(nodes=1_000), set_up=True)

    assert certificate is not None
    assert (certificate.verdict, len(certificate)) == (Verdict.DRAW, 0)
    assert check(certificate)
