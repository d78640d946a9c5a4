"""Misère in real browsers: Alice completes a row, so Bob wins, and everybody is told so."""

import re

import pytest
from playwright.sync_api import expect

from tests.live.pages import Chromium, play_in_turn

SQUARES = "a1 b2 b1 c3 c1".split()


@pytest.mark.parametrize("width", [360])
def test_whoever_completes_a_row_loses(people: Chromium, width: int) -> None:
    size = {"width": width, "height": 780}
    alice, bob = (people.person(name, viewport=size) for name in ("Alice", "Bob"))
    bob.joins(alice.invites("3x3-misere", side="black"))
    play_in_turn(alice, bob, SQUARES)

    for person in (alice, bob):
        expect(person.page.locator("#board path.line")).to_have_count(1)
    bob.sees_status("You won!")
    alice.sees_status("won this one.")
    mine = "You made three in a row, a1 to c1."
    expect(alice.page.locator(".result").get_by_text(mine)).to_be_visible()
    alices = re.compile(r"\S made three in a row, a1 to c1\.")
    expect(bob.page.locator(".result").get_by_text(alices)).to_be_visible()
    # The rules page of the game draws what loses and what does not.
    bob.opens("/rules/misere/")
    expect(bob.page.get_by_role("heading", name="What loses")).to_be_visible()
    assert bob.page.evaluate("document.documentElement.scrollWidth") <= width
