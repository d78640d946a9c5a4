"""Conditional moves in a real browser: planned on the board, played by the server."""

from playwright.sync_api import expect

from tests.live.pages import Chromium


def test_an_answer_planned_on_the_board_is_played_when_its_player_has_gone(
    people: Chromium,
) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    address = alice.invites(clock="1d")
    bob.joins(address)
    bob.page.get_by_role("link", name="Plan").click()
    bob.page.get_by_role("link", name="h8", exact=True).click()
    expect(bob.page.get_by_text("If they play h8, you play …")).to_be_visible()
    bob.page.get_by_role("link", name="i9", exact=True).click()
    bob.page.get_by_role("button", name="Keep this line").click()
    expect(bob.page.get_by_text("If they play h8, you play i9")).to_be_visible()

    bob.opens("/")

    alice.clicks("h8")

    expect(alice.page.locator(".moves button")).to_have_text(["h8", "i9"], timeout=60_000)
