"""The pages of puzzles: with and without scripts, and what hostile clients send."""

import json
import re
from datetime import UTC, datetime
from html import unescape
from typing import Any
from urllib.parse import parse_qsl

import pytest
from asgiref.sync import sync_to_async

from games import mnk
from games import puzzles as service
from games.pages import puzzles as pages
from games.play.clock import now_ms
from games.players import glicko
from games.players.models import Player
from games.puzzles import choosing, solving_of
from games.review.models import Attempt, DailyPuzzle, Puzzle, PuzzleRating
from games.review.themes import Theme
from tests.pages.browser import Browser, Page
from tests.puzzles.puzzlegames import FOURS, ONE_WAY, kept, shown

pytestmark = pytest.mark.usefixtures("hub")
SMALL = "4x3x3-freestyle/1O2/3X/1X2/O"
TALL = "3x4x3-full/X1O/1X1/XOO/1OX/X"


@sync_to_async
def _keep(line: str | None = None) -> Puzzle:
    return kept(shown(ONE_WAY) if line is None else mnk.position_from_line(line))


def _squares(*names: str) -> list[mnk.Square]:
    return [mnk.square(name, mnk.PRESETS["15x15"].variant) for name in names]


# --- Puzzles -------------------------------------------------------------------------------------


async def test_a_server_without_puzzles_says_how_they_come() -> None:
    page = await Browser().opens("/puzzles")

    assert "They come from games played here" in page.text
    assert "Play a bot" in page.text
    assert "manage.py" not in page.text
    assert (await Browser().gets("/puzzle/daily", 302))["Location"] == "/puzzles"


async def test_nobody_becomes_a_player_by_looking() -> None:
    row = await _keep()
    alice = Browser()

    await alice.opens("/puzzles")
    page = await alice.opens(f"/puzzle/{row.slug}/")

    assert alice.session is None
    assert "Black to play and win in 2 with fours alone" in page.text
    assert "A quieter move may win, too." in page.text
    assert page.data["puzzle-data"]["position"]["sideToMove"] == "black"
    assert "solution" not in json.dumps(page.data).replace("/solution", "")
    assert "Fork" not in page.text  # what it is about is told once it is solved
    html = page.response.content.decode()
    levels = re.findall(r'aria-label="Difficulty (\d) of 5">(.*?)</span>', html)
    assert levels
    assert all(dots.count("<i") == 5 for _, dots in levels)
    assert all(dots.count('class="on"') == int(level) for level, dots in levels)


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

    right = await alice.posts(data["tryUrl"], {"moves": [h7], "began": data["began"]})
    solved = await alice.posts(data["tryUrl"], {"moves": [h7, i7, h5], "began": data["began"]})
    again = await alice.posts(data["tryUrl"], {"moves": [h7, i7, h5]})

    assert (right["verdict"], right["reply"], right["counted"]) == ("right", i7, None)
    assert (right["left"], right["lesson"]) == (1, "")
    change = solved["counted"]["change"]
    assert solved["counted"] == {
        "rating": 1200 + change,
        "change": change,
        "streak": 1,
        "today": [1, 1],
    }
    assert 0 < change <= 40
    assert solved["lesson"] == Theme(row.theme).lesson
    assert (again["verdict"], again["counted"]) == ("solved", None)
    attempt = await Attempt.objects.aget()
    assert attempt.solved
    assert attempt.ms is not None
    page = await alice.opens("/puzzles")
    assert f"{1200 + change} Provisional: give or take" in page.text
    assert "1 of 1" in page.text
    assert "You’ve tried every puzzle." in page.text
    assert Theme(row.theme).label in (await alice.opens(f"/puzzle/{row.slug}/")).text


