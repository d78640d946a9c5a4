"""What people ask of thinkers: one queue, a share for each, found by real thinking."""

import asyncio
import os
import signal
from collections.abc import Awaitable
from typing import Any

import pytest

from games import mnk
from games.evaluator import level_for
from games.evaluator.opening import decide
from games.play.errors import TooManyQuestions
from games.play.hub import Hub
from games.play.protocol import Verdict
from games.review.findings import PositionPart
from games.thinking import questions, service, thinker
from games.thinking.pool import NoThinker, Thinker, ThinkerFailed
from games.thinking.service import Thinking
from games.turns import Urgency

TEN = mnk.Variant(10, 10, 5)
LONG_S = 300.0
PATIENCE_S = 100.0


def search(nodes: int = 1_000, at: int = 44) -> questions.Assess:
    """A question whose search looks at this many positions."""
    return questions.Assess(PositionPart.of(mnk.Position.start(TEN).play(at)), nodes)


def endless(at: int = 44) -> questions.Assess:
    """A question whose search takes longer than a test."""
    return search(2_000_000_000, at)


def hint() -> questions.Question:
    return questions.FindThreats(questions.Game.of(TEN, (44, 45)))


def ask(
    thinking: Thinking, question: questions.Question, urgency: Urgency, of: str = "alice"
) -> "asyncio.Task[questions.Answer]":
    return asyncio.ensure_future(
        thinking.ask(question, urgency, of=of, seconds=LONG_S, patience=LONG_S)
    )


async def until(*asked: Awaitable[Any]) -> list[Any]:
    async with asyncio.timeout(PATIENCE_S):
        return await asyncio.gather(*asked)


async def until_begun(
    thinking: Thinking, *found: questions.Question, look_every_s: float = 0.02
) -> None:
    """Wait until thinkers search for these. With 0 not even the shortest search is missed."""

    def is_begun(question: questions.Question) -> bool:
        asked = thinking._asked.get(question)
        return asked is not None and asked.by is not None

    async with asyncio.timeout(PATIENCE_S):
        while not all(map(is_begun, found)):  # noqa: ASYNC110
            await asyncio.sleep(look_every_s)


async def test_a_hint_waits_for_no_page_and_a_page_for_no_proof(thinking: Thinking) -> None:
    proofs = [endless(at) for at in (1, 2, 3)]
    pages = [endless(at) for at in (11, 12, 13)]
    asked = [ask(thinking, each, Urgency.PROOF, "greedy") for each in proofs]
    await until_begun(thinking, proofs[0])

    await until(ask(thinking, search(), Urgency.PAGE))
    assert len(thinking.soon.pids) == 2
    asked += [ask(thinking, each, Urgency.PAGE, "greedy") for each in pages]
    await until_begun(thinking, pages[0])

    (found,) = await until(ask(thinking, hint(), Urgency.HINT))
    assert isinstance(found, questions.ThreatsFound)
    assert len(thinking.soon.pids) == service.SOON
    # No thinker took a second one: the others wait.
    assert [each.done() for each in asked] == [False] * 6
    assert [thinking._asked[each].by is None for each in (*proofs[1:], *pages[1:])] == [True] * 4
    for each in asked:
        each.cancel()


async def test_thinkers_are_started_as_they_are_needed(thinking: Thinking) -> None:
    assert thinking.soon.pids == []
    for _ in range(3):
        await until(ask(thinking, hint(), Urgency.HINT))
    assert len(thinking.soon.pids) == 1


async def test_no_bot_waits_for_what_people_want_to_know(thinking: Thinking) -> None:
    thinking.soon.keep(for_moves=1)
    assert thinking.soon.for_moves == 1
    pages = [endless(at) for at in (11, 12)]
    asked = [ask(thinking, each, Urgency.PAGE) for each in pages]
    await until_begun(thinking, *pages)
    hinted = ask(thinking, endless(13), Urgency.HINT)
    await until_begun(thinking, endless(13))

    (found,) = await until(ask(thinking, hint(), Urgency.MOVE))

    assert isinstance(found, questions.ThreatsFound)
    assert len(thinking.soon.pids) == 1 + service.SOON
    asked.append(ask(thinking, endless(14), Urgency.MOVE))
    await until_begun(thinking, endless(14))
    asked.append(ask(thinking, endless(15), Urgency.MOVE))
    async with asyncio.timeout(PATIENCE_S):
        while not len(thinking.soon._waiting):  # noqa: ASYNC110
            await asyncio.sleep(0)
    assert not thinking.soon._starting  # there are as many as there may be
    for each in (*asked, hinted):
        each.cancel()


async def test_what_takes_no_search_is_answered_by_whoever_is_free(thinking: Thinking) -> None:
    thinking.soon.keep(for_moves=1)
    there = PositionPart.of(mnk.Position.start(TEN))

    (found,) = await until(
        ask(thinking, questions.FindBenefits(there, mnk.Side.BLACK), Urgency.GLANCE)
    )

    assert isinstance(found, questions.BenefitsFound)
    assert len(thinking.soon.pids) == 1


