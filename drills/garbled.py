"""What no client of ours would send: `python -m drills.garbled` (each figure: drills/README.md).

Frames for the sockets and requests for every route, right in most of what they say and wrong in
something, to a real server. Exits with 1 if one was answered with 500, an error was logged, the
server ended, or its memory grew. The same seed sends the same.
"""

import argparse
import asyncio
import contextlib
import json
import random
import string
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from bench import look, record
from bench.plan import Prepared
from bench.processes import ask_games, prepared
from games.play.protocol import MAX_FRAME, SUBPROTOCOL
from tests.live import parts

GAMES = 20
WINDOW = 25
"""How many frames a socket sends before it waits for their answers."""
ANSWER_S = 30.0
GROWN_PERCENT = 20.0
"""This much more memory than after the first tenth is no longer flat."""
FAST = {"INAROW_FRAMES_PER_SECOND": "1000000"}
"""No limits, so that everything gets through to where it is read."""

COMMANDS: tuple[dict[str, Any], ...] = (
    {"type": "resign", "id": "r"},
    {"type": "abort", "id": "a"},
    *8 * ({"type": "playMove", "id": "m", "ply": 0, "square": 112},),
    *(
        {"type": kind, "id": "o", "what": what}
        for kind in ("offer", "accept", "decline", "cancel")
        for what in ("draw", "takeback", "pause", "hints", "rematch")
    ),
    {"type": "claimDraw", "id": "c"},
    {"type": "claimAbandoned", "id": "c", "claim": "win"},
    {"type": "resume", "id": "s"},
    {"type": "addTime", "id": "t"},
    {"type": "setAggressiveness", "id": "g", "value": 0.8},
    {"type": "askHint", "id": "h", "kind": "threats", "ply": 0},
    {"type": "say", "id": "y", "room": "players", "text": "Hello!"},
    {"type": "readChat"},
    {"type": "resync"},
    {"type": "ping"},
)
VALUES: tuple[object, ...] = (
    None, True, False, 0, -1, 1, 112, 225, 2**31, 2**53, 2**63, 2**64, -(2**63), 10**30, 0.5, 1e308,
    "", "h8", "\x00", "\u202e", "\ud800", "е", "x" * 40, "x" * 400, "' OR 1=1 --", "{{7*7}}",
    "../..", [], [0], {}, {"type": "ping"},
)  # fmt: skip
"""What takes the place of a right value."""


# --- Mutations -----------------------------------------------------------------------------------


def mutated(rng: random.Random, value: Any) -> Any:
    """A JSON value with something wrong in it, mostly one thing."""
    match rng.randrange(6), value:
        case 0, _:
            return rng.choice(VALUES)
        case 1, dict() if value:
            return {key: each for key, each in value.items() if key != rng.choice(list(value))}
        case 2, dict():
            return {**value, rng.choice(("id", "type", "x", "", "\x00")): rng.choice(VALUES)}
        case _, dict() if value:
            key = rng.choice(list(value))
            return {**value, key: mutated(rng, value[key])}
        case 1, list() if value:
            return value * rng.choice((0, 2, 40))
        case _, list() if value:
            at = rng.randrange(len(value))
            return [*value[:at], mutated(rng, value[at]), *value[at + 1 :]]
        case _, bool() | None:
            return rng.choice(VALUES)
        case _, int() | float():
            return rng.choice((value + 1, -value, value * 2 ** rng.randrange(70), str(value)))
        case _, str():
            return rng.choice((value.upper(), value + "\n", value * 9, value[:-1], value[::-1]))
        case _:
            return rng.choice(VALUES)


def bent(rng: random.Random, text: bytes) -> bytes:
    """Bytes with something wrong in them."""
    match rng.randrange(7):
        case 0:
            return text[: rng.randrange(len(text) + 1)]
        case 1:
            return text + text
        case 2 if text:
            at = rng.randrange(len(text))
            return text[:at] + bytes([rng.randrange(256)]) + text[at + 1 :]
        case 3:
            at = rng.randrange(len(text) + 1)
            return text[:at] + rng.randbytes(rng.randrange(1, 9)) + text[at:]
        case 4:
            return b"[" * rng.randrange(1, 2000) + text
        case 5:
            return b'{"a":' * rng.randrange(1, 500) + text
        case _:
            return text.replace(
                b":", b": " + rng.choice((b"NaN", b"1e999", b"-0", b'"\\ud800"')), 1
            )


