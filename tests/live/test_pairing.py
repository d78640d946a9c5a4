"""Quick pairing, as people do it: one button, and the next person who wants the same."""

import re

from playwright.sync_api import expect

from tests.live.pages import Chromium, Person

LOOKING = re.compile("^Looking for an opponent")


def presses(person: Person, preset: str, clock: str = "5+3") -> None:
    """Press “Find opponent” on the home page."""
    person.opens("/")
    person.picks(preset)
    person.page.locator("#pair-clock").select_option(clock)
    person.presses("Find opponent")
    person.is_live()


def test_two_browsers_look_for_an_opponent_and_sit_at_one_board(people_anywhere: Chromium) -> None:
    alice, bob = (people_anywhere.person(name) for name in ("Alice", "Bob"))

    presses(alice, "7x7", "3+2")
    expect(alice.page).to_have_title(LOOKING)
    expect(alice.page.get_by_role("heading", name=LOOKING)).to_be_visible()
    waited = alice.page.locator("[data-count=waited]")
    expect(waited).to_have_text(re.compile(r"^\d+:\d\d$"))
    expect(waited).not_to_have_text(waited.inner_text())  # it counts
    presses(bob, "7x7", "3+2")

    assert bob.page.url == alice.page.url
    for person in (alice, bob):
        expect(person.page.get_by_role("heading", name=LOOKING)).to_have_count(0)
        expect(person.page).not_to_have_title(LOOKING)
    expect(alice.page.locator("#spoken")).to_contain_text("joined as")
    black, white = sorted((alice, bob), key=lambda person: "Your turn" not in person.page.title())
    black.clicks("d4")
    white.sees_stones(1)
    white.clicks("d5")
    black.sees_stones(2)


def test_the_last_wish_is_there_again_and_two_presses_are_one(people: Chromium) -> None:
    alice = people.person("Alice")

    presses(alice, "6x5", "10+5")
    first = alice.page.url
    alice.opens("/")
    expect(alice.page.get_by_role("radio", name="Four on 6×5")).to_be_checked()
    expect(alice.page.locator("#pair-clock")).to_have_value("10+5")
    alice.presses("Find opponent")
    alice.is_live()

    assert alice.page.url == first
    alice.presses("Cancel")


def test_who_has_left_is_paired_with_nobody(people: Chromium) -> None:
    alice, bob, eve = (people.person(name) for name in ("Alice", "Bob", "Eve"))
    presses(alice, "4x4")
    left = alice.page.url
    eve.watches(left)
    alice.page.close()

    eve.sees_status("Game aborted", within_s=40)
    presses(bob, "4x4")

    assert bob.page.url != left
    expect(bob.page.get_by_role("heading", name=LOOKING)).to_be_visible()
    bob.presses("Cancel")


def test_who_stays_is_found_after_a_while(people: Chromium) -> None:
    """They stay longer than a seek stands by itself; then others are named, and one is joined."""
    alice, bob, carol = (people.person(name) for name in ("Alice", "Bob", "Carol"))
    presses(alice, "19x19", "5+3")
    presses(bob, "10x10", "5+3")

    row = alice.page.locator(".seek .game-row", has_text="10×10")
    expect(row).to_be_visible(timeout=30_000)
    expect(alice.page.locator("#spoken")).to_contain_text("is waiting for a different game")
    row.get_by_role("button", name=re.compile("^Join")).click()

    alice.page.wait_for_url(bob.page.url)
    alice.is_live()
    for person in (alice, bob):
        expect(person.page.get_by_role("heading", name=LOOKING)).to_have_count(0)
    # And nobody is paired with Alice's earlier seek.
    presses(carol, "19x19", "5+3")
    expect(carol.page.get_by_role("heading", name=LOOKING)).to_be_visible()
    carol.presses("Cancel")


def test_a_search_is_cancelled_and_begun_again(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    presses(alice, "5x4", "1+2")
    first = alice.page.url

    alice.presses("Cancel")
    alice.sees_status("Game aborted")
    alice.presses("Look again")
    alice.page.wait_for_url(lambda url: "/game/" in url and url != first)
    presses(bob, "5x4", "1+2")

    assert bob.page.url == alice.page.url


def test_finding_an_opponent_needs_no_script(people: Chromium) -> None:
    alice = people.person("Alice", java_script_enabled=False)
    alice.opens("/")
    alice.page.locator("#pair-preset").select_option("20x20")
    alice.presses("Find opponent")

    expect(alice.page.get_by_role("heading", name="20×20")).to_be_visible()
    assert "/game/" in alice.page.url
