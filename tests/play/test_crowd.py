"""Many watch one game: everybody hears everything in order and once, and nobody waits for them."""

import asyncio
import random

import pytest

from games import mnk
from games.play import crowd as crowd_module
from games.play import protocol
from games.play.crowd import AT_ONCE, MOST_WAITING, Crowd
from games.players.identify import STRANGER


class Listener:
    """Somebody at a socket, who notes what they hear."""

    def __init__(self, side: mnk.Side | None = None) -> None:
        self.side = side
        self.who = STRANGER
        self.spectator: protocol.SpectatorPart | None = None
        self.heard: list[str] = []
        self.frames: list[bytes | None] = []

    def push(self, text: str, frame: bytes | None = None) -> None:
        self.heard.append(text)
        self.frames.append(frame)

    def lose_seat(self) -> None:
        raise AssertionError("nobody has a key here")


@pytest.fixture
def crowd(monkeypatch: pytest.MonkeyPatch) -> Crowd:
    """An empty crowd. A pause takes no time: it ends with the turn of the loop."""
    monkeypatch.setattr(crowd_module, "PAUSE_S", 0.0)
    return Crowd()


def _spectators(crowd: Crowd, count: int) -> list[Listener]:
    spectators = [Listener() for _ in range(count)]
    crowd.update(spectators)
    return spectators


async def _turns(count: int) -> None:
    """Let this many turns pass, each with its pause, which takes a turn of the loop as well."""
    for _ in range(2 * count):
        await asyncio.sleep(0)


async def test_few_are_told_at_once(crowd: Crowd) -> None:
    few = _spectators(crowd, AT_ONCE)

    crowd.push("a1")

    assert [each.heard for each in few] == [["a1"]] * AT_ONCE


async def test_the_players_do_not_wait_for_a_thousand_spectators(crowd: Crowd) -> None:
    thousand = _spectators(crowd, 1000)
    alice, bob = Listener(mnk.Side.BLACK), Listener(mnk.Side.WHITE)
    crowd.update((alice, bob))

    crowd.push("a1")
    crowd.push("b2")

    assert alice.heard == bob.heard == ["a1", "b2"]
    assert not any(each.heard for each in thousand)


async def test_of_many_a_few_are_told_in_each_turn_until_all_are(crowd: Crowd) -> None:
    many = _spectators(crowd, 40 * AT_ONCE)

    crowd.push("a1")

    told = []
    for _ in range(2 * 40):
        told.append(sum(len(each.heard) for each in many))
        await asyncio.sleep(0)
    assert sorted(set(told)) == [AT_ONCE * turn for turn in range(41)]
    assert [each.heard for each in many] == [["a1"]] * len(many)


async def test_between_two_turns_is_a_pause_for_who_plays(
    crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd_module, "PAUSE_S", 3_600.0)
    thousand = _spectators(crowd, 1000)

    crowd.push("a1")
    await _turns(10)

    assert sum(len(each.heard) for each in thousand) == AT_ONCE


async def test_what_is_for_the_players_comes_to_them_alone(crowd: Crowd) -> None:
    thousand = _spectators(crowd, 1000)
    alice = Listener(mnk.Side.BLACK)
    crowd.add(alice)

    crowd.push("a1", lambda side: side is not None)
    await _turns(1 + 1000 // AT_ONCE)

    assert alice.heard == ["a1"]
    assert not any(each.heard for each in thousand)


async def test_what_is_for_the_spectators_comes_in_its_turn(crowd: Crowd) -> None:
    many = _spectators(crowd, 2 * AT_ONCE)
    alice = Listener(mnk.Side.BLACK)
    crowd.add(alice)

    crowd.push("a1")
    crowd.push("Hello!", lambda side: side is None)
    crowd.push("b2")
    await _turns(10)

    assert alice.heard == ["a1", "b2"]
    assert [each.heard for each in many] == [["a1", "Hello!", "b2"]] * len(many)


async def test_all_get_the_same_frame(crowd: Crowd) -> None:
    many = _spectators(crowd, 3 * AT_ONCE)

    crowd.push("a1")
    await _turns(3)

    assert len({id(frame) for each in many for frame in each.frames}) == 1
    assert many[0].frames == [b"\x81\x02a1"]


@pytest.mark.parametrize("seed", range(5))
async def test_who_comes_and_goes_hears_all_that_is_told_meanwhile_in_order_and_once(
    crowd: Crowd, seed: int
) -> None:
    rng = random.Random(seed)
    present: dict[Listener, int] = {}  # and how many texts had been told when they came
    left: list[tuple[Listener, int, int]] = []
    told: list[str] = []
    for _ in range(400):
        match rng.choice(("come", "come", "come", "go", "tell", "wait")):
            case "come":
                for _ in range(rng.randrange(10)):
                    listener = Listener(rng.choice((None, None, None, mnk.Side.BLACK)))
                    present[listener] = len(told)
                    crowd.add(listener)
            case "go" if present:
                listener = rng.choice(list(present))
                crowd.discard(listener)
                left.append((listener, present.pop(listener), len(listener.heard)))
            case "tell":
                told.append(str(len(told)))
                crowd.push(told[-1])
            case _:
                await _turns(rng.randrange(4))
    await _turns(len(told) * (1 + len(present) // AT_ONCE))

    assert len(present) > 5 * AT_ONCE
    for listener, came in present.items():
        assert listener.heard == told[came:]
    for listener, came, heard in left:
        assert listener.heard == told[came:][:heard], "nothing after they went"


async def test_a_crowd_that_is_told_faster_than_it_hears_is_told_in_one_go(crowd: Crowd) -> None:
    many = _spectators(crowd, 10 * AT_ONCE)
    told = [str(number) for number in range(MOST_WAITING + 5)]

    for text in told:
        crowd.push(text)

    assert all(each.heard == told[:5] for each in many)
    await _turns(10 * MOST_WAITING)
    assert all(each.heard == told for each in many)


async def test_who_has_few_left_is_told_what_waits_first(crowd: Crowd) -> None:
    many = _spectators(crowd, 2 * AT_ONCE)
    crowd.push("a1")
    for each in many[AT_ONCE:]:
        crowd.discard(each)

    crowd.push("b2")
    await _turns(4)

    assert [each.heard for each in many[:AT_ONCE]] == [["a1", "b2"]] * AT_ONCE
    assert not any(each.heard for each in many[AT_ONCE:])
