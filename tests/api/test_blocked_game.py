"""A game on *Four pillars* as two programs play it: made, refused on a block, played, reviewed."""

import asyncio
from typing import Any

from django.test import AsyncClient

from games import mnk
from games.play import models
from games.play.hub import Hub
from games.thinking.service import Thinking
from games.workers.analysis import Reviewer
from tests.api.test_api import Robo
from tests.people import Table, all_hear

PILLARS = mnk.PRESETS["6x6-pillars"].variant
BLOCKED = [mnk.square(name, PILLARS) for name in ("b2", "e2", "b5", "e5")]
MOVES = mnk.moves_from_text("c3a1c4b1c5f1c2", PILLARS)
"""Black: c2 to c5, beside two of the pillars."""


async def test_two_programs_play_around_the_blocked_squares_to_the_end_and_read_the_review(
    table: Table, hub: Hub, thinking: Thinking
) -> None:
    # 1. Made by one program, joined by the other; both know which squares are blocked.
    made = await Robo().posts("/api/games", {"preset": "6x6-pillars", "side": "black"})
    path = f"/api/games/{made['game']}"
    taken = await Robo().posts(f"{path}/seat", {})
    assert (made["side"], taken["side"]) == ("black", "white")
    told = await Robo().gets(path)
    assert told["variant"] == {
        "width": 6,
        "height": 6,
        "k": 4,
        "lineRule": "freestyle",
        "blocked": BLOCKED,
    }
    game = await models.Game.objects.aget(slug=made["game"])
    black, white = [await table.sits(game, side) for side in mnk.Side]

    # 2. A stone on a block is refused with the reason, and the turn stays.
    await black.says("playMove", ply=0, square=BLOCKED[0])
    refused = await black.is_refused("squareBlocked")
    assert refused["sentence"] == "b2 is blocked. Choose another square."

    # 3. The game is played to its line.
    last: dict[str, Any] = {}
    for ply, square in enumerate(MOVES):
        await (black, white)[ply % 2].says("playMove", ply=ply, square=square)
        last = await all_hear(black, white)
    assert last["outcome"] == {"winner": "black", "termination": "line"}

    # 4. The record has the moves and the board.
    over = await Robo().gets(path)
    assert [each["square"] for each in over["moves"]] == list(MOVES)
    assert over["outcome"]["winner"] == "black"
    assert over["variant"]["blocked"] == BLOCKED
    record = (await AsyncClient().get(f"/game/{made['game']}/record.sgf")).content.decode()
    assert "RU[k=4 freestyle blocked b2e2b5e5]" in record
    assert record.count(";B[") + record.count(";W[") == len(MOVES)

    # 5. Its review: what is known at once, and then all of it.
    await Reviewer(hub, thinking).start()
    review = await Robo().posts(f"{path}/review", {}, 202)
    assert review["state"] in ("waiting", "working")
    assert review["total"] == len(MOVES) + 1
    over_at_once = review["worths"][-1]
    assert (over_at_once["status"], over_at_once["verdict"]) == ("proved", "loss")
    async with asyncio.timeout(120):
        while True:
            review = await Robo().gets(f"{path}/review")
            if review["state"] == "done":
                break
            await asyncio.sleep(0.05)
    assert review["plies"][-1]["labels"][0]["kind"] == "won"
    assert all(BLOCKED[0] not in each["best"] for each in review["plies"])
    found = await Robo().gets(f"{path}/review/0")
    assert {each["square"] for each in found["squares"]} == set(range(36)) - set(BLOCKED)
