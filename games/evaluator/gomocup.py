"""A Gomocup brain: `python -m games.evaluator.gomocup`, spoken to over its standard streams.

Text lines in, text lines out, as the Piskvork manager's protocol has it; coordinates are x,y from
0,0 at the top left. All of it is spoken except SUGGEST (and so PLAY) and rule 2 (continuous), which
is refused when play would begin. One key is our own: `INFO mnk_k 4` asks for four in a row; until
it comes, k is 5, or the longer edge of a board smaller than that. `INFO thread_num 2` is Yixin's:
think on this many cores.

A command is answered, or refused with an ERROR that says what is wrong; then nothing has changed.
"""

import io
import math
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, TextIO

from games import mnk
from games.evaluator.pace import UNLIMITED_MS, Pace
from games.evaluator.tournament import Contestant, Means, Player

_NUMBER: Final = re.compile(r"\s*([+-]?[0-9]{1,18})\s*")
_UNPLAYED: Final = {2: "continuous", 4: "renju"}


class _BadCommand(Exception):
    """A command that cannot be obeyed; its text is what the manager is told."""


class _Ended(Exception):
    """The manager has said END, or has gone."""


@dataclass(frozen=True, slots=True)
class ToldBoard:
    """The stones the manager has told us, without k and rule, which may come later."""

    width: int
    height: int
    stones: Mapping[mnk.Square, bool] = field(default_factory=lambda: MappingProxyType({}))
    """Whose stones lie there: ours are true."""

    def square(self, place: str) -> mnk.Square:
        """The square of `x,y`; refuses one that is not on this board."""
        x, y = _numbers(place, 2)
        if x not in range(self.width) or y not in range(self.height):
            raise _BadCommand(f"{x},{y} is not on the board of {self.width},{self.height}.")
        return (self.height - 1 - y) * self.width + x

    def place(self, square: mnk.Square) -> str:
        """The other way round: `x,y` of a square.

        >>> board = ToldBoard(15, 10)
        >>> board.place(board.square("3,0"))
        '3,0'
        """
        row, x = divmod(square, self.width)
        return f"{x},{self.height - 1 - row}"

    def with_stone(self, square: mnk.Square, *, ours: bool) -> "ToldBoard":
        """One more stone; refuses a square that is taken."""
        if square in self.stones:
            raise _BadCommand(f"{self.place(square)} is taken.")
        return self._with({**self.stones, square: ours})

    def without_stone(self, square: mnk.Square) -> "ToldBoard":
        """One stone fewer; refuses an empty square."""
        if square not in self.stones:
            raise _BadCommand(f"There is no stone on {self.place(square)}.")
        return self._with({at: ours for at, ours in self.stones.items() if at != square})

    def emptied(self) -> "ToldBoard":
        return self._with({})

    def _with(self, stones: dict[mnk.Square, bool]) -> "ToldBoard":
        return ToldBoard(self.width, self.height, MappingProxyType(stones))


