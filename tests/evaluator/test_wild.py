"""Wild in the evaluator: small boards are proved, and nobody leaves a row who need not."""

import random

import pytest

from games import mnk
from games.evaluator import accepts_draw, evaluate, every_level, tree
from games.evaluator.aggressive import benefits, candidates
from games.evaluator.errors import ImpossiblePosition
from games.evaluator.evaluation import Proved, Unknown, Verdict
from games.evaluator.glance import certain
from games.evaluator.lesson import lesson
from games.evaluator.levels import choose_move
from games.evaluator.limit import Limit
from games.evaluator.rules import at_hand, gifts, refuse_impossible

from . import brute

WILD = mnk.LineRule.WILD
BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
THREE = mnk.PRESETS["3x3-wild"].variant
LARGE = mnk.Variant(15, 15, 5, WILD)
CAREFUL = ("novice", "beginner", "casual", "aggressive-0.8", "perfect")


def drawn(rows: str, k: int = 3, side: mnk.Side | None = None) -> mnk.Position:
    return mnk.position_drawn(rows.replace(" ", "\n"), k, WILD, side)


def named(position: mnk.Position, moves: "frozenset[int] | tuple[int, ...]") -> list[str]:
    return [mnk.move_name(move, position.variant) for move in sorted(moves)]


def truth(position: mnk.Position) -> dict[mnk.Move, tuple[str, int]]:
    sign = "XO"[position.side_to_move]
    return brute.after_each(brute.board_of(position), sign, position.variant)


def test_on_three_by_three_the_first_player_wins_in_the_centre_and_only_there() -> None:
    found = evaluate(mnk.Position.start(THREE), Limit(nodes=200_000))

    assert named(found.position, found.best) == ["X b2", "O b2"]
    assert (found.value.verdict, found.value.plies) == (Verdict.WIN, 7)
    assert all(isinstance(value, Proved) for value in found.squares.values())
    others = [value for move, value in found.squares.items() if move not in found.best]
    assert len(others) == 16
    assert Verdict.WIN not in {value.verdict for value in others}


def test_what_the_rules_page_says_of_the_first_player_is_so() -> None:
    """X in the centre, then always the other's sign on the opposite side, or a row."""

    def wins(position: mnk.Position) -> bool:
        side = position.side_to_move.other  # the first player's answer is to come
        for move in position.playable_moves():
            after = position.play(move)
            assert not after.has_line(side.other), mnk.position_line(after)
            at, kind = mnk.placed(move, BLACK, THREE)
            row = at_hand(after)
            answer = row[0] if row else mnk.move_to(8 - at, kind, THREE)
            answered = after.play(answer)
            if not answered.has_line(side) and not wins(answered):
                return False
        return not position.is_full

    assert wins(mnk.Position.start(THREE).play(4))


def test_positions_of_three_by_three_have_the_values_of_brute_force() -> None:
    rng = random.Random("wild")
    for _ in range(30):
        position = mnk.Position.start(THREE)
        for _ in range(rng.randint(3, 7)):
            after = position.play(rng.choice(position.playable_moves()))
            if brute.is_over(after):
                break
            position = after
        expected = truth(position)

        found = evaluate(position, Limit(nodes=1_000_000))

        assert found.squares.keys() == expected.keys()
        for move, value in found.squares.items():
            assert isinstance(value, Proved)
            assert (value.verdict.value, value.plies) == expected[move]
        for move, sure in certain(position).items():
            assert (sure.verdict.value, sure.plies) == expected[move]
    brute.forget()


def test_a_move_that_leaves_a_row_lacking_one_is_a_gift_whoevers_stones_it_has() -> None:
    position = drawn("X.. ... .O.")
    seen = mnk.either_kind(position)

    assert seen.completing == frozenset()
    assert named(position, seen.leaving)[:4] == ["X a1", "X c1", "X a2", "X b2"]
    assert gifts(position) == seen.leaving
    assert at_hand(position) == ()
    row = drawn("X.X ... O..")
    assert named(row, at_hand(row)) == ["X b3"]
    assert "O b3" not in named(row, gifts(row)), "it spoils the row"
    assert "O b1" in named(row, gifts(row))


def test_what_is_sure_at_a_glance() -> None:
    row = certain(drawn("X.X ... O.."))
    spoiled = mnk.move_named("ob3", THREE)

    assert (row[6 + 1].verdict, row[6 + 1].plies) == (Verdict.WIN, 1)
    assert spoiled not in row or row[spoiled].plies != 2
    dead = certain(drawn("XO.X", k=3))
    assert {each.verdict for each in dead.values()} == {Verdict.DRAW}


