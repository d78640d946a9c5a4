"""Sound, where a browser allows it only after a gesture, as browsers do for people."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Playwright, expect

from tests.live import parts
from tests.live.pages import Chromium, Person

WAITS = "Tap or press a key for sound."
_LISTEN = """() => {
    window.audios = [];
    window.sounded = 0;
    window.AudioContext = class extends AudioContext {
        constructor() { super(); window.audios.push(this); }
    };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        if (this.context.state === "running") window.sounded += 1;
        return start.apply(this, when);
    };
}"""
"""Counts what sounds; all of it sounds as ever."""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One that is as strict as people's browsers are."""
    browser = parts.chromium(playwright, autoplay="document-user-activation-required")
    yield browser
    browser.close()


@pytest.fixture
def alone(browser: Browser) -> Iterator[Chromium]:
    """People at a server of their own: no other game is on TV or in the lobby."""
    with parts.server() as server, Chromium(browser, server) as people:
        yield people


def _listens(people: Chromium, name: str) -> Person:
    person = people.person(name)
    person.context.add_init_script(f"({_LISTEN})()")
    return person


def _news(person: Person) -> Locator:
    return person.page.locator(".news")


def _may_sound(person: Person) -> None:
    """Wait until the page's one AudioContext runs."""
    person.page.wait_for_function("() => window.audios.length === 1")
    person.page.wait_for_function("() => window.audios[0].state === 'running'")


def _hears(person: Person, *, since: int) -> None:
    person.page.wait_for_function("before => window.sounded > before", arg=since)


def _sounded(person: Person) -> int:
    return int(person.page.evaluate("() => window.sounded"))


def _looks(person: Person, how: str) -> None:
    """Whether the tab is in front, as its browser would tell: `visible` or `hidden`."""
    person.page.evaluate(
        """how => {
            const looks = {get: () => how, configurable: true};
            Object.defineProperty(document, 'visibilityState', looks);
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        how,
    )


def test_a_tab_in_the_background_says_and_sounds_what_has_come(people: Chromium) -> None:
    alice, bob = _listens(people, "Alice"), _listens(people, "Bob")
    for each in (alice, bob):
        each.is_called(each.name)
    link = bob.page.locator(".menu .menu-link[href^='/player/']")
    profile = link.get_attribute("href") or ""
    bob.opens("/learn/")
    bob.page.get_by_role("heading", level=1).click()  # sound is allowed from now on
    _looks(bob, "hidden")

    # 1. A challenge reaches Bob, who looks at another tab, on a page that had no sound yet.
    alice.opens(f"{profile}challenge")
    alice.page.get_by_role("button", name="Send challenge").click()
    alice.is_live()
    expect(bob.page).to_have_title("Alice challenges you – Inarow")
    _hears(bob, since=0)
    _looks(bob, "visible")
    expect(bob.page).to_have_title("Learn – Inarow")

    # 2. His answer reaches Alice on another page; a game's own page says whose turn it is.
    alice.opens("/puzzles")
    own = alice.page.title()
    alice.page.get_by_role("heading", level=1).click()
    _looks(alice, "hidden")
    bob.presses("Accept")
    bob.is_live()
    expect(alice.page).to_have_title("Bob accepted. Your game is ready. – Inarow")
    _hears(alice, since=0)
    _looks(alice, "visible")
    expect(alice.page).to_have_title(own)

    # 3. Another challenge, over a game that is played: its title waits until Bob is back.
    _looks(bob, "hidden")
    carol = people.person("Carol")
    carol.is_called("Carol")
    carol.opens(f"{profile}challenge")
    carol.page.get_by_role("button", name="Send challenge").click()
    carol.is_live()
    expect(bob.page).to_have_title("Carol challenges you – Inarow")
    assert bob.page.evaluate("() => window.audios.length") == 1
    _looks(bob, "visible")
    expect(bob.page).to_have_title(re.compile("15×15, five in a row – Inarow$"))


def test_tv_sounds_on_after_one_click_when_it_goes_to_the_next_game(alone: Chromium) -> None:
    alice, bob = alone.person("Alice"), alone.person("Bob")
    bob.joins(alice.invites("4x4"))
    zoe = _listens(alone, "Zoe")
    zoe.opens("/tv/small")
    zoe.is_live()

    # Nobody has touched the page: it is silent, and says so.
    expect(_news(zoe)).to_have_text(WAITS)
    alice.clicks("a1")
    zoe.sees_stones(1)
    assert _sounded(zoe) == 0

    zoe.page.get_by_role("heading", level=1).click()
    expect(_news(zoe)).to_be_empty()
    bob.clicks("b2")
    _hears(zoe, since=0)

    carol, dan = alone.person("Carol"), alone.person("Dan")
    dan.joins(carol.invites("5x4"))
    bob.resigns()
    expect(zoe.page.locator("#board")).to_have_attribute(
        "aria-label", "Board, 5 by 4", timeout=30_000
    )

    # Another page, which nobody has touched: it sounds all the same.
    _may_sound(zoe)
    before = _sounded(zoe)
    carol.clicks("c3")
    _hears(zoe, since=before)
    expect(_news(zoe)).to_be_empty()


def test_who_comes_from_the_lobby_by_a_click_hears_the_game_at_once(alone: Chromium) -> None:
    alice, bob = alone.person("Alice"), alone.person("Bob")
    bob.joins(alice.invites("4x4"))
    eve = _listens(alone, "Eve")
    eve.opens("/watch")

    eve.page.locator("a.mini").first.click()

    eve.is_live()
    _may_sound(eve)
    alice.clicks("a1")
    _hears(eve, since=0)

    # While nothing sounds the page rests, and wakes for the next stone.
    eve.page.wait_for_function("() => window.audios[0].state === 'suspended'")
    expect(_news(eve)).to_be_empty()
    before = _sounded(eve)
    bob.clicks("b2")
    _hears(eve, since=before)


def test_on_a_phone_the_first_tap_brings_the_sound(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    address = alice.invites("4x4")
    bob.joins(address)
    zoe = people.person("Zoe", viewport={"width": 360, "height": 740}, has_touch=True)
    zoe.context.add_init_script(f"({_LISTEN})()")
    zoe.watches(address)
    expect(_news(zoe)).to_have_text(WAITS)

    zoe.page.get_by_role("heading", level=1).tap()

    _may_sound(zoe)
    expect(_news(zoe)).to_be_empty()
    alice.clicks("a1")
    _hears(zoe, since=0)
