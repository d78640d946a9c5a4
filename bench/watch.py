"""What it costs to be watched: `python -m bench.watch` (each figure: bench/README.md).

A hundred and one games at a human pace: alone, with 1,000 spectators at one of them, with 500
lobbies, and with 50 people who flood the chat; all on one server, in turn. Then thousands of
sockets that are only open, and the server's memory before and after. Exits with 1 if a message was
encoded twice, or somebody was not told.
"""

import argparse
import contextlib
import os
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec

from bench import look, record
from bench.crowd import Opened, Play, Seen, Stay
from bench.processes import at_work, prepared, talkers
from tests.live import parts

PATIENCE_S = 120.0
SETTLE_S = 3.0
"""After the last socket has come: timers have run, presence has been told."""
FIRST = 50
"""Sockets that come and go before memory is looked at: what is loaded with the first stays."""
PHASES = ("alone", "spectators", "lobbies", "talkers")

T = TypeVar("T")


class BenchFailed(RuntimeError):
    """A run came to nothing."""


class Counts(msgspec.Struct, frozen=True):
    """What a process has noted (`bench.stamped`)."""

    times: int
    encoded: dict[str, int]
    """How many messages of each kind."""


@dataclass(frozen=True, slots=True)
class Phase:
    """The games, played for so long under one condition."""

    mode: str
    round: int
    name: str
    watchers: int
    answers_ms: Sequence[float]
    """From a player's send until they heard of their own move."""
    shown_ms: Sequence[float]
    """From the commit of each move of the watched game to each spectator's receipt."""
    sent_ms: Sequence[float]
    """The same from before the mover's send."""
    late: int
    moves: int
    encoded: Mapping[str, int]
    """Messages encoded by all processes, by kind."""
    told_encoded: int | None
    """Messages encoded for all, by the server's own Prometheus figure; none in a cluster."""
    joined_s: float
    lobby_frames: int
    lobby_texts: int
    lobby_bytes: int
    flood: Mapping[str, int]
    """What became of the talkers' frames: `said`, or the code of the refusal."""
    seconds: float
    server_percent: float
    """CPU, of one core."""
    parts_percent: float
    load_percent: float
    others_percent: float
    """CPU of everything else on the machine, of all its cores."""
    load_average: float

    @property
    def told_of_games(self) -> int | None:
        """The messages of games among `told_encoded`: the others are lines of chat."""
        return (
            None if self.told_encoded is None else self.told_encoded - self.encoded.get("Said", 0)
        )


@dataclass(frozen=True, slots=True)
class Idle:
    """Sockets that are only open."""

    program: str
    what: str
    sockets: int
    before_bytes: int
    after_bytes: int
    opened_s: float
    load_average: float

    @property
    def kib(self) -> float:
        """KiB of the server's resident memory for each socket."""
        return (self.after_bytes - self.before_bytes) / self.sockets / 1024


def main() -> None:
    options = _options()
    results = record.begin("watch")
    phases: list[Phase] = []
    idle: list[Idle] = []
    for mode in options.modes:
        for phase in measure(mode, options):
            phases.append(phase)
            results.add(figures(phase))
            print(_line(phase), file=sys.stderr, flush=True)
    if options.idle:
        for what in ("lobby", "spectator"):
            for program in ("bench.stamped", "bench.naive"):
                idle.append(stay(program, what, options.idle))
                results.add(asdict(idle[-1]))
                print(f"{idle[-1]} {idle[-1].kib:.1f} KiB", file=sys.stderr, flush=True)
    if phases:
        print(f"{table(phases)}\n\n{ratios(phases)}\n")
    if idle:
        print(f"{idle_table(idle)}\n")
    print(f"Every phase: {results.file}")
    wrong = [problem for phase in phases for problem in problems(phase)]
    if wrong:
        sys.exit("\n".join(["NOT TRUE:", *wrong]))


# --- Games that are watched ------------------------------------------------------------------


def measure(mode: str, options: argparse.Namespace) -> Iterator[Phase]:
    """Every phase of every round, on one server."""
    with contextlib.ExitStack() as stack:
        command = (sys.executable, "-m", "bench.stamped")
        if mode == "cluster":
            running = parts.server(
                processes=2,
                database_url=stack.enter_context(parts.postgres()),
                redis_url=stack.enter_context(parts.redis()),
                command=command,
            )
        else:
            settings = {"INAROW_METRICS_PORT": str(parts.free_port())}
            running = parts.server(settings=settings, command=command)
        server = stack.enter_context(running)
        for round in range(options.rounds):
            # In turn: a noisy minute hits all alike.
            for name in PHASES:
                yield _phase(server, mode, round, name, options)
        errors = server.errors_logged()
        if errors:
            raise BenchFailed(f"logged: {errors}")


