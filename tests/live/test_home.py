"""The home page and Watch in real browsers: the first stone, nothing that moves, every screen."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.live import parts
from tests.live.pages import Chromium, Person

MOST_SHIFTED = 0.02
"""As much as a page may move by itself in all (cumulative layout shift)."""

NOTES_SHIFTS = """buffered => {
    window.shifts = [];
    const at = rect => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(' ');
    const named = node => node?.outerHTML?.slice(0, 60) ?? node?.textContent ?? 'gone';
    new PerformanceObserver(list => {
        for (const entry of list.getEntries())
            if (!entry.hadRecentInput)
                window.shifts.push({
                    value: entry.value,
                    ms: Math.round(entry.startTime),
                    input: Math.round(entry.lastInputTime),
                    moved: entry.sources.map(each =>
                        [named(each.node), at(each.previousRect), at(each.currentRect)]),
                });
    }).observe({type: 'layout-shift', buffered});
}"""


def keeps_still(person: Person) -> None:
    """Whether a page moved no more than it may since `NOTES_SHIFTS`; else, what moved."""
    shifts: list[dict[str, Any]] = person.page.evaluate("() => window.shifts")
    told = f"{person.name}, {person.page.viewport_size}:\n" + "\n".join(map(str, shifts))
    assert sum(each["value"] for each in shifts) <= MOST_SHIFTED, told


_STONES = "#board .stone:not(.ghost,.pending,.aim), #board .mark:not(.ghost,.pending,.aim)"


@pytest.fixture
def alone(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Chromium]:
    """People at a server of their own, on which nobody has played before."""
    thinkers = getattr(request, "param", 0)
    with parts.server(thinkers=thinkers) as server, Chromium(browser, server) as people:
        yield people


# --- The first stone --------------------------------------------------------------------------


class Clicks:
    """How many times somebody clicks."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.clicks = 0

    def on(self, name: str | re.Pattern[str]) -> None:
        self.clicks += 1
        self.person.page.get_by_role("button", name=name).first.click()

    def lay(self, square: str) -> None:
        self.clicks += 1
        self.person.clicks(square)

    def sees_a_stone(self) -> int:
        """Wait for the first stone; the clicks until then."""
        self.person.page.locator(_STONES).first.wait_for()
        return self.clicks


@pytest.mark.parametrize("alone", [1], indirect=True, ids=["with a thinker"])
def test_the_first_stone_is_a_click_or_three_away(alone: Chromium) -> None:
    """On a fresh server: one click against a bot, two and a stone each with people."""
    alice = Clicks(alone.person("Alice"))
    alice.person.opens("/")
    alice.on(re.compile("^b2$"))
    assert alice.sees_a_stone() == 1

    carol, dan = Clicks(alone.person("Carol")), Clicks(alone.person("Dan"))
    carol.person.opens("/")
    carol.on(re.compile("^Invite a friend$"))
    carol.person.is_live()
    dan.person.opens(carol.person.page.url)
    dan.on(re.compile("^Play as"))
    _first_stone(carol, dan)
    assert carol.sees_a_stone() + dan.sees_a_stone() == 3

    eve, fay = Clicks(alone.person("Eve")), Clicks(alone.person("Fay"))
    for each in (eve, fay):
        each.person.opens("/")
        each.on("Find opponent")
    for each in (eve, fay):
        each.person.page.wait_for_url(re.compile("/game/"))
    _first_stone(eve, fay)
    assert eve.sees_a_stone() + fay.sees_a_stone() == 3


def _first_stone(one: Clicks, other: Clicks) -> None:
    for each in (one, other):
        each.person.is_live()
    black = one if "Your turn" in one.person.page.title() else other
    black.lay("b2")


def test_a_newcomer_plays_without_scripts_up_to_the_first_stone(people: Chromium) -> None:
    alice = people.person("Alice", java_script_enabled=False)
    alice.opens("/")

    alice.page.get_by_role("button", name="b2", exact=True).click()

    expect(alice.page.locator(".plain-moves li").first).to_have_text("b2")


def test_on_a_phone_the_bots_button_is_on_the_first_screen(people: Chromium) -> None:
    alice = people.person("Alice", viewport={"width": 360, "height": 740}, has_touch=True)
    for _ in range(2):  # as a newcomer, and as somebody with a game that waits
        alice.opens("/")
        button = alice.page.locator(".way:has(#opponent) button").bounding_box()
        tabs = alice.page.locator(".site-links").bounding_box()
        assert button is not None
        assert tabs is not None
        assert button["y"] + button["height"] <= tabs["y"]
        alice.plays_a_bot("7x7", "novice", "black")


# --- Nothing moves by itself --------------------------------------------------------------------


