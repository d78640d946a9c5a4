"""Tic-tac-toe: nobody who knows these positions loses."""

from typing import Final

from games import mnk
from games.learn.lesson import Goal, Lesson, Right, Step, Turn, Wrong
from games.learn.phrases import ONE_SQUARE, two_threats
from games.say import later

_HAS_THREE: Final = later("{opponent} plays {answer} and has three in a row.")
_FORKED: Final = later("{opponent} plays {answer} and soon threatens twice. You can’t stop both.")

LESSON: Final = Lesson(
    key="tic-tac-toe",
    title=later("Tic-tac-toe"),
    about=later("Take every chance, and never lose again."),
    preset="3x3",
    bot="casual",
    steps=(
        Step(
            later("Win first"),
            later("Three in a row win. You both have two, and it’s your turn: you play {you}."),
            """
            X O .
            X O .
            . . .
            """,
            Turn(
                ONE_SQUARE,
                Goal(wins_in=1),
                right=(Right("a1", later("Three in a row. You win!")),),
                wrong=(
                    Wrong(
                        squares="b1",
                        answers="a1",
                        says=later("Blocked, but you could have won. {opponent} takes {answer}."),
                    ),
                    Wrong(answers="b1", says=_HAS_THREE),
                ),
            ),
            k=3,
        ),
        Step(
            later("Block"),
            later("If you can’t win at once, stop the row that {opponent} is about to make."),
            """
            O . .
            O X .
            . . X
            """,
            Turn(
                ONE_SQUARE,
                Goal(holds=1),
                right=(Right("a1", later("Blocked, and now you threaten twice yourself.")),),
                wrong=(Wrong(answers="a1", says=_HAS_THREE),),
            ),
            k=3,
        ),
        Step(
            later("Threaten twice"),
            later("One move here blocks {opponent} and makes two threats of your own."),
            """
            O . X
            . O .
            X . .
            """,
            Turn(
                ONE_SQUARE,
                Goal(wins_in=2),
                right=(two_threats("c1", "b1", "c2"),),
                wrong=(Wrong(answers="c1", says=_HAS_THREE),),
            ),
            k=3,
        ),
        Step(
            later("Against a corner"),
            later("Now you play {you}, and {opponent} began in a corner. Only one answer is safe."),
            """
            . . .
            . . .
            X . .
            """,
            Turn(
                later("Find the answer that can’t lose."),
                Goal(holds=4),
                right=(Right("b2", later("The centre. Now neither side can force a win.")),),
                wrong=(
                    Wrong(squares="b1", line="b2 c3 a2 a3 c2", says=_FORKED),
                    Wrong(squares="c1", line="a3 a2 c3 b2 b3", says=_FORKED),
                    Wrong(squares="a2", line="b2 c3 b1 c1 b3", says=_FORKED),
                    Wrong(squares="c2", line="b2 c3 c1 a3 b1", says=_FORKED),
                    Wrong(squares="a3", line="c1 b1 c3 b2 c2", says=_FORKED),
                    Wrong(squares="b3", line="b2 c3 a3 c1 a2", says=_FORKED),
                    Wrong(squares="c3", line="c1 b1 a3 a2 b2", says=_FORKED),
                ),
            ),
            k=3,
            side=mnk.Side.WHITE,
        ),
        Step(
            later("Against the centre"),
            later("This time {opponent} began in the centre."),
            """
            . . .
            . X .
            . . .
            """,
            Turn(
                later("Four squares are safe. Find one."),
                Goal(holds=4),
                right=(Right("a1 c1 a3 c3", later("A corner. Now neither side can force a win.")),),
                wrong=(
                    Wrong(squares="b1", line="a1 c3 a2 a3 c2", says=_FORKED),
                    Wrong(squares="a2", line="a1 c3 b1 c1 b3", says=_FORKED),
                    Wrong(squares="c2", line="c1 a3 b1 a1 b3", says=_FORKED),
                    Wrong(squares="b3", line="a3 c1 a2 a1 c2", says=_FORKED),
                ),
            ),
            k=3,
            side=mnk.Side.WHITE,
        ),
        Step(
            later("Two corners"),
            later("A trap: {opponent} has two opposite corners, and you hold the centre."),
            """
            . . X
            . O .
            X . .
            """,
            Turn(
                later("Four squares are safe. Find one."),
                Goal(holds=3),
                right=(
                    Right(
                        "b1 a2 c2 b3",
                        later(
                            "You threaten three in a row, so {opponent} has no time for the trap."
                        ),
                    ),
                ),
                wrong=(
                    Wrong(
                        squares="c1",
                        line="a3 a2 b3",
                        says=later("{opponent} blocks at {answer} and threatens twice."),
                    ),
                    Wrong(
                        squares="a3",
                        line="c1 b1 c2",
                        says=later("{opponent} blocks at {answer} and threatens twice."),
                    ),
                ),
            ),
            k=3,
            side=mnk.Side.WHITE,
        ),
    ),
)
