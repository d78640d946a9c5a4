"""Gravity in real browsers: a press anywhere in a column plays its lowest empty square."""

import re

import pytest
from playwright.sync_api import expect

from tests.live.pages import Chromium, see_the_end

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
        falls = f"a stone here falls to {lies}" if pressed != lies else ""
        mover.plays_by_keys_or_finger(pressed, has_touch, falls)
        for person in (alice, bob):
            person.sees_stones(ply + 1)
    # A press on a stone plays the next square above it.
    for ply, (pressed, lies) in enumerate((("e1", "e3"), ("c1", "c3"), ("e6", "e4")), start=6):
        mover = (alice, bob)[ply % 2]
        mover.sees_status("Your turn")
        falls = f"a stone here falls to {lies}" if pressed != lies else ""
        mover.plays_by_keys_or_finger(pressed, has_touch, falls)
        alice.sees_stones(ply + 1)
        bob.sees_stones(ply + 1)

    see_the_end(alice, bob, "e1 to e4")
    alice.page.wait_for_timeout(600)  # until the last stone has fallen
    assert set(alice.board()) == {*LIES, "e3", "c3", "e4"}
