"""The processes that think and draw: forked from one that has loaded what they need."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from games import child, forkserver
from games.child import ROOT
from games.thinking import questions
from games.thinking.pool import Thinker, ThinkerFailed
from games.thinking.thinker import run as think
from tests.thinking.test_thinking import PATIENCE_S, endless, hint

ENDLESS = f"""
import asyncio, django
django.setup()
from games.thinking import questions
from games.thinking.pool import Thinker
from tests.thinking.test_thinking import endless

async def main():
    thinker = Thinker(0)
    await thinker.ready()
    asyncio.get_running_loop().call_later(0.2, lambda: print(thinker.pid, flush=True))
    await thinker.ask(endless(), seconds={PATIENCE_S})

asyncio.run(main())
"""


@pytest_asyncio.fixture
async def thinkers(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Callable[..., Thinker]]:
    """Thinkers of a fork server of this test's own."""
    monkeypatch.setattr(child, "_servers", {})
    monkeypatch.setenv("INAROW_SECRET_KEY", "nobody is to know")
    started: list[Thinker] = []

    def start(nice: int = 0) -> Thinker:
        started.append(Thinker(nice))
        return started[-1]

    yield start
    for thinker in started:
        thinker.end()
    for server in child._servers.values():
        server.forget()


def environment(pid: int | None) -> bytes:
    return Path(f"/proc/{pid}/environ").read_bytes()


def parent(pid: int | None) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def is_there(pid: int | None) -> bool:
    return Path(f"/proc/{pid}").exists()


async def gone(pid: int | None) -> None:
    """Return when a process has ended."""
    async with asyncio.timeout(PATIENCE_S):
        while is_there(pid):  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.02)


async def answers(thinker: Thinker) -> None:
    answer = await thinker.ask(hint(), seconds=PATIENCE_S)
    assert isinstance(answer, questions.ThreatsFound)


async def test_they_are_forked_from_one_process_that_knows_no_secret(
    thinkers: Callable[..., Thinker],
) -> None:
    one, two = thinkers(), thinkers()
    for thinker in (one, two):
        await thinker.ready()
        assert b"PATH=" in environment(thinker.pid)
        assert b"nobody is to know" not in environment(thinker.pid)

    assert one.pid != two.pid
    assert parent(one.pid) == parent(two.pid) != os.getpid()


def sockets(pid: int | None) -> int:
    """How many sockets a process has open."""
    links = (os.readlink(each) for each in Path(f"/proc/{pid}/fd").iterdir())
    return sum(link.startswith("socket:") for link in links)


async def test_each_holds_no_line_but_its_own_and_gives_way_to_the_games(
    thinkers: Callable[..., Thinker],
) -> None:
    one, two = thinkers(forkserver.NICE + 2), thinkers()
    await one.ready()
    await two.ready()
    server = parent(two.pid)

    assert (sockets(one.pid), sockets(two.pid)) == (1, 1)
    async with asyncio.timeout(PATIENCE_S):
        # It may be about to close its copy of the last end.
        while sockets(server) != 3:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    nicest, ours = 19, os.nice(0)
    for pid, nicer in ((server, forkserver.NICE), (one.pid, forkserver.NICE + 2)):
        assert pid is not None
        assert os.getpriority(os.PRIO_PROCESS, pid) == min(nicest, ours + nicer)
    one.end()


async def test_a_server_that_is_stuck_holds_nobody_up_and_another_is_started(
    thinkers: Callable[..., Thinker],
) -> None:
    one = thinkers()
    await one.ready()
    stuck = parent(one.pid)
    os.kill(stuck, signal.SIGSTOP)
    (server,) = child._servers.values()

    with contextlib.suppress(BlockingIOError):
        while True:  # until the line is full
            server.ask(forkserver.KILL, number=1_000_000)
    two = thinkers()
    await two.ready()

    for each in (stuck, one.pid):
        await gone(each)
    await answers(two)


