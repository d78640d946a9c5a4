"""Bots in openings: in every role, against people and each other, through the door of people."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games import mnk
from games.lobby import invitations
from games.play import history, models
from games.play.terms import Terms
from games.players import bots
from games.players.models import Player
from games.thinking.pool import ThinkerFailed
from games.thinking.service import Thinking
from games.workers.bots import Bots
from tests.people import Person, Table
from tests.workers.games import end_of

NINE = mnk.Variant(9, 9, 5)
SWAP2 = Terms(opening=mnk.OpeningRule.SWAP2)


@pytest.fixture
def no_thinker(moving: Thinking, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked of thinkers fails."""

    async def fails(*args: object, **kwargs: object) -> None:
        raise ThinkerFailed("dead")

    monkeypatch.setattr(moving, "ask", fails)


async def against(level: str, side: mnk.Side, terms: Terms = SWAP2) -> models.Game:
    """Alice on a side against a bot."""
    alice = await Player.objects.acreate(name="Alice", program=True)
    return await invitations.play_against(
        bots.find(level), variant=NINE, player=alice, side=side, terms=terms
    )


async def sits(table: Table, game: models.Game, side: mnk.Side) -> Person:
    return await table.sits(game, side, "Alice")


async def decides(person: Person, by: str | None) -> dict[str, Any]:
    """The last message, once it is this side's decision; None: once the opening is over."""
    message = person.heard[-1]  # the snapshot, or what has been heard since
    while "opening" not in message or message["opening"]["by"] != by:
        message = await person.hears()
    return message


async def test_robo_answers_alices_three_stones(table: Table, robo: Bots) -> None:
    game = await against("casual", mnk.Side.BLACK)
    alice = await sits(table, game, mnk.Side.BLACK)
    for ply, square in enumerate(mnk.moves_from_text("a1a3i9", NINE)):
        await alice.says("playMove", ply=ply, square=square)
        assert (await alice.hears())["type"] == "movePlayed"
    told = await alice.hears()
    assert (told["type"], told["by"]) == ("chosen", "white")
    choice = told["choice"]
    if choice == "two":
        told = await decides(alice, "black")
        assert told["opening"]["choices"] == ["black", "white"]
        await alice.says("choose", ply=5, choice="black")
        assert (await alice.hears())["type"] == "chosen"
    # The game goes on with whoever is white.
    row = await models.Game.objects.aget(pk=game.pk)
    assert row.opening_side is None


async def test_robo_opens_and_alice_has_it_place_nothing_more(table: Table, robo: Bots) -> None:
    game = await against("casual", mnk.Side.WHITE)
    alice = await sits(table, game, mnk.Side.WHITE)
    await decides(alice, "white")
    await alice.says("choose", ply=3, choice="black")
    told = await alice.hears()
    assert told["swaps"]
    # Robo is white now, and plays the fourth stone.
    moved = await alice.hears()
    assert (moved["type"], moved["ply"]) == ("movePlayed", 3)


async def test_robo_chooses_a_side_when_alice_has_placed_two_more(table: Table, robo: Bots) -> None:
    game = await against("casual", mnk.Side.WHITE)
    alice = await sits(table, game, mnk.Side.WHITE)
    await decides(alice, "white")
    await alice.says("choose", ply=3, choice="two")
    assert (await alice.hears())["type"] == "chosen"
    seen = await alice.sees_afresh()
    taken = {move["square"] for move in seen["moves"]}
    free = [square for square in (0, 8, 72, 80) if square not in taken]
    for ply, square in ((3, free[0]), (4, free[1])):
        await alice.says("playMove", ply=ply, square=square)
        assert (await alice.hears())["type"] == "movePlayed"
    told = await alice.hears()
    assert (told["type"], told["by"]) == ("chosen", "black")
    assert told["choice"] in ("black", "white")