async def test_on_a_board_of_x_and_o_the_sides_are_called_so() -> None:
    row = await _keep(SMALL)
    solution = solving_of(row)
    first = mnk.name(solution.solution, mnk.Variant(4, 4, 3))
    bob, page = Browser(), f"/puzzle/{row.slug}/"

    opened = await bob.opens(page)
    assert "O to play and win in 2" in opened.text
    # Its script puts in the names that the viewer has chosen.
    assert opened.data["puzzle-data"]["task"] == {
        "stones": "White to play and win in 2",
        "marks": "O to play and win in 2",
    }
    assert "O to play and win in 2" in (await bob.opens("/puzzles")).text
    right = await bob.sends(page + "try", square=first, moves="")
    assert f"{first} is right. The answer is" in (await bob.opens(right["Location"])).text
    told = await Browser().posts(page + "try", {"moves": [solution.solution]})
    assert told["sentence"].startswith(f"{first} is right. The answer is")


async def test_bob_plays_without_scripts() -> None:
    row = await _keep()
    bob = Browser()
    page = f"/puzzle/{row.slug}/"

    wrong = await bob.sends(page + "try", square="a1", moves="")
    assert wrong["Location"] == page
    told = (await bob.opens(page)).text
    found = re.search(
        r"a1 doesn’t win with fours alone. Your puzzle rating is now (\d+) \(−(\d+)\).", told
    )
    assert found
    assert 1200 - int(found[2]) == int(found[1]) >= 1160
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

    told = await alice.posts(f"/puzzle/{row.slug}/solution", {})
    sent = await bob.sends(f"/puzzle/{row.slug}/solution")

    assert told["moves"] == _squares("h7", "i7", "h5")
    assert told["sentence"] == "The solution: h7 i7 h5."
    assert -40 <= told["counted"]["change"] < 0
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

    answer = await Browser().posts(f"/puzzle/{row.slug}/try", body, 400)

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
    page: Any = await eve.client.get(address, follow=True)
    assert page.status_code == 200
    assert 'class="messages"' in page.content.decode()


async def test_moves_of_another_puzzle_do_not_solve_this_one() -> None:
    row, other = await _keep(), await _keep(SMALL)
    line = list(solving_of(other).line)

    for moves in (line, _squares("h7", "i7", "h5")[:2] + line[:1]):
        told = await Browser().client.post(
            f"/puzzle/{row.slug}/try", json.dumps({"moves": moves}), "application/json"
        )
        assert told.status_code == 403  # no token
    answer = await Browser().posts(f"/puzzle/{row.slug}/try", {"moves": line}, 400)
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
    [(80.1, "Provisional: give or take 160"), (80.0, "Give or take 160")],
)
def test_how_sure_a_rating_is_is_said(deviation: float, said: str) -> None:
    assert pages.strength_words(glicko.Rating(1500.0, deviation)) == said


async def test_a_hint_is_given_to_scripts_and_forms_and_the_page_says_so() -> None:
    row = await _keep()
    alice, bob, page = Browser(), Browser(), f"/puzzle/{row.slug}/"

    told = await alice.posts(page + "hint", {"moves": []})
    assert len(told["squares"]) == 3
    assert _squares("h7")[0] in told["squares"]
    assert re.fullmatch(r"One of these: \w+, \w+ or \w+\.", told["sentence"])
    assert "you took a hint" in (await alice.opens(page)).text
    solved = await alice.posts(page + "try", {"moves": _squares("h7", "i7", "h5")})
    assert (solved["verdict"], solved["counted"]) == ("solved", None)
    assert "you solved it" in (await alice.opens(page)).text

    sent = await bob.sends(page + "hint", moves="h7i7")
    assert sent["Location"] == page + "?moves=h7i7"
    assert "One of these: " in (await bob.opens(sent["Location"])).text
    assert not await PuzzleRating.objects.aexists()


@pytest.mark.parametrize(("more", "is_told"), [(0, False), (1, True)])
async def test_more_moves_than_there_are_squares_are_told_so(more: int, *, is_told: bool) -> None:
    row = await _keep()

    refused = await Browser().posts(
        f"/puzzle/{row.slug}/try", {"moves": [97] * (15 * 15 + more)}, 400
    )

    assert ("that many squares" in refused["sentence"]) is is_told


