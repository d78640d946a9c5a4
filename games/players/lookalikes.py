"""What a name looks like: two names with one skeleton can be taken for each other.

From Unicode's tables of confusable signs and of scripts (UTS 39), as they are in the files of the
library `confusable_homoglyphs`. Its modules keep them as lists of lists, which take 12 MB; what is
asked of them here takes 2.5.
"""

import re
import unicodedata
from array import array
from bisect import bisect
from collections.abc import Sequence
from functools import cache

from confusable_homoglyphs import utils

_EAST_ASIAN = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA", "LATIN"}),
    frozenset({"HAN", "HANGUL", "LATIN"}),
    frozenset({"HAN", "BOPOMOFO", "LATIN"}),
)
"""Scripts that are written together, in one word."""

_FOR_LETTERS = str.maketrans("013456789@$!€", "oleasbtbgasle")
_MARKS = re.compile("[\u200e\u200f]")


def mixed_scripts(text: str) -> str | None:
    """The first word that mixes scripts as no language does; None if no word does.

    >>> mixed_scripts("Ирина Smith") is None, mixed_scripts("I am Adm\u0456n") == "Adm\u0456n"
    (True, True)
    """
    for word in text.split():
        scripts = {_script(sign) for sign in word if sign.isalpha()} - {"COMMON", "INHERITED"}
        if len(scripts) > 1 and not any(scripts <= together for together in _EAST_ASIAN):
            return word
    return None


def skeletons(text: str) -> frozenset[str]:
    """What a name may be read as: with digits and signs for letters, and without any.

    >>> skeletons("M\u0430ster") & skeletons("m-a-s-t-3-r") & skeletons("Master")
    frozenset({'master'})
    """
    read = {_letters(text.translate(_FOR_LETTERS)), _letters(text)}
    return frozenset(read - {""})  # what is made of signs alone looks like no name


def key(text: str) -> str:
    """What an account's name may be taken for: the same for names that look the same.

    Digits count, so that there may be a mira2 beside a mira; spaces and signs do not.

    >>> key("Mira 2"), key("mіra-2") == key("Mira2"), key("Mira") == key("Mira2")
    ('mira2', True, False)
    """
    return "".join(sign for sign in _shown(text) if unicodedata.category(sign)[0] in "LN")


def _letters(text: str) -> str:
    letters = "".join(sign for sign in _shown(text) if unicodedata.category(sign)[0] == "L")
    return letters.replace("rn", "m").replace("vv", "w").replace("i", "l")


def _shown(text: str) -> str:
    """A text by what its signs look like, without case and accents."""
    # Each of these steps may bring out signs that have doubles.
    shown = unicodedata.normalize("NFKC", text.translate(_prototypes()))
    folded = shown.translate(_prototypes()).casefold().translate(_prototypes())
    return unicodedata.normalize("NFKD", folded.casefold())


@cache
def _prototypes() -> dict[int, int]:
    """For each sign that has doubles, the one that stands for them all: an ASCII one, if any.

    ASCII letters and digits are told apart, except for those of `_FOR_LETTERS`: 1, l, and I.
    """
    return str.maketrans(*_doubles())


def _doubles() -> tuple[str, str]:
    signs, chosen = [], []
    for sign, doubles in utils.load("confusables.json").items():
        if len(sign) > 1 or (sign.isascii() and sign.isalnum()):
            continue
        alike = {_MARKS.sub("", each["c"]) for each in doubles} | {sign}
        single = [each for each in alike if len(each) == 1]
        signs.append(sign)
        chosen.append(min(single, key=lambda each: (not each.isascii(), not each.isalpha(), each)))
    return "".join(signs), "".join(chosen)


@cache
def _scripts() -> tuple[Sequence[int], Sequence[int], list[str]]:
    """The first and the last sign of each range, and the name of its script."""
    told = utils.load("categories.json")
    names = told["iso_15924_aliases"]
    ranges = told["code_points_ranges"]
    return (
        array("L", (first for first, *_ in ranges)),
        array("L", (last for _, last, *_ in ranges)),
        [names[script] for _, _, script, _ in ranges],
    )


def _script(sign: str) -> str:
    first, last, names = _scripts()
    at = bisect(first, ord(sign)) - 1
    return names[at] if at >= 0 and ord(sign) <= last[at] else "Unknown"
