"""The pages of kept games: the search, and the explorer. Plain forms and links, without scripts."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import library, mnk, trails
from games.library.query import (
    FIELDS,
    MAX_TEXT,
    BadQuery,
    read_query,
    refuse_strange,
)
from games.pages import boards, tables
from games.pages.endings import is_stuck, lost_by_a_row
from games.pages.figures import grouped, signed
from games.pages.forms import DEFAULT_PRESET
from games.pages.timing import day, moment
from games.play.hub import current
from games.players.identify import player_and_visitor_of, player_of
from games.review import findings
from games.say import count, later, say

HOW = {
    mnk.Termination.LINE: later("a completed row"),
    mnk.Termination.RESIGNATION: later("resignation"),
    mnk.Termination.TIME: later("out of time"),
    mnk.Termination.ABANDONMENT: later("a player left"),
    mnk.Termination.AGREEMENT: later("agreement"),
    mnk.Termination.FULL_BOARD: later("a full board"),
    mnk.Termination.DEAD_BOARD: later("nobody could win"),
    mnk.Termination.ABORT: later("aborted"),
}
"""How games end, in words."""
_WON = {
    mnk.Termination.LINE: later("{winner} won with {goal}"),
    mnk.Termination.RESIGNATION: later("{winner} won by resignation"),
    mnk.Termination.TIME: later("{winner} won on time"),
    mnk.Termination.ABANDONMENT: later("{winner} won: {loser} left"),
}
_WON_BY_THEIR_ROW = later("{winner} won: {loser} made {goal}")
_NOBODY_WON = {
    mnk.Termination.ABANDONMENT: later("Draw: a player left"),
    mnk.Termination.AGREEMENT: later("Draw by agreement"),
    mnk.Termination.FULL_BOARD: later("Draw: the board is full"),
    mnk.Termination.DEAD_BOARD: later("Draw: nobody could win"),
    mnk.Termination.ABORT: later("Aborted"),
}
"""How a game ended, in a few words."""
_RESULTS = {
    "won": later("Won"),
    "drawn": later("Draw"),
    "lost": later("Lost"),
    "aborted": later("Aborted"),
}
_BASIC = ("player", "variant", "mine", "cursor")
_MOST_OFTEN = 0.34
"""Radius, in squares, of the dot on the move that was played most."""


# --- The search ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seen:
    """A game as one of its players sees it."""

    badge: boards.Badge
    """The side they played."""
    opponent: library.Sitter
    result: str
    """`won`, `drawn`, `lost` or `aborted`."""
    words: str
    change: str
    """What it did to their rating, as `+9`; empty if nothing."""


@dataclass(frozen=True, slots=True)
class Row:
    """A game in a list."""

    slug: str
    title: str
    players: tuple[tuple[boards.Badge, library.Sitter, bool], ...]
    """Side, who played it, and whether they won."""
    ending: str
    winner: boards.Badge | None
    plies: int
    iso: str
    day: str
    board: boards.BoardPicture
    rated: bool
    seen: Seen | None
    """By the player whose list it is; None in a list of anybody's games."""


@never_cache
@require_safe
async def games(request: HttpRequest) -> HttpResponse:
    """Search the games that are over."""
    fields = {name: request.GET.get(name, "") for name in FIELDS}
    # A board that is none of the usual ones is typed in a field of its own.
    fields["variant"] = request.GET.get("other", "").strip() or fields["variant"]
    player, visitor = await player_and_visitor_of(request.session)
    sentences: Mapping[str, str] = {}
    rows: list[Row] = []
    people: tuple[library.Sitter, ...] = ()
    following = ""
    try:
        page = await current().read(library.search, read_query(fields), visitor)
        own = player.slug if player and fields["mine"] else ""
        rows = [row(found, own) for found in page.games]
        people = page.people
        if page.next is not None:
            following = _query({**fields, "cursor": str(page.next)})
    except BadQuery as wrong:
        sentences = wrong.sentences
    shown = {name: _visible(text) for name, text in fields.items()}
    is_usual = shown["variant"] in mnk.PRESETS
    context = {
        "fields": shown,
        "other": "" if is_usual else shown["variant"],
        "sentences": sentences,
        "rows": rows,
        "people": people,
        "following": following,
        "first": _query({**fields, "cursor": ""}) if fields["cursor"] else "",
        "is_asked": any(fields[name].strip() for name in FIELDS if name != "cursor"),
        "is_detailed": any(
            shown[name].strip() or name in sentences for name in FIELDS if name not in _BASIC
        )
        or (shown["variant"] != "" and not is_usual),
        "presets": list(mnk.PRESETS.values()),
        "how": [(how.value, say(words)) for how, words in HOW.items()],
    }
    return render(request, "games.html", context, status=400 if sentences else 200)


