"""The foot of the pages, and the pages it leads to: about this server, and what it keeps."""

from datetime import UTC, datetime
from typing import Any

import pytest
from pytest_django import Settings

from games.players.models import Player
from tests.pages.browser import Browser, Page
from tests.people import Table

pytestmark = pytest.mark.usefixtures("hub")


def _foot(page: Page) -> str:
    html = page.response.content.decode()
    return html.split('<footer class="foot">')[1].split("</footer>")[0]


async def test_every_page_but_a_games_ends_with_the_way_to_about_and_privacy(table: Table) -> None:
    game = await table.live_game()
    for path, status in (("/", 200), ("/watch", 200), ("/puzzles", 200), ("/nothing", 404)):
        foot = _foot(await Browser().opens(path, status))
        assert 'href="/about"' in foot, path
        assert 'href="/privacy"' in foot
    for path in (f"/game/{game.slug}/", "/tv/3x3"):
        assert "<footer" not in (await Browser().opens(path)).response.content.decode()


async def test_nothing_is_linked_to_that_the_host_has_not_set(settings: Settings) -> None:
    foot = _foot(await Browser().opens("/"))
    assert "Contact" not in foot
    assert "Source code" not in foot
    assert "<select" not in foot, "one language needs no choice"

    settings.INAROW_CONTACT = "mailto:host@example.org"
    settings.INAROW_SOURCE_URL = 'https://example.org/code?a="b"'

    foot = _foot(await Browser().opens("/"))
    assert 'href="mailto:host@example.org"' in foot
    assert "a=&quot;b&quot;" in foot
    about = (await Browser().opens("/about")).response.content.decode()
    assert 'href="mailto:host@example.org"' in about.split("<main")[1].split("</main>")[0]


async def test_a_host_who_can_be_reached_says_how_to_report_a_weakness(settings: Settings) -> None:
    await Browser().opens("/.well-known/security.txt", 404)
    settings.INAROW_CONTACT = "mailto:host@example.org"
    settings.INAROW_URL = "https://play.example.org"

    answer = await Browser().gets("/.well-known/security.txt")

    contact, expires, *_, canonical = answer.content.decode().splitlines()
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert contact == "Contact: mailto:host@example.org"
    assert canonical == "Canonical: https://play.example.org/.well-known/security.txt"
    left = datetime.fromisoformat(expires.removeprefix("Expires: ")) - datetime.now(UTC)
    assert 88 <= left.days <= 90


async def test_looking_there_makes_nobody() -> None:
    browser = Browser()
    for path in ("/about", "/privacy"):
        page = await browser.opens(path)
        assert page.tags.count("h1") == 1
    assert browser.session is None
    assert not await Player.objects.aexists()


async def test_what_is_kept_is_said_as_this_server_is_set(settings: Settings) -> None:
    settings.INAROW_KEPT_GUESTS_DAYS = 7
    text = (await Browser().opens("/privacy")).text
    assert "are forgotten after 7 days." in text
    assert "It lasts 400 days after your last change" in text

    settings.INAROW_KEPT_GUESTS_DAYS = 0
    assert "Guests are not forgotten by themselves." in (await Browser().opens("/privacy")).text


async def test_a_language_is_chosen_where_there_is_more_than_one(settings: Settings) -> None:
    settings.LANGUAGES = [("en-gb", "English"), ("vi", "Tiếng Việt")]
    browser = Browser()
    foot = _foot(await browser.opens("/about"))
    assert '<option value="vi" lang="vi">Tiếng Việt</option>' in foot
    assert 'name="next" value="/about"' in foot

    answer: Any = await browser.sends("/settings/language", language="vi", next="/about")

    assert answer["Location"] == "/about"
    cookie = answer.cookies["inarow_language"]
    assert (cookie.value, cookie["samesite"], cookie["httponly"]) == ("vi", "Lax", True)


@pytest.mark.parametrize("target", ["//evil.example/", "https://evil.example/", "javascript:x"])
async def test_nobody_is_sent_elsewhere_by_a_language(settings: Settings, target: str) -> None:
    settings.LANGUAGES = [("en-gb", "English"), ("vi", "Tiếng Việt")]

    answer: Any = await Browser().sends("/settings/language", language="vi", next=target)

    assert answer["Location"] == "/"
