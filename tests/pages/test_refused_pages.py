"""Pages in place of the one that was asked for: plain words, a board, and a way on."""

import pytest
from django.test import RequestFactory

from games.http.refusing import answer
from games.play import errors
from games.players.models import Player
from tests.pages.browser import Browser, Page

pytestmark = pytest.mark.usefixtures("hub")


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/no/such/page", "Check the link or start a game."),
        ("/game/nosuchgame/", "We can’t find this game."),
        ("/player/nosuchplayer/", "We can’t find this player."),
    ],
)
async def test_what_is_not_there_is_said_and_can_be_looked_for(path: str, sentence: str) -> None:
    page = await Browser().opens(path, 404)

    assert "We can’t find that page" in page.text
    assert sentence in page.text
    html = page.response.content.decode()
    assert 'class="squares drawn stones thumbnail"' in html
    assert '<form class="lookup" method="get" action="/games" role="search">' in html
    assert html.count("<h1") == 1


async def test_who_is_looked_for_there_is_found() -> None:
    alice = await Player.objects.acreate(name="Alice")

    page = await Browser().opens("/games?player=alice")

    assert f'href="/player/{alice.slug}/"' in page.response.content.decode()
    assert "No games match" in page.text


async def test_while_the_database_is_away_the_page_asks_for_nothing() -> None:
    page = Page(answer(RequestFactory().get("/"), errors.DatabaseAway()))

    assert page.response.status_code == 503
    assert "Back in a moment" in page.text
    assert "No move is lost" in page.text
    assert "Try again" in page.text
    assert "form" not in page.tags
    assert "svg" in page.tags
