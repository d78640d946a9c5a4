"""The load process of `bench.watch`: people who play at a pace, and many who only watch.

Reads a `Play` or a `Stay` from stdin. It plays for so long and prints what was `Seen`; or it opens
so many sockets, prints `Opened`, and leaves when stdin ends.
"""

import asyncio
import gc
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench import cpu
from bench.load import LoadFailed, told_in
from bench.plan import SQUARES, Prepared
from games.play.protocol import SUBPROTOCOL

OPENING_AT_ONCE = 16
"""Handshakes under way at the same time."""
PATIENCE_S = 60.0
REST_S = 2.5
"""After the last has come: by then presence has been told."""


class Play(msgspec.Struct, frozen=True, tag=True):
    """Games to be played at a pace, and who looks on."""

    host: str
    port: int
    games: tuple[Prepared, ...]
    """The first is the one that is watched."""
    spectators: int
    lobbies: int
    pace_s: float
    """From one move of a game to the next; each game begins at a moment of its own."""
    warm_s: float
    seconds: float
    """Measured, after the warm-up."""
    seed: int
    server_pids: tuple[int, ...]
    part_pids: tuple[int, ...]


class Stay(msgspec.Struct, frozen=True, tag=True):
    """Sockets to be opened and left alone."""

    host: str
    port: int
    path: str
    count: int


Task = Play | Stay


class Shown(msgspec.Struct, frozen=True):
    """One move of the game that is watched. Moments: seconds of the machine's monotonic clock."""

    ply: int
    sent_at: float
    heard_at: tuple[float, ...]
    """When each spectator heard of it."""


class Seen(msgspec.Struct, frozen=True):
    """What was seen while it was measured."""

    seconds: float
    answers_ms: tuple[float, ...]
    """From before a player's send until they heard of their own move, in every game."""
    late: int
    """Moves that were due before the opponent's had been heard."""
    shown: tuple[Shown, ...]
    moves: int
    """Played from beginning to end, not only while it was measured."""
    joined_s: float
    """How long it took until all who watch had their first text, 16 handshakes at a time."""
    lobby_frames: int
    lobby_texts: int
    """Different ones, among `lobby_frames`."""
    lobby_bytes: int
    server_cpu_s: float
    parts_cpu_s: float
    load_cpu_s: float
    others_cpu_s: float


class Opened(msgspec.Struct, frozen=True):
    """All sockets are open and have been told what there is."""

    seconds: float


_now = time.perf_counter


class Line(WSListener):
    """A socket, from its handshake on; ends the run when it is hung up on."""

    def __init__(self, crowd: "Crowd") -> None:
        self.crowd = crowd
        self.transport: WSTransport | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self, path: str, headers: dict[str, str] | None = None) -> None:
        """Open it; return when the first text that says what there is has come."""
        async with self.crowd.opening:
            await ws_connect(
                lambda: self,
                f"ws://{self.crowd.task.host}:{self.crowd.task.port}{path}",
                extra_headers={"Sec-WebSocket-Protocol": SUBPROTOCOL, **(headers or {})},
                websocket_handshake_timeout=PATIENCE_S,
            )
            await asyncio.wait_for(self.ready, PATIENCE_S)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.crowd.fail("the server hung up")

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        at = _now()
        if frame.msg_type is WSMsgType.TEXT:
            self.hear(frame.get_payload_as_bytes(), at)
        elif frame.msg_type is WSMsgType.CLOSE:
            transport.disconnect()

    def hear(self, text: bytes, at: float) -> None:
        """A text has come."""
        if not self.ready.done() and told_in(text).type in ("snapshot", "lobby"):
            self.ready.set_result(None)


