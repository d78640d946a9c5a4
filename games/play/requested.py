"""A game as forms and programs ask for it: checked field by field."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias

from games import mnk
from games.play.watching import MAX_DELAY_MOVES, MAX_DELAY_S, Delay, DelayError, requested_delay
from games.say import later, say

CUSTOM = "custom"
"""The preset of those who state width, height, k, line rule and blocked squares themselves."""
MOST_NAMES = 6 * mnk.MOST_BLOCKED
"""How long a text may be that names them: each with a comma and a space."""
Blocked: TypeAlias = str | tuple[int, ...]
"""Squares that shall be blocked: their names as somebody typed them, or their numbers."""

_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_NO_NUMBER = {
    "width": later("The width must be a whole number from 1 to {most}."),
    "height": later("The height must be a whole number from 1 to {most}."),
    "k": later("A row must be a whole number from 1 to {most} long on this board."),
}
_NO_DELAY = {
    "seconds": (MAX_DELAY_S, later("The delay must be a whole number, 0 to {most} seconds.")),
    "moves": (MAX_DELAY_MOVES, later("The delay must be a whole number, 0 to {most} moves.")),
}


@dataclass(frozen=True, slots=True)
class RequestedBoard:
    """A board as somebody describes it."""

    size: tuple[int, int] | None
    """Width and height, if both can be: enough to draw it."""
    variant: mnk.Variant | None
    """What is described, if nothing is wrong."""
    wrong: Mapping[str, str]
    """Why a field is refused."""


@dataclass(frozen=True, slots=True)
class RequestedDelay:
    """How late somebody asks for a game to be shown."""

    delay: Delay | None
    """What is asked for, if nothing is wrong."""
    wrong: Mapping[str, str]
    """Why a field is refused."""


def requested_variant(
    *,
    preset: str,
    width: int | None,
    height: int | None,
    k: int | None,
    line_rule: str,
    blocked: Blocked = (),
) -> mnk.Variant:
    """The variant of a preset, or the custom one; raises `mnk.VariantError` with the field."""
    board = requested_board(
        preset=preset, width=width, height=height, k=k, line_rule=line_rule, blocked=blocked
    )
    if board.variant is None:
        raise mnk.VariantError(*next(iter(board.wrong.items())))
    return board.variant


def typed_board(
    *,
    width: str,
    height: str,
    k: str,
    line_rule: str,
    blocked: str = "",
    preset: str = CUSTOM,
) -> RequestedBoard:
    """The board that the words of a form describe.

    >>> typed_board(width="15", height="15", k="5", line_rule="exact").variant.title
    '15×15, exactly five'
    >>> typed_board(width="40", height="15", k="5", line_rule="exact").wrong
    {'width': 'The width must be from 1 to 32, not 40.'}
    """
    return requested_board(
        preset=preset,
        width=_number(width),
        height=_number(height),
        k=_number(k),
        line_rule=line_rule,
        blocked=blocked,
    )


def requested_board(
    *,
    preset: str,
    width: int | None,
    height: int | None,
    k: int | None,
    line_rule: str,
    blocked: Blocked = (),
) -> RequestedBoard:
    """The board of a preset, or the custom one; what states no number is None.

    What k may be depends on the board and its rule: only where both are right, it is looked at; and
    after it, which squares are blocked.
    """
    wrong: dict[str, str] = {}
    if preset != CUSTOM:
        known = mnk.PRESETS.get(preset)
        if known is not None:
            return RequestedBoard((known.variant.width, known.variant.height), known.variant, wrong)
        wrong["preset"] = say(
            "There’s no preset {preset}. Choose one from the list.", preset=repr(preset[:20])
        )
        return RequestedBoard(None, None, wrong)
    with _noting(wrong):
        mnk.Variant(_given("width", width, mnk.MAX_SIZE), 1, 1)
    with _noting(wrong):
        mnk.Variant(1, _given("height", height, mnk.MAX_SIZE), 1)
    size = None if wrong or width is None or height is None else (width, height)
    rule = mnk.LineRule(line_rule) if line_rule in list(mnk.LineRule) else None
    if rule is None:
        rules = ", ".join(rule.value for rule in mnk.LineRule)
        wrong["line_rule"] = say("line_rule must be one of {rules}.", rules=rules)
    variant = None
    if size is not None and rule is not None:
        only = rule.k_of(*size)  # where k follows from the board, whatever was stated
        with _noting(wrong):
            if only is None:
                k = _given("k", k, max(size))
            elif rule.says.edge_to_edge or k is None:
                k = only
            board = mnk.Variant(*size, k, rule)
            if isinstance(blocked, str):
                variant = mnk.with_blocked(board, blocked)
            else:
                variant = replace(board, blocked=blocked)
    return RequestedBoard(size, variant, wrong)


def requested_opening(word: str, variant: mnk.Variant) -> mnk.OpeningRule:
    """The opening rule behind a word, for games of a variant; raises `mnk.OpeningImpossible`.

    >>> requested_opening("swap2", mnk.Variant(15, 15, 5)).says.name
    'Swap2'
    """
    rule = mnk.opening_rule_from_text(word)
    rule.refuse_unless_possible(variant)
    return rule


def requested_clock(text: str | None) -> mnk.TimeControl | None:
    """The control behind a text like `5+3`; None without one. Raises `mnk.TimeControlError`."""
    return None if text is None else mnk.time_control_from_text(text)


def typed_delay(seconds: str, moves: str) -> RequestedDelay:
    """The delay that the words of a form ask for; an empty field asks for none.

    >>> typed_delay("30", "").delay
    Delay(ms=30000, moves=0)
    """
    asked = {"seconds": 0, "moves": 0}
    wrong: dict[str, str] = {}
    for unit, word in (("seconds", seconds), ("moves", moves)):
        with _noting(wrong):
            number = _number(word.strip() or "0")
            if number is None:
                most, sentence = _NO_DELAY[unit]
                raise DelayError(say(sentence, most=most), field=f"delay_{unit}")
            requested_delay(**{"seconds": 0, "moves": 0, unit: number})
            asked[unit] = number
    return RequestedDelay(None if wrong else requested_delay(**asked), wrong)


def _number(word: str) -> int | None:
    word = word.strip()
    return int(word) if _NUMBER.fullmatch(word) else None


def _given(field: str, number: int | None, most: int) -> int:
    if number is None:
        raise mnk.VariantError(field, say(_NO_NUMBER[field], most=most))
    return number


@contextmanager
def _noting(wrong: dict[str, str]) -> Iterator[None]:
    """Note which field is refused, and why."""
    try:
        yield
    except (mnk.VariantError, DelayError) as refusal:
        wrong[refusal.field or ""] = refusal.sentence
