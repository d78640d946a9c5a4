"""The transposition table: cells in pairs, what is known of a position and whose position it is.

The second is kept mixed with the first. Threads share a table without waiting for each other, so
one may read a pair of which another has written only half: mixed, the halves of two entries answer
to no position that is asked about, and nothing is ever claimed of a position because of another.
"""

from typing import Final

from games.evaluator.strong.kernel import Table, kernel

NOTHING: Final = -1
"""No entry. Every entry is 0 or more."""


@kernel
def entry_of(table: Table, slot: int, key: int) -> int:
    """What is kept at this slot, if it is about the position with this key; else `NOTHING`."""
    entry = table[slot + 1]
    return entry if table[slot] ^ entry == key else NOTHING


@kernel
def keep(table: Table, slot: int, key: int, entry: int) -> None:
    """Keep what is known of the position with this key, in place of what is at this slot."""
    table[slot] = key ^ entry
    table[slot + 1] = entry
