"""Games that are over are shelved once: how they ended, and the positions they reached.

Every game that is over is shelved, so that anyone who looks for a game finds it, if it is public or
their own. The explorer counts the public ones that were played: none that were called off, and none
that were given up before both had moved.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db import IntegrityError, connection, transaction
from django.db.models import Count, F, Q

from games import mnk
from games.library import tallies
from games.play import facts
from games.play.clock import now_ms
from games.play.models import Fact, Game, Move, Seat
from games.play.watching import Visibility
from games.players.models import Player
from games.review.models import Reached, Shelved

log = logging.getLogger(__name__)

OPENING_PLIES = 3
"""This many moves name a game's opening."""
BOOK_GAMES = 10
"""A move is *book* if this many other games, or more, reached the position after it."""
GAMES_AT_ONCE = 10
"""Games that are shelved in one transaction, at most."""
POSITIONS_AT_ONCE = 400
"""Positions that are: with more, the batch ends early. Writing it takes about 6 ms."""

_BY_A_MOVE = (mnk.Termination.LINE, mnk.Termination.FULL_BOARD)


class Bookmark(NamedTuple):
    """A game in the order in which they last changed; those after it are still to be shelved."""

    changed_ms: int
    game_id: int


BEGINNING = Bookmark(0, 0)


@dataclass(frozen=True, slots=True)
class Batch:
    """The result of shelving some games."""

    count: int
    """Games that this call shelved: other processes may have shelved some."""
    until: Bookmark
    """Begin here the next time."""
    is_last: bool
    """Whether there were no more."""


def shelve(after: Bookmark = BEGINNING, *, most: int = GAMES_AT_ONCE) -> Batch:
    """Shelve the next games that are over and not shelved yet, in one short transaction.

    Any number of processes may do it at once: each game is shelved whole by one of them.
    """
    over = (
        # For people who did not play them, games that are shown late also end late.
        Game.objects.exclude(termination="")
        .filter(changed_ms__lte=now_ms() - F("delay_ms"))
        .filter(
            Q(changed_ms__gt=after.changed_ms) | Q(changed_ms=after.changed_ms, pk__gt=after[1]),
            changed_ms__gte=after.changed_ms,
            shelved__isnull=True,
        )
        .order_by("changed_ms", "pk")
    )
    # One more than is taken, to know whether there are more.
    games = list(over[: most + 1])
    is_last = len(games) <= most
    games = games[:most]
    room = 0
    for at, game in enumerate(games):
        room += game.ply + 1
        if at and room > POSITIONS_AT_ONCE:
            games, is_last = games[:at], False
            break
    if not games:
        return Batch(0, after, is_last=True)
    until = Bookmark(games[-1].changed_ms, games[-1].pk)
    return Batch(_write(_entries(games)), until, is_last)


def shelve_anew(game: Game) -> None:
    """Have a game found, counted and explored as its row says now, if it is shelved.

    Call it in the transaction that removes the game from public lists, or puts it back.
    """
    if not Shelved.objects.filter(pk=game.pk).exists():
        return
    (entry,) = _entries([game])
    Reached.objects.filter(game=game).delete()
    Shelved.objects.filter(pk=game.pk).update(public=entry.shelved.public)
    _insert(entry.reached)
    people = {entry.shelved.black_id, entry.shelved.white_id} - {None}
    for player in Player.objects.filter(pk__in=people).order_by("pk"):
        tallies.count_anew(player)


class _Reached(NamedTuple):
    """A row of `Reached`, in the order of `_COLUMNS`."""

    game_id: int
    ply: int
    key: bytes
    next: int | None
    result: int


_COLUMNS = ("game_id", "ply", "key", "next", "result")
_ROWS_AT_ONCE = 150
"""In one statement: old versions of SQLite allow 999 values."""


@dataclass(frozen=True, slots=True)
class _Entry:
    shelved: Shelved
    reached: list[_Reached]
    family: mnk.Family


def _entries(games: Sequence[Game]) -> list[_Entry]:
    """The rows of games: three queries."""
    played: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for game_id, *move in (
        Move.objects.filter(game__in=games, taken_back=0)
        .order_by("game_id", "ply")
        .values_list("game_id", "ply", "square", "at_ms")
    ):
        ply, square, at_ms = move
        played[game_id].append((ply, square, at_ms))
    seats = {
        (game_id, side): player_id
        for game_id, side, player_id in Seat.objects.filter(game__in=games).values_list(
            "game_id", "side", "player_id"
        )
    }
    ends = {
        game_id: at_ms
        for game_id, text, at_ms in Fact.objects.filter(
            game__in=[game for game in games if game.termination not in _BY_A_MOVE]
        ).values_list("game_id", "text", "at_ms")
        if isinstance(facts.decode(text), facts.Ended)
    }
    entries = []
    for game in games:
        moves = played[game.pk]
        ended = moves[-1][2] if moves and game.termination in _BY_A_MOVE else ends.get(game.pk, 0)
        entries.append(
            _entry(
                game,
                tuple(square for _, square, _ in moves),
                is_whole=[ply for ply, _, _ in moves] == list(range(game.ply)),
                # A row that was not made by playing may lack what tells its end.
                ended_ms=ended or game.changed_ms or int(game.created_at.timestamp() * 1000),
                players=mnk.BySide(seats.get((game.pk, 0)), seats.get((game.pk, 1))),
            )
        )
    return entries


