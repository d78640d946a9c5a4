"""The leaderboard: the best on each kind of board, the visitor among them, and the bots."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import mnk
from games.library import botratings
from games.pages.figures import signed
from games.play.clock import now_ms
from games.play.hub import current
from games.players import leaderboard as boards
from games.players.identify import player_of
from games.players.models import LEAST_GAMES, Kind, Player
from games.players.ratings import ShownRating
from games.say import count, later, say

USUAL = mnk.Family.GOMOKU
"""The boards shown to whoever has no rated games, and names none."""
UNKNOWN = later("There are no boards of that name. Choose from these.")


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody's row."""

    rank: int | None
    slug: str
    name: str
    rating: ShownRating
    change: str
    """In the last days; empty without a rating then."""
    games: int
    kind: str
    is_me: bool = False


@never_cache
@require_safe
async def leaderboard(request: HttpRequest) -> HttpResponse:
    """The best on the boards that `?family=` names, else on the visitor's own."""
    hub, at = current(), now_ms()
    player = await player_of(request.session)
    word = request.GET.get("family", "")
    family = next((each for each in mnk.Family if each.value == word), None)
    is_unknown = bool(word) and family is None
    if family is None and player is not None:
        family = await hub.read(boards.family_of_most_games, player.pk)
    family = family or USUAL
    best = await hub.read(boards.best, family, at)
    mine = None if player is None else await hub.read(boards.standing, player.pk, family, at)
    rows = [_row(each, player) for each in best]
    context = {
        "family": family,
        "families": list(mnk.Family),
        "sentence": say(UNKNOWN) if is_unknown else "",
        "rows": rows,
        "mine": _mine(mine, player, rows),
        "why": _why_not(mine, player),
        "guest": player is not None and player.kind == Kind.GUEST and mine is not None,
        "least": LEAST_GAMES,
        "days": boards.LATELY.days,
        "bots": await hub.read(botratings.measured, family),
        "bot_days": botratings.WITHIN.days,
    }
    return render(request, "leaderboard.html", context, status=404 if is_unknown else 200)


def _row(ranked: boards.Ranked, player: Player | None) -> Row:
    return Row(
        ranked.rank,
        ranked.slug,
        ranked.name,
        ShownRating(ranked.rating, provisional=False),
        _change(ranked.change),
        ranked.games,
        Kind.ACCOUNT,
        is_me=player is not None and player.slug == ranked.slug,
    )


def _mine(mine: boards.Standing | None, player: Player | None, rows: list[Row]) -> Row | None:
    """The visitor's row, where it is not among the others."""
    if mine is None or player is None or any(row.is_me for row in rows):
        return None
    change = _change(mine.change)
    return Row(
        mine.rank, player.slug, player.name, mine.rating, change, mine.games, player.kind, True
    )


def _change(change: int | None) -> str:
    return "" if change is None else signed(change)


def _why_not(mine: boards.Standing | None, player: Player | None) -> str:
    """Why somebody with an account and a rating is not listed, and what to do about it."""
    if mine is None or mine.rank is not None or player is None or player.kind != Kind.ACCOUNT:
        return ""
    if mine.games_missing:
        return count(
            "You’ll be listed after {count} more rated game.",
            "You’ll be listed after {count} more rated games.",
            mine.games_missing,
        )
    if not mine.has_played_lately:
        return say("Play a rated game and you’re listed again.")
    return say("You’ll be listed as soon as your rating has settled.")
