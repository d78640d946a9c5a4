"""Is every page for everybody? `python -m tests.live.reach`: axe, layout, and how much moves.

Goes through the states of `make screenshots`. In each, axe looks at the page; then the window is
made narrow and wide, the text twice as large, the page right to left, and nothing may hang over the
edge or lie over anything else that can be pressed. Ends with 1 if something was found.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from playwright.sync_api import CDPSession, ViewportSize

from tests.live import parts, screenshots
from tests.live.pages import Person

AXE = parts.ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SIZES = ((320, 640), (360, 740), (740, 360), (768, 1024), (1280, 800), (2560, 1440))
FONTS = (16, 32)
"""What size the browser's text has, in pixels: the usual, and 200 %."""
DIRECTIONS = ("ltr", "rtl")

_RUN_AXE = """tags => axe.run(document, {runOnly: tags, resultTypes: ['violations']}).then(found =>
    found.violations.map(({id, impact, nodes}) => ({id, impact,
        nodes: nodes.slice(0, 4).map(each => each.target.join(' ')), count: nodes.length})))"""

_LAYOUT = """() => {
    const wide = document.documentElement;
    const beyond = wide.scrollWidth - wide.clientWidth;
    const said = each => (each.getAttribute('aria-label') || each.textContent || '').trim();
    const name = each => each.id ? '#' + each.id :
        `${each.tagName.toLowerCase()}.${each.className} ${said(each).slice(0, 30)}`;
    const isClipped = each => {
        for (let at = each.parentElement; at && at !== document.body; at = at.parentElement)
            if (getComputedStyle(at).overflowX !== 'visible') return true;
        return false;
    };
    const all = beyond <= 0 ? [] : [...document.querySelectorAll("body *")];
    const hangs = new Set(all.filter(each => {
        const box = each.getBoundingClientRect();
        return box.width > 0 && (box.right > wide.clientWidth + 1 || box.left < -1) &&
            each.checkVisibility() &&
            !each.closest('[aria-hidden=true], .hidden, .skip') && !isClipped(each);
    }));
    const over = [...hangs].filter(each => ![...each.children].some(child => hangs.has(child)))
        .slice(0, 3).map(name);
    const pressed = [...document.querySelectorAll('a, button, input, select, textarea, summary')]
        .filter(each => each.checkVisibility({checkVisibilityCSS: true, checkOpacity: true}))
        .filter(each => !each.closest('.hidden, .skip, [inert]'));
    const seen = each => {
        let {left, right, top, bottom} = each.getBoundingClientRect();
        for (let at = each.parentElement; at; at = at.parentElement) {
            if (getComputedStyle(at).overflow === 'visible') continue;
            const box = at.getBoundingClientRect();
            [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
            [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
        }
        return {left, right, top, bottom};
    };
    const fixed = each => {
        for (let at = each; at; at = at.parentElement) {
            const {position, top} = getComputedStyle(at);
            // The foot of a page sticks below the window: it lies where it would lie anyway.
            if (position === 'fixed' || position === 'sticky' && !(parseFloat(top) >= innerHeight))
                return true;
        }
        return false;
    };
    const boxes = pressed.map(each => [each, seen(each), fixed(each)]);
    const overlaps = [];
    for (let i = 0; i < boxes.length && overlaps.length < 3; i += 1)
        for (let j = i + 1; j < boxes.length && overlaps.length < 3; j += 1) {
            const [a, p, pf] = boxes[i], [b, q, qf] = boxes[j];
            if (pf !== qf || a.contains(b) || b.contains(a)) continue;
            if (a.closest('label') && a.closest('label') === b.closest('label')) continue;
            const x = Math.min(p.right, q.right) - Math.max(p.left, q.left);
            const y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
            if (x > 2 && y > 2) overlaps.push(name(a) + ' / ' + name(b));
        }
    return {beyond, over, overlaps};
}"""


