"""An account stays its owner’s: no easy password, late link or used code; each event is logged."""

import logging
import re
import socket
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.totp.internal import auth as totp
from django.conf import settings as configured
from django.contrib.auth.hashers import get_hashers
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.test import AsyncClient
from pytest_django import Settings

from games.accounts import logged, post
from games.accounts.adapters import Factors
from games.accounts.hashing import InTurn
from games.play.hub import Hub
from tests.accounts.test_signing import PASSWORD, adds_address, player_in, signs_in, signs_up
from tests.config.test_limits import From
from tests.config.test_routes import ROUTES, path_of
from tests.pages.browser import Browser, letters
from tests.people import Table

pytestmark = pytest.mark.usefixtures("hub")


# --- Passwords -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "password",
    [
        "inarow-2026",
        "gomoku123",
        "Mira_Mira_1",
        "INAROW server!",
        "inarow-wxyz",
        "password1",
        "12345678",
        "127.0.0.1/mira",
    ],
)
async def test_what_anybody_would_try_first_is_no_password(password: str) -> None:
    page = await signs_up(Browser(), "Mira", password, status=200)
    assert 'role="alert"' in page or "errorlist" in page


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("Mira", "x" * 64),
        ("Mira", "棋盘上的五颗石子啊"),
        ("Mira", "  five stones "),
        ("Mira", "inarow: one hat"),
        ("Mira", "inarow-vwxyz"),
        ("Mi", "mi mi mi mi 5"),
    ],
)
async def test_any_other_password_is_taken_as_it_is(name: str, password: str) -> None:
    await signs_up(Browser(), name, password)
    await signs_in(Browser(), name, password)
    if password != password.strip():
        await signs_in(Browser(), name, password.strip(), status=200)


async def test_as_many_hashes_are_made_whoever_is_guessed_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    browser = Browser()
    await signs_up(browser, "Mira")
    await adds_address(browser, "mira@example.org")
    made: list[str] = []
    encode = InTurn.encode

    def counted(self: InTurn, password: str, salt: str, iterations: int | None = None) -> str:
        made.append(password)
        return encode(self, password, salt, iterations)

    monkeypatch.setattr(InTurn, "encode", counted)
    hashes = {}
    for name in ("Mira", "Nobody", "mira@example.org", "nobody@example.org"):
        made.clear()
        await signs_in(Browser(), name, "a wrong password", status=200)
        hashes[name] = len(made)
    assert set(hashes.values()) == {1}, hashes


def test_there_is_one_way_to_hash() -> None:
    (hasher,) = get_hashers()
    assert hasher.algorithm == "pbkdf2_sha256"


# --- Letters -------------------------------------------------------------------------------------


