"""The form of a new game in a browser: what is typed is read by the server, meanwhile."""

import re

from playwright.sync_api import Locator, expect

from tests.live.pages import Chromium, Person

CHECK = re.compile(r"/api/check\?")


def _opens(people: Chromium) -> Person:
    """Alice at the form, with a custom board and a custom clock."""
    alice = people.person("Alice")
    alice.opens("/")
    alice.picks("custom")
    alice.page.locator("#clock").select_option("custom")
    return alice


def _field(alice: Person, name: str) -> Locator:
    return alice.page.locator(f"#{name}")


def _is_told(alice: Person, name: str, sentence: str) -> None:
    expect(alice.page.locator(f"#error-{name}")).to_have_text(sentence)
    expect(_field(alice, name)).to_have_attribute("aria-invalid", "true" if sentence else "false")


def test_the_board_is_shown_and_nobody_is_blamed_before_they_have_finished(
    people: Chromium,
) -> None:
    alice = _opens(people)
    preview = alice.page.locator("#preview")
    expect(preview).to_have_text("9×9, five in a row")
    _field(alice, "width").fill("40")
    expect(preview).to_have_text("That board isn’t possible")
    _is_told(alice, "width", "")
    _field(alice, "height").focus()
    _is_told(alice, "width", "The width must be from 1 to 32, not 40.")
    _field(alice, "width").fill("4")
    _is_told(alice, "width", "")
    _field(alice, "height").fill("3")
    _is_told(alice, "k", "A row must be from 1 to 4 long on this board, not 5.")
    _field(alice, "line_rule").select_option("full")
    _is_told(alice, "k", "")
    expect(preview).to_have_text("4×3, full lines First player wins (proved)")
    expect(_field(alice, "k")).to_have_value("3")
    expect(_field(alice, "k")).to_have_attribute("readonly", "")


def test_a_clock_has_its_title_and_a_wrong_one_its_sentence(people: Chromium) -> None:
    alice = _opens(people)
    asked: list[str] = []
    alice.page.on(
        "request", lambda sent: asked.append(sent.url) if CHECK.search(sent.url) else None
    )
    expect(alice.page.locator("#preview")).to_have_text("9×9, five in a row")
    asked.clear()
    _field(alice, "clock_text").press_sequentially("10+3x30", delay=20)
    expect(alice.page.locator("#clock-title")).to_have_text("10 min + 3 × 30 s")
    assert len(asked) < len("10+3x30"), "the server is asked after a rest, not at every key"
    _field(alice, "clock_text").fill("10+3x")
    expect(alice.page.locator("#clock-title")).to_have_text("")
    _is_told(alice, "clock_text", "")
    alice.presses("Invite a friend")
    expect(alice.page.locator("#error-clock_text")).to_contain_text("“10+3x” isn’t a clock")
    expect(_field(alice, "clock_text")).to_be_focused()
    _field(alice, "clock_text").fill("10+3x20s")
    expect(alice.page.locator("#clock-title")).to_have_text("10 min + 3 × 20 s")
    alice.presses("Invite a friend")
    alice.is_live()
    alice.opens("/")
    expect(_field(alice, "clock_text")).to_have_value("10+3x20s")
    expect(alice.page.locator("#clock-title")).to_have_text("10 min + 3 × 20 s")


def test_a_delay_stands_in_the_summary_and_a_wrong_one_opens_it(people: Chromium) -> None:
    alice = people.person("Alice")
    alice.opens("/")
    alice.opens_options()
    fold = alice.page.locator("details.watching")
    chosen = fold.locator(".chosen")
    expect(chosen).to_have_text("everyone")
    fold.locator("summary").click()
    _field(alice, "delay_seconds").fill("30")
    _field(alice, "delay_moves").fill("2")
    expect(chosen).to_have_text("everyone, 30 s and 2 moves late")
    _field(alice, "delay_moves").fill("21")
    expect(chosen).to_have_text("everyone")
    fold.locator("summary").click()
    _is_told(alice, "delay_moves", "The delay must be 0 to 20 moves, not 21.")
    alice.presses("Invite a friend")
    expect(_field(alice, "delay_moves")).to_be_focused()


def test_without_an_answer_the_form_is_sent_and_the_server_says_why(people: Chromium) -> None:
    alice = people.person("Alice")
    alice.page.route(CHECK, lambda route: route.abort())
    alice.opens("/")
    alice.picks("custom")
    _field(alice, "width").fill("40")
    with alice.page.expect_event("requestfailed"):
        _field(alice, "height").fill("9")
    _is_told(alice, "width", "")
    alice.presses("Invite a friend")
    expect(alice.page).to_have_url(re.compile("/games/new$"))
    _is_told(alice, "width", "The width must be from 1 to 32, not 40.")
    _field(alice, "width").fill("9")
    alice.presses("Invite a friend")
    alice.is_live()
    people.complaints.clear()  # the console has noticed what failed
