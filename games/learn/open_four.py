"""The open four: the shape that cannot be stopped."""

from typing import Final

from games.learn.lesson import Goal, Lesson, Right, Step, Turn, Wrong
from games.learn.phrases import (
    FILLS,
    FIVE,
    ONE_END,
    ONE_SQUARE,
    OPEN_FOUR,
    TAKEN,
    TWO_SQUARES,
    opens,
)
from games.say import later

_NO_ROOM: Final = later("{opponent} blocks at {answer}, and there’s no room left for five.")

LESSON: Final = Lesson(
    key="open-four",
    title=later("The open four"),
    about=later("Make a four that can’t be stopped, and stop one in time."),
    preset="7x7",
    bot="novice",
    steps=(
        Step(
            later("Two ends"),
            later(
                "Four in a row with both ends free is an open four. {opponent} has just blocked "
                "one end of yours."
            ),
            """
            . . . . . . .
            . . . O . . .
            . . O . . . .
            . X X X X O .
            . . . . . . .
            . . . O . . .
            . . . . . . .
            """,
            Turn(
                later("Use the other end."),
                Goal(wins_in=1),
                right=(Right("a4", FIVE),),
                wrong=(Wrong(answers="a4", says=TAKEN),),
            ),
        ),
        Step(
            later("Keep both ends free"),
            later(
                "You have three in a row, and {opponent} stands near one end. Add a fourth so "
                "that both ends of the four are free."
            ),
            """
            . . . . . . .
            . . . . . . .
            . . . O . . .
            O . X X X . .
            . . . O . . .
            . . . . . . .
            . . . . . . .
            """,
            Turn(
                ONE_SQUARE,
                Goal(wins_in=2),
                right=(opens("f4", "b4", "g4"),),
                wrong=(
                    Wrong(
                        squares="b4",
                        answers="f4",
                        says=later(
                            "That four has only one free end, and {opponent} blocks it at {answer}."
                        ),
                    ),
                    Wrong(squares="g4", answers="f4", says=FILLS),
                    Wrong(answers="f4", says=_NO_ROOM),
                ),
            ),
        ),
        Step(
            later("Fill the gap"),
            later("Three with a gap are as good as three in a row, if both ends are free."),
            """
            . . . . . . .
            . . . . O . .
            . . O . . . .
            . X . X X . .
            . . . . O . .
            . . . . . . .
            . . . . . . .
            """,
            Turn(
                later("Make an open four."),
                Goal(wins_in=2),
                right=(opens("c4", "a4", "f4"),),
                wrong=(
                    Wrong(squares="a4 f4", answers="c4", says=FILLS),
                    Wrong(
                        answers="c4",
                        says=later("{opponent} takes {answer}, and your row is cut in two."),
                    ),
                ),
            ),
        ),
        Step(
            later("Any direction"),
            later("Diagonals are easy to miss. You have an open three on one."),
            """
            . . . . . . .
            . . . . . . .
            . . O . X . .
            . . . X O . .
            . . X O . . .
            . . . . . . .
            . . . . . . .
            """,
            Turn(
                TWO_SQUARES,
                Goal(wins_in=2),
                right=(opens("b2", "f6", "a1"), opens("f6", "b2", "g7")),
                wrong=(
                    Wrong(squares="a1", answers="b2", says=FILLS),
                    Wrong(squares="g7", answers="f6", says=FILLS),
                    Wrong(answers="f6 b2", says=ONE_END),
                ),
            ),
        ),
        Step(
            later("Mind the edge"),
            later("A row that reaches the edge of the board is closed there, as if blocked."),
            """
            . . . . . . .
            . . . . . . .
            . . O . . . .
            . X X X . . .
            . . . . . . .
            . . O . O . .
            . . . . . . .
            """,
            Turn(
                later("Make an open four."),
                Goal(wins_in=2),
                right=(opens("e4", "f4", "a4"),),
                wrong=(
                    Wrong(
                        squares="a4",
                        answers="e4",
                        says=later(
                            "The edge closes one end, and {opponent} blocks the other at {answer}."
                        ),
                    ),
                    Wrong(squares="f4", answers="e4", says=FILLS),
                    Wrong(answers="e4", says=_NO_ROOM),
                ),
            ),
        ),
        Step(
            later("Stop it in time"),
            later(
                "Once there’s an open four it’s too late. So stop the open three: this time "
                "{opponent} has one."
            ),
            """
            . . . . . . .
            . . . . . . .
            . . X . . X .
            . . O O O . .
            . . . . . . .
            . . . X . . .
            . . . . . . .
            """,
            Turn(
                TWO_SQUARES,
                Goal(holds=2),
                right=(
                    Right(
                        "b4 f4",
                        later(
                            "Stopped. {opponent} can still make a four, but you’ll block its "
                            "other end."
                        ),
                    ),
                ),
                wrong=(
                    Wrong(squares="a4", answers="f4", says=OPEN_FOUR),
                    Wrong(answers="b4", says=OPEN_FOUR),
                ),
            ),
        ),
    ),
)
