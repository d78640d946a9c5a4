"""The real parts, started on this machine's loopback: PostgreSQL, Redis, the server itself.

Tests, benchmarks and `make cluster` use them alike. Each part is a context manager that starts a
process of its own, on a free port and in a folder of its own, and ends it.
"""

import contextlib
import functools
import glob
import hashlib
import json
import os
import pwd
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from typing import LiteralString

    from playwright.sync_api import Browser, Playwright

ROOT = Path(__file__).resolve().parents[2]

SERVE = (sys.executable, "-m", "config.serve")
"""How a server is started."""
APPLICATION = "config.asgi:application"
_OPTIONS = {
    "daphne": ("-b", "127.0.0.1", "-p"),
    "uvicorn": ("--ws", "config.uvicornsockets:FrameProtocol", "--host", "127.0.0.1", "--port"),
    "granian": ("--interface", "asgi", "--host", "127.0.0.1", "--port"),
}


def served_by(name: str, application: str = APPLICATION) -> tuple[str, ...]:
    """How an application is started under another server, as that one's documents say."""
    return (sys.executable, "-m", name, *_OPTIONS[name], "{port}", application)


OTHER_SERVERS: dict[str, tuple[str, ...]] = {
    "runserver": (sys.executable, "manage.py", "runserver", "127.0.0.1:{port}"),
    **{name: served_by(name) for name in _OPTIONS},
}
"""How Inarow is started under others."""


def embedded(serve: str, application: str = APPLICATION) -> dict[str, tuple[str, ...]]:
    """The modes of bench and drills in which one process does everything, and how it is started.

    `serve` is what to run as ours, `application` what others serve.
    """
    others = {name: served_by(name, application) for name in ("uvicorn", "granian")}
    return {"embedded": (sys.executable, "-m", serve), **others}


UNLIMITED = {
    "INAROW_SOCKETS_PER_ADDRESS": "0",
    "INAROW_REQUESTS_PER_ADDRESS": "0",
    "INAROW_LIMITS": "off,chat=5/10 seconds",
}
"""Everybody in tests and benchmarks comes from one address and asks for more than a school does."""
AS_SHIPPED = dict.fromkeys(UNLIMITED, "")
"""The limits of a server as people host it."""
PASSWORD = "five stones in a row"
"""Everybody's."""


class PartMissingError(RuntimeError):
    """A program that tests need is not installed; says what to install."""


@dataclass(slots=True)
class Part:
    """A running Redis or PostgreSQL, which can be killed and started again as it was."""

    url: str
    process: subprocess.Popen[bytes]
    _start: Callable[[], subprocess.Popen[bytes]] = field(repr=False)
    _wait: Callable[[], None] = field(repr=False)

    def crash(self) -> None:
        """Kill it and the processes it has started (SIGKILL), as the end of the machine would."""
        started = children(self.process.pid)
        self.process.kill()
        for pid in started:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def start_again(self) -> None:
        """Start it anew on the same port and data; return when it answers."""
        self.process = self._start()
        self._wait()


@contextlib.contextmanager
def redis(port: int | None = None) -> Iterator[str]:
    """A Redis of its own; yields its URL."""
    with breakable_redis(port) as part:
        yield part.url


@contextlib.contextmanager
def breakable_redis(port: int | None = None) -> Iterator[Part]:
    """A Redis of its own that can be killed. What it held is gone then: it writes nothing down."""
    program = _program("redis-server", "redis-server")
    port = port or free_port()
    with _folder() as folder, contextlib.ExitStack() as stack:
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", folder]
        command += ["--save", "", "--appendonly", "no"]

        def start() -> subprocess.Popen[bytes]:
            return stack.enter_context(_process(command, Path(folder) / "redis.log"))

        def wait() -> None:
            _wait_for_port(port, "Redis")

        process = start()
        wait()
        yield Part(f"redis://127.0.0.1:{port}", process, start, wait)


@contextlib.contextmanager
def postgres(port: int | None = None, *, forgetful: bool = False) -> Iterator[str]:
    """A PostgreSQL of its own with an empty database; yields its URL.

    A `forgetful` one never waits for the disk. Nothing is lost of it but by a power cut.
    """
    with breakable_postgres(port, forgetful=forgetful) as part:
        yield part.url


