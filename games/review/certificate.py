"""Read a certificate's file: a position, a verdict for the side to move, strategies that prove it.

It is JSON. The position is written as in links (`games.mnk.position_line`). A strategy says what
its side plays, by the stones that were added since: `"h8i9/g7": "j10"` is, after black h8 and i9
and white g7, j10. There is one strategy, the winner's; or one for each side, if neither wins. Then
a move may come with pairs of squares that are answered with each other from there on, and is a list
(version 2): `["j10", "a1b1", "c2d3"]`. Of positions that are turned or mirrored forms of each other
one is enough, if what turns them leaves the first position as it is.

Anything else is refused with a sentence that says where. Part of `games.review.checker`, and like
it uses the standard library alone. Sets of squares are integers: bit s is square s.
"""

import json
import re
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn, TypeAlias

MAX_BYTES = 8 << 20
"""A file may have at most this many."""
SIDES = ("black", "white")
VERSIONS = (1, 2)

Key: TypeAlias = tuple[int, int]
"""The stones of black and of white."""


class Rule(NamedTuple):
    """Which lines win."""

    overlines: bool
    """Whether a longer run wins as well."""
    edge_to_edge: bool
    """Whether rows and columns win only whole, and k is the shorter edge."""


RULES = {
    "freestyle": Rule(overlines=True, edge_to_edge=False),
    "exact": Rule(overlines=False, edge_to_edge=False),
    "full": Rule(overlines=True, edge_to_edge=True),
}
"""Every line rule that can be checked, as it is written here. Under caro one stone may stop two
lines at once, in renju squares are forbidden to black, in misère a line loses, under gravity a
stone may not be put where it stops a line, a turn of Connect6 has two stones, and in wild a line
is anybody's: what is won at sight under these is not won there, so nothing is said about it."""

_SIZE = re.compile(
    rf"([0-9]{{1,2}})x([0-9]{{1,2}})x([0-9]{{1,2}})-({'|'.join(RULES)})"
    r"(?:-((?:[a-z]{1,2}[1-9][0-9]?)+))?"
)
_SQUARE = re.compile(r"[a-z]{1,2}[1-9][0-9]?")


class BadCertificate(Exception):
    """A sentence: what is wrong with a certificate, and where."""


class Strategy(NamedTuple):
    side: int
    wins: bool
    """Whether it must win; otherwise it must only not lose."""
    moves: dict[Key, int]
    """The square to play."""
    pairs: dict[Key, list[int]]
    """The pairs that such a move leaves, if it comes with any: each a set of two squares."""


class Certificate(NamedTuple):
    """What a certificate says; a side is 0 for black, 1 for white."""

    width: int
    height: int
    k: int
    rule: Rule
    blocked: int
    """The squares that never get a stone, and that no line goes over."""
    stones: Key
    mover: int
    verdict: str
    plies: int | None
    strategies: tuple[Strategy, ...]


def read(data: bytes) -> Certificate:
    """What a file says, well-formed, but not checked. Raises `BadCertificate`."""
    names = ("format", "version", "position", "verdict", "strategies")
    fields = _fields(_json(data), "the file", names, ("plies",))
    if fields["format"] != "inarow-certificate" or type(fields["version"]) is not int:
        refuse("format", "this is no Inarow certificate")
    if fields["version"] not in VERSIONS:
        refuse("version", f"this reads versions 1 and 2, not {_show(fields['version'])}")
    verdict, plies, listed = fields["verdict"], fields.get("plies"), fields["strategies"]
    if verdict not in ("win", "loss", "draw"):
        refuse("verdict", f"write win, loss or draw, not {_show(verdict)}")
    if plies is not None and (type(plies) is not int or plies < 1 or verdict == "draw"):
        refuse("plies", f"{_show(plies)} is no number of plies to a {verdict}")
    if type(listed) is not list or len(listed) > 2:
        refuse("strategies", "there must be a list of one or two")
    position = _position(fields["position"])
    strategies = tuple(_strategy(each, i, *position) for i, each in enumerate(listed))
    if fields["version"] == 1 and any(each.pairs for each in strategies):
        refuse("version", "pairs of squares are of version 2")
    return Certificate(*position, verdict, plies, strategies)


def square_name(bit: int, width: int) -> str:
    """What people call a square.

    >>> square_name(1 << 25, 27), square_name(1 << 26, 27)
    ('z1', 'aa1')
    """
    row, column = divmod(bit.bit_length() - 1, width)
    return f"{'a' * (column > 25)}{chr(ord('a') + column % 26)}{row + 1}"


def refuse(where: str, why: str) -> NoReturn:
    """Raise `BadCertificate` with a sentence."""
    raise BadCertificate(f"{where[0].upper()}{where[1:]}: {why}.")


def _json(data: bytes) -> Any:
    if len(data) > MAX_BYTES:
        refuse("the file", f"it is larger than {MAX_BYTES} bytes")
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        refuse(f"line {error.lineno}, column {error.colno}", f"this is not valid JSON: {error.msg}")
    except RecursionError:
        refuse("the file", "it is nested too deeply")
    except ValueError as error:  # not UTF-8, or a number too long to be read
        refuse("the file", f"this is not valid JSON: {error}")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            refuse("the file", f"{_show(name)} is there twice")
        found[name] = value
    return found


