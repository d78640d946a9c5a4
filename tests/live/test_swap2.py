"""Swap2 in real browsers: Alice opens, Bob answers, Eve watches."""

import re

import pytest
from playwright.sync_api import expect

from tests.live.pages import Chromium, Person


def _listens(person: Person) -> None:
    """What is announced to this person from now on is kept in the page."""
    person.page.evaluate(
        """() => {
            window.said = [];
            const spoken = document.querySelector("#spoken");
            new MutationObserver(() => spoken.textContent && window.said.push(spoken.textContent))
                .observe(spoken, { childList: true, characterData: true, subtree: true });
        }"""
    )


def _said(person: Person) -> list[str]:
    said: list[str] = person.page.evaluate("() => window.said.splice(0)")
    return said


def _board_place(person: Person) -> object:
    box = person.page.locator("#board").bounding_box()
    assert box is not None
    return box


@pytest.mark.parametrize("by", ["touch", "keyboard"])
def test_bob_places_two_more_and_alice_takes_white(people: Chromium, by: str) -> None:
    size = {"width": 360 if by == "touch" else 1280, "height": 800}
    touch = {"has_touch": True} if by == "touch" else {}
    alice, bob, eve = (
        people.person(name, viewport=size, **touch) for name in ("Alice", "Bob", "Eve")
    )
    if by == "touch":
        address = alice.invites_on_the_page("15x15", opening="swap2", clock="5+3")
        bob.joins_on_the_page(address)
    else:
        address = alice.invites("15x15", opening="swap2", clock="5+3")
        bob.joins(address)
    eve.watches(address)
    everybody = (alice, bob, eve)
    for person in everybody:
        expect(person.page.get_by_role("heading", level=1)).to_have_text(
            "15×15, five in a row, swap2 opening"
        )

    def place(person: Person, square: str, stones: int) -> None:
        if by == "touch":
            person.page.wait_for_timeout(400)  # two taps in one place would be a double tap
            person.taps(square)
            person.page.get_by_role("button", name=f"Play {square}").tap()
        else:
            person.types(square)
        for each in everybody:
            each.sees_stones(stones)

    first, second = (
        eve.page.locator(f"section.player[data-side={side}] .name").inner_text()
        for side in ("black", "white")
    )
    assert first != second
    alice.sees_status("Place Black: 3 to go.")
    bob.sees_status("places stones: 3 to go.")
    place(alice, "h8", 1)
    place(alice, "h9", 2)
    alice.sees_status("Place Black: 1 to go.")
    for person in everybody:
        _listens(person)
    before = _board_place(bob)
    place(alice, "j10", 3)

    bob.sees_status("Choose a side, or place two more.")
    for person in (alice, eve):
        person.sees_status("chooses a side or two more.")
        option = person.page.get_by_role("button", name=re.compile("Place two more"))
        expect(option).to_have_count(0)
    assert _board_place(bob) == before  # the question pushes nothing
    # Said once to everybody.
    for person in everybody:
        said = _said(person)
        assert len(said) == 1, said
        assert re.search(r"(You place|places) Black on j10\.", said[0])
    assert bob.board() == {"h8": "black", "h9": "white", "j10": "black"}

    option = bob.page.get_by_role("button", name=re.compile("^Place two more"))
    expect(option).to_be_enabled()
    box = option.bounding_box()
    assert box is not None
    assert box["height"] >= 64
    if by == "touch":
        option.tap()
    else:
        option.focus()
        bob.page.keyboard.press("Enter")
    bob.sees_status("Place White: 2 to go.")
    for person in (alice, eve):
        person.sees_status("places stones: 2 to go.")
    bob.sees_running("white")
    place(bob, "c3", 4)
    place(bob, "m3", 5)

    alice.sees_status("Choose a side.")
    bob.sees_status("chooses a side.")
    white = alice.page.get_by_role("button", name=re.compile("^Play White"))
    expect(white).to_be_enabled()
    for person in everybody:
        _said(person)
    if by == "touch":
        white.tap()
    else:
        white.focus()
        alice.page.keyboard.press("Enter")
    alice.sees_status("Your turn")
    for person, words in (
        (alice, "You chose White."),
        (bob, "You play Black."),
        (eve, "chose White."),
    ):
        person.sees_news(words)
        said = _said(person)
        assert len(said) == 1, said
        assert words in said[0]
    # Alice is white now: her name stands by the white stones, for everybody.
    for person in everybody:
        names = [
            person.page.locator(f"section.player[data-side={side}] .name").inner_text()
            for side in ("black", "white")
        ]
        assert names == [second, first]
    place(alice, "c13", 6)
    place(bob, "m13", 7)
    assert eve.board()["c13"] == "white"
    assert eve.board()["m13"] == "black"
    # Read afresh, it is the same.
    eve.page.reload()
    eve.is_live()
    eve.sees_stones(7)
    if by == "keyboard":
        expect(eve.page.locator(".moves .decided")).to_have_text(
            [re.compile("places two more"), re.compile("chooses White")]
        )
    bob.resigns()
    alice.sees_status(re.compile("won|win", re.IGNORECASE))
