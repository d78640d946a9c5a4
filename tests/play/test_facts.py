"""What happened to a game is kept as facts, told to other processes as facts, and read as facts."""

import importlib
import json
import logging
from typing import Any

import msgspec
import pytest
from asgiref.sync import sync_to_async
from django.apps import apps
from django.db import connection

from games import mnk
from games.play import facts, models, notices, protocol
from games.play.connected import Connected
from games.play.facts import Happened
from games.play.hint_kinds import HintKind
from games.play.hub import Hub
from games.play.relay import Relay
from games.players.ratings import ShownRating
from tests.people import Table, all_hear

migration = importlib.import_module("games.play.migrations.0015_facts")

BLACK, WHITE = mnk.Side
CLOCK = {"black": {"mainMs": 1, "periods": 0}, "white": {"mainMs": 2, "periods": 0}}
ROBO = facts.Holder(7, "Robo", "guest", "robo", is_program=True)
RATED = mnk.BySide(facts.NewRating(1662, 162, True), facts.NewRating(1338, -162, False))

# Each kind as version 0.1.0 kept it, as the message that told of it; and the fact it is now.
KEPT: list[tuple[dict[str, Any], facts.Fact]] = [
    (
        {"type": "seatTaken", "side": "white", "player": {"name": "Bob", "kind": "guest"}},
        facts.SeatTaken(WHITE),
    ),
    (
        {"type": "gameEnded", "outcome": {"winner": "white", "termination": "time"}, "reason": ""},
        facts.Ended(mnk.Outcome(WHITE, mnk.Termination.TIME)),
    ),
    (
        {
            "type": "gameEnded",
            "outcome": {"winner": "black", "termination": "resignation"},
            "reason": "Its engine is gone.",
        },
        facts.Ended(mnk.Outcome(BLACK, mnk.Termination.RESIGNATION), "Its engine is gone."),
    ),
    (
        {"type": "gameEnded", "outcome": {"winner": None, "termination": "abort"}},
        facts.Ended(mnk.Outcome(None, mnk.Termination.ABORT)),
    ),
    ({"type": "offered", "what": "draw", "by": "black"}, facts.Offered(mnk.Offer.DRAW)),
    ({"type": "declined", "what": "pause", "by": "white"}, facts.Declined(mnk.Offer.PAUSE)),
    ({"type": "cancelled", "what": "hints", "by": "black"}, facts.Cancelled(mnk.Offer.HINTS)),
    (
        {"type": "takenBack", "by": "white", "ply": 3, "at": 5, "dead": False, "clock": CLOCK},
        facts.TakenBack(WHITE),
    ),
    ({"type": "paused", "at": 5, "clock": CLOCK}, facts.Paused()),
    ({"type": "resumed", "by": "white", "at": 5, "clock": CLOCK}, facts.Resumed()),
    (
        {"type": "timeAdded", "by": "black", "ms": 15_000, "at": 5, "clock": CLOCK},
        facts.TimeAdded(15_000),
    ),
    (
        {"type": "timeCredited", "blackMs": 1, "whiteMs": 2, "at": 5, "clock": CLOCK},
        facts.TimeCredited(mnk.BySide(1, 2)),
    ),
    ({"type": "hintsAgreed", "ply": 4}, facts.HintsAgreed()),
    ({"type": "rematchAgreed", "game": "abcd2345"}, facts.RematchAgreed("abcd2345")),
    (
        {
            "type": "rated",
            "ratings": {
                "black": {"rating": 1662, "change": 162, "provisional": True},
                "white": {"rating": 1338, "change": -162, "provisional": False},
            },
        },
        facts.Rated(RATED),
    ),
    ({"type": "aggressivenessSet", "by": "black", "value": 0.5}, facts.AggressivenessSet(0.5)),
    (
        {"type": "hintAsked", "by": "white", "kind": "threats", "ply": 6},
        facts.HintAsked(HintKind.THREATS, 6),
    ),
]

NOTICES: list[notices.Notice] = [
    *(
        notices.GameChanged("abcd2345", Happened(3, 1_700_000_000_000, fact, WHITE, "id", "beef"))
        for _, fact in KEPT
    ),
    notices.GameChanged("abcd2345", Happened(1, 5, facts.Played(0, 4), BLACK, "id")),
    notices.GameChanged(
        "abcd2345", Happened(1, 5, facts.SeatTaken(WHITE, ROBO, ShownRating(1500, True)), WHITE)
    ),
    notices.SeatsChanged(("abcd2345", "efgh6789")),
    notices.PeopleChanged((4, 7), ("a1b2",)),
    notices.ForPeople((4, 7)),
    notices.Here({4: "abcd2345", 7: ""}),
    notices.ChatChanged("abcd2345", '{"type":"said"}'),
    notices.BotDue("abcd2345", 7, 3, 1_700_000_000_000),
    notices.Attended("abcd2345", Connected(1, 0, 2, (protocol.SpectatorPart("eve", "Eve"),))),
    notices.LobbyChanged(),
    notices.Worker(),
    notices.Joined(),
    notices.Online(frozenset((3, 5)), 2, 3),
]


def test_all_kinds_are_here() -> None:
    kinds = set(facts.Fact.__args__)
    # A move is kept as a row of its own; openings came later than version 0.1.0.
    assert {type(fact) for _, fact in KEPT} == kinds - {facts.Played, facts.Chosen}
    assert {type(each) for each in NOTICES} == set(notices.Notice.__args__)


