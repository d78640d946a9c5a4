"""An engine that misbehaves costs its own game, and nothing else."""

import asyncio
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO

import pytest

from games import mnk
from games.engines import EngineFailed, RunningEngine, host, jail, process
from games.engines.config import BoardSizes, EngineSpec
from tests.engines.conftest import BOARD, Zoo, soon

C3 = mnk.square("c3", BOARD)
REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(params=process.JAILS)
def each_jail(request: pytest.FixtureRequest, zoo: Zoo) -> None:
    """The test runs with every jail there is; one that does not work on this machine fails it."""
    zoo.jail = request.param


@pytest.fixture(params=process.JAILS[:2])
def each_namespace(request: pytest.FixtureRequest, zoo: Zoo) -> None:
    """The test runs with the jails that have a file system of their own."""
    zoo.jail = request.param


async def fails(zoo: Zoo, spec: EngineSpec) -> str:
    """What people read when this engine is asked for the second move; nothing is left after."""
    engine = await zoo.start(spec)
    with pytest.raises(EngineFailed) as failed:
        await engine.move([C3], budget_ms=1000)
    with pytest.raises(EngineFailed) as again:
        await engine.move([C3], budget_ms=1000)
    assert again.value.sentence == failed.value.sentence == str(failed.value)
    assert await soon(lambda: not zoo.left())
    return failed.value.sentence


def sought(zoo: Zoo, mode: str, what: object) -> EngineSpec:
    """The misbehaving engine, seeking something that none of its arguments names."""
    return zoo.rogue(mode, str(what)[::-1])


def freely(spec: EngineSpec) -> int:
    """The exit status of an engine that plays a move outside the jail."""
    return subprocess.run(
        spec.command, input=b"START 5\nBEGIN\n", stdout=subprocess.DEVNULL, check=False
    ).returncode


@contextlib.contextmanager
def program(
    text: str, environment: dict[str, str] | None = None, *, as_argument: bool = False
) -> Iterator[IO[bytes]]:
    """The output of a Python program that runs meanwhile; it is killed at the end."""
    given = ["-c", text] if as_argument else ["-"]
    with subprocess.Popen(
        [sys.executable, *given], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as popen:
        assert popen.stdin is not None
        assert popen.stdout is not None
        try:
            if not as_argument:
                popen.stdin.write(text.encode())
            popen.stdin.close()
            yield popen.stdout
        finally:
            popen.kill()


async def plays(zoo: Zoo, spec: EngineSpec) -> None:
    """It gives its move as if nothing had happened; nothing is left once it is closed."""
    engine = await zoo.start(replace(spec, turn_ms=30_000))  # the machine may be busy
    assert mnk.name(await engine.move([C3], budget_ms=30_000), BOARD) == "a5"
    assert not engine._is_restarted or spec.command[2] == "exit-at-first-start"
    await engine.close()
    assert zoo.running() == []


# --- Starting -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "sentence"),
    [
        ("silent-at-start", "Rogue 1 did not start within 0.8 s."),
        ("exit-at-start", "Rogue 1 ended (exit status 4)."),
        (
            "refuse",
            "Rogue 1 does not take this game: “�[31mI do not play on boards of this siz…”.",
        ),
    ],
)
async def test_an_engine_that_does_not_start(
    zoo: Zoo, monkeypatch: pytest.MonkeyPatch, mode: str, sentence: str
) -> None:
    monkeypatch.setattr(host, "START_MS", 800 if mode == "silent-at-start" else 10_000)
    with pytest.raises(EngineFailed) as failed:
        await zoo.start(zoo.rogue(mode))
    assert failed.value.sentence == sentence
    assert zoo.running() == []


