"""Talk beside a game: who hears what, what is refused, and that no game is touched by it."""

import asyncio
import sqlite3
import threading
import unicodedata
from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from games import limits, metrics, mnk
from games.chat import feed, talk
from games.chat import repeats as repeats_module
from games.chat.feed import ChatFeed
from games.chat.repeats import Repeats
from games.play import errors, models, protocol
from games.play.chat.rooms import Room
from games.play.chat.text import MAX_TEXT, clean_text
from games.play.clock import now_ms
from games.play.hub import Hub, current
from games.play.watching import Delay, Visibility, Watching
from games.players.identify import Visitor
from games.players.models import FOR_GOOD, Player
from tests import figures
from tests.people import OWN_ORIGIN, READ_CHAT, Message, Person, Table, all_hear, plays
from tests.play.test_openings import chooses, three_placed

WON = "a1a2b1b2c1"


async def watches(table: Table, game: models.Game, name: str, *keys: str) -> Person:
    """Somebody with a name, in a browser, comes to watch; the snapshot has been heard."""
    player, _ = await Player.objects.aget_or_create(name=name)
    session = SessionStore()
    await session.aset("player", player.pk)
    await session.aset("keys", list(keys))
    await session.asave()
    cookie = f"inarow_session={session.session_key}".encode()
    headers = [(b"origin", OWN_ORIGIN), (b"cookie", cookie)]
    person = await table.comes_to(f"/ws/game/{game.slug}/", name, headers)
    assert await person.hears() == {"type": "welcome", "side": None}
    assert (await person.hears())["type"] == "snapshot"
    return person


async def says(person: Person, text: str, room: str = "players", **more: Any) -> str:
    return await person.says("say", room=room, text=text, **more)


async def hear(*people: Person) -> Message:
    """The line that each of these people hears next."""
    told = await all_hear(*people)
    assert told["type"] == "said", told
    line: Message = told["line"]
    return line


# --- The text ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Well \t\n played ", "Well played"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("https://example.org", "https://example.org"),
        ("abc\u202edef\u2066g\u200f", "abcdefg"),
        ("he\u200bl\u2060lo\ufeff", "hello"),
        ("a\u0000b\u0007", "ab"),
        ("e\u0301", "\u00e9"),
        ("z" + "\u0335\u0336\u0337\u0338" * 9 + "!", "z\u0335\u0336!"),
        ("\U0001f469\u200d\U0001f4bb", "\U0001f469\u200d\U0001f4bb"),
        ("\U0001f3f3\ufe0f\u200d\U0001f308", "\U0001f3f3\ufe0f\u200d\U0001f308"),
        # A woman of a darker skin; and a character that Python's tables do not have yet.
        ("\U0001f469\U0001f3ff\u200d\U0001f4bb", "\U0001f469\U0001f3ff\u200d\U0001f4bb"),
        ("\U0001faff\U0001efff", "\U0001faff"),
        ("a\u200db", "ab"),
        ("\U0001f469\U0001f3fb\u200d\U0001f4bb", "\U0001f469\U0001f3fb\u200d\U0001f4bb"),
        ("\U0001f469\u200d", "\U0001f469"),
        ("\u200d\U0001f469", "\U0001f469"),
        ("שלום a", "שלום a"),
        ("x" * MAX_TEXT, "x" * MAX_TEXT),
    ],
)
def test_a_line_is_kept_without_tricks(written: str, kept: str) -> None:
    assert clean_text(written) == kept


@pytest.mark.parametrize("text", ["", "  \n", "\u200b\u202e", "\u3164\u2800", "\u0301", "\u200d"])
def test_nothing_is_no_line(text: str) -> None:
    with pytest.raises(errors.EmptyLine):
        clean_text(text)


def test_a_long_line_is_refused_with_its_length() -> None:
    with pytest.raises(errors.LineTooLong, match="201"):
        clean_text("x" * 201)


@given(st.text(max_size=60))
def test_no_text_whatever_reaches_beyond_its_line(text: str) -> None:
    try:
        kept = clean_text(text)
    except errors.EmptyLine:
        return
    assert clean_text(kept) == kept
    assert kept == kept.strip()
    assert "  " not in kept
    for at, sign in enumerate(kept):
        assert not sign.isspace() or sign == " "
        if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co"):
            assert sign == "\u200d"
            assert 0 < at < len(kept) - 1
    marks = "".join("m" if unicodedata.category(sign) in ("Mn", "Me") else "." for sign in kept)
    assert "mmm" not in marks


