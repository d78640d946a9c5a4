"""The law of the wire: an old snapshot and the messages since make the fresh snapshot."""

from collections.abc import Awaitable, Callable

import pytest

from games.play import models
from tests.people import Table
from tests.play import law
from tests.play.scenarios import DEAD_AT, SCENARIOS, Play, a_dead_game_is_claimed, played
from tests.play.scenarios import a_rated_game_is_counted as counting
from tests.play.scenarios import seat_is_taken as taking_a_seat


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
async def test_an_old_snapshot_and_the_messages_since_make_the_fresh_one(
    table: Table, scenario: Callable[[Play], Awaitable[None]]
) -> None:
    play = await played(table, scenario)

    first = play.snapshots[0]["version"] + 1
    assert [message["version"] for message in play.messages] == list(
        range(first, first + len(play.messages))
    )
    for case in play.cases():
        assert law.agree(law.reduce(case.snapshot, case.messages), case.fresh)
    await _seats_know_when_it_ended(play)


async def _seats_know_when_it_ended(play: Play) -> None:
    over = [each["version"] for each in play.snapshots if each["outcome"] is not None]
    rows = [
        row
        for model in (models.Move, models.Fact)
        async for row in model.objects.filter(game=play.game, version__in=over[:1])
    ]
    end = rows[0].at_ms if rows else None
    seats = models.Seat.objects.filter(game=play.game)
    assert [seat.ended_ms async for seat in seats] == [end, end]


async def test_the_law_holds_when_a_seat_is_taken(table: Table) -> None:
    for case in await taking_a_seat(table):
        assert law.agree(law.reduce(case.snapshot, case.messages), case.fresh)


async def test_the_law_holds_when_a_game_is_counted(table: Table) -> None:
    cases = await counting(table)

    assert cases[-1].fresh["ratings"]["white"]["rating"] > 1500
    for case in cases:
        assert law.agree(law.reduce(case.snapshot, case.messages), case.fresh)


async def test_a_newcomer_sees_what_those_hold_who_were_there_all_along(table: Table) -> None:
    play = await played(table, a_dead_game_is_claimed)

    late = await table.sits(play.game, None, "Zoe")

    assert law.agree(late.heard[-1], play.snapshots[-1])
    assert len(late.heard[-1]["moves"]) == DEAD_AT
