"""What there is to say about a move: remarks, each one sentence in the reader's language.

The evaluator finds them, reviews keep them, and pages say them: here to those who read without
scripts, and in the browser (`frontend/src/evaluation/remarkwords.ts`), which knows how its board
looks. Their sentences have these places:

| place | what it is |
|---|---|
| at | the move |
| side, other | who plays it, and their opponent |
| where | any of the squares: "a1 or b2" |
| where_or_four | any of them, or a four: "a1, b2 or a four" |
| all | each of them: "a1, b2 and c3" |
| moves | the winner's moves in turn: "a1, then b2" |
| plies | how long it takes, its first move included |
| count, number | of squares, in figures; of stones, in words |
| goal | what is to be completed: "five in a row" |
| k, four, a_four, three | k, and one and two less, in words |
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from string import Formatter
from typing import Final, Self

from games import mnk
from games.say import count, later, say

MOST_NAMES: Final = 3
"""More squares than this are not named one by one."""
MOST_MOVES: Final = 4
"""At most this many of a winner's moves are named."""


class RemarkKind(StrEnum):
    """Each thing that can be said."""

    # The words are kept in the database: they never change once released.
    COMPLETES = "completes", later("{at} completes {goal}: {side} wins.")

    # What was won before the move.
    COULD_COMPLETE = "couldComplete", later("{side} could have completed {goal} at {where}.")
    HAD_WIN = "hadWin", later("{side} had a win in {plies} here: {moves}.")
    HAD_WIN_AT_MOST = "hadWinAtMost", later("{side} had a win in at most {plies} here: {moves}.")
    HAD_WIN_BY_FOURS = (
        "hadWinByFours",
        later("{side} had a win by {four}s in {plies} here: {moves}."),
    )
    HAD_WIN_BEGUN_AT = (
        "hadWinBegunAt",
        later("{side} had a win in {plies} here, which begins at {where}."),
    )
    HAD_LONG_WIN_BEGUN_AT = (
        "hadLongWinBegunAt",
        later("{side} had a win here, which begins at {where}; how long it takes is not known."),
    )
    HAD_SOME_WIN_IN = (
        "hadSomeWinIn",
        later("{side} had a win in {plies} here: that is proved, but not which move begins it."),
    )
    HAD_SOME_WIN = (
        "hadSomeWin",
        later("{side} had a win here: that is proved, but not which move begins it."),
    )
    HAD_QUICKER_WIN = "hadQuickerWin", later("{side} had a quicker win, in {plies}: {moves}.")
    NOW_DRAWS = "nowDraws", later("After {at} best play draws.")

    # What the opponent can do after it.
    BLOCKS_ONE_OF_SEVERAL = (
        "blocksOneOfSeveral",
        later("{at} blocks, but {other} can also complete {goal} at {where}."),
    )
    COULD_NOT_BLOCK_ALL = (
        "couldNotBlockAll",
        later("{other} can complete {goal} at {where}: one square could not stop that."),
    )
    DOES_NOT_BLOCK = (
        "doesNotBlock",
        later("{other} can complete {goal} at {where}: {at} does not block."),
    )
    LEAVES_OPEN_THREE = "leavesOpenThree", later("{at} leaves {other}’s open {three} standing.")
    LEAVES_DOUBLE_THREAT = "leavesDoubleThreat", later("{at} leaves {other} a double threat.")
    LOSES = "loses", later("{at} loses in {plies}: {moves}.")
    THEN_WINS = "thenWins", later("Then {other} wins in {plies}: {moves}.")
    THEN_WINS_AT_MOST = (
        "thenWinsAtMost",
        later("Then {other} wins in at most {plies}: {moves}."),
    )
    THEN_WINS_BY_FOURS = (
        "thenWinsByFours",
        later("Then {other} wins by {four}s in {plies}: {moves}."),
    )
    OTHER_WINS = "otherWins", later("After {at} {other} wins in {plies}: {moves}.")
    OTHER_WINS_AT_MOST = (
        "otherWinsAtMost",
        later("After {at} {other} wins in at most {plies}: {moves}."),
    )
    OTHER_WINS_BY_FOURS = (
        "otherWinsByFours",
        later("After {at} {other} wins by {four}s in {plies}: {moves}."),
    )

    # How the other squares compare.
    EVERY_OTHER_LOSES = "everyOtherLoses", later("Every other square loses too.")
    ANY_OTHER_DRAWS = "anyOtherDraws", later("Any other square draws.")
    OTHERS_DRAW = "othersDraw", later("{count} other squares draw.")
    ONE_DRAWS = "oneDraws", later("Only {where} draws.")
    SOME_DRAW = "someDraw", later("Only {all} draw.")
    ONLY_DRAW = "onlyDraw", later("{at} is the only square that does not lose.")
    ONLY_WIN = "onlyWin", later("{at} is the only square that wins.")

    # What the stone does.
    BLOCKS_FOUR = "blocksFour", later("{at} blocks {other}’s {four}.")
    BLOCKS_TWO = "blocksTwo", later("{at} blocks {other}’s two in line.")
    BLOCKS_LINE = "blocksLine", later("{at} blocks {other}’s line.")
    ANY_OTHER_LOSES = "anyOtherLoses", later("Any other square loses in {plies}.")
    MAKES_FOUR = "makesFour", later("{at} makes {a_four}: {other} must answer at {where}.")
    MAKES_FOUR_AND_THREE = (
        "makesFourAndThree",
        later("{at} makes {a_four} and an open {three}: {other} must answer at {where}."),
    )
    MAKES_OPEN_FOUR = "makesOpenFour", later("{at} makes an open {four}: {other} cannot stop it.")
    MAKES_TWO_FOURS = (
        "makesTwoFours",
        later("{at} makes two {four}s at once: {other} cannot stop both."),
    )
    LINES_UP_TWO = (
        "linesUpTwo",
        later(
            "{at} lines up two stones with the third square free: {other} must answer at {where}."
        ),
    )
    LINES_UP_OPEN_TWO = (
        "linesUpOpenTwo",
        later("{at} lines up two stones with two squares free: {other} cannot block both."),
    )
    LINES_UP_TWO_TWICE = (
        "linesUpTwoTwice",
        later("{at} lines up two stones in two ways: {other} cannot block both."),
    )
    THREATENS_LINE = (
        "threatensLine",
        later("{at} threatens to complete {goal}: {other} must answer at {where}."),
    )
    THREATENS_TWO_LINES = (
        "threatensTwoLines",
        later("{at} threatens to complete {goal} in two ways: {other} cannot block both."),
    )
    MAKES_THREE = "makesThree", later("{at} makes an open {three}.")
    MAKES_THREE_FOR_FOUR = (
        "makesThreeForFour",
        later("{at} makes an open {three}: left alone, {side} makes an open {four} at {where}."),
    )
    MAKES_TWO_THREES = "makesTwoThrees", later("{at} makes two open {three}s at once.")
    MAKES_TWO_STRONG_THREES = (
        "makesTwoStrongThrees",
        later("{at} makes two open {three}s at once: {other} probably cannot stop both."),
    )
    WINS = "wins", later("Whatever {other} plays, {side} wins in {plies}: {moves}.")
    WINS_AT_MOST = (
        "winsAtMost",
        later("Whatever {other} plays, {side} wins in at most {plies}: {moves}."),
    )
    WINS_BY_FOURS = (
        "winsByFours",
        later("Whatever {other} plays, {side} wins by {four}s in {plies}: {moves}."),
    )
    STOPS_THREE = "stopsThree", later("{at} stops {other}’s open {three}.")
    STOPPED_BY = "stoppedBy", later("Only {where_or_four} could.")
    TAKES_DOUBLE_THREAT = (
        "takesDoubleThreat",
        later("{at} takes the square of {other}’s double threat."),
    )
    TAKES_AWAY_DOUBLE_THREAT = (
        "takesAwayDoubleThreat",
        later("{at} takes away {other}’s double threat at {where}."),
    )

    # What is not seen at once.
    THREATENED = "threatened", later("{other} threatened to win in {plies}: {moves}.")
    THREATENED_AT_MOST = (
        "threatenedAtMost",
        later("{other} threatened to win in at most {plies}: {moves}."),
    )
    THREATENED_FOURS = (
        "threatenedFours",
        later("{other} threatened to win by {four}s in {plies}: {moves}."),
    )
    STOPS_THAT = "stopsThat", later("{at} stops that.")
    PROBABLY_STOPS_THAT = "probablyStopsThat", later("{at} probably stops that.")
    THREATENS = "threatens", later("{at} threatens to win in {plies}, left alone: {moves}.")
    THREATENS_AT_MOST = (
        "threatensAtMost",
        later("{at} threatens to win in at most {plies}, left alone: {moves}."),
    )
    THREATENS_FOURS = (
        "threatensFours",
        later("{at} threatens to win by {four}s in {plies}, left alone: {moves}."),
    )
    BUILDS_ON = "buildsOn", later("{at} builds on {all}.")
    BUILDS_IN_LINE = "buildsInLine", later("{at} builds on {all}: {number} of {k} in one line.")
    GETS_IN_THE_WAY = "getsInTheWay", later("{at} gets in the way of {other}’s {all}.")

    sentence: str
    places: frozenset[str]

    def __new__(cls, word: str, sentence: str = "") -> Self:
        # A remark is looked up by its word alone; it is made with its sentence.
        remark = str.__new__(cls, word)
        remark._value_ = word
        remark.sentence = sentence
        remark.places = frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name)
        return remark


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
        found = (self.at,) if "at" in self.kind.places else ()
        if "moves" in self.kind.places:
            return found + self.squares[:MOST_MOVES]
        if "where" in self.kind.places and len(self.squares) > MOST_NAMES:
            return found
        return found + self.squares