# --- Repeats ------------------------------------------------------------------------------------


def test_the_same_is_said_twice_in_a_row() -> None:
    repeats = Repeats()
    repeats.note(1, "Hurry!", at=0.0)
    repeats.note(1, "Hurry!", at=10.0)
    with pytest.raises(errors.Repeated):
        repeats.note(1, "Hurry!", at=20.0)
    repeats.note(1, "Please.", at=20.0)
    repeats.note(1, "Hurry!", at=21.0)

    repeats.note(2, "Hurry!", at=0.0)
    repeats.note(2, "Hurry!", at=10.0)
    repeats.note(2, "Hurry!", at=30.0)  # the first is half a minute old


def test_only_so_many_people_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeats_module, "MAX_PEOPLE", 3)
    repeats = Repeats()
    for person in range(10):
        repeats.note(0, f"I am not {person}.", at=0.0)  # whoever goes on is not forgotten
        repeats.note(person, "Hello!", at=0.0)
    assert sorted(repeats._last) == [0, 8, 9]


# --- The rooms -----------------------------------------------------------------------------------


async def test_the_two_players_talk_and_nobody_else_hears(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)

    await says(alice, "Hello!")
    line = await hear(alice, bob)
    await says(bob, "Good luck!")
    await hear(alice, bob)

    assert (line["room"], line["text"]) == ("players", "Hello!")
    slug = (await Player.objects.aget(name="Alice")).slug
    assert line["author"] == {"name": "Alice", "player": slug, "side": "black"}
    await eve.hears_nothing()
    await eve.sends(READ_CHAT)
    assert (await eve.hears())["lines"] == []


