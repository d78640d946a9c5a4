"""Why a connection ends is told through the whole of the real server."""

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from games.play.protocol import SUBPROTOCOL
from tests.live import parts


def _closed(address: str, say: bytes | None = None) -> int:
    """The code that a connection to this address is closed with."""
    with connect(address, subprotocols=[Subprotocol(SUBPROTOCOL)]) as socket:
        if say is not None:
            socket.send(say)
        try:
            while True:
                socket.recv(timeout=60)
        except ConnectionClosed as closed:
            return 1006 if closed.rcvd is None else closed.rcvd.code


def test_the_server_says_why_it_ends_a_connection(embedded: parts.Server) -> None:
    before = embedded.errors_logged()
    address = embedded.url.replace("http", "ws")
    assert _closed(f"{address}/ws/game/nosuchgame/") == 4404
    assert _closed(f"{address}/ws/elsewhere/") == 4404
    assert _closed(f"{address}/ws/lobby/", b"not text") == 4415
    assert embedded.errors_logged() == before