def _phase(
    server: parts.Server, mode: str, round: int, name: str, options: argparse.Namespace
) -> Phase:
    spectators = options.spectators if name == "spectators" else 0
    lobbies = options.lobbies if name == "lobbies" else 0
    cookies = talkers(server.environment, options.talkers if name == "talkers" else 0)
    games = prepared(server.environment, options.games + 1)
    server_pids = tuple(process.pid for process in server.processes)
    host, port = _address(server)
    task = Play(
        host=host,
        port=port,
        games=games,
        spectators=spectators,
        lobbies=lobbies,
        talkers=cookies,
        pace_s=options.pace,
        warm_s=options.warm,
        seconds=options.seconds,
        seed=round,
        server_pids=server_pids,
        part_pids=tuple(set(parts.children(os.getpid())) - set(server_pids)),
    )
    load_average = os.getloadavg()[0]
    before, told_before = counts(server), _told(server)
    with _crowd(task) as crowd:
        seen = _answer(crowd, server, Seen)
    after, told_after = counts(server), _told(server)
    committed = commits(server, games[0].slug)
    shown = [
        (1e3 * (at - committed[each.ply]), 1e3 * (at - each.sent_at))
        for each in seen.shown
        for at in each.heard_at
    ]
    return Phase(
        mode=mode,
        round=round,
        name=name,
        watchers=spectators + lobbies + len(cookies),
        answers_ms=sorted(seen.answers_ms),
        shown_ms=sorted(from_commit for from_commit, _ in shown),
        sent_ms=sorted(from_send for _, from_send in shown),
        late=seen.late,
        moves=seen.moves,
        encoded=dict(after - before),
        told_encoded=None if told_after is None else told_after - (told_before or 0),
        joined_s=seen.joined_s,
        lobby_frames=seen.lobby_frames,
        lobby_texts=seen.lobby_texts,
        lobby_bytes=seen.lobby_bytes,
        flood=seen.flood,
        seconds=seen.seconds,
        server_percent=seen.server_cpu_s / seen.seconds * 100,
        parts_percent=seen.parts_cpu_s / seen.seconds * 100,
        load_percent=seen.load_cpu_s / seen.seconds * 100,
        others_percent=seen.others_cpu_s / seen.seconds * 100 / (os.cpu_count() or 1),
        load_average=load_average,
    )


def commits(server: parts.Server, slug: str) -> dict[int, float]:
    """When each ply of a game was committed, in seconds of the machine's monotonic clock."""
    found = {}
    for file in Path(server.environment["INAROW_DATA"]).glob("commits-*"):
        for line in file.read_text().splitlines():
            at_ns, game, version = line.split()
            if game == slug:
                found[int(version) - 1] = int(at_ns) / 1e9
    return found


def counts(server: parts.Server) -> Counter[str]:
    """What the server's processes have encoded so far; their garbage is collected by then."""
    total: Counter[str] = Counter()
    for process in server.processes:
        file = Path(server.environment["INAROW_DATA"]) / f"counts-{process.pid}"
        before = msgspec.json.decode(file.read_bytes(), type=Counts).times if file.exists() else 0
        process.send_signal(signal.SIGUSR1)
        deadline = time.monotonic() + PATIENCE_S
        while True:
            noted = msgspec.json.decode(file.read_bytes(), type=Counts) if file.exists() else None
            if noted is not None and noted.times > before:
                total.update(noted.encoded)
                break
            if time.monotonic() > deadline:
                raise BenchFailed("the server does not write down its counts")
            time.sleep(0.02)
    return total


def problems(phase: Phase) -> list[str]:
    """What is not as it has to be."""
    found = []
    by_kind = phase.encoded.get("MovePlayed", 0)
    for how, encoded in (("by kind", by_kind), ("by Prometheus", phase.told_of_games)):
        if encoded is not None and encoded != phase.moves:
            found.append(
                f"{phase.mode}, round {phase.round + 1}, {phase.name}: {phase.moves} moves, "
                f"{encoded} messages encoded ({how})"
            )
    return found


# --- Sockets that are only open --------------------------------------------------------------


