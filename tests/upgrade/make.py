"""Make the stored databases of this commit: `python -m tests.upgrade.make 0.2.0`.

People play on a real server, once on SQLite and once on PostgreSQL; it is stopped in the middle of
everything, and its database is written down. The notes say which commit that was. A state that was
stored stays as it is; the next one gets another name.
"""

import subprocess
import sys
import time
import urllib.error
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.live import parts
from tests.upgrade.people import PATIENCE_S, Browser, Message, Seat
from tests.upgrade.stored import Stored, postgres_statements, sqlite_statements

SECRET = "throw-away: of the stored databases, and of nothing else"
ADMIN = ("createsuperuser", "--noinput", "--username=admin", "--email=admin@example.org")
GOMOKU = (112, 128, 111, 113, 126, 98, 110, 144)
"""h8 i9 g8 i8 g9 i7 f8 j10: nobody has a line yet."""
WITH_MISTAKES = (4, 3, 0, 8, 5, 7, 6, 2, 1)
WITH_A_PUZZLE = (7, 0, 3, 8, 6, 5, 4, 1, 2)


def main(version: str) -> int:
    """Make both."""
    if _git("status", "--porcelain", "games", "config"):
        sys.exit("Commit first: the notes say which commit the server was of.")
    with parts.server(thinkers=1, settings=_settings()) as server:
        notes = _play(server)
        file = Path(server.environment["INAROW_DATA"]) / "inarow.sqlite3"
        _store(f"{version}-sqlite", sqlite_statements(file), notes)
    with (
        parts.postgres() as url,
        parts.server(thinkers=1, settings=_settings(), database_url=url) as server,
    ):
        notes = _play(server)
        _store(f"{version}-postgres", postgres_statements(url), notes)
    return 0


def _settings() -> dict[str, str]:
    return {"INAROW_SECRET_KEY": SECRET, "INAROW_BOT_PACE_MS": "0"}


def _git(*arguments: str) -> str:
    return subprocess.check_output(["git", *arguments], cwd=parts.ROOT, text=True).strip()


def _store(name: str, statements: str, notes: dict[str, Any]) -> None:
    version = name.partition("-")[0]
    made = {"commit": _git("rev-parse", "HEAD"), "by": f"python -m tests.upgrade.make {version}"}
    Stored(name).write(statements, {"made": made, "secret": SECRET, **notes})
    sys.stdout.write(f"{name}: {Stored(name).sql.stat().st_size:,} bytes\n")


class _Club:
    """Four people, and the games they play at one server."""

    def __init__(self, server: parts.Server) -> None:
        self.server = server
        self.people = {name: Browser(server) for name in ("Alice", "Bob", "Carol", "Eve")}
        for name, browser in self.people.items():
            browser.posts("/name", name=name)
        self.games: dict[str, str] = {}
        """What is special about a game, and its name in links."""

    def game(
        self,
        what: str,
        moves: tuple[int, ...] = GOMOKU,
        *,
        preset: str = "15x15",
        then: Callable[[Seat, Seat], object] = lambda black, white: None,
        **form: object,
    ) -> str:
        """Alice invites, as Black; Bob comes. They play the moves; `then` does what is special."""
        alice, bob = self.people["Alice"], self.people["Bob"]
        page = alice.posts("/games/new", preset=preset, side="black", **form)
        slug = self.games[what] = page.split("/")[2]
        watch_key = self._one("SELECT watch_key FROM play_game WHERE slug = %s", slug)
        if form.get("visibility") == "private":
            bob.gets(f"/game/{slug}/watch/{watch_key}/")
        bob.posts(f"/game/{slug}/join")
        with self.sits(slug, 0) as black, self.sits(slug, 1) as white:
            for ply, square in enumerate(moves):
                (black, white)[ply % 2].plays(square, ply)
                (white, black)[ply % 2].hears("movePlayed")
            then(black, white)
        return slug

    def sits(self, slug: str, side: int) -> Seat:
        return Seat(self.server, slug, key=self.key(slug, side))

    def key(self, slug: str, side: int) -> str:
        return str(
            self._one(
                "SELECT play_seat.key FROM play_seat JOIN play_game ON play_game.id = game_id"
                " WHERE slug = %s AND side = %s",
                slug,
                side,
            )
        )

    def player(self, name: str) -> str:
        """Someone's name in links."""
        query = "SELECT slug FROM players_player WHERE name = %s"
        return str(self._one(query, name))

    def until(self, query: str, *arguments: object) -> None:
        """Wait until a query finds something."""
        parts.until(lambda: bool(parts.rows(self.server, query, *arguments)), 3 * PATIENCE_S)

    def _one(self, query: str, *arguments: object) -> object:
        return parts.rows(self.server, query, *arguments)[0][0]


