"""Connecting: who may, as whom, and why a connection is ended."""

import asyncio
import json
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings as django_settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError
from pytest_django import Settings

from config.asgi import pages_and_sockets as application
from games import mnk
from games.play import history, models, protocol
from games.play.protocol import MAX_FRAME, SUBPROTOCOL
from games.sockets.socket import FRAME_EXTENSION
from tests.people import HOST, OWN_ORIGIN, PATIENCE_S, PING, Headers, Table, all_hear, plays


async def _welcome(table: Table, game: models.Game, headers: Headers) -> str | None:
    """The side somebody with these headers is welcomed as."""
    person = await table.comes_to(f"/ws/game/{game.slug}/", "Somebody", headers)
    welcome = await person.hears()
    assert welcome["type"] == "welcome"
    assert (await person.hears())["type"] == "snapshot"
    side: str | None = welcome["side"]
    return side


async def _cookie_of(game: models.Game, side: mnk.Side) -> tuple[bytes, bytes]:
    """The cookie of a browser whose session is the player of a seat."""
    seat = await models.Seat.objects.aget(game=game, side=side)
    session = SessionStore()
    await session.aset("player", seat.player_id)
    await session.asave()
    return (b"cookie", f"{django_settings.SESSION_COOKIE_NAME}={session.session_key}".encode())


# --- A database that is away -----------------------------------------------------------------


async def test_who_comes_while_the_database_is_away_is_told_to_come_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.game()

    def fails(slugs: object) -> None:
        raise OperationalError("connection refused")

    with monkeypatch.context() as patched:
        patched.setattr(history, "load_each", fails)
        early = await table.comes_to(f"/ws/game/{game.slug}/", "Eve")
        await early.is_sent_away(4503)
    alice, bob, eve = await table.three(game)
    await plays(game, "b2", alice, bob, eve)


# --- Frames that end a connection ------------------------------------------------------------


async def test_a_binary_frame_ends_the_connection(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)

    await alice.socket.send_to(bytes_data=PING.encode())

    await alice.is_sent_away(4415)
    await plays(game, "", bob, eve)
    await bob.hears_nothing()


async def test_a_frame_that_is_too_big_ends_the_connection(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)

    await alice.sends(PING + " " * (MAX_FRAME - len(PING)))
    assert (await alice.hears())["type"] == "pong"
    await alice.sends(PING + " " * (MAX_FRAME - len(PING) + 1))

    await alice.is_sent_away(4413)
    await bob.hears_nothing()
    await eve.hears_nothing()


async def test_a_frame_of_a_megabyte_ends_the_connection(table: Table) -> None:
    game = await table.game()
    alice = await table.sits(game, mnk.Side.BLACK)

    await alice.sends(json.dumps({"type": "resign", "id": "x" * 2**20}))

    await alice.is_sent_away(4413)
    assert (await models.Game.objects.aget()).termination == ""


async def test_who_sends_too_fast_is_told_so_and_then_sent_away(
    table: Table, settings: Settings
) -> None:
    settings.INAROW_FRAMES_PER_SECOND = 0.01
    settings.INAROW_FRAMES_BURST = 4
    game = await table.game()
    alice, bob = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)

    for _ in range(4):
        await alice.sends(PING)
        assert (await alice.hears())["type"] == "pong"
    for _ in range(4):
        id = await alice.says("playMove", ply=0, square=4)
        assert (await alice.is_refused("tooFast"))["id"] == id
    await alice.sends(PING)

    await alice.is_sent_away(4429)
    assert await models.Move.objects.acount() == 0
    assert (await bob.sees_afresh())["version"] == 0
    await bob.leaves()


async def test_the_allowance_of_one_is_not_spent_by_another(
    table: Table, settings: Settings
) -> None:
    settings.INAROW_FRAMES_PER_SECOND = 0.01
    settings.INAROW_FRAMES_BURST = 2
    game = await table.game()
    alice, bob = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)
    for _ in range(3):
        await alice.sends(PING)
    assert [(await alice.hears())["type"] for _ in range(3)] == ["pong", "pong", "rejected"]

    await bob.sends(PING)
    assert (await bob.hears())["type"] == "pong"
    await alice.leaves()
    await bob.leaves()


