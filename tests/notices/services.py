"""A push service and a mail server of the tests' own: real ones, on this machine."""

import base64
import json
import ssl
import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.x509.oid import NameOID

from games.notices import push
from tests.live import parts

HOST = "push.example.net"
PUBLIC = "93.184.216.34"
"""An address that the name stands for in the tests."""


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class UserAgent:
    """A browser, as far as push services know it."""

    name: str
    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    secret: bytes = b"sixteen secret b"

    @property
    def endpoint(self) -> str:
        return f"https://{HOST}/send/{self.name}"

    @property
    def keys(self) -> push.Keys:
        public = self.private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return push.Keys(_text(public), _text(self.secret))

    def reads(self, body: bytes) -> dict[str, str]:
        """What was encrypted for this browser."""
        text = http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret)
        read: dict[str, str] = json.loads(text)
        return read


@dataclass
class Taken:
    """A request that the push service took."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """Takes notices over TLS, and answers as a test wants it to."""

    port: int
    authority: str
    """A file with the certificate to trust."""
    taken: list[Taken] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    """What to answer next; when it is empty, that all is well."""
    tried: list[str] = field(default_factory=list)
    """The addresses that were connected to."""
    addresses: list[str] = field(default_factory=lambda: [PUBLIC])
    """What the name stands for."""
    arrived: threading.Event = field(default_factory=threading.Event)
    may_answer: threading.Event = field(default_factory=threading.Event)

    @property
    def network(self) -> push.Network:
        """The internet as this service sees it: whatever is connected to is this service."""

        def connect(host: str, address: str) -> Any:
            self.tried.append(address)
            return push.connection(host, "127.0.0.1", port=self.port, trust=self.authority)

        return push.Network(lambda host: list(self.addresses), connect)

    def for_(self, agent: UserAgent) -> list[dict[str, str]]:
        """What a browser was sent, as it reads it."""
        return [agent.reads(each.body) for each in self.taken if each.path == f"/send/{agent.name}"]


def claims_of(header: str) -> dict[str, Any]:
    """What the sender says of itself, once its signature has been found right (RFC 8292)."""
    scheme, _, rest = header.partition(" ")
    assert scheme == "vapid", header
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    raw = _raw(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _raw(parts["k"]))
    r, s = (int.from_bytes(half, "big") for half in (raw[:32], raw[32:]))
    key.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    said: dict[str, Any] = json.loads(_raw(claims))
    return {**said, "key": parts["k"]}


class _Handler(BaseHTTPRequestHandler):
    service: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        service = self.service
        service.arrived.set()
        service.may_answer.wait(60)
        status, headers = service.answers.pop(0) if service.answers else (201, {})
        service.taken.append(Taken(self.path, dict(self.headers), body))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args: object) -> None:
        pass


class _Server(ThreadingHTTPServer):
    def handle_error(self, *args: object) -> None:
        pass  # a connection that was cut


def push_service(folder: Path) -> tuple[PushService, ThreadingHTTPServer]:
    """A service that runs until its server is shut down."""
    certificate = _certificate(folder)
    server = _Server(("127.0.0.1", 0), _Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    service = PushService(server.server_address[1], str(certificate))
    service.may_answer.set()
    server.RequestHandlerClass = type("Handler", (_Handler,), {"service": service})
    # How often it looks whether it is to end: whoever ends it waits for that.
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    return service, server


def _certificate(folder: Path) -> Path:
    """A file with a key and a certificate for `HOST`."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = folder / "certificate.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    return path


@dataclass
class MailServer:
    """Takes letters, and answers as a test wants it to."""

    letters: list[EmailMessage] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    """What to answer next; when it is empty, that all is well."""

    refuses: str = ""
    """What to answer whoever names an address, if not that all is well."""

    async def handle_RCPT(  # noqa: N802 - the server calls it so
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.rcpt_tos.append(address)
        return self.refuses or "250 OK"

    async def handle_DATA(  # noqa: N802 - the server calls it so
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        answer = self.answers.pop(0) if self.answers else "250 OK"
        if answer.startswith("250"):
            letter = BytesParser(policy=default).parsebytes(bytes(envelope.original_content or b""))
            assert isinstance(letter, EmailMessage)
            self.letters.append(letter)
        return answer


def mail_server() -> tuple[MailServer, Controller]:
    """A server that runs until its controller is stopped."""
    server = MailServer()
    controller = Controller(server, hostname="127.0.0.1", port=parts.free_port())
    controller.start()
    return server, controller
