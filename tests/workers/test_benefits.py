"""What squares bring, to a player who looks back: found by a real thinker, as in the game."""

import asyncio

import pytest
import pytest_asyncio

from games import mnk
from games.evaluator import aggressive
from games.play.errors import TooManyQuestions
from games.play.hub import Hub
from games.review.errors import LinesTooLong, NobodyToAsk, TwoWinners
from games.reviews.evaluations import Evaluations
from games.thinking.service import Thinking
from games.workers.bots import Bots
from games.workers.hints import Hints
from games.workers.on_demand import Analyst
from tests.people import Table
from tests.workers.games import TEN, against, puts, replies


@pytest_asyncio.fixture
async def evaluations(hub: Hub, thinking: Thinking) -> Evaluations:
    """Positions are weighed, in a real thinker."""
    Analyst(hub, thinking)
    return hub.part(Evaluations)


async def test_looking_back_alice_sees_what_her_hint_said(
    table: Table, robo: Bots, hints: Hints, evaluations: Evaluations
) -> None:
    game = await against("aggressive", TEN)
    alice = await table.sits(game, mnk.Side.BLACK)
    await puts(alice, 0, 44)
    reply = await replies(alice)
    await alice.says("askHint", kind="benefits", ply=2)
    assert (await alice.hears())["type"] == "hintAsked"
    hint = await alice.hears()

    # The hint weighs for the bot, which is white.
    stones = mnk.BySide(frozenset({44}), frozenset({reply}))
    found = await evaluations.benefits(mnk.Position.of(TEN, stones, mnk.Side.WHITE), of="alice")

    told = [(each.square, each.mine, each.theirs) for each in found.squares]
    assert told == [(each["square"], each["mine"], each["theirs"]) for each in hint["squares"]]
    assert len(told) > 8


@pytest.mark.parametrize(
    "variant",
    [
        TEN,
        mnk.Variant(3, 3, 3),
        mnk.Variant(9, 7, 6, mnk.LineRule.EXACT),
        mnk.Variant(20, 20, 5),
        mnk.Variant.full_lines(3, 5),
    ],
    ids=lambda variant: variant.title,
)
@pytest.mark.parametrize("side", mnk.Side)
async def test_m_is_whose_turn_it_is_and_n_the_other_sides(
    evaluations: Evaluations, variant: mnk.Variant, side: mnk.Side
) -> None:
    stones = mnk.BySide(frozenset({0, 1}), frozenset({variant.width}))
    position = mnk.Position.of(variant, stones, side)

    found = await evaluations.benefits(position, of="alice")

    told = {each.square: (each.mine, each.theirs) for each in found.squares}
    assert told == aggressive.parts(position, side)


async def test_an_empty_board_has_one_candidate(evaluations: Evaluations) -> None:
    found = await evaluations.benefits(mnk.Position.start(TEN), of="alice")

    assert [(each.square, each.mine, each.theirs) for each in found.squares] == [(55, 0, 0)]


async def test_a_finished_game_is_not_weighed(evaluations: Evaluations) -> None:
    won = mnk.position_from_text("XXX\nOO.\n...", mnk.Variant(3, 3, 3))
    both = mnk.position_from_text("XXX\nOOO\n...", mnk.Variant(3, 3, 3))
    full = mnk.position_from_text("XOX\nXOO\nOXX", mnk.Variant(3, 3, 3))

    for over in (won, full):
        with pytest.raises(mnk.GameIsOver, match="game is over here"):
            await evaluations.benefits(over, of="alice")
    with pytest.raises(TwoWinners):
        await evaluations.benefits(both, of="alice")


async def test_boards_with_long_lines_are_not_weighed(evaluations: Evaluations) -> None:
    for variant in (mnk.Variant(10, 10, 7), mnk.Variant.full_lines(3, 7)):
        with pytest.raises(LinesTooLong):
            await evaluations.benefits(mnk.Position.start(variant), of="alice")


async def test_where_nobody_can_be_asked_it_is_said(hub: Hub) -> None:
    with pytest.raises(NobodyToAsk):
        await hub.part(Evaluations).benefits(mnk.Position.start(TEN), of="alice")


@pytest.mark.usefixtures("nobody_may_wait")
async def test_more_than_can_wait_are_refused(evaluations: Evaluations) -> None:
    with pytest.raises(TooManyQuestions):
        await evaluations.benefits(mnk.Position.start(TEN), of="alice")


async def test_who_leaves_while_waiting_costs_no_thinker(hub: Hub, thinking: Thinking) -> None:
    analyst = Analyst(hub, thinking)
    start = mnk.Position.start(TEN)
    await analyst.find_benefits(start, "alice")
    before = thinking.soon.pids
    asking = asyncio.ensure_future(analyst.find_benefits(start.play(44), "alice"))
    for _ in range(5):  # the question is put, its answer cannot be read yet
        await asyncio.sleep(0)

    asking.cancel()

    await analyst.find_benefits(start.play(45), "alice")
    assert len(before) == 1
    assert set(before) <= set(thinking.soon.pids)
