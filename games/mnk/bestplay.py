"""How games on a board end if nobody makes a mistake, in words, and who says so.

>>> best_play(Variant(6, 5, 4)).short, best_play(Variant(20, 20, 5)).short
('First player wins (proved)', 'Unsolved')
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.mnk.distance import in_at_most
from games.mnk.solved import known
from games.mnk.variant import PRESETS, Variant
from games.say import later, say


class BestPlaySource(StrEnum):
    """Who says how games on a board end."""

    PROVED = "proved"
    """A certificate that comes with the server proves it."""
    PUBLISHED = "published"
    """Others have published it; they are named."""
    NOBODY = "unsolved"


@dataclass(frozen=True, slots=True)
class BestPlay:
    """What is known of a board."""

    source: BestPlaySource
    short: str
    """For a badge; empty where nobody has told us: only of the boards people choose from we say
    that they are unsolved."""
    sentence: str


_SHORT: Final = {
    (False, BestPlaySource.PROVED): later("Draw (proved)"),
    (False, BestPlaySource.PUBLISHED): later("Draw (published)"),
    (True, BestPlaySource.PROVED): later("First player wins (proved)"),
    (True, BestPlaySource.PUBLISHED): later("First player wins (published)"),
}
"""By whether somebody wins."""
_SENTENCES: Final = {
    (False, BestPlaySource.PROVED): later("With best play it’s a draw (proved)."),
    (False, BestPlaySource.PUBLISHED): later("With best play it’s a draw (published: {source})."),
    (True, BestPlaySource.PROVED): later(
        "With best play, whoever moves first wins {when} (proved)."
    ),
    (True, BestPlaySource.PUBLISHED): later(
        "With best play, whoever moves first wins (published: {source})."
    ),
}


def best_play(variant: Variant) -> BestPlay:
    """What is known of a board.

    >>> best_play(Variant(3, 3, 3)).sentence
    'With best play it’s a draw (proved).'
    """
    found = known(variant)
    if found is None:
        unknown = say("How it ends with best play isn’t known to us.")
        is_listed = any(preset.variant == variant for preset in PRESETS.values())
        return BestPlay(BestPlaySource.NOBODY, say("Unsolved") if is_listed else "", unknown)
    source = BestPlaySource.PUBLISHED if found.source else BestPlaySource.PROVED
    ends = found.winner is not None, source
    when = in_at_most(found.plies or 0)
    return BestPlay(
        source, say(_SHORT[ends]), say(_SENTENCES[ends], source=found.source, when=when)
    )
