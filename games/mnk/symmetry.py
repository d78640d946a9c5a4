"""The symmetries of a board, and the form that all turned and mirrored positions share."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from games.mnk.move import Move, placed
from games.mnk.notation import variant_text
from games.mnk.position import Position
from games.mnk.side import BySide, Side
from games.mnk.square import Square
from games.mnk.variant import Variant

Symmetry = Callable[[int, int, int, int], tuple[int, int]]

_STANDING: tuple[Symmetry, ...] = (
    lambda x, y, right, top: (x, y),
    lambda x, y, right, top: (right - x, y),
)
_KEEPING: tuple[Symmetry, ...] = (
    *_STANDING,
    lambda x, y, right, top: (x, top - y),
    lambda x, y, right, top: (right - x, top - y),
)
_TURNING: tuple[Symmetry, ...] = (
    lambda x, y, right, top: (y, x),
    lambda x, y, right, top: (top - y, x),
    lambda x, y, right, top: (y, right - x),
    lambda x, y, right, top: (top - y, right - x),
)


@lru_cache(maxsize=64)
def symmetries(variant: Variant) -> tuple[tuple[Move, ...], ...]:
    """Where each move goes under each symmetry of the board, and so each square; the first moves
    nothing.

    8 on a square, 4 on a rectangle, 2 where stones fall: what is below stays below. Only those
    under which the same squares are blocked. None makes another kind of a stone.
    On a board of a single row or column some of them may be equal; each is given once.

    >>> from games.mnk.rule import LineRule
    >>> boards = Variant(5, 5, 4), Variant(5, 4, 4), Variant(5, 5, 4, LineRule.GRAVITY)
    >>> [len(symmetries(board)) for board in boards]
    [8, 4, 2]
    """
    width, height = variant.width, variant.height
    if variant.line_rule.says.falls:
        kinds = _STANDING
    else:
        kinds = _KEEPING + _TURNING if width == height else _KEEPING
    maps = []
    for symmetry in kinds:
        moved = []
        for square in range(width * height):
            x, y = symmetry(square % width, square // width, width - 1, height - 1)
            moved.append(y * width + x)
        if {moved[square] for square in variant.blocked} == set(variant.blocked):
            also = (at + variant.squares for at in moved) if variant.moves > len(moved) else ()
            maps.append((*moved, *also))
    return tuple(dict.fromkeys(maps))


@dataclass(frozen=True, slots=True)
class Canonical:
    """A position's canonical form, and where its squares went."""

    position: Position
    moved: tuple[Move, ...]
    """By move of the original, and so by square: the one in the canonical form."""

    def back(self, move: Move) -> Move:
        """The original's move or square, from the canonical form's."""
        return self.moved.index(move)

    @property
    def key(self) -> bytes:
        """16 bytes that name the position on its variant's board.

        Turned or mirrored it has the same key; with the sides swapped (the other one to move) too,
        unless the rules differ by side. Where stones of either kind are placed, whoever is to move.
        """
        position = self.position
        first = _first(position.variant, position.side_to_move)
        own, other = (_bits(position.stones(side)) for side in (first, first.other))
        return _key(position.variant, own, other, position.side_to_move)


def canonical(position: Position) -> Canonical:
    """The form shared by all positions that are this one turned or mirrored.

    >>> from games import mnk
    >>> start = Position.start(mnk.Variant(4, 4, 4))
    >>> len({canonical(start.play(corner)).position for corner in (0, 3, 12, 15)})
    1
    """
    variant = position.variant
    first = _first(variant, position.side_to_move)
    own, other = position.stones(first), position.stones(first.other)
    *_, moved = min(
        (_moved(own, moved), _moved(other, moved), moved) for moved in symmetries(variant)
    )
    turned = BySide(Side.BLACK, Side.WHITE).map(
        lambda side: frozenset(moved[square] for square in position.stones(side))
    )
    return Canonical(Position.of(variant, turned, position.side_to_move), moved)


def canonical_steps(variant: Variant, moves: Sequence[Move]) -> Iterator[tuple[bytes, Move | None]]:
    """For each position of a game, first and last included: its key, and what was played in it.

    The move is that of the canonical form: the lowest of those that the position's own symmetries
    make equal; None at the end. The moves need only be on the board: made for thousands of games,
    it is 20 times as quick as `canonical` for each position.

    >>> from games import mnk
    >>> games = [(0, 5, 3), (3, 6, 0), (15, 10, 12)]
    >>> len({tuple(canonical_steps(mnk.Variant(4, 4, 4), moves)) for moves in games})
    1
    """
    # For each symmetry: where squares go, and the stones of both sides there.
    images = [(moved, [0, 0]) for moved in symmetries(variant)]
    for ply, move in enumerate((*moves, None)):
        mover = variant.line_rule.side_of_ply(ply)
        first = _first(variant, mover)
        least = min((stones[first], stones[1 - first]) for _, stones in images)
        if move is None:
            yield _key(variant, *least, mover), None
            continue
        ways = (
            moved[move]
            for moved, stones in images
            if stones[first] == least[0] and stones[1 - first] == least[1]
        )
        yield _key(variant, *least, mover), min(ways)
        square, kind = placed(move, mover, variant)
        for moved, stones in images:
            stones[kind] |= 1 << moved[square]


def keeping(position: Position) -> tuple[tuple[Move, ...], ...]:
    """The symmetries that leave the position as it is; the first changes nothing at all."""
    variant = position.variant
    both = [frozenset(position.stones(side)) for side in Side]
    return tuple(
        moved
        for moved in symmetries(variant)
        if all(stones == {moved[square] for square in stones} for stones in both)
    )


def alike(position: Position) -> tuple[tuple[Move, ...], ...]:
    """Groups of moves that may be played and that the position's symmetries make the same.

    >>> from games import mnk
    >>> alike(Position.start(mnk.Variant(3, 3, 3)))
    ((0, 2, 6, 8), (1, 3, 5, 7))
    """
    ways = keeping(position)
    groups = {tuple(sorted({moved[move] for moved in ways})) for move in position.playable_moves()}
    return tuple(sorted(group for group in groups if len(group) > 1))


def apart(position: Position) -> tuple[Move, ...]:
    """The moves that may be played, no two the same by symmetry: the lowest of each group.

    >>> from games import mnk
    >>> apart(Position.start(mnk.Variant(3, 3, 3)))
    (0, 1, 4)
    """
    others = {move for group in alike(position) for move in group[1:]}
    return tuple(move for move in position.playable_moves() if move not in others)


def _first(variant: Variant, mover: Side) -> Side:
    """Whose stones come first in a key: the mover's, unless kinds of stones belong to nobody."""
    return Side.BLACK if variant.line_rule.says.either_kind else mover


def _key(variant: Variant, own: int, other: int, mover: Side) -> bytes:
    text = f"{variant_text(variant)} {own:x} {other:x}"
    if variant.line_rule.says.forbids:
        text += f" {mover.word}"
    return blake2b(text.encode(), digest_size=16).digest()


def _moved(squares: Iterable[Square], moved: tuple[Square, ...]) -> int:
    return _bits(moved[square] for square in squares)


def _bits(squares: Iterable[Square]) -> int:
    return sum(1 << square for square in squares)
