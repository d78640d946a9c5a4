"""The rows of steps: written together, and looked for when it is not known what became of them.

Plain statements, many rows each: instances of models would cost half the throughput again. All rows
go in one statement: `executemany` hands the interpreter's lock over at every row in SQLite, and has
PostgreSQL read each anew. PostgreSQL locks them before, in one order (docs/decisions/0002).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from django.db import Error as DatabaseError
from django.db import IntegrityError, connection, transaction

from games.play import facts
from games.play.models import Fact, Game, Move, Seat
from games.play.steps import Taken


class Overtaken(Exception):
    """The game's version in the database is no longer the one the step was taken from."""


_GAMES, _MOVES = Game._meta.db_table, Move._meta.db_table
_CHANGED = {
    "version": "integer",
    "ply": "smallint",
    "last_square": "smallint",
    "started": "boolean",
    "winner": "smallint",
    "termination": "text",
    "changed_ms": "bigint",
    "bot_due": "boolean",
    "due_ms": "bigint",
    "opening_side": "smallint",
}
"""What a step changes in its game's row; each column with its type, for PostgreSQL."""
_STEP = {**_CHANGED, "id": "bigint", "before": "integer"}
"""The same, which game it is, and the version it was taken from."""
_MOVE = {
    "game_id": "bigint",
    "version": "integer",
    "at_ms": "bigint",
    "command": "text",
    "ply": "smallint",
    "square": "smallint",
}


def _unnested(columns: Mapping[str, str], name: str) -> str:
    """Rows whose columns are handed over as arrays."""
    arrays = (f"%s::{type}[]" for type in columns.values())
    return f"unnest({', '.join(arrays)}) AS {name} ({', '.join(columns)})"


_UPDATE_GAMES_SQLITE = f"""
    UPDATE {_GAMES}
    SET {", ".join(f"{column} = step.value ->> {at}" for at, column in enumerate(_CHANGED))}
    FROM json_each(%s) AS step
    WHERE {_GAMES}.id = step.value ->> {len(_CHANGED)}
        AND {_GAMES}.version = step.value ->> {len(_CHANGED) + 1}
"""
_INSERT_MOVES_SQLITE = f"""
    INSERT INTO {_MOVES} ({", ".join(_MOVE)}, taken_back)
    SELECT {", ".join(f"value ->> {at}" for at in range(len(_MOVE)))}, 0 FROM json_each(%s)
"""
_LOCK_GAMES = f"SELECT FROM {_GAMES} WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE"
_UPDATE_GAMES = f"""
    UPDATE {_GAMES} SET {", ".join(f"{column} = step.{column}" for column in _CHANGED)}
    FROM {_unnested(_STEP, "step")}
    WHERE {_GAMES}.id = step.id AND {_GAMES}.version = step.before
"""
_INSERT_MOVES = f"""
    INSERT INTO {_MOVES} ({", ".join(_MOVE)}, taken_back)
    SELECT {", ".join(_MOVE)}, 0 FROM {_unnested(_MOVE, "move")}
"""
_INSERT_FACT = f"""
    INSERT INTO {Fact._meta.db_table} (game_id, version, at_ms, command, side, digest, text)
    VALUES (%s, %s, %s, %s, %s, %s, %s)
"""

_END_SEATS = f"""
    UPDATE {Seat._meta.db_table} SET ended_ms = %s WHERE game_id = %s AND ended_ms IS NULL
"""


def write(batch: Sequence[tuple[Taken, int]]) -> set[int]:
    """Write steps with the versions they were taken from; all that fit are kept on return.

    Returns the places in the batch of those that were overtaken and are not kept. Raises a
    database error when nothing was kept, or when that is not known.
    """
    try:
        try:
            with transaction.atomic():
                if _write_rows(batch):
                    return set()
                raise Overtaken
        except (Overtaken, IntegrityError):
            return _write_one_by_one(batch)
    except DatabaseError:
        connection.close()  # whatever state it is in, the next batch begins with a new one
        raise