async def test_what_is_kept_ready_stays_and_the_others_end(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "SOON_IDLE_S", 0.1)
    thinking = Thinking(hub)
    thinking.soon.keep(for_others=1)
    await until_there_are(1, thinking)
    assert thinking.soon._ending is None
    pages = [search(200_000, at) for at in (11, 12)]
    asked = [ask(thinking, each, Urgency.PAGE) for each in pages]
    await until_begun(thinking, *pages)
    assert len(thinking.soon.pids) == 2

    await until(*asked)

    await until_there_are(1, thinking)
    assert len(thinking.soon.pids) == 1
    await until(ask(thinking, hint(), Urgency.HINT))
    assert len(thinking.soon.pids) == 1


async def test_while_nobody_is_here_none_is_kept_ready(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "LOOK_S", 0.02)
    thinking = Thinking(hub)
    thinking.soon.keep(for_moves=1, for_others=1)
    await until_there_are(2, thinking)

    monkeypatch.setattr(service, "REST_S", 0.0)
    await until_there_are(0, thinking)
    # What nobody here waits for, as when two bots play, is answered all the same.
    await until(ask(thinking, hint(), Urgency.MOVE))
    assert len(thinking.soon.pids) == 1
    monkeypatch.setattr(service, "REST_S", LONG_S)
    thinking.visited()
    await until_there_are(2, thinking)


async def test_while_somebody_is_at_a_game_thinkers_are_kept_ready(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "REST_S", 0.0)
    monkeypatch.setattr(service, "LOOK_S", 0.02)
    monkeypatch.setattr(Hub, "is_quiet", False)
    thinking = Thinking(hub)
    thinking.soon.keep(for_others=1)
    await until_there_are(1, thinking)
    (pid,) = thinking.soon.pids

    await asyncio.sleep(0.2)

    assert thinking.soon.pids == [pid]


async def until_there_are(count: int, thinking: Thinking) -> None:
    """Wait until this many thinkers are there, and no more are starting."""
    async with asyncio.timeout(PATIENCE_S):
        while (len(thinking.soon.pids), thinking.soon._starting) != (count, 0):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_a_thinker_that_is_kept_ready_is_replaced(thinking: Thinking) -> None:
    thinking.soon.keep(for_others=1)
    await until(ask(thinking, hint(), Urgency.HINT))
    (pid,) = thinking.soon.pids

    os.kill(pid, signal.SIGKILL)
    with pytest.raises(ThinkerFailed):
        await until(ask(thinking, search(), Urgency.PAGE))
    assert thinking.soon._starting == 1

    assert isinstance((await until(ask(thinking, search(), Urgency.PAGE)))[0], questions.Assessed)
    assert pid not in thinking.soon.pids


async def test_reviews_and_puzzles_are_asked_of_others(thinking: Thinking) -> None:
    await until(ask(thinking, search(), Urgency.REVIEW), ask(thinking, hint(), Urgency.PUZZLE))

    assert thinking.soon.pids == []
    assert len(thinking.later.pids) in (1, service.LATER)


