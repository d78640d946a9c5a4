"""The law of the lobby: the old lobby and what is told of its changes make the new one."""

import json
import random
import subprocess

import msgspec
from asgiref.sync import sync_to_async
from hypothesis import given, settings
from hypothesis import strategies as st

from games import mnk
from games.lobby.changes import changed, list_changed
from games.play import protocol, wire
from tests.live.parts import ROOT
from tests.people import Message
from tests.play.test_reducer import NODE
from tests.reducer import lobby_after

_VARIANT = mnk.PRESETS["10x10"].variant
_ALICE = protocol.PlayerPart(name="Alice", kind="guest", player="alice")
_CHANCES = st.builds(random.Random, st.integers(0, 2**64))
"""Seeded: Hypothesis's own take five times as long, for each number is an example's choice."""


def _game(rng: random.Random, slug: str) -> protocol.LobbyGame:
    moves = None if rng.random() < 0.2 else tuple(rng.sample(range(100), rng.randrange(6)))
    return protocol.LobbyGame(
        game=slug,
        variant=wire.variant_part(_VARIANT),
        seats=protocol.SeatsPart(_ALICE, rng.choice([None, _ALICE])),
        ply=None if moves is None else len(moves),
        control=rng.choice([None, protocol.ControlPart(300_000, 3_000, 0, 0)]),
        family=mnk.Family.TEN,
        moves=moves,
        delay=None if moves is not None else protocol.DelayPart(ms=30_000, moves=0),
        spectators=rng.randrange(3),
        away=_away(rng),
    )


def _away(rng: random.Random) -> tuple[protocol.SideWord, ...]:
    return tuple(side for side in protocol.SideWord if rng.random() < 0.3)


def _games(rng: random.Random) -> tuple[protocol.LobbyGame, ...]:
    slugs = [f"game{number}" for number in range(8)]
    return tuple(_game(rng, slug) for slug in rng.sample(slugs, rng.randrange(9)))


def _next_games(
    rng: random.Random, games: tuple[protocol.LobbyGame, ...]
) -> tuple[protocol.LobbyGame, ...]:
    """What may become of a list: moves, takebacks, ends, beginnings, another order."""
    after = [each for game in games if (each := _next_game(rng, game)) is not None]
    held = {game.game for game in games}
    for game in _games(rng)[:3]:
        if game.game not in held:
            after.insert(rng.choice([0, 0, rng.randrange(len(after) + 1)]), game)
    if rng.random() < 0.3:
        rng.shuffle(after)
    return tuple(after)


def _next_game(rng: random.Random, game: protocol.LobbyGame) -> protocol.LobbyGame | None:
    what = rng.randrange(8)
    if what == 0:
        return None
    if what == 1:
        return _game(rng, game.game)  # anything
    if what in (2, 3) and game.moves is not None:
        free = [square for square in range(100) if square not in game.moves]
        moves = (*game.moves, *rng.sample(free, rng.randrange(1, 4)))
        return msgspec.structs.replace(game, moves=moves, ply=len(moves))
    if what == 4:
        return msgspec.structs.replace(game, spectators=rng.randrange(3), away=_away(rng))
    return game if what == 5 else msgspec.structs.replace(game)  # the same, another value


def _counts(rng: random.Random) -> protocol.LobbyCounts:
    return protocol.LobbyCounts(rng.randrange(2), rng.randrange(2), rng.randrange(2))


def _tv(rng: random.Random) -> tuple[protocol.Channel, ...]:
    return tuple(protocol.Channel(mnk.Family.TEN, f"game{rng.randrange(2)}") for _ in range(2))


def _lobby(rng: random.Random) -> protocol.Lobby:
    return protocol.Lobby(
        epoch="e",
        number=5,
        open=_games(rng),
        live=_games(rng),
        counts=_counts(rng),
        tv=_tv(rng),
    )


