"""What a visitor may send and hold, tried on the real server: nobody else notices excess."""

import asyncio
import contextlib
import gzip
import http.client
import itertools
import json
import re
import socket
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from games.play.protocol import SUBPROTOCOL
from tests.live import parts, scenes

MUCH = 2.0
"""Seconds. Before there were doors a bystander waited 3 to 27 s; the machine may be busy."""
PART = b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'


@pytest.fixture(scope="module")
def server() -> Iterator[parts.Server]:
    with parts.server(settings={"INAROW_FRAMES_PER_SECOND": "10000"}) as server:
        yield server
        assert not server.errors_logged()


def _line(server: parts.Server, source: str = "127.0.0.1") -> socket.socket:
    """A connection from this address."""
    return socket.create_connection(server.address, timeout=30, source_address=(source, 0))


def _form(size: int) -> bytes:
    return PART * (size // len(PART)) + b"--b--\r\n"


def _head(path: str, *headers: str, method: str = "POST") -> bytes:
    lines = (f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *headers)
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n"


def _answer(line: socket.socket) -> tuple[int, dict[str, str], bytes]:
    """The next answer on the line: status, headers, body."""
    answer = http.client.HTTPResponse(line)
    answer.begin()
    headers = {name.lower(): value for name, value in answer.getheaders()}
    return answer.status, headers, answer.read()


def _sends(line: socket.socket, body: bytes) -> None:
    """Send as far as the other end lets us: it need not hear out what it refuses."""
    with contextlib.suppress(ConnectionError):
        line.sendall(body)


def _status(server: parts.Server, path: str = "/healthz", source: str = "127.0.0.1") -> int:
    with _line(server, source) as line:
        line.sendall(_head(path, "Connection: close", method="GET"))
        return _answer(line)[0]


def _is_closed(line: socket.socket, within_s: float = 30) -> bool:
    """Whether the server ends this connection, whatever it says first."""
    line.settimeout(within_s)
    try:
        while line.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


def _lobby(
    server: parts.Server, source: str = "127.0.0.1", **headers: str
) -> AbstractContextManager[ClientConnection]:
    return connect(
        server.url.replace("http", "ws") + "/ws/lobby/",
        sock=_line(server, source),
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        additional_headers=headers,
        ping_interval=None,
        open_timeout=30,
    )


class Bystander:
    """Somebody whose page pings the server all the time; `waited` is their longest wait."""

    def __init__(self, server: parts.Server, game: str) -> None:
        self.waited = 0.0
        self._is_leaving = threading.Event()
        self._address = server.url.replace("http", "ws") + f"/ws/game/{game}/"
        self._thread = threading.Thread(target=self._ping)

    def __enter__(self) -> "Bystander":
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._is_leaving.set()
        self._thread.join()

    def _ping(self) -> None:
        with connect(self._address, subprotocols=[Subprotocol(SUBPROTOCOL)]) as line:
            while not self._is_leaving.wait(0.02):
                asked = time.monotonic()
                line.send('{"type": "ping"}')
                while json.loads(line.recv(60))["type"] != "pong":
                    pass
                self.waited = max(self.waited, time.monotonic() - asked)


@pytest.fixture(scope="module")
def game(server: parts.Server) -> str:
    return str(server.post("/api/games", {"preset": "15x15"})["game"])


def _memory(server: parts.Server) -> int:
    """Bytes the server holds."""
    status = Path(f"/proc/{server.processes[0].pid}/status").read_text()
    (kb,) = re.findall(r"VmRSS:\s+(\d+) kB", status)
    return int(kb) * 1024


# --- Bodies --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1_000_000, 20_000_000])
@pytest.mark.parametrize("path", ["/healthz", "/", "/no/such/page", "/api/games"])
def test_nobody_waits_for_a_large_form(
    server: parts.Server, game: str, path: str, size: int
) -> None:
    body = _form(size)
    kind = "Content-Type: multipart/form-data; boundary=b"
    with Bystander(server, game) as eve, _line(server) as mallory:
        mallory.sendall(_head(path, kind, f"Content-Length: {len(body)}"))
        _sends(mallory, body)
        status, headers, said = _answer(mallory)
        assert _is_closed(mallory)
    assert status == 413
    assert headers["connection"] == "close"
    if path.startswith("/api/"):
        assert json.loads(said)["code"] == "tooBig"
    else:
        assert said == b"The body may have at most 65536 bytes.\n"
    assert eve.waited < MUCH


def test_nobody_waits_for_a_form_that_is_read(server: parts.Server, game: str) -> None:
    """As large as an address that takes files accepts."""
    body = _form(1_000_000)
    kind = "Content-Type: multipart/form-data; boundary=b"
    with Bystander(server, game) as eve, _line(server) as mallory:
        mallory.sendall(_head("/studies/import", kind, f"Content-Length: {len(body)}") + body)
        status, _, _ = _answer(mallory)
    assert status in (400, 403)  # no token; Django's parser has looked at it, in a thread
    assert eve.waited < MUCH


def test_a_body_that_does_not_say_its_length_is_counted_as_it_comes(server: parts.Server) -> None:
    with _line(server) as mallory:
        mallory.sendall(_head("/api/games", "Transfer-Encoding: chunked"))
        _sends(mallory, (b"1000\r\n" + b"x" * 4096 + b"\r\n") * 20)
        status, headers, said = _answer(mallory)
        assert (status, headers["content-type"]) == (413, "application/json")
        assert json.loads(said)["sentence"] == "The body may have at most 65536 bytes."
        assert _is_closed(mallory)


def test_a_body_in_tiny_chunks_is_refused(server: parts.Server) -> None:
    with _line(server) as mallory:
        mallory.sendall(_head("/studies", "Transfer-Encoding: chunked"))
        _sends(mallory, b"1\r\nx\r\n" * 20_000)
        assert _answer(mallory)[0] == 400


def test_a_client_that_asks_before_it_sends_is_told_before_it_sends(server: parts.Server) -> None:
    with _line(server) as alice:
        alice.sendall(_head("/", "Content-Length: 70000", "Expect: 100-continue"))
        assert _answer(alice)[0] == 413
    with _line(server) as alice:
        alice.sendall(
            _head(
                "/api/games",
                "Content-Type: application/json",
                "Content-Length: 17",
                "Expect: 100-continue",
            )
        )
        assert alice.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        alice.sendall(b'{"preset": "3x3"}')
        assert _answer(alice)[0] == 201


def test_a_body_of_150_mb_is_not_kept(server: parts.Server) -> None:
    before = _memory(server)
    most = before
    piece = b"x" * 1_000_000
    with _line(server) as mallory:
        mallory.sendall(_head("/studies/import", "Transfer-Encoding: chunked"))
        for _ in range(150):
            _sends(mallory, b"%x\r\n" % len(piece) + piece + b"\r\n")
            most = max(most, _memory(server))
        assert _answer(mallory)[0] == 413
    assert most - before < 30_000_000


def test_forms_and_imports_are_read_as_ever(server: parts.Server) -> None:
    with urllib.request.urlopen(f"{server.url}/studies") as page:
        text = page.read().decode()
        cookies = SimpleCookie(page.headers["Set-Cookie"])
    token: str
    (token,) = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', text))
    cookie = "; ".join(f"{name}={each.value}" for name, each in cookies.items())

    def post(path: str, kind: str, body: bytes) -> tuple[int, dict[str, str], bytes]:
        with _line(server) as alice:
            length = f"Content-Length: {len(body)}"
            referer = f"Referer: {server.url}/"
            head = _head(path, length, f"Content-Type: {kind}", f"Cookie: {cookie}", referer)
            alice.sendall(head + body)
            return _answer(alice)

    def import_of(size: int) -> bytes:
        record: bytes = b"(;GM[4]FF[4]SZ[15];B[hh];W[ii]C[" + b"words " * (size // 6) + b"])"
        return (
            b'--b\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n'
            + token.encode()
            + b'\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.sgf"\r\n'
            + b"Content-Type: application/octet-stream\r\n\r\n"
            + record
            + b"\r\n--b--\r\n"
        )

    named = urlencode({"csrfmiddlewaretoken": token, "name": "Alice", "next": "/"}).encode()
    assert post("/name", "application/x-www-form-urlencoded", named)[0] == 302
    status, headers, _ = post(
        "/studies/import", "multipart/form-data; boundary=b", import_of(1_000)
    )
    assert (status, headers["location"][:7]) == (302, "/study/")
    # A body a little too large is refused on the page, as ever; one far too large, at the door.
    status, _, said = post(
        "/studies/import", "multipart/form-data; boundary=b", import_of(1_100_000)
    )
    assert status == 400
    assert b"We can read at most 1 MiB" in said
    assert (
        post("/studies/import", "multipart/form-data; boundary=b", import_of(1_300_000))[0] == 413
    )


# --- Requests that break the rules ---------------------------------------------------------------

UPGRADE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET  / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/2.0\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
        (_head("/", "no colon"), 400),
        (_head("/", "no colon", "Further: header"), 400),
        (_head("/", "A b: c"), 400),
        (_head("/", "A: b\x00c"), 400),
        (_head("/", "A: b\x0bc"), 400),
        (_head("/", "A: b", " folded"), 400),
        (_head("/", "Content-Length: 5", "Content-Length: 5") + b"12345", 400),
        (_head("/", "Content-Length: 5, 5") + b"12345", 400),
        (_head("/", "Content-Length: -5") + b"12345", 400),
        (_head("/", "Content-Length: +5") + b"12345", 400),
        (_head("/", "Content-Length: five") + b"12345", 400),
        (_head("/", "Content-Length: 5", "Transfer-Encoding: chunked") + b"0\r\n\r\n", 400),
        (_head("/", "Transfer-Encoding: gzip") + b"12345", 400),
        (_head("/", "Content-Length: 99999999999"), 413),
        (_head("/", "Content-Length: " + "9" * 5000), 413),
        (_head("/", "Transfer-Encoding: chunked") + b"zz\r\n", 400),
        (_head("/", "Transfer-Encoding: chunked") + b"1\r\nxx\r\n", 400),
        (_head("/", "Transfer-Encoding: chunked") + b"1;" + b"e" * 2000, 400),
        (_head("/", "A: " + "b" * 20_000), 431),
        (_head("/" + "a" * 20_000), 431),
        (_head("/", *("A: b",) * 200), 431),
        (_head("/", *("A: " + "b" * 300,) * 90), 431),
        (_head("/ws/lobby/", *UPGRADE, "Content-Length: 5", method="GET") + b"12345", 400),
        (_head("/ws/lobby/", *UPGRADE, "Sec-WebSocket-Protocol: \xe9", method="GET"), 400),
        (_head("/ws/lobby/", *UPGRADE[:-1], method="GET"), 400),
        (_head("/ws/lobby/", *UPGRADE, method="POST"), 405),
        (_head("/\xa0", method="GET"), 400),
    ],
    ids=itertools.count(),
)
def test_a_request_that_breaks_the_rules_is_told_so(
    server: parts.Server, request_bytes: bytes, status: int
) -> None:
    with _line(server) as mallory:
        _sends(mallory, request_bytes)
        assert _answer(mallory)[0] == status
    assert not server.errors_logged()
    assert _status(server) == 200


