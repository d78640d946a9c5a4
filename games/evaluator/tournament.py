"""Players under a tournament's clock: the best move within a time, on any variant.

The conversation with the manager is `games.evaluator.gomocup`. A `Player` is what it asks for
moves; `Contestant` is ours. Importing this costs little: numba comes with the first `prepare`.
"""

import math
import time
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from games import mnk
from games.evaluator import aggressive
from games.evaluator.errors import EvaluatorError
from games.evaluator.evaluation import Evaluation, Proved, Verdict, rank
from games.evaluator.judge import evaluate
from games.evaluator.limit import Limit
from games.evaluator.rules import MAX_EXACT_SQUARES, completing, stones, stopping

if TYPE_CHECKING:
    from games.evaluator.strong import Analysis, Engine

TABLE_BITS: Final = 19
"""The size of the transposition table: 12 MiB. Four and eight times as large was slower and no
deeper, at 1.5 and at 5 seconds a move (13 plies, against 12 and 13, and 12)."""
_LEAST_BITS: Final = 12
_OTHERWISE: Final = 176 << 20
"""Bytes that everything but the transposition table takes (docs/strength.md)."""
_LOOK_MARGIN: Final = 3.0
"""An evaluation is begun only with this many times the time the longest took."""
_WARM_UP: Final = Limit(nodes=1_000)
_LEAST_MS: Final = 1.0

_EXACT_SHARE: Final = 0.35
"""The part of a move's time that the exact solver may take on a board it may settle."""

EVEN: Final = 60
"""A score within this of zero does not say which side of an opening to take: 54 games in 100."""
_CANDIDATES: Final = 6
"""How many fourth stones, and fifth stones after each, are looked at for an even pair."""
_FIRST_SHARE: Final = 0.4
"""The part of a Swap2 choice's time for the three stones, before any pair is looked at."""
_SHAPE_MS: Final = 100.0
"""A shape is not looked at in less time than this."""

_Shape = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]

EVEN_SHAPES: Final[tuple[_Shape, ...]] = (
    ((1, 1), (0, 3), (-2, -1)),
    ((-1, 2), (2, 0), (3, 0)),
    ((2, 3), (0, 0), (1, 0)),
    ((-4, 0), (-3, -4), (-3, -3)),
    ((0, 1), (-1, 4), (3, -1)),
    ((2, 4), (2, 1), (-1, 4)),
    ((1, 1), (3, 0), (3, -3)),
    ((-1, 4), (1, 2), (-1, 1)),
    ((1, -1), (0, 0), (-2, -3)),
    ((-2, -1), (2, -1), (2, 0)),
)
"""Three stones, black, white, black, as columns and rows from the middle of the board. White is to
move and the score stayed within `EVEN` of zero for three depths, on 15×15, exactly five, in four
seconds each: found by `python -m bench.swap2` with seeds 1 and 2."""


class Swap2NotPlayed(EvaluatorError):
    """An opening by Swap2 was asked for where it is not played."""

    code = "swap2NotPlayed"


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and what there is to say about it."""

    square: mnk.Square
    remark: str = ""
    """One line for spectators, with squares by name; empty if there is nothing to say."""


@dataclass(frozen=True, slots=True)
class Time:
    """How long a choice may take, in milliseconds."""

    ms: float
    """At most."""
    enough_ms: float = math.inf
    """As much as one choice should have of a match's time: more only where it is in doubt."""


@dataclass(frozen=True, slots=True)
class Means:
    """What of the machine a player may use."""

    memory: int = 0
    """How many bytes the process may take; 0: as many as it likes."""
    threads: int = 1


class Player:
    """A player that a manager asks for moves. A subclass says who it is, and chooses."""

    about: str
    """The answer to ABOUT: `name="…", version="…"` and so on, one line."""

    def prepare(self, variant: mnk.Variant, means: Means) -> None:
        """Get ready for a variant, on nobody's time; asked again for the same one, do nothing.

        Raises a `mnk.RuleError` for a variant this player does not play.
        """

    def choose(self, position: mnk.Position, allowed: Time) -> Choice:
        """A move within a time, in a game that is not over.

        Its variant is the one prepared last; it may be set up in any way.
        """
        raise NotImplementedError

    def swap2(self, position: mnk.Position, allowed: Time) -> tuple[mnk.Square, ...]:
        """The choice in an opening by Swap2, within a time.

        On the empty board three squares. After three stones: none, to take black; one, white's
        next; or two, white's and black's next, for the other player to choose a side. After five
        stones none or one. Raises `Swap2NotPlayed`.
        """
        raise Swap2NotPlayed("Swap2 is not played here.")


