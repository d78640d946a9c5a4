"""Following players and exhibitions: the buttons, the page of them all, who is playing."""

from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import library, mnk
from games.http.answers import asks_for_json
from games.lobby import following
from games.lobby.alive import AtBoard
from games.pages.replies import back, tell
from games.pages.timing import day
from games.play.clock import now_ms
from games.play.hub import current
from games.players.identify import player_of, player_or_new_guest
from games.say import count, later, say

AT_HOME = 6
"""How many people the home page names."""
TOLD = 100
"""Of this many people the last game is told."""


# --- The buttons ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Kind:
    """What can be followed."""

    page: str
    """The name of its page."""
    find: Callable[[str], object]
    follow: Callable[[int, str], None]
    unfollow: Callable[[int, str], None]


_PLAYER = _Kind("player", following.player_called, following.follow, following.unfollow)
_EXHIBITION = _Kind(
    "exhibition",
    following.exhibition_called,
    following.follow_exhibition,
    following.unfollow_exhibition,
)


@require_POST
async def follow(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow a player; a visitor who is nobody yet becomes a guest."""
    return await _change(request, slug, _PLAYER, follows=True)


@require_POST
async def unfollow(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop following a player."""
    return await _change(request, slug, _PLAYER, follows=False)


@require_POST
async def follow_exhibition(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow an exhibition; a visitor who is nobody yet becomes a guest."""
    return await _change(request, slug, _EXHIBITION, follows=True)


@require_POST
async def unfollow_exhibition(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop following an exhibition."""
    return await _change(request, slug, _EXHIBITION, follows=False)


async def _change(request: HttpRequest, slug: str, kind: _Kind, *, follows: bool) -> HttpResponse:
    """A script is answered with JSON, a form with the page it came from."""
    is_script = asks_for_json(request)
    try:
        # Nobody becomes a guest for what is not there.
        await current().read(kind.find, slug)
        player = await player_or_new_guest(request.session)
        change = kind.follow if follows else kind.unfollow
        await sync_to_async(change)(player.pk, slug)
    except (
        following.FollowsOneself,
        following.CannotFollow,
        following.FollowsTooMany,
    ) as refusal:
        if is_script:
            raise
        await tell(request, refusal.sentence)
    if is_script:
        return JsonResponse({"follows": follows})
    return back(request, reverse(kind.page, args=[slug]))


def button(kind: str, slug: str, *, follows: bool, name: str) -> dict[str, object]:
    """What `follow_button.html` needs, for a `player` or an `exhibition`."""
    prefix = "" if kind == "player" else f"_{kind}"
    return {
        "follows": follows,
        "name": name,
        "follow": reverse(f"follow{prefix}", args=[slug]),
        "unfollow": reverse(f"unfollow{prefix}", args=[slug]),
    }


# --- Who is playing -------------------------------------------------------------------------------


@never_cache
@require_safe
async def now(request: HttpRequest) -> HttpResponse:
    """Which of the people the visitor follows play now, or are here; how the exhibitions stand."""
    player = await player_of(request.session)
    player_id = player.pk if player else None
    hub = current()
    at_board = hub.presence.at_board()
    playing = await hub.read(
        partial(following.playing_now, player_id, now=now_ms(), at_board=at_board)
    )
    shows = await hub.read(following.exhibitions_followed, player_id)
    here = await hub.read(following.slugs_among, player_id, hub.presence.online().players)
    return JsonResponse(
        {
            "playing": list(map(asdict, playing)),
            "here": here,
            "exhibitions": list(map(_show, shows)),
        }
    )


@never_cache
@require_safe
async def everybody(request: HttpRequest) -> HttpResponse:
    """Everything the visitor follows."""
    player = await player_of(request.session)
    hub = current()
    read = partial(
        followed_by,
        player.pk if player else None,
        at_board=hub.presence.at_board(),
        here=hub.presence.online().players,
        at=now_ms(),
    )
    return render(request, "following.html", await hub.read(read))


def followed_by(
    player_id: int | None,
    *,
    at_board: AtBoard,
    here: Collection[int],
    at: int,
    most: int | None = None,
) -> dict[str, Any]:
    """What `followed.html` needs, and the data of its script: at most `most` people."""
    people = following.people_followed(player_id, now=at, at_board=at_board)
    shows = following.exhibitions_followed(player_id)
    last = library.latest_of([person.id for person in people]) if people else {}
    # Those playing now, then those who are here, then those seen last.
    order = sorted(
        people,
        key=lambda person: (
            person.playing is None,
            person.id not in here,
            -last[person.id].ended_ms if person.id in last else 0,
        ),
    )
    told = [last[person.id].game_id for person in order[: most or TOLD] if person.id in last]
    games = library.games_told(told) if told else {}
    rows = [
        {
            "player": person.player,
            "name": person.name,
            "isBot": person.is_bot,
            "playing": None if person.playing is None else asdict(person.playing),
            "here": person.id in here,
            # Bots are always there.
            "seen": "" if person.is_bot or person.id not in last else day(last[person.id].ended_ms),
            "last": None
            if person.id not in last
            else _last(person, games.get(last[person.id].game_id)),
        }
        for person in order
    ]
    return {
        "following": {
            "people": rows[:most],
            "more": max(0, len(rows) - most) if most is not None else 0,
            "exhibitions": list(map(_show, shows)),
            "all": [person.player for person in people],
        }
    }


_LAST = {
    "won": later("beat {opponent}, {variant}"),
    "drawn": later("drew with {opponent}, {variant}"),
    "lost": later("lost to {opponent}, {variant}"),
}


def _last(person: following.Person, game: library.FoundGame | None) -> dict[str, str] | None:
    """Somebody's last game, and how it ended for them."""
    sides = [side for side in mnk.Side if game and game.players[side].slug == person.player]
    if game is None or len(sides) != 1:
        return None
    (side,) = sides
    words = say(
        _LAST[library.result_for(side, game.outcome.winner)],
        opponent=game.players[side.other].name,
        variant=game.title,
    )
    return {"game": game.slug, "words": words}


def _show(show: following.Show) -> dict[str, object]:
    return {
        "slug": show.slug,
        "title": show.title,
        "words": show_words(show),
    }


def show_words(show: following.Show) -> str:
    """How an exhibition stands, in a few words.

    >>> show_words(following.Show("abc", "Cup", played=3, total=12, live=2))
    '3 of 12 games played, 2 live'
    >>> show_words(following.Show("abc", "Cup", played=12, total=12, live=0))
    'over: 12 games played'
    """
    if show.is_over:
        return count("over: {count} game played", "over: {count} games played", show.total)
    return say(
        "{played} of {total} games played, {live} live",
        played=show.played,
        total=show.total,
        live=show.live,
    )
