"""Do tests notice a small change of what they test? `python -m drills.mutants` (drills/README.md).

Places are drawn from the source by a seed. In each, one thing is changed: a condition is negated,
a comparison's boundary moved, a call dropped, or None returned. Then the tests of its own package
run that reach the place. Exits with 1 if too few of the changes were noticed.
"""

import argparse
import ast
import contextlib
import hashlib
import json
import os
import queue
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "mutants"
ENOUGH_PERCENT = 90.0
MOST_TESTS_S = 60.0
"""Of the tests that reach a place, the quickest are run: as many as took this long."""
MOST_MEMORY = 8 << 30
"""Bytes a changed program may ask for: some would ask for all there are."""

LEFT_OUT = (
    r"/migrations/",
    # Compiled: one change has a whole family compiled anew, minutes for each. What they compute is
    # compared with a search by brute force (tests/evaluator).
    r"^games/evaluator/(attack|bits|drop)\.py",
    r"^games/evaluator/strong/(board|forcing|kernel|patterns|record|search)\.py",
)

OWN: Mapping[str, tuple[str, ...]] = {
    # Before its package: the first that fits counts.
    "config/descriptors.py": ("config/test_doors.py",),
    "config/frames.py": (
        "config/test_frames.py",
        "config/test_doors.py",
        "live/test_close_codes.py",
    ),
    "config/languages.py": ("config", "words"),
    "config/origins.py": ("config", "play/test_connections.py"),
    "config/serve.py": ("live/test_doors.py", "live/test_close_codes.py"),
    "config/web.py": ("live/test_doors.py",),
    "config": ("config",),
    "games/accounts/joining.py": (
        "accounts",
        "moderation/test_actions.py",
        "pages/test_notices.py",
    ),
    "games/ahead": ("ahead", "pages/test_away.py"),
    "games/api/library.py": ("pages/test_library.py",),
    "games/chat": ("chat", "pages/test_moderation.py", "play/test_two_processes.py"),
    "games/child.py": ("engines", "thinking"),
    "games/continuations.py": ("pages/test_tree.py", "terminal/test_tree.py"),
    "games/evaluator/strong/fours.py": ("evaluator", "puzzles"),
    "games/forkserver.py": ("thinking",),
    "games/friends": ("friends", "pages/test_friends.py", "accounts/test_leaving.py"),
    "games/http/closing.py": ("moderation/test_closing_guests.py",),
    "games/http": ("api", "pages", "test_refusing.py"),
    "games/library/finding.py": ("library", "pages/test_library.py"),
    "games/library/profiles.py": ("library", "pages/test_people.py"),
    "games/library/shelves.py": ("library", "moderation/test_removing.py"),
    "games/lobby/exhibitions.py": ("lobby", "pages/test_people.py"),
    "games/lobby/feed.py": ("lobby", "pages/test_home.py"),
    "games/lobby/following.py": ("lobby", "pages/test_people.py"),
    "games/library/tallies.py": ("library", "accounts/test_joining.py"),
    "games/learn": ("learn", "pages/test_lessons.py"),
    "games/limits.py": ("chat", "config", "test_refusing.py"),
    "games/lobby/invitations.py": ("lobby", "pages/test_home.py"),
    "games/lobby/seeks.py": ("lobby", "pages/test_pairing.py"),
    "games/moderation/actions.py": (
        "moderation",
        "pages/test_moderation.py",
        "pages/test_moderators.py",
    ),
    "games/moderation/admin.py": (
        "pages/test_admin.py",
        "pages/test_moderation.py",
        "pages/test_moderators.py",
    ),
    "games/metrics.py": ("play", "chat", "config/test_start.py"),
    "games/networks.py": ("config", "api"),
    "games/notices/admin.py": ("pages/test_admin.py",),
    "games/notices": ("notices", "pages/test_notices.py"),
    "games/ops/management/commands/recompute_ratings.py": ("accounts/test_recomputing.py",),
    "games/ops/management/commands/shelve.py": ("library",),
    "games/pages/account.py": ("pages", "accounts/test_leaving.py"),
    "games/pages/ahead.py": ("ahead", "pages/test_away.py"),
    "games/pages/vacation.py": ("vacations", "pages/test_away.py"),
    "games/paperwork.py": ("test_paperwork.py",),
    "games/pictures/artist.py": ("pictures", "pages/test_pictures.py"),
    "games/play/chat": ("chat", "play"),
    "games/play/clocktime/timekeeping.py": ("play", "vacations"),
    "games/play/clocktime/timing.py": ("play", "pages/test_timing.py"),
    "games/play/hub/people.py": ("play", "accounts/test_signing.py"),
    "games/play/services/against_bots.py": ("play", "workers/test_bots.py"),
    "games/play/services/recomputing.py": ("accounts/test_recomputing.py",),
    "games/players/admin.py": ("pages/test_moderation.py",),
    "games/players/blocks.py": ("friends", "pages/test_friends.py", "pages/test_chat.py"),
    "games/players/forgetting.py": ("workers/test_forgetter.py",),
    "games/players/identify.py": (
        "players",
        "accounts/test_signing.py",
        "moderation/test_closing_guests.py",
        "pages/test_notices.py",
    ),
    "games/players/leaderboard.py": ("pages/test_leaderboard.py",),
    "games/players/models.py": ("players", "friends", "moderation"),
    "games/players/names.py": (
        "players",
        "accounts/test_signing.py",
        "moderation",
        "pages/test_chat.py",
    ),
    "games/players/ratings.py": ("players", "play/test_rating.py"),
    "games/private.py": ("config",),
    "games/review/admin.py": ("pages/test_admin.py",),
    "games/review/errors.py": ("review", "reviews", "studies"),
    "games/review/management/commands/findings.py": ("play/test_describe.py",),
    "games/reviews/exercises.py": ("reviews", "pages/test_practice.py"),
    "games/refusals.py": ("config", "play", "test_refusing.py"),
    "games/remarks.py": ("words", "reviews", "evaluator/test_lesson.py"),
    "games/say.py": ("words",),
    "games/shares.py": ("reviews", "thinking", "workers/test_benefits.py"),
    "games/sockets/game.py": ("play", "chat", "workers/test_hints.py"),
    "games/sockets/me.py": ("friends",),
    "games/sockets/socket.py": ("config", "play", "lobby", "accounts/test_signing.py"),
    "games/sockets": ("config", "play", "lobby", "pages/test_embeds.py"),
    "games/studies/records.py": ("studies", "pages/test_downloads.py"),
    "games/thinking/proving.py": ("workers/test_proofs.py", "pages/test_proofs.py"),
    "games/thinking/puzzling.py": ("puzzles",),
    "games/trails.py": ("pages/test_tree.py", "terminal/test_tree.py", "ahead"),
    "games/turns.py": ("test_turns.py",),
    "games/vacations": ("vacations", "pages/test_away.py"),
    "games/workers/ahead.py": ("ahead",),
    "games/workers/management/commands/recount_puzzles.py": ("puzzles",),
    "games/workers/management/commands/verify_puzzles.py": ("puzzles",),
    "games/workers/notifier.py": ("notices",),
    "games/workers/on_demand.py": ("workers/test_benefits.py", "api/test_review.py"),
    "games/workers/start.py": ("workers", "config/test_start.py"),
    "games/workers/vacations.py": ("vacations",),
}
"""Where the tests are of what has none under its own name."""

