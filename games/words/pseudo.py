"""A language nobody speaks, to see what is not said from the catalogue and what length breaks.

Every sentence is accented, half as long again, within brackets, and read from right to left: what
stands on a page without an accent was never looked up. Names and notation stay as they are.
"""

import re

from babel.messages.catalog import Catalog

from games.words.catalogue import template

LOCALE = "ar_XB"
"""The code that Unicode reserves for it (CLDR, "pseudolocales")."""
LANGUAGE = "ar-xb"

_PLAIN = "ABCDEGHIJKLNORSTUWYZabcdeghijklnorstuwyz"
_ACCENTED = "ÅBÇÐÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽåbçðéĝĥîĵķļñöŕšţûŵýž"
_ACCENTS = str.maketrans(_PLAIN, _ACCENTED)
_KEPT = re.compile(r"(%\(\w+\)[sd]|%%|\{\w+\}|<[^>]*>|&\w+;)")
"""Placeholders, and what is not read: tags and entities."""


def accented(sentence: str) -> str:
    """The sentence in the language nobody speaks.

    >>> accented("It is {side}’s turn.")
    '[Îţ îš {side}’š ţûŕñ. ····· ··]'
    """
    parts = _KEPT.split(sentence)
    said = "".join(
        part if index % 2 else part.translate(_ACCENTS) for index, part in enumerate(parts)
    )
    read = sum(len(part) for part in parts[::2])
    longer = "····· " * (read // 10) + "·" * (read // 2 % 5)
    return f"[{said} {longer.rstrip()}]"


def pseudo() -> Catalog:
    """Its catalogue, from the template on file."""
    catalogue = Catalog(LOCALE, project="Inarow", fuzzy=False)
    for message in template():
        if message.id:
            ids = message.id
            said = accented(ids) if isinstance(ids, str) else tuple(accented(each) for each in ids)
            catalogue.add(ids, said, locations=message.locations)
    return catalogue
