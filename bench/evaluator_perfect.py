"""On which boards `perfect` proves every move it plays: `python -m bench.evaluator_perfect`.

On each board it looks at every first move and every reply to its own, then plays games of both
colours against `random`, `club` and an opponent that mixes them at random; each position it is to
move in is evaluated within the nodes given. A board whose every position was proved is solved for
our purposes (games/evaluator/solved.py). Cut short at the first position that was not proved,
unless `--all`.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from games import mnk
from games.evaluator import Limit, choose_move, evaluate, judge, warm_up
from games.evaluator.evaluation import Evaluation
from games.evaluator.levels import NODES, PERFECT_NODES

OPPONENTS = ("random", "club", "mixed")


@dataclass
class Found:
    """What was seen on one board."""

    positions: int = 0
    unproved: list[str] = field(default_factory=list)
    """The moves that led to positions without a proof."""
    nodes: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    lost: int = 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", help="boards as 6x5x4 or 3x5-full")
    parser.add_argument("--games", type=int, default=6, help="for each colour and opponent")
    parser.add_argument("--nodes", type=int, default=PERFECT_NODES)
    parser.add_argument("--all", action="store_true", help="go on after a position not proved")
    options = parser.parse_args()
    warm_up()
    print("| board | positions | not proved | lost | most nodes | most seconds | first without |")
    print("|---|---|---|---|---|---|---|")
    for board in options.only or boards():
        found = play(mnk.variant_from_text(board), options.games, options.nodes, options.all)
        print(
            f"| {board} | {found.positions} | {len(found.unproved)} | {found.lost} | "
            f"{max(found.nodes):,} | {max(found.seconds):.2f} | {', '.join(found.unproved[:1])} |"
        )
        sys.stdout.flush()


def boards() -> Iterator[str]:
    """Every board that is taken for solved, longer edge first."""
    for width in range(1, 9):
        for height in range(1, width + 1):
            for k in range(1, width + 1):
                if mnk.is_solved(mnk.Variant(width, height, k)):
                    yield f"{width}x{height}x{k}"
                    yield f"{width}x{height}x{k}-exact"
            yield f"{width}x{height}-full"


def play(variant: mnk.Variant, games: int, nodes: int, go_on: bool) -> Found:
    """The openings and games of `perfect` on one board."""
    found = Found()
    openings(variant, nodes, found)
    if found.unproved and not go_on:
        return found
    for seed in range(games):
        for opponent in OPPONENTS:
            for robo in mnk.Side:
                judge.CACHE.clear()
                play_game(variant, robo, opponent, seed, nodes, found)
                if found.unproved and not go_on:
                    return found
    return found


def openings(variant: mnk.Variant, nodes: int, found: Found) -> None:
    """The start, every first move, and every reply to a first move of `perfect`."""
    start = mnk.GameState.start(variant)
    own = look(start, nodes, found).best[0]
    begun = [start.play(square, by=mnk.Side.BLACK) for square in start.position.empty_squares()]
    answered = [
        begun[own].play(square, by=mnk.Side.WHITE)
        for square in begun[own].position.empty_squares()
        if not begun[own].is_over
    ]
    seen = set()
    for game in (*begun, *answered):
        form = mnk.canonical(game.position).position
        if form not in seen and not game.is_over:
            seen.add(form)
            look(game, nodes, found)


def look(game: mnk.GameState, nodes: int, found: Found) -> Evaluation:
    """What `perfect` sees in a position; how long it took is added to what was found."""
    variant = game.position.variant
    began = time.perf_counter()
    evaluation = evaluate(game.position, Limit(nodes=min(nodes, NODES)))
    if not evaluation.is_best_proved:
        # on boards not (yet) taken for solved half the nodes are for the strong engine
        share = nodes if mnk.is_solved(variant) else 2 * nodes
        evaluation = evaluate(game.position, Limit(nodes=share), best_only=True)
    found.seconds.append(time.perf_counter() - began)
    found.nodes.append(evaluation.nodes)
    found.positions += 1
    if not evaluation.is_best_proved:
        found.unproved.append(mnk.moves_text(game.moves, variant) or "start")
    return evaluation


def play_game(
    variant: mnk.Variant, robo: mnk.Side, opponent: str, seed: int, nodes: int, found: Found
) -> None:
    """One game, its positions added to what was found."""
    rng = Random(f"{seed} {opponent} {robo}")
    game = mnk.GameState.start(variant)
    while not game.is_over:
        if game.side_to_move is robo:
            evaluation = look(game, nodes, found)
            square = rng.choice(evaluation.best)
        else:
            level = rng.choice(("random", "club")) if opponent == "mixed" else opponent
            square = _theirs(game.position, level, rng.getrandbits(30))
        game = game.play(square, by=game.side_to_move)
    assert game.outcome is not None
    found.lost += game.outcome.winner is robo.other


def _theirs(position: mnk.Position, level: str, seed: int) -> mnk.Square:
    if position.variant.line_rule is mnk.LineRule.FULL_LINES and level == "club":
        level = "aggressive-0.8"  # the strong engine does not play full lines
    return choose_move(position, level, seed)


if __name__ == "__main__":
    main()
