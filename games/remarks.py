"""What there is to say about a move: remarks, each one sentence in the reader's language.

The evaluator finds them, reviews keep them, and pages say them: here to those who read without
scripts, and in the browser (`frontend/src/evaluation/remarkwords.ts`), which knows how its board
looks. A four and an open three are called so where five in a row win (`mnk.Variant.has_fours`);
elsewhere a remark that names one has a second sentence, which says what it comes to. The sentences
have these places:

| place | what it is |
|---|---|
| at | the move |
| side, other | who plays it, and their opponent |
| black | the side that has forbidden points |
| above, beneath | the square right above the one that is named, and the one right beneath it |
| where | any of the squares: "a1 or b2" |
| where_or_block | any of them, or a threat: "a1, b2 or making a four" |
| all | each of them: "a1, b2 and c3" |
| moves | the winner's moves in turn: "a1, then b2" |
| when, at_most | how far the win is, its first move included: "in 3 moves", "in at most 3 moves" |
| count | of squares, in figures |
| number, k | stones in a row and the length of a row, in words |
| goal | what wins: "five in a row" |
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from string import Formatter
from typing import Final, Self

from games import mnk
from games.say import later, say

MOST_NAMES: Final = 3
"""More squares than this are not named one by one."""
MOST_MOVES: Final = 4
"""At most this many of a winner's moves are named."""


