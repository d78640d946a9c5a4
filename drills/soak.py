"""Half an hour of play in which nothing may pile up: `python -m drills.soak` (bench/README.md).

200 games at a human pace on the real server, whose people drop out and come back, resign, begin
anew; spectators and lobbies come and go; some play bots. Meanwhile the server's memory, files,
threads, sockets and tasks are noted. Exits with 1 if something grew by more than 5 % from the
first quarter to the last, or if anything is left when all have gone.
"""

import argparse
import asyncio
import contextlib
import random
import statistics
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

import uvloop
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from bench import cpu, look, record
from drills import script
from drills.client import LET_GO, SILENCE_S, Client, Lost, Message
from games.play.protocol import SUBPROTOCOL
from tests.live import parts

T = TypeVar("T")

BOARDS = ((3, 3, 3), (7, 7, 5), (10, 10, 5), (15, 15, 5), (15, 15, 5), (19, 19, 6))
BOTS = ("novice", "beginner", "casual", "club")
BOT_SHARE = 8
"""One table in this many is one person against a bot."""
LONGEST = 90
"""Plies after which a game that nobody has won is resigned or drawn."""
PACE_S = (0.9, 2.3)
"""How often people check whether it is their turn: a game has about one move a second."""
LOOK_S = (1.0, 4.0)
"""How long people look at a game that is over, before they begin another."""
DROP_S = 60.0
"""How long a connection lasts, on average, until it is lost."""
SPECTATORS = 40
"""People who go from game to game and stay for …"""
WATCH_S = (3.0, 40.0)
LOBBIES = 20
"""Likewise, of people in the lobby."""
ASLEEP_S = 40.0
"""A laptop that is closed: the server, which hears nothing for 15 to 30 s, has to let go first."""
BEGIN_S = 30.0
"""All tables have begun by then."""
WARM_S = 300.0
"""Then there are games of all ages, and SQLite and the garbage collector hold what they may."""
SAMPLE_S = 5.0
PATIENCE_S = 900.0
"""A game that takes longer has got stuck."""
REST_S = 90.0
"""How long the server may take to be at rest after all have gone."""
LIMIT = 1.05
SLACK = 2.0
"""Two more megabytes, files or threads do not count as growth, however few there were."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The server at one moment. Megabytes are 10^6 bytes."""

    at_s: float
    server_rss_mb: float
    server_pss_mb: float
    thinkers_rss_mb: float
    thinkers_pss_mb: float
    files: int
    """Open file descriptors of the server that are not sockets."""
    connections: int
    """Open file descriptors of the server that are sockets."""
    threads: int
    sockets: int
    """Websockets, as the server counts them: of players, spectators and lobbies."""
    games_followed: int
    tasks: int
    wal_mb: float
    """What SQLite has written and not yet put in its place."""
    moves: int

    def is_at_rest(self, before: "Sample") -> bool:
        """Whether nothing is left of the visitors who came after `before`."""
        return all(getattr(self, name) <= getattr(before, name) for name in PASSING)


GROWING = ("server_rss_mb", "thinkers_rss_mb", "files", "threads")
"""What must not grow while as many people come as go."""
PASSING = ("connections", "sockets", "games_followed", "tasks")
"""What has to be gone when the people are."""
SHOWN = (*GROWING, *PASSING, "server_pss_mb", "thinkers_pss_mb", "wal_mb")
"""The share of shared memory (Pss) is not a measure: it grows when a neighbour goes."""


