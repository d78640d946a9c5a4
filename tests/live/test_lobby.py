"""The lobby in real browsers: small boards move by themselves, TV goes on to the next game."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.live import parts
from tests.live.pages import Chromium, Person


@pytest.fixture
def people(browser: Browser) -> Iterator[Chromium]:
    """People at a server of their own: nobody else's game is on TV."""
    with parts.server() as server, Chromium(browser, server) as people:
        yield people


_COUNT_CHANGES = """slug => {
    window.changes = 0;
    const board = document.querySelector(`[data-live="${slug}"] .mini-board svg`);
    new MutationObserver(list => window.changes += list.length).observe(
        board, {childList: true, subtree: true, attributes: true, characterData: true});
    board.markedByTest = true;
}"""
_CHANGES = """slug => {
    const board = document.querySelector(`[data-live="${slug}"] .mini-board svg`);
    return [window.changes, board.markedByTest === true];
}"""


def _slug(address: str) -> str:
    return address.rstrip("/").rsplit("/", 1)[1]


def _begins(people: Chromium, preset: str) -> tuple[Person, Person, str]:
    alice, bob = people.person("Alice"), people.person("Bob")
    address = alice.invites(preset)
    bob.joins(address)
    return alice, bob, _slug(address)


def _resigns(person: Person) -> None:
    person.resigns()


def _stones(page: Page, slug: str) -> Locator:
    return page.locator(f"[data-live='{slug}'] .mini-board :is(.stone, .mark)")


def test_small_boards_move_and_one_without_news_is_not_drawn_again(people: Chromium) -> None:
    alice, bob, moving = _begins(people, "7x7")
    carol, dan, resting = _begins(people, "10x10")
    carol.clicks("e5")
    dan.sees_stones(1)
    squares = iter("a1 a2 b1 b2 c1 d1 d2 c2".split())
    played = 0
    for path in ("/", "/watch"):
        zoe = people.person("Zoe")
        zoe.opens(path)
        expect(_stones(zoe.page, resting)).to_have_count(1)
        expect(_stones(zoe.page, moving)).to_have_count(played)
        zoe.page.evaluate(_COUNT_CHANGES, resting)

        for person in (alice, bob):
            person.clicks(next(squares))
            played += 1
            for each in (alice, bob):
                each.sees_stones(played)
            expect(_stones(zoe.page, moving)).to_have_count(played)

        assert zoe.page.evaluate(_CHANGES, resting) == [0, True]
        # A change would have been seen: the other game's next moves are counted.
        zoe.page.evaluate(_COUNT_CHANGES, moving)
        for person in (alice, bob):
            person.clicks(next(squares))
            played += 1
            for each in (alice, bob):
                each.sees_stones(played)
        expect(_stones(zoe.page, moving)).to_have_count(played)
        changes, is_same = zoe.page.evaluate(_CHANGES, moving)
        assert changes > 0
        assert is_same  # it went on from what was drawn
        zoe.page.close()

    zoe = people.person("Zoe")
    zoe.opens("/watch?family=10x10")
    expect(zoe.page.locator(f"[data-live='{resting}']")).to_be_visible()
    expect(zoe.page.locator(f"[data-live='{moving}']")).to_have_count(0)
    _resigns(bob)
    zoe.opens("/")
    expect(zoe.page.locator(f"[data-live='{resting}']")).to_be_visible()
    expect(zoe.page.locator(f"[data-live='{moving}']:not(:has(.curtain))")).to_have_count(0)
    _resigns(dan)
    # Its place waits for another game: nothing moves under a finger.
    expect(zoe.page.locator(f"[data-live='{resting}'] .curtain")).to_have_text("No longer live")


def test_tv_goes_on_to_the_next_game_when_one_is_over(people: Chromium) -> None:
    alice, bob, first = _begins(people, "4x4")
    alice.clicks("a1")
    bob.sees_stones(1)
    zoe = people.person("Zoe")
    zoe.page.clock.install()
    zoe.opens("/tv/small")
    zoe.is_live()
    zoe.sees_stones(1)
    expect(zoe.page.get_by_role("heading", level=1)).to_have_text("TV: Small boards")

    carol, dan, _ = _begins(people, "4x4")
    carol.clicks("b2")
    dan.sees_stones(1)
    dan.clicks("c3")
    carol.sees_stones(2)
    bob.clicks("d4")
    zoe.sees_stones(2)  # still the first game's
    assert zoe.board() == {"a1": "black", "d4": "white"}
    news = zoe.page.locator("#tv-news")
    expect(news).to_be_empty()

    # Zoe's clock stands still while she looks at the end, however long this machine takes.
    zoe.page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=2))
    _resigns(bob)

    # The end is shown, and what comes next is said; then it comes.
    expect(news).to_contain_text("This game is over. Next:")
    expect(news.get_by_role("link", name="Stay with this game")).to_have_attribute(
        "href", f"/game/{first}/"
    )
    assert zoe.board() == {"a1": "black", "d4": "white"}
    zoe.page.clock.resume()
    expect(news).to_be_empty(timeout=30_000)
    zoe.is_live()
    zoe.sees_stones(2)
    assert zoe.board() == {"b2": "black", "c3": "white"}
    expect(zoe.page).to_have_url(re.compile("/tv/small$"))

    # The last one ends: nothing else is on, and a waiting viewer is shown the next unasked.
    _resigns(dan)
    expect(news).to_contain_text("The next one starts here by itself.")
    yan = people.person("Yan")
    yan.opens("/tv/small")
    expect(yan.page.locator("#tv-news")).to_contain_text("No game right now.")
    bob.joins(alice.invites("5x4"))
    yan.is_live()
    expect(yan.page.locator("#board")).to_have_attribute("aria-label", "Board, 5 by 4")
    expect(zoe.page.locator("#board")).to_have_attribute(
        "aria-label", "Board, 5 by 4", timeout=30_000
    )
    bob.aborts()
    for person in (alice, yan, zoe):
        person.sees_status("Game aborted")
