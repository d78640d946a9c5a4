"""The pages of puzzles and practice: with and without scripts, and what hostile clients send."""

import asyncio
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games import mnk
from games import puzzles as service
from games.pages import puzzles as pages
from games.play import history, models
from games.play.clock import now_ms
from games.play.hub import Hub
from games.players import glicko
from games.puzzles import solving_of
from games.review.errors import TooManyReviews
from games.review.models import Attempt, DailyPuzzle, Puzzle
from games.reviews import exercises as lessons
from games.reviews import reviews
from games.reviews.evaluations import Evaluations
from tests.pages.browser import Browser
from tests.puzzles.puzzlegames import ONE_WAY, finished, kept, shown
from tests.reviews.mistakes import white_did_not_block

pytestmark = pytest.mark.usefixtures("hub")
T3 = mnk.PRESETS["3x3"].variant
SMALL = "4x3x3-freestyle/1O2/3X/1X2/O"


@sync_to_async
def _keep(line: str | None = None) -> Puzzle:
    return kept(shown(ONE_WAY) if line is None else mnk.position_from_line(line))


async def _posts(browser: Browser, path: str, body: Any, status: int = 200) -> dict[str, Any]:
    """Send what the page's script sends; the answer."""
    token = (await browser.opens("/")).fields["csrfmiddlewaretoken"]
    response: Any = await browser.client.post(
        path,
        body if isinstance(body, str) else json.dumps(body),
        content_type="application/json",
        headers={"x-csrftoken": token},
    )
    assert response.status_code == status, response.content[:300]
    answer: dict[str, Any] = json.loads(response.content)
    return answer


def _squares(*names: str) -> list[mnk.Square]:
    return [mnk.square(name, mnk.PRESETS["15x15"].variant) for name in names]


# --- Puzzles -------------------------------------------------------------------------------------


async def test_a_server_without_puzzles_says_how_they_come() -> None:
    page = await Browser().opens("/puzzles")

    assert "No puzzles yet. They come from games played here" in page.text
    assert "manage.py" not in page.text
    assert (await Browser().gets("/puzzle/daily", 302))["Location"] == "/puzzles"


async def test_nobody_becomes_a_player_by_looking() -> None:
    row = await _keep()
    alice = Browser()

    await alice.opens("/puzzles")
    page = await alice.opens(f"/puzzle/{row.slug}/")

    assert alice.session is None
    assert "Black to play and win with fours alone. Only one first move works." in page.text
    assert "a quieter move may win too" in page.text
    assert page.data["puzzle-data"]["position"]["sideToMove"] == "black"
    assert "solution" not in json.dumps(page.data).replace("/solution", "")


async def test_the_puzzle_of_the_day_is_the_same_for_all() -> None:
    await _keep()
    await _keep(SMALL)
    alice, bob = Browser(), Browser()

    address = (await alice.gets("/puzzle/daily", 302))["Location"]

    assert (await bob.gets("/puzzle/daily", 302))["Location"] == address
    assert "Today’s puzzle" in (await bob.opens("/puzzles")).text
    await sync_to_async(service.keep_day)(now_ms())
    day = await DailyPuzzle.objects.select_related("puzzle").aget()
    assert day.date == datetime.fromtimestamp(now_ms() / 1000, UTC).date()
    assert address == f"/puzzle/{day.puzzle.slug}/"


async def test_alice_solves_a_puzzle_by_script() -> None:
    row = await _keep()
    alice = Browser()
    data = (await alice.opens(f"/puzzle/{row.slug}/")).data["puzzle-data"]
    h7, i7, h5 = _squares("h7", "i7", "h5")

    right = await _posts(alice, data["tryUrl"], {"moves": [h7], "began": data["began"]})
    solved = await _posts(alice, data["tryUrl"], {"moves": [h7, i7, h5], "began": data["began"]})
    again = await _posts(alice, data["tryUrl"], {"moves": [h7, i7, h5]})

    assert (right["verdict"], right["reply"], right["counted"]) == ("right", i7, None)
    assert solved["counted"] == {"rating": 1662, "change": 162}
    assert (again["verdict"], again["counted"]) == ("solved", None)
    attempt = await Attempt.objects.aget()
    assert attempt.solved
    assert attempt.ms is not None
    page = await alice.opens("/puzzles")
    assert "Your puzzle rating is 1662 give or take 581, a first guess" in page.text
    assert "You solved 1 of 1 on your first try." in page.text
    assert "You’ve tried every puzzle." in page.text


