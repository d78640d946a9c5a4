"""Every lesson tells the truth: the exact solver plays each of its squares out."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from string import Formatter

import pytest

from games import learn, mnk
from games.evaluator.exact import Solver
from games.evaluator.limit import Limit
from games.evaluator.proof import Completed, run
from games.evaluator.rules import completing, refuse_impossible, stones
from games.learn import phrases
from games.players import bots


@dataclass(frozen=True)
class Asked:
    """A turn of a lesson, and the position in which it is asked."""

    name: str
    position: mnk.Position
    turn: learn.Turn

    @property
    def learner(self) -> mnk.Side:
        return self.position.side_to_move

    @property
    def outcomes(self) -> tuple[learn.Outcome, ...]:
        return learn.outcomes(self.position, self.turn)

    @property
    def right(self) -> set[mnk.Square]:
        return {at for each in self.outcomes if each.is_right for at in each.squares}


def _asked(name: str, position: mnk.Position, turn: learn.Turn) -> Iterator[Asked]:
    """This turn, and every one that it leads to."""
    asked = Asked(name, position, turn)
    yield asked
    for each in asked.outcomes:
        for square in each.squares:
            if each.then is not None:
                after = played(position, square, *each.line)
                yield from _asked(f"{name} {mnk.name(square, position.variant)}", after, each.then)


def played(position: mnk.Position, *squares: mnk.Square) -> mnk.Position:
    """The position after these moves: nobody plays once the game is won, nor on a stone."""
    for square in squares:
        assert not any(position.has_line(side) for side in mnk.Side)
        position = position.play(square)
    return position


STEPS = [(lesson, step) for lesson in learn.LESSONS for step in lesson.steps]
ASKED = [
    asked
    for lesson, step in STEPS
    for asked in _asked(f"{lesson.key}: {step.title}", step.position, step.turn)
]
every_turn = pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked.name)


# --- What the solver says ------------------------------------------------------------------------


@cache
def _solver(variant: mnk.Variant) -> Solver:
    return Solver(variant, table_log2=16)


def wins_within(position: mnk.Position, side: mnk.Side, moves: int) -> bool:
    """Whether a side wins within this many of its own moves, whatever the other does."""
    if position.has_line(side):
        return True
    if moves == 0 or position.has_line(side.other) or position.is_full:
        return False
    to_move = position.side_to_move is side
    own, other = stones(position) if to_move else reversed(stones(position))
    plies = 2 * moves - 1 if to_move else 2 * moves
    search = run(
        lambda budget: _solver(position.variant).wins_within(own, other, to_move, plies, budget),
        Limit(nodes=1_000_000),
    )
    assert isinstance(search, Completed), "a search that was cut proves nothing"
    return search.answer


def passed(position: mnk.Position) -> mnk.Position:
    """The same stones with the other side to move."""
    lying = mnk.BySide(*(frozenset(position.stones(side)) for side in mnk.Side))
    return mnk.Position.of(position.variant, lying, position.side_to_move.other)


def reaches(goal: learn.Goal, position: mnk.Position, square: mnk.Square) -> bool:
    """Whether a move does all that is asked."""
    learner, after = position.side_to_move, position.play(square)
    if after.has_line(learner):
        return True
    return (
        (goal.wins_in is None or wins_within(after, learner, goal.wins_in - 1))
        and (goal.holds is None or not wins_within(after, learner.other, goal.holds))
        and (goal.threatens is None or wins_within(passed(after), learner, goal.threatens))
    )


def threatened(position: mnk.Position, side: mnk.Side) -> int:
    """On how many squares a side would complete a line."""
    own, other = stones(position)
    if position.side_to_move is not side:
        own, other = other, own
    return len(completing(own, other, position.variant))


# --- The squares ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("lesson", "step"), STEPS, ids=lambda each: getattr(each, "title", ""))
def test_every_position_can_come_up_in_a_game(lesson: learn.Lesson, step: learn.Step) -> None:
    refuse_impossible(step.position)
    assert not any(step.position.has_line(side) for side in mnk.Side)


@every_turn
def test_exactly_the_right_squares_do_what_is_asked(asked: Asked) -> None:
    reached = {
        square
        for square in asked.position.empty_squares()
        if reaches(asked.turn.goal, asked.position, square)
    }
    assert reached == asked.right


@every_turn
def test_something_comes_of_every_square_and_of_each_only_once(asked: Asked) -> None:
    afresh = learn.outcomes.__wrapped__(asked.position, asked.turn)
    squares = [square for each in afresh for square in each.squares]
    assert afresh == asked.outcomes
    assert sorted(squares) == list(asked.position.empty_squares())


@every_turn
def test_where_a_step_goes_on_each_square_goes_on_by_itself(asked: Asked) -> None:
    for each in asked.outcomes:
        assert each.then is None or (len(each.squares) == 1 and len(each.line) == 1)


@every_turn
def test_a_right_square_goes_on_to_the_win_against_the_longest_defence(asked: Asked) -> None:
    for each in asked.outcomes:
        for square in each.squares if each.is_right else ():
            after = played(asked.position, square, *each.line)
            wins_in = asked.turn.goal.wins_in
            if wins_in is None or after.has_line(asked.learner):
                assert each.then is None or each.then.goal.wins_in is None
                continue
            assert each.then is not None, "a win that was promised is played to its end"
            assert each.then.goal.wins_in == wins_in - 1
            assert not wins_within(after, asked.learner, wins_in - 2)


@every_turn
def test_what_shows_that_a_square_is_wrong_shows_it(asked: Asked) -> None:
    goal, learner = asked.turn.goal, asked.learner
    for each in asked.outcomes:
        for square in () if each.is_right else each.squares:
            after = played(asked.position, square)
            answered = played(after, each.line[0])
            shown = played(after, *each.line)
            failed = not reaches(goal, asked.position, square)
            if goal.holds is not None and wins_within(after, learner.other, goal.holds):
                # The opponent wins, and what is played out goes on to the end or to where it is
                # plain: a fork.
                assert answered.has_line(learner.other) or wins_within(
                    answered, learner.other, goal.holds - 1
                )
                assert shown.has_line(learner.other) or wins_within(shown, learner.other, 2)
                assert shown.has_line(learner.other) or not threatened(shown, learner.other)
            elif goal.wins_in is not None:
                assert not wins_within(answered, learner, goal.wins_in - 1)
            elif goal.threatens is not None:
                assert not wins_within(answered, learner, goal.threatens)
            else:
                failed = False
            assert failed


# --- The sentences -------------------------------------------------------------------------------


def _places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@every_turn
def test_sentences_name_only_what_there_is(asked: Asked) -> None:
    assert _places(asked.turn.asks) <= {"you", "opponent"}
    for each in asked.outcomes:
        allowed = {"you", "opponent", "answer"} if each.line else {"you", "opponent"}
        assert _places(each.says) <= allowed, each.says


_NUMBERS = {"One": 1, "Two": 2, "Three": 3, "Four": 4}


@every_turn
def test_as_many_squares_work_as_is_said(asked: Asked) -> None:
    asks = asked.turn.asks.replace("One square does", "One square works")
    said = {f"{word} square{'s' * (number > 1)} ": number for word, number in _NUMBERS.items()}
    for words, number in said.items():
        if words in asks:
            assert len(asked.right) == number


@every_turn
def test_what_is_said_of_many_squares_is_true_of_each(asked: Asked) -> None:
    learner = asked.learner
    for each in asked.outcomes:
        for square in each.squares:
            after = played(asked.position, square)
            answered = played(after, *each.line[:1])
            match each.says:
                case phrases.OPEN_FOUR:  # "You can block only one end."
                    assert threatened(answered, learner.other) >= 2
                case phrases.HAS_FIVE:
                    assert answered.has_line(learner.other)
                case phrases.FIVE:
                    assert len(after.line(learner)) == 5
                case phrases.TAKEN | phrases.CROSSING:
                    assert set(each.line[:1]) <= asked.right
                case phrases.TWO_FOURS | phrases.OPENED:
                    assert threatened(after, learner) >= 2
                case phrases.MUST_BLOCK | phrases.STANDS_IN_BOTH | phrases.NO_FURTHER:
                    assert threatened(after, learner) == 1
                    assert threatened(answered, learner) == 0
                case phrases.FILLS:  # A four that is completed in one place: its gap.
                    assert threatened(after, learner) == 1
                    assert threatened(answered, learner) == 0


# --- The list ------------------------------------------------------------------------------------


def test_lessons_are_told_apart_and_have_something_to_try_them_on() -> None:
    assert len({lesson.key for lesson in learn.LESSONS}) == len(learn.LESSONS)
    for lesson in learn.LESSONS:
        variant = mnk.PRESETS[lesson.preset].variant
        assert bots.opponent(lesson.bot, variant) is not None
        titles = [step.title for step in lesson.steps]
        assert len(set(titles)) == len(titles)
        assert 5 <= len(titles) <= 6


def test_the_first_lesson_teaches_the_five_things_in_order() -> None:
    first = learn.LESSONS[0]
    goals = [step.turn.goal for step in first.steps]
    assert goals == [
        learn.Goal(wins_in=1),  # make a line
        learn.Goal(holds=1),  # block
        learn.Goal(wins_in=2),  # open three
        learn.Goal(wins_in=3),  # four and three
        learn.Goal(wins_in=3),  # double threat
    ]
    assert {(step.position.variant.width, step.k) for step in first.steps} == {(7, 5)}


def test_an_answer_that_is_taken_is_no_answer() -> None:
    step = learn.LESSONS[0].steps[0]
    turn = learn.Turn("", learn.Goal(wins_in=1), (), (learn.Wrong(says="", answers="c4"),))
    with pytest.raises(ValueError, match="no answer of 'c4' is free"):
        learn.outcomes(step.position, turn)
