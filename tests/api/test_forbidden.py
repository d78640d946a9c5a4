"""Where black may not play, for programs and the analysis board: asked about any position."""

import random
import time

import pytest

from games import mnk
from games.play.hub import Hub
from tests.api.test_api import Robo

pytestmark = pytest.mark.usefixtures("hub")

RENJU = {"width": 15, "height": 15, "k": 5, "lineRule": "renju"}
PATH = "/api/forbidden"


def squares(names: str) -> list[int]:
    return [mnk.square(name, mnk.PRESETS["15x15-renju"].variant) for name in names.split()]


async def test_two_open_threes_are_told_with_their_stones() -> None:
    body = RENJU | {"black": squares("h8 h9 g10 f10"), "white": squares("a1 a15 o1 o15")}

    told = await Robo().posts(PATH, body, 200)

    (each,) = told["squares"]
    assert (each["square"], each["makes"]) == (squares("h10")[0], "doubleThree")
    threes = [squares("f10 g10 h10"), squares("h8 h9 h10")]
    assert sorted(map(sorted, each["shapes"])) == sorted(map(sorted, threes))


@pytest.mark.parametrize(
    "changes", [{"sideToMove": "white"}, {"lineRule": "freestyle"}, {"black": []}]
)
async def test_nothing_is_forbidden_to_white_nor_under_another_rule(
    changes: dict[str, object],
) -> None:
    body = RENJU | {"black": squares("h8 h9 g10 f10"), "white": squares("a1 a15")} | changes

    assert await Robo().posts(PATH, body, 200) == {"squares": []}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (RENJU | {"black": [225]}, "noSuchSquare"),
        (RENJU | {"black": [1], "white": [1]}, "squareTaken"),
        (RENJU | {"k": 4}, "badVariant"),
        (RENJU | {"moves": [1]}, "badBody"),
    ],
)
async def test_what_is_no_position_is_refused(body: dict[str, object], code: str) -> None:
    assert (await Robo().posts(PATH, body, 400))["code"] == code


@pytest.mark.parametrize("share", [0.15, 0.3, 0.5])
async def test_a_crowded_board_takes_no_time_to_speak_of(share: float, hub: Hub) -> None:
    rng = random.Random(share)
    black = [at for at in range(1024) if rng.random() < share]
    began = time.process_time()

    told = await Robo().posts(PATH, RENJU | {"width": 32, "height": 32, "black": black}, 200)

    assert told["squares"]
    assert time.process_time() - began < 5  # seconds; it takes tenths of one
