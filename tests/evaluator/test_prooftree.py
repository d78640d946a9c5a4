"""The tree of a proof: every defence has its answer, and the plies are those of the game."""

import json
from pathlib import Path

from hypothesis import assume, given, settings

from games import mnk
from games.evaluator import prove
from games.evaluator.certificate import Certificate
from games.evaluator.certify import certify
from games.evaluator.limit import Limit
from games.evaluator.prooftree import FEWEST_OTHERS, ProofTree, Step, tree

from . import strategies

ENOUGH = Limit(nodes=1_000_000)
DATA = Path(__file__).parent / "strong" / "data" / "fours.json"
POSITIONS = {row["id"]: row for row in json.loads(DATA.read_text())["positions"]}


def certified(position: mnk.Position) -> Certificate:
    certificate = prove(position, ENOUGH, set_up=True)
    assert certificate is not None
    return certificate


def puzzle(name: str) -> mnk.Position:
    row = POSITIONS[name]
    side = mnk.Side.BLACK if row["side"] == "X" else mnk.Side.WHITE
    return mnk.position_from_text("\n".join(row["board"]), mnk.Variant(15, 15, 5), side)


def below(found: ProofTree, index: int) -> list[tuple[int, Step]]:
    return [(at, step) for at, step in enumerate(found.steps) if step.parent == index]


def follow(found: ProofTree, index: int, position: mnk.Position) -> None:
    """Play the tree out: every playable move is there once, and each line ends as it says."""
    step = found.steps[index]
    following = below(found, index)
    if position.has_line(found.winner):
        assert (step.plies, following) == (0, [])
        return
    assert not position.has_line(found.winner.other)
    assert step.plies == max(each.plies for _, each in following) + 1
    assert [each.plies for _, each in following] == sorted(
        (each.plies for _, each in following), reverse=True
    )
    assert {each.by for _, each in following} == {position.side_to_move}
    if position.side_to_move is found.winner:
        ((at, answer),) = following
        (square,) = answer.moves
        follow(found, at, position.play(square))
        return
    named = [square for _, each in following for square in each.moves]
    assert len(named) == len(set(named))
    others = set(position.empty_squares()) - set(named)
    assert len([each for _, each in following if not each.moves]) == (1 if others else 0)
    assert not others or len(others) >= FEWEST_OTHERS
    assert others or all(len(each.moves) < FEWEST_OTHERS for _, each in following)
    for at, each in following:
        for square in each.moves or sorted(others):
            follow(found, at, position.play(square))


@settings(strategies.law, max_examples=120)
@given(position=strategies.endings(max_empty=7, of=strategies.certified_variants))
def test_a_tree_answers_every_defence_to_the_end(position: mnk.Position) -> None:
    certificate = certified(position)
    found = tree(certificate)
    assume(found is not None)
    assert found is not None

    assert not found.is_cut
    assert found.steps[0].plies == certificate.plies
    assert found.steps[0].parent == -1
    follow(found, 0, position)


def test_a_win_by_fours_reads_as_one_line() -> None:
    certificate = certified(puzzle("fs_vcf_163"))
    assert certify(certificate.position, ENOUGH, max_moves=len(certificate)) == certificate
    assert certify(certificate.position, ENOUGH, max_moves=len(certificate) - 1) is None
    found = tree(certificate)

    assert found is not None
    assert not found.is_cut
    assert found.winner is mnk.Side.WHITE
    assert found.steps[0].plies == 23
    # White's four; the square that stops it, or any other and White completes; and so on.
    main, other = (step for _, step in below(found, 1))
    assert (len(main.moves), main.plies) == (1, 21)
    assert (other.moves, other.plies) == ((), 1)


def test_a_tree_that_is_too_large_is_cut_between_moves() -> None:
    certificate = certified(mnk.Position.start(mnk.Variant(4, 3, 3)))
    whole = tree(certificate)
    assert whole is not None
    assert not whole.is_cut

    for most in (2, 10, 25):
        found = tree(certificate, max_steps=most)
        assert found is not None
        assert found.is_cut
        assert len(found.steps) <= most
        assert found.steps == whole.steps[: len(found.steps)]
        ends = [
            step
            for at, step in enumerate(found.steps)
            if step.by is found.winner and step.plies and not below(found, at) and at
        ]
        assert ends
    longest = tree(certificate, max_steps=25)
    assert longest is not None
    at = 0
    while following := below(longest, at):
        at = following[0][0]
    assert longest.steps[at].plies == 0  # the most stubborn defence is followed to its end first
    squares = sum(len(step.moves) for step in whole.steps if step.by is not whole.winner)
    assert tree(certificate, max_steps=len(whole.steps), max_squares=squares) == whole
    narrow = tree(certificate, max_squares=0)
    assert narrow is not None
    assert narrow.is_cut


def test_a_draw_has_no_tree() -> None:
    assert tree(certified(mnk.Position.start(mnk.Variant(3, 3, 3)))) is None
