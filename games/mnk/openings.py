"""Opening rules: who places the first stones, where, and who then chooses a side.

A rule is a list of steps, the same for people, bots and programs. `Opening` is where one game
stands in it: a value, moved on by each stone and each choice, which says whose decision it is and
what they may choose. Whoever has Black when the game begins is the opener; the other answers. Which
of the two has which side may change until the opening is over.
"""

from dataclasses import dataclass, replace
from enum import Enum, IntEnum, StrEnum
from typing import Final, TypeAlias

from games.mnk.errors import (
    ChooseFirst,
    NotAChoice,
    NothingToChoose,
    OpeningImpossible,
    OutsideTheOpening,
)
from games.mnk.saying import Saying
from games.mnk.side import Side
from games.mnk.square import Square, name
from games.mnk.variant import MAX_SIZE, Variant
from games.say import later, say


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


class Area(Enum):
    """Where a stone of the opening may lie."""

    ANYWHERE = "anywhere"
    CENTRE = "centre"
    """On the middle square."""
    OUTSIDE_5 = "outside5"
    """Not in the 5×5 squares around the centre."""
    OUTSIDE_7 = "outside7"


_AWAY: Final = {
    Area.ANYWHERE: (0, MAX_SIZE),
    Area.CENTRE: (0, 0),
    Area.OUTSIDE_5: (3, MAX_SIZE),
    Area.OUTSIDE_7: (4, MAX_SIZE),
}
"""How many squares away from the middle one a stone may lie, at least and at most."""


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody places stones, in turn black and white as the board goes on."""

    who: Person
    stones: int
    area: Area = Area.ANYWHERE


@dataclass(frozen=True, slots=True)
class Choose:
    """Somebody chooses."""

    who: Person
    choices: tuple[Choice, ...]


Step: TypeAlias = Place | Choose

_SIDES: Final = (Choice.BLACK, Choice.WHITE)
_TWO_MORE: Final = (Place(Person.ANSWERER, 2), Choose(Person.OPENER, _SIDES))
"""What follows when the answerer places two more."""


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

    @property
    def has_choice(self) -> bool:
        """Whether a side is chosen in it: until then nobody knows who plays which."""
        return any(isinstance(step, Choose) for step in self.steps)

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
                Place(Person.OPENER, 1, Area.CENTRE),
                Place(Person.ANSWERER, 1),
                Place(Person.OPENER, 1, Area.OUTSIDE_5),
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
                Place(Person.OPENER, 1, Area.CENTRE),
                Place(Person.ANSWERER, 1),
                Place(Person.OPENER, 1, Area.OUTSIDE_7),
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
    SWAP_FIRST = (
        "swap1",
        Says(
            steps=(Place(Person.OPENER, 1), Choose(Person.ANSWERER, _SIDES)),
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
            steps=(Place(Person.OPENER, 3), Choose(Person.ANSWERER, _SIDES)),
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
                Place(Person.OPENER, 3),
                Choose(Person.ANSWERER, (*_SIDES, Choice.TWO_MORE)),
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

    says: Says

    def refuse_unless_possible(self, variant: Variant) -> None:
        """Raises `OpeningImpossible` if games of this variant cannot begin like this."""
        if self is OpeningRule.NONE:
            return
        if variant.line_rule.says.edge_to_edge:
            raise OpeningImpossible(
                say("Full lines are played without an opening rule. Choose “No opening rule”.")
            )
        if variant.k < 4:
            # A line of three could be finished before anybody has a side.
            raise OpeningImpossible(
                say("An opening rule needs rows of four or more. Choose “No opening rule”.")
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
    """A choice, and how many stones lay when it was made."""

    ply: int
    who: Person
    choice: Choice


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
    variant: Variant
    pending: tuple[Step, ...]
    """The steps to come; of the first, what is left of it."""
    stones: int = 0
    """How many have been placed in the opening."""
    swapped: bool = False
    """Whether the opener has White."""
    decisions: tuple[Chosen, ...] = ()
    is_answered: bool = False
    """Whether both have decided something."""

    @classmethod
    def of(cls, rule: OpeningRule, variant: Variant) -> "Opening":
        """The beginning; raises `OpeningImpossible` if the variant cannot begin like this."""
        rule.refuse_unless_possible(variant)
        return cls(rule, variant, rule.says.steps)

    @property
    def is_over(self) -> bool:
        """Whether the sides are settled, and the game goes on like any other."""
        return not self.pending

    @property
    def decider(self) -> Person | None:
        """Whose decision it is; None when the opening is over."""
        return None if self._step is None else self._step.who

    @property
    def side(self) -> Side | None:
        """The side that whoever decides has now; None when the opening is over."""
        return None if self.decider is None else self.side_of(self.decider)

    def side_of(self, who: Person) -> Side:
        """The side that somebody has now."""
        return Side.WHITE if (who is Person.ANSWERER) != self.swapped else Side.BLACK

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What may be chosen now; empty while a stone is to be placed, and when it is over."""
        return self._step.choices if isinstance(self._step, Choose) else ()

    @property
    def to_place(self) -> int:
        """How many stones whoever decides has to place, one after the other, before anything else
        is decided; 0 while there is something to choose, and when it is over."""
        return self._step.stones if isinstance(self._step, Place) else 0

    @property
    def squares(self) -> tuple[Square, ...] | None:
        """The squares on which the next stone may lie, taken ones among them; None: on any."""
        step = self._step
        if not isinstance(step, Place) or step.area is Area.ANYWHERE:
            return None
        return tuple(at for at in range(self.variant.squares) if self._admits(step.area, at))

    @property
    def text(self) -> str:
        """The rule and what was chosen, as one line: with the moves it is all there is to know.

        >>> Opening.of(OpeningRule.PRO, Variant(15, 15, 5)).text
        'pro'
        """
        return " ".join((self.rule.value, *(each.choice.value for each in self.decisions)))

    def placed(self, square: Square) -> "Opening":
        """The opening after whoever decides has placed a stone.

        Raises `NothingToChoose` when it is over, `ChooseFirst` or `OutsideTheOpening`. Whether the
        square is there and free is for the position to say.
        """
        if not self.pending:
            raise NothingToChoose(say("The opening is over."))
        step, *rest = self.pending
        if isinstance(step, Choose):
            raise ChooseFirst(_what_to_choose(step.choices))
        if not self._admits(step.area, square):
            raise OutsideTheOpening(self._where(step.area))
        if step.stones > 1:
            rest.insert(0, replace(step, stones=step.stones - 1))
        return replace(
            self,
            pending=tuple(rest),
            stones=self.stones + 1,
            is_answered=self.is_answered or step.who is Person.ANSWERER,
        )

    def chosen(self, choice: Choice) -> "Opening":
        """The opening after whoever decides has chosen.

        Raises `NothingToChoose` while a stone is to be placed and when it is over, or `NotAChoice`.
        """
        if not self.pending:
            raise NothingToChoose(say("The opening is over."))
        step, *rest = self.pending
        if isinstance(step, Place):
            raise NothingToChoose(say("There’s nothing to choose now. Place a stone."))
        if choice not in step.choices:
            raise NotAChoice(_what_to_choose(step.choices))
        after = replace(
            self,
            pending=tuple(rest),
            decisions=(*self.decisions, Chosen(self.stones, step.who, choice)),
            is_answered=self.is_answered or step.who is Person.ANSWERER,
        )
        if choice is Choice.TWO_MORE:
            return replace(after, pending=_TWO_MORE)
        # The opener has White if they chose it, or if the other chose Black.
        swapped = (choice is Choice.WHITE) == (step.who is Person.OPENER)
        return replace(after, swapped=swapped)

    @property
    def _step(self) -> Step | None:
        """What comes next."""
        return self.pending[0] if self.pending else None

    def _admits(self, area: Area, square: Square) -> bool:
        width, height = self.variant.width, self.variant.height
        row, column = divmod(square, width)
        away = max(abs(row - height // 2), abs(column - width // 2))
        least, most = _AWAY[area]
        return least <= away <= most

    def _where(self, area: Area) -> str:
        if area is Area.CENTRE:
            centre = name(self.variant.squares // 2, self.variant)
            return say("The first stone goes in the centre: {square}.", square=centre)
        if area is Area.OUTSIDE_5:
            return say("This stone must be at least three squares away from the centre.")
        return say("This stone must be at least four squares away from the centre.")


def _what_to_choose(choices: tuple[Choice, ...]) -> str:
    """Said to a player who does something else."""
    if Choice.TWO_MORE in choices:
        return say("First choose a side, or place two more stones.")
    return say("First choose a side.")


def opening_rule_from_text(word: str) -> OpeningRule:
    """The opening rule behind a word; raises `OpeningImpossible` if there is none of the name."""
    if word not in list(OpeningRule):
        rules = ", ".join(OpeningRule)
        raise OpeningImpossible(say("opening must be one of {rules}.", rules=rules))
    return OpeningRule(word)


def opening_from_text(text: str, variant: Variant, moves: tuple[Square, ...]) -> Opening:
    """The opening behind `Opening.text`, after as many of these moves as it takes.

    Raises `OpeningImpossible` for a text that is none, or that does not fit variant and moves.

    >>> opening_from_text("swap black", Variant(15, 15, 5), (112, 113, 97, 98)).stones
    3
    """
    word, *choices = text.split() or [""]
    opening = Opening.of(opening_rule_from_text(word), variant)
    chosen = iter(choices)
    left = iter(moves)
    while not opening.is_over:
        if opening.choices:
            choice = next(chosen, None)
            if choice is None:
                break
            if choice not in list(opening.choices):
                raise OpeningImpossible(
                    say("“{text}” isn’t an opening of this game.", text=text[:40])
                )
            opening = opening.chosen(Choice(choice))
        else:
            square = next(left, None)
            if square is None:
                break
            try:
                opening = opening.placed(square)
            except OutsideTheOpening as error:
                raise OpeningImpossible(error.sentence) from error
    if next(chosen, None) is not None:
        raise OpeningImpossible(say("“{text}” isn’t an opening of this game.", text=text[:40]))
    return opening
