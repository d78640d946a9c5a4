"""Refusals about kept games: one class each, with a code."""

from games.play.errors import Refused


class GameGoesOn(Refused):
    code = "gameGoesOn"
    sentence = "The game goes on: it can be reviewed when it is over."


class NotAssessed(Refused):
    code = "notAssessed"
    sentence = "This position has not been assessed yet: ask for the game's review, then try again."


class NoSuchPly(Refused):
    code = "noSuchPly"
    sentence = "The game has no such ply: they go from 0 to the number of its moves."


class TwoWinners(Refused):
    code = "twoWinners"
    sentence = "Both sides have a line: take a stone off one of them."


class NobodyToAsk(Refused):
    code = "nobodyToAsk"
    sentence = "The server cannot look at this position now: try again in a moment."
