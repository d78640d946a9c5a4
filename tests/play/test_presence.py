"""Presence: everybody sees who is connected."""

import asyncio
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.play import notices
from games.play.connected import MOST_NAMED, Connected, ConnectedHere
from games.play.hub import Hub, presence
from games.play.protocol import SpectatorPart
from games.play.relay import Relay
from games.play.watching import Delay, Watching
from games.players.models import Player
from tests.people import Message, Person, Table


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Presence is told without the pause meant for people's eyes."""
    monkeypatch.setattr(presence, "PRESENCE_S", 0.02)


async def _sees(person: Person, **expected: object) -> None:
    """Sooner or later presence is this. (Somebody who blinks may miss what was in between.)"""
    presence: Message = {}
    while not expected.items() <= presence.items():
        presence = await person.hears_presence()


async def test_who_comes_and_goes_is_seen_by_the_others(table: Table) -> None:
    game = await table.game()
    alice = await table.sits(game, mnk.Side.BLACK)
    await _sees(alice, black=True, white=False, spectators=0)

    bob = await table.sits(game, mnk.Side.WHITE)
    await _sees(alice, black=True, white=True, spectators=0)
    await _sees(bob, black=True, white=True, spectators=0)

    await bob.leaves()
    await _sees(alice, black=True, white=False, spectators=0)


async def test_spectators_are_counted(table: Table) -> None:
    game = await table.game()
    eve = await table.sits(game, None)
    others = [await table.sits(game, None, f"Spectator {number}") for number in range(4)]
    await _sees(eve, black=False, white=False, spectators=5)

    for other in others[:3]:
        await other.leaves()

    await _sees(eve, black=False, white=False, spectators=2)


async def test_a_seat_with_two_sockets_is_there_until_the_last_closes(table: Table) -> None:
    game = await table.game()
    eve = await table.sits(game, None)
    phone, laptop = [await table.sits(game, mnk.Side.BLACK) for _ in range(2)]
    await _sees(eve, black=True, white=False, spectators=1)

    await phone.leaves()
    bob = await table.sits(game, mnk.Side.WHITE)
    await _sees(eve, black=True, white=True, spectators=1)
    await laptop.leaves()
    await _sees(eve, black=False, white=True, spectators=1)
    await bob.leaves()


async def test_a_newcomer_is_told_though_the_count_is_as_before(table: Table) -> None:
    game = await table.game()
    alice = await table.sits(game, mnk.Side.BLACK)
    eve = await table.sits(game, None)
    await _sees(alice, black=True, white=False, spectators=1)

    # Eve's connection blinks: she leaves and comes back before anybody is told.
    await eve.leaves()
    eve = await table.sits(game, None)

    await _sees(eve, black=True, white=False, spectators=1)


