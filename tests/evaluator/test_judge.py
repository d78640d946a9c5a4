"""Evaluating positions: each square's value, what is refused, and what holds for every position."""

import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.evaluator import judge
from games.evaluator.errors import ImpossiblePosition
from games.evaluator.evaluation import (
    Estimated,
    Evaluation,
    Proved,
    Unknown,
    Verdict,
)
from games.evaluator.judge import evaluate, tree
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget
from tests.mnk.strategies import games
from tests.mnk.test_symmetries import SYMMETRIES, Symmetry, symmetries_of

from . import brute, strategies

ENOUGH = Limit(nodes=3_000_000)


def position(board: str, variant: mnk.Variant, side: mnk.Side | None = None) -> mnk.Position:
    return mnk.position_from_text(board.replace("/", "\n"), variant, side)


def shown(evaluation: Evaluation) -> dict[mnk.Square, tuple[str, int | None]]:
    """Verdict and plies of the proved squares."""
    return {
        square: (value.verdict.value, value.plies)
        for square, value in evaluation.squares.items()
        if isinstance(value, Proved)
    }


@strategies.law
@given(here=strategies.endings())
def test_every_square_equals_brute_force(here: mnk.Position) -> None:
    evaluation = evaluate(here, ENOUGH, set_up=True)

    assert shown(evaluation) == brute.after_each(
        brute.board_of(here), "XO"[here.side_to_move], here.variant
    )
    brute.forget()


@strategies.law
@given(here=strategies.endings(max_empty=12))
def test_a_position_is_worth_the_best_of_what_follows_turned_round(here: mnk.Position) -> None:
    evaluation = evaluate(here, ENOUGH, set_up=True)
    assert evaluation.is_proved
    empty = len(here.empty_squares())
    scores = {}
    for square, value in evaluation.squares.items():
        assert isinstance(value, Proved)
        after = here.play(square)
        scores[square] = value.score(empty)
        if after.has_line(here.side_to_move) or after.is_full:
            continue
        theirs = evaluate(after, ENOUGH, set_up=True).value
        assert isinstance(theirs, Proved)
        their_score = theirs.score(empty - 1)
        assert their_score is not None
        sign = 1 if after.side_to_move is here.side_to_move else -1
        assert scores[square] == sign * their_score
    value = evaluation.value
    assert isinstance(value, Proved)
    assert value.score(empty) == max(score for score in scores.values() if score is not None)


@pytest.mark.parametrize("symmetry", SYMMETRIES[1:], ids=lambda one: one.name)
@strategies.law
@given(data=st.data())
def test_turning_the_board_turns_the_values(symmetry: Symmetry, data: st.DataObject) -> None:
    turning = strategies.small_variants.filter(lambda each: symmetry in symmetries_of(each))
    here = data.draw(strategies.endings(max_empty=9, of=turning))
    judge.CACHE.clear()
    values = evaluate(here, ENOUGH, set_up=True).squares
    judge.CACHE.clear()
    turned = evaluate(symmetry.position(here), ENOUGH, set_up=True).squares

    moved = symmetry.moves(tuple(values), here.variant)
    assert dict(zip(moved, values.values(), strict=True)) == turned


@strategies.law
@given(game=games(strategies.small_variants), nodes=st.integers(1, 400))
def test_what_a_small_limit_proves_a_large_one_proves_too(game: mnk.GameState, nodes: int) -> None:
    judge.CACHE.clear()
    few = evaluate(game.position, Limit(nodes=nodes))
    judge.CACHE.clear()
    many = evaluate(game.position, Limit(nodes=100_000))

    for square, (verdict, plies) in shown(few).items():
        other = many.squares[square]
        if isinstance(other, Proved):
            assert other.verdict == verdict
            assert plies is None or other.plies in (plies, None)
    assert set(few.squares) == set(many.squares)


@strategies.law
@given(game=games(strategies.small_variants), nodes=st.integers(1, 2000))
def test_the_same_nodes_give_the_same_answer_whatever_was_asked_before(
    game: mnk.GameState, nodes: int
) -> None:
    judge.CACHE.clear()
    first = evaluate(game.position, Limit(nodes=nodes))
    evaluate(game.position, Limit(nodes=50_000))
    again = evaluate(game.position, Limit(nodes=nodes))

    assert again == first


def test_4x4_is_a_draw_everywhere_and_proved() -> None:
    evaluation = evaluate(mnk.Position.start(mnk.Variant(4, 4, 4)), ENOUGH)

    assert set(shown(evaluation).values()) == {("draw", 16)}
    assert evaluation.best == (0, 1, 2, 3, 4, 7, 8, 11, 12, 13, 14, 15)


