"""What the lines alone make certain, on a board of any size, without a search.

- a square that completes a line wins in 1 ply;
- a square that leaves the other side a line to complete loses in 2;
- a square that leaves its side lines to complete which no single stone stops, and the other side
  none, wins in 3;
- a square after which neither side's potential (games.evaluator.attack) is enough draws;
- so does one after which each side can answer every stone on its mate (games.evaluator.pairing),
  and so block every line.

Where squares are forbidden to black (renju), no draw is certain from lines alone: black may be kept
from blocking. A line of white's that only a forbidden square could stop wins in 3.

Where completing a line loses (misère), a square that does loses in 1 ply, and one after which the
other side has no other square wins in 2.

Where stones fall (gravity), a square completes a line only if it can be reached: a stone loses in 2
that leaves or opens such a square to the other side. Two such squares after a move win in 3, or one
of them if the square above it is another. A board on which nobody can complete a line draws.

Where a turn has two stones (Connect6), a stone that leaves a line lacking one wins in 2 if it is
the first of its turn. A turn loses that leaves the other side a line lacking one or two: in 2 or 3
after its second stone, and in 3 or 4 after its first, if no second stops them all. A board on which
nobody can complete a line draws.

Where stones are of either kind (wild), a move that leaves a line lacking one stone loses in 2, as
the other side completes it; and a move wins in 3 where every answer has to leave one. A board on
which every line has both kinds draws.
"""

from collections import defaultdict

from games import mnk
from games.evaluator.evaluation import Finding, Verdict
from games.evaluator.pairing import SHORTEST, mates, pair_words
from games.evaluator.rules import common, completing, playable, stones


def certain(position: mnk.Position) -> dict[mnk.Move, Finding]:
    """The moves whose value is certain at a glance.

    >>> board = "X.X/.O./...".replace("/", chr(10))
    >>> position = mnk.position_from_text(board, mnk.Variant(3, 3, 3), mnk.Side.BLACK)
    >>> [(mnk.name(square, position.variant), found.verdict.value, found.plies)
    ...  for square, found in certain(position).items()]
    [('a1', 'win', 3), ('c1', 'win', 3), ('a2', 'win', 3), ('c2', 'win', 3), ('b3', 'win', 1)]
    """
    variant = position.variant
    if variant.line_rule.says.completing_loses:
        return _certain_of_losing(position)
    if variant.line_rule.says.falls:
        return _certain_of_columns(position)
    if variant.line_rule.says.stones_a_turn > 1:
        return _certain_of_turns(position)
    if variant.line_rule.says.either_kind:
        return _certain_of_kinds(position)
    if not variant.line_rule.says.is_race:
        return _certain_of_lines(position)
    own, other = stones(position)
    mine, theirs = _Hopes(own, other, variant), _Hopes(other, own, variant)
    empty = playable(position)
    pairs = _Pairs(own, other, variant) if _has_pairs(variant) else None
    found = {}
    for square in empty:
        bit = 1 << square
        if mine.completing & bit:
            found[square] = Finding(Verdict.WIN, 1)
        elif theirs.completing and not theirs.stops & bit:
            found[square] = Finding(Verdict.LOSS, 2)
        elif _is_several(mine.completing | mine.partners[square]) and not (
            _Hopes(own | bit, other, variant).stops
        ):
            found[square] = Finding(Verdict.WIN, 3)
        elif (
            mine.potential + mine.through[square] < 1
            and theirs.potential - theirs.through[square] < 0.5
        ) or (pairs is not None and pairs.hold_after(square)):
            found[square] = Finding(Verdict.DRAW, len(empty))
    return found


