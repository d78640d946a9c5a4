"""The settings page, and being forgotten by a browser."""

import pytest
from pytest_django import Settings

from games.players.models import Player
from tests.pages.browser import Browser

pytestmark = pytest.mark.usefixtures("hub")


async def test_a_stranger_sets_what_a_browser_keeps_and_stays_nobody() -> None:
    page = await Browser().opens("/settings/")

    html = page.response.content.decode()
    assert 'name="volume"' in html
    assert "Forget me on this browser" not in page.text
    assert not await Player.objects.aexists()


async def test_a_name_with_markup_stays_text() -> None:
    alice = Browser()
    await alice.sends("/name", name="<b>Al</b>", next="/settings/#name")

    page = await alice.opens("/settings/")

    assert page.fields["name"] == "<b>Al</b>"
    assert "<b>Al</b>" not in page.response.content.decode()


async def test_who_is_forgotten_is_nobody_in_this_browser_and_stays_a_player() -> None:
    alice = Browser()
    await alice.sends("/name", name="Alice")
    key = alice.client.cookies["inarow_session"].value

    answer = await alice.sends("/settings/forget")

    assert answer["Location"] == "/"
    assert answer["Clear-Site-Data"] == '"storage"'
    assert "Alice" not in (await alice.opens("/")).text
    thief = Browser()
    thief.client.cookies["inarow_session"] = key
    assert "Alice" not in (await thief.opens("/")).text  # the old cookie opens nothing
    assert [player.name async for player in Player.objects.all()] == ["Alice"]


async def test_nobody_is_forgotten_by_another_site_or_by_a_link() -> None:
    alice = Browser()
    await alice.sends("/name", name="Alice")

    answer = await alice.client.post("/settings/forget")
    assert answer.status_code == 403
    await alice.gets("/settings/forget", 405)
    assert "Alice" in (await alice.opens("/")).text


async def test_a_language_is_offered_where_there_are_several(settings: Settings) -> None:
    alice = Browser()
    assert "Language of the pages" not in (await alice.opens("/settings/")).text
    settings.LANGUAGES = [("en-gb", "English"), ("de", "Deutsch")]

    page = await alice.opens("/settings/")
    answer = await alice.sends("/settings/language", language="de", next="/settings/")
    astray = await alice.sends("/settings/language", language="de", next="https://evil.example/")

    assert "Deutsch" in page.text
    assert answer["Location"] == "/settings/"
    assert answer.cookies["inarow_language"].value == "de"
    assert astray["Location"] == "/"