IN_CHILDREN = (
    *("games/child.py", "games/engines", "games/evaluator", "games/terminal", "games/thinking"),
)
"""What also runs in processes of its own, where nobody sees which line a test reaches: all tests
of the package are run for it."""

_GC = "only how long the garbage collector stops a server with many games depends on it"
_COMPILED = "what is not compiled at the start is compiled when it is first needed"
_FLUSH = "only how often the disk is waited for depends on it"
_EXACTLY = "the clock does not meet a moment to the microsecond"
REASONS: Mapping[tuple[str, str, str], str] = {
    **{
        ("config/serve.py", call, "pass"): _GC
        for call in (
            *("gc.disable()", "gc.enable()"),
            *("gc.collect()", "gc.freeze()", "gc.set_threshold(10_000, 5, 5)"),
        )
    },
    **{
        (file, call, "pass"): "only how long a start takes and how much memory depends on it"
        for file in ("games/forkserver.py", "games/workers/__main__.py")
        for call in ("gc.disable()", "gc.enable()", "gc.freeze()")
    },
    (
        "config/serve.py",
        "memory.keep_together()",
        "pass",
    ): "only how much memory a server takes depends on it",
    (
        "config/serve.py",
        "asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())",
        "pass",
    ): "only how fast a server is depends on it",
    (
        "games/evaluator/exact.py",
        "run(partial(solver.finding, (0, 0)), Limit())",
        "pass",
    ): _COMPILED,
    ("games/evaluator/tournament.py", "evaluate(start, _WARM_UP)", "pass"): _COMPILED,
    (
        "games/evaluator/strong/only.py",
        "each != square",
        "each == square",
    ): "only how soon a saving move is found depends on it",
    (
        "games/evaluator/judge.py",
        "return {}",
        "return None",
    ): "whoever asks for chances only asks whether there are any",
    (
        "games/evaluator/forced.py",
        "len(line) > 2",
        "len(line) >= 2",
    ): "of a line of two nothing is left, as of none",
    (
        "games/pages/evalgraph.py",
        "point.value > 0",
        "point.value >= 0",
    ): "who is better is not said of 0",
    (
        "games/pages/pictures.py",
        "return now.ply",
        "return None",
    ): "the game is read as it was then: all its moves are the moves up to that ply",
    (
        "games/play/chat/text.py",
        "0x1F000 <= ord(sign) <= 0x1FAFF",
        "0x1F000 < ord(sign) <= 0x1FAFF",
    ): "U+1F000 is assigned",
    (
        "games/play/clock.py",
        "_CLOCK is None",
        "not (_CLOCK is None)",
    ): "the two clocks differ on a machine that has slept",
    (
        "games/play/hub/open_games.py",
        "version < held",
        "version <= held",
    ): "equal ones are gone by then",
    (
        "games/play/hub/open_games.py",
        "followed.sure_at >= since",
        "followed.sure_at > since",
    ): "the loop's clock does not say the same twice, and to look once more is as right",
    (
        "games/chat/feed.py",
        "await asyncio.sleep(PAUSE_S)",
        "pass",
    ): "only how often the database is asked depends on it",
    (
        "games/play/hub/presence.py",
        "now - at > PRESENCE_EXPIRES_S",
        "now - at >= PRESENCE_EXPIRES_S",
    ): "the loop's clock meets no moment exactly",
    (
        "games/play/commit.py",
        "giving_up.cancel()",
        "pass",
    ): "everybody in the batch has been answered by then",
    (
        "games/pages/boards.py",
        "self.lettering > LARGE_LETTERING",
        "self.lettering >= LARGE_LETTERING",
    ): "no size of board has letters of just this height",
    (
        "games/workers/puzzlemaking.py",
        "side is position.side_to_move",
        "side is not position.side_to_move",
    ): "which of the two kinds of stone is called one's own does not matter to a comparison",
    (
        "games/play/clocktime/servertime.py",
        "abs(wall - theirs) <= AGREES_MS",
        "abs(wall - theirs) < AGREES_MS",
    ): "a clock that differs by just that much may be believed or not",
    (
        "games/ahead/plans.py",
        "Game.objects.select_for_update().filter(pk=game.id).first()",
        "pass",
    ): "SQLite has no locks on rows: one writes at a time",
    (
        "games/limits.py",
        "until <= now",
        "until < now",
    ): "what is over at this very moment is forgotten at the next look",
    (
        "games/chat/talk.py",
        "until > timezone.now()",
        "until >= timezone.now()",
    ): _EXACTLY,
    (
        "games/moderation/actions.py",
        "player.silenced_until <= timezone.now()",
        "player.silenced_until < timezone.now()",
    ): _EXACTLY,
    (
        "games/moderation/actions.py",
        "until > datetime.now(UTC)",
        "until >= datetime.now(UTC)",
    ): _EXACTLY,
    ("games/workers/library.py", "count", "not (count)"): "only a line of the log depends on it",
    **{
        (file, "allow_lazy_flush()", "pass"): _FLUSH
        for file in (
            "games/friends/feed.py",
            "games/lobby/seeking.py",
            "games/ops/management/commands/shelve.py",
            "games/play/clocktime/downtime.py",
            "games/reviews/queue.py",
            "games/workers/analysis.py",
            "games/workers/claims.py",
            "games/workers/forgetter.py",
            "games/workers/leases.py",
            "games/workers/library.py",
            "games/workers/statistician.py",
        )
    },
    (
        "games/play/hub/open_games.py",
        "version > game.version",
        "version >= game.version",
    ): "what is asked to catch up looks again first",
    (
        "games/players/glicko.py",
        "delta**2 > phi**2 + variance",
        "delta**2 >= phi**2 + variance",
    ): "the two sides are never the same number",
}
"""Why nobody can notice a change: by its file, what was there before and what is there then."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one place."""

    file: str
    line: int
    last_line: int
    start: int
    """In bytes; so is the end."""
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {_short(self.before)}  →  {_short(self.after)}"

    def changed(self, source: bytes) -> bytes:
        """The source with the change made."""
        return source[: self.start] + self.after.encode() + source[self.end :]


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a change."""

    mutant: Mutant
    tests: int
    """This many reach it."""
    noticed_by: str
    """A test, or what else happened; empty if nothing noticed."""


# --- The changes ---------------------------------------------------------------------------------


def mutants(file: str, source: str) -> list[Mutant]:
    """Every change that can be made to this source, in its order."""
    places = _Places(file, source)
    places.visit(ast.parse(source))
    return sorted(places.found, key=lambda mutant: (mutant.start, mutant.end, mutant.after))


_MOVED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_TURNED = {"==": "!=", "!=": "==", "is": "is not", "is not": "is", "in": "not in", "not in": "in"}
_OPERATOR = re.compile(r"<=|>=|==|!=|<|>|\bnot\s+in\b|\bis\s+not\b|\bis\b|\bin\b")


class _Places(ast.NodeVisitor):
    def __init__(self, file: str, source: str) -> None:
        self.found: list[Mutant] = []
        self._file = file
        self._source = source.encode()
        self._starts = [0]
        for line in self._source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._conditions: set[ast.expr] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name not in ("__repr__", "__str__"):
            self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        condition = self._text(node.test)
        if "TYPE_CHECKING" not in condition and "__name__" not in condition:
            self._negate(node.test)
            self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        if not isinstance(node.test, ast.Constant):
            self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self._negate(condition)
        self.generic_visit(node)

    def visit_match_case(self, node: ast.match_case) -> None:
        if node.guard:
            self._negate(node.guard)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        left = node.left
        for right in node.comparators:
            between = self._at(left)[1], self._at(right)[0]
            written = _OPERATOR.search(self._source[slice(*between)].decode())
            assert written
            operator = " ".join(written[0].split())
            after = _MOVED.get(operator)
            # Else it is the condition itself, turned.
            if not after and node not in self._conditions:
                after = _TURNED[operator]
            if after:
                start, end = self._at(node)
                head = self._source[start : between[0]].decode()
                text = self._source[between[0] : end].decode()
                self._add(node, head + _OPERATOR.sub(after, text, count=1))
            left = right
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        call = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(call, ast.Call) and not _is_unseen(call):
            self._add(node, "pass")
            self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        constant = node.value.value if isinstance(node.value, ast.Constant) else ...
        if node.value and constant is not None:
            # Most who ask take None for False.
            self._add(node, "return True" if constant is False else "return None")
        self.generic_visit(node)

    def _negate(self, condition: ast.expr) -> None:
        self._conditions.add(condition)
        if isinstance(condition, ast.UnaryOp) and isinstance(condition.op, ast.Not):
            self._conditions.add(condition.operand)
            after = f"({self._text(condition.operand)})"
        else:
            after = f"not ({self._text(condition)})"
        self._add(condition, after)

    def _add(self, node: ast.expr | ast.stmt, after: str) -> None:
        start, end = self._at(node)
        last = node.end_lineno or node.lineno
        before = self._text(node)
        self.found.append(Mutant(self._file, node.lineno, last, start, end, before, after))

    def _at(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self._starts[node.lineno - 1] + node.col_offset,
            self._starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def _text(self, node: ast.expr | ast.stmt) -> str:
        return self._source[slice(*self._at(node))].decode()


def _is_unseen(call: ast.Call) -> bool:
    """Whether it writes to the log, or speaks to the type checker alone."""
    to = call.func
    return (isinstance(to, ast.Name) and to.id == "assert_never") or (
        isinstance(to, ast.Attribute)
        and isinstance(to.value, ast.Name)
        and to.value.id.strip("_") in ("log", "logging")
    )


def sources(packages: Iterable[str]) -> list[str]:
    """The files changes are drawn from: all, or those of some packages."""
    wanted = [f"games/{each}/" if (ROOT / "games" / each).is_dir() else each for each in packages]
    return [
        file
        for file in sorted(_files())
        if file.startswith(("games/", "config/"))
        and file.endswith(".py")
        and not any(re.search(each, file) for each in LEFT_OUT)
        and (not wanted or file.startswith(tuple(wanted)))
    ]


def drawn(files: Iterable[str], count: int, seed: int) -> list[Mutant]:
    """This many of all changes, each equally likely; the same for a seed."""
    found = every(files)
    return random.Random(seed).sample(found, min(count, len(found)))


def every(files: Iterable[str]) -> list[Mutant]:
    """All changes of these files."""
    return [mutant for file in files for mutant in mutants(file, (ROOT / file).read_text())]


def own_tests(file: str) -> tuple[str, ...]:
    """Where the tests of a file's package are."""
    for start, tests in OWN.items():
        if file == start or file.startswith(f"{start}/"):
            return tuple(f"tests/{each}" for each in tests)
    return (f"tests/{file.split('/')[1]}",)


