"""An engine in one game: asked for moves in Gomocup's protocol, and never trusted.

The protocol's squares are x,y from 0,0 at the top left; ours count from the bottom left.
"""

import asyncio
import logging
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from games import mnk
from games.engines.config import EngineSpec
from games.engines.process import NO_JAIL, Bounds, Fault, Process, jail_here
from games.engines.sight import seen

GRACE_MS: Final = 500
"""How much later than it was told an answer may come: the machine may be busy."""
OVERRUN_MS: Final = 2000
"""`RunningEngine.move` ends at most this long after its budget, a restart included."""
START_MS: Final = 10_000
"""How long an engine may take to get ready at the beginning of a game."""
END_MS: Final = 500
"""How long it may take to leave when the game is over."""
LEAST_MS: Final = 20
"""No engine is told to think for less."""
STRAY_LINES: Final = 20
"""Lines that mean nothing, tolerated while an answer is awaited: many engines greet."""
_PAUSE_S: Final = 0.03
"""A pause after an answer: an engine winding up its search may lose what it is told meanwhile."""
_UNLIMITED_MS: Final = 100_000_000
"""For the match: some engines take 0 at its word, and 2**31 - 1 overflows in others."""
_CPU_S: Final = 600
_QUOTED: Final = 40
"""Characters of an engine's own words that we repeat."""
_POINT: Final = re.compile(r"(-?\d{1,9})\s*,\s*(-?\d{1,9})(?!\S)", re.ASCII)

_log = logging.getLogger(__name__)


