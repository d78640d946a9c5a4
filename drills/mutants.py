"""Do tests notice a small change of what they test? `python -m drills.mutants` (drills/README.md).

Changes are drawn by a seed from all that can be made to the source (`drills.changes`). For each
the tests of its own package run that reach its place. Exits with 1 if too few of the changes were
noticed.
"""

import argparse
import contextlib
import hashlib
import json
import os
import queue
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import IO, ClassVar

from drills import reached, weaving
from drills.changes import KINDS, Mutant, mutants

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "mutants"
ENOUGH_PERCENT = 90.0
MOST_TESTS_S = 60.0
"""Of the tests that reach a place, the quickest are run: as many as took this long."""

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
        "live/test_left.py",
    ),
    "config/languages.py": ("config", "words"),
    "config/origins.py": ("config", "play/test_connections.py"),
    "config/serve.py": ("live/test_doors.py", "live/test_close_codes.py"),
    "config/web.py": ("live/test_doors.py", "live/test_left.py"),
    "config": ("config",),
    "games/accounts/joining.py": (
        "accounts",
        "moderation/test_actions.py",
        "pages/test_notices.py",
    ),
    "games/ahead": ("ahead", "pages/test_away.py"),
    "games/api/library.py": ("pages/test_library.py",),
    "games/chat": ("chat", "pages/test_moderation.py", "play/test_two_processes.py"),
    "games/child.py": ("thinking",),
    "games/continuations.py": ("pages/test_tree.py", "terminal/test_tree.py"),
    "games/evaluator/strong/fours.py": ("evaluator", "puzzles"),
    "games/engines/jail.py": ("engines/test_misbehaving.py", "engines/test_examples.py"),
    "games/forkserver.py": ("thinking/test_children.py",),
    "games/friends": ("friends", "pages/test_friends.py", "accounts/test_leaving.py"),
    "games/http/closing.py": ("moderation/test_closing_guests.py",),
    "games/http": ("api", "pages", "test_refusing.py"),
    "games/library/finding.py": ("library", "pages/test_library.py"),
    "games/library/profiles.py": ("library", "pages/test_people.py"),
    "games/library/shelves.py": ("library", "moderation/test_removing.py"),
    "games/lobby/exhibitions.py": ("lobby", "pages/test_people.py"),
    "games/lobby/feed.py": ("lobby", "pages/test_home.py"),
    "games/lobby/following.py": ("lobby", "pages/test_people.py"),
    "games/library/tallies.py": (
        "library",
        "accounts/test_joining.py",
        "moderation/test_removing.py",
    ),
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
    "games/pages/footer.py": ("pages/test_about.py",),
    "games/pages/vacation.py": ("vacations", "pages/test_away.py"),
    "games/paperwork.py": ("test_paperwork.py",),
    "games/pictures/artist.py": ("pictures", "pages/test_pictures.py"),
    "games/play/chat": ("chat", "play"),
    "games/play/clocktime/timekeeping.py": ("play", "vacations"),
    "games/play/clocktime/timing.py": ("play", "pages/test_timing.py"),
    "games/play/hub/people.py": ("play", "accounts/test_signing.py"),
    "games/play/services/against_bots.py": ("play", "workers/test_bots.py"),
    "games/play/services/recomputing.py": ("accounts/test_recomputing.py",),
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
    "games/prepared.py": ("test_prepared.py",),
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
    "games/terminal/__main__.py": ("terminal/test_terminals.py",),
    "games/terminal/screen.py": ("terminal/test_screen.py", "terminal/test_terminals.py"),
    "games/thinking/proving.py": ("workers/test_proofs.py", "pages/test_proofs.py"),
    "games/thinking/puzzling.py": ("puzzles",),
    "games/trails.py": ("pages/test_tree.py", "terminal/test_tree.py", "ahead"),
    "games/turns.py": ("test_turns.py",),
    "games/vacations": ("vacations", "pages/test_away.py"),
    "games/workers/__main__.py": ("live/test_operations.py",),
    "games/workers/ahead.py": ("ahead",),
    "games/workers/management/commands/recount_puzzles.py": ("puzzles",),
    "games/workers/management/commands/verify_puzzles.py": ("puzzles",),
    "games/workers/notifier.py": ("notices",),
    "games/workers/on_demand.py": ("workers/test_benefits.py", "api/test_review.py"),
    "games/workers/start.py": ("workers", "config/test_start.py"),
    "games/workers/timekeeper.py": ("workers", "play/test_downtimes.py"),
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
_AGAIN = "only how often it is tried again depends on it"
_EXACTLY = "the clock does not meet a moment to the microsecond"
_POSTGRES = "only PostgreSQL is asked it: `make test` runs the same tests with that, too"
_CHANCE = "chance never comes out as just this number"
REASONS: Mapping[tuple[str, str, str], str] = {
    (
        "config/web.py",
        "return False",
        "return True",
    ): "of a request that has just been refused nothing is read any more",
    **{
        (file, call, "pass"): _GC
        for file, call in (
            *(("config/serve.py", call) for call in ("gc.disable()", "memory.settle()")),
            ("config/start.py", "memory.settle()"),
            *(("config/memory.py", call) for call in ("gc.enable()", "gc.freeze()")),
            ("config/memory.py", "gc.set_threshold(10_000, 5, 20)"),
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
    ("games/evaluator/tournament.py", "self._engine.analyse(start, _WARM_UP)", "pass"): _COMPILED,
    **{
        ("games/evaluator/__init__.py", f"{module}.warm_up()", "pass"): _COMPILED
        for module in ("exact", "columns", "engine")
    },
    ("games/evaluator/__main__.py", "warm_up()", "pass"): _COMPILED,
    ("games/evaluator/columns.py", "search(start, [0], Budget(Limit(nodes=100)))", "pass"): (
        _COMPILED
    ),
    ("games/evaluator/strong/engine.py", "choose(start.play(112), nodes=50, seed=1)", "pass"): (
        _COMPILED
    ),
    ("games/forkserver.py", "module.load()", "pass"): _COMPILED,
    ("games/terminal/command.py", "wait_for(setup.load)", "pass"): _COMPILED,
    (
        "games/terminal/setup.py",
        "evaluator.choose_move(start, self.level, self.seed, nodes=1)",
        "pass",
    ): _COMPILED,
    ("config/frames.py", "return value", "return None"): "it is of lines that are not logged",
    (
        "config/frames.py",
        "vars(_module).update(hltype=_uncoloured, hlval=_uncoloured)",
        "pass",
    ): "only how long a handshake takes depends on it",
    ("games/forkserver.py", "gc.freeze()", "pass"): "only how much memory they share depends on it",
    (
        "games/evaluator/sight.py",
        "rng.random() < overlook",
        "rng.random() <= overlook",
    ): _CHANCE,
    (
        "games/evaluator/strong/overlooking.py",
        "rng.random() < _chance(threat, overlook, position)",
        "rng.random() <= _chance(threat, overlook, position)",
    ): _CHANCE,
    ("games/evaluator/proof.py", "seconds <= 0", "seconds < 0"): _EXACTLY,
    (
        "games/evaluator/certificate.py",
        "lack.bit_count() <= 2",
        "lack.bit_count() < 2",
    ): "what is not seen at sight is found a ply later",
    (
        "games/evaluator/columns.py",
        "abs(worth) > drop.PROVED",
        "abs(worth) >= drop.PROVED",
    ): "no end and no guess is worth just that",
    (
        "games/evaluator/columns.py",
        "worth > 0",
        "worth >= 0",
    ): "the worth of a proved end is never 0",
    (
        "games/evaluator/columns.py",
        "plies <= ahead + 1 + _SEEN_AT_SIGHT",
        "plies < ahead + 1 + _SEEN_AT_SIGHT",
    ): "only how soon a distance is known depends on it",
    (
        "games/evaluator/judge.py",
        "kept.nodes < limit.nodes",
        "kept.nodes <= limit.nodes",
    ): "a search with just as many nodes proves the same once more",
    (
        "games/evaluator/strong/engine.py",
        "board.nodes >= board.fours_limit",
        "board.nodes > board.fours_limit",
    ): "a search with no nodes left ends as it begins",
    (
        "games/evaluator/strong/fours.py",
        "plies <= 2 * turns + 1",
        "plies < 2 * turns + 1",
    ): "what is found at once is found by trying each four, too",
    (
        "games/evaluator/strong/fours.py",
        "fours >= MAX_PLY",
        "fours > MAX_PLY",
    ): "no board has room for so many fours",
    (
        "games/evaluator/strong/only.py",
        "fours > _MOST_FOURS",
        "fours >= _MOST_FOURS",
    ): "one four more or less before it gives up",
    (
        "games/evaluator/wins.py",
        "len(defences) > _MOST_DEFENCES",
        "len(defences) >= _MOST_DEFENCES",
    ): "one defence more or less before it gives up",
    (
        "games/evaluator/tournament.py",
        "variant.squares <= MAX_EXACT_SQUARES",
        "variant.squares < MAX_EXACT_SQUARES",
    ): _COMPILED,
    **{
        ("games/terminal/__main__.py", before, after): "both ways out end it with the same status"
        for before, after in (
            ("threading.active_count() > 1", "threading.active_count() >= 1"),
            ("os._exit(status)", "pass"),
        )
    },
    **{
        (f"games/evaluator/{file}.py", call, "pass"): (
            "only how often a position is looked at depends on it"
        )
        for file, call in (("certificate", "seen.add(place)"), ("certify", "seen.add(name)"))
    },
    **{
        (f"games/evaluator/{file}.py", before, after): (
            "a kernel with no nodes left is cut as it begins"
        )
        for file, before, after in (
            ("strong/fours", "budget.cut()", "pass"),
            ("exact", "nodes_left <= 0", "nodes_left < 0"),
            ("columns", "left <= 0", "left < 0"),
        )
    },
    (
        "games/evaluator/pairing.py",
        "square < mate",
        "square <= mate",
    ): "no square is its own mate",
    (
        "games/evaluator/tournament.py",
        "ms < _LOOK_MARGIN * self._look_ms[position.variant]",
        "ms <= _LOOK_MARGIN * self._look_ms[position.variant]",
    ): _EXACTLY,
    (
        "games/engines/host.py",
        "self._now() + (GRACE_MS + LEAST_MS) / 1000 > until",
        "self._now() + (GRACE_MS + LEAST_MS) / 1000 >= until",
    ): _EXACTLY,
    (
        "games/engines/process.py",
        "self._loop.time() > until",
        "self._loop.time() >= until",
    ): _EXACTLY,
    (
        "games/engines/jail.py",
        "time.monotonic() < until",
        "time.monotonic() <= until",
    ): _EXACTLY,
    (
        "games/evaluator/draw.py",
        "chance <= DISADVANTAGE",
        "chance < DISADVANTAGE",
    ): "no score of the engine makes a chance of just this much",
    (
        "games/evaluator/strong/saving.py",
        "each != square",
        "not (each != square)",
    ): "only how soon a saving move is found depends on it",
    (
        "games/evaluator/judge.py",
        "return {}",
        "return None",
    ): "whoever asks for chances only asks whether there are any",
    (
        "games/pages/evalgraph.py",
        "point.value > 0",
        "point.value >= 0",
    ): "who is better is not said of 0",
    **dict.fromkeys(
        (
            (
                "games/pages/gallery.py",
                "self._bytes <= self._most",
                "self._bytes < self._most",
            ),
            (
                "games/pages/gallery.py",
                "self._unseen < _LOOK_EVERY",
                "self._unseen <= _LOOK_EVERY",
            ),
        ),
        "only how often the folder is looked through depends on it",
    ),
    (
        "games/pages/puzzles.py",
        "len(moves) > variant.squares",
        "len(moves) >= variant.squares",
    ): "no puzzle is solved by as many moves as there are squares: it is refused either way",
    (
        "games/pages/reviewwords.py",
        "worth.score > 0",
        "worth.score >= 0",
    ): "who is better is not said of 0",
    **{
        ("games/ops/backups.py", call, "pass"): "only what a power cut leaves depends on it"
        for call in (
            "_sync(file.absolute().parent)",
            "_sync(database.parent)",
            "_sync(copy)",
            "os.fsync(handle)",
        )
    },
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
    **{
        ("games/chat/feed.py", before, after): "the loop's clock meets no moment exactly"
        for before, after in (
            ("told[1] < began", "told[1] <= began"),
            ("told[1] > began - TOLD_S", "told[1] >= began - TOLD_S"),
        )
    },
    (
        "games/limits.py",
        "time.monotonic() >= shared.away_until",
        "time.monotonic() > shared.away_until",
    ): _EXACTLY,
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
        "side is first",
        "side is not first",
    ): "which of the two kinds of stone is called one's own does not matter to a comparison",
    (
        "games/play/clocktime/servertime.py",
        "abs(wall - theirs) <= AGREES_MS",
        "abs(wall - theirs) < AGREES_MS",
    ): "a clock that differs by just that much may be believed or not",
    **{
        (file, call, "pass"): "SQLite has no locks on rows: one writes at a time"
        for file, call in (
            (
                "games/accounts/leaving.py",
                "Player.objects.select_for_update().get(pk=player.pk)",
            ),
            (
                "games/ahead/plans.py",
                "Game.objects.select_for_update().filter(pk=game.id).first()",
            ),
            ("games/friends/challenges.py", "people.lock(by, whom)"),
            ("games/friends/people.py", "lock(by, whom)"),
            ("games/friends/people.py", "lock(player, asker)"),
            ("games/friends/people.py", "lock(player, whom)"),
            (
                "games/friends/people.py",
                'list(Player.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))',
            ),
            (
                "games/library/tallies.py",
                "Player.objects.select_for_update(no_key=True).get(pk=player.pk)",
            ),
            (
                "games/studies/kept.py",
                "Player.objects.select_for_update().get(pk=owner_id)",
            ),
            (
                "games/vacations/vacations.py",
                "Player.objects.select_for_update().filter(pk=player_id).first()",
            ),
        )
    },
    (
        "games/play/commit.py",
        "taken.game.version > followed.game.version",
        "taken.game.version >= followed.game.version",
    ): "the same step taken once more changes nothing",
    (
        "games/play/history.py",
        "happened.version > since",
        "happened.version >= since",
    ): "whoever reads what is new leaves out what was told",
    (
        "games/play/hub/open_games.py",
        "loaded.game.version < followed.game.version != held.version",
        "loaded.game.version <= followed.game.version != held.version",
    ): "what is held is the same as what was read",
    (
        "games/play/hub/others.py",
        "self._loop.time() - heard < WORKER_EXPIRES_S",
        "self._loop.time() - heard <= WORKER_EXPIRES_S",
    ): "the loop's clock meets no moment exactly",
    (
        "games/play/hub/presence.py",
        "at > since",
        "at >= since",
    ): "the loop's clock meets no moment exactly",
    (
        "games/play/models.py",
        "rule.says.stones_a_turn > 1",
        "rule.says.stones_a_turn >= 1",
    ): "of the rules that are named besides the same is said as of all others",
    (
        "games/sockets/socket.py",
        "left < -settings.INAROW_FRAMES_BURST",
        "left <= -settings.INAROW_FRAMES_BURST",
    ): _EXACTLY,
    (
        "config/doors.py",
        "now >= self._next_warning",
        "now > self._next_warning",
    ): _EXACTLY,
    (
        "games/play/clocktime/servertime.py",
        "living > base + clock.ran_ms() + BEHIND_MS",
        "living >= base + clock.ran_ms() + BEHIND_MS",
    ): "a server that is ahead by just that much may be followed or not",
    (
        "games/lobby/watchlist.py",
        "events <= 2",
        "events < 2",
    ): "only how often a record is read again depends on it",
    **{
        (file, call, "pass"): _POSTGRES
        for file, call in (
            (
                "games/lobby/pairing.py",
                'cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])',
            ),
            ("games/play/disk.py", 'cursor.execute("SET synchronous_commit TO off")'),
            ("games/play/sql.py", "cursor.execute(_INSERT_MOVES, _columns(moves))"),
            (
                "games/play/sql.py",
                "cursor.execute(_LOCK_GAMES, [[taken.game.id for taken, _ in batch]])",
            ),
            ("games/play/sql.py", "cursor.execute(_UPDATE_GAMES, _columns(games))"),
            ("games/play/sql.py", "cursor.execute(\"SET LOCAL lock_timeout = '1s'\")"),
        )
    },
    (
        "games/lobby/following.py",
        "Player.objects.select_for_update().get(pk=follower_id)",
        "pass",
    ): "SQLite has no locks on rows: one writes at a time",
    ("games/play/clocktime/servertime.py", "await asyncio.sleep(AGAIN_S)", "pass"): _AGAIN,
    ("games/play/crowd.py", "super().__init__()", "pass"): "a set is empty before it, too",
    ("games/play/commit.py", "await asyncio.sleep(SETTLE_S)", "pass"): _AGAIN,
    ("games/play/relay.py", "await asyncio.sleep(RETRY_S)", "pass"): _AGAIN,
    (
        "games/ops/management/commands/shelve.py",
        'time.sleep(max(0, options["rest_ms"]) / 1000)',
        "pass",
    ): "only how soon others have their turn at the database depends on it",
    **{
        (file, "await asyncio.sleep(REST_S)", "pass"): (
            "only how soon others have their turn at the database depends on it"
        )
        for file in (
            "games/workers/forgetter.py",
            "games/workers/library.py",
            "games/workers/notifier.py",
            "games/workers/statistician.py",
        )
    },
    (
        "games/limits.py",
        "now < item.amount",
        "now <= item.amount",
    ): "with just that many both ways wait for the end of this window",
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
    **dict.fromkeys(
        (
            (
                "games/friends/feed.py",
                "now - self._looked_at >= LOOK_S",
                "now - self._looked_at > LOOK_S",
            ),
            (
                "games/friends/feed.py",
                "now - person.left_at >= LINGER_S",
                "now - person.left_at > LINGER_S",
            ),
            ("games/friends/feed.py", "now - at > GONE_S", "now - at >= GONE_S"),
            (
                "games/friends/feed.py",
                "now - person.read_at > again_s / 2",
                "now - person.read_at >= again_s / 2",
            ),
            (
                "games/ops/health.py",
                "time.monotonic() - self._written_at >= WRITE_EVERY_S",
                "time.monotonic() - self._written_at > WRITE_EVERY_S",
            ),
            (
                "games/ops/management/commands/shelve.py",
                "time.monotonic() - said >= SAY_EVERY_S",
                "time.monotonic() - said > SAY_EVERY_S",
            ),
            (
                "games/reviews/reviews.py",
                "review.until_ms >= now_ms()",
                "review.until_ms > now_ms()",
            ),
            (
                "games/workers/analysis.py",
                "self._hub.loop.time() >= max(began, self._answered) + PATIENCE_S",
                "self._hub.loop.time() > max(began, self._answered) + PATIENCE_S",
            ),
            (
                "games/workers/library.py",
                "time.monotonic() - self._whole_at > WHOLE_S",
                "time.monotonic() - self._whole_at >= WHOLE_S",
            ),
            (
                "games/workers/library.py",
                "time.monotonic() - self._day_at >= DAY_S",
                "time.monotonic() - self._day_at > DAY_S",
            ),
            (
                "games/workers/library.py",
                "time.monotonic() - self._tidied_at >= TIDY_S",
                "time.monotonic() - self._tidied_at > TIDY_S",
            ),
            (
                "games/workers/notifier.py",
                "now_ms() - self._tidied_ms < TIDY_MS",
                "now_ms() - self._tidied_ms <= TIDY_MS",
            ),
            (
                "games/workers/statistician.py",
                "time.monotonic() - self._measured_at >= BOTS_S",
                "time.monotonic() - self._measured_at > BOTS_S",
            ),
        ),
        _EXACTLY,
    ),
    (
        "games/notices/quiet.py",
        "self.begins < self.ends",
        "self.begins <= self.ends",
    ): "quiet hours that end as they begin are refused",
    (
        "games/pictures/raster.py",
        "drawing.lettering * unit < SMALLEST_LETTER_PX",
        "drawing.lettering * unit <= SMALLEST_LETTER_PX",
    ): "no size of picture has letters of just this height",
    (
        "games/pictures/raster.py",
        "unit >= 4",
        "unit > 4",
    ): "four rounded down is four",
    (
        "games/pictures/raster.py",
        "radius > wide / 2",
        "radius >= wide / 2",
    ): "no ring is just so wide that its hole is a point",
    (
        "games/pictures/raster.py",
        "size[0] * size[1] * times * times > _SMOOTH_PIXELS",
        "size[0] * size[1] * times * times >= _SMOOTH_PIXELS",
    ): "only how smooth the edges of pictures of one size are depends on it",
    (
        "games/pictures/svg.py",
        "number < 0",
        "number <= 0",
    ): "a zero is written without a sign",
    (
        "games/pictures/themes.py",
        "part <= 0.04045",
        "part < 0.04045",
    ): "no colour has this part: they are parts of 255",
    (
        "games/workers/bots.py",
        "followed.game.version < due.version",
        "followed.game.version <= due.version",
    ): "what is asked to catch up looks again first",
    (
        "games/workers/timekeeper.py",
        "first < before",
        "first <= before",
    ): "in no game is the time up at the very moment that is asked about",
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
    (
        "games/mnk/clock.py",
        "spent <= left.main_ms",
        "spent < left.main_ms",
    ): "what is reckoned for somebody in their periods is as right at the end of the main time",
    (
        "games/mnk/line.py",
        "sparing_one >= length",
        "sparing_one > length",
    ): "only how soon it is known depends on it: each line is looked at instead",
    (
        "games/mnk/line.py",
        "stones_left >= length",
        "stones_left > length",
    ): "only how soon it is known depends on it: each line is looked at instead",
    (
        "games/play/describe.py",
        "len(line) <= 80",
        "len(line) < 80",
    ): "no union has a line of just this length",
    **{
        (
            "games/play/services/recomputing.py",
            f"abs(mine.strength.{what} - theirs.strength.{what}) <= NEAR",
            f"abs(mine.strength.{what} - theirs.strength.{what}) < NEAR",
        ): "no two numbers differ by just that"
        for what in ("rating", "deviation", "volatility")
    },
    (
        "games/players/fitting.py",
        "longest < _NEAR",
        "longest <= _NEAR",
    ): "no step is just this long",
    (
        "games/players/glicko.py",
        "abs(high - low) > _NEAR",
        "abs(high - low) >= _NEAR",
    ): "no two numbers differ by just that",
    (
        "games/players/glicko.py",
        "f_between * f_high <= 0",
        "f_between * f_high < 0",
    ): "f is never exactly 0 there",
    (
        "games/players/glicko.py",
        "f(start - steps * TAU) < 0",
        "f(start - steps * TAU) <= 0",
    ): "f is never exactly 0 there",
}
"""Why nobody can notice a change: by its file, what was there before and what is there then."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a change."""

    mutant: Mutant
    tests: int
    """This many reach it."""
    noticed_by: str
    """A test, or what else happened; empty if nothing noticed."""


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


def drawn(changes: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """This many of these changes, each equally likely; the same for a seed."""
    return random.Random(seed).sample(changes, min(count, len(changes)))


def every(files: Iterable[str]) -> list[Mutant]:
    """All changes of these files."""
    return [mutant for file in files for mutant in mutants(file, (ROOT / file).read_text())]


def own_tests(file: str) -> tuple[str, ...]:
    """Where the tests of a file's package are."""
    for start, tests in OWN.items():
        if file == start or file.startswith(f"{start}/"):
            return tuple(f"tests/{each}" for each in tests)
    return (f"tests/{file.split('/')[1]}",)


# --- Which test reaches which change -------------------------------------------------------------


class Reached:
    """What some tests reach, and how long each takes."""

    def __init__(self, kept: Path) -> None:
        found = json.loads(kept.read_text())
        self.tests: list[tuple[str, float]] = found["tests"]
        self._reached: dict[str, list[int]] = found["reached"]
        self.at_import = frozenset(found["at_import"])
        """The changes whose places run before the first test."""

    def by(self, mutant: Mutant) -> Iterator[tuple[str, float]]:
        """The tests that run the place of a change, with their seconds."""
        for test in self._reached.get(mutant.name, ()):
            yield self.tests[test]


class Copy:
    """The checkout once more, where whatever a change does can be done."""

    def __init__(self) -> None:
        self.root = BUILD / "copy"
        self._site = Path()

    def bring_level(self, woven: Iterable[str]) -> None:
        """Make its files those of the checkout, and have these sources woven."""
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
        self._site = weaving.prepare(self.root, woven)
        command = [sys.executable, "-m", "games.evaluator", "--warm-up"]
        subprocess.run(command, cwd=self.root, check=True, stdout=subprocess.DEVNULL)

    def measure(self, tests: Sequence[str], kept: Mapping[str, Path]) -> None:
        """Run these files of tests, noting for each what it reaches."""
        name = f"noted-{threading.get_ident()}"
        noted = BUILD / f"{name}.json"
        noted.unlink(missing_ok=True)
        _, said = self._ended(self._pytest(tests, name, {"REACHED_INTO": str(noted)}), 1800.0)
        if not noted.exists():
            raise SystemExit(f"{said}\nNothing was noted of {' '.join(tests)}.")
        found = json.loads(noted.read_text())
        for test in tests:
            kept[test].parent.mkdir(exist_ok=True)
            kept[test].write_text(json.dumps(found.get(test, reached.NOTHING)))

    def tries_alone(self, mutant: Mutant, tests: Sequence[tuple[str, float]]) -> str:
        """Start a process with the change made and run these tests; which of them noticed it."""
        only = BUILD / f"only-{threading.get_ident()}.txt"
        only.write_text("".join(f"{test}\n" for test, _ in tests))
        settings = {"REACHED_ONLY": str(only), weaving.VARIABLE: mutant.name}
        files = list(dict.fromkeys(test.split("::")[0] for test, _ in tests))
        limit = _limit(sum(map(_seconds, tests)))
        status, said = self._ended(self._pytest(["-x", *files], only.name, settings), limit)
        if status in (0, 5):
            return ""
        found = re.search(r"^(?:FAILED|ERROR) (\S+)", said, re.MULTILINE)
        return found[1] if found else f"status {status}"

    def trier(self, tests: Sequence[str], number: int) -> "Trier":
        """A process that has loaded these files of tests and what they test."""
        tried, ours = os.pipe()
        theirs, told = os.pipe()
        log = BUILD / f"trier-{number}.log"
        with os.fdopen(tried), os.fdopen(told, "w"), log.open("w") as said:
            program = self._pytest(
                tests,
                f"trier-{number}",
                {"TRIED_OVER": f"{tried} {told}"},
                pass_fds=(tried, told),
                said=said.fileno(),
            )
        return Trier(program, log, os.fdopen(ours, "w"), os.fdopen(theirs))

    def _pytest(
        self,
        tests: Sequence[str],
        name: str,
        settings: Mapping[str, str],
        *,
        pass_fds: Sequence[int] = (),
        said: int = subprocess.PIPE,
    ) -> subprocess.Popen[str]:
        data = BUILD / "data" / name
        shutil.rmtree(data, ignore_errors=True)
        data.mkdir(parents=True)
        plugins = ("no:randomly", "no:cacheprovider", "drills.reached")
        return subprocess.Popen(
            [
                *(sys.executable, "-m", "pytest", "-q", "--tb=no", "--reuse-db"),
                *(word for plugin in plugins for word in ("-p", plugin)),
                *tests,
            ],
            cwd=self.root,
            env={
                **os.environ,
                "INAROW_DATA": str(data),
                "PYTHONPATH": str(self._site),
                **settings,
            },
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            pass_fds=pass_fds,
            text=True,
            start_new_session=True,
        )

    def _ended(self, program: subprocess.Popen[str], limit: float) -> tuple[int, str]:
        """How it ended, and what it said."""
        try:
            said, _ = program.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            return -1, f"FAILED (after {limit:.0f}s)"
        finally:
            _end(program)
        return program.returncode, said


class Trier:
    """Tries changes, one after the other, in forks of one process."""

    _passes: ClassVar[dict[str, bool]] = {}
    """The tests that have noticed something, and whether they pass where nothing is changed."""

    def __init__(
        self, program: subprocess.Popen[str], log: Path, asks: IO[str], hears: IO[str]
    ) -> None:
        self._program = program
        self._log = log
        self._asks = asks
        self._hears = hears

    def tries(self, mutant: Mutant, tests: Sequence[tuple[str, float]]) -> str:
        """Make the change and run these tests; which of them noticed it, if one did.

        A test that does not pass in such a process anyway notices nothing.
        """
        left = {name: _limit(seconds) for name, seconds in tests}
        while left:
            noticed = self._ask(mutant.name, left)
            if noticed is None:
                break
            test, how = noticed
            if test not in self._passes:
                self._passes[test] = self._ask("", {test: left[test]}) is None
                if not self._passes[test]:
                    print(f"Without any change it does not pass: {test}", flush=True)
            if self._passes[test]:
                return test + how
            del left[test]
        return ""

    def _ask(self, mutant: str, limits: Mapping[str, float]) -> tuple[str, str] | None:
        asked = {"mutant": mutant, "tests": [*limits.items()]}
        print(json.dumps(asked), file=self._asks, flush=True)
        answer = self._hears.readline()
        if not answer:
            raise SystemExit(f"What tries the changes has ended: see {self._log}")
        noticed: tuple[str, str] | None = json.loads(answer)
        return noticed

    def end(self) -> None:
        """End it, and all it started."""
        _end(self._program)
        self._hears.close()
        with contextlib.suppress(BrokenPipeError):
            self._asks.close()


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
    changes = [each for each in every(files) if not options.kind or each.kind == options.kind]
    if not (options.unreached or options.every):
        changes = drawn(changes, options.count, options.seed)
    if options.only:
        changes = [mutant for mutant in changes if options.only in str(mutant)]
    copy = Copy()
    copy.bring_level(sources(()))
    found = _measured(changes, copy, options.at_once)
    if options.unreached:
        for mutant in changes:
            if not mutant.file.startswith(IN_CHILDREN) and not _reaching(mutant, found):
                print(mutant)
        return
    triers: queue.SimpleQueue[Trier] = queue.SimpleQueue()
    with contextlib.ExitStack() as stack, ThreadPoolExecutor(options.at_once) as threads:
        for number in range(options.at_once):
            trier = copy.trier([reached.PREPARING, *found], number)
            stack.callback(trier.end)
            triers.put(trier)
        results = threads.map(
            lambda mutant: _tried(mutant, found, copy, triers, options.seconds), changes
        )
        sys.exit(0 if told(results, len(changes), all_of_them=options.all) else 1)


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
    mutant: Mutant,
    by: Mapping[str, Reached],
    copy: Copy,
    triers: "queue.SimpleQueue[Trier]",
    seconds: float,
) -> Result:
    tests = _reaching(mutant, by)
    own = _own(mutant, by)
    count = len(tests)
    if not tests or mutant.file.startswith(IN_CHILDREN):
        tests += [test for each in own for test in each.tests if test not in tests]
        tests[count:] = sorted(tests[count:], key=_seconds)
    named = f"/test_{Path(mutant.file).stem}.py::"
    tests[:count] = sorted(tests[:count], key=lambda test: (named not in test[0], test[1]))
    chosen = _quickest(tests, seconds)
    trier = triers.get()
    try:
        noticed_by = trier.tries(mutant, chosen)
        # What ran before the first test ran without the change.
        if not noticed_by and any(mutant.name in each.at_import for each in own):
            noticed_by = copy.tries_alone(mutant, chosen)
        return Result(mutant, count, noticed_by)
    finally:
        triers.put(trier)


def _own(mutant: Mutant, by: Mapping[str, Reached]) -> list[Reached]:
    """What the tests of a change's package reach."""
    return [of for test, of in by.items() if _is_among(test, own_tests(mutant.file))]


def _reaching(mutant: Mutant, by: Mapping[str, Reached]) -> list[tuple[str, float]]:
    """The tests of a change's package that run one of its lines."""
    return [test for each in _own(mutant, by) for test in each.by(mutant)]


def _is_among(test: str, paths: Iterable[str]) -> bool:
    """Whether a file of tests is one of these paths, or in one of them."""
    return any(f"{test}/".startswith(f"{path}/") for path in paths)


def _quickest(tests: Sequence[tuple[str, float]], together: float) -> list[tuple[str, float]]:
    left = together
    found: list[tuple[str, float]] = []
    for test, seconds in tests:
        left -= seconds
        if found and left < 0:
            break
        found.append((test, seconds))
    return found


def _limit(seconds: float) -> float:
    """After this many seconds something is noticed that took `seconds` before."""
    return 15.0 + 3 * seconds


def _seconds(test: tuple[str, float]) -> float:
    return test[1]


def _measured(mutants: Iterable[Mutant], copy: Copy, at_once: int) -> dict[str, Reached]:
    """What each file of the tests of these reaches, as kept for these sources or else found out."""
    tests = dict.fromkeys(test for mutant in mutants for test in own_tests(mutant.file))
    kept = {file: _kept(file) for each in tests for file in _test_files(each)}
    missing: dict[str, list[str]] = defaultdict(list)
    for file, path in kept.items():
        if not path.exists():
            missing[str(Path(file).parent)].append(file)

    def measure(folder: str) -> None:
        began = time.monotonic()
        copy.measure(missing[folder], kept)
        print(f"{time.monotonic() - began:.0f} s: what {folder} reaches", flush=True)

    with ThreadPoolExecutor(at_once) as threads:
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
    parser.add_argument("--every", action="store_true", help="all are tried, none is drawn")
    parser.add_argument("--kind", choices=KINDS, help="drawn from changes of this kind")
    parser.add_argument("--only", help="of those drawn, the ones whose line has this")
    parser.add_argument("--seconds", type=float, default=MOST_TESTS_S, help="of tests, for each")
    parser.add_argument("--at-once", type=int, default=2)
    parser.add_argument("--all", action="store_true", help="print the noticed ones, too")
    return parser.parse_args()


if __name__ == "__main__":
    main()
