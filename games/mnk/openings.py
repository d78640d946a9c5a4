"""Opening rules: who places the first stones, where, and who then chooses a side.

A rule is a list of steps, the same for people, bots and programs. `Opening` is where one game
stands in it: a value, moved on by each stone and each decision, which says whose decision it is and
what they may choose. Whoever has Black when the game begins is the opener; the other answers. Which
of the two has which side may change until the opening is over.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Final, TypeAlias

from games.mnk.balanced import balanced_openings, drawn_opening
from games.mnk.errors import (
    ChooseFirst,
    NotAChoice,
    NothingToChoose,
    OpeningImpossible,
    OutsideTheOpening,
    RuleError,
)
from games.mnk.position import Position
from games.mnk.rule import number_word
from games.mnk.saying import Saying
from games.mnk.side import Side
from games.mnk.square import Square, name
from games.mnk.square import square as square_of
from games.mnk.symmetry import alike
from games.mnk.variant import MAX_SIZE, Variant
from games.say import count, later, say


class Person(IntEnum):
    """One of the two who play, whichever side they have."""

    OPENER = 0
    """Whoever has Black when the game begins."""
    ANSWERER = 1


class Choice(StrEnum):
    """What may be chosen in place of a stone. The words are kept, and never change."""

    BLACK = "black"
    """To play Black from here on."""
    WHITE = "white"
    """To play White from here on."""
    TWO_MORE = "two"
    """To place two more stones; the other then chooses a side."""
    # That Black offers this many squares for the fifth stone, of which White keeps one.
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"

    @property
    def side(self) -> Side | None:
        """The side that is chosen; None where something else is."""
        return _SIDE_OF.get(self)

    @property
    def number(self) -> int:
        """How many squares are to be offered; 0 where something else is chosen."""
        return int(self.value) if self.value.isdigit() else 0


Squares: TypeAlias = tuple[Square, ...]
Decision: TypeAlias = Choice | Squares
"""What may be decided in place of a stone: one of the choices, or which squares to offer."""

_SIDE_OF: Final = {Choice.BLACK: Side.BLACK, Choice.WHITE: Side.WHITE}
_SIDES: Final = tuple(_SIDE_OF)
_NUMBERS: Final = tuple(choice for choice in Choice if choice.number)
MOST_OFFERED: Final = len(_NUMBERS)
"""No opening asks for more squares than these."""


@dataclass(frozen=True, slots=True)
class Area:
    """Where a stone of the opening may lie: this many squares away from the middle one."""

    least: int = 0
    most: int = MAX_SIZE


_ANYWHERE: Final = Area()
_CENTRE: Final = Area(most=0)


def _inside(edge: int) -> Area:
    """In the squares around the centre, this many along an edge."""
    return Area(most=edge // 2)


def _outside(edge: int) -> Area:
    return Area(least=edge // 2 + 1)


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody places stones, in turn black and white as the board goes on.

    After squares were offered, the stone goes on one of them.
    """

    who: Side | None
    """The one of the two who has this side by then; in the other steps, too. None: neither, since
    these stones are given, and lie when the game begins."""
    stones: int = 1
    area: Area = _ANYWHERE


@dataclass(frozen=True, slots=True)
class Choose:
    """Somebody chooses."""

    who: Side
    choices: tuple[Choice, ...]
    instead: "tuple[Step, ...]" = ()
    """What follows in place of the other steps where no side is chosen; empty: these."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Somebody offers squares for the next stone, no two of them the same by symmetry."""

    who: Side
    squares: int = 0
    """How many; 0: as many as was chosen before."""


Step: TypeAlias = Place | Choose | Offer