def frame(rng: random.Random, number: int, ply: int) -> bytes | str:
    """A frame: right but late or early, wrong in a field, or bent."""
    # A game that somebody gave up would refuse everything else.
    command = dict(rng.choice(COMMANDS[2:] if rng.random() < 0.99 else COMMANDS))
    if "id" in command:
        command["id"] = f"{number:x}"
    if "ply" in command:
        command["ply"] = max(0, ply + rng.choice((0, 0, 0, 1, -1)))
    if "square" in command:
        command["square"] = rng.randrange(-2, 228)
    match rng.randrange(8):
        case 0:
            return _text(command)
        case 1:
            return bent(rng, _text(command).encode("utf-8", "replace"))
        case 2 if rng.random() < 0.02:
            return rng.randbytes(rng.randrange(MAX_FRAME + 200))
        case _:
            return _text(mutated(rng, command))


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=True)


# --- Frames --------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What was sent, and what became of it."""

    sent: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)


async def frames(server: parts.Server, games: tuple[Prepared, ...], count: int, seed: int) -> Tally:
    """Send this many frames at the sockets of players, spectators and the lobby."""
    tally = Tally()
    lines = [(f"/ws/game/{game.slug}/", key) for game in games for key in (*game.keys, None)] + [
        ("/ws/lobby/", None)
    ] * 4
    each = -(-count // len(lines))
    await asyncio.gather(
        *(
            _line(server, path, key, random.Random(f"{seed} {number}"), each, tally)
            for number, (path, key) in enumerate(lines)
        )
    )
    return tally


async def _line(
    server: parts.Server, path: str, key: str | None, rng: random.Random, count: int, tally: Tally
) -> None:
    left = count
    while left > 0:
        try:
            async with _open(server, path, key) as socket:
                ply = 0
                while left > 0:
                    for _ in range(min(WINDOW, left)):
                        left -= 1
                        tally.sent += 1
                        await _send(socket, frame(rng, left, ply))
                    # When the pong comes, everything heard before it has been answered.
                    await socket.send('{"type": "ping"}')
                    ply = await _until_pong(socket, tally, ply)
        except (ConnectionClosed, InvalidHandshake, OSError) as error:
            code = error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd else None
            tally.answers[f"closed {code}"] += 1
            if code == 1011:
                tally.problems.append(f"{path}: closed with 1011")
                return
            await asyncio.sleep(0)
        except TimeoutError:
            tally.problems.append(f"{path}: no pong within {ANSWER_S:.0f} s")
            return


@contextlib.asynccontextmanager
async def _open(
    server: parts.Server, path: str, key: str | None
) -> AsyncIterator[ClientConnection]:
    async with connect(
        server.url.replace("http", "ws", 1) + path,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        additional_headers={} if key is None else {"Authorization": f"Bearer {key}"},
        open_timeout=ANSWER_S,
        compression=None,
        max_size=None,
    ) as socket:
        yield socket


async def _send(socket: ClientConnection, sent: bytes | str) -> None:
    if isinstance(sent, bytes):
        # Still a text frame where it can be one: binary frames are refused unread.
        with contextlib.suppress(UnicodeDecodeError):
            sent = sent.decode()
    await socket.send(sent)


async def _until_pong(socket: ClientConnection, tally: Tally, ply: int) -> int:
    """Read everything up to a pong; returns how many moves have been played by then."""
    async with asyncio.timeout(ANSWER_S):
        while True:
            told = json.loads(await socket.recv())
            tally.answers[told.get("code") or told["type"]] += 1
            match told["type"]:
                case "movePlayed":
                    ply = told["ply"] + 1
                case "snapshot":
                    ply = len(told["moves"])
                case "pong":
                    return ply


# --- Requests ------------------------------------------------------------------------------------


def requests(
    routes: Sequence[str], words: Mapping[str, tuple[str, ...]], rng: random.Random
) -> Iterator[tuple[str, str, dict[str, str], bytes]]:
    """Method, path, headers and body, without an end."""
    while True:
        path = _path(rng, rng.choice(routes), words)
        method = rng.choice(("GET", "GET", "HEAD", "POST", "POST", "PUT", "DELETE", "OPTIONS", "X"))
        headers, body = _body(rng) if method in ("POST", "PUT", "X") else ({}, b"")
        headers |= rng.choice(HEADERS)
        yield method, path, headers, body


HEADERS: tuple[dict[str, str], ...] = (
    {}, {}, {}, {},
    {"Cookie": "inarow_session=" + "a" * 32},
    {"Cookie": "inarow_session=\xff; ;;=;"},
    {"Authorization": "Bearer"},
    {"Authorization": "Bearer \xe9\xe9"},
    {"Accept": "application/json"},
    {"Accept-Language": "x" * 500},
    {"If-None-Match": '"'},
    {"If-Modified-Since": "yesterday"},
    {"Range": "bytes=5-1"},
    {"Referer": "http://[::"},
    {"Origin": "null"},
    {"X-Forwarded-For": "a, b, 999.1.1.1"},
    {"Content-Encoding": "gzip"},
)  # fmt: skip
QUERIES = (
    "p", "page", "cursor", "size", "ply", "frame_ms", "theme", "stones", "numbers", "flip",
    "rotate", "q", "player", "board", "url", "format", "maxwidth", "last", "variant", "next",
)  # fmt: skip
BODIES: tuple[dict[str, Any], ...] = (
    {"preset": "15x15", "side": "black", "name": "Robo", "clock": "5+3", "listed": True},
    {"width": 15, "height": 15, "k": 5, "lineRule": "freestyle", "opponent": "novice"},
    {"name": "Robo"},
    {"preset": "3x3", "clock": None},
    {"width": 3, "height": 3, "k": 3, "lineRule": "freestyle", "black": [0, 4], "white": [1],
     "sideToMove": "white"},
    {"title": "T", "nodes": [{"parent": -1}, {"parent": 0, "move": 3, "marks": [
        {"square": 1, "kind": "text", "text": "A"}]}],
     "start": {"width": 3, "height": 3, "k": 3, "lineRule": "freestyle", "black": [], "white": [],
               "sideToMove": "black"}},
    {"ply": 1, "square": 4, "moves": [4], "path": [0, 4]},
)  # fmt: skip
FORMS: tuple[dict[str, str], ...] = (
    {"preset": "15x15", "invite": "link", "side": "black", "clock": "5+3", "visibility": "public"},
    {"preset": "custom", "width": "6", "height": "5", "k": "4", "line_rule": "exact"},
    {"name": "Ada"},
    {"text": "(;FF[4]GM[4]SZ[15];B[hh];W[ii])", "variant": "15x15"},
    {"next": "//evil.example/"},
)


def _path(rng: random.Random, route: str, words: Mapping[str, tuple[str, ...]]) -> str:
    parts_of = route
    while "<" in parts_of:
        begin, end = parts_of.index("<"), parts_of.index(">")
        kind = parts_of[begin + 1 : end].rpartition(":")[2]
        known = words.get(kind, ("1", "x"))
        word = rng.choice(known) if rng.random() < 0.8 else _quoted(rng.choice(VALUES))
        parts_of = parts_of[:begin] + (word or "-") + parts_of[end + 1 :]
    query = [
        f"{rng.choice(QUERIES)}={_quoted(rng.choice((*VALUES, *range(4))))}"
        for _ in range(rng.choice((0, 0, 1, 1, 3)))
    ]
    return "/" + parts_of.lstrip("/") + ("?" + "&".join(query) if query else "")


def _quoted(value: object) -> str:
    return quote(str(value), safe="", errors="replace")


def _body(rng: random.Random) -> tuple[dict[str, str], bytes]:
    kind = rng.randrange(6)
    if kind < 3:
        value = dict(rng.choice(BODIES))
        for _ in range(rng.randrange(3)):
            value = mutated(rng, value)
        text = _text(value).encode()
        if rng.random() < 0.2:
            text = bent(rng, text)
        return TOKENS | {
            "Content-Type": rng.choice(("application/json",) * 5 + ("text/plain", "x"))
        }, text
    fields = dict(rng.choice(FORMS))
    fields["csrfmiddlewaretoken"] = TOKEN
    if rng.random() < 0.5:
        name = rng.choice(list(fields))
        fields[name] = str(rng.choice(VALUES)).encode("utf-8", "replace").decode()
    if kind < 5:
        body = "&".join(f"{name}={_quoted(value)}" for name, value in fields.items()).encode()
        if rng.random() < 0.2:
            body = bent(rng, body)
        return TOKENS | {"Content-Type": "application/x-www-form-urlencoded"}, body
    body = b"".join(
        b'--b\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
        % (name.encode(), rng.choice((b"", b'; filename="a.sgf"')), value.encode())
        for name, value in fields.items()
    )
    if rng.random() < 0.2:
        body = bent(rng, body)
    return TOKENS | {"Content-Type": "multipart/form-data; boundary=b"}, body + b"--b--\r\n"


TOKEN = "".join(random.Random(0).choices(string.ascii_letters + string.digits, k=32))
TOKENS = {"Cookie": f"inarow_csrf={TOKEN}", "X-CSRFToken": TOKEN}


async def ask_all(
    server: parts.Server,
    routes: Sequence[str],
    words: Mapping[str, tuple[str, ...]],
    count: int,
    seed: int,
) -> Tally:
    """Send this many requests over eight connections."""
    tally = Tally()
    garbled = requests(routes, words, random.Random(seed))
    host, port = server.address

    async def line() -> None:
        while tally.sent < count:
            tally.sent += 1
            method, path, headers, body = next(garbled)
            status = await _ask(host, port, method, path, headers, body)
            tally.answers[status] += 1
            if status.startswith("5") and status != "503" and status != "501":
                tally.problems.append(f"{status}: {method} {path} {headers} {body[:200]!r}")

    await asyncio.gather(*(line() for _ in range(8)))
    return tally


async def _ask(
    host: str, port: int, method: str, path: str, headers: Mapping[str, str], body: bytes
) -> str:
    try:
        async with asyncio.timeout(ANSWER_S):
            reader, writer = await asyncio.open_connection(host, port)
            try:
                lines = [f"{method} {path} HTTP/1.1", f"Host: {host}:{port}", "Connection: close"]
                lines += [f"{name}: {value}" for name, value in headers.items()]
                if body:
                    lines.append(f"Content-Length: {len(body)}")
                head = "\r\n".join([*lines, "", ""])
                writer.write(head.encode("latin-1", "replace") + body)
                answer = await reader.read()
                return answer.split(b" ", 2)[1].decode() if answer else "closed"
            finally:
                writer.transport.abort()
    except TimeoutError:
        return "no answer"
    except (OSError, IndexError):
        return "closed"


# --- A run ---------------------------------------------------------------------------------------


def main() -> None:
    options = _options()
    results = record.begin("garbled")
    with parts.server(thinkers=1, settings=FAST) as server:
        problems = [*run(server, options, results.add)]
    if problems:
        sys.exit("\n".join(["NOT TRUE:", *problems[:20]]))


def run(
    server: parts.Server, options: argparse.Namespace, note: Callable[[Mapping[str, Any]], None]
) -> Iterator[str]:
    """Send all of it; returns what is not as it has to be."""
    games = prepared(server.environment, GAMES)
    known = msgspec.json.decode(ask_games(server.environment, "routes"), type=tuple[str, ...])
    words = {
        "slug": (games[0].slug, games[1].slug, "23456789ab"),
        "key": (games[0].keys[0], "x"),
        "ending": ("sgf", "json", "txt", "psq"),
        "ply": ("0", "1", "99999999999999999999"),
        "line": ("1", "0"),
        "word": ("gomoku", "x"),
        "app_label": ("play", "x"),
        "url": ("x",),
    }

    def send(what: str, many: int, seed: int) -> Tally:
        if what == "frames":
            return uvloop.run(frames(server, games, many, seed))
        return uvloop.run(ask_all(server, known, words, many, seed))

    for what, count in (("frames", options.frames), ("requests", options.requests)):
        if not count:
            continue
        pid = server.processes[0].pid
        began = time.monotonic()
        # What is loaded, and the caches that fill, with the first tenth stays.
        first = send(what, count // 10, options.seed)
        before = look.memory_bytes(pid)
        rest = send(what, count - count // 10, options.seed + 1)
        time.sleep(3)
        after = look.memory_bytes(pid)
        tally = Tally(first.sent + rest.sent, first.answers + rest.answers)
        seconds = time.monotonic() - began
        note({"what": what, "sent": tally.sent, "answers": tally.answers, "seconds": seconds})
        print(
            f"{tally.sent:,} {what} in {seconds:.0f} s; memory {before / 2**20:.0f} → "
            f"{after / 2**20:.0f} MiB; answers: "
            + ", ".join(f"{how} {many:,}" for how, many in tally.answers.most_common()),
            flush=True,
        )
        yield from (*first.problems, *rest.problems)
        if after > before * (1 + GROWN_PERCENT / 100):
            yield f"memory grew from {before} to {after} bytes over {what}"
        if server.processes[0].poll() is not None:
            yield "the server ended"
    yield from (f"logged {many} times: {line}" for line, many in server.errors_logged().items())


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m drills.mutants", description=__doc__)
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--requests", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
