"""The library: games that are over are shelved once; then they are searched and explored.

Functions here use the database: call them with `Hub.read`.
"""

from games.library.explorer import explore
from games.library.finding import FoundGame, Page, Sitter, games_told, latest_of, search
from games.library.shelves import (
    BEGINNING,
    BOOK_GAMES,
    Batch,
    Bookmark,
    shelve,
    shelve_anew,
    times_reached,
)
from games.library.tallies import count_anew, result_for

__all__ = [
    "BEGINNING",
    "BOOK_GAMES",
    "Batch",
    "Bookmark",
    "FoundGame",
    "Page",
    "Sitter",
    "count_anew",
    "explore",
    "games_told",
    "latest_of",
    "result_for",
    "search",
    "shelve",
    "shelve_anew",
    "times_reached",
]
