"""Four and three: the commonest way to win."""

from typing import Final

from games.learn.lesson import Goal, Lesson, Right, Step, Turn, Wrong
from games.learn.phrases import (
    CROSSING,
    FILLS,
    MAKE_THREE_FOUR,
    MUST_BLOCK,
    ONE_SQUARE,
    STANDS_IN_BOTH,
    STOPS,
    opens,
    two_fours,
)
from games.say import later

LESSON: Final = Lesson(
    key="four-and-three",
    title=later("Four and three"),
    about=later("Use threats that must be answered, and combine two of them."),
    preset="7x7",
    bot="beginner",
    steps=(
        Step(
            later("A four must be blocked"),
            later(
                "A four with only one free end doesn’t win, but {opponent} has to block it at "
                "once. You decide what happens next."
            ),
            """
            . . . . . . .
            . . . . . . .
            . . . O . . .
            O X X X . . .
            . . . . . . .
            . . O . . . .
            . . . . . . .
            """,
            Turn(
                later("Make a four. Two squares work."),
                Goal(threatens=1),
                right=(
                    Right("e4", later("A four. {opponent} must block at {answer}."), "f4"),
                    Right(
                        "f4", later("A four with a gap. {opponent} must fill it at {answer}."), "e4"
                    ),
                ),
                wrong=(
                    Wrong(
                        answers="e4",
                        says=later("No threat yet, so {opponent} closes your row at {answer}."),
                    ),
                ),
            ),
        ),
        Step(
            later("A three must be stopped"),
            later(
                "An open three has to be stopped as well, or your next stone makes an open four. "
                "There are several ways to make one."
            ),
            """
            . . . . . . .
            . . . . . . .
            . . . O . . .
            . . X X . . .
            . . O . . . .
            . . . . . . .
            . . . . . . .
            """,
            Turn(
                later("Make an open three. Three squares work."),
                Goal(threatens=2),
                right=(
                    Right("b4 e4", later("An open three. {opponent} has to answer it.")),
                    Right("f4", later("Three with a gap and both ends free. That counts as well.")),
                ),
                wrong=(
                    Wrong(
                        answers="e4",
                        says=later("Not an open three, so {opponent} is free to take {answer}."),
                    ),
                ),
            ),
        ),
        Step(
            later("Both at once"),
            later(
                "One of your rows is a three with one end free. The other can become an open three."
            ),
            """
            . . . . . . .
            . . . . . . .
            . O . O X . .
            O X X X . . .
            . . O . . . .
            . . . . X . .
            . . . O . . .
            """,
            Turn(
                later("Make a four and an open three with one move."),
                Goal(wins_in=3),
                right=(
                    Right(
                        "e4",
                        MUST_BLOCK,
                        "f4",
                        Turn(
                            MAKE_THREE_FOUR,
                            Goal(wins_in=2),
                            right=(opens("e3", "e1", "e6"),),
                            wrong=(Wrong(answers="e3", says=STOPS),),
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
            later("Across and diagonal"),
            later("Look for the square that belongs to two of your rows."),
            """
            . . . . . . .
            . . . . . . .
            . . O O X . .
            . . . X O . .
            . . . X X X O
            . . . O . . .
            . . . . . . .
            """,
            Turn(
                ONE_SQUARE,
                Goal(wins_in=3),
                right=(
                    Right(
                        "c3",
                        MUST_BLOCK,
                        "b3",
                        Turn(
                            MAKE_THREE_FOUR,
                            Goal(wins_in=2),
                            right=(opens("b2", "a1", "f6"), opens("f6", "g7", "b2")),
                            wrong=(
                                Wrong(squares="a1", answers="b2", says=FILLS),
                                Wrong(squares="g7", answers="f6", says=FILLS),
                                Wrong(answers="b2", says=STOPS),
                            ),
                        ),
                    ),
                ),
                wrong=(
                    Wrong(squares="b3", answers="c3", says=STANDS_IN_BOTH),
                    Wrong(answers="c3", says=CROSSING),
                ),
            ),
        ),
        Step(
            later("A four with a gap"),
            later("A four needn’t be in one piece: a gap that makes five must be filled as well."),
            """
            . . . . . . .
            . . . . . . .
            . . . O O . .
            . . . X . O .
            O X . X . X .
            . . O . . X .
            . . . . . . .
            """,
            Turn(
                ONE_SQUARE,
                Goal(wins_in=3),
                right=(
                    Right(
                        "e3",
                        later(
                            "A four with a gap, and an open three. {opponent} must fill the gap at "
                            "{answer}."
                        ),
                        "c3",
                        Turn(
                            MAKE_THREE_FOUR,
                            Goal(wins_in=2),
                            right=(opens("c5", "b6", "g1"),),
                            wrong=(Wrong(answers="c5", says=STOPS),),
                        ),
                    ),
                ),
                wrong=(
                    Wrong(squares="c3", answers="e3", says=STANDS_IN_BOTH),
                    Wrong(answers="e3", says=CROSSING),
                ),
            ),
        ),
        Step(
            later("A four to prepare"),
            later(
                "A four can also bring a stone to where you need it. Your diagonal has two stones, "
                "and a four in the column adds a third."
            ),
            """
            . . . X . . .
            . O . X . . .
            . O . . . . O
            O X X X . . .
            . O . . O X .
            . . . . . . X
            . . O . . . .
            """,
            Turn(
                later("Make the four that helps your diagonal."),
                Goal(wins_in=3),
                right=(
                    Right(
                        "d5",
                        later("{opponent} must block at {answer}, and your diagonal has three."),
                        "d3",
                        Turn(
                            later("Now make two fours at once."),
                            Goal(wins_in=2),
                            right=(two_fours("e4", "f4", "c6"),),
                            wrong=(Wrong(answers="e4", says=CROSSING),),
                        ),
                    ),
                ),
                wrong=(
                    Wrong(
                        squares="e4",
                        answers="f4",
                        says=later(
                            "{opponent} blocks at {answer}, and your diagonal lacks a stone."
                        ),
                    ),
                    Wrong(squares="f4", answers="e4", says=STANDS_IN_BOTH),
                    Wrong(squares="d3", answers="d5", says=STANDS_IN_BOTH),
                    Wrong(
                        answers="e4",
                        says=later("{opponent} takes {answer}, where your row meets the diagonal."),
                    ),
                ),
            ),
        ),
    ),
)