class Brain:
    """One game at a time, played as the manager says.

    >>> brain = Brain()
    >>> list(brain.answers(["INFO timeout_turn 100", "START 3", "TURN 1,1"]))
    ['OK', 'MESSAGE proved draw in 8 plies', '0,2']
    """

    def __init__(
        self, player: Player | None = None, now: Callable[[], float] = time.perf_counter
    ) -> None:
        self.board: ToldBoard | None = None
        """None until START."""
        self._player = Contestant() if player is None else player
        self._now = now
        """A clock in seconds."""
        self._pace = Pace(now)
        self._means = Means()
        self._rule = 0
        self._is_black = True
        """Whether the stones that are ours are black's."""
        self._k: int | None = None

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        """The answers to these lines, until END. Raises nothing of its own."""
        source = iter(lines)
        with suppress(_Ended):
            for line in source:
                began = self._now()
                command, _, rest = line.strip().partition(" ")
                if not command:
                    continue
                try:
                    yield from self._obey(command.upper(), rest, source, began)
                except (_BadCommand, mnk.RuleError) as refusal:
                    yield f"ERROR {refusal}"

    def _obey(
        self, command: str, rest: str, source: Iterator[str], began: float
    ) -> tuple[str, ...]:
        match command:
            case "START":
                (size,) = _numbers(rest, 1)
                return self._start(size, size)
            case "RECTSTART":
                return self._start(*_numbers(rest, 2))
            case "RESTART":
                return self._start(self._started.width, self._started.height)
            case "INFO":
                return self._note(*rest.strip().partition(" ")[::2])
            case "ABOUT":
                return (self._player.about,)
            case "BEGIN":
                if self._started.stones:
                    raise _BadCommand("BEGIN is for an empty board: send TURN, BOARD or RESTART.")
                return self._play(self._started, began)
            case "TURN":
                square = self._started.square(rest)
                return self._play(self._started.with_stone(square, ours=False), began)
            case "BOARD":
                rows, began = _rows(source), self._now()
                return self._play(self._set_up(rows), began)
            case "YXBOARD":
                self.board = self._set_up(_rows(source))
                self._is_black = _is_to_move(self.board)
                return ()
            case "YXSHOWFORBID":
                return (self._forbidden(self._started),)
            case "SWAP2BOARD":
                rows, began = _rows(source), self._now()
                return self._swap2(rows, began)
            case "TAKEBACK":
                self.board = self._started.without_stone(self._started.square(rest))
                return ("OK",)
            case "END":
                raise _Ended
            case _:
                return (f"UNKNOWN command {command[:40]!a}",)

    @property
    def _started(self) -> ToldBoard:
        if self.board is None:
            raise _BadCommand("There is no board yet: send START first.")
        return self.board

    def _start(self, width: int, height: int) -> tuple[str, ...]:
        mnk.Variant(width, height, 1)  # refuses an impossible board
        self.board = ToldBoard(width, height)
        self._pace.left_ms = self._pace.match_ms
        self._prepare()
        return ("OK",)

    def _note(self, key: str, value: str) -> tuple[str, ...]:
        """INFO: it has no answer unless a number we need cannot be read."""
        match key.lower():
            case "timeout_turn":
                self._pace.turn_ms = _ms(value)
            case "timeout_match":
                match_ms = _ms(value)
                self._pace.match_ms = self._pace.left_ms = match_ms if match_ms > 0 else math.inf
            case "time_left":
                self._pace.left_ms = _ms(value)
            case "max_memory":
                (memory,) = _numbers(value, 1)
                self._means = replace(self._means, memory=memory)
                self._prepare()
            case "thread_num":
                (threads,) = _numbers(value, 1)
                if threads < 1:
                    raise _BadCommand(f"{threads} threads cannot search: ask for 1 or more.")
                self._means = replace(self._means, threads=min(threads, _cores()))
                self._prepare()
            case "rule":
                (self._rule,) = _numbers(value, 1)
                self._prepare()
            case "mnk_k":
                (self._k,) = _numbers(value, 1)
                self._prepare()
        return ()

    def _prepare(self) -> None:
        """Let the player get ready now, when nobody is waiting for a move."""
        if self.board is not None:
            with suppress(_BadCommand, mnk.RuleError):  # the command that begins play will say it
                self._player.prepare(self._variant(self.board), self._means)

    def _variant(self, board: ToldBoard) -> mnk.Variant:
        # With the bit of caro the other one says nothing new: caro's five is exact as well.
        rule = mnk.GOMOCUP.get(8 if self._rule == 9 else self._rule)
        if rule is None:
            named = [name for bit, name in _UNPLAYED.items() if self._rule & bit]
            raise _BadCommand(
                f"Rule {self._rule} ({', '.join(named) or 'unknown'}) is not supported yet: "
                "0 (five or more), 1 (exactly five), 4 (renju) and 8 (caro) are."
            )
        longest = max(board.width, board.height)
        k = min(5, longest) if self._k is None else self._k
        return mnk.Variant(board.width, board.height, k, rule)

    def _ready(self, board: ToldBoard) -> mnk.Variant:
        """The variant in force, with the player ready for it. Refuses what cannot be played."""
        variant = self._variant(board)
        self._player.prepare(variant, self._means)
        return variant

    def _set_up(self, rows: list[str]) -> ToldBoard:
        board = self._started.emptied()
        for row in rows:
            x, y, whose = _numbers(row, 3)
            if whose == 3 and self._variant(board).line_rule.says.forbids:
                continue  # forbidden to black: the rules say so
            if whose == 3:
                raise _BadCommand(
                    f"{x},{y} is marked 3: the blocked squares of continuous games are not "
                    "supported yet."
                )
            if whose not in (1, 2):
                raise _BadCommand(f"{x},{y} is marked {whose}: 1 is our stone, 2 the opponent's.")
            board = board.with_stone(board.square(f"{x},{y}"), ours=whose == 1)
        return board

    def _play(self, board: ToldBoard, began: float) -> tuple[str, ...]:
        """Our move on this board; the board is kept only if there is one."""
        variant = self._ready(board)
        self._is_black = _is_to_move(board)
        side = mnk.Side.BLACK if self._is_black else mnk.Side.WHITE
        position = self._position(board, variant, side)
        _refuse_if_over(position)
        with self._pace.choice(began, len(position.empty_squares())) as allowed:
            choice = self._player.choose(position, allowed)
        self.board = board.with_stone(choice.square, ours=True)
        remark = (f"MESSAGE {choice.remark}",) if choice.remark else ()
        return (*remark, board.place(choice.square))

    def _position(
        self, board: ToldBoard, variant: mnk.Variant, side_to_move: mnk.Side
    ) -> mnk.Position:
        ours = frozenset(square for square, own in board.stones.items() if own)
        theirs = frozenset(board.stones) - ours
        both = mnk.BySide(ours, theirs) if self._is_black else mnk.BySide(theirs, ours)
        return mnk.Position.of(variant, both, side_to_move)

    def _forbidden(self, board: ToldBoard) -> str:
        """Where black, whose turn it is, may not play, as Yixin answers it: four digits a square,
        x before y. A full stop alone: none, or it is white's turn."""
        variant = self._variant(board)
        side = variant.line_rule.side_of_ply(len(board.stones))
        position = self._position(board, variant, side)
        places = (board.place(square).split(",") for square in position.forbidden)
        return f"FORBID {''.join(f'{int(x):02}{int(y):02}' for x, y in places)}."

    def _swap2(self, rows: list[str], began: float) -> tuple[str, ...]:
        """The choice in an opening: black, white, black, white, black. It begins no game."""
        board = self._started
        if len(rows) not in (0, 3, 5):
            raise _BadCommand(f"Swap2 is asked with 0, 3 or 5 stones, not with {len(rows)}.")
        position = mnk.Position.start(self._ready(board))
        for row in rows:
            square = board.square(row)
            if position.stone(square) is not None:
                raise _BadCommand(f"{board.place(square)} is taken.")
            position = position.play(square)
        _refuse_if_over(position)
        with self._pace.choice(began, len(position.empty_squares())) as allowed:
            squares = self._player.swap2(position, allowed)
        return (" ".join(map(board.place, squares)) or "SWAP",)