def test_headers_of_the_server_s_own_are_not_a_visitor_s_to_send(server: parts.Server) -> None:
    for root in ("\xe9", "/elsewhere"):
        with _line(server) as mallory:
            mallory.sendall(_head("/", f"Daphne-Root-Path: {root}", method="GET"))
            status, _, page = _answer(mallory)
        assert status == 200
        assert b"/elsewhere" not in page
        with _lobby(server, **{"Daphne-Root-Path": "/elsewhere"}) as lobby:
            lobby.recv(60)


def test_requests_in_a_row_are_answered_in_their_order(server: parts.Server) -> None:
    with _line(server) as alice:
        alice.sendall(
            _head("/healthz", method="GET")
            + _head("/no/such/page", "Content-Length: 5")
            + b"12345"
            + _head("/", "Content-Length: 70000")
            + _head("/healthz", method="GET")
        )
        said = b""
        while came := alice.recv(65536):
            said += came
    assert re.findall(rb"HTTP/1.1 (\d+)", said) == [b"200", b"404", b"413"]


# --- Time ----------------------------------------------------------------------------------------


def test_1500_half_open_headers_are_soon_gone() -> None:
    settings = {"INAROW_FRAMES_PER_SECOND": "10000", "INAROW_SOCKETS_PER_ADDRESS": "0"}
    with parts.server(settings=settings) as server:
        game = str(server.post("/api/games", {"preset": "15x15"})["game"])
        with contextlib.ExitStack() as stack:
            lines = [stack.enter_context(_line(server, "127.0.0.3")) for _ in range(1500)]
            for line in lines[:1400]:  # the others say nothing at all
                line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            with Bystander(server, game) as eve:
                began = time.monotonic()
                scenes.play(_trickle(lines, 9.0))
                for line in lines:
                    assert _is_closed(line, within_s=40)
                took = time.monotonic() - began
            assert took < 40  # 10 s and a little for each, or more when busy; it was over 93 s
            assert eve.waited < MUCH
        assert _status(server) == 200
        assert not server.errors_logged()


