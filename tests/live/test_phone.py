"""A phone's board: fingers are wider than its squares, and never cost a stone."""

import os
import random
import time
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import expect

from tests.live.pages import Chromium, Person

PHONE: Mapping[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "no-preference",
}


class Hand:
    """Fingers on the page of a person, as the browser's own input."""

    def __init__(self, person: Person) -> None:
        self._session = person.context.new_cdp_session(person.page)

        self._waited_s = 0.0

    def touch(self, what: str, *fingers: tuple[float, float]) -> None:
        """Tell the browser of a `touchStart`, `touchMove` or `touchEnd`, and where fingers are."""
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
        self._session.send(
            "Input.dispatchTouchEvent",
            {"type": what, "touchPoints": points, "timestamp": time.time() + self._waited_s},
        )

    def waits(self, seconds: float) -> None:
        """What follows comes this much later, by the time that events tell."""
        self._waited_s += seconds

    def taps(self, x: float, y: float) -> None:
        self.touch("touchStart", (x, y))
        self.touch("touchEnd")


def _on_phone(people: Chromium) -> tuple[Person, Person]:
    alice, bob = people.person("Alice", **PHONE), people.person("Bob")
    bob.joins(alice.invites("15x15"))
    expect(alice.page.get_by_role("button", name="Resign")).to_be_visible()
    return alice, bob


def _square_px(person: Person) -> float:
    return person.place("i9")[0] - person.place("h9")[0]


def test_a_finger_slides_to_the_square_it_means_and_sees_it_larger(people: Chromium) -> None:
    alice, bob = _on_phone(people)
    hand = Hand(alice)
    loupe = alice.page.locator(".loupe")
    play = alice.page.locator(".aiming .primary")

    hand.touch("touchStart", alice.place("g7"))
    expect(loupe).to_be_visible()
    hand.touch("touchMove", alice.place("h8"))
    expect(play).to_have_text("Play h8")
    frame = loupe.locator(".loupe-frame").bounding_box()
    assert frame is not None
    assert frame["y"] + frame["height"] <= alice.place("h8")[1] - 70  # clear of the finger
    hand.touch("touchEnd")
    expect(loupe).to_have_count(0)
    assert alice.page.evaluate("scrollY") == 0
    alice.sees_stones(0)

    alice.page.get_by_role("button", name="One square up").tap()
    expect(play).to_have_text("Play h9")
    play.tap()
    bob.sees_stones(1)
    assert bob.board() == {"h9": "black"}


def test_of_a_thousand_taps_that_go_astray_none_places_a_stone(people: Chromium) -> None:
    alice, bob = _on_phone(people)
    hand, dice = Hand(alice), random.Random(7)
    places = [alice.place(square) for square in ("h8", "c3", "m12", "f10")]
    aimed = set()
    for _ in range(int(os.environ.get("INAROW_TAPS", "150"))):
        x, y = dice.choice(places)
        hand.waits(dice.choice((0.0, 0.4)))  # the same tap, or another
        hand.taps(x + dice.gauss(0, 7), y + dice.gauss(0, 7))
        aimed.add(alice.page.locator(".aiming .primary").inner_text())
    assert len(aimed) > len(places)  # some did go astray
    alice.sees_stones(0)
    # What they aim at is named; the button plays that and nothing else.
    hand.waits(0.4)
    hand.taps(*alice.place("d5"))
    alice.page.get_by_role("button", name="Play d5").tap()
    bob.sees_stones(1)
    assert bob.board() == {"d5": "black"}


def test_two_fingers_show_a_part_larger_and_place_nothing(people: Chromium) -> None:
    alice, bob = _on_phone(people)
    hand = Hand(alice)
    before = _square_px(alice)
    (x, y) = alice.place("h8")
    hand.touch("touchStart", (x - 20, y))
    hand.touch("touchStart", (x - 20, y), (x + 20, y))
    for step in range(1, 11):
        hand.touch("touchMove", (x - 20 - 4 * step, y), (x + 20 + 4 * step, y))
    hand.touch("touchEnd")
    whole = alice.page.get_by_role("button", name="Whole board")
    expect(whole).to_be_visible()
    assert 2.5 < _square_px(alice) / before < 3.5
    alice.sees_stones(0)
    expect(alice.page.locator(".aiming")).to_have_count(0)
    assert alice.page.evaluate("visualViewport.scale") == 1

    # Squares are fingertips now: two taps play, on the board that is seen.
    hand.taps(*alice.place("i9"))
    hand.waits(0.4)
    hand.taps(*alice.place("i9"))
    bob.sees_stones(1)
    assert bob.board() == {"i9": "black"}

    # A stone that falls outside what is seen shows the whole board again.
    bob.clicks("a1")
    expect(whole).to_have_count(0)
    alice.sees_stones(2)
    assert alice.board() == {"i9": "black", "a1": "white"}
