"""A variant: board size, k, line rule and blocked squares; and the presets people choose from."""

from dataclasses import dataclass, replace

from games.mnk.errors import VariantError
from games.mnk.rule import LineRule, number_word
from games.mnk.side import Side
from games.say import count, later, say

MAX_SIZE = 32
"""The most squares a board may have along one edge."""
MOST_BLOCKED = 64
"""The most squares that may be blocked, on a board large enough: a quarter at most of any."""
MAX_BLOCKED_TEXT = 4 * MOST_BLOCKED
"""How long the word is at most that names them (`mnk.moves_text`): four letters and digits each."""
MAX_VARIANT_TEXT = 25 + MAX_BLOCKED_TEXT
"""How long a variant's word is at most (`mnk.variant_text`)."""
_OUTSIDE = {
    "width": later("The width must be from 1 to {most}, not {size}."),
    "height": later("The height must be from 1 to {most}, not {size}."),
}


@dataclass(frozen=True, slots=True)
class Variant:
    """What is played. Building one outside the limits raises `VariantError`, so none exists.

    Under `FULL_LINES` k is the length of the diagonals, min(width, height).

    >>> Variant(15, 15, 5).title
    '15×15, five in a row'
    >>> Variant(3, 3, 4)
    Traceback (most recent call last):
    ...
    games.mnk.errors.VariantError: A row must be from 1 to 3 long on this board, not 4.
    """

    width: int
    height: int
    k: int
    line_rule: LineRule = LineRule.FREESTYLE
    blocked: tuple[int, ...] = ()
    """The squares that never get a stone, in order, each once. No line goes over one of them: it is
    like the edge of the board."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "blocked", tuple(sorted(set(self.blocked))))
        for field, size in (("width", self.width), ("height", self.height)):
            if not 1 <= size <= MAX_SIZE:
                raise VariantError(field, say(_OUTSIDE[field], most=MAX_SIZE, size=size))
        says = self.line_rule.says
        for field, size in (("width", self.width), ("height", self.height)):
            if size < says.smallest:
                raise VariantError(
                    field,
                    say(
                        "{rule} needs a board of at least {least}×{least} squares.",
                        rule=says.name,
                        least=says.smallest,
                    ),
                )
        only = self.line_rule.k_of(self.width, self.height)
        if says.only_k is not None:
            if self.k != says.only_k:
                raise VariantError(
                    "k",
                    say(
                        "{rule} is played with {only} in a row, not {k}.",
                        rule=says.name,
                        only=says.only_k,
                        k=self.k,
                    ),
                )
        elif only is not None:
            if self.k != only:
                raise VariantError(
                    "k",
                    say(
                        "With full lines, a row is as long as the shorter edge: {only}, not {k}.",
                        only=only,
                        k=self.k,
                    ),
                )
        elif not 1 <= self.k <= max(self.width, self.height):
            raise VariantError(
                "k",
                say(
                    "A row must be from 1 to {most} long on this board, not {k}.",
                    most=max(self.width, self.height),
                    k=self.k,
                ),
            )
        if self.blocked:
            self._refuse_wrong_blocks()

    def _refuse_wrong_blocks(self) -> None:
        says, first, last = self.line_rule.says, self.blocked[0], self.blocked[-1]
        most = min(self.squares // 4, MOST_BLOCKED)
        if says.falls or says.edge_to_edge:
            raise VariantError(
                "blocked",
                say(
                    "{rule} is played without blocked squares. Unblock them, or choose another "
                    "rule.",
                    rule=says.name,
                ),
            )
        if not 0 <= first <= last < self.squares:
            raise VariantError(
                "blocked",
                say(
                    "There’s no square {square}. They go from 0 to {last}.",
                    square=first if first < 0 else last,
                    last=self.squares - 1,
                ),
            )
        if len(self.blocked) > most:
            raise VariantError(
                "blocked",
                count(
                    "At most {count} square may be blocked on this board, not {blocked}.",
                    "At most {count} squares may be blocked on this board, not {blocked}.",
                    most,
                    blocked=len(self.blocked),
                ),
            )
        lines = self.line_rule.of(Side.WHITE).lines(self.width, self.height, self.k, self.blocked)
        if not any(lines):
            raise VariantError(
                "blocked",
                say("There’s no room left for {goal}. Unblock a square.", goal=self.goal),
            )

    @classmethod
    def full_lines(cls, width: int, height: int) -> "Variant":
        """The full-lines variant of a rectangle.

        >>> Variant.full_lines(3, 5).k
        3
        """
        return cls(width, height, min(width, height), LineRule.FULL_LINES)

    def of(self, side: Side) -> "Variant":
        """The variant whose lines are those that win for a side; another one where sides differ.

        >>> Variant(15, 15, 5, LineRule.RENJU).of(Side.BLACK) == Variant(15, 15, 5, LineRule.EXACT)
        True
        """
        rule = self.line_rule.of(side)
        return self if rule is self.line_rule else replace(self, line_rule=rule)

    def has(self, column: int, row: int) -> bool:
        """Whether the board has this place, counted from 0; a stone may not be allowed there.

        >>> board = Variant(4, 3, 3)
        >>> [board.has(*place) for place in ((0, 0), (3, 2), (4, 2), (3, 3), (-1, 0), (0, -1))]
        [True, True, False, False, False, False]
        """
        return column in range(self.width) and row in range(self.height)

    @property
    def squares(self) -> int:
        """How many squares the board has, blocked ones among them."""
        return self.width * self.height

    @property
    def moves(self) -> int:
        """How many numbers moves have: as many as there are squares, or twice as many where a stone
        may be of either kind (`games.mnk.move`).

        >>> Variant(3, 3, 3).moves, Variant(3, 3, 3, LineRule.WILD).moves
        (9, 18)
        """
        return 2 * self.squares if self.line_rule.says.either_kind else self.squares

    @property
    def room(self) -> int:
        """How many stones the board has room for.

        >>> Variant(3, 3, 3, blocked=(0, 8)).room
        7
        """
        return self.squares - len(self.blocked)

    @property
    def open_squares(self) -> int:
        """The squares that can get a stone, as a set: bit s is square s.

        >>> bin(Variant(4, 1, 3, blocked=(0,)).open_squares)
        '0b1110'
        """
        return (1 << self.squares) - 1 - sum(1 << square for square in self.blocked)

    @property
    def title(self) -> str:
        """What people call it, for headings and lists."""
        rule = say(self.line_rule.says.title, k=number_word(self.k))
        title = say("{size}, {rule}", size=f"{self.width}×{self.height}", rule=rule)
        if not self.blocked:
            return title
        return count(
            "{game}, {count} square blocked",
            "{game}, {count} squares blocked",
            len(self.blocked),
            game=title,
        )

    @property
    def goal(self) -> str:
        """What must be completed: "five in a row"."""
        return say(self.line_rule.says.goal, k=number_word(self.k))

    @property
    def has_fours(self) -> bool:
        """Whether a row that lacks one stone is called a four, and one that lacks two a three.

        >>> Variant(15, 15, 5).has_fours, Variant(3, 3, 3).has_fours
        (True, False)
        """
        return self.k == 5 and not self.line_rule.says.edge_to_edge

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """How many squares a line has in each of `rule.DIRECTIONS`."""
        return self.line_rule.lengths(self.width, self.height, self.k)


@dataclass(frozen=True, slots=True)
class Preset:
    """A variant with the name people know it by."""

    key: str
    """Names the preset in links and forms; it never changes once released."""
    called: str
    """What people call it, in English."""
    variant: Variant
    described: str
    """What it is like to play, in English: two sentences."""

    @property
    def label(self) -> str:
        """What it is called in the reader's language."""
        return say(self.called)

    @property
    def about(self) -> str:
        """What it is like to play."""
        return say(self.described)


