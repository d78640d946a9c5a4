"""Conditional moves: what a player answers while they are away, in games over days.

1. lines    what is left of a line after the moves that were played; pure
2. models   the lines as they are kept, each a seat's own secret
3. plans    keeping, removing and looking for them

`workers/ahead.py` plays the answers. A line begins with the opponent's move and ends with an
answer: theirs, mine, theirs, mine.
"""
