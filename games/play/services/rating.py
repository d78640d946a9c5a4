"""Counting a rated game that is over: it changes both ratings, and everybody is told.

It is a step of the game like any other, so it is kept once. The ratings are changed in the same
transaction, each only if no other game has been counted for its player meanwhile. What a game makes
of two ratings is said in `games.players.ratings`; `recomputing` takes the same steps again.

Functions without `async` read and write the database: call them through `Hub.read`.
"""

from dataclasses import dataclass

from django.db import connection

from games import mnk
from games.play import commit, errors, facts, live, sql, steps
from games.play.hub import Hub
from games.play.models import Game, Seat
from games.players import ratings
from games.players.models import Kind, Player, PlayerRating, RatingDay
from games.players.ratings import ShownRating, Tally

AT_ONCE = 200
"""At most this many games are looked up at once."""


class _Counted(Exception):
    """Somebody else has counted the game."""


@dataclass(frozen=True, slots=True)
class _Player:
    """One of the two, before the game is counted."""

    id: int
    tally: Tally


def to_be_counted(at: int) -> list[str]:
    """The rated games over by `at` (ms since 1970 UTC) and not counted, the earliest end first."""
    return list(Game.objects.to_be_counted(at).values_list("slug", flat=True)[:AT_ONCE])


def uncounted_of(player_id: int) -> list[str]:
    """A player's rated games that are over and not counted, the earliest end first."""
    games = Game.objects.uncounted().filter(seats__player=player_id)
    return list(games.values_list("slug", flat=True))


async def count(hub: Hub, slug: str, *, at: int) -> bool:
    """Change both ratings by a game that is over; return whether it was counted just now.

    A game stays uncounted if one person has become both of its players, or if one of them has
    deleted their account. Raises `NoSuchGame`; `Busy` if it goes on, or other games of these
    players are being counted; `NotKept` or `DatabaseAway`.
    """
    async with hub.games.following(slug) as followed:
        family = mnk.family_of(followed.game.state.variant)
        players = await hub.read(_players, followed.game.id, family)
        if players is None:
            await hub.read(_leave_uncounted, followed.game.id)
            return False
        try:
            await commit.submit(hub, followed, lambda game: _step(game, players, at), at=at)
        except _Counted:
            return False
    return True


def _players(game_id: int, family: mnk.Family) -> mnk.BySide[_Player] | None:
    """Who played a game, as they are before it is counted; None if it counts for nobody.

    A guest who has joined an account is that account. Two queries.
    """
    seats = Seat.objects.filter(game=game_id, player__isnull=False).select_related("player")
    holders = {seat.side: seat.player for seat in seats if seat.player is not None}
    ids = {side: player.joined_to_id or player.pk for side, player in holders.items()}
    if len({*ids.values()}) < len(mnk.Side) or any(map(_has_left, holders.values())):
        return None
    rows = {
        row.player_id: row
        for row in PlayerRating.objects.filter(player__in=ids.values(), family=family)
    }

    def player(side: mnk.Side) -> _Player:
        row = rows.get(ids[side])
        if row is None:
            return _Player(ids[side], ratings.NEWCOMER)
        return _Player(ids[side], Tally(row.strength, row.games, row.counted_ms))

    return mnk.BySide(*map(player, mnk.Side))


def _has_left(player: Player) -> bool:
    return player.kind == Kind.ACCOUNT and player.user_id is None


def _leave_uncounted(game_id: int) -> None:
    Game.objects.filter(pk=game_id).update(ratings_counted=True)


def _step(game: live.LiveGame, players: mnk.BySide[_Player], at: int) -> steps.Change:
    outcome = game.state.outcome
    if game.ratings is not None:
        raise _Counted
    if outcome is None:
        raise errors.Busy  # this process has not heard of the end yet: it reads the game again
    after = ratings.after_game(players.map(lambda player: player.tally), black_score(outcome), at)
    new = mnk.BySide(*(_new(players[side].tally, after[side]) for side in mnk.Side))
    return steps.Change(facts.Rated(new), also=lambda: _keep(game, players, after))


def black_score(outcome: mnk.Outcome) -> float:
    """How a game ended for Black: 1 for a win, 0.5 for a draw, 0 for a loss."""
    return 0.5 if outcome.winner is None else float(outcome.winner is mnk.Side.BLACK)


def _new(before: Tally, after: Tally) -> facts.NewRating:
    old, new = ShownRating.of(before.strength), ShownRating.of(after.strength)
    return facts.NewRating(new.rating, new.rating - old.rating, new.provisional)


def _keep(game: live.LiveGame, players: mnk.BySide[_Player], after: mnk.BySide[Tally]) -> None:
    """Write both; raises `Overtaken` if another game has been counted for one of them since.

    Or if one of them has joined an account, or deleted theirs.
    """
    family = mnk.family_of(game.state.variant)
    _hold(players)
    Game.objects.filter(pk=game.id).update(ratings_counted=True)
    # In one order, so that two processes with games of the same two do not deadlock.
    for side in sorted(mnk.Side, key=lambda side: players[side].id):
        before, found = players[side].tally, after[side]
        row = PlayerRating(
            player_id=players[side].id,
            family=family,
            games=found.games,
            counted_ms=found.counted_ms,
        )
        row.strength = found.strength
        if before.games == 0:
            row.save(force_insert=True)
            continue
        # The rating as well: it may have been mended meanwhile (`recomputing`).
        changed = PlayerRating.objects.filter(
            player=players[side].id,
            family=family,
            games=before.games,
            rating=before.strength.rating,
        ).update(
            rating=row.rating,
            deviation=row.deviation,
            volatility=row.volatility,
            games=row.games,
            counted_ms=row.counted_ms,
        )
        if not changed:
            raise sql.Overtaken
    _note_day(family, players, after)


_HOLD = f"""
    SELECT COUNT(*) FROM (
        SELECT joined_to_id, kind, user_id FROM {Player._meta.db_table} WHERE id IN (%s, %s) {{}}
    ) AS held
    WHERE joined_to_id IS NULL AND (kind <> '{Kind.ACCOUNT.value}' OR user_id IS NOT NULL)
"""


def _hold(players: mnk.BySide[_Player]) -> None:
    """Have none of the two join an account, or leave, until this is kept.

    Raises `Overtaken` if one has, or is about to. Nobody is waited for: what waits here are all
    moves of this process.
    """
    lock = "FOR KEY SHARE SKIP LOCKED" if connection.features.has_select_for_update else ""
    with connection.cursor() as cursor:
        cursor.execute(_HOLD.format(lock), [players.black.id, players.white.id])
        if cursor.fetchone() != (len(mnk.Side),):
            raise sql.Overtaken


def _note_day(family: mnk.Family, players: mnk.BySide[_Player], after: mnk.BySide[Tally]) -> None:
    """Keep what the day has made of both; nobody else does meanwhile: their ratings are ours."""
    days = {
        row.player_id: row
        for row in RatingDay.objects.filter(
            player__in=[player.id for player in players],
            family=family,
            date=ratings.date_of(after.black.counted_ms),
        )
    }
    for player, counted in zip(players, after, strict=True):
        row = days.get(player.id)
        before = None if row is None else ratings.Day(row.date, row.rating, row.highest)
        day = ratings.day_after(before, counted)
        row = row or RatingDay(player_id=player.id, family=family, date=day.date)
        row.rating, row.highest = day.rating, day.highest
        row.save()