def _play(server: parts.Server) -> dict[str, Any]:
    """Let them play, and stop the server; returns the notes."""
    club = _Club(server)
    _games_that_are_over(club)
    study = _beside_the_games(club)
    # From here on bots take their time: one is to move when the server stops.
    server.stop()
    server.environment["INAROW_BOT_PACE_MS"] = "60000"  # type: ignore[index]  # it is a dict
    server.start_again()
    parts.until(lambda: _answers(server), PATIENCE_S)
    _games_without_a_clock(club)
    with ExitStack() as waiting:
        clocks = _games_with_a_clock(club, waiting)
        assert server.stop() == 0
        stopped_ms = time.time_ns() // 1_000_000
    return {
        "people": {name: browser.session for name, browser in club.people.items()},
        "players": {name: club.player(name) for name in club.people},
        "games": {
            what: {"slug": slug, "keys": [club.key(slug, side) for side in (0, 1)]}
            for what, slug in club.games.items()
        },
        "study": study,
        "clocks": clocks,
        "stopped_ms": stopped_ms,
    }


def _games_that_are_over(club: _Club) -> None:
    """Reviewed, searched for puzzles, rated, with a rematch offered."""
    server = club.server
    reviewed = club.game("reviewed", WITH_MISTAKES, preset="3x3")
    server.post(f"/api/games/{reviewed}/review", {})
    club.until("SELECT 1 FROM review_review WHERE finished_ms IS NOT NULL")
    club.game("with a puzzle", WITH_A_PUZZLE, preset="3x3")
    club.until("SELECT count(*) FROM review_shelved HAVING count(*) >= 2")
    parts.manage(dict(server.environment), "find_puzzles")

    def resigns(black: Seat, white: Seat) -> None:
        white.says("resign")
        black.hears("gameEnded")

    def resigns_and_wants_another(black: Seat, white: Seat) -> None:
        resigns(black, white)
        white.says("offer rematch")
        black.hears("offered")

    club.game("rated and over", then=resigns, rated="on", clock="10+5")
    club.until("SELECT 1 FROM play_game WHERE ratings_counted")
    club.game("rematch offered", then=resigns_and_wants_another)


def _beside_the_games(club: _Club) -> dict[str, Any]:
    """Puzzles, studies, people followed and muted, assessments, bots among themselves."""
    alice, carol, eve = (club.people[name] for name in ("Alice", "Carol", "Eve"))
    puzzles = parts.rows(
        club.server,
        "SELECT slug, solution FROM review_puzzle WHERE position LIKE %s ORDER BY id",
        "3x3x3-%",
    )
    slug, solution = puzzles[0]
    alice.gets(f"/puzzle/{slug}/")
    alice.posts(f"/puzzle/{slug}/try", square=f"{'abc'[solution % 3]}{solution // 3 + 1}")
    alice.posts(f"/puzzle/{slug}/solution")  # which ends her attempt
    alice.gets("/puzzle/daily")
    nodes = [
        {"parent": -1},
        {"parent": 0, "move": 112, "comment": "The middle, ünd so on."},
        {"parent": 1, "move": 128},
        {"parent": 1, "move": 113},
    ]
    start = {"width": 15, "height": 15, "k": 5}
    study = {"title": "A plan", "start": start, "nodes": nodes}
    mine = alice.sends("/studies", study)
    shared = alice.sends("/studies", {**study, "title": "For all", "shared": True})
    carol.posts(f"/follow/{club.player('Alice')}")
    carol.posts(f"/mute/{club.player('Bob')}")
    parts.until(lambda: _is_assessed(club.server), 3 * PATIENCE_S)
    levels = ("novice", "club", "--preset", "10x10", "--at-once", "1", "--rounds", "50")
    parts.manage(dict(club.server.environment), "exhibition", *levels)
    club.until("SELECT 1 FROM play_game WHERE exhibition_id IS NOT NULL AND ply >= 2")
    (exhibition,) = parts.rows(club.server, "SELECT slug FROM play_exhibition")[0]
    eve.posts(f"/exhibition/{exhibition}/follow")
    parts.manage({**club.server.environment, "DJANGO_SUPERUSER_PASSWORD": SECRET}, *ADMIN)
    return {"mine": mine, "shared": shared, "puzzle": slug, "exhibition": exhibition}