def test_6x5_has_its_quickest_wins_proved() -> None:
    variant = mnk.Variant(6, 5, 4)
    evaluation = evaluate(mnk.Position.start(variant), Limit(nodes=20_000_000))

    assert evaluation.value.verdict is Verdict.WIN
    assert evaluation.value.plies == 11
    assert {mnk.name(square, variant) for square in evaluation.best} == {"c3", "d3"}


def test_a_limit_reached_leaves_estimates_not_proofs() -> None:
    evaluation = evaluate(mnk.Position.start(mnk.Variant(7, 7, 5)).play(24), Limit(nodes=2000))

    assert any(isinstance(value, Estimated) for value in evaluation.squares.values())
    assert any(isinstance(value, Unknown) for value in evaluation.squares.values())
    assert not evaluation.is_proved
    assert not isinstance(evaluation.value, Proved)
    assert evaluation.best


def test_a_limit_of_time_is_kept() -> None:
    here = mnk.Position.start(mnk.Variant(7, 7, 5)).play(24)
    evaluate(here, Limit(nodes=10))  # compiled by now
    began = time.perf_counter()
    evaluation = evaluate(here, Limit(ms=200))

    assert time.perf_counter() - began < 1
    assert not evaluation.is_proved


def test_a_search_that_ended_with_its_last_node_may_go_on() -> None:
    variant = mnk.Variant(5, 5, 4)
    solver = judge.solver_of(variant)
    assert solver is not None
    square = judge._Square(frozenset({12}), (0, 1 << 12))
    budget = Budget(Limit(nodes=100))
    solver.forget()
    judge._Search(solver, (0, 0), [square], None, best_only=False)._look_at(square, 1, budget)

    assert (square.found, budget.nodes) == (None, 1)
    assert not square.is_too_deep


def test_no_clock_runs_on_after_a_search() -> None:
    evaluate(mnk.Position.start(mnk.Variant(4, 3, 3)), Limit(ms=600_000))

    clocks = [each for each in threading.enumerate() if isinstance(each, threading.Timer)]
    assert all(each.finished.is_set() for each in clocks)


def test_another_thread_can_stop_it() -> None:
    budget = Budget(Limit())
    timer = threading.Timer(0.2, budget.abort)
    timer.start()
    evaluation = evaluate(mnk.Position.start(mnk.Variant(7, 7, 5)), Limit(), within=budget)

    assert not evaluation.is_proved
    assert evaluation.best


def test_a_solver_in_use_is_waited_for_no_longer_than_the_limit() -> None:
    here = mnk.Position.start(mnk.Variant(5, 4, 3))
    solver = judge.solver_of(here.variant)
    assert solver is not None
    with solver.busy:
        evaluation = evaluate(here, Limit(ms=20))

    assert not evaluation.is_proved
    assert evaluate(here, Limit(ms=5000)).value.plies == 5


def test_boards_of_up_to_64_squares_have_a_solver() -> None:
    assert judge.solver_of(mnk.Variant(8, 8, 5)) is not None
    assert judge.solver_of(mnk.Variant(13, 5, 5)) is None


def test_the_solvers_of_the_last_boards_are_kept() -> None:
    *latest, another = (mnk.Variant(4, 1 + each, 4) for each in range(judge.MAX_SOLVERS + 1))
    solvers = [judge.solver_of(variant) for variant in latest]
    assert all(judge.solver_of(of) is kept for of, kept in zip(latest, solvers, strict=True))

    judge.solver_of(latest[0])
    judge.solver_of(another)

    assert judge.solver_of(latest[0]) is solvers[0]
    assert judge.solver_of(latest[1]) is not solvers[1]