_FIFTH: Final = (Offer(Side.BLACK), Place(Side.WHITE))
"""Black offers squares for the fifth stone, which is black, and White places it on one of them."""
_ONE_OF_26: Final = (
    Place(Side.BLACK, area=_CENTRE),
    Place(Side.BLACK, area=_inside(3)),
    Place(Side.BLACK, area=_inside(5)),
)
"""One of the 26 openings of renju. They have names, but nothing depends on those."""
_FOUR_SWAPS: Final = (
    Place(Side.BLACK, area=_CENTRE),
    Choose(Side.WHITE, _SIDES),
    Place(Side.WHITE, area=_inside(3)),
    Choose(Side.BLACK, _SIDES),
    Place(Side.BLACK, area=_inside(5)),
    Choose(Side.WHITE, _SIDES),
    Place(Side.WHITE, area=_inside(7)),
)
_FIFTH_IN_9: Final = (Place(Side.BLACK, area=_inside(9)), Choose(Side.WHITE, _SIDES))


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """What an opening rule says, its words in English."""

    steps: tuple[Step, ...]
    title: str
    """Ends a game's title."""
    called: str
    """What people call it, for lists."""
    does: str
    """A sentence: what happens."""
    why: str
    """A sentence: what follows from it."""
    least: int = 0
    """The shortest edge that the board must have."""
    needs_centre: bool = False
    """Whether both edges must be odd."""
    usual: str = "15x15"
    """The board that it is mostly played on, by its key in `PRESETS`."""

    @property
    def has_choice(self) -> bool:
        """Whether a side is chosen in it: until then nobody knows who plays which."""
        return any(isinstance(step, Choose) for step in self.steps)

    @property
    def given(self) -> int:
        """How many stones lie when the game begins."""
        places = (step for step in self.steps if isinstance(step, Place))
        return sum(step.stones for step in places if step.who is None)

    @property
    def begins(self) -> Side:
        """Whose turn it is when the game begins. (Where there are openings, stones alternate.)"""
        return Side(self.given % 2)

    @property
    def name(self) -> str:
        """What people call it."""
        return say(self.called)

    @property
    def about(self) -> str:
        """The rule in two sentences."""
        return f"{say(self.does)} {say(self.why)}"


