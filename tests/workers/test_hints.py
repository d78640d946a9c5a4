"""Hints: for players who play a bot or agreed to them; noted in the record, told to nobody else."""

import asyncio
from typing import Any

import msgspec
import pytest
from asgiref.sync import sync_to_async

from games import mnk
from games.play.hub import Hub
from games.play.models import Game
from games.play.protocol import LabelKind, LabelPart, RemarkPart, Worth
from games.review.findings import GameReview
from games.reviews import assessments, reviews
from games.reviews.evaluations import Evaluations
from games.thinking import questions
from games.thinking.service import Thinking
from games.workers.analysis import Reviewer
from games.workers.bots import Bots
from games.workers.hints import MOST_LESSONS, Hints
from tests.lessons import sentences
from tests.people import Message, Person, Table, all_hear, plays
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


async def _asks_for_two(table: Table) -> Person:
    """Alice, who has asked for outcomes and then for threats."""
    alice = await table.sits(await against("perfect"), mnk.Side.BLACK)
    for kind in ("outcomes", "threats"):
        await _asks(alice, kind, 0)
    return alice


async def test_outcomes_of_tic_tac_toe_are_proved(table: Table, hints: Hints) -> None:
    game = await against("perfect")
    alice = await table.sits(game, mnk.Side.BLACK)
    answer = await _asks(alice, "outcomes", 0)
    assert answer["type"] == "outcomes"
    assert {square["square"] for square in answer["squares"]} == set(range(9))
    for square in answer["squares"]:
        assert (square["status"], square["verdict"], square["plies"]) == ("proved", "draw", 9)
    assert set(answer["best"]) == {0, 1, 2, 3, 5, 6, 7, 8}  # among equals, not the centre


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
    assert words["by"] == "white"
    assert words["worth"]["status"] in ("proved", "estimated")
    assert words["remarks"] == [] or words["squares"] != []


@pytest.mark.parametrize("kind", ["outcomes", "best", "threats", "benefits", "words"])
async def test_hints_are_refused_between_people(table: Table, hints: Hints, kind: str) -> None:
    game = await table.game()
    alice, _, eve = await table.three(game)
    await alice.says("askHint", kind=kind, ply=0)
    await alice.is_refused("noHintsHere")
    await eve.says("askHint", kind=kind, ply=0)
    await eve.is_refused("notSeated")


GOMOKU = mnk.PRESETS["15x15"].variant


async def _agreed(table: Table, variant: mnk.Variant, names: str) -> tuple[Person, Person, Person]:
    """Alice, Bob and Eve at a game with hints for both sides, after these moves."""
    game = await table.game(variant)
    people = await table.three(game)
    await plays(game, names, *people)
    for person, saying in zip(people, ("offer hints", "accept hints"), strict=False):
        await person.says(saying)
        await all_hear(*people)
    return people


async def _told(asker: Person, kind: str, ply: int, *people: Person) -> Message:
    """What one of the people is told, after all have heard that it was asked for."""
    id = await asker.says("askHint", kind=kind, ply=ply)
    noted = await all_hear(*people)
    assert (noted["type"], noted["kind"], noted["ply"]) == ("hintAsked", kind, ply)
    answer = await asker.hears()
    assert (answer["id"], answer["ply"]) == (id, ply), answer
    return answer


async def test_two_who_agreed_are_each_told_what_they_ask(table: Table, hints: Hints) -> None:
    people = alice, bob, eve = await _agreed(table, mnk.PRESETS["3x3"].variant, "b2a1")

    told = await _told(alice, "outcomes", 2, *people)
    assert {square["status"] for square in told["squares"]} == {"proved"}
    best = await _told(bob, "best", 2, *people)
    assert (best["kind"], best["best"]) == ("best", told["best"])
    assert (await _told(bob, "threats", 2, *people))["type"] == "threatMarks"

    for person in people:
        await person.hears_nothing()
    assert (await eve.sees_afresh())["hints"] == [
        {"side": "black", "kind": "outcomes", "ply": 2},
        {"side": "white", "kind": "best", "ply": 2},
        {"side": "white", "kind": "threats", "ply": 2},
    ]


async def test_between_people_the_heat_map_is_the_askers_own(table: Table, hints: Hints) -> None:
    people = alice, bob, _ = await _agreed(table, TEN, "f6")

    def beside_it(told: Message) -> tuple[int, int]:
        return next(
            (each["mine"], each["theirs"]) for each in told["squares"] if each["square"] == 56
        )

    assert beside_it(await _told(alice, "benefits", 1, *people)) == (36, 0)
    assert beside_it(await _told(bob, "benefits", 1, *people)) == (0, 36)


async def test_between_people_words_are_of_the_opponents_last_move(
    table: Table, hints: Hints
) -> None:
    people = alice, bob, _ = await _agreed(table, GOMOKU, "h8a1i8a3j8o15")

    told = await _told(alice, "words", 6, *people)
    assert _in_words(told) == (
        "o15 doesn’t stop Black’s open three. Then Black wins in 2 moves: g8, then k8."
    )
    assert mnk.square("o15", GOMOKU) in told["squares"]
    mine = _in_words(await _told(bob, "words", 6, *people))
    assert mine.startswith("j8 makes an open three")


