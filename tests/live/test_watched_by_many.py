"""Many watch one game on the real server: each hears every move once, and it is encoded once."""

import argparse

from bench.crowd import Stay
from bench.line import Opened
from bench.processes import at_work
from bench.watch import WATCHED, measure, problems
from tests.live import parts

SPECTATORS = 60
"""More than are told in one turn of the event loop (games.play.crowd)."""


def test_a_move_is_encoded_once_and_heard_once_however_many_watch() -> None:
    options = argparse.Namespace(
        phases=WATCHED,
        games=3,
        spectators=SPECTATORS,
        lobbies=20,
        talkers=8,
        pace=0.1,
        warm=0.2,
        seconds=1.0,
        rounds=1,
    )

    alone, watched, lobbies, talked = measure("embedded", options)

    for phase in (alone, watched, lobbies, talked):
        assert phase.moves > 0
        assert problems(phase) == []
    # Not one is missing: the load itself ends the run if a move comes twice, or out of order.
    assert watched.heard == SPECTATORS * watched.plies > 0
    assert alone.heard == 0
    # The flood is answered, line by line; so is what they may not say.
    assert {"said", "lineTooLong", "notSeated", "tooFast"} <= set(talked.flood)


def test_those_who_are_hung_up_on_leave_though_nobody_says_so() -> None:
    with parts.server() as server:
        stay = Stay(*server.address, "/ws/lobby/", 3)
        with at_work("bench.crowd", stay, server.log) as crowd:
            crowd.answer(Opened)
            assert crowd.process.poll() is None

            server.crash()

            assert crowd.process.wait(60) == 1