@pytest.mark.parametrize("moves", [[1], [9999], [-1], [97] * 300, "a1", None])
async def test_a_hint_for_strange_moves_is_refused_and_nothing_is_kept(moves: Any) -> None:
    await Browser().sends("/puzzle/nosuchone2/solution", 404)
    assert not await Player.objects.aexists(), "nobody becomes a guest for that"
    row = await _keep()
    refused = await Browser().posts(f"/puzzle/{row.slug}/hint", {"moves": moves}, 400)
    assert refused["sentence"].endswith(".")
    await Browser().sends(f"/puzzle/{row.slug}/hint", moves="z9" * 800)
    assert not await Attempt.objects.aexists()
    await Browser().sends("/puzzle/nosuchone2/hint", 404)


async def test_the_next_puzzle_is_another_one_and_skipped_ones_do_not_come_back() -> None:
    rows = {(await _keep()).slug, (await _keep(SMALL)).slug, (await _keep(TALL)).slug}
    alice = Browser()
    address = (await alice.gets("/puzzle/next", 302))["Location"]
    seen = set()
    for _ in rows:
        seen.add(address.split("/")[2])
        page = await alice.opens(address)
        address = (await alice.gets(page.data["puzzle-data"]["nextUrl"], 302))["Location"]
    assert seen == rows
    assert address == "/puzzles"
    assert "That was the last puzzle" in (await alice.opens(address)).text
    assert alice.session is None or not await Attempt.objects.aexists()
    for strange in ("<script>", "%00", "a." * 5_000):
        await alice.gets(f"/puzzle/next?skipped={strange}", 302)


async def test_the_list_can_be_narrowed_and_tells_what_a_puzzle_is_about_only_to_who_knows() -> (
    None
):
    fork, small = await _keep(), await _keep(SMALL)
    for row, rating in ((fork, 1100), (small, 1700)):
        await Puzzle.objects.filter(pk=row.pk).aupdate(rating=rating)
    alice = Browser()

    near = await alice.opens("/puzzles")
    assert "Win in 2" in near.text
    assert near.response.content.count(b"puzzle-row") == 1
    every = await alice.opens("/puzzles?level=any")
    assert every.response.content.count(b"puzzle-row") == 2
    assert b"\xc2\xb7 Fork" not in every.response.content
    assert _filters(every) == {"", "win2", "small", fork.theme, small.theme}
    narrowed = await alice.opens(f"/puzzles?level=any&only={small.theme}")
    assert "· " + Theme(small.theme).label in narrowed.text
    await alice.sends(f"/puzzle/{fork.slug}/solution")
    after = await alice.opens("/puzzles?level=any")
    assert "· " + Theme(fork.theme).label in after.text
    assert "Missed" in after.text
    nothing = await alice.opens("/puzzles?only=quiet")
    assert "No puzzles of this kind at this level." in nothing.text
    assert "Show any difficulty" in nothing.text
    assert "quiet" in _filters(nothing)
    assert "Page 1 of" not in every.text  # one page has no others beside it
    for strange in ("only=<b>", "level=42", "page=-1", "page=99999999", "page=x", "only=%00"):
        await alice.opens(f"/puzzles?{strange}")


def _filters(page: Page) -> set[str]:
    """What the list can be narrowed to, by the words in the addresses."""
    links = re.findall(r'href="\?([^"]*)#all"', page.response.content.decode())
    return {dict(parse_qsl(unescape(each))).get("only", "") for each in links}


@sync_to_async
def _starter(rule: str, most: int = 99) -> Puzzle:
    """A puzzle of a rule that came with the server, the easiest of so many plies at most."""
    service.stock()
    found = Puzzle.objects.filter(position__contains=f"-{rule}/", plies__lte=most)
    row = found.order_by("rating", "pk").first()
    assert row is not None
    return row


async def test_the_list_can_be_narrowed_to_a_rule_and_says_which_one_a_board_has() -> None:
    await _starter("renju")
    page = await Browser().opens("/puzzles?level=any&only=misere")
    assert {"freestyle", "exact", "full", "caro", "renju", "misere", "gravity", "wild"} <= (
        _filters(page)
    )
    assert "connect6" not in _filters(page)
    assert page.response.content.count(b"puzzle-row") == 5
    assert page.text.count("3×3 · Misère") == 5
    assert "Show any difficulty" in (await Browser().opens("/puzzles?only=connect6")).text


