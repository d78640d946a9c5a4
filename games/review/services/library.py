"""The library: games that are over are shelved once; then they are searched and explored.

Every game that is over is shelved: whoever looks for a game finds it, if it is public or their own.
The explorer counts the public ones that were played: none that was called off, none that was given
up before both had moved.

Functions here use the database: call them by `Hub.read`.
"""

import logging
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db import IntegrityError, connection, transaction
from django.db.models import Count, F, Q

from games import mnk
from games.play import facts
from games.play.clock import now_ms
from games.play.models import Fact, Game, Move, Seat
from games.play.watching import Visibility
from games.players.identify import Visitor
from games.players.models import Kind, Player
from games.review import findings
from games.review.models import Reached, Shelved
from games.review.wishes import BadWish, Cursor, Result, Wish
from games.say import say

log = logging.getLogger(__name__)

OPENING_PLIES = 3
"""So many moves name a game's opening."""
BOOK_GAMES = 10
"""A move is *book* if so many other games, or more, came to the position after it."""
GAMES_AT_ONCE = 10
"""Games that are shelved in one transaction, at most."""
POSITIONS_AT_ONCE = 400
"""Positions that are: with more of them the batch ends early. Writing it takes about 6 ms."""
PAGE = 20
"""Games a page of search results has."""
SHOWN = 10
"""Games that the explorer names."""
NAMESAKES = 500
"""So many players at most may be meant by part of a name."""

_BY_A_MOVE = (mnk.Termination.LINE, mnk.Termination.FULL_BOARD)


# --- Shelving ------------------------------------------------------------------------------------


class Mark(NamedTuple):
    """A game in the order in which they last changed; those after it are still to be shelved."""

    changed_ms: int
    game_id: int


BEGINNING = Mark(0, 0)


@dataclass(frozen=True, slots=True)
class Batch:
    """What came of shelving some games."""

    count: int
    """Games that this call shelved: others may have done some of them."""
    until: Mark
    """Begin here the next time."""
    is_last: bool
    """Whether there were no more."""


def shelve(after: Mark = BEGINNING, *, most: int = GAMES_AT_ONCE) -> Batch:
    """Shelve the next games that are over and not shelved yet, in one short transaction.

    Any number may do it at once: a game is shelved by one of them, whole.
    """
    over = (
        # Those that are shown late end late, too, for who did not play them.
        Game.objects.exclude(termination="")
        .filter(changed_ms__lte=now_ms() - F("delay_ms"))
        .filter(
            Q(changed_ms__gt=after.changed_ms) | Q(changed_ms=after.changed_ms, pk__gt=after[1]),
            changed_ms__gte=after.changed_ms,
            shelved__isnull=True,
        )
        .order_by("changed_ms", "pk")
    )
    # One more than is taken says whether there are more.
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
    until = Mark(games[-1].changed_ms, games[-1].pk)
    return Batch(_write(_entries(games)), until, is_last)


class _Reached(NamedTuple):
    """A row of `Reached`, in the order of `_COLUMNS`."""

    game_id: int
    ply: int
    key: bytes
    next: int | None
    result: int


_COLUMNS = ("game_id", "ply", "key", "next", "result")
_ROWS_AT_ONCE = 150
"""In one statement: SQLite of old may have 999 values in one."""


