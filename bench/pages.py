"""What each page costs the server's processor, beside what Django itself costs there, and how much
is sent and asked for it.

`python -m bench.pages` writes people with `--games 400` that are over and starts the real server
(SQLite, daphne) on them, with eight games that are being played. It opens a lobby as somebody who
watches, and asks for each page `--requests` times over one connection; for some as whoever has
played most. It does the same of a Django project without middleware whose only view answers “ok”,
on the same daphne: what nobody who uses Django can do without. CPU is the server's, all threads
and children, from /proc.
"""

import argparse
import http
import http.client
import os
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import msgspec
from websockets import Subprotocol
from websockets.sync.client import connect

from bench import cpu, look, record
from bench.processes import ask_games
from games.play.protocol import SUBPROTOCOL
from tests.live import parts

GAMES = 400
ROUNDS = 3
QUICK = 10
"""What all the others are compared with is asked for this many times as often."""
COUNTED = 5
"""Requests whose statements are counted: with most of them nothing else is asked meanwhile."""


class Shown(msgspec.Struct, frozen=True):
    """What `python -m bench.games shown` names."""

    over: str
    """A game that is over."""
    live: str
    """One that is being played."""
    player: str
    """Whoever has played most."""
    other: str
    cookie: str
    """Of a browser in which the player has signed in."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page, and as whom it is asked for."""

    name: str
    path: str
    cookie: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """How much is sent and asked for a page."""

    compressed: int
    """Bytes of the body, as browsers get it."""
    plain: int
    statements: int


def main() -> None:
    """Measure it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=100, help="of each page, in each round")
    parser.add_argument("--games", type=int, default=GAMES, help="that are over")
    parser.add_argument(
        "--database", type=Path, help="a file to keep these games in, or to take them from"
    )
    options = parser.parse_args()
    file = record.begin("pages")
    bare_command = (sys.executable, "-m", "bench.bare", "{port}")
    counting = (sys.executable, "-m", "bench.statements")
    with tempfile.TemporaryDirectory(prefix="inarow-pages-") as folder:
        database = options.database or Path(folder) / "inarow.sqlite3"
        if not database.exists():
            _fill(database, options.games)
        with (
            parts.server(
                sqlite=database, command=counting, settings={"INAROW_LIMITS": "off"}
            ) as server,
            parts.server(command=bare_command) as bare,
        ):
            shown = msgspec.json.decode(ask_games(server.environment, "shown"), type=Shown)
            pages = _pages(shown)
            base = Page("bare Django", "/")
            spent: dict[str, list[float]] = {page.name: [] for page in (base, *pages)}
            lobby = f"{server.url.replace('http', 'ws', 1)}/ws/lobby/"
            with connect(lobby, subprotocols=[Subprotocol(SUBPROTOCOL)]) as watching:
                watching.recv()
                for number in range(1 + ROUNDS):
                    for page in (base, *pages):
                        where = bare if page is base else server
                        often = QUICK * options.requests if page is base else options.requests
                        ms = _spent(where, page, often)
                        if number:  # the first round warms up
                            spent[page.name].append(ms)
            answers = {page.name: _answer(server, page) for page in pages}
    least = min(spent[base.name])
    print(
        "| page | ms of CPU: least to most of the rounds | times bare Django "
        "| bytes, compressed | plain | statements |\n|---|---|--:|--:|--:|--:|"
    )
    for name, each in spent.items():
        cells = [name, f"{min(each):.2f} to {max(each):.2f}", f"{min(each) / least:.1f}"]
        figures = {"page": name, "games": options.games, "ms": each}
        if name in answers:
            answer = answers[name]
            cells += [f"{answer.compressed:,}", f"{answer.plain:,}", str(answer.statements)]
            figures |= msgspec.to_builtins(answer)
        else:
            cells += [""] * 3
        print(f"| {' | '.join(cells)} |")
        file.add(figures)


def _fill(database: Path, games: int) -> None:
    """Write a database with this many games that are over."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="inarow-fill-", dir=database.parent) as folder:
        made = Path(folder) / "inarow.sqlite3"
        shutil.copy(parts.migrated(), made)
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "INAROW_DATA": folder,
        }
        environment.pop("DATABASE_URL", None)
        people = ask_games(environment, "kept", str(games)).decode()
        made.replace(database)
    took = time.perf_counter() - began
    print(f"{games:,} games of {people} accounts, written in {took:.0f} s\n", flush=True)


def _pages(shown: Shown) -> list[Page]:
    over = f"/game/{shown.over}"
    profile = f"/player/{shown.player}/"
    paths = [
        "/healthz",
        "/static/admin/css/base.css",
        "/about",
        "/",
        "/watch",
        "/tv",
        "/games",
        "/games?variant=5x5x4",
        "/games?player=Player+39",
        "/explorer",
        "/explorer?variant=5x5x4",
        "/puzzles",
        "/leaderboard/",
        "/rules/",
        "/learn/",
    ]
    return [
        *(Page(path, path) for path in paths),
        Page("a player's page", profile),
        Page("a game being played", f"/game/{shown.live}/"),
        Page("a game that is over", f"{over}/"),
        Page("its review", f"{over}/review"),
        Page("its preview.png", f"{over}/preview.png"),
        *(
            Page(f"signed in: {what}", path, shown.cookie)
            for what, path in {
                "/": "/",
                "/turns/": "/turns/",
                "/games?mine=on": "/games?mine=on",
                "/friends": "/friends",
                "/following": "/following",
                "one's own page": profile,
                "another player's": f"/player/{shown.other}/",
                "a game being played": f"/game/{shown.live}/",
            }.items()
        ),
    ]


def _spent(server: parts.Server, page: Page, requests: int) -> float:
    """Ask for a page this often, over one connection; milliseconds of the server's CPU for each."""
    pid = server.processes[0].pid
    connection = http.client.HTTPConnection(*server.address)
    before = cpu.of(pid)
    for _ in range(requests):
        _ask(connection, page)
    used = cpu.of(pid) - before
    connection.close()
    return 1000 * used / requests


def _answer(server: parts.Server, page: Page) -> Answer:
    """How much is sent and asked for a page that has been asked for before."""
    connection = http.client.HTTPConnection(*server.address)
    counts = []
    for _ in range(COUNTED):
        before = look.statements(server)
        compressed = _ask(connection, page)
        counts.append(look.statements(server) - before)
    plain = _ask(connection, page, encoding="identity")
    connection.close()
    return Answer(len(compressed), len(plain), min(counts))


def _ask(connection: http.client.HTTPConnection, page: Page, encoding: str = "gzip") -> bytes:
    """The body of the answer; ends the program if it is none."""
    headers = {"Accept-Encoding": encoding}
    if page.cookie:
        headers["Cookie"] = page.cookie
    connection.request("GET", page.path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != http.HTTPStatus.OK:
        raise SystemExit(f"{page.path} is answered with {answer.status}.")
    return body


if __name__ == "__main__":
    main()