def stay(program: str, what: str, sockets: int) -> Idle:
    """Open so many sockets of a kind on a server of their own; its memory before and after."""
    load_average = os.getloadavg()[0]
    with parts.server(command=(sys.executable, "-m", program)) as server:
        (game,) = prepared(server.environment, 1)
        path = "/ws/lobby/" if what == "lobby" else f"/ws/game/{game.slug}/"
        host, port = _address(server)
        pid = server.processes[0].pid
        with _crowd(Stay(host, port, path, FIRST)) as crowd:
            _answer(crowd, server, Opened)
        before = _settled(server, pid)
        with _crowd(Stay(host, port, path, sockets)) as crowd:
            opened = _answer(crowd, server, Opened)
            after = _settled(server, pid)
            if crowd.poll() is not None:
                raise BenchFailed(f"{program}: the sockets did not stay open")
    return Idle(program, what, sockets, before, after, opened.seconds, load_average)


def _settled(server: parts.Server, pid: int) -> int:
    time.sleep(SETTLE_S)
    counts(server)  # collects the garbage
    return look.memory_bytes(pid)


# --- The processes ---------------------------------------------------------------------------


def _crowd(task: Play | Stay) -> AbstractContextManager[subprocess.Popen[bytes]]:
    return at_work("bench.crowd", task)


def _answer(crowd: subprocess.Popen[bytes], server: parts.Server, kind: type[T]) -> T:
    assert crowd.stdout is not None
    line = crowd.stdout.readline()
    if not line:
        raise BenchFailed(f"no figures; the server's log ends:\n{server.log.read_text()[-3000:]}")
    return msgspec.json.decode(line, type=kind)


def _address(server: parts.Server) -> tuple[str, int]:
    address = urlsplit(server.url)
    return str(address.hostname), int(address.port or 0)


def _told(server: parts.Server) -> int | None:
    if "INAROW_METRICS_PORT" not in server.environment:
        return None
    return look.figures(server)["inarow_messages_encoded_total"]


# --- Saying what was seen --------------------------------------------------------------------


def figures(phase: Phase) -> dict[str, object]:
    """A phase for the file of results: of times, every twentieth part and the last hundredths."""
    shares = (*(share / 20 for share in range(20)), 0.99, 0.999, 1)
    return {
        field: [round(quantile(value, share), 3) for share in shares]
        if field.endswith("_ms")
        else value
        for field, value in asdict(phase).items()
    }


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share of sorted values does not exceed; 0 of none."""
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def table(phases: Sequence[Phase]) -> str:
    """All rounds of each phase together, as Markdown."""
    lines = [
        "| mode | phase | players' answers p50 / p95 / p99 ms "
        "| commit to spectators p50 / p95 / p99 / worst ms | send to spectators p95 ms "
        "| server CPU | PostgreSQL + Redis | load process | rest of the machine | load average |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for mode, name in dict.fromkeys((phase.mode, phase.name) for phase in phases):
        those = [phase for phase in phases if (phase.mode, phase.name) == (mode, name)]
        answers, shown, sent = (
            sorted(each for phase in those for each in getattr(phase, field))
            for field in ("answers_ms", "shown_ms", "sent_ms")
        )
        seen = _quantiles(shown, 0.5, 0.95, 0.99, 1) if shown else "–"
        lines.append(
            f"| {mode} | {name} | {_quantiles(answers, 0.5, 0.95, 0.99)} | {seen} "
            f"| {format(quantile(sent, 0.95), '.1f') if sent else '–'} "
            + "".join(
                f"| {statistics.median(getattr(phase, field) for phase in those):.0f} % "
                for field in ("server_percent", "parts_percent", "load_percent", "others_percent")
            )
            + f"| {statistics.median(phase.load_average for phase in those):.1f} |"
        )
    return "\n".join(lines)


def _quantiles(values: Sequence[float], *shares: float) -> str:
    return " / ".join(format(quantile(values, share), ".1f") for share in shares)


def ratios(phases: Sequence[Phase]) -> str:
    """Sentences: the players' p99 against the same round alone; what was encoded; the lobby."""
    lines = []
    for mode in dict.fromkeys(phase.mode for phase in phases):
        those = {(phase.round, phase.name): phase for phase in phases if phase.mode == mode}
        rounds = sorted({round for round, _ in those})
        for name in PHASES[1:]:
            found = sorted(
                quantile(those[round, name].answers_ms, 0.99)
                / quantile(those[round, "alone"].answers_ms, 0.99)
                for round in rounds
            )
            pooled = [
                quantile(
                    sorted(each for round in rounds for each in those[round, which].answers_ms),
                    0.99,
                )
                for which in (name, "alone")
            ]
            lines.append(
                f"{mode}: players' p99 with {those[0, name].watchers:,} {name} is "
                f"{pooled[0] / pooled[1]:.2f} times that of the games alone, all rounds together; "
                f"by round {', '.join(format(each, '.2f') for each in found)}."
            )
        moves = sum(phase.moves for phase in those.values())
        encoded: Counter[str] = Counter()
        for phase in those.values():
            encoded.update(phase.encoded)
        told = [each for phase in those.values() if (each := phase.told_of_games) is not None]
        lines.append(
            f"{mode}: {moves:,} moves were played, {encoded['MovePlayed']:,} messages of moves "
            "encoded"
            + (f" ({sum(told):,} by the server's own figure)" if told else "")
            + f"; snapshots encoded: {encoded['Snapshot']:,}, presence: {encoded['Presence']:,}, "
            f"lobbies: {sum(count for kind, count in encoded.items() if 'Lobby' in kind):,}."
        )
        more = [
            those[round, "lobbies"].server_percent - those[round, "alone"].server_percent
            for round in rounds
        ]
        lobby = [those[round, "lobbies"] for round in rounds]
        seconds = sum(phase.seconds for phase in lobby)
        lines.append(
            f"{mode}: {lobby[0].watchers} lobbies take {statistics.median(more):.0f} % of a core "
            f"more than the games alone; a second they got "
            f"{sum(phase.lobby_texts for phase in lobby) / seconds:.1f} texts, "
            f"{sum(phase.lobby_bytes for phase in lobby) / seconds / 1e6:.1f} MB."
        )
        flood: Counter[str] = Counter()
        for round in rounds:
            flood.update(those[round, "talkers"].flood)
        seconds = sum(those[round, "talkers"].seconds for round in rounds)
        lines.append(
            f"{mode}: the talkers sent {sum(flood.values()) / seconds:.0f} frames a second; "
            "of all, " + ", ".join(f"{count:,} {what}" for what, count in flood.most_common()) + "."
        )
        joined = [
            f"{those[0, name].watchers / those[round, name].joined_s:.0f}"
            for name in PHASES[1:]
            for round in rounds
        ]
        lines.append(f"{mode}: who watched came at {', '.join(joined)} a second.")
    return "\n".join(lines)


