"""The real server finds out by itself how far a client is."""

import socket
import time
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from games.play.protocol import SUBPROTOCOL
from tests.live import parts

FAR_S = 0.8
"""Alice's round trip. Bob is on this machine: his is shorter, however busy the machine is."""


class Client:
    """Somebody on a long line: their answer to what they hear is late by this much."""

    def __init__(self, url: str, late_s: float) -> None:
        address = urlsplit(url)
        self.pings: list[bytes] = []
        self._late_s = late_s
        self._line = socket.create_connection((address.hostname or "", address.port or 0), 60)
        self._protocol = ClientProtocol(parse_uri(url), subprotocols=[Subprotocol(SUBPROTOCOL)])
        self._protocol.send_request(self._protocol.connect())
        self._frames = self._hears()

    def close(self) -> None:
        self._line.close()

    def answers_a_ping(self) -> None:
        """Wait for the next ping; return when it has been answered."""
        for frame in self._frames:
            if frame.opcode is Opcode.PING:
                self.pings.append(bytes(frame.data))
                return
        raise AssertionError("the server has closed the connection")

    def asks(self) -> int:
        """What the server takes the lag to be, in ms, once it has heard everything said before."""
        self._protocol.send_text(b"?")
        self._say()
        for frame in self._frames:
            if frame.opcode is Opcode.TEXT:
                return int(frame.data)
        raise AssertionError("the server has closed the connection")

    def _hears(self) -> Iterator[Frame]:
        self._say()
        while heard := self._line.recv(65536):
            self._protocol.receive_data(heard)  # makes the pongs, too
            time.sleep(self._late_s)
            self._say()
            for event in self._protocol.events_received():
                if isinstance(event, Frame):
                    yield event

    def _say(self) -> None:
        for data in self._protocol.data_to_send():
            self._line.sendall(data)


SERVERS = parts.embedded("tests.live.tellslag", "tests.live.tellslag:application")


@pytest.mark.parametrize("name", ["embedded", "uvicorn"])
def test_the_server_measures_how_long_a_client_takes_to_answer(name: str) -> None:
    with parts.server(command=SERVERS[name]) as server:
        url = server.url.replace("http", "ws") + "/ws/lag/"
        with closing(Client(url, FAR_S)) as alice, closing(Client(url, 0)) as bob:
            for person in (alice, bob):
                person.answers_a_ping()  # soon after the socket was opened
            assert FAR_S * 1000 <= alice.asks() < 10 * FAR_S * 1000
            assert 0 <= bob.asks() < FAR_S * 1000

            alice.answers_a_ping()  # and every few seconds
            assert FAR_S * 1000 <= alice.asks() < 10 * FAR_S * 1000
            assert alice.pings[0] != alice.pings[1]
        assert " ERROR " not in server.log.read_text()
