"""The kept game becomes a teacher, for real: from the game to the study, in a browser.

On every page the browser must have nothing to complain about (scripts, the content security
policy), and nothing may need sideways scrolling on a phone.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, Request, Response, Route, expect

from games import mnk
from games.review import solving
from tests.live import parts
from tests.live.pages import Chromium, Person
from tests.live.played import Played, play_out

GOMOKU = "h8 i9 h7 g10 h6 c3 c12 h9 h5 d4 h4"
"""White lets an open three stand (c3), black does not see that it wins by fours (c12); at last
white lets a four stand (d4)."""
TICTACTOE = "b2 a2 a1 c3 c2 b3 a3 c1 b1"
"""White's edge loses; black's c2 gives the win away."""
WITH_A_PUZZLE = "b3 a1 a2 c3 a3 c2 b2 b1 c1"
"""White begins beside the corner: only one square wins for black, who does not see it."""
WON = "4x3x3-freestyle/4/4/4/X"
"""Black, to move, wins by force on this board."""

REVIEWED_S = 90
"""A thinker may have to compile its kernels first."""


@pytest.fixture(scope="module")
def gomoku(embedded: parts.Server) -> Played:
    return play_out(embedded, "15x15", GOMOKU)


@pytest.fixture(scope="module")
def tictactoe(embedded: parts.Server) -> Played:
    return play_out(embedded, "3x3", TICTACTOE)


@pytest.fixture(scope="module")
def reviewed(embedded: parts.Server, browser: Browser) -> Played:
    """A game like the gomoku game, once its review is done: it starts by itself, and is watched."""
    game = play_out(embedded, "15x15", GOMOKU)
    with Chromium(browser, embedded) as people:
        alice = people.person("Alice")
        asked = _asks_for_reviews(alice)
        alice.opens(f"{game.page}review")
        # It comes by itself, and shows where the game turned.
        verdict = alice.page.locator(".verdict h2")
        expect(verdict).to_contain_text("6. c3 Mistake by Bob", timeout=REVIEWED_S * 1000)
        expect(alice.page.locator("figure.graph svg")).to_be_visible()
        expect(alice.page.locator(".progress")).to_have_count(0)
        alice.sees_stones(6)
        assert len(asked) == 1
    return game


def _asks_for_reviews(person: Person) -> list[str]:
    """The reviews that somebody's browser asks for, as it does."""
    asked: list[str] = []

    def hear(sent: Request) -> None:
        if sent.method == "POST" and sent.url.endswith("/review"):
            asked.append(sent.url)

    person.page.on("request", hear)
    return asked


def _fits(page: Page) -> None:
    """Nothing may need sideways scrolling on a phone."""
    before = page.viewport_size
    page.set_viewport_size({"width": 360, "height": 740})
    page.wait_for_function(
        "() => document.documentElement.scrollWidth <= innerWidth && innerWidth === 360",
        timeout=30_000,
    )
    if before is not None:
        page.set_viewport_size(before)


def _shows_what(person: Person, path: str) -> Response:
    """Open a page that has to be there, look at it as on a phone; its answer."""
    response = person.page.goto(person.url + path)
    assert response is not None
    assert response.status == 200, (path, response.status)
    _fits(person.page)
    return response


def _cell(person: Person, move: str) -> Locator:
    """The place of a move in the list of moves."""
    return person.page.locator(".moves td").filter(
        has=person.page.locator(".move", has_text=re.compile(rf"^\s*{move}\s*$"))
    )


def _moves(person: Person) -> Locator:
    """The moves of the main line, in order."""
    return person.page.locator(".moves tr:not(.noted) .move")


def _forgets(people: Chromium, *statuses: int) -> None:
    """Leave out what the browser says about answers that are meant to be refusals."""
    words = tuple(f"status of {status}" for status in statuses)
    meant = [said for said in people.complaints if any(word in said for word in words)]
    assert meant, people.complaints
    people.complaints[:] = [said for said in people.complaints if said not in meant]


# --- The review ----------------------------------------------------------------------------------