WAITS = """
import sys
from config import serve, web
web.HEADERS_S = web.GRACE_S = web.UNREAD_S = web.LINGER_S = float(sys.argv.pop(1))
web.SLOWEST = 1000
serve.main()
"""
"""The server, except that it waits this many seconds for a client, and one per 1,000 bytes sent."""


@pytest.fixture(scope="module")
def impatient() -> Iterator[parts.Server]:
    with parts.server(command=(sys.executable, "-c", WAITS, "3")) as server:
        yield server
        assert not server.errors_logged()


def test_a_connection_that_says_nothing_is_closed_without_a_word(impatient: parts.Server) -> None:
    with _line(impatient) as silent, _line(impatient) as idle:
        idle.sendall(_head("/healthz", method="GET"))
        assert _answer(idle)[0] == 200
        for line in (silent, idle):
            assert line.recv(100) == b""  # without a word: browsers keep spare connections


def test_a_request_that_does_not_end_is_told_so(impatient: parts.Server) -> None:
    for begun in (b"GE", _head("/")[:-2], _head("/", "Content-Length: 10") + b"half"):
        with _line(impatient) as mallory:
            mallory.sendall(begun)
            status, _, said = _answer(mallory)
            assert (status, said[:30]) == (408, b"The request took too long to a")
            assert _is_closed(mallory)


