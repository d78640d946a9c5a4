"""Signing up, in and out: who somebody plays as, on every device, and who they no longer are."""

import json
import re
from typing import Any

import pytest
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.usersessions.models import UserSession
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.test import RequestFactory

from games import mnk
from games.accounts import devices
from games.accounts.adapters import OtherSites
from games.notices import subscriptions
from games.notices.models import PushSubscription
from games.play.hub import Hub
from games.play.models import Game, Seat
from games.play.protocol import CloseCode
from games.players.identify import guest_id_of, name_browser, visitor_of
from games.players.models import Kind, Player
from tests.notices.services import UserAgent
from tests.pages.browser import Browser, letters
from tests.people import OWN_ORIGIN, PATIENCE_S, PING, Person, Table

pytestmark = pytest.mark.usefixtures("hub")

PASSWORD = "five stones in a row"


async def signs_up(
    browser: Browser, name: str, password: str = PASSWORD, *, status: int = 302, **fields: Any
) -> str:
    """Create an account; returns where it leads, or the page that says why not."""
    answer = await browser.sends(
        "/account/signup/", status, username=name, password1=password, **fields
    )
    return answer["Location"] if status == 302 else answer.content.decode()


async def signs_in(browser: Browser, name: str, password: str = PASSWORD, status: int = 302) -> str:
    answer = await browser.sends("/account/login/", status, login=name, password=password)
    return answer["Location"] if status == 302 else answer.content.decode()


async def adds_address(browser: Browser, email: str) -> None:
    """Type the password once more, then an e-mail address."""
    await browser.sends("/account/reauthenticate/", password=PASSWORD)
    await browser.sends("/account/email/", email=email, action_add="")


async def player_in(browser: Browser) -> int | None:
    """Whom a browser plays as."""
    return (await visitor_of(SessionStore(browser.session))).player_id


async def test_an_account_is_a_player_with_the_name_as_typed() -> None:
    browser = Browser()
    assert await signs_up(browser, "Ada  Lovelace") == "/"
    player = await Player.objects.select_related("user").aget()
    assert (player.kind, player.name) == (Kind.ACCOUNT, "Ada Lovelace")
    assert player.user is not None
    assert player.user.username == "Ada Lovelace"
    assert await player_in(browser) == player.pk


@pytest.mark.parametrize("typed", ["Mira", "mira", "MIRA"])
async def test_people_sign_in_by_their_name_however_it_is_written(typed: str) -> None:
    await signs_up(Browser(), "Mira")
    browser = Browser()
    await signs_in(browser, typed)
    assert await player_in(browser) == (await Player.objects.aget()).pk


async def test_a_guest_s_games_come_along_and_the_old_link_leads_to_the_account() -> None:
    browser = Browser()
    game = (await browser.starts()).split("/")[2]
    guest = await Player.objects.aget()
    await signs_up(browser, "Mira")
    mira = await Player.objects.aget(kind=Kind.ACCOUNT)
    seat = await Seat.objects.aget(game__slug=game, player=mira)
    assert seat.sat_as_id == guest.pk
    moved = await browser.gets(f"/player/{guest.slug}/", 302)
    assert moved["Location"] == f"/player/{mira.slug}/"
    # The session the guest had before is nobody's: whoever knows its id gains nothing.
    assert await player_in(browser) == mira.pk
    await guest.arefresh_from_db()
    assert guest.joined_to_id == mira.pk
    # They join once, not with every sign-in.
    session = SessionStore(browser.session)
    assert await sync_to_async(guest_id_of)(session) is None


