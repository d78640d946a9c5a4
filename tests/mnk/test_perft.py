"""The game tree in numbers: our rules count the leaves and positions of data/perft.txt."""

from collections import Counter
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import pytest

from games import mnk

LINES = (Path(__file__).parent / "data" / "perft.txt").read_text(encoding="utf-8").splitlines()


class Figures(NamedTuple):
    """One line of the data file."""

    start: mnk.Position
    leaves: list[int]
    positions: int
    endings: list[int]
    end_positions: list[int]


def read(line: str) -> Figures:
    what, leaves, positions, endings, end_positions = line.split("|")
    if "/" in what:
        start = mnk.position_from_line(what.strip())
    else:
        width, height, k, line_rule = what.split()
        variant = mnk.Variant(int(width), int(height), int(k), mnk.LineRule(line_rule))
        start = mnk.Position.start(variant)
    return Figures(
        start,
        [int(word) for word in leaves.split()],
        int(positions),
        [int(word) for word in endings.split()],
        [int(word) for word in end_positions.split()],
    )


FEW = 100_000
"""This many moves are made one by one, at most."""
FIGURES = [read(line) for line in LINES if line and not line.startswith("#")]


def count(start: mnk.Position, depth: int) -> Figures:
    """The same figures by our rules; ways that meet in one position go on together."""
    ways = Counter({start: 1})
    leaves, positions = [], 1
    endings, end_positions = Counter[mnk.Side | None](), Counter[mnk.Side | None]()
    for _ in range(depth):
        mover = next(iter(ways), start).side_to_move
        reached: Counter[mnk.Position] = Counter()
        for position, count in ways.items():
            for square in position.playable_moves():
                reached[position.play(square)] += count
        leaves.append(sum(reached.values()))
        positions += len(reached)
        ways = Counter()
        for position, count in reached.items():
            if position.has_line(mover) or position.is_stuck:
                winner = next(filter(position.has_won, mnk.Side), None)
                endings[winner] += count
                end_positions[winner] += 1
            else:
                ways[position] = count
    order = (mnk.Side.BLACK, mnk.Side.WHITE, None)
    return Figures(
        start,
        leaves,
        positions,
        [endings[winner] for winner in order],
        [end_positions[winner] for winner in order],
    )


def named(figures: Figures) -> str:
    return figures.start.variant.title


@pytest.mark.parametrize("figures", FIGURES, ids=named)
def test_the_game_tree_has_the_figures_on_file(figures: Figures) -> None:
    assert count(figures.start, len(figures.leaves)) == figures


def test_every_rule_has_figures() -> None:
    assert {figures.start.variant.line_rule for figures in FIGURES} == set(mnk.LineRule)


def test_tic_tac_toe_has_255_168_games_over_5_478_positions() -> None:
    tic_tac_toe = FIGURES[0]

    assert tic_tac_toe.start.variant == mnk.PRESETS["3x3"].variant
    assert sum(tic_tac_toe.endings) == 255_168
    assert tic_tac_toe.endings == [131_184, 77_904, 46_080]
    assert sum(tic_tac_toe.end_positions) == 958
    assert tic_tac_toe.positions == 5_478


def walk(game: mnk.GameState, depth: int, leaves: list[int]) -> None:
    """Count the leaves below a game by depth, every way walked separately; a game that is over has
    none. The last moves are counted, not made."""
    if game.is_over:
        return
    moves = game.position.playable_moves()
    leaves[depth] += len(moves)
    if depth + 1 < len(leaves):
        for move in moves:
            walk(game.play(move, by=game.side_to_move), depth + 1, leaves)


@pytest.mark.parametrize(
    "figures",
    [figures for figures in FIGURES if figures.start.variant.squares <= 9],
    ids=named,
)
def test_whole_games_played_move_by_move_have_the_leaves_on_file(figures: Figures) -> None:
    start = mnk.GameState.start(figures.start.variant)
    depth = sum(moves <= FEW for moves in accumulate(figures.leaves[:6]))
    leaves = [0] * depth

    walk(start, 0, leaves)

    assert leaves == figures.leaves[:depth]
