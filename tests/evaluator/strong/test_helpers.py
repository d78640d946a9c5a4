"""Threads that share a table: what they keep is true, and they end with the search they help."""

import threading
import time

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from games import mnk
from games.evaluator.limit import Limit
from games.evaluator.strong.engine import Engine
from games.evaluator.strong.table import NOTHING, entry_of, keep

from .strategies import law

GOMOKU = mnk.PRESETS["15x15"].variant
OPENING = mnk.Position.start(GOMOKU).play_all(mnk.moves_from_text("h8i9h9h10g8", GOMOKU))

keys = st.integers(-(2**63), 2**63 - 1)
entries = st.integers(0, 2**54 - 1)


@settings(law, max_examples=300)
@given(keys, entries, keys, entries)
def test_half_an_entry_is_none(key: int, entry: int, other_key: int, other_entry: int) -> None:
    table, half = np.zeros(4, np.int64), np.zeros(4, np.int64)
    keep(table, 2, key, entry)
    keep(half, 2, other_key, other_entry)
    half[2] = table[2]  # as another thread sees it while this one writes

    assert entry_of(table, 2, key) == entry
    if entry != other_entry:
        assert entry_of(half, 2, key) == NOTHING
    if key ^ entry != other_key ^ other_entry:
        assert entry_of(half, 2, other_key) == NOTHING


def test_helpers_search_and_end_with_the_search() -> None:
    alone = Engine(GOMOKU).analyse(OPENING, Limit(ms=300))
    before = threading.active_count()
    began = time.perf_counter()
    helped = Engine(GOMOKU, threads=4).analyse(OPENING, Limit(ms=300))

    assert time.perf_counter() - began < 5
    assert threading.active_count() == before
    assert abs(helped.score - alone.score) < 400
    few = Engine(GOMOKU, threads=4).analyse(OPENING, Limit(depth=6))
    assert few.nodes > Engine(GOMOKU).analyse(OPENING, Limit(depth=6)).nodes // 2


def test_helpers_end_where_their_search_is_stopped_by_another_thread() -> None:
    abort = np.zeros(1, np.int32)
    stop = threading.Timer(0.2, lambda: abort.__setitem__(0, 1))
    before = threading.active_count()
    stop.start()
    Engine(GOMOKU, threads=3).analyse(OPENING, Limit(depth=40), abort=abort)
    stop.join()

    assert threading.active_count() == before


def test_helpers_end_where_the_one_who_is_told_fails() -> None:
    before = threading.active_count()

    def told(analysis: object) -> None:
        raise ZeroDivisionError

    try:
        Engine(GOMOKU, threads=3).analyse(OPENING, Limit(depth=40), told)
    except ZeroDivisionError:
        pass
    else:
        raise AssertionError("it was told nothing")
    assert threading.active_count() == before


def test_the_only_move_is_said_where_there_is_one() -> None:
    engine = Engine(GOMOKU)

    def only(moves: str) -> str | None:
        position = mnk.Position.start(GOMOKU).play_all(mnk.moves_from_text(moves, GOMOKU))
        square = engine.only_move(position)
        return None if square is None else mnk.name(square, GOMOKU)

    assert only("a1h8a3h9a5h10c1h11") is None, "an open four: no square is enough"
    assert only("h7h8a3h9a5h10c1h11") == "h12", "a four has one end left"
    assert only("h7h8h12h9a5h10c1") is None, "they complete nothing yet"
    assert only("h8a1h9a3h10a5h11c1") in ("h7", "h12"), "ours is completed"
    assert only("") is None
