"""Hints: for who plays a bot, noted in the record, told to nobody else."""

import pytest

from games import mnk
from games.play.hub import Hub
from games.workers.bots import Bots
from games.workers.hints import Hints
from tests.people import Message, Person, Table
from tests.workers.games import TEN, against, puts, replies


async def _asks(person: Person, kind: str, ply: int) -> Message:
    """Ask for a hint that is new; the answer."""
    id = await person.says("askHint", kind=kind, ply=ply)
    noted = await person.hears()
    assert (noted["type"], noted["kind"], noted["ply"]) == ("hintAsked", kind, ply), noted
    answer = await person.hears()
    assert answer["id"] == id
    assert answer["ply"] == ply
    return answer


async def test_outcomes_of_tic_tac_toe_are_proved(table: Table, hints: Hints) -> None:
    game = await against("perfect")
    alice = await table.sits(game, mnk.Side.BLACK)
    answer = await _asks(alice, "outcomes", 0)
    assert answer["type"] == "outcomes"
    assert {square["square"] for square in answer["squares"]} == set(range(9))
    for square in answer["squares"]:
        assert (square["status"], square["verdict"], square["plies"]) == ("proved", "draw", 9)
    assert set(answer["best"]) == {0, 1, 2, 3, 5, 6, 7, 8}  # of equals not the centre


async def test_a_hint_is_noted_for_all_and_told_to_one(table: Table, hints: Hints) -> None:
    game = await against("perfect")
    alice = await table.sits(game, mnk.Side.BLACK)
    eve = await table.sits(game, None)
    await _asks(alice, "best", 0)
    noted = await eve.hears()
    assert (noted["type"], noted["by"], noted["kind"]) == ("hintAsked", "black", "best")
    await eve.hears_nothing()
    assert (await eve.sees_afresh())["hints"] == [{"side": "black", "kind": "best", "ply": 0}]


async def test_a_hint_asked_for_again_is_told_again_and_noted_once(
    table: Table, hints: Hints
) -> None:
    game = await against("perfect")
    alice = await table.sits(game, mnk.Side.BLACK)
    first = await _asks(alice, "outcomes", 0)
    id = await alice.says("askHint", kind="outcomes", ply=0)
    assert await alice.hears() == {**first, "id": id}
    assert len((await alice.sees_afresh())["hints"]) == 1


async def test_threats_benefits_and_words(table: Table, robo: Bots, hints: Hints) -> None:
    game = await against("aggressive", TEN)
    alice = await table.sits(game, mnk.Side.BLACK)
    await puts(alice, 0, 44)
    reply = await replies(alice)
    benefits = await _asks(alice, "benefits", 2)
    assert {44, reply}.isdisjoint(square["square"] for square in benefits["squares"])
    assert all(square["mine"] >= 0 <= square["theirs"] for square in benefits["squares"])
    assert (await _asks(alice, "threats", 2))["threats"] == []
    words = await _asks(alice, "words", 2)
    assert words["text"].endswith(".")


@pytest.mark.parametrize("kind", ["outcomes", "best", "threats", "benefits", "words"])
async def test_hints_are_refused_between_people(table: Table, hints: Hints, kind: str) -> None:
    game = await table.game()
    alice, _, eve = await table.three(game)
    await alice.says("askHint", kind=kind, ply=0)
    await alice.is_refused("noHintsHere")
    await eve.says("askHint", kind=kind, ply=0)
    await eve.is_refused("notSeated")


async def test_who_watches_gets_no_hint(table: Table, hints: Hints) -> None:
    game = await against("perfect")
    eve = await table.sits(game, None)
    await eve.says("askHint", kind="outcomes", ply=0)
    await eve.is_refused("notSeated")


async def test_a_hint_for_another_ply_comes_too_late(table: Table, hints: Hints) -> None:
    game = await against("perfect")
    alice = await table.sits(game, mnk.Side.BLACK)
    await _asks(alice, "outcomes", 0)
    await puts(alice, 0, 4)
    await alice.says("askHint", kind="outcomes", ply=0)
    await alice.is_refused("hintTooLate")
    await alice.says("askHint", kind="best", ply=0)
    await alice.is_refused("hintTooLate")


async def test_no_hints_after_the_end(table: Table, hints: Hints) -> None:
    game = await against("perfect")
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("resign")
    await alice.hears()
    await alice.says("askHint", kind="outcomes", ply=0)
    await alice.is_refused("noHintsHere")


async def test_words_before_the_bot_has_moved(table: Table, hints: Hints) -> None:
    game = await against("perfect")
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("askHint", kind="words", ply=0)
    assert (await alice.hears())["type"] == "hintAsked"
    await alice.is_refused("hintUnavailable")


async def test_where_nobody_answers_it_is_said(table: Table, hub: Hub) -> None:
    game = await against("perfect")
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("askHint", kind="outcomes", ply=0)
    await alice.hears()
    await alice.is_refused("hintUnavailable")


async def test_a_hint_of_no_kind_is_refused(table: Table, hints: Hints) -> None:
    game = await against("perfect")
    alice = await table.sits(game, mnk.Side.BLACK)
    for kind in ("", "everything", 7):
        await alice.says("askHint", kind=kind, ply=0)
        await alice.is_refused("badFrame")