async def test_how_long_a_mail_server_takes_tells_nobody_who_has_an_account(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    browser = Browser()
    await signs_up(browser, "Mira")
    await adds_address(browser, "mira@example.org")
    letters()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = silent.getsockname()
        answer = await Browser().sends("/account/password/reset/", email="mira@example.org")
        assert answer.status_code == 302
        line, _ = silent.accept()  # the letter is waiting for a word
        with line:
            line.sendall(b"421 not now\r\n")
        post.wait()
    assert "421" in _told_of_letters(caplog)[0]


async def test_a_letter_that_cannot_be_sent_is_told_to_the_host(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    browser = Browser()
    await signs_up(browser, "Mira")
    await adds_address(browser, "mira@example.org")
    post.wait()
    (line,) = _told_of_letters(caplog)
    assert line.startswith("letter_failed")
    assert "mira" not in line


def _told_of_letters(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.name == post.__name__]


async def test_a_link_for_a_new_password_is_good_for_an_hour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    browser = Browser()
    await signs_up(browser, "Mira")
    await adds_address(browser, "mira@example.org")
    await Browser().sends("/account/password/reset/", email="mira@example.org")
    link = re.findall(r"https?://\S+/password/reset/key/\S+", str(letters()[-1].body))[0]
    path = link.removeprefix(configured.INAROW_URL)
    now = PasswordResetTokenGenerator._now

    def later(by: timedelta) -> None:
        monkeypatch.setattr(
            PasswordResetTokenGenerator,
            "_now",
            lambda self: now(self) + by,
        )

    later(timedelta(minutes=58))
    await Browser().gets(path, 302)
    later(timedelta(minutes=62))
    await Browser().gets(path, 200)  # the page that says it is too late


# --- Codes ---------------------------------------------------------------------------------------


async def _has_codes(name: str) -> Callable[[], str]:
    """Somebody signs up and sets up codes; the code of now."""
    browser = Browser()
    await signs_up(browser, name)
    await browser.sends("/account/reauthenticate/", password=PASSWORD)
    page = await browser.gets("/account/2fa/totp/activate/")
    secret = re.findall(r'value="([A-Z2-7]{32})"', page.content.decode())[0]

    def code() -> str:
        return str(totp.format_hotp_value(totp.hotp_value(secret, int(time.time()) // 30)))

    await browser.sends("/account/2fa/totp/activate/", code=code())
    return code


async def test_a_code_opens_once() -> None:
    code = await _has_codes("Mira")
    first, second = Browser(), Browser()
    shown = code()
    for each in (first, second):
        assert (await signs_in(each, "Mira")).startswith("/account/2fa/authenticate/")
    await first.sends("/account/2fa/authenticate/", code=shown)
    assert await player_in(first) is not None
    await second.sends("/account/2fa/authenticate/", 200, code=shown)
    assert await player_in(second) is None


async def test_codes_are_not_guessed_at_from_many_networks() -> None:
    code = await _has_codes("Mira")
    wrong = "000000" if code() != "000000" else "111111"
    for network in range(11):
        thief = Browser(From(f"198.51.{network}.7", checks=True))
        await signs_in(thief, "Mira")
        await thief.sends("/account/2fa/authenticate/", 200, code=wrong)
    last = Browser(From("203.0.113.7", checks=True))
    await signs_in(last, "Mira")
    await last.sends("/account/2fa/authenticate/", 200, code=code())
    assert await player_in(last) is None, "that was the right one, too late"


async def test_once_the_server_s_key_is_another_no_code_fits(settings: Settings) -> None:
    code = await _has_codes("Mira")
    settings.SECRET_KEY = "another"
    browser = Browser()
    await signs_in(browser, "Mira")
    await browser.sends("/account/2fa/authenticate/", 200, code=code())
    assert await player_in(browser) is None


async def test_a_passkey_and_codes_have_a_name(settings: Settings) -> None:
    settings.INAROW_URL = "https://inarow.example:8443/"
    await signs_up(Browser(), "Mira")
    user = await User.objects.aget(username="Mira")
    assert Factors().generate_authenticator_name(user, "webauthn") == "My passkey"
    assert "issuer=Inarow%20inarow.example" in Factors().build_totp_url(user, "SECRET")


# --- The log -------------------------------------------------------------------------------------


async def test_each_event_of_an_account_is_one_line_without_what_was_typed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    browser = Browser()
    with caplog.at_level(logging.INFO, logged.__name__):
        await signs_up(browser, "Mira")
        await signs_in(Browser(), "Mira", "mirA's other secret", status=200)
        await signs_in(Browser(), "typed in the wrong field", status=200)
        await browser.sends("/account/reauthenticate/", password=PASSWORD)
        await browser.sends("/account/email/", email="mira@example.org", action_add="")
        new = "another line of words"
        await browser.sends(
            "/account/password/change/", oldpassword=PASSWORD, password1=new, password2=new
        )
        await browser.sends("/account/logout/")
    lines = [each.getMessage() for each in caplog.records if each.name == logged.__name__]
    assert [re.findall(r"what=(\w+)", each)[0] for each in lines] == [
        *("signed_up", "signed_in", "sign_in_failed", "sign_in_failed"),
        *("address_added", "password_changed", "signed_out"),
    ]
    text = "\n".join(lines)
    for typed in ("Mira", "secret", "wrong field", "example.org", PASSWORD, "127.0.0.1"):
        assert typed not in text


# --- Other sites ---------------------------------------------------------------------------------


async def test_no_form_of_another_site_changes_anything(hub: Hub, table: Table) -> None:
    """Every address there is, sent a form with the cookies of somebody signed in, but no token."""
    game = await table.played("a1 b1 a2")
    browser = Browser()
    await signs_up(browser, "Mira")
    client: AsyncClient = browser.client
    let_in = []
    for route, _ in ROUTES:
        if route.startswith("api/"):
            continue  # no cookie speaks for anybody there (tests/api/test_access.py)
        answer: Any = await client.post(path_of(route, game.slug), {"name": "Eve", "player": "x"})
        if answer.status_code not in (403, 404, 405):
            let_in.append((route, answer.status_code))
    assert let_in == []
    assert await player_in(browser) is not None
