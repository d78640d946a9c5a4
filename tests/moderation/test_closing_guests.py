"""A guest whom a moderator has closed: their browser reads, and changes nothing any more."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.test import AsyncClient

from games import mnk
from games.accounts import joining
from games.http.closing import STILL_OPEN
from games.moderation import actions
from games.moderation.models import Entry
from games.notices import outbox
from games.notices.models import PushSubscription
from games.play import protocol
from games.play.hub import Hub
from games.play.models import Game, Seat
from games.play.protocol import CloseCode
from games.players.identify import GuestClosed
from games.players.models import Player
from tests.accounts.test_signing import PASSWORD, player_in, signs_in
from tests.config import test_limits as addresses
from tests.moderation.moderators import account, moderator
from tests.pages.browser import Browser, check_headers
from tests.people import HOST, OWN_ORIGIN, PATIENCE_S, Headers, Person, Table

pytestmark = pytest.mark.django_db(transaction=True)

_SAYS = GuestClosed.sentence


async def _player(browser: Browser) -> Player:
    """Whom a browser plays as."""
    return await Player.objects.aget(pk=await player_in(browser) or 0)


async def _closed(browser: Browser) -> Player:
    """A guest who plays, and is closed."""
    await browser.starts(side="black", preset="15x15")
    rudy = await _player(browser)
    mona = await sync_to_async(moderator)()
    await sync_to_async(actions.close)(mona, rudy, "Rude to everybody")
    return rudy


def _cookie(browser: Browser) -> Headers:
    cookie = f"{settings.SESSION_COOKIE_NAME}={browser.session}".encode()
    return [(b"host", HOST), (b"origin", OWN_ORIGIN), (b"cookie", cookie)]


def _rows() -> dict[str, int]:
    """How many rows each of our tables has: whatever is new would show."""
    ours = (each for each in apps.get_models() if each.__module__.startswith("games."))
    return {each._meta.label: each._default_manager.count() for each in ours}


async def test_every_address_that_changes_something_refuses_them_in_words(hub: Hub) -> None:
    # Without the check for forgery, which would refuse it first.
    rudys = Browser(AsyncClient())
    await _closed(rudys)
    before = await database_sync_to_async(_rows)()
    refused = set()
    for name, prefix, pattern in addresses._routes():
        if name == "forget":
            continue  # below
        path = addresses._address(prefix, pattern)
        for send in (rudys.client.post, rudys.client.put, rudys.client.delete):
            answer: Any = await send(path)
            if name in STILL_OPEN:
                assert _SAYS not in answer.content.decode(), name
                continue
            assert answer.status_code == 403, (name, path, answer.status_code)
            check_headers(answer)
            page = answer.content.decode().replace("&#x27;", "'")
            assert _SAYS in page or answer.json()["code"] == GuestClosed.code, name
            refused.add(name)
    assert len(refused) > 60
    assert await database_sync_to_async(_rows)() == before


async def test_they_read_and_watch_as_a_stranger_does(hub: Hub) -> None:
    rudys, bob = Browser(), Browser()
    rudy = await _closed(rudys)
    game = await Game.objects.aget()
    theirs = (await bob.starts(side="black", preset="3x3")).rstrip("/")
    for path in ("/", "/watch", "/games", "/puzzles", "/friends", "/turns/", "/settings/"):
        await rudys.opens(path)
    for path in (f"/game/{game.slug}/", f"{theirs}/", f"/player/{rudy.slug}/"):
        page = await rudys.opens(path)
    assert "This guest is closed" in page.text
    # Nor does anybody ask them for anything.
    page = await bob.opens(f"/player/{rudy.slug}/")
    assert "Challenge" not in page.text
    assert "Add friend" not in page.text
    await bob.opens(f"/player/{rudy.slug}/challenge", 409)
    refusal = await bob.asks(f"/friend/{rudy.slug}/ask", 409)
    assert refusal["sentence"] == f"{rudy.name} isn’t taking requests."
    assert await player_in(rudys) is None


async def test_their_game_ends_and_their_pages_are_sent_away(table: Table, hub: Hub) -> None:
    rudys, bobs = Browser(), Browser()
    address = await rudys.starts(side="black", preset="15x15")
    await bobs.sends(f"{address}join")
    game = await Game.objects.aget()
    rudy = await _player(rudys)
    seat = await Seat.objects.aget(player=rudy)
    at_board = await table.comes_to(f"/ws/game/{game.slug}/", "Rudy", _cookie(rudys))
    assert (await at_board.hears())["side"] == "black"
    on_page = await table.comes_to("/ws/me/", "Rudy", _cookie(rudys))
    assert (await on_page.hears())["type"] == "me"
    by_link = await table.sits(game, mnk.Side.BLACK)

    mona = await sync_to_async(moderator)()
    await sync_to_async(actions.close)(mona, rudy, "Rude to everybody")

    assert await _close_code(at_board) in (CloseCode.PERSON_CHANGED, CloseCode.SEAT_RENEWED)
    assert await _close_code(on_page) == CloseCode.PERSON_CHANGED
    assert await _close_code(by_link) == CloseCode.SEAT_RENEWED
    await game.arefresh_from_db()
    assert game.termination
    assert (await Seat.objects.aget(pk=seat.pk)).key != seat.key
    again = await table.comes_to("/ws/me/", "Rudy", _cookie(rudys))
    await again.is_sent_away(CloseCode.NOT_FOUND)


async def _close_code(person: Person) -> int:
    """With which code the server sends a page away, before the browser has answered."""
    while True:
        event = await person.socket.receive_output(timeout=PATIENCE_S)
        if event["type"] == "websocket.close":
            await person.leaves()
            return int(event["code"])


_COMMANDS: dict[str, dict[str, Any]] = {
    "playMove": {"ply": 0, "square": 4},
    "resign": {},
    "abort": {},
    "offer": {"what": "rematch"},
    "accept": {"what": "draw"},
    "decline": {"what": "draw"},
    "cancel": {"what": "draw"},
    "claimDraw": {},
    "claimAbandoned": {"claim": "win"},
    "resume": {},
    "addTime": {},
    "setAggressiveness": {"value": 1.0},
    "askHint": {"kind": "best", "ply": 0},
    "choose": {"ply": 0, "choice": "black"},
    "say": {"room": "spectators", "text": "Hello"},
}


async def test_no_command_of_theirs_is_carried_out(table: Table, hub: Hub) -> None:
    every = protocol._Command.__subclasses__()
    assert set(_COMMANDS) == {each.__struct_config__.tag for each in every}
    rudys = Browser()
    await _closed(rudys)
    over, running = await Game.objects.aget(), await table.live_game()
    before = await database_sync_to_async(_rows)()
    for game in (over, running):
        person = await table.comes_to(f"/ws/game/{game.slug}/", "Rudy", _cookie(rudys))
        assert (await person.hears())["side"] is None
        assert (await person.hears())["type"] == "snapshot"
        for command, fields in _COMMANDS.items():
            await person.says(command, **fields)
            message = await person.hears()
            while message["type"] == "chat":
                message = await person.hears()
            assert message["type"] == "rejected", (command, message)
            assert message["code"] != "badFrame", (command, message)
            assert message["sentence"].endswith("."), command
    assert await database_sync_to_async(_rows)() == before


async def test_no_seat_s_link_lets_them_sit_down(hub: Hub) -> None:
    rudys, bobs = Browser(), Browser()
    rudy = await _closed(rudys)
    address = await bobs.starts(side="black", preset="3x3")
    for seat in [seat async for seat in Seat.objects.all()]:
        game = await Game.objects.aget(pk=seat.game_id)
        await rudys.client.get(f"/game/{game.slug}/seat/{seat.key}/")
        await rudys.sends(f"/game/{game.slug}/seat/{seat.key}/", 403)
    await rudys.sends(f"{address}join", 403)
    assert not await Seat.objects.filter(player=rudy, game__termination="").aexists()
    assert (await rudys.asks("/games/new", 403, preset="3x3"))["sentence"] == _SAYS
    assert (await rudys.posts("/api/games", {"preset": "3x3"}, 403))["code"] == "guestClosed"


async def test_an_account_that_they_sign_in_to_has_nothing_of_theirs(hub: Hub) -> None:
    rudys = Browser()
    rudy = await _closed(rudys)
    await sync_to_async(account)("Mira", PASSWORD)
    await rudys.sends("/account/signup/", 403, username="Rudy2", password1=PASSWORD)

    await signs_in(rudys, "Mira")

    mira = await Player.objects.aget(name="Mira")
    assert await player_in(rudys) == mira.pk
    await rudys.starts(side="black")
    assert await Seat.objects.filter(player=mira).acount() == 1
    await rudy.arefresh_from_db()
    assert rudy.joined_to_id is None
    assert await sync_to_async(joining.join)(rudy.pk, mira.pk, at=1) == []


async def test_an_operator_who_signs_in_in_their_browser_is_not_refused(hub: Hub) -> None:
    """Their name looks like a player's: so this account is no player, and they stay the guest."""
    rudys = Browser()
    await _closed(rudys)
    await sync_to_async(account)("Mira", PASSWORD)
    await sync_to_async(User.objects.create_superuser)("m-i-r-a", password=PASSWORD)
    await signs_in(rudys, "m-i-r-a")

    await rudys.sends("/account/logout/")


