"""A certificate: a strategy that anyone can check, without trusting the solver.

A won position has one strategy, the winner's; a drawn one has two, with which neither side loses. A
strategy is a map from positions (the stones of black and of white, bit s for square s) to the
square its side plays there. It needs no entry

- where its side completes a line at once;
- to win: where it lacks two stones of each of two lines that share one of these squares, and the
  other side lacks at least two of each of its own: with the common square it gets two squares to
  complete a line on, and only one can be blocked;
- not to lose: where the other side's potential is too low: the sum of 2^-(stones missing) over the
  lines it could still complete, below 1/2 with it to move, below 1 otherwise (Erdős and Selfridge
  1973).

Not to lose, a move may come with pairs of empty squares, none shared, one pair within each line
that the other side could still complete. From then on a stone on one square of a pair is answered
on the other, and nothing more needs to be said.

An entry holds for all forms of its position under the symmetries that leave the certificate's own
position as it is: a turned or mirrored board needs none of its own.

Where stones at the ends of a line block it (caro) one stone may stop two lines at once, and the
second of these is not true: there are no certificates of such rules (`mnk.has_certificates`).

`check` follows every move of the other side. It knows the rules of games.mnk and that theorem, and
nothing about the solver that wrote the map. Files are checked once more, by `games.review.checker`,
which shares nothing with this: two readings of the rules are wanted, and tests keep them in step.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from games import mnk
from games.evaluator.evaluation import Verdict

Key: TypeAlias = tuple[int, int]
"""The stones of black and of white."""
Pairs: TypeAlias = tuple[tuple[mnk.Square, mnk.Square], ...]
"""Squares that are answered with each other."""
Way: TypeAlias = tuple[int, ...]
"""By square, where a symmetry takes it, as a set of one square."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """What one side plays, whatever the other does."""

    side: mnk.Side
    wins: bool
    """Whether it claims to win; otherwise only not to lose."""
    moves: Mapping[Key, mnk.Square]
    pairs: Mapping[Key, Pairs] = field(default_factory=dict)
    """Those that a move leaves, by the position before it. Never of one that claims to win."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim about a position, with what proves it."""

    position: mnk.Position
    verdict: Verdict
    """For the side to move."""
    strategies: tuple[Strategy, ...]
    plies: int | None = None
    """In how many plies a win or loss comes at the latest, if that is claimed too."""

    def __len__(self) -> int:
        """How many moves it holds."""
        return sum(len(strategy.moves) for strategy in self.strategies)


def check(certificate: Certificate) -> bool:
    """Whether the certificate proves what it claims. False where there are no certificates.

    >>> position = mnk.Position.start(mnk.Variant(3, 1, 2)).play(0)
    >>> check(Certificate(position, Verdict.LOSS, (Strategy(mnk.Side.BLACK, True, {}),)))
    False
    >>> check(Certificate(position, Verdict.DRAW, (
    ...     Strategy(mnk.Side.WHITE, False, {(1, 0): 1}), Strategy(mnk.Side.BLACK, False, {}),
    ... )))
    True
    """
    if not mnk.has_certificates(certificate.position.variant):
        return False
    mover = certificate.position.side_to_move
    claims = {(strategy.side, strategy.wins) for strategy in certificate.strategies}
    match certificate.verdict:
        case Verdict.WIN:
            needed = {(mover, True)}
        case Verdict.LOSS:
            needed = {(mover.other, True)}
        case Verdict.DRAW:
            needed = {(mover, False), (mover.other, False)}
    if any(certificate.position.has_line(side) for side in mnk.Side):
        return False
    if claims != needed or len(claims) < len(certificate.strategies):
        return False
    found = [longest(strategy, certificate.position) for strategy in certificate.strategies]
    claimed = certificate.plies
    if certificate.verdict is Verdict.DRAW and claimed is not None:
        return False
    return all(plies is not None and (claimed is None or plies <= claimed) for plies in found)


def key(position: mnk.Position) -> Key:
    """What a position is called in a strategy."""
    return (
        sum(1 << square for square in position.stones(mnk.Side.BLACK)),
        sum(1 << square for square in position.stones(mnk.Side.WHITE)),
    )


def cannot_complete(position: mnk.Position, side: mnk.Side) -> bool:
    """Whether a side's potential is too low ever to complete a line against best defence."""
    own, other = stones_of(position, side)
    return is_held(lacking(own, other, position.variant), is_to_move=position.side_to_move is side)


def plies_at_sight(position: mnk.Position) -> int:
    """In how many plies the side to move wins where a strategy needs no entry: 1, 3, or 0 if not.

    >>> board = "X.X/.O./...".replace("/", chr(10))
    >>> plies_at_sight(mnk.position_from_text(board, mnk.Variant(3, 3, 3), mnk.Side.WHITE))
    0
    >>> plies_at_sight(mnk.position_from_text(board, mnk.Variant(3, 3, 3), mnk.Side.BLACK))
    1
    """
    own, other = stones_of(position, position.side_to_move)
    variant = position.variant
    return _at_sight(lacking(own, other, variant), lacking(other, own, variant))


