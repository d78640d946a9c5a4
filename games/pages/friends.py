"""Friends and challenges, as pages have them: the list, who asks whom, a game that is asked for.

Scripts ask with `Accept: application/json` and are answered 204; forms get a page.
"""

import random
from collections.abc import Callable, Coroutine
from functools import partial

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import limits, refusals
from games.friends import challenges, errors, people
from games.friends.feed import PersonalFeed
from games.friends.models import Challenge
from games.http.answers import asks_for_json
from games.lobby import invitations
from games.lobby.following import player_called
from games.mnk.clock import DAY, HOUR, MINUTE
from games.pages.calls import calls
from games.pages.forms import START, NewGameForm, shown_fields, terms_fields
from games.pages.home import form_context
from games.pages.replies import back, tell, tell_why
from games.play import errors as play_errors
from games.play import notices
from games.play.challenged import DeclineReason
from games.play.clock import now_ms
from games.play.hub import current
from games.play.protocol import FriendPart
from games.play.terms import TermsError
from games.players import blocks
from games.players.identify import player_of, player_or_new_guest, visitor_of
from games.players.models import OpenTo, Player
from games.refusals import Refused
from games.say import count, say

MAX_NAME = 40
"""Signs of a name that is looked for."""

# --- The page -------------------------------------------------------------------------------------


@never_cache
@require_safe
async def friends(request: HttpRequest) -> HttpResponse:
    """The visitor's friends and whether they are here, challenges, and how to find people."""
    hub = current()
    player = await player_of(request.session)
    me = None if player is None else await hub.part(PersonalFeed).now(player.pk)
    name, at = request.GET.get("name", "").strip()[:MAX_NAME], now_ms()
    known = () if me is None else sorted(me.friends, key=_place)
    context = {
        "calls": [] if me is None else calls(me.challenges, mine=True),
        "calls_all": True,
        "asking": () if me is None else me.asking,
        "friends": [_row(each, at) for each in known],
        "known": {each.player for each in known},
        "asked": [] if player is None else await hub.read(people.asked_by, player.pk),
        "name": name,
        "found": await hub.read(people.called, name) if name else [],
        "lately": [] if player is None else await hub.read(people.played_lately, player.pk),
    }
    return render(request, "friends.html", context)


def _place(friend: FriendPart) -> tuple[bool, bool, int, str]:
    """Those who are here first, then those who left last; friendlist.ts has the same order."""
    return (not friend.here, friend.playing is not None, -(friend.seen or 0), friend.name)


def _row(friend: FriendPart, at: int) -> dict[str, object]:
    return {
        "player": friend.player,
        "name": friend.name,
        "here": friend.here,
        "game": "" if friend.playing is None else friend.playing.game,
        "words": presence_words(friend, at),
    }


