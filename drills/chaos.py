"""Whatever breaks, no move is lost: `python -m drills.chaos`. What it does is in bench/README.md.

Many games at once, two players and a spectator each, over a network that fails (drills.faultproxy)
to a server whose parts are killed (SIGKILL) and started again, until every game has ended. Then the
database is asked. Prints what was done and exits with 1 if anything is not true.
"""

import argparse
import asyncio
import contextlib
import functools
import json
import math
import os
import random
import signal
import sqlite3
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

import psycopg
import uvloop

from bench import record
from drills import faultproxy, script
from drills.client import DEAD_S, LONGEST_DELAY_S, TICK_S, Client, Lost, Message
from tests.live import parts

T = TypeVar("T")

EMBEDDED = parts.embedded("config.serve")
MODES = (*EMBEDDED, "cluster")
BOARDS = ((3, 3, 3), (5, 5, 4), (7, 7, 5), (9, 6, 4), (10, 10, 5), (15, 15, 5))
BOTS = ("first-free", "random", "novice", "beginner")
BOT_SHARE = 8
"""One table in this many is one person against a bot."""
LONGEST = 45
"""Plies after which a game that nobody has won is resigned or drawn."""
MISCHIEF = 0.08
"""The share of commands sent twice, and the share that races its own copy."""
TROUBLE_EVERY_S = 20.0
"""Between two troubles of one connection, on average."""
KILL_EVERY_S = (2.0, 7.0)
AWAY_S = (0.1, 1.5)
"""How long a part is away before it is started again; starting takes its own time."""
KILLS_EACH = 3
"""Games go on until each part has been killed this often."""
CLOCK = "30s"
"""Of every second table: more than any trouble of the network keeps a player from a move. So a
player who loses on time was charged for what the server did; no game is meant to end that way."""
TEMPORARY = ("notKept", "busy", "tooFast")
"""Answers that a correct client may get to any command: it tries again."""
TOO_LATE = frozenset({"decline notOffered", "decline gameIsOver"})
"""And to its answer to an offer: a move was played first, and may have ended the game."""
RECONNECTED = ("line ended", "line silent", "part killed")
"""Causes after which most have to be level again within `SOON_S`."""
SLOW = "line slow on the way back"
"""The network was not back: bytes of the new connection were held up."""
SOON_S = 2.0
SOON_PERCENT = 95.0
WORST = 10
"""For this many of the slowest the report says how they went."""
HARMED = (OSError, psycopg.Error, sqlite3.Error)


@dataclass(eq=False)
class Table:
    """A place where two players and a spectator play one game after another."""

    number: int
    rng: random.Random
    board: tuple[int, int, int]
    bot: str | None
    slugs: list[str] = field(default_factory=list)
    scripts: dict[str, script.Script] = field(default_factory=dict)
    goes_on: dict[str, bool] = field(default_factory=dict)
    """Whether a game that has ended is followed by a rematch."""
    clients: list[Client] = field(default_factory=list)
    left: dict[str, dict[str, Message]] = field(default_factory=lambda: defaultdict(dict))
    """The games as the clients held them when they were over, by slug and client."""

    def begin(self, slug: str) -> None:
        if slug not in self.scripts:
            self.slugs.append(slug)
            self.scripts[slug] = script.write(self.rng, *self.board, longest=LONGEST)


@dataclass(slots=True)
class Resume:
    """A client on its way back to being level with the database."""

    client: Client
    slug: str
    cause: str
    since: float
    """The moment from which a fresh attempt could succeed: the network and the parts were back."""
    levels: list[tuple[float, int]]
    """What the client held, and when."""
    story: Sequence[tuple[float, str]] = ()
    """What the client tried on its way."""
    target: int | None = None
    """The version in the database, read after the client had its snapshot."""