class EngineFailed(Exception):
    """The engine cannot go on in this game and a restart has not helped; it has been ended."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        """What happened, for the people in the game: “Pela 7.9 did not answer within 1.5 s.”"""


class RunningEngine:
    """One engine in one game. Not for two tasks at once; whoever starts it closes it.

    An engine that fails is started once more in its game and asked again; the second time
    `EngineFailed` is raised, and again whenever it is asked after that.
    """

    def __init__(self, spec: EngineSpec, variant: mnk.Variant, bounds: Bounds) -> None:
        """Not started yet: use `RunningEngine.start`."""
        self.spec = spec
        self.variant = variant
        self._bounds = bounds
        self._process: Process | None = None
        self._followed: tuple[mnk.Square, ...] = ()
        """The moves the process knows of."""
        self._told_ms = 0
        """How long it has been told to think."""
        self._answered_at = 0.0
        self._ending: list[Process] = []
        self._is_restarted = False
        self._failed: str | None = None

    @classmethod
    async def start(
        cls,
        spec: EngineSpec,
        variant: mnk.Variant,
        *,
        hide: Sequence[Path] = (),
        jail: str | None = None,
    ) -> "RunningEngine":
        """Start an engine for a game of this variant, and wait until it is ready.

        `hide` names files and folders it is not to see (the server's data), should they lie where
        it sees something; `jail` is one of `process.JAILS`, by default the best that works here.
        Raises `EngineFailed`, after at most START_MS and at once for an engine that this machine
        must not run (`refusal`), and `ValueError` when it does not play the variant.
        """
        if not spec.plays(variant):
            raise ValueError(f"{spec.name} does not play {variant.title}.")
        held = await asyncio.to_thread(jail_here) if jail is None else jail
        refused = refusal(spec, held)
        if refused is not None:
            raise EngineFailed(refused)
        # An engine may think with all processors at each of its moves, and as long in between.
        moves_s = (variant.squares // 2 + 1) * spec.turn_ms / 1000
        bounds = Bounds(
            memory_mb=spec.memory_mb,
            cpu_s=_CPU_S + int(4 * moves_s * (os.cpu_count() or 1)),
            network=spec.network,
            see=seen(spec.command, spec.reads, network=spec.network),
            hide=tuple(path.resolve() for path in hide),
            jail=held,
            is_trusted=spec.trusted,
        )
        engine = cls(spec, variant, bounds)
        until = engine._now() + START_MS / 1000
        try:
            while True:
                try:
                    await engine._open(spec.turn_ms, until=until)
                    return engine
                except Fault as fault:
                    engine._bear(fault, until=until)
        except BaseException:
            await engine.close()
            raise

    async def move(self, moves: Sequence[mnk.Square], *, budget_ms: float) -> mnk.Square:
        """The engine's move after these, all the moves that were played, black's first.

        It is told to think for the budget or its own `turn_ms`, whichever is less, and has GRACE_MS
        more to answer. Takes at most OVERRUN_MS longer than the budget, then raises `EngineFailed`.
        The square is empty and on the board. When cancelled, the process is ended; asked again, the
        engine starts afresh.
        """
        if self._failed is not None:
            raise EngineFailed(self._failed)
        until = self._now() + (budget_ms + OVERRUN_MS) / 1000
        try:
            while True:
                try:
                    return await self._ask(tuple(moves), budget_ms, until=until)
                except Fault as fault:
                    self._bear(fault, until=until)
        except BaseException:
            self._drop()
            raise

    async def close(self) -> None:
        """Let the engine leave; returns when nothing of it is left. May be called twice."""
        process = self._process
        try:
            if process is not None:
                process.send("END")
                await process.has_ended(within_s=END_MS / 1000)
        finally:
            self._drop()
            ending, self._ending = self._ending, []
            for process in ending:
                await process.stop()

    # --- One process, one move --------------------------------------------------------------------

    async def _open(self, told_ms: float, *, until: float) -> Process:
        """A process that is ready for the first move. Raises `Fault`."""
        began = self._now()
        process = self._process = await Process.start(self.spec.command, self._bounds)
        self._followed = ()
        width, height = self.variant.width, self.variant.height
        start = f"START {width}" if width == height else f"RECTSTART {width},{height}"
        # Many engines forget on START what they were told before; some need it before.
        process.send(*self._infos(told_ms), start)
        try:
            while True:
                line = await process.line(until=until)
                word = line.upper()
                if word.startswith("OK"):
                    break
                if word.startswith("ERROR"):
                    raise Fault(f"does not take this game: {_quote(line[5:].strip())}")
        except TimeoutError:
            raise Fault(f"did not start within {_seconds(until - began)}") from None
        process.send(*self._infos(told_ms))
        return process

    def _infos(self, told_ms: float) -> list[str]:
        self._told_ms = round(told_ms)
        assert self._process is not None
        rule = self.variant.line_rule.says.gomocup
        assert rule is not None  # no other rule can be configured for an engine
        infos = [
            f"timeout_turn {self._told_ms}",
            f"timeout_match {_UNLIMITED_MS}",
            f"time_left {_UNLIMITED_MS}",
            f"max_memory {self.spec.memory_mb << 20}",
            "game_type 1",
            f"rule {rule}",
            f"folder {self._process.folder}",
        ]
        if self.variant.k != 5:
            infos.append(f"mnk_k {self.variant.k}")
        return [f"INFO {info}" for info in infos]

    async def _ask(
        self, moves: tuple[mnk.Square, ...], budget_ms: float, *, until: float
    ) -> mnk.Square:
        """One attempt at a move, over at `until`. Raises `Fault`."""
        told_ms = min(budget_ms, self.spec.turn_ms)
        process = self._process
        if process is not None and self._followed not in ((), moves[:-1]):
            self._drop()  # moves were taken back; engines differ in how much of a board they forget
            process = None
        if process is None:
            process = await self._open(told_ms, until=until - GRACE_MS / 1000)
        await asyncio.sleep(self._answered_at + _PAUSE_S - self._now())
        told_ms = max(LEAST_MS, min(told_ms, 1000 * (until - self._now()) - GRACE_MS))
        if round(told_ms) != self._told_ms:
            self._told_ms = round(told_ms)
            process.send(f"INFO timeout_turn {self._told_ms}")
        process.begin_move()
        process.send(*self._question(moves))
        late = min(until, self._now() + (told_ms + GRACE_MS) / 1000)
        square = await self._answer(process, moves, began=self._now(), until=late)
        self._answered_at = self._now()
        self._followed = (*moves, square)
        return square

    def _question(self, moves: tuple[mnk.Square, ...]) -> list[str]:
        if not moves:
            return ["BEGIN"]
        if self._followed == moves[:-1]:
            return [f"TURN {self._point(moves[-1])}"]
        # In the order of play, sides alternating: some engines go by that, not by the last field.
        stones = (
            f"{self._point(square)},{1 if ply % 2 == len(moves) % 2 else 2}"
            for ply, square in enumerate(moves)
        )
        return ["BOARD", *stones, "DONE"]

    async def _answer(
        self, process: Process, moves: tuple[mnk.Square, ...], *, began: float, until: float
    ) -> mnk.Square:
        strays = 0
        stray = ""
        while True:
            try:
                line = await process.line(until=until)
            except TimeoutError:
                if stray:
                    raise Fault(f"answered {_quote(stray)}, which is no move") from None
                raise Fault(f"did not answer within {_seconds(until - began)}") from None
            point = _POINT.match(line)
            if point is not None:
                return self._square(int(point[1]), int(point[2]), moves)
            word, _, rest = line.partition(" ")
            match word.upper():
                case "OK":
                    pass
                case "SUGGEST":
                    process.send(f"PLAY {rest.strip()}")
                case _:  # ERROR and UNKNOWN too: they may concern an INFO it does not know
                    strays += 1
                    stray = stray or line
                    if strays > STRAY_LINES:
                        raise Fault(f"answered {_quote(stray)}, which is no move")

    def _square(self, x: int, y: int, moves: tuple[mnk.Square, ...]) -> mnk.Square:
        if not self.variant.has(x, y):
            raise Fault(f"played {x},{y}, which is not on the board")
        square = (self.variant.height - 1 - y) * self.variant.width + x
        if square in moves:
            raise Fault(f"played {mnk.name(square, self.variant)}, which is taken")
        return square

    def _point(self, square: mnk.Square) -> str:
        row, x = divmod(square, self.variant.width)
        return f"{x},{self.variant.height - 1 - row}"

    # --- Failing ----------------------------------------------------------------------------------

    def _bear(self, fault: Fault, *, until: float) -> None:
        """Go on after a failure, or raise `EngineFailed`."""
        self._drop()
        sentence = f"{self.spec.name} {fault}."
        if self._is_restarted or self._now() + (GRACE_MS + LEAST_MS) / 1000 > until:
            self._failed = sentence
            _log.warning("engine_failed key=%s reason=%r", self.spec.key, sentence)
            raise EngineFailed(sentence) from fault
        self._is_restarted = True
        _log.warning("engine_restarted key=%s reason=%r", self.spec.key, sentence)

    def _drop(self) -> None:
        """Let go of the process; what is left of it goes by itself."""
        if self._process is not None:
            self._process.kill()
            self._ending.append(self._process)
            self._process = None
            self._followed = ()
            self._answered_at = 0.0

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


async def say_who_is_refused(specs: Sequence[EngineSpec]) -> None:
    """Write to the log which jail there is here, and which engines are not run, and why."""
    if specs:
        jail = await asyncio.to_thread(jail_here)
        for spec in specs:
            refused = refusal(spec, jail)
            if refused is not None:
                _log.warning("engine_refused key=%s reason=%r", spec.key, refused)


def refusal(spec: EngineSpec, jail: str) -> str | None:
    """Why an engine must not run here in this jail; None if it may."""
    if os.geteuid() == 0 and not spec.as_root:
        return (
            f"{spec.name} is not run as root: start Inarow as another user, "
            "or write as_root = true for this engine."
        )
    if jail == NO_JAIL and not spec.trusted:
        return (
            f"{spec.name} is not run: nothing on this machine can keep it from files, network and "
            "processes. Install bubblewrap, or write trusted = true for this engine."
        )
    return None


def _quote(line: str) -> str:
    """An engine's words as we repeat them: short, and only printable characters.

    >>> len(_quote("x" * _QUOTED)), _quote("x" * _QUOTED)[-3:], _quote("x" * (_QUOTED + 1))[-3:]
    (42, 'xx”', 'x…”')
    """
    text = "".join(sign if sign.isprintable() else "�" for sign in line)
    return f"“{text[:_QUOTED]}…”" if len(text) > _QUOTED else f"“{text}”"


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f} s".replace(".0 s", " s")
