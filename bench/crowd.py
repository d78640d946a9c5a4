"""Those who watch in `bench.watch`: a load process that lets all others have the processor first.

Reads a `Watch` or a `Stay` from stdin. For a `Watch` it reads when to begin (`bench.line`) and how
the game `Ended`, and prints what was `Watched` when all of it has been heard; for a `Stay` it only
opens the sockets. The time a frame waits here until it is read counts in its receipt.
"""

import asyncio
import os
import random
import sys
from collections import Counter

import msgspec
import uvloop
from picows import WSMsgType

from bench.line import Begin, Follower, Line, Run, now, orders, say
from bench.load import LoadFailed

NICE = 5
"""A browser that watches has a machine of its own: here it takes what server and players leave."""
TALK_S = 0.12
"""From one frame of a talker to the next: as fast as a socket may."""


class Watch(msgspec.Struct, frozen=True, tag=True):
    """Who looks on."""

    host: str
    port: int
    slug: str
    """The game that is watched."""
    spectators: int
    lobbies: int
    talkers: tuple[str, ...]
    """The cookies of those who flood the chat of that game."""
    seed: int


class Stay(msgspec.Struct, frozen=True, tag=True):
    """Sockets to be opened and left alone."""

    host: str
    port: int
    path: str
    count: int


class Ended(msgspec.Struct, frozen=True):
    """No more moves are played."""

    plies: int
    """How many moves of the game that is watched were sent."""


class Watched(msgspec.Struct, frozen=True):
    """What was seen by those who watch."""

    heard_at: dict[int, tuple[float, ...]]
    """When each spectator heard of each ply, in seconds of the machine's monotonic clock."""
    lobby_frames: int
    """While it was measured, like everything below."""
    lobby_texts: int
    """Different ones, among `lobby_frames`."""
    lobby_bytes: int
    flood: dict[str, int]
    """What became of the talkers' frames: `said`, or the code of the refusal."""


class SaidLine(msgspec.Struct, frozen=True):
    """Whose line it was."""

    command: str | None = None


class Answer(msgspec.Struct, frozen=True):
    """The parts of interest in what a talker is told."""

    type: str
    id: str | None = None
    code: str = ""
    line: SaidLine | list[int] | None = None
    """What was said; for a move, the squares that won."""


answer_in = msgspec.json.Decoder(Answer).decode


class Spectator(Follower):
    """One of the crowd at the game that is watched."""

    def __init__(self, crowd: "Crowd") -> None:
        super().__init__(crowd)
        self._crowd = crowd

    def saw(self, ply: int, at: float) -> None:
        self._crowd.heard_at.setdefault(ply, []).append(at)


class Lobby(Line):
    """A socket of the lobby."""

    def __init__(self, crowd: "Crowd") -> None:
        super().__init__(crowd)
        self._crowd = crowd

    def hear(self, text: bytes, at: float) -> None:
        super().hear(text, at)
        self._crowd.lobby_texts[hash(text)] += 1
        self._crowd.lobby_bytes += len(text)


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
"""What each talker sends in turn, given an id and a number: lines, and what is not theirs."""
LEAST = 2 * len(FLOOD)
"""Each sends this many frames at least, however short the measurement and slow the machine: more
lines than one person may say."""


class Talker(Line):
    """A spectator with a name who sends as much as a socket may; each frame is answered once."""

    def __init__(self, crowd: "Crowd", name: str) -> None:
        super().__init__(crowd)
        self._crowd = crowd
        self._name = name
        self._mark = f'"{name}-'.encode()
        """Found in every answer to this talker; to be quick, what others say is not read."""
        self._waiting: set[str] = set()
        self._sent = 0

    def begin(self, at: float) -> None:
        """Send a frame at this moment (loop time), and then one each `TALK_S`."""
        asyncio.get_running_loop().call_at(at, self._talk, at)

    def _talk(self, at: float) -> None:
        if self._crowd.is_ending and self._sent >= LEAST:
            return
        assert self.transport is not None
        number = self._sent
        self._sent += 1
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
            self._crowd.flood[told.code or told.type] += 1

    @property
    def is_settled(self) -> bool:
        """Whether every frame was sent and answered."""
        return self._sent >= LEAST and not self._waiting


class Crowd(Run):
    """All who look on, and what they have noted."""

    def __init__(self, task: Watch | Stay, told: asyncio.StreamReader) -> None:
        super().__init__(task.host, task.port, told)
        self.is_ending = False
        """The talkers fall silent once each has sent the `LEAST`."""
        self.heard_at: dict[int, list[float]] = {}
        self.lobby_texts: Counter[int] = Counter()
        self.lobby_bytes = 0
        self.flood: Counter[str] = Counter()
        """How the talkers' frames were answered, even those answered after the measurement."""

    async def watch(self, task: Watch) -> None:
        """Come, look on, wait until everybody has heard everything, say what was seen."""
        spectators = [Spectator(self) for _ in range(task.spectators)]
        lobbies = [Lobby(self) for _ in range(task.lobbies)]
        talkers = [Talker(self, f"t{number}") for number in range(len(task.talkers))]
        page, origin = f"/ws/game/{task.slug}/", f"http://{task.host}:{task.port}"
        await self.open_all(
            [
                *(
                    each.open(page, {"Origin": origin, "Cookie": cookie})
                    for each, cookie in zip(talkers, task.talkers, strict=True)
                ),
                *(each.open(page) for each in spectators),
                *(each.open("/ws/lobby/") for each in lobbies),
            ]
        )
        begin = await self.order(Begin)
        rng, at = random.Random(task.seed), asyncio.get_running_loop().time()
        for talker in talkers:
            talker.begin(at + begin.play_at - now() + rng.random() * TALK_S)
        await self.pass_until(begin.measure_from)
        self.lobby_bytes = 0
        self.lobby_texts.clear()
        self.flood.clear()
        await self.pass_until(begin.measure_until)
        frames, texts = self.lobby_texts.total(), len(self.lobby_texts)
        lobby_bytes = self.lobby_bytes
        self.is_ending = True
        ended = await self.order(Ended)
        await self.wait_for(
            lambda: all(each.plies == ended.plies for each in spectators), "all moves watched"
        )
        await self.wait_for(lambda: all(each.is_settled for each in talkers), "all talk answered")
        say(
            Watched(
                heard_at={ply: tuple(moments) for ply, moments in self.heard_at.items()},
                lobby_frames=frames,
                lobby_texts=texts,
                lobby_bytes=lobby_bytes,
                flood=dict(self.flood),
            )
        )
        await self.dismissed()

    async def stay(self, task: Stay) -> None:
        """Open the sockets, and stay until stdin ends."""
        lines = [Line(self) for _ in range(task.count)]
        await self.open_all(line.open(task.path) for line in lines)
        await self.dismissed()


def give_way() -> None:
    """Let everybody else have the processor first; under a real-time policy by its own priority."""
    policy = os.sched_getscheduler(0)
    if policy in (os.SCHED_FIFO, os.SCHED_RR):
        priority = os.sched_getparam(0).sched_priority
        os.sched_setscheduler(0, policy, os.sched_param(max(1, priority - 1)))
    else:
        os.nice(NICE)


async def main() -> None:
    told = await orders()
    task: Watch | Stay = msgspec.json.decode(await told.readline(), type=Watch | Stay)
    crowd = Crowd(task, told)
    try:
        match task:
            case Watch():
                give_way()
                await crowd.watch(task)
            case Stay():
                await crowd.stay(task)
    except LoadFailed as failure:
        sys.exit(f"crowd: {failure}")


if __name__ == "__main__":
    uvloop.run(main())