@contextlib.contextmanager
def breakable_postgres(port: int | None = None, *, forgetful: bool = False) -> Iterator[Part]:
    """A PostgreSQL of its own, with an empty database, that can be killed.

    PostgreSQL refuses to run as root: then it runs as the user `postgres`, which its Debian
    package creates.
    """
    initdb = postgres_program("initdb")
    bin = Path(initdb).parent
    port = port or free_port()
    user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
    with _folder() as folder, contextlib.ExitStack() as stack:
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        data = Path(folder) / "data"
        uid, gid = (user.pw_uid, user.pw_gid) if user is not None else (None, None)
        subprocess.run(
            [initdb, "-D", data, "-U", "inarow", "--auth=trust", "-E", "UTF8", "--no-sync"],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
            user=uid,
            group=gid,
        )
        command = [str(bin / "postgres"), "-D", str(data), "-p", str(port)]
        command += ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}"]
        command += ["-c", "max_connections=200"]
        if forgetful:
            command += ["-c", "fsync=off", "-c", "full_page_writes=off"]
        url = f"postgres://inarow@127.0.0.1:{port}/inarow"

        def start() -> subprocess.Popen[bytes]:
            log = Path(folder) / "postgres.log"
            return stack.enter_context(_process(command, log, user=uid, group=gid, cwd=folder))

        def wait() -> None:
            _wait_for_port(port, "PostgreSQL")
            _wait_for_database(url)

        process = start()
        _wait_for_port(port, "PostgreSQL")
        _create_database(url)
        yield Part(url, process, start, wait)


@dataclass(frozen=True, slots=True)
class Server:
    """A running server, or several on one address."""

    url: str
    processes: list[subprocess.Popen[bytes]]
    workers: list[subprocess.Popen[bytes]]
    """The processes that play the bots' moves; none when they play beside the server."""
    log: Path
    environment: Mapping[str, str] = field(repr=False)
    """What a `manage.py` command needs to see the same games."""
    _start: Callable[[], subprocess.Popen[bytes]] = field(repr=False)
    _start_worker: Callable[[], subprocess.Popen[bytes]] = field(repr=False)

    def crash_worker(self, at: int = 0) -> None:
        """Kill one of the workers (SIGKILL)."""
        self.workers[at].kill()
        self.workers[at].wait()

    def start_worker_again(self, at: int = 0) -> None:
        """Start a crashed worker anew."""
        self.workers[at] = self._start_worker()

    def serving(self, at: int = 0) -> list[int]:
        """Who listens: one of the processes, or what it has started for that, as granian does.

        What it has started for other things, thinkers above all, is not of these.
        """
        listening = _listening_to(self.address[1])
        family = (self.processes[at].pid, *descendants(self.processes[at].pid))
        return [pid for pid in family if listening & set(descriptors(pid))]

    def crash(self, at: int = 0) -> None:
        """Kill one of the processes (SIGKILL): it has no time to say goodbye.

        Whoever listens for it is killed, too: granian's child would go on serving without it.
        """
        killed = self.serving(at)
        for pid in (self.processes[at].pid, *killed):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.processes[at].wait()
        # What was a child of it has no parent here that could wait for it.
        until(lambda: not any(map(descriptors, killed)))

    def stop(self, at: int = 0) -> int:
        """End one of the processes in good order (SIGTERM); its exit status."""
        self.processes[at].terminate()
        return self.processes[at].wait()

    def start_again(self, at: int = 0) -> None:
        """Start a crashed or stopped process anew, on the same address and games."""
        self.processes[at] = self._start()

    @property
    def address(self) -> tuple[str, int]:
        """Its host and port."""
        url = urlsplit(self.url)
        assert url.hostname is not None
        assert url.port is not None
        return url.hostname, url.port

    def fetch(self, path: str) -> bytes:
        """The answer, as it is."""
        with urllib.request.urlopen(self.url + path, timeout=60) as answer:
            return bytes(answer.read())

    def get(self, path: str) -> dict[str, Any]:
        """What the API answers."""
        with urllib.request.urlopen(self.url + path, timeout=30) as answer:
            return dict(json.load(answer))

    def post(self, path: str, body: Mapping[str, object]) -> dict[str, Any]:
        """What the API answers to this body."""
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return dict(json.load(answer))

    def errors_logged(self) -> Counter[str]:
        """The lines at ERROR in the log of all its processes, and how often each came."""
        lines = self.log.read_text(errors="replace").splitlines()
        return Counter(line.split(" ERROR ", 1)[1][:120] for line in lines if " ERROR " in line)


