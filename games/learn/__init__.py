"""The lessons: what they teach, in order, and what comes of every square in them.

Not what a review says about a move, which is also called a lesson (`games.evaluator.lesson`): these
are for people who want to learn, one position after another.

>>> [lesson.key for lesson in LESSONS][:2]
['five-in-a-row', 'open-four']
"""

from typing import Final

from games.learn import (
    blocking,
    five,
    forks,
    four_and_three,
    open_four,
    overlines,
    threats,
    tictactoe,
)
from games.learn.lesson import (
    MINUTES,
    Goal,
    Lesson,
    Outcome,
    Right,
    Step,
    Turn,
    Wrong,
    outcomes,
)

LESSONS: Final = (
    five.LESSON,
    open_four.LESSON,
    four_and_three.LESSON,
    blocking.LESSON,
    forks.LESSON,
    overlines.LESSON,
    threats.LESSON,
    tictactoe.LESSON,
)
"""In the order in which they are best taken."""

__all__ = [
    "LESSONS",
    "MINUTES",
    "Goal",
    "Lesson",
    "Outcome",
    "Right",
    "Step",
    "Turn",
    "Wrong",
    "outcomes",
]
