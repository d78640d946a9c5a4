"""The page of a game on screens of many sizes: a board as large as can be, nothing that jumps."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.live.pages import Chromium, Person
from tests.live.test_home import NOTES_SHIFTS, keeps_still

SIZES = {
    "desktop": (1280, 800, 0.85),
    "large desktop": (1920, 1080, 0.88),
    "tablet": (768, 1024, 0.9),
    "phone": (360, 740, 0.99),
    "phone on its side": (740, 360, 0.96),
}
"""By name: width and height in pixels, and how much of the shorter one the board takes at least."""

_BOXES = """() => {
    const box = each => document.querySelector(each).getBoundingClientRect().toJSON();
    return {above: box('.player.above'), board: box('#board > svg'), below: box('.player.below'),
            page: document.documentElement.scrollWidth};
}"""


def _seated(people: Chromium) -> tuple[Person, Person]:
    alice, bob = people.person("Alice"), people.person("Bob")
    bob.joins(alice.invites("15x15", clock="5+3"))
    for ply, square in enumerate("h8 i9".split()):
        (alice, bob)[ply % 2].clicks(square)
        alice.sees_stones(ply + 1)
        bob.sees_stones(ply + 1)
    return alice, bob


def test_the_board_takes_the_screen_and_the_players_touch_it(people: Chromium) -> None:
    alice, _ = _seated(people)
    for name, (width, height, share) in SIZES.items():
        alice.page.set_viewport_size(ViewportSize(width=width, height=height))
        alice.page.wait_for_function(
            "px => document.querySelector('#board > svg').getBoundingClientRect().height >= px",
            arg=share * min(width, height),
        )
        boxes = alice.page.evaluate(_BOXES)
        board = boxes["board"]
        assert boxes["page"] <= width, name
        assert board["height"] <= height, name
        if height > width or height > 512:
            assert boxes["above"]["bottom"] == pytest.approx(board["top"], abs=1), name
            assert boxes["below"]["top"] == pytest.approx(board["bottom"], abs=1), name
        else:
            assert boxes["above"]["left"] >= board["right"] - 1, name
        # Where a finger would press, a finger can.
        row = alice.page.get_by_role("button", name="Resign")
        box = row.bounding_box()
        assert box is not None, name
        assert box["height"] >= 44, name


def test_the_row_of_actions_keeps_its_place_whatever_stands_in_it(people: Chromium) -> None:
    alice, bob = _seated(people)
    row = alice.page.locator(".actions")
    place = row.bounding_box()

    alice.presses("Resign")
    expect(alice.page.locator(".question")).to_contain_text("Resign this game?")
    assert row.bounding_box() == place
    alice.presses("Keep playing")

    bob.presses("Draw")
    expect(alice.page.get_by_role("button", name="Decline")).to_be_visible()
    assert row.bounding_box() == place
    alice.presses("Decline")
    expect(alice.page.get_by_role("button", name="Resign")).to_be_visible()
    assert row.bounding_box() == place


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
def test_nothing_moves_by_itself_in_a_game(people: Chromium, width: int, height: int) -> None:
    """Moves, an offer and its answer, the end, an offer of a rematch, a look back at a move.
    (Before it, a guest who comes turns an invitation into a board.)"""
    size = ViewportSize(width=width, height=height)
    alice, bob = people.person("Alice", viewport=size), people.person("Bob", viewport=size)
    eve = people.person("Eve", viewport=size)
    bob.joins(alice.invites("7x7", clock="5+3"))
    watching = [alice, bob, eve]
    eve.opens(alice.page.url)
    for each in watching:
        each.is_live()
        each.page.evaluate(NOTES_SHIFTS, False)
    for ply, square in enumerate("d4 d5 e4 e5 c4 c5 b4 a6".split(), 1):
        (alice, bob)[(ply - 1) % 2].clicks(square)
        for each in watching:
            each.sees_stones(ply)
    bob.presses("Draw")
    expect(alice.page.get_by_role("button", name="Decline")).to_be_visible()
    alice.presses("Decline")
    for each in (alice, bob):  # both have heard it
        expect(each.page.get_by_role("button", name="Draw")).to_be_visible()
    alice.clicks("f4")
    for each in watching:
        each.sees_status(re.compile("won"))
    bob.presses("Rematch")
    expect(alice.page.get_by_role("button", name="Accept")).to_be_visible()
    eve.presses("Back")
    expect(eve.page.get_by_role("button", name="To the end")).to_be_visible()
    for each in watching:
        keeps_still(each)


def test_a_player_s_keys_mean_the_board_from_the_start(people: Chromium) -> None:
    alice = people.person("Alice")
    alice.plays_a_bot("3x3", "perfect", "black")
    expect(alice.page.locator("#board")).to_be_focused()
    alice.page.keyboard.press("ArrowUp")
    alice.page.keyboard.press("Enter")
    alice.sees_stones(2)  # the bot answers


def test_hints_are_off_in_the_next_game_and_on_after_a_reload(people: Chromium) -> None:
    alice = people.person("Alice")
    alice.plays_a_bot("3x3", "perfect", "black")
    outcomes = alice.page.get_by_role("button", name="Outcomes")
    expect(outcomes).to_have_attribute("aria-pressed", "false")
    alice.presses("Outcomes")
    expect(alice.page.locator("#board .chip").first).to_be_visible()
    alice.page.reload()
    alice.is_live()
    expect(outcomes).to_have_attribute("aria-pressed", "true")

    alice.plays_a_bot("3x3", "perfect", "black")
    expect(outcomes).to_have_attribute("aria-pressed", "false")
    alice.page.wait_for_timeout(500)
    assert alice.page.locator("#board .chip").count() == 0
    assert alice.page.locator(".hinted").count() == 0