class Contestant(Player):
    """Ours: the exact solver where it settles the matter, otherwise the strong engine.

    >>> alice = Contestant()
    >>> start = mnk.Position.start(mnk.Variant(3, 3, 3))
    >>> alice.prepare(start.variant, Means())
    >>> alice.choose(start.play(4), Time(100))
    Choice(square=0, remark='proved draw in 8 plies')
    """

    about = 'name="Inarow", version="0.1", author="Inarow", country="-", www="-", email="-"'

    def __init__(self, rng: Random | None = None) -> None:
        self._rng = Random() if rng is None else rng
        """Chooses among openings that are equally even, so that nobody can prepare for one."""
        self._prepared: tuple[mnk.Variant, int, int] | None = None
        self._engine: Engine | None = None
        """None where the strong engine does not play the variant."""
        self._look_ms: dict[mnk.Variant, float] = {}
        """How long an evaluation without any search takes there, at most: a second on the largest
        boards."""

    def prepare(self, variant: mnk.Variant, means: Means) -> None:
        """`Player.prepare`: every variant is played. Loads what is compiled and its tables."""
        from games.evaluator.strong import Engine, NotSupported

        bits = table_bits(means.memory)
        wanted = (variant, bits, means.threads)
        if self._prepared == wanted:
            return
        self._prepared = None
        start = mnk.Position.start(variant)
        try:
            self._engine = Engine(variant, table_bits=bits, threads=means.threads)
            self._engine.analyse(start, _WARM_UP)
        except NotSupported:
            self._engine = None
        if self._engine is None or variant.squares <= MAX_EXACT_SQUARES:
            evaluate(start, _WARM_UP)
        if self._engine is None and variant not in self._look_ms:
            self._look(start.play(0), Limit(nodes=1))
        self._prepared = wanted

    def choose(self, position: mnk.Position, allowed: Time) -> Choice:
        from games.evaluator.strong.patience import Patience

        began, ms = time.perf_counter(), allowed.ms
        exact: Evaluation | None = None
        limit = Limit(ms=max(_LEAST_MS, _EXACT_SHARE * min(ms, allowed.enough_ms)))
        if self._engine is None:
            if ms < _LOOK_MARGIN * self._look_ms[position.variant]:
                return _at_sight(position)
            return _of_the_best(self._look(position, limit))
        if position.variant.squares <= MAX_EXACT_SQUARES:
            exact = evaluate(position, limit, set_up=True)
            if isinstance(exact.value, Proved):
                return _of_the_best(exact)
        only = self._engine.only_move(position)
        if only is not None:
            return Choice(only, "the only move")
        patience = Patience(allowed.enough_ms)
        left = ms - 1000 * (time.perf_counter() - began)
        found = self._engine.analyse(
            position, Limit(ms=max(_LEAST_MS, left)), patience.told, patience.abort
        )
        if exact is not None and exact.squares[found.best].verdict is Verdict.LOSS:
            return _of_the_best(exact)  # another is not lost yet
        return Choice(found.best, _search_remark(found, position.variant))

    def _look(self, position: mnk.Position, limit: Limit) -> Evaluation:
        """An evaluation, noting how long it took where nothing can be searched."""
        began = time.perf_counter()
        evaluation = evaluate(position, limit, set_up=True)
        variant = position.variant
        searched = variant.squares <= MAX_EXACT_SQUARES  # it keeps to the limit then
        took = 0.0 if searched else 1000 * (time.perf_counter() - began)
        self._look_ms[variant] = max(took, self._look_ms.get(variant, 0.0))
        return evaluation

    def swap2(self, position: mnk.Position, allowed: Time) -> tuple[mnk.Square, ...]:
        """`Player.swap2`. A score beyond `EVEN` decides; within it, five stones as even as can be.

        Raises `Swap2NotPlayed` for a variant the strong engine does not play, and for a board too
        small for any opening.
        """
        if self._engine is None:
            raise Swap2NotPlayed("Swap2 is not played on this board: no engine can judge it.")
        ms = min(allowed.ms, allowed.enough_ms)
        stones = sum(position.count(side) for side in mnk.Side)
        if stones == 0:
            return self._three_stones(self._engine, position, ms)
        share = _FIRST_SHARE * ms if stones == 3 else ms
        found = self._engine.analyse(position, Limit(ms=max(_LEAST_MS, share)))
        if stones == 3 and abs(found.score) <= EVEN:
            pair = _even_pair(self._engine, position, ms - share)
            if pair is not None:
                return pair
        return () if found.score < 0 else (found.best,)

    def _three_stones(
        self, engine: "Engine", start: mnk.Position, ms: float
    ) -> tuple[mnk.Square, ...]:
        """The most even of some shapes: as many as can be looked at."""
        shapes = [squares for shape in EVEN_SHAPES if (squares := _placed(shape, start.variant))]
        if not shapes:
            raise Swap2NotPlayed("Swap2 is not played on this board: it is too small.")
        tried = self._rng.sample(shapes, k=min(len(shapes), max(1, int(ms // _SHAPE_MS))))
        limit = Limit(ms=max(_LEAST_MS, ms / len(tried)))
        if len(tried) == 1:
            return tried[0]
        return min(
            tried, key=lambda squares: abs(engine.analyse(start.play_all(squares), limit).score)
        )


def table_bits(memory: int) -> int:
    """How large a transposition table fits if the whole process has this many bytes; 0: any.

    >>> table_bits(0), table_bits(350 << 20), table_bits(180 << 20), table_bits(1 << 20)
    (19, 19, 17, 12)
    """
    if memory <= 0:
        return TABLE_BITS
    entries = (memory - _OTHERWISE) // 24  # two cells of eight bytes, and half as many again
    return min(TABLE_BITS, max(_LEAST_BITS, max(1, entries).bit_length() - 1))


def _even_pair(
    engine: "Engine", position: mnk.Position, ms: float
) -> tuple[mnk.Square, mnk.Square] | None:
    """White's fourth and black's fifth stone that leave the sides as even as can be found."""
    limit = Limit(ms=max(_LEAST_MS, ms / (1 + _CANDIDATES)))
    pairs: list[tuple[int, tuple[mnk.Square, mnk.Square]]] = []
    for fourth in engine.analyse(position, limit, lines=_CANDIDATES).lines:
        square = fourth.principal_variation[0]
        fifths = engine.analyse(position.play(square), limit, lines=_CANDIDATES).lines
        pairs += ((abs(each.score), (square, each.principal_variation[0])) for each in fifths)
    evenness, pair = min(pairs)
    return pair if evenness <= EVEN else None


def _placed(shape: _Shape, variant: mnk.Variant) -> tuple[mnk.Square, ...]:
    """The squares of a shape round the middle of a board; none if it does not fit."""
    places = [(variant.width // 2 + x, variant.height // 2 + y) for x, y in shape]
    if not all(variant.has(x, y) for x, y in places):
        return ()
    return tuple(y * variant.width + x for x, y in places)


def _at_sight(position: mnk.Position) -> Choice:
    """A move in no time: a line completed, or one blocked, or what the heuristic likes best."""
    promise = aggressive.benefits(position)
    own, other = stones(position)
    me, them = position.variant.of(side := position.side_to_move), position.variant.of(side.other)
    mine, theirs = (own, other, me), (other, own, them)
    for squares in (completing(*mine), stopping(*theirs), completing(*theirs)):
        for square in squares:
            if square in promise:
                return Choice(square, "at sight")
    return Choice(max(promise, key=lambda square: promise[square]), "at sight")


def _of_the_best(evaluation: Evaluation) -> Choice:
    """Of the squares that are equally best, the centre included, the one that promises most.

    A draw can still be won against an opponent who does not see it.
    """
    promise = aggressive.benefits(evaluation.position)
    square = max(
        evaluation.squares,
        key=lambda each: (rank(evaluation.squares[each]), promise.get(each, -1.0)),
    )
    value = evaluation.value
    if not isinstance(value, Proved):
        return Choice(square, "estimated")
    plies = "" if value.plies is None else f" in {value.plies} plies"
    return Choice(square, f"proved {value.verdict}{plies}")


def _search_remark(found: "Analysis", variant: mnk.Variant) -> str:
    best = found.lines[0]
    ends = "" if best.plies is None else f" {'win' if best.win_found else 'loss'} in {best.plies}"
    expected = " ".join(mnk.name(square, variant) for square in best.principal_variation[:12])
    return f"depth {found.depth} score {best.score}{ends} nodes {found.nodes} pv {expected}"
