"""Fifty games in real browsers while every part is killed: `python -m drills.fifty`.

PostgreSQL, Redis, server processes and workers, as in production, and for each game two pages in
Chromium, with the page's own scripts and sockets. In each page a hand (a few lines of script) types
the next square whenever it is that player's turn. Meanwhile one part after another is killed
(SIGKILL) and started again a moment later, as a supervisor would. Nobody reloads. Prints what was
killed and how long it took until all pages went on, and exits with 1 if anything is not true.
"""

import argparse
import contextlib
import random
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from games import mnk
from tests.live import parts

PRESET = "15x15"
AWAY_S = 1.0
"""How long a part is away before its supervisor starts it again; starting takes its own time."""
GOES_ON = 2
"""Every page must see this many more moves after a kill before the next part is killed."""
PATIENCE_S = 120.0

_HAND = """([squares, everyMs]) => {
    window.neverReloaded = true;
    window.seen = [];
    const note = (kind, value) => window.seen.push([Date.now(), kind, value]);
    const moves = () => document.querySelectorAll('.moves .move').length;
    const isLive = () => document.querySelector('p.connection .lamp.live') !== null;
    let live = null, ply = null;
    const look = () => {
        if (isLive() !== live) note('live', live = isLive());
        if (moves() !== ply) note('moves', ply = moves());
    };
    new MutationObserver(look).observe(
        document.querySelector('#game'), {subtree: true, childList: true, attributes: true});
    look();
    window.hand = setInterval(() => {
        const entry = document.querySelector('#entry');
        if (!entry || !document.querySelector('.status.mine') || moves() >= squares.length) return;
        entry.value = squares[moves()];
        entry.form.requestSubmit();
    }, everyMs);
}"""
_STATE = """() => [
    window.neverReloaded === true,
    document.querySelector('p.connection .lamp.live') !== null,
    document.querySelectorAll('.moves .move').length,
]"""
_RECORD = "() => [...document.querySelectorAll('.moves .move')].map(each => each.innerText.trim())"
_IS_SETTLED = "() => document.querySelector('#board .pending') === null"


@dataclass(frozen=True, slots=True)
class Seen:
    """What a page has noted about itself, in order: each with its moment, in ms since 1970."""

    lamp: tuple[tuple[int, bool], ...]
    moves: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Killed:
    """One part that was killed, and how long each page needed; seconds after the kill."""

    what: str
    back_s: float
    """When the part itself ran again."""
    live_s: tuple[float, ...]
    """When each page that had lost its connection was live again."""
    moved_s: tuple[float, ...]
    """When each page saw the first move that it had not seen before."""


@dataclass(slots=True)
class Game:
    """One game: its plan, and the pages of its two players."""

    slug: str
    squares: tuple[str, ...]
    pages: list[Page]


