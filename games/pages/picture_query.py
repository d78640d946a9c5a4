"""What the address of a picture asks for, checked. People and programs write what stands behind the
question mark, so each refusal names the parameter and says what is allowed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar, get_args

from django.http import QueryDict

from games import mnk, pictures
from games.pages.figures import whole
from games.refusals import BadRequest
from games.say import count, later, say

T = TypeVar("T")

SIZE = 720
ANIMATION_SIZE = 480
MAX_LINE = 1100
"""Characters of the longest text that a position can have, and then some."""


class BadQuery(BadRequest):
    """A parameter that is unknown, missing, or out of bounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What is asked for; what was not given has its default value."""

    view: pictures.View = field(default_factory=pictures.View)
    size: int | None = None
    ply: int | None = None
    frame_ms: int = pictures.FRAME_MS
    position: mnk.Position | None = None
    last: mnk.Square | None = None


VIEW = ("theme", "stones", "coordinates", "flip", "rotate")
BOARD = ("ply", "size", "numbers", *VIEW)
ANIMATION = ("size", "frame_ms", "numbers", *VIEW)
POSITION = ("p", "last", "size", *VIEW)
CARD = ("ply", "theme", "stones")

_PIXELS = later("{name} must be a whole number from {least} to {most} (pixels), not “{given}”.")
_MILLISECONDS = later(
    "{name} must be a whole number from {least} to {most} (milliseconds), not “{given}”."
)
MOVES_PLAYED = later(
    "{name} must be a whole number from {least} to {most} (the moves played so far), not “{given}”."
)


def read(given: QueryDict, allowed: tuple[str, ...], *, max_size: int = pictures.MAX_SIZE) -> Query:
    """What a query asks for, with the parameters `allowed`. Raises `BadQuery`."""
    words: dict[str, str] = {}
    for name, values in given.lists():
        if name not in allowed:
            raise BadQuery(
                say(
                    "There’s no parameter “{name}” here. There are {names}.",
                    name=_short(name),
                    names=", ".join(allowed),
                )
            )
        if len(values) > 1:
            raise BadQuery(
                count(
                    "{name} is given {count} time. Give it once.",
                    "{name} is given {count} times. Give it once.",
                    len(values),
                    name=name,
                )
            )
        words[name] = values[0]
    position = _position(words) if "p" in allowed else None
    return Query(
        view=_view(words),
        size=_number(words, "size", pictures.MIN_SIZE, max_size, _PIXELS),
        ply=_number(words, "ply", 0, mnk.MAX_SIZE**2, MOVES_PLAYED),
        frame_ms=_number(
            words,
            "frame_ms",
            pictures.SHORTEST_FRAME_MS,
            pictures.LONGEST_FRAME_MS,
            _MILLISECONDS,
        )
        or pictures.FRAME_MS,
        position=position,
        last=None if position is None else _last(words, position),
    )


def _view(words: Mapping[str, str]) -> pictures.View:
    themes = tuple(pictures.THEMES)
    stones: dict[str, pictures.Stones] = {each: each for each in get_args(pictures.Stones)}
    return pictures.View(
        theme=pictures.THEMES[_one_of(words, "theme", themes, themes[0])],
        stones=stones[_one_of(words, "stones", tuple(stones), "auto")],
        coordinates=_switch(words, "coordinates", True),
        numbers=_switch(words, "numbers", False),
        flip=_switch(words, "flip", False),
        rotate=int(_one_of(words, "rotate", tuple(map(str, pictures.TURNS)), "0")),
    )


def _position(words: Mapping[str, str]) -> mnk.Position:
    line = words.get("p", "")
    if not line:
        raise BadQuery(
            say("p is missing. Write a position code, like p=3x3x3-freestyle/3/1X1/3/O.")
        )
    if len(line) > MAX_LINE:
        raise BadQuery(
            say(
                "p has {length} characters; a position has at most {most}. Was something pasted "
                "twice?",
                length=len(line),
                most=MAX_LINE,
            )
        )
    return _told_of("p", lambda: mnk.position_from_line(line))


def _last(words: Mapping[str, str], position: mnk.Position) -> mnk.Square | None:
    if "last" not in words:
        return None
    square = _told_of("last", lambda: mnk.square(words["last"], position.variant))
    if position.stone(square) is None:
        raise BadQuery(
            say(
                "last: there’s no stone on {square}. Name a square with a stone.",
                square=words["last"],
            )
        )
    return square


def _told_of(name: str, function: Callable[[], T]) -> T:
    try:
        return function()
    except mnk.RuleError as error:
        raise BadQuery(f"{name}: {error.sentence}") from None


def _one_of(words: Mapping[str, str], name: str, allowed: tuple[str, ...], usual: str) -> str:
    word = words.get(name, usual)
    if word not in allowed:
        *most, last = allowed
        raise BadQuery(
            say(
                "{name} must be {most} or {last}, not “{given}”.",
                name=name,
                most=", ".join(most),
                last=last,
                given=_short(word),
            )
        )
    return word


def _switch(words: Mapping[str, str], name: str, usual: bool) -> bool:
    return _one_of(words, name, ("0", "1"), str(int(usual))) == "1"


def _number(
    words: Mapping[str, str], name: str, least: int, most: int, otherwise: str
) -> int | None:
    """A number within bounds; `otherwise` is the sentence for anything else."""
    if name not in words:
        return None
    word = words[name]
    number = whole(word)
    if number is None or not least <= number <= most:
        raise BadQuery(say(otherwise, name=name, least=least, most=most, given=_short(word)))
    return number


def _short(text: str) -> str:
    """
    >>> _short("20 signs are shown ."), _short("of 21 the first twenty")
    ('20 signs are shown .', 'of 21 the first twen…')
    """
    return text if len(text) <= 20 else text[:20] + "…"
