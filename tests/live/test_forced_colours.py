"""Where the system forces its colours, what is chosen, what is on and whose turn it is are seen."""

from playwright.sync_api import Locator, expect

from tests.live.pages import Chromium, Person

_LINE = """element => {
    const { outlineStyle, outlineWidth, borderBlockEndWidth } = getComputedStyle(element);
    const outline = outlineStyle === 'none' ? 0 : parseFloat(outlineWidth);
    return [outline, parseFloat(borderBlockEndWidth)];
}"""
_COLOUR = "element => getComputedStyle(element).backgroundColor"


def _person(people: Chromium, name: str) -> Person:
    return people.person(name, forced_colors="active")


def _outlines(found: Locator) -> list[float]:
    """How wide the outline of each is."""
    return [each.evaluate(_LINE)[0] for each in found.all()]


def test_the_board_that_is_chosen_is_outlined_and_no_other(people: Chromium) -> None:
    alice = _person(people, "Alice")
    alice.opens("/")
    alice.picks("7x7")
    alice.page.locator("h1").click()  # so that no field has the focus

    presets = alice.page.locator("label.preset:visible")
    chosen = alice.page.locator("label.preset:has(:checked)")
    expect(chosen).to_have_count(1)
    assert _outlines(chosen) == [3]
    assert sorted(_outlines(presets))[:-1] == [0] * (presets.count() - 1)
    assert _outlines(alice.page.locator(".site-links [aria-current]")) == [3]


def test_only_the_bar_of_the_side_to_move_is_outlined(people: Chromium) -> None:
    alice, bob = _person(people, "Alice"), people.person("Bob")
    bob.joins(alice.invites("10x10"))
    alice.is_live()
    black, white = (alice.page.locator(f".player[data-side={side}]") for side in ("black", "white"))
    assert (_outlines(black), _outlines(white)) == ([3], [0])
    alice.clicks("e5")
    bob.sees_stones(1)
    alice.sees_stones(1)
    expect(white).to_have_class("player above to-move")
    assert (_outlines(black), _outlines(white)) == ([0], [3])

    # The chosen tab has a line below; the board keeps its wood and its stones their colours.
    tab = alice.page.locator("[role=tab][aria-selected=true]")
    assert tab.evaluate(_LINE)[1] == 3
    assert alice.page.locator("[role=tab][aria-selected=false]").first.evaluate(_LINE)[1] == 0
    fill = alice.page.locator("#board .stone.black").evaluate("e => getComputedStyle(e).stroke")
    assert fill == "rgb(11, 9, 7)"


def test_what_is_on_differs_from_what_is_off(people: Chromium) -> None:
    alice = _person(people, "Alice")
    alice.opens("/settings/")
    premove = alice.page.get_by_role("switch", name="Premove")
    on = premove.evaluate(_COLOUR)
    premove.set_checked(False, force=True)
    alice.page.locator("h1").click()
    assert premove.evaluate(_COLOUR) != on

    segments = alice.page.locator("#look .segments").first.locator("label")
    assert _outlines(segments) == [3, 0, 0]
    segments.nth(2).click()
    alice.page.locator("h1").click()
    assert _outlines(segments) == [0, 0, 3]


def test_more_contrast_is_asked_for_by_the_system_or_chosen(people: Chromium) -> None:
    quiet = "() => getComputedStyle(document.querySelector('.quiet')).color"
    plain = people.person("Alice")
    plain.opens("/settings/")
    usual = plain.page.evaluate(quiet)
    asks = people.person("Bob", contrast="more")
    asks.opens("/settings/")
    more = asks.page.evaluate(quiet)
    assert more != usual

    plain.page.get_by_role("radio", name="More").check(force=True)

    expect(plain.page.locator("html")).to_have_attribute("data-contrast", "more")
    assert plain.page.evaluate(quiet) == more
    plain.page.reload()
    assert plain.page.evaluate(quiet) == more
