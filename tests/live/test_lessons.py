"""The first lesson, taken by keys, by a finger on a phone, and read without scripts."""

import re

import pytest
from playwright.sync_api import expect

from games import learn, mnk
from tests.live.pages import Chromium, Person
from tests.live.test_phone import PHONE, Hand

FIRST = f"/learn/{learn.LESSONS[0].key}/"
WAYS = ("b4", "g7", "f4 g4", "e4 e5 e1", "e4 e5 e6")
"""The learner's moves, step by step."""


def _is_asked(person: Person, words: str) -> None:
    expect(person.page.locator(".lesson-words")).to_contain_text(words)


def _ends(person: Person) -> None:
    """The lesson is done: a next one is offered, and a game against a bot of this strength."""
    page = person.page
    _is_asked(person, "Lesson done")
    expect(page.get_by_role("link", name=re.compile("^Next lesson"))).to_be_visible()
    expect(page.locator(".lesson[data-done]")).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Play Novice")).click()
    person.is_live()
    assert "/game/" in page.url


def _moves_by_key(person: Person, square: str, size: int = 7) -> None:
    """From any square of the board, through a corner."""
    column, row = ord(square[0]) - ord("a"), int(square[1]) - 1
    keys = person.page.keyboard
    for key, times in (
        *(("ArrowLeft", size), ("ArrowDown", size)),
        *(("ArrowRight", column), ("ArrowUp", row)),
    ):
        for _ in range(times):
            keys.press(key)
    expect(person.page.locator("#spoken")).to_contain_text(f"{square}, ")
    keys.press("Enter")


def test_alice_takes_the_first_lesson_by_keys_alone(people: Chromium) -> None:
    alice = people.person("Alice")
    page = alice.page
    alice.opens("/learn/")
    page.get_by_role("link", name=re.compile("Five in a row Make")).focus()
    page.keyboard.press("Enter")
    board = page.locator("#board")
    board.focus()
    expect(board).to_have_accessible_description(re.compile("Black: c4, d4, e4, f4"))
    # What is wrong first: it is said why, and the square is free again.
    _moves_by_key(alice, "a1")
    expect(page.locator("#spoken")).to_have_text("Not yet. White takes b4, the square you needed.")
    alice.sees_stones(10)
    for step, way in enumerate(WAYS):
        for square in way.split():
            expect(page.locator(".lesson-board .playable")).to_be_focused()
            _moves_by_key(alice, square)
            expect(page.locator(".lesson-told.good")).to_be_visible()
            if square != way.split()[-1]:
                _is_asked(alice, "Your turn.")
        expect(page.locator(".segments-of-lesson .done")).to_have_count(step + 1)
        onward = page.get_by_role("button", name="Finish" if step == 4 else "Next", exact=True)
        onward.focus()
        page.keyboard.press("Enter")
    _ends(alice)


def test_bob_takes_the_first_lesson_with_a_finger_on_a_phone(people: Chromium) -> None:
    bob = people.person("Bob", **PHONE)
    page = bob.page
    bob.opens(FIRST)
    _is_asked(bob, "Add the fifth.")
    bottom = page.locator(".lesson-buttons").bounding_box()
    tabs = page.locator(".site-links").bounding_box()
    assert bottom is not None
    assert tabs is not None
    assert bottom["y"] + bottom["height"] <= tabs["y"]  # all of it is in sight
    assert bob.place("b1")[0] - bob.place("a1")[0] >= 44  # a fingertip
    before = bob.place("d4")
    hand = Hand(bob)
    hand.taps(*bob.place("c2"))
    _is_asked(bob, "Not yet")
    bob.sees_stones(10)
    assert bob.place("d4") == before  # nothing moved under the finger
    page.get_by_role("button", name="Try again").tap()
    bob.sees_stones(8)
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".right-ring")).to_have_count(1)
    for step, way in enumerate(WAYS):
        for square in way.split():
            expect(page.locator(".lesson-board .playable")).to_be_visible()
            _is_asked(bob, "Your turn.")
            hand.waits(0.4)  # or it would be taken for the same tap
            hand.taps(*bob.place(square))
            expect(page.locator(".lesson-told.good")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        if step == 2:  # Left in the middle, a lesson goes on there.
            bob.opens(FIRST)
            expect(page.locator("#lesson-place")).to_contain_text("step 4 of 5")
            continue
        page.get_by_role("button", name="Finish" if step == 4 else "Next", exact=True).tap()
    _ends(bob)


@pytest.mark.parametrize("width", [360, 1280])
def test_without_scripts_a_lesson_is_read(people: Chromium, width: int) -> None:
    eve = people.person("Eve", viewport={"width": width, "height": 800}, java_script_enabled=False)
    page = eve.page
    eve.opens(FIRST)
    for step in learn.LESSONS[0].steps:
        expect(page.get_by_role("heading", name=re.compile(step.title))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Board, "))).to_have_count(5)
    answer = page.get_by_text("Five in a row. You win!").first
    expect(answer).to_be_hidden()
    page.get_by_text("Show the answer").first.click()
    expect(answer).to_be_visible()
    page.get_by_role("link", name=re.compile("^Next lesson")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The open four")


def test_a_board_of_the_rules_is_played(people: Chromium) -> None:
    alice = people.person("Alice", **PHONE)
    page = alice.page
    # What she last looked for online does not come between.
    alice.opens("/")
    page.evaluate("localStorage.setItem('inarow.pair', '10x10 5+3')")
    alice.opens("/")
    page.get_by_role("link", name="How to play").tap()
    page.get_by_role("link", name="All rules and boards").tap()
    page.get_by_role("link", name="Play Gomoku, freestyle").tap()
    expect(page.locator("input[name=preset]:checked")).to_have_value("15x15")
    expect(page.locator("#rule")).to_contain_text(mnk.PRESETS["15x15"].label)
    alice.opens("/rules/full/")
    page.get_by_role("link", name="Play it on a board of your own").tap()
    expect(page.locator("#line_rule")).to_have_value("full")
    expect(page.locator("#custom")).to_be_visible()


def test_where_nothing_is_to_move_answers_lie_there_at_once(people: Chromium) -> None:
    alice = people.person("Alice")
    alice.opens(FIRST)
    _is_asked(alice, "Add the fifth.")
    alice.clicks("c2")
    assert len(alice.board()) == 10
