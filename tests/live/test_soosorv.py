"""Soosõrv-8 in real browsers, at 360 pixels and by keyboard: Alice opens, Bob answers, Eve sees."""

import re

from playwright.sync_api import Locator, expect

from tests.live.pages import Chromium, Person

NARROW = {"width": 360, "height": 800}


def _presses(person: Person, name: str | re.Pattern[str]) -> None:
    """A button, by keyboard."""
    button = person.page.get_by_role("button", name=name, exact=isinstance(name, str))
    expect(button).to_be_enabled()
    button.press("Enter")


def _letters(person: Person) -> Locator:
    """What is written on the squares that are offered."""
    return person.page.locator("#board .offered text")


def _area(person: Person) -> Locator:
    return person.page.locator("#board path.area")


def test_alice_offers_squares_and_bob_keeps_one(people: Chromium) -> None:
    alice, bob, eve = (people.person(name, viewport=NARROW) for name in ("Alice", "Bob", "Eve"))
    address = alice.invites("15x15-renju", side="black", opening="soosorv8", clock="5+3")
    bob.joins(address)
    eve.watches(address)
    everybody = (alice, bob, eve)
    for person in everybody:
        heading = person.page.get_by_role("heading", level=1)
        expect(heading).to_have_text("15×15, renju, Soosõrv-8 opening")
        expect(_area(person)).to_have_count(1)

    # Three stones, each in its square around the centre.
    alice.types("a1")
    expect(alice.page.locator("#entry-error")).to_have_text(
        "The first stone goes in the centre: h8."
    )
    for stones, square in enumerate(("h8", "h9", "h10"), 1):
        alice.types(square)
        for person in everybody:
            person.sees_stones(stones)
    for person in everybody:
        expect(_area(person)).to_have_count(0)

    # Bob takes White, places the fourth and says how many squares there are to be.
    bob.sees_status("Choose a side.")
    _presses(bob, re.compile("^Play White"))
    bob.sees_status("Place White: 1 to go.")
    bob.types("h11")
    bob.sees_status("Choose a number.")
    eve.sees_status("chooses a number.")
    expect(bob.page.get_by_role("button", name="9", exact=True)).to_have_count(0)
    _presses(bob, "3")

    # Alice stays on Black, and chooses squares: with arrows on the board, or typed.
    alice.sees_status("Choose a side.")
    expect(alice.page.locator(".opening-choice")).to_contain_text("You offer 3 squares")
    _presses(alice, re.compile("^Play Black"))
    alice.sees_status("Offer squares: 3 to go.")
    bob.sees_status("offers squares.")
    board = alice.page.locator("#board")
    board.focus()
    for key in ("ArrowRight", "ArrowRight", "Enter"):  # it begins on the last stone
        alice.page.keyboard.press(key)
    expect(_letters(alice)).to_have_text(["a"])
    alice.types("g11")
    expect(alice.page.locator("#entry-error")).to_have_text(
        re.compile("g11 and i11 are the same by symmetry. Offer only one of them.")
    )
    alice.types("j10")
    alice.types("e5")
    alice.sees_status("Now offer these squares.")
    expect(_letters(alice)).to_have_text(["a", "b", "c"])
    # On second thoughts another one.
    _presses(alice, "c e5: take it away")
    alice.sees_status("Offer squares: 1 to go.")
    expect(alice.page.get_by_role("button", name="1 to go")).to_be_disabled()
    alice.types("g9")
    # Nobody else has seen any of this.
    for person in (bob, eve):
        expect(_letters(person)).to_have_count(0)
    _presses(alice, "Offer these squares")

    bob.sees_status("Keep one of the squares.")
    for person in everybody:
        expect(_letters(person)).to_have_text(["a", "b", "c"])
    for person in (alice, eve):
        person.sees_status("keeps one of the squares.")
    bob.sees_running("white")
    # Read afresh they are still there; so are they for somebody who has just come.
    eve.page.reload()
    eve.is_live()
    expect(_letters(eve)).to_have_text(["a", "b", "c"])
    bob.types("e5")
    expect(bob.page.locator("#entry-error")).to_have_text(
        re.compile("This stone goes on one of the squares offered: i11, j10, g9.")
    )
    bob.types("j10")
    for person in everybody:
        person.sees_stones(5)
        expect(_letters(person)).to_have_count(0)
        assert person.board()["j10"] == "black"
    bob.sees_status("Your turn.")
    bob.types("g10")
    alice.sees_stones(6)
    # The moves say how it came about, and stepping back shows the letters again.
    expect(alice.page.locator(".moves .decided")).to_have_text(
        [
            re.compile("chooses White"),
            re.compile("chooses 3 squares for the fifth stone"),
            re.compile("chooses Black"),
            re.compile("offers a i11, b j10, c g9"),
        ]
    )
    for _ in range(2):
        _presses(eve, "Back")
    expect(_letters(eve)).to_have_text(["a", "b", "c"])
    for person in everybody:
        width = person.page.evaluate("document.documentElement.scrollWidth")
        assert width <= NARROW["width"]
    bob.resigns()
    alice.sees_status(re.compile("won|win", re.IGNORECASE))

    # Whoever looks back sees them, too, at their ply alone, however the board is turned.
    game = address.partition("/game/")[2].partition("/")[0]
    eve.opens(f"/game/{game}/review?ply=4")
    expect(_letters(eve)).to_have_text(["a", "b", "c"])
    expect(eve.page.locator(".stage")).to_contain_text("Offered: a i11, b j10, c g9.")
    eve.page.keyboard.press("f")
    expect(_letters(eve)).to_have_text(["a", "b", "c"])
    eve.page.keyboard.press("ArrowRight")
    expect(_letters(eve)).to_have_count(0)


def test_by_touch_a_tap_offers_a_square_and_another_takes_it_away(people: Chromium) -> None:
    alice, bob = (people.person(name, viewport=NARROW, has_touch=True) for name in ("Alice", "Bob"))
    bob.joins(alice.invites("15x15-renju", side="black", opening="rif"))
    for stones, square in enumerate(("h8", "h9", "j10"), 1):
        alice.types(square)
        bob.sees_stones(stones)
    black = bob.page.get_by_role("button", name=re.compile("^Play Black"))
    expect(black).to_be_enabled()
    black.tap()
    # Alice is White now: she places the fourth, and Bob offers two squares.
    alice.sees_status("Place White: 1 to go.")
    alice.types("a1")
    bob.sees_status("Offer squares: 2 to go.")

    def taps(square: str, letters: list[str]) -> None:
        bob.page.wait_for_timeout(400)  # two taps in one place would be a double tap
        bob.taps(square)
        expect(_letters(bob)).to_have_text(letters)

    taps("g7", ["a"])
    taps("h8", ["a"])  # taken
    taps("k11", ["a", "b"])
    taps("g7", ["a"])
    taps("f5", ["a", "b"])
    taps("f6", ["a", "b"])  # one too many
    bob.page.get_by_role("button", name="Offer these squares").tap()
    alice.sees_status("Keep one of the squares.")
    option = alice.page.get_by_role("button", name="b f5")
    expect(option).to_be_enabled()
    box = option.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    option.tap()
    alice.page.get_by_role("button", name="Play f5").tap()
    for person in (alice, bob):
        person.sees_stones(5)
        assert person.board()["f5"] == "black"
    alice.sees_status("Your turn.")
