"""What it costs to be watched: `python -m bench.watch` (each figure: bench/README.md).

A hundred and one games at a human pace: alone, with 1,000 spectators at one of them, with 500
lobbies, and with 50 people who flood the chat; all on one server, in turn. Those who play are one
process and those who watch another, so whatever the players notice is the server's doing. Then
thousands of sockets that are only open, and the server's memory before and after. Exits with 1 if a
message was encoded twice or told before its move was kept, or somebody was not told.
"""

import argparse
import contextlib
import os
import signal
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec

from bench import cpu, look, record
from bench.crowd import Ended, Stay, Watch, Watched
from bench.line import Begin, Opened, now
from bench.players import Play, Played
from bench.processes import BenchFailed, at_work, prepared, talkers
from tests.live import parts

PATIENCE_S = 120.0
REST_S = 2.5
"""After the last spectator has come: by then presence has been told."""
LEAD_S = 0.2
"""From saying when to begin until that moment."""
SETTLE_S = 3.0
"""After the last socket has come: timers have run, presence has been told."""
FIRST = 50
"""Sockets that come and go before memory is looked at: what is loaded with the first stays."""
EMBEDDED = parts.embedded("bench.stamped", "bench.stampedapp:application")
WATCHED = ("spectators", "lobbies", "talkers")
"""The phases in which somebody looks on; each is compared with the games alone."""


class Counts(msgspec.Struct, frozen=True):
    """What a process has noted (`bench.stamping`)."""

    times: int
    encoded: dict[str, int]
    """How many messages of each kind."""


@dataclass(frozen=True, slots=True)
class Used:
    """CPU while it was measured: percent of one core."""

    seconds: float
    """For how long it was measured."""
    server: float
    parts: float
    """PostgreSQL and Redis."""
    players: float
    """The load process of those who play."""
    watchers: float
    """The load process of those who watch."""
    others: float
    """Everything else on the machine; of all its cores."""


