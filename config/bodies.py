"""How large the body of a request may be: one table, by address, asked before a body is kept.

What a view allows within that is its own affair, and said in its own words.
"""

import re

USUAL = 64 * 1024
"""Bytes: a form, a program's wish."""
OF_A_FILE = (1 << 20) + 2 * USUAL
"""Bytes: a file of 1 MiB, what a form says besides, and room to say that it is too large."""

_WITH_A_FILE = re.compile(rb"/studies|/studies/import|/study/[^/]+/data")
"""The addresses that take a whole game with its variations."""


def most_bytes(path: bytes) -> int:
    """How many bytes a body sent to this address may have.

    >>> most_bytes(b"/healthz"), most_bytes(b"/studies/import"), most_bytes(b"/study/x7/data")
    (65536, 1179648, 1179648)
    """
    return OF_A_FILE if _WITH_A_FILE.fullmatch(path) else USUAL