def take(server: parts.Server, at_s: float) -> Sample:
    """Look at the server, from outside. Blocks for some milliseconds."""
    pid = server.processes[0].pid
    thinkers = parts.descendants(pid)
    # Looked at before the look itself opens and starts things in the server.
    descriptors = parts.descriptors(pid)
    connections = sum(what.startswith("socket:") for what in descriptors)
    threads = len(list(Path(f"/proc/{pid}/task").iterdir()))
    figures = look.figures(server)
    wal = Path(server.environment["INAROW_DATA"]) / "inarow.sqlite3-wal"
    return Sample(
        at_s=round(at_s, 1),
        server_rss_mb=look.memory_bytes(pid, "Rss") / 1e6,
        server_pss_mb=look.memory_bytes(pid, "Pss") / 1e6,
        thinkers_rss_mb=sum(look.memory_bytes(thinker, "Rss") / 1e6 for thinker in thinkers),
        thinkers_pss_mb=sum(look.memory_bytes(thinker, "Pss") / 1e6 for thinker in thinkers),
        files=len(descriptors) - connections,
        connections=connections,
        threads=threads,
        sockets=sum(count for name, count in figures.items() if name.startswith("inarow_sockets{")),
        games_followed=figures["inarow_games_followed"],
        tasks=figures["inarow_tasks"],
        wal_mb=wal.stat().st_size / 1e6 if wal.exists() else 0.0,
        moves=figures["inarow_moves_total"],
    )


class Game:
    """One game, and what everybody at it is told and does (drills.client.Listener)."""

    def __init__(self, soak: "Soak", slug: str, text: script.Script | None) -> None:
        self.slug = slug
        self.players: list[Client] = []
        self.is_over = asyncio.Event()
        """Set when all players have seen the end."""
        self._soak = soak
        self._script = text
        """None against a bot."""

    def decide(self, client: Client) -> Message | None:
        """What this player does now."""
        game = client.held.game
        if game is None or client.side is None or game["outcome"] is not None:
            return None
        if self._script is not None:
            return self._script.command(game, client.side, client.last)
        if len(game["moves"]) >= LONGEST:
            return {"type": "resign", "id": "r"}
        return script.against_bot(game, client.side)

    def heard(self, client: Client, message: Message) -> None:
        """See whether that was the end."""
        games = [player.held.game for player in self.players]
        if all(game is not None and game["outcome"] is not None for game in games):
            self.is_over.set()

    def live(self, client: Client, port: int, lost: Lost | None) -> None:
        """Count those who came back."""
        if lost is not None:
            self._soak.did["came back"] += 1

    def ended(self, client: Client, port: int, how: str) -> bool:
        """Whether it was we who dropped it."""
        if client in self._soak.dropped:
            self._soak.dropped.remove(client)
            return True
        self._soak.note(f"{client.name}: a connection ended without cause: {how}")
        return False