async def test_thirty_questions_of_one_visitor_cost_another_no_refusal(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    put: list[questions.Question] = []
    put_to = Thinker.ask

    async def noting(
        thinker: Thinker, question: questions.Question, **limits: Any
    ) -> questions.Answer:
        put.append(question)
        return await put_to(thinker, question, **limits)

    monkeypatch.setattr(Thinker, "ask", noting)
    greedy = [ask(thinking, search(3_000, at), Urgency.PAGE, "greedy") for at in range(30)]
    await asyncio.sleep(0)
    other = ask(thinking, search(3_000, 55), Urgency.PAGE, "other")

    (found,) = await until(other)

    assert isinstance(found, questions.Assessed)
    refused = [each for each in greedy if each.done() and each.exception() is not None]
    assert {type(each.exception()) for each in refused} == {TooManyQuestions}
    assert len(refused) == 30 - service.OF_SHARE
    assert put.index(search(3_000, 55)) == 1
    answers = await until(*(each for each in greedy if each not in refused))
    assert all(isinstance(each, questions.Assessed) for each in answers)


async def test_the_same_question_is_found_once(thinking: Thinking) -> None:
    asked = [ask(thinking, search(), Urgency.PAGE, name) for name in ("alice", "bob", "carol")]

    found = await until(*asked)

    assert found[0] is found[1] is found[2]
    assert thinking._asked == {}


async def test_who_asks_the_same_more_urgently_does_not_wait_for_the_first(
    thinking: Thinking,
) -> None:
    busy = [endless(at) for at in (1, 2)]
    asked = [ask(thinking, each, Urgency.PAGE, "greedy") for each in busy]
    await until_begun(thinking, *busy)
    waiting = ask(thinking, hint(), Urgency.PAGE)  # there is no room for it
    await asyncio.sleep(0.05)
    assert not waiting.done()

    urgent = ask(thinking, hint(), Urgency.HINT, "bob")

    found = await until(waiting, urgent)
    assert found[0] is found[1]
    for each in asked:
        each.cancel()


async def test_who_leaves_takes_nothing_from_those_who_wait_for_the_same(
    thinking: Thinking,
) -> None:
    first, second = (ask(thinking, search(), Urgency.PAGE, name) for name in ("alice", "bob"))
    await asyncio.sleep(0)

    first.cancel()

    (found,) = await until(second)
    assert isinstance(found, questions.Assessed)
    pids = thinking.soon.pids
    third, fourth = (ask(thinking, search(9_000), Urgency.PAGE, name) for name in ("eve", "bob"))
    await until_begun(thinking, search(9_000), look_every_s=0)
    third.cancel()
    await until(fourth)
    assert thinking.soon.pids == pids


async def test_a_question_that_everybody_left_is_not_searched(thinking: Thinking) -> None:
    busy = [endless(at) for at in (1, 2)]
    asked = [ask(thinking, each, Urgency.PAGE, "greedy") for each in busy]
    await until_begun(thinking, *busy)
    left = ask(thinking, search(), Urgency.PAGE)
    await asyncio.sleep(0)

    left.cancel()
    await asyncio.wait([left])
    await asyncio.sleep(0)

    assert search() not in thinking._asked
    for each in asked:
        each.cancel()


async def test_whose_turn_does_not_come_is_told_so(thinking: Thinking) -> None:
    asked = ask(thinking, endless(), Urgency.PROOF)
    await until_begun(thinking, endless())

    with pytest.raises(NoThinker):
        await thinking.ask(search(), Urgency.PROOF, of="bob", seconds=LONG_S, patience=0.1)

    assert not asked.done()
    asked.cancel()


async def test_a_search_that_takes_too_long_fails_for_all_who_asked(thinking: Thinking) -> None:
    asked = [
        asyncio.ensure_future(
            thinking.ask(endless(), Urgency.PAGE, of=name, seconds=0.5, patience=LONG_S)
        )
        for name in ("alice", "bob")
    ]

    async with asyncio.timeout(PATIENCE_S):
        await asyncio.wait(asked)

    assert {type(each.exception()) for each in asked} == {ThinkerFailed}
    assert thinking._asked == {}
    assert isinstance((await until(ask(thinking, hint(), Urgency.HINT)))[0], questions.ThreatsFound)


async def test_those_kept_ready_are_started_one_after_another(thinking: Thinking) -> None:
    thinking.soon.keep(for_moves=1, for_others=1)
    assert thinking.soon._starting == 1
    await until_there_are(2, thinking)
    assert len(thinking.soon.pids) == 2


def test_a_bot_places_a_stone_or_chooses_where_an_opening_stands() -> None:
    board, level = mnk.Variant(15, 15, 5), level_for("novice")

    def decided(opening: mnk.Opening, *moves: mnk.Square) -> questions.Answer:
        game = questions.Game.of(board, moves)
        return thinker.answer(questions.DecideOpening(game, opening.text, "novice", 1, 100))

    placing = mnk.Opening.of(mnk.OpeningRule.PRO, board)
    assert decided(placing) == questions.Decided(square=mnk.square("h8", board))

    stones = (112, 113, 127)
    choosing = mnk.Opening.of(mnk.OpeningRule.SWAP, board)
    for square in stones:
        choosing = choosing.placed(square)
    choice = decide(choosing, level, 1, 100)
    assert not isinstance(choice, int)
    assert decided(choosing, *stones) == questions.Decided(choice=choice)


def test_a_bot_that_searches_says_how_deep_and_what_it_found() -> None:
    game = questions.Game.of(mnk.Variant(15, 15, 5), (112, 113))

    def chosen(level: str) -> questions.Chosen:
        answer = thinker.answer(questions.ChooseMove(game, level, None, 1, 200))
        assert isinstance(answer, questions.Chosen)
        return answer

    for level, searches in (("master", True), ("random", False)):
        found = chosen(level)
        assert found.square not in game.moves
        assert (found.depth is not None, found.score is not None) == (searches, searches)


def test_the_worth_of_every_empty_square_is_told() -> None:
    game = questions.Game.of(mnk.Variant(3, 3, 3), (4, 1))

    found = thinker.answer(questions.FindOutcomes(game, 60_000))

    assert isinstance(found, questions.OutcomesFound)
    assert {each.square: (each.verdict, each.plies) for each in found.squares} == {
        square: (Verdict.DRAW, 7) if square == 7 else (Verdict.WIN, 5)
        for square in (0, 2, 3, 5, 6, 7, 8)
    }
    assert set(found.best) == {0, 2, 3, 5, 6, 8}
