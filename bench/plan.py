"""What the processes of `bench.moves` tell each other: the games, the load's task, its figures."""

import os
import random

import msgspec

SIZE = 15
K = 5


def _squares() -> tuple[int, ...]:
    # Diagonal stripes two wide: neither side ever has five in a row, whatever the order.
    board = [(row, column) for row in range(SIZE) for column in range(SIZE)]
    black = [r * SIZE + c for r, c in board if (c + 2 * r) % 4 < 2]
    white = [r * SIZE + c for r, c in board if (c + 2 * r) % 4 >= 2]
    rng = random.Random(1)
    rng.shuffle(black)
    rng.shuffle(white)
    return tuple((white if ply % 2 else black)[ply // 2] for ply in range(220))


SQUARES = _squares()
"""The moves of every game, by ply: 220 of 225 squares, nobody wins, nothing ends the game."""


class Prepared(msgspec.Struct, frozen=True):
    """A game that is ready to be played."""

    slug: str
    keys: tuple[str, str]
    """The seat keys of black and white."""


class Task(msgspec.Struct, frozen=True):
    """What the load process is to do."""

    host: str
    port: int
    tables: int
    """How many games are played at the same time."""
    warm_s: float
    seconds: float
    games: tuple[Prepared, ...]
    server_pids: tuple[int, ...]
    part_pids: tuple[int, ...]
    """Redis and PostgreSQL."""
    speaks: str = "inarow"
    """The server's language, one of `bench.seats.SEATS`."""
    pause_s: float = 0.0
    """How long a player thinks before each move."""


class Figures(msgspec.Struct, frozen=True):
    """What the load process saw while it measured."""

    seconds: float
    moves: int
    """Moves received by the mover's opponent."""
    p50_ms: float
    p99_ms: float
    worst_ms: float
    """From before the send to the opponent's receipt, both in the load process."""
    server_cpu_s: float
    parts_cpu_s: float
    load_cpu_s: float
    others_cpu_s: float
    """What everything else on this machine used: the higher, the less the figures say."""
    new_games: int
    """Games begun (two handshakes each) while measuring."""

    @property
    def moves_per_s(self) -> float:
        return self.moves / self.seconds

    @property
    def load_percent(self) -> float:
        """CPU of the load process, of one core."""
        return self.load_cpu_s / self.seconds * 100

    @property
    def others_percent(self) -> float:
        """CPU of everything else on the machine, of all its cores."""
        return self.others_cpu_s / self.seconds * 100 / (os.cpu_count() or 1)


class Heard(msgspec.Struct, frozen=True):
    """What the clients had been told when the server was killed."""

    plies: dict[str, int]
    """How many moves of each game."""


class Truth(msgspec.Struct, frozen=True):
    """What the database holds after the server was killed, against what the clients heard."""

    rows: int
    heard: int
    problems: tuple[str, ...]
