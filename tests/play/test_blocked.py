"""Blocked squares over the socket and in the database: kept, told, and refused to everybody."""

import pytest

from games import mnk
from games.play import models
from tests.people import Table, all_hear, plays

CENTRE = mnk.Variant(5, 5, 4, blocked=(0, 12))


async def test_a_stone_on_a_blocked_square_is_refused_and_the_game_goes_on(table: Table) -> None:
    game = await table.game(CENTRE)
    alice, bob, eve = await table.three(game)

    await alice.says("playMove", ply=0, square=12)
    refused = await alice.is_refused("squareBlocked")

    assert refused["sentence"] == "c3 is blocked. Choose another square."
    for person in (alice, bob, eve):
        await person.hears_nothing()
    told = await plays(game, "b1b5c1c5d1d5e1", alice, bob, eve)
    assert told[-1]["outcome"] == {"winner": "black", "termination": "line"}


async def test_everybody_is_told_which_squares_are_blocked(table: Table) -> None:
    game = await table.game(CENTRE)
    alice, _, eve = await table.three(game)

    for person in (alice, eve):
        assert (await person.sees_afresh())["variant"] == {
            "width": 5,
            "height": 5,
            "k": 4,
            "lineRule": "freestyle",
            "blocked": [0, 12],
        }
    row = await models.Game.objects.aget(pk=game.pk)
    assert row.blocked == "a1c3"
    assert row.variant == CENTRE


async def test_a_rematch_is_played_on_the_same_board(table: Table) -> None:
    game = await table.game(CENTRE)
    alice, bob, eve = await table.three(game)
    await plays(game, "b1b5c1c5d1d5e1", alice, bob, eve)

    await alice.says("offer", what="rematch")
    await all_hear(alice, bob, eve)
    await bob.says("offer", what="rematch")
    await all_hear(alice, bob, eve)

    rows = [row.variant async for row in models.Game.objects.all()]
    assert rows == [CENTRE, CENTRE]


@pytest.mark.parametrize(
    "variant", [CENTRE, mnk.Variant(32, 32, 5, blocked=tuple(range(960, 1024)))]
)
def test_a_variant_is_what_its_columns_say(variant: mnk.Variant) -> None:
    columns = models.variant_columns(variant)

    assert models.variant_of(**columns) == variant
    assert len(columns["blocked"]) <= 256
