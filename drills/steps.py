"""A wall clock that steps costs nobody anything: `python -m drills.steps`. See bench/README.md.

People play with clocks while the wall clock of the servers is set (Debian's faketime shows it to
them; their monotonic clocks run on, as when a real one is set), and while a server is killed and
started under a wrong one. The players measure their turns by a clock of their own. Exits with 1 if
anybody loses on time, or is charged for what they did not use.
"""

import argparse
import asyncio
import contextlib
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import uvloop

from bench import record
from drills.client import Client, Lost, Message
from tests.live import parts

MODES = ("embedded", "cluster")
STEPS_S = (30, -30, 600, -600, 3600, -3600)
RESTARTS_S = (3600, -3600)
GAMES = 12
CLOCK = "1+2"
INCREMENT_S = 2.0
"""Of that clock."""
PACE_S = (0.2, 1.2)
BEGIN_PLIES = 4
"""This many in every game before the clock steps: both have moved on a running clock."""
PLIES = 4
"""This many more while it is wrong, and when it is right again."""
STEP_S = 3.0
"""By then each process has seen a step: faketime looks every second or two."""
UNCERTAIN_S = 0.25
"""How much more or less than its players measured a side may be charged for its turns. A step costs
nobody anything and gives nobody anything; but the downtimes found meanwhile, as on a machine too
busy to let a process get on for 1.5 s, are shown and may be gained."""
COME_BACK_S = 4.0
"""How long a downtime goes on once the server is well again (docs/clocks.md)."""
PATIENCE_S = 120.0
"""Games that have got no further by then count as lost, whether a flag fell or not."""

RUN_BY = (
    "sh",
    "-c",
    'cp "$WALLS/now" "$WALLS/$$" && FAKETIME_TIMESTAMP_FILE="$WALLS/$$" LD_PRELOAD="$FAKETIME_LIB" '
    'exec "$@"',
    "sh",
)
"""Runs a command under a wall clock of its own, which the file named after its process sets."""


@dataclass(slots=True)
class Walls:
    """The wall clocks of the servers' processes: how far each is from the truth is in a file."""

    folder: Path

    def set(self, pids: Sequence[int] | None, seconds: int) -> None:
        """Set the clocks of these processes; of all, and of those started later, if None."""
        names = [str(pid) for pid in pids] if pids is not None else os.listdir(self.folder)
        for name in names:
            new = self.folder.parent / "new"
            new.write_text(f"{seconds:+d}\n")
            new.replace(self.folder / name)


@dataclass(eq=False, slots=True)
class Game:
    """One game, as its players have measured it."""

    slug: str
    order: tuple[int, ...]
    """The squares, in the order in which they are played: they make no line."""
    clients: list[Client] = field(default_factory=list)
    sent: dict[int, float] = field(default_factory=dict)
    """When each ply was first sent (monotonic seconds): the server heard it later,"""
    heard: dict[int, tuple[float, Message]] = field(default_factory=dict)
    """but before there was news of it, at this moment and with this clock."""
    is_over: bool = False

    @property
    def plies(self) -> int:
        """How many moves there is news of."""
        return max(self.heard, default=-1) + 1

    def turns(self, side: int) -> list[tuple[float, float]]:
        """What each timed turn of black (0) or white has surely gained and lost, in s.

        The server heard each move at some time between its sending and the news of it.
        """
        turns = []
        word = ("black", "white")[side]
        # The clock begins when both have moved.
        for ply in range(2 + side, self.plies, 2):
            if ply in self.heard and ply - 1 in self.heard:
                (began, before), (ended, after) = self.heard[ply - 1], self.heard[ply]
                charged = (before[word]["mainMs"] - after[word]["mainMs"]) / 1000 + INCREMENT_S
                gained = self.sent[ply] - began - charged
                lost = charged - (ended - self.sent[ply - 1])
                turns.append((max(0.0, gained), max(0.0, lost)))
        return turns


@dataclass(frozen=True, slots=True)
class Result:
    """What a step has done to the games played meanwhile."""

    what: str
    games: int
    flags: int
    gained_s: float
    lost_s: float
    downtimes: int
    down_s: float
    """How long those were together, with the time to come back."""
    problems: tuple[str, ...]

    @property
    def row(self) -> str:
        """A line of the table."""
        cells = (
            self.what,
            f"{self.flags} of {self.games}",
            f"{self.gained_s:.2f} s",
            f"{self.lost_s:.2f} s",
            f"{self.downtimes}, {self.down_s:.1f} s",
        )
        return f"| {' | '.join(cells)} |"


HEAD = "| stepped | flagged | most gained | most lost | downtimes |\n|---|---|---|---|---|"


