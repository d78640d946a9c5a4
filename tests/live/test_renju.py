"""Renju in real browsers: black is told why two open threes are refused, spectators see marks."""

import re

import pytest
from playwright.sync_api import expect

from tests.live.pages import Chromium, Person

SQUARES = "h8 a1 h9 a15 g10 o1 f10 o15".split()
"""After it black would make two open threes on h10."""


def told_why(person: Person) -> None:
    """The card and the drawn lines."""
    card = person.page.get_by_role("region", name=re.compile("can’t play h10"))
    expect(card).to_contain_text("It makes two open threes at once:")
    expect(card.get_by_role("listitem")).to_have_text(["f10 – g10 – h10", "h8 – h9 – h10"])
    expect(person.page.locator("#board path.shape")).to_have_count(2)


def sees_marks(person: Person, count: int) -> None:
    expect(person.page.locator("#board .ban")).to_have_count(count)


@pytest.mark.parametrize("how", ["touch at 360", "keyboard at 1280"])
def test_black_is_refused_two_open_threes_and_plays_elsewhere(people: Chromium, how: str) -> None:
    has_touch = how.startswith("touch")
    alice, bob = people.two(how)
    bob.joins(alice.invites("15x15-renju", side="black"))
    eve = people.person("Eve", viewport=alice.page.viewport_size)
    eve.watches(alice.page.url)
    for ply, square in enumerate(SQUARES):
        mover = (alice, bob)[ply % 2]
        mover.sees_status("Your turn")
        plays(mover, square, has_touch)
        for person in (alice, bob):
            person.sees_stones(ply + 1)
    for person in (alice, bob, eve):
        sees_marks(person, 1)
        expect(person.page.locator("#board")).to_have_accessible_description(
            re.compile(r"Forbidden to Black: h10\.")
        )

    alice.sees_status("Your turn")
    if has_touch:
        plays(alice, "h10", has_touch)
    else:
        board = alice.page.locator("#board")
        board.focus()
        for key in ("ArrowLeft",) * 8 + ("ArrowDown",) * 5:  # the first goes to o15, the last stone
            board.press(key)
        expect(
            alice.page.get_by_text("h10, empty, forbidden: makes two open threes")
        ).to_have_count(1)
        board.press("Enter")
    told_why(alice)
    alice.sees_stones(8)

    eve.clicks("h10")
    told_why(eve)

    alice.page.get_by_role("button", name="Close").click()
    expect(alice.page.locator("#board path.shape")).to_have_count(0)
    plays(alice, "b2", has_touch)
    for person in (alice, bob, eve):
        person.sees_stones(9)
        sees_marks(person, 0)
    bob.sees_status("Your turn")
    plays(bob, "h10", has_touch)  # white may
    alice.sees_stones(10)


def test_the_analysis_board_marks_what_black_may_not_play(people: Chromium) -> None:
    alice = people.person("Alice", viewport={"width": 360, "height": 780})
    alice.opens("/analysis?variant=15x15-renju")
    for stones, square in enumerate(SQUARES, start=1):
        plays(alice, square, has_touch=False)
        alice.sees_stones(stones)
    sees_marks(alice, 1)
    expect(alice.page.get_by_text("Forbidden to Black: h10.")).to_have_count(1)

    plays(alice, "h10", has_touch=False)
    alert = alice.page.get_by_text("h10 makes two open threes: Black can’t play there.")
    expect(alert).to_be_visible()
    alice.sees_stones(8)

    plays(alice, "b2", has_touch=False)
    sees_marks(alice, 0)
    plays(alice, "h10", has_touch=False)  # white may
    alice.sees_stones(10)


def plays(person: Person, square: str, has_touch: bool) -> None:
    """By a click; a finger aims first on so small a board, and a button plays."""
    if not has_touch:
        person.clicks(square)
        return
    person.page.wait_for_timeout(400)  # two taps in quick succession are one
    person.taps(square)
    person.page.get_by_role("button", name=re.compile(f"^Play {square} as ")).click()