def test_what_cannot_be_started_leaves_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError("Resource temporarily unavailable")

    monkeypatch.setattr(child, "_servers", {})
    monkeypatch.setattr(subprocess, "Popen", refuse)
    before = sorted(os.listdir("/proc/self/fd"))
    with pytest.raises(BlockingIOError) as refused:
        child.Child("games.thinking.thinker", 0)
    assert refused.value.__traceback__  # what it holds would still be open
    assert sorted(os.listdir("/proc/self/fd")) == before


async def test_one_that_is_ended_is_gone_and_the_others_answer(
    thinkers: Callable[..., Thinker],
) -> None:
    one, two = thinkers(), thinkers()
    for thinker in (one, two):
        await thinker.ready()
    search = asyncio.ensure_future(one.ask(endless(), seconds=PATIENCE_S))
    await asyncio.sleep(0.1)

    one.end()

    assert one._writer is not None
    assert one._writer.is_closing()
    await gone(one.pid)
    await answers(two)
    await asyncio.wait([search])
    assert isinstance(search.exception(), ThinkerFailed)


async def test_they_end_with_their_server_and_the_next_has_another(
    thinkers: Callable[..., Thinker],
) -> None:
    one = thinkers()
    await one.ready()
    server = parent(one.pid)

    os.kill(server, signal.SIGKILL)
    for each in (server, one.pid):
        await gone(each)
    two = thinkers()
    await two.ready()

    assert parent(two.pid) != server
    await answers(two)
    one.end()
    await answers(two)


async def test_an_interrupt_at_the_terminal_is_for_the_server_of_the_games_alone(
    thinkers: Callable[..., Thinker],
) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # run in the background
    try:
        one = thinkers()
        await one.ready()
    finally:
        signal.signal(signal.SIGINT, before)

    for each in (parent(one.pid), one.pid):
        assert each is not None
        os.kill(each, signal.SIGINT)

    await answers(one)
    two = thinkers()
    await two.ready()
    assert parent(two.pid) == parent(one.pid)


async def test_a_server_with_nothing_to_do_ends(thinkers: Callable[..., Thinker]) -> None:
    one = thinkers()
    await one.ready()
    server = parent(one.pid)

    one.end()

    await asyncio.sleep(forkserver.IDLE_S / 2)
    assert is_there(server)
    await gone(server)
    two = thinkers()
    await two.ready()
    await answers(two)


async def test_all_end_with_the_process_that_asked() -> None:
    asker = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", ENDLESS),
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        stdout=subprocess.PIPE,
    )
    assert asker.stdout is not None
    async with asyncio.timeout(PATIENCE_S):
        pid = int(await asker.stdout.readline())
    server = parent(pid)

    asker.kill()

    for each in (pid, server):
        await gone(each)
    await asker.wait()


async def test_a_fork_server_keeps_no_code_that_only_loading_needed(
    thinkers: Callable[..., Thinker],
) -> None:
    thinker = thinkers()
    await thinker.ready()
    await answers(thinker)  # what it does need comes back

    of_compiler = [
        megabytes
        for file, megabytes in code(parent(thinker.pid))
        if Path(file).name.startswith("libllvm")
    ]

    assert of_compiler
    assert sum(of_compiler) < 5.0  # 50 had been touched


def test_a_process_whose_asker_has_gone_ends_quietly() -> None:
    ours, theirs = socket.socketpair()
    ours.close()
    forkserver.attend(theirs.detach(), think)


def code(pid: int) -> Iterator[tuple[str, float]]:
    """The files whose machine code a process has mapped, and how much of it is in its memory."""
    file = ""
    for line in Path(f"/proc/{pid}/smaps").read_text().splitlines():
        what, *rest = line.split()
        if not what.endswith(":"):
            file = rest[-1] if rest[0] == "r-xp" else ""
        elif what == "Rss:" and file.startswith("/"):
            yield file, int(rest[0]) / 1024
