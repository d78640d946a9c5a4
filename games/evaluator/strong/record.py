"""The record a search works on: one block of memory, which a kernel gets as one pointer."""

from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from games import mnk

IntArray: TypeAlias = npt.NDArray[Any]
"""An array of whole numbers; their width is written where it is made."""

MAX_SQUARES: Final = mnk.MAX_SIZE * mnk.MAX_SIZE
LINES: Final = 4 * MAX_SQUARES
"""Four lines through each square."""
MAX_PLY: Final = 96
"""How deep a search may go, counted from the position it began with."""
NOISE: Final = 1024
MIXES: Final = 19_869
"""How many numbers a mix may have (`patterns.MIX`)."""
ALARMS: Final = 256
"""How many sets of threats the evaluation tells apart (`board.alarm`)."""
REACH_LIMIT: Final = 6
"""How far a line is read to each side, at most: beyond it the table would be too large."""
TABLE_LIMIT: Final = 4**10
"""How many codes there are, at most: of five squares either way with four signs, or of six with
three."""

SHAPE_STRIDE: Final = 16
GAIN_STRIDE: Final = 8


class BoardRecord:
    """The record's fields, for the type checker: `board.new` makes the record itself.

    Sides are 0 and 1; where an array has a part for each, the part of side 1 comes second. A line
    is `4 * square + direction`.
    """

    squares: int
    taken: int
    """How many squares are not empty: stones and blocked squares."""
    hash: int
    reach: int
    forbids: int
    """1 where squares may be forbidden to side 0 (renju); else 0."""
    ends_block: int
    """1 where a line is no win between two stones of the other side (caro); else 0."""
    width: int
    """How many moves a node of the search looks at, at most."""
    fours_budget: int
    """How many nodes the search for continuous fours may take inside a node of the search."""
    nodes: int
    node_limit: int
    fours_limit: int
    """At this many `nodes` the search for continuous fours gives up; `fours_cut` is then set."""
    fours_cut: int
    stopped: int
    """Set when a limit is reached, or by the timer's thread."""
    generation: int
    """For the entries in the transposition table."""
    mask: int
    """Masks the hash to a place in the transposition table. Parts for fours and threats follow."""
    fours_at: int
    fours_mask: int
    threats_at: int
    threats_mask: int
    best: int
    """The best move at the root, or -1."""
    best_score: int

    stone: IntArray
    """For each square: 0 empty, 1 black, 2 white."""
    step: IntArray
    """From a square to the next, in each of the four directions."""
    fore: IntArray
    """How many squares see a line's square from ahead: at most `reach`, fewer near the edge."""
    back: IntArray
    power: IntArray
    code: IntArray
    shape_at: IntArray
    """For each side's lines. For an occupied square: as it was when the stone was placed."""
    mix: IntArray
    """For each side's squares: which shapes its four lines have (`patterns.MIX`)."""
    gain: IntArray
    totals: IntArray
    """For each side: the values of its empty squares, added up."""
    gains: IntArray
    """How many empty squares have each gain: 8 per side."""
    shape_of: IntArray
    """By code. Where the sides' lines differ, the codes of side 1 begin after those of side 0."""
    mix_of: IntArray
    """By shape."""
    gain_of: IntArray
    """By mix, from `gains_at` of the side on."""
    gains_at: IntArray
    ban_of: IntArray
    worth_of: IntArray
    """By mix: how much a stone there seems to be worth, for the order of moves."""
    value_of: IntArray
    """By mix: what a square is worth in the evaluation, to the side to move, and 1 << 32 times what
    it is worth to the other side."""
    alarms: IntArray
    """By the set of threats that both sides have: what it adds to the evaluation."""
    noise: IntArray
    key: IntArray
    centre: IntArray
    """How central a square is, 0 to 7."""
    excluded: IntArray
    """Squares the root does not look at."""
    moves: IntArray
    """Moves of each ply, with their order."""
    killer: IntArray
    history: IntArray
    pv: IntArray
    pv_length: IntArray
    line: IntArray
    """The moves of the win by continuous fours found last."""


DTYPE = np.dtype(
    [
        *(
            (name, np.int64)
            for name in (
                "squares",
                "taken",
                "hash",
                "reach",
                "forbids",
                "ends_block",
                "width",
                "fours_budget",
                "nodes",
                "node_limit",
                "fours_limit",
                "fours_cut",
                "stopped",
                "generation",
                "mask",
                "fours_at",
                "fours_mask",
                "threats_at",
                "threats_mask",
                "best",
                "best_score",
            )
        ),
        ("key", np.int64, (2 * MAX_SQUARES,)),
        ("moves", np.int64, (MAX_PLY * MAX_SQUARES,)),
        ("step", np.int64, (4,)),
        ("totals", np.int64, (2,)),
        ("gains_at", np.int64, (2,)),
        ("value_of", np.int64, (MIXES,)),
        ("power", np.int32, (2 * REACH_LIMIT,)),
        ("code", np.int32, (2 * LINES,)),
        ("history", np.int32, (2 * MAX_SQUARES,)),
        ("gains", np.int32, (2 * GAIN_STRIDE,)),
        ("mix_of", np.int32, (SHAPE_STRIDE,)),
        ("alarms", np.int32, (ALARMS,)),
        ("noise", np.int32, (NOISE,)),
        ("killer", np.int32, (2 * MAX_PLY,)),
        ("pv", np.int32, (MAX_PLY * MAX_PLY,)),
        ("pv_length", np.int32, (MAX_PLY,)),
        ("line", np.int32, (MAX_PLY,)),
        ("mix", np.int16, (2 * MAX_SQUARES,)),
        ("worth_of", np.int16, (MIXES,)),
        ("stone", np.int8, (MAX_SQUARES,)),
        ("fore", np.int8, (LINES,)),
        ("back", np.int8, (LINES,)),
        ("shape_at", np.int8, (2 * LINES,)),
        ("gain", np.int8, (2 * MAX_SQUARES,)),
        ("centre", np.int8, (MAX_SQUARES,)),
        ("excluded", np.int8, (MAX_SQUARES,)),
        ("gain_of", np.int8, (2 * MIXES,)),
        ("ban_of", np.int8, (MIXES,)),
        ("shape_of", np.int8, (TABLE_LIMIT,)),
    ],
    align=True,
)
