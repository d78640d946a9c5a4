"""A player's page: who they are, how strong they are, what they play, how their games ended."""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial

from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import library, mnk, puzzles
from games.friends import people
from games.library import botratings, profiles
from games.library.query import read_query
from games.lobby import following
from games.lobby.alive import AtBoard
from games.moderation import actions
from games.pages import boards, ratinggraph
from games.pages.figures import signed
from games.pages.following import button
from games.pages.library import row
from games.pages.timing import day, moment
from games.play.clock import now_ms
from games.play.hub import current
from games.play.models import Game
from games.players import bots, ratings
from games.players.identify import STRANGER, player_of
from games.players.models import Kind, Player
from games.reviews import badges
from games.say import count, say

LATELY = timedelta(days=30)
"""How far back a rating is compared with itself."""
_PUZZLES = "puzzles"
"""Names their graph in links, as a family's word names its own."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A rating, and where its graph is."""

    key: str
    """Of its graph; empty for a bot, who has none."""
    href: str
    label: str
    rating: ratings.ShownRating
    news: str
    """How it changed lately, in a few words."""


@dataclass(frozen=True, slots=True)
class Part:
    """How some of a player's games ended."""

    label: str
    results: profiles.Results


@never_cache
@require_safe
async def player(request: HttpRequest, slug: str) -> HttpResponse:
    """A player as everybody may know them: private and unlisted games are shown to nobody."""
    hub = current()
    shown = await hub.read(following.player_called, slug)
    if shown.slug != slug:
        return HttpResponseRedirect(reverse("player", args=[shown.slug]))
    visitor = await player_of(request.session)
    user = None if visitor is None else visitor.user  # read with the account
    read = partial(
        _read,
        shown,
        visitor,
        user or await request.auser(),
        at_board=hub.presence.at_board(),
        cursor=request.GET.get("cursor", ""),
        graph=request.GET.get("graph", ""),
    )
    context = await hub.read(read)
    context["is_here"] = shown.pk in hub.presence.online().players
    return render(request, "player.html", context)


def _read(
    shown: Player,
    visitor: Player | None,
    user: User | AnonymousUser,
    *,
    at_board: AtBoard,
    cursor: str,
    graph: str,
) -> dict[str, object]:
    """What the page says to this visitor. All is read in one go: each thread visited costs."""
    now = now_ms()
    page = library.search(replace(read_query({"cursor": cursor}), who=shown.pk), STRANGER)
    visitor_id = visitor.pk if visitor else None
    is_me = visitor_id == shown.pk
    follows = bool(following.slugs_followed(visitor_id, [shown.slug]))
    meeting = profiles.NONE
    if visitor_id is not None and not is_me:
        meeting = profiles.meeting(visitor_id, shown.pk)
    profile = profiles.profile(shown.pk)
    return {
        "shown": shown,
        "since": shown.created_at,
        "bot": _bot(shown),
        "is_me": is_me,
        "is_closed": shown.is_closed,
        "is_guest": shown.kind == Kind.GUEST,
        "may_moderate": actions.is_moderator(user),
        "standing": None if is_me else people.standing(visitor, shown),
        "button": None if is_me else button("player", shown.slug, follows=follows, name=shown.name),
        "live": [_live(game) for game in following.games_now(shown, now=now, at_board=at_board)],
        **_ratings(shown, now, graph),
        "profile": profile,
        "parts": _parts(profile),
        "meeting": meeting,
        "badges": [_badge(told) for told in badges.of_player(shown.pk)],
        "rows": [row(found, shown.slug) for found in page.games],
        "first": reverse("player", args=[shown.slug]) if cursor else "",
        "following_page": "" if page.next is None else str(page.next),
    }


def _bot(shown: Player) -> bots.Bot | None:
    """Which bot it is, if this server still has it."""
    if shown.kind != Kind.BOT:
        return None
    return next((bot for bot in bots.every_bot() if bot.key == shown.level), None)


def _badge(told: badges.Told) -> dict[str, object]:
    return {
        "name": told.name,
        "proof": told.proof,
        "game": told.game,
        "day": "" if told.at_ms is None else day(told.at_ms),
    }


