"""What the watching bench accepts as true, and what it notices."""

import asyncio
import json
from dataclasses import replace

import pytest

from bench.crowd import Crowd, Ended, Lobby, Spectator, Watch
from bench.line import Begin
from bench.load import LoadFailed
from bench.plan import SQUARES
from bench.watch import Idle, Phase, Used, idle_table, problems, quantile, ratios, table

TASK = Watch("127.0.0.1", 1, "abc", 1, 1, (), 1)


def _phase(name: str, watchers: int, answers_ms: list[float]) -> Phase:
    return Phase(
        mode="embedded",
        round=0,
        name=name,
        watchers=watchers,
        answers_ms=answers_ms,
        shown_ms=[10.0, 20.0] if name == "spectators" else [],
        sent_ms=[12.0, 22.0] if name == "spectators" else [],
        late=0,
        moves=100,
        plies=4,
        heard=4 * watchers if name == "spectators" else 0,
        early=0,
        encoded={"MovePlayed": 100, "Snapshot": 7, "Lobby": 3},
        told_encoded=100,
        joined_s=0.5,
        lobby_frames=0,
        lobby_texts=0,
        lobby_bytes=0,
        flood={"said": 30, "tooFast": 70} if name == "talkers" else {},
        used=Used(seconds=10.0, server=20.0, parts=0.0, players=3.0, watchers=4.0, others=1.0),
        load_average=0.5,
    )


ALONE = _phase("alone", 0, [1.0, 2.0, 4.0])
WATCHED = _phase("spectators", 1000, [1.0, 2.0, 5.0])
LOBBIES = _phase("lobbies", 500, [1.0, 2.0, 4.0])
TALKERS = _phase("talkers", 50, [1.0, 2.0, 6.0])


@pytest.fixture
async def told() -> asyncio.StreamReader:
    return asyncio.StreamReader()


@pytest.fixture
async def crowd(told: asyncio.StreamReader) -> Crowd:
    return Crowd(TASK, told)


async def _is_well(crowd: Crowd) -> None:
    await crowd.pass_time(0)


def _move(ply: int, square: int | None = None) -> bytes:
    played = SQUARES[ply] if square is None else square
    return json.dumps({"type": "movePlayed", "ply": ply, "square": played}).encode()


def _snapshot(moves: int = 0) -> bytes:
    return json.dumps({"type": "snapshot", "moves": [{}] * moves}).encode()


def test_the_quantile_is_a_value_that_was_measured() -> None:
    assert [quantile([1, 2, 3, 4], share) for share in (0, 0.5, 0.99, 1)] == [1, 3, 4, 4]
    assert quantile([], 0.5) == 0


def test_a_message_encoded_twice_is_not_true() -> None:
    assert problems(ALONE) == []
    (by_kind,) = problems(replace(ALONE, encoded={"MovePlayed": 101}))
    assert "100 moves, 101 messages encoded" in by_kind
    (by_server,) = problems(replace(ALONE, told_encoded=99))
    assert "99 messages encoded (by Prometheus)" in by_server


def test_a_move_that_is_heard_of_before_its_commit_is_not_true() -> None:
    (early,) = problems(replace(WATCHED, early=3))
    assert "spectators: 3 times a move was heard of before its commit" in early


def test_a_cluster_has_no_figure_of_its_own_and_is_judged_by_what_was_encoded() -> None:
    assert problems(replace(ALONE, told_encoded=None)) == []
    assert problems(replace(ALONE, told_encoded=None, encoded={}))


def test_the_players_are_compared_with_the_games_alone_in_the_same_round() -> None:
    said = ratios([ALONE, WATCHED, LOBBIES, TALKERS])

    assert "with 1,000 spectators is 1.25 times" in said
    assert "with 500 lobbies is 1.00 times" in said
    assert "with 50 talkers is 1.50 times" in said
    assert "sent 10 frames a second; of all, 70 tooFast, 30 said." in said
    assert "400 moves were played, 400 messages of moves encoded (400 by the server's" in said


def test_what_was_not_measured_is_not_told() -> None:
    said = ratios([ALONE, WATCHED])

    assert "with 1,000 spectators is 1.25 times" in said
    assert "lobbies take" not in said
    assert "talkers" not in said
    assert "came at" not in ratios([ALONE])


