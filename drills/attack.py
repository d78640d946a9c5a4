"""Nobody can stop other people's games: `python -m drills.attack` (each figure: bench/README.md).

Some games are played and some pages read, while somebody at another address does their worst
(`drills.strangers`): one raid after another, each on a server of its own. Prints how long the
others' moves and pages took, and the server's memory before, at its peak, and after. Exits with 1
if a raid cost the others more than it may, or the server logged an error.
"""

import argparse
import contextlib
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import msgspec

from bench import look, record
from bench.line import Begin, Opened, now
from bench.players import Play, Played
from bench.processes import ask_games, at_work, prepared
from bench.readers import Read, Seen
from bench.watch import quantile
from drills.strangers import RAIDS, Answered, Raid
from tests.live import parts

GAMES = 12
PACE_S = 0.5
READERS = 3
WARM_S = 2.0
MOVES_MS = 100.0
"""The others' moves may take no longer than this, at p95."""
PAGES_MS = 1000.0
"""And their pages."""
MEMORY_PERCENT = 20.0
"""What is left after a raid may be no more than this part of the server's memory before."""
GIVEN_BACK_S = 60.0
"""By then the memory has been given back."""
CALM = "nobody attacks"


class Prey(msgspec.Struct, frozen=True):
    """What there is to ask for: `python -m bench.games prey`."""

    games: tuple[str, ...]
    """Games on 20×20 that are over."""
    small: str
    """One on 10×10."""
    study: str


@dataclass(frozen=True, slots=True)
class Raided:
    """One raid, and what the others noticed."""

    name: str
    moves_ms: Sequence[float]
    pages_ms: Sequence[float]
    problems: Sequence[str]
    late: int
    """Moves that were due before the opponent's had been heard."""
    answered: dict[str, int]
    open: int
    before_bytes: int
    most_bytes: int
    after_bytes: int
    review_s: float | None
    """How long somebody else's small review took, asked for in the middle of it."""
    errors: Sequence[str]

    @property
    def wrong(self) -> list[str]:
        """What cost the others more than it may."""
        moves, pages = quantile(self.moves_ms, 0.95), quantile(self.pages_ms, 0.95)
        grown = 100 * (self.after_bytes / self.before_bytes - 1)
        return [
            f"{self.name}: {what}"
            for what, is_wrong in (
                (f"moves took {moves:.0f} ms", moves > MOVES_MS),
                (f"pages took {pages:.0f} ms", pages > PAGES_MS),
                (f"memory grew by {grown:.0f} %", grown > MEMORY_PERCENT),
                (f"readers met {', '.join(self.problems[:3])}", self.problems),
                (f"logged: {', '.join(self.errors)}", self.errors),
            )
            if is_wrong
        ]


def main() -> None:
    options = _options()
    results = record.begin("attack")
    done = []
    print(_HEAD)
    for name in options.raids:
        done.append(raided(name, options.seconds))
        results.add(asdict(done[-1]))
        print(_row(done[-1]), flush=True)
    print(f"\nEvery figure: {results.file}")
    wrong = [each for raid in done for each in raid.wrong]
    if wrong:
        sys.exit("\n".join(["NOT SAFE:", *wrong]))


