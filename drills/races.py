"""Moves against flags: `python -m drills.races`. What it does and counts is in bench/README.md.

Starts a server (`drills/raceserver.py`), or several processes as servers are (`drills/racer.py`:
hub, write path, pulse, timekeeper), lets each game's last move in time race its flag, and asks the
database, the processes and a separate reader what came of it. Exits with 1 if a game has two ends,
or a move that was heard in time, or told as kept, lost.
"""

import argparse
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import msgspec

from bench import cpu
from tests.live import parts

EMBEDDED = parts.embedded("drills.raceserver", "drills.raceserver:application")
MODES = (*EMBEDDED, "cluster")
ORDERS = "orders"
"""The socket, in its data folder, by which a whole server takes its orders."""
BATCH = 300
"""Games that race at the same time."""
SERVED_BATCH = 100
"""Where their moves come as frames, which take the processor longer."""
LEAD_MS = 2_500
"""A batch is prepared this long before its first flag; longer on a busy machine, as measured."""
SPREAD_MS = 800
"""The times of a batch run out one after another, within this long."""
GRACE_MS = 1_000
"""The longest grace (`timekeeping.LAG_CAP_MS`): an idle player's flag falls after it."""
STALLED = 12
"""Moves that are on their way when a process is stopped."""
STOPS_S = ((0.3, 1.45), (2.0, 5.0))
"""How long it is stopped: shorter and longer than what is taken for a downtime."""


class Play(msgspec.Struct, frozen=True):
    """A move, heard at a moment; its lag puts its last moment `edge_ms` before that."""

    slug: str
    at_ms: int
    edge_ms: int = 0
    """Below 0: this much is left. Above: this much too late."""


class Flag(msgspec.Struct, frozen=True):
    """Flags that are tried one after another from a moment on."""

    slug: str
    at_ms: int
    every_ms: int = 8


class Prepare(msgspec.Struct, frozen=True, tag="prepare"):
    """Make a game for each of these moments, at which black's time will be up."""

    dues_ms: tuple[int, ...]


class Follow(msgspec.Struct, frozen=True, tag="follow"):
    """Follow these games, and no others."""

    slugs: tuple[str, ...]


class Race(msgspec.Struct, frozen=True, tag="race"):
    """Play and flag; stop yourself (SIGSTOP) when all moves have been heard, if told to."""

    plays: tuple[Play, ...] = ()
    flags: tuple[Flag, ...] = ()
    stops: bool = False
    turns: int = 1
    """This many turns of the event loop after that."""


class Show(msgspec.Struct, frozen=True, tag="show"):
    """Say what you take the games for."""

    slugs: tuple[str, ...]


class Count(msgspec.Struct, frozen=True, tag="count"):
    """Say what rows are kept about the games."""

    slugs: tuple[str, ...]


Order = Prepare | Follow | Race | Show | Count


class Played(msgspec.Struct, frozen=True):
    """What became of a move, as its sender learned it."""

    slug: str
    at_ms: int
    last_ms: int
    """The last moment at which it was in time."""
    answer: str
    """`kept`, or the code of a refusal."""


class View(msgspec.Struct, frozen=True):
    """What a process takes a game for."""

    version: int
    moves: tuple[int, ...]
    end: str | None
    due_ms: int | None


class Rows(msgspec.Struct, frozen=True):
    """What is kept about a game."""

    version: int
    termination: str
    move_at_ms: int | None
    """For the third move, if there is one."""
    moves: int
    ends_ms: tuple[int, ...]
    """The moments of its ends; there should be at most one."""


class Racer:
    """One process of a race, as seen from here."""

    def __init__(self, orders: IO[bytes], answers: IO[bytes]) -> None:
        self._orders = orders
        self._answers = answers

    def tell(self, order: Order) -> None:
        """Give an order; the answer is to be read later."""
        self._orders.write(msgspec.json.encode(order) + b"\n")
        self._orders.flush()

    def hear(self) -> bytes:
        """The next answer."""
        line = self._answers.readline()
        if not line:
            raise RuntimeError("a racer has ended")
        return line

    def ask(self, order: Order) -> bytes:
        """Give an order and wait for the answer."""
        self.tell(order)
        return self.hear()