async def test_bob_solves_a_puzzle_of_misere_without_scripts() -> None:
    row = await _starter("misere", 4)
    line, variant = solving_of(row).line, mnk.PRESETS["3x3-misere"].variant
    first, reply, second, last = (mnk.name(square, variant) for square in line)
    bob = Browser()
    page = await bob.opens(f"/puzzle/{row.slug}/")
    assert "3×3, misère, three in a row" in page.text
    told = await bob.sends(f"/puzzle/{row.slug}/try", square=first, moves="")
    assert told["Location"].endswith(f"?moves={first}{reply}")
    told = await bob.sends(f"/puzzle/{row.slug}/try", square=second, moves=f"{first}{reply}")
    assert told["Location"].endswith(f"?moves={first}{reply}{second}{last}")
    after = await bob.opens(told["Location"])
    assert "No safe move left: whatever the other side plays, it loses." in after.text
    assert f"The solution: {first} {reply} {second} {last}." in after.text


async def test_a_move_of_wild_is_typed_with_its_kind() -> None:
    row = await _starter("wild", 3)
    variant = mnk.PRESETS["3x3-wild"].variant
    first, reply, _ = (mnk.move_word(move, variant) for move in solving_of(row).line)
    bob = Browser()
    page = await bob.opens(f"/puzzle/{row.slug}/")
    assert 'placeholder="xb2"' in page.response.content.decode()
    told = await bob.sends(f"/puzzle/{row.slug}/try", square=first, moves="")
    assert told["Location"].endswith(f"?moves={first}{reply}")


async def test_the_page_knows_where_black_may_not_play_after_each_move() -> None:
    await _starter("renju")
    row = await Puzzle.objects.filter(theme=Theme.FORBIDDEN.value, plies=3).afirst()
    assert row is not None
    position, line = mnk.position_from_line(row.position), solving_of(row).line
    after = position.play(line[0])
    assert after.side_to_move is mnk.Side.BLACK
    alice = Browser()
    page = await alice.opens(f"/puzzle/{row.slug}/")
    assert page.data["puzzle-data"]["forbidden"] == {}  # White is to move
    right = await alice.posts(f"/puzzle/{row.slug}/try", {"moves": [line[0]]})
    assert list(right["forbidden"]) == [str(line[0])]
    banned = right["forbidden"][str(line[0])]
    assert [each["square"] for each in banned] == [*after.forbidden] != []
    shown = await alice.posts(f"/puzzle/{row.slug}/solution", {})
    assert list(shown["forbidden"]) == [str(line[0])]
    there = await alice.opens(f"/puzzle/{row.slug}/?moves={mnk.moves_text(line[:2], FOURS)}")
    assert list(there.data["puzzle-data"]["forbidden"]) == [str(line[0])]


async def test_a_host_may_leave_out_the_puzzles_that_come_with_the_server(settings: Any) -> None:
    row, starter = await _keep(), await _keep(SMALL)
    await Puzzle.objects.filter(pk=starter.pk).aupdate(starter=True)
    settings.INAROW_STARTER_PUZZLES = False

    page = await Browser().opens("/puzzles?level=any")

    assert row.slug.encode() in page.response.content
    assert starter.slug.encode() not in page.response.content
    assert (await Browser().gets("/puzzle/daily", 302))["Location"] == f"/puzzle/{row.slug}/"
    await Browser().opens(f"/puzzle/{starter.slug}/")  # a link stays good


async def test_a_long_list_has_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "PAGE", 1)
    await _keep()
    await _keep(SMALL)
    first = await Browser().opens("/puzzles?level=any")
    assert "Page 1 of 2" in first.text
    assert b'rel="next" href="?level=any&amp;page=2#all"' in first.response.content
    assert b'rel="prev"' not in first.response.content
    for page, number in (("2", 2), ("9" * 18, 2), ("9" * 19, 1), ("0", 1)):
        there = await Browser().opens(f"/puzzles?level=any&page={page}")
        assert f"Page {number} of 2" in there.text