# --- Which test reaches which line ---------------------------------------------------------------


class Reached:
    """What some tests reach, and how long each takes."""

    def __init__(self, kept: Path) -> None:
        found = json.loads(kept.read_text())
        self.tests: list[tuple[str, float]] = found["tests"]
        self._reached: dict[str, dict[str, list[int]]] = found["reached"]

    def by(self, mutant: Mutant) -> Iterator[tuple[str, float]]:
        """The tests that run one of the lines of a change, with their seconds."""
        lines = self._reached.get(mutant.file, {})
        changed = range(mutant.line, mutant.last_line + 1)
        for test in {test for line in changed for test in lines.get(str(line), ())}:
            yield self.tests[test]


class Copy:
    """The checkout once more, where sources may be changed and tests run."""

    def __init__(self, number: int) -> None:
        self.root = BUILD / str(number)
        self._data = self.root / "data"
        self._empty = self.root / "data-empty"

    def bring_level(self) -> None:
        """Make its files those of the checkout, and prepare a database."""
        self.root.mkdir(parents=True, exist_ok=True)
        files = _files()
        for file in files:
            here, there = ROOT / file, self.root / file
            if not there.exists() or here.read_bytes() != there.read_bytes():
                there.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(here, there)
        for folder in ("games", "config", "tests"):
            for old in [*(self.root / folder).rglob("*.py")]:
                if str(old.relative_to(self.root)) not in files:
                    old.unlink()
        for built in (".venv", "frontend/node_modules", "frontend/dist", "static"):
            if not (self.root / built).exists() and (ROOT / built).exists():
                (self.root / built).symlink_to(ROOT / built)
        for data in (self._data, self._empty):
            shutil.rmtree(data, ignore_errors=True)
        self._data.mkdir()
        self._run([sys.executable, "-m", "games.evaluator", "--warm-up"], {}, 600.0)
        self._pytest(["tests/players/test_identify.py"], {}, 600.0)
        shutil.copytree(self._data, self._empty)

    def measure(self, tests: Sequence[str], into: Mapping[str, Path]) -> None:
        """Run these files of tests, noting for each what it reaches."""
        self._forget()
        noted = self.root / "reached.json"
        noted.unlink(missing_ok=True)
        _, said = self._pytest(tests, {"REACHED_INTO": str(noted)}, 1800.0)
        if not noted.exists():
            raise SystemExit(f"{said}\nNothing was noted of {' '.join(tests)}.")
        found = json.loads(noted.read_text())
        for test in tests:
            into[test].parent.mkdir(exist_ok=True)
            into[test].write_text(json.dumps(found.get(test, {"tests": [], "reached": {}})))

    def tries(self, mutant: Mutant, tests: Sequence[tuple[str, float]]) -> str:
        """Make the change and run these tests; which of them noticed it, if one did."""
        self._forget()
        only = self.root / "only.txt"
        only.write_text("".join(f"{test}\n" for test, _ in tests))
        files = list(dict.fromkeys(test.split("::")[0] for test, _ in tests))
        source = self.root / mutant.file
        before, made = source.read_bytes(), source.stat()
        source.write_bytes(mutant.changed(before))
        limit = 30.0 + 3 * sum(seconds for _, seconds in tests)
        try:
            status, said = self._pytest(files, {"REACHED_ONLY": str(only)}, limit)
        finally:
            source.write_bytes(before)
            os.utime(
                source, ns=(made.st_atime_ns, made.st_mtime_ns)
            )  # what is compiled still holds
        if status in (0, 5):
            return ""
        found = re.search(r"^(?:FAILED|ERROR) (\S+)", said, re.MULTILINE)
        return found[1] if found else f"status {status}"

    def _forget(self) -> None:
        shutil.rmtree(self._data, ignore_errors=True)
        shutil.copytree(self._empty, self._data)

    def _pytest(
        self, tests: Sequence[str], settings: Mapping[str, str], limit: float
    ) -> tuple[int, str]:
        options = ["-q", "--tb=no", "--reuse-db"]
        for plugin in ("no:randomly", "no:cacheprovider", "drills.reached"):
            options += ["-p", plugin]
        if "REACHED_ONLY" in settings:
            options.append("-x")  # one that notices is enough
        return self._run([sys.executable, "-m", "pytest", *options, *tests], settings, limit)

    def _run(
        self, command: Sequence[str], settings: Mapping[str, str], limit: float
    ) -> tuple[int, str]:
        program = subprocess.Popen(
            command,
            cwd=self.root,
            env={**os.environ, "INAROW_DATA": str(self._data), **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        resource.prlimit(program.pid, resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        try:
            said, _ = program.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            return -1, f"FAILED (after {limit:.0f}s)"
        finally:
            _end(program)
        return program.returncode, said


def _end(program: subprocess.Popen[str]) -> None:
    """End it and all it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(program.pid, signal.SIGKILL)
    program.wait()


def _files() -> set[str]:
    """All files of the checkout but the ignored ones."""
    listed = subprocess.check_output(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, text=True
    )
    return {file for file in listed.split("\0") if file and (ROOT / file).is_file()}


# --- A run ---------------------------------------------------------------------------------------


def main() -> None:
    options = _options()
    files = sources(options.packages)
    chosen = every(files) if options.unreached else drawn(files, options.count, options.seed)
    if options.only:
        chosen = [mutant for mutant in chosen if options.only in str(mutant)]
    copies: queue.SimpleQueue[Copy] = queue.SimpleQueue()
    for number in range(options.at_once):
        copy = Copy(number)
        copy.bring_level()
        copies.put(copy)
    with ThreadPoolExecutor(options.at_once) as threads:
        own = dict.fromkeys(tests for mutant in chosen for tests in own_tests(mutant.file))
        reached = _measured(own, copies)
        if options.unreached:
            for mutant in chosen:
                if not mutant.file.startswith(IN_CHILDREN) and not _reaching(mutant, reached):
                    print(mutant)
            return
        results = threads.map(lambda mutant: _tried(mutant, reached, copies), chosen)
        sys.exit(0 if told(results, len(chosen), all_of_them=options.all) else 1)


def told(results: Iterable[Result], count: int, *, all_of_them: bool) -> bool:
    """Print who survived, and the sum; whether that is enough."""
    noticed = explained = 0
    for done, result in enumerate(results, 1):
        mutant = result.mutant
        reason = REASONS.get((mutant.file, mutant.before, mutant.after))
        if result.noticed_by:
            noticed += 1
            if all_of_them:
                print(f"{done}/{count} noticed: {mutant}  by {result.noticed_by}", flush=True)
        else:
            explained += reason is not None
            why = f"; {reason}" if reason else ""
            print(f"{done}/{count} not noticed by {result.tests} tests: {mutant}{why}", flush=True)
        if done % 20 == 0:
            print(f"{done}/{count}: {noticed} noticed", flush=True)
    percent = 100 * noticed / max(count, 1)
    print(
        f"{noticed} of {count} noticed ({percent:.1f} %), {explained} of the others have a reason"
    )
    return percent >= ENOUGH_PERCENT


def _tried(
    mutant: Mutant, reached: Mapping[str, Reached], copies: "queue.SimpleQueue[Copy]"
) -> Result:
    tests = _reaching(mutant, reached)
    count = len(tests)
    if not tests or mutant.file.startswith(IN_CHILDREN):
        own = _own(mutant, reached)
        tests += [test for each in own for test in each.tests if test not in tests]
        tests[count:] = sorted(tests[count:], key=_seconds)
    named = f"/test_{Path(mutant.file).stem}.py::"
    tests[:count] = sorted(tests[:count], key=lambda test: (named not in test[0], test[1]))
    copy = copies.get()
    try:
        return Result(mutant, count, copy.tries(mutant, _quickest(tests)))
    finally:
        copies.put(copy)


def _own(mutant: Mutant, reached: Mapping[str, Reached]) -> list[Reached]:
    """What the tests of a change's package reach."""
    return [of for test, of in reached.items() if _is_among(test, own_tests(mutant.file))]


def _reaching(mutant: Mutant, reached: Mapping[str, Reached]) -> list[tuple[str, float]]:
    """The tests of a change's package that run one of its lines."""
    return [test for each in _own(mutant, reached) for test in each.by(mutant)]


def _is_among(test: str, paths: Iterable[str]) -> bool:
    """Whether a file of tests is one of these paths, or in one of them."""
    return any(f"{test}/".startswith(f"{path}/") for path in paths)


def _quickest(tests: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    left = MOST_TESTS_S
    found: list[tuple[str, float]] = []
    for test, seconds in tests:
        left -= seconds
        if found and left < 0:
            break
        found.append((test, seconds))
    return found


def _seconds(test: tuple[str, float]) -> float:
    return test[1]


def _measured(tests: Iterable[str], copies: "queue.SimpleQueue[Copy]") -> dict[str, Reached]:
    """What each file of these tests reaches, as kept for these sources or else found out."""
    kept = {file: _kept(file) for each in tests for file in _test_files(each)}
    missing: dict[str, list[str]] = defaultdict(list)
    for file, path in kept.items():
        if not path.exists():
            missing[str(Path(file).parent)].append(file)

    def measure(folder: str) -> None:
        copy = copies.get()
        try:
            began = time.monotonic()
            copy.measure(missing[folder], kept)
            print(f"{time.monotonic() - began:.0f} s: which lines {folder} reaches", flush=True)
        finally:
            copies.put(copy)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(measure, missing))
    return {file: Reached(path) for file, path in kept.items()}


def _test_files(tests: str) -> list[str]:
    """The files at a path of tests."""
    path = ROOT / tests
    found = [path] if path.is_file() else path.rglob("test_*.py")
    return sorted(str(each.relative_to(ROOT)) for each in found)


def _kept(test: str) -> Path:
    """Where it is kept what a file of tests reaches in the packages it is for, as they are now."""
    digest = hashlib.sha256(Path(ROOT / test).read_bytes())
    for file in sorted(_files()):
        is_tested = file.startswith(("games/", "config/")) and _is_among(test, own_tests(file))
        is_beside = Path(file).parent == Path(test).parent and "/test_" not in file
        if file.endswith(".py") and (is_tested or is_beside):
            digest.update(file.encode() + (ROOT / file).read_bytes())
    return BUILD / "reached" / f"{test.replace('/', '.')}-{digest.hexdigest()[:16]}.json"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 100 else f"{text[:70]} … {text[-25:]}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="this many changes")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument(
        "--packages", nargs="*", default=(), help="play, config/…: drawn from these"
    )
    parser.add_argument(
        "--unreached", action="store_true", help="only list the changes that no test reaches"
    )
    parser.add_argument("--only", help="of those drawn, the ones whose line has this")
    parser.add_argument("--at-once", type=int, default=2)
    parser.add_argument("--all", action="store_true", help="print the noticed ones, too")
    return parser.parse_args()


if __name__ == "__main__":
    main()
