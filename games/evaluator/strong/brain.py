"""A Gomocup brain: `python -m games.evaluator.strong.brain`, spoken to over its standard streams.

Text lines in, text lines out, as the Piskvork manager's protocol has it. Coordinates are x,y from
0,0 at the top left.
"""

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Final, TextIO

from games import mnk
from games.evaluator.limit import Limit
from games.evaluator.strong.engine import Engine

ABOUT: Final = 'name="Inarow", version="0.1", author="Inarow", country="-", www="-"'
_MARGIN_MS: Final = 15.0
"""Left of each move's time for reading the command and writing the answer."""
_LEAST_MS: Final = 5.0
_MATCH_SHARE: Final = 20
"""At most one part in this many of what is left of the match goes into a move."""
_UNLIMITED_MS: Final = 2**31 - 1


class _Refused(Exception):
    """A command that cannot be obeyed; its text is what the manager is told."""


class Brain:
    """One game at a time, played as the manager says.

    >>> brain = Brain()
    >>> list(brain.answers(["START 15", "TURN 7,7 "]))[0]
    'OK'
    """

    def __init__(self) -> None:
        self._turn_ms = 1000.0
        self._match_ms = float(_UNLIMITED_MS)
        self._exact = False
        self._k = 5
        self._width = self._height = 0
        self._stones: dict[mnk.Square, bool] = {}
        """Whose stones lie there: ours is true."""
        self._engine: Engine | None = None

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        """What is answered to these lines, until END."""
        source = iter(lines)
        for line in source:
            began = time.perf_counter()
            command, _, rest = line.strip().partition(" ")
            if command.upper() == "END":
                return
            if not command:
                continue
            try:
                yield from self._obey(command.upper(), rest.strip(), source, began)
            except (_Refused, mnk.RuleError) as refusal:
                yield f"ERROR {refusal}"

    def _obey(self, command: str, rest: str, source: Iterator[str], began: float) -> Iterator[str]:
        match command:
            case "START":
                yield self._start(*_numbers(f"{rest},{rest}", 2))
            case "RECTSTART":
                yield self._start(*_numbers(rest, 2))
            case "RESTART":
                yield self._start(self._width, self._height)
            case "INFO":
                self._inform(*rest.partition(" ")[::2])
            case "ABOUT":
                yield ABOUT
            case "BEGIN":
                yield self._move(began)
            case "TURN":
                self._put(rest, ours=False)
                yield self._move(began)
            case "BOARD":
                self._set_up(source)
                yield self._move(time.perf_counter())
            case "TAKEBACK":
                self._stones.pop(self._square(rest), None)
                yield "OK"
            case _:
                yield f"UNKNOWN command {command}"

    def _start(self, width: int, height: int) -> str:
        self._width, self._height = width, height
        self._stones = {}
        self._engine = None
        self._ready()
        return "OK"

    def _ready(self) -> Engine:
        """The engine for the board and rule in force."""
        rule = mnk.LineRule.EXACT if self._exact else mnk.LineRule.FREESTYLE
        variant = mnk.Variant(self._width, self._height, self._k, rule)
        if self._engine is None or self._engine.variant != variant:
            self._engine = Engine(variant)
        return self._engine

    def _inform(self, key: str, value: str) -> None:
        try:
            number = float(value)
        except ValueError:
            return  # of the keys that are no numbers, none concerns us
        match key.lower():
            case "timeout_turn":
                self._turn_ms = number
            case "timeout_match":
                self._match_ms = number or float(_UNLIMITED_MS)
            case "time_left":
                self._match_ms = number
            case "rule":
                self._exact = bool(int(number) & 1)
            case "mnk_k":
                self._k = int(number)

    def _set_up(self, source: Iterator[str]) -> None:
        self._stones = {}
        for line in source:
            if line.strip().upper() == "DONE":
                return
            place, _, whose = line.strip().rpartition(",")
            self._put(place, ours=whose.strip() == "1")

    def _put(self, place: str, *, ours: bool) -> None:
        square = self._square(place)
        if square in self._stones:
            raise _Refused(f"{place} is taken")
        self._stones[square] = ours

    def _square(self, place: str) -> mnk.Square:
        x, y = _numbers(place, 2)
        if not (0 <= x < self._width and 0 <= y < self._height):
            raise _Refused(f"{place} is not on the board")
        return (self._height - 1 - y) * self._width + x

    def _move(self, began: float) -> str:
        engine = self._ready()
        ours = frozenset(square for square, own in self._stones.items() if own)
        theirs = frozenset(self._stones) - ours
        # Black has as many stones as white when it is to move, so we are black then.
        black = len(ours) == len(theirs)
        stones = mnk.BySide(ours, theirs) if black else mnk.BySide(theirs, ours)
        side = mnk.Side.BLACK if black else mnk.Side.WHITE
        position = mnk.Position.of(engine.variant, stones, side)
        turn = min(self._turn_ms, self._match_ms / _MATCH_SHARE) - _MARGIN_MS
        passed = 1000 * (time.perf_counter() - began)
        found = engine.analyse(position, Limit(ms=max(_LEAST_MS, turn - passed)))
        self._stones[found.best] = True
        row, x = divmod(found.best, self._width)
        return f"{x},{self._height - 1 - row}"


def _numbers(text: str, count: int) -> list[int]:
    try:
        numbers = [int(number) for number in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != count:
        raise _Refused(f"cannot read {text!r}")
    return numbers


def main(source: TextIO = sys.stdin, sink: TextIO = sys.stdout) -> None:
    """Answer each line of a stream as it comes."""
    # `iter(readline, "")` and not the stream itself: that would read ahead.
    for answer in Brain().answers(iter(source.readline, "")):
        sink.write(answer + "\n")
        sink.flush()


if __name__ == "__main__":
    main()