@contextlib.contextmanager
def server(
    *,
    processes: int = 1,
    workers: int = 0,
    thinkers: int = 0,
    database_url: str = "",
    is_migrated: bool = False,
    redis_url: str = "",
    sqlite: Path | None = None,
    port: int | None = None,
    settings: Mapping[str, str] | None = None,
    command: Sequence[str] = SERVE,
    data: Path | None = None,
    run_by: Sequence[str] = (),
) -> Iterator[Server]:
    """Inarow on a free port, with a database of its own unless one is given.

    The data is in a folder of its own, or in `data`; the log is never there.
    `sqlite` is a database to begin with, as this version has migrated it; a copy is used. That of
    `database_url` is migrated, unless it is said to be.
    Several processes share one listening socket; the kernel hands each connection to one of them.
    A `command` that listens by itself has `{port}` where the port goes; others get `--fd`.
    Bots play if there are `thinkers`: for the server itself, or with Redis for each of `workers`.
    `run_by` is a program with its arguments that runs every command of the servers and workers.
    """
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port or 0))
    listening.listen(1024)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    with _folder() as folder, listening, contextlib.ExitStack() as stack:
        if any("{port}" in word for word in command):
            port = listening.getsockname()[1]
            listening.close()
            command = [word.format(port=port) for word in command]
            inherited: list[int] = []
        else:
            inherited = [listening.fileno()]
            command = [*command, "--fd", str(listening.fileno())]
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "INAROW_DATA": str(data or folder),
            "INAROW_URL": address,
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "INAROW_THINKERS": str(thinkers),
            **UNLIMITED,
            **(settings or {}),
        }
        if database_url:
            if not is_migrated:
                migrate(database_url, environment)
        else:
            del environment["DATABASE_URL"]
            shutil.copy(sqlite or migrated(), (data or Path(folder)) / "inarow.sqlite3")
        log = Path(folder) / "server.log"

        def start() -> subprocess.Popen[bytes]:
            return stack.enter_context(
                _process([*run_by, *command], log, environment=environment, pass_fds=inherited)
            )

        def start_worker() -> subprocess.Popen[bytes]:
            command = [*run_by, sys.executable, "-m", "games.workers"]
            return stack.enter_context(_process(command, log, environment=environment))

        running = [start() for _ in range(processes)]
        working = [start_worker() for _ in range(workers)]
        _wait_for_http(address, running, log)
        yield Server(address, running, working, log, environment, start, start_worker)


def migrated() -> Path:
    """An SQLite database without rows, as `migrate` makes it: to be copied, never to be written."""
    kept = _kept_database("sqlite3")
    if not kept.exists():
        with _folder() as folder:
            environment = {
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "INAROW_DATA": folder,
            }
            environment.pop("DATABASE_URL", None)
            manage(environment, "migrate", "-v0")
            _keep(Path(folder) / "inarow.sqlite3", kept)
    return kept