def idle_table(idle: Sequence[Idle]) -> str:
    """Memory for each socket, as Markdown."""
    lines = [
        "| sockets | server | resident before, after | for each socket | came a second "
        "| load average |",
        "|--:|---|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {each.sockets:,} {each.what} | {each.program} "
        f"| {each.before_bytes / 2**20:.1f}, {each.after_bytes / 2**20:.1f} MiB "
        f"| {each.kib:.1f} KiB | {each.sockets / each.opened_s:.0f} "
        f"| {each.load_average:.1f} |"
        for each in idle
    ]
    return "\n".join(lines)


def _line(phase: Phase) -> str:
    return (
        f"{phase.mode} round {phase.round + 1} {phase.name:>10}: {phase.moves} moves, answers "
        f"{_quantiles(phase.answers_ms, 0.5, 0.95, 0.99)} ms, to spectators "
        f"{_quantiles(phase.shown_ms, 0.5, 0.95, 0.99, 1)} ms, {phase.late} late, server "
        f"{phase.server_percent:.0f} %, load {phase.load_percent:.0f} %, others "
        f"{phase.others_percent:.0f} %, encoded {dict(phase.encoded)}"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.watch", description="Being watched.")
    parser.add_argument("--quick", action="store_true", help="a look in half a minute")
    parser.add_argument("--modes", type=_modes, default=["embedded"], help="embedded,cluster")
    parser.add_argument("--games", type=int, default=100, help="besides the one that is watched")
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--lobbies", type=int, default=500)
    parser.add_argument("--talkers", type=int, default=50)
    parser.add_argument(
        "--idle", type=int, default=5000, help="sockets that are only open; 0: none"
    )
    parser.add_argument(
        "--pace", type=float, default=1.0, help="seconds from move to move of a game"
    )
    parser.add_argument("--warm", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=10.0, help="measured in each phase")
    parser.add_argument("--rounds", type=int, default=3, help="0: only the idle sockets")
    options = parser.parse_args()
    if options.quick:
        options.games, options.spectators, options.lobbies, options.idle = 20, 100, 50, 500
        options.talkers = 20
        options.warm, options.seconds, options.rounds = 1.0, 3.0, 1
    return options


def _modes(text: str) -> list[str]:
    names = text.split(",")
    unknown = set(names) - {"embedded", "cluster"}
    if unknown:
        raise argparse.ArgumentTypeError(f"no such mode: {', '.join(unknown)}")
    return names


if __name__ == "__main__":
    main()
