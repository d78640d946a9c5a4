"""Games are reviewed in real thinkers: claimed, assessed, kept, taken over, given up."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async

from games import mnk
from games.play import held
from games.play.clock import now_ms
from games.play.hub import QUIET_S, Hub
from games.play.models import Game
from games.play.protocol import Verdict
from games.review import findings, models, worths
from games.reviews import assessments, queue, reviews
from games.reviews.evaluations import Evaluations
from games.thinking import questions, service
from games.thinking.pool import NoThinker
from games.thinking.service import Thinking
from games.turns import Urgency
from games.workers import analysis
from games.workers.analysis import Reviewer
from tests.lessons import in_words
from tests.review.games import T3, kept_game

TEN = mnk.Variant(10, 10, 5)
LONG = "e5 f6 e6 e7 f5 d5 g5 h5 g6 h7 f7 e8 g7 g8 h8 c4 d8 i9"
"""Some moves on 10×10: a search of each position takes a while."""
SCATTERED = "a1 t20 t1 a20 a6 f20 t6 f1 o1 o20 t15 a15"
"""Some moves on 20×20 that threaten nothing: a search of each position uses all its nodes."""
PATIENCE_S = 100.0


@pytest_asyncio.fixture
async def reviewer(hub: Hub, thinking: Thinking) -> AsyncIterator[Reviewer]:
    """A worker with one thinker, which loads what it needs when it needs it."""
    reviewer = Reviewer(hub, thinking, at_once=1)
    await reviewer.start()
    yield reviewer


async def game_of(names: str, variant: mnk.Variant = T3, **fields: mnk.Termination) -> Game:
    return await sync_to_async(kept_game)(names, variant, **fields)


async def ask(hub: Hub, game: Game, nodes: int | None = None, *, of: str = "") -> None:
    """Ask for a review at this process."""
    await sync_to_async(reviews.ask_for)(game.slug, of=of, at=1_000)
    if nodes is not None:
        await models.Review.objects.filter(game=game).aupdate(nodes=nodes)
    hub.part(Evaluations).on_review_asked()


async def until(game: Game, is_so: Callable[[findings.GameReview], bool]) -> findings.GameReview:
    """The review, as soon as this is true of it."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            told = await sync_to_async(reviews.of_game)(game.slug)
            if is_so(told):
                return told
            await asyncio.sleep(0.02)


async def done(game: Game) -> findings.GameReview:
    return await until(game, lambda told: told.state in ("done", "failed"))


async def until_idle(reviewer: Reviewer) -> None:
    """Wait until a worker is idle."""
    async with asyncio.timeout(PATIENCE_S):
        while reviewer.is_busy:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


@pytest.mark.parametrize(
    ("is_alone", "is_quiet", "rests"),
    [(True, True, [QUIET_S]), (True, False, [analysis.IDLE_S]), (False, False, [])],
    ids=["quiet", "alone", "one of two"],
)
async def test_the_only_process_looks_seldom_while_there_is_nothing_to_review(
    hub: Hub,
    thinking: Thinking,
    monkeypatch: pytest.MonkeyPatch,
    *,
    is_alone: bool,
    is_quiet: bool,
    rests: list[float],
) -> None:
    rested: list[float] = []
    monkeypatch.setattr(type(hub.others), "is_alone", is_alone)
    monkeypatch.setattr(Hub, "is_quiet", is_quiet)
    reviewer = Reviewer(hub, thinking)
    reviewer._ticks = (Mock(rest=rested.append),)

    await reviewer._look()
    assert rested == rests

    reviewer._works[1] = analysis._Work(Mock())
    await reviewer._look()
    assert rested == rests