async def test_the_allowance_fills_again(table: Table, settings: Settings) -> None:
    settings.INAROW_FRAMES_PER_SECOND = 1e6
    settings.INAROW_FRAMES_BURST = 1
    game = await table.game()
    alice = await table.sits(game, mnk.Side.BLACK)

    for _ in range(20):
        await alice.sends(PING)
        assert (await alice.hears())["type"] == "pong"
    await alice.leaves()


# --- Addresses and subprotocols --------------------------------------------------------------


@pytest.mark.parametrize("offered", [[], ["inarow.v0"], ["inarow.v11", "chat"]])
@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/game/{slug}/"])
async def test_another_language_is_not_spoken_here(
    table: Table, path: str, offered: list[str]
) -> None:
    game = await table.game()
    path = path.format(slug=game.slug)
    socket = WebsocketCommunicator(application, path, [(b"host", HOST)], offered)

    # Accepted first: only then does a browser learn the code.
    assert await socket.connect(timeout=PATIENCE_S) == (True, None)

    assert await socket.receive_output(PATIENCE_S) == {"type": "websocket.close", "code": 4400}
    await socket.wait(PATIENCE_S)


async def test_our_language_among_others_is_chosen(table: Table) -> None:
    game = await table.game()
    socket = WebsocketCommunicator(
        application, f"/ws/game/{game.slug}/", [(b"host", HOST)], ["inarow.v2", SUBPROTOCOL]
    )

    assert await socket.connect(timeout=PATIENCE_S) == (True, SUBPROTOCOL)

    await socket.disconnect(timeout=PATIENCE_S)


async def test_a_server_that_takes_finished_frames_is_given_them(table: Table) -> None:
    game = await table.game()
    alice, bob = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)
    socket = WebsocketCommunicator(
        application, f"/ws/game/{game.slug}/", [(b"host", HOST)], [SUBPROTOCOL]
    )
    written: asyncio.Queue[bytes] = asyncio.Queue()
    frames: dict[object, object] = {
        "write": written.put_nowait,
        "lag": lambda: None,
        "hear": lambda hears: None,
    }
    socket.scope["extensions"] = {FRAME_EXTENSION: frames}
    assert await socket.connect(timeout=PATIENCE_S) == (True, SUBPROTOCOL)

    async def hears() -> Any:
        async with asyncio.timeout(PATIENCE_S):
            while True:
                frame = await written.get()
                text = frame[frame.index(b"{") :].decode()
                assert frame == protocol.text_frame(text)
                if (message := json.loads(text))["type"] != "presence":
                    return message

    assert await hears() == {"type": "welcome", "side": None}
    assert (await hears())["type"] == "snapshot"
    (told,) = await plays(game, "a1", alice, bob)
    assert await hears() == told
    await socket.disconnect(timeout=PATIENCE_S)


@pytest.mark.parametrize(
    "path",
    [
        "/ws/game/nosuchgame/",
        "/ws/game/" + "a" * 500 + "/",
        "/ws/game/",
        "/ws/",
        "/",
        "/ws/lobby",
        "/ws/game/a/b/",
        "/ws/game/ö/",
        "/admin/",
    ],
)
async def test_where_nothing_is_there_is_a_code_for_it(table: Table, path: str) -> None:
    person = await table.comes_to(path, "Somebody")

    await person.is_sent_away(4404)


# --- Origins ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin",
    [
        pytest.param(b"http://evil.example", id="another site"),
        pytest.param(b"http://127.0.0.1:9000", id="another port of this machine"),
        pytest.param(b"http://127.0.0.1", id="the port left out"),
        pytest.param(b"http://127.0.0.1:8000.evil.example", id="our name as a beginning"),
        pytest.param(b"http://127.0.0.1:8000@evil.example", id="our name as a user"),
        pytest.param(b"http://localhost:8000", id="another name of this machine"),
        pytest.param(b"null", id="a sandboxed page"),
        pytest.param(b"http://[", id="no address"),
        pytest.param("http://ö.example".encode(), id="letters"),
        pytest.param(b"\xff\xfe", id="bytes"),
        pytest.param(b"file://", id="a file"),
    ],
)
@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/game/{slug}/", "/elsewhere/"])
async def test_a_page_from_elsewhere_is_denied(table: Table, origin: bytes, path: str) -> None:
    game = await table.game()
    socket = WebsocketCommunicator(
        application,
        path.format(slug=game.slug),
        [(b"host", HOST), (b"origin", origin), await _cookie_of(game, mnk.Side.BLACK)],
        [SUBPROTOCOL],
    )

    connected, _ = await socket.connect(timeout=PATIENCE_S)

    assert not connected
    await socket.wait(PATIENCE_S)


