"""A place to keep engines: what they leave behind would be found there."""

import asyncio
import contextlib
import os
import sys
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

import pytest
import pytest_asyncio
import uvloop

from games import mnk
from games.engines import RunningEngine
from games.engines.config import BoardSizes, EngineSpec

ROGUE = Path(__file__).with_name("rogue.py")
RECORDER = Path(__file__).with_name("recorder.py")
BOARD = mnk.Variant(5, 5, 5)


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The server's loop; and for the tests of playing, Python's own as well."""
    loops: dict[str, Callable[[], asyncio.AbstractEventLoop]] = {"uvloop": uvloop.new_event_loop}
    if item.path.name == "test_playing.py":
        loops["asyncio"] = asyncio.new_event_loop
    return loops


class Zoo:
    """Starts engines for a test, and knows whether any of them is still about."""

    def __init__(self, folders: Path) -> None:
        self.marker = uuid.uuid4().hex
        self.folders = folders
        self.jail: str | None = None
        """None takes the best there is."""
        self._engines: list[RunningEngine] = []

    def rogue(
        self, mode: str, detail: object = "", *, memory_mb: int = 350, network: bool = False
    ) -> EngineSpec:
        """The misbehaving engine; it is told to think for 200 ms."""
        return EngineSpec(
            key="rogue",
            name="Rogue 1",
            command=(sys.executable, str(ROGUE), mode, self.marker, str(detail)),
            boards=(BoardSizes((1, 1), (32, 32)),),
            k=(3, 4, 5),
            rules=(mnk.LineRule.FREESTYLE, mnk.LineRule.EXACT),
            turn_ms=200,
            memory_mb=memory_mb,
            network=network,
            as_root=True,
        )

    async def start(
        self, spec: EngineSpec, variant: mnk.Variant = BOARD, *, hide: tuple[Path, ...] = ()
    ) -> RunningEngine:
        engine = await RunningEngine.start(spec, variant, hide=hide, jail=self.jail)
        self._engines.append(engine)
        return engine

    def running(self) -> list[int]:
        """The engines' processes, and their keepers."""
        return processes_with(self.marker)

    def left(self) -> list[object]:
        """The engines' processes and folders."""
        return [*self.running(), *self.folders.iterdir()]

    async def close(self) -> None:
        for engine in self._engines:
            await engine.close()


async def soon(holds: Callable[[], bool], *, within_s: float = 60) -> bool:
    """Whether this holds now or comes to hold in time."""
    until = time.monotonic() + within_s
    while not (held := holds()) and time.monotonic() < until:  # noqa: ASYNC110  # nobody tells
        await asyncio.sleep(0.01)
    return held


def processes_with(marker: str) -> list[int]:
    """The processes with this among their arguments, dead ones not counted."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError):
                if marker.encode() in Path(f"/proc/{name}/cmdline").read_bytes():
                    found.append(int(name))
    return found


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the engines' working folders are made."""
    folders = tmp_path / "folders"
    folders.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folders))
    return folders


@pytest_asyncio.fixture
async def zoo(folders: Path) -> AsyncIterator[Zoo]:
    """Engines; after the test none is left, and the event loop was never held up for long."""
    zoo = Zoo(folders)
    longest_s = 0.0

    async def tick() -> None:
        nonlocal longest_s
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.01)
            longest_s = max(longest_s, time.monotonic() - before)

    ticking = asyncio.create_task(tick())
    yield zoo
    await zoo.close()
    assert zoo.left() == []
    ticking.cancel()
    assert longest_s < 10  # generous, for a busy machine; an engine that blocks it does so for ever
