"""The game tree in numbers: our rules count the leaves and positions of data/perft.txt."""

from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from games import mnk

LINES = (Path(__file__).parent / "data" / "perft.txt").read_text(encoding="utf-8").splitlines()


class Figures(NamedTuple):
    """One line of the data file."""

    variant: mnk.Variant
    leaves: list[int]
    positions: int
    endings: list[int]
    end_positions: list[int]


def read(line: str) -> Figures:
    what, leaves, positions, endings, end_positions = line.split("|")
    width, height, k, line_rule = what.split()
    return Figures(
        mnk.Variant(int(width), int(height), int(k), mnk.LineRule(line_rule)),
        [int(word) for word in leaves.split()],
        int(positions),
        [int(word) for word in endings.split()],
        [int(word) for word in end_positions.split()],
    )


FIGURES = [read(line) for line in LINES if line and not line.startswith("#")]


def count(variant: mnk.Variant, depth: int) -> Figures:
    """The same figures by our rules; ways that meet in one position go on together."""
    ways = Counter({mnk.Position.start(variant): 1})
    leaves, positions = [], 1
    endings, end_positions = Counter[mnk.Side | None](), Counter[mnk.Side | None]()
    for ply in range(depth):
        mover = variant.line_rule.side_of_ply(ply)
        reached: Counter[mnk.Position] = Counter()
        for position, count in ways.items():
            for square in position.playable_moves():
                reached[position.play(square)] += count
        leaves.append(sum(reached.values()))
        positions += len(reached)
        ways = Counter()
        for position, count in reached.items():
            if position.has_line(mover) or position.is_full:
                winner = next(filter(position.has_won, mnk.Side), None)
                endings[winner] += count
                end_positions[winner] += 1
            else:
                ways[position] = count
    order = (mnk.Side.BLACK, mnk.Side.WHITE, None)
    return Figures(
        variant,
        leaves,
        positions,
        [endings[winner] for winner in order],
        [end_positions[winner] for winner in order],
    )


@pytest.mark.parametrize("figures", FIGURES, ids=lambda figures: figures.variant.title)
def test_the_game_tree_has_the_figures_on_file(figures: Figures) -> None:
    assert count(figures.variant, len(figures.leaves)) == figures


def test_tic_tac_toe_has_255_168_games_over_5_478_positions() -> None:
    tic_tac_toe = FIGURES[0]

    assert tic_tac_toe.variant == mnk.PRESETS["3x3"].variant
    assert sum(tic_tac_toe.endings) == 255_168
    assert tic_tac_toe.endings == [131_184, 77_904, 46_080]
    assert sum(tic_tac_toe.end_positions) == 958
    assert tic_tac_toe.positions == 5_478


def walk(game: mnk.GameState, depth: int, leaves: list[int]) -> None:
    """Count the leaves below a game by depth, every way walked separately; a game that is over has
    none."""
    if depth == len(leaves) or game.is_over:
        return
    for square in game.position.playable_moves():
        leaves[depth] += 1
        walk(game.play(square, by=game.side_to_move), depth + 1, leaves)


@pytest.mark.parametrize(
    "figures",
    [figures for figures in FIGURES if figures.variant.squares <= 9],
    ids=lambda figures: figures.variant.title,
)
def test_whole_games_played_move_by_move_have_the_leaves_on_file(figures: Figures) -> None:
    start = mnk.GameState.start(figures.variant)
    leaves = [0] * min(6, len(figures.leaves))

    walk(start, 0, leaves)

    assert leaves == figures.leaves[:6]
