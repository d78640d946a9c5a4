"""The page of practice: a player’s own mistakes, and nobody else’s."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games import mnk
from games.play import history, models
from games.play.hub import Hub
from games.players.models import Player
from games.review.errors import TooManyReviews
from games.reviews import exercises as lessons
from games.reviews import practice, reviews
from games.reviews.evaluations import Evaluations
from tests.pages.browser import Browser
from tests.puzzles.puzzlegames import finished
from tests.reviews.mistakes import white_did_not_block

pytestmark = pytest.mark.usefixtures("hub")
T3 = mnk.PRESETS["3x3"].variant


@sync_to_async
def _finished(names: str = "a1b1a2b2a3") -> models.Game:
    return finished(T3, names)


async def _player(name: str, game: models.Game, *sides: mnk.Side) -> Browser:
    """The browser of somebody who played these sides."""
    browser = Browser()
    await browser.sends("/name", name=name)
    player = await Player.objects.aget(name=name)
    for side in sides:
        await models.Seat.objects.filter(game=game, side=side).aupdate(player=player)
    return browser


@pytest.fixture
def white_erred(monkeypatch: pytest.MonkeyPatch) -> practice.Exercise:
    """The review itself is another part's: here it says that white's second move was wrong."""
    exercise = white_did_not_block()

    def lesson(slug: str) -> lessons.GameExercises:
        return lessons.GameExercises(history.load(slug).game, "done", 6, 6, (exercise,))

    monkeypatch.setattr(lessons, "of_game", lesson)
    return exercise


async def test_a_game_that_is_not_reviewed_offers_to_ask_for_it(hub: Hub) -> None:
    game = await _finished()
    wanda = await _player("Wanda", game, mnk.Side.WHITE)
    asked = asyncio.Event()
    hub.part(Evaluations).on_review_asked = asked.set
    address = f"/game/{game.slug}/practice"
    page = await wanda.opens(address)
    assert "Review this game first" in page.text

    sent = await wanda.sends(f"{address}/review")

    assert asked.is_set()
    page = await wanda.opens(sent["Location"])
    assert "Reviewing your game: 1 of 6 positions." in page.text
    assert b'<noscript><meta http-equiv="refresh"' in page.response.content
    progress = await wanda.gets(f"{address}/progress")
    assert progress.json() == {"state": "waiting", "done": 1, "total": 6}  # type: ignore[attr-defined]
    await wanda.sends(f"{address}/4/try", 404, square="c3")


async def test_who_has_too_many_reviews_under_way_is_told_so_where_they_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviews, "MOST_OF_SHARE", 0)
    game = await _finished()
    address = f"/game/{game.slug}/practice"
    wanda = await _player("Wanda", game, mnk.Side.WHITE)

    sent = await wanda.sends(f"{address}/review")

    assert sent["Location"] == address
    page = await wanda.opens(address)
    assert TooManyReviews.sentence in page.text
    assert "Review this game first" in page.text


async def test_a_game_that_goes_on_is_not_practised() -> None:
    address = await Browser().starts()
    await Browser().opens(address + "practice", 404)
    await Browser().gets(address + "practice/progress", 404)


async def test_a_player_practises_their_own_mistakes(white_erred: practice.Exercise) -> None:
    game = await _finished()
    wanda = await _player("Wanda", game, mnk.Side.WHITE)

    page = await wanda.opens(f"/game/{game.slug}/practice")
    assert "O to play: find a better move" in page.text
    assert "You played b2 and didn’t block." in page.text
    assert "A draw with best play (proved)" in page.text  # before
    assert "X wins on the next move (proved)" in page.text  # after
    assert "mistake 1 of 1" in page.text
    data = page.data["puzzle-data"]
    assert data["task"]["stones"] == "White to play: find a better move"
    assert data["worths"]["stones"][1] == "Black wins on the next move (proved)"

    right = await wanda.posts(data["tryUrl"], {"moves": [mnk.square("a3", T3)]})
    wrong = await wanda.sends(data["tryUrl"], square="b2")
    assert "b2 was played in the game" in (await wanda.opens(wrong["Location"])).text
    shown = await wanda.posts(data["showUrl"], {})
    sent = await wanda.sends(data["showUrl"])
    assert shown["sentence"] in (await wanda.opens(sent["Location"])).text

    assert right["verdict"] == "solved"
    assert shown["moves"] == [mnk.square("a3", T3)]
    for moves in ([9999], [], [6, 7], [0]):
        refused = await wanda.posts(data["tryUrl"], {"moves": moves}, 400)
        assert refused["sentence"].endswith(".")


async def test_the_winner_is_not_given_the_mistakes_of_the_other(
    white_erred: practice.Exercise,
) -> None:
    game = await _finished()
    blanca = await _player("Blanca", game, mnk.Side.BLACK)
    address = f"/game/{game.slug}/practice"

    page = await blanca.opens(f"{address}?at=3")

    assert "You made no mistakes in this game. Well played." in page.text
    assert "puzzle-data" not in page.data
    await blanca.posts(f"{address}/3/try", {"moves": [6]}, 404)
    await blanca.posts(f"{address}/3/solution", {}, 404)


async def test_a_spectator_is_told_kindly(white_erred: practice.Exercise) -> None:
    game = await _finished()
    eve, address = Browser(), f"/game/{game.slug}/practice"

    page = await eve.opens(address)

    assert "Practice is for the two players" in page.text
    assert f'/game/{game.slug}/review"'.encode() in page.response.content
    await eve.posts(f"{address}/3/try", {"moves": [6]}, 404)
    await eve.posts(f"{address}/3/solution", {}, 404)


async def test_who_played_against_themselves_practises_both_sides(
    white_erred: practice.Exercise,
) -> None:
    game = await _finished()
    both = await _player("Both", game, *mnk.Side)
    assert "You played b2" in (await both.opens(f"/game/{game.slug}/practice")).text


@pytest.mark.parametrize("part", ["", "/progress", "/3/try", "/3/solution", "/review"])
async def test_a_private_game_is_practised_by_its_players_alone(
    white_erred: practice.Exercise, part: str
) -> None:
    game = await _finished()
    await models.Game.objects.filter(pk=game.pk).aupdate(visibility="private")
    wanda = await _player("Wanda", game, mnk.Side.WHITE)
    address = f"/game/{game.slug}/practice{part}"
    is_read = part in ("", "/progress")

    async def asks(browser: Browser) -> Any:
        if is_read:
            return await browser.client.get(address)
        token = await browser.token()
        return await browser.client.post(address, {"csrfmiddlewaretoken": token, "square": "a3"})

    assert (await asks(Browser())).status_code in (403, 404)
    assert (await asks(wanda)).status_code in (200, 302)