class Soak:
    """One run: the visitors, and what was seen of the server."""

    def __init__(
        self, server: parts.Server, results: record.Record, options: argparse.Namespace
    ) -> None:
        self.server = server
        self.results = results
        self.options = options
        self.did: Counter[str] = Counter()
        """What the visitors did, and how the games ended."""
        self.problems: list[str] = []
        self.dropped: set[Client] = set()
        """Those whose connection was taken away, and who do not know it yet."""
        self.samples: list[Sample] = []
        """Since the warm-up."""
        self.before: Sample
        self.after: Sample
        self.used: cpu.Used
        """Used by the server and its thinkers, by the visitors, by others; since the warm-up."""
        self._began = time.monotonic()
        self._present: dict[Client, None] = {}
        self._games: dict[int, Game] = {}
        self._is_over = asyncio.Event()
        self._threads = ThreadPoolExecutor(4)
        _, self._port = server.address

    async def run(self) -> None:
        """Come, play, go."""
        # 1. What the first visitor makes the server load stays: that is not a leak.
        await self._first_visit()
        self.before = await self._rest(lambda sample, last: sample.is_at_rest(last))
        # 2. Everybody.
        visitors = [
            *(asyncio.ensure_future(self._table(at)) for at in range(self.options.games)),
            *(asyncio.ensure_future(self._spectator(at)) for at in range(SPECTATORS)),
            *(asyncio.ensure_future(self._lobby(at)) for at in range(LOBBIES)),
            asyncio.ensure_future(self._drop()),
        ]
        self._began = time.monotonic()
        await self._watch()
        # 3. Nobody.
        self._is_over.set()
        for game in self._games.values():
            game.is_over.set()
        for error in await asyncio.gather(*visitors, return_exceptions=True):
            if error is not None:
                self.note(f"a visitor failed: {error!r}")
        self.after = await self._rest(lambda sample, _: sample.is_at_rest(self.before))

    def note(self, problem: str) -> None:
        if len(self.problems) < 200:
            self.problems.append(problem)

    # --- The visitors --------------------------------------------------------------------------

    async def _table(self, number: int) -> None:
        """A place where one game after another is played."""
        rng = random.Random(f"{self.options.seed}/table/{number}")
        await self._pause(rng.uniform(0, BEGIN_S))
        while not self._is_over.is_set():
            bot = rng.choice(BOTS) if number % BOT_SHARE == 1 else None
            await self._play(number, rng, rng.choice(BOARDS), bot)

    async def _play(
        self, number: int, rng: random.Random, board: tuple[int, int, int], bot: str | None
    ) -> None:
        game = self._games[number] = await self._begin(rng, board, bot)
        playing = [asyncio.ensure_future(self._be_at(game, player)) for player in game.players]
        try:
            async with asyncio.timeout(PATIENCE_S):
                await game.is_over.wait()
        except TimeoutError:
            self.note(f"{game.slug} has not ended: {[p.held.game for p in game.players]}")
        await self._pause(rng.uniform(*LOOK_S))
        for player in game.players:
            player.stop()
        await asyncio.gather(*playing)
        held = game.players[0].held.game
        outcome = held and held["outcome"]
        self.did[f"ended by {outcome['termination']}" if outcome else "broken off"] += 1

    async def _begin(
        self, rng: random.Random, board: tuple[int, int, int], bot: str | None
    ) -> Game:
        """Make a game over the API; whoever plays it sits down."""
        width, height, k = board
        fields: dict[str, object] = {"width": width, "height": height, "k": k, "side": "black"}
        fields |= {"lineRule": "freestyle", "name": "Alice", "listed": rng.random() < 0.5}
        fields["clock"] = rng.choice((None, "5+3", "30s"))
        if bot is not None:
            fields["opponent"] = bot
        seat = await self._in_thread(self.server.post, "/api/games", fields)
        seats = {"Alice": seat["key"]}
        text = None
        if bot is None:
            text = script.write(rng, width, height, k, longest=rng.randrange(20, LONGEST))
            path = f"/api/games/{seat['game']}/seat"
            seats["Bob"] = (await self._in_thread(self.server.post, path, {"name": "Bob"}))["key"]
        game = Game(self, seat["game"], text)
        game.players = [self._client(game, name, key, rng) for name, key in seats.items()]
        return game

    async def _spectator(self, number: int) -> None:
        """Somebody who watches a game for a while, then another; half of them by its page."""
        rng = random.Random(f"{self.options.seed}/spectator/{number}")
        while not self._is_over.is_set():
            await self._pause(rng.uniform(*LOOK_S))
            if not self._games:
                continue
            game = self._games[rng.choice(sorted(self._games))]
            if rng.random() < 0.5:
                await self._in_thread(self._read_page, f"/game/{game.slug}/")
            eve = self._client(game, "Eve", None, rng)
            watching = asyncio.ensure_future(self._be_at(game, eve))
            await self._pause(rng.uniform(*WATCH_S))
            eve.stop()
            await watching
            self.did["watched"] += 1

    async def _lobby(self, number: int) -> None:
        """Somebody who keeps looking who is playing, and leaves in one way or another."""
        rng = random.Random(f"{self.options.seed}/lobby/{number}")
        while not self._is_over.is_set():
            await self._pause(rng.uniform(*LOOK_S))
            await self._in_thread(self._read_page, "/")
            await self._look_around(rng.uniform(*WATCH_S), rng.choice(("close", "drop", "sleep")))

    async def _look_around(self, seconds: float, leave: str) -> None:
        lobby = await connect(
            f"ws://127.0.0.1:{self._port}/ws/lobby/",
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            ping_interval=None,
            proxy=None,
        )
        end = time.monotonic() + seconds
        try:
            while time.monotonic() < end and not self._is_over.is_set():
                await lobby.send('{"type": "ping"}')
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(SILENCE_S):
                        await lobby.recv()
                await self._pause(SILENCE_S / 2)
            if leave == "sleep":
                lobby.transport.pause_reading()
                await asyncio.sleep(ASLEEP_S)
            elif leave == "close":
                await lobby.close()
        except LET_GO as error:
            self.note(f"a lobby ended without cause: {error!r}")
        finally:
            lobby.transport.abort()
        self.did[f"left the lobby by {leave}"] += 1

    async def _drop(self) -> None:
        """Take their connections from those who are there, one by one."""
        rng = random.Random(f"{self.options.seed}/drop")
        while not self._is_over.is_set():
            await self._pause(rng.expovariate((len(self._present) + 1) / DROP_S))
            live = [client for client in self._present if client.is_live]
            if live:
                client = rng.choice(live)
                self.dropped.add(client)
                self.did["dropped"] += 1
                client.drop()

    async def _first_visit(self) -> None:
        """One of everything: a game of people, one against a bot, a page, a lobby."""
        rng = random.Random(f"{self.options.seed}/first")
        await asyncio.gather(
            self._play(-1, rng, (3, 3, 3), None),
            self._play(-2, rng, (3, 3, 3), "casual"),
            self._in_thread(self._read_page, "/"),
            self._look_around(SILENCE_S, "close"),
        )
        self._games.clear()
        self.did.clear()

    def _client(self, game: Game, name: str, key: str | None, rng: random.Random) -> Client:
        seed = random.Random(rng.random())
        return Client(name, lambda: self._port, key, game, seed, longest_delay_s=1.5, pace_s=PACE_S)

    async def _be_at(self, game: Game, client: Client) -> None:
        self._present[client] = None
        try:
            await client.play(game.slug)
        finally:
            del self._present[client]
            self.dropped.discard(client)
            self.did.update(f"refused {refusal}" for refusal in client.rejections.elements())

    async def _pause(self, seconds: float) -> None:
        """Wait, but not beyond the end."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._is_over.wait()

    def _read_page(self, path: str) -> None:
        with urllib.request.urlopen(self.server.url + path, timeout=30) as answer:
            answer.read()
        self.did["read pages"] += 1

    async def _in_thread(self, work: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    # --- Looking at the server -----------------------------------------------------------------

    async def _watch(self) -> None:
        """Take samples until the time is over."""
        await asyncio.sleep(self.options.warm)
        pids = [process.pid for process in self.server.processes]
        used = cpu.take(pids, ())
        began = told = time.monotonic()
        end = began + self.options.minutes * 60
        while time.monotonic() < end:
            self.samples.append(await self._sample())
            self.results.add(asdict(self.samples[-1]))
            if time.monotonic() - told >= 60:
                told = time.monotonic()
                print(f"  {self.samples[-1]}", file=sys.stderr, flush=True)
            await asyncio.sleep(SAMPLE_S)
        self.used = cpu.take(pids, ()) - used
        self.watched_s = time.monotonic() - began

    async def _sample(self) -> Sample:
        return await self._in_thread(take, self.server, time.monotonic() - self._began)

    async def _rest(self, is_at_rest: Callable[[Sample, Sample], bool]) -> Sample:
        """The first sample for which it holds against the one before it; or the last taken."""
        deadline = time.monotonic() + REST_S
        last = await self._sample()
        while time.monotonic() < deadline:
            await asyncio.sleep(1.0)
            sample = await self._sample()
            if is_at_rest(sample, last):
                return sample
            last = sample
        return last

    # --- Saying what was seen ------------------------------------------------------------------

    def report(self) -> dict[str, Any]:
        """All figures; what is not as it should be goes to the problems."""
        means = {
            name: quarters([getattr(sample, name) for sample in self.samples]) for name in SHOWN
        }
        for name in GROWING:
            first, last = means[name]
            if last > max(LIMIT * first, first + SLACK):
                self.note(f"{name} grew by {100 * (last / first - 1):.1f} %")
        for name in PASSING:
            before, after = getattr(self.before, name), getattr(self.after, name)
            if after > before:
                self.note(f"{name}: {before} before, {after} {REST_S:.0f} s after all had gone")
        for error, count in self.server.errors_logged().items():
            self.note(f"logged {count} times: {error}")
        seconds = self.samples[-1].at_s - self.samples[0].at_s
        moves = self.samples[-1].moves - self.samples[0].moves
        return {
            "games": self.options.games,
            "seed": self.options.seed,
            "minutes": self.options.minutes,
            "warm_s": self.options.warm,
            "samples": len(self.samples),
            "moves_per_s": round(moves / seconds, 1),
            "moves": self.after.moves - self.before.moves,
            "server_percent": round(100 * self.used.server / self.watched_s),
            "visitors_percent": round(100 * self.used.own / self.watched_s),
            "others_percent": round(100 * self.used.others / self.watched_s),
            "quarters": means,
            "before": asdict(self.before),
            "after": asdict(self.after),
            "did": dict(sorted(self.did.items())),
            "problems": self.problems,
        }


def quarters(values: Sequence[float]) -> tuple[float, float]:
    """The means of the first and the last quarter."""
    size = max(1, len(values) // 4)
    return statistics.fmean(values[:size]), statistics.fmean(values[-size:])


def table(report: Mapping[str, Any]) -> str:
    """What was seen, as Markdown."""
    lines = [
        "| | first quarter | last quarter | last / first | before | after all had gone |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for name, (first, last) in report["quarters"].items():
        form = ",.1f" if name.endswith("_mb") else ",.0f"
        ratio = f"{last / first:.3f}" if first else "–"
        before, after = (format(report[when][name], form) for when in ("before", "after"))
        lines.append(f"| {name} | {first:{form}} | {last:{form}} | {ratio} | {before} | {after} |")
    return "\n".join(lines)


def main() -> None:
    options = _options()
    results = record.begin("soak")
    settings = {"INAROW_METRICS_PORT": str(parts.free_port())}
    with parts.server(thinkers=1, settings=settings) as server:
        soak = Soak(server, results, options)
        uvloop.run(soak.run())
        report = soak.report()
        (record.RESULTS / "soak-server.log").write_bytes(server.log.read_bytes())
    results.add(report)
    print(table(report))
    print(
        f"\n{report['games']} games at once, seed {report['seed']}; {report['minutes']:g} minutes "
        f"after {report['warm_s']:g} s of warm-up, {report['samples']} samples; "
        f"{report['moves']:,} moves, {report['moves_per_s']} a second.\n"
        f"Of a core: server and thinker {report['server_percent']} %, visitors "
        f"{report['visitors_percent']} %, rest of the machine {report['others_percent']} %.\n"
        + ", ".join(f"{what} {count:,}" for what, count in report["did"].items())
        + f".\nEvery sample: {results.file}"
    )
    if report["problems"]:
        sys.exit("\n".join(["NOT TRUE:", *report["problems"][:40]]))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m drills.soak", description="Nothing piles up.")
    parser.add_argument("--minutes", type=float, default=30, help="after the warm-up")
    parser.add_argument("--warm", type=float, default=WARM_S, help="seconds before")
    parser.add_argument("--games", type=int, default=200, help="played at the same time")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