def _games_without_a_clock(club: _Club) -> None:
    """Standing offers, talk, private and late games, a bot to move, seats nobody has taken."""
    alice, carol, eve = (club.people[name] for name in ("Alice", "Carol", "Eve"))

    def offers(what: str) -> Callable[[Seat, Seat], object]:
        def offer(black: Seat, white: Seat) -> None:
            black.says(f"offer {what}")
            white.hears("offered")

        return offer

    for what in ("draw", "takeback", "hints"):
        club.game(f"{what} offered", then=offers(what))

    def talk(black: Seat, white: Seat) -> None:
        black.says("say", room="players", text="Good luck! <b>ünd</b> viel Spaß 🙂")
        white.hears("said")
        with Seat(club.server, club.games["chat"], browser=eve) as watching:
            watching.says("say", room="spectators", text="What an opening!")
            watching.hears("said")

    def took_back(black: Seat, white: Seat) -> None:
        white.says("offer takeback")
        black.hears("offered")
        black.says("accept takeback")
        white.hears("takenBack")

    club.game("chat", then=talk)
    (line,) = parts.rows(club.server, "SELECT id FROM play_chatline ORDER BY id")[0]
    club.people["Bob"].posts(f"/chat/{line}/report")
    club.game("taken back", then=took_back)
    club.game("private", visibility="private")
    club.game("unlisted", visibility="unlisted")
    club.game("late", delay_seconds=30, delay_moves=2)
    page = alice.posts("/games/new", preset="10x10", side="black", opponent="casual")
    slug = club.games["bot to move"] = page.split("/")[2]
    with club.sits(slug, 0) as black:
        black.plays(44, 0)
    form = {
        "preset": "15x15",
        "side": "white",
        "invite": "open",
        "rated": "on",
        "rating_range": 200,
    }
    page = alice.posts("/games/new", **form)
    club.games["open to anyone"] = page.split("/")[2]
    page = carol.posts("/games/new", preset="7x7", side="black", invite="link")
    club.games["invitation"] = page.split("/")[2]


def _games_with_a_clock(club: _Club, waiting: ExitStack) -> dict[str, Message]:
    """Clocks running, paused, in byoyomi and in days; returns what they show at the end."""

    def pause(black: Seat, white: Seat) -> None:
        black.says("offer pause")
        white.hears("offered")
        white.says("accept pause")
        black.hears("paused")

    club.game("slow", clock="1d")
    club.game("rated", clock="10+5", rated="on")
    club.game("paused", clock="10+5", then=pause)
    club.game("byoyomi", clock_text="0+5x60s", clock="custom")
    club.game("fischer", clock="10+5")
    club.game("played on at once", clock="10+5")
    # Carol waits for somebody, and the server stops.
    page = club.people["Carol"].posts("/pair", preset="15x15", clock="5+3")
    slug = club.games["seek"] = page.split("/")[2]
    waiting.enter_context(Seat(club.server, slug, browser=club.people["Carol"]))
    ticking = ("slow", "rated", "paused", "byoyomi", "fischer", "played on at once")
    return {what: club.server.get(f"/api/games/{club.games[what]}") for what in ticking}


def _is_assessed(server: parts.Server) -> bool:
    position = {"width": 5, "height": 5, "k": 4, "black": [12], "white": [], "sideToMove": "white"}
    try:
        server.post("/api/assessments", position)
    except urllib.error.HTTPError as error:
        if error.code != 409:  # nobody has time for it yet
            raise
        return False
    return True


def _answers(server: parts.Server) -> bool:
    try:
        server.get("/api/presets")
    except OSError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
