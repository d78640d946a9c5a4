"""Practice from a game's mistakes: the positions before them, and whether another move is better.

What a try is worth is either proved or estimated, and the sentence says which.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games import mnk
from games.play.protocol import Verdict
from games.review import worths
from games.review.findings import (
    Assessment,
    GameReview,
    LabelKind,
    LabelPart,
    Part,
    Status,
    Worth,
)
from games.reviews.labels import MISTAKES
from games.say import count, say

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
    """What the position was worth to the side that made the mistake."""
    after: Worth
    """What it was worth to that side after the mistake."""
    best: tuple[mnk.Square, ...]

    def task(self, sides: mnk.BySide[str]) -> str:
        """What is to be done, in words, with these names for the sides."""
        side = sides[self.position.side_to_move]
        return say("{side} to play: find a better move", side=side)

    @property
    def mistake(self) -> str:
        """What was wrong, told to the player who did it."""
        move = mnk.move_name(self.played, self.position.variant)
        said = _mistake(self.label, move)
        if self.label.status != "proved":
            return " ".join((said, say("That’s an estimate.")))
        return said


def _mistake(label: LabelPart, move: str) -> str:
    moves = mnk.winners_moves(label.plies or 0)
    match label.kind:
        case LabelKind.MISSED_WIN if not moves:
            return say("You played {move} and missed a win.", move=move)
        case LabelKind.MISSED_WIN:
            return count(
                "You played {move} and missed a win in {count} move.",
                "You played {move} and missed a win in {count} moves.",
                moves,
                move=move,
            )
        case LabelKind.THREW_WIN if not moves:
            return say("You played {move} and threw away a win.", move=move)
        case LabelKind.THREW_WIN:
            return count(
                "You played {move} and threw away a win in {count} move.",
                "You played {move} and threw away a win in {count} moves.",
                moves,
                move=move,
            )
        case LabelKind.MISSED_BLOCK:
            return say("You played {move} and didn’t block.", move=move)
        case LabelKind.LAST_ESCAPE:
            return say("You played {move} and missed the last defence.", move=move)
        case _:
            return say("You played {move} and gave a lot away.", move=move)


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
        if (
            not labels
            or ply.ply >= len(positions)
            or variant.line_rule.side_of_ply(ply.ply) not in wanted
        ):
            continue
        before, after = map(review.worth_at, (ply.ply, ply.ply + 1))
        found.append(
            Exercise(
                ply=ply.ply,
                position=positions[ply.ply],
                played=moves[ply.ply],
                label=min(labels, key=lambda label: MISTAKES.index(label.kind)),
                before=before or worths.UNKNOWN,
                after=worths.to_the_mover(
                    after or worths.UNKNOWN, goes_on=positions[ply.ply].stones_left > 1
                ),
                best=tuple(square for square in ply.best if square != moves[ply.ply]),
            )
        )
    return tuple(found)


# --- A try ---------------------------------------------------------------------------------------

Opinion: TypeAlias = Literal["solved", "wrong", "unclear"]


class Checked(Part, frozen=True, kw_only=True):
    """How a try was judged."""

    verdict: Opinion
    status: Status
    sentence: str


def check(exercise: Exercise, square: mnk.Square, after: Assessment | None) -> Checked:
    """Judge a move by what the position after it is worth; None where nobody could look at it.

    A move that completes a line needs no assessment.
    """
    name = mnk.move_name(square, exercise.position.variant)
    if square == exercise.played:
        sentence = say("{move} was played in the game. Find something better.", move=name)
        return _checked("wrong", "proved", sentence)
    following = exercise.position.play(square)
    if following.has_won(exercise.position.side_to_move):
        sentence = say("{move} wins at once. Nothing is better.", move=name)
        return _checked("solved", "proved", sentence)
    if following.is_stuck:
        return _by_proof(exercise, Verdict.DRAW, 0, name)
    if after is None:
        return _unlooked(exercise, square, name)
    goes_on = exercise.position.stones_left > 1
    worth = worths.to_the_mover(after.worth, goes_on=goes_on)
    if worth.status == "proved" and worth.verdict is not None:
        return _by_proof(exercise, worth.verdict, worth.plies, name)
    if worth.status == "estimated" and worth.score is not None:
        return _by_estimate(exercise, square, worth.score, name)
    return _unlooked(exercise, square, name)


def _by_proof(exercise: Exercise, mine: Verdict, plies: int | None, name: str) -> Checked:
    match mine:
        case Verdict.WIN:
            return _checked("solved", "proved", _wins(name, plies))
        case Verdict.LOSS:
            return _checked("wrong", "proved", say("{move} loses (proved).", move=name))
        case Verdict.DRAW:
            before = exercise.before
            if before.verdict is Verdict.WIN:
                sentence = say("{move} only draws (proved).", move=name)
                return _checked("wrong", "proved", sentence)
            if before.verdict is None and (before.score or 0) > NEAR:
                sentence = say(
                    "{move} draws (proved). There should be something better (estimate).", move=name
                )
                return _checked("wrong", "estimated", sentence)
            sentence = say("{move} holds the draw (proved).", move=name)
            return _checked("solved", "proved", sentence)


def _wins(name: str, plies: int | None) -> str:
    if plies is None:
        return say("{move} wins (proved).", move=name)
    return count(
        "{move} wins in {count} move (proved).",
        "{move} wins in {count} moves (proved).",
        mnk.winners_moves(plies + 1),
        move=name,
    )


def _by_estimate(exercise: Exercise, square: mnk.Square, chance: float, name: str) -> Checked:
    before = exercise.before
    if before.verdict is Verdict.WIN:
        sentence = say(
            "There is a proved win, but {move} isn’t proved to win. Try another move.", move=name
        )
        return _checked("unclear", "estimated", sentence)
    if before.verdict is Verdict.DRAW:
        sentence = say(
            "There is a proved draw, but {move} isn’t proved to hold it. Try another move.",
            move=name,
        )
        return _checked("unclear", "estimated", sentence)
    is_best = square in exercise.best
    if is_best or before.score is None or chance >= before.score - NEAR:
        return _checked("solved", "estimated", say("{move} is better (estimate).", move=name))
    sentence = say("{move} gives a lot away too (estimate).", move=name)
    return _checked("wrong", "estimated", sentence)


def _unlooked(exercise: Exercise, square: mnk.Square, name: str) -> Checked:
    if square in exercise.best:
        status = exercise.before.status
        if status == "proved":
            sentence = say("{move} is one of the best squares (proved).", move=name)
        else:
            sentence = say("{move} is one of the best squares (estimate).", move=name)
        return _checked("solved", status, sentence)
    sentence = say("We can’t judge {move} right now. Try again in a moment.", move=name)
    return _checked("unclear", "unknown", sentence)


def _checked(verdict: Opinion, status: Status, sentence: str) -> Checked:
    return Checked(verdict=verdict, status=status, sentence=sentence)


def shown(exercise: Exercise) -> str:
    """The better moves, in words."""
    names = ", ".join(mnk.move_name(square, exercise.position.variant) for square in exercise.best)
    if not names:
        return say("No better move is known.")
    if exercise.before.status == "proved":
        return say("Better (proved): {squares}.", squares=names)
    return say("Better (estimate): {squares}.", squares=names)
