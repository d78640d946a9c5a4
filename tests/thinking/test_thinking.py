"""What people ask of thinkers: one queue, a share for each, found by real thinkers."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest
import pytest_asyncio

from games import mnk
from games.play.errors import TooManyQuestions
from games.play.hub import Hub
from games.review.findings import PositionPart
from games.thinking import questions
from games.thinking import service as thinking
from games.thinking.pool import NoThinker, Thinker, ThinkerFailed
from games.thinking.service import Thinking
from games.turns import Urgency

TEN = mnk.Variant(10, 10, 5)
LONG_S = 300.0
PATIENCE_S = 100.0


@pytest_asyncio.fixture
async def thinkers(hub: Hub) -> Thinking:
    return Thinking(hub, warm=False)


def search(nodes: int = 1_000, at: int = 44) -> questions.Assess:
    """A question whose search looks at this many positions."""
    return questions.Assess(PositionPart.of(mnk.Position.start(TEN).play(at)), nodes)


def endless(at: int = 44) -> questions.Assess:
    """A question whose search takes longer than a test."""
    return search(2_000_000_000, at)


def hint() -> questions.Question:
    return questions.FindThreats(questions.Game.of(TEN, (44, 45)))


def ask(
    thinkers: Thinking, question: questions.Question, urgency: Urgency, of: str = "alice"
) -> "asyncio.Task[questions.Answer]":
    return asyncio.ensure_future(
        thinkers.ask(question, urgency, of=of, seconds=LONG_S, patience=LONG_S)
    )


async def until(*asked: Awaitable[Any]) -> list[Any]:
    async with asyncio.timeout(PATIENCE_S):
        return await asyncio.gather(*asked)


async def until_begun(
    thinkers: Thinking, *found: questions.Question, look_every_s: float = 0.02
) -> None:
    """Wait until thinkers search for these. With 0 not even the shortest search is missed."""

    def is_begun(question: questions.Question) -> bool:
        asked = thinkers._asked.get(question)
        return asked is not None and asked.by is not None

    async with asyncio.timeout(PATIENCE_S):
        while not all(map(is_begun, found)):  # noqa: ASYNC110
            await asyncio.sleep(look_every_s)


async def test_a_hint_waits_for_no_page_and_a_page_for_no_proof(thinkers: Thinking) -> None:
    proofs = [endless(at) for at in (1, 2, 3)]
    pages = [endless(at) for at in (11, 12, 13)]
    asked = [ask(thinkers, each, Urgency.PROOF, "greedy") for each in proofs]
    await until_begun(thinkers, proofs[0])

    await until(ask(thinkers, search(), Urgency.PAGE))
    assert len(thinkers.pids) == 2
    asked += [ask(thinkers, each, Urgency.PAGE, "greedy") for each in pages]
    await until_begun(thinkers, pages[0])

    (found,) = await until(ask(thinkers, hint(), Urgency.HINT))
    assert isinstance(found, questions.ThreatsFound)
    assert len(thinkers.pids) == thinking.THINKERS
    # No thinker took another: the others wait.
    assert [each.done() for each in asked] == [False] * 6
    assert [thinkers._asked[each].by is None for each in (*proofs[1:], *pages[1:])] == [True] * 4
    for each in asked:
        each.cancel()


async def test_thinkers_are_started_as_they_are_needed(thinkers: Thinking) -> None:
    assert thinkers.pids == []
    for _ in range(3):
        await until(ask(thinkers, hint(), Urgency.HINT))
    assert len(thinkers.pids) == 1


async def test_thirty_questions_of_one_visitor_cost_another_no_refusal(
    thinkers: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    put: list[questions.Question] = []
    put_to = Thinker.ask

    async def noting(
        thinker: Thinker, question: questions.Question, **limits: Any
    ) -> questions.Answer:
        put.append(question)
        return await put_to(thinker, question, **limits)

    monkeypatch.setattr(Thinker, "ask", noting)
    greedy = [ask(thinkers, search(3_000, at), Urgency.PAGE, "greedy") for at in range(30)]
    await asyncio.sleep(0)
    other = ask(thinkers, search(3_000, 55), Urgency.PAGE, "other")

    (found,) = await until(other)

    assert isinstance(found, questions.Assessed)
    refused = [each for each in greedy if each.done() and each.exception() is not None]
    assert {type(each.exception()) for each in refused} == {TooManyQuestions}
    assert len(refused) == 30 - thinking.OF_SHARE
    assert put.index(search(3_000, 55)) == 1
    answers = await until(*(each for each in greedy if each not in refused))
    assert all(isinstance(each, questions.Assessed) for each in answers)


async def test_the_same_question_is_found_once(thinkers: Thinking) -> None:
    asked = [ask(thinkers, search(), Urgency.PAGE, name) for name in ("alice", "bob", "carol")]

    found = await until(*asked)

    assert found[0] is found[1] is found[2]
    assert thinkers._asked == {}


async def test_who_asks_the_same_more_urgently_does_not_wait_for_the_first(
    thinkers: Thinking,
) -> None:
    busy = [endless(at) for at in (1, 2)]
    asked = [ask(thinkers, each, Urgency.PAGE, "greedy") for each in busy]
    await until_begun(thinkers, *busy)
    waiting = ask(thinkers, hint(), Urgency.PAGE)  # there is no room for it
    await asyncio.sleep(0.05)
    assert not waiting.done()

    urgent = ask(thinkers, hint(), Urgency.HINT, "bob")

    found = await until(waiting, urgent)
    assert found[0] is found[1]
    for each in asked:
        each.cancel()


async def test_who_leaves_takes_nothing_from_those_who_wait_for_the_same(
    thinkers: Thinking,
) -> None:
    first, second = (ask(thinkers, search(), Urgency.PAGE, name) for name in ("alice", "bob"))
    await asyncio.sleep(0)

    first.cancel()

    (found,) = await until(second)
    assert isinstance(found, questions.Assessed)
    pids = thinkers.pids
    third, fourth = (ask(thinkers, search(9_000), Urgency.PAGE, name) for name in ("eve", "bob"))
    await until_begun(thinkers, search(9_000), look_every_s=0)
    third.cancel()
    await until(fourth)
    assert thinkers.pids == pids


async def test_a_question_that_everybody_left_is_not_searched(thinkers: Thinking) -> None:
    busy = [endless(at) for at in (1, 2)]
    asked = [ask(thinkers, each, Urgency.PAGE, "greedy") for each in busy]
    await until_begun(thinkers, *busy)
    left = ask(thinkers, search(), Urgency.PAGE)
    await asyncio.sleep(0)

    left.cancel()
    await asyncio.wait([left])
    await asyncio.sleep(0)

    assert search() not in thinkers._asked
    for each in asked:
        each.cancel()


async def test_whose_turn_does_not_come_is_told_so(thinkers: Thinking) -> None:
    asked = ask(thinkers, endless(), Urgency.PROOF)
    await until_begun(thinkers, endless())

    with pytest.raises(NoThinker):
        await thinkers.ask(search(), Urgency.PROOF, of="bob", seconds=LONG_S, patience=0.1)

    assert not asked.done()
    asked.cancel()


async def test_a_search_that_takes_too_long_fails_for_all_who_asked(thinkers: Thinking) -> None:
    asked = [
        asyncio.ensure_future(
            thinkers.ask(endless(), Urgency.PAGE, of=name, seconds=0.5, patience=LONG_S)
        )
        for name in ("alice", "bob")
    ]

    async with asyncio.timeout(PATIENCE_S):
        await asyncio.wait(asked)

    assert {type(each.exception()) for each in asked} == {ThinkerFailed}
    assert thinkers._asked == {}
    assert isinstance((await until(ask(thinkers, hint(), Urgency.HINT)))[0], questions.ThreatsFound)
