"""What a thinker can be asked, and its answers: one JSON object a line, both ways.

Shared by the pool, which asks, and the thinker, a process of its own that knows no database.
"""

from typing import TypeAlias

import msgspec

from games import mnk
from games.play import protocol
from games.review import findings, solving


class Game(msgspec.Struct, frozen=True):
    """A game as far as a thinker needs it."""

    width: int
    height: int
    k: int
    line_rule: mnk.LineRule
    blocked: tuple[int, ...]
    moves: tuple[int, ...]

    @classmethod
    def of(cls, variant: mnk.Variant, moves: tuple[mnk.Square, ...]) -> "Game":
        return cls(
            variant.width, variant.height, variant.k, variant.line_rule, variant.blocked, moves
        )

    @property
    def position(self) -> mnk.Position:
        """The position after its moves."""
        variant = mnk.Variant(self.width, self.height, self.k, self.line_rule, self.blocked)
        return mnk.GameState.replay(variant, self.moves).position


class _Question(msgspec.Struct, tag=True, frozen=True):
    game: Game


class ChooseMove(_Question, frozen=True):
    """What does a level play here? Its answer: `Chosen`."""

    level: str
    aggressiveness: float | None
    seed: int
    nodes: int


class DecideOpening(_Question, frozen=True):
    """What does a level do in this opening? Its answer: `Decided`."""

    opening: str
    """As `mnk.Opening.text` has it."""
    level: str
    seed: int
    nodes: int


class AcceptsDraw(_Question, frozen=True):
    """Should this side take the draw it is offered? Its answer: `YesOrNo`."""

    side: mnk.Side
    nodes: int


class FindOutcomes(_Question, frozen=True):
    """What is each empty square worth? Its answer: `OutcomesFound`."""

    ms: int


class FindThreats(_Question, frozen=True):
    """What do both sides threaten? Its answer: `ThreatsFound`."""


class Teach(_Question, frozen=True):
    """What did the game's last move do? Its answer: `Taught`."""

    nodes: int


class Assess(msgspec.Struct, tag=True, frozen=True):
    """What is this position worth, set up or played? Its answer: `Assessed`."""

    position: findings.PositionPart
    nodes: int


class FindBenefits(msgspec.Struct, tag=True, frozen=True):
    """M and N of each candidate, M being this side's. Its answer: `BenefitsFound`."""

    position: findings.PositionPart
    side: mnk.Side


class FindPuzzle(msgspec.Struct, tag=True, frozen=True):
    """Is this position a puzzle? Its answer: `PuzzleFound`."""

    position: findings.PositionPart
    nodes: int


class Prove(msgspec.Struct, tag=True, frozen=True):
    """Why does this position end as it does? Its answer: `ProofFound`."""

    position: findings.PositionPart
    nodes: int


GameQuestion: TypeAlias = (
    ChooseMove | DecideOpening | AcceptsDraw | FindOutcomes | FindThreats | Teach
)
Question: TypeAlias = GameQuestion | Assess | FindBenefits | FindPuzzle | Prove


class Ready(msgspec.Struct, tag=True, frozen=True):
    """The thinker has started."""

    pid: int
    """Its process."""


class Chosen(msgspec.Struct, tag=True, frozen=True):
    """The move a level plays, and what its search said last, if it searched."""

    square: int
    depth: int | None = None
    score: int | None = None


class Decided(msgspec.Struct, tag=True, frozen=True):
    """What a level does in an opening: one of the two is None."""

    square: int | None = None
    choice: mnk.Decision | None = None


class YesOrNo(msgspec.Struct, tag=True, frozen=True):
    """Yes or no."""

    yes: bool


class OutcomesFound(msgspec.Struct, tag=True, frozen=True):
    squares: tuple[protocol.SquareOutcome, ...]
    best: tuple[int, ...]


class ThreatsFound(msgspec.Struct, tag=True, frozen=True):
    threats: tuple[protocol.ThreatPart, ...]


class BenefitsFound(msgspec.Struct, tag=True, frozen=True):
    squares: tuple[protocol.SquareBenefit, ...]


class Taught(msgspec.Struct, tag=True, frozen=True):
    lessons: tuple[findings.Lesson, ...]
    """The most important first."""


class Assessed(msgspec.Struct, tag=True, frozen=True):
    assessment: findings.Assessment
    depth: int | None = None
    """How many plies the search for the best ways looked ahead, where there was one."""


class PuzzleFound(msgspec.Struct, tag=True, frozen=True):
    solving: solving.Solving | None
    """None: it is not a puzzle, or not proved to be one within the nodes."""


class ProofFound(msgspec.Struct, tag=True, frozen=True):
    proving: findings.Proving


class Failed(msgspec.Struct, tag=True, frozen=True):
    """Why the question cannot be answered; the thinker is well."""

    why: str


Answer: TypeAlias = (
    Chosen
    | Decided
    | YesOrNo
    | OutcomesFound
    | ThreatsFound
    | BenefitsFound
    | Taught
    | Assessed
    | PuzzleFound
    | ProofFound
    | Failed
)

Line: TypeAlias = Ready | Answer

encode = msgspec.json.Encoder().encode
decode_question: msgspec.json.Decoder[Question] = msgspec.json.Decoder(Question)
decode_line: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)