def test_from_the_last_stone_to_the_review(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    bob.joins(alice.invites("3x3"))
    squares = "b2 a1 b3 c3 b1".split()
    for ply, square in enumerate(squares):
        (alice, bob)[ply % 2].clicks(square)
        alice.sees_stones(ply + 1)
        bob.sees_stones(ply + 1)
    alice.page.get_by_role("link", name="Review", exact=True).click()
    expect(alice.page.locator(".table-title")).to_contain_text("won")
    alice.page.keyboard.press("End")
    alice.sees_stones(5)
    assert alice.board() == dict(
        zip("b2 a1 b3 c3 b1".split(), ["black", "white"] * 3, strict=False)
    )
    _fits(alice.page)


def test_a_review_starts_by_itself_once_whoever_looks(
    people: Chromium, embedded: parts.Server
) -> None:
    game = play_out(embedded, "3x3", "b2 a1 a2 c2 b3 b1 c1 a3 c3")
    rows = (
        "SELECT asked_ms FROM review_review "
        "JOIN play_game ON play_game.id = game_id WHERE play_game.slug = %s"
    )
    unscripted = people.person("A robot", java_script_enabled=False)
    unscripted.opens(f"{game.page}review")
    assert parts.rows(embedded, rows, game.slug) == [], "looking alone starts nothing"

    alice, bob = people.person("Alice"), people.person("Bob")
    asked = _asks_for_reviews(alice), _asks_for_reviews(bob)
    for person in (alice, bob):
        person.opens(f"{game.page}review")
    for person in (alice, bob):
        expect(person.page.locator(".progress")).to_have_count(0, timeout=REVIEWED_S * 1000)
        expect(person.page.locator(".verdict h2")).to_be_visible()
    assert len(asked[0]) == 1
    assert len(asked[1]) <= 1, "it may be done before Bob comes"
    (begun,) = parts.rows(embedded, rows, game.slug)

    for person in (alice, bob):
        person.page.reload()
        expect(person.page.locator(".verdict h2")).to_be_visible()
        expect(person.page.locator(".progress")).to_have_count(0)
    assert len(asked[0]) == 1
    assert parts.rows(embedded, rows, game.slug) == [begun]


def test_a_viewer_is_shown_their_gravest_mistake_and_everybody_else_where_it_turned(
    people: Chromium, reviewed: Played
) -> None:
    alice, eve = people.person("Alice"), people.person("Eve")
    alice.opens(reviewed.seat_links[0])
    alice.presses("Play from this device")
    alice.opens(f"{reviewed.page}review")
    expect(alice.page.locator(".verdict h2")).to_contain_text("7. c12 Mistake by Alice")
    alice.sees_stones(7)
    expect(alice.page.locator(".player.below .name")).to_have_text("Alice")
    eve.opens(f"{reviewed.page}review")
    expect(eve.page.locator(".verdict h2")).to_contain_text("6. c3 Mistake by Bob")
    eve.sees_stones(6)
    # A link says what it is about: nothing else is shown first.
    eve.opens(f"{reviewed.page}review#11")
    eve.sees_stones(11)


def test_a_review_is_read_without_scripts(people: Chromium, reviewed: Played) -> None:
    eve = people.person("Eve", java_script_enabled=False)
    _shows_what(eve, f"{reviewed.page}review")
    expect(eve.page.locator(".verdict")).to_contain_text("Missed the last defence")
    expect(_moves(eve)).to_have_count(11)
    expect(eve.page.locator("figure.graph svg")).to_be_visible()
    expect(_cell(eve, "c12")).to_contain_text("Mistake")
    expect(eve.page.locator("#study .board .stone")).to_have_count(6)

    _shows_what(eve, f"{reviewed.page}review?ply=5")
    expect(eve.page.locator("#study .board .stone")).to_have_count(5)
    expect(eve.page.locator(".verdict h2")).to_contain_text("5. h6")
    expect(eve.page.locator(".move[aria-current=step]")).to_contain_text("h6")
    eve.page.get_by_role("link", name="Forward").click()
    expect(eve.page.locator("#study .board .stone")).to_have_count(6)
    expect(eve.page.locator(".standing")).to_contain_text("Black wins in 2 moves (proved)")
    _cell(eve, "h4").get_by_role("link").click()
    expect(eve.page.locator("#study .board .stone")).to_have_count(11)


def test_a_review_says_by_fact_what_each_move_was(people: Chromium, reviewed: Played) -> None:
    alice = people.person("Alice")
    _shows_what(alice, f"{reviewed.page}review")
    verdict = alice.page.locator(".verdict h2")
    for move, tag, words in (
        (
            "c3",
            "Mistake",
            re.compile(r"Missed the last defence: lost in 2 moves \((proved|estimate)\)"),
        ),
        ("c12", "Mistake", "Missed a win in 2 moves (proved)"),
        ("d4", "Mistake", "Missed the block (proved)"),
        ("h4", "Won", "Won"),
    ):
        expect(_cell(alice, move)).to_contain_text(tag)
        _cell(alice, move).locator(".move").click()
        expect(verdict).to_contain_text(words)
    alice.page.keyboard.press("Home")
    alice.sees_stones(0)
    alice.page.keyboard.press("ArrowRight")
    alice.sees_stones(1)
    alice.page.keyboard.press("End")
    alice.sees_stones(11)

    # A click on the graph goes to the ply there.
    graph = alice.page.locator("figure.graph svg")
    box = graph.bounding_box()
    assert box is not None
    alice.page.mouse.click(box["x"] + box["width"] * 6 / 11, box["y"] + box["height"] / 2)
    alice.sees_stones(6)
    expect(alice.page).to_have_url(re.compile(r"/review#6$"))
    expect(alice.page.locator("#standing")).to_contain_text("Black to move")
    expect(alice.page.locator("#standing")).to_contain_text("Black wins in 2 moves (proved)")


def test_a_verdict_shows_the_win_and_lets_one_try(people: Chromium, reviewed: Played) -> None:
    alice = people.person("Alice")
    alice.opens(f"{reviewed.page}review#7")
    alice.sees_stones(7)
    verdict = alice.page.locator(".verdict")
    expect(verdict).to_contain_text("7. c12 Mistake by Alice")
    expect(verdict).to_contain_text(re.compile(r"Better: \w+"))
    alice.presses("Show the win")
    shown = alice.page.locator(".shown-line")
    expect(shown).to_be_visible()
    line = shown.locator("span").all_inner_texts()
    # The stones of the line are numbered; those of the game lie as they lay.
    expect(shown.locator("span.played")).to_have_count(len(line), timeout=30_000)
    assert alice.tried() == [str(number) for number in range(1, len(line) + 1)]
    alice.sees_stones(6)
    expect(alice.page.locator("#board .line")).to_have_count(1)
    alice.page.locator(".question").get_by_role("button", name="Back").click()
    alice.sees_stones(7)
    assert alice.tried() == []

    alice.presses("Try it yourself")
    alice.sees_stones(6)
    expect(alice.page.locator("#board .best")).to_have_count(0)
    alice.clicks("h5")
    alice.sees_stones(7)
    engine = alice.page.locator(".engine")
    expect(engine).to_contain_text(re.compile("Loss in|White|Black"), timeout=30_000)


def test_everything_to_take_away_is_in_one_menu(people: Chromium, reviewed: Played) -> None:
    alice = people.person("Alice", viewport={"width": 360, "height": 740})
    alice.opens(f"{reviewed.page}review")
    menu = alice.page.locator("details.share")
    alice.page.get_by_label("Download and share").click()
    links = menu.get_by_role("link").all_inner_texts()
    assert links == [
        *("SGF", "Piskvork", "plain moves", "JSON", "RenLib"),
        *("SVG", "PNG", "GIF", "APNG", "WebP"),
        "Timing log",
    ]
    expect(menu.get_by_label("Link")).to_have_value(f"{alice.url}{reviewed.page}review")
    for box in [link.bounding_box() for link in menu.get_by_role("link").all()]:
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
    alice.page.keyboard.press("Escape")
    expect(menu.get_by_label("Link")).to_be_hidden()


def test_threats_and_outcomes_lie_over_the_board(
    people: Chromium, reviewed: Played, tictactoe: Played
) -> None:
    alice = people.person("Alice")
    alice.opens(f"{reviewed.page}review#6")
    alice.sees_stones(6)
    alice.presses("Threats")
    expect(alice.page.locator("#board .threat").first).to_be_visible(timeout=30_000)
    threats = alice.page.locator("ul.threats")
    expect(threats).to_contain_text(re.compile("open three", re.IGNORECASE))
    expect(threats).to_contain_text("h6")
    _fits(alice.page)

    alice.opens(f"{tictactoe.page}review#2")
    alice.sees_stones(2)
    alice.presses("Outcomes")
    # Nobody has asked for this position before: it is worked out, in turn with what others ask.
    expect(alice.page.locator("#board .chip")).to_have_count(7, timeout=REVIEWED_S * 1000)
    assert set(alice.page.locator("#board .chip.win text").all_text_contents()) <= {"W3", "W4"}
    expect(alice.page.locator("#standing")).to_contain_text("X wins in 3 moves (proved)")
    # Its review has begun by itself meanwhile.
    expect(alice.page.locator(".progress")).to_have_count(0, timeout=REVIEWED_S * 1000)
    expect(alice.page.locator(".player.below")).to_contain_text(
        re.compile(r"\d+% accuracy \(proved\)")
    )
    alice.opens_tab("More")
    accuracy = alice.page.locator("section.accuracy")
    expect(accuracy).to_contain_text(re.compile("X found .* A win was given away once"))
    expect(accuracy).to_contain_text(re.compile("O found .* A draw was given away once"))
    alice.opens_tab("Moves")
    expect(alice.page.locator("#board .chip")).to_have_count(7)
    # The words name the sides as this board shows them.
    _cell(alice, "c2").locator(".move").click()
    expect(alice.page.locator(".verdict h2")).to_contain_text(
        "Threw away a win in 2 moves (proved)"
    )
    _cell(alice, "c3").locator(".move").click()
    told = alice.page.locator(".verdict .sentence")
    expect(told.first).to_contain_text("X")
    assert "Black" not in " ".join(told.all_inner_texts())
    _fits(alice.page)


# --- Studies -------------------------------------------------------------------------------------


def test_a_review_is_kept_as_a_study_and_shared(people: Chromium, reviewed: Played) -> None:
    alice = people.person("Alice")
    alice.opens(f"{reviewed.page}review#6")
    alice.sees_stones(6)
    alice.opens_tab("More")
    alice.presses("Save as study")
    alice.page.wait_for_url("**/study/*/")
    study = alice.page.url
    expect(alice.page.locator("#study-name")).to_have_text("Alice – Bob")
    _fits(alice.page)

    expect(_moves(alice)).to_have_count(11)  # it has been read

    # A variation and a comment: kept a moment later, and still there afterwards.
    for _ in range(6):
        alice.page.keyboard.press("ArrowRight")
    alice.sees_stones(6)
    alice.clicks("h5")
    alice.sees_stones(7)
    alice.presses("Comment")
    expect(alice.page.locator("#comment")).to_be_focused()
    alice.page.locator("#comment").fill("Four at once, and a second end.")
    alice.opens_tab("More")
    saving = alice.page.locator(".saving")
    expect(saving).to_have_text(re.compile("Saved"))
    alice.page.reload()
    variation = alice.page.locator(".variation")
    expect(variation).to_contain_text("7 instead: h5 Four at once, and a second end.")
    expect(_moves(alice)).to_have_count(11)
    alice.opens_tab("More")

    # Private until it is shared.
    eve = people.person("Eve")
    assert eve.context.request.get(study).status == 404
    assert eve.context.request.get(f"{study}data").status == 404
    alice.page.get_by_text("Share: anyone with the link can read it").click()
    link = alice.page.get_by_label("Link to this study")
    expect(link).to_have_value(study)
    expect(saving).to_have_text(re.compile("Saved"))
    eve.opens(link.input_value())
    expect(eve.page.locator(".variation")).to_contain_text("Four at once, and a second end.")
    expect(eve.page.get_by_role("button", name="Copy study")).to_be_visible()
    expect(eve.page.get_by_role("button", name="Comment")).to_have_count(0)
    _fits(eve.page)
    unscripted = people.person("Eve's reader", java_script_enabled=False)
    _shows_what(unscripted, study.removeprefix(unscripted.url))
    assert "Four at once, and a second end." in unscripted.page.locator("body").inner_text()

    alice.page.get_by_text("Share: anyone with the link can read it").click()
    expect(saving).to_have_text(re.compile("Saving…"))
    expect(saving).to_have_text(re.compile("Saved"))
    assert eve.context.request.get(study).status == 404
    _shows_what(alice, "/studies")
    expect(alice.page.locator("main")).to_contain_text("Alice – Bob")


def test_keys_pressed_while_a_study_is_on_its_way_are_not_lost(people: Chromium) -> None:
    alice = people.person("Alice")
    alice.opens("/analysis?variant=3x3")
    for square in ("b2", "a1", "c3"):
        alice.clicks(square)
    alice.sees_stones(3)
    alice.presses("Save")
    alice.page.wait_for_url("**/study/*/")
    alice.sees_stones(0)  # a study opens at its beginning
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    alice.page.route("**/study/*/data", hold)
    alice.page.reload()
    expect(alice.page.locator("#study")).to_contain_text("Loading the study…")

    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "n"):
        alice.page.keyboard.press(key)
    held[0].continue_()

    alice.sees_stones(2)
    alice.opens_tab("More")
    expect(alice.page.get_by_role("button", name="Numbers")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_two_windows_on_one_study_lose_nothing(people: Chromium) -> None:
    alice = people.person("Alice")
    alice.opens("/analysis?variant=3x3")
    alice.clicks("b2")
    alice.sees_stones(1)
    alice.presses("Save")
    alice.page.wait_for_url("**/study/*/")
    study = alice.page.url
    older = Person("Alice's other window", alice.context, alice.context.new_page(), alice.url)
    older.opens(study)
    expect(_moves(older)).to_have_count(1)

    expect(_moves(alice)).to_have_count(1)
    for person in (alice, older):
        person.opens_tab("More")
    alice.page.keyboard.press("End")
    alice.clicks("a1")
    expect(alice.page.locator(".saving")).to_have_text(re.compile("Saving…"))
    expect(alice.page.locator(".saving")).to_have_text(re.compile("Saved"))

    older.page.keyboard.press("End")
    older.clicks("c3")
    expect(older.page.locator(".saving")).to_contain_text("changed in another window")
    older.sees_stones(2)  # what was tried is still on the page
    older.presses("Save mine as a new study")
    older.page.wait_for_url(lambda url: "/study/" in url and url != study)
    expect(_moves(older)).to_have_count(2)
    expect(_moves(older).last).to_contain_text("c3")
    alice.page.reload()
    expect(_moves(alice).last).to_contain_text("a1")
    _forgets(people, 409)


# --- The analysis board --------------------------------------------------------------------------


def test_a_position_is_set_up_and_its_outcomes_come(people: Chromium) -> None:
    alice = people.person("Alice")
    _shows_what(alice, "/analysis?variant=3x3")
    chips = alice.page.locator("#board .chip")
    expect(chips).to_have_count(9, timeout=30_000)
    alice.presses("Edit")
    alice.page.locator("[data-tool=black]").click()
    alice.clicks("b2")
    alice.page.locator("[data-tool=white]").click()
    alice.clicks("b1")
    alice.sees_stones(2)
    expect(chips).to_have_count(0)  # not while it is set up
    alice.presses("Done")
    expect(chips).to_have_count(7)
    expect(alice.page.locator("#standing")).to_contain_text("X to move")
    expect(alice.page.locator("#standing")).to_contain_text("X wins in 3 moves (proved)")
    alice.presses("Edit")
    alice.presses("Swap")
    expect(alice.page.locator("#standing")).to_contain_text("O to move")
    alice.page.locator("[data-tool=erase]").click()
    alice.clicks("b1")
    alice.sees_stones(1)
    alice.presses("Cancel")
    alice.sees_stones(2)
    expect(alice.page.locator("#standing")).to_contain_text("X to move")
    expect(chips).to_have_count(7)
    _fits(alice.page)
    alice.opens_tab("More")

    def pastes(text: str) -> None:
        alice.page.locator("#paste").fill(text)
        alice.page.locator("form.paste").get_by_role("button").click()

    pastes("3x3/XX1/OO1/3/O")
    alice.sees_stones(4)
    expect(alice.page.locator("#standing")).to_contain_text("O to move")
    expect(alice.page.locator("#standing")).to_contain_text("O wins on the next move (proved)")
    expect(alice.page).to_have_url(re.compile(r"\?p=3x3x3-freestyle/XX1/OO1/3/O$"))
    pastes("XXX\nOO.\n...")
    alice.sees_stones(5)
    expect(alice.page.locator("#standing")).to_contain_text("X won")
    expect(chips).to_have_count(0)
    pastes("XXX\nOOO\n...")
    expect(alice.page.locator("#standing")).to_contain_text("Both X and O have a row")
    pastes("3x3/XXXX/3/3/O")
    expect(alice.page.locator("#paste-error")).to_contain_text("isn’t a row of 3 squares")
    alice.sees_stones(6)
    alice.page.route("**/api/positions", lambda route: route.abort())
    pastes("b2 a1")
    expect(alice.page.locator("#paste-error")).to_contain_text("can’t reach the server. Try again")
    expect(alice.page.locator("#paste")).to_have_value("b2 a1")
    alice.sees_stones(6)
    alice.page.unroute("**/api/positions")
    alice.page.locator("form.paste").get_by_role("button").click()
    alice.sees_stones(2)
    expect(alice.page.locator("#paste-error")).to_have_text("")
    people.complaints.clear()  # the console has noticed the refusal, and that nobody was there
    both = {"width": 3, "height": 3, "k": 3, "black": [6, 7, 8], "white": [3, 4, 5]}
    answer = alice.context.request.post(f"{alice.url}/api/assessments", data=both)
    assert (answer.status, answer.json()["code"]) == (400, "twoWinners")


def test_the_heat_map_follows_the_slider(people: Chromium) -> None:
    alice = people.person("Alice")
    page = alice.page
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url) if "/api/benefits" in sent.url else None)
    # Black has a two, white an open three: to build, or to stop?
    alice.opens("/analysis?p=10x10x5-freestyle/10/10/2OOO5/10/10/4XX4/10/10/10/10/X")
    alice.sees_stones(5)
    assert asked == []
    page.keyboard.press("h")
    warm = page.locator("#board .warm")
    expect(warm.first).to_be_visible(timeout=30_000)
    told = alice.context.request.post(
        f"{alice.url}/api/benefits",
        data={"width": 10, "height": 10, "k": 5, "black": [44, 45], "white": [72, 73, 74]},
    ).json()["squares"]
    expect(warm).to_have_count(len(told))

    def sees_the_best(aggressiveness: float, names: str, worth: str) -> None:
        """What is marked, named and written on the squares for this A is what G says."""
        expect(page.locator(".slider output")).to_have_text(f"{aggressiveness:.2f}")
        worths = {each["square"]: each["mine"] + aggressiveness * each["theirs"] for each in told}
        highest = max(worths.values())
        best = {at for at, worth in worths.items() if worth > highest - 1e-9}
        places = page.locator("#board .warm.first").evaluate_all(
            "marks => marks.map(mark => [mark.x.baseVal.value, mark.y.baseVal.value])"
        )
        assert {(9 - int(y)) * 10 + int(x) for x, y in places} == best
        assert {mnk.name(at, mnk.Variant(10, 10, 5)) for at in best} == set(names.split())
        assert worth == str(round(highest))
        words = f"Best: {', '.join(names.split())}, worth {worth}"
        expect(page.locator(".heat-map .highest")).to_have_text(words)
        expect(page.locator("#board .worth", has_text=re.compile(f"^{worth}$"))).to_have_count(
            len(best)
        )

    sees_the_best(0.8, "f8", "176")
    # Dragged to the left: only one's own benefit counts, while the finger is still down.
    box = page.locator("#aggressiveness").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 12 + (box["width"] - 24) * 0.4, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + 2, middle, steps=8)
    sees_the_best(0.0, "d5 g5", "90")
    page.mouse.up()
    # And by keyboard, to the other end.
    page.keyboard.press("End")
    sees_the_best(2.0, "f8", "414")
    assert len(asked) == 1

    # A square says how its G comes about; outcomes take the heat's place, and H brings it back.
    alice.hovers("f8")
    expect(page.locator("#standing")).to_contain_text(
        re.compile(r"f8: \S+ = attack \d+ \+ 2.00 × defence")
    )
    alice.presses("Outcomes")
    expect(warm).to_have_count(0)
    page.keyboard.press("h")
    expect(warm).to_have_count(len(told))
    expect(page.locator("#board .guess")).to_have_count(0)
    _fits(page)

    # For a board with longer lines the page says that there is none.
    alice.opens("/analysis?variant=10x10x8")
    alice.opens_tab("More")
    expect(page.locator(".panel")).to_contain_text("The heat map works for rows of up to")
    expect(page.get_by_role("button", name="Heat map")).to_have_count(0)
    assert len(asked) == 1


