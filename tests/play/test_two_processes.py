"""Two server processes on one database, joined by Redis: the same game to everybody.

The second process is a thread with an event loop, a hub and threads of its own.
"""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from typing import Any, Never, TypeVar

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.db import OperationalError
from pytest_django import Settings

from games import limits, mnk
from games.chat import feed, talk
from games.chat.feed import ChatFeed
from games.lobby import feed as lobby
from games.lobby import invitations, seeks
from games.lobby.seeking import Seeking
from games.play import facts, history, live, models, notices, protocol
from games.play import hub as hub_module
from games.play.clock import now_ms
from games.play.hub import Hub, current, open_games, presence
from games.play.notices import Notice
from games.play.rating import Rating
from games.play.relay import Relay
from games.play.services import rating, seats
from games.play.terms import Terms
from games.players import glicko
from games.players.identify import Visitor
from games.players.models import Player, PlayerRating
from games.prepared import Row
from tests.live import parts
from tests.people import PATIENCE_S, READ_CHAT, RESYNC, Message, Person, Table, all_hear, plays
from tests.play import crowd, law
from tests.reducer import lobby_after

T = TypeVar("T")


class Elsewhere:
    """Another process: its own loop in a thread of its own, with a table."""

    def __init__(self) -> None:
        self.table = Table()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="elsewhere")
        self._thread.start()

    def _run(self) -> None:
        self._loop.run_forever()
        self._loop.close()

    async def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something over there."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    async def hub(self) -> Hub:
        async def there() -> Hub:
            return current()

        return await self.do(there())

    async def end(self) -> None:
        """End the process in good order."""

        async def close() -> None:
            for person in self.table.people:
                if not person.is_gone:
                    await law.holds_for(person)
            await self.table.leave()
            await current().close()

        try:
            await self.do(close())
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            await asyncio.to_thread(self._thread.join)


class Redis:
    """A Redis that can be stopped and started again at the same address."""

    def __init__(self) -> None:
        self.port = parts.free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._running = contextlib.ExitStack()

    def start(self) -> None:
        self._running.enter_context(parts.redis(self.port))

    def stop(self) -> None:
        self._running.close()


@pytest.fixture
def redis() -> Iterator[Redis]:
    """A Redis of this test's own, running."""
    redis = Redis()
    redis.start()
    yield redis
    redis.stop()


@pytest.fixture
def joined(redis: Redis, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes started from now on are joined by this Redis; people's pauses are short."""
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [redis.url], "prefix": "inarow"},
        }
    }
    # Only notices, unless a test says otherwise.
    monkeypatch.setattr(hub_module, "SWEEP_S", 3600.0)
    monkeypatch.setattr(feed, "LOOK_S", 3600.0)
    monkeypatch.setattr(presence, "PRESENCE_S", 0.05)
    monkeypatch.setattr(lobby, "PAUSE_S", 0.05)
    monkeypatch.setattr(lobby, "LOOK_AGAIN_S", 3600.0)


