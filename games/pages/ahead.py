"""The page of a player's conditional moves. Plain forms and links, without scripts."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import mnk, refusals, trails
from games.ahead import plans
from games.ahead.lines import Line
from games.ahead.models import MOST_MOVES
from games.pages import boards, tables
from games.pages.replies import tell, tell_why
from games.play import errors, history
from games.play.hub import current
from games.play.live import LiveGame
from games.players.identify import player_of, visitor_of
from games.say import say

MAX_TEXT = 200
"""Characters of a line that are read."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A move of the opponent's, and the answer; no answer while it is still to be chosen."""

    theirs: str
    mine: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A line that is kept, as `ahead.html` shows it."""

    number: int
    pairs: list[Pair]
    href: str
    """Where it is shown on the board, and gone on with."""


@never_cache
@require_safe
async def ahead(request: HttpRequest, slug: str) -> HttpResponse:
    """The lines of the visitor's side, and one that is being made (`?line=h8i9`)."""
    game, side = await _own(request, slug)
    planned = await current().read(plans.of, game, side)
    typed = request.GET.get("line", "").strip()[:MAX_TEXT]
    position, line, wrong = game.state.position, Line(), ""
    if plans.can_plan(game, side):
        try:
            position, line = trails.played(position, typed)
        except mnk.RuleError as refusal:
            wrong = refusal.sentence
    await player_of(request.session)
    context = _shown(game, side, position, line) | {
        "lines": [_line(game, each) for each in planned],
        "typed": typed if wrong else mnk.moves_text(line, game.state.variant),
        "wrong": wrong,
    }
    return render(request, "ahead.html", context, status=400 if wrong else 200)


@require_POST
async def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep a line that begins after `ply` moves."""
    game, side = await _own(request, slug)
    text = request.POST.get("line", "")[:MAX_TEXT]
    try:
        if request.POST.get("ply") != str(game.state.ply):
            raise errors.StalePly
        line = tuple(mnk.moves_from_text(text, game.state.variant))
        await current().read(plans.add, game, side, line)
    except refusals.ANY as refusal:
        if isinstance(refusal, mnk.RuleError):
            await tell(request, refusal.sentence)
        else:
            await tell_why(request, refusal)
        return HttpResponseRedirect(_href(game, text))
    await tell(request, say("Your line is kept. It’s played while you’re away."), messages.SUCCESS)
    return HttpResponseRedirect(_href(game))


@require_POST
async def remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Forget a line."""
    game, side = await _own(request, slug)
    await current().read(plans.remove, game.id, side, number)
    return HttpResponseRedirect(_href(game))


async def _own(request: HttpRequest, slug: str) -> tuple[LiveGame, mnk.Side]:
    """A game that the visitor plays, and their side. Nobody else learns anything here."""
    visitor = await visitor_of(request.session)
    game = (await current().read(history.load, slug)).game
    side = game.side_of(visitor)
    if side is None:
        raise errors.PrivateGame if game.watching.is_private else errors.NotSeated
    return game, side


def _shown(game: LiveGame, side: mnk.Side, position: mnk.Position, line: Line) -> dict[str, object]:
    variant, moves = game.state.variant, game.state.moves
    holder = game.seats[side.other].holder
    can_plan = plans.can_plan(game, side)
    goes_on = can_plan and not position.is_over and len(line) < MOST_MOVES

    def link(square: mnk.Square) -> boards.Link:
        text = mnk.moves_text((*line, square), variant)
        return boards.Link(move=square, href=_href(game, text), title=mnk.name(square, variant))

    last = (*moves, *line)[-1:]
    return {
        "game": {"slug": game.slug, "variant": variant, "title": game.title},
        "opponent": holder.name if holder else "",
        "can_plan": can_plan,
        "is_over": game.state.is_over,
        "goes_on": goes_on,
        "ply": game.state.ply,
        "bars": tables.of_sides(position),
        "board": boards.draw(
            position,
            last=last[0] if last else None,
            marked=line,
            links=map(link, position.playable_squares()) if goes_on else (),
        ),
        "pairs": _pairs(line, variant),
        "is_whole": bool(line) and not len(line) % 2,
        "back": _href(game, mnk.moves_text(line[:-1], variant)) if line else "",
        "beginning": _href(game),
    }


def _line(game: LiveGame, planned: plans.Planned) -> Shown:
    variant = game.state.variant
    return Shown(
        planned.number,
        _pairs(planned.line, variant),
        _href(game, mnk.moves_text(planned.line, variant)),
    )


def _pairs(line: Sequence[mnk.Square], variant: mnk.Variant) -> list[Pair]:
    names = [mnk.name(square, variant) for square in line]
    return [Pair(*names[at : at + 2]) for at in range(0, len(names), 2)]


def _href(game: LiveGame, line: str = "") -> str:
    page = reverse("ahead", args=[game.slug])
    return f"{page}?{urlencode({'line': line})}" if line else page