async def test_who_has_no_guest_s_games_signs_up_all_the_same() -> None:
    browser = Browser()
    await signs_up(browser, "Mira")
    assert await Player.objects.acount() == 1
    await browser.starts()
    assert await Player.objects.acount() == 1


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Master", "is a bot"),
        ("admin", "runs this server"),
        ("P\u0430ul", "alphabets"),
        ("mira@example.org", "contain @"),
        ("…!", "at least 2 letters"),
        ("x" * 25, "at most"),
        ("Mira", "already"),
        ("m-i-r-a", "already"),
    ],
)
async def test_a_name_that_cannot_be_is_refused_with_its_reason(name: str, why: str) -> None:
    await signs_up(Browser(), "Mira")
    page = await signs_up(Browser(), name, status=200)
    assert why in page
    assert await User.objects.acount() == 1


async def test_a_guest_cannot_be_called_like_an_account_nor_an_account_like_another() -> None:
    mira, eve, guest = Browser(), Browser(), Browser()
    await signs_up(mira, "Mira")
    await signs_up(eve, "Eve")
    for browser in (guest, eve):
        answer = await browser.sends("/name", name="MIRA", next="/")
        page = await browser.opens(answer["Location"])
        assert "Somebody has that name already" in page.text
    await mira.sends("/name", name="Mira Two")
    assert (await User.objects.aget(player__name="Mira Two")).username == "Mira Two"
    await eve.sends("/name", name="Mira")  # it is free now
    assert await Player.objects.filter(name="Mira").aexists()


async def test_of_two_who_take_one_name_at_once_one_is_told(monkeypatch: Any) -> None:
    """Both forms were fine; the database is the referee."""
    await signs_up(Browser(), "Mira")
    monkeypatch.setattr(
        "games.accounts.adapters.Accounts.clean_username", lambda self, name, shallow=False: name
    )
    answer = await Browser().sends("/account/signup/", 400, username="mira", password1=PASSWORD)
    assert "Somebody has that name already" in answer.content.decode()
    assert await User.objects.acount() == 1


async def test_a_wrong_password_and_an_unknown_name_read_the_same() -> None:
    await signs_up(Browser(), "Mira")
    told = {
        re.sub(r'value="[^"]*"', "", await signs_in(Browser(), name, "wrong wrong", status=200))
        for name in ("Mira", "Nobody", "mira@example.org")
    }
    assert len(told) == 1


async def test_a_changed_password_ends_every_other_session_and_its_open_pages(
    table: Table, hub: Hub
) -> None:
    here, there = Browser(), Browser()
    await signs_up(here, "Mira")
    await signs_in(there, "mira")
    game = (await there.starts(side="black")).split("/")[2]
    page = await _opens_socket(table, there, game, "black")
    await here.sends(
        "/account/password/change/",
        oldpassword=PASSWORD,
        password1="a better line of words",
        password2="a better line of words",
    )
    assert await _close_code(page) == CloseCode.PERSON_CHANGED
    assert await player_in(there) is None
    assert await player_in(here) == (await Player.objects.aget()).pk
    await signs_in(there, "mira", status=200)  # the old password
    await signs_in(there, "mira", "a better line of words")


async def test_a_session_of_a_closed_account_is_a_stranger_s() -> None:
    browser = Browser()
    await signs_up(browser, "Mira")
    await User.objects.aupdate(is_active=False)
    assert await player_in(browser) is None
    await browser.starts()  # as a new guest
    assert (await Player.objects.aget(kind=Kind.GUEST)).pk == await player_in(browser)


async def test_signing_out_sends_this_browser_s_pages_away_and_no_others(table: Table) -> None:
    here, there = Browser(), Browser()
    await signs_up(here, "Mira")
    await signs_in(there, "mira")
    game = (await here.starts(side="black")).split("/")[2]
    mine, other = [await _opens_socket(table, browser, game, "black") for browser in (here, there)]
    assert await UserSession.objects.acount() == 2
    await here.sends("/account/logout/")
    assert (await UserSession.objects.aget()).session_key == there.session
    assert await _close_code(mine) == CloseCode.PERSON_CHANGED
    await other.socket.send_to(PING)
    assert (await other.hears())["type"] == "pong"
    assert await player_in(here) is None