def migrate(url: str, environment: Mapping[str, str]) -> None:
    """Migrate a PostgreSQL database; an empty one becomes what migrating another has made."""
    kept = _kept_database("sql")
    is_empty = not _execute(url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")
    if is_empty and kept.exists():
        options = ["--quiet", "--no-psqlrc", "--single-transaction", "-v", "ON_ERROR_STOP=1"]
        command = [postgres_program("psql"), *options, f"--file={kept}", url]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return
    manage(environment, "migrate", "-v0")
    if is_empty:
        with _folder() as folder:
            dump = Path(folder) / "dump.sql"
            command = [postgres_program("pg_dump"), "--no-owner", f"--file={dump}", url]
            subprocess.run(command, check=True)
            _keep(dump, kept)


@functools.cache
def _kept_database(ending: str) -> Path:
    """Where a database without rows is kept from one run to the next, for these migrations: to
    migrate takes the processor six seconds, to copy none."""
    digest = hashlib.sha256()
    for pattern in ("requirements.txt", "games/*/migrations/*.py", "games/ops/**/*.py"):
        for file in sorted(ROOT.glob(pattern)):
            digest.update(file.read_bytes())
    return ROOT / "build" / "databases" / f"{digest.hexdigest()[:16]}.{ending}"


def _keep(made: Path, kept: Path) -> None:
    """Put a file there at once: whoever looks meanwhile finds none, or all of it."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    beside = kept.with_name(f"{os.getpid()}-{kept.name}")
    shutil.copy(made, beside)
    os.replace(beside, kept)


@contextlib.contextmanager
def cluster(
    *,
    processes: int = 2,
    workers: int = 0,
    thinkers: int = 0,
    port: int | None = None,
    settings: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    """Several processes on one address, with a PostgreSQL and a Redis of their own."""
    with (
        postgres() as database_url,
        redis() as redis_url,
        server(
            processes=processes,
            workers=workers,
            thinkers=thinkers,
            database_url=database_url,
            redis_url=redis_url,
            port=port,
            settings=settings,
        ) as running,
    ):
        yield running


def rows(server: Server, query: str, *arguments: object) -> list[tuple[Any, ...]]:
    """What a query finds in the server's database, bypassing the server. Placeholders are `%s`."""
    url = server.environment.get("DATABASE_URL")
    if url:
        import psycopg

        with psycopg.connect(url) as connection:
            return connection.execute(query, arguments).fetchall()
    file = Path(server.environment["INAROW_DATA"]) / "inarow.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as database:
        return database.execute(query.replace("%s", "?"), arguments).fetchall()


def browser_path() -> str:
    """Where Debian's Chromium without a window is."""
    return _program("chromium-headless-shell", "chromium-headless-shell")


def chromium(
    playwright: "Playwright",
    args: Sequence[str] = (),
    *,
    autoplay: str = "no-user-gesture-required",
) -> "Browser":
    """Debian's Chromium without a window; talks to nobody but the pages it is sent to.

    The headless shell is Chromium without what surrounds a page: a third less CPU time.
    `autoplay` says when a page may play sound, in Chromium's words; `args` are more of those.
    """
    return playwright.chromium.launch(
        executable_path=browser_path(),
        args=[
            "--no-sandbox",  # the tests may run as root, in a container
            "--disable-gpu",
            "--in-process-gpu",  # what draws without one needs no process of its own
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            *args,
            "--no-first-run",
            f"--autoplay-policy={autoplay}",
        ],
    )


@contextlib.contextmanager
def listening(
    command: Sequence[str], port: int, environment: Mapping[str, str]
) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """A program of others, once it listens on this port; yields it with its log."""
    with _folder() as folder:
        log = Path(folder) / "log"
        with _process(command, log, environment=environment) as process:
            _wait_for_port(port, command[0])
            yield process, log


@contextlib.contextmanager
def nginx(lines: str) -> Iterator[Path]:
    """nginx with these lines in its `http`, once it listens; yields its log."""
    program = shutil.which("nginx") or _program("/usr/sbin/nginx", "nginx")
    with _folder() as folder:
        log, file = Path(folder) / "nginx.log", Path(folder) / "nginx.conf"
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        file.write_text(
            f"daemon off; pid {folder}/pid; error_log {log} info; worker_processes 1;\n"
            # Otherwise its worker may not read the folder, which is root's alone.
            + ("user root;\n" if os.geteuid() == 0 else "")
            + "events { worker_connections 512; }\nhttp {\naccess_log off;\n"
            + "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
            + lines
            + "\n}\n"
        )
        command = [program, "-p", folder, "-e", str(log), "-c", str(file)]
        with _process(command, Path(folder) / "output.log") as process:
            deadline = time.monotonic() + 30
            while not (Path(folder) / "pid").exists() or not children(process.pid):
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"nginx did not start: {log.read_text()}")
                time.sleep(0.05)
            yield log


def manage(environment: Mapping[str, str], *arguments: str) -> None:
    """Run `manage.py` to its end; raises `CalledProcessError` with what it printed."""
    subprocess.run(
        [sys.executable, "manage.py", *arguments], check=True, cwd=ROOT, env=dict(environment)
    )


def makes_moderator(environment: Mapping[str, str], name: str) -> None:
    """An account of somebody who runs the server, made on the command line."""
    manage(
        {**environment, "DJANGO_SUPERUSER_PASSWORD": PASSWORD},
        *("createsuperuser", "--noinput", f"--username={name}", f"--email={name}@example.org"),
    )


def until(is_so: Callable[[], bool], within_s: float = 60) -> None:
    """Wait until something is so; raises `TimeoutError`."""
    deadline = time.monotonic() + within_s
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError(f"It was not so within {within_s:g} s.")
        time.sleep(0.1)


def children(pid: int) -> list[int]:
    """The processes a process has started and that still run."""
    found = []
    with contextlib.suppress(FileNotFoundError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(FileNotFoundError):
                found += [int(child) for child in (task / "children").read_text().split()]
    return found


def descendants(pid: int) -> list[int]:
    """These, and those that they have started, and so on."""
    found = children(pid)
    return found + [grandchild for child in found for grandchild in descendants(child)]


def descriptors(pid: int) -> list[str]:
    """Everything a process has open, each as the kernel calls it; nothing if it has ended."""
    found = []
    with contextlib.suppress(FileNotFoundError):
        for link in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):  # closed while we look
                found.append(str(link.readlink()))
    return found


