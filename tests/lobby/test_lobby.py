"""The lobby's socket: open invitations and live games, as they come, move and go; counts and TV."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any, Never

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError, OperationalError, connection
from django.test.utils import CaptureQueriesContext

from games import metrics, mnk
from games.lobby import alive, watchlist
from games.lobby import feed as lobby
from games.lobby.feed import LobbyFeed
from games.play import crowd, models, notices
from games.play.clock import now_ms
from games.play.hub import Hub
from games.play.tick import end_tasks
from games.play.watching import Delay, Visibility, Watching
from games.players.models import Kind, Player
from tests import figures
from tests.lobby.test_pairing import becomes
from tests.people import OWN_ORIGIN, PATIENCE_S, RESYNC, Message, Person, Table, all_hear, plays
from tests.reducer import lobby_after


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes are told without the pause that spares the database."""
    monkeypatch.setattr(lobby, "PAUSE_S", 0.01)
    monkeypatch.setattr(lobby, "LOOK_AGAIN_S", 0.01)


class Visitor:
    """Somebody in the lobby, and what they make of what they hear."""

    def __init__(self, person: Person, whole: Message) -> None:
        self.person = person
        self.lobby = whole

    async def sees(self, is_it: Callable[[Message], bool]) -> Message:
        """The first lobby of which this is true; no change before it is missing."""
        async with asyncio.timeout(PATIENCE_S):
            while not is_it(self.lobby):
                message = await self.person.hears()
                assert message["type"] == "lobbyChanged", message
                self.lobby = lobby_after(self.lobby, message)
        return self.lobby

    async def asks_again(self) -> Message:
        """The whole lobby, as the server has it now: what was heard adds up to the same."""
        await self.person.sends(RESYNC)
        async with asyncio.timeout(PATIENCE_S):
            while (message := await self.person.hears())["type"] == "lobbyChanged":
                self.lobby = lobby_after(self.lobby, message)
        assert message == self.lobby
        return self.lobby

    def live(self, game: models.Game) -> Message:
        shown: list[Message] = [each for each in self.lobby["live"] if each["game"] == game.slug]
        return shown[0]

    async def leaves(self) -> None:
        await self.person.leaves()


async def enters(table: Table, name: str = "Zoe") -> Visitor:
    person = await table.comes_to("/ws/lobby/", name)
    whole = await person.hears()
    assert whole["type"] == "lobby"
    return Visitor(person, whole)


def slugs(games: list[Message]) -> list[str]:
    return [game["game"] for game in games]


def _at_board(*games: models.Game) -> alive.AtBoard:
    """Both players are at each of these boards."""
    return {game.slug: mnk.BySide(True, True) for game in games}


# --- Coming and going ------------------------------------------------------------------------