def converse(player: Player, source: TextIO, sink: TextIO) -> None:
    """Answer each line of a stream as it comes, at once."""
    # `iter(readline, "")` and not the stream itself: that would read ahead.
    for answer in Brain(player).answers(iter(source.readline, "")):
        sink.write(answer + "\n")
        sink.flush()


def main(player: Player | None = None) -> None:
    """Be a program for a manager: ours, or another player's."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)  # no byte of the manager's ends us
    try:
        converse(Contestant() if player is None else player, sys.stdin, sys.stdout)
    except KeyboardInterrupt:
        pass
    except BrokenPipeError:
        # The manager has gone. What is not written yet would be tried again, with a complaint.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _rows(source: Iterator[str]) -> list[str]:
    """The lines up to DONE. All are read before any is judged, or they would become commands."""
    rows: list[str] = []
    for line in source:
        row = line.strip()
        match row.upper():
            case "DONE":
                return rows
            case "END":
                raise _Ended
            case "":
                continue
            case _:
                rows.append(row)
    raise _Ended


def _is_to_move(board: ToldBoard) -> bool:
    """Whether we are black, if it is our turn: black is to move with equally many stones."""
    return 2 * sum(board.stones.values()) == len(board.stones)


def _refuse_if_over(position: mnk.Position) -> None:
    if position.is_full:
        raise _BadCommand("The board is full: the game is over.")
    if position.is_stuck:
        raise _BadCommand("Every empty square is forbidden to black: the game is over.")
    if any(position.has_line(side) for side in mnk.Side):
        raise _BadCommand("There is a line on the board: the game is over.")


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _ms(value: str) -> float:
    """A time; `inf` if it is no limit."""
    (ms,) = _numbers(value, 1)
    return math.inf if ms >= UNLIMITED_MS else ms


def _numbers(text: str, count: int) -> tuple[int, ...]:
    """This many whole numbers, with commas between them."""
    found = [_NUMBER.fullmatch(part) for part in text.split(",")]
    numbers = [int(match[1]) for match in found if match is not None]
    if len(found) != count or len(numbers) != count:
        wanted = "a number" if count == 1 else f"{count} numbers"
        raise _BadCommand(f"{wanted.capitalize()} expected, not {text.strip()[:40]!a}.")
    return tuple(numbers)


if __name__ == "__main__":
    main()
