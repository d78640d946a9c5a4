"""The sockets of a game's two players, in the words of each server: Inarow, Colyseus, boardgame.io.

They tell the game when they have seen the board, and when they have heard of a move.
"""

from typing import Protocol

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.plan import SQUARES
from games.play.protocol import SUBPROTOCOL

PATIENCE_S = 60.0


class Game(Protocol):
    """What a seat tells its game."""

    slug: str

    def seated(self, side: int) -> None: ...
    def heard_of(self, side: int, plies: int) -> None: ...
    def hung_up(self) -> None: ...
    def fail(self, reason: str) -> None: ...


class Seat(WSListener):
    """A seat's socket, in Inarow's words."""

    def __init__(self, game: Game, side: int, key: str) -> None:
        self._game = game
        self._side = side
        self._key = key
        self._transport: WSTransport | None = None

    async def open(self, host: str, port: int) -> None:
        """Open the socket."""
        await ws_connect(
            lambda: self,
            f"ws://{host}:{port}{self._path()}",
            extra_headers=self._headers(),
            websocket_handshake_timeout=PATIENCE_S,
        )

    def play(self, ply: int) -> None:
        """Play the move of this ply."""
        assert self._transport is not None
        self._transport.send(WSMsgType.TEXT, _COMMANDS[ply])

    def leave(self) -> None:
        """Close the socket."""
        if self._transport is not None:
            self._transport.disconnect()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._game.hung_up()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type is WSMsgType.CLOSE:
            transport.disconnect()
        elif frame.msg_type in (WSMsgType.TEXT, WSMsgType.BINARY):
            self._hear(frame.get_payload_as_bytes())

    def _path(self) -> str:
        return f"/ws/game/{self._game.slug}/"

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._key}", "Sec-WebSocket-Protocol": SUBPROTOCOL}

    def _hear(self, payload: bytes) -> None:
        told = told_in(payload)
        match told.type:
            case "movePlayed":
                self._heard_of(told.ply, told.square)
            case "snapshot":
                # Also what a process that has missed another process's message sends.
                self._game.seated(self._side)
                self._game.heard_of(self._side, len(told.moves))
            case "rejected":
                self._game.fail(told.sentence)

    def _heard_of(self, ply: int, square: int) -> None:
        if square != SQUARES[ply]:
            self._game.fail(f"a square nobody played: {square} at ply {ply}")
        self._game.heard_of(self._side, ply + 1)


class Told(msgspec.Struct):
    """What a player needs from a message of the server."""

    type: str
    ply: int = -1
    square: int = -1
    moves: tuple[msgspec.Raw, ...] = ()
    sentence: str = ""


told_in = msgspec.json.Decoder(Told).decode
_COMMANDS = tuple(
    b'{"type":"playMove","id":"%d","ply":%d,"square":%d}' % (ply, ply, square)
    for ply, square in enumerate(SQUARES)
)


class ColyseusSeat(Seat):
    """A client of a room. Its key is the path of the socket, with the seat reserved for it."""

    def play(self, ply: int) -> None:
        assert self._transport is not None
        self._transport.send(WSMsgType.BINARY, _COLYSEUS_COMMANDS[ply])

    def _path(self) -> str:
        return self._key

    def _headers(self) -> dict[str, str]:
        return {}

    def _hear(self, payload: bytes) -> None:
        if payload.startswith(_PLAYED):
            move = _move_in(payload[len(_PLAYED) :])
            self._heard_of(move.ply, move.square)
        elif payload[0] == _JOIN_ROOM:
            assert self._transport is not None
            self._transport.send(WSMsgType.BINARY, bytes([_JOIN_ROOM]))
            self._game.seated(self._side)
        else:
            self._game.fail(f"Colyseus said {payload!r}")


class _Move(msgspec.Struct):
    ply: int
    square: int


_JOIN_ROOM = 10
_ROOM_DATA = 13
_PLAYED = bytes([_ROOM_DATA]) + msgspec.msgpack.encode("played")
_move_in = msgspec.msgpack.Decoder(_Move).decode
_COLYSEUS_COMMANDS = tuple(
    bytes([_ROOM_DATA])
    + msgspec.msgpack.encode("play")
    + msgspec.msgpack.encode(_Move(ply, square))
    for ply, square in enumerate(SQUARES)
)


class BoardgameSeat(Seat):
    """A player of a boardgame.io match, over socket.io. The key is the player's credentials."""

    _state = 0
    """The number of the state that was heard of last: a move names it."""

    def play(self, ply: int) -> None:
        arguments = {"playerID": str(self._side), "credentials": self._key}
        payload = {"type": "play", "args": [SQUARES[ply]], **arguments}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit(["update", action, self._state, self._game.slug, str(self._side)])

    def _path(self) -> str:
        return "/socket.io/?EIO=4&transport=websocket"

    def _headers(self) -> dict[str, str]:
        return {}

    def _hear(self, payload: bytes) -> None:
        if payload.startswith(_UPDATE):
            self._learn(_updated_in(payload[len(_EVENT) :]).state)
        elif payload.startswith(_SYNC):
            self._game.seated(self._side)
            self._learn(_synced_in(payload[len(_EVENT) :]).info.state)
        elif payload.startswith(_OPENED):
            self._say(_NAMESPACE)
        elif payload.startswith(_NAMESPACE):
            self._emit(["sync", self._game.slug, str(self._side), self._key, 2])
        elif payload == _PING:
            self._say(_PONG)
        elif not payload.startswith(_MATCH_DATA):
            self._game.fail(f"boardgame.io said {payload[:200]!r}")

    def _learn(self, state: "_State") -> None:
        self._state = state.number
        if state.game.ply:
            assert state.game.last is not None
            self._heard_of(state.game.ply - 1, state.game.last)

    def _emit(self, event: list[object]) -> None:
        self._say(_EVENT + msgspec.json.encode(event))

    def _say(self, packet: bytes) -> None:
        assert self._transport is not None
        self._transport.send(WSMsgType.TEXT, packet)


class _Kept(msgspec.Struct):
    ply: int
    last: int | None


class _State(msgspec.Struct):
    game: _Kept = msgspec.field(name="G")
    number: int = msgspec.field(name="_stateID")


class _Updated(msgspec.Struct, array_like=True):
    event: str
    match: str
    state: _State


class _Info(msgspec.Struct):
    state: _State


class _Synced(msgspec.Struct, array_like=True):
    event: str
    match: str
    info: _Info


# Packets of engine.io 4 and socket.io 5, in the namespace of the game's name.
_OPENED = b"0"
_PING, _PONG = b"2", b"3"
_NAMESPACE = b"40/inarow,"
_EVENT = b"42/inarow,"
_UPDATE, _SYNC, _MATCH_DATA = (
    _EVENT + b'["%s"' % name for name in (b"update", b"sync", b"matchData")
)
_updated_in = msgspec.json.Decoder(_Updated).decode
_synced_in = msgspec.json.Decoder(_Synced).decode

SEATS: dict[str, type[Seat]] = {
    "inarow": Seat,
    "colyseus": ColyseusSeat,
    "boardgame.io": BoardgameSeat,
}
"""By the language that a server speaks."""