@dataclass(frozen=True, slots=True)
class _Entry:
    shelved: Shelved
    reached: list[_Reached]


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
                # A row that was not made by playing may lack what tells it.
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
    if not is_whole or any(square >= variant.squares for square in moves):
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
        public=game.visibility == Visibility.PUBLIC,
    )
    is_played = outcome.termination is not mnk.Termination.ABORT and len(moves) >= mnk.UNTIMED_PLIES
    if not (is_played and shelved.public):
        return _Entry(shelved, [])
    results = _results(outcome)
    return _Entry(
        shelved,
        [
            _Reached(game.pk, ply, key, square, results[ply % 2])
            for ply, (key, square) in enumerate(steps)
        ],
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
    """Keep entries; how many were new. Whatever is wrong with one hinders none of the others."""
    try:
        with transaction.atomic():
            Shelved.objects.bulk_create([entry.shelved for entry in entries])
            _insert([row for entry in entries for row in entry.reached])
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


# --- Searching -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who played a side; the name is empty if nobody ever came."""

    name: str = ""
    is_bot: bool = False
    slug: str = ""
    """Their name in links."""


@dataclass(frozen=True, slots=True)
class Found:
    """A game that was looked for."""

    slug: str
    variant: mnk.Variant
    players: mnk.BySide[Sitter]
    outcome: mnk.Outcome
    ended_ms: int
    moves: tuple[mnk.Square, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the games that were looked for, the last to end first."""

    games: tuple[Found, ...]
    next: Cursor | None
    """Where the next page begins; None if this is the last."""


def search(wish: Wish, visitor: Visitor) -> Page:
    """The games a visitor wishes to see: at most four queries. Raises `BadWish`."""
    shelved = Shelved.objects.all()
    if wish.player:
        players = _players_called(wish.player)
        shelved = shelved.filter(Q(black__in=players) | Q(white__in=players))
    if wish.who is not None:
        shelved = shelved.filter(Q(black=wish.who) | Q(white=wish.who))
    shelved = shelved.filter(_is_of(visitor) if wish.mine else Q(public=True))
    if wish.variant is not None:
        shelved = shelved.filter(variant=mnk.variant_text(wish.variant))
    if wish.position is not None:
        shelved = shelved.filter(_came_to(wish.position))
    match wish.result:
        case "black" | "white" as word:
            shelved = shelved.filter(winner=mnk.Side[word.upper()])
        case "draw":
            shelved = shelved.filter(winner=None)
    if wish.how is not None:
        shelved = shelved.filter(termination=wish.how)
    if wish.how is not mnk.Termination.ABORT or wish.result == "draw":
        shelved = shelved.exclude(termination=mnk.Termination.ABORT)
    bounds = {
        "plies__gte": wish.shortest,
        "plies__lte": wish.longest,
        "ended_ms__gte": wish.since_ms,
        "ended_ms__lt": wish.until_ms,
    }
    shelved = shelved.filter(**{name: to for name, to in bounds.items() if to is not None})
    if wish.after is not None:
        ended_ms, game_id = wish.after
        # The first condition is for the index; the second says where in it.
        shelved = shelved.filter(ended_ms__lte=ended_ms).filter(
            Q(ended_ms__lt=ended_ms) | Q(game_id__lt=game_id)
        )
    # First which, then what is told of them: where all that are found must be sorted, as with a
    # position, nothing else is read of those that are not on this page.
    ordered = shelved.order_by("-ended_ms", "-game_id").values_list("ended_ms", "game_id")
    found = list(map(Cursor._make, ordered[: PAGE + 1]))
    ids = [each.game_id for each in found[:PAGE]]
    rows = Shelved.objects.select_related("game", "black", "white").in_bulk(ids)
    moves = _moves(ids)
    return Page(
        games=tuple(_found(rows[game_id], moves[game_id]) for game_id in ids if game_id in rows),
        next=found[PAGE - 1] if len(found) > PAGE else None,
    )


def _found(row: Shelved, moves: list[mnk.Square]) -> Found:
    outcome = row.game.outcome
    assert outcome is not None, "only games that are over are shelved"
    return Found(
        slug=row.game.slug,
        variant=row.game.variant,
        players=mnk.BySide(row.black, row.white).map(_sitter),
        outcome=outcome,
        ended_ms=row.ended_ms,
        moves=tuple(moves),
    )


def _sitter(player: Player | None) -> Sitter:
    return Sitter() if player is None else Sitter(player.name, player.kind == Kind.BOT, player.slug)


def _moves(games: Collection[int]) -> Mapping[int, list[mnk.Square]]:
    moves: dict[int, list[mnk.Square]] = defaultdict(list)
    for game_id, square in (
        Move.objects.filter(game__in=games, taken_back=0)
        .order_by("game_id", "ply")
        .values_list("game_id", "square")
    ):
        moves[game_id].append(square)
    return moves


def _players_called(text: str) -> list[int]:
    """Who has this in their name, in whatever case. Raises `BadWish` if too many have."""
    # Databases know the case of ASCII alone, some of them; so they are asked for that part of it.
    known = max(re.findall(r"[ -~]+", text), key=len, default="")
    part = text.lower()
    players: list[int] = []
    names = Player.objects.filter(name__icontains=known).values_list("pk", "name")
    for player_id, name in names.iterator():
        if part in name.lower():
            players.append(player_id)
            if len(players) > NAMESAKES:
                raise BadWish(
                    {
                        "player": say(
                            "More than {most} players have “{text}” in their name: "
                            "write more of it.",
                            most=NAMESAKES,
                            text=text,
                        )
                    }
                )
    return players


def _is_of(visitor: Visitor) -> Q:
    mine = Q(pk__in=())
    if visitor.player_id is not None:
        mine |= Q(black=visitor.player_id) | Q(white=visitor.player_id)
    if visitor.keys:
        mine |= Q(pk__in=Seat.objects.filter(key__in=visitor.keys).values("game"))
    return mine


def _came_to(position: mnk.Position) -> Q:
    key = mnk.canonical(position).key
    if _stones(position) == OPENING_PLIES:
        return Q(opening=key)
    return Q(pk__in=Reached.objects.filter(key=key).values("game"))


def _stones(position: mnk.Position) -> int:
    """How many stones there are: of a position of a game, its ply."""
    return sum(position.count(side) for side in mnk.Side)


# --- Exploring -----------------------------------------------------------------------------------


def explore(position: mnk.Position) -> findings.Explored:
    """What was played in a position of its variant, however it was turned: two queries.

    It is the same position with the sides swapped and the other one to move. Moves that the
    position's own symmetries make equal are counted as one, told as the lowest of their squares.
    """
    form = mnk.canonical(position)
    same = mnk.keeping(position)
    counts: dict[int | None, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for square, result, count in (
        Reached.objects.filter(key=form.key)
        .values_list("next", "result")
        .annotate(count=Count("*"))
        .order_by()
    ):
        counts[square][result] += count
    whole: dict[int, int] = defaultdict(int)
    for of_square in counts.values():
        for result, count in of_square.items():
            whole[result] += count
    moves = [
        findings.ExploredMove(
            square=min(moved[form.back(square)] for moved in same), **_tally(of_square)
        )
        for square, of_square in counts.items()
        if square is not None
    ]
    return findings.Explored(
        all=findings.Tally(**_tally(whole)),
        moves=tuple(sorted(moves, key=lambda move: (-move.games, move.square))),
        games=_latest(form.key, _stones(position)) if counts else (),
    )


def _tally(results: Mapping[int, int]) -> dict[str, int]:
    wins, draws, losses = (results.get(result, 0) for result in (1, 0, -1))
    return {"games": wins + draws + losses, "wins": wins, "draws": draws, "losses": losses}


def _latest(key: bytes, ply: int) -> tuple[findings.ExploredGame, ...]:
    """Of the games that came to a position those that were begun last, the last to end first."""
    # By the game's number, not by its end: the index that counts them holds it, so nothing else is
    # read of the thousands that came to a well-known position.
    latest = Reached.objects.filter(key=key).order_by("-game_id").values("game_id")[:SHOWN]
    rows = Shelved.objects.filter(pk__in=latest).values_list(
        "game__slug", "black__name", "white__name", "winner", "ended_ms"
    )
    games = [
        findings.ExploredGame(
            game=slug,
            ply=ply,
            black=black or "",
            white=white or "",
            result=_WORDS[winner],
            ended=ended_ms,
        )
        for slug, black, white, winner, ended_ms in rows
    ]
    return tuple(sorted(games, key=lambda game: (-game.ended, game.game)))


_WORDS: Mapping[int | None, Result] = {0: "black", 1: "white", None: "draw"}


def times_reached(keys: Iterable[bytes], *, besides: int | None = None) -> dict[bytes, int]:
    """How many games came to each position, by `mnk.Canonical.key`: one query.

    `besides` leaves out one game, by its row's number: with it, a move is *book* if the position
    after it was reached at least `BOOK_GAMES` times. Games shelved lately are counted, too.
    """
    wanted = list(dict.fromkeys(keys))
    rows = Reached.objects.filter(key__in=wanted)
    if besides is not None:
        rows = rows.exclude(game_id=besides)
    # A game has another number of stones each time, so it comes to a position once.
    counted = rows.values_list("key").annotate(count=Count("*")).order_by()
    return dict.fromkeys(wanted, 0) | {bytes(key): count for key, count in counted}