def _next_lobby(rng: random.Random, before: protocol.Lobby) -> protocol.Lobby:
    return msgspec.structs.replace(
        before,
        number=before.number + 1,
        open=rng.choice([before.open, _next_games(rng, before.open)]),
        live=rng.choice([before.live, _next_games(rng, before.live)]),
        counts=rng.choice([before.counts, _counts(rng)]),
        tv=rng.choice([before.tv, _tv(rng)]),
    )


def _told(message: protocol.Lobby | protocol.LobbyChanged) -> Message:
    told: Message = json.loads(protocol.encode(message))
    return told


@settings(max_examples=300)
@given(_CHANCES)
def test_the_old_lobby_and_the_changes_make_the_new_one(rng: random.Random) -> None:
    before = _lobby(rng)
    after = _next_lobby(rng, before)
    change = changed(before, after)
    if change is None:
        assert _told(msgspec.structs.replace(after, number=before.number)) == _told(before)
    else:
        assert lobby_after(_told(before), _told(change)) == _told(after)


@given(_CHANCES)
def test_of_what_has_not_changed_nothing_is_told(rng: random.Random) -> None:
    before = _lobby(rng)
    again = msgspec.structs.replace(
        before, number=6, live=tuple(msgspec.structs.replace(game) for game in before.live)
    )
    assert changed(before, again) is None


def test_moves_are_told_and_what_is_known_is_not() -> None:
    rng = random.Random(1)
    old = msgspec.structs.replace(_game(rng, "game"), moves=(1, 2), ply=2, delay=None)
    new = msgspec.structs.replace(old, moves=(1, 2, 3, 4), ply=4)

    change = list_changed([old], [new])

    assert change == protocol.ListChanged(moved=(protocol.GameMoved(game="game", moves=(3, 4)),))


def test_a_record_that_does_not_go_on_is_told_anew() -> None:
    rng = random.Random(1)
    old = msgspec.structs.replace(_game(rng, "game"), moves=(1, 2), ply=2, delay=None)
    for moves in ((1,), (1, 3), (1, 3, 4)):
        new = msgspec.structs.replace(old, moves=moves, ply=len(moves))
        assert list_changed([old], [new]) == protocol.ListChanged(came=(new,))


def test_one_that_comes_to_the_front_needs_no_order() -> None:
    rng = random.Random(1)
    a, b, c = [_game(rng, slug) for slug in "abc"]

    assert list_changed([a, b], [c, a]) == protocol.ListChanged(gone=("b",), came=(c,))
    assert list_changed([a, b], [b, a]) == protocol.ListChanged(order=("b", "a"))


async def test_the_browser_makes_the_same_of_the_changes() -> None:
    rng = random.Random(20)
    cases = []
    for _ in range(200):
        lobby = before = _lobby(rng)
        changes = []
        for _ in range(3):
            after = _next_lobby(rng, lobby)
            if (change := changed(lobby, after)) is not None:
                # Heard twice it is applied once.
                changes += [_told(change)] * rng.choice([1, 1, 2])
                lobby = after
        cases.append({"before": _told(before), "changes": changes, "after": _told(lobby)})
    wrong = json.loads(json.dumps(cases[0]))
    wrong["after"]["number"] += 1
    replay = sync_to_async(_replay, thread_sensitive=False)

    done = await replay(json.dumps(cases))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "200 of 200 cases agree." in done.stdout

    # It can fail: a wrong case is found.
    done = await replay(json.dumps([wrong]))
    assert done.returncode == 1
    assert "0 of 1 cases agree." in done.stdout


def _replay(cases: str) -> "subprocess.CompletedProcess[str]":
    build = NODE + "npm --prefix frontend run --silent build:replay"
    subprocess.run(build, shell=True, cwd=ROOT, check=True, capture_output=True)
    return subprocess.run(
        NODE + "node frontend/dist-test/replaylobby.mjs",
        shell=True,
        cwd=ROOT,
        input=cases,
        capture_output=True,
        text=True,
        check=False,
    )
