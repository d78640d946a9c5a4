"""Caro in real browsers: five blocked at both ends are no win, the next five are."""

import re

import pytest
from playwright.sync_api import expect

from tests.live.pages import Chromium, play_in_turn

SQUARES = "d8 c8 e8 i8 g8 a1 h8 a3 f8 a5 g9 a7 g10 n1 g7 n3 g6".split()
"""Black's f8 makes five between two white stones; g6 makes five in a column, free at both ends."""
BLOCKED = SQUARES.index("f8") + 1


@pytest.mark.parametrize("width", [360, 1280])
def test_five_blocked_at_both_ends_do_not_win_and_the_next_five_do(
    people: Chromium, width: int
) -> None:
    size = {"width": width, "height": 900}
    alice, bob = (people.person(name, viewport=size) for name in ("Alice", "Bob"))
    bob.joins(alice.invites("15x15-caro", side="black"))
    play_in_turn(alice, bob, SQUARES[:BLOCKED])
    expect(alice.page.locator("#board path.line")).to_have_count(0)
    play_in_turn(bob, alice, SQUARES[BLOCKED:])

    for person in (alice, bob):
        expect(person.page.locator("#board path.line")).to_have_count(1)
    alice.sees_status(re.compile("won|win", re.IGNORECASE))
    # The record, read again by another window, says the same.
    eve = people.person("Eve", viewport=size)
    eve.watches(alice.page.url)
    expect(eve.page.locator("#board path.line")).to_have_count(1)
    assert eve.moves() == SQUARES