@pytest.mark.parametrize("host", [b"evil.example", b"", b"127.0.0.1:8000, evil.example", b"\xff"])
async def test_a_forged_host_is_denied(table: Table, host: bytes) -> None:
    game = await table.game()
    socket = WebsocketCommunicator(
        application, f"/ws/game/{game.slug}/", [(b"host", host)], [SUBPROTOCOL]
    )

    connected, _ = await socket.connect(timeout=PATIENCE_S)

    assert not connected
    await socket.wait(PATIENCE_S)


# --- As whom ---------------------------------------------------------------------------------


async def test_a_browser_on_our_own_page_has_its_seat(table: Table) -> None:
    game = await table.game()
    for side in mnk.Side:
        headers = [(b"origin", OWN_ORIGIN), await _cookie_of(game, side)]
        assert await _welcome(table, game, headers) == side.word


async def test_a_cookie_without_an_origin_speaks_for_nobody(table: Table) -> None:
    game = await table.game()

    assert await _welcome(table, game, [await _cookie_of(game, mnk.Side.BLACK)]) is None


async def test_an_allowed_origin_may_have_another_host_name(
    table: Table, settings: Settings
) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://play.example.org"]
    game = await table.game()
    headers = [(b"origin", b"https://play.example.org"), await _cookie_of(game, mnk.Side.WHITE)]

    assert await _welcome(table, game, headers) == "white"


@pytest.mark.parametrize(
    "cookie",
    [b"", b"inarow_session=", b"inarow_session=nosuchsession", b";;;=\xff", b"other=1"],
)
async def test_an_unknown_browser_watches(table: Table, cookie: bytes) -> None:
    game = await table.game()
    headers = [(b"origin", OWN_ORIGIN), (b"cookie", cookie)]

    assert await _welcome(table, game, headers) is None


@pytest.mark.parametrize(
    "authorization",
    [
        b"Bearer nosuchkey",
        b"Bearer ",
        b"Bearer",
        b"",
        b"Basic YWxpY2U6YWxpY2U=",
        b"Bearer \xff\xfe",
        b"Bearer " + b"k" * 10_000,
    ],
)
async def test_a_key_of_nothing_watches(table: Table, authorization: bytes) -> None:
    game = await table.game()

    assert await _welcome(table, game, [(b"authorization", authorization)]) is None


async def test_a_seat_key_opens_its_own_game_only(table: Table) -> None:
    game, other = await table.game(), await table.game()
    seat = await models.Seat.objects.aget(game=game, side=mnk.Side.WHITE)
    bearer = [(b"authorization", f"bearer {seat.key}".encode())]

    assert await _welcome(table, game, bearer) == "white"
    assert await _welcome(table, other, bearer) is None


async def test_the_key_of_an_open_seat_opens_nothing(table: Table) -> None:
    game = await table.invitation(mnk.Side.BLACK)
    seat = await models.Seat.objects.aget(game=game, side=mnk.Side.WHITE)

    assert await _welcome(table, game, [(b"authorization", f"Bearer {seat.key}".encode())]) is None


async def test_a_seat_may_be_played_from_two_sockets(table: Table) -> None:
    game = await table.game()
    phone, laptop = [await table.sits(game, mnk.Side.BLACK) for _ in range(2)]
    bob = await table.sits(game, mnk.Side.WHITE)

    await phone.says("playMove", id="phone", ply=0, square=4)
    await all_hear(phone, laptop, bob)
    await bob.says("playMove", ply=1, square=0)
    await all_hear(phone, laptop, bob)
    await laptop.says("playMove", id="laptop", ply=2, square=8)
    await all_hear(phone, laptop, bob)


async def test_the_server_survives_a_client_that_goes_without_a_word(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await alice.says("playMove", ply=0, square=4)
    await alice.leaves()

    assert (await all_hear(bob, eve))["square"] == 4