def test_a_slow_line_may_take_its_time(impatient: parts.Server) -> None:
    with _line(impatient) as alice:
        alice.sendall(_head("/name", "Content-Length: 50000") + b"x" * 5000)
        for _ in range(9):
            time.sleep(0.5)
            alice.sendall(b"x" * 5000)
        assert _answer(alice)[0] == 403  # no token: it has been read, and it took more than 3 s


def test_answers_that_nobody_reads_are_not_kept(
    impatient: parts.Server,
) -> None:
    with urllib.request.urlopen(impatient.url) as page:
        (script, *_) = re.findall(r'src="(/static/[^"]+\.js)"', page.read().decode())
    with urllib.request.urlopen(impatient.url + script) as file:
        size = len(file.read())
    # Well above what a server takes for other reasons in these seconds: up to ten megabytes.
    asked = 60_000_000 // size
    before = _memory(impatient)
    pid = impatient.processes[0].pid
    sockets = sum("socket:" in each for each in parts.descriptors(pid))
    with socket.socket() as mallory:
        mallory.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        mallory.connect(impatient.address)
        mallory.settimeout(1)
        with contextlib.suppress(TimeoutError, ConnectionError):
            for _ in range(asked):
                mallory.sendall(_head(script, method="GET"))
        _soon(lambda: sum("socket:" in each for each in parts.descriptors(pid)) <= sockets)
        assert _memory(impatient) - before < 20_000_000