class Players:
    """All who play at the same time (drills.client.Listener)."""

    def __init__(self, server: parts.Server, games: int, seed: str) -> None:
        self.games: dict[str, Game] = {}
        self.is_ending = False
        _, self._port = server.address
        rng = random.Random(seed)
        for _ in range(games):
            black = server.post("/api/games", {"preset": "15x15", "clock": CLOCK, "side": "black"})
            slug = str(black["game"])
            white = server.post(f"/api/games/{slug}/seat", {})
            game = self.games[slug] = Game(slug, _without_a_line(rng))
            for seat, side in ((black, "black"), (white, "white")):
                game.clients.append(
                    Client(
                        f"{side} of {slug}",
                        lambda: self._port,
                        str(seat["key"]),
                        self,
                        random.Random(rng.random()),
                        pace_s=PACE_S,
                    )
                )

    @property
    def clients(self) -> list[Client]:
        """Both of each game."""
        return [client for game in self.games.values() for client in game.clients]

    def decide(self, client: Client) -> Message | None:
        game = client.held.game
        if game is None or client.side is None or game["outcome"] is not None:
            return None
        if self.is_ending:
            return {"type": "resign", "id": "end"} if client.side == "black" else None
        ply = len(game["moves"])
        if client.side != ("black", "white")[ply % 2]:
            return None
        here = self.games[client.slug]
        square = here.order[ply]
        here.sent.setdefault(ply, time.monotonic())
        return {"type": "playMove", "id": f"m{ply}", "ply": ply, "square": square}

    def heard(self, client: Client, message: Message) -> None:
        game, held = self.games[client.slug], client.held.game
        if held is not None:
            # Kept in the order heard; a ply that comes with a snapshot counts from then.
            game.heard.setdefault(len(held["moves"]) - 1, (time.monotonic(), held["clock"]))
            game.is_over |= held["outcome"] is not None

    def live(self, client: Client, port: int, lost: Lost | None) -> None:
        """Nothing to do: whoever is back plays on."""

    def ended(self, client: Client, port: int, how: str) -> bool:
        return False

    def are_live(self) -> bool:
        """Whether every player is at the board."""
        return all(client.is_live for client in self.clients)

    def have_played(self, plies: Mapping[str, int]) -> bool:
        """Whether each game has come this far, or is over."""
        return all(game.is_over or game.plies >= plies[slug] for slug, game in self.games.items())

    def are_done(self) -> bool:
        """Whether every game is over."""
        return all(game.is_over for game in self.games.values())


async def step(
    server: parts.Server,
    walls: Walls,
    *,
    by_s: int,
    whom: str,
    games: int,
    restart: bool = False,
    seed: str = "1",
) -> Result:
    """Play while the wall clock steps by this many seconds, and back; returns what came of it."""
    before = {id for id, *_ in _downtimes(server)}
    began = time.monotonic()
    players = await asyncio.to_thread(Players, server, games, f"{seed} {whom} {by_s} {restart}")
    playing = [
        asyncio.ensure_future(client.play(game.slug))
        for game in players.games.values()
        for client in game.clients
    ]
    try:
        await _until(players.are_live)
        await _until(lambda: players.have_played(dict.fromkeys(players.games, BEGIN_PLIES)))
        walls.set(_pids(server, whom), by_s)
        if restart:
            await _restart(server, players)
        await _played_on(players)
        walls.set(_pids(server, whom), 0)
        await _played_on(players)
        players.is_ending = True
        await _until(players.are_done)
    except TimeoutError:
        pass  # whoever could not go on is among those who did not resign
    finally:
        for client in players.clients:
            client.stop()
        await asyncio.gather(*playing)
    down = [(first, last) for id, first, last in _downtimes(server) if id not in before]
    what = f"{whom}, {by_s:+d} s and back" + (", restarted meanwhile" if restart else "")
    return _result(server, players, what, down, time.monotonic() - began)


def _downtimes(server: parts.Server) -> list[tuple[int, int, int]]:
    """Number, beginning and end of each that is over."""
    query = "SELECT id, began_ms, ended_ms FROM play_downtime WHERE ended_ms IS NOT NULL"
    return [(id, began_ms, ended_ms) for id, began_ms, ended_ms in parts.rows(server, query)]


async def _restart(server: parts.Server, players: Players) -> None:
    """Kill a server, and a worker, and start them again."""
    server.crash()
    if server.workers:
        server.crash_worker()
        server.start_worker_again()
    server.start_again()
    await asyncio.sleep(0.2)  # until everybody has noticed
    await _until(players.are_live)