def test_any_board_is_analysed(people: Chromium) -> None:
    """It is chosen as on the home page: wrong sizes are told while they are typed."""
    alice = people.person("Alice")
    alice.opens("/analysis?variant=3x3")
    alice.opens_tab("More")
    alice.page.get_by_role("link", name="New board").click()
    form = alice.page.locator("#new-game")
    form.get_by_text("More", exact=True).click()
    form.locator("#preset-custom").check()

    def types(width: str, height: str, row: str, rule: str) -> None:
        form.get_by_label("Width").fill(width)
        form.get_by_label("Height").fill(height)
        form.get_by_label("How many in a row").fill(row)
        form.get_by_label("What wins").select_option(rule)

    types("7", "4", "9", "exact")
    expect(form.locator("#error-k")).to_contain_text("A row must be from 1 to 7")
    types("7", "4", "4", "exact")
    expect(form.locator("#preview")).to_contain_text("7×4, exactly four")
    _fits(alice.page)
    form.get_by_role("button", name="Show this board").click()
    expect(alice.page).to_have_url(re.compile(r"/analysis\?variant=7x4x4-exact"))
    expect(alice.page.locator("#board-title")).to_have_text("7×4, exactly four")
    alice.clicks("g4")
    alice.sees_stones(1)
    _fits(alice.page)