async def test_an_engine_that_starts_at_the_second_attempt(
    zoo: Zoo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = zoo.rogue("exit-at-first-start", tmp_path / "been-here")
    spec = replace(spec, reads=(tmp_path,))
    bear = RunningEngine._bear

    def note(engine: RunningEngine, fault: process.Fault, *, until: float) -> None:
        Path(spec.command[-1]).touch()  # the engine itself cannot
        bear(engine, fault, until=until)

    monkeypatch.setattr(RunningEngine, "_bear", note)
    await plays(zoo, spec)


@pytest.mark.usefixtures("each_jail")
async def test_a_program_that_cannot_be_run(zoo: Zoo, tmp_path: Path) -> None:
    program = tmp_path / "engine"
    program.write_text("#!/nowhere/at/all\n")
    program.chmod(0o755)
    command = (str(program), zoo.marker)
    spec = EngineSpec("text", "Text", command, (BoardSizes((5, 5), (5, 5)),), as_root=True)
    with pytest.raises(EngineFailed) as failed:
        await zoo.start(spec)
    assert failed.value.sentence == "Text could not be run: No such file or directory."


async def test_a_system_without_room_for_another_process(
    zoo: Zoo, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    zoo.jail = process.JAILS[0]
    monkeypatch.setattr(subprocess, "Popen", refuse)
    await asyncio.to_thread(int)  # the thread it is tried in has its own files open
    before = sorted(os.listdir("/proc/self/fd"))
    with pytest.raises(EngineFailed) as failed:
        await zoo.start(zoo.rogue("good"))
    assert sorted(os.listdir("/proc/self/fd")) == before
    assert (
        failed.value.sentence == "Rogue 1 could not be started: Resource temporarily unavailable."
    )


# --- Answering ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "sentence"),
    [
        ("garbage", "Rogue 1 answered “frobnicate 7”, which is no move."),
        ("much-garbage", "Rogue 1 answered “what?”, which is no move."),
        ("swap", "Rogue 1 answered “SWAP”, which is no move."),
        ("taken", "Rogue 1 played c3, which is taken."),
        ("off-board", "Rogue 1 played 5,0, which is not on the board."),
        ("below-board", "Rogue 1 played 0,5, which is not on the board."),
        ("flood", "Rogue 1 wrote a line of more than 4,096 characters."),
        ("flood-lines", "Rogue 1 wrote more than 10,000 lines for one move."),
        ("exit-always", "Rogue 1 ended (exit status 3)."),
        ("crash", "Rogue 1 ended (SIGSEGV)."),
    ],
)
async def test_an_engine_that_fails_at_its_move(zoo: Zoo, mode: str, sentence: str) -> None:
    assert await fails(zoo, zoo.rogue(mode)) == sentence


async def test_an_engine_may_talk_as_much_as_it_may(zoo: Zoo) -> None:
    """Just so many lines, so many of them without meaning, and one just so long."""
    most = f"{host.STRAY_LINES},{process.LINES},{process.LINE_BYTES}"
    await plays(zoo, zoo.rogue("talkative", most))


@pytest.mark.usefixtures("each_jail")
async def test_what_an_engine_says_over_standard_error_holds_nobody_up(zoo: Zoo) -> None:
    await plays(zoo, zoo.rogue("shout"))


async def test_a_silent_engine_fails_in_time(zoo: Zoo) -> None:
    engine = await zoo.start(zoo.rogue("silent"))
    began = time.monotonic()
    with pytest.raises(EngineFailed) as failed:
        await engine.move([C3], budget_ms=200)
    took_ms = 1000 * (time.monotonic() - began)

    # 0.7 s, and on a busy machine what the first attempt has left of the budget.
    assert re.fullmatch(r"Rogue 1 did not (answer|start) within [\d.]+ s\.", failed.value.sentence)
    assert took_ms < 200 + host.OVERRUN_MS + 10_000  # a busy machine; else it waits for ever


@pytest.mark.parametrize("mode", ["exit-once", "exit-after", "late-once", "flood-after"])
async def test_an_engine_that_fails_once_goes_on(
    zoo: Zoo, mode: str, caplog: pytest.LogCaptureFixture
) -> None:
    engine = await zoo.start(zoo.rogue(mode))
    moves = [C3, await engine.move([C3], budget_ms=1000)]
    moves.append(mnk.square("e1", BOARD))
    if mode != "exit-once":
        await asyncio.sleep(0.2)  # what comes between the moves is heard
    moves.append(await engine.move(moves, budget_ms=1000))

    assert mnk.moves_text(moves, BOARD) == "c3a5e1b5"
    restarts = [r.getMessage() for r in caplog.records if "restarted" in r.getMessage()]
    assert len(restarts) == 1
    assert restarts[0].startswith("engine_restarted key=rogue reason='Rogue 1 ")


async def test_an_engine_that_stays_when_told_to_end(zoo: Zoo) -> None:
    await plays(zoo, zoo.rogue("deaf"))


async def test_an_engine_that_is_told_to_end_has_a_while_for_it(
    zoo: Zoo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "END_MS", 60_000)
    zoo.jail = process.NO_JAIL  # else it could not write where we see it
    said = tmp_path / "said"
    engine = await zoo.start(replace(zoo.rogue("slow-farewell", said), trusted=True))
    await engine.close()
    assert said.read_text() == "farewell"


# --- Taking too much ------------------------------------------------------------------------------


@pytest.mark.usefixtures("each_jail")
@pytest.mark.parametrize("mode", ["linger", "daemon"])
async def test_what_an_engine_started_ends_with_it(zoo: Zoo, mode: str) -> None:
    engine = await zoo.start(zoo.rogue(mode))
    before = len(zoo.running())
    await engine.move([C3], budget_ms=1000)
    assert await soon(lambda: len(zoo.running()) > before)
    await engine.close()
    assert zoo.running() == []


@pytest.mark.usefixtures("each_jail")
async def test_a_daemon_ends_though_its_engine_has_ended_before(zoo: Zoo) -> None:
    assert await fails(zoo, zoo.rogue("daemon-exit")) == "Rogue 1 ended (exit status 3)."


@pytest.mark.usefixtures("each_jail")
@pytest.mark.parametrize(
    ("mode", "sentence"),
    [
        ("fork", "Rogue 1 started too many processes."),
        ("eat", "Rogue 1 used more than 100 MB of memory."),
        ("eat-together", "Rogue 1 used more than 100 MB of memory."),
    ],
)
async def test_an_engine_that_takes_too_much(zoo: Zoo, mode: str, sentence: str) -> None:
    spec = zoo.rogue(mode, memory_mb=1000 if mode == "fork" else 100)
    engine = await zoo.start(replace(spec, turn_ms=20_000))  # time for the keeper to look
    with pytest.raises(EngineFailed) as failed:
        await engine.move([C3], budget_ms=20_000)
    assert failed.value.sentence == sentence
    assert await soon(lambda: not zoo.running())


@pytest.mark.usefixtures("each_jail")
@pytest.mark.parametrize("mode", ["allocate", "write"])
async def test_what_is_too_large_is_refused(zoo: Zoo, mode: str) -> None:
    await plays(zoo, zoo.rogue(mode))


# --- Reaching out ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("each_jail")
@pytest.mark.parametrize("allowed", [False, True])
async def test_the_network_is_there_only_if_allowed(zoo: Zoo, allowed: bool) -> None:
    visits = 0

    async def visit(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal visits
        visits += 1
        writer.close()

    async with await asyncio.start_server(visit, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        spec = zoo.rogue("connect", port, network=allowed)
        if allowed:
            assert await fails(zoo, spec) == "Rogue 1 ended (exit status 66)."
            assert visits == 2
        else:
            await plays(zoo, spec)
            assert visits == 0


@pytest.mark.usefixtures("each_jail")
async def test_the_environment_is_not_told(zoo: Zoo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INAROW_SECRET_KEY", "swordfish")
    await plays(zoo, zoo.rogue("environment", "swordfish"))


@pytest.mark.usefixtures("each_jail")
async def test_nothing_is_open_to_it_but_its_pipes(zoo: Zoo) -> None:
    await plays(zoo, zoo.rogue("open-files"))


@pytest.mark.usefixtures("each_jail")
async def test_nor_can_it_be_read_from_another_process(zoo: Zoo) -> None:
    with program(
        "import os, time; print(os.getpid(), flush=True); time.sleep(60)",
        {"INAROW_SECRET_KEY": "swordfish"},
    ) as output:
        pid = await asyncio.to_thread(output.readline)
        spec = zoo.rogue("spy", int(pid))
        await plays(zoo, spec)
        assert freely(spec) == 66  # outside the jail it can


@pytest.mark.usefixtures("each_jail")
async def test_the_servers_files_can_be_neither_read_nor_written(zoo: Zoo, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    key = data / "key"
    key.write_text("secret")
    await plays(zoo, zoo.rogue("write-outside", key))
    await plays(zoo, zoo.rogue("write-outside", data / "new"))
    # It may read what its arguments name, unless the server holds it.
    assert await fails(zoo, zoo.rogue("read", key)) == "Rogue 1 ended (exit status 66)."
    for hidden in (data, key):
        engine = await zoo.start(
            replace(zoo.rogue("read", key), turn_ms=30_000), hide=(hidden, tmp_path / "missing")
        )
        await engine.move([C3], budget_ms=30_000)
        await engine.close()
        assert not engine._is_restarted
    assert key.read_text() == "secret"
    assert [path.name for path in data.iterdir()] == ["key"]


@pytest.mark.usefixtures("each_jail")
@pytest.mark.parametrize(
    ("mode", "path"),
    [
        *(("seek", path) for path in ("/etc/passwd", "/etc/shadow")),
        ("list", "/home:/var:/run:/opt:/sys"),
    ],
)
async def test_of_the_machine_it_reads_libraries_and_no_more(
    zoo: Zoo, mode: str, path: str
) -> None:
    await plays(zoo, sought(zoo, mode, path))


@pytest.mark.usefixtures("each_namespace")
async def test_it_does_not_even_find_what_it_may_not_read(zoo: Zoo, tmp_path: Path) -> None:
    (tmp_path / "note").touch()
    await plays(zoo, sought(zoo, "find", tmp_path / "note"))
    await plays(zoo, sought(zoo, "find", REPOSITORY / "manage.py"))


@pytest.mark.usefixtures("each_jail")
async def test_what_is_hidden_is_hidden_behind_links_too(zoo: Zoo, tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    (real / "data").mkdir(parents=True)
    (real / "data" / "key").write_text("secret")
    link.symlink_to(real)
    for way in (real, link):
        spec = replace(sought(zoo, "seek", way / "data" / "key"), turn_ms=30_000, reads=(link,))
        engine = await zoo.start(spec, hide=(real / "data",))
        await engine.move([C3], budget_ms=30_000)
        await engine.close()
        assert not engine._is_restarted


@pytest.mark.usefixtures("each_jail")
async def test_it_reads_what_its_operator_lets_it_read(zoo: Zoo, tmp_path: Path) -> None:
    book = tmp_path / "book"
    book.write_text("a secret opening")
    spec = sought(zoo, "seek", book)
    await plays(zoo, spec)
    assert await fails(zoo, replace(spec, reads=(book,))) == "Rogue 1 ended (exit status 66)."


@pytest.mark.usefixtures("each_jail")
async def test_it_has_a_room_of_its_own(zoo: Zoo) -> None:
    await plays(zoo, zoo.rogue("own-room"))


@pytest.mark.usefixtures("each_jail")
@pytest.mark.parametrize("allowed", [False, True])
async def test_no_socket_of_the_machine_can_be_reached(zoo: Zoo, allowed: bool) -> None:
    """Like PostgreSQL's, at a path in or below /tmp, or an abstract one."""
    with (
        tempfile.TemporaryDirectory(dir="/tmp") as folder,
        socket.socket(socket.AF_UNIX) as at_path,
        socket.socket(socket.AF_UNIX) as of_name,
    ):
        path, name = f"{folder}/.s.PGSQL.5432", f"inarow-{zoo.marker}"
        at_path.bind(path)
        at_path.listen()
        of_name.bind(f"\0{name}")
        of_name.listen()
        for mode, detail in (("connect-at-path", path), ("connect-to-name", name)):
            spec = replace(sought(zoo, mode, detail), network=allowed)
            await plays(zoo, spec)
            assert freely(spec) == 66  # outside the jail it can
        await plays(zoo, replace(zoo.rogue("make-socket"), network=allowed))


@pytest.mark.usefixtures("each_jail")
async def test_it_sees_no_other_process(zoo: Zoo) -> None:
    secret = "import time; print(1, flush=True); time.sleep(60)  # swordfish"
    with program(secret, as_argument=True) as output:
        await asyncio.to_thread(output.readline)
        spec = sought(zoo, "others", "swordfish")
        await plays(zoo, spec)
        assert freely(spec) == 66  # outside the jail it does


@pytest.mark.usefixtures("each_jail")
async def test_it_cannot_reach_the_servers_process(zoo: Zoo) -> None:
    await plays(zoo, zoo.rogue("signal", os.getpid()))


@pytest.mark.usefixtures("each_namespace")
async def test_it_has_no_rights_in_its_namespace(zoo: Zoo) -> None:
    await plays(zoo, zoo.rogue("look-around"))


@pytest.mark.usefixtures("each_jail")
async def test_no_program_gives_it_more_rights(zoo: Zoo) -> None:
    await plays(zoo, zoo.rogue("keep-rights"))


async def test_nor_where_it_is_run_without_a_jail(zoo: Zoo) -> None:
    zoo.jail = process.NO_JAIL
    await plays(zoo, replace(zoo.rogue("keep-rights"), trusted=True))


@pytest.mark.parametrize(
    ("said", "how", "ended"),
    [
        (b"", "exit 3", "exit 3"),
        (b"", "exit 128", "exit 128"),
        (b"", "exit 139", "signal 11"),
        (b"", "signal 9", "signal 9"),
        (b"bwrap: execvp /nowhere: No such file or directory\n", "exit 1",
         "failed No such file or directory"),
        (b"bwrap: oh\n", "exit 2", "exit 2"),
        (b"oh, bwrap: not found\n", "exit 1", "exit 1"),
    ],
)  # fmt: skip
def test_how_an_engine_ended_is_told_by_the_end_of_bubblewrap(
    said: bytes, how: str, ended: str
) -> None:
    words = jail._Words()
    os.write(words.into, said)
    words.listen()

    assert words.how_it_ended(how) == ended
    os.close(words.out)


# --- Where it cannot be kept ----------------------------------------------------------------------


async def test_where_no_jail_works_it_is_not_run_unless_it_is_trusted(zoo: Zoo) -> None:
    zoo.jail = process.NO_JAIL
    with pytest.raises(EngineFailed) as failed:
        await zoo.start(zoo.rogue("good"))
    assert failed.value.sentence == (
        "Rogue 1 is not run: nothing on this machine can keep it from files, network and "
        "processes. Install bubblewrap, or write trusted = true for this engine."
    )
    await plays(zoo, replace(zoo.rogue("good"), trusted=True))


@pytest.mark.parametrize("jail", process.JAILS)
async def test_a_jail_that_does_not_close_runs_nothing(
    zoo: Zoo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jail: str
) -> None:
    """Every jail is asked again for what the probe has promised."""
    broken = tmp_path / "jail.py"
    text = process._JAIL.read_text()
    for whole, hole in (
        ("if _libc is None or code is None:", "if True:"),
        ("    files = _have_own_files(options)", "    files = False"),
        ("        files=True,\n", "        files=False,\n"),
    ):
        assert whole in text
        text = text.replace(whole, hole)
    broken.write_text(text)
    monkeypatch.setattr(process, "_JAIL", broken)
    zoo.jail = jail
    spec = zoo.rogue("write-outside", tmp_path / "been-here")

    with pytest.raises(EngineFailed) as failed:
        await zoo.start(spec)

    lacking = "network" if jail == "landlock" else "files"
    assert failed.value.sentence == f"Rogue 1 is not run: it could not be kept from {lacking}."
    assert not process.works(jail)
    await plays(zoo, replace(zoo.rogue("good"), trusted=True))


async def test_as_root_it_is_run_only_if_that_is_written(
    zoo: Zoo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(EngineFailed) as failed:
        await zoo.start(replace(zoo.rogue("good"), as_root=False))
    assert failed.value.sentence == (
        "Rogue 1 is not run as root: start Inarow as another user, "
        "or write as_root = true for this engine."
    )


@pytest.mark.parametrize(
    ("refused", "used"),
    [((), "bubblewrap"), (("bubblewrap",), "namespaces"), (process.JAILS, "none")],
)
def test_which_jail_works_is_found_by_trying_and_told_once(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    refused: tuple[str, ...],
    used: str,
) -> None:
    really = process.works
    monkeypatch.setattr(process, "_jail_found", [])
    monkeypatch.setattr(process, "works", lambda jail: jail not in refused and really(jail))
    with caplog.at_level("INFO"):
        assert [process.jail_here(), process.jail_here()] == [used, used]
    (line,) = (each.getMessage() for each in caplog.records)
    assert line == f"engines_jail jail={used} refused={','.join(refused) or '-'}"


# --- When others die ------------------------------------------------------------------------------


@pytest.mark.usefixtures("each_jail")
async def test_engines_do_not_outlive_the_server(zoo: Zoo) -> None:
    server = textwrap.dedent(
        f"""
        import asyncio, os, sys, tempfile, time
        sys.path.insert(0, {str(REPOSITORY)!r})
        tempfile.tempdir = {str(zoo.folders)!r}
        from games import mnk
        from games.engines.config import BoardSizes, EngineSpec
        from games.engines import RunningEngine

        async def main():
            command = {zoo.rogue("daemon").command!r}
            spec = EngineSpec("r", "R", command, (BoardSizes((5, 5), (5, 5)),), as_root=True)
            engine = await RunningEngine.start(spec, mnk.Variant(5, 5, 5), jail={zoo.jail!r})
            await engine.move([], budget_ms=1000)
            if os.fork() == 0:  # a child that outlives it, and holds all that is open
                time.sleep(5)
                os._exit(0)
            os.write(1, b"playing\\n")
            await asyncio.sleep(60)

        asyncio.run(main())
        """
    )
    with program(server) as output:
        assert await asyncio.to_thread(output.readline) == b"playing\n"
        keepers = {"bubblewrap": 3, "namespaces": 2, "landlock": 1}[str(zoo.jail)]
        assert await soon(lambda: len(zoo.running()) > keepers + 1)
    assert await soon(lambda: not zoo.left())


@pytest.mark.usefixtures("each_namespace")
async def test_an_engine_does_not_outlive_its_keeper(zoo: Zoo) -> None:
    engine = await zoo.start(zoo.rogue("daemon"))
    moves = [await engine.move([], budget_ms=1000), C3]
    assert engine._process is not None
    keeper = engine._process._popen.pid
    os.kill(keeper, signal.SIGKILL)
    assert await soon(lambda: not zoo.running())

    # It gets over this once, too.
    assert mnk.name(await engine.move(moves, budget_ms=1000), BOARD) == "b5"


async def test_a_keeper_that_does_not_end_is_killed(
    zoo: Zoo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_KILL_S", 0.2)
    engine = await zoo.start(zoo.rogue("silent"))
    assert engine._process is not None
    keeper = engine._process._popen
    os.kill(keeper.pid, signal.SIGSTOP)

    engine._process.kill()
    for _ in range(2):  # the server does other things while it waits for the end
        await asyncio.sleep(0)
    assert keeper.returncode is None
    async with asyncio.timeout(60):
        await engine.close()

    assert await soon(lambda: not zoo.running())