class RacerProcess(Racer):
    """One that is started for the race, and takes its orders on its standard input."""

    def __init__(self, role: str, environment: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "drills.racer", role],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=dict(environment),
            cwd=parts.ROOT,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        super().__init__(self.process.stdin, self.process.stdout)

    def end(self) -> None:
        """Let it end in good order."""
        self.process.send_signal(signal.SIGCONT)
        try:
            self.process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()


@dataclass
class Result:
    """What came of all races of one kind."""

    name: str
    races: int = 0
    kept: int = 0
    flagged: int = 0
    in_time: Counter[str] = field(default_factory=Counter)
    """Moves heard before, at and after their last moment."""
    lost_in_time: int = 0
    """Among those heard before or at it."""
    told_falsely: int = 0
    """Told to their sender as kept, and not kept."""
    two_ends: int = 0
    no_end: int = 0
    """Neither a move nor a flag."""
    views_differ: int = 0
    first_flagged_in_time: int = 0
    """In time by a longer grace, but heard after the flag had fallen for a shorter one."""
    problems: list[str] = field(default_factory=list)


def main() -> None:
    options = _options()
    print(f"{cpu.machine()}\n", flush=True)
    rng = random.Random(options.seed)
    began = time.monotonic()
    results = []
    with contextlib.ExitStack() as stack:
        for mode in options.modes:
            if mode in EMBEDDED:
                with served(mode) as racers:
                    results.append(race(mode, racers, options.races, rng, SERVED_BATCH))
        if "cluster" in options.modes:
            where = {
                "DATABASE_URL": stack.enter_context(parts.postgres()),
                "REDIS_URL": stack.enter_context(parts.redis()),
            }
            with started(("mover", "flagger"), where) as processes:
                results.append(race("cluster", processes, options.races, rng))
                for at, (least, most) in enumerate(STOPS_S):
                    name = f"cluster, stopped {least:g} to {most:g} s"
                    stops = options.stops // 2 + (at and options.stops % 2)
                    if stops:
                        results.append(stall(name, processes, stops, rng, least, most))
    print(table(results))
    print(f"\nSeed {options.seed}, {time.monotonic() - began:.0f} s.")
    problems = [f"{result.name}: {problem}" for result in results for problem in result.problems]
    if problems:
        sys.exit("\n".join(["NOT TRUE:", *problems[:20], f"{len(problems)} in all"]))


def race(
    name: str, racers: Sequence[Racer], races: int, rng: random.Random, batch: int = BATCH
) -> Result:
    """Moves and flags, in batches: the first of `racers` plays, the last but one flags."""
    result = Result(name)
    mover, flagger = racers[0], racers[-2]
    lead_ms = LEAD_MS
    while result.races < races:
        count = min(batch, races - result.races)
        slugs, dues, lead_ms = _prepare(racers, count, max(LEAD_MS, lead_ms), rng)
        plays, flags, late = [], [], []
        for slug, due in zip(slugs, dues, strict=True):
            edge_ms = rng.choice((-1, 0, 0, 1))
            # Most of them where the timekeeper's flag falls, some before, where only a late move of
            # the same player can make it fall.
            after_ms = rng.randint(994, 1001) if rng.random() < 0.7 else rng.randint(0, 993)
            plays.append(Play(slug, due + after_ms, edge_ms))
            if rng.random() < 0.3:
                flags.append(Flag(slug, due + GRACE_MS + rng.randint(-10, 10)))
            if rng.random() < 0.2:
                late.append(Play(slug, due + after_ms + rng.randint(-2, 2), 1))
        orders = Race(plays=tuple(plays)), Race(plays=tuple(late), flags=tuple(flags))
        if mover is flagger:
            answers = mover.ask(Race(plays=(*plays, *late), flags=tuple(flags)))
            played = msgspec.json.decode(answers, type=tuple[Played, ...])
        else:
            mover.tell(orders[0])
            flagger.tell(orders[1])
            played = sum(
                (msgspec.json.decode(each.hear(), type=tuple[Played, ...]) for each in racers[:2]),
                (),
            )
        check(result, slugs, played, racers)
        _say(result, races)
    return result