def row(found: library.FoundGame, player: str = "") -> Row:
    """A game that was found, as `game_row.html` shows it.

    In a list of one player's games, the player of this name in links, it is as they see it.
    """
    return _row(found, player, get_language())


# Lists show the same games again and again; all that a row tells follows from these.
@lru_cache(maxsize=512)
def _row(found: library.FoundGame, player: str, language: str | None) -> Row:
    badges = mnk.BySide(*(boards.badge(side, found.variant) for side in mnk.Side))
    winner = found.outcome.winner
    return Row(
        slug=found.slug,
        title=found.title,
        players=tuple((badges[side], found.players[side], side is winner) for side in mnk.Side),
        ending=ending(found.outcome, found.variant, len(found.moves)),
        winner=None if winner is None else badges[winner],
        plies=len(found.moves),
        iso=moment(found.ended_ms).isoformat(timespec="seconds"),
        day=day(found.ended_ms),
        board=boards.small(found.variant, found.moves),
        rated=found.rated,
        seen=_seen(found, player, badges),
    )


def _seen(found: library.FoundGame, player: str, badges: mnk.BySide[boards.Badge]) -> Seen | None:
    sides = [side for side in mnk.Side if player and found.players[side].slug == player]
    if len(sides) != 1:  # nobody's list, or they sat on both sides
        return None
    (side,) = sides
    if found.outcome.termination is mnk.Termination.ABORT:
        result = "aborted"
    else:
        result = library.result_for(side, found.outcome.winner)
    return Seen(
        badge=badges[side],
        opponent=found.players[side.other],
        result=result,
        words=say(_RESULTS[result]),
        change="" if found.changes is None else signed(found.changes[side]),
    )


def ending(outcome: mnk.Outcome, variant: mnk.Variant, ply: int) -> str:
    """How a game of `ply` moves ended, in a few words.

    >>> ending(mnk.Outcome(mnk.Side.WHITE, mnk.Termination.LINE), mnk.Variant(15, 15, 5), 30)
    'White won with five in a row'
    >>> renju = mnk.Variant(5, 5, 5, mnk.LineRule.RENJU)
    >>> ending(mnk.Outcome(None, mnk.Termination.FULL_BOARD), renju, 24)
    'Draw: only forbidden points left'
    >>> misere = mnk.Variant(4, 4, 3, mnk.LineRule.MISERE)
    >>> ending(mnk.Outcome(mnk.Side.WHITE, mnk.Termination.LINE), misere, 11)
    'O won: X made three in a row'
    """
    if is_stuck(outcome, ply, variant):
        return say("Draw: only forbidden points left")
    if outcome.winner is None:
        return say(_NOBODY_WON[outcome.termination])
    names, winner = mnk.side_names(variant), outcome.winner
    won = _WON_BY_THEIR_ROW if lost_by_a_row(outcome, variant) else _WON[outcome.termination]
    return say(won, winner=names[winner], loser=names[winner.other], goal=variant.goal)


# --- The explorer --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a bar, in per cent of its width."""

    kind: str
    """`black`, `drawn` or `white`."""
    start: int
    share: int

    @property
    def middle(self) -> float:
        return self.start + self.share / 2

    @property
    def is_numbered(self) -> bool:
        """Whether it has room for its number.

        >>> [Part("black", 0, percent).is_numbered for percent in (7, 8)]
        [False, True]
        """
        return self.share >= LEAST_NUMBERED


LEAST_NUMBERED = 8