@dataclass
class Found:
    """What was found, and how much was looked at."""

    looked: Counter[str] = field(default_factory=Counter)
    faults: dict[str, list[str]] = field(default_factory=dict)
    """Where each was seen."""

    def note(self, fault: str, where: str) -> None:
        self.faults.setdefault(fault, []).append(where)

    def lines(self) -> Iterator[str]:
        """What to tell, the most frequent first."""
        for fault, places in sorted(self.faults.items(), key=lambda each: -len(each[1])):
            yield f"{fault}\n    {len(places)}×: {', '.join(places[:6])}"
        told = ", ".join(f"{count} {what}" for what, count in sorted(self.looked.items()))
        yield f"{len(self.faults)} faults; looked at {told}"


_LIES_FLAT = """() => {
    for (const each of document.querySelectorAll('body *'))
        if (getComputedStyle(each).position === 'sticky') each.style.position = 'static';
}"""
"""What sticks covers half a button now and then, wherever the page happens to be scrolled to: axe
would call that button too small."""
_STICKS = """() => document.querySelectorAll('[style*="position: static"]')
    .forEach(each => each.style.removeProperty('position'))"""


def axe(person: Person, where: str, found: Found) -> None:
    """What axe has to say of a page as it is, with nothing stuck to the window's edges."""
    person.page.evaluate(AXE.read_text())
    person.page.evaluate(_LIES_FLAT)
    for each in person.page.evaluate(_RUN_AXE, TAGS):
        found.note(f"axe {each['impact']} {each['id']}: {'; '.join(each['nodes'])}", where)
    person.page.evaluate(_STICKS)
    found.looked["states by axe"] += 1


def layout(person: Person, where: str, found: Found) -> None:
    """Whether a page fits windows and texts of every size, in both directions."""
    page, usual = person.page, person.page.viewport_size
    assert usual is not None
    session = person.context.new_cdp_session(page)
    for width, height in SIZES:
        for font in FONTS:
            for direction in DIRECTIONS:
                _shape(person, session, width, height, font, direction)
                told: dict[str, Any] = page.evaluate(_LAYOUT)
                place = f"{where} {width}×{height} {font}px {direction}"
                if told["beyond"] > 0:
                    found.note(f"over the edge: {'; '.join(told['over'])}", place)
                for pair in told["overlaps"]:
                    found.note(f"overlap: {pair}", place)
                found.looked["layouts"] += 1
    _shape(person, session, usual["width"], usual["height"], FONTS[0], "ltr")
    session.detach()


def _shape(
    person: Person, session: CDPSession, width: int, height: int, font: int, direction: str
) -> None:
    person.page.set_viewport_size(ViewportSize(width=width, height=height))
    session.send("Page.setFontSizes", {"fontSizes": {"standard": font, "fixed": font - 3}})
    person.page.evaluate(
        "direction => { document.documentElement.dir = direction; scrollTo(0, 0); "
        "return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))) }",
        direction,
    )


def _look(
    found: Found,
    only: tuple[str, ...],
    window: tuple[int, int, str],
    name: str,
    person: Person,
    *,
    whole: bool = False,
) -> None:
    if not name.startswith(only):
        return
    person.page.wait_for_timeout(900)
    axe(person, f"{name} {window[0]} {window[2]}", found)
    if window[0] == 1280:
        layout(person, name, found)


def main(*only: str) -> int:
    """Go through all states, or those whose names begin with one of these; 1 if faults were
    found."""
    found = Found()
    try:
        with screenshots.place() as (server, browser, kept):
            for window in ((1280, 900, "light"), (360, 740, "dark")):
                take = partial(_look, found, only or ("",), window)
                screenshots.visit(browser, server, kept, window, take)
    finally:
        for line in found.lines():
            sys.stdout.write(f"{line}\n")
    report = parts.ROOT / "build" / "reach.json"
    report.parent.mkdir(exist_ok=True)
    report.write_text(json.dumps(found.faults, indent=1))
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
