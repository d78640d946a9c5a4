"""What is still English on a page in the language nobody speaks."""

import re
from collections.abc import Iterable

from games import mnk
from games.players import bots

_WORD = re.compile(r"[^\W\d_]{2,}")
_KNOWN = filter(None, (mnk.known(preset.variant) for preset in mnk.PRESETS.values()))
_AS_THEY_ARE = frozenset(
    # Those who published how games on a board end.
    word
    for known in _KNOWN
    for word in _WORD.findall(known.source)
) | frozenset(
    # Our name and those of others, of people here, of languages, and of kinds of file.
    "Inarow Alice Bob Guest English ar xb UTC SGF JSON PNG GIF SVG APNG WebP RenLib Piskvork"
    " Gomocup HTML MiB".split()
)
_BOTS = re.compile("|".join(map(re.escape, bots.reserved_names())))
_NEVER_ACCENTED = frozenset("FMPQVXfmpqvx")


def in_english(texts: Iterable[str]) -> list[str]:
    """The texts with a word that is neither accented nor the same in every language.

    >>> in_english(["[Ýöûŕ ţûŕñ ·····]", "Alice", "h8", "Your move", "[Þļåý as White ··]"])
    ['Your move', '[Þļåý as White ··]']
    """
    return [
        text.strip()
        for text in texts
        if any(
            word.isascii() and not set(word) <= _NEVER_ACCENTED and word not in _AS_THEY_ARE
            for word in _WORD.findall(_BOTS.sub("", text))
        )
    ]
