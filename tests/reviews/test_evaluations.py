"""What is asked at a process: refused or known at once where it can be, and else handed on."""

import asyncio
from typing import Any

import pytest
from django.db import OperationalError

from games import mnk
from games.play.clock import now_ms
from games.play.hub import Hub
from games.review import findings, models, worths
from games.review.errors import LinesTooLong, NobodyToAsk, NoHeatMap, ProofUnavailable, TwoWinners
from games.reviews import assessments, evaluations
from games.reviews.evaluations import Evaluations
from tests.people import PATIENCE_S

T3 = mnk.PRESETS["3x3"].variant
OPEN = mnk.position_from_text("X..\n.O.\n...", T3)
WON = mnk.position_from_text("XXX\nOO.\n...", T3)
FULL = mnk.position_from_text("XOX\nXOO\nOXX", T3)
BOTH_WON = mnk.position_from_text("XXX\nOOO\n...", T3)
FOUND = findings.Assessment(worth=worths.estimated(0.25))
LONG_AGO = 1_000_000_000_000


class Worker:
    """Answers whatever is asked, and notes it."""

    def __init__(self, part: Evaluations) -> None:
        self.asked: list[tuple[mnk.Position, str]] = []
        part.find = part.find_benefits = part.find_proof = self._answers

    async def _answers(self, position: mnk.Position, of: str) -> Any:
        self.asked.append((position, of))
        return FOUND


@pytest.mark.parametrize(
    ("what", "refusal"),
    [("assess", NobodyToAsk), ("benefits", NobodyToAsk), ("prove", ProofUnavailable)],
)
async def test_each_question_is_handed_to_who_answers_it(
    hub: Hub, what: str, refusal: type[Exception]
) -> None:
    part = hub.part(Evaluations)
    with pytest.raises(refusal):
        await getattr(part, what)(OPEN, of="alice")
    worker = Worker(part)

    assert await getattr(part, what)(OPEN, of="alice") is FOUND

    assert worker.asked == [(OPEN, "alice")]


@pytest.mark.parametrize(
    ("what", "position", "refusal"),
    [
        ("assess", BOTH_WON, TwoWinners),
        ("benefits", BOTH_WON, TwoWinners),
        ("benefits", WON, mnk.GameIsOver),
        ("benefits", FULL, mnk.GameIsOver),
        ("benefits", mnk.Position.start(mnk.Variant(10, 10, 7)), LinesTooLong),
        ("benefits", mnk.Position.start(mnk.PRESETS["3x3-misere"].variant), NoHeatMap),
        ("prove", BOTH_WON, mnk.GameIsOver),
        ("prove", WON, mnk.GameIsOver),
        ("prove", FULL, mnk.GameIsOver),
    ],
)
async def test_where_there_is_nothing_to_find_nobody_is_asked(
    hub: Hub, what: str, position: mnk.Position, refusal: type[Exception]
) -> None:
    part = hub.part(Evaluations)
    worker = Worker(part)

    with pytest.raises(refusal):
        await getattr(part, what)(position, of="alice")

    assert worker.asked == []


async def test_whoever_completed_a_row_has_lost_where_that_is_the_rule(hub: Hub) -> None:
    variant = mnk.PRESETS["3x3-misere"].variant
    ended = mnk.position_from_text("XXX\nOO.\n...", variant)
    found = await hub.part(Evaluations).assess(ended, of="alice")

    assert (found.worth.status, found.worth.verdict) == ("proved", "win")  # O is to move


async def test_what_the_rules_say_of_an_ended_game_needs_nobody(hub: Hub) -> None:
    won = await hub.part(Evaluations).assess(WON, of="alice")
    full = await hub.part(Evaluations).assess(FULL, of="alice")

    assert (won.worth.status, won.worth.verdict) == ("proved", "loss")  # O is to move
    assert (full.worth.status, full.worth.verdict) == ("proved", "draw")


def _keep(nodes: int) -> None:
    assessments.keep(OPEN, FOUND, nodes=nodes, asked_ms=LONG_AGO)


async def test_what_is_kept_is_told_and_that_it_was_used_is_noted(hub: Hub) -> None:
    await hub.read(_keep, assessments.nodes_for(T3))
    began = now_ms()

    assert await hub.part(Evaluations).assess(OPEN, of="alice") == FOUND

    async with asyncio.timeout(PATIENCE_S):
        while (await models.Assessment.objects.aget()).used_ms < began:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_what_was_found_with_too_few_nodes_is_found_anew(hub: Hub) -> None:
    await hub.read(_keep, assessments.nodes_for(T3) - 1)
    worker = Worker(hub.part(Evaluations))

    await hub.part(Evaluations).assess(OPEN, of="alice")

    assert worker.asked == [(OPEN, "alice")]


async def test_what_is_kept_is_told_though_its_use_cannot_be_noted(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*args: object) -> None:
        raise OperationalError("read-only")

    await hub.read(_keep, assessments.nodes_for(T3))
    monkeypatch.setattr(evaluations, "_note_use", fails)
    caplog.set_level("INFO")

    assert await hub.part(Evaluations).assess(OPEN, of="alice") == FOUND

    async with asyncio.timeout(PATIENCE_S):
        while "use_not_noted" not in caplog.text:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
