"""The pages in a language nobody speaks: longer, accented, and read from right to left.

Whatever is read without an accent was never looked up in the catalogue.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Browser, Page, ViewportSize, expect

from games.words import pseudo
from tests.live import parts
from tests.live.pages import Chromium, Person
from tests.live.played import Played, play_out
from tests.words.english import in_english

PICTURES = os.environ.get("INAROW_PICTURES_OF_LANGUAGES")
"""A folder for pictures of what was looked at, for whoever wants to see it."""
SIZES: tuple[ViewportSize, ...] = ({"width": 360, "height": 900}, {"width": 1280, "height": 900})
"""What is looked at is looked at on a phone and at a desk."""
MISSED = "b2 a2 a1 c3 c2 b3 a3 c1 b1"

_READ = """() => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const at = walk.currentNode.parentElement;
        if (!at.closest('script, style, noscript, code, textarea'))
            found.push(walk.currentNode.textContent);
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        for (const at of document.querySelectorAll(`[${name}]`))
            found.push(at.getAttribute(name));
    return [document.title, ...found];
}"""


@pytest.fixture(scope="module")
def abroad(tmp_path_factory: pytest.TempPathFactory) -> Iterator[parts.Server]:
    """A server that also speaks that language."""
    folder = tmp_path_factory.mktemp("locales")
    call_command("words", pseudo=folder, verbosity=0)
    with parts.server(thinkers=1, settings={"INAROW_LOCALES": str(folder)}) as server:
        yield server


@pytest.fixture
def people(abroad: parts.Server, browser: Browser) -> Iterator[Chromium]:
    with Chromium(browser, abroad) as people:
        yield people


@pytest.fixture
def reader(people: Chromium) -> Person:
    """Somebody whose browser asks for that language, on a phone."""
    return people.person("Alice", locale=pseudo.LANGUAGE, viewport=SIZES[0])


@pytest.fixture(scope="module")
def visitor(abroad: parts.Server, browser: Browser) -> Iterator[Person]:
    """The same, from page to page."""
    with Chromium(browser, abroad) as people:
        yield people.person("Eve", locale=pseudo.LANGUAGE, viewport=SIZES[0])
        people.complaints[:] = [said for said in people.complaints if "status of 404" not in said]


def reads(person: Person, what: str) -> None:
    """Look at the page, narrow and wide: nothing is English, and nothing hangs over its edge."""
    page = person.page
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    before = page.viewport_size
    assert before is not None
    for size in SIZES:
        page.set_viewport_size(size)
        page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
        if PICTURES:
            file = Path(PICTURES) / f"{what}-{size['width']}.png"
            page.screenshot(path=file, full_page=True)
        assert in_english(page.evaluate(_READ)) == [], what
    page.set_viewport_size(before)


def _shows(page: Page, selector: str) -> None:
    expect(page.locator(selector).first).to_be_visible(timeout=60_000)


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/about", "/privacy", "/watch", "/tv", "/games", "/explorer", "/puzzles"),
        *("/puzzle/daily", "/analysis", "/studies", "/following", "/muted", "/settings/"),
        *("/game/nosuchgame/", "/nosuchpage"),
        *("/learn/", "/learn/four-and-three/", "/rules/", "/rules/exact/"),
    ],
)
def test_a_page_is_read_in_it(visitor: Person, path: str) -> None:
    visitor.opens(path)
    reads(visitor, path.strip("/").replace("/", "-") or "home")


def test_live_games_and_a_search_are_read_in_it(reader: Person, people: Chromium) -> None:
    bob, carol = (people.person(name, locale=pseudo.LANGUAGE) for name in ("Bob", "Carol"))
    bob.opens("/")
    bob.picks("7x7")
    bob.page.locator(".way button[value=link]").click()
    bob.is_live()
    carol.opens(bob.page.url)
    carol.page.locator("button[form=join]").click()
    carol.is_live()
    for path, name in (("/", "home-live"), ("/watch", "watch-live"), ("/tv", "tv-live")):
        reader.opens(path)
        _shows(reader.page, "[data-live]")
        reads(reader, name)
    reader.opens("/")
    reader.page.locator(".online button[form=pair]").click()
    reader.page.locator(".meanwhile .button").first.wait_for(timeout=60_000)
    reads(reader, "looking")
    reader.page.locator(".online button.cancel").click()
    _shows(reader.page, ".online button[form=pair]")


def test_a_game_is_played_in_it(reader: Person, people: Chromium) -> None:
    bob = people.person("Bob", locale=pseudo.LANGUAGE)
    reader.opens("/")
    reader.picks("3x3")
    reader.opens_options()
    reader.page.locator("label:has(input[name=side][value=black])").click()
    reader.page.locator(".way button[value=link]").click()
    reader.is_live()
    reads(reader, "invitation")
    bob.opens(reader.page.url)
    _shows(bob.page, "button[form=join]")
    reads(bob, "join")
    bob.page.locator("button[form=join]").click()
    for ply, square in enumerate("b2 a1 b3 c3".split()):
        (reader, bob)[ply % 2].clicks(square)
        reader.sees_stones(ply + 1)
        bob.sees_stones(ply + 1)
    reads(reader, "game")
    bob.clicks("b2")
    bob.page.locator("#entry").fill("z99")
    bob.page.keyboard.press("Enter")
    expect(bob.page.locator("#entry-error")).not_to_be_empty()
    reads(bob, "game-refused")
    reader.clicks("b1")
    reader.sees_stones(5)
    reads(reader, "game-won")


def test_a_bot_is_played_and_asked_in_it(reader: Person) -> None:
    reader.plays_a_bot("3x3", "perfect", "black")
    reader.clicks("a1")
    reader.sees_stones(2)
    reader.page.locator("button[data-help=threats]").click()
    reader.page.locator("button[data-hint=words]").click()
    _shows(reader.page, ".help-notes p")
    reads(reader, "bot")


def test_a_lesson_is_taken_in_it(reader: Person) -> None:
    reader.opens("/learn/open-four/")
    _shows(reader.page, "#board")
    reader.clicks("c2")
    _shows(reader.page, ".lesson-told")
    reads(reader, "lesson-wrong")
    reader.clicks("a4")
    _shows(reader.page, ".lesson-told.good")
    reads(reader, "lesson-right")


@pytest.fixture(scope="module")
def played(abroad: parts.Server) -> Played:
    return play_out(abroad, "3x3", MISSED)


def test_a_review_and_its_exercises_are_read_in_it(reader: Person, played: Played) -> None:
    page = reader.page
    reader.opens(f"{played.page}review")
    expect(page.locator("figure.graph svg")).to_be_visible(timeout=120_000)
    expect(page.locator("section.progress")).to_have_count(0, timeout=120_000)
    reader.opens(f"{played.page}review#4")
    _shows(page, ".verdict .sentence")
    reads(reader, "review")
    for tab in ("explorer", "more"):
        page.locator(f"#tab-{tab}").click()
        reads(reader, f"review-{tab}")
    for path in ("practice", "timing"):
        reader.opens(f"{played.page}{path}")
        reads(reader, path)


def test_a_review_is_read_in_it_without_scripts(people: Chromium, played: Played) -> None:
    eve = people.person("Eve", locale=pseudo.LANGUAGE, java_script_enabled=False)
    eve.opens(f"{played.page}review?ply=4")
    reads(eve, "review-of-a-move")
