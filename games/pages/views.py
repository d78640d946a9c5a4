"""The pages: each view asks one query or service and renders."""

import io

import segno
from asgiref.sync import sync_to_async
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import mnk, refusals
from games.ahead import plans
from games.friends import challenges
from games.http.access import game_seen, game_whole
from games.http.answers import asks_for_json, json_answer
from games.http.links import page_of
from games.lobby import following, invitations
from games.pages import boards, embeds, previews, vacation
from games.pages.chat import chat_data, rename_visitor
from games.pages.pairing import search_part
from games.pages.replies import back, tell, tell_why
from games.pages.timing import rows
from games.play import errors, history, live, wire
from games.play.clock import now_ms
from games.play.clocktime import timing
from games.play.hub import current
from games.play.services import queries, seats
from games.players.identify import (
    Visitor,
    browser_of,
    keep_key,
    name_browser,
    player_of,
    player_or_new_guest,
    visitor_of,
)
from games.players.names import BadName
from games.refusals import NotFound
from games.reviews import reviews
from games.say import say


@require_POST
async def rename(request: HttpRequest) -> HttpResponse:
    """Change what the visitor is called, from their next game on."""
    try:
        await rename_visitor(request, request.POST.get("name", ""))
    except BadName as refusal:
        await tell(request, refusal.sentence)
    return back(request, reverse("home"))


@never_cache
@require_safe
async def game(request: HttpRequest, slug: str) -> HttpResponse:
    """A game: to play it, to watch it and, when it is over, its record."""
    return render(request, "game.html", await game_context(request, slug))


async def game_context(request: HttpRequest, slug: str) -> dict[str, object]:
    """What a game's page shows to its visitor; raises as `game_seen` does."""
    visitor = await visitor_of(request.session)
    found = await game_seen(request, slug)
    player = await player_of(request.session)
    side = found.side_of(visitor)
    can_join = found.seat_for(visitor)
    page = reverse("game", args=[slug])
    snapshot = wire.snapshot(found, found.now_for(side, now_ms()))
    data = {
        "socket": f"/ws/game/{slug}/",
        "snapshot": wire.to_json(snapshot),
        "side": None if side is None else side.word,
        "canJoin": None if can_join is None else can_join.word,
        "join": reverse("join", args=[slug]),
        "invitation": request.build_absolute_uri(page_of(found)),
        "invitationQr": reverse("invitation_qr", args=[slug]),
        "challenge": None if found.is_started else await _challenge_part(slug, visitor),
        "isListed": not found.is_started and await current().read(queries.is_listed, slug),
        "seat": None if side is None else await _seat_part(request, found, side, visitor),
        "home": reverse("home"),
        "chat": await chat_data(player),
        "accuracy": await _accuracy(found),
        "search": await search_part(visitor),
        "embeds": embeds.offered(request, found),
        "vacations": await current().read(vacation.sentences, found),
        "ahead": reverse("ahead", args=[slug])
        if side is not None and plans.is_planned(found)
        else None,
        "followed": await current().read(
            following.slugs_followed, player.pk if player else None, _sitters(found)
        ),
    }
    return {
        "game": {"slug": slug, "variant": found.state.variant, "title": found.title},
        "seats": snapshot.seats,
        "moves": [
            {"number": number, "name": mnk.move_name(square, found.state.variant)}
            for number, square in enumerate(found.state.moves, 1)
        ],
        "data": data,
        "canonical": request.build_absolute_uri(page),
        "discovery": embeds.discovery(request, found),
        **previews.shared_as(request, found),
    }


async def _challenge_part(slug: str, visitor: Visitor) -> dict[str, object] | None:
    """What one of the two knows of a challenge that waits; nobody else is told there is one."""
    found = await current().read(challenges.kept_for, slug, visitor.player_id)
    if found is None:
        return None
    is_mine = found.by_id == visitor.player_id
    return {
        "name": found.whom.name if is_mine else found.by.name,
        "mine": is_mine,
    }


async def _accuracy(game: live.LiveGame) -> object:
    """How well both played, if the game is over and somebody had it reviewed."""
    if not game.state.is_over:
        return None
    return wire.to_json(await current().read(reviews.accuracy_of, game.slug))


async def _seat_part(
    request: HttpRequest, game: live.LiveGame, side: mnk.Side, visitor: Visitor
) -> dict[str, object]:
    """What a side's player may know about its link: nobody else is shown it."""
    slug, key = game.slug, game.seats[side].key
    is_holder = game.is_held_by(side, visitor)
    beside = await current().read(seats.openings_beside, key, await browser_of(request.session))
    return {
        "link": request.build_absolute_uri(reverse("seat", args=[slug, key])),
        "qr": reverse("seat_qr", args=[slug]),
        "others": beside if is_holder else beside + 1,  # the holder's own browser opened none
        "renew": reverse("renew_seat", args=[slug]) if is_holder else None,
    }


def _sitters(game: live.LiveGame) -> list[str]:
    """The names in links of the players who hold a seat."""
    return [seat.holder.slug for seat in game.seats if seat.holder is not None]