def stall(
    name: str,
    racers: Sequence[RacerProcess],
    stops: int,
    rng: random.Random,
    least: float,
    most: float,
) -> Result:
    """Moves that have been heard in time when their process is stopped (SIGSTOP)."""
    result = Result(name)
    mover, flagger = racers[0], racers[1]
    for _ in range(stops):
        stop_ms = _now_ms() + LEAD_MS
        # All of them are in time when it stops; the time is up soon after, or already except for
        # the grace.
        dues = tuple(stop_ms + rng.randint(-GRACE_MS + 20, 30) for _ in range(STALLED))
        slugs = msgspec.json.decode(racers[-1].ask(Prepare(dues)), type=tuple[str, ...])
        _all(racers[:-1], Follow(slugs))
        plays = tuple(Play(slug, stop_ms, rng.choice((-1, 0))) for slug in slugs)
        flags = tuple(Flag(slug, stop_ms, 5) for slug in slugs)
        mover.tell(Race(plays=plays, stops=True, turns=rng.randint(1, 4)))
        flagger.tell(Race(flags=flags))
        mover.hear()  # it stops itself now
        _wait_until_stopped(mover.process.pid)
        time.sleep(rng.uniform(least, most))
        mover.process.send_signal(signal.SIGCONT)
        played = msgspec.json.decode(mover.hear(), type=tuple[Played, ...])
        flagger.hear()
        check(result, slugs, played, racers)
        _say(result, stops * STALLED)
        time.sleep(5)  # until the downtime is over: next time flags would fall
    return result


def check(
    result: Result, slugs: Sequence[str], played: Iterable[Played], racers: Sequence[Racer]
) -> None:
    """Ask the database, every process and a fresh reader what became of these games."""
    kept = msgspec.json.decode(racers[-1].ask(Count(tuple(slugs))), type=dict[str, Rows])
    views = _views(slugs, racers)
    moves: dict[str, list[Played]] = {slug: [] for slug in slugs}
    for each in played:
        moves[each.slug].append(each)
    for slug in slugs:
        rows, ends = kept[slug], kept[slug].ends_ms
        result.races += 1
        result.kept += rows.moves == 3
        result.flagged += len(ends) == 1
        match (rows.moves, len(ends), rows.termination):
            case (3, 0, "") | (2, 1, "time"):
                pass
            case (2, 0, _):
                result.no_end += 1
                result.problems.append(f"{slug}: neither a move nor an end, {rows}")
            case _:
                result.two_ends += 1
                result.problems.append(f"{slug}: {rows}")
        if any(view[slug] != views[-1][slug] for view in views):
            result.views_differ += 1
            result.problems.append(f"{slug}: seen as {[view[slug] for view in views]}")
        for move in moves[slug]:
            if move.answer == "kept" and rows.moves != 3:
                result.told_falsely += 1
                result.problems.append(f"{slug}: {move} was told as kept, and is not: {rows}")
            early_ms = move.last_ms - move.at_ms
            result.in_time["before" if early_ms > 0 else "at" if early_ms == 0 else "after"] += 1
            if early_ms < 0 or rows.moves == 3:
                continue
            if ends and ends[0] <= move.at_ms:
                result.first_flagged_in_time += 1
                continue
            result.lost_in_time += 1
            result.problems.append(f"{slug}: {move} was in time, and lost: {rows}")


def table(results: Sequence[Result]) -> str:
    """The figures, as Markdown."""
    columns: tuple[tuple[str, Callable[[Result], object]], ...] = (
        ("races", lambda each: each.races),
        ("move kept", lambda each: each.kept),
        ("flag fell", lambda each: each.flagged),
        ("heard before / at / after the last moment", _moments),
        ("heard in time, and lost", lambda each: each.lost_in_time),
        ("told as kept, and lost", lambda each: each.told_falsely),
        ("two ends", lambda each: each.two_ends),
        ("none", lambda each: each.no_end),
        ("seen differently", lambda each: each.views_differ),
    )
    lines = [
        "| | " + " | ".join(name for name, _ in columns) + " |",
        "|---|" + "--:|" * len(columns),
    ]
    for result in results:
        cells = (value(result) for _, value in columns)
        shown = (f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in cells)
        lines.append(f"| {result.name} | " + " | ".join(shown) + " |")
    return "\n".join(lines)