async def test_a_game_is_reviewed(hub: Hub, thinking: Thinking, reviewer: Reviewer) -> None:
    game = await game_of("b2 b1 a1 c3 a3 a2 c1")
    assert thinking.later.pids == []

    await ask(hub, game)
    told = await done(game)

    assert (told.state, told.done, told.total) == ("done", 8, 8)
    assert None not in told.worths
    assert [each.ply for each in told.plies] == list(range(7))
    assert told.worths[0] == worths.proved(Verdict.DRAW, 9)
    assert told.black is not None
    assert told.black.kept == told.black.moves == 4
    assert [bool(each.lessons) for each in told.plies] == [False] + [True] * 6
    assert in_words(told.plies[1].lessons[0], T3) == (
        "After b1, Black wins in 3 moves: a1, a3, then a2."
    )
    review = await models.Review.objects.aget()
    assert (review.done, review.worker) == (8, reviewer.name)
    assert review.finished_ms is not None
    assert len(thinking.later.pids) == 1


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker looks often, though nothing happens."""
    monkeypatch.setattr(analysis, "QUIET_S", 0.1)
    monkeypatch.setattr(analysis, "IDLE_S", 0.1)


@pytest.mark.usefixtures("often")
async def test_a_review_asked_for_elsewhere_is_found_by_looking(
    hub: Hub, reviewer: Reviewer
) -> None:
    game = await game_of("b2 b1 a1 c3")
    await sync_to_async(reviews.ask_for)(game.slug, at=1_000)  # nobody is woken

    assert (await done(game)).state == "done"


async def test_progress_is_seen_from_the_last_position_on(hub: Hub, reviewer: Reviewer) -> None:
    game = await game_of(LONG, TEN)
    await ask(hub, game, nodes=150_000)

    told = await until(game, lambda told: 1 < told.done < told.total)

    assert told.state == "working"
    known = [worth is not None for worth in told.worths]
    assert known == sorted(known)


async def test_a_mirrored_game_costs_no_search(hub: Hub, reviewer: Reviewer) -> None:
    first = await game_of("b2 b1 a1 c3 a3 a2 c1")
    await ask(hub, first)
    told = await done(first)
    assert reviewer.asked == 7  # the eighth is known from the rules alone

    mirrored = await game_of("b2 b1 c1 a3 c3 c2 a1")  # left and right swapped
    await ask(hub, mirrored)
    other = await done(mirrored)

    assert reviewer.asked == 7
    assert other.worths == told.worths
    assert [each.labels for each in other.plies] == [each.labels for each in told.plies]
    assert [{2 - at % 3 + 3 * (at // 3) for at in each.best} for each in other.plies] == [
        set(each.best) for each in told.plies
    ]


async def test_games_that_ended_in_other_ways(hub: Hub, reviewer: Reviewer) -> None:
    aborted = await game_of("", termination=mnk.Termination.ABORT)
    full = await game_of("a1 b1 c1 b2 a2 a3 b3 c3 c2", termination=mnk.Termination.FULL_BOARD)
    on_time = await game_of("e5 f6 e6", TEN, termination=mnk.Termination.TIME)
    for game in (aborted, full):
        await ask(hub, game)
    await ask(hub, on_time, nodes=2_000)

    told = [await done(game) for game in (aborted, full, on_time)]

    assert [(each.state, each.total) for each in told] == [("done", 1), ("done", 10), ("done", 4)]
    assert told[0].plies == ()
    assert told[1].worths[-1] == worths.proved(Verdict.DRAW, 0)
    last = told[2].worths[-1]
    assert last is not None
    assert last.status == "estimated"


async def test_a_board_as_large_as_they_come(hub: Hub, reviewer: Reviewer) -> None:
    game = await game_of("p16 q17 p17 ab30 af32", mnk.Variant(32, 32, 5))
    await ask(hub, game, nodes=5_000)

    told = await done(game)

    assert (told.state, told.done) == ("done", 6)


async def test_eight_long_reviews_do_not_put_anothers_short_one_behind_them(
    hub: Hub, reviewer: Reviewer
) -> None:
    # Each game has moves of its own: what is found for one helps no other.
    wide = mnk.Variant(20, 20, 5)
    long = [await game_of(f"{column}9 {SCATTERED}", wide) for column in "jklmnopq"]
    for game in long:
        await ask(hub, game, nodes=75_000, of="greedy")
    await until(long[0], lambda told: told.state == "working")
    short = await game_of("e5 f6 e6 e7", TEN)
    await ask(hub, short, nodes=10_000, of="other")

    assert (await done(short)).state == "done"

    reviews = models.Review.objects.filter(finished_ms__isnull=False)
    finished = [each async for each in reviews.order_by("finished_ms")]
    assert finished[0].game_id == short.pk
    assert len(finished) < len(long)


async def test_a_thinker_that_dies_is_replaced_and_asked_again(
    hub: Hub, thinking: Thinking, reviewer: Reviewer
) -> None:
    game = await game_of(LONG, TEN)
    await ask(hub, game, nodes=50_000)
    await until(game, lambda told: told.done > 2)

    (pid,) = thinking.later.pids
    os.kill(pid, signal.SIGKILL)
    told = await done(game)

    assert (told.state, told.done) == ("done", told.total)
    assert thinking.later.pids != [pid]


async def test_a_review_whose_thinkers_die_fails_and_harms_nothing_else(
    hub: Hub, thinking: Thinking, reviewer: Reviewer
) -> None:
    game, other = await game_of(LONG, TEN), await game_of("b2 b1 a1")
    await ask(hub, game, nodes=60_000_000)  # one search takes longer than this test
    killed: set[int] = set()
    async with asyncio.timeout(PATIENCE_S):
        while (await sync_to_async(reviews.of_game)(game.slug)).state != "failed":
            for pid in thinking.later.pids:
                if pid not in killed and is_searching(pid):
                    killed.add(pid)
                    os.kill(pid, signal.SIGKILL)
            await asyncio.sleep(0.05)

    assert len(killed) == 2
    await ask(hub, other)
    assert (await done(other)).state == "done"
    # It may be asked for again, and then it is done.
    await ask(hub, game, nodes=1_000)
    assert (await done(game)).state == "done"


def is_searching(pid: int) -> bool:
    """Whether a process has computed for longer than a fork takes to start."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) > os.sysconf("SC_CLK_TCK") / 5


