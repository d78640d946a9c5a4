"""Bots under measurement: `python -m bench.bots`. What each figure means is in bench/README.md.

1. latency  a person plays alone on the server: how long until the bot begins to think?
2. hints    a person asks for the first hint since the server started, and for more: how long does
            each take?
3. load     100 games of bots at once: how long is a turn, how long the queue?
4. kill     200 games of bots while those who think are killed at random: does every game end, is
            no move doubled, and how long was the longest turn? Exits with 1 if a game did not end.
"""

import argparse
import contextlib
import itertools
import json
import math
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from bench import cpu
from games.play.protocol import SUBPROTOCOL
from tests.live import parts

AT_ONCE = {"INAROW_BOT_PACE_MS": "0"}
MODES = ("embedded", "cluster")
N = TypeVar("N", int, float)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--what", default="latency,hints,load,kill")
    parser.add_argument("--moves", type=int, default=100, help="of the person in `latency`")
    parser.add_argument("--seconds", type=float, default=30, help="of `load`")
    parser.add_argument("--games", type=int, default=200, help="of `kill`")
    parser.add_argument("--every", type=float, default=1.0, help="seconds between kills, about")
    parser.add_argument("--seed", type=int, default=1, help="of `kill`")
    options = parser.parse_args()
    print(cpu.machine())
    is_true = True
    for mode in options.modes.split(","):
        for what in options.what.split(","):
            match what:
                case "latency":
                    latency(mode, options.moves)
                case "hints":
                    hints(mode)
                case "load":
                    load(mode, options.seconds)
                case "kill":
                    is_true &= kill(mode, options.games, options.seed, options.every)
                case _:
                    parser.error(f"There is nothing called {what!r} to measure.")
    sys.exit(0 if is_true else 1)


def _server(mode: str) -> contextlib.AbstractContextManager[parts.Server]:
    """A server whose bots answer at once."""
    if mode == "embedded":
        return parts.server(thinkers=1, settings=AT_ONCE)
    return parts.cluster(processes=1, workers=2, thinkers=1, settings=AT_ONCE)


def latency(mode: str, moves: int) -> None:
    """One person against Casual, on a machine with nothing else to do."""
    rng = random.Random(1)
    with _server(mode) as server:
        _wait_for_thinkers(server)
        played = 0
        while played < moves:
            played += _play(server, rng, moves - played)
        waited = [
            ms
            for (ms,) in parts.rows(
                server,
                "SELECT waited_ms FROM play_thought JOIN play_move "
                "ON play_move.id = move_id WHERE level = 'casual'",
            )
        ]
    print(
        f"latency {mode}: {len(waited)} turns, from the commit of the person's move to the "
        f"bot's beginning p50 {_quantile(waited, 0.5)} ms, p95 {_quantile(waited, 0.95)} ms, "
        f"worst {max(waited)} ms"
    )


def hints(mode: str) -> None:
    """Threats, as they are asked for while playing a bot: each for another position."""
    rng = random.Random(1)
    with _server(mode) as server:
        _wait_for_thinkers(server)
        time.sleep(10)  # what the server keeps ready is ready
        first, *later = (_hint_ms(server, rng.randrange(225)) for _ in range(21))
    print(f"hints {mode}: the first {first:.0f} ms, 20 more p50 {_quantile(later, 0.5):.0f} ms")


def _hint_ms(server: parts.Server, square: int) -> float:
    """How long a person waits for a hint on 15×15, after their move and the bot's answer."""
    with _against_casual(server) as socket:
        move = {"type": "playMove", "id": "m", "ply": 0, "square": square}
        socket.send(json.dumps(move))
        _heard(socket, lambda message: message["type"] == "movePlayed" and message["ply"] == 1)
        began = time.perf_counter()
        socket.send(json.dumps({"type": "askHint", "id": "h", "kind": "threats", "ply": 2}))
        _heard(socket, lambda message: message["type"] == "threatMarks")
        return 1_000 * (time.perf_counter() - began)


def _against_casual(server: parts.Server) -> ClientConnection:
    """The socket of a person with black, on 15×15."""
    seat = server.post("/api/games", {"preset": "15x15", "opponent": "casual", "side": "black"})
    headers = {"Authorization": f"Bearer {seat['key']}"}
    return connect(
        seat["socket"], subprotocols=[Subprotocol(SUBPROTOCOL)], additional_headers=headers
    )


def _heard(socket: ClientConnection, is_it: Callable[[Any], bool]) -> None:
    while not is_it(message := json.loads(socket.recv(timeout=60))):
        assert message["type"] != "rejected", message


def _play(server: parts.Server, rng: random.Random, most: int) -> int:
    """One game of random moves on 15×15; how many moves the person made."""
    free = set(range(225))
    made = 0
    with _against_casual(server) as socket:
        time.sleep(0.3)  # what making the game has stirred up has settled
        ply, over = 0, False
        is_ours = True
        while not over and made <= most:
            if is_ours and ply % 2 == 0:
                square = rng.choice(sorted(free))
                move = {"type": "playMove", "id": f"m{ply}", "ply": ply, "square": square}
                socket.send(json.dumps(move))
                made += 1
                is_ours = False
            message = json.loads(socket.recv(timeout=60))
            if message["type"] == "movePlayed":
                ply = message["ply"] + 1
                free.discard(message["square"])
                is_ours = ply % 2 == 0
                over = message["outcome"] is not None
                time.sleep(0.05)  # a person is not a machine: the server has come to rest
            assert message["type"] != "rejected", message
    return made


