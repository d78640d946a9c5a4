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
    seat: protocol.PlayerPart | None
    """Who sits there, with their rating."""
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
    opening: str
    """By which rule it opens; empty for none."""
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
    seat: str
    """What whoever takes the open seat plays, or begins with."""
    is_mine: bool


def open_rows(games: Sequence[protocol.LobbyGame], mine: Collection[str]) -> list[OpenRow]:
    """The rows of these games; `mine` are those in which the visitor sits."""
    return [_open_row(game, game.game in mine) for game in games]


def _open_row(game: protocol.LobbyGame, is_mine: bool) -> OpenRow:
    variant = variant_of(game.variant)
    seats = mnk.BySide(game.seats.black, game.seats.white)
    open_side = next((side for side in mnk.Side if seats[side] is None), mnk.Side.WHITE)
    clock = clock_title(game.control)
    whom = say("for {range}", range=f"{game.range.low}–{game.range.high}") if game.range else ""
    return OpenRow(
        slug=game.game,
        board=boards.small(variant, ()),
        host=_sitter(open_side.other, seats[open_side.other], variant, game.away),
        title=mnk.title_of(variant, game.opening),
        terms=" · ".join(filter(None, (clock, say("rated") if game.rated else "", whom))),
        seat=seat_words(open_side, variant, game.opening),
        is_mine=is_mine,
    )


def seat_words(side: mnk.Side, variant: mnk.Variant, opening: mnk.OpeningRule) -> str:
    """What somebody plays who gets this side; where sides are chosen later, what they begin with.

    >>> seat_words(mnk.Side.WHITE, mnk.Variant(15, 15, 5), mnk.OpeningRule.SWAP2)
    'you choose a side'
    """
    if not opening.says.has_choice:
        return say("you play {side}", side=boards.badge(side, variant).name)
    return say("you choose a side") if side else say("you place the first stones")


def variant_of(told: protocol.VariantPart) -> mnk.Variant:
    """A variant as it was told."""
    return mnk.Variant(told.width, told.height, told.k, told.line_rule, told.blocked)


def clock_title(told: protocol.ControlPart | None) -> str:
    """What people call a clock that was told; empty for none."""
    if told is None:
        return ""
    return mnk.TimeControl(told.initial_ms, told.increment_ms, told.period_ms, told.periods).title


def cards(games: Sequence[protocol.LobbyGame]) -> list[LiveCard]:
    """The cards of these games."""
    return [card(game) for game in games]


def card(game: protocol.LobbyGame) -> LiveCard:
    """The card of a game."""
    variant, seats = variant_of(game.variant), mnk.BySide(game.seats.black, game.seats.white)
    return LiveCard(
        slug=game.game,
        board=boards.small(variant, game.moves or ()),
        sitters=tuple(_sitter(side, seats[side], variant, game.away) for side in mnk.Side),
        about=" · ".join(
            filter(None, (f"{variant.width}×{variant.height}", clock_title(game.control)))
        ),
        opening=say(game.opening.says.title) if game.opening.says.title else "",
        late="" if game.delay is None else _late(game.delay),
    )


def _sitter(
    side: mnk.Side,
    seat: protocol.PlayerPart | None,
    variant: mnk.Variant,
    away: Sequence[protocol.SideWord],
) -> Sitter:
    return Sitter(
        badge=boards.badge(side, variant),
        name="" if seat is None else seat.name,
        seat=seat,
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
