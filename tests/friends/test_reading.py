"""What somebody is told of their games: which wait for them, and which others may see."""

from typing import Any

import pytest

from games import mnk
from games.friends import reading
from games.friends.reading import PLAYING_MS, Reading, Running

BLACK, WHITE = mnk.Side
AT = 1_700_000_000_000


def game(number: int = 1, **fields: Any) -> Running:
    """A game of Alice's, who plays black and is to move."""
    usual: dict[str, Any] = {
        "side": BLACK,
        "opening_side": None,
        "line_rule": mnk.LineRule.FREESTYLE,
        "ply": 2,
        "started": True,
        "against_bot": False,
        "is_shown": True,
        "changed_ms": AT,
    }
    return Running(id=number, slug=f"game{number}", **usual | fields)


def has(*games: Running) -> Reading:
    return Reading("alice", running={each.slug: each for each in games})


@pytest.mark.parametrize(
    ("fields", "waits"),
    [
        ({}, True),
        ({"ply": 3}, False),
        ({"ply": 3, "side": WHITE}, True),
        ({"started": False}, False),
        ({"against_bot": True}, False),
        ({"opening_side": WHITE}, False),
        ({"opening_side": BLACK, "ply": 3}, True),
    ],
)
def test_a_game_waits_for_whoever_is_to_move(fields: dict[str, Any], waits: bool) -> None:
    assert reading.turns_of(has(game(**fields))) == (("game1",) if waits else ())


def test_what_has_waited_longest_comes_first_and_not_all_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading, "MOST_TURNS", 3)
    games = [game(number, changed_ms=at) for number, at in ((1, 7), (3, 5), (2, 5), (4, 9))]
    assert reading.turns_of(has(*games)) == ("game2", "game3", "game1")


@pytest.mark.parametrize(
    ("fields", "is_told"),
    [
        ({"changed_ms": AT - PLAYING_MS + 1}, True),
        ({"changed_ms": AT - PLAYING_MS}, False),
        ({"started": False}, False),
        ({"is_shown": False}, False),
        ({"against_bot": True}, True),
    ],
)
def test_others_are_told_of_a_game_that_goes_on_before_their_eyes(
    fields: dict[str, Any], is_told: bool
) -> None:
    assert reading.played_now(has(game(**fields)), AT) == ("game1" if is_told else "")


def test_others_are_told_of_the_game_that_went_on_last() -> None:
    games = [game(number, changed_ms=AT - ago) for number, ago in ((1, 9), (2, 3), (3, 6))]
    assert reading.played_now(has(*games), AT) == "game2"
