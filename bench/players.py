"""Those who play in `bench.watch`: a load process that does the same, whoever looks on.

Reads a `Play` from stdin, and when to begin (`bench.line`). Prints what was `Played` when all of it
has been heard.
"""

import asyncio
import random
import sys

import msgspec
import uvloop
from picows import WSMsgType

from bench.line import Begin, Follower, Run, now, orders, say
from bench.load import LoadFailed
from bench.plan import SQUARES, Prepared


class Play(msgspec.Struct, frozen=True):
    """Games to be played at a pace."""

    host: str
    port: int
    games: tuple[Prepared, ...]
    """The first is the one that is watched."""
    pace_s: float
    """From one move of a game to the next; each game begins at a moment of its own."""
    seed: int


class Played(msgspec.Struct, frozen=True):
    """What the players have seen."""

    answers_ms: tuple[float, ...]
    """From before a player's send until they heard of their own move, in every game."""
    late: int
    """Moves that were due before the opponent's had been heard."""
    sent_at: tuple[float, ...]
    """When each move of the game that is watched was sent, from its beginning to its end."""
    moves: int
    """In all games, from beginning to end, not only while it was measured."""


class Player(Follower):
    """A seat's socket."""

    def __init__(self, tables: "Tables", game: "Game", side: int) -> None:
        super().__init__(tables)
        self._game = game
        self._side = side

    def saw(self, ply: int, at: float) -> None:
        if ply % 2 == self._side:
            self._game.answered(at)
        else:
            self._game.turn_came()


class Game:
    """One game, in which a move is due each `pace_s`."""

    def __init__(self, tables: "Tables", prepared: Prepared) -> None:
        self.slug = prepared.slug
        self.sent_at: list[float] = []
        self.players = (Player(tables, self, 0), Player(tables, self, 1))
        self._tables = tables
        self._keys = prepared.keys
        self._due = 0
        """How many moves should have been sent by now."""

    @property
    def sent(self) -> int:
        """How many moves have been sent."""
        return len(self.sent_at)

    async def open(self) -> None:
        """Sit down, both."""
        for player, key in zip(self.players, self._keys, strict=True):
            await player.open(f"/ws/game/{self.slug}/", {"Authorization": f"Bearer {key}"})

    def begin(self, at: float) -> None:
        """Play the first move at this moment (loop time), and then one each `pace_s`."""
        asyncio.get_running_loop().call_at(at, self._tick, at)

    def _tick(self, at: float) -> None:
        if not self._tables.is_ending:
            self._due += 1
            self.begin(at + self._tables.pace_s)
            if not self._send():
                self._tables.late += 1

    def turn_came(self) -> None:
        """The player to move has heard of the move before."""
        self._send()

    def _send(self) -> bool:
        ply = self.sent
        mover = self.players[ply % 2]
        if ply >= self._due or mover.plies < ply or self._tables.is_ending:
            return False
        if ply == len(SQUARES):
            self._tables.fail(f"a game has {len(SQUARES)} moves: play slower, or for less long")
            return False
        assert mover.transport is not None
        self.sent_at.append(now())
        command = b'{"type":"playMove","id":"%d","ply":%d,"square":%d}' % (ply, ply, SQUARES[ply])
        mover.transport.send(WSMsgType.TEXT, command)
        return True

    def answered(self, at: float) -> None:
        """The mover has heard of their own move."""
        self._tables.answers.append((self.sent_at[-1], at))

    @property
    def is_settled(self) -> bool:
        """Whether both have heard of every move that was sent."""
        return all(player.plies == self.sent for player in self.players)


class Tables(Run):
    """All games, and what their players have noted."""

    def __init__(self, task: Play, told: asyncio.StreamReader) -> None:
        super().__init__(task.host, task.port, told)
        self.pace_s = task.pace_s
        self.is_ending = False
        """No more moves are sent."""
        self.answers: list[tuple[float, float]] = []
        """When each move was sent, and when its sender heard of it."""
        self.late = 0
        self._rng = random.Random(task.seed)
        self._games = [Game(self, prepared) for prepared in task.games]

    async def play(self) -> None:
        """Sit down, play when it is time, wait until both have heard everything, report it."""
        await self.open_all(game.open() for game in self._games)
        begin = await self.order(Begin)
        at = asyncio.get_running_loop().time() + begin.play_at - now()
        for game in self._games:
            game.begin(at + self._rng.random() * self.pace_s)
        await self.pass_until(begin.measure_from)
        self.late = 0
        await self.pass_until(begin.measure_until)
        late, self.is_ending = self.late, True
        await self.wait_for(lambda: all(game.is_settled for game in self._games), "all moves heard")
        say(
            Played(
                answers_ms=tuple(
                    1e3 * (at - sent_at)
                    for sent_at, at in self.answers
                    if begin.measure_from <= sent_at < begin.measure_until
                ),
                late=late,
                sent_at=tuple(self._games[0].sent_at),
                moves=sum(game.sent for game in self._games),
            )
        )
        await self.dismissed()


async def main() -> None:
    told = await orders()
    task = msgspec.json.decode(await told.readline(), type=Play)
    try:
        await Tables(task, told).play()
    except LoadFailed as failure:
        sys.exit(f"players: {failure}")


if __name__ == "__main__":
    uvloop.run(main())