class OpeningRule(Saying):
    """How a game begins."""

    # The words are kept in the database, in files and links: they never change once released.
    NONE = (
        "none",
        Says(
            steps=(),
            title="",
            called=later("No opening rule"),
            does=later("Black plays first, anywhere."),
            why=later("On large boards that is a clear advantage."),
        ),
    )
    PRO = (
        "pro",
        Says(
            steps=(
                Place(Side.BLACK, area=_CENTRE),
                Place(Side.WHITE),
                Place(Side.BLACK, area=_outside(5)),
            ),
            title=later("pro opening"),
            called=later("Pro"),
            does=later(
                "Black’s first stone goes in the centre, and Black’s second one at least three "
                "squares away from it."
            ),
            why=later("White may answer anywhere, so Black’s first stones don’t stand together."),
            least=7,
            needs_centre=True,
        ),
    )
    LONG_PRO = (
        "longpro",
        Says(
            steps=(
                Place(Side.BLACK, area=_CENTRE),
                Place(Side.WHITE),
                Place(Side.BLACK, area=_outside(7)),
            ),
            title=later("long pro opening"),
            called=later("Long pro"),
            does=later(
                "Black’s first stone goes in the centre, and Black’s second one at least four "
                "squares away from it."
            ),
            why=later("That takes a little more of Black’s advantage than the pro opening does."),
            least=9,
            needs_centre=True,
        ),
    )
    BALANCED = (
        "balanced",
        Says(
            steps=(Place(None, 5),),
            title=later("balanced opening"),
            called=later("Balanced opening"),
            does=later(
                "Five stones lie on the board when the game begins, drawn from a list of openings "
                "that leave both sides even."
            ),
            why=later(
                "It is played twice: a rematch begins with the same stones and the sides swapped."
            ),
        ),
    )
    SWAP_FIRST = (
        "swap1",
        Says(
            steps=(Place(Side.BLACK), Choose(Side.WHITE, _SIDES)),
            title=later("swap after the first move"),
            called=later("Swap after the first move"),
            does=later(
                "One player places the first stone, and the other chooses who goes on with it."
            ),
            why=later("A first stone that is too good gets taken."),
            least=4,
        ),
    )
    SWAP = (
        "swap",
        Says(
            steps=(Place(Side.BLACK, 3), Choose(Side.WHITE, _SIDES)),
            title=later("swap opening"),
            called=later("Swap"),
            does=later(
                "One player places two black stones and a white one, and the other chooses a side."
            ),
            why=later("Whoever places them makes the position as even as they can."),
            least=4,
        ),
    )
    SWAP2 = (
        "swap2",
        Says(
            steps=(
                Place(Side.BLACK, 3),
                Choose(
                    Side.WHITE,
                    (*_SIDES, Choice.TWO_MORE),
                    instead=(Place(Side.WHITE, 2), Choose(Side.BLACK, _SIDES)),
                ),
            ),
            title=later("swap2 opening"),
            called=later("Swap2"),
            does=later(
                "One player places two black stones and a white one; the other chooses a side, or "
                "places a white and a black stone more and leaves the choice to the first."
            ),
            why=later("World championships are played like this: neither side begins ahead."),
            least=4,
        ),
    )
    RIF = (
        "rif",
        Says(
            steps=(
                *_ONE_OF_26,
                Choose(Side.WHITE, _SIDES),
                Place(Side.WHITE),
                Offer(Side.BLACK, 2),
                Place(Side.WHITE),
            ),
            title=later("RIF opening"),
            called=later("RIF"),
            does=later(
                "One player places three stones around the centre, and the other chooses a side; "
                "after the fourth stone Black offers two squares for the fifth, and White keeps "
                "one of them."
            ),
            why=later("World championships in renju were played like this until 2008."),
            least=7,
            needs_centre=True,
            usual="15x15-renju",
        ),
    )
    YAMAGUCHI = (
        "yamaguchi",
        Says(
            steps=(
                *_ONE_OF_26,
                Choose(Side.BLACK, _NUMBERS),
                Choose(Side.WHITE, _SIDES),
                Place(Side.WHITE),
                *_FIFTH,
            ),
            title=later("Yamaguchi opening"),
            called=later("Yamaguchi"),
            does=later(
                "One player places three stones around the centre and says how many squares Black "
                "will offer for the fifth; the other chooses a side, and White keeps one of those "
                "squares."
            ),
            why=later("The better the three stones are for Black, the more squares are offered."),
            least=7,
            needs_centre=True,
            usual="15x15-renju",
        ),
    )
    SOOSORV_8 = (
        "soosorv8",
        Says(
            steps=(
                *_ONE_OF_26,
                Choose(Side.WHITE, _SIDES),
                Place(Side.WHITE),
                Choose(Side.WHITE, _NUMBERS[:8]),
                Choose(Side.BLACK, _SIDES),
                *_FIFTH,
            ),
            title=later("Soosõrv-8 opening"),
            called=later("Soosõrv-8"),
            does=later(
                "One player places three stones around the centre, and the other chooses a side; "
                "White places the fourth and says how many squares Black will offer for the fifth, "
                "one to eight; Black may still change sides, and White keeps one of the squares."
            ),
            why=later("World championships in renju have been played like this since 2017."),
            least=7,
            needs_centre=True,
            usual="15x15-renju",
        ),
    )
    TARAGUCHI_10 = (
        "taraguchi10",
        Says(
            steps=(
                *_FOUR_SWAPS,
                Choose(Side.BLACK, (*_SIDES, Choice.TEN), instead=_FIFTH),
                *_FIFTH_IN_9,
            ),
            title=later("Taraguchi-10 opening"),
            called=later("Taraguchi-10"),
            does=later(
                "Each of the first five stones goes in a larger square around the centre, and "
                "after each the other player chooses a side; or Black offers ten squares for the "
                "fifth, and White keeps one of them."
            ),
            why=later("Almost any five stones can lie in the end."),
            least=9,
            needs_centre=True,
            usual="15x15-renju",
        ),
    )
    TARANNIKOV = (
        "tarannikov",
        Says(
            steps=(*_FOUR_SWAPS, Choose(Side.BLACK, _SIDES), *_FIFTH_IN_9),
            title=later("Tarannikov opening"),
            called=later("Tarannikov"),
            does=later(
                "Each of the first five stones goes in a larger square around the centre, and "
                "after each the other player chooses a side."
            ),
            why=later("Nobody gains by a stone that is too good: the other takes it."),
            least=9,
            needs_centre=True,
            usual="15x15-renju",
        ),
    )

    says: Says

    def refuse_unless_possible(self, variant: Variant) -> None:
        """Raises `OpeningImpossible` if games of this variant cannot begin like this."""
        if self is OpeningRule.NONE:
            return
        if variant.line_rule.says.edge_to_edge:
            raise OpeningImpossible(
                say("Full lines are played without an opening rule. Choose “No opening rule”.")
            )
        if variant.line_rule.says.stones_a_turn > 1 or variant.line_rule.says.either_kind:
            # Its steps say which stone is whose; and Black's single stone is what evens it out.
            raise OpeningImpossible(
                say(
                    "{rule} is played without an opening rule. Choose “No opening rule”.",
                    rule=variant.line_rule.says.name,
                )
            )
        if variant.k < 4:
            # A line of three could be finished before anybody has a side.
            raise OpeningImpossible(
                say("An opening rule needs rows of four or more. Choose “No opening rule”.")
            )
        if variant.line_rule.says.falls and self.says.needs_centre:
            raise OpeningImpossible(
                say(
                    "{opening} begins in the centre, where no stone stays: they fall. Choose "
                    "another opening.",
                    opening=self.says.name,
                )
            )
        if variant.blocked and self.says.needs_centre:
            raise OpeningImpossible(
                say(
                    "{opening} is played without blocked squares. Choose another opening.",
                    opening=self.says.name,
                )
            )
        if min(variant.width, variant.height) < self.says.least:
            raise OpeningImpossible(
                say(
                    "{opening} needs a board of at least {least}×{least}.",
                    opening=self.says.name,
                    least=self.says.least,
                )
            )
        if self.says.needs_centre and not (variant.width % 2 and variant.height % 2):
            raise OpeningImpossible(
                say(
                    "{opening} needs a board with a middle square: an odd number of columns and "
                    "rows.",
                    opening=self.says.name,
                )
            )
        if self.says.given and not balanced_openings(variant):
            raise OpeningImpossible(
                say(
                    "There are no balanced openings for {board}. Choose another opening.",
                    board=variant.title,
                )
            )

    def is_possible(self, variant: Variant) -> bool:
        """Whether games of this variant can begin like this.

        >>> OpeningRule.PRO.is_possible(Variant(19, 19, 5))
        True
        >>> OpeningRule.PRO.is_possible(Variant(20, 20, 5))
        False
        """
        try:
            self.refuse_unless_possible(variant)
        except OpeningImpossible:
            return False
        return True

    def draw(self, variant: Variant, seed: int | str, *, after: Squares = ()) -> Squares:
        """The stones that lie when a game begins, the same for the same seed; others than `after`.

        None, but for a rule that gives some; the variant must be one that can begin like this.

        >>> len(OpeningRule.BALANCED.draw(Variant(15, 15, 5), seed=1))
        5
        """
        return drawn_opening(variant, seed, after=after) if self.says.given else ()


