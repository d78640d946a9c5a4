"""What happened to a game, read from its rows: the truth, folded in the order of the versions.

Functions here read the database: call them through `Hub.read`.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from django.db import connection
from msgspec.structs import replace

from games import metrics, mnk
from games.play import facts, models, protocol, wire
from games.play.errors import NoSuchGame
from games.play.facts import Happened
from games.play.live import LiveGame, LiveSeat
from games.play.watching import Moment, shown_of
from games.players.ratings import ShownRating
from games.prepared import Prepared, Row

log = logging.getLogger(__name__)

T = TypeVar("T")

_SEAT = (
    *("side", "key", "aggressiveness", "seed", "rating", "provisional", "kept_for_id"),
    *("player_id", "player__name", "player__kind", "player__slug", "player__level"),
    "player__program",
)
_GAME = models.Game._meta.concrete_fields
_SLUG = len(_SEAT) + [field.name for field in _GAME].index("slug")
"""Where the game's is, in a row of a seat and its game."""

_BEGINNINGS = Prepared(
    lambda slugs: models.Seat.objects.filter(game__slug__in=slugs).values_list(
        *_SEAT, *(f"game__{field.name}" for field in _GAME)
    )
)
_SEATS_NOW = Prepared(
    lambda game: models.Seat.objects.filter(game=game).values_list(*_SEAT, "game__swapped")
)
_MOVES = Prepared(
    lambda games: models.Move.objects.filter(game__pk__in=games).values_list(
        "version", "at_ms", "ply", "square", "command", "game_id"
    )
)
_FACTS = Prepared(
    lambda games: models.Fact.objects.filter(game__pk__in=games).values_list(
        "version", "at_ms", "text", "side", "command", "digest", "game_id"
    )
)


class News(NamedTuple):
    """Something that happened to a game, and the message that tells of it."""

    happened: Happened
    message: protocol.Numbered

    @classmethod
    def of(cls, happened: Happened, after: LiveGame) -> "News":
        return cls(happened, wire.told(happened, after))

    @property
    def moment(self) -> Moment:
        happened = self.happened
        return Moment(happened.version, happened.at, isinstance(happened.fact, facts.Played))


@dataclass(slots=True)
class Loaded:
    """A game read from the database, and the commands it has carried out."""

    game: LiveGame
    answered: dict[tuple[mnk.Side, str], Happened]
    """What came of each command, by its sender, as the side they had at first, and its id."""
    news: tuple[News, ...] = ()
    """What has happened since the version that was asked for, as it was told."""


def load(slug: str, until: int | None = None, since: int | None = None) -> Loaded:
    """Read a game, as it is or as it was at the version `until`: three queries.

    With the news `since` a version, if one is given. Raises `NoSuchGame`.
    """
    game, version = beginning(slug)
    rows = _rows([game.id])[game.id]
    return _loaded(game, version if until is None else until, rows, since)


def load_each(slugs: Collection[str]) -> Mapping[str, Loaded | Exception]:
    """Read games, as they are: three queries, however many.

    What is wrong with one of them, as `NoSuchGame`, stands in its place.
    """
    seats = _by(_SLUG, _BEGINNINGS(slugs))
    begun, wrong = _each(slugs, lambda slug: _begun(seats[slug]))
    rows = _rows([game.id for game, _ in begun.values()])

    def loaded(slug: str) -> Loaded:
        game, version = begun[slug]
        return _loaded(game, version, rows[game.id])

    found, unreadable = _each(begun, loaded)
    return {**found, **wrong, **unreadable}


def _each(
    slugs: Collection[str], make: Callable[[str], T]
) -> tuple[dict[str, T], dict[str, Exception]]:
    """What is made of each of them, and what went wrong with the others."""
    made: dict[str, T] = {}
    wrong: dict[str, Exception] = {}
    for slug in slugs:
        try:
            made[slug] = make(slug)
        except Exception as error:
            wrong[slug] = error
    return made, wrong


def _loaded(game: LiveGame, version: int, rows: "_Rows", since: int | None = None) -> Loaded:
    slug = game.slug
    answered: dict[tuple[mnk.Side, str], Happened] = {}
    news: list[News] = []
    for before, happened, game in _folded(game, version, rows):  # noqa: B020 - the last is the game
        if happened.command and happened.by is not None:
            sender = before.first_side(happened.by)
            if (sender, happened.command) in answered:
                note_doubled(slug, happened.version, f"command {happened.command}")
            answered[sender, happened.command] = happened
        if since is not None and happened.version > since:
            news.append(News.of(happened, game))
    # The version that was asked for, should its rows be missing: then what was told is lost.
    return Loaded(replace(game, version=version), answered, tuple(news))


def beginning(slug: str) -> tuple[LiveGame, int]:
    """A game before anything happened to it, with those who sit there now, and its version.

    If they have changed sides since, each sits where they sat at first.

    One query. Raises `NoSuchGame`.
    """
    return _begun(_BEGINNINGS([slug]))


def _begun(rows: Sequence[Row]) -> tuple[LiveGame, int]:
    seats, values = _seats(rows)
    row = models.Game.from_db(connection.alias, [field.attname for field in _GAME], values)
    game = LiveGame(
        id=row.pk,
        slug=row.slug,
        version=0,
        state=mnk.GameState.start(row.variant, row.control, row.terms.opening),
        move_times=(),
        seats=seats,
        watching=row.watching,
        terms=row.terms,
        series=row.series,
    )
    # In the same row as the version, so of the same moment as the seats.
    return (game.with_sides_swapped() if row.swapped else game), row.version


