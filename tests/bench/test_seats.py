"""The seats of the load say what each server expects, and hear what it says."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from picows import WSMsgType

from bench.plan import SQUARES
from bench.seats import SEATS, Seat

EVENT = b"42/inarow,"


class Game:
    """A game that notes what its seats tell it."""

    slug = "abc"

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    def seated(self, side: int) -> None:
        self.told.append(("seated", side))

    def heard_of(self, side: int, plies: int) -> None:
        self.told.append(("heard of", side, plies))

    def hung_up(self) -> None:
        self.told.append(("hung up",))

    def fail(self, reason: str) -> None:
        self.told.append(("failed", reason))


class Line:
    """A connection that notes what is sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[WSMsgType, bytes]] = []

    def send(self, kind: WSMsgType, payload: bytes) -> None:
        self.sent.append((kind, payload))


class Frame:
    def __init__(self, kind: WSMsgType, payload: bytes) -> None:
        self.msg_type = kind
        self._payload = payload

    def get_payload_as_bytes(self) -> bytes:
        return self._payload


def _sits(speaks: str, side: int = 1) -> tuple[Seat, Game, Line]:
    game, line = Game(), Line()
    seat = SEATS[speaks](game, side, "key")
    seat.on_ws_connected(line)  # type: ignore[arg-type]
    return seat, game, line


def _hears(seat: Seat, line: Line, kind: WSMsgType, *payloads: bytes) -> None:
    for payload in payloads:
        seat.on_ws_frame(line, Frame(kind, payload))  # type: ignore[arg-type]


def _state(ply: int, last: int | None, number: int) -> dict[str, Any]:
    return {"G": {"cells": [], "ply": ply, "last": last}, "ctx": {}, "_stateID": number}


def _event(*words: Any) -> bytes:
    return EVENT + msgspec.json.encode(words)


MEETINGS: dict[str, tuple[WSMsgType, Sequence[bytes]]] = {
    "inarow": (
        WSMsgType.TEXT,
        [
            b'{"type":"snapshot","moves":[]}',
            b'{"type":"movePlayed","ply":0,"square":%d}' % SQUARES[0],
        ],
    ),
    "colyseus": (
        WSMsgType.BINARY,
        [
            b"\x0a\x05token\x04none",
            b"\x0d\xa6played" + msgspec.msgpack.encode({"ply": 0, "square": SQUARES[0]}),
        ],
    ),
    "boardgame.io": (
        WSMsgType.TEXT,
        [
            b'0{"sid":"x","pingInterval":25000}',
            b'40/inarow,{"sid":"y"}',
            _event("matchData", "abc", []),
            _event("sync", "abc", {"state": _state(0, None, 7), "log": []}),
            b"2",
            _event("update", "abc", _state(1, SQUARES[0], 8), []),
        ],
    ),
}
"""What each server says to white until black has played, as they said it."""


@pytest.mark.parametrize("speaks", MEETINGS)
def test_a_seat_sees_the_board_and_hears_of_a_move(speaks: str) -> None:
    seat, game, line = _sits(speaks)
    kind, said = MEETINGS[speaks]
    _hears(seat, line, kind, *said)
    assert [told for told in game.told if told != ("heard of", 1, 0)] == [
        ("seated", 1),
        ("heard of", 1, 1),
    ]


@pytest.mark.parametrize("speaks", MEETINGS)
def test_a_move_that_nobody_played_is_noticed(speaks: str) -> None:
    seat, game, line = _sits(speaks)
    wrong = (SQUARES[0] + 1) % 225
    said = {
        "inarow": b'{"type":"movePlayed","ply":0,"square":%d}' % wrong,
        "colyseus": b"\x0d\xa6played" + msgspec.msgpack.encode({"ply": 0, "square": wrong}),
        "boardgame.io": _event("update", "abc", _state(1, wrong, 8), []),
    }
    _hears(seat, line, MEETINGS[speaks][0], said[speaks])
    assert any("a square nobody played" in str(told) for told in game.told)


@pytest.mark.parametrize(
    ("speaks", "refusal"),
    [
        ("inarow", b'{"type":"rejected","sentence":"It is not your turn."}'),
        ("colyseus", b"\x0d\xa8rejected\x81\xa8sentence\xa0"),
        ("boardgame.io", b'44/inarow,{"message":"no"}'),
    ],
)
def test_a_refusal_is_a_failure(speaks: str, refusal: bytes) -> None:
    seat, game, line = _sits(speaks)
    _hears(seat, line, MEETINGS[speaks][0], refusal)
    assert [told[0] for told in game.told] == ["failed"]


def test_colyseus_is_answered_and_told_moves_in_its_bytes() -> None:
    seat, _, line = _sits("colyseus")
    _hears(seat, line, WSMsgType.BINARY, MEETINGS["colyseus"][1][0])
    seat.play(3)
    assert line.sent == [
        (WSMsgType.BINARY, b"\x0a"),
        (
            WSMsgType.BINARY,
            b"\x0d\xa4play" + msgspec.msgpack.encode({"ply": 3, "square": SQUARES[3]}),
        ),
    ]


def test_boardgame_io_is_told_the_state_that_a_move_is_for() -> None:
    seat, _, line = _sits("boardgame.io")
    _hears(seat, line, WSMsgType.TEXT, *MEETINGS["boardgame.io"][1])
    seat.play(1)
    packets = [payload for _, payload in line.sent]
    assert packets[:3] == [b"40/inarow,", _event("sync", "abc", "1", "key", 2), b"3"]
    name, action, state, match, side = msgspec.json.decode(packets[3].removeprefix(EVENT))
    assert (name, state, match, side) == ("update", 8, "abc", "1")
    assert action["payload"]["args"] == [SQUARES[1]]
    assert action["payload"]["credentials"] == "key"


def test_an_end_is_told() -> None:
    seat, game, line = _sits("inarow")
    seat.on_ws_disconnected(line)  # type: ignore[arg-type]
    assert game.told == [("hung up",)]
