"""The engines that run at the moment, each in one game."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from django.conf import settings

from games import mnk
from games.engines import RunningEngine
from games.engines.config import EngineSpec

MOST = 8
"""With more engines, the one asked longest ago leaves; asked again, it starts afresh."""
IDLE_S = 120.0
"""An engine that is not asked for this long leaves."""


@dataclass(slots=True)
class _Seat:
    engine: RunningEngine
    asked: float
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Running:
    """Starts engines as their games need them, and ends them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seats: dict[tuple[str, mnk.Side], _Seat] = {}

    def __len__(self) -> int:
        return len(self._seats)

    async def move(
        self, spec: EngineSpec, game: str, side: mnk.Side, state: mnk.GameState
    ) -> mnk.Square:
        """The engine's move in a game. Raises `EngineFailed`."""
        key = (game, side)
        seat = self._seats.get(key)
        if seat is None:
            await self._make_room()
            # It must see nothing of what the server holds.
            engine = await RunningEngine.start(spec, state.variant, hide=(settings.DATA_DIR,))
            seat = self._seats[key] = _Seat(engine, self._clock())
        seat.asked = self._clock()
        async with seat.lock:
            return await seat.engine.move(state.moves, budget_ms=spec.turn_ms)

    async def end(self, game: str) -> None:
        """The game is over: its engines leave."""
        for side in mnk.Side:
            await self._end((game, side))

    async def end_idle(self) -> None:
        """Engines whose game has come to rest leave."""
        for key, seat in tuple(self._seats.items()):
            if self._clock() - seat.asked > IDLE_S and not seat.lock.locked():
                await self._end(key)

    async def close(self) -> None:
        """All engines leave."""
        for key in tuple(self._seats):
            await self._end(key)

    async def _make_room(self) -> None:
        while len(self._seats) >= MOST:
            free = [key for key, seat in self._seats.items() if not seat.lock.locked()]
            if not free:
                return
            await self._end(min(free, key=lambda key: self._seats[key].asked))

    async def _end(self, key: tuple[str, mnk.Side]) -> None:
        seat = self._seats.pop(key, None)
        if seat is not None:
            await seat.engine.close()