@never_cache
@require_safe
async def timing_log(request: HttpRequest, slug: str) -> HttpResponse:
    """What each move of a game took, and what else happened to its clock."""
    found = await game_whole(request, slug)
    log = await current().read(timing.log, slug)
    await player_of(request.session)
    variant = found.state.variant
    names = found.seats.map(lambda seat: seat.holder.name if seat.holder else "")
    context = {
        "game": {"slug": slug, "variant": variant, "title": found.title},
        "control": log.control,
        "players": [
            {"badge": boards.badge(side, variant), "name": names[side]} for side in mnk.Side
        ],
        "rows": rows(log, names, variant),
    }
    return render(request, "timing.html", context)


@never_cache
@require_safe
async def watch(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The watch link of a private game: this browser may see it from now on."""
    found = await _find(slug)
    if not constant_time_compare(found.watching.key, key):
        raise NotFound(say("This watch link doesn’t work. Check that you copied all of it."))
    if not found.admits(await visitor_of(request.session)):
        await keep_key(request.session, key)
    return HttpResponseRedirect(reverse("game", args=[slug]))


@require_POST
async def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the open seat. A visitor who comes too late is told so and watches.

    A script stays where it is, and is told.
    """
    player = await player_or_new_guest(request.session)
    visitor = await visitor_of(request.session)
    await game_seen(request, slug)
    try:
        await invitations.take_seat(slug, player=player, visitor=visitor, at=now_ms())
    except refusals.ANY as refusal:
        if asks_for_json(request):
            raise
        await tell_why(request, refusal)
    page = reverse("game", args=[slug])
    if asks_for_json(request):
        return json_answer({"game": page})
    return HttpResponseRedirect(page)


@never_cache
@require_safe
async def invitation_qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The game's address as a QR code."""
    found = await game_seen(request, slug)
    return _qr(request.build_absolute_uri(page_of(found)))


@never_cache
@require_safe
async def seat_qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The seat link as a QR code, for the player who holds the seat."""
    found = await game_seen(request, slug)
    side = found.side_of(await visitor_of(request.session))
    if side is None:
        raise NotFound(say("Only the player in a seat can see its link."))
    key = found.seats[side].key
    return _qr(request.build_absolute_uri(reverse("seat", args=[slug, key])))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
async def seat(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A seat link: asks first (previews open links, too), then gives this browser the seat.

    That seat, in this game and its rematches, and nothing else that belongs to its holder.
    """
    found = await _find(slug)
    side = next((side for side in mnk.Side if _is_key_of(found, side, key)), None)
    holder = None if side is None else found.seats[side].holder
    if side is None or holder is None:
        raise NotFound(
            say(
                "This seat link doesn’t work. Check that you copied all of it, or ask for the new "
                "one if it was renewed."
            )
        )
    sits = found.side_of(await visitor_of(request.session))
    if request.method == "POST":
        if sits is side.other:
            await tell(request, errors.SeatedAlready().sentence)
        elif sits is None:
            browser = await name_browser(request.session)
            await sync_to_async(seats.note_opening)(slug, side, key, browser, at=now_ms())
            await keep_key(request.session, key)
        return HttpResponseRedirect(reverse("game", args=[slug]))
    await player_of(request.session)
    context = {
        "game": {"slug": slug, "variant": found.state.variant, "title": found.title},
        "board": boards.small(found.state.variant, found.state.moves),
        "side": mnk.side_names(found.state.variant)[side],
        "holder": holder.name,
        "mine": sits is side,
        "other": None if sits is None else mnk.side_names(found.state.variant)[sits],
    }
    return render(request, "seat.html", context)


@never_cache
@require_POST
async def renew_seat(request: HttpRequest, slug: str) -> HttpResponse:
    """Another link to a seat, for its holder: the old one, and everything it gave, is dead."""
    found = await game_seen(request, slug)
    visitor = await visitor_of(request.session)
    side = found.side_of(visitor)
    if side is None or not found.is_held_by(side, visitor):
        raise errors.NotTheHolder
    # Where two may change sides meanwhile, nobody renews the other's.
    shown = None if found.state.opening is None else found.seats[side].key
    await seats.renew(current(), slug, side, shown=shown)
    await tell(
        request,
        say(
            "Your seat has a new link. The old one no longer works: devices that opened it can "
            "only watch now."
        ),
        messages.SUCCESS,
    )
    return HttpResponseRedirect(reverse("game", args=[slug]))


def _is_key_of(found: live.LiveGame, side: mnk.Side, key: str) -> bool:
    return constant_time_compare(found.seats[side].key, key)


async def _find(slug: str) -> live.LiveGame:
    """The game as it is in the database, for visitors who show a key to it."""
    return (await current().read(history.load, slug)).game


def _qr(text: str) -> HttpResponse:
    picture = io.BytesIO()
    segno.make(text, error="m").save(
        picture, kind="svg", border=2, dark="#000", light="#fff", xmldecl=False, scale=4
    )
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")
