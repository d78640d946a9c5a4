"""What a move did for and against its player: remarks, with a line that shows them.

They are made from what is on the board: lines counted (games.evaluator.reading), wins that are
forced (games.evaluator.wins), and values that are solved. "Plies" count from the position in
question, the first move included. What is said in which order, `teacher` knows; what it is said of
and in which form, `case`; each of the other modules says one kind of thing.

>>> from games import mnk
>>> from games.evaluator import Limit
>>> board = "......... ......... ....X.... ....X.... OXXX..... ......... ......... ........."
>>> position = mnk.position_from_text(board.replace(" ", chr(10)), mnk.Variant(9, 8, 5),
...     mnk.Side.BLACK)
>>> for each in lesson(position, mnk.square("e4", position.variant), limit=Limit(nodes=2_000)):
...     print(each.remarks[0].kind, mnk.moves_text(each.line, position.variant))
makesFourAndThree f4
wins f4e7e8e3
"""

from games.evaluator.lesson.case import Lesson
from games.evaluator.lesson.teacher import MOST_LESSONS, lesson

__all__ = ["MOST_LESSONS", "Lesson", "lesson"]