def load(mode: str, seconds: float) -> None:
    """100 games at once of Expert against Club, which think for 10 to 100 ms."""
    with _server(mode) as server:
        _wait_for_thinkers(server)
        _exhibition(server, ["expert", "club"], "15x15", games=100, at_once=100)
        time.sleep(3)
        queue = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            queue.append(_waiting(server))
            time.sleep(0.5)
        turns, thoughts = _turns(server), _thoughts(server)
    print(
        f"load {mode}: {len(turns) / (seconds + 3):.1f} moves/s in 100 games, thinking p50 "
        f"{_quantile(thoughts, 0.5)} ms, p95 {_quantile(thoughts, 0.95)} ms; a turn p50 "
        f"{_quantile(turns, 0.5)} ms, p95 {_quantile(turns, 0.95)} ms, worst {max(turns)} ms; "
        f"queue at most {max(queue)}"
    )


def kill(mode: str, games: int, seed: int, every: float) -> bool:
    """Games while thinkers (embedded) or whole workers (cluster) are killed, every so often."""
    rng = random.Random(seed)
    killed = 0
    with _server(mode) as server:
        _wait_for_thinkers(server)
        _exhibition(server, ["novice", "beginner"], "10x10", games=games, at_once=8)
        began = time.monotonic()
        next_kill = began
        while (left := _unfinished(server)) and time.monotonic() - began < 1200:
            if time.monotonic() >= next_kill:
                next_kill = time.monotonic() + rng.uniform(0.5 * every, 2 * every)
                killed += _kill_one(server, rng)
            time.sleep(0.1)
        seconds = time.monotonic() - began
        problems = _problems(server)
        if left:
            problems.append(f"{left} games have not ended")
        turns, thoughts = _turns(server), _thoughts(server)
        by_level = parts.rows(
            server, "SELECT level, count(*) FROM play_thought GROUP BY level ORDER BY level"
        )
    print(
        f"kill {mode}, seed {seed}: {games - left} of {games} games ended in {seconds:.0f} s, "
        f"{len(turns)} turns, {killed} killed; {len(problems)} problems; a turn p50 "
        f"{_quantile(turns, 0.5)} ms, p99 {_quantile(turns, 0.99)} ms, worst {max(turns)} ms; "
        f"thinking worst {max(thoughts)} ms; moves by level {dict(by_level)}"
    )
    for problem in problems:
        print(f"  NOT TRUE: {problem}")
    return not problems


def _kill_one(server: parts.Server, rng: random.Random) -> int:
    if server.workers:
        at = rng.randrange(len(server.workers))
        server.crash_worker(at)
        server.start_worker_again(at)
        return 1
    thinkers = parts.descendants(server.processes[0].pid)
    if thinkers:
        with contextlib.suppress(ProcessLookupError):
            os.kill(rng.choice(thinkers), signal.SIGKILL)
            return 1
    return 0


def _problems(server: parts.Server) -> list[str]:
    problems = []
    for slug, ply, moves, plies, thoughts in parts.rows(
        server,
        "SELECT slug, play_game.ply, count(play_move.id), count(DISTINCT play_move.ply), "
        "count(play_thought.id) FROM play_game LEFT JOIN play_move ON play_move.game_id = "
        "play_game.id LEFT JOIN play_thought ON move_id = play_move.id "
        "WHERE play_game.started GROUP BY slug, play_game.ply",
    ):
        if not ply == moves == plies == thoughts:
            problems.append(f"{slug}: {ply} plies, {moves} moves, {thoughts} thoughts")
    return problems


def _turns(server: parts.Server) -> list[int]:
    """Milliseconds from each move to the next of its game."""
    rows = parts.rows(server, "SELECT game_id, at_ms FROM play_move ORDER BY game_id, ply")
    return [
        at - before for (game, before), (other, at) in itertools.pairwise(rows) if game == other
    ] or [0]


def _thoughts(server: parts.Server) -> list[int]:
    return [ms for (ms,) in parts.rows(server, "SELECT ms FROM play_thought")] or [0]


def _unfinished(server: parts.Server) -> int:
    ((count,),) = parts.rows(server, "SELECT count(*) FROM play_game WHERE termination = ''")
    return int(count)


def _exhibition(
    server: parts.Server, levels: Sequence[str], preset: str, *, games: int, at_once: int
) -> None:
    rounds = str(games // 2)
    arguments = ["--preset", preset, "--rounds", rounds, "--at-once", str(at_once)]
    parts.manage(server.environment, "exhibition", *levels, *arguments)


def _wait_for_thinkers(server: parts.Server) -> None:
    """Wait until every bot's thinker has started: they have played a first game."""
    _exhibition(server, ["first-free", "random"], "3x3", games=4, at_once=4)
    while _unfinished(server):
        time.sleep(0.1)
    time.sleep(2)


def _waiting(server: parts.Server) -> int:
    return int(server.get("/api/bots")["waiting"])


def _quantile(values: Sequence[N], share: float) -> N:
    return sorted(values)[min(len(values) - 1, math.ceil(share * len(values)) - 1)]


if __name__ == "__main__":
    main()
