"""A balanced opening in real browsers, at 360 pixels: five stones lie, and it is played twice."""

import re

from playwright.sync_api import expect

from tests.live.pages import Board, Chromium, Person

NARROW = {"width": 360, "height": 800}
TWICE = "The opening is given: five stones. It is played twice, with sides swapped."
AGAIN = "The opening is given: the five stones of the last game once more, with sides swapped."


def _given(person: Person, words: str | None) -> None:
    """What is said of the opening below the board; None: nothing."""
    note = person.page.locator(".opening-given")
    if words is None:
        expect(note).to_have_count(0)
    else:
        expect(note).to_have_text(words)
        expect(note).to_be_visible()


def _fits(person: Person) -> None:
    width = person.page.evaluate("document.documentElement.scrollWidth")
    assert width <= NARROW["width"]


def _board_place(person: Person) -> object:
    return person.page.locator("#board").bounding_box()


def _plays_again(loser: Person, other: Person) -> Board:
    """Somebody gives up, both want another game, and see the same stones there."""
    before = loser.page.url
    loser.resigns()
    loser.presses("Rematch")
    other.presses("Accept")
    for person in (loser, other):
        person.page.wait_for_url(lambda url: url != before)
        person.is_live()
        person.sees_stones(5)
    assert loser.board() == other.board()
    return loser.board()


def test_alice_and_bob_play_an_opening_twice_and_then_another(people: Chromium) -> None:
    alice, bob, eve = (people.person(name, viewport=NARROW) for name in ("Alice", "Bob", "Eve"))
    address = alice.invites("15x15", side="black", opening="balanced", clock="5+3")
    _given(alice, TWICE)
    bob.joins(address)
    eve.watches(address)
    everybody = (alice, bob, eve)
    for person in everybody:
        heading = person.page.get_by_role("heading", level=1)
        expect(heading).to_have_text("15×15, five in a row, balanced opening")
        person.sees_stones(5)
        _given(person, TWICE)
        _fits(person)
    first = alice.board()
    assert sorted(first.values()) == ["black"] * 3 + ["white"] * 2
    bob.sees_status("Your turn: you play White.")
    alice.sees_running(None)

    before = _board_place(bob)
    bob.types("a1")
    alice.sees_status("Your turn: you play Black.")
    _given(alice, TWICE)
    alice.types("o15")
    for person in everybody:
        person.sees_stones(7)
        _given(person, None)
    assert _board_place(bob) == before  # the note leaves and moves nothing
    bob.sees_running("white")
    alice.opens_tab("Moves")
    expect(alice.page.locator(".moves .decided")).to_have_text("The first five stones were given.")

    second = _plays_again(alice, bob)

    assert second == first
    _given(bob, AGAIN)
    _fits(bob)
    alice.sees_status("Your turn: you play White.")

    third = _plays_again(bob, alice)

    assert third != first
    _given(alice, TWICE)
    bob.sees_status("Your turn: you play White.")


def test_the_review_says_which_stones_were_given(people: Chromium) -> None:
    alice, bob = (people.person(name, viewport=NARROW) for name in ("Alice", "Bob"))
    bob.joins(alice.invites("15x15", side="black", opening="balanced"))
    bob.types("a1")
    alice.sees_stones(6)
    alice.types("o15")
    bob.sees_stones(7)
    bob.resigns()
    slug = re.search(r"/game/([^/]+)", alice.page.url)
    assert slug is not None

    alice.opens(f"/game/{slug[1]}/review?ply=5")

    expect(alice.page.locator(".verdict")).to_contain_text(
        "This stone was given with the opening. Nobody played it."
    )
    _fits(alice)


def test_boards_without_balanced_openings_do_not_offer_them(people: Chromium) -> None:
    alice = people.person("Alice", viewport=NARROW)
    alice.opens("/")
    option = alice.page.locator("#opening option[value=balanced]")
    alice.picks("15x15")
    assert option.is_enabled()
    alice.picks("6x5")
    assert option.is_disabled()