def test_who_reads_slowly_hears_every_answer(server: parts.Server) -> None:
    large, asked = "/static/admin/js/vendor/jquery/jquery.js", 40
    with socket.socket() as alice:
        alice.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        alice.connect(server.address)
        alice.settimeout(20)
        alice.sendall(asked * _head(large, method="GET") + _head("/", "Content-Length: 70000"))
        time.sleep(1)  # nothing is read, and it is more than the system keeps: the server stops
        said = bytearray()
        while came := alice.recv(1 << 20):
            said += came
    assert re.findall(rb"HTTP/1.1 (\d+)", said) == asked * [b"200"] + [b"413"]


def test_a_file_is_sent_whole_in_part_or_not_at_all(server: parts.Server) -> None:
    path = "/static/admin/js/vendor/jquery/jquery.js"
    whole = (parts.ROOT / path[1:]).read_bytes()
    line = http.client.HTTPConnection(*server.address, timeout=30)

    def asks(method: str = "GET", **headers: str) -> tuple[int, bytes, http.client.HTTPMessage]:
        line.request(method, path, headers=headers)
        answer = line.getresponse()
        return answer.status, answer.read(), answer.headers

    status, body, headers = asks()
    assert (status, body) == (200, whole)
    assert asks("HEAD")[:2] == (200, b"")
    assert asks(Range="bytes=10-19")[:2] == (206, whole[10:20])
    assert asks(Range="bytes=999999999-")[:2] == (416, b"")
    assert asks(**{"If-None-Match": headers["ETag"]})[:2] == (304, b"")
    packed = asks(**{"Accept-Encoding": "gzip"})
    assert packed[2]["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed[1]) == whole
    assert asks("POST")[0] == 405
    line.close()


def test_an_answer_that_fails_half_way_is_broken_off() -> None:
    """Nobody waits for the rest, or takes what has come for all: here a file that is gone."""
    with tempfile.NamedTemporaryFile(dir=parts.ROOT / "static") as file:
        file.write(b"body {}")
        file.flush()
        with parts.server() as server:
            path = f"/static/{Path(file.name).name}"
            assert server.fetch(path) == b"body {}"
            file.close()
            with _line(server) as line:
                line.sendall(_head(path, method="GET"))
                assert _is_closed(line)
            assert server.errors_logged()
            assert _status(server, "/about") == 200


async def _trickle(lines: list[socket.socket], seconds: float) -> None:
    """Another header from each, time and again: a sign of life is not progress."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for line in lines[:1400]:
            with contextlib.suppress(OSError):
                line.sendall(b"A: b\r\n")
        await asyncio.sleep(1)


# --- How many ------------------------------------------------------------------------------------


PATIENT = (sys.executable, "-c", WAITS, "600")
"""What is held stays held, however busy this machine is."""


def test_one_address_can_hold_its_share_of_connections_and_no_more() -> None:
    with (
        parts.server(settings={"INAROW_SOCKETS_PER_ADDRESS": "20"}, command=PATIENT) as server,
        contextlib.ExitStack() as stack,
    ):
        lobby = stack.enter_context(_lobby(server, "127.0.0.3"))
        lines = [stack.enter_context(_line(server, "127.0.0.3")) for _ in range(19)]

        with _line(server, "127.0.0.3") as more:
            more.sendall(_head("/", method="GET"))
            status, headers, said = _answer(more)
        assert (status, headers["retry-after"]) == (429, "10")
        assert said.startswith(b"Too many connections are open from your network")
        with pytest.raises(InvalidStatus) as refused, _lobby(server, "127.0.0.3"):
            pass
        assert refused.value.response.status_code == 429
        assert json.loads(refused.value.response.body)["code"] == "tooManySockets"

        assert _status(server, source="127.0.0.2") == 200
        with _lobby(server, "127.0.0.2") as other:
            other.recv(60)
        lobby.recv(60)

        # There is room again as some leave, websockets too.
        lobby.close()
        for line in lines[:5]:
            line.close()
        _soon(lambda: _status(server, source="127.0.0.3") == 200)
        assert not server.errors_logged()


def test_2000_connections_of_one_address_are_not_held() -> None:
    with (
        parts.server(settings={"INAROW_SOCKETS_PER_ADDRESS": "300"}) as server,
        contextlib.ExitStack() as stack,
    ):
        for _ in range(2000):
            stack.enter_context(_line(server, "127.0.0.3"))
        pid = server.processes[0].pid
        _soon(lambda: sum("socket:" in each for each in parts.descriptors(pid)) < 400)
        assert _status(server, source="127.0.0.2") == 200


def test_one_address_can_have_its_share_of_requests_answered_at_a_time() -> None:
    with (
        parts.server(settings={"INAROW_REQUESTS_PER_ADDRESS": "5"}, command=PATIENT) as server,
        contextlib.ExitStack() as stack,
    ):
        half = _head("/name", "Content-Length: 10") + b"half"
        lines = [stack.enter_context(_line(server, "127.0.0.3")) for _ in range(5)]
        for line in lines:
            line.sendall(half)
        _soon(lambda: _status(server, source="127.0.0.3") == 429)
        assert _status(server, source="127.0.0.2") == 200
        for line in lines:
            line.sendall(b"other ")
            assert _answer(line)[0] == 403
        _soon(lambda: _status(server, source="127.0.0.3") == 200)


def test_behind_a_proxy_an_address_is_the_last_that_was_told() -> None:
    command = (*PATIENT, "--proxied")
    settings = {"INAROW_SOCKETS_PER_ADDRESS": "5", "INAROW_REQUESTS_PER_ADDRESS": "5"}
    with (
        parts.server(settings=settings, command=command) as server,
        contextlib.ExitStack() as stack,
    ):

        def lobby(*addresses: str) -> ClientConnection:
            headers = {"X-Forwarded-For": ", ".join(addresses)}
            return stack.enter_context(_lobby(server, **headers))

        # What a visitor puts in front of it helps nobody.
        first, *_ = [lobby(f"192.0.2.{number}", "203.0.113.7") for number in range(5)]
        with pytest.raises(InvalidStatus) as refused:
            lobby("192.0.2.9", "203.0.113.7")
        assert refused.value.response.status_code == 429
        # The proxy's own connections are not counted, and others have a share of their own.
        eve = lobby("203.0.113.7", "203.0.113.8")
        eve.recv(60)
        for _ in range(10):
            stack.enter_context(_line(server))
        assert _status(server) == 200

        first.close()

        def has_room() -> bool:
            try:
                lobby("203.0.113.7")
            except InvalidStatus:
                return False
            return True

        _soon(has_room)

        for line in (stack.enter_context(_line(server)) for _ in range(5)):
            line.sendall(
                _head("/name", "Content-Length: 10", "X-Forwarded-For: 1.1.1.1, 203.0.113.9")
            )

        def status_of(forwarded: str) -> int:
            with _line(server) as line:
                head = _head("/healthz", f"X-Forwarded-For: {forwarded}", method="GET")
                line.sendall(head)
                return _answer(line)[0]

        _soon(lambda: status_of("2.2.2.2, 203.0.113.9") == 429)
        assert status_of("203.0.113.9, 203.0.113.10") == 200
        assert status_of("\xe9") == 200
        assert not server.errors_logged()


def test_a_server_that_may_open_few_files_goes_on_when_they_are_used_up() -> None:
    command = ("prlimit", "--nofile=300:300", *parts.SERVE)
    settings = {"INAROW_SOCKETS_PER_ADDRESS": "0"}
    with parts.server(settings=settings, command=command) as server:
        game = server.post("/api/games", {"preset": "3x3"})
        with contextlib.ExitStack() as stack:
            lobby = stack.enter_context(_lobby(server))
            for _ in range(400):
                stack.enter_context(_line(server))
            lobby.recv(60)
            pid = server.processes[0].pid
            assert len(parts.descriptors(pid)) < 200  # the rest are for the database
        _soon(lambda: _answers(server, f"/api/games/{game['game']}"))
        assert not server.errors_logged()


def _answers(server: parts.Server, path: str) -> bool:
    """Whether the server answers well; it turns lines away until it has noticed which are gone."""
    try:
        return _status(server, path) == 200
    except ConnectionError:
        return False


def _soon(is_so: Callable[[], bool], within_s: float = 40) -> None:
    deadline = time.monotonic() + within_s
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)
