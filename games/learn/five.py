"""The first lesson, for somebody who has never played."""

from typing import Final

from games.learn.lesson import Goal, Lesson, Right, Step, Turn, Wrong
from games.learn.phrases import (
    CROSSING,
    FILLS,
    FIVE,
    HAS_FIVE,
    MAKE_THREE_FOUR,
    MUST_BLOCK,
    NO_FURTHER,
    ONE_END,
    ONE_SQUARE,
    STANDS_IN_BOTH,
    STOPS,
    TAKEN,
    TWO_SQUARES,
    TWO_THREES,
    opens,
)
from games.say import later

LESSON: Final = Lesson(
    key="five-in-a-row",
    title=later("Five in a row"),
    about=later("Make a row, stop a row, and make two threats at once."),
    preset="7x7",
    bot="novice",
    steps=(
        Step(
            later("Make five"),
            later(
                "Five in a row wins: across, up and down, or diagonally. You play {you}, and you "
                "already have four."
            ),
            """
            . . . . . . .
            . . . . . . .
            . . O O . . .
            . . X X X X O
            . . O . . . .
            . . . . . . .
            . . . . . . .
            """,
            Turn(
                later("Add the fifth."),
                Goal(wins_in=1),
                right=(Right("b4", FIVE),),
                wrong=(Wrong(answers="b4", says=TAKEN),),
            ),
        ),
        Step(
            later("Stop five"),
            later("Now {opponent} has four in a row. One more, and the game is over."),
            """
            . . . . . . .
            . . . . . O .
            . . . . O X .
            . X . O X . .
            . . O . . . .
            . X . . . . .
            . . . . . . .
            """,
            Turn(
                later("Take the square that {opponent} needs."),
                Goal(holds=1),
                right=(Right("g7", later("Blocked. This row can’t become five any more.")),),
                wrong=(Wrong(answers="g7", says=HAS_FIVE),),
            ),
        ),
        Step(
            later("An open three"),
            later(
                "Three in a row with both ends free is an open three. Make it four and keep both "
                "ends free: {opponent} can block only one."
            ),
            """
            . . . . . . .
            . . . . . . .
            . . . O . . .
            . . X X X . .
            . . O . . . .
            . . . . O . .
            . . . . . . .
            """,
            Turn(
                TWO_SQUARES,
                Goal(wins_in=2),
                right=(opens("b4", "f4", "a4"), opens("f4", "b4", "g4")),
                wrong=(
                    Wrong(squares="a4", answers="b4", says=FILLS),
                    Wrong(squares="g4", answers="f4", says=FILLS),
                    Wrong(answers="b4 f4", says=ONE_END),
                ),
            ),
        ),
        Step(
            later("Four and three"),
            later(
                "A four has to be blocked at once, and an open three has to be stopped. Make both "
                "with one move."
            ),
            """
            . . . . . . .
            . . . . . . .
            . . O . . . .
            O X X X . . .
            . . O O X . .
            . . . O X . .
            . . . . . . .
            """,
            Turn(
                ONE_SQUARE,
                Goal(wins_in=3),
                right=(
                    Right(
                        "e4",
                        MUST_BLOCK,
                        "f4",
                        Turn(
                            MAKE_THREE_FOUR,
                            Goal(wins_in=2),
                            right=(opens("e5", "e6", "e1"),),
                            wrong=(Wrong(answers="e5", says=STOPS),),
                        ),
                    ),
                ),
                wrong=(
                    Wrong(squares="f4", answers="e4", says=STANDS_IN_BOTH),
                    Wrong(answers="e4", says=CROSSING),
                ),
            ),
        ),
        Step(
            later("Two open threes"),
            later("Two open threes at once win as well: {opponent} can stop only one of them."),
            """
            . . . . . . .
            . . . . . . .
            . O . O . . .
            . . X X . . .
            . . . . X O .
            . . . . X O .
            . . . . . . .
            """,
            Turn(
                later("Find the square where your rows cross."),
                Goal(wins_in=3),
                right=(
                    Right(
                        "e4",
                        TWO_THREES,
                        "f4",
                        Turn(
                            later("Make the other one a four."),
                            Goal(wins_in=2),
                            right=(opens("e5", "e1", "e6"),),
                            wrong=(
                                Wrong(squares="a4", answers="b4", says=NO_FURTHER),
                                Wrong(squares="b4", answers="a4", says=NO_FURTHER),
                                Wrong(answers="e5", says=STOPS),
                            ),
                        ),
                    ),
                ),
                wrong=(Wrong(answers="e4", says=CROSSING),),
            ),
        ),
    ),
)