def _result(
    server: parts.Server,
    players: Players,
    what: str,
    down: Sequence[tuple[int, int]],
    took_s: float,
) -> Result:
    ends = dict(parts.rows(server, "SELECT slug, termination FROM play_game"))
    flagged = [slug for slug in players.games if ends[slug] != "resignation"]
    problems = [f"{what}: {slug} ended by {ends[slug]}" for slug in flagged]
    gained = lost = 0.0
    for game in players.games.values():
        for side in (0, 1):
            turns = game.turns(side)
            gained = max(gained, sum(gained for gained, _ in turns))
            lost = max(lost, sum(lost for _, lost in turns))
    down_s = _together_s(down)
    if gained > down_s + UNCERTAIN_S:
        problems.append(f"{what}: somebody gained {gained:.1f} s")
    if lost > UNCERTAIN_S:
        problems.append(f"{what}: somebody lost {lost:.1f} s")
    if down_s > took_s + COME_BACK_S:
        problems.append(f"{what}: downtimes of {down_s:.1f} s in {took_s:.1f} s")
    return Result(
        what, len(players.games), len(flagged), gained, lost, len(down), down_s, tuple(problems)
    )


async def _played_on(players: Players) -> None:
    await asyncio.sleep(STEP_S)
    enough = {slug: game.plies + PLIES for slug, game in players.games.items()}
    await _until(lambda: players.have_played(enough))


async def _until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            if is_so():
                return
            await asyncio.sleep(0.05)


def _together_s(spans: Sequence[tuple[int, int]]) -> float:
    """How many seconds these spans of milliseconds cover; they may overlap."""
    whole = until = 0
    for began, ended in sorted(spans):
        whole += max(0, ended - max(began, until))
        until = max(until, ended)
    return whole / 1000


def _pids(server: parts.Server, whom: str) -> list[int] | None:
    """Whose wall clock steps: of `all`, of one `server`, or of the `workers`."""
    match whom:
        case "all":
            return None
        case "server":
            return [server.processes[0].pid]
        case _:
            return [worker.pid for worker in server.workers]


def _without_a_line(rng: random.Random) -> tuple[int, ...]:
    """The squares of a 15x15 board, black's and white's in turn: no more than two in a row."""
    squares: tuple[list[int], list[int]] = ([], [])
    for row in range(15):
        for column in range(15):
            squares[(column + 2 * row) % 4 // 2].append(15 * row + column)
    for each in squares:
        rng.shuffle(each)
    return tuple(square for pair in zip(*squares, strict=False) for square in pair)


@contextlib.contextmanager
def started(mode: str) -> Iterator[tuple[parts.Server, Walls]]:
    """The server in this mode, and the wall clocks of its processes."""
    with tempfile.TemporaryDirectory(prefix="inarow-") as folder, contextlib.ExitStack() as stack:
        walls = Walls(Path(folder) / "walls")
        walls.folder.mkdir()
        (walls.folder / "now").write_text("+0\n")
        settings = {
            "WALLS": str(walls.folder),
            "FAKETIME_LIB": parts.faketime(),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        if mode == "embedded":
            server = parts.server(settings=settings, run_by=RUN_BY)
        else:
            server = parts.server(
                processes=2,
                workers=2,
                database_url=stack.enter_context(parts.postgres()),
                redis_url=stack.enter_context(parts.redis()),
                settings=settings,
                run_by=RUN_BY,
            )
        yield stack.enter_context(server), walls


async def _steps(mode: str, server: parts.Server, walls: Walls, games: int) -> list[Result]:
    results = []
    plan = [
        (whom, by_s, False)
        for whom in (("all",) if mode == "embedded" else ("all", "server", "workers"))
        for by_s in STEPS_S
    ]
    for whom, by_s, restart in (*plan, *(("all", by_s, True) for by_s in RESTARTS_S)):
        result = await step(server, walls, by_s=by_s, whom=whom, games=games, restart=restart)
        print(result.row, flush=True)
        results.append(result)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m drills.steps", description="Set the clock.")
    parser.add_argument("--modes", type=lambda text: text.split(","), default=list(MODES))
    parser.add_argument("--games", type=int, default=GAMES, help="played at the same time")
    options = parser.parse_args()
    results = record.begin("steps")
    problems: list[str] = []
    for mode in options.modes:
        with started(mode) as (server, walls):
            print(f"\n{mode}, {CLOCK}, {options.games} games each\n\n{HEAD}", flush=True)
            for result in uvloop.run(_steps(mode, server, walls, options.games)):
                results.add({"mode": mode, "row": result.row})
                problems += [f"{mode}: {problem}" for problem in result.problems]
    for problem in problems[:40]:
        print(f"NOT TRUE: {problem}")
    print(f"{len(problems)} problems. Every run: {results.file}")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
