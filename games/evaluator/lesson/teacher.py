"""What is said of a move, and in which order."""

from collections.abc import Sequence
from dataclasses import replace

from games import mnk
from games.evaluator.errors import NothingToPlay
from games.evaluator.lesson import answers, either_kind, ends, forbidden, quiet, shapes, threes
from games.evaluator.lesson.case import WINS, Case, Lesson
from games.evaluator.lesson.outcomes import Outcomes, outcomes_of
from games.evaluator.limit import Limit
from games.evaluator.rules import playable
from games.evaluator.wins import Forces, Win
from games.remarks import Remark

MOST_LESSONS = 4


def lesson(before: mnk.Position, square: mnk.Move, *, limit: Limit) -> tuple[Lesson, ...]:
    """What there is to say about a move: at most four lessons, the most important first.

    What the moves are worth is asked first, so nothing that is said contradicts that.
    With a limit of nodes alone it is the same every time; for turned and mirrored positions it is
    the same with turned squares (where the position and the move stay as they are under a symmetry,
    one of the squares that turn into each other is chosen). Without nodes or time in the limit it
    is 20,000 nodes. A claim that somebody wins has a line that ends that way.

    Raises `NothingToPlay` when the game is over, `mnk.NoSuchSquare` or `mnk.SquareTaken` for a
    square that cannot be played.
    """
    if not playable(before):
        raise NothingToPlay("The game is over: there is no move to explain.")
    before.play(square)  # refuses what cannot be played
    turned, home = _turned(before, square)
    move = home.index(square)
    if before.variant.line_rule.says.either_kind:
        told = either_kind.told(turned, move)
    else:
        told = _in_order(Case(turned, move, Forces(before.variant, limit)))
    return tuple(
        replace(
            each,
            remarks=tuple(_at_home(remark, home) for remark in each.remarks),
            squares=tuple(sorted(home[at] for at in each.squares)),
            line=tuple(home[at] for at in each.line),
        )
        for each in told
    )


def _in_order(case: Case) -> list[Lesson]:
    """The most important first."""
    says = case.variant.line_rule.says
    if case.mine_before.completing >> case.square & 1:
        return [ends.completed(case)]
    if says.completing_loses:
        return []  # lines that lack a stone are no threats, and nothing else is known of them
    if says.stones_a_turn > 1:
        # What is left after a stone may be stopped by the next one of the same turn.
        return list(ends.missed(case, Outcomes())) or list(quiet.builds(case))
    outcomes = outcomes_of(case)
    found = _in_a_race(case, outcomes) if says.is_race else _by_rule(case, outcomes)
    return found[:MOST_LESSONS]


def _in_a_race(case: Case, outcomes: Outcomes) -> list[Lesson]:
    """What is said where any empty square may be played."""
    found: list[Lesson] = []
    # 1. What was thrown away, and what comes of it.
    found += ends.missed(case, outcomes)
    found += ends.lost(case, outcomes)
    found += ends.others(case, outcomes)
    # 2. What the stone does.
    found += shapes.blocked(case)
    if not case.theirs.completing:
        won, lost = outcomes.won, outcomes.lost
        found += shapes.made(case, won, lost)
        if won is not None and won.plies > 2:
            wins = case.win(WINS, won, won.line[1::2])
            found.append(case.lesson(wins, line=won.line, from_after=True))
        found += shapes.taken_away(case, lost)
    # 3. None of that.
    if not found:
        found += quiet.stopped(case, outcomes.values)
    if not found:
        found += quiet.threatens(case, outcomes.had)
    if not found:
        found += quiet.builds(case)
    return found


def _by_rule(case: Case, outcomes: Outcomes) -> list[Lesson]:
    """What is said where squares may be forbidden or out of reach. Of lines that lack two stones
    only what the rule calls a three: others may be no threat."""
    forbids = case.variant.line_rule.says.forbids
    # 1. What was thrown away, and what comes of it.
    found = [
        *ends.missed(case, outcomes),
        *ends.lost(case, outcomes),
        *ends.others(case, outcomes),
    ]
    # 2. What the stone does.
    found += shapes.blocked(case)
    if not case.theirs.completing:
        won, lost = outcomes.won, outcomes.lost
        found += answers.answered(case, won, lost)
        if won is not None and won.plies > 2 and not _is_shown(found, won):
            wins = case.win(WINS, won, won.line[1::2])
            left = forbidden.at_the_end(case, case.there, won.line)
            found.append(case.lesson(wins, *left, line=won.line, from_after=True))
        found += answers.waits(case)
        if forbids:
            found += threes.stopped(case, lost)
    if forbids:
        found += forbidden.changed(case)
    # 3. None of that.
    if not found and forbids:
        found += [
            *quiet.stopped(case, outcomes.values),
            *quiet.threatens(case, outcomes.had),
        ]
    return found or list(quiet.builds(case))


def _is_shown(found: Sequence[Lesson], win: Win) -> bool:
    """Whether one of the lessons has shown a win as quick already."""
    return any(each.from_after and len(each.line) == win.plies for each in found)


def _turned(position: mnk.Position, square: mnk.Move) -> tuple[mnk.Position, tuple[mnk.Move, ...]]:
    """The form that all turned and mirrored forms of a move share; and by its moves, ours."""
    variant = position.variant
    own, other = (
        position.stones(side) for side in (position.side_to_move, position.side_to_move.other)
    )
    moved = min(
        mnk.symmetries(variant),
        key=lambda to: (sorted(to[at] for at in own), sorted(to[at] for at in other), to[square]),
    )
    both = mnk.BySide(*(frozenset(moved[at] for at in position.stones(side)) for side in mnk.Side))
    home = tuple(moved.index(at) for at in range(variant.moves))
    return mnk.Position.of(variant, both, position.side_to_move), home


def _at_home(remark: Remark, home: tuple[mnk.Square, ...]) -> Remark:
    return replace(
        remark, at=home[remark.at], squares=tuple(home[square] for square in remark.squares)
    )