async def test_what_the_sweep_has_told_is_not_told_once_more_when_it_would_have_been_due(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.game()
    alice = await table.sits(game, mnk.Side.BLACK)
    await _sees(alice, black=True, white=False, spectators=0)
    followed = hub.games.followed[game.slug]
    told: list[str] = []

    def notes(others: Relay, notice: notices.Notice) -> None:
        if isinstance(notice, notices.Attended):
            told.append(notice.game)

    monkeypatch.setattr(Relay, "tell", notes)
    hub.presence.changed(followed)
    due = followed.presence_due
    assert due is not None

    hub.presence.tell_all()

    assert told == [game.slug]
    assert due.cancelled()
    assert followed.presence_due is None


# --- Spectators by name ------------------------------------------------------------------------


async def _player(name: str) -> Player:
    return await Player.objects.acreate(name=name)


def _names(*players: Player) -> list[Message]:
    return [{"player": player.slug, "name": player.name} for player in players]


async def test_spectators_who_have_a_name_are_told_and_the_others_counted(table: Table) -> None:
    game = await table.game()
    alice = await table.sits(game, mnk.Side.BLACK)
    zoe, yan = await _player("Zoe <b>"), await _player("Yan")

    await table.watches(game, zoe)
    await table.sits(game, None)
    yans = await table.watches(game, yan)

    await _sees(alice, spectators=3, names=_names(zoe, yan))
    await _sees(yans, spectators=3, names=_names(zoe, yan))
    await yans.leaves()
    await _sees(alice, spectators=2, names=_names(zoe))


async def test_somebody_with_two_windows_is_one_until_both_are_closed(table: Table) -> None:
    game = await table.game()
    alice = await table.sits(game, mnk.Side.BLACK)
    zoe, yan = await _player("Zoe"), await _player("Yan")
    windows = [await table.watches(game, zoe) for _ in range(2)]
    await _sees(alice, spectators=1, names=_names(zoe))

    await windows[0].leaves()
    await table.watches(game, yan)
    await _sees(alice, spectators=2, names=_names(zoe, yan))

    await windows[1].leaves()
    await _sees(alice, spectators=1, names=_names(yan))


async def test_a_player_of_the_game_is_no_spectator_of_it(table: Table) -> None:
    game = await table.game()
    eve = await table.sits(game, None)

    await table.sits(game, mnk.Side.WHITE)

    await _sees(eve, white=True, spectators=1, names=[])


async def test_who_watches_late_is_named_too(table: Table) -> None:
    game = await table.game(watching=Watching(delay=Delay(ms=300_000)))
    alice = await table.sits(game, mnk.Side.BLACK)
    zoe = await _player("Zoe")

    watching = await table.watches(game, zoe)

    await _sees(alice, spectators=1, names=_names(zoe))
    await _sees(watching, black=True, spectators=1, names=_names(zoe))


async def test_of_a_crowd_twenty_are_named(table: Table) -> None:
    game = await table.game()
    alice = await table.sits(game, mnk.Side.BLACK)
    crowd = [await _player(f"Fan {number}") for number in range(MOST_NAMED + 2)]

    sockets = [await table.watches(game, player) for player in crowd]
    await _sees(alice, spectators=MOST_NAMED + 2, names=_names(*crowd[:MOST_NAMED]))

    # One of the named goes: the next of the crowd moves up.
    await sockets[0].leaves()
    await _sees(alice, spectators=MOST_NAMED + 1, names=_names(*crowd[1 : MOST_NAMED + 1]))


_FANS = [SpectatorPart(f"fan{number}", f"Fan {number}") for number in range(25)]
_sockets = st.tuples(st.sampled_from((*mnk.Side, None)), st.sampled_from((*_FANS, None)))


@given(st.lists(_sockets, max_size=60), st.randoms(use_true_random=False))
def test_the_counts_are_those_of_the_sockets_that_are_open(
    sockets: list[tuple[mnk.Side | None, SpectatorPart | None]], rng: random.Random
) -> None:
    here = ConnectedHere()
    for socket in sockets:
        here.comes(*socket)
    closed = rng.sample(sockets, len(sockets) // 2)
    for socket in closed:
        here.goes(*socket)
        sockets.remove(socket)

    now = here.now()

    watching = [spectator for side, spectator in sockets if side is None]
    fans = {fan for fan in watching if fan is not None}
    assert now.black == sum(side is mnk.Side.BLACK for side, _ in sockets)
    assert now.white == sum(side is mnk.Side.WHITE for side, _ in sockets)
    assert now.spectators == watching.count(None) + len(fans)
    assert set(now.named) <= fans
    assert len(now.named) == min(len(fans), MOST_NAMED)


def test_who_is_named_by_two_processes_is_one() -> None:
    zoe, yan = _FANS[:2]

    both = Connected(1, 0, 3, (zoe,)) + Connected(0, 1, 2, (yan, zoe))

    assert both == Connected(1, 1, 4, (zoe, yan))


async def test_a_player_is_here_until_their_last_socket_closes_here_and_elsewhere(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.game()
    eve = await Player.objects.acreate(name="Eve")

    def here() -> frozenset[int]:
        return hub.presence.online().players

    phone, laptop = await table.watches(game, eve), await table.watches(game, eve)

    await phone.leaves()
    assert here() == {eve.pk}
    await laptop.leaves()
    assert here() == frozenset()

    hub.presence._hear_online("elsewhere", notices.Online(frozenset({eve.pk})))
    assert here() == {eve.pk}
    monkeypatch.setattr(presence, "PRESENCE_EXPIRES_S", 0.0)
    await asyncio.sleep(0.01)
    assert here() == frozenset()


async def test_who_leaves_at_another_process_was_there_until_then(table: Table, hub: Hub) -> None:
    game = await table.game()
    async with hub.games.following(game.slug) as followed:
        hub.others.hear("there", notices.Attended(game.slug, Connected(white=1)))
        hub.presence.present(followed)
        followed.here_until[mnk.Side.WHITE] -= 3600.0  # nobody has looked since

        hub.others.hear("there", notices.Attended(game.slug, Connected()))

        assert hub.presence.away_ms(followed, mnk.Side.WHITE) < 1_800_000


async def test_whoever_wants_to_know_hears_who_leaves_a_game(table: Table, hub: Hub) -> None:
    gone: list[mnk.Side | None] = []
    hub.presence.on_going = lambda followed, subscriber: gone.append(subscriber.side)
    game = await table.game()
    alice, eve = await table.sits(game, mnk.Side.BLACK), await table.sits(game, None)
    for person in (eve, alice):
        await person.leaves()
    assert gone == [None, mnk.Side.BLACK]


async def test_who_left_long_ago_is_forgotten_though_another_has_just_left_again(hub: Hub) -> None:
    there, black, white = hub.presence, Connected(black=1), Connected(white=1)
    there._note_left("g", black + white, white)
    there._note_left("g", white, Connected())
    there._left["g", mnk.Side.WHITE] -= 3600.0
    there._note_left("g", black, Connected())  # who has been back meanwhile
    assert there.at_board() == {"g": mnk.BySide(True, False)}


async def test_a_process_that_joins_is_told_who_is_here_and_tells_who_is_there(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.sits(await table.game(), mnk.Side.BLACK)
    told: list[object] = []
    monkeypatch.setattr(hub.others, "tell", told.append)

    hub.others.hear("there", notices.Joined())

    assert {type(notice) for notice in told} == {notices.Online, notices.Attended}
    people = hub.presence.online().people
    hub.others.hear("there", notices.Online(frozenset({1000}), others=1))
    assert hub.presence.online().people == people + 2


async def test_what_a_process_said_long_ago_is_forgotten(hub: Hub) -> None:
    hub.others.hear("there", notices.Attended("g", Connected(white=1)))
    (said,) = hub.presence._elsewhere.values()
    said["there"] = said["there"][0] - 3600.0, Connected(white=1)
    hub.presence.tell_all()
    assert not hub.presence._elsewhere
