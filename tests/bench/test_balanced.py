"""The balanced openings that come with the server are those that the command finds."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from bench import balanced
from games import mnk

SAMPLE = 20
"""One opening in this many is looked at again."""


class Kept(NamedTuple):
    """An opening as the file has it."""

    variant: mnk.Variant
    moves: tuple[mnk.Square, ...]
    score: int
    seed: int
    nodes: int


def kept() -> Iterator[Kept]:
    seed = nodes = 0
    for line in mnk.BALANCED.read_text(encoding="utf-8").splitlines():
        if made := re.fullmatch(r"# python -m bench\.balanced .*--seed (\d+) --nodes (\d+)", line):
            seed, nodes = map(int, made.groups())
        else:
            board, stones, score = line.split()
            variant = mnk.variant_from_text(board)
            yield Kept(variant, mnk.moves_from_text(stones, variant), int(score), seed, nodes)


OPENINGS = list(kept())


@pytest.mark.parametrize(
    "opening", OPENINGS[::SAMPLE], ids=lambda each: mnk.moves_text(each.moves, each.variant)
)
def test_a_second_look_says_the_same_and_nobody_wins_by_force(opening: Kept) -> None:
    position = mnk.GameState.replay(opening.variant, opening.moves).position

    seen = balanced.looks(position, opening.nodes)[-balanced.DEPTHS :]

    assert seen[-1].score == opening.score
    assert balanced.is_even(seen)


def test_all_are_said_to_be_even() -> None:
    assert all(abs(each.score) <= balanced.EVEN for each in OPENINGS)
    assert {each.variant for each in OPENINGS} == {
        preset.variant
        for preset in mnk.PRESETS.values()
        if mnk.OpeningRule.BALANCED.is_possible(preset.variant)
    }


def test_the_command_begins_with_the_first_of_the_file() -> None:
    first = next(each for each in OPENINGS if each.variant == mnk.PRESETS["10x10"].variant)

    found = next(balanced.find(first.variant, first.seed, first.nodes))

    assert found == (first.moves, first.score)


def test_what_wins_by_force_is_not_even() -> None:
    board = mnk.PRESETS["15x15"].variant
    won = mnk.moves_from_text("h8a1i8c1j8o15", board)
    position = mnk.GameState.replay(board, won).position

    assert not balanced.is_even(balanced.looks(position, 2_000)[-1:])
