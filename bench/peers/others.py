"""The servers of others, in Node.js: installed outside this tree, started, given games to play."""

import contextlib
import hashlib
import http.client
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.plan import Prepared
from tests.live import parts

Post = Callable[[str, dict[str, Any]], dict[str, Any]]
"""Asks a server at this path, with this as JSON; what it answers."""

_HERE = Path(__file__).parent
_NODE = (shutil.which("sh") or "/bin/sh", "-c", '. frontend/node.sh && exec "$@"', "sh")
"""Before a command that needs Node.js or npm, run from the project's root."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A game server of others, with the game we gave it."""

    program: str
    speaks: str
    """One of `bench.seats.SEATS`."""
    prepare: Callable[[Post, int], Prepared]
    """Make the game of this number."""
    fastest: int
    """Moves a second for which enough games are prepared."""
    is_kept: bool = False
    """In a folder of its own; otherwise its games are gone when it ends."""


def _relayed(post: Post, number: int) -> Prepared:
    return Prepared(f"game{number}", ("black", "white"))


def _room(post: Post, number: int) -> Prepared:
    black = post("/matchmake/create/game", {})
    room = black["room"]
    white = post(f"/matchmake/joinById/{room['roomId']}", {})
    path = f"/{room['processId']}/{room['roomId']}?sessionId="
    return Prepared(room["roomId"], (path + black["sessionId"], path + white["sessionId"]))


def _match(post: Post, number: int) -> Prepared:
    match = post("/games/inarow/create", {"numPlayers": 2})["matchID"]

    def join(side: str) -> str:
        player = {"playerID": side, "playerName": f"Player {side}"}
        credentials: str = post(f"/games/inarow/{match}/join", player)["playerCredentials"]
        return credentials

    return Prepared(match, (join("0"), join("1")))


PEERS = {
    "ws with rules": Peer("relay.mjs", "inarow", _relayed, fastest=60_000),
    "Colyseus": Peer("colyseus.mjs", "colyseus", _room, fastest=60_000),
    "boardgame.io": Peer("boardgame.mjs", "boardgame.io", _match, fastest=12_000),
    "boardgame.io, files": Peer(
        "boardgame.mjs", "boardgame.io", _match, fastest=3_000, is_kept=True
    ),
}


@dataclass(frozen=True, slots=True)
class Running:
    """A peer that listens."""

    process: subprocess.Popen[bytes]
    log: Path
    port: int

    def prepared(self, peer: Peer, count: int) -> tuple[Prepared, ...]:
        """This many new games of it."""
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port)) as line:

            def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
                line.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
                answer = line.getresponse()
                said = answer.read()
                if answer.status != http.client.OK:
                    raise RuntimeError(f"{path}: {answer.status} {said!r}")
                found: dict[str, Any] = json.loads(said)
                return found

            return tuple(peer.prepare(post, number) for number in range(count))


def install() -> Path:
    """The folder in which the peers are, with their packages as the lock file names them.

    In the user's cache, made at the first call and whenever something of it has changed.
    """
    files = [*sorted(_HERE.glob("*.mjs")), _HERE / "package.json", _HERE / "package-lock.json"]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "inarow"
    folder = cache / f"peers-{digest}"
    if not folder.exists():
        print(f"Installing the peers from npm into {folder}", file=sys.stderr, flush=True)
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as place:
            unfinished = Path(place) / "peers"
            unfinished.mkdir()
            for file in [*files, _HERE / ".npmrc"]:
                shutil.copy(file, unfinished)
            command = [*_NODE, "npm", "ci", "--prefix", str(unfinished)]
            subprocess.run(command, check=True, cwd=parts.ROOT)
            unfinished.rename(folder)  # whole or not at all
    return folder


@contextlib.contextmanager
def running(peer: Peer, folder: Path) -> Iterator[Running]:
    """Start a peer that was installed in this folder; it listens."""
    port = parts.free_port()
    with tempfile.TemporaryDirectory(prefix="inarow-") as kept:
        command = [*_NODE, "node", str(folder / peer.program), str(port)]
        command += [kept] if peer.is_kept else []
        environment = {**os.environ, "NODE_ENV": "production"}
        with parts.listening(command, port, environment) as (process, log):
            yield Running(process, log, port)
