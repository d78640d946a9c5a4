"""Pictures of boards: what is on one is said once (`Drawing`) and drawn as text or as pixels.

Nothing here knows the database or a framework. Callers pass a position or a game's moves.
"""

from games.pictures.animation import (
    FRAME_MS,
    LONGEST_FRAME_MS,
    MAX_ANIMATION_SIZE,
    SHORTEST_FRAME_MS,
    Motion,
    TooMuchToDraw,
    animate,
)
from games.pictures.card import CARD_HEIGHT, CARD_WIDTH, Card, card_png
from games.pictures.drawing import TURNS, Drawing, Mark, MarkKind, Stones, Stroke, View
from games.pictures.raster import png
from games.pictures.svg import svg
from games.pictures.themes import THEMES, WOOD, Theme, contrast

MIN_SIZE = 64
MAX_SIZE = 2048
"""Of a picture's longer edge, in pixels."""
DRAWN = 2
"""Goes up whenever the same request draws a different picture: kept copies are then out of date."""

__all__ = [
    "CARD_HEIGHT",
    "CARD_WIDTH",
    "DRAWN",
    "FRAME_MS",
    "LONGEST_FRAME_MS",
    "MAX_ANIMATION_SIZE",
    "MAX_SIZE",
    "MIN_SIZE",
    "SHORTEST_FRAME_MS",
    "THEMES",
    "TURNS",
    "WOOD",
    "Card",
    "Drawing",
    "Mark",
    "MarkKind",
    "Motion",
    "Stones",
    "Stroke",
    "Theme",
    "TooMuchToDraw",
    "View",
    "animate",
    "card_png",
    "contrast",
    "png",
    "svg",
]