async def test_a_worker_that_dies_is_taken_over_where_it_was(hub: Hub, thinking: Thinking) -> None:
    game = await game_of(LONG, TEN)
    await sync_to_async(reviews.ask_for)(game.slug, at=1_000)
    await models.Review.objects.aupdate(nodes=20_000)
    positions = await sync_to_async(lambda: reviews.positions_of(TEN, reviews.squares_of(game)))()
    # A worker has claimed it, kept the last five positions, and was killed long ago.
    assert await sync_to_async(queue.claim)("dead", 2_000) is not None
    marked = findings.Assessment(worth=worths.estimated(0.123))
    for position in positions[-5:]:
        await sync_to_async(assessments.keep)(position, marked, nodes=20_000)
    # Somebody has asked for its first position, on the analysis page.
    await sync_to_async(assessments.keep)(positions[0], marked, nodes=20_000, asked_ms=1_000)

    reviewer = Reviewer(hub, thinking, at_once=1)
    await reviewer.start()
    told = await done(game)

    assert told.state == "done"
    assert told.worths[-5:] == (marked.worth,) * 5
    assert told.worths[0] == marked.worth
    assert await sync_to_async(assessments.let_go)(0) == 0  # the review needs them all
    review = await models.Review.objects.aget()
    assert (review.worker, review.attempts) == (reviewer.name, 2)


async def test_a_worker_that_closes_gives_back_what_it_has_begun(
    hub: Hub, thinking: Thinking
) -> None:
    game = await game_of(LONG, TEN)
    reviewer = Reviewer(hub, thinking, at_once=1)
    await reviewer.start()
    await ask(hub, game, nodes=150_000)
    await until(game, lambda told: told.done > 2)

    await reviewer.stop()

    told = await sync_to_async(reviews.of_game)(game.slug)
    assert told.state == "waiting"
    task = await sync_to_async(queue.claim)("another", 2_000)
    assert task is not None
    assert task.slug == game.slug


async def test_two_workers_share_the_reviews_and_what_they_find(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "LATER_NICE", 0)  # the machine may be busy with other tests
    workers = [Reviewer(hub, Thinking(hub), at_once=1) for _ in range(2)]
    games = [await game_of(LONG[: 3 * plies], TEN) for plies in (18, 17, 16, 15)]
    for game in games:
        await ask(hub, game, nodes=8_000)
    for worker in workers:
        await worker.start()

    told = [await done(game) for game in games]

    assert [each.state for each in told] == ["done"] * 4
    async for review in models.Review.objects.all():
        assert review.attempts == 1  # each was claimed once
    # Each of the 19 positions is kept once, however many games it is in.
    assert await models.Assessment.objects.acount() == 19