@pytest.fixture
def swept(joined: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweep comes often."""
    monkeypatch.setattr(hub_module, "SWEEP_S", 0.1)


@pytest.fixture
def deaf(joined: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every hint is lost on its way."""

    def lost(self: Relay, notice: Notice) -> None:
        pass

    monkeypatch.setattr(Relay, "tell", lost)


@pytest_asyncio.fixture
async def hub(joined: None, transactional_db: None) -> AsyncIterator[Hub]:
    """The hub of this process, made when the layer is there."""
    hub = current()
    yield hub
    await hub.close()


@pytest_asyncio.fixture
async def elsewhere(joined: None, table: Table) -> AsyncIterator[Elsewhere]:
    """A second process."""
    elsewhere = Elsewhere()
    yield elsewhere
    await elsewhere.end()


class Two:
    """Alice and Eve in this process, Bob and Zoe in the other."""

    def __init__(self, here: Table, elsewhere: Elsewhere, game: models.Game) -> None:
        self.here, self.elsewhere, self.game = here, elsewhere, game

    async def sit(self) -> "Two":
        there = self.elsewhere
        self.alice = await self.here.sits(self.game, mnk.Side.BLACK)
        self.eve = await self.here.sits(self.game, None)
        self.bob = await there.do(there.table.sits(self.game, mnk.Side.WHITE))
        self.zoe = await there.do(there.table.sits(self.game, None, "Zoe"))
        return self

    async def all_hear(self) -> Message:
        """The next message, the same for each of the four."""
        told = await all_hear(self.alice, self.eve)
        assert await self.elsewhere.do(all_hear(self.bob, self.zoe)) == told
        return told

    async def alice_says(self, type: str, **fields: Any) -> None:
        await self.alice.says(type, **fields)

    async def bob_says(self, type: str, **fields: Any) -> None:
        await self.elsewhere.do(self.bob.says(type, **fields))

    async def plays(self, names: str) -> list[Message]:
        """Alice and Bob play these squares in turn; everybody hears each once."""
        told = []
        ply = await models.Move.objects.filter(game=self.game, taken_back=0).acount()
        for at, square in enumerate(mnk.moves_from_text(names, self.game.variant), ply):
            says = (self.alice_says, self.bob_says)[at % 2]
            await says("playMove", ply=at, square=square)
            told.append(await self.all_hear())
            assert told[-1]["type"] == "movePlayed", told[-1]
            assert told[-1]["square"] == square
        return told

    async def reach_everybody(self, names: str) -> None:
        """They play these squares; by hint or by sweep, each version reaches everybody."""
        ply = await models.Move.objects.filter(game=self.game).acount()
        for at, square in enumerate(mnk.moves_from_text(names, self.game.variant), ply):
            says = (self.alice_says, self.bob_says)[at % 2]
            await says("playMove", ply=at, square=square)
            for person in (self.alice, self.eve):
                assert (await person.hears())["version"] == at + 1
            for person in (self.bob, self.zoe):
                assert (await self.elsewhere.do(person.hears()))["version"] == at + 1

    async def look_again(self) -> None:
        """All of them ask for the game anew; afterwards each process holds what is kept."""
        for person in (self.alice, self.eve):
            await _sees_afresh_at_last(person)
        for person in (self.bob, self.zoe):
            await self.elsewhere.do(_sees_afresh_at_last(person))

    async def hear_nothing(self) -> None:
        for person in (self.alice, self.eve):
            await person.hears_nothing()
        for person in (self.bob, self.zoe):
            await self.elsewhere.do(person.hears_nothing())


async def _sees_afresh_at_last(person: Person) -> None:
    """Ask for the game anew, and hear first what was missed."""
    await person.sends(RESYNC)
    while (await person.hears())["type"] != "snapshot":
        pass


@pytest_asyncio.fixture
async def two(table: Table, elsewhere: Elsewhere) -> Two:
    """A fresh game, watched from both processes."""
    return await Two(table, elsewhere, await table.game()).sit()


# --- Notices arrive ----------------------------------------------------------------------------


async def test_a_move_reaches_the_other_process_exactly_once(two: Two) -> None:
    told = await two.plays("a1a2b1b2c1")

    assert told[-1]["outcome"] == {"winner": "black", "termination": "line"}
    await two.hear_nothing()
    # It went the short way: nobody was shown a snapshot.
    for person in (two.alice, two.eve, two.bob, two.zoe):
        assert [message["type"] for message in person.heard].count("snapshot") == 1


async def test_a_takeback_in_one_process_is_no_loss_to_the_other(two: Two) -> None:
    told = await two.plays("a1b2c3")
    await two.alice_says("offer takeback")
    await two.all_hear()
    await two.bob_says("accept takeback")
    taken_back = await two.all_hear()
    assert (taken_back["type"], taken_back["ply"]) == ("takenBack", 2)

    # A late notice of the move that is gone changes nothing.
    move = facts.Happened(told[-1]["version"], told[-1]["at"], facts.Played(2, told[-1]["square"]))
    current().others.hear("late", notices.GameChanged(two.game.slug, move))

    await two.plays("c1")


async def test_sides_change_in_both_processes(table: Table, elsewhere: Elsewhere) -> None:
    """Bob, in the other process, takes Black: here Alice plays White, and there he plays Black."""
    game = await table.game(
        mnk.PRESETS["15x15"].variant, terms=Terms(opening=mnk.OpeningRule.SWAP2)
    )
    two = await Two(table, elsewhere, game).sit()
    for ply, square in enumerate(mnk.moves_from_text("h8h9j10", game.variant)):
        await two.alice_says("playMove", ply=ply, square=square)
        assert (await two.all_hear())["type"] == "movePlayed"
    await two.bob_says("choose", id="once", ply=3, choice="black")
    told = await two.all_hear()
    assert (told["type"], told["swaps"]) == ("chosen", True)

    await two.alice_says("playMove", ply=3, square=0)
    assert (await two.all_hear())["ply"] == 3
    await two.bob_says("playMove", ply=4, square=1)
    assert (await two.all_hear())["ply"] == 4
    # The same choice once more is answered there, to him alone.
    await two.bob_says("choose", id="once", ply=3, choice="black")
    assert await elsewhere.do(two.bob.hears()) == told
    await two.look_again()
    await two.alice_says("resign")
    assert (await two.all_hear())["outcome"]["winner"] == "black"
    # Nobody was shown a snapshot for it: the notices said it all.
    for person in (two.eve, two.zoe):
        assert [message["type"] for message in person.heard].count("snapshot") == 2


async def test_everything_else_reaches_the_other_process_too(two: Two) -> None:
    await two.plays("a1b2")
    await two.alice_says("offer draw")
    assert (await two.all_hear())["type"] == "offered"
    await two.bob_says("decline draw")
    assert (await two.all_hear())["type"] == "declined"
    await two.bob_says("offer draw")
    await two.all_hear()
    await two.alice_says("accept draw")
    assert (await two.all_hear())["outcome"]["termination"] == "agreement"
    await two.bob_says("offer rematch")
    assert (await two.all_hear())["type"] == "offered"
    await two.alice_says("decline rematch")
    assert (await two.all_hear())["type"] == "declined"
    await two.alice_says("offer rematch")
    await two.all_hear()
    await two.bob_says("offer rematch")
    agreed = await two.all_hear()
    assert agreed["type"] == "rematchAgreed"
    assert await models.Game.objects.filter(slug=agreed["game"]).aexists()
    await two.hear_nothing()


async def test_what_another_process_tells_needs_no_reading(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both processes arrive at the same game by the same fold."""
    with monkeypatch.context() as patched:
        patched.setattr(history, "load", None)  # nobody asks for it
        patched.setattr(history, "load_each", None)
        await two.plays("a1b2")
        for says, what in (
            (two.alice_says, "offer takeback"),
            (two.bob_says, "decline takeback"),
            (two.alice_says, "offer takeback"),
            (two.bob_says, "accept takeback"),
            (two.bob_says, "offer hints"),
            (two.alice_says, "accept hints"),
            (two.alice_says, "resign"),
        ):
            await says(what)
            await two.all_hear()
    await two.hear_nothing()
    here = current().games.followed[two.game.slug].game

    async def there() -> live.LiveGame:
        return current().games.followed[two.game.slug].game

    assert await two.elsewhere.do(there()) == here
    assert (await sync_to_async(history.load)(two.game.slug)).game == here


async def test_hints_agreed_in_one_process_may_be_asked_for_in_both(two: Two) -> None:
    await two.plays("a1b2")
    await two.alice_says("offer hints")
    assert (await two.all_hear())["type"] == "offered"
    await two.bob_says("accept hints")
    agreed = await two.all_hear()
    assert (agreed["type"], agreed["ply"]) == ("hintsAgreed", 2)

    await two.alice_says("askHint", kind="threats", ply=2)
    assert (await two.all_hear())["by"] == "black"
    await two.alice.is_refused("hintUnavailable")  # there is no thinker in this test
    await two.bob_says("askHint", kind="threats", ply=2)
    assert (await two.all_hear())["by"] == "white"
    await two.elsewhere.do(two.bob.is_refused("hintUnavailable"))
    await two.hear_nothing()


async def test_a_seat_taken_here_is_seen_there(table: Table, elsewhere: Elsewhere) -> None:
    game = await table.invitation()
    zoe = await elsewhere.do(elsewhere.table.sits(game, None, "Zoe"))

    await table.comes(game)

    told = await elsewhere.do(zoe.hears())
    assert (told["type"], told["player"]["name"]) == ("seatTaken", "Bob")


async def _renews_blacks_link(two: Two) -> Person:
    """Black is played by the old key in the other process, and the link is renewed in this one."""
    there = two.elsewhere
    thief = await there.do(there.table.sits(two.game, mnk.Side.BLACK, "Thief"))
    await seats.renew(current(), two.game.slug, mnk.Side.BLACK)
    return thief


async def _is_seen_off(person: Person) -> None:
    while (event := await person.socket.receive_output(PATIENCE_S))["type"] != "websocket.close":
        pass
    assert event["code"] == protocol.CloseCode.SEAT_RENEWED
    await person.leaves()


async def test_a_link_renewed_here_takes_the_seat_from_who_plays_there(two: Two) -> None:
    thief = await _renews_blacks_link(two)

    await two.elsewhere.do(_is_seen_off(thief))
    await _is_seen_off(two.alice)
    alice = await two.here.sits(two.game, mnk.Side.BLACK)  # by the new key
    await alice.says("playMove", ply=0, square=4)
    assert (await two.elsewhere.do(two.bob.hears()))["square"] == 4


@pytest.mark.usefixtures("swept", "deaf")
async def test_the_sweep_finds_a_link_that_was_renewed_elsewhere(two: Two) -> None:
    """The hint is lost."""
    thief = await _renews_blacks_link(two)

    await two.elsewhere.do(_is_seen_off(thief))
    await _is_seen_off(two.alice)


async def test_an_old_key_opens_nothing_in_the_other_process(two: Two) -> None:
    old = (await models.Seat.objects.aget(game=two.game, side=mnk.Side.BLACK)).key
    thief = await _renews_blacks_link(two)
    await two.elsewhere.do(_is_seen_off(thief))
    await _is_seen_off(two.alice)
    there = two.elsewhere
    headers = [(b"authorization", f"Bearer {old}".encode())]

    again = await there.do(there.table.comes_to(f"/ws/game/{two.game.slug}/", "Thief", headers))

    assert await there.do(again.hears()) == {"type": "welcome", "side": None}


async def test_a_refusal_stays_in_its_process(two: Two) -> None:
    await two.bob_says("playMove", ply=0, square=0)

    await two.elsewhere.do(two.bob.is_refused("notYourTurn"))
    await two.plays("a1")
    await two.hear_nothing()


async def test_a_command_sent_again_to_the_other_process_is_answered(two: Two) -> None:
    await two.alice.says("playMove", id="m", ply=0, square=4)
    told = await two.all_hear()
    there = two.elsewhere
    again = await there.do(there.table.sits(two.game, mnk.Side.BLACK, "Alice"))

    await there.do(again.says("playMove", id="m", ply=0, square=4))

    assert await there.do(again.hears()) == told
    await two.hear_nothing()


async def test_one_seat_in_two_processes_plays_at_once_and_one_move_counts(two: Two) -> None:
    there = two.elsewhere
    for ply in range(4):
        side = mnk.LineRule.FREESTYLE.side_of_ply(ply)
        mine = await two.here.sits(two.game, side, f"Here-{ply}")
        theirs = await there.do(there.table.sits(two.game, side, f"There-{ply}"))

        await asyncio.gather(
            mine.says("playMove", ply=ply, square=ply),
            there.do(theirs.says("playMove", ply=ply, square=8 - ply)),
        )

        # One move, told or shown; the other is refused, to its sender alone.
        codes = [await _until(mine, ply + 1), await there.do(_until(theirs, ply + 1))]
        if codes == [None, None]:  # the refusal may come after the version
            codes = [await _refusal(mine), await there.do(_refusal(theirs))]
        assert sorted(map(str, codes)) in (["None", "notYourTurn"], ["None", "stalePly"])
        await mine.leaves()
        await there.do(theirs.leaves())
    assert await models.Move.objects.filter(game=two.game).acount() == 4


async def _until(person: Person, version: int) -> str | None:
    """Listen until this version comes; the code of a refusal heard on the way, if any."""
    code: str | None = None
    while True:
        message = await person.hears()
        if message["type"] == "rejected":
            code = message["code"]
        if message["version"] >= version:
            return code


async def _refusal(person: Person) -> str | None:
    for message in await person.hears_the_rest():
        if message["type"] == "rejected":
            code: str = message["code"]
            return code
    return None


async def test_moves_of_both_sides_in_quick_succession(two: Two) -> None:
    """Each answers as soon as they hear, on a larger board, for sixty moves."""
    game = await two.here.game(mnk.Variant(10, 10, 10))
    larger = await Two(two.here, two.elsewhere, game).sit()
    names = "".join(mnk.name(square, game.variant) for square in range(60))

    told = await larger.plays(names)

    assert [message["version"] for message in told] == list(range(1, 61))
    await larger.hear_nothing()


# --- The lobby, presence ---------------------------------------------------------------------


async def test_the_other_lobby_sees_an_invitation_come_and_go(
    table: Table, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def enters() -> tuple[Person, Message]:
        zoe = await elsewhere.table.comes_to("/ws/lobby/", "Zoe")
        return zoe, await zoe.hears()

    zoe, seen = await elsewhere.do(enters())
    assert seen["open"] == []

    game = await table.invitation(listed=True)
    seen = lobby_after(seen, await elsewhere.do(zoe.hears()))
    assert [shown["game"] for shown in seen["open"]] == [game.slug]

    monkeypatch.setattr(lobby, "LOOK_AGAIN_S", 0.05)
    await table.sits(game, mnk.Side.BLACK)
    await table.comes(game)
    # A game whose seat is taken while the lists are read is in both, until they are read again.
    while seen["open"] or [shown["game"] for shown in seen["live"]] != [game.slug]:
        seen = lobby_after(seen, await elsewhere.do(zoe.hears()))
    await elsewhere.do(zoe.leaves())


@pytest.mark.usefixtures("swept")
async def test_moves_and_people_of_one_process_are_seen_in_the_lobby_of_another(
    table: Table, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "LOOK_AGAIN_S", 0.05)
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "b2", alice, bob, eve)

    async def sees() -> None:
        zoe = await elsewhere.table.comes_to("/ws/lobby/", "Zoe")
        seen = await zoe.hears()
        while [game["moves"] for game in seen["live"]] != [[4]] or seen["counts"]["online"] != 4:
            seen = lobby_after(seen, await zoe.hears())
        assert seen["counts"] == {"online": 4, "playing": 1, "spectators": 1}
        assert seen["tv"] == [{"family": "3x3", "game": game.slug}]
        await zoe.leaves()

    async with asyncio.timeout(PATIENCE_S):
        await elsewhere.do(sees())


async def test_two_processes_show_the_same_on_tv(
    table: Table, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "LOOK_AGAIN_S", 0.05)
    first = await table.live_game()
    zoe = await table.comes_to("/ws/lobby/", "Zoe")
    assert [each["game"] for each in (await zoe.hears())["tv"]] == [first.slug]
    second = await table.live_game()
    await models.Game.objects.filter(pk=second.pk).aupdate(changed_ms=now_ms() - 200_000)

    async def sees() -> list[str]:
        yan = await elsewhere.table.comes_to("/ws/lobby/", "Yan")
        seen = await yan.hears()
        while len(seen["live"]) < 2:  # it hears from this process who is at which board
            seen = lobby_after(seen, await yan.hears())
        await yan.leaves()
        return [each["game"] for each in seen["tv"]]

    # On its own the other process would have chosen the later one.
    assert await elsewhere.do(sees()) == [first.slug]
    await zoe.leaves()


@pytest.mark.usefixtures("swept")
async def test_a_game_at_another_process_is_alive_here_while_somebody_is_at_its_board(
    table: Table, elsewhere: Elsewhere, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "LOOK_AGAIN_S", 0.05)
    monkeypatch.setattr(presence, "BLINK_S", 0.0)
    game = await table.game()
    there = elsewhere.table
    zoe = await table.comes_to("/ws/lobby/", "Zoe")
    seen = await zoe.hears()
    assert seen["live"] == []

    async def sees(live: list[tuple[str, list[str]]]) -> None:
        nonlocal seen
        while [(each["game"], each["away"]) for each in seen["live"]] != live:
            seen = lobby_after(seen, await zoe.hears())

    async with asyncio.timeout(PATIENCE_S):
        alice = await elsewhere.do(there.sits(game, mnk.Side.BLACK))
        await sees([(game.slug, ["white"])])
        assert game.slug not in hub.games.followed
        bob = await elsewhere.do(there.sits(game, mnk.Side.WHITE))
        await sees([(game.slug, [])])
        await elsewhere.do(alice.leaves())
        await sees([(game.slug, ["black"])])
        await elsewhere.do(bob.leaves())
        await sees([])
        await elsewhere.do(there.sits(game, mnk.Side.BLACK))
        await sees([(game.slug, ["white"])])
        # The other process dies: what it said holds no longer.
        monkeypatch.setattr(presence, "PRESENCE_EXPIRES_S", 0.0)
        await sees([])
    await zoe.leaves()


async def test_a_process_that_comes_late_is_told_who_is_at_which_board(
    table: Table, elsewhere: Elsewhere
) -> None:
    game = await table.live_game()

    async def boards() -> dict[str, mnk.BySide[bool]]:
        hub = current()
        await hub.hear_others()
        async with asyncio.timeout(PATIENCE_S):
            while not (found := hub.presence.at_board()):  # noqa: ASYNC110 - nothing tells
                await asyncio.sleep(0.01)
        return found

    # There is no sweep here: it has asked.
    assert await elsewhere.do(boards()) == {game.slug: mnk.BySide(True, False)}


@pytest.mark.usefixtures("swept")
async def test_somebody_at_two_processes_is_one_person(
    table: Table, elsewhere: Elsewhere, hub: Hub
) -> None:
    yan = await Player.objects.acreate(name="Yan")
    game = await table.game()
    await table.watches(game, yan)
    await elsewhere.do(elsewhere.table.watches(game, yan))
    await elsewhere.do(elsewhere.table.sits(game, None))

    async with asyncio.timeout(PATIENCE_S):
        while hub.presence.online().others == 0:  # noqa: ASYNC110 - nothing tells
            await asyncio.sleep(0.01)

    online = hub.presence.online()
    assert (online.players, online.people) == (frozenset([yan.pk]), 2)


async def _sees(person: Person, black: bool, white: bool, spectators: int) -> None:
    expected = {"black": black, "white": white, "spectators": spectators}
    while not expected.items() <= (await person.hears_presence()).items():
        pass


async def test_presence_counts_those_in_both_processes(two: Two) -> None:
    await _sees(two.alice, black=True, white=True, spectators=2)
    await two.elsewhere.do(_sees(two.bob, black=True, white=True, spectators=2))

    await two.elsewhere.do(two.bob.leaves())

    await _sees(two.alice, black=True, white=False, spectators=2)


async def test_spectators_of_both_processes_are_named_each_once(two: Two) -> None:
    vera = await Player.objects.acreate(name="Vera")
    yan = await Player.objects.acreate(name="Yan")

    await two.here.watches(two.game, vera)
    there = two.elsewhere
    await there.do(there.table.watches(two.game, vera))
    last = await there.do(there.table.watches(two.game, yan))

    # Two who are nobody, Vera in both processes, Yan in one.
    names = {("Vera", vera.slug), ("Yan", yan.slug)}
    await _sees_named(two.alice, 4, names)
    await there.do(_sees_named(two.bob, 4, names))
    await there.do(last.leaves())
    await _sees_named(two.alice, 3, {("Vera", vera.slug)})


async def _sees_named(person: Person, spectators: int, names: set[tuple[str, str]]) -> None:
    while True:
        presence = await person.hears_presence()
        named = [(each["name"], each["player"]) for each in presence["names"]]
        assert len(named) == len(set(named))
        if (presence["spectators"], set(named)) == (spectators, names):
            return


async def test_the_last_one_of_a_process_is_seen_leaving(
    table: Table, elsewhere: Elsewhere
) -> None:
    game = await table.game()
    alice = await table.sits(game, mnk.Side.BLACK)
    bob = await elsewhere.do(elsewhere.table.sits(game, mnk.Side.WHITE))
    await _sees(alice, black=True, white=True, spectators=0)

    await elsewhere.do(bob.leaves())

    await _sees(alice, black=True, white=False, spectators=0)


@pytest.mark.usefixtures("swept")
async def test_what_a_process_that_died_said_of_presence_expires(
    table: Table, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.game()
    alice = await table.sits(game, mnk.Side.BLACK)
    await elsewhere.do(elsewhere.table.sits(game, mnk.Side.WHITE))
    await _sees(alice, black=True, white=True, spectators=0)

    # From now on nothing comes from over there, as if it had been cut off.
    monkeypatch.setattr(presence, "PRESENCE_EXPIRES_S", 0.0)

    await _sees(alice, black=True, white=False, spectators=0)


# --- Notices are lost --------------------------------------------------------------------------


@pytest.mark.usefixtures("deaf", "swept")
async def test_a_lost_hint_is_found_by_the_sweep(two: Two) -> None:
    await two.alice.says("playMove", ply=0, square=4)
    told = await all_hear(two.alice, two.eve)

    for person in (two.bob, two.zoe):
        shown = await two.elsewhere.do(person.hears())
        assert shown == told


@pytest.mark.usefixtures("deaf")
async def test_who_sat_down_in_the_other_process_is_no_spectator_in_this_one(
    table: Table, elsewhere: Elsewhere
) -> None:
    """This process holds the game with an open seat, and has not heard that Bob took it."""
    game = await table.invitation(mnk.Side.BLACK)
    alice = await table.sits(game, mnk.Side.BLACK)

    async def sit_down() -> None:
        bob = await Player.objects.acreate(name="Bob")
        await invitations.take_seat(game.slug, player=bob, visitor=Visitor(bob.pk), at=now_ms())

    await elsewhere.do(sit_down())
    bob = await table.sits(game, mnk.Side.WHITE)  # which checks that he is welcomed as white

    shown = await alice.hears()
    assert (shown["type"], shown["version"]) == ("seatTaken", 1)
    assert shown["player"]["name"] == "Bob"
    await plays(game, "a1b2", alice, bob)


@pytest.mark.usefixtures("deaf")
async def test_a_process_that_missed_a_hint_finds_out_by_its_own_command(two: Two) -> None:
    await two.alice.says("playMove", ply=0, square=4)
    await all_hear(two.alice, two.eve)

    await two.bob_says("resign")

    for person in (two.bob, two.zoe):
        assert (await two.elsewhere.do(person.hears()))["version"] == 1
    ended = await two.elsewhere.do(all_hear(two.bob, two.zoe))
    assert (ended["type"], ended["version"]) == ("gameEnded", 2)
    for person in (two.alice, two.eve):
        await person.hears_nothing()
    await two.look_again()


@pytest.mark.usefixtures("deaf")
async def test_nobody_is_refused_for_what_the_other_process_has_changed_already(two: Two) -> None:
    """Bob has seen Alice's move on another connection; the process he is on has not heard of it."""
    await two.alice.says("playMove", ply=0, square=4)
    await all_hear(two.alice, two.eve)

    await two.bob_says("playMove", ply=1, square=0)

    for person in (two.bob, two.zoe):
        assert (await two.elsewhere.do(person.hears()))["version"] == 1
    told = await two.elsewhere.do(all_hear(two.bob, two.zoe))
    assert (told["type"], told["ply"], told["square"]) == ("movePlayed", 1, 0)
    await two.look_again()


# --- Nobody is shown an older game than they have seen ----------------------------------------


@pytest.mark.usefixtures("deaf")
async def test_who_comes_sees_what_the_other_process_has_told_already(two: Two) -> None:
    """Bob's process holds the game and has not heard of Alice's move, which her page shows."""
    await two.alice.says("playMove", ply=0, square=4)
    await all_hear(two.alice, two.eve)

    there = two.elsewhere
    alice = await there.do(there.table.sits(two.game, mnk.Side.BLACK, "Alice"))

    assert alice.heard[-1]["version"] == 1
    for person in (two.bob, two.zoe):
        shown = await there.do(person.hears())
        assert (shown["type"], shown["version"]) == ("movePlayed", 1)


@pytest.mark.usefixtures("deaf")
async def test_who_asks_for_the_game_anew_sees_what_the_other_process_has_told(two: Two) -> None:
    await two.alice.says("playMove", ply=0, square=4)
    await all_hear(two.alice, two.eve)

    there = two.elsewhere
    await there.do(two.bob.sends(RESYNC))
    for person in (two.bob, two.zoe):
        shown = await there.do(person.hears())
        assert (shown["type"], shown["version"]) == ("movePlayed", 1)
    anew = await there.do(two.bob.hears())
    assert (anew["type"], anew["version"]) == ("snapshot", 1)


async def test_those_who_come_together_ask_the_database_once(
    two: Two, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    version = open_games._VERSION

    def counts(slug: str) -> list[Row]:
        asked.append(slug)
        return version(slug)

    monkeypatch.setattr(open_games, "_VERSION", counts)
    followed = hub.games.followed[two.game.slug]
    came = hub.loop.time()

    await asyncio.gather(*(hub.games.make_sure(followed, since=came) for _ in range(20)))

    assert asked == [two.game.slug]


async def test_a_game_that_has_caught_up_meanwhile_is_not_read_again(
    two: Two, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move is told while the sweep asks how far each game is."""
    asks, may_answer = threading.Event(), threading.Event()
    versions = open_games._versions

    def waits(slugs: tuple[str, ...]) -> list[tuple[str, int]]:
        asks.set()
        assert may_answer.wait(60)
        return versions(slugs)

    monkeypatch.setattr(open_games, "_versions", waits)
    sweeping = asyncio.create_task(hub.games.compare_all())
    await asyncio.to_thread(asks.wait, 60)
    await two.plays("b2")
    with monkeypatch.context() as patched:
        patched.setattr(history, "load", None)  # nobody asks for it
        patched.setattr(history, "load_each", None)
        may_answer.set()

        await sweeping
        await hub.games.catch_up(hub.games.followed[two.game.slug], 1)


async def test_who_comes_first_has_the_game_read_and_asks_no_more(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asks(slug: str) -> Never:
        raise AssertionError(slug)

    with monkeypatch.context() as patched:
        patched.setattr(open_games, "_VERSION", asks)
        await table.sits(await table.game(), None)


async def test_who_comes_while_it_cannot_be_asked_comes_back_later(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(slug: str) -> Never:
        raise OperationalError("no route to host")

    monkeypatch.setattr(open_games, "_VERSION", fails)

    carol = await two.here.comes_to(f"/ws/game/{two.game.slug}/", "Carol")
    await carol.is_sent_away(4503)
    # People who are here already are shown what they have been told.
    assert (await two.eve.sees_afresh())["version"] == 0


async def test_a_game_that_was_deleted_is_not_shown(two: Two) -> None:
    slug = two.game.slug
    await two.game.adelete()

    carol = await two.here.comes_to(f"/ws/game/{slug}/", "Carol")
    await carol.is_sent_away(4404)
    for person in (two.alice, two.eve):
        await person.leaves()
    for person in (two.bob, two.zoe):
        await two.elsewhere.do(person.leaves())


async def test_a_gap_between_hints_is_filled_by_a_fresh_read(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_games, "MOST_NEWS", 2)
    with monkeypatch.context() as patched:
        patched.setattr(Relay, "tell", lambda self, hint: None)
        await two.alice.says("playMove", ply=0, square=4)
        missed = await all_hear(two.alice, two.eve)
    await two.alice.says("offer draw")
    offered = await all_hear(two.alice, two.eve)

    for person in (two.bob, two.zoe):
        assert await two.elsewhere.do(person.hears()) == missed
        assert await two.elsewhere.do(person.hears()) == offered
    await two.plays("a1")


async def test_who_has_missed_very_much_sees_the_game_anew(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_games, "MOST_NEWS", 1)
    with monkeypatch.context() as patched:
        patched.setattr(Relay, "tell", lambda self, hint: None)
        await two.alice.says("playMove", ply=0, square=4)
        await all_hear(two.alice, two.eve)
    await two.alice.says("offer draw")
    await all_hear(two.alice, two.eve)

    for person in (two.bob, two.zoe):
        shown = await two.elsewhere.do(person.hears())
        assert (shown["type"], shown["version"]) == ("snapshot", 2)
        assert shown["offers"]["draw"] == "black"


# --- Redis goes down -------------------------------------------------------------------------


@pytest.mark.foreign_errors("channels_redis.pubsub")
async def test_a_process_knows_whether_what_it_sends_arrives(hub: Hub, redis: Redis) -> None:
    await hub.hear_others()
    assert await hub.others.is_reachable(PATIENCE_S)

    await asyncio.to_thread(redis.stop)

    assert not await hub.others.is_reachable(0.1)


async def test_a_process_without_others_has_nobody_to_miss(settings: Settings) -> None:
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    alone = Hub()
    assert alone.others.is_alone
    assert await alone.others.is_reachable(PATIENCE_S)
    await alone.close()


@pytest.mark.usefixtures("swept")
@pytest.mark.foreign_errors("channels_redis.pubsub")
async def test_games_go_on_while_redis_is_away_and_after_it_is_back(two: Two, redis: Redis) -> None:
    await two.reach_everybody("a1a2")
    await sync_to_async(redis.stop, thread_sensitive=False)()

    # Kept and seen in its own process at once …
    await two.alice_says("playMove", ply=2, square=4)
    told = await all_hear(two.alice, two.eve)
    assert (told["type"], told["version"]) == ("movePlayed", 3)
    # … and in the other by the sweep; Bob can answer.
    for person in (two.bob, two.zoe):
        shown = await two.elsewhere.do(person.hears())
        assert (shown["type"], shown["version"]) == ("movePlayed", 3)
    await two.bob_says("playMove", ply=3, square=8)
    told = await two.elsewhere.do(all_hear(two.bob, two.zoe))
    assert told["version"] == 4
    for person in (two.alice, two.eve):
        shown = await person.hears()
        assert (shown["type"], shown["version"]) == ("movePlayed", 4)

    await sync_to_async(redis.start, thread_sensitive=False)()

    await two.reach_everybody("a3b3")


@pytest.mark.usefixtures("swept")
@pytest.mark.foreign_errors("channels_redis.pubsub")
async def test_who_comes_while_redis_is_away_sees_the_game_and_its_moves(
    table: Table, elsewhere: Elsewhere, redis: Redis
) -> None:
    """Neither process has reached Redis before."""
    await sync_to_async(redis.stop, thread_sensitive=False)()
    game, other = await table.game(), await table.game()
    there = elsewhere.table

    async def come() -> tuple[Person, Person]:
        # At once, to two games: neither's failure to subscribe is the other's.
        first, second = await asyncio.gather(
            there.sits(game, mnk.Side.WHITE), there.sits(other, mnk.Side.WHITE, "Carol")
        )
        return first, second

    bob, carol = await elsewhere.do(come())
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("playMove", ply=0, square=4)
    assert (await alice.hears())["version"] == 1

    shown = await elsewhere.do(bob.hears())
    assert (shown["type"], shown["version"]) == ("movePlayed", 1)
    await elsewhere.do(carol.hears_nothing())


# --- Chat ------------------------------------------------------------------------------------


@pytest_asyncio.fixture
async def talkers(two: Two) -> Two:
    """The two processes, once each has read what was said before: nothing."""
    await _hears_the_chat(two.alice)
    await two.elsewhere.do(_hears_the_chat(two.bob))
    return two


async def _hears_the_chat(person: Person) -> None:
    await person.sends(READ_CHAT)
    assert (await person.hears())["type"] == "chat"


async def _talks(two: Two) -> Message:
    """Alice says something to Bob, who is in the other process."""
    await two.alice.says("say", room="players", text="Hello!")
    told = await two.alice.hears()
    assert await two.elsewhere.do(two.bob.hears()) == told
    return told


async def test_what_is_said_here_is_heard_there_once(talkers: Two) -> None:
    told = await _talks(talkers)
    assert (told["type"], told["line"]["text"]) == ("said", "Hello!")

    for hub in (current(), await talkers.elsewhere.hub()):
        await _looks(talkers, hub)

    await talkers.hear_nothing()


async def test_a_line_sent_again_to_the_other_process_is_kept_once(talkers: Two) -> None:
    await talkers.alice.says("say", id="x", room="players", text="Hello!")
    told = await talkers.alice.hears()
    there = talkers.elsewhere
    await there.do(talkers.bob.hears())
    again = await there.do(there.table.sits(talkers.game, mnk.Side.BLACK, "Alice"))
    await there.do(again.hears())  # the chat so far

    await there.do(again.says("say", id="x", room="players", text="Hello!"))

    assert await there.do(again.hears()) == told
    await talkers.hear_nothing()
    assert await models.ChatLine.objects.acount() == 1


async def test_what_a_hint_has_lost_is_found_by_the_sweep(talkers: Two, deaf: None) -> None:
    await talkers.alice.says("say", room="players", text="Hello!")
    told = await talkers.alice.hears()
    hub = await talkers.elsewhere.hub()

    for _ in range(3):
        await _looks(talkers, hub)

    assert await talkers.elsewhere.do(talkers.bob.hears()) == told
    await talkers.hear_nothing()

    rows = models.ChatLine.objects.all()
    hidden = await sync_to_async(talk.hide)(rows, at=now_ms())
    current().part(ChatFeed).tell(hidden)
    for _ in range(3):
        await _looks(talkers, hub)
    gone = await talkers.alice.hears()
    assert gone == {"type": "chatHidden", "room": "players", "id": told["line"]["id"]}
    assert await talkers.elsewhere.do(talkers.bob.hears()) == gone
    await talkers.hear_nothing()


async def _looks(two: Two, hub: Hub) -> None:
    """A process looks for lines that no hint told of."""
    look = hub.part(ChatFeed)._look()
    await (look if hub is current() else two.elsewhere.do(look))


# --- Quick pairing ---------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 7, 12])
async def test_a_crowd_in_two_processes_is_paired_two_by_two(
    table: Table, elsewhere: Elsewhere, count: int
) -> None:
    players = [await Player.objects.acreate(name=f"Visitor {n}") for n in range(count)]

    places = await asyncio.gather(
        *(
            elsewhere.do(elsewhere.table.seeks(player)) if n % 2 else table.seeks(player)
            for n, player in enumerate(players)
        )
    )

    await crowd.is_paired(places)


@pytest.mark.usefixtures("swept")
async def test_a_host_who_comes_back_through_another_process_goes_on_looking(
    table: Table, elsewhere: Elsewhere, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "BLINK_S", 0.0)
    place = await table.seeks(await Player.objects.acreate(name="Alice"))
    game = await models.Game.objects.aget(slug=place.game)
    host = await table.sits(game, mnk.Side.BLACK)
    await hub.part(Seeking).tick(now_ms())

    back = await elsewhere.do(elsewhere.table.sits(game, mnk.Side.BLACK))
    await host.leaves()
    async with asyncio.timeout(PATIENCE_S):
        while game.slug not in hub.presence.at_board():  # noqa: ASYNC110 - nothing tells
            await asyncio.sleep(0.01)
    await hub.part(Seeking).tick(now_ms())
    await elsewhere.do(back.hears_nothing())

    await elsewhere.do(back.leaves())
    async with asyncio.timeout(PATIENCE_S):
        while game.slug in hub.presence.at_board():  # noqa: ASYNC110 - nothing tells
            await asyncio.sleep(0.01)
    await hub.part(Seeking).tick(now_ms())
    await game.arefresh_from_db()
    assert game.termination == "abort"


async def test_a_host_at_another_process_does_not_lapse(table: Table, elsewhere: Elsewhere) -> None:
    alice, at = await Player.objects.acreate(name="Alice"), now_ms()
    place = await elsewhere.do(elsewhere.table.seeks(alice, at=at))
    game = await models.Game.objects.aget(slug=place.game)
    host = await elsewhere.do(elsewhere.table.sits(game, mnk.Side.BLACK))
    there = await elsewhere.hub()

    await elsewhere.do(there.part(Seeking).tick(at + 10_000))
    await current().part(Seeking).tick(at + seeks.LAPSE_MS)
    bob = await Player.objects.acreate(name="Bob")

    assert (await table.seeks(bob, at=at + seeks.LAPSE_MS)).game == place.game
    assert (await elsewhere.do(host.hears()))["type"] == "seatTaken"


async def test_both_processes_call_off_one_seek_and_it_ends_once(
    table: Table, elsewhere: Elsewhere
) -> None:
    at = now_ms()
    place = await table.seeks(await Player.objects.acreate(name="Alice"), at=at)
    there, late = await elsewhere.hub(), at + seeks.LAPSE_MS

    await asyncio.gather(
        current().part(Seeking).tick(late), elsewhere.do(there.part(Seeking).tick(late))
    )

    game = await models.Game.objects.aget(slug=place.game)
    assert (game.termination, game.version) == ("abort", 1)


# --- How much a person may say ---------------------------------------------------------------


async def test_who_has_said_enough_at_one_process_has_at_the_other(
    table: Table,
    elsewhere: Elsewhere,
    redis: Redis,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # On a busy machine Redis may be slow: then each process would count for itself.
    monkeypatch.setattr(limits, "PATIENCE_S", 30.0)
    settings.REDIS_URL = redis.url
    settings.INAROW_LIMITS = limits.configured("off,chat=4/day")
    game = await table.game()
    alice, bob = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)
    window = await elsewhere.do(elsewhere.table.sits(game, mnk.Side.BLACK, "Alice-there"))
    await elsewhere.do(_hears_the_chat(window))

    for number in range(3):
        await alice.says("say", text=f"Here {number}", room="players")
        assert (await all_hear(alice, bob))["line"]["text"] == f"Here {number}"
        assert (await elsewhere.do(window.hears()))["type"] == "said"
    await elsewhere.do(window.says("say", text="There", room="players"))
    assert (await elsewhere.do(window.hears()))["type"] == "said"
    await all_hear(alice, bob)

    await elsewhere.do(window.says("say", text="There again", room="players"))
    await elsewhere.do(window.is_refused("tooFast"))
    await alice.says("say", text="Here again", room="players")
    await alice.is_refused("tooFast")
    await bob.says("say", text="One at a time, please.", room="players")
    await all_hear(alice, bob)
    await elsewhere.do(window.hears())
    await limits.close()
    await elsewhere.do(limits.close())


# --- Ratings ---------------------------------------------------------------------------------


async def test_both_processes_count_one_game_and_everybody_hears_it_once(
    table: Table, elsewhere: Elsewhere
) -> None:
    game = await table.game(terms=Terms(rated=True))
    alice, bob = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)
    eve = await elsewhere.do(elsewhere.table.sits(game, None))
    await plays(game, "a1a2b1b2c1", alice, bob)
    for _ in range(5):
        assert (await elsewhere.do(eve.hears()))["type"] == "movePlayed"
    there, at = await elsewhere.hub(), now_ms()

    await asyncio.gather(current().part(Rating).tick(at), elsewhere.do(there.part(Rating).tick(at)))

    told = await all_hear(alice, bob)
    assert told["type"] == "rated"
    assert await elsewhere.do(eve.hears()) == told
    await alice.hears_nothing()
    counts = PlayerRating.objects.values_list("games", flat=True)
    assert [count async for count in counts] == [1, 1]


async def test_two_games_of_one_player_that_end_in_two_processes_both_count(
    table: Table, elsewhere: Elsewhere
) -> None:
    """Each process reads the rating, then writes it: neither takes the other's for its own."""
    games = [await table.game(terms=Terms(rated=True)) for _ in range(6)]
    alice = await models.Seat.objects.aget(game=games[0], side=mnk.Side.BLACK)
    await models.Seat.objects.filter(side=mnk.Side.BLACK).aupdate(player=alice.player_id)
    for game in games:
        people = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)
        await plays(game, "a1a2b1b2c1", *people)
    there, at = await elsewhere.hub(), now_ms()

    async with asyncio.timeout(PATIENCE_S):
        while await models.Game.objects.filter(ratings_counted=False).aexists():
            await asyncio.gather(
                current().part(Rating).tick(at), elsewhere.do(there.part(Rating).tick(at))
            )

    kept = await PlayerRating.objects.aget(player=alice.player_id)
    expected = glicko.Rating()
    for _ in games:
        expected = glicko.after(expected, [glicko.Result(glicko.Rating(), 1.0)])
    assert kept.games == 6
    assert kept.rating == pytest.approx(expected.rating)


async def test_a_process_that_missed_the_end_reads_the_game_again_and_counts_it(
    table: Table, elsewhere: Elsewhere
) -> None:
    game = await table.game(terms=Terms(rated=True))
    alice, bob = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)
    eve = await elsewhere.do(elsewhere.table.sits(game, None))
    await plays(game, "a1a2b1b2", alice, bob)
    for _ in range(4):
        await elsewhere.do(eve.hears())
    there = await elsewhere.hub()
    held = there.games.followed[game.slug].game
    await plays(game, "c1", alice, bob)
    await elsewhere.do(eve.hears())

    async def miss_and_count() -> bool:
        there.games.followed[game.slug].game = held
        return await rating.count(there, game.slug, at=now_ms())

    assert await elsewhere.do(miss_and_count())

    assert (await all_hear(alice, bob))["type"] == "rated"
