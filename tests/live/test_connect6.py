"""Connect6 in real browsers: two people, two stones a turn, on a phone and with a mouse."""

import re

import pytest
from playwright.sync_api import expect

from tests.live.pages import Chromium, Person, see_the_end

MOVES = "j10 a1 a2 k10 l10 a3 c1 m10 n10 a5 c3 o10".split()
"""Black: j10 to o10, the last of them with the first stone of a turn."""
SIDES = "BWWBBWWBBWWB"


@pytest.mark.parametrize("how", ["touch at 360", "mouse at 1280"])
def test_two_people_play_two_stones_a_turn_to_six_in_a_row(people: Chromium, how: str) -> None:
    has_touch = how.startswith("touch")
    alice, bob = people.two(how)
    bob.joins(alice.invites("19x19-connect6", side="black"))
    expect(alice.page).to_have_title(re.compile("19×19, six in a row, two stones a turn"))
    for ply, (square, side) in enumerate(zip(MOVES, SIDES, strict=True)):
        mover, other = (alice, bob) if side == "B" else (bob, alice)
        which = "one stone" if ply == 0 else "two stones" if ply % 2 else "second stone"
        mover.sees_status(which)
        other.sees_status(f": {which}")
        plays(mover, square, has_touch)
        for person in (alice, bob):
            person.sees_stones(ply + 1)

    see_the_end(alice, bob, "j10 to o10")


def plays(person: Person, square: str, has_touch: bool) -> None:
    """By a finger, which confirms where squares are so small, or with the mouse."""
    if not has_touch:
        person.clicks(square)
        return
    person.page.wait_for_timeout(400)  # two taps in quick succession are one
    person.taps(square)
    play = person.page.locator(".aiming .primary")
    expect(play).to_have_text(f"Play {square}")
    play.tap()
