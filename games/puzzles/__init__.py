"""Puzzles: kept as they are found, played by their stored turns, rated by first attempts."""

from games.puzzles.kept import (
    Counted,
    KeptPuzzle,
    Tried,
    Unsearched,
    attempt_of,
    give_up,
    keep,
    keep_day,
    next_for,
    next_unsearched,
    note_searched,
    of_day,
    of_slug,
    record_of,
    solving_of,
    try_moves,
)

__all__ = [
    "Counted",
    "KeptPuzzle",
    "Tried",
    "Unsearched",
    "attempt_of",
    "give_up",
    "keep",
    "keep_day",
    "next_for",
    "next_unsearched",
    "note_searched",
    "of_day",
    "of_slug",
    "record_of",
    "solving_of",
    "try_moves",
]
