"""How long it takes to review a game: `python -m bench.review`.

Two levels play a game of 60 moves on 15×15, always the same. A worker with two thinkers reviews it,
as beside a server; then it is asked for again, and a mirrored game is reviewed from what is kept.
"""

import argparse
import asyncio
import os
import shutil
import statistics
import tempfile
import time
from collections import Counter
from typing import TYPE_CHECKING

import django

from bench import cpu

if TYPE_CHECKING:
    from games.review.findings import Worth

LEVEL, NODES = "expert", 6_000
PLIES = 60
"""The first seed whose game lasts this long is taken, and the game ended there."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--nodes", type=int, help="for each position, instead of the default")
    options.add_argument("--thinkers", type=int, default=2)
    given = options.parse_args()
    folder = tempfile.mkdtemp(prefix="inarow-review-")
    os.environ |= {"INAROW_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
    try:
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        moves = _moves()
        print(cpu.machine())
        asyncio.run(_measure(moves, given.nodes, given.thinkers))
    finally:
        shutil.rmtree(folder)


def _moves() -> list[int]:
    """The moves of a game that nobody has won by then."""
    from games import evaluator, mnk

    level = evaluator.level_for(LEVEL)
    for seed in range(1, 200):
        position = mnk.Position.start(mnk.PRESETS["15x15"].variant)
        moves: list[int] = []
        while len(moves) < PLIES and not position.has_line(position.side_to_move.other):
            moves.append(evaluator.choose_move(position, level, seed + len(moves), nodes=NODES))
            position = position.play(moves[-1])
        if len(moves) == PLIES:
            return moves
    raise SystemExit("No game lasts that long.")


async def _measure(moves: list[int], nodes: int | None, thinkers: int) -> None:
    from games.play.hub import current
    from games.review import models
    from games.reviews import assessments, reviews
    from games.thinking.service import Thinking
    from games.workers.analysis import Reviewer

    nodes = nodes or assessments.NODES
    hub = current()
    thinking = hub.part(Thinking)
    reviewer = Reviewer(hub, thinking, at_once=thinkers)
    await reviewer.start()
    # The thinkers load before the clock runs: a server that has reviewed lately has them.
    await _reviewed(await hub.read(_game, [112, 0, 14]), nodes)
    await hub.read(models.Assessment.objects.all().delete)
    reviewer.searched = 0
    reviewer.depths.clear()
    before = _used(thinking.later.pids)
    slug = await hub.read(_game, moves)
    seconds = await _reviewed(slug, nodes)
    spent = _used(thinking.later.pids) - before
    began = time.perf_counter()
    review = await hub.read(reviews.of_game, slug)
    again_ms = 1_000 * (time.perf_counter() - began)
    searched, depth = reviewer.searched, statistics.mean(reviewer.depths)
    mirrored = [15 * (square // 15) + 14 - square % 15 for square in moves]
    mirrored_s = await _reviewed(await hub.read(_game, mirrored), nodes)
    labels = Counter(label.kind.value for ply in review.plies for label in ply.labels)
    print(f"positions {review.total}, nodes for each {nodes}, thinkers {thinkers}")
    print(f"review {seconds:.1f} s; the thinkers' CPU {spent:.1f} s, half of it {spent / 2:.1f} s")
    print(f"nodes a position {searched / review.total:.0f}, depth on average {depth:.1f}")
    print(f"told again in {again_ms:.0f} ms")
    print(f"the mirrored game {mirrored_s:.2f} s, {reviewer.searched - searched} nodes")
    print("labels", ", ".join(f"{kind} {count}" for kind, count in labels.most_common()))
    print(" ".join(f"{_shown(worth)}" for worth in review.worths))
    await hub.close()


async def _reviewed(slug: str, nodes: int) -> float:
    """Have a game reviewed with this many nodes a position; returns how many seconds it took."""
    from games.play.hub import current
    from games.reviews import reviews
    from games.reviews.evaluations import Evaluations

    hub = current()
    began = time.perf_counter()
    await hub.read(_ask, slug, nodes)
    hub.part(Evaluations).on_review_asked()
    while (review := await hub.read(reviews.of_game, slug)).state != "done":
        if review.state == "failed":
            raise SystemExit("The review failed.")
        await asyncio.sleep(0.2)
    return time.perf_counter() - began


def _ask(slug: str, nodes: int) -> None:
    from games.play.clock import now_ms
    from games.play.models import Game
    from games.review.models import Review

    game = Game.objects.get(slug=slug)
    Review.objects.create(game=game, asked_ms=now_ms(), nodes=nodes, total=game.ply + 1)


def _game(moves: list[int]) -> str:
    """A game that was resigned after these moves."""
    from games import mnk
    from games.play.models import Game, Move

    game = Game.objects.create_of(
        mnk.PRESETS["15x15"].variant,
        started=True,
        ply=len(moves),
        version=len(moves) + 1,
        winner=0,
        termination=mnk.Termination.RESIGNATION.value,
    )
    Move.objects.bulk_create(
        Move(game=game, ply=ply, square=square, at_ms=ply, version=ply + 1)
        for ply, square in enumerate(moves)
    )
    return game.slug


def _shown(worth: "Worth | None") -> str:
    """A worth in a few characters: +0.25 if estimated, W7 if proved."""
    if worth is None or worth.status == "unknown":
        return "?"
    if worth.verdict is not None:
        return f"{worth.verdict.value[0].upper()}{worth.plies or ''}"
    return f"{worth.score:+.2f}"


def _used(pids: list[int]) -> float:
    return cpu.take(pids, ()).server


if __name__ == "__main__":
    main()
