"""Counting a rated game that is over: it changes both ratings, and everybody is told.

It is a step of the game like any other, so it is kept once. The ratings are changed in the same
transaction, each only if no other game has been counted for its player meanwhile.

Functions without `async` read and write the database: call them through `Hub.read`.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from games import mnk
from games.play import commit, errors, facts, live, sql, steps
from games.play.hub import Hub
from games.play.models import Game, Seat
from games.players import glicko, ratings
from games.players.models import PlayerRating, RatingDay
from games.players.ratings import ShownRating

AT_ONCE = 200
"""At most this many games are looked up at once."""


class _Counted(Exception):
    """Somebody else has counted the game."""


@dataclass(frozen=True, slots=True)
class _Player:
    """One of the two, before the game is counted."""

    id: int
    games: int
    """How many have been counted for them."""
    strength: glicko.Rating
    """As it is now."""


def to_be_counted(at: int) -> list[str]:
    """The rated games over by `at` (ms since 1970 UTC) and not counted, the earliest end first."""
    return list(Game.objects.to_be_counted(at).values_list("slug", flat=True)[:AT_ONCE])


async def count(hub: Hub, slug: str, *, at: int) -> bool:
    """Change both ratings by a game that is over; return whether it was counted just now.

    Raises `NoSuchGame`; `Busy` if it goes on, or other games of these players are being counted;
    `NotKept` or `DatabaseAway`.
    """
    async with hub.games.following(slug) as followed:
        family = mnk.family_of(followed.game.state.variant)
        players = await hub.read(_players, followed.game.id, family, at)
        if players.black.id == players.white.id:
            # A guest who played against an account has joined it.
            await hub.read(_leave_uncounted, followed.game.id)
            return False
        try:
            await commit.submit(hub, followed, lambda game: _step(game, players, at), at=at)
        except _Counted:
            return False
    return True


def _players(game_id: int, family: mnk.Family, at: int) -> mnk.BySide[_Player]:
    """Who played a game, as they are before it is counted: two queries."""
    seats = Seat.objects.filter(game=game_id, player__isnull=False)
    ids: dict[int, int] = dict(seats.values_list("side", "player_id"))
    rows = {
        row.player_id: row
        for row in PlayerRating.objects.filter(player__in=ids.values(), family=family)
    }

    def player(side: mnk.Side) -> _Player:
        id = ids[side]
        row = rows.get(id)
        if row is None:
            return _Player(id, 0, glicko.Rating())
        return _Player(id, row.games, ratings.rested(row, at))

    return mnk.BySide(player(mnk.Side.BLACK), player(mnk.Side.WHITE))


def _leave_uncounted(game_id: int) -> None:
    Game.objects.filter(pk=game_id).update(ratings_counted=True)


def _step(game: live.LiveGame, players: mnk.BySide[_Player], at: int) -> steps.Change:
    outcome = game.state.outcome
    if game.ratings is not None:
        raise _Counted
    if outcome is None:
        raise errors.Busy  # this process has not heard of the end yet: it reads the game again
    score = 0.5 if outcome.winner is None else float(outcome.winner is mnk.Side.BLACK)
    black, white = players
    after = mnk.BySide(
        glicko.after(black.strength, [glicko.Result(white.strength, score)]),
        glicko.after(white.strength, [glicko.Result(black.strength, 1.0 - score)]),
    )
    new = mnk.BySide(*(_new(players[side].strength, after[side]) for side in mnk.Side))
    return steps.Change(facts.Rated(new), also=lambda: _keep(game, players, after, at))


def _new(before: glicko.Rating, after: glicko.Rating) -> facts.NewRating:
    old, new = ShownRating.of(before), ShownRating.of(after)
    return facts.NewRating(new.rating, new.rating - old.rating, new.provisional)


def _keep(
    game: live.LiveGame,
    players: mnk.BySide[_Player],
    after: mnk.BySide[glicko.Rating],
    at: int,
) -> None:
    """Write both; raises `Overtaken` if another game has been counted for one of them since.

    Or if a guest among them has joined an account.
    """
    family = mnk.family_of(game.state.variant)
    ids = [players.black.id, players.white.id]
    if Seat.objects.filter(game=game.id, player__in=ids).count() != len(ids):
        raise sql.Overtaken
    Game.objects.filter(pk=game.id).update(ratings_counted=True)
    # In one order, so that two processes with games of the same two do not deadlock.
    for side in sorted(mnk.Side, key=lambda side: players[side].id):
        player, found = players[side], after[side]
        row = PlayerRating(
            player_id=player.id, family=family, games=player.games + 1, counted_ms=at
        )
        row.strength = found
        if player.games == 0:
            row.save(force_insert=True)
            continue
        changed = PlayerRating.objects.filter(
            player=player.id, family=family, games=player.games
        ).update(
            rating=row.rating,
            deviation=row.deviation,
            volatility=row.volatility,
            games=row.games,
            counted_ms=at,
        )
        if not changed:
            raise sql.Overtaken
    _note_day(family, players, after, at)


def _note_day(
    family: mnk.Family,
    players: mnk.BySide[_Player],
    after: mnk.BySide[glicko.Rating],
    at: int,
) -> None:
    """Keep what the day has made of both; nobody else does meanwhile: their ratings are ours."""
    date = datetime.fromtimestamp(at / 1000, UTC).date()
    days = {
        row.player_id: row
        for row in RatingDay.objects.filter(
            player__in=[player.id for player in players], family=family, date=date
        )
    }
    for player, strength in zip(players, after, strict=True):
        rating = ShownRating.of(strength).rating
        day = days.get(player.id) or RatingDay(
            player_id=player.id, family=family, date=date, highest=rating
        )
        day.rating, day.highest = rating, max(day.highest, rating)
        day.save()