def test_an_analysis_of_ten_moves_moves_nothing_else(people: Chromium) -> None:
    """Nothing on the page jumps as moves are played and answers come."""
    alice = people.person("Alice", viewport={"width": 1280, "height": 800})
    alice.opens("/analysis")
    engine = alice.page.locator(".engine")
    expect(engine.locator(".engine-line")).to_have_count(3, timeout=REVIEWED_S * 1000)
    height = engine.bounding_box()
    alice.page.evaluate(
        """() => {
            window.shifts = [];
            new PerformanceObserver(list => list.getEntries().forEach(
                each => window.shifts.push(each.value),
            )).observe({type: "layout-shift"});
        }"""
    )
    for number, square in enumerate("h8 i9 g8 i8 i7 j10 f8 k11 e8 h7".split(), 1):
        alice.clicks(square)
        alice.sees_stones(number)
        expect(engine.locator(".engine-line").first).to_be_visible(timeout=30_000)
        assert engine.bounding_box() == height
    alice.page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    assert sum(alice.page.evaluate("() => window.shifts")) <= 0.02


def test_the_newest_position_is_answered_first_and_those_left_are_given_up(
    people: Chromium,
) -> None:
    alice = people.person("Alice")
    asked: list[Request] = []
    ended: list[Request] = []

    def hear(sent: Request) -> None:
        if "/api/assessments" in sent.url:
            asked.append(sent)

    def give_up(sent: Request) -> None:
        ended.append(sent)

    alice.page.on("request", hear)
    alice.page.on("requestfailed", give_up)
    alice.opens("/analysis")
    expect(alice.page.locator(".engine-line")).to_have_count(3, timeout=REVIEWED_S * 1000)
    asked.clear()
    squares = "h8 i9 g8 i8".split()
    for number, square in enumerate(squares, 1):
        with alice.page.expect_request("**/api/assessments"):
            alice.clicks(square)
            alice.sees_stones(number)
    expect(alice.page.locator(".engine-line")).to_have_count(3, timeout=30_000)
    assert len(asked) == len(squares)
    # Whatever was not answered before the next move was given up.
    answered = [sent for sent in asked if sent not in ended]
    assert asked[-1] in answered
    assert all(sent.response() is not None for sent in answered)
    people.complaints.clear()  # the console may notice what was given up