def _in_words(told: dict[str, Any]) -> str:
    remarks = msgspec.convert(told["remarks"], tuple[RemarkPart, ...])
    return sentences(remarks, GOMOKU)


async def test_of_a_move_that_does_nothing_that_is_said(table: Table, hints: Hints) -> None:
    people = await _agreed(table, GOMOKU, "h8a1")

    told = await _told(people[0], "words", 2, *people)

    assert told["remarks"] == []
    assert told["squares"] == []
    assert told["worth"]["status"] == "estimated"


@pytest.fixture
def little_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review and a hint look at a fifth of what they would, so that they take less long."""
    for name in ("NODES", "LESSON_NODES", "FALLING_LESSON_NODES"):
        monkeypatch.setattr(assessments, name, getattr(assessments, name) // 5)


ONLY_MOVES = "b2a1c3a3a2c2b3b1"
"""On 3×3: a2, c2 and b1 block what the other threatens; for b3 there is another square."""


@pytest.mark.parametrize(
    ("variant", "names"),
    [
        (mnk.PRESETS["3x3"].variant, ONLY_MOVES),
        (GOMOKU, "h8a1i8a3j8o15"),
        (mnk.PRESETS["15x15-renju"].variant, "h8i9h9h7"),
        (mnk.PRESETS["7x6-gravity"].variant, "d1a1e1g1"),
    ],
)
@pytest.mark.usefixtures("little_is_looked_at")
async def test_what_is_told_of_a_move_is_what_its_review_says(
    table: Table, hub: Hub, hints: Hints, thinking: Thinking, variant: mnk.Variant, names: str
) -> None:
    """Both people ask after every move; then the game is over and really reviewed."""
    game = await table.game(variant)
    people = alice, bob, _ = await table.three(game)
    for person, saying in zip(people, ("offer hints", "accept hints"), strict=False):
        await person.says(saying)
        await all_hear(*people)
    told = []
    for ply, square in enumerate(mnk.moves_from_text(names, variant)):
        await plays(game, mnk.name(square, variant), *people)
        asker = bob if ply % 2 == 0 else alice
        told.append(await _told(asker, "words", ply + 1, *people))
    await alice.says("resign")
    await all_hear(*people)
    await Reviewer(hub, thinking, at_once=1).start()
    await sync_to_async(reviews.ask_for)(game.slug, at=1_000)
    hub.part(Evaluations).on_review_asked()
    review = await _reviewed(game)

    for words, said in zip(told, review.plies, strict=True):
        assert msgspec.convert(words["worth"], Worth) == said.worth
        labels = tuple(each for each in said.labels if each.kind is not LabelKind.WINNING)
        assert msgspec.convert(words["labels"], tuple[LabelPart, ...]) == labels
        remarks = [remark for each in said.lessons[:MOST_LESSONS] for remark in each.remarks]
        assert msgspec.convert(words["remarks"], list[RemarkPart]) == remarks
    if variant.k == 3:
        kinds = [[each["kind"] for each in words["labels"]] for words in told]
        assert kinds[4:] == [["onlyMove"], ["onlyMove"], [], ["onlyMove"]]


async def _reviewed(game: Game) -> GameReview:
    async with asyncio.timeout(100):
        while True:
            told = await sync_to_async(reviews.of_game)(game.slug)
            if told.state == "done":
                return told
            await asyncio.sleep(0.02)


async def test_words_before_the_opponent_has_moved(table: Table, hints: Hints) -> None:
    alice, bob, eve = await _agreed(table, GOMOKU, "h8")
    await alice.says("askHint", kind="words", ply=1)
    await all_hear(alice, bob, eve)
    await alice.is_refused("hintUnavailable")


async def test_where_a_row_loses_there_is_no_heat_map(table: Table, hints: Hints) -> None:
    game = await against("aggressive", variant=mnk.PRESETS["3x3-misere"].variant)
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("askHint", kind="benefits", ply=0)

    assert (await alice.hears())["type"] == "hintAsked"
    assert (await alice.hears())["code"] == "hintUnavailable"


async def test_against_a_bot_hints_need_no_agreement(table: Table, hints: Hints) -> None:
    game = await against("perfect")
    alice = await table.sits(game, mnk.Side.BLACK)
    for saying in ("offer hints", "accept hints"):
        await alice.says(saying)
        await alice.is_refused("cannotOfferNow")


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


@pytest.mark.usefixtures("nobody_may_wait")
async def test_who_has_too_many_questions_waiting_is_told_to_wait(
    table: Table, hints: Hints
) -> None:
    game = await against("perfect")
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("askHint", kind="outcomes", ply=0)
    await alice.hears()
    await alice.is_refused("tooManyQuestions")


async def test_the_hint_that_was_asked_for_longest_ago_is_forgotten(
    table: Table, hints: Hints, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.workers.hints.KEPT", 1)
    await _asks_for_two(table)
    assert [type(each) for each in hints._kept] == [questions.FindThreats]


async def test_a_hint_that_was_asked_for_again_is_kept_longer(
    table: Table, hints: Hints, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.workers.hints.KEPT", 2)
    alice = await _asks_for_two(table)
    await alice.says("askHint", kind="outcomes", ply=0)
    assert (await alice.hears())["type"] == "outcomes"

    await _asks(alice, "benefits", 0)

    kept = [type(each) for each in hints._kept]
    assert kept == [questions.FindOutcomes, questions.FindBenefits]