class Truth:
    """What the clients were told, compared on the spot; what is not true is kept."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.acknowledged: dict[tuple[str, int], tuple[int, str]] = {}
        """The square and command of each move whose sender heard it, by game and ply."""
        self._squares: dict[tuple[str, int], int] = {}
        self._numbered: dict[tuple[str, int], str] = {}

    def note(self, problem: str) -> None:
        if len(self.problems) < 200:
            self.problems.append(problem)

    def heard(self, client: Client, slug: str, message: Message) -> None:
        """Compare a message with what everybody was told before."""
        if message["type"] == "snapshot":
            for ply, move in enumerate(message["moves"]):
                self._told(slug, ply, move["square"], client)
        elif "version" in message and message["type"] not in ("rejected", "pong"):
            text = json.dumps(message, sort_keys=True)
            before = self._numbered.setdefault((slug, message["version"]), text)
            if before != text:
                self.note(f"{slug}: two messages of one version: {before} and {text}")
            if message["type"] == "movePlayed":
                self._told(slug, message["ply"], message["square"], client)
                if client.side == ("black", "white")[message["ply"] % 2]:
                    sent = (message["square"], message["command"])
                    self.acknowledged[slug, message["ply"]] = sent

    def _told(self, slug: str, ply: int, square: int, client: Client) -> None:
        before = self._squares.setdefault((slug, ply), square)
        if before != square:
            self.note(f"{slug}: ply {ply} is {before}, and {square} to {client.name}")

    def told(self, slug: str) -> dict[int, int]:
        """The square of every ply that anybody was told."""
        return {ply: square for (game, ply), square in self._squares.items() if game == slug}


class Chaos:
    """One run: the tables, the network, those who kill, and what came of it."""

    def __init__(
        self,
        mode: str,
        server: parts.Server,
        broken: Mapping[str, parts.Part],
        options: argparse.Namespace,
    ) -> None:
        self.mode = mode
        self.server = server
        self.truth = Truth()
        self.options = options
        self.kills: Counter[str] = Counter()
        self.resumes: dict[str, list[float]] = defaultdict(list)
        self.reconnects: list[tuple[float, str]] = []
        """How long each way back with a good line took, and how it went."""
        self.interrupted = 0
        """Resumes that another fault cut short; the next one counts from that."""
        self.unexplained: Counter[str] = Counter()
        """Connections that ended with no fault of the network and no part away."""
        self.ends: Counter[str] = Counter()
        self.stepped_back = 0
        """Fresh snapshots older than what the client had held: a process had not heard yet."""
        self.denied: list[tuple[str, int, str, float]] = []
        """Moves reported as not kept: game, ply, command, when (ms since 1970)."""
        self.most: dict[tuple[Client, str], int] = {}
        """The newest version of each game that each client has held."""
        self.tables: list[Table] = []
        self._broken = broken
        self._rng = random.Random(f"{options.seed}/{mode}")
        self._readers = ThreadPoolExecutor(1)
        self._troubled: list[tuple[str, float, float]] = []
        """When parts were away: from the kill until they were back."""
        self._back_at = 0.0
        """When the part that everybody needs to come back was last back; infinite while away."""
        self._open: dict[Client, list[Resume]] = defaultdict(list)
        self._new: list[Resume] = []
        self._unkept: dict[Client, tuple[str, float]] = {}
        """Clients with a command unanswered when PostgreSQL was back: its id, and when that was."""
        self._is_settling = False
        """Whether nobody begins anything any more."""
        self._is_ending = False
        self._proxy: faultproxy.FaultProxy

    # --- What clients ask and tell (drills.client.Listener) ---------------------------------------

    def decide(self, client: Client) -> Message | None:
        """What this player does now."""
        if self._is_settling:
            return None
        game, table = client.held.game, self._table(client)
        if game is None or client.side is None or None in game["seats"].values():
            return None
        if game["outcome"] is not None:
            return self._after(client, table, game)
        if table.bot is not None:
            return script.against_bot(game, client.side)
        return table.scripts[client.slug].command(game, client.side, client.last)

    def heard(self, client: Client, message: Message) -> None:
        """Compare it with what others heard; see whether the client is level again."""
        self.truth.heard(client, client.slug, message)
        self.most[client, client.slug] = max(
            self.most.get((client, client.slug), 0), client.held.version
        )
        if message["type"] == "rejected" and message["code"] == "notKept":
            command = client.pending
            if command is not None and command["type"] == "playMove":
                self.denied.append((client.slug, command["ply"], command["id"], time.time() * 1000))
        if client in self._unkept:
            id, since = self._unkept[client]
            if client.pending is None or client.pending["id"] != id:
                del self._unkept[client]
                self.resumes["postgres back, command kept"].append(time.monotonic() - since)
        if self._open.get(client):
            now = time.monotonic()
            for resume in tuple(self._open[client]):
                resume.levels.append((now, client.held.version))
                self._look(resume)
        game = client.held.game
        if game is not None and game["rematch"] is not None:
            table = self._table(client)
            table.left[client.slug][client.name] = game
            self._cut_short(client)
            table.begin(game["rematch"])
            client.move_on(game["rematch"])

    def live(self, client: Client, port: int, lost: Lost | None) -> None:
        """Begin to measure, if the client had been here before."""
        if client.held.version < self.most.get((client, client.slug), 0):
            self.stepped_back += 1
        if lost is None or client.held.game is None:
            return
        if port in self._proxy.slowed:
            cause = SLOW
        elif self._was_away(lost.at - 1.0, lost.at):
            cause = "part killed"
        else:
            cause = "line silent" if lost.why == "silent" else "line ended"
        # A client that is here while the part still counts as away was quicker than the asking
        # task.
        back_at = min(self._back_at, time.monotonic())
        self._watch(client, cause, max(lost.at, back_at), lost.story)

    def ended(self, client: Client, port: int, how: str) -> bool:
        """Whether a fault of the network or a part that was away explains the end."""
        self._cut_short(client)
        self._unkept.pop(client, None)
        now = time.monotonic()
        if port in self._proxy.hurt:
            return True
        # An end is noticed at once; silence, or an attempt that nobody answers, only after a while.
        noticed_s = 1.0 if how.startswith("ended") else DEAD_S + TICK_S
        if not self._was_away(now - noticed_s, now) and not self._is_ending:
            self.unexplained[how] += 1
        return False

    # --- Resuming --------------------------------------------------------------------------------

    def _watch(
        self, client: Client, cause: str, since: float, story: Sequence[tuple[float, str]] = ()
    ) -> None:
        now = time.monotonic()
        resume = Resume(client, client.slug, cause, since, [(now, client.held.version)], story)
        self._open[client].append(resume)
        self._new.append(resume)

    def _look(self, resume: Resume) -> None:
        if resume.target is None:
            return
        for at, version in resume.levels:
            if version >= resume.target:
                took = max(0.0, at - resume.since)
                self.resumes[resume.cause].append(took)
                if resume.cause in RECONNECTED:
                    self.reconnects.append((took, _story(resume, at)))
                with contextlib.suppress(ValueError):
                    self._open[resume.client].remove(resume)
                return

    def _cut_short(self, client: Client) -> None:
        self.interrupted += len(self._open.pop(client, ()))

    async def _measure(self) -> None:
        """Ask the database again and again what returning clients have to be level with."""
        while True:
            await asyncio.sleep(0.02)
            if not self._new:
                continue
            batch, self._new = self._new, []
            try:
                versions = dict(await self._rows("SELECT slug, version FROM play_game"))
            except HARMED:
                self._new = batch + self._new
                continue
            for resume in batch:
                if resume in self._open.get(resume.client, ()):
                    resume.target = versions[resume.slug]
                    self._look(resume)

    # --- Killing ---------------------------------------------------------------------------------

    def killers(self) -> dict[str, Callable[[], object]]:
        """Each part by name, and what kills it and starts it again."""
        server, kill = self.server, self._kill
        killers: dict[str, Callable[[], object]] = {}
        for at in range(len(server.processes)):
            crash = functools.partial(server.crash, at)
            start = functools.partial(self._start_server, at)
            killers[f"server {at}"] = functools.partial(kill, crash, start)
        for at in range(len(server.workers)):
            crash = functools.partial(server.crash_worker, at)
            start = functools.partial(server.start_worker_again, at)
            killers[f"worker {at}"] = functools.partial(kill, crash, start)
        if not server.workers:
            killers["thinker"] = self._kill_thinker
        for name, part in self._broken.items():
            killers[name] = functools.partial(kill, part.crash, part.start_again)
        return killers

    async def _kill_and_start(self) -> None:
        """Kill one part after another, in a random order in which each has its turn."""
        killers = self.killers()
        while True:
            for name in self._rng.sample(sorted(killers), len(killers)):
                await asyncio.sleep(self._rng.uniform(*KILL_EVERY_S))
                began = time.monotonic()
                is_vital = name == "postgres" or (name == "server 0" and not self._broken)
                # In `make run` nobody listens while the server is away; in a cluster others do.
                self._proxy.is_refusing = is_vital and name != "postgres"
                self._troubled.append((name, began, math.inf))
                if is_vital:
                    self._back_at = math.inf
                try:
                    await asyncio.to_thread(killers[name])
                finally:
                    self._proxy.is_refusing = False
                now = time.monotonic()
                self._troubled[-1] = (name, began, now)
                self.kills[name] += 1
                if is_vital:
                    self._back_at = now
                if name in ("postgres", "redis"):
                    # Nobody's connection ended: they have to become level where they are.
                    for table in self.tables:
                        for client in table.clients:
                            if client.is_live and client.held.game is not None:
                                self._watch(client, f"{name} back", now)
                                if name == "postgres" and client.pending is not None:
                                    self._unkept[client] = (client.pending["id"], now)

    def _kill(self, crash: Callable[[], object], start: Callable[[], object]) -> None:
        crash()
        time.sleep(self._rng.uniform(*AWAY_S))
        start()

    def _start_server(self, at: int) -> None:
        self.server.start_again(at)
        if len(self.server.processes) == 1:
            self._wait_for_answer()
        else:
            time.sleep(3.0)  # the other one would answer

    def _wait_for_answer(self) -> None:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                self.server.get("/api/presets")
                return
            time.sleep(0.05)
        self.truth.note("the server did not come back within 30 s")

    def _kill_thinker(self) -> None:
        started = parts.descendants(self.server.processes[0].pid)
        thinkers = set(started) - set(self.server.serving())
        for pid in thinkers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _was_away(self, since: float, until: float) -> bool:
        """Whether a part was away whose absence ends connections; other parts' absence may not."""
        return any(
            began <= until and ended >= since
            for name, began, ended in self._troubled
            if name.startswith(("server", "postgres"))
        )

    def _is_whole(self) -> bool:
        return all(ended < math.inf for _, _, ended in self._troubled)

    # --- The run ---------------------------------------------------------------------------------

    async def run(self) -> None:
        """Play, break, mend, compare."""
        await self._set_up()
        troubles = faultproxy.seeded(self.options.seed, TROUBLE_EVERY_S)
        began = time.monotonic()
        async with faultproxy.FaultProxy(*self.server.address, troubles) as self._proxy:
            playing = [
                asyncio.ensure_future(client.play(table.slugs[0]))
                for table in self.tables
                for client in table.clients
            ]
            breaking = asyncio.ensure_future(self._kill_and_start())
            measuring = asyncio.ensure_future(self._measure())
            is_over = await self._until(self._all_over, self.options.minutes * 60)
            self._is_settling = True
            # The network and the parts are whole again: now everybody has to become level.
            self._proxy.is_calm = True
            with contextlib.suppress(TimeoutError):
                await self._until(self._is_whole, 60)
            breaking.cancel()
            await asyncio.gather(breaking, return_exceptions=True)
            if is_over:
                self.played_s = time.monotonic() - began
            else:
                self.played_s = math.inf
                self._note_unfinished()
            if not await self._until(self._all_level, 30):
                self._note_unlevel()
            self._is_ending = True
            measuring.cancel()
            await self._compare()
            for table in self.tables:
                for client in table.clients:
                    client.stop()
            failed = await asyncio.gather(*playing, return_exceptions=True)
            for error in failed:
                if error is not None:
                    self.truth.note(f"a client failed: {error!r}")

    async def _until(self, is_true: Callable[[], bool], seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        told = time.monotonic()
        while not is_true():
            if time.monotonic() > deadline:
                return False
            await asyncio.sleep(0.2)
            if time.monotonic() - told > 15:
                told = time.monotonic()
                over = sum(map(self._is_over, self.tables))
                print(
                    f"  {over} of {len(self.tables)} tables done; {dict(self._faults())}, "
                    f"kills {dict(self.kills)}",
                    file=sys.stderr,
                    flush=True,
                )
        return True

    def _faults(self) -> Counter[str]:
        faults: Counter[str] = Counter(
            {kind.value: self._proxy.happened[kind] for kind in faultproxy.Kind}
        )
        for name in ("duplicate", "reorder"):
            faults[name] = sum(c.did[name] for table in self.tables for c in table.clients)
        return faults

    def _lacks_faults(self) -> bool:
        return any(count < self.options.faults for count in self._faults().values()) or any(
            self.kills[name] < KILLS_EACH for name in self.killers()
        )

    def _after(self, client: Client, table: Table, game: Message) -> Message | None:
        """After the end: both want a rematch, or neither does."""
        if table.bot is not None:
            return None
        if not table.goes_on.get(client.slug):
            wants = self._lacks_faults() or (len(table.slugs) == 1 and table.number % 6 == 0)
            table.goes_on[client.slug] = wants
        if not table.goes_on[client.slug] or game["offers"]["rematch"] == client.side:
            return None
        return {"type": "offer", "what": "rematch", "id": "next"}

    def _table(self, client: Client) -> Table:
        return self.tables[int(client.name.split()[1])]

    def _is_over(self, table: Table) -> bool:
        if table.goes_on.get(table.slugs[-1]):
            return False
        return all(
            client.slug == table.slugs[-1]
            and client.held.game is not None
            and client.held.game["outcome"] is not None
            for client in table.clients
        )

    def _all_over(self) -> bool:
        return all(map(self._is_over, self.tables)) and not (
            self._lacks_faults() and self._can_go_on()
        )

    def _can_go_on(self) -> bool:
        return any(table.bot is None for table in self.tables)

    def _all_level(self) -> bool:
        return not any(self._open.values()) and all(
            client.is_live and client.pending is None
            for table in self.tables
            for client in table.clients
        )

    # --- Setting up ------------------------------------------------------------------------------

    async def _set_up(self) -> None:
        """Make the games over the API, before anything breaks."""
        seed = self.options.seed
        for number in range(self.options.games):
            rng = random.Random(f"{seed}/table/{number}")
            bot = BOTS[number // BOT_SHARE % len(BOTS)] if number % BOT_SHARE == 1 else None
            self.tables.append(Table(number, rng, rng.choice(BOARDS), bot))
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(8) as threads:
            seats = await asyncio.gather(
                *(loop.run_in_executor(threads, self._make, table) for table in self.tables)
            )
        for table, (slug, keys) in zip(self.tables, seats, strict=True):
            table.begin(slug)
            for name, key in keys.items():
                table.clients.append(
                    Client(
                        f"{name} {table.number}",
                        lambda: self._proxy.port,
                        key,
                        self,
                        random.Random(f"{seed}/{name}/{table.number}"),
                        longest_delay_s=self.options.longest_delay,
                        mischief=0.0 if key is None else MISCHIEF,
                    )
                )

    def _make(self, table: Table) -> tuple[str, dict[str, str | None]]:
        width, height, k = table.board
        fields: dict[str, object] = {"width": width, "height": height, "k": k}
        fields |= {"lineRule": "freestyle", "side": "black", "name": "Alice"}
        if table.bot is not None:
            fields["opponent"] = table.bot
        elif table.number % 2:
            fields["clock"] = CLOCK
        made = self.server.post("/api/games", fields)
        keys: dict[str, str | None] = {"Alice": made["key"]}
        if table.bot is None:
            path = f"/api/games/{made['game']}/seat"
            keys["Bob"] = self.server.post(path, {"name": "Bob"})["key"]
        keys["Eve"] = None
        return made["game"], keys

    async def _rows(self, query: str) -> list[tuple[Any, ...]]:
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, parts.rows, self.server, query
        )

    # --- Comparing -------------------------------------------------------------------------------

    def _note_unfinished(self) -> None:
        for table in self.tables:
            if not self._is_over(table):
                states = [
                    f"{client.name}: {'live' if client.is_live else 'away'}, version "
                    f"{client.held.version}, pending {client.pending}, last {client.last}"
                    for client in table.clients
                ]
                self.truth.note(f"{table.slugs[-1]} has not ended: {'; '.join(states)}")

    def _note_unlevel(self) -> None:
        for table in self.tables:
            for client in table.clients:
                if not client.is_live or client.pending is not None or self._open.get(client):
                    self.truth.note(
                        f"{client.slug}: {client.name} is not level 30 s after everything was "
                        f"back: live {client.is_live}, version {client.held.version}, "
                        f"pending {client.pending}"
                    )

    async def _compare(self) -> None:
        """The database against everything that anybody was told."""
        note = self.truth.note
        moves: dict[str, list[tuple[int, int, int, str, int]]] = defaultdict(list)
        for slug, *row in await self._rows(
            "SELECT slug, play_move.ply, square, play_move.version, command, at_ms FROM play_move "
            "JOIN play_game ON play_game.id = game_id ORDER BY slug, play_move.ply"
        ):
            moves[slug].append(tuple(row))
        facts: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
        for slug, *row in await self._rows(
            "SELECT slug, play_fact.version, side, command FROM play_fact "
            "JOIN play_game ON play_game.id = game_id"
        ):
            facts[slug].append(tuple(row))
        games = {
            slug: tuple(row)
            for slug, *row in await self._rows(
                "SELECT slug, ply, version, termination, bot_due FROM play_game"
            )
        }
        self.rows = sum(map(len, moves.values()))
        self.games = sum(len(table.slugs) for table in self.tables)
        self.identical = 0
        if set(games) != {slug for table in self.tables for slug in table.slugs}:
            note("there are games in the database that nobody was told of, or the reverse")
        for table in self.tables:
            for slug in table.slugs:
                ply, version, termination, _ = games[slug]
                kept = moves[slug]
                self.ends[termination or "none"] += 1
                if not termination:
                    note(f"{slug} has not ended in the database")
                if [row[0] for row in kept] != list(range(ply)):
                    note(f"{slug}: {ply} plies, and rows of {[row[0] for row in kept]}")
                if len({row[1] for row in kept}) != len(kept):
                    note(f"{slug}: a square twice")
                numbers = sorted([row[2] for row in kept] + [row[0] for row in facts[slug]])
                if numbers != list(range(1, version + 1)):
                    note(f"{slug}: version {version}, numbered {numbers}")
                given = Counter((row[0] % 2, row[3]) for row in kept if row[3])
                given.update((row[1], row[2]) for row in facts[slug] if row[2])
                if twice := [command for command, count in given.items() if count > 1]:
                    note(f"{slug}: commands carried out twice: {twice}")
                squares = {row[0]: row[1] for row in kept}
                for at, square in self.truth.told(slug).items():
                    if squares.get(at) != square:
                        note(f"{slug}: told {square} at ply {at}, kept {squares.get(at)}")
                if table.bot is None:
                    intent = table.scripts[slug]
                    if tuple(squares.values()) != intent.squares or termination != intent.ending:
                        note(f"{slug}: {termination} after {list(squares.values())}, not {intent}")
                self.identical += await self._is_identical(table, slug, list(squares.values()))
        lost = [
            (slug, ply)
            for (slug, ply), (square, command) in self.truth.acknowledged.items()
            if not any(
                row[0] == ply and row[1] == square and row[3] == command for row in moves[slug]
            )
        ]
        self.lost = len(lost)
        self.denied_and_kept = sum(
            any(row[0] == ply and row[3] == command and row[4] <= said_ms for row in moves[slug])
            for slug, ply, command, said_ms in self.denied
        )
        for slug, ply in lost:
            note(f"{slug}: the move of ply {ply} was acknowledged and is not kept")
        for refusal, count in self._refusals().items():
            if refusal not in TOO_LATE and not refusal.endswith(TEMPORARY):
                note(f"refused {count} times: {refusal}")
        for kind, count in self._faults().items():
            if count < self.options.faults:
                note(f"only {count} faults of the kind {kind}")

    async def _is_identical(self, table: Table, slug: str, squares: list[int]) -> bool:
        """Whether both clients, the spectator, the database and the server show one final game."""
        fresh = await asyncio.to_thread(self.server.get, f"/api/games/{slug}")
        is_identical = [move["square"] for move in fresh["moves"]] == squares
        if not is_identical:
            self.truth.note(f"{slug}: the server shows {fresh['moves']}, kept {squares}")
        for client in table.clients:
            left = table.left[slug].get(client.name)
            held = left if left is not None else client.held.game
            # Except for when it was said.
            if held is None or {**held, "type": "", "now": 0} != {**fresh, "type": "", "now": 0}:
                is_identical = False
                self.truth.note(f"{slug}: {client.name} holds {held}, the server {fresh}")
        return is_identical

    def _refusals(self) -> Counter[str]:
        refusals: Counter[str] = Counter()
        for table in self.tables:
            for client in table.clients:
                refusals += client.rejections
        return refusals

    # --- Saying what was done --------------------------------------------------------------------

    def report(self) -> dict[str, Any]:
        """All figures, for the line in bench/results."""
        did: Counter[str] = Counter()
        for table in self.tables:
            for client in table.clients:
                did += client.did
        return {
            "mode": self.mode,
            "seed": self.options.seed,
            "tables": len(self.tables),
            "games": self.games,
            "bot_games": sum(table.bot is not None for table in self.tables),
            "seconds": round(self.played_s, 1),
            "connections": self._proxy.connections,
            "faults": dict(self._faults()),
            "kills": dict(sorted(self.kills.items())),
            "moves_kept": self.rows,
            "acknowledged": len(self.truth.acknowledged),
            "acknowledged_lost": self.lost,
            "identical": self.identical,
            "ends": dict(self.ends),
            "clients": dict(did),
            "refusals": dict(self._refusals()),
            "denied": len(self.denied),
            "denied_and_kept": self.denied_and_kept,
            "stepped_back": self.stepped_back,
            "unexplained_ends": dict(self.unexplained),
            "resumes": {name: _spread(each) for name, each in sorted(self.resumes.items())},
            "reconnects": _spread([took for took, _ in self.reconnects]),
            "slowest": [story for _, story in sorted(self.reconnects, reverse=True)[:WORST]],
            "resumes_interrupted": self.interrupted,
            "errors_logged": dict(self.server.errors_logged().most_common(10)),
            "problems": self.truth.problems,
        }


def _story(resume: Resume, level_at: float) -> str:
    """How it went, in seconds since an attempt could succeed."""
    went = [*resume.story, (level_at, "level")]
    told = ", ".join(f"{at - resume.since:.2f} {what}" for at, what in went)
    return f"{resume.cause}, {resume.client.name}: {told}"


def _spread(took_s: Sequence[float]) -> dict[str, float]:
    ordered = sorted(took_s)
    if not ordered:
        return {"count": 0}
    return {
        "count": len(ordered),
        "p50_s": round(ordered[len(ordered) // 2], 3),
        "p95_s": round(ordered[math.ceil(0.95 * len(ordered)) - 1], 3),
        "worst_s": round(ordered[-1], 3),
        "soon_percent": round(100 * sum(took <= SOON_S for took in ordered) / len(ordered), 1),
    }


def table(report: Mapping[str, Any]) -> str:
    """What was done and what came of it, as Markdown."""
    faults, kills = report["faults"], report["kills"]
    rows = [
        (
            "tables, games, of these against bots",
            f"{report['tables']}, {report['games']}, {report['bot_games']}",
        ),
        ("seconds, connections", f"{report['seconds']}, {report['connections']}"),
        ("faults", ", ".join(f"{name} {count}" for name, count in faults.items())),
        ("killed (SIGKILL)", ", ".join(f"{name} {count}" for name, count in kills.items())),
        ("moves kept, acknowledged", f"{report['moves_kept']}, {report['acknowledged']}"),
        ("acknowledged moves lost", str(report["acknowledged_lost"])),
        ("identical for all", f"{report['identical']} of {report['games']} games"),
        (
            "ended by",
            ", ".join(f"{name} {count}" for name, count in report["ends"].items())
            + f"; by time {report['ends'].get('time', 0)}",
        ),
        ("clients", ", ".join(f"{name} {count}" for name, count in report["clients"].items())),
        ("refused", ", ".join(f"{code} {n}" for code, n in report["refusals"].items()) or "none"),
        (
            "moves said not to be kept, and kept after all",
            f"{report['denied']}, {report['denied_and_kept']}",
        ),
        ("snapshots older than what was held", str(report["stepped_back"])),
        ("connections ended without cause", json.dumps(report["unexplained_ends"])),
        ("errors logged", json.dumps(report["errors_logged"])),
    ]
    for name, spread in (*report["resumes"].items(), ("all reconnects", report["reconnects"])):
        if spread["count"]:
            rows.append(
                (
                    f"level again, {name}",
                    f"{spread['count']} times, p50 {spread['p50_s']:.2f} s, p95 "
                    f"{spread['p95_s']:.2f} s, worst {spread['worst_s']:.1f} s, "
                    f"{spread['soon_percent']} % within {SOON_S:g} s",
                )
            )
    title = f"| {report['mode']}, seed {report['seed']} | |"
    return "\n".join([title, "|---|---|", *(f"| {name} | {text} |" for name, text in rows)])


@contextlib.contextmanager
def started(mode: str) -> Iterator[tuple[parts.Server, Mapping[str, parts.Part]]]:
    """The server in this mode, and its parts that can be killed beside it."""
    settings = {"INAROW_BOT_PACE_MS": "100"}
    if mode in EMBEDDED:
        with parts.server(thinkers=1, settings=settings, command=EMBEDDED[mode]) as server:
            yield server, {}
        return
    with (
        parts.breakable_postgres() as postgres,
        parts.breakable_redis() as redis,
        parts.server(
            processes=2,
            workers=2,
            thinkers=1,
            database_url=postgres.url,
            redis_url=redis.url,
            settings=settings,
        ) as server,
    ):
        yield server, {"postgres": postgres, "redis": redis}


def main() -> None:
    options = _options()
    results = record.begin("chaos")
    problems = []
    for mode in options.modes:
        with started(mode) as (server, broken):
            chaos = Chaos(mode, server, broken, options)
            uvloop.run(chaos.run())
            report = chaos.report()
            if options.keep_log:
                log = record.RESULTS / f"chaos-{mode}.log"
                log.write_bytes(server.log.read_bytes())
        results.add(report)
        print(table(report))
        print("\nThe slowest reconnects, in seconds since an attempt could succeed:")
        print("\n".join(f"- {story}" for story in report["slowest"]) + "\n", flush=True)
        problems += [f"{mode}: {problem}" for problem in report["problems"]]
        soon_percent = report["reconnects"].get("soon_percent", 100.0)
        if soon_percent < SOON_PERCENT:
            problems.append(f"{mode}: {soon_percent} % of reconnects were level in {SOON_S:g} s")
    for problem in problems[:40]:
        print(f"NOT TRUE: {problem[:1500]}")
    print(f"{len(problems)} problems. Every run: {results.file}")
    sys.exit(1 if problems else 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m drills.chaos", description="Break everything.")
    parser.add_argument(
        "--modes",
        type=lambda text: text.split(","),
        default=["embedded", "cluster"],
        help=f"of {', '.join(MODES)}",
    )
    parser.add_argument("--games", type=int, default=200, help="played at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=100, help="of each kind, at least")
    parser.add_argument("--minutes", type=float, default=10, help="then it has failed")
    parser.add_argument(
        "--longest-delay",
        type=float,
        default=LONGEST_DELAY_S,
        help="of the clients' backoff, in seconds",
    )
    parser.add_argument("--keep-log", action="store_true", help="copy the log to bench/results")
    options = parser.parse_args()
    if unknown := set(options.modes) - set(MODES):
        parser.error(f"no such mode: {', '.join(unknown)}")
    return options


if __name__ == "__main__":
    main()