# --- Explorer and search -------------------------------------------------------------------------


def test_the_game_just_played_is_found_and_explored(people: Chromium, gomoku: Played) -> None:
    eve = people.person("Eve", java_script_enabled=False)
    shelf = eve.page.locator(f"a.found[href='{gomoku.page}']")
    for _ in range(20):  # the librarian shelves within seconds
        eve.opens("/games")
        if shelf.count():
            break
        eve.page.wait_for_timeout(500)
    _shows_what(eve, "/games?player=alice&variant=15x15&position=h8i9h7")
    expect(shelf).to_contain_text("Alice")
    expect(shelf).to_contain_text("11 moves")
    # Whatever the rotation: the first three moves, a quarter turn on.
    turned = "h8" + _quarter("i9") + _quarter("h7")
    _shows_what(eve, f"/games?variant=15x15&position={turned}")
    expect(shelf).to_have_count(1)

    _shows_what(eve, "/explorer?p=15x15")
    for move in ("h8", "i9", "h7"):
        played = eve.page.locator("a.spot", has_text=re.compile(rf"^{move}: [1-9]"))
        played.locator("circle").click()
        expect(eve.page.locator(".trail b")).to_have_text(move)
        _fits(eve.page)
    expect(eve.page.locator("ul.latest")).to_contain_text("Alice – Bob")
    expect(eve.page.locator(".results-bar").first).to_be_visible()
    eve.page.get_by_role("link", name="Back", exact=True).click()
    expect(eve.page.locator(".trail b")).to_have_text("i9")