@dataclass(frozen=True, slots=True)
class Shares:
    """How games ended, in per cent that add up to 100."""

    black: int
    drawn: int
    white: int

    @classmethod
    def of(cls, tally: findings.Tally, mover: mnk.Side) -> "Shares":
        """From what is told of the side to move.

        >>> Shares.of(findings.Tally(games=3, wins=1, losses=1, draws=1), mnk.Side.BLACK)
        Shares(black=33, drawn=34, white=33)
        """
        if not tally.games:
            return cls(0, 0, 0)
        won, lost = (round(100 * part / tally.games) for part in (tally.wins, tally.losses))
        if not tally.draws:
            lost = 100 - won
        drawn = 100 - won - lost
        return cls(won, drawn, lost) if mover is mnk.Side.BLACK else cls(lost, drawn, won)

    @property
    def parts(self) -> list[Part]:
        """The parts of its bar, from the start; `bar.html` draws them."""
        parts = (
            Part("black", 0, self.black),
            Part("drawn", self.black, self.drawn),
            Part("white", self.black + self.drawn, self.white),
        )
        return [part for part in parts if part.share]


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that was played."""

    name: str
    href: str
    games: int
    shares: Shares


@never_cache
@require_safe
async def explorer(request: HttpRequest) -> HttpResponse:
    """What was played in a position (`?p=`, or the empty board of `?variant=`), after further moves
    (`&play=h8i9`), and how those games ended."""
    await player_of(request.session)
    asked = (request.GET.get(name, "").strip() for name in ("p", "variant"))
    at = next(filter(None, asked), DEFAULT_PRESET)
    typed = request.GET.get("play", "").strip()
    context: dict[str, object] = {
        "at": _visible(at),
        "typed": _visible(typed),
        "presets": list(mnk.PRESETS.values()),
        "chosen": at,
    }
    status = 200
    try:
        start = _start(at)
        with _reading("play", typed):
            position, played = trails.played(start, typed)
    except BadQuery as wrong:
        context["sentences"] = wrong.sentences
        status = 400
    else:
        explored = await current().read(library.explore, position)
        context |= _explored(at, start, played, position, explored)
    return render(request, "explorer.html", context, status=status)


@contextmanager
def _reading(field: str, text: str) -> Iterator[None]:
    """Turn what is wrong with a field into a `BadQuery`."""
    try:
        refuse_strange(text)
        yield
    except mnk.RuleError as error:
        raise BadQuery({field: error.sentence}) from None


def _start(at: str) -> mnk.Position:
    with _reading("p", at):
        return trails.start(at)


def _explored(
    at: str,
    start: mnk.Position,
    played: tuple[mnk.Square, ...],
    position: mnk.Position,
    explored: findings.Explored,
) -> dict[str, object]:
    variant = position.variant
    sides = mnk.side_names(variant)
    results = {"draw": say("Draw")} | {
        side.word: say("{side} won", side=sides[side]) for side in mnk.Side
    }

    def href(moves: tuple[mnk.Square, ...]) -> str:
        line = mnk.moves_text(moves, variant)
        return reverse("explorer") + "?" + _query({"p": at, "play": line})

    same = mnk.keeping(position)
    often = {moved[move.square]: move.games for move in explored.moves for moved in same}
    most = max(often.values(), default=0)
    # There are hundreds of links: what they have in common is made once.
    so_far = href(played) if played else f"{href(())}&play="
    words = {games: _games(games) for games in {0, *often.values()}}

    def link(move: mnk.Move) -> boards.Link:
        games = often.get(move, 0)
        return boards.Link(
            move=move,
            href=so_far + mnk.moves_text((move,), variant),
            title=f"{mnk.move_name(move, variant)}: {words[games]}",
            # Its area shows how often it was played; the rarest can still be seen.
            radius=round(max(0.1, _MOST_OFTEN * (games / most) ** 0.5), 3) if games else 0,
        )

    is_over = position.is_over
    winner = next((sides[side] for side in mnk.Side if position.has_won(side)), "")
    return {
        "title": variant.title,
        "known": mnk.best_play(variant),
        "sides": {side.word: sides[side] for side in mnk.Side},
        "bars": tables.of_sides(position),
        "board": boards.draw(
            position,
            last=played[-1] if played else None,
            links=() if is_over else map(link, position.playable_moves()),
        ),
        "mover": boards.badge(position.side_to_move, variant),
        "is_over": is_over,
        "winner": winner,
        "came": grouped(explored.all.games),
        "explored": explored,
        "shares": Shares.of(explored.all, position.side_to_move),
        "choices": [
            Choice(
                mnk.move_name(move.square, variant),
                href((*played, move.square)),
                move.games,
                Shares.of(move, position.side_to_move),
            )
            for move in explored.moves
        ],
        "latest": [
            {
                "slug": game.game,
                "black": game.black,
                "white": game.white,
                "result": results[game.result],
                "day": day(game.ended),
                "iso": moment(game.ended).isoformat(timespec="seconds"),
            }
            for game in explored.games
        ],
        "line": [
            {"name": mnk.move_name(square, variant), "href": href(played[: ply + 1])}
            for ply, square in enumerate(played)
        ],
        "back": href(played[:-1]) if played else "",
        "beginning": href(()),
        "analysis": reverse("analysis") + "?" + _query({"p": mnk.position_line(position)}),
        "search": reverse("games")
        + "?"
        + _query({"variant": mnk.variant_text(variant), "position": mnk.position_line(position)}),
    }


def _games(number: int) -> str:
    return count("{number} game", "{number} games", number, number=grouped(number))


# --- Both ----------------------------------------------------------------------------------------


def _query(fields: Mapping[str, str]) -> str:
    return urlencode({name: text for name, text in fields.items() if text})


def _visible(text: str) -> str:
    """What was entered, as a field shows it again."""
    return "".join(sign for sign in text if sign.isprintable())[:MAX_TEXT]
