"""Durable moves a second: `python -m bench.moves`. What each figure means is in bench/README.md.

Starts the real server for each run, plays G games at once from a process of its own, kills the
server in the middle of play and asks the database whether every move that a client had heard is
there. Exits with 1 if one is not.
"""

import argparse
import contextlib
import math
import os
import statistics
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec

from bench import record
from bench.plan import SQUARES, Figures, Task, Truth
from bench.processes import ask_games, at_work, prepared
from bench.spread import ratios
from tests.live import parts

WARM_S = 1.0
SETTINGS = {"INAROW_FRAMES_PER_SECOND": "100000"}
"""The load plays faster than people may."""
FASTEST = 30_000
"""Moves a second for which enough games are prepared."""


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to run the server."""

    command: tuple[str, ...]
    processes: int = 1
    is_cluster: bool = False
    """PostgreSQL and Redis instead of SQLite and the in-memory layer."""


_EMBEDDED = parts.embedded("bench.counted")
_NAIVE = (sys.executable, "-m", "bench.naive")
MODES = {
    **{name: Mode(command) for name, command in _EMBEDDED.items()},
    "naive": Mode(_NAIVE),
    "cluster": Mode(_EMBEDDED["embedded"], processes=2, is_cluster=True),
    "naive-cluster": Mode(_NAIVE, processes=2, is_cluster=True),
}


@dataclass(frozen=True, slots=True)
class Run:
    """One server, and one run on it."""

    mode: str
    games: int
    round: int
    moves_per_s: float
    p50_ms: float
    p99_ms: float
    worst_ms: float
    server_us_per_move: float
    """CPU of all server processes."""
    parts_us_per_move: float
    """CPU of PostgreSQL and Redis."""
    load_percent: float
    """CPU of the load process, of one core."""
    others_percent: float
    """CPU of everything else on the machine, of all its cores."""
    mean_batch: float | None
    """Steps in one transaction."""
    seconds: float
    moves: int
    new_games: int
    rows: int
    """Moves in the database after the server was killed."""
    heard: int
    """Moves that clients had heard by then."""
    problems: Sequence[str]


def main() -> None:
    options = _options()
    results = record.begin("moves")
    runs = []
    with contextlib.ExitStack() as stack:
        environment = cluster_of(options.modes, stack)
        for games in options.games:
            for round in range(options.rounds):
                # Round by round: a noisy minute hits all modes alike.
                for mode in options.modes:
                    run = measure(mode, games, round, options.seconds, environment)
                    runs.append(run)
                    results.add(asdict(run))
                    print(_line(run), file=sys.stderr, flush=True)
    print(table(runs))
    problems = [f"{run.mode}, {run.games} games: {p}" for run in runs for p in run.problems]
    heard, rows = sum(run.heard for run in runs), sum(run.rows for run in runs)
    print(
        f"\nThe servers were killed (SIGKILL) in mid-play: clients had heard {heard:,} moves, "
        f"the databases held {rows:,}"
        + ("; none was missing." if not problems else ".")
        + f"\nEvery run: {results.file}"
    )
    if problems:
        sys.exit("\n".join(["NOT TRUE:", *problems[:20]]))


def cluster_of(modes: Iterable[str], stack: contextlib.ExitStack) -> Mapping[str, str]:
    """A PostgreSQL and a Redis, as `parts.server` takes them, if one of the modes needs them."""
    if not any(MODES[mode].is_cluster for mode in modes):
        return {}
    return {
        "database_url": stack.enter_context(parts.postgres()),
        "redis_url": stack.enter_context(parts.redis()),
    }


def measure(name: str, games: int, round: int, seconds: float, cluster: Mapping[str, str]) -> Run:
    """Start a server, play, kill it, ask the database."""
    figures, truth, batch = played(name, games, seconds, cluster)
    return _run(name, games, round, figures, truth, batch)


def played(
    name: str, games: int, seconds: float, cluster: Mapping[str, str], pause_s: float = 0.0
) -> tuple[Figures, Truth, float | None]:
    """The figures of one run, what the database holds after it, the mean batch if it is known.

    Each player thinks for `pause_s` before each move. `cluster` is what `cluster_of` gave.
    """
    mode = MODES[name]
    with parts.server(
        processes=mode.processes,
        settings=SETTINGS,
        command=mode.command,
        **(cluster if mode.is_cluster else {}),  # type: ignore[arg-type]
    ) as server:
        games_ready = prepared(server.environment, needed(games, seconds, FASTEST))
        host, port = server.address
        server_pids = tuple(process.pid for process in server.processes)
        task = Task(
            host=host,
            port=port,
            tables=games,
            warm_s=WARM_S,
            seconds=seconds,
            games=games_ready,
            server_pids=server_pids,
            part_pids=tuple(set(parts.children(os.getpid())) - set(server_pids)),
            pause_s=pause_s,
        )
        with at_work("bench.load", task, server.log) as load:
            figures = load.answer(Figures)
            for at in range(mode.processes):
                server.crash(at)
            heard = load.line()
        checked = ask_games(server.environment, "check", stdin=heard)
        truth = msgspec.json.decode(checked, type=Truth)
        batch = _mean_batch(server.log.parent)
    return figures, truth, batch


def needed(games: int, seconds: float, fastest: float) -> int:
    """How many games a run may begin on a server that plays this many moves a second."""
    return 2 * games + math.ceil(fastest * (WARM_S + seconds) / len(SQUARES))


def table(runs: Sequence[Run]) -> str:
    """The medians of all rounds, as Markdown."""
    lines = [
        "| games | mode | moves/s | p50 ms | p99 ms | server µs/move | PostgreSQL + Redis µs/move "
        "| moves/transaction | load process CPU | rest of the machine | moves/s, × naive |",
        "|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for games in dict.fromkeys(run.games for run in runs):
        for mode in dict.fromkeys(run.mode for run in runs):
            of_mode = [run for run in runs if (run.games, run.mode) == (games, mode)]
            lines.append(
                f"| {games} | {mode} | {_median(of_mode, 'moves_per_s'):,.0f} "
                f"| {_median(of_mode, 'p50_ms'):.1f} | {_median(of_mode, 'p99_ms'):.1f} "
                f"| {_median(of_mode, 'server_us_per_move'):,.0f} "
                f"| {_median(of_mode, 'parts_us_per_move'):,.0f} "
                f"| {_or_dash(of_mode, 'mean_batch', '.1f')} "
                f"| {_median(of_mode, 'load_percent'):.0f} % "
                f"| {_median(of_mode, 'others_percent'):.0f} % "
                f"| {_ratios(runs, games, mode)} |"
            )
    return "\n".join(lines)


def _ratios(runs: Sequence[Run], games: int, mode: str) -> str:
    """How many times the baseline's moves/s: the median, and the least and most of the rounds."""
    baseline = "naive-cluster" if MODES[mode].is_cluster else "naive"
    rates = {(run.mode, run.round): run.moves_per_s for run in runs if run.games == games}
    return ratios(rates, mode, baseline)


