"""The load process: both players of G games at once, each answering as soon as they are asked to.

Reads a `Task` from stdin. Prints `Figures` when it has measured, and goes on playing until the
server is gone; then it prints what its players had `Heard`.
"""

import asyncio
import gc
import sys
import time
from collections.abc import Iterator

import msgspec
import uvloop

from bench import cpu
from bench.plan import SQUARES, Figures, Heard, Prepared, Task
from bench.seats import PATIENCE_S, SEATS

OPEN_AHEAD = 40
"""Plies before the end of a game at which the next one's sockets are opened."""
OPENING_AT_ONCE = 16
"""Handshakes under way at the same time."""


_now = time.perf_counter


class LoadFailed(RuntimeError):
    """The server refused, hung up or left something out: there is nothing to measure."""


class Game:
    """One game and its two players."""

    def __init__(self, table: "Table", prepared: Prepared, length: int) -> None:
        self.table = table
        self.slug = prepared.slug
        self.length = length
        """How many moves of it are played here."""
        self.heard = 0
        self.sent_at = 0.0
        self.is_left = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        kind = SEATS[table.load.task.speaks]
        self.players = tuple(kind(self, side, key) for side, key in enumerate(prepared.keys))
        self._seated: set[int] = set()
        self._plies = [0, 0]
        """How many moves each side has heard of."""

    async def open(self) -> None:
        """Open both sockets; return when both players have seen the board."""
        load = self.table.load
        for player in self.players:
            async with load.opening:
                await player.open(load.task.host, load.task.port)
        await asyncio.wait_for(self.ready, PATIENCE_S)

    def seated(self, side: int) -> None:
        """This side's player has seen the board."""
        self._seated.add(side)
        if len(self._seated) == 2 and not self.ready.done():
            self.ready.set_result(None)

    def heard_of(self, side: int, plies: int) -> None:
        """This side has heard of that many moves: if it is to move, note it, and answer."""
        if plies > self._plies[side]:
            self._plies[side] = plies
            if plies % 2 == side:
                self._answer(plies)

    def play(self, ply: int) -> None:
        """Play the move of this ply."""
        self.sent_at = _now()
        self.players[ply % 2].play(ply)

    def play_soon(self, ply: int) -> None:
        """Play it when its player has thought."""
        pause_s = self.table.load.task.pause_s
        if pause_s:
            asyncio.get_running_loop().call_later(pause_s, self.play, ply)
        else:
            self.play(ply)

    def hung_up(self) -> None:
        """The server has closed a socket."""
        self.table.load.hung_up(self)

    def fail(self, reason: str) -> None:
        """The server has said what it should not."""
        self.table.load.fail(f"game {self.slug}: {reason}")

    def leave(self) -> None:
        """Both players close their sockets."""
        self.is_left = True
        for player in self.players:
            player.leave()

    def _answer(self, plies: int) -> None:
        self.table.load.count(_now() - self.sent_at)
        self.heard = plies
        if plies < self.length:
            self.play_soon(plies)
            if plies == self.length - OPEN_AHEAD:
                self.table.open_next()
        else:
            self.table.game_over(self)


class Table:
    """One of the G places where a game is always being played."""

    def __init__(self, load: "Load", length: int) -> None:
        self.load = load
        self._length = length
        self._next: asyncio.Task[Game] | None = None

    async def begin(self) -> Game:
        """Open the first game. Its first move is the caller's to play."""
        game = self.load.new_game(self, self._length)
        await game.open()
        return game

    def open_next(self) -> None:
        """Open the game after this one."""
        if self._next is None and not self.load.is_ending:
            self._next = asyncio.create_task(self._open())
            # A handshake that the end of the server interrupts is nobody's business.
            self._next.add_done_callback(lambda opened: opened.cancelled() or opened.exception())

    def game_over(self, game: Game) -> None:
        """Move on to the next game."""
        game.leave()
        self.open_next()
        if self._next is not None:
            self._next.add_done_callback(self._move_on)
            self._next = None

    async def _open(self) -> Game:
        game = self.load.new_game(self, len(SQUARES))
        await game.open()
        return game

    def _move_on(self, opened: "asyncio.Task[Game]") -> None:
        if opened.cancelled() or self.load.is_ending:
            return
        error = opened.exception()
        if error is not None:
            self.load.fail(f"a game could not be opened: {error!r}")
        else:
            opened.result().play(0)