async def test_a_worker_that_was_taken_for_dead_lets_go(hub: Hub, reviewer: Reviewer) -> None:
    game = await game_of(LONG, TEN)
    await ask(hub, game, nodes=(1 << 31) - 1)  # it would never be done
    await until(game, lambda told: told.state == "working")

    # A second less than the longest that counts: the worker may have looked at its clock before.
    longest_ms = queue.LEASE_MS + held.DIFFER_MS - 1_000
    await models.Review.objects.aupdate(worker="another", until_ms=now_ms() + longest_ms)
    await until_idle(reviewer)

    review = await models.Review.objects.aget()
    assert (review.worker, review.finished_ms, review.failed) == ("another", None, False)


async def test_a_worker_that_claims_its_own_review_again_goes_on(
    hub: Hub, reviewer: Reviewer
) -> None:
    game = await game_of(LONG, TEN)
    await ask(hub, game, nodes=10_000)
    await until(game, lambda told: told.done > 2)

    await models.Review.objects.aupdate(until_ms=0)  # it was too busy to renew its claim
    hub.part(Evaluations).on_review_asked()

    assert (await done(game)).state == "done"
    assert (await models.Review.objects.aget()).attempts == 2


async def test_its_thinkers_end_when_there_is_nothing_to_review(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "LATER_IDLE_S", 0.1)
    thinking = Thinking(hub)
    reviewer = Reviewer(hub, thinking)
    await reviewer.start()
    game, other = await game_of("b2 b1 a1 c3"), await game_of("b2 c3 a1 c1")
    await ask(hub, game)
    await done(game)

    async with asyncio.timeout(PATIENCE_S):
        while thinking.later.pids:  # noqa: ASYNC110
            await asyncio.sleep(0.02)

    await ask(hub, other)
    assert (await done(other)).state == "done"


async def test_thinkers_that_review_go_last(hub: Hub) -> None:
    thinking = Thinking(hub)
    reviewer = Reviewer(hub, thinking, at_once=1)
    await reviewer.start()
    game = await game_of("b2 b1 a1 c3")
    await ask(hub, game)
    await done(game)

    (pid,) = thinking.later.pids
    assert os.getpriority(os.PRIO_PROCESS, pid) >= service.LATER_NICE


async def test_a_thinker_refuses_what_cannot_be_and_stays(thinking: Thinking) -> None:
    impossible = findings.PositionPart(width=3, height=3, k=3, black=(0, 1, 2), white=(6, 7, 8))
    off_the_board = findings.PositionPart(width=3, height=3, k=3, black=(9,))
    fine = findings.PositionPart(width=3, height=3, k=3)

    answers = [
        await thinking.ask(questions.Assess(part, 100), Urgency.PAGE, seconds=30, patience=30)
        for part in (impossible, off_the_board, fine)
    ]

    assert [type(answer) for answer in answers] == [
        questions.Failed,
        questions.Failed,
        questions.Assessed,
    ]


async def test_a_review_that_finds_no_thinker_asks_again(
    hub: Hub, thinking: Thinking, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "PAUSE_S", 0.01)
    asks, asked = thinking.ask, list[questions.Question]()

    async def refuses_once(question: questions.Question, *args: Any, **kwargs: Any) -> Any:
        asked.append(question)
        if len(asked) == 1:
            raise NoThinker("All are busy.")
        return await asks(question, *args, **kwargs)

    monkeypatch.setattr(thinking, "ask", refuses_once)
    game = await game_of("b2 b1 a1")
    await ask(hub, game)

    assert (await done(game)).state == "done"
    assert asked[0] == asked[1]


async def test_a_review_that_finds_no_thinker_for_long_fails(
    hub: Hub, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "PATIENCE_S", 0.0)
    game = await game_of("b2 b1 a1")
    await ask(hub, game)

    assert (await done(game)).state == "failed"
