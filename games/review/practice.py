"""Practice from a game's mistakes: the positions before them, and whether another move is better.

What a try is worth is proved or estimated, and said so.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games import mnk
from games.play.protocol import Verdict
from games.review.findings import (
    Assessment,
    GameReview,
    LabelKind,
    LabelPart,
    Part,
    Status,
    Worth,
)

MISTAKES: Final = (
    LabelKind.MISSED_WIN,
    LabelKind.THREW_WIN,
    LabelKind.MISSED_BLOCK,
    LabelKind.LAST_ESCAPE,
    LabelKind.MISTAKE,
)
"""What is practised, the gravest first."""
NEAR: Final = 0.25
"""A try that gives away less than this of a chance (-1 to 1) is as good, by estimate."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """The position before a mistake: something better is to be found."""

    ply: int
    position: mnk.Position
    played: mnk.Square
    label: LabelPart
    before: Worth
    """What the position was worth to who made the mistake."""
    best: tuple[mnk.Square, ...]

    @property
    def task(self) -> str:
        """What is to be done, in words. The side is called Black or White."""
        who = mnk.side_names("stones")[self.position.side_to_move]
        name = mnk.name(self.played, self.position.variant)
        return f"{who} played {name} and {_what(self.label)}. Find a better move."


def _what(label: LabelPart) -> str:
    plies = "" if label.plies is None else f" in {_turns(label.plies)}"
    by = "" if label.status == "proved" else " (an estimate)"
    match label.kind:
        case LabelKind.MISSED_WIN:
            return f"missed a win{plies}{by}"
        case LabelKind.THREW_WIN:
            return f"threw away a win{plies}{by}"
        case LabelKind.MISSED_BLOCK:
            return f"did not block{by}"
        case LabelKind.LAST_ESCAPE:
            return f"missed the last escape{by}"
        case _:
            return f"gave away much{by}"


def _turns(plies: int) -> str:
    turns = (plies + 1) // 2
    return f"{turns} move{'s' if turns != 1 else ''}"


def exercises(
    review: GameReview,
    variant: mnk.Variant,
    moves: Sequence[mnk.Square],
    sides: Iterable[mnk.Side] = tuple(mnk.Side),
) -> tuple[Exercise, ...]:
    """The mistakes of these sides in a reviewed game, in the order they were made."""
    wanted = frozenset(sides)
    found = []
    positions = [mnk.Position.start(variant)]
    for square in moves[:-1]:
        positions.append(positions[-1].play(square))
    for ply in review.plies:
        labels = [label for label in ply.labels if label.kind in MISTAKES]
        # No more than was played, whatever a review says: the game is the truth.
        if not labels or ply.ply >= len(positions) or mnk.Side.of_ply(ply.ply) not in wanted:
            continue
        before = review.worths[ply.ply] if ply.ply < len(review.worths) else None
        found.append(
            Exercise(
                ply=ply.ply,
                position=positions[ply.ply],
                played=moves[ply.ply],
                label=min(labels, key=lambda label: MISTAKES.index(label.kind)),
                before=before or Worth(status="unknown"),
                best=tuple(square for square in ply.best if square != moves[ply.ply]),
            )
        )
    return tuple(found)


# --- A try ---------------------------------------------------------------------------------------

Opinion: TypeAlias = Literal["solved", "wrong", "unclear"]


class Checked(Part, frozen=True, kw_only=True):
    """What a try is."""

    verdict: Opinion
    status: Status
    sentence: str


def check(exercise: Exercise, square: mnk.Square, after: Assessment | None) -> Checked:
    """Judge a move by what the position after it is worth; none where nobody could look at it.

    A move that completes a line needs no looking.
    """
    name = mnk.name(square, exercise.position.variant)
    if square == exercise.played:
        return _checked("wrong", "proved", f"{name} is what was played: find something better.")
    following = exercise.position.play(square)
    if following.has_line(exercise.position.side_to_move):
        return _checked("solved", "proved", f"{name} completes the line: there is nothing better.")
    if following.is_full:
        return _by_proof(exercise, Verdict.DRAW, 0, name)
    if after is None:
        return _unlooked(exercise, square, name)
    worth = after.worth
    if worth.status == "proved" and worth.verdict is not None:
        return _by_proof(exercise, _OTHER[worth.verdict], worth.plies, name)
    if worth.status == "estimated" and worth.score is not None:
        return _by_estimate(exercise, square, -worth.score, name)
    return _unlooked(exercise, square, name)


_OTHER: Final = {
    Verdict.WIN: Verdict.LOSS,
    Verdict.LOSS: Verdict.WIN,
    Verdict.DRAW: Verdict.DRAW,
}


def _by_proof(exercise: Exercise, mine: Verdict, plies: int | None, name: str) -> Checked:
    match mine:
        case Verdict.WIN:
            within = "" if plies is None else f" in {_turns(plies + 1)}"
            return _checked("solved", "proved", f"{name} wins{within}: that is proved.")
        case Verdict.LOSS:
            return _checked("wrong", "proved", f"{name} loses: that is proved.")
        case Verdict.DRAW:
            before = exercise.before
            if before.verdict is Verdict.WIN:
                return _checked("wrong", "proved", f"{name} only draws: that is proved.")
            if before.verdict is None and (before.score or 0) > NEAR:
                sentence = f"{name} draws: that is proved. By estimate there is more to be had."
                return _checked("wrong", "estimated", sentence)
            return _checked("solved", "proved", f"{name} holds the draw: that is proved.")


def _by_estimate(exercise: Exercise, square: mnk.Square, chance: float, name: str) -> Checked:
    before = exercise.before
    if before.verdict is Verdict.WIN:
        sentence = f"There was a proved win. Whether {name} wins is not proved: try another."
        return _checked("unclear", "estimated", sentence)
    if before.verdict is Verdict.DRAW:
        sentence = f"A draw was proved. Whether {name} holds it is not: try another."
        return _checked("unclear", "estimated", sentence)
    is_best = square in exercise.best
    if is_best or before.score is None or chance >= before.score - NEAR:
        return _checked("solved", "estimated", f"{name} is better, by estimate.")
    return _checked("wrong", "estimated", f"{name} gives away much, too, by estimate.")


def _unlooked(exercise: Exercise, square: mnk.Square, name: str) -> Checked:
    if square in exercise.best:
        status = exercise.before.status
        by = "that is proved" if status == "proved" else "by estimate"
        return _checked("solved", status, f"{name} is among the best squares: {by}.")
    sentence = f"The server cannot say now what {name} is worth: try again in a moment."
    return _checked("unclear", "unknown", sentence)


def _checked(verdict: Opinion, status: Status, sentence: str) -> Checked:
    return Checked(verdict=verdict, status=status, sentence=sentence)


def shown(exercise: Exercise) -> str:
    """The better moves, in words."""
    names = ", ".join(mnk.name(square, exercise.position.variant) for square in exercise.best)
    if not names:
        return "No better move is known."
    by = "proved" if exercise.before.status == "proved" else "by estimate"
    return f"Better ({by}): {names}."
