"""Reviews and assessments for programs: asked for, told, refused with a sentence."""

import asyncio
import json
import threading
import time
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.test import AsyncClient

from games import mnk
from games.play.hub import Hub
from games.play.models import Game
from games.play.watching import Visibility, Watching
from games.review import models
from games.reviews import assessments, reviews
from games.reviews.evaluations import Evaluations
from games.thinking import service
from games.thinking.assessing import assess
from games.thinking.pool import Thinker
from games.thinking.service import Thinking
from games.workers.analysis import Reviewer
from games.workers.on_demand import Analyst
from tests.api.test_api import Robo
from tests.people import Table
from tests.review.games import kept_game

pytestmark = pytest.mark.usefixtures("hub")

T3 = {"width": 3, "height": 3, "k": 3}
TEN = {"width": 10, "height": 10, "k": 5}


@pytest_asyncio.fixture
async def analyst(hub: Hub, thinking: Thinking) -> Analyst:
    """Positions are assessed, in a real thinker."""
    return Analyst(hub, thinking)


class ClientAt(AsyncClient):
    """A program at an address."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address

    def _base_scope(self, **request: Any) -> dict[str, Any]:
        scope = super()._base_scope(**request)  # type: ignore[misc]  # the stubs leave it out
        return {**scope, "client": [self._address, 1]}


async def game(names: str, *, goes_on: bool = False) -> str:
    termination = None if goes_on else mnk.Termination.RESIGNATION
    return (await sync_to_async(kept_game)(names, termination=termination)).slug


# --- Reviews -------------------------------------------------------------------------------------


async def test_a_review_is_asked_for_and_told(hub: Hub, thinking: Thinking) -> None:
    await Reviewer(hub, thinking).start()
    slug = await game("b2 b1 a1 c3 a3 a2 c1")
    robo = Robo()
    path = f"/api/games/{slug}/review"
    assert (await robo.gets(path))["state"] == "none"

    asked = await robo.posts(path, {}, 202)
    assert asked["state"] in ("waiting", "working")
    async with asyncio.timeout(60):
        while True:
            told = await robo.gets(path)
            if told["state"] == "done":
                break
            await asyncio.sleep(0.05)

    assert (told["game"], told["done"], told["total"]) == (slug, 8, 8)
    assert told["worths"][0] == {"status": "proved", "verdict": "draw", "plies": 9, "score": None}
    assert told["plies"][1]["labels"][0] == {
        "kind": "lastEscape",
        "status": "proved",
        "plies": 6,
    }
    assert told["white"]["drawsGivenAway"] == 1
    assert (await robo.posts(path, {}, 202))["state"] == "done"
    found = await robo.gets(f"{path}/2")
    assert found["worth"]["verdict"] == "win"
    assert {square["square"] for square in found["squares"]} == set(range(9)) - {1, 4}


async def test_how_each_side_did_is_told_once_the_review_is_done(
    hub: Hub, thinking: Thinking
) -> None:
    slug = await game("b2 b1 a1 c3 a3 a2 c1")
    robo = Robo()
    path = f"/api/games/{slug}/accuracy"
    nothing = {"black": None, "white": None, "turningPoint": None}
    assert await robo.gets(path) == {"game": slug, "state": "none", **nothing}
    await robo.posts(f"/api/games/{slug}/review", {}, 202)
    assert await robo.gets(path) == {"game": slug, "state": "waiting", **nothing}

    await Reviewer(hub, thinking).start()
    async with asyncio.timeout(60):
        while (told := await robo.gets(path))["state"] != "done":
            assert told["black"] is None, "half of it would say something else"
            await asyncio.sleep(0.05)

    assert told["turningPoint"] == told["white"]["worst"] == 2, "b1 loses"
    assert (told["black"]["percent"], told["black"]["status"]) == (100, "proved")
    assert told["black"]["worst"] is None
    assert told == {key: (await robo.gets(f"/api/games/{slug}/review"))[key] for key in told}


async def test_who_asks_for_a_review_wakes_whoever_makes_them(hub: Hub) -> None:
    woken: list[str] = []
    slug = await game("b2 b1 a1 c3 a3 a2 c1")
    hub.part(Evaluations).on_review_asked = lambda: woken.append(slug)
    robo = Robo()

    await robo.gets(f"/api/games/{slug}/review")
    assert not woken
    await robo.posts(f"/api/games/{slug}/review", {}, 202)

    assert woken == [slug]


async def test_a_running_game_is_not_reviewed() -> None:
    slug = await game("b2 b1", goes_on=True)
    robo = Robo()

    for refused in (
        await robo.posts(f"/api/games/{slug}/review", {}, 409),
        await robo.gets(f"/api/games/{slug}/review", 409),
        await robo.gets(f"/api/games/{slug}/review/0", 409),
        await robo.gets(f"/api/games/{slug}/accuracy", 409),
    ):
        assert refused["code"] == "gameGoesOn"
        assert refused["sentence"].endswith(".")
    assert not await models.Review.objects.aexists()


async def test_a_private_game_tells_a_stranger_nothing(table: Table) -> None:
    private = await table.game(watching=Watching(Visibility.PRIVATE, key="secret"))
    await Game.objects.filter(pk=private.pk).aupdate(termination="resignation")
    robo, slug = Robo(), private.slug

    for refused in (
        await robo.posts(f"/api/games/{slug}/review", {}, 403),
        await robo.gets(f"/api/games/{slug}/review", 403),
        await robo.gets(f"/api/games/{slug}/review/0", 403),
        await robo.gets(f"/api/games/{slug}/accuracy", 403),
        await robo.gets(f"/api/games/{slug}/timing", 403),
    ):
        assert refused["code"] == "privateGame"
    assert not await models.Review.objects.aexists()


async def test_what_is_not_there() -> None:
    slug = await game("b2 b1 a1")
    robo = Robo()

    assert (await robo.gets("/api/games/nosuchgame/review", 404))["code"] == "noSuchGame"
    assert (await robo.posts("/api/games/nosuchgame/review", {}, 404))["code"] == "noSuchGame"
    assert (await robo.gets("/api/games/nosuchgame/accuracy", 404))["code"] == "noSuchGame"
    assert (await robo.gets(f"/api/games/{slug}/review/1", 404))["code"] == "notAssessed"
    assert (await robo.gets(f"/api/games/{slug}/review/4", 404))["code"] == "noSuchPly"
    assert (await robo.client.get(f"/api/games/{slug}/review/-1")).status_code == 404
    assert (await robo.client.delete(f"/api/games/{slug}/review")).status_code == 405


async def test_who_has_too_many_reviews_under_way_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_OF_SHARE", 1)
    first, second = await game("b2 b1"), await game("b2 a1")
    await Robo().posts(f"/api/games/{first}/review", {}, 202)

    refused = await ClientAt("127.0.0.1").post(f"/api/games/{second}/review")

    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert json.loads(refused.content)["code"] == "tooManyReviews"
    assert (await ClientAt("::1").post(f"/api/games/{second}/review")).status_code == 202
    await Robo().posts(f"/api/games/{first}/review", {}, 202)


# --- Positions -----------------------------------------------------------------------------------


async def test_any_position_is_assessed(analyst: Analyst) -> None:
    told = await Robo().posts("/api/assessments", T3 | {"black": [0, 1], "white": [4]}, 200)

    assert told["worth"] == {"status": "proved", "verdict": "win", "plies": 1, "score": None}
    assert told["best"] == [2]


async def test_a_set_up_board_may_be_such_as_no_game_leads_to(analyst: Analyst) -> None:
    robo = Robo()
    body = TEN | {"black": [44, 45, 46], "sideToMove": "black"}

    told = await robo.posts("/api/assessments", body, 200)

    assert told["worth"]["verdict"] == "win"
    assert {threat["kind"] for threat in told["threats"]} >= {"openThree"}
    # With sides swapped it is the same, and found among what is kept.
    swapped = TEN | {"white": [44, 45, 46], "sideToMove": "white"}
    assert (await robo.posts("/api/assessments", swapped, 200))["worth"] == told["worth"]
    assert await models.Assessment.objects.acount() == 1
    kept = await models.Assessment.objects.aget()
    assert not kept.reviewed  # and may be let go
    assert kept.used_ms > 0


async def test_who_is_told_what_was_found_can_rely_on_its_being_kept(
    analyst: Analyst, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep, kept = assessments.keep, threading.Event()

    def takes_long(*args: Any, **named: Any) -> None:
        time.sleep(0.2)
        keep(*args, **named)
        kept.set()

    monkeypatch.setattr(assessments, "keep", takes_long)

    await Robo().posts("/api/assessments", T3 | {"black": [0, 1], "white": [4]}, 200)

    assert kept.is_set()


async def test_what_is_kept_needs_no_thinker() -> None:
    position = mnk.Position.start(mnk.Variant(3, 3, 3)).play(4)
    found = assess(position, 1_000).assessment
    await sync_to_async(assessments.keep)(position, found, nodes=assessments.SOLVED_NODES)

    told = await Robo().posts("/api/assessments", T3 | {"black": [4], "sideToMove": "white"}, 200)

    assert told["best"] == [0, 2, 6, 8]


async def test_a_game_that_is_over_needs_no_thinker() -> None:
    robo = Robo()
    won = T3 | {"black": [0, 1, 2], "white": [3, 4], "sideToMove": "white"}
    full = T3 | {"black": [0, 2, 3, 7, 5], "white": [1, 4, 6, 8], "sideToMove": "white"}

    assert (await robo.posts("/api/assessments", won, 200))["worth"]["verdict"] == "loss"
    assert (await robo.posts("/api/assessments", full, 200))["worth"] == {
        "status": "proved",
        "verdict": "draw",
        "plies": 0,
        "score": None,
    }


async def test_where_nobody_can_be_asked_it_is_said() -> None:
    refused = await Robo().posts("/api/assessments", T3, 409)

    assert refused["code"] == "nobodyToAsk"


@pytest.mark.parametrize("size", [(32, 32, 5), (32, 32, 20), (20, 20, 8)])
async def test_large_boards_get_an_honest_answer(
    analyst: Analyst, size: tuple[int, int, int]
) -> None:
    width, height, k = size
    block = [width * y + x for x in range(6, 11) for y in range(6, 11)]
    body = {"width": width, "height": height, "k": k, "white": block[::2], "black": block[1::2]}

    told = await Robo().posts("/api/assessments", body, 200)

    assert told["worth"]["status"] in ("proved", "estimated", "unknown")
    assert (told["worth"]["score"] is not None) == (told["worth"]["status"] == "estimated")


async def test_those_who_ask_the_same_wait_for_the_same(hub: Hub, analyst: Analyst) -> None:
    body = TEN | {"black": [44, 55], "white": [45]} | {"sideToMove": "white"}
    mirrored = TEN | {"black": [45, 54], "white": [44]} | {"sideToMove": "white"}

    told = await asyncio.gather(
        *(Robo().posts("/api/assessments", each, 200) for each in (body, mirrored, body))
    )

    assert told[0] == told[2]
    assert told[0]["worth"] == told[1]["worth"]
    assert await models.Assessment.objects.acount() == 1


@pytest.fixture
def two_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "OF_SHARE", 2)


async def test_more_than_can_wait_are_refused(
    two_may_wait: None, analyst: Analyst, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_think, ready = asyncio.Event(), Thinker.ready

    async def ready_later(thinker: Thinker) -> None:
        await may_think.wait()
        await ready(thinker)

    monkeypatch.setattr(Thinker, "ready", ready_later)
    asked = [
        asyncio.ensure_future(
            Robo().client.post(
                "/api/assessments",
                json.dumps(TEN | {"black": [44], "white": [at], "sideToMove": "black"}),
                content_type="application/json",
            )
        )
        for at in (0, 1, 2, 3)
    ]
    async with asyncio.timeout(60):
        while sum(each.done() for each in asked) < 2:
            await asyncio.wait([each for each in asked if not each.done()], timeout=0.05)
    may_think.set()

    answers = await asyncio.gather(*asked)

    assert sorted(answer.status_code for answer in answers) == [200, 200, 429, 429]


async def test_thirty_at_once_of_one_visitor_cost_another_no_refusal(analyst: Analyst) -> None:
    def posts(at: int, address: str) -> Any:
        body = TEN | {"black": [44], "white": [at], "sideToMove": "black"}
        return ClientAt(address).post(
            "/api/assessments", json.dumps(body), content_type="application/json"
        )

    greedy = [asyncio.ensure_future(posts(at, "203.0.113.1")) for at in range(30)]
    await asyncio.wait(greedy, return_when=asyncio.FIRST_COMPLETED)  # one is refused, or found

    answer = await posts(55, "203.0.113.2")

    assert answer.status_code == 200
    answers = await asyncio.gather(*greedy)
    refused = [each for each in answers if each.status_code != 200]
    assert {each.status_code for each in refused} == {429}
    # As many as may wait are answered, and so are those whose turn came while others arrived.
    assert 0 < len(refused) <= 30 - service.OF_SHARE
    assert refused[0]["Retry-After"] == "10"
    assert json.loads(refused[0].content)["code"] == "tooManyQuestions"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ("{", 400, "notJson"),
        ("[]", 400, "badBody"),
        ("{}", 400, "badBody"),
        ('{"width": 3, "height": 3, "k": 3, "stones": []}', 400, "badBody"),
        ('{"width": 3, "height": 3, "k": 3, "sideToMove": "red"}', 400, "badBody"),
        ('{"width": 3, "height": 3, "k": 3, "black": ["a1"]}', 400, "badBody"),
        ('{"width": 33, "height": 3, "k": 3}', 400, "badVariant"),
        ('{"width": 3, "height": 3, "k": 4}', 400, "badVariant"),
        ('{"width": 1e400, "height": 3, "k": 4}', 400, "badBody"),
        ('{"width": 3, "height": 3, "k": 3, "black": [9]}', 400, "noSuchSquare"),
        ('{"width": 3, "height": 3, "k": 3, "black": [-1]}', 400, "noSuchSquare"),
        ('{"width": 3, "height": 3, "k": 3, "black": [1], "white": [1]}', 400, "squareTaken"),
        (
            '{"width": 3, "height": 3, "k": 3, "black": [0, 1, 2], "white": [6, 7, 8]}',
            400,
            "twoWinners",
        ),
        ("[" * 4_000, 400, "badBody"),
        (" " * 16_385, 413, "tooBig"),
        (b"\xff\xfe", 400, "notJson"),
    ],
)
async def test_what_is_no_position_is_refused(
    analyst: Analyst, body: str | bytes, status: int, code: str
) -> None:
    refused = await Robo().posts("/api/assessments", body, status)

    assert refused["code"] == code
    assert refused["sentence"].endswith(".")
    assert not await models.Assessment.objects.aexists()
