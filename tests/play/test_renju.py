"""Renju over the socket: black is refused what is forbidden and told why; nothing is lost."""

from games import mnk
from games.play import models
from tests.people import Table, all_hear, plays

RENJU = mnk.PRESETS["15x15-renju"].variant
TWO_THREES = "h8a1h9a15g10o1f10o15"
"""After it black would make two open threes on h10."""
H10 = mnk.square("h10", RENJU)


async def test_black_is_refused_two_threes_alone_and_plays_elsewhere(table: Table) -> None:
    game = await table.game(RENJU)
    alice, bob, eve = await table.three(game)
    await plays(game, TWO_THREES, alice, bob, eve)

    await alice.says("playMove", ply=8, square=H10)
    refused = await alice.is_refused("forbiddenSquare")

    assert refused["sentence"] == (
        "h10 makes two open threes: forbidden to Black in renju. Choose another square."
    )
    for person in (alice, bob, eve):
        await person.hears_nothing()
    row = await models.Game.objects.aget(pk=game.pk)
    assert (row.version, row.ply) == (8, 8)

    await alice.says("playMove", ply=8, square=0 + RENJU.width)
    await all_hear(alice, bob, eve)
    await bob.says("playMove", ply=9, square=H10)  # white may
    assert (await all_hear(alice, bob, eve))["square"] == H10


async def test_everybody_is_told_where_black_may_not_play_and_why(table: Table) -> None:
    game = await table.game(RENJU)
    alice, bob, eve = await table.three(game)
    told = await plays(game, TWO_THREES, alice, bob, eve)

    assert [each["forbidden"] for each in told[:-1]] == [[]] * 7
    (forbidden,) = told[-1]["forbidden"]
    assert forbidden["square"] == H10
    assert forbidden["makes"] == "doubleThree"
    names = [[mnk.name(at, RENJU) for at in shape] for shape in forbidden["shapes"]]
    assert names == [["f10", "g10", "h10"], ["h8", "h9", "h10"]]
    for person in (alice, bob, eve):
        assert (await person.sees_afresh())["forbidden"] == [forbidden]


async def test_no_square_is_forbidden_once_the_game_is_over(table: Table) -> None:
    game = await table.game(RENJU)
    alice, bob, eve = await table.three(game)
    await plays(game, TWO_THREES, alice, bob, eve)

    await alice.says("resign")
    await all_hear(alice, bob, eve)

    assert (await eve.sees_afresh())["forbidden"] == []


async def test_black_of_renju_may_not_make_six_and_white_wins_with_it(table: Table) -> None:
    game = await table.game(RENJU)
    alice, bob, eve = await table.three(game)
    await plays(game, "a1c8a3d8a5e8b7g8d1h8", alice, bob, eve)

    await alice.says("playMove", ply=10, square=mnk.square("m1", RENJU))
    await all_hear(alice, bob, eve)
    await bob.says("playMove", ply=11, square=mnk.square("f8", RENJU))
    told = await all_hear(alice, bob, eve)

    assert told["outcome"] == {"winner": "white", "termination": "line"}
    assert len(told["line"]) == 6