def _write_one_by_one(batch: Sequence[tuple[Taken, int]]) -> set[int]:
    overtaken = set()
    with transaction.atomic():
        for at, (taken, version_before) in sorted(enumerate(batch), key=lambda each: _row(each[1])):
            try:
                with transaction.atomic():
                    if not _write_rows([(taken, version_before)]):
                        raise Overtaken
            except (Overtaken, IntegrityError):
                overtaken.add(at)
    return overtaken


def _row(waiting: tuple[Taken, int]) -> int:
    """The key by which rows of games are locked in one order, whichever process writes them.

    Two batches over the same games in opposite orders would each wait for the other.
    """
    return waiting[0].game.id


def _write_rows(batch: Sequence[tuple[Taken, int]]) -> bool:
    """Write rows; false if some game had another version, and the transaction must not stand."""
    games, moves, others, ends = [], [], [], []
    for taken, version_before in sorted(batch, key=_row):
        game, happened, state = taken.game, taken.happened, taken.game.state
        outcome, fact = state.outcome, happened.fact
        games.append(
            (
                game.version,
                state.ply,
                state.moves[-1] if state.moves else None,
                game.is_started,
                None if outcome is None else outcome.winner,
                "" if outcome is None else outcome.termination.value,
                happened.at,
                game.bot_due is not None,
                game.due_ms,
                None if state.opening is None else state.opening.side,
                game.id,
                version_before,
            )
        )
        if outcome is not None:
            ends.append((happened.at, game.id))
        made = game.id, happened.version, happened.at, happened.command
        if isinstance(fact, facts.Played):
            moves.append((*made, fact.ply, fact.square))
        else:
            others.append((*made, happened.by, happened.digest, facts.encode(fact)))
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(_UPDATE_GAMES_SQLITE, [_json(games)])
        else:
            cursor.execute(_LOCK_GAMES, [[taken.game.id for taken, _ in batch]])
            cursor.execute(_UPDATE_GAMES, _columns(games))
        if cursor.rowcount != len(batch):
            return False
        if moves and connection.vendor == "sqlite":
            cursor.execute(_INSERT_MOVES_SQLITE, [_json(moves)])
        elif moves:
            cursor.execute(_INSERT_MOVES, _columns(moves))
        if others:
            cursor.executemany(_INSERT_FACT, others)
        if ends:
            cursor.executemany(_END_SEATS, ends)
    for taken, _ in batch:
        if taken.also is not None:
            taken.also()
    return True


def _columns(rows: Sequence[tuple[object, ...]]) -> list[list[object]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _json(rows: Sequence[tuple[object, ...]]) -> str:
    return msgspec.json.encode(rows).decode()


# --- A transaction that failed ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a batch."""

    kept: frozenset[int]
    """The places of those that were kept."""
    versions: Mapping[int, int]
    """The version each game has, by its row's id."""


def find(batch: Sequence[Taken]) -> Fate:
    """Find out which steps are kept, when nothing can change that any more.

    A connection may break while its commit is under way: what is not there yet might come. So this
    locks the games as the commit has locked them, and waits for the lock, a second at most (then it
    raises a database error, as it does when the database is away).
    """
    games = {taken.game.id for taken in batch}
    made = {taken.happened.version for taken in batch}
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '1s'")
        locked = Game.objects.select_for_update(no_key=True).filter(pk__in=games).order_by("pk")
        versions = dict(locked.values_list("pk", "version"))
        rows: set[tuple[object, ...]] = set(
            Move.objects.filter(game__in=games, version__in=made).values_list(
                "game_id", "version", "at_ms", "command", "square"
            )
        )
        rows.update(
            Fact.objects.filter(game__in=games, version__in=made).values_list(
                "game_id", "version", "at_ms", "command", "text"
            )
        )
    return Fate(frozenset(at for at, taken in enumerate(batch) if _mark(taken) in rows), versions)


def _mark(taken: Taken) -> tuple[object, ...]:
    """What tells the row of a step from that of any other."""
    happened, fact = taken.happened, taken.happened.fact
    what = fact.square if isinstance(fact, facts.Played) else facts.encode(fact)
    return taken.game.id, happened.version, happened.at, happened.command, what