async def test_signing_out_everywhere_else_ends_what_other_browsers_see_and_are_told(
    table: Table,
) -> None:
    here, there = Browser(), Browser()
    await signs_up(here, "Mira")
    await signs_in(there, "mira")
    game = (await there.starts(side="black")).split("/")[2]
    page = await _opens_socket(table, there, game, "black")
    mira = await Player.objects.aget()
    for browser, agent in ((here, UserAgent("laptop")), (there, UserAgent("phone"))):
        session = SessionStore(browser.session)
        name = await name_browser(session)
        await session.asave()
        await sync_to_async(subscriptions.subscribe)(
            mira.pk, agent.endpoint, agent.keys, browser=name, agent="", at=1
        )

    await here.sends("/account/sessions/")

    assert await _close_code(page) == CloseCode.PERSON_CHANGED
    assert (await UserSession.objects.aget()).session_key == here.session
    assert (await PushSubscription.objects.aget()).endpoint == UserAgent("laptop").endpoint
    assert (await player_in(here), await player_in(there)) == (mira.pk, None)


async def test_whoever_has_an_account_at_another_site_is_a_player_here() -> None:
    def comes(name: str) -> User:
        account = SocialAccount(provider="club", uid=name)
        request = RequestFactory().get("/")
        request.session = SessionStore()
        return OtherSites().save_user(request, SocialLogin(User(username=name), account))

    mira = await sync_to_async(comes)("Mira")

    player = await Player.objects.aget()
    assert (player.user_id, player.name, player.kind) == (mira.pk, "Mira", Kind.ACCOUNT)
    assert (await SocialAccount.objects.aget()).user_id == mira.pk


async def test_a_sign_in_that_another_page_makes_closes_the_guest_s_sockets(table: Table) -> None:
    browser = Browser()
    game = (await browser.starts(side="black")).split("/")[2]
    page = await _opens_socket(table, browser, game, "black")
    eve = await table.watches(
        await Game.objects.aget(slug=game), await Player.objects.acreate(name="Eve")
    )
    await signs_up(browser, "Mira")
    assert await _close_code(page) == CloseCode.PERSON_CHANGED
    # Whoever watches hears the new name, in a game that has no news.
    while (await eve.hears())["type"] != "snapshot":
        pass
    assert eve.heard[-1]["seats"]["black"]["name"] == "Mira"
    again = await _opens_socket(table, browser, game, "black")
    await again.leaves()


async def test_a_browser_that_has_signed_in_before_is_not_locked_out_by_others(
    settings: Any,
) -> None:
    from games import limits

    mira = Browser()
    await signs_up(mira, "Mira")
    await signs_in_again(mira)
    settings.INAROW_LIMITS = limits.configured("off,accounts=3/hour")
    for _ in range(3):
        await signs_in(Browser(), "Mira", "guess guess", status=200)
    await Browser().sends("/account/login/", 429, login="Mira", password=PASSWORD)
    await signs_in_again(mira)
    forged = Browser()
    forged.client.cookies[devices.COOKIE] = mira.client.cookies[devices.COOKIE].value[:-1] + "x"
    await forged.sends("/account/login/", 429, login="Mira", password=PASSWORD)


async def signs_in_again(browser: Browser) -> None:
    await browser.sends("/account/logout/")
    await signs_in(browser, "Mira")


async def test_letters_lead_to_the_server_s_own_address_whatever_host_was_asked() -> None:
    browser = Browser()
    await signs_up(browser, "Mira")
    await adds_address(browser, "mira@example.org")
    stranger = Browser()
    token = await stranger.token()
    await stranger.client.post(
        "/account/password/reset/",
        {"csrfmiddlewaretoken": token, "email": "mira@example.org"},
        headers={"host": "localhost"},
    )
    letter = letters()[-1]
    assert letter.to == ["mira@example.org"]
    links = re.findall(r"https?://\S+", str(letter.body))
    assert links
    assert all(link.startswith(settings.INAROW_URL + "/") for link in links)


