"""An artist: it draws what it reads from its socket, and says what it may not draw."""

import pickle
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from games import forkserver, mnk, pictures
from games.pictures import artist

SMALL = mnk.Variant(3, 3, 3)
MOVES = (4, 0, 8)
VIEW = pictures.View(coordinates=False)


class Asking:
    """Somebody at the other end of an artist's socket."""

    def __init__(self, end: socket.socket) -> None:
        self._stream = end.makefile("rwb")

    def draws(self, work: Any) -> Any:
        """What it answers: a file, or what was raised."""
        asked = pickle.dumps(work)
        self._stream.write(artist.LENGTH.pack(len(asked)) + asked)
        self._stream.flush()
        (length,) = artist.LENGTH.unpack(self._stream.read(artist.LENGTH.size))
        return pickle.loads(self._stream.read(length))


@pytest.fixture
def asking() -> Iterator[Asking]:
    ours, theirs = socket.socketpair()
    drawing = threading.Thread(target=forkserver.attend, args=(theirs.detach(), artist.run))
    drawing.start()
    with ours:
        yield Asking(ours)
        ours.shutdown(socket.SHUT_RDWR)
    drawing.join(timeout=60)
    assert not drawing.is_alive(), "it goes when the other end does"


def test_it_draws_games_positions_cards_and_animations(asking: Asking) -> None:
    position = mnk.GameState.replay(SMALL, MOVES).position
    game, board = (
        pictures.Drawing.of_game(SMALL, MOVES, VIEW),
        pictures.Drawing.of_position(position, VIEW, last=8),
    )
    names = mnk.BySide("Alice", "Bob")
    card = pictures.Card(drawing=game, heading=SMALL.title, names=names, status="Live now")
    film = pictures.animate(SMALL, MOVES, "gif", size=64, view=VIEW, frame_ms=500)

    assert asking.draws(artist.Still(SMALL, MOVES, VIEW, 90)) == pictures.png(game, 90)
    assert asking.draws(artist.Still(position, (), VIEW, 90, 8)) == pictures.png(board, 90)
    assert asking.draws(artist.Shared(SMALL, MOVES, VIEW, names, "Live now")) == (
        pictures.card_png(card)
    )
    for may_shrink in (False, True):
        moving = artist.Moving(SMALL, MOVES, "gif", VIEW, 64, may_shrink, 500)
        assert asking.draws(moving) == film


def test_what_is_too_much_is_refused_with_the_size_that_fits_or_drawn_in_that(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.pictures.animation.MOST_BYTES", 100_000)

    refusal = asking.draws(artist.Moving(SMALL, MOVES, "gif", VIEW, 1024, may_shrink=False))

    assert isinstance(refusal, pictures.TooMuchToDraw)
    assert 0 < refusal.fitting < 1024
    drawn = asking.draws(artist.Moving(SMALL, MOVES, "gif", VIEW, 1024, may_shrink=True))
    assert drawn == pictures.animate(SMALL, MOVES, "gif", size=refusal.fitting, view=VIEW)


def test_whatever_is_raised_is_the_answer_and_the_next_is_drawn(asking: Asking) -> None:
    off_the_board = artist.Still(SMALL, (99,), VIEW, 90)

    assert isinstance(asking.draws(off_the_board), Exception)
    assert isinstance(asking.draws(artist.Still(SMALL, (), VIEW, 90)), bytes)