OR: Final = later("{some} or {last}")
AND: Final = later("{some} and {last}")
THEN: Final = later("{some}, then {last}")


def said(remark: Remark, variant: mnk.Variant, sides: mnk.BySide[str]) -> str:
    """The sentence, with the sides called by these names.

    >>> remark = Remark(RemarkKind.MAKES_FOUR, mnk.Side.BLACK, 18, squares=(20, 25))
    >>> said(remark, mnk.Variant(15, 15, 5), mnk.BySide("Black", "White"))
    'd2 makes a four: White must answer at f2 or k2.'
    """

    def value(place: str) -> str:
        match place:
            case "at":
                return mnk.name(remark.at, variant)
            case "side":
                return sides[remark.side]
            case "other":
                return sides[remark.side.other]
            case "where":
                return _any(sorted(remark.squares), variant)
            case "where_or_four":
                names = [mnk.name(at, variant) for at in sorted(remark.squares)]
                return _listed([*names, _with_article(variant.k - 1)], OR)
            case "all":
                return _each(sorted(remark.squares), variant)
            case "moves":
                return _in_turn(remark.squares, variant)
            case "plies":
                return count("{count} ply", "{count} plies", remark.plies or 0)
            case "count":
                return str(remark.number)
            case "number":
                return mnk.number_word(remark.number or 0)
            case "goal":
                return variant.goal
            case "a_four":
                return _with_article(variant.k - 1)
            case _:
                return mnk.number_word(variant.k - {"k": 0, "four": 1, "three": 2}[place])

    return say(remark.kind.sentence, **{place: value(place) for place in remark.kind.places})


def _any(squares: Sequence[mnk.Square], variant: mnk.Variant) -> str:
    """Any of some squares: "a1, b2 or c3", or that there are several."""
    if len(squares) > MOST_NAMES:
        return say("several squares")
    return _listed([mnk.name(at, variant) for at in squares], OR)


def _each(squares: Sequence[mnk.Square], variant: mnk.Variant) -> str:
    """All of some squares: "a1, b2 and c3"."""
    return _listed([mnk.name(at, variant) for at in squares], AND)


def _in_turn(squares: Sequence[mnk.Square], variant: mnk.Variant) -> str:
    """Moves: "h8, i9, then j10"."""
    names = [mnk.name(at, variant) for at in squares[:MOST_MOVES]]
    if len(squares) > MOST_MOVES:
        return say("{moves} and so on", moves=", ".join(names))
    return _listed(names, THEN)


def _listed(names: Sequence[str], ending: str) -> str:
    *some, last = names
    return say(ending, some=", ".join(some), last=last) if some else last


def _with_article(number: int) -> str:
    word = mnk.number_word(number)
    return (
        say("an {number}", number=word) if number in (8, 11, 18) else say("a {number}", number=word)
    )