class Load:
    """All tables, and what is noted about them."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.opening = asyncio.Semaphore(OPENING_AT_ONCE)
        self.is_ending = False
        """From the moment it has measured: the server may go, and no game is begun."""
        self.games: list[Game] = []
        self._prepared: Iterator[Prepared] = iter(task.games)
        self._is_measuring = False
        self._took: list[float] = []
        self._failed: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._server_gone = asyncio.Event()

    def new_game(self, table: Table, length: int) -> Game:
        """The next prepared game."""
        try:
            game = Game(table, next(self._prepared), length)
        except StopIteration:
            raise LoadFailed("too few games were prepared for a server this fast") from None
        self.games.append(game)
        return game

    def count(self, took_s: float) -> None:
        """A move has been received by the mover's opponent."""
        if self._is_measuring:
            self._took.append(took_s)

    def fail(self, reason: str) -> None:
        """Something is wrong: the figures would not be worth printing."""
        if not self._failed.done():
            self._failed.set_result(reason)

    def hung_up(self, game: Game) -> None:
        """The server has closed a socket."""
        if self.is_ending:
            self._server_gone.set()
        elif not game.is_left:
            self.fail(f"the server hung up in game {game.slug}")

    async def measure(self) -> Figures:
        """Open the games, play, and say what was seen in `task.seconds` after the warm-up."""
        task = self.task
        # The first games have all lengths: so the later ones do not all begin at the same time.
        tables = [
            Table(self, -(-len(SQUARES) * (number + 1) // task.tables))
            for number in range(task.tables)
        ]
        games = await asyncio.gather(*(table.begin() for table in tables))
        gc.collect()
        gc.freeze()
        gc.disable()
        for number, game in enumerate(games):
            # Those who think do not all move at the same moment.
            asyncio.get_running_loop().call_later(task.pause_s * number / task.tables, game.play, 0)
        await self._let_play(task.warm_s)
        before, at, opened = cpu.take(task.server_pids, task.part_pids), _now(), len(self.games)
        self._is_measuring = True
        await self._let_play(task.seconds)
        self._is_measuring = False
        used, seconds = cpu.take(task.server_pids, task.part_pids) - before, _now() - at
        self.is_ending = True
        took = sorted(self._took)
        if not took:
            raise LoadFailed("no move was heard")
        return Figures(
            seconds=seconds,
            moves=len(took),
            p50_ms=took[len(took) // 2] * 1e3,
            p99_ms=took[len(took) * 99 // 100] * 1e3,
            worst_ms=took[-1] * 1e3,
            server_cpu_s=used.server,
            parts_cpu_s=used.parts,
            load_cpu_s=used.own,
            others_cpu_s=used.others,
            new_games=len(self.games) - opened,
        )

    async def heard_at_the_end(self) -> Heard:
        """What had been heard when the server was gone and all it had sent was read."""
        await asyncio.wait_for(self._server_gone.wait(), PATIENCE_S)
        await asyncio.sleep(0.3)
        return Heard({game.slug: game.heard for game in self.games})

    async def _let_play(self, seconds: float) -> None:
        done, _ = await asyncio.wait([self._failed], timeout=seconds)
        if done:
            raise LoadFailed(self._failed.result())


async def main() -> None:
    load = Load(msgspec.json.decode(sys.stdin.buffer.readline(), type=Task))
    try:
        figures = await load.measure()
    except LoadFailed as failure:
        sys.exit(f"load: {failure}")
    _say(figures)
    _say(await load.heard_at_the_end())


def _say(message: msgspec.Struct) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(message) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    uvloop.run(main())
