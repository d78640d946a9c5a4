"""Overlines: what more than five in a row are worth."""

from typing import Final

from games import mnk
from games.learn.lesson import Goal, Lesson, Right, Step, Turn, Wrong
from games.learn.phrases import FILLS, FIVE, HAS_FIVE, ONE_END, ONE_SQUARE, TAKEN, opens
from games.say import later

LESSON: Final = Lesson(
    key="six-in-a-row",
    title=later("Six in a row"),
    about=later("Know when six wins, when it doesn’t, and what that does to a four."),
    preset="15x15-exact",
    bot="beginner",
    steps=(
        Step(
            later("Five or more"),
            later("On most boards here, six in a row win just like five. This is one of them."),
            """
            . . . . . . .
            . . . . . . .
            . O O . O . .
            . X X . X X X
            . . O . O . .
            . . . . . . .
            . . . . . . .
            """,
            Turn(
                later("Win with six."),
                Goal(wins_in=1),
                right=(Right("d4", later("Six in a row. You win!")),),
                wrong=(Wrong(answers="d4", says=TAKEN),),
            ),
        ),
        Step(
            later("Exactly five"),
            later(
                "Other boards have the rule “exactly five”: six in a row don’t win. From here on, "
                "that’s the rule."
            ),
            """
            . . . . . . .
            . . . . . . .
            . O . O O . .
            X . X X X X .
            . . O . O . .
            . . . . . . .
            . . . . . . .
            """,
            Turn(
                later("Make exactly five."),
                Goal(wins_in=1),
                right=(Right("g4", FIVE),),
                wrong=(
                    Wrong(
                        squares="b4",
                        answers="g4",
                        says=later(
                            "That’s six, and six don’t win here. {opponent} takes {answer}."
                        ),
                    ),
                    Wrong(answers="g4", says=TAKEN),
                ),
            ),
            line_rule=mnk.LineRule.EXACT,
        ),
        Step(
            later("The end that counts"),
            later(
                "{opponent} has four in a row and one more stone nearby. At one end they make "
                "five, at the other six."
            ),
            """
            . . . . . . . .
            . . . . . . . .
            . . . . X . . .
            . . . X . X . .
            . O . O O O O .
            . . X . . . X .
            . . . . . . . .
            . . . . . . . .
            """,
            Turn(
                later("Block the end that matters."),
                Goal(holds=1),
                right=(
                    Right("h4", later("Blocked. At the other end {opponent} would only make six.")),
                ),
                wrong=(
                    Wrong(
                        squares="c4",
                        answers="h4",
                        says=later(
                            "Only six would fit there. {opponent} plays {answer} and has five."
                        ),
                    ),
                    Wrong(answers="h4", says=HAS_FIVE),
                ),
            ),
            line_rule=mnk.LineRule.EXACT,
        ),
        Step(
            later("Two good ends"),
            later(
                "An end that would make six isn’t free. Make a four that can’t be stopped, and "
                "mind your stone at the edge."
            ),
            """
            . . . . . . . .
            . . . . . . . .
            . . . O . . . .
            . . . . . O . .
            X . . X X X . .
            . . . . O . . .
            . . O . . . . .
            . . . . . . . .
            """,
            Turn(
                ONE_SQUARE,
                Goal(wins_in=2),
                right=(opens("g4", "h4", "c4"),),
                wrong=(
                    Wrong(
                        squares="c4",
                        answers="g4",
                        says=later(
                            "One end would make six, so {opponent} only has to block {answer}."
                        ),
                    ),
                    Wrong(squares="h4", answers="g4", says=FILLS),
                    Wrong(answers="g4", says=ONE_END),
                ),
            ),
            line_rule=mnk.LineRule.EXACT,
        ),
        Step(
            later("A four that isn’t one"),
            later(
                "{opponent}’s four threatens nothing: filling the gap would make six, and the "
                "other end is blocked."
            ),
            """
            . . . . . . . .
            . . . X X X . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            O . O O O O X .
            . . . . . . . .
            X . . . . . . .
            """,
            Turn(
                later("Don’t block. Make an open four."),
                Goal(wins_in=2),
                right=(opens("c7", "g7", "b7"), opens("g7", "c7", "h7")),
                wrong=(
                    Wrong(
                        squares="b3",
                        answers="c7",
                        says=later(
                            "Only six would fit there, and now {opponent} stops you at {answer}."
                        ),
                    ),
                    Wrong(squares="b7", answers="c7", says=FILLS),
                    Wrong(squares="h7", answers="g7", says=FILLS),
                    Wrong(answers="c7", says=ONE_END),
                ),
            ),
            line_rule=mnk.LineRule.EXACT,
        ),
    ),
)
