"""Forks: one move, two threats."""

from typing import Final

from games.learn.lesson import Goal, Lesson, Right, Step, Turn, Wrong
from games.learn.phrases import (
    CROSSING,
    FILLS,
    FOUR_SQUARES,
    MAKE_THREE_FOUR,
    MUST_BLOCK,
    NO_FURTHER,
    ONE_SQUARE,
    STANDS_IN_BOTH,
    STOPS,
    TWO_THREES,
    opens,
    two_fours,
)
from games.say import later

LESSON: Final = Lesson(
    key="forks",
    title=later("Forks"),
    about=later("Make two threats with one move, and stop your opponent’s fork in time."),
    preset="10x10",
    bot="beginner",
    steps=(
        Step(
            later("Two fours"),
            later("A fork is one move that makes two threats. Two fours are the strongest."),
            """
            . . . . O O .
            . . . . X . .
            . . O O X . .
            O X X X . . .
            . . O . X . .
            . . . . . . .
            . . . . . . .
            """,
            Turn(
                ONE_SQUARE,
                Goal(wins_in=2),
                right=(two_fours("e4", "f4", "e2"),),
                wrong=(
                    Wrong(squares="f4", answers="e4", says=STANDS_IN_BOTH),
                    Wrong(answers="e4", says=CROSSING),
                ),
            ),
        ),
        Step(
            later("Two fours in one row"),
            later("Both fours can even lie in the same row."),
            """
            . . . . . . .
            . . O . . . .
            . . . . O . .
            X . X . X . X
            . . O . . . .
            . . . . O . .
            . . . . . . .
            """,
            Turn(
                later("Find the square that makes two fours."),
                Goal(wins_in=2),
                right=(two_fours("d4", "b4", "f4"),),
                wrong=(
                    Wrong(
                        squares="b4 f4",
                        answers="d4",
                        says=later("That’s only one four. {opponent} blocks it at {answer}."),
                    ),
                    Wrong(
                        answers="d4",
                        says=later("{opponent} takes {answer}, the middle of your row."),
                    ),
                ),
            ),
        ),
        Step(
            later("Two open threes"),
            later("Two open threes win too, as long as {opponent} can’t answer with a four."),
            """
            . . . . . . .
            . . . . . . .
            . O X . . . .
            . O X . . . .
            . . . X X . .
            . . . O . O .
            . . . . . . .
            """,
            Turn(
                ONE_SQUARE,
                Goal(wins_in=3),
                right=(
                    Right(
                        "c3",
                        TWO_THREES,
                        "c6",
                        Turn(
                            later("Make the other one a four."),
                            Goal(wins_in=2),
                            right=(opens("b3", "a3", "f3"), opens("f3", "g3", "b3")),
                            wrong=(
                                Wrong(squares="c1", answers="c2", says=NO_FURTHER),
                                Wrong(squares="c2", answers="c1", says=NO_FURTHER),
                                Wrong(squares="a3", answers="b3", says=FILLS),
                                Wrong(squares="g3", answers="f3", says=FILLS),
                                Wrong(answers="f3", says=STOPS),
                            ),
                        ),
                    ),
                ),
                wrong=(Wrong(answers="c3", says=CROSSING),),
            ),
        ),
        Step(
            later("A fork that fails"),
            later(
                "A fork fails if one stone stops both threats. Here two squares make a fork, and "
                "only one of them wins."
            ),
            """
            . . . . . . .
            . . . . . . .
            . O X O . . .
            . O X . X . .
            . . . X X X O
            . . . O . . .
            . . . . O . .
            """,
            Turn(
                later("Choose the fork that can’t be stopped."),
                Goal(wins_in=3),
                right=(
                    Right(
                        "c3",
                        MUST_BLOCK,
                        "b3",
                        Turn(
                            MAKE_THREE_FOUR,
                            Goal(wins_in=2),
                            right=(opens("c2", "c1", "c6"), opens("c6", "c7", "c2")),
                            wrong=(
                                Wrong(squares="c1", answers="c2", says=FILLS),
                                Wrong(squares="c7", answers="c6", says=FILLS),
                                Wrong(answers="c2", says=STOPS),
                            ),
                        ),
                    ),
                ),
                wrong=(
                    Wrong(
                        squares="c2",
                        answers="c3",
                        says=later("A fork, but {answer} stops both threats at once."),
                    ),
                    Wrong(squares="b3", answers="c3", says=STANDS_IN_BOTH),
                    Wrong(answers="c3", says=CROSSING),
                ),
            ),
        ),
        Step(
            later("Stop a fork"),
            later(
                "{opponent} is about to make a four and an open three at once. After that it’s too "
                "late, so stop it now."
            ),
            """
            . . . . . . .
            X . . . . . .
            X . O . . . .
            . . O X . . .
            . . . O O O X
            . . . . . . .
            . . . . . . X
            """,
            Turn(
                FOUR_SQUARES,
                Goal(holds=3),
                right=(
                    Right("c3", later("That’s where the two rows cross. The fork is gone.")),
                    Right(
                        "b3", later("A four there would have no free end now. The fork is gone.")
                    ),
                    Right(
                        "c2 c6",
                        later("The column can’t become an open three now. The fork is gone."),
                    ),
                ),
                wrong=(
                    Wrong(
                        answers="c3",
                        says=later(
                            "{opponent} makes a four and an open three at {answer}. You can’t stop "
                            "both."
                        ),
                    ),
                ),
            ),
        ),
    ),
)
