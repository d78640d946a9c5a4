"""Line rules: which runs of stones end a game, each rule one value that answers every question.

No other code asks which rule it is, only what it says: a rule added here is played, drawn, stored
and explained everywhere. Two tables name rules, since something was measured or built for them: the
boards that are solved, and what the strong engine plays. A rule not named there is neither solved
nor played by it.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.mnk.saying import Saying
from games.mnk.side import Side
from games.say import later, say

Line: TypeAlias = tuple[int, int, int]
"""One way to complete a line: its mask, its fence and its ends, as sets of squares.

Bit s is square s. The line is complete when every square of the mask has a stone of the side, none
of the fence has, and the other side does not hold all of the ends: that wins, or loses where the
rule says so. The fence is empty where overlines count; elsewhere it holds the squares at both ends
that would make one. The ends are empty where the other side's stones block nothing, and where the
edge of the board is one of them.
"""

_SIDES: Final = tuple(Side)
DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""Along a row, a column and both diagonals: squares to the right and up. Lengths use this order."""


@dataclass(frozen=True, slots=True)
class Example:
    """A board that shows what a rule means. The rule itself tells whether there is a line."""

    board: str
    """As `mnk.position_drawn` reads it: X has the row that it is about."""
    k: int
    says: str
    """What it shows, in English."""
    forbidden: str = ""
    """A square where black, whose turn it is, may not play: what the board is about."""

    @property
    def caption(self) -> str:
        """What it shows, in the reader's language."""
        return say(self.says)


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """What a line rule says, its words in English: `say` puts them into the reader's language."""

    overlines: bool
    """Whether a run longer than a line wins as well."""
    edge_to_edge: bool = False
    """Whether rows and columns win only whole, and diagonals as long as the shorter edge, which
    is k. Otherwise every line has k squares, and people choose k."""
    only_k: int | None = None
    """The only k there is; None where people choose it, or the board does."""
    usual_k: int = 5
    """How many in a row it is mostly played with, where a text or a file does not say."""
    smallest: int = 1
    """The least squares a board must have along each edge."""
    forbids: bool = False
    """Whether black may not make an overline, two fours or two threes with one stone, unless it
    makes five (`games.mnk.forbidden`). White may, and white's overlines win."""
    completing_loses: bool = False
    """Whether the side that completes a line loses. What a line is, and that it ends the game, is
    the same as where it wins."""
    falls: bool = False
    """Whether a stone falls to the lowest empty square of its column, where alone it may be put."""
    stones_a_turn: int = 1
    """How many stones a side places before it is the other's turn; black's first turn has one. Each
    of them is a move."""
    either_kind: bool = False
    """Whether a side may place stones of either kind, black's or white's, and wins by a line of
    either. A kind then belongs to nobody, and a move names it (`games.mnk.move`)."""
    ends_block: bool = False
    """Whether a line is no win while the other side holds the squares at both its ends. What stops
    a line is then not only a square of it."""
    title: str
    """Ends a variant's title, with {k} in words."""
    goal: str
    """What must be completed, with {k} in words."""
    explanation: str
    """Explains the rule where it is chosen."""
    called: str
    """What people call the rule, for headings."""
    wins: str
    """A sentence: what ends a game, and who wins."""
    fails: str
    """A sentence: what people may take for that, and whether it is."""
    examples: tuple[Example, ...]
    """Boards of both kinds, those with a line first."""
    details: tuple[str, ...] = ()
    """More sentences for the page that explains the rule."""
    gomocup: int | None = None
    """Its number in Gomocup's protocol, whose programs and formats know no other rules."""
    heard: tuple[str, ...] = ()
    """How other programs' files name it: any of these, somewhere in a text."""

    @property
    def is_race(self) -> bool:
        """Whether a line wins, and the sides play in turn, one stone of theirs each, on any empty
        square.

        Whatever calls a line that lacks one stone a threat, and a stone on it an answer, builds on
        this: the solver's kernel, certificates, most of what is said of a move.
        """
        return not (
            self.forbids
            or self.completing_loses
            or self.falls
            or self.stones_a_turn > 1
            or self.either_kind
        )

    @property
    def has_one_answer(self) -> bool:
        """Whether a line that lacks one stone is stopped on that square alone, and may be.

        Two such squares win then: certificates build on it, and the kernel's search for fours.
        """
        return self.is_race and not self.ends_block

    @property
    def has_benefits(self) -> bool:
        """Whether it says something what rows a square brings either side: the heat map does."""
        return not (self.completing_loses or self.either_kind)

    @property
    def choice(self) -> str:
        """The rule as it is explained to people choosing one."""
        return say(self.explanation)

    @property
    def name(self) -> str:
        """What people call the rule."""
        return say(self.called)

    @property
    def more(self) -> list[str]:
        """What else the page of the rule explains, by paragraph."""
        return [say(each) for each in self.details]

    @property
    def about(self) -> str:
        """The rule in two sentences."""
        return f"{say(self.wins)} {say(self.fails)}"


