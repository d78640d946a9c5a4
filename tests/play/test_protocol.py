"""Frames as bytes, and remarks on their way to a browser and back."""

import pytest

from games import mnk
from games.play import protocol
from games.remarks import Remark, RemarkKind


@pytest.mark.parametrize(
    ("length", "head"),
    [
        (0, b"\x81\x00"),
        (125, b"\x81\x7d"),
        (126, b"\x81\x7e\x00\x7e"),
        (0xFFFF, b"\x81\x7e\xff\xff"),
        (0x10000, b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"),
    ],
)
def test_a_frame_says_how_long_it_is(length: int, head: bytes) -> None:
    assert protocol.text_frame("x" * length) == head + b"x" * length


def test_a_remark_comes_back_as_it_went() -> None:
    remark = Remark(next(iter(RemarkKind)), mnk.Side.WHITE, 7, (7, 8, 9), 3, 2)

    assert protocol.RemarkPart.of(remark).remark == remark


@pytest.mark.parametrize("frame", ["", "[", "{}", '{"type": "dance"}', "[" * 10_000])
def test_what_is_no_message_is_refused_on_either_socket(frame: str) -> None:
    with pytest.raises(protocol.BadFrame):
        protocol.decode(frame)
    with pytest.raises(protocol.BadFrame):
        protocol.decode_lobby(frame)