def _certain_of_lines(position: mnk.Position) -> dict[mnk.Square, Finding]:
    """The same where squares are forbidden: what is completed and what nobody may stop."""
    side, variant = position.side_to_move, position.variant
    own, other = stones(position)
    mine = _Hopes(own, other, variant.of(side))
    theirs = _Hopes(other, own, variant.of(side.other))
    found = {}
    for square in playable(position):
        bit = 1 << square
        if mine.completing & bit:
            found[square] = Finding(Verdict.WIN, 1)
        elif theirs.completing & ~bit:
            found[square] = Finding(Verdict.LOSS, 2)
        elif (mine.completing | mine.partners[square]) & ~bit:
            after = position.play(square)
            threats = _Hopes(own | bit, other, variant.of(side)).completing
            banned = sum(1 << each for each in after.forbidden)
            if threats and not after.is_stuck and (_is_several(threats) or threats & banned):
                found[square] = Finding(Verdict.WIN, 3)
    return found


def _certain_of_columns(position: mnk.Position) -> dict[mnk.Square, Finding]:
    """The same where stones fall: what can be reached counts, and each stone opens a square."""
    variant = position.variant
    own, other = stones(position)
    wins = completing(own, other, variant)
    empty = len(position.empty_squares())
    found = {}
    for square in playable(position):
        mine = own | 1 << square
        if square in wins:
            found[square] = Finding(Verdict.WIN, 1)
        elif completing(other, mine, variant):
            found[square] = Finding(Verdict.LOSS, 2)
        elif _wins_after(mine, other, variant):
            found[square] = Finding(Verdict.WIN, 3)
        elif position.play(square).is_dead:
            found[square] = Finding(Verdict.DRAW, empty)
    return found


def _wins_after(mine: int, other: int, variant: mnk.Variant) -> bool:
    """Whether I complete a line next, whatever they play, who complete none now."""
    threats = completing(mine, other, variant)
    if len(threats) != 1:
        return bool(threats)
    return bool(completing(mine, other | 1 << threats[0], variant))


def _certain_of_turns(position: mnk.Position) -> dict[mnk.Square, Finding]:
    """The same where a turn has two stones: what one completes within a turn."""
    variant, left = position.variant, position.stones_left
    own, other = stones(position)
    mine = _lacking(own, other, variant, left)
    theirs = _lacking(other, own, variant, variant.line_rule.says.stones_a_turn)
    empty = playable(position)
    found = {}
    for square in empty:
        bit = 1 << square
        mine_left = min(((each & ~bit).bit_count() for each in mine), default=left)
        against = [each for each in theirs if not each & bit]
        if bit in mine:
            found[square] = Finding(Verdict.WIN, 1)
        elif mine_left < left:
            found[square] = Finding(Verdict.WIN, 1 + mine_left)
        elif against and (left == 1 or not common(against)):
            # The loser delays: the turn's second stone stops those that lack one, if it can.
            singles = [each for each in against if each.bit_count() == 1]
            is_quick = bool(singles) and (left == 1 or not common(singles))
            found[square] = Finding(Verdict.LOSS, left + (1 if is_quick else 2))
        elif position.play(square).is_dead:
            found[square] = Finding(Verdict.DRAW, len(empty))
    return found


def _lacking(own: int, other: int, variant: mnk.Variant, most: int) -> list[int]:
    """What each line lacks that a side completes with at most this many stones."""
    masks = mnk.open_masks(mnk.lines(variant), own, other)
    return [missing for mask in masks if (missing := mask & ~own).bit_count() <= most]


def _certain_of_losing(position: mnk.Position) -> dict[mnk.Square, Finding]:
    """The same where completing a line loses: who completes one, and who has to."""
    own, other = stones(position)
    empty = playable(position)
    losing = set(completing(own, other, position.variant))
    theirs = set(completing(other, own, position.variant))
    found = {}
    for square in empty:
        if square in losing:
            found[square] = Finding(Verdict.LOSS, 1)
            continue
        left = {each for each in empty if each != square}
        # A stone only takes lines from the other side: what completes none now will complete none.
        if left and left <= theirs:
            still = completing(other, own | 1 << square, position.variant)
            if left.issubset(still):
                found[square] = Finding(Verdict.WIN, 2)
    return found


