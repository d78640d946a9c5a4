"""daphne's socket that takes finished frames: sending never raises, whatever became of it."""

from typing import Any

import pytest

from config.frames import FrameSocket


class Lost:
    """A connection whose descriptor the event loop has let go of already."""

    is_ended = False

    def write(self, frame: bytes) -> None:
        raise RuntimeError("unable to perform operation on <UVPoll>; the handler is closed")

    def abortConnection(self) -> None:  # noqa: N802 - Twisted's name
        self.is_ended = True


def test_a_frame_for_a_connection_that_was_reset_ends_it_and_troubles_nobody_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    socket: Any = FrameSocket()
    socket.state = FrameSocket.STATE_OPEN
    socket.transport = lost = Lost()

    socket.write_frame(b"frame")
    socket.write_frame(b"frame")

    assert lost.is_ended