class Follower(Line):
    """One who sees every move of a game, in order and once."""

    def __init__(self, crowd: "Crowd", game: "Game") -> None:
        super().__init__(crowd)
        self.game = game
        self.plies = 0

    def hear(self, text: bytes, at: float) -> None:
        told = told_in(text)
        match told.type:
            case "movePlayed":
                if told.ply != self.plies or told.square != SQUARES[told.ply]:
                    self.crowd.fail(f"after {self.plies} moves came {told}")
                self.plies += 1
                self.saw(told.ply, at)
            case "snapshot":
                if self.ready.done():
                    self.crowd.fail("a second snapshot: something had been left out")
                else:
                    self.plies = len(told.moves)
                    self.ready.set_result(None)
            case "rejected":
                self.crowd.fail(told.sentence)

    def saw(self, ply: int, at: float) -> None:
        """A move was heard."""
        raise NotImplementedError


class Player(Follower):
    """A seat's socket."""

    def __init__(self, crowd: "Crowd", game: "Game", side: int) -> None:
        super().__init__(crowd, game)
        self._side = side

    def saw(self, ply: int, at: float) -> None:
        if ply % 2 == self._side:
            self.game.answered(at)
        else:
            self.game.turn_came()


class Spectator(Follower):
    """One of the crowd at the game that is watched."""

    def saw(self, ply: int, at: float) -> None:
        self.crowd.receipts.setdefault(ply, []).append(at)


class Lobby(Line):
    """A socket of the lobby."""

    def hear(self, text: bytes, at: float) -> None:
        super().hear(text, at)
        self.crowd.lobby_texts[hash(text)] += 1
        self.crowd.lobby_bytes += len(text)


class Game:
    """One game, in which a move is due each `pace_s`."""

    def __init__(self, crowd: "Crowd", prepared: Prepared) -> None:
        self.crowd = crowd
        self.slug = prepared.slug
        self.sent = 0
        self.sent_at: list[float] = []
        self.players = (Player(crowd, self, 0), Player(crowd, self, 1))
        self._keys = prepared.keys
        self._due = 0
        """How many moves should have been sent by now."""

    async def open(self) -> None:
        """Sit down, both."""
        for player, key in zip(self.players, self._keys, strict=True):
            await player.open(f"/ws/game/{self.slug}/", {"Authorization": f"Bearer {key}"})

    def begin(self, at: float) -> None:
        """Play the first move at this moment (loop time), and then one each `pace_s`."""
        asyncio.get_running_loop().call_at(at, self._tick, at)

    def _tick(self, at: float) -> None:
        if not self.crowd.is_ending:
            self._due += 1
            self.begin(at + self.crowd.pace_s)
            if not self._send():
                self.crowd.late += 1

    def turn_came(self) -> None:
        """The player to move has heard of the move before."""
        self._send()

    def _send(self) -> bool:
        mover = self.players[self.sent % 2]
        if self.sent >= self._due or mover.plies < self.sent or self.crowd.is_ending:
            return False
        if self.sent == len(SQUARES):
            raise LoadFailed(f"a game has {len(SQUARES)} moves: play faster, or for less long")
        assert mover.transport is not None
        ply = self.sent
        self.sent += 1
        self.sent_at.append(_now())
        command = b'{"type":"playMove","id":"%d","ply":%d,"square":%d}' % (ply, ply, SQUARES[ply])
        mover.transport.send(WSMsgType.TEXT, command)
        return True

    def answered(self, at: float) -> None:
        """The mover has heard of their own move."""
        self.crowd.answers.append((self.sent_at[-1], at))

    @property
    def is_settled(self) -> bool:
        """Whether both have heard of every move that was sent."""
        return all(player.plies == self.sent for player in self.players)


