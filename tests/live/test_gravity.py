"""Gravity in real browsers: a press anywhere in a column plays its lowest empty square."""

import re

import pytest
from playwright.sync_api import expect

from tests.live.pages import Chromium, Person

PRESSED = "d6 d6 e5 c1 e1 c2".split()
LIES = "d1 d2 e1 c1 e2 c2".split()


@pytest.mark.parametrize("how", ["touch at 360", "keyboard at 1280"])
def test_a_press_high_in_a_column_lands_at_its_bottom(people: Chromium, how: str) -> None:
    has_touch = how.startswith("touch")
    alice, bob = people.two(how)
    bob.joins(alice.invites("7x6-gravity", side="black"))
    expect(alice.page).to_have_title(re.compile("7×6, four in a row, stones fall"))
    for ply, (pressed, lies) in enumerate(zip(PRESSED, LIES, strict=True)):
        mover = (alice, bob)[ply % 2]
        mover.sees_status("Your turn")
        plays(mover, pressed, lies, has_touch)
        for person in (alice, bob):
            person.sees_stones(ply + 1)
    # A press on a stone plays the next square above it.
    for ply, (pressed, lies) in enumerate((("e1", "e3"), ("c1", "c3"), ("e6", "e4")), start=6):
        mover = (alice, bob)[ply % 2]
        mover.sees_status("Your turn")
        plays(mover, pressed, lies, has_touch)
        alice.sees_stones(ply + 1)
        bob.sees_stones(ply + 1)

    alice.sees_status("You won!")
    bob.sees_status("won this one.")
    for person in (alice, bob):
        expect(person.page.locator("#board path.line")).to_have_count(1)
        expect(person.page.locator(".result").get_by_text("e1 to e4")).to_be_visible()
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    alice.page.wait_for_timeout(600)  # until the last stone has fallen
    assert set(alice.board()) == {*LIES, "e3", "c3", "e4"}


def plays(person: Person, pressed: str, lies: str, has_touch: bool) -> None:
    """By a finger, or with the keyboard's cursor on the square that is pressed."""
    if has_touch:
        person.page.wait_for_timeout(400)  # two taps in quick succession are one
        person.taps(pressed)
        return
    board = person.page.locator("#board")
    board.focus()
    for key in ("Home", *("ArrowLeft",) * 6, *("ArrowDown",) * 6):
        board.press(key)
    for key in ("ArrowRight",) * "abcdefg".index(pressed[0]) + ("ArrowUp",) * (int(pressed[1]) - 1):
        board.press(key)
    if pressed != lies:
        expect(person.page.get_by_text(f"a stone here falls to {lies}")).to_have_count(1)
    board.press("Enter")