async def test_the_spectators_talk_among_themselves_until_the_game_is_over(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    zoe = await watches(table, game, "Zoe")

    await says(zoe, "White should block.", "spectators")
    line = await hear(eve, zoe)
    assert line["author"]["side"] is None
    await alice.hears_nothing()
    await says(alice, "Should he?", "spectators")
    await alice.is_refused("afterTheGame")
    await alice.sends(READ_CHAT)
    told = await alice.hears()
    assert (told["rooms"], told["lines"]) == (["players"], [])

    await plays(game, WON, alice, bob, eve, zoe)
    await alice.sends(READ_CHAT)
    told = await alice.hears()
    assert told["rooms"] == ["players", "spectators"]
    assert told["lines"] == [line]
    await says(alice, "He should have.", "spectators")
    await hear(alice, bob, eve, zoe)


async def test_a_spectator_says_nothing_to_the_players(table: Table) -> None:
    game = await table.game()
    alice, bob, _ = await table.three(game)
    zoe = await watches(table, game, "Zoe")

    await says(zoe, "Block!", "players")

    await zoe.is_refused("notSeated")
    for person in (alice, bob):
        await person.hears_nothing()
    assert not await models.ChatLine.objects.aexists()


async def test_who_is_nobody_is_asked_for_a_name(table: Table) -> None:
    game = await table.game()
    eve = await table.sits(game, None)

    await says(eve, "Hello!", "spectators")

    assert "name" in (await eve.is_refused("nameFirst"))["sentence"]


async def test_who_comes_sees_the_last_lines_of_their_room(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await says(alice, "Hello!")
    line = await hear(alice, bob)

    again = await table.sits(game, mnk.Side.WHITE, "Bob-again")
    told = await again.hears()

    assert (told["type"], told["rooms"], told["lines"]) == ("chat", ["players"], [line])
    await says(bob, "Hello, Alice!")
    later = await hear(alice, bob, again)
    await again.sends(READ_CHAT)
    assert (await again.hears())["lines"] == [line, later]
    zoe = await watches(table, game, "Zoe")
    for person in (eve, zoe):
        await person.hears_nothing()


async def test_a_line_is_its_author_s_whatever_side_they_have_now(table: Table) -> None:
    _, alice, bob, eve = await three_placed(table)
    said = figures.value(metrics.chat_lines)
    await says(alice, "Your choice.")
    assert (await hear(alice, bob))["author"]["side"] == "black"
    assert figures.value(metrics.chat_lines) == said + 1

    await chooses(bob, 3, "black", alice, bob, eve)

    await alice.sends(READ_CHAT)
    (line,) = (await alice.hears())["lines"]
    assert line["author"]["side"] == "white"


async def test_what_was_said_while_nobody_followed_the_game_is_read(table: Table) -> None:
    game = await table.game()
    alice = await table.sits(game, mnk.Side.BLACK)
    await says(alice, "Is anybody there?")
    line = await hear(alice)
    await alice.leaves()

    bob = await table.sits(game, mnk.Side.WHITE)

    assert (await bob.hears())["lines"] == [line]


async def test_who_speaks_at_once_hears_first_what_was_said_before(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.game()
    alice = await table.sits(game, mnk.Side.BLACK)
    await says(alice, "Hello!")
    line = await hear(alice)
    await alice.leaves()
    last, keep, is_kept = talk.last, talk.keep, threading.Event()

    def reads_slowly(game_ids: Collection[int]) -> Mapping[int, list[talk.StoredLine]]:
        is_kept.wait(0.05)  # nothing is, before this has been read
        return last(game_ids)

    def keeps(drafts: list[talk.LineDraft]) -> list[talk.Answer]:
        answers = keep(drafts)
        is_kept.set()
        return answers

    monkeypatch.setattr(talk, "last", reads_slowly)
    monkeypatch.setattr(talk, "keep", keeps)
    bob = await table.sits(game, mnk.Side.WHITE)
    await says(bob, "Hello, Alice!")

    assert (await bob.hears())["lines"] == [line]
    assert (await hear(bob))["text"] == "Hello, Alice!"


async def test_whoever_says_the_same_a_third_time_is_refused(table: Table) -> None:
    alice = await table.sits(await table.game(), mnk.Side.BLACK)
    for _ in range(2):
        await says(alice, "Hurry!")
        await hear(alice)
    await says(alice, "Hurry!")
    await alice.is_refused(errors.Repeated.code)


async def test_of_a_long_talk_the_last_hundred_lines_are_shown(table: Table) -> None:
    game = await table.game()
    alice = await Player.objects.aget(name="Alice")
    await models.ChatLine.objects.abulk_create(
        models.ChatLine(
            game=game, room="players", author=alice, side=0, text=str(n), command=f"c{n}", at_ms=n
        )
        for n in range(130)
    )
    bob = await table.sits(game, mnk.Side.WHITE)

    told = await bob.hears()

    assert [line["text"] for line in told["lines"]] == [str(n) for n in range(30, 130)]


async def test_a_private_games_talk_is_for_whom_it_admits(table: Table) -> None:
    game = await table.game(watching=Watching(Visibility.PRIVATE))
    eve = await watches(table, game, "Eve", game.watch_key)
    await says(eve, "Psst.", "spectators")
    line = await hear(eve)

    mallory = await Player.objects.acreate(name="Mallory")
    with pytest.raises(errors.NoSuchLine):
        await sync_to_async(talk.report)(
            line["id"], Visitor(mallory.pk), by_id=mallory.pk, at=now_ms()
        )


async def test_spectators_of_a_late_game_talk_at_once_and_learn_nothing_early(
    table: Table,
) -> None:
    game = await table.game(watching=Watching(delay=Delay(ms=300_000)))
    alice = await table.sits(game, mnk.Side.BLACK)
    bob = await table.sits(game, mnk.Side.WHITE)
    eve = await watches(table, game, "Eve")
    zoe = await watches(table, game, "Zoe")
    await says(eve, "Slow, is it not?", "spectators")
    await hear(eve, zoe)

    await plays(game, WON, alice, bob)
    await says(alice, "I have won!", "spectators")

    await alice.is_refused("spectatorsBehind")
    await alice.sends(READ_CHAT)  # reading is another matter
    assert [line["text"] for line in (await alice.hears())["lines"]] == ["Slow, is it not?"]
    await eve.hears_nothing()


async def test_once_spectators_have_seen_the_end_the_players_talk_with_them(table: Table) -> None:
    game = await table.game(watching=Watching(delay=Delay(moves=2)))
    alice, bob, eve = await table.three(game)
    told = await plays(game, WON, alice, bob)
    assert [await eve.hears() for _ in told] == told

    await says(alice, "I have won!", "spectators")

    assert (await hear(alice, bob, eve))["text"] == "I have won!"


# --- Kept once -----------------------------------------------------------------------------------


async def test_a_line_sent_again_is_said_once(table: Table) -> None:
    game = await table.game()
    alice, bob, _ = await table.three(game)

    await says(alice, "Hello!", id="x")
    line = await hear(alice, bob)
    for _ in range(8):
        await says(alice, "Hello!", id="x")
        assert await hear(alice) == line
    await bob.hears_nothing()
    assert await models.ChatLine.objects.acount() == 1
    await says(alice, "Bye!", id="x")
    await alice.is_refused("commandIdReused")


async def test_a_line_that_another_process_kept_is_answered(table: Table) -> None:
    game = await table.game()
    alice, bob, _ = await table.three(game)
    await alice.sends(READ_CHAT)
    assert (await alice.hears())["lines"] == []
    author = await Player.objects.aget(name="Alice")
    row = await models.ChatLine.objects.acreate(
        game=game, room="players", author=author, side=0, text="Hello!", command="x", at_ms=1
    )

    await says(alice, "Hello!", id="x")

    assert (await hear(alice))["id"] == row.pk
    await bob.hears_nothing()


def _draft(game: models.Game, author_id: int, text: str) -> talk.LineDraft:
    return talk.LineDraft(game.pk, Room.PLAYERS, author_id, mnk.Side.BLACK, text, "x", 1)


async def test_a_line_that_another_process_keeps_at_the_same_moment_is_kept_once(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.game()
    alice = await Player.objects.aget(name="Alice")
    draft, row, kept = _draft(game, alice.pk, "Hello!"), talk._row, []

    def beaten(draft: talk.LineDraft, author: Player) -> models.ChatLine:
        monkeypatch.setattr(talk, "_row", row)
        kept.append(row(draft, author))
        kept[0].save()
        return row(draft, author)

    monkeypatch.setattr(talk, "_row", beaten)
    (answer,) = await hub.read(talk.keep, [draft])

    assert isinstance(answer, talk.KeptLine)
    assert (answer.line.part.id, answer.is_new) == (kept[0].pk, False)
    assert await models.ChatLine.objects.acount() == 1


async def test_a_batch_is_answered_one_by_one(table: Table, hub: Hub) -> None:
    game = await table.game()
    alice = await Player.objects.aget(name="Alice")
    bob = await Player.objects.aget(name="Bob")
    await hub.read(talk.keep, [_draft(game, alice.pk, "Hello!")])
    nobody = alice.pk + bob.pk

    reused, unknown, new = await hub.read(
        talk.keep,
        [
            _draft(game, id, text)
            for id, text in ((alice.pk, "Bye!"), (nobody, "?"), (bob.pk, "Hi"))
        ],
    )

    assert isinstance(reused, errors.CommandIdReused)
    assert isinstance(unknown, errors.NameFirst)
    assert isinstance(new, talk.KeptLine)
    assert new.is_new


async def test_while_the_disk_is_full_a_line_is_not_kept_and_may_be_sent_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(drafts: object) -> None:
        failure = OperationalError("database or disk is full")
        failure.__cause__ = full = sqlite3.OperationalError()
        full.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise failure

    game = await table.game()
    alice, bob, _ = await table.three(game)
    with monkeypatch.context() as broken:
        broken.setattr(talk, "keep", away)
        await says(alice, "Hello!", id="x")
        await alice.is_refused("notKept")

    await says(alice, "Hello!", id="x")

    assert (await hear(alice, bob))["text"] == "Hello!"


@pytest.mark.foreign_errors("games.play.hub.process")
async def test_after_a_fault_of_ours_nobody_waits_and_lines_are_kept_again(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.game()
    alice, bob, _ = await table.three(game)

    def fails(drafts: list[talk.LineDraft]) -> list[talk.Answer]:
        raise RuntimeError("a fault")

    with monkeypatch.context() as patched:
        patched.setattr(talk, "keep", fails)
        line = protocol.Say(id="lost", room=Room.PLAYERS, text="Lost.")
        followed = hub.games.followed[game.slug]
        with pytest.raises(asyncio.CancelledError):
            await hub.part(ChatFeed).say(followed, mnk.Side.BLACK, None, line)

    await says(alice, "Kept.")
    assert (await hear(alice, bob))["text"] == "Kept."


async def test_only_so_many_lines_are_remembered(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "MOST_KEPT", 2)
    game = await table.game()
    alice, bob, _ = await table.three(game)
    counts = []
    for text in ("one", "two", "three"):
        await says(alice, text)
        await hear(alice, bob)
        counts.append(len(current().part(ChatFeed)._kept))
    assert counts == [1, 2, 2]


async def test_lines_keep_their_order_and_touch_no_game(table: Table) -> None:
    game = await table.game()
    alice, bob, _ = await table.three(game)

    for number in range(5):
        await says(alice, str(number))

    lines = [await hear(alice, bob) for _ in range(5)]
    assert [line["text"] for line in lines] == list("01234")
    assert [line["id"] for line in lines] == sorted(line["id"] for line in lines)
    await game.arefresh_from_db()
    assert (game.version, game.changed_ms) == (0, 0)


async def test_a_line_is_encoded_once_for_all_who_hear_it(table: Table) -> None:
    game = await table.game()
    zoe = await watches(table, game, "Zoe")
    others = [await table.sits(game, None, f"Spectator {n}") for n in range(5)]
    await zoe.hears_nothing()
    before = figures.value(metrics.messages_encoded)

    await says(zoe, "Hello!", "spectators")
    await hear(zoe, *others)

    assert figures.value(metrics.messages_encoded) - before == 1


# --- Refusals ------------------------------------------------------------------------------------


async def test_a_flood_is_refused_and_the_others_are_unaffected(
    table: Table, settings: Settings
) -> None:
    settings.INAROW_LIMITS = limits.configured("off,chat=5/day")
    game = await table.game()
    alice, bob, eve = await table.three(game)

    for number in range(9):
        await says(alice, f"Spam {number}")

    heard = [await alice.hears() for _ in range(9)]
    assert sum(message["type"] == "said" for message in heard) == 5
    assert {message["code"] for message in heard if message["type"] == "rejected"} == {"tooFast"}
    # Another window of hers is no way round it.
    window = await table.sits(game, mnk.Side.BLACK, "Alice-elsewhere")
    assert (await window.hears())["type"] == "chat"
    await says(window, "More")
    await window.is_refused("tooFast")
    for _ in range(5):
        await hear(bob)
    await says(bob, "Stop that, please.")
    await hear(alice, bob, window)
    await plays(game, "a1a2", alice, bob, eve, window)


@pytest.mark.parametrize(
    ("text", "code"),
    [(" \u200b ", "emptyLine"), ("x" * 201, "lineTooLong"), ("\u202e", "emptyLine")],
)
async def test_what_is_no_line_is_refused_to_its_sender(table: Table, text: str, code: str) -> None:
    game = await table.game()
    alice, bob, _ = await table.three(game)

    await says(alice, text)

    await alice.is_refused(code)
    await bob.hears_nothing()


async def test_ten_thousand_characters_end_the_connection_of_who_sent_them(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)

    await says(alice, "x" * 10_000)

    await alice.is_sent_away(4413)
    again = await table.sits(game, mnk.Side.BLACK, "Alice-again")
    await plays(game, "a1a2", again, bob, eve)


async def test_the_longest_line_fits_however_it_is_escaped(table: Table) -> None:
    game = await table.game()
    alice, bob, _ = await table.three(game)

    await says(alice, "\U0001f642" * 200)  # json.dumps writes 12 characters for each

    assert len((await hear(alice, bob))["text"]) == 200


@pytest.mark.parametrize(
    "frame",
    [
        '{"type":"say","id":"a","text":"Hello!"}',
        '{"type":"say","id":"a","room":"kitchen","text":"Hello!"}',
        '{"type":"say","id":"a","room":"players","text":7}',
        '{"type":"say","room":"players","text":"Hello!"}',
        '{"type":"say","id":"a","room":"players","text":"Hello!","by":"Bob"}',
        '{"type":"say","id":"a","room":"players","text":"\\ud800"}',
    ],
)
async def test_a_frame_that_is_no_line_is_refused(table: Table, frame: str) -> None:
    game = await table.game()
    alice, bob, _ = await table.three(game)

    await alice.sends(frame)

    await alice.is_refused("badFrame")
    await bob.hears_nothing()


async def test_a_line_that_could_not_be_kept_may_be_said_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.game()
    alice, bob, _ = await table.three(game)

    def fails(rows: object) -> None:
        full = sqlite3.OperationalError("database or disk is full")
        full.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise OperationalError("database or disk is full") from full

    with monkeypatch.context() as patched:
        patched.setattr(models.ChatLine.objects, "bulk_create", fails)
        id = await says(alice, "Hello!")
        assert (await alice.is_refused("notKept"))["id"] == id
    await bob.hears_nothing()
    await says(alice, "Hello!", id=id)

    assert (await hear(alice, bob))["text"] == "Hello!"


async def test_who_is_silenced_is_told_until_when_and_may_play(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    until = timezone.now() + timedelta(days=1)
    await Player.objects.filter(name="Alice").aupdate(silenced_until=until)

    await says(alice, "Hello!")

    refusal = await alice.is_refused("silenced")
    assert f"until {until:%Y-%m-%d %H:%M} UTC" in refusal["sentence"]
    await Player.objects.filter(name="Alice").aupdate(silenced_until=FOR_GOOD)
    await says(alice, "Hello?")
    assert "for good" in (await alice.is_refused("silenced"))["sentence"]
    await plays(game, "a1a2", alice, bob, eve)
    past = timezone.now() - timedelta(seconds=1)
    await Player.objects.filter(name="Alice").aupdate(silenced_until=past)
    await says(alice, "I am sorry.")
    await hear(alice, bob)


# --- Moderation ----------------------------------------------------------------------------------


async def test_a_hidden_line_is_gone_for_who_is_there_and_for_who_comes(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await says(alice, "Something rude")
    line = await hear(alice, bob)
    rows = models.ChatLine.objects.filter(pk=line["id"])

    hidden = await sync_to_async(talk.hide)(rows, at=now_ms())
    current().part(ChatFeed).tell(hidden)

    gone = {"type": "chatHidden", "room": "players", "id": line["id"]}
    assert await all_hear(alice, bob) == gone
    await eve.hears_nothing()
    again = await table.sits(game, mnk.Side.WHITE, "Bob-again")
    told = await again.hears()
    assert (told["lines"], told["hidden"]) == ([], [line["id"]])
    assert await sync_to_async(talk.hide)(rows, at=now_ms()) == []

    current().part(ChatFeed).tell(await sync_to_async(talk.show)(rows))
    assert await hear(alice, bob, again) == line


async def test_a_line_is_reported_once_and_so_many_an_hour(table: Table) -> None:
    game = await table.game()
    alice = await Player.objects.aget(name="Alice")
    bob = await Player.objects.aget(name="Bob")
    eve = await Player.objects.acreate(name="Eve")
    rows = [
        await models.ChatLine.objects.acreate(
            game=game, room="players", author=alice, side=0, text="!", command=f"c{n}", at_ms=n
        )
        for n in range(22)
    ]

    async def reports(row: models.ChatLine, player: Player, at: int = 10_000_000) -> None:
        await sync_to_async(talk.report)(row.pk, Visitor(player.pk), by_id=player.pk, at=at)

    with pytest.raises(errors.NoSuchLine):
        await reports(rows[0], eve)  # she does not read that room
    for row in rows[:20]:
        await reports(row, bob)
        await reports(row, bob)
    assert await models.Report.objects.acount() == 20
    with pytest.raises(errors.TooManyReports):
        await reports(rows[20], bob)
    await reports(rows[20], bob, at=10_000_000 + 3_600_000)
    await models.ChatLine.objects.filter(pk=rows[21].pk).aupdate(hidden_ms=1)
    with pytest.raises(errors.NoSuchLine):
        await reports(rows[21], bob, at=20_000_000)