def _fields(
    value: Any, where: str, names: tuple[str, ...], more: tuple[str, ...] = ()
) -> dict[str, Any]:
    if type(value) is not dict:
        refuse(where, f"there must be an object, not {_show(value)}")
    for name in names:
        if name not in value:
            refuse(where, f"the field {name} is missing")
    for name in value:
        if name not in names and name not in more:
            refuse(where, f"there is no field {_show(name)}")
    found: dict[str, Any] = value
    return found


def _position(text: Any) -> tuple[int, int, int, Rule, int, Key, int]:
    """Width, height, k, rule, blocked squares, stones and side to move."""
    size, *rows, last = text.split("/") if type(text) is str and "/" in text else ("", "")
    match = _SIZE.fullmatch(size)
    if size.endswith(("-caro", "-renju", "-misere", "-gravity", "-connect6", "-wild")):
        refuse("position", f"there are no certificates of games of {size.rpartition('-')[2]}")
    if match is None or last not in ("X", "O"):
        refuse("position", f"{_show(text)} is none: write 3x3x3-freestyle/3/1X1/3/O")
    width, height, k, rule = int(match[1]), int(match[2]), int(match[3]), RULES[match[4]]
    is_k = k == min(width, height) if rule.edge_to_edge else 1 <= k <= max(width, height)
    if not (1 <= width <= 32 and 1 <= height <= 32 and is_k):
        refuse("position", f"there is no game {size}")
    blocked = _squares(match[5] or "", width, height, "position")
    if blocked and rule.edge_to_edge:
        refuse("position", "full lines are not played with blocked squares")
    if len(rows) != height:
        refuse("position", f"it has {len(rows)} rows, not {height}")
    signs = ""
    for row in reversed(rows):
        wide = re.sub("[0-9]{1,2}", lambda number: "." * int(number[0]), row[: width + 1])
        if len(wide) != width or set(wide) - set("XO."):
            refuse("position", f"{_show(row)} is no row of {width} squares")
        signs += wide
    black, white = (sum(1 << i for i, sign in enumerate(signs) if sign == each) for each in "XO")
    if (black | white) & blocked:
        refuse("position", "a stone lies on a blocked square")
    return width, height, k, rule, blocked, (black, white), "XO".index(last)


def _strategy(
    value: Any,
    index: int,
    width: int,
    height: int,
    k: int,
    rule: Rule,
    blocked: int,
    stones: Key,
    mover: int,
) -> Strategy:
    where = f"strategies[{index}]"
    fields = _fields(value, where, ("side", "wins", "moves"))
    if fields["side"] not in SIDES or type(fields["wins"]) is not bool:
        refuse(where, "side must be black or white, and wins true or false")
    if type(fields["moves"]) is not dict:
        refuse(f"{where}.moves", f"there must be an object, not {_show(fields['moves'])}")
    side = SIDES.index(fields["side"])
    moves, pairs = {}, {}
    for name, played in fields["moves"].items():
        here = f"{where}.moves[{_show(name)}]"
        if name.count("/") != 1:
            refuse(here, "write the stones added by black, a slash, those by white: h8i9/g7")
        added = [_squares(part, width, height, here) for part in name.split("/")]
        if added[mover].bit_count() - added[1 - mover].bit_count() != (side != mover):
            refuse(here, f"with this many stones {SIDES[side]} is not to move")
        first, *rest = played if type(played) is list and played else (played,)
        square = _squares(first, width, height, here)
        if square.bit_count() != 1:
            refuse(here, f"{_show(first)} is not one square to play")
        left = [_squares(pair, width, height, here) for pair in rest]
        if left and fields["wins"]:
            refuse(here, "pairs win nothing: they only keep a side from losing")
        for pair, written in zip(left, rest, strict=True):
            if pair.bit_count() != 2:
                refuse(here, f"{_show(written)} is not a pair of squares")
        taken = 0
        for each in (*stones, *added, square, *left):
            if blocked & each:
                refuse(here, f"{square_name(blocked & each, width)} is blocked")
            if taken & each:
                refuse(here, f"{square_name(taken & each, width)} is taken twice")
            taken |= each
        key = stones[0] | added[0], stones[1] | added[1]
        moves[key] = square
        if type(played) is list:
            pairs[key] = left
    return Strategy(side, fields["wins"], moves, pairs)


def _squares(text: Any, width: int, height: int, where: str) -> int:
    """Squares named in the order of the board, so that there is only one way to write them."""
    if type(text) is not str or _SQUARE.sub("", text):
        refuse(where, f"{_show(text)} names no squares")
    named, found = _named(width, height), 0
    for name in _SQUARE.findall(text):
        bit = named.get(name)
        if bit is None:
            refuse(where, f"{name} is not on this board")
        if bit <= found:
            refuse(where, f"{name} stands behind a square that comes after it")
        found |= bit
    return found


@lru_cache(maxsize=4)
def _named(width: int, height: int) -> dict[str, int]:
    return {square_name(1 << at, width): 1 << at for at in range(width * height)}


def _show(value: Any) -> str:
    try:
        text = ascii(value)
    except RecursionError:
        return "something nested"
    return text if len(text) <= 60 else f"{text[:60]}…"