def _entry(
    game: Game,
    moves: tuple[mnk.Square, ...],
    *,
    is_whole: bool,
    ended_ms: int,
    players: mnk.BySide[int | None],
) -> _Entry:
    variant, outcome = game.variant, game.outcome
    assert outcome is not None, "only games that are over are shelved"
    if not is_whole or any(move >= variant.moves for move in moves):
        log.error("game_not_whole game=%s", game.slug)
        moves = ()
    steps = list(mnk.canonical_steps(variant, moves))
    shelved = Shelved(
        game_id=game.pk,
        ended_ms=ended_ms,
        plies=game.ply,
        variant=mnk.variant_text(variant),
        winner=outcome.winner,
        termination=outcome.termination,
        opening=steps[min(OPENING_PLIES, len(moves))][0],
        black_id=players.black,
        white_id=players.white,
        public=game.visibility == Visibility.PUBLIC and game.removed_ms is None,
    )
    given = game.terms.opening.says.given
    is_played = (
        outcome.termination is not mnk.Termination.ABORT and len(moves) >= given + mnk.UNTIMED_PLIES
    )
    if not (is_played and shelved.public):
        return _Entry(shelved, [], mnk.family_of(variant))
    results = _results(outcome)
    return _Entry(
        shelved,
        [
            _Reached(game.pk, ply, key, square, results[variant.line_rule.side_of_ply(ply)])
            for ply, (key, square) in enumerate(steps)
            if ply >= given  # nobody has played what was given
        ],
        mnk.family_of(variant),
    )


def _results(outcome: mnk.Outcome) -> tuple[int, int]:
    """Of a game, for black and for white."""
    match outcome.winner:
        case mnk.Side.BLACK:
            return 1, -1
        case mnk.Side.WHITE:
            return -1, 1
        case None:
            return 0, 0


def _write(entries: Sequence[_Entry]) -> int:
    """Keep entries; returns how many were new. A fault in one does not affect the others."""
    try:
        with transaction.atomic():
            Shelved.objects.bulk_create([entry.shelved for entry in entries])
            _insert([row for entry in entries for row in entry.reached])
            tallies.add([(entry.shelved, entry.family) for entry in entries])
            # Whoever removes a game now waits for this transaction; who was quicker is seen here.
            for game in Game.objects.filter(
                pk__in=[entry.shelved.pk for entry in entries if entry.shelved.public]
            ).exclude(removed_ms=None):
                shelve_anew(game)
    except IntegrityError as error:  # somebody else has shelved some of them just now
        if len(entries) > 1:
            return sum(_write([entry]) for entry in entries)
        (entry,) = entries
        if not Shelved.objects.filter(pk=entry.shelved.pk).exists():
            log.error("game_not_shelved game_id=%d error=%r", entry.shelved.pk, error)
        return 0
    return len(entries)


def _insert(rows: Sequence[_Reached]) -> None:
    # Plain statements: with `bulk_create` half of the time of shelving went into making them, and
    # this thread is one of a server in which games are played.
    columns = ", ".join(f'"{column}"' for column in _COLUMNS)
    holes = ", ".join(["%s"] * len(_COLUMNS))
    with connection.cursor() as cursor:
        for first in range(0, len(rows), _ROWS_AT_ONCE):
            some = rows[first : first + _ROWS_AT_ONCE]
            cursor.execute(
                f"INSERT INTO {Reached._meta.db_table} ({columns}) "
                f"VALUES {', '.join([f'({holes})'] * len(some))}",
                [value for row in some for value in row],
            )


def stones_on(position: mnk.Position) -> int:
    """How many stones there are: for a position of a game, its ply."""
    return sum(position.count(side) for side in mnk.Side)


def times_reached(keys: Iterable[bytes], *, besides: int | None = None) -> dict[bytes, int]:
    """How many games reached each position, by `mnk.Canonical.key`: one query.

    `besides` leaves out one game, by its row's number: with it, a move is *book* if the position
    after it was reached at least `BOOK_GAMES` times. Games shelved lately are counted, too.
    """
    wanted = list(dict.fromkeys(keys))
    rows = Reached.objects.filter(key__in=wanted)
    if besides is not None:
        rows = rows.exclude(game_id=besides)
    # A game has a different number of stones each time, so it reaches a position once.
    counted = rows.values_list("key").annotate(count=Count("*")).order_by()
    return dict.fromkeys(wanted, 0) | {bytes(key): count for key, count in counted}