class LineRule(Saying):
    """Which runs of stones win."""

    # The words are kept in the database, in files and links: they never change once released.
    FREESTYLE = (
        "freestyle",
        Says(
            overlines=True,
            title=later("{k} in a row"),
            goal=later("{k} in a row"),
            explanation=later("this many or more in a row"),
            called=later("Freestyle"),
            wins=later("A row of the right length wins, in any direction."),
            fails=later("A longer row wins as well."),
            examples=(
                Example(
                    """
                    . . O . . O . .
                    . X X X X X . .
                    . . O . O . . .
                    """,
                    5,
                    later("Five in a row."),
                ),
                Example(
                    """
                    . . O . . O . .
                    . X X X X X X .
                    . O . O . O . .
                    """,
                    5,
                    later("Six in a row win too."),
                ),
                Example(
                    """
                    . . . . . . .
                    . . . . O X .
                    . . . O X . .
                    . O . X . O .
                    . . X . . . .
                    . X . O . . .
                    . . . . . . .
                    """,
                    5,
                    later("Diagonals count like rows and columns."),
                ),
                Example(
                    """
                    . . O . . O . .
                    . X X . X X X .
                    . . O . O . O .
                    """,
                    5,
                    later("Five stones with a gap are no row yet."),
                ),
            ),
            gomocup=0,
            heard=("free",),
        ),
    )
    """k or more in a row."""
    EXACT = (
        "exact",
        Says(
            overlines=False,
            title=later("exactly {k}"),
            goal=later("{k} in a row"),
            explanation=later("exactly this many in a row"),
            called=later("Exact"),
            wins=later("Only a row of exactly the right length wins."),
            fails=later("A longer row is just stones, for both sides."),
            examples=(
                Example(
                    """
                    . . . . . . . .
                    . O X X X X X O
                    . . O . . O . .
                    """,
                    5,
                    later("Blocked at both ends, and a win all the same."),
                ),
                Example(
                    """
                    . . O . . O . .
                    . X X X X X . .
                    . . O . O . . .
                    """,
                    5,
                    later("Exactly five in a row."),
                ),
                Example(
                    """
                    . . O . . O . .
                    . X X X X X X .
                    . O . O . O . .
                    """,
                    5,
                    later("Six in a row don’t win. The game goes on."),
                ),
            ),
            gomocup=1,
            heard=("exact", "standard"),
        ),
    )
    """Exactly k in a row; an overline is just stones."""
    CARO = (
        "caro",
        Says(
            overlines=False,
            ends_block=True,
            title=later("caro, exactly {k}"),
            goal=later("{k} in a row"),
            explanation=later("exactly this many in a row, not blocked at both ends"),
            called=later("Caro"),
            wins=later(
                "A row of exactly the right length wins, unless the other side has stones at both "
                "ends."
            ),
            fails=later("The edge of the board blocks nothing, and a longer row is just stones."),
            examples=(
                Example(
                    """
                    . . . . . . . .
                    . O X X X X X .
                    . . O . O . O .
                    """,
                    5,
                    later("Blocked at one end only: a win."),
                ),
                Example(
                    """
                    . . . O . . . .
                    X X X X X O . .
                    . . O . O . . .
                    """,
                    5,
                    later("The edge doesn’t block, so this wins too."),
                ),
                Example(
                    """
                    . . . . . . . .
                    . O X X X X X O
                    . . O . . O . .
                    """,
                    5,
                    later("Blocked at both ends: no win. The game goes on."),
                ),
                Example(
                    """
                    . . O . . O . .
                    . X X X X X X .
                    . O . O . O . .
                    """,
                    5,
                    later("Six in a row don’t win. The game goes on."),
                ),
            ),
            gomocup=8,
            heard=("caro",),
        ),
    )
    """Exactly k in a row, the other side's stones not at both ends; the edge is no stone."""
    RENJU = (
        "renju",
        Says(
            overlines=False,
            only_k=5,
            smallest=5,
            forbids=True,
            title=later("renju"),
            goal=later("{k} in a row"),
            explanation=later("five in a row, and Black has forbidden points"),
            called=later("Renju"),
            wins=later(
                "Five in a row wins, but Black may not make six, two fours or two open threes with "
                "one stone."
            ),
            fails=later("White may make all of these, and wins with six as well."),
            examples=(
                Example(
                    """
                    . . O . . O . .
                    . X X X X X . .
                    . O . . . O . .
                    . . . . . . . .
                    . . . . . . . .
                    """,
                    5,
                    later("Black wins with exactly five."),
                ),
                Example(
                    """
                    . . . . . X O .
                    . . O O . X . .
                    . . X X X X X .
                    . . O . O X . .
                    . . . . O O . .
                    """,
                    5,
                    later("A five always wins, even if the same stone makes two fours."),
                ),
                Example(
                    """
                    . . O . . O . .
                    . X X X . X X .
                    . O . . . O . .
                    . . . . . O . .
                    . . . . . . . .
                    """,
                    5,
                    later("Black may not fill the gap: that would make six."),
                    "e4",
                ),
                Example(
                    """
                    . . . . . . .
                    . O . . . . .
                    . . . X . . .
                    . . . X . . O
                    . X X . . . .
                    . . . . . O .
                    . . . O . . .
                    """,
                    5,
                    later("Black may not play where the open threes meet."),
                    "d3",
                ),
                Example(
                    """
                    . . . . . . O .
                    . . O . X . . .
                    . . . . X . O .
                    . O . . X . . O
                    . X X X . . . .
                    . . . . O . . .
                    """,
                    5,
                    later("Nor where two fours meet."),
                    "e2",
                ),
            ),
            details=(
                later(
                    "A four is four stones that one more makes exactly five. An open three is "
                    "three stones that one more makes an unbroken four with both ends free, and "
                    "Black must be allowed to play that stone."
                ),
                later(
                    "During a game, the points that are forbidden now have a ring with a bar. "
                    "Press one to see why. White can win by making Black’s only defence a "
                    "forbidden point."
                ),
                later("If Black has only forbidden points left to play, the game is a draw."),
            ),
            gomocup=4,
            heard=("renju",),
        ),
    )
    """Five in a row: exactly for black, who has forbidden points; five or more for white."""
    FULL_LINES = (
        "full",
        Says(
            overlines=True,
            edge_to_edge=True,
            title=later("full lines"),
            goal=later("a full line"),
            explanation=later("a whole row, column or diagonal"),
            called=later("Full lines"),
            wins=later(
                "A whole row or column wins, from edge to edge, and so does a diagonal as long as "
                "the shorter edge."
            ),
            fails=later("Anything shorter doesn’t."),
            examples=(
                Example(
                    """
                    . O .
                    O . .
                    X X X
                    . . O
                    . . .
                    """,
                    3,
                    later("A whole row."),
                ),
                Example(
                    """
                    X O .
                    X . O
                    X O .
                    X . .
                    X . O
                    """,
                    3,
                    later("A whole column: all five squares."),
                ),
                Example(
                    """
                    . . .
                    O . X
                    . X .
                    X O .
                    . O .
                    """,
                    3,
                    later("A diagonal from side to side."),
                ),
                Example(
                    """
                    . . .
                    X O .
                    X . O
                    X O .
                    . . .
                    """,
                    3,
                    later("Three of a column’s five squares don’t win."),
                ),
            ),
        ),
    )
    """A whole row, a whole column, or a diagonal of min(width, height) squares."""
    MISERE = (
        "misere",
        Says(
            overlines=True,
            completing_loses=True,
            title=later("misère, {k} in a row"),
            goal=later("{k} in a row"),
            explanation=later("whoever makes this many or more in a row loses"),
            called=later("Misère"),
            wins=later("Whoever makes a row of the right length loses, in any direction."),
            fails=later("A longer row loses as well, and a full board without one is a draw."),
            examples=(
                Example(
                    """
                    . . O .
                    X X X .
                    . O . .
                    . . . .
                    """,
                    3,
                    later("X made three in a row and loses."),
                ),
                Example(
                    """
                    . . . . X
                    . O . X .
                    . . X . O
                    . X O . O
                    X . . O .
                    """,
                    4,
                    later("A longer row loses too: five where four are enough."),
                ),
                Example(
                    """
                    O O X
                    X X O
                    O X .
                    """,
                    3,
                    later("X has to fill the last square, and makes no row: a draw."),
                ),
            ),
            details=(
                later("Nobody may pass: if every square that is left makes a row, one is played."),
                later("Try to leave the other side without a safe square."),
            ),
            heard=("misère", "misere"),
        ),
    )
    """Whoever makes k or more in a row loses."""
    GRAVITY = (
        "gravity",
        Says(
            overlines=True,
            falls=True,
            title=later("{k} in a row, stones fall"),
            goal=later("{k} in a row"),
            explanation=later("this many or more in a row, and stones fall to the bottom"),
            called=later("Gravity"),
            wins=later(
                "A stone falls to the lowest empty square of its column, and a row of the right "
                "length wins."
            ),
            fails=later("Rows go in any direction, and a longer row wins as well."),
            examples=(
                Example(
                    """
                    . . . . . . .
                    . . . . . . .
                    . . . X . . .
                    . . X O O . .
                    . X O O X . .
                    X O X O O X X
                    """,
                    4,
                    later("Four in a row on a staircase of stones."),
                ),
                Example(
                    """
                    . . . . . . .
                    . . . . . . .
                    . . X . . . .
                    . . X . . . .
                    . . X O . . .
                    . O X O . . .
                    """,
                    4,
                    later("Four on top of each other."),
                ),
                Example(
                    """
                    . . . . . . .
                    . . . . . . .
                    . . . . . . .
                    . . O . . . .
                    . X X X . . .
                    . O X O O . .
                    """,
                    4,
                    later(
                        "Three in a row, and Black can make it four at e2. Not at a2: "
                        "a stone there falls to a1."
                    ),
                ),
            ),
            details=(
                later(
                    "You choose a column, and your stone lands on the lowest empty square there. A "
                    "full column takes no more stones."
                ),
                later(
                    "Look at the square above your stone, too: it is the next one that your "
                    "opponent can reach."
                ),
                later("On seven columns and six rows this is also known as Connect Four."),
            ),
            heard=("gravity",),
        ),
    )
    """k or more in a row; a stone falls to the lowest empty square of its column."""
    CONNECT6 = (
        "connect6",
        Says(
            overlines=True,
            stones_a_turn=2,
            usual_k=6,
            title=later("{k} in a row, two stones a turn"),
            goal=later("{k} in a row"),
            explanation=later("this many or more in a row, and two stones a turn"),
            called=later("Connect6"),
            wins=later(
                "Black begins with one stone; then each side places two stones a turn, and a row "
                "of the right length wins."
            ),
            fails=later("Rows go in any direction, and a longer row wins as well."),
            examples=(
                Example(
                    """
                    . . O . . O . .
                    . X X X X X X .
                    . . O O . O . .
                    . . . O . . . .
                    """,
                    6,
                    later("Six in a row."),
                ),
                Example(
                    """
                    . . . O . O . . .
                    . X X X X X X X .
                    . O . O . O . O .
                    . . . . . . . . .
                    """,
                    6,
                    later("Seven win too, and so does a row made with the first stone of a turn."),
                ),
                Example(
                    """
                    . . . . . . . .
                    . . X X X X . .
                    . . . O O . . .
                    . . O . . . . .
                    """,
                    6,
                    later(
                        "Four with room at both ends win on Black’s next turn, unless White puts a "
                        "stone at each end."
                    ),
                ),
            ),
            details=(
                later(
                    "The two stones may lie anywhere. Whoever completes a row with the first of "
                    "them has won, and places no second."
                ),
                later(
                    "Look for rows that lack two stones, not only one: four of six can become six "
                    "in a single turn."
                ),
                later(
                    "As Black’s first turn has one stone, each side is one stone ahead after its "
                    "turn. That is meant to be even; no proof is known."
                ),
                later(
                    "The clock runs on between your two stones, and an increment is added once a "
                    "turn. A takeback takes back your last stone."
                ),
            ),
            heard=("connect6", "connect 6", "connect-6"),
        ),
    )
    """k or more in a row; two stones a turn, black's first turn one."""
    WILD = (
        "wild",
        Says(
            overlines=True,
            either_kind=True,
            usual_k=3,
            title=later("wild, {k} in a row"),
            goal=later("{k} in a row"),
            explanation=later("this many or more in a row, and both players place X or O"),
            called=later("Wild"),
            wins=later(
                "On each turn you place an X or an O, as you like, and whoever completes a row of "
                "the right length wins, be it of X or of O."
            ),
            fails=later(
                "Rows go in any direction, a longer row wins as well, and a row of both is no row."
            ),
            examples=(
                Example(
                    """
                    O X .
                    O X .
                    . X .
                    """,
                    3,
                    later("Three X in a column: whoever placed the last of them wins."),
                ),
                Example(
                    """
                    O . X
                    . O .
                    X . O
                    """,
                    3,
                    later("Three O win just as well, whoever placed the other two of them."),
                ),
                Example(
                    """
                    X O X
                    . . .
                    O . .
                    """,
                    3,
                    later("X and O mixed make no row."),
                ),
                Example(
                    """
                    X . X
                    . . .
                    . . O
                    """,
                    3,
                    later(
                        "Whoever is to move wins with an X at b3. So don’t leave a row that lacks "
                        "only one."
                    ),
                ),
            ),
            details=(
                later("Neither X nor O is yours: all the stones on the board belong to both."),
                later(
                    "On 3×3 with three in a row the first player wins: with an X in the centre, "
                    "and then always with the sign that the other player used, on the opposite "
                    "side."
                ),
                later(
                    "Count the moves that are still safe: whoever runs out of them has to leave a "
                    "row that lacks only one."
                ),
            ),
            heard=("wild",),
        ),
    )
    """k or more in a row of either kind of stone; each side may place both."""

    says: Says

    def k_of(self, width: int, height: int) -> int | None:
        """The only possible k on a board; None where people choose it.

        >>> LineRule.FULL_LINES.k_of(3, 5), LineRule.EXACT.k_of(3, 5)
        (3, None)
        """
        return min(width, height) if self.says.edge_to_edge else self.says.only_k

    def of(self, side: Side) -> "LineRule":
        """The rule that says which lines win for a side; another one where sides differ.

        >>> LineRule.RENJU.of(Side.BLACK).value, LineRule.RENJU.of(Side.WHITE).value
        ('exact', 'freestyle')
        """
        if not self.says.forbids:
            return self
        return LineRule.FREESTYLE if side else LineRule.EXACT

    def decided_by(self, side: Side) -> Side:
        """Who wins when a side completes a line; and so, the other way round, who completed the
        line that a side won by.

        >>> LineRule.EXACT.decided_by(Side.BLACK), LineRule.MISERE.decided_by(Side.BLACK)
        (<Side.BLACK: 0>, <Side.WHITE: 1>)
        """
        return side.other if self.says.completing_loses else side

    def side_of_ply(self, ply: int) -> Side:
        """The side to move when `ply` moves have been played from the empty board.

        >>> "".join("BW"[LineRule.FREESTYLE.side_of_ply(ply)] for ply in range(6))
        'BWBWBW'
        >>> "".join("BW"[LineRule.CONNECT6.side_of_ply(ply)] for ply in range(6))
        'BWWBBW'
        """
        each = self.says.stones_a_turn
        return _SIDES[(ply + each - 1) // each % 2]

    def stones_left(self, ply: int) -> int:
        """How many stones the side to move places before it is the other's turn, when this many
        lie on the board.

        >>> [LineRule.CONNECT6.stones_left(ply) for ply in range(4)]
        [1, 2, 1, 2]
        """
        each = self.says.stones_a_turn
        return each - (ply + each - 1) % each

    def side_with(self, black: int, white: int) -> Side:
        """The side to move with this many stones of each, where nobody says: whoever has fewer, or
        whose turn it is in a game with so many.

        >>> LineRule.CONNECT6.side_with(1, 1), LineRule.CONNECT6.side_with(1, 2)
        (<Side.WHITE: 1>, <Side.BLACK: 0>)
        >>> LineRule.WILD.side_with(3, 0)
        <Side.WHITE: 1>
        """
        if black < white and not self.says.either_kind:
            return Side.BLACK
        if white < black and not self.says.either_kind:
            return Side.WHITE
        return self.side_of_ply(black + white)

    def lengths(self, width: int, height: int, k: int) -> tuple[int, int, int, int]:
        """How many squares a line has in each of `DIRECTIONS`.

        >>> LineRule.FULL_LINES.lengths(3, 5, 3), LineRule.EXACT.lengths(3, 5, 4)
        ((3, 5, 3, 3), (4, 4, 4, 4))
        """
        return (width, height, k, k) if self.says.edge_to_edge else (k, k, k, k)

    def lines(
        self, width: int, height: int, k: int, blocked: Collection[int] = ()
    ) -> Iterator[Line]:
        """Every way to complete a line on a board: the definition of the rule.

        A blocked square is outside the board. With k = 1 each repeats. Where sides differ there is
        none: ask the rule `of` a side.

        >>> [bin(mask) for mask, fence, ends in LineRule.EXACT.lines(4, 1, 3)]
        ['0b111', '0b1110']
        >>> [bin(ends) for mask, fence, ends in LineRule.CARO.lines(5, 1, 3)]
        ['0b0', '0b10001', '0b0']
        """

        assert not self.says.forbids, "the lines of a side, not of both"

        def at(column: int, row: int) -> int:
            inside = 0 <= column < width and 0 <= row < height
            square = row * width + column
            return 1 << square if inside and square not in blocked else 0

        lengths = self.lengths(width, height, k)
        for (right, up), length in zip(DIRECTIONS, lengths, strict=True):
            for row in range(height):
                for column in range(width):
                    end, top = column + (length - 1) * right, row + (length - 1) * up
                    if not at(end, top):
                        continue
                    line = [at(column + i * right, row + i * up) for i in range(length)]
                    if not all(line):
                        continue
                    first, last = at(column - right, row - up), at(end + right, top + up)
                    fence = 0 if self.says.overlines else first | last
                    is_blocked = self.says.ends_block and first and last
                    yield sum(line), fence, first | last if is_blocked else 0


def open_lines(lines: Iterable[Line], own: int, other: int) -> list[Line]:
    """The lines that a side could still complete, or has.

    >>> caro = tuple(LineRule.CARO.lines(5, 1, 3))
    >>> [[bin(mask) for mask, *_ in open_lines(caro, 0b100, other)] for other in (0b1, 0b10001)]
    [['0b1110', '0b11100'], []]
    """
    return [
        line
        for line in lines
        if not (line[0] & other or line[1] & own or (line[2] and line[2] & other == line[2]))
    ]


def open_masks(lines: Iterable[Line], own: int, other: int) -> list[int]:
    """The masks of those lines.

    >>> [bin(mask) for mask in open_masks(LineRule.EXACT.lines(5, 1, 3), own=0b1, other=0)]
    ['0b111', '0b11100']
    """
    return [line[0] for line in open_lines(lines, own, other)]


def stops(line: Line, own: int, other: int) -> int:
    """The squares where one stone of the other side keeps a side from an open line for good.

    >>> line = (0b1110, 0b10001, 0b10001)
    >>> bin(stops(line, own=0b110, other=0)), bin(stops(line, own=0b110, other=0b1))
    ('0b1000', '0b11000')
    """
    mask, _, ends = line
    end = ends & ~other
    return mask & ~own | (end if end & (end - 1) == 0 else 0)


GOMOCUP: Final = {rule.says.gomocup: rule for rule in LineRule if rule.says.gomocup is not None}
"""The rules that Gomocup has a number for, by that number."""


def rule_heard(text: str) -> LineRule | None:
    """The rule that another program's text names; None if it names none of ours.

    >>> rule_heard("Standard gomoku"), rule_heard("Reversi")
    (<LineRule.EXACT: 'exact'>, None)
    """
    text = text.lower()
    special_first = reversed(LineRule)
    return next(
        (rule for rule in special_first if any(map(text.__contains__, rule.says.heard))), None
    )


def number_word(number: int) -> str:
    """A number as a word, up to ten.

    >>> number_word(5), number_word(11)
    ('five', '11')
    """
    return say(_NUMBERS[number - 1]) if number <= len(_NUMBERS) else str(number)


_NUMBERS: Final = (
    *(later("one"), later("two"), later("three"), later("four"), later("five")),
    *(later("six"), later("seven"), later("eight"), later("nine"), later("ten")),
)
