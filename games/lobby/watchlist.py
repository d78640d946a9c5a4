"""The live games that everybody may watch, read again and again at little cost; what is on TV.

Reading writes nothing: the reader decides what a channel is to show, and `tune` keeps it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

import msgspec

from games import mnk
from games.lobby import alive, channels, seeks
from games.mnk import Family
from games.play import history, models, protocol, wire
from games.play.clock import now_ms
from games.players import bots
from games.prepared import Prepared

LOBBY_OPEN = 50
"""Games with an open seat that are listed at once."""
MOST = 100
"""Games being played that are listed at once."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A game being played, as it was last read."""

    id: int
    version: int
    changed_ms: int
    people: int
    rating: int
    rung: int
    game: protocol.LobbyGame

    def candidate(self, spectators: int) -> channels.Candidate:
        return channels.Candidate(
            id=self.id,
            family=self.game.family,
            people=self.people,
            rating=self.rating,
            rung=self.rung,
            changed_ms=self.changed_ms,
            spectators=spectators,
        )


class Switch(NamedTuple):
    """A channel switches to another game."""

    before: int | None
    """The game kept as being on; None if there was none."""
    id: int


Switches: TypeAlias = Mapping[Family, Switch]
"""What is on TV but not kept yet."""


_NONE: Switches = {}
_NOBODY: alive.AtBoard = {}


@dataclass(frozen=True, slots=True)
class Reading:
    """What can be watched, and joined, at one moment."""

    open: tuple[protocol.LobbyGame, ...]
    live: tuple[Listed, ...]
    playing: int
    """How many games are alive; the list may not have room for all of them."""
    tv: tuple[protocol.Channel, ...]
    switches: Switches
    """To be kept by `tune`, and passed to the next reading."""


class _Row(NamedTuple):
    """What is read about every game every time."""

    id: int
    version: int
    ply: int
    last_square: int | None
    changed_ms: int


_ON_TV = Prepared(lambda: models.TvChannel.objects.values_list("family", "game_id"))


def read(
    held: Sequence[Listed],
    spectators: Mapping[str, int],
    at: int,
    switches: Switches = _NONE,
    at_board: alive.AtBoard = _NOBODY,
) -> Reading:
    """What can be watched at a moment (ms since 1970 UTC), given what was last read.

    Games stay in their places; `switches`, from the last reading, are on even if they are not
    kept. If nothing happened this takes six queries, whatever the number of games; records are
    read only for games that went on by more than a move.
    """
    # Before the games being played: one whose seat is taken meanwhile is in both, not in neither.
    open = open_games()
    known = {listed.id: listed for listed in held}
    rows = _rows(at, at_board)
    live = _listed(_arranged(rows, [listed.id for listed in held], at), known)
    candidates = [
        listed.candidate(spectators.get(listed.game.game, 0))
        for listed in live
        if listed.game.moves is not None
    ]
    kept = {Family(family): game for family, game in _ON_TV()}
    shown = {
        family: switch.id
        for family, switch in switches.items()
        if kept.get(family) == switch.before  # else another process has decided meanwhile
    }
    tv = channels.tuned(kept | shown, candidates, now=at)
    slugs = {listed.id: listed.game.game for listed in live}
    return Reading(
        open=open,
        live=live,
        playing=len(rows),
        tv=tuple(
            protocol.Channel(family, slugs[tv[family]])
            for family in Family
            if tv.get(family) in slugs
        ),
        switches={
            family: Switch(kept.get(family), id)
            for family, id in tv.items()
            if kept.get(family) != id
        },
    )


_LIVELY = Prepared(
    lambda at: (
        models.Game.objects.live().filter(alive.moved_lately(at)).values_list(*_Row._fields)[:MOST]
    )
)
_ATTENDED = Prepared(
    lambda slugs: models.Game.objects.live().filter(slug__in=slugs).values_list(*_Row._fields)
)
_UNSEEN = Prepared(
    lambda at: models.Game.objects.ended_unseen(at).values_list(*_Row._fields)[:MOST]
)


def _rows(at: int, at_board: alive.AtBoard) -> dict[int, _Row]:
    """The games that are alive."""
    # A late game goes on for those who watch it until they have been shown its end.
    found = (*_LIVELY(at), *_ATTENDED(alive.attended(at_board)), *_UNSEEN(at))
    return {row[0]: _Row(*row) for row in found}