def test_a_lobby_of_moving_games_keeps_still(alone: Chromium) -> None:
    alice, bob, carol, dan = (alone.person(name) for name in ("Alice", "Bob", "Carol", "Dan"))
    bob.joins(alice.invites("7x7"))
    sizes = ({"width": 1280, "height": 800}, {"width": 360, "height": 740})
    watchers = []
    for size in sizes:
        for path in ("/", "/watch", "/tv"):
            eve = alone.person(f"Eve at {path}", viewport=size)
            eve.opens(path)
            eve.page.evaluate(NOTES_SHIFTS, True)
            watchers.append((path, size["width"], eve))
    for path, _, eve in watchers:
        if path != "/tv":
            eve.page.locator("[data-live]").first.wait_for()

    # Games begin, move and end; invitations come and go; somebody leaves and comes back.
    dan.joins(carol.invites("10x10", clock="5+3"))
    for ply, square in enumerate("d4 d5 e4".split()):
        (alice, bob)[ply % 2].clicks(square)
        for each in (alice, bob):
            each.sees_stones(ply + 1)
    fay = alone.person("Fay")
    fay.invites("15x15", listed=True)
    here = [eve for path, _, eve in watchers if path == "/"]
    for eve in here:
        expect(eve.page.locator("#open-games .game-row")).to_have_count(1)
    fay.presses("Cancel the invitation")
    for eve in here:
        expect(eve.page.locator("#open-games .game-row")).to_have_count(0)
    dan.page.goto("about:blank")
    for eve in here:
        expect(eve.page.locator("#live-games .tag.away")).to_have_count(1)
    dan.page.go_back()
    for eve in here:
        expect(eve.page.locator("#live-games .tag.away")).to_have_count(0)
    bob.resigns()
    for eve in here:
        expect(eve.page.locator("#live-games .curtain")).to_have_count(1)

    for _, _, eve in watchers:
        keeps_still(eve)


def test_an_invitation_that_goes_moves_no_other_under_a_finger(alone: Chromium) -> None:
    eve = alone.person("Eve")
    hosts = [alone.person(name) for name in ("Ann", "Ben")]
    hosts[0].invites("10x10", listed=True)
    eve.opens("/")
    expect(eve.page.locator("#open-games .game-row")).to_have_count(1)
    hosts[1].invites("15x15", listed=True)
    rows = eve.page.locator("#open-games .game-row")
    expect(rows).to_have_count(2)
    second = rows.nth(1).get_by_role("button").bounding_box()

    hosts[0].presses("Cancel the invitation")

    expect(rows.first).to_contain_text("Gone")
    assert rows.nth(1).get_by_role("button").bounding_box() == second
    rows.nth(1).get_by_role("button").click()
    eve.is_live()
    assert eve.page.url == hosts[1].page.url


# --- Only what is alive ---------------------------------------------------------------------------


def test_a_game_that_both_have_left_is_live_no_more_until_one_is_back(alone: Chromium) -> None:
    alice, bob, eve = (alone.person(name) for name in ("Alice", "Bob", "Eve"))
    address = alice.invites("10x10")
    bob.joins(address)
    eve.opens("/")
    card = eve.page.locator("#live-games [data-live]")
    expect(card).to_have_count(1)
    expect(eve.page.locator("#watch-all")).to_have_text("Watch all 1")

    bob.page.goto("about:blank")
    expect(card.locator(".tag.away")).to_have_count(1)
    alice.page.goto("about:blank")
    expect(card.locator(".curtain")).to_have_text("No longer live")
    expect(eve.page.locator("#watch-all")).to_have_text("Watch")
    eve.page.reload()
    expect(card).to_have_count(0)
    expect(eve.page.locator("#live-games")).to_contain_text("No live games right now.")

    bob.opens(address)
    expect(card).to_have_count(1)
    expect(eve.page.locator("#watch-all")).to_have_text("Watch all 1")


# --- Every kind of screen -------------------------------------------------------------------------


_OVER_THE_EDGE = """() => [...document.querySelectorAll('main *, .foot *')].filter(each => {
    const isOver = element => element.getBoundingClientRect().right > innerWidth + 1;
    const clips = element => getComputedStyle(element).overflowX !== 'visible' && !isOver(element);
    if (!each.checkVisibility() || !isOver(each) || each.closest('svg, .hidden')) return false;
    for (let on = each.parentElement; on; on = on.parentElement) if (clips(on)) return false;
    return true;
}).map(each => each.outerHTML.slice(0, 120))"""


_DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def _fits_narrow_windows(person: Person, what: str) -> None:
    """In windows and letters of two sizes each, nothing hangs over a page's edge."""
    page = person.page
    session = person.context.new_cdp_session(page)
    for width, font in product((360, 320), (16, 32)):
        page.set_viewport_size({"width": width, "height": 640})
        session.send("Page.setFontSizes", {"fontSizes": {"standard": font, "fixed": font - 3}})
        page.evaluate(_DRAWN)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width, (what, font)
        assert page.evaluate(_OVER_THE_EDGE) == [], (what, width, font)
    session.detach()


def test_nothing_hangs_over_the_edge_of_a_narrow_page(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    alice.is_called("W" * 24)
    bob.is_called("Mwmwmwmw mwmwmwmwmwmwmwm")
    bob.joins(alice.invites("20x20", clock="10+3x30s"))
    people.person("Carol").invites("15x15", listed=True, clock="10+3x30s", rated=True)
    dan = people.person("Dan", viewport={"width": 360, "height": 640})
    for path in ("/watch", "/tv", "/about", "/privacy", "/"):
        dan.opens(path)
        if path in ("/", "/watch"):
            dan.page.locator("[data-live]").first.wait_for()
        _fits_narrow_windows(dan, path)
    dan.presses("Find opponent")
    dan.page.locator(".meanwhile").get_by_role("button").first.wait_for()
    _fits_narrow_windows(dan, "looking")
    dan.presses("Cancel")


def test_with_forced_colours_what_is_chosen_is_outlined(people: Chromium) -> None:
    alice = people.person("Alice", forced_colors="active")
    alice.opens("/")
    chosen = alice.page.locator("label.preset:has(:checked)")
    outline = "each => getComputedStyle(each).outlineStyle + getComputedStyle(each).outlineWidth"
    assert chosen.evaluate(outline) == "solid3px"
    assert alice.page.locator("label.preset:not(:has(:checked))").first.evaluate(outline) != (
        "solid3px"
    )
