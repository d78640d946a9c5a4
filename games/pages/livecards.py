"""What can be watched and joined, drawn by the server; liveboards.ts and seats.ts go on from it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games import mnk
from games.pages import boards
from games.play import protocol
from games.say import count, say


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player on a card."""

    badge: boards.Badge
    name: str
    rating: str
    """`1512`, `1512?` while it is rough; empty without one."""
    is_bot: bool
    is_away: bool


@dataclass(frozen=True, slots=True)
class LiveCard:
    """A live game; `live_card.html` draws it."""

    slug: str
    board: boards.BoardPicture
    sitters: tuple[Sitter, ...]
    about: str
    """The board and the clock."""
    late: str
    """How late it is shown; empty for a game that is shown as it is played."""


@dataclass(frozen=True, slots=True)
class OpenRow:
    """A game with an open seat; `open_row.html` draws it."""

    slug: str
    board: boards.BoardPicture
    host: Sitter
    title: str
    terms: str
    """The clock, what it counts for, whom it is for."""
    seat: boards.Badge
    """The side whose seat is open."""
    is_mine: bool


def open_rows(games: Sequence[protocol.LobbyGame], mine: Collection[str]) -> list[OpenRow]:
    """The rows of these games; `mine` are those in which the visitor sits."""
    return [_open_row(game, game.game in mine) for game in games]


def _open_row(game: protocol.LobbyGame, is_mine: bool) -> OpenRow:
    variant = _variant(game)
    seats = mnk.BySide(game.seats.black, game.seats.white)
    open_side = next((side for side in mnk.Side if seats[side] is None), mnk.Side.WHITE)
    clock = _clock(game)
    whom = say("for {range}", range=f"{game.range.low}–{game.range.high}") if game.range else ""
    return OpenRow(
        slug=game.game,
        board=boards.small(variant, ()),
        host=_sitter(open_side.other, seats[open_side.other], variant, game.away),
        title=variant.title,
        terms=" · ".join(filter(None, (clock, say("rated") if game.rated else "", whom))),
        seat=boards.badge(open_side, variant),
        is_mine=is_mine,
    )


def _variant(game: protocol.LobbyGame) -> mnk.Variant:
    told = game.variant
    return mnk.Variant(told.width, told.height, told.k, told.line_rule)


def _clock(game: protocol.LobbyGame) -> str:
    told = game.control
    if told is None:
        return ""
    return mnk.TimeControl(told.initial_ms, told.increment_ms, told.period_ms, told.periods).title


def cards(games: Sequence[protocol.LobbyGame]) -> list[LiveCard]:
    """The cards of these games."""
    return [card(game) for game in games]


def card(game: protocol.LobbyGame) -> LiveCard:
    """The card of a game."""
    variant, seats = _variant(game), mnk.BySide(game.seats.black, game.seats.white)
    return LiveCard(
        slug=game.game,
        board=boards.small(variant, game.moves or ()),
        sitters=tuple(_sitter(side, seats[side], variant, game.away) for side in mnk.Side),
        about=" · ".join(filter(None, (f"{variant.width}×{variant.height}", _clock(game)))),
        late="" if game.delay is None else _late(game.delay),
    )


def _sitter(
    side: mnk.Side,
    seat: protocol.PlayerPart | None,
    variant: mnk.Variant,
    away: Sequence[protocol.SideWord],
) -> Sitter:
    rating = ""
    if seat is not None and seat.rating is not None:
        rating = f"{seat.rating}{'?' if seat.provisional else ''}"
    return Sitter(
        badge=boards.badge(side, variant),
        name="" if seat is None else seat.name,
        rating=rating,
        is_bot=seat is not None and seat.level is not None,
        is_away=protocol.SideWord.of(side) in away,
    )


def _late(delay: protocol.DelayPart) -> str:
    """
    >>> _late(protocol.DelayPart(ms=30_000, moves=2))
    'shown 30 s and 2 moves late'
    """
    time = say("{count} s", count=delay.ms // 1000) if delay.ms else ""
    moves = count("{count} move", "{count} moves", delay.moves) if delay.moves else ""
    both = say("{time} and {moves}", time=time, moves=moves) if time and moves else time or moves
    return say("shown {delay} late", delay=both)
