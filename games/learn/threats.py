"""Reading threats: whose comes first, and which of them are real."""

from typing import Final

from games.learn.lesson import Goal, Lesson, Right, Step, Turn, Wrong
from games.learn.phrases import (
    FILLS,
    HAS_FIVE,
    ONE_SQUARE,
    OPEN_FOUR,
    STOPS,
    THREE_SQUARES,
    TWO_SQUARES,
    opens,
)
from games.say import later

LESSON: Final = Lesson(
    key="reading-threats",
    title=later("Reading threats"),
    about=later("Tell whose threat comes first, and which threats are real."),
    preset="10x10",
    bot="casual",
    steps=(
        Step(
            later("Fours before threes"),
            later("You have an open three, but {opponent} has four: one move nearer to five."),
            """
            . X . . . . .
            . . O . . . .
            . . . O . . .
            . . . . O . .
            . . X X X O .
            . . . . . . .
            . . . . . . .
            """,
            Turn(
                later("What comes first?"),
                Goal(holds=1),
                right=(Right("g2", later("Blocked, and your open three is still there.")),),
                wrong=(
                    Wrong(
                        squares="b3",
                        answers="g2",
                        says=later(
                            "An open four, but {opponent} plays {answer} and has five first."
                        ),
                    ),
                    Wrong(answers="g2", says=HAS_FIVE),
                ),
            ),
        ),
        Step(
            later("The race"),
            later("Both of you have an open three, and it’s your turn."),
            """
            . . . . . . .
            . . . . . . .
            . . O O O . .
            . . . . . . .
            . . X X X . .
            . . . . . . .
            . . . . . . .
            """,
            Turn(
                TWO_SQUARES,
                Goal(wins_in=2),
                right=(opens("b3", "f3", "a3"), opens("f3", "b3", "g3")),
                wrong=(
                    Wrong(squares="a3", answers="b3", says=FILLS),
                    Wrong(squares="g3", answers="f3", says=FILLS),
                    Wrong(
                        squares="b5 f5",
                        answers="b3",
                        says=later("You stop {opponent}, who then stops you at {answer}."),
                    ),
                    Wrong(
                        squares="a5",
                        answers="f5",
                        says=later("{opponent} makes an open four at {answer} first."),
                    ),
                    Wrong(
                        answers="b5", says=later("{opponent} makes an open four at {answer} first.")
                    ),
                ),
            ),
        ),
        Step(
            later("A block that threatens"),
            later("{opponent} has four, so you have only one move. See what it does for you."),
            """
            . O . . . . .
            X . . . . X .
            X . . . . X .
            X O O O O . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            """,
            Turn(
                ONE_SQUARE,
                Goal(holds=1, wins_in=3),
                right=(
                    Right(
                        "f4",
                        later(
                            "Blocked, and now you have two open threes. {opponent} stops one at "
                            "{answer}."
                        ),
                        "f3",
                        Turn(
                            later("Make the other one a four."),
                            Goal(wins_in=2),
                            right=(opens("a3", "a2", "a7"),),
                            wrong=(
                                Wrong(squares="a2", answers="a3", says=FILLS),
                                Wrong(answers="a3", says=STOPS),
                            ),
                        ),
                    ),
                ),
                wrong=(Wrong(answers="f4", says=HAS_FIVE),),
            ),
        ),
        Step(
            later("The hidden three"),
            later(
                "It looks quiet, and yet {opponent} has an open three with a gap. Look along the "
                "diagonals."
            ),
            """
            . . . . . . .
            . . X . . O .
            . . . . . . .
            X . . O . . .
            . . O . . . .
            . . X . . . .
            . . . X O . .
            """,
            Turn(
                THREE_SQUARES,
                Goal(holds=2),
                right=(
                    Right("e5", later("You found it and filled the gap.")),
                    Right(
                        "b2 g7",
                        later(
                            "You found it. If {opponent} fills the gap, you block the other end."
                        ),
                    ),
                ),
                wrong=(Wrong(answers="e5", says=OPEN_FOUR),),
            ),
        ),
        Step(
            later("Only fours are fast enough"),
            later(
                "{opponent} has an open three, so an open three of yours would be too slow. A four "
                "isn’t."
            ),
            """
            X . . . . . .
            O . . . . X .
            O . . X . . .
            . . O O O . .
            . . . . X X .
            . . O X . . .
            . O X . . . .
            """,
            Turn(
                later("Find the four that wins."),
                Goal(wins_in=3),
                right=(
                    Right(
                        "f4",
                        later("A four that blocks as well. {opponent} must answer at {answer}."),
                        "g5",
                        Turn(
                            later("Now make an open four."),
                            Goal(wins_in=2),
                            right=(opens("f5", "f2", "f7"),),
                            wrong=(Wrong(answers="f5", says=STOPS),),
                        ),
                    ),
                ),
                wrong=(
                    Wrong(
                        squares="b4",
                        answers="f4",
                        says=later("That stops the three, but {opponent} takes {answer} from you."),
                    ),
                    Wrong(squares="g4", answers="b4", says=OPEN_FOUR),
                    Wrong(answers="f4", says=OPEN_FOUR),
                ),
            ),
        ),
        Step(
            later("Count the room"),
            later(
                "{opponent} has two threes. Five in a row need five squares, and one of the threes "
                "hasn’t got that room."
            ),
            """
            . X . . . . .
            X O O O . X .
            . X . . . . X
            . . . . O . .
            . . . O . . .
            . . O . . . .
            . . . X . . .
            """,
            Turn(
                later("Stop the one that’s real. Three squares work."),
                Goal(holds=2),
                right=(Right("b1 f5 g6", later("Stopped. The other three has no room to grow.")),),
                wrong=(
                    Wrong(
                        squares="e6",
                        answers="f5",
                        says=later(
                            "That three had no room. {opponent} makes an open four at {answer}."
                        ),
                    ),
                    Wrong(answers="f5", says=OPEN_FOUR),
                ),
            ),
        ),
    ),
)
