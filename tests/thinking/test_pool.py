"""The pool keeps its number of thinkers, though a process cannot always be started."""

import asyncio
import subprocess
import time
from typing import Any

import pytest

from games import child, metrics, mnk
from games.play.errors import TooManyQuestions
from games.thinking import pool as pools
from games.thinking import questions
from games.thinking.pool import NoThinker, Pool, Thinker, ThinkerFailed
from games.turns import Urgency
from tests import figures

QUESTION = questions.FindThreats(questions.Game.of(mnk.PRESETS["3x3"].variant, (0,)))


async def test_a_thinker_that_cannot_be_started_is_started_a_little_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = subprocess.Popen
    tried: list[float] = []

    def popen(*arguments: Any, **options: Any) -> "subprocess.Popen[bytes]":
        tried.append(time.monotonic())
        if len(tried) == 1:
            raise BlockingIOError("Resource temporarily unavailable")
        return real(*arguments, **options)

    monkeypatch.setattr(pools, "PAUSE_S", 0.1)
    monkeypatch.setattr(child, "_servers", {})
    monkeypatch.setattr(subprocess, "Popen", popen)
    pool = Pool(1, nice=0, idle_s=60)
    pool.keep(for_others=1)
    try:
        found = await pool.ask(QUESTION, Urgency.HINT, seconds=100, patience=100)
        assert isinstance(found, questions.ThreatsFound)
        first, second = tried
        assert second - first > 0.08  # a loop may be a little early
        assert len(pool.pids) == 1
        assert pool._tasks == set()
    finally:
        await pool.close()
        for server in child._servers.values():
            server.forget()


async def test_who_has_left_takes_no_place_from_the_next() -> None:
    pool = Pool(0, nice=0, idle_s=60, of_share=1)  # nobody answers
    before = figures.value(metrics.thinkers_failed)
    for _ in range(2):
        with pytest.raises(NoThinker):
            await pool.ask(QUESTION, Urgency.PAGE, seconds=1, patience=0.01, of="alice")
    assert figures.value(metrics.thinkers_failed) == before + 2
    await pool.close()


async def test_who_waits_as_the_thinkers_are_ended_is_let_go() -> None:
    pool = Pool(0, nice=0, idle_s=60)
    waiting = asyncio.ensure_future(pool.ask(QUESTION, Urgency.PAGE, seconds=1, patience=100))
    await asyncio.sleep(0)

    await pool.close()

    await asyncio.wait([waiting], timeout=100)
    assert waiting.cancelled()
    with pytest.raises(NoThinker):
        await pool.ask(QUESTION, Urgency.PAGE, seconds=1, patience=100)


async def test_a_newcomer_takes_the_place_of_who_has_more() -> None:
    pool = Pool(0, nice=0, idle_s=60, in_all=2)

    def ask(name: str) -> "asyncio.Task[questions.Answer]":
        return asyncio.ensure_future(
            pool.ask(QUESTION, Urgency.PAGE, seconds=1, patience=100, of=name)
        )

    first, second, newcomer = ask("alice"), ask("alice"), ask("bob")
    await asyncio.wait([second], timeout=100)

    assert isinstance(second.exception(), TooManyQuestions)
    assert not first.done()
    assert not newcomer.done()
    await pool.close()


async def test_a_thinker_given_to_who_leaves_at_that_moment_is_free_for_the_next() -> None:
    pool = Pool(0, nice=0, idle_s=60)
    waiting = asyncio.ensure_future(pool.ask(QUESTION, Urgency.PAGE, seconds=1, patience=100))
    await asyncio.sleep(0)
    thinker = Thinker(0)
    pool._give(thinker)
    waiting.cancel()
    await asyncio.wait([waiting], timeout=100)

    assert list(pool._idle) == [thinker]
    assert pool._busy.total() == 0
    thinker.end()
    await pool.close()


async def test_who_waits_for_a_thinker_that_dies_gets_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def die(*_: Any, **__: Any) -> questions.Answer:
        raise ThinkerFailed("A thinker died.")

    monkeypatch.setattr(Thinker, "ask", die)
    pool = Pool(1, nice=0, idle_s=60)
    thinker = Thinker(0)
    pool._all.add(thinker)
    pool._give(thinker)
    first, second = (
        asyncio.ensure_future(pool.ask(QUESTION, Urgency.PAGE, seconds=1, patience=100))
        for _ in range(2)
    )
    before = figures.value(metrics.thinkers_failed)
    await asyncio.wait([first], timeout=100)

    assert isinstance(first.exception(), ThinkerFailed)
    assert figures.value(metrics.thinkers_failed) == before + 1
    assert pool._starting == 1
    await pool.close()
    await asyncio.wait([second], timeout=100)


async def test_a_question_keeps_the_thinkers_from_ending() -> None:
    pool = Pool(0, nice=0, idle_s=60)
    timer = pool._ending = asyncio.get_running_loop().call_later(100, pool._end_idle)
    waiting = asyncio.ensure_future(pool.ask(QUESTION, Urgency.PAGE, seconds=1, patience=100))
    await asyncio.sleep(0)

    assert timer.cancelled()
    await pool.close()
    await asyncio.wait([waiting], timeout=100)


async def test_a_pool_that_is_ended_starts_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Thinker] = []
    given_up: list[Thinker] = []

    async def ready(thinker: Thinker) -> None:
        started.append(thinker)
        try:
            await asyncio.sleep(100)
        except asyncio.CancelledError:
            given_up.append(thinker)
            raise

    monkeypatch.setattr(Thinker, "ready", ready)
    pool = Pool(1, nice=0, idle_s=60)
    pool.keep(for_others=1)
    while not started:  # noqa: ASYNC110
        await asyncio.sleep(0)
    timer = pool._ending = asyncio.get_running_loop().call_later(100, pool._end_idle)

    await pool.close()

    assert timer.cancelled()
    assert given_up == started
    assert pool._all == set()
    assert [thinker._child._ours.fileno() for thinker in started] == [-1]  # it was ended


async def test_a_thinker_that_does_not_get_ready_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Thinker] = []

    async def ready(thinker: Thinker) -> None:
        started.append(thinker)
        raise ThinkerFailed("A thinker died.")

    monkeypatch.setattr(Thinker, "ready", ready)
    pool = Pool(1, nice=0, idle_s=60)
    pool.keep(for_others=1)
    while not started:  # noqa: ASYNC110
        await asyncio.sleep(0)

    assert pool._all == set()
    assert [thinker._child._ours.fileno() for thinker in started] == [-1]
    await pool.close()
