"""Change certificates that come with the server, one thing at a time: none may prove what is false.

    python -m tests.review.mutated 1000 [SEED]

A changed certificate is refused, or what it still claims is true: by the exact solver, which wrote
none of the checker's rules.
"""

import json
import sys
from collections import Counter
from functools import cache
from random import Random
from typing import Any

from games import evaluator, mnk
from games.evaluator.evaluation import Proved
from games.evaluator.exact import Solver
from games.evaluator.limit import Limit
from games.evaluator.proof import Completed, run
from games.evaluator.rules import stones
from games.review import checker, shipped
from games.review.certificate import BadCertificate

WORDS = {"draw", "win", "loss"}


@cache
def files() -> tuple[str, ...]:
    """The certificates that hold at least one move; each other is a verdict alone."""
    return tuple(
        name
        for name in shipped.names()
        if any(strategy["moves"] for strategy in _data(name)["strategies"])
    )


@cache
def _data(name: str) -> Any:
    return json.loads(shipped.read(name))


def mutated(name: str, rng: Random) -> tuple[str, bytes]:
    """What was changed, and the file."""
    data = json.loads(json.dumps(_data(name)))
    strategy = rng.choice(data["strategies"])
    moves: dict[str, Any] = strategy["moves"]
    variant = mnk.variant_from_text(name.removesuffix(".json"))
    kinds = ["verdict", "plies", "side", "wins", "mover", "stone", "strategies", "bytes"]
    paired = [at for at, played in moves.items() if isinstance(played, list)]
    if paired:
        kinds += ["pair gone", "pair changed", "pair kept"] * 4
    kind = rng.choice(kinds + ["gone", "square", "key"] * 4 if moves else kinds)
    match kind:
        case "gone":
            del moves[rng.choice(list(moves))]
        case "square":
            at = rng.choice(list(moves))
            others = [mnk.name(each, variant) for each in range(variant.squares)]
            moves[at] = rng.choice([each for each in others if each != moves[at]])
        case "pair gone":
            played = moves[rng.choice(paired)]
            del played[rng.randrange(1, len(played)) if len(played) > 1 else 0]
        case "pair changed":
            played = moves[rng.choice(paired)]
            squares = rng.sample(range(variant.squares), 2)
            played[1:2] = ["".join(mnk.name(each, variant) for each in sorted(squares))]
        case "pair kept":
            at = rng.choice(paired)
            moves[at] = [moves[at][0], *moves[rng.choice(paired)][1:]]
        case "key":
            one, other = (rng.choice(list(moves)) for _ in range(2))
            moves[one], moves[other] = moves[other], moves[one]
        case "verdict":
            data["verdict"] = rng.choice(sorted(WORDS - {data["verdict"]}))
            data.pop("plies", None)
        case "plies":
            data["plies"] = data.get("plies", 1) + rng.choice((-2, -1, 1))
        case "side":
            strategy["side"] = "white" if strategy["side"] == "black" else "black"
        case "wins":
            strategy["wins"] = not strategy["wins"]
        case "mover":
            data["position"] = data["position"][:-1] + "O"
        case "stone":
            square = rng.choice(mnk.Position.start(variant).empty_squares())
            side = rng.choice(list(mnk.Side))
            lying = [frozenset({square}) if each is side else frozenset() for each in mnk.Side]
            mover = rng.choice(list(mnk.Side))
            start = mnk.Position.of(variant, mnk.BySide(*lying), mover)
            data["position"] = mnk.position_line(start)
        case "strategies":
            data["strategies"] = rng.choice(([], data["strategies"][:1], data["strategies"] * 2))
        case "bytes":
            text = bytearray(shipped.read(name))
            text[rng.randrange(len(text))] = rng.choice(b'0123456789abXO/"{},: ')
            return kind, bytes(text)
    return kind, json.dumps(data).encode()


def is_true(data: bytes) -> bool:
    """Whether a certificate claims the truth, by the exact solver."""
    claim = json.loads(data)
    position = mnk.position_from_line(claim["position"])
    found = run(lambda budget: _solver(position.variant).finding(stones(position), budget), Limit())
    assert isinstance(found, Completed)
    value = Proved(found)
    plies = claim.get("plies")
    assert value.plies is not None
    return value.verdict.value == claim["verdict"] and (plies is None or value.plies <= plies)


@cache
def _solver(variant: mnk.Variant) -> Solver:
    return Solver(variant, table_log2=18)


def attempt(count: int, seed: int) -> Counter[str]:
    """Try that many changes: how many were refused and how many still prove what is true, by kind.

    `AssertionError` at the first that proves what is false.
    """
    rng, found = Random(seed), Counter[str]()
    for _ in range(count):
        name = rng.choice(files())
        kind, data = mutated(name, rng)
        try:
            checker.verify(data)
        except BadCertificate:
            found[f"{kind}: refused"] += 1
        else:
            assert is_true(data), (name, kind, data[:2000])
            found[f"{kind}: still true"] += 1
    return found


if __name__ == "__main__":
    evaluator.warm_up()
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 18
    for what, times in sorted(attempt(count, seed).items()):
        print(f"{what}: {times}")  # noqa: T201
