"""The load process of `bench.watch`: people who play at a pace, and many who only watch.

Reads a `Play` or a `Stay` from stdin. It plays for so long and prints what was `Seen`; or it opens
so many sockets, prints `Opened`, and leaves when stdin ends.
"""

import asyncio
import gc
import itertools
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
TALK_S = 0.12
"""From one frame of a talker to the next: as fast as a socket may."""
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
    talkers: tuple[str, ...]
    """The cookies of those who flood the chat of the game that is watched."""
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
    flood: dict[str, int]
    """What became of the talkers' frames: `said`, or the code of the refusal."""
    server_cpu_s: float
    parts_cpu_s: float
    load_cpu_s: float
    others_cpu_s: float


class SaidLine(msgspec.Struct, frozen=True):
    """Whose line was told."""

    command: str | None = None


class Answer(msgspec.Struct, frozen=True):
    """What is of interest in what a talker is told."""

    type: str
    id: str | None = None
    code: str = ""
    line: SaidLine | list[int] | None = None
    """What was said; of a move, the squares that won."""


answer_in = msgspec.json.Decoder(Answer).decode


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


FLOOD = (
    '{"type":"say","id":"%s","room":"spectators","text":"Line %s."}',
    '{"type":"say","id":"%s","room":"spectators","text":"The same line, %.0s again."}',
    '{"type":"say","id":"%s","room":"spectators","text":"%.0s<script>alert(1)</script>"}',
    '{"type":"say","id":"%s","room":"spectators","text":"%.0s' + 2_500 * "x" + '"}',
    '{"type":"say","id":"%s","room":"spectators","text":"%.0s' + 90 * "e\u0301\u0302" + '"}',
    '{"type":"say","id":"%s","room":"players","text":"%.0sLet me in."}',
    '{"type":"playMove","id":"%s","ply":%.0s0,"square":0}',
    '{"type":"resign","id":"%s%.0s"}',
)
"""What each talker sends in turn, given an id and a number: lines, and what is none of theirs."""


class Talker(Line):
    """A spectator with a name who sends as much as a socket may; each frame is answered once."""

    def __init__(self, crowd: "Crowd", name: str) -> None:
        super().__init__(crowd)
        self._name = name
        self._mark = f'"{name}-'.encode()
        """In every answer to this talker; what all others say is not read, to be quick."""
        self._waiting: set[str] = set()
        self._numbers = itertools.count()

    def begin(self, at: float) -> None:
        """Send a frame at this moment (loop time), and then one each `TALK_S`."""
        asyncio.get_running_loop().call_at(at, self._talk, at)

    def _talk(self, at: float) -> None:
        if self.crowd.is_ending:
            return
        assert self.transport is not None
        number = next(self._numbers)
        id = f"{self._name}-{number}"
        self._waiting.add(id)
        frame = FLOOD[number % len(FLOOD)] % (id, number)
        self.transport.send(WSMsgType.TEXT, frame.encode())
        self.begin(at + TALK_S)

    def hear(self, text: bytes, at: float) -> None:
        super().hear(text, at)
        if self._mark not in text:
            return
        told = answer_in(text)
        id = told.line.command if isinstance(told.line, SaidLine) else told.id
        if id in self._waiting:
            self._waiting.remove(id)
            self.crowd.flood[told.code or told.type] += 1

    @property
    def is_settled(self) -> bool:
        """Whether every frame was answered."""
        return not self._waiting


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
        self.flood: Counter[str] = Counter()
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
        talkers = [Talker(self, f"t{number}") for number in range(len(task.talkers))]
        origin = f"http://{task.host}:{task.port}"
        joined_s = await self.gather(
            [
                *(
                    each.open(f"/ws/game/{watched.slug}/", {"Origin": origin, "Cookie": cookie})
                    for each, cookie in zip(talkers, task.talkers, strict=True)
                ),
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
        for talker in talkers:
            talker.begin(now + rng.random() * TALK_S)
        await self.pass_time(task.warm_s)
        self.late, self.lobby_bytes = 0, 0
        self.lobby_texts.clear()
        self.flood.clear()
        before, began = cpu.take(task.server_pids, task.part_pids), _now()
        await self.pass_time(task.seconds)
        used, ended = cpu.take(task.server_pids, task.part_pids) - before, _now()
        frames, texts = self.lobby_texts.total(), len(self.lobby_texts)
        late, lobby_bytes, flood = self.late, self.lobby_bytes, dict(self.flood)
        # 3. What was sent is heard by all.
        self.is_ending = True
        await self.wait_for(lambda: all(game.is_settled for game in games), "all moves heard")
        await self.wait_for(
            lambda: all(each.plies == watched.sent for each in spectators), "all moves watched"
        )
        await self.wait_for(lambda: all(each.is_settled for each in talkers), "all talk answered")
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
            flood=flood,
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
