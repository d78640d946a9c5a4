"""What happens when somebody signs up, in or out: who they play as, and their open pages.

Called by allauth's and Django's signals, in the thread of a view.
"""

import logging
from collections.abc import Iterable
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse

from games.accounts import devices, joining
from games.notices import subscriptions
from games.play.clock import now_ms
from games.play.hub import current, digest_of
from games.players import identify, lookalikes, names
from games.players.models import Kind, Player

log = logging.getLogger(__name__)


def make_player(user: User) -> Player:
    """The player that an account is. Raises `IntegrityError` if its name is an account's."""
    name = user.get_username()
    return Player.objects.create(
        kind=Kind.ACCOUNT, user=user, name=name, looks_like=lookalikes.key(name)
    )


def signed_in(
    request: HttpRequest, user: User, response: HttpResponse | None = None, **_: Any
) -> None:
    """The session is an account's from now on; what it had as a guest goes along."""
    player = getattr(user, "player", None) or _player_of_operator(user)
    if response is not None:
        for typed in filter(None, (user.get_username(), user.email)):
            devices.remember(request, response, typed)
    guest_id = identify.guest_id_of(request.session)
    if player is None or guest_id is None:
        return
    games = joining.join(guest_id, player.pk, at=now_ms())
    identify.forget_guest(request.session)
    log.info("guest_joined player=%s games=%d", player.slug, len(games))
    async_to_sync(_tell_joined)(guest_id, games)


def signed_out(request: HttpRequest, user: User | None, **_: Any) -> None:
    """Nothing is kept of this session, its browser is told nothing more, and pages that it has open
    become a stranger's."""
    from allauth.usersessions.models import UserSession  # its app must be ready

    subscriptions.forget_browsers([identify.browser_name_in(request.session)])
    if request.session.session_key is not None:
        UserSession.objects.filter(session_key=request.session.session_key).delete()
        send_away([request.session.session_key])


def password_changed(request: HttpRequest, user: User, **_: Any) -> None:
    """Whoever knew the old password is signed out, but for the browser that changed it."""
    end_sessions(user, but=request.session.session_key if request.user == user else None)


def end_sessions(user: User, *, but: str | None = None) -> None:
    """End every session of an account, or all but one."""
    from allauth.usersessions.models import UserSession  # its app must be ready

    rows = UserSession.objects.filter(user=user).exclude(session_key=but or "")
    keys = list(rows.values_list("session_key", flat=True))
    forget_browsers(keys)
    Session.objects.filter(session_key__in=keys).delete()
    rows.delete()
    send_away(keys)


def forget_browsers(session_keys: Iterable[str]) -> None:
    """Tell nothing more in the browsers of these sessions, before they end."""
    sessions = (SessionStore(key) for key in session_keys)
    subscriptions.forget_browsers([identify.browser_name_in(each) for each in sessions])


def send_away(session_keys: Iterable[str]) -> None:
    """Have the open pages of these sessions come back as whoever they are now."""
    async_to_sync(_tell_sessions)([digest_of(key) for key in session_keys])


async def _tell_sessions(digests: list[str]) -> None:
    current().people.tell_changed(sessions=digests)


async def _tell_joined(guest_id: int, games: list[str]) -> None:
    hub = current()
    # First the person: to look at the seats alone, their own pages would be a thief's.
    hub.people.tell_changed(players=[guest_id])
    await hub.keys.tell_changed(games, by_others=True)


def _player_of_operator(user: User) -> Player | None:
    """The player of somebody made on the command line; None if nobody may be called like them."""
    name = user.get_username()
    try:
        names.check_for_account(names.clean_name(name))
        with transaction.atomic():
            return make_player(user)
    except (names.BadName, IntegrityError):
        return None
