"""The home page: start a game, join one, watch one, go on with one's own."""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import mnk
from games.lobby import exhibitions, invitations
from games.lobby.alive import AtBoard
from games.lobby.feed import LobbyFeed
from games.lobby.suiting import suiting
from games.pages import boards
from games.pages.calls import calls_of
from games.pages.following import AT_HOME, followed_by
from games.pages.forms import (
    FEATURED,
    START,
    START_PAIR,
    BoardForm,
    NewGameForm,
    asked,
    shown_fields,
)
from games.pages.livecards import cards, open_rows
from games.pages.pairing import read_search
from games.pages.puzzles import Card, today_part
from games.pages.turns import SHOWN, turns
from games.play import wire
from games.play.clock import now_ms
from games.play.hub import current
from games.play.models import Exhibition
from games.play.series import LENGTHS
from games.play.services import queries
from games.play.services.queries import MyGame
from games.play.terms import RANGES, TermsError
from games.play.watching import MAX_DELAY_MOVES, MAX_DELAY_S
from games.players import bots, ratings
from games.players.identify import (
    Visitor,
    player_and_visitor_of,
    player_of,
    player_or_new_guest,
)
from games.say import say

EXHIBITIONS = 3
"""How many the home page names."""
MY_GAMES = 5
"""How many of the visitor's games it lists."""
LIVE = 4
"""How many live games it shows, on small boards."""
FEW_GAMES = 5
"""Whoever has played fewer games is offered a lesson."""


@never_cache
@require_safe
async def home(request: HttpRequest) -> HttpResponse:
    """Start a game, join one, watch one, go on with one's own."""
    return await _home(request, NewGameForm(initial=START))


async def _home(request: HttpRequest, form: NewGameForm, status: int = 200) -> HttpResponse:
    hub = current()
    player, visitor = await player_and_visitor_of(request.session)
    player_id = player.pk if player else None
    found = await hub.read(
        partial(
            _read,
            player_id,
            visitor,
            at_board=hub.presence.at_board(),
            here=hub.presence.online().players,
            at=now_ms(),
        )
    )
    lobby = await hub.part(LobbyFeed).now()
    mine, suits = found.mine, found.suits
    fields = _fields(form, mine, suits, request.GET)
    context = {
        **form_context(form, fields),
        **found.turns,
        "pair": START_PAIR,
        "bots": [(bot, _about(bot, suits)) for bot in bots.every_bot()],
        "calls": await calls_of(player),
        "first_squares": _first_squares(),
        "my_games": mine[:MY_GAMES],
        "my_games_in_all": len(mine),
        "is_newcomer": not mine,
        "lesson": _lesson() if _played(mine) < FEW_GAMES else None,
        "puzzle": found.puzzle,
        "live": cards(lobby.live[:LIVE]),
        "free": range(_free(len(lobby.live))),
        "counts": lobby.counts,
        "open_rows": open_rows(lobby.open, [game.slug for game in mine]),
        "exhibitions": found.exhibitions,
        **found.followed,
        "data": {
            "lobby": wire.to_json(lobby),
            "plays": {
                preset.key: [bot.key for bot in bots.every_bot() if bot.plays(preset.variant)]
                for preset in mnk.PRESETS.values()
            },
            "socket": "/ws/lobby/",
            "ratings": found.ratings,
            "suits": "" if suits is None else suits.key,
            "search": found.search,
            **found.followed,
        },
    }
    return render(request, "home.html", context, status=status)


@dataclass(frozen=True, slots=True)
class _Found:
    """What is read for the page."""

    mine: Sequence[MyGame]
    turns: Mapping[str, object]
    suits: bots.Bot | None
    """The bot that suits the visitor."""
    followed: Mapping[str, Any]
    puzzle: Card | None
    """Today's."""
    exhibitions: Sequence[Exhibition]
    ratings: Mapping[str, int]
    search: Mapping[str, object] | None


def _read(
    player_id: int | None, visitor: Visitor, *, at_board: AtBoard, here: Collection[int], at: int
) -> _Found:
    """All of it in one go: each thread visited costs."""
    mine = queries.my_games(visitor)
    return _Found(
        mine=mine,
        turns=_turns(mine, at),
        suits=None if player_id is None else suiting(player_id),
        followed=followed_by(player_id, at_board=at_board, here=here, at=at, most=AT_HOME),
        puzzle=today_part(player_id, at),
        exhibitions=exhibitions.latest(EXHIBITIONS),
        ratings=_ratings(player_id, at),
        search=read_search(visitor, at),
    )


def _fields(
    form: NewGameForm, mine: Sequence[MyGame], suits: bots.Bot | None, query: QueryDict
) -> dict[str, Any]:
    """What the form of a new game shows: what was sent, what a link asks for, or what suits."""
    if form.is_bound:
        return shown_fields(form)
    fields: dict[str, Any] = dict(START)
    if not mine:
        fields["preset"] = "3x3"
    if suits is not None:
        fields["opponent"] = suits.key
    return {**fields, **asked(query)}