@dataclass(frozen=True, slots=True)
class Phase:
    """The games, played for this long under one condition."""

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
    plies: int
    """Moves of the watched game, from its beginning to its end."""
    heard: int
    """How often a spectator heard of one of them."""
    early: int
    """How often a spectator heard of one before its commit."""
    encoded: Mapping[str, int]
    """Messages encoded by all processes, by kind."""
    told_encoded: int | None
    """Messages encoded for all, by the server's own Prometheus figure; None in a cluster."""
    joined_s: float
    lobby_frames: int
    lobby_texts: int
    lobby_bytes: int
    flood: Mapping[str, int]
    """What became of the talkers' frames: `said`, or the code of the refusal."""
    used: Used
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
            # The plain consumer lets them in ten times more slowly; fewer show its memory as well.
            for program, sockets in (
                ("bench.stamped", options.idle),
                ("bench.naive", options.idle * 2 // 5),
            ):
                idle.append(stay(program, what, sockets))
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
        if mode == "cluster":
            running = parts.server(
                processes=2,
                database_url=stack.enter_context(parts.postgres()),
                redis_url=stack.enter_context(parts.redis()),
                command=EMBEDDED["embedded"],
            )
        else:
            settings = {"INAROW_METRICS_PORT": str(parts.free_port())}
            running = parts.server(settings=settings, command=EMBEDDED[mode])
        server = stack.enter_context(running)
        for round in range(options.rounds):
            # In turn: a noisy minute hits all alike.
            for name in ("alone", *options.phases):
                yield _phase(server, mode, round, name, options)
        errors = server.errors_logged()
        if errors:
            raise BenchFailed(f"logged: {errors}")


def _phase(
    server: parts.Server, mode: str, round: int, name: str, options: argparse.Namespace
) -> Phase:
    spectators = options.spectators if name == "spectators" else 0
    lobbies = options.lobbies if name == "lobbies" else 0
    cookies = talkers(server.environment, options.talkers) if name == "talkers" else ()
    games = prepared(server.environment, options.games + 1)
    slug = games[0].slug
    host, port = server.address
    server_pids = [process.pid for process in server.processes]
    part_pids = set(parts.children(os.getpid())) - set(server_pids)
    load_average = os.getloadavg()[0]
    before, told_before = counts(server), _told(server)
    with at_work(
        "bench.players", Play(host, port, games, options.pace, round), server.log
    ) as players:
        players.answer(Opened)
        watch = Watch(host, port, slug, spectators, lobbies, cookies, round)
        with at_work("bench.crowd", watch, server.log) as crowd:
            joined = crowd.answer(Opened)
            time.sleep(REST_S)
            play_at = now() + LEAD_S
            measure_from = play_at + options.warm
            begin = Begin(play_at, measure_from, measure_from + options.seconds)
            for load in (players, crowd):
                load.tell(begin)
            used = _used(begin, server_pids, part_pids, players.process.pid, crowd.process.pid)
            played = players.answer(Played)
            crowd.tell(Ended(len(played.sent_at)))
            watched = crowd.answer(Watched)
    after, told_after = counts(server), _told(server)
    committed = commits(server, slug)
    shown = [
        (1e3 * (at - committed[ply]), 1e3 * (at - played.sent_at[ply]))
        for ply, heard_at in watched.heard_at.items()
        if begin.measure_from <= played.sent_at[ply] < begin.measure_until
        for at in heard_at
    ]
    return Phase(
        mode=mode,
        round=round,
        name=name,
        watchers=spectators + lobbies + len(cookies),
        answers_ms=sorted(played.answers_ms),
        shown_ms=sorted(from_commit for from_commit, _ in shown),
        sent_ms=sorted(from_send for _, from_send in shown),
        late=played.late,
        moves=played.moves,
        plies=len(played.sent_at),
        heard=sum(map(len, watched.heard_at.values())),
        early=sum(
            at <= committed[ply] for ply, heard_at in watched.heard_at.items() for at in heard_at
        ),
        encoded=dict(after - before),
        told_encoded=None if told_after is None else told_after - (told_before or 0),
        joined_s=joined.seconds,
        lobby_frames=watched.lobby_frames,
        lobby_texts=watched.lobby_texts,
        lobby_bytes=watched.lobby_bytes,
        flood=watched.flood,
        used=used,
        load_average=load_average,
    )


def _used(
    begin: Begin, server_pids: Iterable[int], part_pids: Iterable[int], players: int, watchers: int
) -> Used:
    """What is used while it is measured; returns when the measurement is over."""
    _sleep_until(begin.measure_from)
    began, before = now(), cpu.take(server_pids, part_pids)
    players_s, watchers_s = cpu.of(players), cpu.of(watchers)
    _sleep_until(begin.measure_until)
    seconds, used = now() - began, cpu.take(server_pids, part_pids) - before
    players_s, watchers_s = cpu.of(players) - players_s, cpu.of(watchers) - watchers_s
    others_s = max(0.0, used.others - players_s - watchers_s)
    percent = 100 / seconds
    return Used(
        seconds=seconds,
        server=used.server * percent,
        parts=used.parts * percent,
        players=players_s * percent,
        watchers=watchers_s * percent,
        others=others_s * percent / (os.cpu_count() or 1),
    )


def _sleep_until(moment: float) -> None:
    time.sleep(max(0.0, moment - now()))


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
    for file in Path(server.environment["INAROW_DATA"]).glob("counts-*"):
        before = _noted(file).times
        os.kill(int(file.name.removeprefix("counts-")), signal.SIGUSR1)
        deadline = time.monotonic() + PATIENCE_S
        while (noted := _noted(file)).times == before:
            if time.monotonic() > deadline:
                raise BenchFailed("the server does not write down its counts")
            time.sleep(0.02)
        total.update(noted.encoded)
    return total


def _noted(file: Path) -> Counts:
    return msgspec.json.decode(file.read_bytes(), type=Counts)


def problems(phase: Phase) -> list[str]:
    """What is not as it has to be."""
    found = []
    where = f"{phase.mode}, round {phase.round + 1}, {phase.name}"
    if phase.early:
        found.append(f"{where}: {phase.early} times a move was heard of before its commit")
    by_kind = phase.encoded.get("MovePlayed", 0)
    for how, encoded in (("by kind", by_kind), ("by Prometheus", phase.told_of_games)):
        if encoded is not None and encoded != phase.moves:
            found.append(f"{where}: {phase.moves} moves, {encoded} messages encoded ({how})")
    return found


# --- Sockets that are only open --------------------------------------------------------------


def stay(program: str, what: str, sockets: int) -> Idle:
    """Open this many sockets of a kind on a server of their own; its memory before and after."""
    load_average = os.getloadavg()[0]
    with parts.server(command=(sys.executable, "-m", program)) as server:
        (game,) = prepared(server.environment, 1)
        path = "/ws/lobby/" if what == "lobby" else f"/ws/game/{game.slug}/"
        host, port = server.address
        pid = server.processes[0].pid
        with at_work("bench.crowd", Stay(host, port, path, FIRST), server.log) as crowd:
            crowd.answer(Opened)
        before = _settled(server, pid)
        with at_work("bench.crowd", Stay(host, port, path, sockets), server.log) as crowd:
            opened = crowd.answer(Opened)
            after = _settled(server, pid)
            if crowd.process.poll() is not None:
                raise BenchFailed(f"{program}: the sockets did not stay open")
    return Idle(program, what, sockets, before, after, opened.seconds, load_average)


def _settled(server: parts.Server, pid: int) -> int:
    time.sleep(SETTLE_S)
    counts(server)  # collects the garbage
    return look.memory_bytes(pid)


def _told(server: parts.Server) -> int | None:
    if "INAROW_METRICS_PORT" not in server.environment:
        return None
    return look.figures(server)["inarow_messages_encoded_total"]


# --- Saying what was seen --------------------------------------------------------------------


def figures(phase: Phase) -> dict[str, object]:
    """A phase for the file of results: for times, every twentieth part and the last hundredths."""
    shares = (*(share / 20 for share in range(20)), 0.99, 0.999, 1)
    return {
        field: [round(quantile(value, share), 3) for share in shares]
        if field.endswith("_ms")
        else value
        for field, value in asdict(phase).items()
    }


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share of sorted values does not exceed; 0 if there are none."""
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def table(phases: Sequence[Phase]) -> str:
    """All rounds of each phase together, as Markdown."""
    lines = [
        "| mode | phase | players' answers p50 / p95 / p99 ms "
        "| commit to spectators p50 / p95 / p99 / worst ms | send to spectators p95 ms "
        "| server CPU | PostgreSQL + Redis | load: players + watchers | rest of the machine "
        "| load average |",
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
            f"| {_median(those, 'server')} % | {_median(those, 'parts')} % "
            f"| {_median(those, 'players')} + {_median(those, 'watchers')} % "
            f"| {_median(those, 'others')} % "
            f"| {statistics.median(phase.load_average for phase in those):.1f} |"
        )
    return "\n".join(lines)


def _median(phases: Sequence[Phase], whose: str) -> str:
    return format(statistics.median(getattr(phase.used, whose) for phase in phases), ".0f")


def _quantiles(values: Sequence[float], *shares: float) -> str:
    return " / ".join(format(quantile(values, share), ".1f") for share in shares)


def ratios(phases: Sequence[Phase]) -> str:
    """Sentences: the players' p99 against the same round alone; what was encoded; the lobby."""
    lines = []
    for mode in dict.fromkeys(phase.mode for phase in phases):
        those = {(phase.round, phase.name): phase for phase in phases if phase.mode == mode}
        rounds = sorted({round for round, _ in those})
        watched = [name for name in WATCHED if (0, name) in those]
        for name in watched:
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
        if "lobbies" in watched:
            lobby = [those[round, "lobbies"] for round in rounds]
            more = [phase.used.server - those[phase.round, "alone"].used.server for phase in lobby]
            seconds = sum(phase.used.seconds for phase in lobby)
            lines.append(
                f"{mode}: {lobby[0].watchers} lobbies take {statistics.median(more):.0f} % of a "
                f"core more than the games alone; a second they got "
                f"{sum(phase.lobby_texts for phase in lobby) / seconds:.1f} texts, "
                f"{sum(phase.lobby_bytes for phase in lobby) / seconds / 1e6:.1f} MB."
            )
        if "talkers" in watched:
            flood: Counter[str] = Counter()
            for round in rounds:
                flood.update(those[round, "talkers"].flood)
            seconds = sum(those[round, "talkers"].used.seconds for round in rounds)
            lines.append(
                f"{mode}: the talkers sent {sum(flood.values()) / seconds:.0f} frames a second; "
                f"of all, {', '.join(f'{many:,} {what}' for what, many in flood.most_common())}."
            )
        joined = [
            f"{those[0, name].watchers / those[round, name].joined_s:.0f}"
            for name in watched
            for round in rounds
        ]
        if joined:
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
        f"{phase.used.server:.0f} %, load {phase.used.players:.0f} + {phase.used.watchers:.0f} %, "
        f"others {phase.used.others:.0f} %, encoded {dict(phase.encoded)}"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.watch", description="Being watched.")
    parser.add_argument("--quick", action="store_true", help="a look in half a minute")
    modes, phases = (*EMBEDDED, "cluster"), WATCHED
    parser.add_argument("--modes", type=_some(modes), default=modes[:1], help=",".join(modes))
    parser.add_argument(
        "--phases",
        type=_some(phases),
        default=phases,
        help=f"besides the games alone: {','.join(phases)}",
    )
    parser.add_argument("--games", type=int, default=100, help="besides the one that is watched")
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--lobbies", type=int, default=500)
    parser.add_argument("--talkers", type=int, default=50)
    parser.add_argument(
        "--idle", type=int, default=5000, help="sockets that are only open (naive: 2/5); 0: none"
    )
    parser.add_argument(
        "--pace", type=float, default=1.0, help="seconds from move to move of a game"
    )
    parser.add_argument("--warm", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=15.0, help="measured in each phase")
    parser.add_argument("--rounds", type=int, default=3, help="0: only the idle sockets")
    options = parser.parse_args()
    if options.quick:
        options.games, options.spectators, options.lobbies, options.idle = 20, 100, 50, 500
        options.talkers = 20
        options.warm, options.seconds, options.rounds = 1.0, 3.0, 1
    return options


def _some(known: Sequence[str]) -> Callable[[str], list[str]]:
    def some(text: str) -> list[str]:
        names = text.split(",")
        unknown = set(names) - set(known)
        if unknown:
            raise argparse.ArgumentTypeError(
                f"unknown: {', '.join(unknown)}; known are {', '.join(known)}"
            )
        return names

    return some


if __name__ == "__main__":
    main()
