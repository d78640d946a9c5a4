"""A game in a frame on another site: live, with clocks, without cookies; other pages refuse."""

import contextlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Frame, expect

from tests.live.pages import Chromium, Person

STONES = "#board .stone, #board .mark"


@contextlib.contextmanager
def _other_site(framed: str) -> Iterator[str]:
    """Another site: one page with a frame, under another host name: a third party to browsers."""
    page = f"""<!doctype html><meta charset="utf-8"><title>A club</title>
        <link rel="icon" href="data:,">
        <iframe src="{framed}" width="240" height="332" title="A game"></iframe>"""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # the name is the standard library's
            body = page.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://localhost:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()


def _frame(person: Person) -> Frame:
    (frame,) = person.page.main_frame.child_frames
    return frame


def _embedded(address: str) -> str:
    return address.replace("/game/", "/embed/").rstrip("/")


def test_a_frame_on_another_site_shows_a_live_game_with_clocks(people: Chromium) -> None:
    alice, bob, eve = (people.person(name) for name in ("Alice", "Bob", "Eve"))
    address = alice.invites("10x10", clock="5+0")
    bob.joins(address)
    alice.clicks("e5")
    bob.sees_stones(1)
    bob.clicks("f6")
    alice.sees_stones(2)

    with _other_site(_embedded(address)) as site:
        eve.opens(site)
        frame = _frame(eve)
        expect(frame.locator(STONES)).to_have_count(2)
        frame.evaluate("() => { window.sinceTheBeginning = true }")

        # 1. A clock ticks.
        clock = frame.locator("[data-clock=black] .time")
        shown = clock.inner_text()
        expect(clock).not_to_have_text(shown)

        # 2. A move is seen as it is played.
        alice.clicks("e6")
        expect(frame.locator(STONES)).to_have_count(3)

        # 3. A viewer who looks back stays there, and is told what they miss.
        frame.get_by_role("button", name="Back").click()
        expect(frame.locator(STONES)).to_have_count(2)
        bob.sees_stones(3)
        bob.clicks("f7")
        expect(frame.locator(".frame-status")).to_have_text("Live +1")
        expect(frame.locator(STONES)).to_have_count(2)
        frame.get_by_role("button", name="Forward").click()
        frame.get_by_role("button", name="Forward").click()
        expect(frame.locator(STONES)).to_have_count(4)

        # 4. Nothing was loaded anew, no cookie was needed, and the game's link opens a new tab.
        assert frame.evaluate("() => window.sinceTheBeginning")
        assert eve.context.cookies(people.server.url) == []
        with eve.context.expect_page() as opened:
            frame.get_by_role("link", name="Watch").click()
        assert opened.value.url == address
        assert opened.value.evaluate("() => window.opener") is None


_SHIFTS = """() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
}"""


@pytest.fixture
def in_frames(people: Chromium) -> str:
    """The address for frames of a game that is going on: a stone was played."""
    alice, bob = people.person("Alice"), people.person("Bob")
    address = alice.invites("10x10", clock="5+0")
    bob.joins(address)
    alice.clicks("e5")
    bob.sees_stones(1)
    return _embedded(address)


def test_nothing_moves_when_a_frame_comes_alive(people: Chromium, in_frames: str) -> None:
    for width, height in ((1280, 800), (400, 492), (240, 332)):
        eve = people.person(f"Eve at {width}", viewport={"width": width, "height": height})
        eve.context.add_init_script(f"({_SHIFTS})()")

        eve.opens(in_frames)

        expect(eve.page.locator("#board .coordinates text").first).to_be_visible()
        board = eve.page.locator("#board").bounding_box()
        assert board is not None
        assert board["x"] >= 0
        assert board["x"] + board["width"] <= width
        eve.page.wait_for_function("() => document.fonts.status === 'loaded'")
        assert eve.page.evaluate("() => window.shifted") < 0.02, width


def test_a_frame_is_a_board_without_scripts_too(people: Chromium, in_frames: str) -> None:
    eve = people.person("Eve", java_script_enabled=False, viewport={"width": 240, "height": 300})
    with _other_site(in_frames) as site:
        eve.opens(site)

        expect(_frame(eve).locator("svg.drawn .stone")).to_have_count(1)


def test_other_pages_refuse_to_be_framed(people: Chromium) -> None:
    alice, eve = people.person("Alice"), people.person("Eve")
    address = alice.invites("10x10")

    for page in (people.server.url + "/", address):
        with _other_site(page) as site:
            eve.opens(site)

            expect(_frame(eve).locator("#main")).to_have_count(0)

    refusals = [each for each in people.complaints if "frame-ancestors" in each]
    assert len(refusals) == 2, people.complaints
    people.complaints.clear()