def test_large_boards_are_unknown_and_say_so() -> None:
    found = evaluate(mnk.Position.start(LARGE), Limit(nodes=1_000))

    assert {type(value) for value in found.squares.values()} == {Unknown}
    assert len(found.squares) == LARGE.moves
    row = mnk.Position.start(LARGE).play_all(mnk.moves_from_text("xh8xi8xj8xk8", LARGE))
    assert named(row, evaluate(row, Limit(nodes=1_000)).best) == ["X g8", "X l8"]


def test_boards_no_game_leads_to_are_refused() -> None:
    refuse_impossible(drawn("XXX ... ..."))
    refuse_impossible(drawn("XXX OO. OOO", side=BLACK), set_up=True)
    for rows, side in (
        ("X.. ... ...", BLACK),
        ("XX. ... ...", WHITE),
        ("XXX OOO ...", BLACK),
        ("XXX ... ...", BLACK),
    ):
        with pytest.raises(ImpossiblePosition):
            refuse_impossible(drawn(rows, side=side))


def test_the_tree_has_both_kinds() -> None:
    found = tree(mnk.Position.start(mnk.Variant(3, 1, 3, WILD)), 2, Limit(nodes=10_000))

    assert found.value.verdict is Verdict.DRAW
    assert set(found.branches) == set(range(6))
    assert found.branches[0].branches[1].value.verdict is Verdict.WIN
    assert found.branches[0].branches[4].value.verdict is Verdict.DRAW


@pytest.mark.parametrize("level", CAREFUL)
def test_a_bot_completes_a_row_and_leaves_none_if_there_is_another_move(level: str) -> None:
    rng, won, avoided = random.Random(level), 0, 0
    for seed in range(12):
        variant = mnk.Variant(rng.randint(4, 6), rng.randint(4, 6), rng.choice((3, 4)), WILD)
        position = mnk.Position.start(variant)
        while not brute.is_over(position):
            side = position.side_to_move
            mover = level if side is BLACK else rng.choice((level, "random"))
            move = choose_move(position, mover, seed, nodes=40)
            after = position.play(move)
            if mover == level:
                rows = [each for each in position.playable_moves() if completes(position, each)]
                assert after.has_line(side) or not rows
                won += bool(rows)
                if not rows and leaves(after):
                    others = map(position.play, position.playable_moves())
                    assert all(map(leaves, others))
                avoided += not rows
            position = after
    assert won
    assert avoided


def completes(position: mnk.Position, move: mnk.Move) -> bool:
    return position.play(move).has_line(position.side_to_move)


def leaves(position: mnk.Position) -> bool:
    """Whether whoever is to move can complete a row."""
    return any(completes(position, move) for move in position.playable_moves())


def test_every_level_plays() -> None:
    position = mnk.Position.start(LARGE).play(112).play(225)
    for level in every_level():
        assert choose_move(position, level, 1, nodes=100) in position.playable_moves()


def test_the_heuristic_weighs_no_rows() -> None:
    position = drawn("X.X ... O..")

    assert set(benefits(position).values()) == {0, 10_000}
    assert set(candidates(position)).isdisjoint(gifts(position))
    assert candidates(drawn("..", k=2)) == tuple(range(4)), "all leave a row, so all are there"


def test_what_is_said_of_a_move() -> None:
    def said(position: mnk.Position, move: str) -> list[tuple[str, list[str], list[str]]]:
        told = lesson(position, mnk.move_named(move, THREE), limit=Limit(nodes=1_000))
        return [
            (
                remark.kind.value,
                named(position, remark.squares),
                [mnk.name(at, THREE) for at in each.squares],
            )
            for each in told
            for remark in each.remarks
        ]

    row = drawn("X.X ... .O.")
    assert said(row, "xb3") == [("completes", [], ["a3", "b3", "c3"])]
    assert said(row, "xb2") == [
        ("couldComplete", ["X b3"], ["a3", "b3", "c3"]),
        ("leavesLine", ["X a1", "X c1", "X b3"], ["a1", "c1", "b2", "a3", "b3", "c3"]),
    ]
    assert said(drawn("X.. ... ..."), "oc1") == []
    turned = drawn("..X ... ..."), drawn("X.. ... ...")
    assert said(turned[0], "xa1") == [("leavesLine", ["X b2"], ["a1", "b2", "c3"])]
    assert said(turned[1], "xc1") == [("leavesLine", ["X b2"], ["c1", "b2", "a3"])]


def test_a_draw_is_accepted_where_nobody_can_complete_a_row() -> None:
    assert accepts_draw(drawn("XO.X", k=3), BLACK, Limit(nodes=150_000))