class RemarkKind(StrEnum):
    """Each thing that can be said."""

    # The words are kept in the database: they never change once released.
    COMPLETES = "completes", later("{at} makes {goal}. {side} wins.")
    COMPLETES_AND_LOSES = "completesAndLoses", later("{at} makes {goal}, so {other} wins.")

    # What was won before the move.
    COULD_COMPLETE = "couldComplete", later("{side} could have won at {where}.")
    HAD_WIN = "hadWin", later("{side} had a win {when}: {moves}.")
    HAD_WIN_AT_MOST = "hadWinAtMost", later("{side} had a win {at_most}: {moves}.")
    HAD_WIN_BY_FOURS = (
        "hadWinByFours",
        later("{side} had a win {when} with fours alone: {moves}."),
        later("{side} had a win {when} with threats alone: {moves}."),
    )
    HAD_WIN_BEGUN_AT = "hadWinBegunAt", later("{side} had a win {when}, starting at {where}.")
    HAD_LONG_WIN_BEGUN_AT = (
        "hadLongWinBegunAt",
        later("{side} had a win starting at {where}. How many moves it takes isn’t known."),
    )
    HAD_SOME_WIN_IN = (
        "hadSomeWinIn",
        later("{side} had a win {when}, but its first move isn’t known."),
    )
    HAD_SOME_WIN = "hadSomeWin", later("{side} had a win, but its first move isn’t known.")
    HAD_QUICKER_WIN = "hadQuickerWin", later("{side} had a quicker win, {when}: {moves}.")
    NOW_DRAWS = "nowDraws", later("After {at} it’s a draw with best play.")

    # What the opponent can do after it.
    BLOCKS_ONE_OF_SEVERAL = (
        "blocksOneOfSeveral",
        later("{at} blocks, but {other} can still make {goal} at {where}."),
    )
    COULD_NOT_BLOCK_ALL = (
        "couldNotBlockAll",
        later("{other} can make {goal} at {where}. No single move could stop that."),
    )
    DOES_NOT_BLOCK = (
        "doesNotBlock",
        later("{other} can make {goal} at {where}. {at} doesn’t block it."),
    )
    OPENS_SQUARE = (
        "opensSquare",
        later("{at} lets {other} reach {where} and make {goal} there."),
    )
    LEAVES_LINE = "leavesLine", later("{at} lets {other} make {goal} with {where}.")
    MAY_NOT_BLOCK = (
        "mayNotBlock",
        later("{other} can make {goal} at {where}, where {side} may not block."),
    )
    LEAVES_FORBIDDEN = (
        "leavesForbidden",
        later("In the end {black} may not block at {where}: it’s forbidden."),
    )
    LEAVES_OPEN_THREE = (
        "leavesOpenThree",
        later("{at} doesn’t stop {other}’s open three."),
        later("{at} doesn’t stop {other} from threatening {goal} in two ways."),
    )
    LEAVES_DOUBLE_THREAT = "leavesDoubleThreat", later("{at} lets {other} make a double threat.")
    LOSES = "loses", later("After {at}, {other} wins {when}: {moves}.")
    THEN_WINS = "thenWins", later("Then {other} wins {when}: {moves}.")
    THEN_WINS_AT_MOST = "thenWinsAtMost", later("Then {other} wins {at_most}: {moves}.")
    THEN_WINS_BY_FOURS = (
        "thenWinsByFours",
        later("Then {other} wins {when} with fours alone: {moves}."),
        later("Then {other} wins {when} with threats alone: {moves}."),
    )
    OTHER_WINS = "otherWins", later("After {at}, {other} wins {when}: {moves}.")
    OTHER_WINS_AT_MOST = "otherWinsAtMost", later("After {at}, {other} wins {at_most}: {moves}.")
    OTHER_WINS_BY_FOURS = (
        "otherWinsByFours",
        later("After {at}, {other} wins {when} with fours alone: {moves}."),
        later("After {at}, {other} wins {when} with threats alone: {moves}."),
    )
    OTHER_WINS_FROM = (
        "otherWinsFrom",
        later("After {at}, {other} wins {when}, starting at {where}."),
    )
    OTHER_FORCES_WIN = (
        "otherForcesWin",
        later("After {at}, {other} can force a win, starting at {where}."),
    )

    # How the other squares compare.
    EVERY_OTHER_LOSES = "everyOtherLoses", later("Every other square loses too.")
    ALL_OTHERS_LOSE = "allOthersLose", later("Every other square loses.")
    ANY_OTHER_DRAWS = "anyOtherDraws", later("Any other square draws.")
    OTHERS_DRAW = "othersDraw", later("{count} other squares draw.")
    ONE_DRAWS = "oneDraws", later("Only {where} draws.")
    SOME_DRAW = "someDraw", later("Only {all} draw.")
    ONLY_DRAW = "onlyDraw", later("{at} is the only square that doesn’t lose.")
    ONLY_WIN = "onlyWin", later("{at} is the only square that wins.")

    # What the stone does.
    BLOCKS_FOUR = (
        "blocksFour",
        later("{at} blocks {other}’s four."),
        later("{at} stops {other} from making {goal}."),
    )
    BLOCKS_TWO = "blocksTwo", later("{at} stops {other} from making {goal}.")
    BLOCKS_LINE = "blocksLine", later("{at} stops {other} from making {goal}.")
    ANY_OTHER_LOSES = "anyOtherLoses", later("Any other square loses {when}.")
    MAKES_FOUR = (
        "makesFour",
        later("{at} makes a four: {other} must block at {where}."),
        later("{at} threatens {goal}: {other} must block at {where}."),
    )
    MAKES_FOUR_AND_THREE = (
        "makesFourAndThree",
        later("{at} makes a four and an open three: {other} must block at {where}."),
        later("{at} threatens {goal} and prepares a second threat: {other} must block at {where}."),
    )
    MAKES_OPEN_FOUR = (
        "makesOpenFour",
        later("{at} makes an open four: {other} can’t stop it."),
        later("{at} threatens {goal} in two ways: {other} can’t block both."),
    )
    MAKES_TWO_FOURS = (
        "makesTwoFours",
        later("{at} makes two fours at once: {other} can’t stop both."),
        later("{at} threatens {goal} in two ways: {other} can’t block both."),
    )
    LINES_UP_TWO = "linesUpTwo", later("{at} threatens {goal}: {other} must block at {where}.")
    LINES_UP_OPEN_TWO = (
        "linesUpOpenTwo",
        later("{at} threatens {goal} in two ways: {other} can’t block both."),
    )
    LINES_UP_TWO_TWICE = (
        "linesUpTwoTwice",
        later("{at} threatens {goal} in two ways: {other} can’t block both."),
    )
    THREATENS_LINE = "threatensLine", later("{at} threatens {goal}: {other} must block at {where}.")
    THREATENS_TWO_LINES = (
        "threatensTwoLines",
        later("{at} threatens {goal} in two ways: {other} can’t block both."),
    )
    MAKES_THREE = (
        "makesThree",
        later("{at} makes an open three."),
        later("{at} prepares to threaten {goal} in two ways."),
    )
    MAKES_THREE_FOR_FOUR = (
        "makesThreeForFour",
        later("{at} makes an open three. Left alone, {side} makes an open four at {where}."),
        later("{at} prepares to threaten {goal} in two ways, at {where}."),
    )
    MAKES_TWO_THREES = (
        "makesTwoThrees",
        later("{at} makes two open threes at once."),
        later("{at} prepares several threats of {goal} at once."),
    )
    MAKES_TWO_STRONG_THREES = (
        "makesTwoStrongThrees",
        later("{at} makes two open threes at once: {other} can’t stop both (estimate)."),
        later(
            "{at} prepares several threats of {goal} at once: {other} can’t stop all (estimate)."
        ),
    )
    WINS = "wins", later("Whatever {other} plays, {side} wins {when}: {moves}.")
    WINS_AT_MOST = "winsAtMost", later("Whatever {other} plays, {side} wins {at_most}: {moves}.")
    WINS_BY_FOURS = (
        "winsByFours",
        later("Whatever {other} plays, {side} wins {when} with fours alone: {moves}."),
        later("Whatever {other} plays, {side} wins {when} with threats alone: {moves}."),
    )
    STOPS_THREE = (
        "stopsThree",
        later("{at} stops {other}’s open three."),
        later("{at} stops {other} from threatening {goal} in two ways."),
    )
    STOPPED_BY = "stoppedBy", later("Only {where_or_block} stops it.")
    TAKES_DOUBLE_THREAT = (
        "takesDoubleThreat",
        later("{at} takes the square {other} needs for a double threat."),
    )
    TAKES_AWAY_DOUBLE_THREAT = (
        "takesAwayDoubleThreat",
        later("{at} stops {other}’s double threat at {where}."),
    )

    # What is forbidden to black, by the stone or in a line that is shown.
    MAKES_FOUR_NOT_BLOCKED = (
        "makesFourNotBlocked",
        later("{at} makes a four, and {where} is forbidden to {other}: nothing stops it."),
        later("{at} threatens {goal}, and {where} is forbidden to {other}: nothing stops it."),
    )
    NOW_FORBIDS = "nowForbids", later("After {at}, {black} may not play at {where}.")
    FORBIDS_NO_LONGER = (
        "forbidsNoLonger",
        later("After {at}, {black} may play at {where} again."),
    )
    WOULD_MAKE_SIX = "wouldMakeSix", later("A stone there would make a row of {number}.")
    WOULD_MAKE_FOURS = "wouldMakeFours", later("A stone there would make {number} fours.")
    WOULD_MAKE_THREES = (
        "wouldMakeThrees",
        later("A stone there would make {number} open threes."),
    )

    # What comes within reach where stones fall.
    STACKS_TWO = (
        "stacksTwo",
        later(
            "{at} threatens {goal} at {where}. If {other} blocks there, {side} plays {above} and "
            "wins."
        ),
    )
    GIVES_UP_SQUARE = (
        "givesUpSquare",
        later("{at} lets {other} block at {where}, the last square {side} needed for {goal}."),
    )
    KEEPS_FROM_BELOW = (
        "keepsFromBelow",
        later(
            "{at} leaves only {where} missing for {goal}. {other} must not play {beneath}: {side} "
            "would reach {where}."
        ),
    )
    WAITS_ABOVE = (
        "waitsAbove",
        later(
            "{at} leaves only {where} missing for {goal}. {side} can play there as soon as "
            "{beneath} is taken."
        ),
    )

    # What is not seen at once.
    THREATENED = "threatened", later("{other} threatened to win {when}: {moves}.")
    THREATENED_AT_MOST = "threatenedAtMost", later("{other} threatened to win {at_most}: {moves}.")
    THREATENED_FOURS = (
        "threatenedFours",
        later("{other} threatened to win {when} with fours alone: {moves}."),
        later("{other} threatened to win {when} with threats alone: {moves}."),
    )
    STOPS_THAT = "stopsThat", later("{at} stops that.")
    PROBABLY_STOPS_THAT = "probablyStopsThat", later("{at} stops that (estimate).")
    THREATENS = "threatens", later("{at} threatens to win {when}: {moves}.")
    THREATENS_AT_MOST = "threatensAtMost", later("{at} threatens to win {at_most}: {moves}.")
    THREATENS_FOURS = (
        "threatensFours",
        later("{at} threatens to win {when} with fours alone: {moves}."),
        later("{at} threatens to win {when} with threats alone: {moves}."),
    )
    BUILDS_ON = "buildsOn", later("{at} builds on {all}.")
    BUILDS_IN_LINE = "buildsInLine", later("{at} builds on {all}: {number} of {k} in one row.")
    GETS_IN_THE_WAY = "getsInTheWay", later("{at} gets in the way of {other}’s {all}.")

    sentence: str
    """What is said where five in a row win; everywhere, if it names no four and no three."""
    without_fours: str
    """What is said elsewhere."""

    def __new__(cls, word: str, sentence: str = "", without_fours: str = "") -> Self:
        # A remark is looked up by its word alone; it is made with its sentences.
        remark = str.__new__(cls, word)
        remark._value_ = word
        remark.sentence = sentence
        remark.without_fours = without_fours or sentence
        return remark

    def said_of(self, variant: mnk.Variant) -> str:
        """The sentence for a variant, with its places."""
        return self.sentence if variant.has_fours else self.without_fours


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that is said, and what it is about."""

    kind: RemarkKind
    side: mnk.Side
    """Who plays the move."""
    at: mnk.Square
    """The move."""
    squares: tuple[mnk.Square, ...] = ()
    """Those it names; if they are moves, in the order of play."""
    plies: int | None = None
    number: int | None = None

    @property
    def named(self) -> tuple[mnk.Square, ...]:
        """The squares whose names are said."""
        places = _places(self.kind.sentence)
        found = (self.at,) if "at" in places else ()
        if "moves" in places:
            return found + self.squares[:MOST_MOVES]
        if "where" in places and len(self.squares) > MOST_NAMES:
            return found
        return found + self.squares


OR: Final = later("{some} or {last}")
AND: Final = later("{some} and {last}")
THEN: Final = later("{some}, then {last}")


def said(remark: Remark, variant: mnk.Variant, sides: mnk.BySide[str]) -> str:
    """The sentence, with the sides called by these names.

    >>> remark = Remark(RemarkKind.MAKES_FOUR, mnk.Side.BLACK, 18, squares=(20, 25))
    >>> said(remark, mnk.Variant(15, 15, 5), mnk.BySide("Black", "White"))
    'd2 makes a four: White must block at f2 or k2.'
    >>> said(remark, mnk.Variant(15, 15, 6), mnk.BySide("Black", "White"))
    'd2 threatens six in a row: White must block at f2 or k2.'
    """

    def value(place: str) -> str:
        match place:
            case "at":
                return mnk.move_name(remark.at, variant)
            case "side":
                return sides[remark.side]
            case "other":
                return sides[remark.side.other]
            case "black":
                return sides[mnk.Side.BLACK]
            case "above":
                return mnk.name(remark.squares[0] + variant.width, variant)
            case "beneath":
                return mnk.name(remark.squares[0] - variant.width, variant)
            case "where":
                return _any(sorted(remark.squares), variant)
            case "where_or_block":
                names = [mnk.name(at, variant) for at in sorted(remark.squares)]
                block = say("making a four") if variant.has_fours else say("making a threat")
                return _listed([*names, block], OR)
            case "all":
                return _each(sorted(remark.squares), variant)
            case "moves":
                return _in_turn(remark.squares, variant)
            case "when":
                return mnk.in_moves(remark.plies or 0)
            case "at_most":
                return mnk.in_at_most(remark.plies or 0)
            case "count":
                return str(remark.number)
            case "number":
                return mnk.number_word(remark.number or 0)
            case "k":
                return mnk.number_word(variant.k)
            case "goal":
                return variant.goal
        raise NotImplementedError(place)

    sentence = remark.kind.said_of(variant)
    return say(sentence, **{place: value(place) for place in _places(sentence)})


def _places(sentence: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name)


def _any(squares: Sequence[mnk.Square], variant: mnk.Variant) -> str:
    """Any of some squares: "a1, b2 or c3", or that there are several.

    >>> board = mnk.Variant(5, 1, 3)
    >>> _any(range(MOST_NAMES), board), _any(range(MOST_NAMES + 1), board)
    ('a1, b1 or c1', 'several squares')
    """
    if len(squares) > MOST_NAMES:
        return say("several squares")
    return _listed([mnk.move_name(at, variant) for at in squares], OR)


def _each(squares: Sequence[mnk.Square], variant: mnk.Variant) -> str:
    """All of some squares: "a1, b2 and c3"."""
    return _listed([mnk.name(at, variant) for at in squares], AND)


def _in_turn(squares: Sequence[mnk.Square], variant: mnk.Variant) -> str:
    """Moves: "h8, i9, then j10".

    >>> board = mnk.Variant(5, 1, 3)
    >>> _in_turn(range(MOST_MOVES), board), _in_turn(range(MOST_MOVES + 1), board)
    ('a1, b1, c1, then d1', 'a1, b1, c1, d1 and so on')
    """
    names = [mnk.name(at, variant) for at in squares[:MOST_MOVES]]
    if len(squares) > MOST_MOVES:
        return say("{moves} and so on", moves=", ".join(names))
    return _listed(names, THEN)


def _listed(names: Sequence[str], ending: str) -> str:
    *some, last = names
    return say(ending, some=", ".join(some), last=last) if some else last
