"""Proofs for programs."""

import pytest

from games import mnk
from games.play.hub import Hub
from games.review.findings import PositionPart
from games.thinking.service import Thinking
from games.workers.proofs import Proofs
from tests.api.test_api import Robo

SMALL = {"width": 4, "height": 3, "k": 3}


async def test_robo_is_told_why_a_position_is_won(hub: Hub, thinking: Thinking) -> None:
    Proofs(hub, thinking)

    proof = await Robo().posts("/api/proofs", SMALL, 200)

    assert proof["winner"] == "black"
    assert not proof["isCut"]
    assert proof["nodes"][0]["plies"] == 7
    start = mnk.Position.start(mnk.Variant(4, 3, 3))
    assert proof["start"]["sideToMove"] == PositionPart.of(start).side_to_move.value
    assert {node["by"] for node in proof["nodes"]} == {"black", "white"}


async def test_robo_is_told_that_nothing_is_won(hub: Hub, thinking: Thinking) -> None:
    Proofs(hub, thinking)

    drawn = await Robo().posts("/api/proofs", {"width": 3, "height": 3, "k": 3}, 404)
    assert drawn["code"] == "isDraw"

    open_game = await Robo().posts("/api/proofs", {"width": 15, "height": 15, "k": 5}, 404)
    assert open_game["code"] == "notProved"
    assert "1,000,000 positions" in open_game["sentence"]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"k": 9}, 400, "badVariant"),
        ({"black": [99]}, 400, "noSuchSquare"),
        ({"black": [1], "white": [1]}, 400, "squareTaken"),
        ({"black": ["a1"]}, 400, "badBody"),
        ({"more": 1}, 400, "badBody"),
        ({"black": [0, 1, 2]}, 409, "gameIsOver"),
        ({"lineRule": "caro"}, 400, "noCertificates"),
        ({"lineRule": "misere"}, 400, "noCertificates"),
        ({"lineRule": "gravity"}, 400, "noCertificates"),
        ({"lineRule": "connect6"}, 400, "noCertificates"),
        ({"lineRule": "gravity", "black": [4]}, 400, "stoneInTheAir"),
        ({"black": list(range(10_000))}, 413, "tooBig"),
        ({}, 409, "proofUnavailable"),
    ],
)
async def test_what_cannot_be_proved_is_refused(
    hub: Hub, change: dict[str, object], status: int, code: str
) -> None:
    refused = await Robo().posts("/api/proofs", {**SMALL, **change}, status)

    assert refused["code"] == code