def _quarter(name: str) -> str:
    """A square of the 15x15 board, turned by a quarter."""
    variant = mnk.PRESETS["15x15"].variant
    row, column = divmod(mnk.square(name, variant), 15)
    return mnk.name((14 - column) * 15 + row, variant)


# --- Files and pictures --------------------------------------------------------------------------


def test_a_game_comes_back_from_its_file(people: Chromium, gomoku: Played, tmp_path: Path) -> None:
    alice = people.person("Alice")
    alice.opens(f"{gomoku.page}review")
    alice.page.get_by_label("Download and share").click()
    with alice.page.expect_download() as started:
        alice.page.get_by_role("link", name="SGF").click()
    file = tmp_path / "game.sgf"
    started.value.save_as(file)
    _shows_what(alice, "/studies")
    alice.page.locator("#import-file").set_input_files(file)
    alice.presses("Import as a private study")
    alice.page.wait_for_url("**/study/*/")
    expect(_moves(alice)).to_have_count(11)
    assert [text.strip() for text in _moves(alice).all_inner_texts()] == list(gomoku.moves)

    broken = tmp_path / "broken.sgf"
    broken.write_text("(;GM[4]FF[4]SZ[15]\n;B[hh];W[zz])")
    alice.opens("/studies")
    alice.page.locator("#import-file").set_input_files(broken)
    alice.presses("Import as a private study")
    expect(alice.page.locator("#error-file")).to_contain_text("Line 2, column 10:")
    _fits(alice.page)
    expect(alice.page.locator("h2", has_text="Saved")).to_contain_text("1 of")
    _forgets(people, 400)


def test_pictures_load(people: Chromium, gomoku: Played) -> None:
    alice = people.person("Alice")
    alice.opens(f"{gomoku.page}review")
    for path in ("board.svg", "board.png", "game.gif", "game.apng", "game.webp", "preview.png"):
        width = alice.page.evaluate(
            """async source => {
                const image = new Image();
                image.src = source;
                await image.decode();
                return image.naturalWidth;
            }""",
            gomoku.page + path,
        )
        assert width > 0, path


# --- Proofs --------------------------------------------------------------------------------------