def _arranged(rows: Mapping[int, _Row], order: Sequence[int], at: int) -> list[_Row]:
    """The rows that are listed: new ones, those listed before, and finally the quiet ones."""
    lively = {id: row for id, row in rows.items() if channels.is_lively(row.changed_ms, at)}
    stay = [lively[id] for id in order if id in lively][:MOST]
    stood = set(order)
    new = [row for id, row in lively.items() if id not in stood][: MOST - len(stay)]
    quiet = [row for id, row in rows.items() if id not in lively]
    return [*new, *stay, *quiet][:MOST]


def _listed(rows: Sequence[_Row], known: Mapping[int, Listed]) -> tuple[Listed, ...]:
    steps = {row.id: _step(known[row.id], row) for row in rows if row.id in known}
    strange = [row for row in rows if steps.get(row.id) is None]
    found = _found(strange, known) if strange else {}
    listed = (steps.get(row.id) or found.get(row.id) for row in rows)
    return tuple(each for each in listed if each is not None)


def _step(listed: Listed, row: _Row) -> Listed | None:
    """A listed game as its row says it is now; None if its record must be read."""
    if row.version == listed.version:
        return listed
    changed = replace(listed, version=row.version, changed_ms=row.changed_ms)
    moves = listed.game.moves
    if moves is None:
        return changed
    events, played = row.version - listed.version, row.ply - len(moves)
    if events == 1 and played == 0:
        return changed
    # A takeback takes back at least one move: it cannot be one of two events that add one.
    if events <= 2 and played == 1 and row.last_square is not None:
        record = (*moves, row.last_square)
        return replace(
            changed, game=msgspec.structs.replace(listed.game, ply=row.ply, moves=record)
        )
    return None


def _found(rows: Sequence[_Row], known: Mapping[int, Listed]) -> dict[int, Listed]:
    """Games whose record must be read, and everything else about those that are new."""
    records = _records({row.id: row.version for row in rows})
    new = [row.id for row in rows if row.id not in known]
    stored = models.games_with_seats(new)
    found = {}
    for row in rows:
        moves = records.get(row.id, ())
        if row.id in known:
            old = known[row.id]
            game = msgspec.structs.replace(old.game, ply=len(moves), moves=moves)
            found[row.id] = replace(old, version=row.version, changed_ms=row.changed_ms, game=game)
        elif row.id in stored:
            game = lobby_game(stored[row.id], moves)
            seats = [seat for seat in (game.seats.black, game.seats.white) if seat]
            levels = [seat.level or "" for seat in seats]
            found[row.id] = Listed(
                id=row.id,
                version=row.version,
                changed_ms=row.changed_ms,
                people=levels.count(""),
                rating=sum(seat.rating or 0 for seat in seats),
                rung=sum(map(bots.rung, levels)),
                game=game,
            )
    return found


_MOVES = Prepared(
    lambda games: (
        models.Move.objects.filter(game__pk__in=games)
        .order_by("game", "ply")
        .values_list("game_id", "square", "version", "taken_back")
    )
)


def _records(versions: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """The squares played in games up to a version of each: what came since is left out."""
    records: dict[int, list[int]] = {}
    for id, square, version, taken_back in _MOVES(versions):
        if version <= versions[id] and (taken_back == 0 or taken_back > versions[id]):
            records.setdefault(id, []).append(square)
    return {id: tuple(squares) for id, squares in records.items()}


def tune(switches: Switches) -> None:
    """Keep what is on TV from now on, except where another process was first."""
    for family, switch in switches.items():
        if switch.before is None:
            models.TvChannel.objects.get_or_create(family=family, defaults={"game_id": switch.id})
        else:
            on = models.TvChannel.objects.filter(family=family, game=switch.before)
            on.update(game=switch.id)


_OPEN = Prepared(lambda at: seeks.open_games(at).order_by("-created_at")[:LOBBY_OPEN])


def open_games() -> tuple[protocol.LobbyGame, ...]:
    """The games with an open seat that anyone may take, newest first: two queries."""
    return tuple(map(lobby_game, models.with_seats(_OPEN(now_ms()))))


def lobby_game(game: models.Game, moves: tuple[int, ...] = ()) -> protocol.LobbyGame:
    """A game for the lobby, with its record if the lobby may know it.

    Its seats and players are prefetched.
    """
    delay = game.watching.delay
    return protocol.LobbyGame(
        game=game.slug,
        variant=wire.variant_part(game.variant),
        seats=wire.seats_part(history.seats_of(game.seats.all())),
        ply=None if delay else len(moves),
        control=wire.control_part(game.control),
        family=mnk.family_of(game.variant),
        moves=None if delay else moves,
        delay=wire.delay_part(delay),
        seek=not game.started and game.seek_until_ms is not None,
        rated=game.rated,
        range=wire.range_part(game.terms.range),
        series=wire.series_part(game.series),
        opening=game.terms.opening,
    )
