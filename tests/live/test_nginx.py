"""A game over TLS through nginx, with exactly the lines of docs/hosting.md."""

import json
import re
import secrets
import socket
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from tests.live import parts
from tests.live.played import opened

DOCUMENT = parts.ROOT / "docs" / "hosting.md"
PATIENCE_S = 60
SLOW_ONES = 30


@dataclass(frozen=True, slots=True)
class Site:
    """Inarow behind nginx."""

    url: str
    plain_port: int
    server: parts.Server
    trust: ssl.SSLContext
    log: Path

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def asks(
        self, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body; redirects are not followed."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.url + path, body, named)
        opener = urllib.request.build_opener(
            _Stays, urllib.request.HTTPSHandler(context=self.trust)
        )
        try:
            with opener.open(request, timeout=PATIENCE_S) as answer:
                return answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, dict(error.headers), error.read()

    def posts(self, path: str, value: object) -> dict[str, Any]:
        status, _, body = self.asks(path, json.dumps(value).encode(), content_type=JSON)
        assert status == 201, body
        return dict(json.loads(body))

    def sits(self, seat: dict[str, Any]) -> AbstractContextManager[ClientConnection]:
        assert seat["socket"].startswith("wss://")
        return opened(seat, ssl=self.trust)

    def opens(self) -> ssl.SSLSocket:
        line = socket.create_connection(("127.0.0.1", self.port), PATIENCE_S)
        return self.trust.wrap_socket(line, server_hostname="127.0.0.1")


JSON = "application/json"


class _Stays(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **options: Any) -> None:
        return None


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("tls")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2", "-subj", "/CN=inarow test", "-keyout", str(key)),
            *("-addext", "subjectAltName=IP:127.0.0.1", "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    tls_port, plain_port = parts.free_port(), parts.free_port()
    url = f"https://127.0.0.1:{tls_port}"
    command = (sys.executable, "-m", "config.serve", "--proxied")
    with parts.server(command=command, settings={"INAROW_URL": url}) as server:
        lines = _documented()
        for written, here in (
            ("listen 443 ssl;", f"listen 127.0.0.1:{tls_port} ssl;"),
            ("listen 80;", f"listen 127.0.0.1:{plain_port};"),
            ("/etc/letsencrypt/live/play.example.org/fullchain.pem", str(certificate)),
            ("/etc/letsencrypt/live/play.example.org/privkey.pem", str(key)),
            ("http://127.0.0.1:8000", server.url),
            ("play.example.org", "127.0.0.1"),
        ):
            assert written in lines, f"the lines of {DOCUMENT} have changed: {written}"
            lines = lines.replace(written, here)
        with parts.nginx(lines) as log:
            trust = ssl.create_default_context(cafile=str(certificate))
            yield Site(url, plain_port, server, trust, log)
        assert not server.errors_logged()


def _documented() -> str:
    found = re.findall(r"```nginx\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def _plays(site: Site) -> None:
    """Alice and Bob play a game on 3x3 to a line."""
    alice = site.posts("/api/games", {"preset": "3x3", "side": "black"})
    bob = site.posts(f"/api/games/{alice['game']}/seat", {})
    with ExitStack() as stack:
        sockets = [stack.enter_context(site.sits(seat)) for seat in (alice, bob)]
        for ply, square in enumerate((0, 3, 1, 4, 2)):
            move = {"type": "playMove", "id": f"m{ply}", "ply": ply, "square": square}
            sockets[ply % 2].send(json.dumps(move))
            for line in sockets:
                told = {"type": ""}
                while told["type"] != "movePlayed":
                    told = json.loads(line.recv(timeout=PATIENCE_S))
                    assert told["type"] != "rejected", told
    assert told["outcome"]["termination"] == "line"  # type: ignore[index]  # a JSON object


def test_a_game_is_played_over_tls(site: Site) -> None:
    _plays(site)


def test_a_plain_request_is_sent_to_https(site: Site) -> None:
    opener = urllib.request.build_opener(_Stays)
    with pytest.raises(urllib.error.HTTPError) as told:
        opener.open(f"http://127.0.0.1:{site.plain_port}/tv", timeout=PATIENCE_S)
    with told.value as answer:
        assert (answer.code, answer.headers["Location"]) == (301, "https://127.0.0.1/tv")


def test_a_file_of_a_mebibyte_is_imported_and_a_larger_body_refused(site: Site) -> None:
    moves = b"(;GM[4]FF[4]SZ[15];B[hh];W[ii];B[jj]"
    largest = moves + b"\n" * (2**20 - len(moves) - 1) + b")"
    status, headers, _ = _imports(site, largest)
    assert (status, headers["Location"][:7]) == (302, "/study/")
    body = b'{"preset": "' + b"x" * 1_900_000 + b'"}'
    status, _, told = site.asks("/api/games", body, content_type=JSON)
    assert status == 413
    assert b"nginx" not in told  # it is ours to say
    _plays(site)


def _imports(site: Site, content: bytes) -> tuple[int, dict[str, str], bytes]:
    token, edge = secrets.token_hex(16), "edge"
    body = (
        f'--{edge}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{token}\r\n'
        f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="game.sgf"\r\n'
        "Content-Type: application/x-go-sgf\r\n\r\n"
    ).encode()
    return site.asks(
        "/studies/import",
        body + content + f"\r\n--{edge}--\r\n".encode(),
        content_type=f"multipart/form-data; boundary={edge}",
        cookie=f"inarow_csrf={token}",
        origin=site.url,
        referer=f"{site.url}/studies",
    )


def test_slow_clients_keep_nobody_waiting(site: Site) -> None:
    fields = json.dumps({"preset": "3x3", "side": "black"}).encode()
    head = (
        "POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
        f"Content-Type: {JSON}\r\nContent-Length: {len(fields)}\r\n\r\n"
    ).encode()
    with ExitStack() as stack:
        slow = [stack.enter_context(site.opens()) for _ in range(SLOW_ONES)]
        for number, line in enumerate(slow):
            line.sendall(head[:40] if number % 2 else head + fields[:5])
        _plays(site)
        patient = slow[0]
        for byte in fields[5:]:  # one at a time
            patient.sendall(bytes([byte]))
        answer = b""
        while part := patient.recv(65_536):
            answer += part
    assert answer.startswith(b"HTTP/1.1 201"), answer