class Fifty:
    """The parts, the browsers and the games of one run."""

    def __init__(
        self,
        server: parts.Server,
        broken: dict[str, parts.Part],
        browser: Browser,
        options: argparse.Namespace,
    ) -> None:
        self.server = server
        self.killed: list[Killed] = []
        self.problems: list[str] = []
        self.games: list[Game] = []
        self._broken = broken
        self._browser = browser
        self._options = options
        self._rng = random.Random(options.seed)
        self._contexts: list[BrowserContext] = []

    def run(self) -> None:
        """Open the games, kill one part after another, compare."""
        self._open()
        self._wait_for(GOES_ON)
        print(f"{len(self.games)} games are being played", flush=True)
        for what, kill, start in self._kills():
            self._kill(what, kill, start)
        self._end()
        for context in self._contexts:
            context.close()

    def report(self) -> str:
        """The table, and what was not true."""
        lines = [
            f"{len(self.games)} games, {len(self.games) * 2} pages, "
            f"{self._options.processes} server processes, {self._options.workers} workers, "
            f"clock {self._options.clock}, {self._plies()} moves kept",
            "seconds after the kill        started   lost the line  live again    next move seen",
            "                                         (of pages)     median worst  median worst",
        ]
        lines += [
            f"{each.what:<28} {each.back_s:8.1f} {len(each.live_s):12d}    "
            f"{_two(each.live_s)}  {_two(each.moved_s)}"
            for each in self.killed
        ]
        return "\n".join([*lines, *(f"NOT TRUE: {problem}" for problem in self.problems)])

    # --- Opening ---------------------------------------------------------------------------------

    def _open(self) -> None:
        black, white = self._person(), self._person()
        for _ in range(self._options.games):
            slug = self._make(black)
            self._post(white, f"/game/{slug}/join", {})
            self.games.append(Game(slug, _plan(self._rng), []))
        for context in (black, white):
            # Pages opened by a page share its process: a hundred processes would leave the server
            # no time to run.
            first = context.new_page()
            first.goto(f"{self.server.url}/healthz")
            for game in self.games:
                with context.expect_page() as opened:
                    first.evaluate("slug => void open(`/game/${slug}/`)", game.slug)
                game.pages.append(opened.value)
        for game in self.games:
            for page in game.pages:
                page.locator("p.connection .lamp.live").wait_for()
                # Not all at the same moment: people do not move in step either.
                every_ms = int(self._options.pace * 1000 * self._rng.uniform(0.8, 1.2))
                page.evaluate(_HAND, [list(game.squares), every_ms])

    def _person(self) -> BrowserContext:
        context = self._browser.new_context(
            viewport={"width": 640, "height": 480}, reduced_motion="reduce"
        )
        self._contexts.append(context)
        context.set_default_timeout(60_000)
        context.request.get(f"{self.server.url}/")
        return context

    def _make(self, context: BrowserContext) -> str:
        fields = {"preset": PRESET, "side": "black", "invite": "link"}
        clock = {"clock": "custom", "clock_text": self._options.clock}
        return self._post(context, "/games/new", fields | clock).rstrip("/").rsplit("/", 1)[1]

    def _post(self, context: BrowserContext, path: str, form: dict[str, str]) -> str:
        """Send a form as a page would; returns the address it leads to."""
        cookies = {cookie["name"]: cookie["value"] for cookie in context.cookies()}
        answer = context.request.post(
            self.server.url + path,
            form={**form, "csrfmiddlewaretoken": cookies["inarow_csrf"]},
            headers={"origin": self.server.url},
        )
        assert answer.ok, answer.text()
        return answer.url

    # --- Killing ---------------------------------------------------------------------------------

    def _kills(self) -> Iterator[tuple[str, Callable[[], None], Callable[[], None]]]:
        server = self.server
        yield "server process", lambda: server.crash(0), lambda: server.start_again(0)
        at = self._timekeeper()
        yield (
            "worker, the timekeeper",
            lambda: server.crash_worker(at),
            lambda: server.start_worker_again(at),
        )
        for name, part in self._broken.items():
            yield name, part.crash, part.start_again

    def _timekeeper(self) -> int:
        """Which of the workers keeps the time, by the lease it holds."""
        ((holder,),) = parts.rows(
            self.server, "SELECT holder FROM play_lease WHERE name = 'timekeeper'"
        )
        pids = [str(worker.pid) for worker in self.server.workers]
        return pids.index(holder.split("-")[-2])

    def _kill(self, what: str, kill: Callable[[], None], start: Callable[[], None]) -> None:
        back_at = 0.0

        def supervise() -> None:
            nonlocal back_at
            kill()
            time.sleep(AWAY_S)
            start()
            back_at = time.time()

        began = time.time()
        supervisor = threading.Thread(target=supervise)
        supervisor.start()
        supervisor.join()  # the pages play on meanwhile
        self._wait_for(GOES_ON)
        pages = [_seen(page) for game in self.games for page in game.pages]
        self.killed.append(
            Killed(
                what,
                back_at - began,
                tuple(at for page in pages if (at := _live_after(page, began)) is not None),
                tuple(at for page in pages if (at := _moved_after(page, began)) is not None),
            )
        )

        print(f"{what} killed, and all pages have gone on", flush=True)

    def _wait_for(self, fresh: int) -> None:
        """Wait until every page is live and has seen this many more moves than it has now."""
        least = [state[2] + fresh for state in self._states()]
        deadline = time.monotonic() + PATIENCE_S
        while True:
            states = self._states()
            behind = [
                number
                for number, (state, target) in enumerate(zip(states, least, strict=True))
                if not state[1] or state[2] < target
            ]
            if not behind:
                return
            if time.monotonic() > deadline:
                self.problems += [
                    f"{self.games[number // 2].slug}: a page has not gone on: {states[number]}"
                    for number in behind
                ]
                return
            time.sleep(1.0)  # asking a hundred pages is work for them

    def _states(self) -> list[tuple[bool, bool, int]]:
        return [tuple(page.evaluate(_STATE)) for game in self.games for page in game.pages]

    # --- Comparing -------------------------------------------------------------------------------

    def _end(self) -> None:
        for game in self.games:
            for page in game.pages:
                page.evaluate("clearInterval(window.hand)")
        deadline = time.monotonic() + PATIENCE_S
        while unsettled := [
            game.slug
            for game in self.games
            for page in game.pages
            if not page.evaluate(_IS_SETTLED)
        ]:
            if time.monotonic() > deadline:
                self.problems.append(f"a move is still on its way: {unsettled}")
                break
            time.sleep(1.0)
        for slug, termination in parts.rows(self.server, "SELECT slug, termination FROM play_game"):
            if termination:
                self.problems.append(f"{slug} has ended: {termination}")
        deadline = time.monotonic() + 30
        while (problems := self._differences()) and time.monotonic() < deadline:
            time.sleep(0.2)
        self.problems += problems
        for number, (never_reloaded, is_live, _) in enumerate(self._states()):
            if not (never_reloaded and is_live):
                self.problems.append(f"{self.games[number // 2].slug}: reloaded or not live")
        log = self.server.log.read_text()
        self.problems += [
            line for line in log.splitlines() if "move_lost" in line or "move_doubled" in line
        ]

    def _differences(self) -> list[str]:
        """Where the pages, the plan and the database do not show the same game."""
        kept: dict[str, list[str]] = {game.slug: [] for game in self.games}
        variant = mnk.PRESETS[PRESET].variant
        for slug, square in parts.rows(
            self.server,
            "SELECT slug, square FROM play_game JOIN play_move ON play_game.id = game_id"
            " ORDER BY play_move.ply",
        ):
            kept[slug].append(mnk.name(square, variant))
        problems = []
        for game in self.games:
            moves = kept[game.slug]
            if moves != list(game.squares[: len(moves)]):
                problems.append(f"{game.slug}: not the moves of the plan: {moves}")
            for page in game.pages:
                shown = page.evaluate(_RECORD)
                stones = page.locator("#board .stone:not(.ghost,.pending,.aim)").count()
                if shown != moves or stones != len(moves):
                    problems.append(f"{game.slug}: {stones} stones, {shown}, and kept {moves}")
        return problems

    def _plies(self) -> int:
        return int(parts.rows(self.server, "SELECT count(*) FROM play_move")[0][0])


