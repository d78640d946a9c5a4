"""What squares bring, for programs: asked about any position, refused with a sentence."""

import pytest
import pytest_asyncio

from games import mnk
from games.evaluator import aggressive
from games.play.hub import Hub
from games.thinking.service import Thinking
from games.workers.on_demand import Analyst
from tests.api.test_api import Robo

pytestmark = pytest.mark.usefixtures("hub")

T3 = {"width": 3, "height": 3, "k": 3}
TEN = {"width": 10, "height": 10, "k": 5}
PATH = "/api/benefits"


@pytest_asyncio.fixture
async def analyst(hub: Hub, thinking: Thinking) -> Analyst:
    """Positions are weighed, in a real thinker."""
    return Analyst(hub, thinking)


async def test_any_position_is_weighed(analyst: Analyst) -> None:
    body = TEN | {"black": [44, 45, 46], "white": [55], "sideToMove": "white"}

    told = await Robo().posts(PATH, body, 200)

    stones = mnk.BySide(frozenset({44, 45, 46}), frozenset({55}))
    position = mnk.Position.of(mnk.Variant(10, 10, 5), stones, mnk.Side.WHITE)
    parts = aggressive.parts(position, mnk.Side.WHITE)
    assert told == {
        "squares": [
            {"square": square, "mine": mine, "theirs": theirs}
            for square, (mine, theirs) in parts.items()
        ]
    }


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"width": 10, "height": 10, "k": 7}, 400, "linesTooLong"),
        ({"width": 9, "height": 3, "k": 3, "lineRule": "full"}, 400, "linesTooLong"),
        (T3 | {"black": [0, 1, 2], "white": [6, 7, 8]}, 400, "twoWinners"),
        (T3 | {"black": [0, 1, 2], "white": [3, 4], "sideToMove": "white"}, 409, "gameIsOver"),
        (T3 | {"black": [0, 2, 3, 7, 5], "white": [1, 4, 6, 8]}, 409, "gameIsOver"),
        (T3 | {"black": [9]}, 400, "noSuchSquare"),
        (T3 | {"black": [1], "white": [1]}, 400, "squareTaken"),
        (T3 | {"aggressiveness": 0.8}, 400, "badBody"),
        ({"width": 3, "height": 3, "k": 4}, 400, "badVariant"),
    ],
)
async def test_what_cannot_be_weighed_is_refused(
    analyst: Analyst, body: dict[str, object], status: int, code: str
) -> None:
    refused = await Robo().posts(PATH, body, status)

    assert refused["code"] == code
    assert refused["sentence"].endswith(".")


async def test_where_nobody_can_be_asked_it_is_said() -> None:
    assert (await Robo().posts(PATH, TEN, 409))["code"] == "nobodyToAsk"


async def test_it_is_asked_by_post() -> None:
    assert (await Robo().client.get(PATH)).status_code == 405