def title_of(variant: Variant, opening: OpeningRule) -> str:
    """What people call a game of this variant that begins like this.

    >>> title_of(Variant(15, 15, 5), OpeningRule.SWAP2)
    '15×15, five in a row, swap2 opening'
    """
    if opening is OpeningRule.NONE:
        return variant.title
    return say("{game}, {opening}", game=variant.title, opening=say(opening.says.title))


@dataclass(frozen=True, slots=True)
class Chosen:
    """A decision, and how many stones lay when it was made."""

    ply: int
    who: Person
    choice: Decision


@dataclass(frozen=True, slots=True)
class Opening:
    """Where one game stands in its opening.

    >>> board = Variant(15, 15, 5)
    >>> opening = Opening.of(OpeningRule.SWAP2, board)
    >>> for square in (112, 113, 97):
    ...     opening = opening.placed(square)
    >>> opening.decider, [choice.value for choice in opening.choices]
    (<Person.ANSWERER: 1>, ['black', 'white', 'two'])
    >>> opening = opening.chosen(Choice.BLACK)
    >>> opening.is_over, opening.swapped
    (True, True)
    """

    rule: OpeningRule
    position: Position
    """The stones placed in it."""
    pending: tuple[Step, ...]
    """The steps to come; of the first, what is left of it."""
    swapped: bool = False
    """Whether the opener has White."""
    decisions: tuple[Chosen, ...] = ()
    is_answered: bool = False
    """Whether both have decided something."""

    @classmethod
    def of(cls, rule: OpeningRule, variant: Variant) -> "Opening":
        """The beginning; raises `OpeningImpossible` if the variant cannot begin like this."""
        rule.refuse_unless_possible(variant)
        return cls(rule, Position.start(variant), rule.says.steps)

    @property
    def variant(self) -> Variant:
        return self.position.variant

    @property
    def stones(self) -> int:
        """How many have been placed in the opening."""
        return self.position.count(Side.BLACK) + self.position.count(Side.WHITE)

    @property
    def is_over(self) -> bool:
        """Whether the sides are settled, and the game goes on like any other."""
        return not self.pending

    @property
    def side(self) -> Side | None:
        """The side that whoever decides has now; None when the opening is over, and while nobody
        decides since stones are given."""
        return None if self._step is None else self._step.who

    @property
    def decider(self) -> Person | None:
        """Whose decision it is; None where there is no `side`."""
        return None if self.side is None else self._person(self.side)

    def side_of(self, who: Person) -> Side:
        """The side that somebody has now."""
        return Side.WHITE if (who is Person.ANSWERER) != self.swapped else Side.BLACK

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What may be chosen now; empty while something else is to be done, and when it is over."""
        return self._step.choices if isinstance(self._step, Choose) else ()

    @property
    def to_place(self) -> int:
        """How many stones whoever decides has to place, one after the other, before anything else
        is decided; 0 while there is something else to do, and when it is over."""
        stones = 0
        for step in self.pending:
            if not isinstance(step, Place) or step.who is not self.side:
                break
            stones += step.stones
        return stones

    @property
    def to_offer(self) -> int:
        """How many squares whoever decides has to offer; 0 while there is something else to do."""
        return self.will_offer if isinstance(self._step, Offer) else 0

    @property
    def will_offer(self) -> int:
        """How many squares are offered, now or later; 0 where none are, or nobody knows yet."""
        chosen = (each.choice.number for each in self.decisions if isinstance(each.choice, Choice))
        offers = (step.squares for step in self.pending if isinstance(step, Offer))
        return next((squares or max(chosen, default=0) for squares in offers), 0)

    @property
    def offered(self) -> Squares:
        """The squares of which the next stone goes on one; empty unless some were just offered."""
        last = self.decisions[-1] if self.decisions else None
        if last is None or isinstance(last.choice, Choice) or last.ply < self.stones:
            return ()
        return last.choice

    def offered_after(self, stones: int) -> Squares:
        """The squares that were offered for the stone after this many; empty if none were."""
        return next(
            (
                each.choice
                for each in self.decisions
                if each.ply == stones and not isinstance(each.choice, Choice)
            ),
            (),
        )

    @property
    def alike(self) -> tuple[Squares, ...]:
        """Squares that a symmetry of the position makes the same: of each group one may be offered.

        Empty unless squares are to be offered.
        """
        return alike(self.position) if self.to_offer else ()

    @property
    def squares(self) -> Squares | None:
        """The squares on which the next stone may lie, taken ones among them; None: on any."""
        step = self._step
        if not isinstance(step, Place):
            return None
        if self.offered:
            return self.offered
        if step.area == _ANYWHERE:
            return None
        return tuple(at for at in range(self.variant.squares) if self._admits(step.area, at))

    def playable_squares(self) -> Squares:
        """The squares on which the next stone may be placed, in order.

        >>> Opening.of(OpeningRule.PRO, Variant(15, 15, 5)).playable_squares()
        (112,)
        """
        free, kept = self.position.playable_squares(), self.squares
        return free if kept is None else tuple(square for square in free if square in kept)

    @property
    def may_swap(self) -> bool:
        """Whether a side is still to be chosen, now or later."""
        return any(isinstance(step, Choose) and _SIDES[0] in step.choices for step in self.pending)

    @property
    def text(self) -> str:
        """The rule and what was decided, as one line: with the moves it is all there is to know.

        >>> Opening.of(OpeningRule.PRO, Variant(15, 15, 5)).text
        'pro'
        """
        return " ".join(
            (
                self.rule.value,
                *(decision_text(each.choice, self.variant) for each in self.decisions),
            )
        )

    def placed(self, square: Square) -> "Opening":
        """The opening after whoever decides has placed a stone.

        Raises `NothingToChoose` when it is over, `ChooseFirst` or `OutsideTheOpening`; before that,
        what the board refuses (`Position.play`).
        """
        if not self.pending:
            raise NothingToChoose(say("The opening is over."))
        position = self.position.play(square)
        step, *rest = self.pending
        if not isinstance(step, Place):
            raise ChooseFirst(self._what_to_decide(step))
        if self.offered and square not in self.offered:
            names = ", ".join(name(each, self.variant) for each in self.offered)
            raise OutsideTheOpening(
                say("This stone goes on one of the squares offered: {squares}.", squares=names)
            )
        if not self._admits(step.area, square):
            raise OutsideTheOpening(self._where(step.area))
        if step.stones > 1:
            rest.insert(0, replace(step, stones=step.stones - 1))
        return replace(self._after(rest), position=position)

    def chosen(self, choice: Decision) -> "Opening":
        """The opening after whoever decides has chosen, or offered squares.

        Raises `NothingToChoose` while a stone is to be placed and when it is over, or `NotAChoice`;
        for a square that may not be offered also what the board refuses.
        """
        if not self.pending:
            raise NothingToChoose(say("The opening is over."))
        step, *rest = self.pending
        match step, choice:
            case Place(), _:
                raise NothingToChoose(say("There’s nothing to choose now. Place a stone."))
            case Choose(choices=choices), Choice() if choice in choices:
                pass
            case Offer(), tuple():
                self._refuse_unless_offerable(choice)
            case _:
                raise NotAChoice(self._what_to_decide(step))
        made = Chosen(self.stones, self._person(step.who), choice)
        after = replace(self._after(rest), decisions=(*self.decisions, made))
        if not isinstance(choice, Choice):
            return after
        if choice.side is not None:
            return replace(after, swapped=self.swapped != (choice.side is not step.who))
        if isinstance(step, Choose) and step.instead:
            return replace(after, pending=step.instead)
        return after

    def admits(self, choice: Decision) -> bool:
        """Whether this may be chosen, or these squares offered, now."""
        try:
            self.chosen(choice)
        except RuleError:
            return False
        return True

    def read(self, word: str) -> Decision:
        """The decision behind a word of `text`; raises `NotAChoice` or `NoSuchSquare`."""
        if self.to_offer:
            names = word.split(",", MOST_OFFERED)
            return tuple(square_of(each, self.variant) for each in names)
        if word not in list(self.choices):
            raise NotAChoice(say("“{text}” can’t be chosen here.", text=word[:40]))
        return Choice(word)

    @property
    def _step(self) -> Step | None:
        """What comes next."""
        return self.pending[0] if self.pending else None

    def _after(self, rest: list[Step]) -> "Opening":
        """This with other steps to come, after whoever decides has decided."""
        is_answered = self.is_answered or self.decider is Person.ANSWERER
        return replace(self, pending=tuple(rest), is_answered=is_answered)

    def _person(self, side: Side) -> Person:
        return next(who for who in Person if self.side_of(who) is side)

    def _admits(self, area: Area, square: Square) -> bool:
        width, height = self.variant.width, self.variant.height
        row, column = divmod(square, width)
        away = max(abs(row - height // 2), abs(column - width // 2))
        return area.least <= away <= area.most

    def _refuse_unless_offerable(self, squares: Squares) -> None:
        if len(squares) != self.to_offer:
            raise NotAChoice(
                count(
                    "Offer one square, not {given}.",
                    "Offer {count} squares, not {given}.",
                    self.to_offer,
                    given=len(squares),
                )
            )
        for square in squares:
            self.position.play(square)  # refuses what is off the board, taken or forbidden
        for first, second in self._same(squares):
            one, other = name(first, self.variant), name(second, self.variant)
            if one == other:
                raise NotAChoice(say("{square} is offered twice. Offer another.", square=one))
            raise NotAChoice(
                say(
                    "{square} and {other} are the same by symmetry. Offer only one of them.",
                    square=one,
                    other=other,
                )
            )

    def _same(self, squares: Squares) -> Iterator[tuple[Square, Square]]:
        """Pairs of these that are one square, or made the same by a symmetry."""
        of = {square: group for group in self.alike for square in group}
        for at, second in enumerate(squares):
            for first in squares[:at]:
                if first == second or first in of.get(second, ()):
                    yield first, second

    def _where(self, area: Area) -> str:
        if area == _CENTRE:
            centre = name(self.variant.squares // 2, self.variant)
            return say("The first stone goes in the centre: {square}.", square=centre)
        if area.least:
            edge = 2 * area.least - 1
            return say("This stone goes outside the {edge}×{edge} around the centre.", edge=edge)
        edge = 2 * area.most + 1
        return say("This stone goes inside the {edge}×{edge} around the centre.", edge=edge)

    def _what_to_decide(self, step: Choose | Offer) -> str:
        """Said to a player who does something else."""
        if isinstance(step, Offer):
            return count(
                "First offer a square for the fifth stone.",
                "First offer {count} squares for the fifth stone.",
                self.to_offer,
            )
        choices = step.choices
        if Choice.TWO_MORE in choices:
            return say("First choose a side, or place two more stones.")
        if choices == _SIDES:
            return say("First choose a side.")
        if choices[:2] == _SIDES:
            return say("First choose a side, or offer ten squares.")
        return say(
            "First say how many squares are offered for the fifth stone, one to {most}.",
            most=number_word(choices[-1].number),
        )


def opening_rule_from_text(word: str) -> OpeningRule:
    """The opening rule behind a word; raises `OpeningImpossible` if there is none of the name."""
    if word not in list(OpeningRule):
        rules = ", ".join(OpeningRule)
        raise OpeningImpossible(say("opening must be one of {rules}.", rules=rules))
    return OpeningRule(word)


def decision_text(choice: Decision, variant: Variant) -> str:
    """A decision as one word of `Opening.text`.

    >>> decision_text((112, 0), Variant(15, 15, 5))
    'h8,a1'
    """
    if isinstance(choice, Choice):
        return choice.value
    return ",".join(name(square, variant) for square in choice)


def opening_from_text(text: str, variant: Variant, moves: Squares) -> Opening:
    """The opening behind `Opening.text`, after as many of these moves as it takes.

    Raises `OpeningImpossible` for a text that is none, or that does not fit variant and moves.

    >>> opening_from_text("swap black", Variant(15, 15, 5), (112, 113, 97, 98)).stones
    3
    """
    rule, *words = text.split() or [""]
    opening = Opening.of(opening_rule_from_text(rule), variant)
    decided = iter(words)
    left = iter(moves)
    while not opening.is_over:
        if opening.to_place:
            square = next(left, None)
            if square is None:
                break
            try:
                opening = opening.placed(square)
            except RuleError as error:
                raise OpeningImpossible(error.sentence) from error
        else:
            word = next(decided, None)
            if word is None:
                break
            try:
                opening = opening.chosen(opening.read(word))
            except RuleError as error:
                raise _no_opening(text) from error
    if next(decided, None) is not None:
        raise _no_opening(text)
    return opening


def _no_opening(text: str) -> OpeningImpossible:
    return OpeningImpossible(say("“{text}” isn’t an opening of this game.", text=text[:40]))
