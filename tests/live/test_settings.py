"""The settings page in a browser: kept at once, seen on boards, and in every other tab."""

from playwright.sync_api import Locator, Page, expect

from tests.live.pages import Chromium, Person


def _card(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def _opens(people: Chromium, name: str = "Alice") -> Person:
    person = people.person(name)
    person.opens("/settings/")
    return person


def test_what_is_chosen_is_kept_at_once_and_seen_on_the_boards(people: Chromium) -> None:
    page = _opens(people).page
    page.get_by_role("navigation", name="On this page").get_by_role("link", name="Board").click()

    # By keyboard alone: arrows choose among what a board is made of.
    page.get_by_role("radio", name="Wood Slate and shell").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("html")).to_have_attribute("data-board", "paper")
    expect(_card(page, "Board").locator(".saved")).to_have_text("Saved")
    expect(_card(page, "Board").locator(".saved")).to_be_empty()  # after a while

    samples = page.locator(".sample-board:visible")
    expect(samples.locator("svg.marks")).to_have_count(1)  # the small one, by size
    expect(samples.locator("svg.stones")).to_have_count(1)
    page.get_by_role("radio", name="Stones", exact=True).check(force=True)
    expect(samples.locator("svg.stones")).to_have_count(2)
    letter = samples.locator("text", has_text="a").first
    expect(letter).to_be_visible()
    page.get_by_role("switch", name="Coordinates").focus()
    page.keyboard.press("Space")
    expect(letter).to_be_hidden()

    page.reload()
    expect(page.get_by_role("radio", name="Paper For bright rooms")).to_be_checked()
    expect(page.get_by_role("radio", name="Stones", exact=True)).to_be_checked()
    expect(page.get_by_role("switch", name="Coordinates")).not_to_be_checked()
    expect(letter).to_be_hidden()


def test_each_sample_is_of_its_own_stuff_whatever_is_chosen(people: Chromium) -> None:
    page = _opens(people).page

    def grounds() -> list[str]:
        return [
            str(each.evaluate("svg => getComputedStyle(svg).backgroundColor + ' ' + "
                              "getComputedStyle(svg.querySelector('.grid')).stroke"))
            for each in page.locator(".theme-board > svg").all()
        ]  # fmt: skip

    before = grounds()
    assert len(set(before)) == 5  # wood twice: it is what a board is without a choice
    page.get_by_role("radio", name="Clear").check(force=True)
    expect(page.locator("html")).to_have_attribute("data-board", "clear")
    assert grounds() == before


def test_a_game_in_another_tab_follows_and_goes_on(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    address = alice.invites("10x10")
    bob.joins(address)
    coordinates = alice.page.locator("#board .coordinates")
    expect(coordinates).to_be_visible()

    # The menu beside the board leads to all settings, in a tab of their own.
    alice.page.get_by_label("Settings").click()
    with alice.context.expect_page() as opened:
        alice.page.get_by_role("link", name="All settings").click()
    settings = opened.value
    settings.get_by_role("switch", name="Coordinates").set_checked(False, force=True)
    settings.get_by_role("radio", name="Slate For dark rooms").check(force=True)
    expect(coordinates).to_have_count(0)
    expect(alice.page.locator("html")).to_have_attribute("data-board", "slate")
    alice.page.keyboard.press("Escape")
    alice.clicks("e5")
    bob.sees_stones(1)

    # Without premoves nothing is chosen on the opponent's turn.
    settings.get_by_role("switch", name="Premove").set_checked(False, force=True)
    expect(alice.page.locator("#board")).not_to_have_class("board playable")
    alice.clicks("f6")
    bob.clicks("e6")
    alice.sees_stones(2)
    expect(alice.page.locator("#board .premove")).to_have_count(0)
    alice.clicks("f6")
    bob.sees_stones(3)


_LISTEN = """() => {
    window.sounded = 0;
    window.outputs = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        window.sounded += 1;
        return start.apply(this, when);
    };
    const connect = AudioNode.prototype.connect;
    AudioNode.prototype.connect = function (to, ...more) {
        if (to === this.context.destination) window.outputs.push(this);
        return connect.call(this, to, ...more);
    };
}"""
"""Counts what sounds, and keeps what all of it goes through."""


def test_sounds_are_tried_as_loud_as_was_chosen(people: Chromium) -> None:
    alice = people.person("Alice")
    alice.context.add_init_script(f"({_LISTEN})()")
    alice.opens("/settings/")
    page = alice.page
    volume = page.get_by_role("slider", name="Volume")
    loudness = "() => window.outputs[0].gain.value"

    page.get_by_role("button", name="Try it").click()
    page.wait_for_function("() => window.sounded > 0")
    assert page.evaluate(loudness) == 1
    assert page.evaluate("() => window.outputs.length") == 1

    # By the keyboard alone, down to nothing: each step is heard at once.
    volume.focus()
    page.keyboard.press("Home")
    expect(volume).to_have_value("0")
    page.wait_for_function(f"() => ({loudness})() === 0")
    expect(_card(page, "Sound").locator(".saved")).to_have_text("Saved")
    page.reload()
    expect(volume).to_have_value("0")


def test_a_name_is_changed_here_too_and_a_browser_forgets_it(people: Chromium) -> None:
    alice = _opens(people)
    _card(alice.page, "Name").get_by_label("Your name").fill("Ada")
    _card(alice.page, "Name").get_by_role("button", name="Save").click()
    expect(alice.page.locator(".menu-name")).to_have_text("Ada")
    alice.page.get_by_role("radio", name="Slate For dark rooms").check(force=True)

    alice.page.get_by_text("Forget me on this browser").click()
    alice.page.get_by_role("button", name="Forget me", exact=True).click()

    expect(alice.page.locator(".menu-name")).to_have_text("Guest")
    alice.opens("/settings/")
    expect(alice.page.get_by_text("Forget me on this browser")).to_have_count(0)
    expect(alice.page.get_by_role("radio", name="Slate For dark rooms")).not_to_be_checked()


def test_without_scripts_the_page_says_what_cannot_be_set(people: Chromium) -> None:
    eve = people.person("Eve", java_script_enabled=False)
    eve.opens("/settings/")

    expect(eve.page.get_by_text("can be set with JavaScript only")).to_be_visible()
    expect(_card(eve.page, "Board")).to_have_count(0)
    _card(eve.page, "Name").get_by_label("Your name").fill("Eve")
    _card(eve.page, "Name").get_by_role("button", name="Save").click()
    expect(eve.page.locator(".menu-name")).to_have_text("Eve")