def _about(bot: bots.Bot, suits: bots.Bot | None) -> str:
    """What somebody choosing an opponent is told about it."""
    if bot == suits:
        return say("Starts at once. {bot} is about your level.", bot=bot.name)
    strength = f" {bot.strength[:1].upper()}{bot.strength[1:]}." if bot.strength else ""
    return f"{bot.about}{strength}"


def form_context(form: BoardForm, fields: Mapping[str, Any]) -> dict[str, object]:
    """What the parts of the form of a new game need; `fields` are what it shows."""
    chosen = fields["preset"]
    picked = mnk.PRESETS.get(chosen)
    presets = [
        (preset, _sample(preset.variant), mnk.best_play(preset.variant))
        for preset in mnk.PRESETS.values()
    ]
    return {
        "presets": presets,
        "featured": [
            (preset, board, known, say(FEATURED[preset.key]))
            for preset, board, known in presets
            if preset.key in FEATURED
        ],
        "others": [each for each in presets if each[0].key not in FEATURED],
        "is_other": chosen not in FEATURED,
        "chosen": chosen,
        "picked": picked,
        "known": mnk.best_play(picked.variant) if picked else None,
        "line_rules": list(mnk.LineRule),
        "openings": [(rule, _presets_of(rule)) for rule in mnk.OpeningRule],
        "controls": mnk.TIME_CONTROLS,
        "form": form,
        "fields": fields,
        "ranges": RANGES,
        "lengths": LENGTHS,
        "max_delay": {"seconds": MAX_DELAY_S, "moves": MAX_DELAY_MOVES},
    }


@cache
def _presets_of(rule: mnk.OpeningRule) -> str:
    """The boards on which an opening rule is possible, by their keys."""
    return " ".join(key for key, each in mnk.PRESETS.items() if rule.is_possible(each.variant))


def _turns(mine: Sequence[MyGame], at: int) -> dict[str, object]:
    """The games that wait for the visitor, the soonest deadline first."""
    waiting = [game for game in mine if game.your_turn]
    soonest = waiting[:SHOWN]
    squares = queries.squares_played([game.id for game in soonest])
    return {"turns": turns(soonest, squares, at), "turns_in_all": len(waiting)}


def _free(live: int) -> int:
    """How many places for live games are shown empty: one row of two at least, and whole rows.

    A game that begins finds its place there, and moves nothing.
    """
    shown = min(live, LIVE)
    return max(2, shown + shown % 2) - shown


def _played(mine: Sequence[MyGame]) -> int:
    """How many games somebody has begun, as far as their list goes."""
    return sum(not game.waiting and game.result != "aborted" for game in mine)


def _ratings(player_id: int | None, at: int) -> dict[str, int]:
    """A visitor's ratings, by family: they tell which open seats are for them."""
    rated = [] if player_id is None else ratings.every_rating(player_id, at)
    return {each.family.value: each.shown.rating for each in rated}


@cache
def _sample(variant: mnk.Variant) -> boards.BoardPicture:
    """What a board looks like: small, with a few moves in its middle."""
    column, row = (variant.width - 1) // 2, (variant.height - 1) // 2
    steps = ((0, 0), (1, 1), (-1, 1))
    position = mnk.Position.start(variant)
    for right, up in steps:
        square = (row + up) * variant.width + column + right
        position = position.play(position.landing(square))
    return boards.draw(position, small=True)


@cache
def _first_squares() -> list[tuple[int, str]]:
    """The squares of tic-tac-toe as they are read, from the top left."""
    variant = mnk.PRESETS["3x3"].variant
    return [
        (square, mnk.name(square, variant))
        for row in (2, 1, 0)
        for square in range(3 * row, 3 * row + 3)
    ]


@cache
def _lesson() -> boards.BoardPicture:
    """Three in a row that can become an open four."""
    variant = mnk.Variant(7, 7, 5)
    return boards.small(variant, mnk.moves_from_text("c3 e3 d4 c5 e5", variant))


@require_POST
async def new_game(request: HttpRequest) -> HttpResponse:
    """Make a game and go to it."""
    form = NewGameForm(request.POST)
    if not form.is_valid():
        return await _home(request, form, status=400)
    draft = form.draft
    try:
        # Nobody becomes a guest for a game that is refused.
        terms = await invitations.terms_of(draft, await player_of(request.session))
    except TermsError as error:
        form.add_error(error.field, error.sentence)
        return await _home(request, form, status=400)
    player = await player_or_new_guest(request.session)
    made, _ = await invitations.create_game(draft, terms, player=player, rng=random.SystemRandom())
    return HttpResponseRedirect(reverse("game", args=[made.slug]))