async def test_asking_for_a_new_password_says_the_same_for_every_address() -> None:
    browser = Browser()
    await signs_up(browser, "Mira")
    await adds_address(browser, "mira@example.org")
    letters().clear()
    places = {
        (await Browser().sends("/account/password/reset/", email=email))["Location"]
        for email in ("mira@example.org", "nobody@example.org")
    }
    assert len(places) == 1
    assert len(letters()) == 1  # strangers are not written to


async def test_a_link_for_a_new_password_works_once() -> None:
    browser = Browser()
    await signs_up(browser, "Mira")
    await adds_address(browser, "mira@example.org")
    await Browser().sends("/account/password/reset/", email="mira@example.org")
    link = re.findall(r"https?://\S+/password/reset/key/\S+", str(letters()[-1].body))[0]
    path = link.removeprefix(settings.INAROW_URL)
    someone = Browser()
    form = (await someone.gets(path, 302))["Location"]
    new = "another line of words"
    await someone.sends(form, password1=new, password2=new)
    assert await player_in(browser) is None  # whoever was signed in is out
    again = Browser()
    page = await again.opens(path)
    assert "invalid" in page.text.lower() or "used" in page.text.lower()
    await signs_in(again, "Mira", new)


async def test_no_stranger_s_page_can_sign_anybody_in_or_out() -> None:
    browser = Browser()
    await signs_up(browser, "Mira")
    for path in ("/account/logout/", "/account/leave/", "/account/email/", "/account/login/"):
        answer: Any = await browser.client.post(path, {"login": "x", "password": "y"})
        assert answer.status_code == 403, path
    assert await player_in(browser) == (await Player.objects.aget()).pk


async def test_after_signing_in_nobody_is_led_to_another_site() -> None:
    await signs_up(Browser(), "Mira")
    for target in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:1"):
        answer = await Browser().sends(
            "/account/login/", login="Mira", password=PASSWORD, next=target
        )
        assert answer["Location"] == "/", target


async def test_an_operator_signs_in_to_the_admin_by_the_same_page() -> None:
    await sync_to_async(User.objects.create_superuser)("Olga", password=PASSWORD)
    browser = Browser()
    answer = await browser.gets("/admin/", 302)
    assert answer["Location"].startswith("/admin/login/")
    assert (await browser.gets(answer["Location"], 302))["Location"].startswith("/account/login/")
    await browser.sends("/account/login/?next=/admin/", login="Olga", password=PASSWORD)
    await browser.gets("/admin/")
    assert (await Player.objects.aget()).name == "Olga"
    other = Browser()
    await signs_up(other, "Mira")
    await other.gets("/admin/", 302)
    await other.gets("/admin/login/", 403)


async def _opens_socket(table: Table, browser: Browser, game: str, side: str | None) -> Person:
    cookie = f"{settings.SESSION_COOKIE_NAME}={browser.session}".encode()
    headers = [(b"origin", OWN_ORIGIN), (b"cookie", cookie)]
    person = await table.comes_to(f"/ws/game/{game}/", "Somebody", headers)
    assert await person.hears() == {"type": "welcome", "side": side}
    assert (await person.hears())["type"] == "snapshot"
    return person


async def _close_code(person: Person) -> int:
    """With what a socket is closed; what is told before is heard first."""
    while True:
        event = await person.socket.receive_output(timeout=PATIENCE_S)
        if event["type"] == "websocket.close":
            await person.leaves()
            return int(event["code"])
        json.loads(event["text"])


BLACK = mnk.Side.BLACK


async def test_an_account_with_a_new_name_is_called_and_signs_in_by_it(table: Table) -> None:
    browser = Browser()
    await signs_up(browser, "Mira")
    await browser.sends("/name", name="Mirabel")
    player = await Player.objects.select_related("user").aget(kind=Kind.ACCOUNT)
    assert player.user is not None
    assert (player.name, player.user.username) == ("Mirabel", "Mirabel")
