"""A browser by the name people know it by."""

import re

from django import template

from games.say import say

register = template.Library()

_BROWSERS = (
    ("Edge", r"Edg(A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrom(e|ium)/|CriOS/|HeadlessChrome/"),
    ("Safari", r"Safari/"),
)
"""In this order: most say that they are several."""
_SYSTEMS = (
    ("Windows", r"Windows"),
    ("Android", r"Android"),
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("macOS", r"Mac OS X|Macintosh"),
    ("ChromeOS", r"CrOS"),
    ("Linux", r"Linux"),
)


@register.filter
def browser(user_agent: str) -> str:
    """What somebody's browser is called, by what it says of itself.

    >>> browser("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox on Linux'
    >>> browser("curl/8.5.0")
    'Another program'
    """
    name = _first(_BROWSERS, user_agent)
    system = _first(_SYSTEMS, user_agent)
    if name is None:
        return say("Another program")
    return name if system is None else say("{browser} on {system}", browser=name, system=system)


def _first(table: tuple[tuple[str, str], ...], text: str) -> str | None:
    return next((name for name, mark in table if re.search(mark, text)), None)