async def test_a_browser_that_forgets_them_is_somebody_new(hub: Hub) -> None:
    rudys = Browser()
    rudy = await _closed(rudys)
    await rudys.sends("/settings/forget")
    await rudys.starts(side="black")
    assert await player_in(rudys) not in (None, rudy.pk)


async def test_whoever_is_opened_again_is_who_they_were(hub: Hub) -> None:
    rudys = Browser()
    rudy = await _closed(rudys)
    mona = await User.objects.aget(username="Mona")
    with pytest.raises(actions.NotToBeDone):
        await sync_to_async(actions.close)(mona, rudy, "Again")

    await sync_to_async(actions.reopen)(mona, rudy, "A mistake")

    assert await player_in(rudys) == rudy.pk
    await rudys.starts(side="black")
    assert await Seat.objects.filter(player=rudy).acount() == 2
    with pytest.raises(actions.NotToBeDone):
        await sync_to_async(actions.reopen)(mona, rudy, "Again")
    log = [each async for each in Entry.objects.order_by("pk")]
    assert [(each.action, each.player) for each in log] == [
        ("close", rudy.slug),
        ("reopen", rudy.slug),
    ]


async def test_nothing_is_pushed_to_them(hub: Hub) -> None:
    rudy = await _closed(Browser())
    push = PushSubscription(player=rudy, endpoint="https://push.example/1", since_ms=1)
    await push.asave()
    assert await sync_to_async(outbox.ways)([rudy.pk]) == {}
    await Player.objects.filter(pk=rudy.pk).aupdate(closed_ms=None)
    assert rudy.pk in await sync_to_async(outbox.ways)([rudy.pk])