class Crowd:
    """All who are there, and what they have noted."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.pace_s = task.pace_s if isinstance(task, Play) else 0.0
        self.opening = asyncio.Semaphore(OPENING_AT_ONCE)
        self.is_ending = False
        """No more moves are sent."""
        self.answers: list[tuple[float, float]] = []
        """When each move was sent, and when its sender heard of it."""
        self.receipts: dict[int, list[float]] = {}
        self.late = 0
        self.lobby_texts: Counter[int] = Counter()
        self.lobby_bytes = 0
        self._failed: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def fail(self, reason: str) -> None:
        """Something is wrong: the figures would not be worth printing."""
        if not self._failed.done():
            self._failed.set_result(reason)

    async def pass_time(self, seconds: float) -> None:
        """Let others act. Raises `LoadFailed` as soon as something is wrong."""
        done, _ = await asyncio.wait([self._failed], timeout=seconds)
        if done:
            raise LoadFailed(self._failed.result())

    async def gather(self, opening: Iterable[Awaitable[None]]) -> float:
        """Open all these; how many seconds it took."""
        began = _now()
        await asyncio.gather(*opening)
        return _now() - began

    async def wait_for(self, is_true: Callable[[], bool], what: str) -> None:
        """Raises `LoadFailed` if it does not come true in time."""
        deadline = _now() + PATIENCE_S
        while not is_true():
            if _now() > deadline:
                raise LoadFailed(f"not within {PATIENCE_S:.0f} s: {what}")
            await self.pass_time(0.02)

    async def play(self, task: Play) -> Seen:
        """Sit down, let the others come, play, wait until everybody has heard everything."""
        # 1. Everybody comes.
        games = [Game(self, prepared) for prepared in task.games]
        await self.gather(game.open() for game in games)
        watched = games[0]
        spectators = [Spectator(self, watched) for _ in range(task.spectators)]
        lobbies = [Lobby(self) for _ in range(task.lobbies)]
        joined_s = await self.gather(
            [
                *(each.open(f"/ws/game/{watched.slug}/") for each in spectators),
                *(each.open("/ws/lobby/") for each in lobbies),
            ]
        )
        await self.pass_time(REST_S)
        gc.collect()
        gc.freeze()
        gc.disable()
        # 2. They play.
        rng, now = random.Random(task.seed), asyncio.get_running_loop().time()
        for game in games:
            game.begin(now + rng.random() * task.pace_s)
        await self.pass_time(task.warm_s)
        self.late, self.lobby_bytes = 0, 0
        self.lobby_texts.clear()
        before, began = cpu.take(task.server_pids, task.part_pids), _now()
        await self.pass_time(task.seconds)
        used, ended = cpu.take(task.server_pids, task.part_pids) - before, _now()
        frames, texts = self.lobby_texts.total(), len(self.lobby_texts)
        late, lobby_bytes = self.late, self.lobby_bytes
        # 3. What was sent is heard by all.
        self.is_ending = True
        await self.wait_for(lambda: all(game.is_settled for game in games), "all moves heard")
        await self.wait_for(
            lambda: all(each.plies == watched.sent for each in spectators), "all moves watched"
        )
        return Seen(
            seconds=ended - began,
            answers_ms=tuple(
                1e3 * (at - sent_at) for sent_at, at in self.answers if began <= sent_at < ended
            ),
            late=late,
            shown=tuple(
                Shown(ply, watched.sent_at[ply], tuple(heard_at))
                for ply, heard_at in self.receipts.items()
                if began <= watched.sent_at[ply] < ended
            ),
            moves=sum(game.sent for game in games),
            joined_s=joined_s,
            lobby_frames=frames,
            lobby_texts=texts,
            lobby_bytes=lobby_bytes,
            server_cpu_s=used.server,
            parts_cpu_s=used.parts,
            load_cpu_s=used.own,
            others_cpu_s=used.others,
        )

    async def stay(self, task: Stay) -> None:
        """Open the sockets, say so, and stay until stdin ends."""
        lines = [Line(self) for _ in range(task.count)]
        _say(Opened(await self.gather(line.open(task.path) for line in lines)))
        dismissed = asyncio.get_running_loop().run_in_executor(None, sys.stdin.buffer.read)
        while not dismissed.done():
            await self.pass_time(0.1)


async def main() -> None:
    task = msgspec.json.decode(sys.stdin.buffer.readline(), type=Task)
    crowd = Crowd(task)
    try:
        match task:
            case Play():
                _say(await crowd.play(task))
            case Stay():
                await crowd.stay(task)
    except LoadFailed as failure:
        sys.exit(f"crowd: {failure}")


def _say(message: msgspec.Struct) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(message) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    uvloop.run(main())