def _median(runs: Sequence[Run], field: str) -> float:
    values: list[float] = [getattr(run, field) for run in runs]
    return statistics.median(values)


def _or_dash(runs: Sequence[Run], field: str, form: str) -> str:
    known = [run for run in runs if getattr(run, field) is not None]
    return format(_median(known, field), form) if known else "–"


def _mean_batch(folder: Path) -> float | None:
    """Steps per transaction, as `bench.counted` noted them; None if unknown."""
    counts = [tuple(map(int, file.read_text().split())) for file in folder.glob("writer-*.count")]
    batches = sum(batches for batches, _ in counts)
    return sum(steps for _, steps in counts) / batches if batches else None


def _run(
    mode: str, games: int, round: int, figures: Figures, truth: Truth, batch: float | None
) -> Run:
    return Run(
        mode=mode,
        games=games,
        round=round,
        moves_per_s=figures.moves_per_s,
        p50_ms=figures.p50_ms,
        p99_ms=figures.p99_ms,
        worst_ms=figures.worst_ms,
        server_us_per_move=figures.server_cpu_s / figures.moves * 1e6,
        parts_us_per_move=figures.parts_cpu_s / figures.moves * 1e6,
        load_percent=figures.load_percent,
        others_percent=figures.others_percent,
        mean_batch=batch,
        seconds=figures.seconds,
        moves=figures.moves,
        new_games=figures.new_games,
        rows=truth.rows,
        heard=truth.heard,
        problems=truth.problems,
    )


def _line(run: Run) -> str:
    return (
        f"{run.mode:>13} {run.games:4} games, round {run.round + 1}:"
        f" {run.moves_per_s:7,.0f} moves/s  p50 {run.p50_ms:6.1f}  p99 {run.p99_ms:6.1f} ms"
        f"  {run.server_us_per_move:5.0f} µs/move"
        f"  load {run.load_percent:3.0f} %  others {run.others_percent:3.0f} %"
        + (f"  {len(run.problems)} PROBLEMS" if run.problems else "")
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.moves", description="Durable moves/s.")
    parser.add_argument(
        "--games", type=_numbers, default=[20, 100, 500], help="games at once, as 20,100,500"
    )
    parser.add_argument("--seconds", type=float, default=5.0, help="measured in each run")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--modes",
        type=_modes,
        default=["embedded", "naive", "cluster"],
        help=f"of {', '.join(MODES)}",
    )
    return parser.parse_args()


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def _modes(text: str) -> list[str]:
    names = text.split(",")
    unknown = set(names) - set(MODES)
    if unknown:
        raise argparse.ArgumentTypeError(f"no such mode: {', '.join(unknown)}")
    return names


if __name__ == "__main__":
    main()