def test_a_choice_is_kept_as_its_word() -> None:
    chosen = facts.Chosen(mnk.Choice.TWO_MORE)
    assert facts.encode(chosen) == '{"fact":"chosen","choice":"two"}'
    assert facts.decode(facts.encode(chosen)) == chosen


@pytest.mark.parametrize("fact", [fact for _, fact in KEPT])
def test_a_fact_is_read_as_it_was_kept(fact: facts.Fact) -> None:
    assert facts.decode(facts.encode(fact)) == fact


def test_who_takes_a_seat_is_kept_in_the_seat_alone() -> None:
    assert facts.encode(facts.SeatTaken(WHITE, ROBO)) == '{"fact":"seatTaken","side":1}'


@pytest.mark.parametrize("text", ["", "{}", '{"fact":"unheard"}', '{"fact":"offered"}', "[]"])
def test_what_is_no_fact_is_refused(text: str) -> None:
    with pytest.raises(msgspec.MsgspecError):
        facts.decode(text)


def test_notices_arrive_as_they_were_sent() -> None:
    assert notices.decode(notices.encode(NOTICES)) == NOTICES


def test_notices_of_another_version_are_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    heard: list[notices.Notice] = []

    class Hears(Relay):
        def hear(self, sender: str, notice: notices.Notice) -> None:
            heard.append(notice)

    relay = Hears()
    with caplog.at_level(logging.WARNING):
        for data in (None, b"", b"\xc1", msgspec.msgpack.encode([["Unheard", 1]])):
            relay.take({"from": "old", "notices": data})

    assert heard == []
    lines = [each.getMessage() for each in caplog.records]
    assert len(lines) == 4
    assert all(line.startswith("notices_unreadable") for line in lines)


# --- A command is known again ---------------------------------------------------------------------


def test_a_digest_is_of_all_that_a_command_says() -> None:
    offer = protocol.MakeOffer(id="a", what=mnk.Offer.DRAW)
    others: list[protocol.Command] = [
        protocol.MakeOffer(id="b", what=mnk.Offer.DRAW),
        protocol.MakeOffer(id="a", what=mnk.Offer.PAUSE),
        protocol.AcceptOffer(id="a", what=mnk.Offer.DRAW),
        protocol.Resign(id="a"),
    ]
    digests = {facts.digest(each) for each in (offer, *others)}
    assert len(digests) == 5
    assert facts.digest(protocol.MakeOffer(id="a", what=mnk.Offer.DRAW)) in digests


async def test_the_id_of_a_command_kept_without_a_digest_is_believed(
    table: Table, hub: Hub
) -> None:
    """No digest was kept before version 0.3.0."""
    game = await table.game()
    alice, bob = await table.sits(game, BLACK), await table.sits(game, WHITE)
    await alice.says("offer draw", id="once")
    told = await all_hear(alice, bob)
    for person in (alice, bob):
        await person.leaves()
    assert await models.Fact.objects.filter(command="once").aupdate(digest="") == 1
    alice = await table.sits(game, BLACK)

    await alice.says("offer draw", id="once")

    assert await alice.hears() == told


@pytest.mark.parametrize("is_forgotten", [False, True], ids=["held", "read again"])
async def test_an_id_that_comes_with_another_command_is_refused(
    table: Table, hub: Hub, is_forgotten: bool
) -> None:
    game = await table.game()
    alice, bob = await table.sits(game, BLACK), await table.sits(game, WHITE)
    await alice.says("offer draw", id="once")
    await all_hear(alice, bob)
    if is_forgotten:
        for person in (alice, bob):
            await person.leaves()
        assert hub.games.followed == {}
        alice = await table.sits(game, BLACK)

    await alice.says("cancel draw", id="once")

    await alice.is_refused("commandIdReused")


# --- What was kept before ------------------------------------------------------------------------


@pytest.mark.parametrize(("told", "fact"), KEPT)
def test_what_was_kept_as_a_message_is_the_fact_it_told_of(
    told: dict[str, Any], fact: facts.Fact
) -> None:
    made = migration._FACTS[told["type"]]({**told, "version": 3, "command": None})

    assert json.dumps(made, separators=(",", ":")) == facts.encode(fact)


def _keep_as_messages(game: models.Game) -> None:
    for version, (told, _) in enumerate(KEPT, start=1):
        text = json.dumps({**told, "version": version, "command": None})
        models.Fact.objects.create(game=game, version=version, text=text, at_ms=version)


@pytest.mark.parametrize("at_once", [1, 4, 1000])
async def test_all_rows_become_facts_however_many_are_written_at_once(
    table: Table, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(migration, "AT_ONCE", at_once)
    game = await table.game()

    def become() -> list[tuple[facts.Fact, int | None]]:
        _keep_as_messages(game)
        with connection.schema_editor() as editor:
            migration.keep_facts(apps, editor)
        rows = models.Fact.objects.filter(game=game).order_by("version")
        kept = [(facts.decode(row.text), row.side) for row in rows]
        models.Fact.objects.all().delete()  # nobody has played this game
        return kept

    kept = await sync_to_async(become)()

    assert [fact for fact, _ in kept] == [fact for _, fact in KEPT]
    sides = {"black": 0, "white": 1}
    for (told, _), (_, side) in zip(KEPT, kept, strict=True):
        # For a takeback the message told who had asked for it, not whose command it was.
        assert side == (None if told["type"] == "takenBack" else sides.get(told.get("by", "")))