async def test_on_a_board_of_x_and_o_the_sides_are_called_so() -> None:
    row = await _keep(SMALL)
    solution = solving_of(row)
    first = mnk.name(solution.solution, mnk.Variant(4, 4, 3))
    bob, page = Browser(), f"/puzzle/{row.slug}/"

    opened = await bob.opens(page)
    assert "O to play and win. Only one first move works." in opened.text
    # Its script puts in the names that the viewer has chosen.
    assert opened.data["puzzle-data"]["task"] == {
        "stones": "White to play and win. Only one first move works.",
        "marks": "O to play and win. Only one first move works.",
    }
    assert "O to play and win." in (await bob.opens("/puzzles")).text
    right = await bob.sends(page + "try", square=first, moves="")
    assert f"{first} is right. The answer is" in (await bob.opens(right["Location"])).text
    told = await _posts(Browser(), page + "try", {"moves": [solution.solution]})
    assert told["sentence"].startswith(f"{first} is right. The answer is")


async def test_bob_plays_without_scripts() -> None:
    row = await _keep()
    bob = Browser()
    page = f"/puzzle/{row.slug}/"

    wrong = await bob.sends(page + "try", square="a1", moves="")
    assert wrong["Location"] == page
    assert (
        "a1 doesn’t win with fours alone. Your puzzle rating is now 1338 (-162)."
        in (await bob.opens(page)).text
    )
    right = await bob.sends(page + "try", square="H7", moves="")
    assert right["Location"] == page + "?moves=h7i7"
    there = await bob.opens(right["Location"])
    assert there.fields["moves"] == "h7i7"
    assert there.data["puzzle-data"]["isOver"] is False
    assert "So far: h7 i7. Your move." in there.text
    solved = await bob.sends(page + "try", square="h5", moves="h7i7")

    assert solved["Location"] == page + "?moves=h7i7h5"
    end = await bob.opens(solved["Location"])
    assert "The solution: h7 i7 h5." in end.text
    assert end.data["puzzle-data"]["isOver"] is True
    assert (await Attempt.objects.aget()).solved is False


async def test_who_gives_up_sees_the_whole_line() -> None:
    row = await _keep()
    alice, bob = Browser(), Browser()

    told = await _posts(alice, f"/puzzle/{row.slug}/solution", {})
    sent = await bob.sends(f"/puzzle/{row.slug}/solution")

    assert told["moves"] == _squares("h7", "i7", "h5")
    assert told["sentence"] == "The solution: h7 i7 h5."
    assert told["counted"]["change"] == -162
    assert sent["Location"] == f"/puzzle/{row.slug}/?moves=h7i7h5"
    assert told["sentence"] in (await bob.opens(sent["Location"])).text
    assert [each.solved async for each in Attempt.objects.all()] == [False, False]


@pytest.mark.parametrize(
    "body",
    [
        {"moves": [9999]},
        {"moves": [-1]},
        {"moves": [10**40]},
        {"moves": []},
        {"moves": ["h7"]},
        {"moves": [97, 5, 67]},
        {"moves": [1] * 300},
        {"moves": [97.5]},
        {"moves": None},
        {"moves": [97], "solved": True},
        [97],
        "{",
        "[" * 5_000,
    ],
    ids=lambda body: str(body)[:30],
)
async def test_what_is_no_try_is_refused_and_nothing_is_kept(body: Any) -> None:
    row = await _keep()

    answer = await _posts(Browser(), f"/puzzle/{row.slug}/try", body, 400)

    assert answer["sentence"].endswith(".")
    assert not await Attempt.objects.aexists()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"square": "z99"},
        {"square": "h7", "moves": "a1a2"},
        {"square": "h7", "moves": "<script>"},
        {"square": "e7"},
        {"square": "h7" * 5_000},
        {"square": "a1", "moves": "h7i7h5"},
    ],
    ids=lambda fields: str(fields)[:30],
)
async def test_a_form_that_is_no_try_is_refused_and_nothing_is_kept(
    fields: dict[str, Any],
) -> None:
    row = await _keep()
    eve = Browser()

    address = (await eve.sends(f"/puzzle/{row.slug}/try", **fields))["Location"]

    assert address.startswith(f"/puzzle/{row.slug}/")
    assert not await Attempt.objects.aexists()
    assert (await eve.client.get(address)).status_code in (200, 302)


async def test_moves_of_another_puzzle_do_not_solve_this_one() -> None:
    row, other = await _keep(), await _keep(SMALL)
    line = list(solving_of(other).line)

    for moves in (line, _squares("h7", "i7", "h5")[:2] + line[:1]):
        told = await Browser().client.post(
            f"/puzzle/{row.slug}/try", json.dumps({"moves": moves}), "application/json"
        )
        assert told.status_code == 403  # no token
    answer = await _posts(Browser(), f"/puzzle/{row.slug}/try", {"moves": line}, 400)
    assert answer["sentence"] == ("These moves don’t belong to this puzzle. Open it again.")


