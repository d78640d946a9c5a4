"""Adding up how games ended, player by player, as they are shelved: a page reads a few rows."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from django.db.models import Q

from games import mnk
from games.players.models import Kind, Player, Score, Streak
from games.review.models import Shelved

Result: TypeAlias = Literal["won", "drawn", "lost"]


class _Sat(NamedTuple):
    """A player in a game that counts."""

    player: int
    family: mnk.Family
    side: mnk.Side
    against_bots: bool
    result: Result


def result_for(side: mnk.Side, winner: int | None) -> Result:
    """How a game ended for a side.

    >>> result_for(mnk.Side.BLACK, 1), result_for(mnk.Side.WHITE, None)
    ('lost', 'drawn')
    """
    return "drawn" if winner is None else "won" if winner == side else "lost"


def add(shelved: Iterable[tuple[Shelved, mnk.Family]]) -> None:
    """Add up games, in this order: five queries. Call it in the transaction that shelves them."""
    games = [(row, family) for row, family in shelved if _counts(row)]
    if not games:
        return
    ids = sorted({player for row, _ in games for player in (row.black_id, row.white_id) if player})
    # Whoever else shelves games of these players waits: what is read here is still so when it is
    # written. Nobody who only refers to the players does (`no_key`): they may sit down meanwhile.
    players = Player.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    bots = {pk for pk, kind in players.values_list("pk", "kind") if kind == Kind.BOT}
    seats = [seat for row, family in games for seat in _seats(row, family, bots)]
    _add_scores(ids, seats)
    _add_streaks(ids, seats)


def count_anew(player: Player) -> None:
    """Add up all the games of a player once more, who has others now: 0.3 s for 100,000 games."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    player.scores.all().delete()
    player.streaks.all().delete()
    rows = Shelved.objects.filter(Q(black=player) | Q(white=player)).select_related("game")
    games = [row for row in rows.order_by("ended_ms", "game") if _counts(row)]
    others = {pk for row in games for pk in (row.black_id, row.white_id)}
    bots = set(Player.objects.filter(pk__in=others, kind=Kind.BOT).values_list("pk", flat=True))
    seats = [
        seat
        for row in games
        for seat in _seats(row, mnk.family_of(row.game.variant), bots)
        if seat.player == player.pk
    ]
    _add_scores([player.pk], seats)
    _add_streaks([player.pk], seats)


def _counts(row: Shelved) -> bool:
    is_whole = row.black_id is not None and row.white_id is not None
    return (
        row.public
        and is_whole
        and row.black_id != row.white_id
        and row.termination != mnk.Termination.ABORT
    )


def _seats(row: Shelved, family: mnk.Family, bots: set[int]) -> Iterator[_Sat]:
    players = mnk.BySide(row.black_id, row.white_id)
    for side in mnk.Side:
        player, other = players[side], players[side.other]
        if player is not None:
            yield _Sat(player, family, side, other in bots, result_for(side, row.winner))


def _add_scores(ids: list[int], seats: Iterable[_Sat]) -> None:
    scores = {
        (row.player_id, mnk.Family(row.family), mnk.Side(row.side), row.against_bots): row
        for row in Score.objects.filter(player__in=ids)
    }
    changed = {}
    for player, family, side, against_bots, result in seats:
        key = (player, family, side, against_bots)
        fresh = Score(player_id=player, family=family, side=side, against_bots=against_bots)
        row = changed[key] = scores.setdefault(key, fresh)
        setattr(row, result, getattr(row, result) + 1)
    Score.objects.bulk_create(
        changed.values(),
        update_conflicts=True,
        unique_fields=["player", "family", "side", "against_bots"],
        update_fields=["won", "drawn", "lost"],
    )


def _add_streaks(ids: list[int], seats: Iterable[_Sat]) -> None:
    games: dict[tuple[int, bool], list[Result]] = defaultdict(list)
    for seat in seats:
        games[seat.player, seat.against_bots].append(seat.result)
    streaks = {
        (row.player_id, row.against_bots): row for row in Streak.objects.filter(player__in=ids)
    }
    for (player, against_bots), results in games.items():
        row = streaks.setdefault(
            (player, against_bots), Streak(player_id=player, against_bots=against_bots)
        )
        for result in results:
            row.now = row.now + 1 if result == "won" else 0
            row.longest = max(row.longest, row.now)
    Streak.objects.bulk_create(
        [streaks[key] for key in games],
        update_conflicts=True,
        unique_fields=["player", "against_bots"],
        update_fields=["now", "longest"],
    )
