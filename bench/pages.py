"""How much processor time each page costs the server, beside what Django itself costs there.

`python -m bench.pages` starts the real server (SQLite, daphne), writes some people with 400 games
that are over and eight that are being played, opens a lobby as somebody who watches, and asks for
each page `--requests` times over one connection. It does the same of a Django project without
middleware whose only view answers “ok”, on the same daphne: what nobody who uses Django can do
without. CPU is the server's, all threads and children, from /proc.
"""

import argparse
import http
import http.client
import sys

import msgspec
from websockets import Subprotocol
from websockets.sync.client import connect

from bench import cpu, record
from bench.processes import ask_games
from games.play.protocol import SUBPROTOCOL
from tests.live import parts

ROUNDS = 3


class Shown(msgspec.Struct, frozen=True):
    """What `python -m bench.games shown` names: a game that is over, one being played, a player."""

    over: str
    live: str
    player: str


def main() -> None:
    """Measure it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=100, help="of each page, in each round")
    options = parser.parse_args()
    file = record.begin("pages")
    bare_command = (sys.executable, "-m", "bench.bare", "{port}")
    with (
        parts.server(settings={"INAROW_LIMITS": "off"}) as server,
        parts.server(command=bare_command) as bare,
    ):
        pages = _pages(msgspec.json.decode(ask_games(server.environment, "shown"), type=Shown))
        asked = [("bare Django", bare, "/"), *((page, server, page) for page in pages)]
        spent: dict[str, list[float]] = {name: [] for name, _, _ in asked}
        lobby = f"{server.url.replace('http', 'ws', 1)}/ws/lobby/"
        with connect(lobby, subprotocols=[Subprotocol(SUBPROTOCOL)]) as watching:
            watching.recv()
            for number in range(1 + ROUNDS):
                for name, where, path in asked:
                    ms = _ask(where, path, options.requests)
                    if number:  # the first round warms up
                        spent[name].append(ms)
    base = min(spent["bare Django"])
    print("| page | ms of CPU: least to most of the rounds | times bare Django |\n|---|---|---|")
    for name, each in spent.items():
        print(f"| {name} | {min(each):.2f} to {max(each):.2f} | {min(each) / base:.1f} |")
        file.add({"page": name, "ms": each})


def _pages(shown: Shown) -> list[str]:
    return [
        "/healthz",
        "/static/admin/css/base.css",
        "/about",
        "/",
        "/watch",
        "/games",
        "/puzzles",
        "/leaderboard/",
        "/rules/",
        f"/player/{shown.player}/",
        f"/game/{shown.live}/",
        f"/game/{shown.over}/",
        f"/game/{shown.over}/preview.png",
    ]


def _ask(server: parts.Server, path: str, requests: int) -> float:
    """Ask for a page this often, over one connection; milliseconds of the server's CPU for each."""
    pid = server.processes[0].pid
    connection = http.client.HTTPConnection(*server.address)
    before = cpu.of(pid)
    for _ in range(requests):
        connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        answer.read()
        if answer.status != http.HTTPStatus.OK:
            raise SystemExit(f"{path} is answered with {answer.status}.")
    used = cpu.of(pid) - before
    connection.close()
    return 1000 * used / requests


if __name__ == "__main__":
    main()