def longest(strategy: Strategy, position: mnk.Position) -> int | None:
    """In how many plies the game is over at the latest; None if the strategy breaks its promise.

    Nobody may have a line yet.
    """
    variant = position.variant
    start = stones_of(position, strategy.side)
    full = variant.open_squares
    ways = ways_of(mnk.keeping(position))
    entries = _entries(strategy, ways)
    most = 0
    seen = {start}
    waiting = [(*start, position.side_to_move is strategy.side)]
    while waiting:
        own, other, is_to_move = waiting.pop()
        taken = own | other
        plies = taken.bit_count() - (start[0] | start[1]).bit_count()
        most = max(most, plies)
        if taken == full:
            if strategy.wins:
                return None
            continue
        mine, theirs = lacking(own, other, variant), lacking(other, own, variant)
        if is_to_move:
            sight = _at_sight(mine, theirs)
            if sight == 1 or (strategy.wins and sight):
                most = max(most, plies + sight)
                continue
            entry = entries.get((own, other))
            if entry is None:
                if strategy.wins or not is_held(theirs, is_to_move=False):
                    return None
                continue
            played, pairs = entry
            if not full & ~taken & played:
                return None
            if not strategy.wins and pairs is not None:
                if not _are_paired([lack for lack in theirs if not lack & played], pairs):
                    return None
                continue
            following = [(own | played, other, False)]
        else:
            if any(lack.bit_count() == 1 for lack in theirs):
                return None
            if not strategy.wins and is_held(theirs, is_to_move=True):
                continue
            near = [lack for lack in mine if lack.bit_count() <= 2]
            twos = [lack for lack in theirs if lack.bit_count() == 2]
            following = []
            for square in range(variant.squares):
                bit = 1 << square
                if not full & ~taken & bit:
                    continue
                if strategy.wins:
                    # Is the win in sight already? On a large board it is after most replies.
                    left = [lack for lack in near if not lack & bit]
                    sight = _at_sight(left, [lack ^ bit for lack in twos if lack & bit])
                    if sight:
                        most = max(most, plies + 1 + sight)
                        continue
                following.append((own, other | bit, True))
        for *raw, is_next in following:
            place, _ = turned(raw[0], raw[1], ways)
            if place not in seen:
                seen.add(place)
                waiting.append((*place, is_next))
    return most


def ways_of(symmetries: Iterable[Sequence[mnk.Square]]) -> tuple[Way, ...]:
    """Each of these symmetries, as `turned` takes them."""
    return tuple(tuple(1 << to for to in moved) for moved in symmetries)


def turned(own: int, other: int, ways: tuple[Way, ...]) -> tuple[tuple[int, int], Way]:
    """The form of two sides' stones that comes first under these symmetries, and the way there."""
    if len(ways) == 1:
        return (own, other), ways[0]
    mine, theirs = (
        [at for at in range(stones.bit_length()) if stones >> at & 1] for stones in (own, other)
    )
    return min(((sum(way[at] for at in mine), sum(way[at] for at in theirs)), way) for way in ways)


def _entries(
    strategy: Strategy, ways: tuple[Way, ...]
) -> dict[tuple[int, int], tuple[int, tuple[int, ...] | None]]:
    """What is played, and the pairs that it leaves, by the form of its position that comes first.

    All are sets of squares; empty for what is no square, and for pairs that are none.
    """
    found = {}
    for (black, white), square in strategy.moves.items():
        own, other = (white, black) if strategy.side else (black, white)
        place, way = turned(own, other, ways)
        pairs = strategy.pairs.get((black, white))
        found[place] = (
            _there((square,), way),
            None if pairs is None else tuple(_there(pair, way) for pair in pairs),
        )
    return found


def _there(squares: Sequence[mnk.Square], way: Way) -> int:
    on_board = all(0 <= square < len(way) for square in squares)
    return sum(way[square] for square in set(squares)) if on_board else 0


def stones_of(position: mnk.Position, side: mnk.Side) -> tuple[int, int]:
    """A side's stones and the other's."""
    black, white = key(position)
    return (black, white) if side is mnk.Side.BLACK else (white, black)


def lacking(own: int, other: int, variant: mnk.Variant) -> list[int]:
    """What a side lacks of each line it could still complete."""
    return [mask & ~own for mask in mnk.open_masks(mnk.lines(variant), own, other)]


def _at_sight(mine: list[int], theirs: list[int]) -> int:
    if any(lack.bit_count() == 1 for lack in mine):
        return 1
    if any(lack.bit_count() == 1 for lack in theirs):
        return 0
    once = twice = 0
    for pair in {lack for lack in mine if lack.bit_count() == 2}:
        twice |= once & pair
        once |= pair
    return 3 if twice else 0


def is_held(lacks: list[int], *, is_to_move: bool) -> bool:
    """Whether the potential of a side that lacks this of its lines is too low."""
    return sum(0.5 ** lack.bit_count() for lack in lacks) < (0.5 if is_to_move else 1)


def _are_paired(lacks: list[int], pairs: Sequence[int]) -> bool:
    """Whether no square is in two pairs, and each line of the other side lacks both squares of one.

    What it lacks is empty: so is each pair that counts.
    """
    once = 0
    for pair in pairs:
        if pair.bit_count() != 2 or once & pair:
            return False
        once |= pair
    return all(any(lack & pair == pair for pair in pairs) for lack in lacks)
