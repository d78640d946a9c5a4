"""A query for games of the library, as forms and programs state it: checked field by field."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from games import mnk
from games.mnk.clock import DAY
from games.players.models import MAX_NAME
from games.refusals import BadRequest
from games.say import say

T = TypeVar("T")

Result: TypeAlias = Literal["black", "white", "draw"]

RESULTS: tuple[Result, ...] = ("black", "white", "draw")
FIELDS = (
    "player", "variant", "result", "how", "shortest", "longest",
    "since", "until", "position", "mine", "cursor",
)  # fmt: skip
"""What a query is made of, each a text that may be empty."""

LEAST_OF_A_NAME = 2
MAX_TEXT = 5_000
"""Characters a position may be written in: every move of the largest board, and then some."""

_NUMBER = re.compile(r"[0-9]{1,5}", re.ASCII)
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", re.ASCII)
_CURSOR = re.compile(r"([0-9]{1,15})-([0-9]{1,15})", re.ASCII)
_EPOCH = date(1970, 1, 1).toordinal()


class BadQuery(BadRequest):
    """A query that cannot be answered; nothing was searched. Names the first wrong field."""

    code = "badSearch"

    def __init__(self, sentences: Mapping[str, str]) -> None:
        field, sentence = next(iter(sentences.items()))
        super().__init__(sentence, field=field)
        self.sentences = dict(sentences)
        """What is wrong and what to do, by field."""


class Cursor(NamedTuple):
    """A game in the order in which games are listed: the page after it begins with the next."""

    ended_ms: int
    game_id: int

    def __str__(self) -> str:
        return f"{self.ended_ms}-{self.game_id}"


@dataclass(frozen=True, slots=True)
class Query:
    """The games somebody wants to see; what is None or empty may be anything."""

    player: str = ""
    """Part of a player's name, whatever the case."""
    who: int | None = None
    """A player, by their row's number: not a form field."""
    variant: mnk.Variant | None = None
    result: Result | None = None
    how: mnk.Termination | None = None
    """Games that were called off do not count, and are shown only if they are asked for here."""
    shortest: int | None = None
    """In plies."""
    longest: int | None = None
    since_ms: int | None = None
    until_ms: int | None = None
    """The first moment, in milliseconds since 1970 UTC, that is too late."""
    position: mnk.Position | None = None
    """They reached it, however turned or mirrored, or with the sides swapped."""
    mine: bool = False
    after: Cursor | None = None


@dataclass(slots=True)
class _Reader:
    fields: Mapping[str, str]
    sentences: dict[str, str] = field(default_factory=dict)

    def read(self, name: str, read: Callable[[str], T]) -> T | None:
        """The field as a value; None if it is empty, or wrong: then a sentence is noted."""
        text = self.fields.get(name, "").strip()
        if not text:
            return None
        try:
            refuse_strange(text)
            return read(text)
        except (_Wrong, mnk.RuleError) as wrong:
            self.sentences[name] = wrong.sentence
            return None


class _Wrong(Exception):
    @property
    def sentence(self) -> str:
        return str(self)


def read_query(fields: Mapping[str, str]) -> Query:
    """The query that these fields state; raises `BadQuery`.

    >>> read_query({"variant": "15x15", "how": "line", "position": "h8i9"}).how
    <Termination.LINE: 'line'>
    >>> read_query({"longest": "few", "since": "2026-02-30"})
    Traceback (most recent call last):
    ...
    games.library.query.BadQuery: Type a whole number of moves.
    """
    reader = _Reader(fields)
    variant = reader.read("variant", mnk.variant_from_text)
    query = Query(
        player=reader.read("player", _player) or "",
        variant=variant,
        result=reader.read("result", _result),
        how=reader.read("how", _how),
        shortest=reader.read("shortest", _plies),
        longest=reader.read("longest", _plies),
        since_ms=reader.read("since", _day_ms),
        until_ms=reader.read("until", lambda text: _day_ms(text) + DAY),
        position=reader.read("position", lambda text: requested_position(text, variant)),
        mine=reader.read("mine", bool) or False,
        after=reader.read("cursor", _cursor),
    )
    sentences = reader.sentences
    if "variant" in sentences and "/" not in fields.get("position", ""):
        sentences.pop("position", None)  # its moves were read without a board
    if query.shortest is not None and query.longest is not None and query.shortest > query.longest:
        sentences["longest"] = say("“At least” is more than “at most”. Swap the numbers.")
    if (
        query.since_ms is not None
        and query.until_ms is not None
        and query.since_ms >= query.until_ms
    ):
        sentences["until"] = say("This day is before the first. Swap them.")
    if query.position and variant and query.position.variant != variant:
        sentences["position"] = say(
            "This position is on another board, {variant}. Choose that one or leave the board "
            "empty.",
            variant=query.position.variant.title,
        )
    if sentences:
        raise BadQuery(sentences)
    return query


def refuse_strange(text: str) -> None:
    """Raises `mnk.UnreadablePosition` for what is too long or has invisible characters."""
    if len(text) > MAX_TEXT:
        raise mnk.UnreadablePosition(
            say("That’s too long. Type at most {most} characters.", most=MAX_TEXT)
        )
    if not text.isprintable():
        raise mnk.UnreadablePosition(say("This has an invisible character in it. Type it again."))


def requested_position(text: str, variant: mnk.Variant | None) -> mnk.Position:
    """The position of a line (`mnk.position_line`), or after moves (`h8i9g8`) on a variant's board.

    Raises `mnk.RuleError`.
    """
    if "/" in text:
        return mnk.position_from_line(text)
    if variant is None:
        raise mnk.UnreadablePosition(say("Choose the board too. Moves alone don’t say which one."))
    return mnk.GameState.replay(variant, mnk.moves_from_text(text, variant)).position


def _player(text: str) -> str:
    if len(text) < LEAST_OF_A_NAME:
        raise _Wrong(say("Type at least {least} letters of the name.", least=LEAST_OF_A_NAME))
    if len(text) > MAX_NAME:
        raise _Wrong(say("Names have at most {most} characters. Type less of it.", most=MAX_NAME))
    return text


def _result(text: str) -> Result:
    for result in RESULTS:
        if result == text:
            return result
    raise _Wrong(say("The result must be one of {results}.", results=", ".join(RESULTS)))


def _how(text: str) -> mnk.Termination:
    try:
        return mnk.Termination(text)
    except ValueError:
        raise _Wrong(
            say("How it ended must be one of {endings}.", endings=", ".join(mnk.Termination))
        ) from None


def _plies(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise _Wrong(say("Type a whole number of moves."))
    return int(text)


def _day_ms(text: str) -> int:
    match = _DATE.fullmatch(text)
    if match is None:
        raise _Wrong(say("Type a day like 2026-03-31."))
    try:
        day = date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        raise _Wrong(say("There’s no such day: {day}.", day=text)) from None
    return (day.toordinal() - _EPOCH) * DAY


def _cursor(text: str) -> Cursor:
    match = _CURSOR.fullmatch(text)
    if match is None:
        raise _Wrong(say("We can’t find this page of the list. Start with the first."))
    return Cursor(int(match[1]), int(match[2]))
