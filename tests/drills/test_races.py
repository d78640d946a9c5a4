"""A small version of `python -m drills.races`: moves against flags in real servers."""

import io
import random
from collections.abc import Mapping

import msgspec
import pytest

from drills import races

KEPT = races.Rows(version=3, termination="", move_at_ms=1_000, moves=3, ends_ms=())
FLAGGED = races.Rows(version=3, termination="time", move_at_ms=None, moves=2, ends_ms=(1_005,))
VIEW = races.View(version=3, moves=(0, 1), end=None, due_ms=None)


@pytest.mark.parametrize("mode", races.EMBEDDED)
def test_a_move_heard_in_time_stands_and_each_game_has_one_end(mode: str) -> None:
    with races.served(mode) as racers:
        result = races.race(mode, racers, 100, random.Random(1), races.SERVED_BATCH)

    assert result.problems == []
    assert result.races == result.kept + result.flagged == 100


def test_a_move_in_time_that_is_not_there_is_lost() -> None:
    move = races.Played("alice-bob", at_ms=1_000, last_ms=1_000, answer="gameIsOver")

    assert _checked(move, FLAGGED).lost_in_time == 1
    assert _checked(move, KEPT).problems == []


def test_a_move_that_was_told_as_kept_is_there() -> None:
    move = races.Played("alice-bob", at_ms=1_000, last_ms=999, answer="kept")

    assert _checked(move, FLAGGED).told_falsely == 1
    assert _checked(move, KEPT).problems == []


def _checked(move: races.Played, rows: races.Rows) -> races.Result:
    """What is said about a race of one move, when these rows are kept and all see the same."""
    result = races.Result("embedded")
    view = {move.slug: VIEW}
    server, reader = _racer(view), _racer({move.slug: rows}, view, view)
    races.check(result, [move.slug], [move], [server, reader])
    return result


def _racer(*answers: Mapping[str, object]) -> races.Racer:
    """One that gives these answers, whatever it is asked."""
    return races.Racer(io.BytesIO(), io.BytesIO(b"\n".join(map(msgspec.json.encode, answers))))