def fold(game: LiveGame, until: int) -> Iterator[tuple[LiveGame, Happened, LiveGame]]:
    """What happened to a game from its beginning up to a version, with the game before and after.

    Two queries. A move at a ply or on a square that has one already is noted and skipped.
    """
    return _folded(game, until, _rows([game.id])[game.id])


def _folded(
    game: LiveGame, until: int, rows: "_Rows"
) -> Iterator[tuple[LiveGame, Happened, LiveGame]]:
    for happened in _happened(game, until, rows):
        if isinstance(happened.fact, facts.Played) and is_doubled(game, happened.fact):
            note_doubled(game.slug, happened.version, f"ply {happened.fact.ply}")
            continue
        if isinstance(happened.fact, facts.Played) and game.state.in_opening:
            happened = replace(happened, by=game.state.side_to_move)  # noqa: PLW2901
        before, game = game, game.after(happened)
        yield before, happened, game


class _Rows(NamedTuple):
    """What is kept of what happened to a game."""

    moves: Sequence[Row]
    facts: Sequence[Row]


def _rows(ids: Collection[int]) -> dict[int, _Rows]:
    """The rows of games, by their ids: two queries."""
    moves, others = _by(-1, _MOVES(ids)), _by(-1, _FACTS(ids))
    return {id: _Rows(moves[id], others[id]) for id in ids}


def _by(column: int, rows: Iterable[Row]) -> Mapping[Any, list[Row]]:
    """Rows by what a column of theirs says."""
    found: dict[Any, list[Row]] = defaultdict(list)
    for row in rows:
        found[row[column]].append(row)
    return found


def _happened(game: LiveGame, until: int, rows: _Rows) -> Iterable[Happened]:
    side_of_ply = game.state.variant.line_rule.side_of_ply
    # The version was read first: should a move have landed since, this is the game as it was
    # before, and the move's own message follows.
    happened = [
        # Whose move it was need not be kept: the line rule says who moves at which ply. In an
        # opening the game itself says it.
        Happened(version, at_ms, facts.Played(ply, square), side_of_ply(ply), command)
        for version, at_ms, ply, square, command, _ in rows.moves
        if version <= until
    ]
    happened += [
        Happened(
            version,
            at_ms,
            facts.decode(text),
            None if side is None else mnk.Side(side),
            command,
            digest,
        )
        for version, at_ms, text, side, command, digest, _ in rows.facts
        if version <= until
    ]
    return sorted(happened, key=lambda each: each.version)


def is_doubled(game: LiveGame, move: facts.Played) -> bool:
    """Whether a game has another move at that ply, or a stone on that square."""
    state = game.state
    square = mnk.square_of(move.square, state.variant)
    return move.ply != state.ply or state.position.stone(square) is not None


def note_doubled(slug: str, version: int, what: str) -> None:
    """Tell the operator that something was found twice: that must never happen."""
    metrics.moves_doubled.inc()
    log.error("move_doubled game=%s version=%d what=%r", slug, version, what)


def horizon(loaded: Loaded, *, now: int) -> int:
    """The version up to which spectators may see a game that was read with all its news."""
    game = loaded.game
    moments = [news.moment for news in loaded.news]
    count = shown_of(moments, game.watching.delay, now=now, is_over=game.state.is_over)
    shown = moments[count - 1].version if count else 0
    return max(shown, game.terms.opening.says.given)  # what lies from the beginning is no secret


def seats_now(game_id: int) -> tuple[mnk.BySide[LiveSeat], bool]:
    """A game's seats as they are now, and whether its players have changed sides: one query.

    Raises `NoSuchGame`.
    """
    seats, (swapped,) = _seats(_SEATS_NOW(game_id))
    return seats, swapped


def _seats(rows: Sequence[Row]) -> tuple[mnk.BySide[LiveSeat], Row]:
    """A game's seats, and what was read with them of the game's own row. Raises `NoSuchGame`."""
    if not rows:
        raise NoSuchGame
    count = len(_SEAT)
    return _by_side({row[0]: _seat(*row[:count]) for row in rows}), rows[0][count:]


def _seat(
    side: int,
    key: str,
    aggressiveness: float | None,
    seed: int,
    rating: int | None,
    provisional: bool,
    kept_for: int | None,
    player_id: int | None,
    *who: Any,
) -> LiveSeat:
    """A seat from the values of `_SEAT`."""
    holder = None if player_id is None else facts.Holder(player_id, *who)
    standing = None if rating is None else ShownRating(rating, provisional)
    return LiveSeat(key, holder, aggressiveness, seed, standing, kept_for)


def seats_of(rows: Iterable[models.Seat]) -> mnk.BySide[LiveSeat]:
    """Who sits where, from a game's two seats, whose players have been read with them."""
    return _by_side({row.side: _seat(*_values(row)) for row in rows})


def _values(row: models.Seat) -> Iterator[Any]:
    """A seat's values of `_SEAT`."""
    for name in _SEAT:
        value: Any = row
        for part in name.split("__"):
            value = None if value is None else getattr(value, part)
        yield value


def _by_side(seats: Mapping[int, LiveSeat]) -> mnk.BySide[LiveSeat]:
    return mnk.BySide(seats[mnk.Side.BLACK], seats[mnk.Side.WHITE])
