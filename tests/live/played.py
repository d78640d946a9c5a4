"""Whole games, played by two programs over sockets: seconds faster than by two browsers."""

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from games import mnk
from games.play.protocol import SUBPROTOCOL
from tests.live import parts

_REPLY_S = 60


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over, or has come as far as its moves."""

    slug: str
    moves: tuple[str, ...]
    seat_links: tuple[str, str]
    """Black's and white's: whoever opens one holds the seat."""

    @property
    def page(self) -> str:
        return f"/game/{self.slug}/"


def play_out(
    server: parts.Server,
    preset: str,
    moves: str,
    *,
    names: tuple[str, str] = ("Alice", "Bob"),
    resigns: bool = False,
) -> Played:
    """Play these moves (`"h8 i9 …"`) from the beginning; at the end the side to move may resign."""
    variant = mnk.PRESETS[preset].variant
    squares = mnk.moves_from_text(moves, variant)
    black = server.post("/api/games", {"preset": preset, "side": "black", "name": names[0]})
    slug = str(black["game"])
    white = server.post(f"/api/games/{slug}/seat", {"name": names[1]})
    with ExitStack() as stack:
        sockets = [stack.enter_context(opened(seat)) for seat in (black, white)]
        for ply, square in enumerate(squares):
            move = {"type": "playMove", "id": f"ply-{ply}", "ply": ply, "square": square}
            _send(sockets, ply, move, "movePlayed")
        if resigns:
            _send(sockets, len(squares), {"type": "resign", "id": "end"}, "gameEnded")
    names_of_squares = tuple(mnk.name(square, variant) for square in squares)
    return Played(slug, names_of_squares, (str(black["seatLink"]), str(white["seatLink"])))


@contextmanager
def opened(seat: dict[str, Any], **options: Any) -> Iterator[ClientConnection]:
    """The socket of a seat, as the API gives it, once it has heard its snapshot.

    Whatever happens from then on comes as a message; what came before is in the snapshot.
    """
    with connect(
        seat["socket"],
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        additional_headers={"Authorization": f"Bearer {seat['key']}"},
        **options,
    ) as socket:
        while json.loads(socket.recv(timeout=_REPLY_S))["type"] != "snapshot":
            pass
        yield socket


def _send(
    sockets: Sequence[ClientConnection], ply: int, command: dict[str, Any], until: str
) -> None:
    """Send a command for the side to move, and wait until both have heard that it was done."""
    sockets[ply % 2].send(json.dumps(command))
    for socket in sockets:
        while True:
            message = json.loads(socket.recv(timeout=_REPLY_S))
            assert message["type"] != "rejected", message
            if message["type"] == until:
                break