def test_a_proof_unfolds_and_its_certificate_is_verified(
    people: Chromium, embedded: parts.Server, reviewed: Played, tmp_path: Path
) -> None:
    alice = people.person("Alice")
    alice.opens(f"{reviewed.page}review#6")
    alice.sees_stones(6)
    alice.opens_tab("More")
    alice.page.get_by_role("link", name="See the proof").click()
    said = alice.page.locator(".said")
    expect(said).to_contain_text("Black to move wins in at most 2 moves", timeout=30_000)
    expect(alice.page.locator("ul.tree .answer").first).to_be_visible()
    _fits(alice.page)

    _shows_what(alice, f"/proof?p={quote(WON, safe='/')}")
    expect(said).to_contain_text("X to move wins in at most 4 moves")
    folded = alice.page.locator("ul.tree details:not([open]) > summary")
    if folded.count():
        folded.first.click()
    rows = alice.page.locator("ul.tree .answer")
    expect(rows.first).to_be_visible()
    with alice.page.expect_download() as started:
        alice.page.get_by_role("link", name="Download the proof").click()
    file = tmp_path / "certificate.json"
    started.value.save_as(file)

    def verify() -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "manage.py", "verify_certificate", str(file)]
        return subprocess.run(
            command,
            cwd=parts.ROOT,
            env=dict(embedded.environment),
            capture_output=True,
            text=True,
            check=False,
        )

    verified = verify()
    assert verified.returncode == 0, verified.stderr
    assert re.search("black", verified.stdout, re.IGNORECASE)
    told = json.loads(file.read_text())
    file.write_text(json.dumps({**told, "plies": told["plies"] - 2}))
    corrupted = verify()
    assert corrupted.returncode == 1
    assert "proves nothing" in corrupted.stderr
    alice.page.locator("ul.tree a:visible").first.click()
    expect(alice.page.locator("h1")).to_have_text("Proof")


# --- Puzzles and practice ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def puzzle(embedded: parts.Server) -> str:
    """The address of a puzzle that came with the server: on 15×15, won in three moves."""
    found = parts.rows(
        embedded,
        "SELECT slug FROM review_puzzle WHERE starter AND plies = 5"
        " AND position LIKE '15x15x5-freestyle%%' ORDER BY rating",
    )
    assert found
    return f"/puzzle/{found[0][0]}/"


def test_a_puzzle_is_solved_and_rated(
    people: Chromium, embedded: parts.Server, puzzle: str
) -> None:
    # With little motion "Watch again" would leave it to her to step through the solution.
    alice = people.person("Alice", reduced_motion="no-preference")
    _shows_what(alice, "/puzzles")
    expect(alice.page.locator("main")).to_contain_text("Your first try at each puzzle is rated.")
    expect(alice.page.locator(".puzzle-row").first).to_be_visible()
    _shows_what(alice, puzzle)
    position, line = _puzzle(embedded, puzzle)
    stones = sum(len(position.stones(side)) for side in mnk.Side)
    told = alice.page.locator("#told")
    height = _height(told)
    for turn in range(0, len(line), 2):
        expect(told.get_by_role("heading", name="Not that one")).to_have_count(0)
        alice.clicks(mnk.name(line[turn], position.variant))
        # The solver's stone lies there, and the reply where there is one.
        alice.sees_stones(stones + min(turn + 2, len(line)))
        assert _height(told) == height
    expect(told.get_by_role("heading")).to_contain_text(re.compile(r"Solved.*\d+\s+\+\d+"))
    _fits(alice.page)
    alice.presses("Watch again")
    alice.sees_stones(stones + len(line))
    assert alice.tried() == [str(number + 1) for number in range(len(line))]
    told.get_by_role("button", name="First").click()
    alice.sees_stones(stones)
    told.get_by_role("link", name="Next puzzle").click()
    expect(alice.page).not_to_have_url(re.compile(puzzle))
    expect(alice.page.locator("#told").get_by_role("button", name="Hint")).to_be_visible()
    _shows_what(alice, "/puzzles")
    expect(alice.page.locator(".puzzle-record")).to_contain_text("1 of 1")

    bob = people.person("Bob", java_script_enabled=False)
    _shows_what(bob, puzzle)
    bob.presses("Show solution")
    expect(bob.page.locator("body")).to_contain_text("The solution: ")
    expect(bob.page.locator("main")).to_contain_text("you missed it")
    _fits(bob.page)


def test_a_wrong_try_is_refuted_once_and_a_hint_rings_the_right_square(
    people: Chromium, embedded: parts.Server, puzzle: str
) -> None:
    alice = people.person("Alice")
    alice.opens(puzzle)
    position, line = _puzzle(embedded, puzzle)
    stones = sum(len(position.stones(side)) for side in mnk.Side)
    wrong = next(square for square in position.empty_squares() if square not in line)
    told = alice.page.locator("#told")
    height = _height(told)
    alice.clicks(mnk.name(wrong, position.variant))
    expect(told.get_by_role("heading")).to_contain_text("Not that one")
    expect(alice.page.locator("#board .tried-number").nth(1)).to_be_visible()
    assert alice.tried()[:2] == ["1", "2"]
    assert _height(told) == height
    alice.presses("Try again")
    alice.sees_stones(stones)
    alice.presses("Hint")
    expect(alice.page.locator("#board .hints .best")).to_have_count(3)
    expect(told).to_contain_text(mnk.name(line[0], position.variant))
    assert _height(told) == height
    alice.page.locator("#board").focus()
    _moves_cursor_to(alice, position.variant, line[0])
    alice.page.keyboard.press("Enter")
    expect(told.get_by_role("heading")).to_contain_text("Right.")