def _moments(result: Result) -> str:
    return " / ".join(f"{result.in_time[when]:,}" for when in ("before", "at", "after"))


def _prepare(
    racers: Sequence[Racer], count: int, lead_ms: int, rng: random.Random
) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """Games, the moments when their time will be up, and the lead that would have sufficed."""
    began = _now_ms()
    first = began + lead_ms - GRACE_MS
    dues = tuple(first + rng.randint(0, SPREAD_MS) for _ in range(count))
    slugs = msgspec.json.decode(racers[-1].ask(Prepare(dues)), type=tuple[str, ...])
    _all(racers[:-1], Follow(slugs))
    return slugs, dues, int(1.3 * (_now_ms() - began))


def _views(slugs: Sequence[str], racers: Sequence[Racer]) -> list[dict[str, View]]:
    """What every process takes the games for, and last the reader, while none of them changes."""
    while True:
        before, *others, after = (
            msgspec.json.decode(racer.ask(Show(tuple(slugs))), type=dict[str, View])
            for racer in (racers[-1], *racers)
        )
        if before == after:  # no time was given back meanwhile
            return [*others, after]


def _all(racers: Sequence[Racer], order: Order) -> None:
    for racer in racers:
        racer.tell(order)
    for racer in racers:
        racer.hear()


def _say(result: Result, of: int) -> None:
    heard = ", ".join(f"{count} {when}" for when, count in sorted(result.in_time.items()))
    print(
        f"{result.name}: {result.races} of {of}, heard {heard}; {len(result.problems)} problems",
        file=sys.stderr,
        flush=True,
    )


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _wait_until_stopped(pid: int) -> None:
    while True:
        with open(f"/proc/{pid}/stat") as stat:
            if stat.read().rsplit(")", 1)[1].split()[0] == "T":
                return
        time.sleep(0.005)


@contextlib.contextmanager
def served(mode: str) -> Iterator[Sequence[Racer]]:
    """A server that races by itself, and a reader."""
    with (
        parts.server(command=EMBEDDED[mode]) as server,
        socket.socket(socket.AF_UNIX) as line,
        contextlib.ExitStack() as stack,
    ):
        line.connect(str(Path(server.environment["INAROW_DATA"]) / ORDERS))
        reader = RacerProcess("reader", server.environment)
        stack.callback(reader.end)
        reader.hear()
        yield Racer(line.makefile("wb"), line.makefile("rb")), reader
        if server.errors_logged():
            raise RuntimeError(f"{mode}: the server logged {dict(server.errors_logged())}")


@contextlib.contextmanager
def started(roles: Sequence[str], where: Mapping[str, str]) -> Iterator[Sequence[RacerProcess]]:
    """The processes of a race, and last a reader, which is not one of the servers."""
    with tempfile.TemporaryDirectory(prefix="inarow-", ignore_cleanup_errors=True) as folder:
        environment = {
            **{name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "INAROW_DATA": folder,
            "INAROW_THINKERS": "0",
            "REDIS_URL": "",
            **where,
        }
        parts.manage(environment, "migrate", "-v0")
        racers = [RacerProcess(role, environment) for role in (*roles, "reader")]
        try:
            for racer in racers:
                racer.hear()
            yield racers
        finally:
            for racer in racers:
                racer.end()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m drills.races", description=__doc__)
    parser.add_argument("--races", type=int, default=10_000, help="in each mode")
    parser.add_argument("--stops", type=int, default=20, help="of a process, in the cluster")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--modes",
        type=lambda text: text.split(","),
        default=["embedded", "cluster"],
        help=f"of {', '.join(MODES)}",
    )
    options = parser.parse_args()
    if unknown := set(options.modes) - set(MODES):
        parser.error(f"no such mode: {', '.join(unknown)}")
    return options


if __name__ == "__main__":
    main()
