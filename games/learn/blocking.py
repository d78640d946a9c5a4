"""Blocking: what must be stopped, where, and how to gain by it."""

from typing import Final

from games.learn.lesson import Goal, Lesson, Right, Step, Turn, Wrong
from games.learn.phrases import FIVE, HAS_FIVE, ONE_SQUARE, OPEN_FOUR, THREE_SQUARES
from games.say import later

LESSON: Final = Lesson(
    key="blocking",
    title=later("Blocking"),
    about=later("See what has to be stopped, and choose the block that helps you."),
    preset="7x7",
    bot="beginner",
    steps=(
        Step(
            later("A four with a gap"),
            later("Four with a gap are as dangerous as four in a row: filling the gap makes five."),
            """
            . . X . . . .
            . . . . . X .
            . . . . . . .
            . O O . O O .
            . . . . . . .
            . X . . X . .
            . . . . . . .
            """,
            Turn(
                later("Stop it."),
                Goal(holds=1),
                right=(Right("d4", later("You filled the gap. That row is harmless now.")),),
                wrong=(Wrong(answers="d4", says=HAS_FIVE),),
            ),
        ),
        Step(
            later("A three with a gap"),
            later("This open three has a gap. There’s more than one way to stop it."),
            """
            . . . . . . .
            . . . . . . .
            . X . . X . .
            . . O O . O .
            . . . X . . .
            . . . . . . .
            . . . . . . .
            """,
            Turn(
                THREE_SQUARES,
                Goal(holds=2),
                right=(
                    Right("e4", later("You filled the gap, and the row is cut in two.")),
                    Right(
                        "b4 g4",
                        later("Stopped. If {opponent} fills the gap, you block the other end."),
                    ),
                ),
                wrong=(Wrong(answers="e4", says=OPEN_FOUR),),
            ),
        ),
        Step(
            later("Block and build"),
            later("When two squares stop a threat, take the one that helps your own stones."),
            """
            . . . . . . .
            . . . . . . .
            . . . . O X .
            . . . O . X .
            . . O . . . .
            . . . X . . .
            . . . . . . .
            """,
            Turn(
                later("Stop the diagonal and make an open three."),
                Goal(holds=2, threatens=2),
                right=(
                    Right(
                        "f6",
                        later("The diagonal is stopped, and now {opponent} has to answer you."),
                    ),
                ),
                wrong=(
                    Wrong(
                        squares="b2",
                        answers="f6",
                        says=later(
                            "That stops it, but {opponent} takes {answer}, which you wanted for "
                            "your column."
                        ),
                    ),
                    Wrong(squares="a1", answers="f6", says=OPEN_FOUR),
                    Wrong(answers="b2", says=OPEN_FOUR),
                ),
            ),
        ),
        Step(
            later("Win before you block"),
            later("{opponent} is about to make five. Look at your own stones first."),
            """
            . . . . . . .
            . O . . . . .
            . . O . . . .
            . . . O . X .
            . . . . O . .
            . . X X X X O
            . . . . . . .
            """,
            Turn(
                ONE_SQUARE,
                Goal(wins_in=1),
                right=(Right("b2", FIVE),),
                wrong=(
                    Wrong(
                        squares="a7",
                        answers="b2",
                        says=later("Blocked, but you could have won. {opponent} takes {answer}."),
                    ),
                    Wrong(answers="a7", says=HAS_FIVE),
                ),
            ),
        ),
        Step(
            later("Answer with a four"),
            later(
                "{opponent} has two open threes, and one stone can’t stop both. But a four of "
                "yours has to be answered first."
            ),
            """
            . . . . . X .
            . . . . . X .
            . . . O . X .
            . . O O O . .
            . X . O . . .
            . . . . . . X
            . . . . . . .
            """,
            Turn(
                later("Make a four that also stops one of them."),
                Goal(holds=3),
                right=(
                    Right(
                        "f4",
                        later("Your four stops the row, and {opponent} must block at {answer}."),
                        "f3",
                        Turn(
                            later("Now stop the column. Two squares work."),
                            Goal(holds=3),
                            right=(Right("d2 d6", later("Both threes are stopped.")),),
                            wrong=(
                                Wrong(squares="d1", answers="d6", says=OPEN_FOUR),
                                Wrong(answers="d2", says=OPEN_FOUR),
                            ),
                        ),
                    ),
                ),
                wrong=(
                    Wrong(
                        squares="f3",
                        answers="f4",
                        says=later(
                            "A four, but {opponent} blocks at {answer} and has an open four."
                        ),
                    ),
                    Wrong(squares="d1 d2 d6 d7", answers="b4", says=OPEN_FOUR),
                    Wrong(answers="d6", says=OPEN_FOUR),
                ),
            ),
        ),
    ),
)