def test_without_memory_for_a_solver_it_answers_with_estimates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def starve(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("games.evaluator.exact.Solver", starve)
    monkeypatch.setattr("games.evaluator.strong.opinion.Engine", starve)
    evaluation = evaluate(mnk.Position.start(mnk.Variant(3, 7, 3)).play(10), Limit(nodes=1000))

    assert {type(value) for value in evaluation.squares.values()} == {Estimated, Unknown}


def test_without_memory_for_a_solver_the_strong_engine_still_proves_what_is_forced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def starve(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("games.evaluator.exact.Solver", starve)
    here = mnk.Position.start(mnk.Variant(3, 7, 3)).play(10)

    assert evaluate(here, Limit(nodes=1000)).value.verdict is Verdict.LOSS


def test_a_limit_of_depth_proves_only_what_ends_within_it() -> None:
    start = mnk.Position.start(mnk.Variant(4, 3, 3))

    assert evaluate(start, Limit(depth=6)).value.verdict is None
    judge.CACHE.clear()
    assert evaluate(start, Limit(depth=7)).value.plies == 7


def test_on_a_large_board_what_lines_show_is_proved_and_the_rest_estimated() -> None:
    variant = mnk.Variant(15, 15, 5)
    game = mnk.GameState.replay(variant, mnk.moves_from_text("h8a1h9a2h10b1", variant))
    values = evaluate(game.position, Limit(nodes=100)).squares

    assert {
        mnk.name(square, variant): value.plies
        for square, value in values.items()
        if isinstance(value, Proved)
    } == {"h7": 3, "h11": 3}
    assert isinstance(values[mnk.square("i9", variant)], Estimated)
    assert isinstance(values[mnk.square("o15", variant)], Unknown)

    his = evaluate(game.position.play(mnk.square("h7", variant)), Limit(nodes=100))
    losses = [value for value in his.squares.values() if value.verdict is Verdict.LOSS]
    assert len(losses) == len(his.squares)
    assert {value.plies for value in losses} == {2}


def after(moves: str, variant: mnk.Variant) -> mnk.Position:
    return mnk.GameState.replay(variant, mnk.moves_from_text(moves, variant)).position


GOMOKU = mnk.Variant(15, 15, 5)


def test_on_a_large_board_a_forced_win_is_proved() -> None:
    """Bob did not see to Alice's two open twos: she makes two open threes, or a four and one."""
    here = after("h8a1h9b3i9d1h6b5", GOMOKU)
    evaluation = evaluate(here, Limit(nodes=100_000))

    assert evaluation.value.verdict is Verdict.WIN
    assert isinstance(evaluation.value, Proved)
    assert set(evaluation.best) <= set(here.empty_squares())
    assert all(evaluation.squares[square].verdict is Verdict.WIN for square in evaluation.best)


def test_what_loses_by_force_is_proved_square_by_square() -> None:
    here = after("h8a1h9a2h10b1", GOMOKU).play(mnk.square("i9", GOMOKU))  # an open three
    evaluation = evaluate(here, Limit(nodes=100_000))
    value = {mnk.name(square, GOMOKU): each for square, each in evaluation.squares.items()}

    assert value["g9"].verdict is Verdict.LOSS
    assert value["g9"].plies == 4
    assert value["h7"].verdict is not Verdict.WIN
    assert set(evaluation.best) <= {mnk.square(name, GOMOKU) for name in ("h7", "h11", "h6", "h12")}


def test_the_limit_decides_whether_the_engine_is_asked_and_unknown_stays_unknown() -> None:
    here = after("h8i9h9h10g8", GOMOKU)
    far = mnk.square("a1", GOMOKU)
    least = judge.LEAST_ENGINE_NODES
    few, just, many = (evaluate(here, Limit(nodes=each)) for each in (least - 1, least, 20_000))

    guesses = [value for value in many.squares.values() if isinstance(value, Estimated)]
    assert len(guesses) > 10
    assert all(value.is_chance and -1 <= value.score <= 1 for value in guesses)
    assert isinstance(many.squares[far], Unknown)
    assert any(isinstance(each, Estimated) and each.is_chance for each in just.squares.values())
    guesses = [value for value in few.squares.values() if isinstance(value, Estimated)]
    assert max(value.score for value in guesses) == 1
    assert not any(value.is_chance for value in guesses)


@pytest.mark.parametrize("size", [(10, 10, 5), (15, 15, 5), (20, 20, 5), (12, 12, 6)])
def test_on_large_boards_there_is_a_chance_for_the_squares_near_the_stones(
    size: tuple[int, int, int],
) -> None:
    variant = mnk.Variant(*size)
    here = mnk.Position.start(variant)
    for square in (0, 1, variant.width, variant.width + 1):
        here = here.play(variant.width * 4 + 4 + square)
    evaluation = evaluate(here, Limit(nodes=60_000))

    chances = [square for square, each in evaluation.squares.items() if isinstance(each, Estimated)]
    assert len(chances) >= 8
    assert set(evaluation.best) <= set(chances)
    assert evaluate(here, Limit(nodes=10_000)).best == evaluate(here, Limit(nodes=10_000)).best


def test_a_search_stopped_from_outside_keeps_what_it_has() -> None:
    budget = Budget(Limit())
    budget.abort()
    evaluation = evaluate(after("h8i9", GOMOKU), Limit(ms=5000), within=budget)

    assert evaluation.best
    assert not any(isinstance(value, Proved) for value in evaluation.squares.values())


def test_the_position_itself_can_be_proved_before_its_squares() -> None:
    here = after("c3d6c4", mnk.Variant(6, 6, 5))
    evaluation = evaluate(here, Limit(nodes=300_000), best_only=True)

    assert evaluation.value.verdict is Verdict.DRAW
    assert evaluation.best
    assert {evaluation.squares[square].verdict for square in evaluation.best} == {Verdict.DRAW}
    assert not evaluation.is_proved
    assert evaluate(here, Limit(nodes=300_000)).nodes > evaluation.nodes


@pytest.mark.parametrize("size", [(9, 9, 9), (10, 10, 8), (10, 10, 10)])
def test_on_a_large_board_a_draw_by_potential_is_proved(size: tuple[int, int, int]) -> None:
    value = evaluate(mnk.Position.start(mnk.Variant(*size)), Limit(nodes=100)).value

    assert isinstance(value, Proved)
    assert value.verdict is Verdict.DRAW


@pytest.mark.parametrize(
    "board", ["XXX/.../...", "XXX/OO./...", "XOX/XOO/OXX", "OOO/XX./X.."], ids=str
)
def test_no_square_has_a_value_once_the_game_is_over(board: str) -> None:
    here = position(board, mnk.Variant(3, 3, 3))
    evaluation = evaluate(here, ENOUGH, set_up=True)

    assert evaluation.squares == {}
    assert evaluation.best == ()


@pytest.mark.parametrize(
    ("board", "side", "why"),
    [
        ("XXX/OOO/...", mnk.Side.BLACK, "Both sides have a line"),
        ("XX./.../...", mnk.Side.BLACK, "2 black and 0 white stones with black to move"),
        ("X../.../...", mnk.Side.BLACK, "1 black and 0 white"),
        ("OO./X../...", mnk.Side.BLACK, "1 black and 2 white"),
        ("XXX/OO./O..", mnk.Side.BLACK, "is to move: the game was over"),
        ("XXX..../OO.OO../XXX..O.", mnk.Side.WHITE, "no single last move"),
    ],
)
def test_a_position_that_no_game_leads_to_is_refused(board: str, side: mnk.Side, why: str) -> None:
    rows = board.split("/")
    variant = mnk.Variant(len(rows[0]), len(rows), 3)
    with pytest.raises(ImpossiblePosition, match=why) as refusal:
        evaluate(position(board, variant, side), ENOUGH)

    assert refusal.value.code == "impossiblePosition"


def test_a_move_that_completes_two_lines_at_once_is_possible() -> None:
    here = position("XXX/XOO/XOO", mnk.Variant(3, 3, 3))

    assert evaluate(here, ENOUGH).squares == {}


def test_a_set_up_board_may_have_any_stones_but_not_two_winners() -> None:
    variant = mnk.Variant(3, 3, 3)

    assert shown(evaluate(position("XX./.../...", variant, mnk.Side.BLACK), ENOUGH, set_up=True))[
        mnk.square("c3", variant)
    ] == ("win", 1)
    with pytest.raises(ImpossiblePosition):
        evaluate(position("XXX/OOO/...", variant), ENOUGH, set_up=True)


def test_the_tree_shows_each_continuation_with_its_values() -> None:
    variant = mnk.Variant.full_lines(3, 2)
    found = tree(mnk.Position.start(variant), 9, ENOUGH)
    seen = 0
    waiting = [found]
    while waiting:
        branch = waiting.pop()
        seen += 1
        waiting += branch.branches.values()
        if branch.branches:
            assert set(branch.branches) == set(branch.evaluation.squares)
        over = branch.position.is_full or any(branch.position.has_line(side) for side in mnk.Side)
        assert (not branch.branches) is over
        if not over:
            here = branch.position
            assert shown(branch.evaluation) == brute.after_each(
                brute.board_of(here), "XO"[here.side_to_move], variant
            )
    assert seen > 50
    assert found.value.verdict is Verdict.WIN
    assert tree(mnk.Position.start(variant), 0, ENOUGH).branches == {}


def test_the_cache_answers_for_turned_positions_and_is_bounded() -> None:
    variant = mnk.Variant(4, 4, 4)
    corners = (0, 3, 12, 15)
    evaluations = [evaluate(mnk.Position.start(variant).play(corner), ENOUGH) for corner in corners]

    assert len(judge.CACHE) == 1
    assert len({evaluation.value.verdict for evaluation in evaluations}) == 1
    for corner, evaluation in zip(corners, evaluations, strict=True):
        assert evaluation.position.stone(corner) is mnk.Side.BLACK
        assert corner not in evaluation.squares