async def test_an_address_with_strange_moves_leads_to_the_beginning() -> None:
    row = await _keep()
    for moves in ("a1", "h7", "h7i7h5a1", "%00", "x" * 9_000):
        response = await Browser().gets(f"/puzzle/{row.slug}/?moves={moves}", 302)
        assert response["Location"] == f"/puzzle/{row.slug}/"


async def test_what_is_not_there_is_not_found() -> None:
    for path in ("/puzzle/nosuchone2/", "/game/nosuchone2/practice"):
        await Browser().opens(path, 404)
    await Browser().sends("/puzzle/nosuchone2/try", 404, square="a1")
    await Browser().gets("/puzzle/nosuchone2/try", 405)


@pytest.mark.parametrize(
    ("began", "ms"),
    [("", None), ("puzzle:1:x", None), ("future", None), ("long ago", None), ("now", 5_000)],
)
def test_a_time_is_kept_only_if_the_page_says_when_it_was_made(began: str, ms: int | None) -> None:
    then = {"future": 10_000, "long ago": -pages.LONGEST_MS - 10_000, "now": 0}
    at = 1_790_000_000_000
    if began in then:
        began = pages._BEGAN.sign(f"abc:{at + then[began]}")
    assert pages._since(began, at + 5_000) == ms


@pytest.mark.parametrize(
    ("deviation", "said"),
    [
        (200.1, "a first guess"),
        (200.0, "provisional"),
        (80.1, "provisional"),
        (80.0, "give or take 160."),
    ],
)
def test_how_sure_a_rating_is_is_said(deviation: float, said: str) -> None:
    assert said in pages._strength(glicko.Rating(1500.0, deviation))


# --- Practice ------------------------------------------------------------------------------------


@sync_to_async
def _finished(names: str = "a1b1a2b2a3") -> models.Game:
    return finished(T3, names)


async def test_a_game_that_is_not_reviewed_offers_to_ask_for_it(hub: Hub) -> None:
    game = await _finished()
    alice = Browser()
    asked = asyncio.Event()
    hub.part(Evaluations).on_review_asked = asked.set
    page = await alice.opens(f"/game/{game.slug}/practice")
    assert "Review this game first" in page.text

    sent = await alice.sends(f"/game/{game.slug}/practice/review")

    assert asked.is_set()
    assert "Reviewing: 1 of 6 positions" in (await alice.opens(sent["Location"])).text
    await alice.sends(f"/game/{game.slug}/practice/4/try", 404, square="c3")


async def test_who_has_too_many_reviews_under_way_is_told_so_where_they_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviews, "MOST_OF_SHARE", 0)
    address = f"/game/{(await _finished()).slug}/practice"
    alice = Browser()

    sent = await alice.sends(f"{address}/review")

    assert sent["Location"] == address
    page = await alice.opens(address)
    assert TooManyReviews.sentence in page.text
    assert "Review this game first" in page.text


async def test_a_game_that_goes_on_is_not_practised() -> None:
    address = await Browser().starts()
    await Browser().opens(address + "practice", 404)


async def test_the_exercises_of_a_reviewed_game_are_shown_and_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The review itself is another part's: here it says that white's second move was wrong."""
    game = await _finished()
    exercise = white_did_not_block()

    def lesson(slug: str) -> lessons.GameExercises:
        return lessons.GameExercises(history.load(slug).game, "done", 6, 6, (exercise,))

    monkeypatch.setattr(lessons, "of_game", lesson)
    alice = Browser()
    page = await alice.opens(f"/game/{game.slug}/practice")
    assert "O played b2 and didn’t block. Find a better move." in page.text
    data = page.data["puzzle-data"]
    assert data["task"]["stones"] == "White played b2 and didn’t block. Find a better move."

    right = await _posts(alice, data["tryUrl"], {"moves": [mnk.square("a3", T3)]})
    wrong = await alice.sends(data["tryUrl"], square="b2")
    assert "b2 was played in the game" in (await alice.opens(wrong["Location"])).text
    shown_ = await _posts(alice, data["showUrl"], {})
    sent = await alice.sends(data["showUrl"])
    assert shown_["sentence"] in (await alice.opens(sent["Location"])).text

    assert right["verdict"] == "solved"
    assert shown_["moves"] == [mnk.square("a3", T3)]
    for moves in ([9999], [], [6, 7], [0]):
        refused = await _posts(alice, data["tryUrl"], {"moves": moves}, 400)
        assert refused["sentence"].endswith(".")