async def test_who_comes_while_the_database_is_away_waits_in_the_lobby_as_nobody(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await Player.objects.acreate(name="Zoe")
    session = SessionStore()
    await session.aset("player", player.pk)
    await session.asave()
    cookie = f"{settings.SESSION_COOKIE_NAME}={session.session_key}".encode()
    headers = [(b"origin", OWN_ORIGIN), (b"cookie", cookie)]

    async def fails(session: object) -> Never:
        raise OperationalError("connection refused")

    with monkeypatch.context() as patched:
        patched.setattr("games.sockets.socket.visitor_of", fails)
        zoe = await table.comes_to("/ws/lobby/", "Zoe", headers)
        assert (await zoe.hears())["type"] == "lobby"
    await zoe.sends(RESYNC)
    assert (await zoe.hears())["type"] == "lobby"
    await zoe.leaves()


async def test_an_empty_lobby_is_shown_at_once(table: Table) -> None:
    zoe = await enters(table)

    epoch = zoe.lobby["epoch"]
    assert zoe.lobby == {
        "type": "lobby",
        "epoch": epoch,
        "number": 0,
        "open": [],
        "live": [],
        "counts": {"online": 1, "playing": 0, "spectators": 0},
        "tv": [],
    }
    await zoe.leaves()


async def test_an_open_invitation_appears_and_goes_when_it_is_taken(table: Table) -> None:
    zoe = await enters(table)

    game = await table.invitation(mnk.Side.WHITE, listed=True)

    seen = await zoe.sees(lambda lobby: bool(lobby["open"]))
    assert seen["live"] == []
    assert seen["open"][0]["away"] == ["white"]
    await table.sits(game, mnk.Side.WHITE, "Alice")
    seen = await zoe.sees(lambda lobby: not lobby["open"][0]["away"])
    assert seen["open"] == [
        {
            "game": game.slug,
            "variant": {
                "width": 3,
                "height": 3,
                "k": 3,
                "lineRule": "freestyle",
                "blocked": [],
            },
            "seats": {
                "black": None,
                "white": {
                    "name": "Alice",
                    "kind": "guest",
                    "player": (await Player.objects.aget()).slug,
                    "level": None,
                    "rating": None,
                    "provisional": False,
                },
            },
            "ply": 0,
            "control": None,
            "family": "3x3",
            "moves": [],
            "delay": None,
            "spectators": 0,
            "away": [],
            "seek": False,
            "rated": False,
            "range": None,
            "series": None,
            "opening": "none",
        }
    ]

    await table.comes(game)

    seen = await zoe.sees(lambda lobby: not lobby["open"])
    (live,) = seen["live"]
    assert (live["game"], live["away"]) == (game.slug, ["black"])
    assert live["seats"]["black"]["name"] == "Bob"
    await zoe.leaves()


async def test_a_game_whose_seat_is_taken_while_the_lists_are_read_is_in_one_of_them(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.invitation(mnk.Side.WHITE, listed=True)
    read_rows = watchlist._rows

    def taken_meanwhile(*asked: Any) -> Any:
        models.Game.objects.filter(pk=game.pk).update(started=True)
        return read_rows(*asked)

    monkeypatch.setattr(watchlist, "_rows", taken_meanwhile)
    found = await sync_to_async(watchlist.read)((), {}, now_ms(), {}, _at_board(game))

    assert game.slug in [each.game for each in found.open]
    assert game.slug in [listed.game.game for listed in found.live]


async def test_an_invitation_taken_back_disappears(table: Table) -> None:
    game = await table.invitation(listed=True)
    alice = await table.sits(game, mnk.Side.BLACK)
    zoe = await enters(table)
    assert slugs(zoe.lobby["open"]) == [game.slug]

    await alice.says("abort")
    await alice.hears()

    seen = await zoe.sees(lambda lobby: not lobby["open"])
    assert seen["live"] == []
    await zoe.leaves()


async def test_a_live_game_is_gone_when_it_is_over(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    zoe = await enters(table)
    assert (zoe.live(game)["ply"], zoe.live(game)["moves"]) == (0, [])

    await plays(game, "a1a2b1b2c1", alice, bob, eve)

    await zoe.sees(lambda lobby: not lobby["live"])
    await zoe.leaves()


async def test_the_rematch_appears(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1a2b1b2c1", alice, bob, eve)
    zoe = await enters(table)
    assert zoe.lobby["live"] == []

    for person in (alice, bob):
        await person.says("offer rematch")
        told = await all_hear(alice, bob, eve)

    rematch = await models.Game.objects.aget(slug=told["game"])
    await table.sits(rematch, mnk.Side.WHITE, "Alice")

    seen = await zoe.sees(lambda lobby: bool(lobby["live"]))
    assert seen["live"][0]["game"] == rematch.slug
    await zoe.leaves()


async def test_an_unlisted_invitation_never_appears(table: Table) -> None:
    secret = await table.invitation(listed=False)
    zoe = await enters(table)
    assert zoe.lobby["open"] == []

    also_secret = await table.invitation(listed=False)
    listed = await table.invitation(listed=True)

    seen = await zoe.sees(lambda lobby: bool(lobby["open"]))
    assert slugs(seen["open"]) == [listed.slug]
    assert {secret.slug, also_secret.slug}.isdisjoint(str(zoe.person.heard))
    await zoe.leaves()


async def test_the_newest_invitation_is_first(table: Table) -> None:
    games = [await table.invitation(listed=True) for _ in range(2)]
    zoe = await enters(table)

    games.append(await table.invitation(listed=True))

    await zoe.sees(lambda lobby: len(lobby["open"]) == 3)
    assert slugs(zoe.lobby["open"]) == [game.slug for game in reversed(games)]
    await zoe.leaves()


async def test_the_lobby_is_bounded(table: Table) -> None:
    for _ in range(watchlist.LOBBY_OPEN + 1):
        await table.invitation(listed=True)
    for _ in range(watchlist.MOST + 1):
        await table.live_game()
    zoe = await enters(table)

    listed = len(zoe.lobby["open"]), len(zoe.lobby["live"])
    assert listed == (watchlist.LOBBY_OPEN, watchlist.MOST)
    assert zoe.lobby["counts"]["playing"] == watchlist.MOST + 1
    await zoe.leaves()


async def test_who_comes_when_nobody_looked_sees_the_lobby_of_now(table: Table) -> None:
    zoe = await enters(table)
    await zoe.leaves()
    game = await table.invitation(listed=True)

    yan = await enters(table, "Yan")

    assert slugs(yan.lobby["open"]) == [game.slug]
    await yan.leaves()


# --- What is told of a game ------------------------------------------------------------------


async def test_of_a_move_its_square_alone_is_told(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    zoe = await enters(table)
    await zoe.sees(lambda lobby: lobby["live"][0]["spectators"] == 1)
    first = len(zoe.person.heard)

    await plays(game, "b2", alice, bob, eve)
    await zoe.sees(lambda lobby: lobby["live"][0]["moves"] == [4])
    await plays(game, "a1", alice, bob, eve)
    await zoe.sees(lambda lobby: lobby["live"][0]["moves"] == [4, 0])

    assert zoe.live(game)["ply"] == 2
    for message in zoe.person.heard[first:]:
        assert message["open"] is None
        if message["live"] is not None:
            (moved,) = message["live"]["moved"]
            assert len(moved["moves"]) == 1
            assert (message["live"]["came"], message["live"]["order"]) == ([], None)
    asked = figures.value(metrics.resyncs)
    await zoe.asks_again()
    assert figures.value(metrics.resyncs) == asked + 1
    await zoe.leaves()


async def test_a_record_is_told_anew_when_moves_are_taken_back(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "b2a1", alice, bob, eve)
    zoe = await enters(table)
    assert zoe.live(game)["moves"] == [4, 0]

    await alice.says("offer takeback")
    await all_hear(alice, bob, eve)
    await bob.says("accept takeback")
    await all_hear(alice, bob, eve)
    await zoe.sees(lambda lobby: lobby["live"][0]["moves"] == [])
    await plays(game, "c3", alice, bob, eve)
    await zoe.sees(lambda lobby: lobby["live"][0]["moves"] == [8])

    await zoe.asks_again()
    await zoe.leaves()


async def test_moves_between_two_readings_are_all_found(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    read = sync_to_async(watchlist.read)
    held: tuple[watchlist.Listed, ...] = ()

    async def reads() -> tuple[int, ...] | None:
        nonlocal held
        held = (await read(held, {}, now_ms(), {}, _at_board(game))).live
        return held[0].game.moves

    assert await reads() == ()

    await plays(game, "b2a1c3", alice, bob, eve)
    assert await reads() == (4, 0, 8)
    # A move and an offer: the row alone still says it.
    await alice.says("offer draw")
    await all_hear(alice, bob, eve)
    await bob.says("playMove", ply=3, square=6)
    await all_hear(alice, bob, eve)
    assert await reads() == (4, 0, 8, 6)
    # Taken back, and another move: as many as before.
    await bob.says("offer takeback")
    await all_hear(alice, bob, eve)
    await alice.says("accept takeback")
    await all_hear(alice, bob, eve)
    await bob.says("playMove", ply=3, square=7)
    await all_hear(alice, bob, eve)
    assert await reads() == (4, 0, 8, 7)


async def test_what_a_row_says_by_itself_needs_no_reading(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "b2a1", alice, bob, eve)
    held: tuple[watchlist.Listed, ...] = ()

    @sync_to_async
    def reads() -> int:
        nonlocal held
        with CaptureQueriesContext(connection) as asked:
            held = watchlist.read(held, {}, now_ms(), {}, _at_board(game)).live
        return len(asked)

    new, quiet = [await reads() for _ in range(2)]
    assert new > quiet
    await alice.says("offer draw")
    await all_hear(alice, bob, eve)
    assert await reads() == quiet
    await plays(game, "c3", alice, bob, eve)
    assert await reads() == quiet
    assert held[0].game.moves == (4, 0, 8)


async def test_a_record_is_read_as_it_was_at_a_version(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "b2a1c3", alice, bob, eve)
    for person, words in ((alice, "offer takeback"), (bob, "accept takeback")):
        await person.says(words)
        await all_hear(alice, bob, eve)
    records = sync_to_async(watchlist._records)

    found = [(await records({game.pk: version})).get(game.pk, ()) for version in range(6)]

    assert found == [(), (4,), (4, 0), (4, 0, 8), (4, 0, 8), (4, 0)]


async def test_a_game_shown_late_tells_no_move(table: Table) -> None:
    game = await table.game(watching=Watching(delay=Delay(ms=30_000, moves=2)))
    alice, bob = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)
    zoe = await enters(table)

    await plays(game, "b2a1c3", alice, bob)
    other = await table.live_game()

    await zoe.sees(lambda lobby: other.slug in slugs(lobby["live"]))
    late = zoe.live(game)
    assert (late["moves"], late["ply"]) == (None, None)
    assert late["delay"] == {"ms": 30_000, "moves": 2}
    for message in zoe.person.heard:
        parts = (message["live"] or {}) if message["type"] == "lobbyChanged" else {}
        assert game.slug not in [moved["game"] for moved in parts.get("moved", ())]
    assert game.slug not in [channel["game"] for channel in zoe.lobby["tv"]]
    await zoe.leaves()


async def test_the_end_of_a_game_shown_late_comes_late(table: Table) -> None:
    game = await table.played("a1a2b1b2c1", Watching(delay=Delay(ms=30_000)))
    await game.arefresh_from_db()
    usual = await table.played("a1a2b1b2c1")
    await usual.arefresh_from_db()

    async def reads(at: int) -> tuple[list[str], int]:
        found = await sync_to_async(watchlist.read)((), {}, at)
        return [listed.game.game for listed in found.live], found.playing

    assert game.termination == usual.termination != ""
    assert await reads(game.changed_ms + 29_999) == ([game.slug], 1)
    assert await reads(game.changed_ms + 30_000) == ([], 0)


@pytest.mark.parametrize("visibility", [Visibility.UNLISTED, Visibility.PRIVATE])
async def test_a_game_that_is_not_public_is_never_named(
    table: Table, visibility: Visibility
) -> None:
    zoe = await enters(table)
    secret = await table.game(watching=Watching(visibility))
    alice = await table.sits(secret, mnk.Side.BLACK)
    await alice.says("playMove", ply=0, square=4)
    await alice.hears()
    public = await table.live_game()

    await zoe.sees(lambda lobby: public.slug in slugs(lobby["live"]))

    assert secret.slug not in json.dumps(zoe.person.heard)
    await zoe.leaves()


async def test_games_keep_their_places_while_others_move(table: Table) -> None:
    games = [await table.live_game() for _ in range(3)]
    now = now_ms()
    for age, game in enumerate(games):
        await models.Game.objects.filter(pk=game.pk).aupdate(changed_ms=now - 1000 * age)
    zoe = await enters(table)
    before = slugs(zoe.lobby["live"])
    assert before == [game.slug for game in games]

    alice = await table.sits(games[2], mnk.Side.BLACK)
    await alice.says("playMove", ply=0, square=4)
    await zoe.sees(lambda lobby: any(game["moves"] for game in lobby["live"]))

    assert slugs(zoe.lobby["live"]) == before
    # A game in which nobody moves any more makes room.
    quiet = now - 10 * 60_000
    await models.Game.objects.filter(pk=games[0].pk).aupdate(changed_ms=quiet)
    await zoe.sees(lambda lobby: slugs(lobby["live"])[-1] == games[0].slug)
    assert slugs(zoe.lobby["live"]) == [game.slug for game in (*games[1:], games[0])]
    await zoe.asks_again()
    await zoe.leaves()


# --- The sockets -----------------------------------------------------------------------------


async def test_a_change_is_encoded_once_for_all_who_watch(table: Table, hub: Hub) -> None:
    visitors = [await enters(table, name) for name in ("Zoe", "Yan", "Xia", "Wim")]
    feed = hub.part(LobbyFeed)
    for visitor in visitors:
        await visitor.sees(lambda lobby: lobby["counts"]["online"] == 4)
    encoded, number = feed.encoded, feed.number

    game = await table.invitation(listed=True)
    for visitor in visitors:
        await visitor.sees(lambda lobby: bool(lobby["open"]))

    assert feed.encoded - encoded == feed.number - number == 1
    assert {slugs(visitor.lobby["open"])[0] for visitor in visitors} == {game.slug}
    for visitor in visitors:
        await visitor.leaves()


async def test_many_are_told_and_nobody_is_told_twice(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd, "AT_ONCE", 2)
    visitors = [await enters(table, f"Zoe {number}") for number in range(7)]

    games = [await table.invitation(listed=True) for _ in range(3)]
    for visitor in visitors:
        # A change that comes twice, or is missing, is found in here.
        await visitor.sees(lambda lobby: len(lobby["open"]) == 3)

    assert all(len(slugs(visitor.lobby["open"])) == len(games) for visitor in visitors)
    await visitors[0].asks_again()
    for visitor in visitors:
        await visitor.leaves()


async def test_nothing_is_said_while_nothing_changes(table: Table) -> None:
    await table.live_game()
    zoe = await enters(table)
    await zoe.sees(lambda lobby: lobby["counts"]["online"] == 2)
    await asyncio.sleep(0.2)  # it is read many times meanwhile

    await zoe.person.hears_nothing()
    await zoe.leaves()


async def test_the_pong_says_how_far_the_lobby_is(table: Table) -> None:
    zoe = await enters(table)
    await table.invitation(listed=True)
    await zoe.sees(lambda lobby: bool(lobby["open"]))

    await zoe.person.sends('{"type":"ping"}')

    assert await zoe.person.hears() == {
        "type": "pong",
        "version": zoe.lobby["number"],
        "now": None,
    }
    await zoe.leaves()


async def test_who_missed_something_asks_again(table: Table) -> None:
    await table.invitation(listed=True)
    zoe = await enters(table)

    whole = await zoe.asks_again()

    assert len(whole["open"]) == 1
    await zoe.leaves()


async def test_the_lobby_answers_a_ping_and_refuses_the_rest(table: Table) -> None:
    zoe = (await enters(table)).person

    await zoe.hears_nothing()
    for frame, id in (
        ("not JSON", None),
        ('{"type":"playMove","id":"x","ply":0,"square":4}', "x"),
        ("[]", None),
        ('{"type":"ping","extra":1}', None),
    ):
        await zoe.sends(frame)
        refusal = await zoe.is_refused("badFrame")
        assert (refusal["id"], refusal["version"]) == (id, 0)
    await zoe.leaves()


async def test_the_lobby_ends_a_connection_that_sends_no_text(table: Table) -> None:
    zoe = (await enters(table)).person
    await zoe.socket.send_to(bytes_data=b"{}")

    await zoe.is_sent_away(4415)


# --- Counts ----------------------------------------------------------------------------------


async def test_who_is_here_is_counted(table: Table) -> None:
    game = await table.game()
    zoe = await enters(table)
    alice, bob, eve = await table.three(game)
    await plays(game, "b2", alice, bob, eve)

    counts = {"online": 4, "playing": 1, "spectators": 1}
    await zoe.sees(lambda lobby: lobby["counts"] == counts)
    await zoe.sees(lambda lobby: lobby["live"][0]["spectators"] == 1)
    await eve.leaves()

    counts = {"online": 3, "playing": 1, "spectators": 0}
    await zoe.sees(lambda lobby: lobby["counts"] == counts)
    await zoe.sees(lambda lobby: lobby["live"][0]["spectators"] == 0)
    await zoe.asks_again()
    await zoe.leaves()


# --- TV --------------------------------------------------------------------------------------


async def test_a_channel_stays_with_its_game_and_goes_on_at_its_end(table: Table) -> None:
    first = await table.game()
    alice, bob, eve = await table.three(first)
    await plays(first, "a1a2", alice, bob, eve)
    zoe = await enters(table)
    assert zoe.lobby["tv"] == [{"family": "3x3", "game": first.slug}]

    second = await table.game()
    carol, dan, _ = await table.three(second)
    await carol.says("playMove", ply=0, square=4)
    await zoe.sees(lambda lobby: any(game["moves"] == [4] for game in lobby["live"]))
    assert zoe.lobby["tv"] == [{"family": "3x3", "game": first.slug}]

    await plays(first, "b1b2c1", alice, bob, eve)

    await zoe.sees(lambda lobby: lobby["tv"] == [{"family": "3x3", "game": second.slug}])
    await dan.says("resign")
    await zoe.sees(lambda lobby: lobby["tv"] == [])
    await zoe.leaves()


async def test_two_people_are_shown_rather_than_two_bots(table: Table) -> None:
    bots = await table.game()
    async for seat in models.Seat.objects.filter(game=bots):
        level = ("master", "expert")[seat.side]
        bot = await Player.objects.acreate(name=level, kind=Kind.BOT, level=level)
        await models.Seat.objects.filter(pk=seat.pk).aupdate(player=bot)
    people = await table.live_game()
    now = now_ms()
    await models.Game.objects.filter(pk=bots.pk).aupdate(changed_ms=now)
    await models.Game.objects.filter(pk=people.pk).aupdate(changed_ms=now - 60_000)

    zoe = await enters(table)

    assert zoe.lobby["tv"] == [{"family": "3x3", "game": people.slug}]
    await zoe.leaves()


async def test_of_two_processes_that_switch_a_channel_one_decides(table: Table) -> None:
    first, second, third = games = [await table.game() for _ in range(3)]
    read = sync_to_async(watchlist.read)
    channel = await models.TvChannel.objects.acreate(family="3x3", game=third)
    await models.Game.objects.filter(pk=third.pk).aupdate(termination="abort")
    tune = sync_to_async(watchlist.tune)

    await tune({mnk.Family.THREE: watchlist.Switch(third.pk, first.pk)})
    await tune({mnk.Family.THREE: watchlist.Switch(third.pk, second.pk)})

    await channel.arefresh_from_db()
    assert channel.game_id == first.pk
    found = await read((), {}, now_ms(), {}, _at_board(*games))
    assert [each.game for each in found.tv] == [first.slug]


async def test_of_two_processes_that_open_a_channel_one_decides(table: Table) -> None:
    first, second = [await table.game() for _ in range(2)]
    tune = sync_to_async(watchlist.tune)

    for game in (first, second):
        await tune({mnk.Family.THREE: watchlist.Switch(None, game.pk)})

    channel = await models.TvChannel.objects.aget()
    assert (channel.family, channel.game_id) == ("3x3", first.pk)


async def test_what_cannot_be_kept_is_on_all_the_same_and_the_log_says_so_once(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away(switches: watchlist.Switches) -> None:
        raise DatabaseError("away")

    tune = watchlist.tune
    monkeypatch.setattr(watchlist, "tune", away)
    game, zoe = await table.live_game(), await enters(table)
    assert zoe.lobby["tv"] == [{"family": "3x3", "game": game.slug}]
    second = await table.live_game()
    await zoe.sees(lambda lobby: second.slug in slugs(lobby["live"]))
    monkeypatch.setattr(watchlist, "tune", tune)

    await becomes(models.TvChannel.objects.filter(game=game).aexists)

    said = [each.getMessage() for each in caplog.records if "tv_not_kept" in each.getMessage()]
    assert said == ["tv_not_kept error=DatabaseError('away')"]
    await zoe.leaves()


async def test_a_page_is_drawn_with_the_lobby_that_others_see(table: Table, hub: Hub) -> None:
    feed = hub.part(LobbyFeed)
    assert (await feed.now()).live == ()
    zoe = await enters(table)
    game = await table.live_game()
    await zoe.sees(lambda lobby: game.slug in slugs(lobby["live"]))

    drawn = await feed.now()

    assert [each.game for each in drawn.live] == [game.slug]
    assert drawn.number == zoe.lobby["number"] > 0
    await zoe.leaves()
    assert (await feed.now()).epoch == drawn.epoch


# --- Life ------------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", range(4))
async def test_who_leaves_as_the_lists_change_leaves_nothing_running(hub: Hub, turns: int) -> None:
    """A request to end that came together with news was once lost, and the server never ended."""

    class Nobody:
        def push(self, text: str, frame: bytes | None = None) -> None: ...

    feed = hub.part(LobbyFeed)
    watcher = Nobody()
    feed.join(watcher)
    assert feed._tick is not None
    task = feed._tick._task
    await asyncio.sleep(0.2)  # until it waits for news
    hub.others.tell_all(notices.LobbyChanged())
    for _ in range(turns):
        await asyncio.sleep(0)
    feed.leave(watcher)
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.wait_for(asyncio.shield(task), 60)
    assert task.cancelled()


async def test_a_task_that_does_not_want_to_end_is_ended() -> None:
    async def stubborn() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        await asyncio.sleep(60)

    task = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    await end_tasks([task])
    assert task.cancelled()