def _plan(rng: random.Random) -> tuple[str, ...]:
    """Moves of a game that nobody wins, more than will be played."""
    variant = mnk.PRESETS[PRESET].variant
    state = mnk.GameState.start(variant)
    names = []
    for square in rng.sample(range(variant.width * variant.height), 150):
        after = state.play(square, by=state.side_to_move)
        if not after.is_over:
            state = after
            names.append(mnk.name(square, variant))
    return tuple(names)


def _seen(page: Page) -> Seen:
    notes = page.evaluate("window.seen")
    return Seen(
        tuple((at, value) for at, kind, value in notes if kind == "live"),
        tuple((at, value) for at, kind, value in notes if kind == "moves"),
    )


def _live_after(page: Seen, began: float) -> float | None:
    """When a page that lost its connection after `began` was live for good; None otherwise."""
    later = [(at, live) for at, live in page.lamp if at >= began * 1000]
    return later[-1][0] / 1000 - began if any(not live for _, live in later) else None


def _moved_after(page: Seen, began: float) -> float | None:
    """When a page saw the first new move that was not already on its way at `began`."""
    before = max((count for at, count in page.moves if at < began * 1000 + 500), default=0)
    return next(
        (at / 1000 - began for at, count in page.moves if count > before and at > began * 1000),
        None,
    )


def _two(seconds: Sequence[float]) -> str:
    if not seconds:
        return "     –     –"
    return f"{statistics.median(seconds):6.1f}{max(seconds):6.1f}"


def options(arguments: Sequence[str]) -> argparse.Namespace:
    """What can be chosen on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--clock", default="30s")
    parser.add_argument("--pace", type=float, default=5.0, help="seconds for each move")
    parser.add_argument("--seed", default="fifty")
    return parser.parse_args(arguments)


def play(chosen: argparse.Namespace, browser: Browser) -> Fifty:
    """One run from its parts to its end."""
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(parts.breakable_postgres())
        redis = stack.enter_context(parts.breakable_redis())
        server = stack.enter_context(
            parts.server(
                processes=chosen.processes,
                workers=chosen.workers,
                thinkers=1,
                database_url=database.url,
                redis_url=redis.url,
            )
        )
        fifty = Fifty(server, {"Redis": redis, "PostgreSQL": database}, browser, chosen)
        fifty.run()
        print(fifty.report(), flush=True)
    return fifty


def main() -> int:
    """Run once; 1 if anything was not true."""
    chosen = options(sys.argv[1:])
    with sync_playwright() as playwright:
        browser = parts.chromium(playwright)
        fifty = play(chosen, browser)
        browser.close()
    return 1 if fifty.problems else 0


if __name__ == "__main__":
    sys.exit(main())