async def opens_with_robo(alice: Person, side: str) -> tuple[list[int], list[dict[str, Any]]]:
    """Alice, who has this side at first, does the first thing she may whenever she is asked, until
    the opening is over; the squares where stones were placed, and what was told."""
    first = alice.heard[-1]  # Robo may have begun before she sat down
    opening, told = first["opening"], []
    placed = [move["square"] for move in first["moves"]]
    while opening["by"] is not None:
        if opening["by"] == side:
            ply = len(placed)
            if opening["place"]:
                allowed = opening["squares"] or range(NINE.squares)
                square = next(at for at in allowed if at not in placed)
                await alice.says("playMove", ply=ply, square=square)
            elif opening["offer"]:
                same = {at for group in opening["alike"] for at in group[1:]}
                free = [at for at in range(NINE.squares) if at not in {*placed, *same}]
                await alice.says("choose", ply=ply, choice=free[: opening["offer"]])
            else:
                await alice.says("choose", ply=ply, choice=opening["choices"][-1])
        message = await alice.hears()
        told.append(message)
        opening = message["opening"]
        if message["type"] == "movePlayed":
            placed.append(message["square"])
        elif message["swaps"]:
            side = {"black": "white", "white": "black"}[side]
    return placed, told


@pytest.mark.parametrize("side", mnk.Side)
@pytest.mark.parametrize(
    "rule", [rule for rule in mnk.OpeningRule if rule.says.usual == "15x15-renju"]
)
async def test_robo_and_alice_open_by_the_rules_of_renju(
    table: Table, robo: Bots, rule: mnk.OpeningRule, side: mnk.Side
) -> None:
    game = await against("casual", side, Terms(opening=rule))
    alice = await sits(table, game, side)
    placed, told = await opens_with_robo(alice, side.word)
    assert len(placed) == 5
    offers = [each["choice"] for each in told if isinstance(each.get("choice"), list)]
    if rule is mnk.OpeningRule.TARANNIKOV:
        assert offers == []
    elif rule is not mnk.OpeningRule.TARAGUCHI_10 or offers:
        (offer,) = offers
        assert placed[4] in offer


@pytest.mark.parametrize("rule", [rule for rule in mnk.OpeningRule if rule.says.steps])
async def test_two_bots_play_a_whole_game_by_each_rule(
    table: Table, robo: Bots, rule: mnk.OpeningRule
) -> None:
    keys = ("novice", "beginner")
    players = [await sync_to_async(bots.player_of)(bots.find(key)) for key in keys]
    board = NINE if rule.is_possible(NINE) else mnk.PRESETS["10x10"].variant
    game = await invitations.start(board, mnk.BySide(*players), terms=Terms(opening=rule))
    moves = await end_of(table, game)
    row = await models.Game.objects.aget(pk=game.pk)
    assert row.termination in ("line", "fullBoard", "deadBoard")
    chosen = models.Fact.objects.filter(game=game, text__contains="chosen")
    assert await chosen.aexists() == rule.says.has_choice
    loaded = await sync_to_async(history.load)(game.slug)
    opening = loaded.game.state.opening
    assert opening is not None
    assert opening == mnk.opening_from_text(opening.text, board, tuple(moves))


async def test_a_bot_without_a_thinker_opens_by_instinct(
    table: Table, robo: Bots, no_thinker: None
) -> None:
    game = await against("casual", mnk.Side.WHITE, Terms(opening=mnk.OpeningRule.PRO))
    alice = await sits(table, game, mnk.Side.WHITE)
    await decides(alice, "white")
    assert (await alice.sees_afresh())["moves"][0]["square"] == 40


async def test_a_bot_without_a_thinker_offers_what_may_be_offered(
    table: Table, robo: Bots, no_thinker: None
) -> None:
    game = await against("casual", mnk.Side.WHITE, Terms(opening=mnk.OpeningRule.RIF))
    alice = await sits(table, game, mnk.Side.WHITE)
    await decides(alice, "white")
    await alice.says("choose", ply=3, choice="white")
    await alice.says("playMove", ply=3, square=80)
    told = alice.heard[-1]
    while told["type"] != "chosen" or isinstance(told["choice"], str):
        told = await alice.hears()
    assert told["opening"]["squares"] == told["choice"]
    assert len(told["choice"]) == 2
