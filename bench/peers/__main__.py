"""Inarow beside other game servers, played by one load client: `python -m bench.peers`.

What each of them is, and what each figure means, is in bench/README.md, "Peers".
"""

import argparse
import contextlib
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench import moves, record
from bench.peers import others
from bench.plan import Figures, Task
from bench.processes import at_work
from bench.spread import ratios
from tests.live import parts

INAROW = {
    "Inarow": "embedded",
    "Inarow on uvicorn": "uvicorn",
    "Inarow on granian": "granian",
    "Inarow, two processes": "cluster",
    "a plain Channels consumer": "naive",
}
"""The modes of `bench.moves` by the names they have here."""
DURABLE = {**dict.fromkeys(INAROW, "yes"), "boardgame.io, files": "in a file, unflushed"}
FIRST = "Inarow"
"""The others are compared with it, round by round."""
PAGE = parts.ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- bench.peers: begin -->\n", "<!-- bench.peers: end -->\n"


@dataclass(frozen=True, slots=True)
class Pace:
    """How the players of a run play."""

    name: str
    games: int
    seconds: float
    pause_s: float
    """How long each thinks before each move."""


@dataclass(frozen=True, slots=True)
class Run:
    """One server, and one run on it."""

    server: str
    pace: str
    round: int
    games: int
    moves_per_s: float
    p50_ms: float
    p99_ms: float
    server_us_per_move: float
    """CPU of all processes of the server, its database and Redis among them."""
    load_percent: float
    """CPU of the load process, of one core."""
    others_percent: float
    """CPU of everything else on the machine, of all its cores."""


def main() -> None:
    options = _options()
    paces = [
        Pace("at once", options.games, options.seconds, 0.0),
        Pace("a move a second", options.paced_games, options.paced_seconds, 1.0),
    ]
    folder = others.install()
    results = record.begin("peers")
    runs: list[Run] = []
    with contextlib.ExitStack() as stack:
        own = [INAROW[name] for name in options.servers if name in INAROW]
        cluster = moves.cluster_of(own, stack)
        for round in range(options.rounds):
            for pace in paces:
                # In turn: a noisy minute hits all alike.
                for name in options.servers:
                    run = _run(name, pace, round, _measure(name, pace, folder, cluster))
                    runs.append(run)
                    results.add(asdict(run))
                    print(_line(run), file=sys.stderr, flush=True)
    text = report(runs)
    print(text)
    print(f"\nEvery run: {results.file}")
    if options.write:
        write(PAGE, f"{results.machine}\n\n{text}\n")


def _measure(name: str, pace: Pace, folder: Path, cluster: Mapping[str, str]) -> Figures:
    if name in INAROW:
        figures, truth, _ = moves.played(
            INAROW[name], pace.games, pace.seconds, cluster, pace.pause_s
        )
        if truth.problems:
            sys.exit("\n".join([f"NOT TRUE: {name}", *truth.problems[:20]]))
        return figures
    peer = others.PEERS[name]
    with others.running(peer, folder) as running:
        fastest = pace.games / pace.pause_s if pace.pause_s else peer.fastest
        task = Task(
            host="127.0.0.1",
            port=running.port,
            tables=pace.games,
            warm_s=moves.WARM_S,
            seconds=pace.seconds,
            games=running.prepared(peer, moves.needed(pace.games, pace.seconds, fastest)),
            server_pids=(running.process.pid,),
            part_pids=(),
            speaks=peer.speaks,
            pause_s=pace.pause_s,
        )
        with at_work("bench.load", task, running.log) as load:
            figures = load.answer(Figures)
            running.process.kill()
            load.line()
    return figures


def _run(name: str, pace: Pace, round: int, figures: Figures) -> Run:
    return Run(
        server=name,
        pace=pace.name,
        round=round,
        games=pace.games,
        moves_per_s=figures.moves_per_s,
        p50_ms=figures.p50_ms,
        p99_ms=figures.p99_ms,
        server_us_per_move=(figures.server_cpu_s + figures.parts_cpu_s) / figures.moves * 1e6,
        load_percent=figures.load_percent,
        others_percent=figures.others_percent,
    )


def report(runs: Sequence[Run]) -> str:
    """The medians of all rounds, as Markdown: a row for each server."""
    at_once, paced = (
        [run for run in runs if run.pace == pace] for pace in dict.fromkeys(r.pace for r in runs)
    )
    rates = {(run.server, run.round): run.moves_per_s for run in at_once}
    lines = [
        f"| | kept before it is told | {at_once[0].games} games at once: moves/s "
        "| × Inarow (range) | p50 ms | p99 ms | server µs/move | load process "
        f"| {paced[0].games} games, a move a second: p50 ms | p99 ms | server µs/move |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for name in dict.fromkeys(run.server for run in runs):
        fast, slow = (_median_of(some, name) for some in (at_once, paced))
        lines.append(
            f"| {name} | {DURABLE.get(name, 'no')} "
            f"| {fast('moves_per_s'):,.0f} | {ratios(rates, name, FIRST, digits=2)} "
            f"| {fast('p50_ms'):.1f} | {fast('p99_ms'):.1f} "
            f"| {fast('server_us_per_move'):,.0f} | {fast('load_percent'):.0f} % "
            f"| {slow('p50_ms'):.2f} | {slow('p99_ms'):.1f} | {slow('server_us_per_move'):,.0f} |"
        )
    return "\n".join(lines)


def _median_of(runs: Sequence[Run], name: str) -> Callable[[str], float]:
    return lambda field: statistics.median(
        getattr(run, field) for run in runs if run.server == name
    )


def write(page: Path, text: str) -> None:
    """Put a report where the page has the one before."""
    before, rest = page.read_text().split(BEGIN)
    _, after = rest.split(END)
    page.write_text(f"{before}{BEGIN}{text}{END}{after}")


def _line(run: Run) -> str:
    return (
        f"{run.server:>26}, {run.pace:>15}, round {run.round + 1}:"
        f" {run.moves_per_s:7,.0f} moves/s  p50 {run.p50_ms:6.2f}  p99 {run.p99_ms:6.1f} ms"
        f"  {run.server_us_per_move:5.0f} µs/move"
        f"  load {run.load_percent:3.0f} %  others {run.others_percent:3.0f} %"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="played at once, all answer at once")
    parser.add_argument("--seconds", type=float, default=5.0, help="measured in each run of those")
    parser.add_argument("--paced-games", type=int, default=50, help="played a move a second")
    parser.add_argument("--paced-seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--servers",
        type=_servers,
        default=[*INAROW, *others.PEERS],
        help="of " + "; ".join([*INAROW, *others.PEERS]) + ": separated by semicolons",
    )
    parser.add_argument("--write", action="store_true", help=f"into docs/{PAGE.name}")
    return parser.parse_args()


def _servers(text: str) -> list[str]:
    names = [name.strip() for name in text.split(";")]
    unknown = set(names) - {*INAROW, *others.PEERS}
    if unknown:
        raise argparse.ArgumentTypeError(f"no such server: {', '.join(sorted(unknown))}")
    return names


if __name__ == "__main__":
    main()
