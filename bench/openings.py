"""Bots open against bots: `python -m bench.openings` plays games that begin by a rule, and counts.

Two of the same level take turns to open. It says how often each role and each side won, what was
chosen, and how often a decision was refused: that must be never.
"""

import argparse
from collections import Counter

from games import evaluator, mnk
from games.evaluator.opening import decide


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--opening", default="swap2", choices=[*map(str, mnk.OpeningRule)])
    parser.add_argument("--board", default="15x15-exact", help="a preset, or 15x15x5-freestyle")
    parser.add_argument("--level", default="casual")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--nodes", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    variant = mnk.variant_from_text(options.board)
    found: Counter[str] = Counter()
    for number in range(options.games):
        seed = options.seed * 100_000 + number * 1_000
        state = played(
            variant, mnk.OpeningRule(options.opening), options.level, options.nodes, seed, found
        )
        opening, outcome = state.opening, state.outcome
        assert outcome is not None
        if outcome.winner is None:
            found["drawn"] += 1
            continue
        found[f"{outcome.winner.word} won"] += 1
        if opening is not None:
            opener = opening.side_of(mnk.Person.OPENER)
            found["opener won" if outcome.winner is opener else "answerer won"] += 1
    print(f"{options.games} games, {options.opening}, {variant.title}, {options.level}:")
    for what, count in sorted(found.items()):
        print(f"  {count:4} {what}")


def played(
    variant: mnk.Variant,
    rule: mnk.OpeningRule,
    level: str,
    nodes: int,
    seed: int,
    found: Counter[str],
) -> mnk.GameState:
    """One game to its end, both sides by the same level; what was chosen is counted."""
    playing = evaluator.level_for(level)
    state = mnk.GameState.start(variant, opening=rule, given=rule.draw(variant, seed))
    while not state.is_over:
        by = state.side_to_move
        # Each of the two draws lots of their own.
        own = seed + state.ply + 500 * by
        if state.opening is not None and state.in_opening:
            decided = decide(state.opening, playing, own, nodes)
            if isinstance(decided, int):
                state = state.play(decided, by=by)
                continue
            what = "chose" if isinstance(decided, mnk.Choice) else "offered"
            word = decided if isinstance(decided, mnk.Choice) else len(decided)
            found[f"{what} {word} after {state.ply}"] += 1
            state = state.choose(decided, by=by)
        else:
            square = evaluator.choose_move(state.position, playing, own, nodes=nodes)
            state = state.play(square, by=by)
    return state


if __name__ == "__main__":
    main()