def _moves_cursor_to(person: Person, variant: mnk.Variant, square: mnk.Square) -> None:
    """Move the board's cursor with the arrow keys, from wherever it begins."""
    keyboard, spoken = person.page.keyboard, person.page.locator("#spoken")
    keyboard.press("ArrowUp")
    expect(spoken).to_have_text(re.compile(r"^[a-o]\d+, "))
    here = mnk.square((spoken.text_content() or "").split(",")[0], variant)
    across = square % variant.width - here % variant.width
    up = square // variant.width - here // variant.width
    for _ in range(abs(across)):
        keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
    for _ in range(abs(up)):
        keyboard.press("ArrowUp" if up > 0 else "ArrowDown")
    expect(spoken).to_have_text(re.compile(rf"^{mnk.name(square, variant)}, "))


def test_on_a_phone_the_goal_and_both_buttons_stand_above_the_tabs(
    people: Chromium, embedded: parts.Server, puzzle: str
) -> None:
    alice = people.person("Alice", viewport={"width": 360, "height": 740}, has_touch=True)
    alice.opens(puzzle)
    expect(alice.page.locator("#board")).to_be_visible()
    tabs = alice.page.get_by_role("navigation", name="Site", exact=True).bounding_box()
    assert tabs is not None
    told = alice.page.locator("#told")
    for shown in (
        alice.page.get_by_role("heading", level=1),
        told.get_by_role("button", name="Hint"),
        told.get_by_role("button", name="Show solution"),
    ):
        box = shown.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= tabs["y"]
    board = alice.page.locator("#squares").bounding_box()
    assert board is not None
    assert board["width"] >= 0.95 * 360
    position, line = _puzzle(embedded, puzzle)
    height = _height(told)
    alice.taps(mnk.name(line[0], position.variant))
    play = told.get_by_role("button", name=f"Play {mnk.name(line[0], position.variant)}")
    expect(play).to_be_visible()
    assert _height(told) == height
    play.click()
    expect(told.get_by_role("heading")).to_contain_text("Right.")
    assert _height(told) == height


def _height(part: Locator) -> float:
    box = part.bounding_box()
    assert box is not None
    assert box["height"] >= 140
    return box["height"]


def _puzzle(server: parts.Server, address: str) -> tuple[mnk.Position, tuple[mnk.Square, ...]]:
    """The position of a puzzle, and the line that solves it."""
    ((line, solution),) = parts.rows(
        server, "SELECT position, solving FROM review_puzzle WHERE slug = %s", address.split("/")[2]
    )
    found = msgspec.json.decode(str(solution), type=solving.Solving)
    return mnk.position_from_line(str(line)), found.line


def test_mistakes_become_practice(people: Chromium, reviewed: Played) -> None:
    alice = people.person("Alice")
    alice.opens(f"{reviewed.page}practice")
    expect(alice.page.locator("main")).to_contain_text("Practice is for the two players")
    alice.opens(reviewed.seat_links[0])
    alice.page.get_by_role("button", name="Play from this device").click()
    alice.opens(f"{reviewed.page}review")
    alice.page.get_by_role("link", name="Practise").click()
    expect(alice.page.locator(".about-puzzle")).to_contain_text("mistake 1 of")
    _fits(alice.page)
    alice.opens(f"{reviewed.page}practice?at=6")
    alice.sees_stones(6)
    alice.clicks("a15")
    told = alice.page.locator("#told")
    expect(told.get_by_role("heading")).to_be_visible(timeout=30_000)
    alice.page.locator("#square").fill("h5")
    alice.page.locator("#puzzle-form").get_by_role("button", name="Play").click()
    expect(told).to_contain_text("h5 is one of the best squares (proved).")
    expect(alice.page.locator(".dot[aria-current]")).to_have_class(re.compile("done"))
    _fits(alice.page)


def test_one_press_starts_the_review_that_practice_needs(
    people: Chromium, embedded: parts.Server
) -> None:
    game = play_out(embedded, "3x3", WITH_A_PUZZLE)
    alice = people.person("Alice")
    alice.opens(game.seat_links[0])
    alice.page.get_by_role("button", name="Play from this device").click()
    alice.opens(f"{game.page}practice")
    alice.presses("Start review")
    # By itself, once it is done.
    expect(alice.page.locator(".about-puzzle")).to_contain_text(
        "mistake 1 of", timeout=REVIEWED_S * 1000
    )


def test_who_solves_by_keys_keeps_the_focus(
    people: Chromium, embedded: parts.Server, puzzle: str
) -> None:
    alice = people.person("Alice")
    alice.opens(puzzle)
    told, keyboard = alice.page.locator("#told"), alice.page.keyboard
    position, line = _puzzle(embedded, puzzle)
    wrong = next(square for square in position.empty_squares() if square not in line)
    alice.page.locator("#square").fill(mnk.name(wrong, position.variant))
    keyboard.press("Enter")
    told.get_by_role("button", name="Try again").focus()
    keyboard.press("Enter")
    expect(alice.page.locator("#board")).to_be_focused()
    described = alice.page.locator("#board").get_attribute("aria-describedby")
    assert described == "puzzle-task board-bans"
    told.get_by_role("button", name="Show solution").focus()
    keyboard.press("Enter")
    expect(told.get_by_role("heading")).to_contain_text("The solution")
    told.get_by_role("button", name="Forward").focus()
    keyboard.press("Enter")
    expect(told.get_by_role("button", name="Forward")).to_be_focused()
    expect(alice.page.locator("#spoken")).to_have_text(mnk.name(line[1], position.variant))