# --- Ratings --------------------------------------------------------------------------------------


def _ratings(shown: Player, at: int, wanted: str) -> dict[str, object]:
    """A player's ratings as tiles, and the graph of the one wanted, or else of the first.

    At most five queries; without a rated game or a puzzle there are neither tiles nor a graph.
    """
    if shown.kind == Kind.BOT:
        return {"tiles": _bot_tiles(shown.pk), "chosen": None, "graph": None}
    player_id = shown.pk
    today = moment(at).date()
    rated = {each.family: each for each in ratings.every_rating(player_id, at)}
    then = ratings.ratings_on(player_id, today - LATELY) if rated else {}
    tiles = [
        Tile(
            family.value,
            _graph_of(family.value),
            family.label,
            each.shown,
            _news(each.shown, each.deviation, then.get(family)),
        )
        for family, each in rated.items()
    ]
    solved = puzzles.history(player_id)
    if solved:
        strength = puzzles.strength_of(player_id, at)
        rating = ratings.ShownRating.of(strength)
        news = _news(rating, round(strength.deviation), _on(solved, today - LATELY))
        tiles.append(Tile(_PUZZLES, _graph_of(_PUZZLES), say("Puzzles"), rating, news))
    chosen = next((tile for tile in tiles if tile.key == wanted), tiles[0] if tiles else None)
    graph = None
    if chosen is not None:
        is_puzzles = chosen.key == _PUZZLES
        days = solved if is_puzzles else ratings.history(player_id, mnk.Family(chosen.key))
        graph = ratinggraph.draw(chosen.label, days)
    return {"tiles": tiles, "chosen": chosen, "graph": graph}


def _graph_of(key: str) -> str:
    return f"?graph={key}#graph"


def _bot_tiles(player_id: int) -> list[Tile]:
    """How strong a bot is; each leads to the boards' leaderboard."""
    return [
        Tile(
            "",
            f"{reverse('leaderboard')}?family={family.value}",
            family.label,
            bot.shown,
            count(
                "±{error} by {count} game", "±{error} by {count} games", bot.games, error=bot.error
            ),
        )
        for family, bot in botratings.measured_on(player_id).items()
    ]


def _on(days: list[ratings.Day], date: date) -> int | None:
    """The rating at the end of a day; None if there was none yet.

    >>> then, later = (ratings.Day(date(2026, 5, at), 1500 + at, 1600) for at in (2, 4))
    >>> [_on([then, later], date(2026, 5, at)) for at in (1, 2, 3, 4)]
    [None, 1502, 1502, 1504]
    """
    return next((each.rating for each in reversed(days) if each.date <= date), None)


def _news(shown: ratings.ShownRating, deviation: int, then: int | None) -> str:
    if shown.provisional:
        return say("Provisional, ±{points}", points=2 * deviation)
    if then is None:
        return say("New in the last {days} days", days=LATELY.days)
    return say("{change} in {days} days", change=signed(shown.rating - then), days=LATELY.days)


# --- Games ----------------------------------------------------------------------------------------


def _parts(profile: profiles.Profile) -> list[tuple[str, list[Part]]]:
    """A player's results by board, by opponent and by side, as far as there are any."""
    families = [Part(family.label, results) for family, results in profile.by_family.items()]
    opponents = [
        Part(say("People"), profile.against_people),
        Part(say("Bots"), profile.against_bots),
    ]
    sides = [
        Part(say("Black or X"), profile.by_side.black),
        Part(say("White or O"), profile.by_side.white),
    ]
    ways = ((say("Board"), families), (say("Opponent"), opponents), (say("Side"), sides))
    played = ((way, [part for part in parts if part.results.games]) for way, parts in ways)
    return [(way, parts) for way, parts in played if parts]


def _live(game: Game) -> dict[str, object]:
    players = game.players
    return {
        "slug": game.slug,
        "title": game.title,
        "control": game.control.title if game.control else "",
        "players": [(boards.badge(side, game.variant), players[side]) for side in mnk.Side],
        # Nobody is told how far a game that is shown late has come.
        "ply": None if game.watching.delay else game.ply,
    }