def raided(name: str, seconds: float) -> Raided:
    """Do one raid on a server of its own."""
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(parts.server(thinkers=1, settings=parts.AS_SHIPPED))
        host, port = server.address
        pid = server.processes[0].pid
        prey = msgspec.json.decode(ask_games(server.environment, "prey"), type=Prey)
        games = prepared(server.environment, GAMES)
        paths = ("/", f"/game/{games[0].slug}/", "/watch", f"/game/{prey.small}/", "/puzzles")
        for path in (*paths, f"/study/{prey.study}/data"):
            server.fetch(path)  # what is loaded with the first stays
        time.sleep(WARM_S)
        before = look.memory_bytes(pid)
        play = Play(host, port, games, PACE_S, 1)
        players = stack.enter_context(at_work("bench.players", play, server.log))
        players.answer(Opened)
        read = Read(host, port, paths, READERS)
        readers = stack.enter_context(at_work("bench.readers", read, server.log))
        readers.answer(Opened)
        most = stack.enter_context(_watched(pid))
        begin = Begin(now() + 0.2, now() + WARM_S, now() + WARM_S + seconds)
        players.tell(begin)
        readers.tell(begin)
        time.sleep(max(0.0, begin.measure_from - now()))
        answered, review_s = Answered({}, 0), None
        if name == CALM:
            review_s = _review(server, prey.small, seconds)
        else:
            raid = Raid(name, host, port, seconds, prey.games, prey.study)
            with at_work("drills.strangers", raid, server.log) as strangers:
                time.sleep(1.0)
                review_s = _review(server, prey.small, seconds)
                answered = strangers.answer(Answered)
        seen = readers.answer(Seen)
        played = players.answer(Played)
        return Raided(
            name=name,
            moves_ms=sorted(played.answers_ms),
            pages_ms=sorted(seen.pages_ms),
            problems=seen.problems,
            late=played.late,
            answered=answered.statuses,
            open=answered.open,
            before_bytes=before,
            most_bytes=most[0],
            after_bytes=_settled(pid, before),
            review_s=review_s,
            errors=tuple(server.errors_logged()),
        )


def _review(server: parts.Server, slug: str, seconds: float) -> float | None:
    """How long the review of a game takes; None if it is not done in time."""
    began = now()
    with contextlib.suppress(OSError, ValueError):
        server.post(f"/api/games/{slug}/review", {})
        while now() < began + max(seconds, GIVEN_BACK_S):
            if server.get(f"/api/games/{slug}/review")["state"] == "done":
                return now() - began
            time.sleep(0.25)
    return None


@contextlib.contextmanager
def _watched(pid: int) -> Iterator[list[int]]:
    """The most memory that a process has had, sampled five times a second."""
    most, ended = [0], threading.Event()

    def watch() -> None:
        while not ended.wait(0.2):
            with contextlib.suppress(OSError):
                most[0] = max(most[0], look.memory_bytes(pid))

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield most
    finally:
        ended.set()
        thread.join()


def _settled(pid: int, before: int) -> int:
    """The memory of a process when it has given back what it did not keep."""
    deadline = now() + GIVEN_BACK_S
    while (after := look.memory_bytes(pid)) > before * (1 + MEMORY_PERCENT / 100):
        if now() > deadline:
            break
        time.sleep(1)
    return after


_HEAD = (
    "| what a stranger does | moves p50 / p95 / worst ms | pages p50 / p95 / worst ms "
    "| a small review | memory before / most / after MiB | the stranger was answered |\n"
    "|---|--:|--:|--:|--:|---|"
)


def _row(raid: Raided) -> str:
    def times(values: Sequence[float]) -> str:
        return " / ".join(f"{quantile(values, share):.0f}" for share in (0.5, 0.95, 1))

    memory = (raid.before_bytes, raid.most_bytes, raid.after_bytes)
    answered = ", ".join(f"{how} {many:,}×" for how, many in sorted(raid.answered.items()))
    review = "not done" if raid.review_s is None else f"{raid.review_s:.1f} s"
    return (
        f"| {raid.name} | {times(raid.moves_ms)} | {times(raid.pages_ms)} | {review} "
        f"| {' / '.join(f'{each / 2**20:.0f}' for each in memory)} | {answered} |"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m drills.attack", description=__doc__)
    names = (CALM, *RAIDS)
    parser.add_argument("--raids", nargs="*", choices=names, default=names, metavar="RAID")
    parser.add_argument("--seconds", type=float, default=15.0, help="how long each lasts")
    return parser.parse_args()


if __name__ == "__main__":
    main()
