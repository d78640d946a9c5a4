"""Blocked squares in real browsers: chosen in the form, seen, refused, and no way for a row."""

import re

import pytest
from playwright.sync_api import expect

from tests.live.pages import Chromium, see_the_end

MOVES = "c3 a1 c4 b1 c5 f1 c2".split()
"""Black: c2 to c5, beside two of the pillars."""


@pytest.mark.parametrize("how", ["touch at 360", "keyboard at 1280"])
def test_two_people_play_around_the_blocked_squares(people: Chromium, how: str) -> None:
    has_touch = how.startswith("touch")
    alice, bob = people.two(how)
    bob.joins(alice.invites("6x6-pillars", side="black"))
    expect(alice.page).to_have_title(re.compile("6×6, four in a row, 4 squares blocked"))
    for person in (alice, bob):
        expect(person.page.locator("#board rect.wall")).to_have_count(4)
    expect(alice.page.locator("#board-bans")).to_contain_text("Blocked: b2, e2, b5, e5.")

    alice.sees_status("Your turn")
    alice.plays_by_keys_or_finger("b2", has_touch, "b2, blocked")
    expect(alice.page.get_by_text("b2 is blocked. Choose another square.").first).to_be_visible()
    alice.sees_stones(0)
    for ply, square in enumerate(MOVES):
        mover = (alice, bob)[ply % 2]
        mover.sees_status("Your turn")
        mover.plays_by_keys_or_finger(square, has_touch)
        for person in (alice, bob):
            person.sees_stones(ply + 1)

    see_the_end(alice, bob, "c2 to c5")


def test_alice_presses_squares_on_the_preview_and_types_others(people: Chromium) -> None:
    alice = people.person("Alice")
    alice.opens("/")
    alice.picks("custom")
    for field, word in (("width", "5"), ("height", "5"), ("k", "4")):
        alice.page.locator(f"#{field}").fill(word)
    preview, blocked = alice.page.locator("#preview"), alice.page.locator("#blocked")
    expect(preview).to_contain_text("5×5, four in a row")
    drawn = preview.locator("svg")

    blocked.fill("z9")
    alice.page.locator("#k").focus()
    expect(alice.page.locator("#error-blocked")).to_have_text(
        "z9 isn’t on this board. Squares go from a1 to e5."
    )
    blocked.fill("a1")
    expect(drawn.locator("rect.wall")).to_have_count(1)
    box = drawn.bounding_box()
    assert box is not None
    drawn.click(position={"x": box["width"] * 0.5, "y": box["height"] * 0.5})
    expect(blocked).to_have_value("a1 c3")
    expect(drawn.locator("rect.wall")).to_have_count(2)
    expect(preview).to_contain_text("2 squares blocked")
    drawn.click(position={"x": 3, "y": box["height"] - 3})
    expect(blocked).to_have_value("c3")
    expect(preview).to_contain_text("1 square blocked")