def test_all_rounds_together_are_compared_and_each_by_itself() -> None:
    # The deciding hundredth is of all answers: here it was in the second round.
    again = [replace(ALONE, round=1, answers_ms=[8.0]), replace(WATCHED, round=1, answers_ms=[4.0])]

    said = ratios([ALONE, WATCHED, *again])

    assert "is 0.62 times that of the games alone, all rounds together; by round 0.50, 1.25" in said


def test_the_load_of_players_and_watchers_is_told_apart() -> None:
    assert "| 3 + 4 % |" in table([WATCHED])


def test_the_tables_have_a_row_for_each_phase_and_each_kind_of_socket() -> None:
    assert len(table([ALONE, WATCHED, LOBBIES]).splitlines()) == 5
    idle = Idle("bench.naive", "lobby", 1000, 100 * 2**20, 130 * 2**20, 2.0, 0.1)
    assert idle.kib == 30.72
    assert "| 100.0, 130.0 MiB | 30.7 KiB | 500 |" in idle_table([idle])


async def test_a_spectator_notes_when_each_move_was_heard(crowd: Crowd) -> None:
    eve = Spectator(crowd)

    for at, text in enumerate((_snapshot(1), _move(1), _move(2))):
        eve.hear(text, float(at))

    assert eve.ready.done()
    assert crowd.heard_at == {1: [1.0], 2: [2.0]}
    await _is_well(crowd)


@pytest.mark.parametrize(
    "heard",
    [
        pytest.param((_snapshot(), _move(0), _move(0)), id="twice"),
        pytest.param((_snapshot(), _move(1)), id="one was left out"),
        pytest.param((_snapshot(), _move(0, SQUARES[1])), id="another square"),
        pytest.param((_snapshot(), _snapshot()), id="a second snapshot"),
    ],
)
async def test_a_move_that_comes_otherwise_than_once_and_in_order_ends_the_run(
    crowd: Crowd, heard: tuple[bytes, ...]
) -> None:
    eve = Spectator(crowd)

    for text in heard:
        eve.hear(text, 0.0)

    with pytest.raises(LoadFailed):
        await _is_well(crowd)


async def test_who_is_hung_up_on_ends_the_run(crowd: Crowd) -> None:
    Lobby(crowd).on_ws_disconnected(None)  # type: ignore[arg-type]  # no line was ever there

    with pytest.raises(LoadFailed, match="hung up"):
        await _is_well(crowd)


async def test_texts_of_the_lobby_are_counted_once_however_many_hear_them(crowd: Crowd) -> None:
    for lobby in (Lobby(crowd), Lobby(crowd)):
        for text in (b'{"type":"lobby"}', b'{"type":"other"}'):
            lobby.hear(text, 0.0)
        assert lobby.ready.done()

    assert (crowd.lobby_texts.total(), len(crowd.lobby_texts), crowd.lobby_bytes) == (4, 2, 64)


async def test_what_does_not_come_true_says_what(
    crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.line.PATIENCE_S", 0.0)
    with pytest.raises(LoadFailed, match="all moves heard"):
        await asyncio.wait_for(crowd.wait_for(lambda: False, "all moves heard"), 60)


async def test_who_waits_for_the_word_to_begin_has_it_when_it_is_said(
    crowd: Crowd, told: asyncio.StreamReader
) -> None:
    told.feed_data(b'{"play_at":1.5,"measure_from":2,"measure_until":3}\n{"plies":7}\n')

    assert await crowd.order(Begin) == Begin(1.5, 2, 3)
    assert await crowd.order(Ended) == Ended(7)


async def test_who_waits_for_a_word_ends_as_soon_as_something_is_wrong(crowd: Crowd) -> None:
    waiting = asyncio.create_task(crowd.order(Begin))
    await asyncio.sleep(0)

    crowd.fail("the server hung up")

    with pytest.raises(LoadFailed, match="hung up"):
        await asyncio.wait_for(waiting, 60)


async def test_a_word_that_is_never_said_ends_the_run(
    crowd: Crowd, told: asyncio.StreamReader
) -> None:
    told.feed_eof()

    with pytest.raises(LoadFailed, match="no Begin was told"):
        await crowd.order(Begin)
