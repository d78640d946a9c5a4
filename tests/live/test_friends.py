"""Two people who know each other: from a profile to the first stone, and the other ways it goes."""

import re
import time

from playwright.sync_api import Locator, expect

from tests.live.pages import Chromium, Person


def _profile(person: Person) -> str:
    """The address of somebody's own page."""
    person.opens("/")
    link = person.page.locator(".menu .menu-link[href^='/player/']")
    return link.get_attribute("href") or ""


def _calls(person: Person) -> Locator:
    return person.page.locator("#calls .call")


def _challenges(alice: Person, profile: str, preset: str = "10x10") -> None:
    """Alice challenges whoever this page is about."""
    alice.opens(profile)
    alice.page.get_by_role("link", name="Challenge", exact=True).click()
    alice.picks(preset)
    alice.page.get_by_role("button", name="Send challenge").click()
    alice.is_live()


def test_from_a_profile_to_the_first_stone(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    for each in (alice, bob):
        each.is_called(each.name)
    profile = _profile(bob)
    bob.opens("/learn/")
    alice.opens(profile)

    clicks, began = 0, time.monotonic()
    for press in (
        alice.page.get_by_role("link", name="Challenge", exact=True),
        alice.page.locator("label:has(input[name=side][value=black])"),
        alice.page.get_by_role("button", name="Send challenge"),
    ):
        press.click()
        clicks += 1
    alice.is_live()
    expect(alice.page.get_by_role("heading", name="Waiting for Bob…")).to_be_visible()
    card = _calls(bob)
    expect(card).to_contain_text("Alice challenges you")
    expect(card).to_contain_text("you play White")
    bob.presses("Accept")
    clicks += 1
    bob.is_live()
    expect(alice.page.locator("body[data-phase=live]")).to_be_attached()
    alice.clicks("h8")
    clicks += 1
    bob.sees_stones(1)
    took_s = time.monotonic() - began
    print(f"profile to first stone: {clicks} clicks, {took_s:.1f} s")  # noqa: T201  # the figures
    assert clicks <= 5
    expect(_calls(alice)).to_have_count(0)


def test_declined_and_a_counter_offer(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    for each in (alice, bob):
        each.is_called(each.name)
    profile = _profile(bob)
    bob.opens("/puzzles")

    # 1. Declined with a reason, which reaches Alice wherever she is, until she has seen it.
    _challenges(alice, profile)
    alice.opens("/learn/")
    bob.page.locator("#calls summary").click()
    bob.presses("Another board, please")
    expect(_calls(bob)).to_have_count(0)
    expect(_calls(alice)).to_contain_text("Bob would rather play on another board.")
    alice.presses("OK")
    expect(_calls(alice)).to_have_count(0)

    # 2. Another game is suggested instead, and that one is played.
    _challenges(alice, profile)
    bob.page.locator("#calls summary").click()
    bob.page.get_by_role("link", name="Suggest another game").click()
    expect(bob.page.locator("input[name=preset][value='10x10']")).to_be_checked()
    bob.picks("3x3")
    bob.page.get_by_role("button", name="Send suggestion").click()
    bob.is_live()
    expect(_calls(alice)).to_contain_text("Bob suggests another game")
    expect(_calls(alice)).to_contain_text("3×3")
    alice.presses("Accept")
    alice.is_live()
    expect(bob.page.locator("body[data-phase=live]")).to_be_attached()


def test_blocked_and_away(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    for each in (alice, bob):
        each.is_called(each.name)
    hers, his = _profile(alice), _profile(bob)

    # 1. Bob is away: the challenge waits for him, and Alice is free to go.
    bob.page.close()
    _challenges(alice, his, "3x3")
    alice.opens("/friends")
    expect(_calls(alice)).to_contain_text("Waiting for Bob")
    bob.page = bob.context.new_page()
    bob.opens("/")
    expect(_calls(bob)).to_contain_text("Alice challenges you")

    # 2. He blocks her: it is gone, and she may not send another.
    bob.opens(hers)
    bob.page.locator(".identity summary").click()
    bob.presses("Block")
    expect(bob.page.get_by_role("button", name="Unblock")).to_be_visible()
    expect(_calls(bob)).to_have_count(0)
    expect(_calls(alice)).to_contain_text("Bob didn’t answer your challenge.")
    alice.opens(his)
    expect(alice.page.get_by_role("heading", name="Bob")).to_be_visible()
    expect(alice.page.get_by_role("link", name="Challenge", exact=True)).to_have_count(0)


def test_friends_see_each_other_come_play_and_go(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    for each in (alice, bob):
        each.is_called(each.name)
    profile = _profile(bob)
    bob.opens("/friends")
    # What Bob types stays while her request comes, and the page is the same one.
    bob.page.get_by_label("Name", exact=True).fill("Car")
    bob.page.evaluate("() => { window.isTheSame = true; }")
    alice.opens(profile)
    alice.presses("Add friend")
    expect(alice.page.get_by_role("button", name="Withdraw request")).to_be_visible()
    accept = bob.page.get_by_role("button", name=re.compile("^Accept"))
    expect(accept).to_be_visible()
    expect(bob.page.get_by_label("Name", exact=True)).to_have_value("Car")
    expect(bob.page.get_by_label("Name", exact=True)).to_be_focused()
    assert bob.page.evaluate("() => window.isTheSame") is True
    accept.click()
    row = bob.page.locator("#friends .other")
    expect(row).to_contain_text("Alice")
    expect(row).to_contain_text("online")
    alice.plays_a_bot("3x3", "novice")
    expect(row).to_contain_text("playing Novice, 3×3")
    bob.page.get_by_role("link", name="Watch Alice").click()
    bob.is_live()


def test_a_challenge_lies_beside_a_board_that_is_played(people: Chromium) -> None:
    phone = {"width": 360, "height": 740}
    alice = people.person("Alice")
    bob = people.person("Bob", viewport=phone, has_touch=True, is_mobile=True)
    for each in (alice, bob):
        each.is_called(each.name)
    profile = _profile(bob)
    bob.plays_a_bot("15x15", "novice", "black")
    _challenges(alice, profile)
    card = _calls(bob)
    expect(card).to_be_visible()
    board, box = bob.page.locator("#board").bounding_box(), card.bounding_box()
    assert board is not None
    assert box is not None
    assert box["y"] + box["height"] <= board["y"], (box, board)
    bob.page.get_by_role("button", name="Answer Alice later").click()
    expect(card).to_have_count(0)
