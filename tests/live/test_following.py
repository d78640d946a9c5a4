"""Following a player: their games appear on the home page while it is open."""

import re

from playwright.sync_api import expect

from tests.live.pages import Chromium


def test_eve_sees_when_a_player_she_follows_begins_to_play(people: Chromium) -> None:
    alice, bob, eve = (people.person(name) for name in ("Alice", "Bob", "Eve"))
    first = alice.invites("10x10", side="black")
    bob.joins(first)

    # 1. From a game's page to its player's, and the button answers in place.
    eve.watches(first)
    eve.page.locator(".player[data-side=black] .player-link").click()
    eve.page.get_by_role("button", name=re.compile("^Follow ")).click()
    expect(eve.page.get_by_role("button", name=re.compile("^Unfollow "))).to_be_visible()

    # 2. The game is on her home page; when it ends it goes, and the next one comes, by itself.
    eve.opens("/")
    eve.is_live()
    eve.page.evaluate("() => { window.sinceTheBeginning = true }")
    now = eve.page.locator("#playing-now")
    slug = first.rstrip("/").rsplit("/", 1)[1]
    expect(now.locator(f"a[href='/game/{slug}/']")).to_be_visible()
    expect(eve.page.locator("#live-games .tag.followed")).to_have_count(1)
    alice.resigns()
    expect(now.locator("p")).to_have_count(0)
    second = alice.invites("15x15")
    bob.joins(second)
    slug = second.rstrip("/").rsplit("/", 1)[1]
    expect(now.locator(f"a[href='/game/{slug}/']")).to_be_visible()
    assert eve.page.evaluate("() => window.sinceTheBeginning")


def test_eve_follows_from_the_page_of_a_game_and_changes_her_mind(people: Chromium) -> None:
    alice, bob, eve = (people.person(name) for name in ("Alice", "Bob", "Eve"))
    address = alice.invites("10x10", side="black")
    bob.joins(address)
    eve.watches(address)

    buttons = eve.page.locator(".follow-row button")
    expect(buttons).to_have_count(2)
    buttons.first.click()
    expect(buttons.first).to_contain_text("Unfollow")
    eve.page.reload()
    expect(buttons.first).to_contain_text("Unfollow")
    buttons.first.click()
    expect(buttons.first).not_to_contain_text("Unfollow")
    alice.opens_tab("More")
    expect(alice.page.locator(".follow-row button")).to_have_count(1)  # nobody follows themselves
