"""Stones of either kind over the socket and in the database: kept, told, and refused."""

import pytest
from asgiref.sync import sync_to_async

from games import mnk
from games.play import history, models
from games.play.facts import Played
from games.play.history import is_doubled
from tests.people import Table, all_hear, plays

WILD = mnk.PRESETS["3x3-wild"].variant


async def test_white_wins_by_a_row_of_x_and_the_game_is_read_as_it_was_played(
    table: Table,
) -> None:
    game = await table.game(WILD)
    alice, bob, eve = await table.three(game)

    told = await plays(game, "xa1ob3xb1xc1", alice, bob, eve)

    assert [each["square"] for each in told] == [0, 16, 1, 2]
    assert told[-1]["outcome"] == {"winner": "white", "termination": "line"}
    assert told[-1]["line"] == [0, 1, 2]
    rows = models.Move.objects.filter(game=game).order_by("ply").values_list("square", flat=True)
    assert [square async for square in rows] == [0, 16, 1, 2]
    await game.arefresh_from_db()
    assert (game.line_rule, game.last_square, game.winner) == ("wild", 2, mnk.Side.WHITE)
    snapshot = await eve.sees_afresh()
    assert [move["square"] for move in snapshot["moves"]] == [0, 16, 1, 2]
    assert snapshot["line"] == [0, 1, 2]


@pytest.mark.parametrize(
    ("square", "code"), [(4, "squareTaken"), (13, "squareTaken"), (18, "noSuchSquare")]
)
async def test_what_cannot_be_played_changes_nothing(table: Table, square: int, code: str) -> None:
    game = await table.game(WILD)
    alice, bob, eve = await table.three(game)
    await plays(game, "xb2", alice, bob, eve)

    await bob.says("playMove", ply=1, square=square)
    await bob.is_refused(code)

    for person in (alice, eve):
        await person.hears_nothing()
    assert await models.Move.objects.filter(game=game).acount() == 1


async def test_elsewhere_there_is_no_second_kind(table: Table) -> None:
    game = await table.game()
    alice, _, _ = await table.three(game)

    await alice.says("playMove", ply=0, square=9)
    await alice.is_refused("noSuchSquare")


async def test_a_stone_that_was_taken_back_may_come_again_as_the_other_kind(table: Table) -> None:
    game = await table.game(WILD)
    alice, bob, eve = await table.three(game)
    await plays(game, "xb2oa1", alice, bob, eve)

    await bob.says("offer", what="takeback")
    await all_hear(alice, bob, eve)
    await alice.says("accept", what="takeback")
    await all_hear(alice, bob, eve)
    told = await plays(game, "xa1", alice, bob, eve)

    assert told[-1]["square"] == 0
    snapshot = await eve.sees_afresh()
    assert [move["square"] for move in snapshot["moves"]] == [4, 0]


async def test_another_kind_on_a_taken_square_is_a_doubled_move(table: Table) -> None:
    game = await table.game(WILD)
    alice, bob, eve = await table.three(game)
    await plays(game, "xb2oa1", alice, bob, eve)

    live = (await sync_to_async(history.load)(game.slug)).game

    doubled = [is_doubled(live, Played(2, square)) for square in (4, 13, 0, 9, 8, 17)]
    assert doubled == [True, True, True, True, False, False]