PRESETS: dict[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset(
            "3x3",
            later("Tic-tac-toe"),
            Variant(3, 3, 3),
            later("Three in a row on nine squares. Nobody who pays attention loses."),
        ),
        Preset(
            "4x4",
            later("Four on 4×4"),
            Variant(4, 4, 4),
            later("Four in a row, so only from edge to edge. Every stone blocks something."),
        ),
        Preset(
            "5x4",
            later("Four on 5×4"),
            Variant(5, 4, 4),
            later("Four in a row with a little more room. A good place to practise blocking."),
        ),
        Preset(
            "6x5",
            later("Four on 6×5"),
            Variant(6, 5, 4),
            later("Four in a row with room for forks. Play it once from each side."),
        ),
        Preset(
            "7x7",
            later("Five on 7×7"),
            Variant(7, 7, 5),
            later("Five in a row on a small board. Games are short, and you can see every row."),
        ),
        Preset(
            "10x10",
            later("Five on 10×10"),
            Variant(10, 10, 5),
            later("Five in a row with room to build. Big enough for plans, and fine on a phone."),
        ),
        Preset(
            "15x15",
            later("Gomoku, freestyle"),
            Variant(15, 15, 5),
            later("The classic: five or more in a row. Fast, sharp, and easy to explain."),
        ),
        Preset(
            "15x15-exact",
            later("Gomoku, exact five"),
            Variant(15, 15, 5, LineRule.EXACT),
            later("Gomoku as it is played in tournaments. Five win, six don’t."),
        ),
        Preset(
            "15x15-caro",
            later("Caro"),
            Variant(15, 15, 5, LineRule.CARO),
            later("Gomoku as it is played in Vietnam. Five blocked at both ends don’t win."),
        ),
        Preset(
            "15x15-renju",
            later("Renju"),
            Variant(15, 15, 5, LineRule.RENJU),
            later(
                "Gomoku with forbidden points for Black. They take something from the first player."
            ),
        ),
        Preset(
            "19x19",
            later("Five on a Go board"),
            Variant(19, 19, 5),
            later(
                "Five in a row on the board that Go is played on. There’s always room elsewhere."
            ),
        ),
        Preset(
            "20x20",
            later("Five on 20×20"),
            Variant(20, 20, 5),
            later(
                "Five in a row on our largest listed board. A block in one corner decides little."
            ),
        ),
        Preset(
            "3x5-full",
            later("Full lines on 3×5"),
            Variant.full_lines(3, 5),
            later("Whole rows, whole columns and diagonals of three. Nothing shorter counts."),
        ),
        Preset(
            "3x3-misere",
            later("Misère on 3×3"),
            Variant(3, 3, 3, LineRule.MISERE),
            later("Tic-tac-toe the other way round. Whoever makes three in a row loses."),
        ),
        Preset(
            "7x6-gravity",
            later("Gravity on 7×6"),
            Variant(7, 6, 4, LineRule.GRAVITY),
            later("Choose a column, and your stone falls to its bottom. Four in a row win."),
        ),
        Preset(
            "19x19-connect6",
            later("Connect6"),
            Variant(19, 19, 6, LineRule.CONNECT6),
            later("Two stones a turn, and six in a row win. Black begins with one stone."),
        ),
        Preset(
            "3x3-wild",
            later("Wild tic-tac-toe"),
            Variant(3, 3, 3, LineRule.WILD),
            later("Place an X or an O, as you like. Whoever completes three of either wins."),
        ),
        Preset(
            "6x6-pillars",
            later("Four pillars"),
            Variant(6, 6, 4, blocked=(7, 10, 25, 28)),
            later("Four in a row among four blocked squares. Every row has to pass between them."),
        ),
    )
}
"""The presets by key, smallest board first; the odd rules last."""
