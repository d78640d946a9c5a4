"""What a notice says, in a few words."""

import pytest

from games.notices import wording
from games.notices.models import Kind
from games.notices.wording import Told


@pytest.mark.parametrize(
    ("kind", "result", "title"),
    [
        (Kind.TURN, "", "Your turn against Bob"),
        (Kind.DEADLINE, "", "Your time is running out against Bob"),
        (Kind.OVER, "won", "You won against Bob!"),
        (Kind.OVER, "lost", "Bob won this one"),
        (Kind.OVER, "drawn", "Draw with Bob"),
        (Kind.OVER, "aborted", "Your game with Bob was aborted"),
        (Kind.CHALLENGE, "", "Bob challenges you"),
    ],
)
def test_a_title_says_what_has_happened(kind: Kind, result: str, title: str) -> None:
    told = Told(kind, "Bob", "/game/x/", "game:x", result=result)
    assert wording.title(told) == title