def _certain_of_kinds(position: mnk.Position) -> dict[mnk.Move, Finding]:
    """The same where stones are of either kind: who completes what anybody left."""
    here = mnk.either_kind(position)
    moves = playable(position)
    empty = len(position.empty_squares())
    # A stone changes only what lies on its lines. With many more safe moves, one is safe after it.
    safe = len(moves) - len(here.completing) - len(here.leaving)
    is_near = safe <= 16 * position.variant.k
    found = {}
    for move in moves:
        if move in here.completing:
            found[move] = Finding(Verdict.WIN, 1)
            continue
        if move in here.leaving:
            found[move] = Finding(Verdict.LOSS, 2)
            continue
        after = position.play(move)
        if is_near and empty > 1 and _leaves_only_gifts(after):
            found[move] = Finding(Verdict.WIN, 3)
        elif after.is_dead:
            found[move] = Finding(Verdict.DRAW, empty)
    return found


def _leaves_only_gifts(position: mnk.Position) -> bool:
    """Whether whatever is played here lets the other side complete a line."""
    return mnk.either_kind(position).leaving.issuperset(position.playable_moves())


class _Hopes:
    """What one side's open lines promise. Halves of halves: the sums are exact as floats."""

    def __init__(self, own: int, other: int, variant: mnk.Variant) -> None:
        self.completing = 0
        """The squares that complete a line."""
        self.stops = -1
        """Where one stone of the other side leaves no line that lacks one stone; all squares if
        there is no such line."""
        self.partners: defaultdict[mnk.Square, int] = defaultdict(int)
        """By square: the squares that complete a line once it is taken."""
        self.potential = 0.0
        """2^-(stones missing), summed over the lines that can still be completed."""
        self.through: defaultdict[mnk.Square, float] = defaultdict(float)
        """By square: the part of the potential that its lines contribute."""
        for line in mnk.open_lines(mnk.lines(variant), own, other):
            missing = line[0] & ~own
            count = missing.bit_count()
            worth = 0.5**count
            self.potential += worth
            if count == 1:
                self.completing |= missing
                self.stops &= mnk.stops(line, own, other)
            rest = missing
            while rest:
                bit = rest & -rest
                rest ^= bit
                square = bit.bit_length() - 1
                self.through[square] += worth
                if count == 2:
                    self.partners[square] |= missing ^ bit


class _Pairs:
    """Whether pairs still keep both sides from every line."""

    def __init__(self, own: int, other: int, variant: mnk.Variant) -> None:
        self._mates = mates(variant)
        self._empty = variant.open_squares & ~(own | other)
        pairs = [pair for pair in pair_words(variant) if not pair & ~self._empty]
        self._mine = self._escaping(own, other, pairs, variant)
        self._theirs = self._escaping(other, own, pairs, variant)

    def hold_after(self, square: mnk.Square) -> bool:
        """Whether, after my stone here, they can answer all of mine, and I all of theirs."""
        bit = 1 << square
        if not self._theirs & bit:
            return False  # a line of theirs without a pair is not blocked
        mate = self._mates[square]
        if mate is not None and self._empty & 1 << mate:
            return bool(self._mine & 1 << mate)  # they must answer there
        return bool(self._mine & self._empty & ~bit)

    @staticmethod
    def _escaping(own: int, other: int, pairs: list[int], variant: mnk.Variant) -> int:
        """The squares common to all open lines of a side that hold no empty pair; all if there is
        no such line."""
        common = -1
        for mask in mnk.open_masks(mnk.lines(variant), own, other):
            if not any(pair & ~mask == 0 for pair in pairs):
                common &= mask
        return common


def _has_pairs(variant: mnk.Variant) -> bool:
    return variant.k >= SHORTEST


def _is_several(squares: int) -> bool:
    return squares & (squares - 1) != 0