def presence_words(friend: FriendPart, at: int) -> str:
    """What somebody does, or when they were last here, at a moment (ms since 1970 UTC).

    >>> for seen in (None, 0, DAY, DAY + HOUR, 2 * DAY - HOUR, 2 * DAY - MINUTE):
    ...     bob = FriendPart(player="b", name="Bob", here=False, playing=None, seen=seen)
    ...     print(presence_words(bob, 2 * DAY))
    not here
    here 2 days ago
    here 1 day ago
    here 23 hours ago
    here 1 hour ago
    here 1 minute ago
    """
    if friend.playing is not None:
        size = f"{friend.playing.variant.width}×{friend.playing.variant.height}"
        return say("playing {opponent}, {size}", opponent=friend.playing.opponent, size=size)
    if friend.here:
        return say("online")
    if friend.seen is None:
        return say("not here")
    ago = max(0, at - friend.seen)
    if ago < HOUR:
        return count("here {count} minute ago", "here {count} minutes ago", ago // MINUTE)
    if ago < DAY:
        return count("here {count} hour ago", "here {count} hours ago", ago // HOUR)
    return count("here {count} day ago", "here {count} days ago", ago // DAY)


# --- Friends --------------------------------------------------------------------------------------

_Change = Callable[[Player, Player], people.Concerned]


@require_POST
async def ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask somebody to be friends; a visitor who is nobody yet becomes a guest."""
    other = await current().read(player_called, slug)

    async def change(player: Player) -> people.Concerned:
        await limits.spend("asks", player.slug)
        return await sync_to_async(people.ask)(player, other, at=now_ms())

    return await _change(request, other, change)


@require_POST
async def accept(request: HttpRequest, slug: str) -> HttpResponse:
    """Say yes to somebody who asks."""
    return await _answer(request, slug, partial(people.accept, at=now_ms()))


@require_POST
async def decline(request: HttpRequest, slug: str) -> HttpResponse:
    """Say no to somebody who asks; they aren't told."""
    return await _answer(request, slug, partial(people.decline, at=now_ms()))


@require_POST
async def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back that one has asked."""
    return await _answer(request, slug, people.withdraw)


@require_POST
async def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Be friends no longer."""
    return await _answer(request, slug, people.remove)


@require_POST
async def block(request: HttpRequest, slug: str) -> HttpResponse:
    """Have nothing to do with somebody any more."""
    other = await current().read(player_called, slug)

    async def change(player: Player) -> people.Concerned:
        await challenges.block(current(), player, other, at=now_ms())
        return ()

    return await _change(request, other, change)


@require_POST
async def unblock(request: HttpRequest, slug: str) -> HttpResponse:
    """Let somebody ask again."""
    return await _answer(request, slug, people.unblock)


async def _answer(request: HttpRequest, slug: str, change: _Change) -> HttpResponse:
    other = await current().read(player_called, slug)

    async def changed(player: Player) -> people.Concerned:
        return await sync_to_async(change)(player, other)

    return await _change(request, other, changed)


async def _change(
    request: HttpRequest,
    other: Player,
    change: Callable[[Player], Coroutine[None, None, people.Concerned]],
) -> HttpResponse:
    """Change what is between the visitor and somebody, tell both, and go back."""
    try:
        concerned = await change(await player_or_new_guest(request.session))
    except Refused as refusal:
        if asks_for_json(request):
            raise
        await tell_why(request, refusal)
    else:
        current().others.tell_all(notices.ForPeople(concerned))
    if asks_for_json(request):
        return HttpResponse(status=204)
    return back(request, reverse("player", args=[other.slug]))


@never_cache
@require_safe
async def blocked(request: HttpRequest) -> HttpResponse:
    """The people the visitor has blocked."""
    player = await player_of(request.session)
    found = await current().read(blocks.blocked_by, None if player is None else player.pk)
    context = {"people": found}
    return render(request, "blocked.html", context)


@require_POST
async def open_to(request: HttpRequest) -> HttpResponse:
    """Choose who may ask the visitor to be friends, or to play."""
    wanted = request.POST.get("open_to", "")
    if wanted in OpenTo.values:
        player = await player_or_new_guest(request.session)
        await Player.objects.filter(pk=player.pk).aupdate(open_to=wanted)
        await tell(request, say("Saved."), messages.SUCCESS)
    return HttpResponseRedirect(f"{reverse('settings')}#privacy")


# --- Challenges -----------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
async def challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask somebody for a game: the form, and what came of it."""
    whom = await current().read(player_called, slug)
    return await _asking(request, whom)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
async def counter(request: HttpRequest, slug: str) -> HttpResponse:
    """Suggest another game than the one that somebody asks for."""
    player = await player_of(request.session)
    if player is None:
        raise errors.NoSuchChallenge
    found = await current().read(challenges.to_answer, slug, player.pk, now_ms())
    return await _asking(request, found.by, instead=found)


async def _asking(
    request: HttpRequest, whom: Player, instead: Challenge | None = None
) -> HttpResponse:
    player = await player_of(request.session)
    # Nobody fills in a form, or becomes a guest, for what is refused anyway.
    await current().read(people.refuse_unless_open, player, whom)
    if request.method != "POST":
        initial = START | {"rated": True} if instead is None else START | terms_fields(instead.game)
        return await _form(request, whom, instead, NewGameForm(initial=initial))
    form = NewGameForm(request.POST)
    if not form.is_valid():
        return await _form(request, whom, instead, form, status=400)
    hub, draft = current(), form.draft
    try:
        await invitations.terms_of(draft, player)
        player = await player_or_new_guest(request.session)
        rng, at = random.SystemRandom(), now_ms()
        if instead is None:
            game = await challenges.send(hub, draft, by=player, whom=whom, rng=rng, at=at)
        else:
            game = await challenges.counter(
                hub, instead.game.slug, draft, player=player, rng=rng, at=at
            )
    except TermsError as error:
        form.add_error(error.field, error.sentence)
        return await _form(request, whom, instead, form, status=400)
    except play_errors.Unavailable:
        raise
    except Refused as refusal:
        form.add_error(None, refusal.sentence)
        return await _form(request, whom, instead, form, status=refusal.status)
    return HttpResponseRedirect(reverse("game", args=[game]))


async def _form(
    request: HttpRequest,
    whom: Player,
    instead: Challenge | None,
    form: NewGameForm,
    status: int = 200,
) -> HttpResponse:
    context = {
        **form_context(form, shown_fields(form)),
        "whom": whom,
        "instead": instead,
    }
    return render(request, "challenge.html", context, status=status)


@require_POST
async def accept_challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the seat that is kept for the visitor, and go there."""
    player = await player_of(request.session)
    if player is None:
        raise errors.NoSuchChallenge
    visitor = await visitor_of(request.session)
    try:
        await challenges.accept(current(), slug, player=player, visitor=visitor, at=now_ms())
    except errors.ChallengeIsOver as refusal:
        await tell_why(request, refusal)
        return HttpResponseRedirect(reverse("friends"))
    return HttpResponseRedirect(reverse("game", args=[slug]))


@require_POST
async def decline_challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """Decline a challenge, with a reason if one is given."""
    word = request.POST.get("reason", "")
    reason = next((each for each in DeclineReason if each == word), None)

    async def end(player: Player) -> None:
        await challenges.decline(current(), slug, player=player, reason=reason, at=now_ms())

    return await _end(request, end)


@require_POST
async def withdraw_challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """Take one's own challenge back."""

    async def end(player: Player) -> None:
        await challenges.withdraw(current(), slug, player=player, at=now_ms())

    return await _end(request, end)


@require_POST
async def note_answer(request: HttpRequest, slug: str) -> HttpResponse:
    """The visitor has seen what came of their challenge."""

    async def end(player: Player) -> None:
        await sync_to_async(challenges.note)(slug, player)
        current().others.tell_all(notices.ForPeople((player.pk,)))

    return await _end(request, end)


async def _end(
    request: HttpRequest, end: Callable[[Player], Coroutine[None, None, None]]
) -> HttpResponse:
    player = await player_of(request.session)
    if player is None:
        raise errors.NoSuchChallenge
    try:
        await end(player)
    except refusals.ANY as refusal:
        if asks_for_json(request) or isinstance(refusal, errors.NoSuchChallenge):
            raise
        await tell_why(request, refusal)
    if asks_for_json(request):
        return HttpResponse(status=204)
    return back(request, reverse("friends"))