def _listening_to(port: int) -> set[str]:
    """The sockets that listen on a port of 127.0.0.1, each as the kernel calls it."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    is_listening = "0A"
    return {
        f"socket:[{inode}]"
        for _, local, _, state, _, _, _, _, _, inode, *_ in lines
        if state == is_listening and int(local.rpartition(":")[2], 16) == port
    }


@dataclass(frozen=True, slots=True)
class Disk:
    """A file system in memory, of its own size."""

    folder: Path

    def fill(self) -> None:
        """Leave no room at all."""
        with open(self.folder / "filler", "ab", buffering=0) as filler:
            for size in (1 << 16, 1 << 12, 1):
                with contextlib.suppress(OSError):
                    while filler.write(b"x" * size):
                        pass

    def free(self) -> None:
        """Take away what filled it."""
        (self.folder / "filler").unlink()


@contextlib.contextmanager
def small_disk(size_mb: int) -> Iterator[Disk]:
    """A small disk, to be filled."""
    with _folder() as folder:
        mounting = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size_mb}m,mode=700", "tmpfs", folder],
            check=False,
            capture_output=True,
            text=True,
        )
        if mounting.returncode:
            raise PartMissingError(
                f"A small disk cannot be mounted ({mounting.stderr.strip()}): "
                "run this test as root, in a container with CAP_SYS_ADMIN or on a machine."
            )
        try:
            yield Disk(Path(folder))
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


def faketime() -> str:
    """The library that shows a program another wall clock, when it is preloaded (LD_PRELOAD)."""
    found = glob.glob("/usr/lib/*/faketime/libfaketime.so.1")
    if not found:
        raise PartMissingError("libfaketime is not installed: apt-get install faketime")
    return found[0]


def free_port() -> int:
    """A port nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def postgres_program(name: str) -> str:
    """Where a program of the newest PostgreSQL installed here is."""
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), key=_version)
    return found[-1] if found else _program(name, "postgresql")


def _program(name: str, package: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise PartMissingError(f"{name} is not installed: apt-get install {package}")
    return found


def _version(path: str) -> int:
    return int(Path(path).parts[-3])


@contextlib.contextmanager
def _folder() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="inarow-", ignore_cleanup_errors=True) as folder:
        yield folder


@contextlib.contextmanager
def _process(
    command: Sequence[str],
    log: Path,
    *,
    user: int | None = None,
    group: int | None = None,
    environment: Mapping[str, str] | None = None,
    pass_fds: Sequence[int] = (),
    cwd: str | Path = ROOT,
) -> Iterator[subprocess.Popen[bytes]]:
    with open(log, "ab") as out:
        process = subprocess.Popen(
            command,
            stdout=out,
            stderr=subprocess.STDOUT,
            cwd=cwd,
            env=environment,
            pass_fds=pass_fds,
            user=user,
            group=group,
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for_port(port: int, what: str, timeout_s: float = 60) -> None:
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise TimeoutError(f"{what} did not listen on port {port} within {timeout_s} s.")


def _create_database(url: str) -> None:
    _execute(url.rsplit("/", 1)[0] + "/postgres", "CREATE DATABASE inarow")


def empty_database(url: str) -> None:
    """Leave nothing in this PostgreSQL database, which nobody may be using."""
    _execute(url.rsplit("/", 1)[0] + "/postgres", "DROP DATABASE inarow")
    _create_database(url)


def _wait_for_database(url: str) -> None:
    _execute(url, "SELECT 1")


def _execute(url: str, statement: "LiteralString") -> list[Any]:
    """Run a statement; its rows, if it has any."""
    import psycopg

    deadline = time.monotonic() + 60
    while True:
        try:
            with psycopg.connect(url, autocommit=True) as connection:
                found = connection.execute(statement)
                return found.fetchall() if found.description else []
        except psycopg.OperationalError:  # it listens a little before it is ready
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def _wait_for_http(
    address: str, processes: Sequence[subprocess.Popen[bytes]], log: Path, timeout_s: float = 120
) -> None:
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        if any(process.poll() is not None for process in processes):
            break
        with contextlib.suppress(urllib.error.URLError, TimeoutError, ConnectionError):
            # As a proxy asks: where pages are served over https, plain requests are redirected.
            asked = urllib.request.Request(f"{address}/api/presets")
            asked.add_header("X-Forwarded-Proto", "https")
            urllib.request.urlopen(asked, timeout=10).close()
            return
        time.sleep(0.1)
    raise RuntimeError(f"The server did not start:\n{log.read_text()[-3000:]}")
