"""Two players and a spectator talk: rooms apart, nothing interpreted, nobody has to listen."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.live.pages import Chromium, Person

SCRIPT = "<img src=x onerror=alert(1)><script>alert(1)</script> https://example.org"
MIRROR = "abc \u202e\u2067 drawkcab"


def _log(person: Person) -> Locator:
    return person.page.get_by_role("log")


def _says(person: Person, text: str) -> None:
    person.page.locator("#chat-text").fill(text)
    person.page.keyboard.press("Enter")


def _hears(person: Person, *texts: str) -> None:
    """These lines, and no others, stand in the log, none of them still on its way."""
    expect(_log(person).locator(".line:not(.waiting) .words")).to_have_text(list(texts))
    expect(_log(person).locator(".waiting")).to_have_count(0)


def _named(person: Person, name: str) -> None:
    """Say what is waiting under this name."""
    person.page.get_by_label("Choose a name so others").fill(name)
    person.page.keyboard.press("Enter")


def _three(people: Chromium) -> tuple[Person, Person, Person]:
    alice, bob, eve = (people.person(name) for name in ("Alice", "Bob", "Eve"))
    address = alice.invites("3x3")
    bob.joins(address)
    eve.watches(address)
    for person in (alice, bob, eve):
        person.opens_tab("Chat")
    return alice, bob, eve


def _plays_out(alice: Person, bob: Person) -> None:
    for ply, square in enumerate("b2 a1 b3 c3 b1".split()):
        (alice, bob)[ply % 2].clicks(square)
        alice.sees_stones(ply + 1)
        bob.sees_stones(ply + 1)


def test_the_rooms_are_apart_until_the_game_is_over(people_of_two: Chromium) -> None:
    alice, bob, eve = _three(people_of_two)

    alice.page.keyboard.press("c")
    expect(alice.page.locator("#chat-text")).to_be_focused()
    alice.page.keyboard.type("Good game?")
    alice.page.keyboard.press("Enter")
    bob.page.get_by_role("button", name="Good luck!").click()
    for player in (alice, bob):
        _hears(player, "Good game?", "Good luck!")
    _says(eve, "He plays well.")
    _named(eve, "Eve")
    _hears(eve, "He plays well.")
    expect(eve.page.locator(".menu-name")).to_have_text("Eve")
    assert "Eve" not in _log(alice).inner_text()
    assert "luck" not in _log(eve).inner_text()

    # Typing plays no moves, and Escape leaves the field.
    alice.page.locator("#chat-text").press_sequentially("both")
    alice.page.keyboard.press("Escape")
    expect(alice.page.locator("#chat-text")).not_to_be_focused()
    _plays_out(alice, bob)

    alice.page.get_by_role("button", name=re.compile("^Spectators")).click()
    _hears(alice, "He plays well.")
    _says(alice, "Thank you!")
    for person in (alice, eve):
        _hears(person, "He plays well.", "Thank you!")
    expect(bob.page.get_by_role("button", name=re.compile("^Spectators"))).to_contain_text(
        "2 unread"
    )
    bob.page.reload()
    bob.is_live()
    bob.opens_tab("Chat")
    _hears(bob, "Good game?", "Good luck!")


def test_nothing_that_is_written_is_interpreted(people: Chromium) -> None:
    alice, bob, _ = _three(people)

    _says(alice, SCRIPT)
    _says(alice, MIRROR)

    _hears(bob, SCRIPT, "abc drawkcab")
    assert _log(bob).locator("a, img, script").count() == 0
    for words in _log(bob).locator(".words").all():
        assert words.get_attribute("dir") == "auto"
    # A name cannot mirror what follows either: it is isolated.
    assert _log(bob).locator("bdi.speaker").count() == 2


def test_a_flood_and_long_texts_are_refused_near_the_field(people: Chromium) -> None:
    alice, bob, _ = _three(people)
    error = alice.page.locator(".chat-error")

    _says(alice, "x" * 10_000)
    expect(error).to_contain_text("200 characters")
    expect(alice.page.locator("#chat-text")).to_have_value("x" * 10_000)
    too_many = error.filter(has_text="Too many messages")
    for number in range(150):  # on a busy machine so slow that more are allowed
        _says(alice, f"Spam {number}")
        if number >= 10 and too_many.count():
            break
    expect(too_many).to_be_visible()
    expect(_log(alice).locator(".waiting")).to_have_count(0)
    _says(bob, "Stop that, please.")
    expect(_log(alice)).to_contain_text("Stop that, please.")
    alice.clicks("b2")
    bob.sees_stones(1)


def test_somebody_is_muted_in_every_game_and_a_line_reported(people: Chromium) -> None:
    alice, bob, _ = _three(people)
    _says(alice, "You play like my cat.")
    _hears(bob, "You play like my cat.")

    bob.page.get_by_role("button", name=re.compile("^Mute or report")).click()
    bob.page.get_by_role("button", name="Report", exact=True).click()
    bob.presses("Yes")
    expect(bob.page.get_by_text("Thanks. A moderator")).to_be_visible()
    bob.page.get_by_role("button", name=re.compile("^Mute or report")).click()
    bob.page.get_by_role("button", name=re.compile("^Mute Guest")).click()

    expect(_log(bob)).to_contain_text("No messages yet")
    _says(alice, "Are you there?")
    _hears(alice, "You play like my cat.", "Are you there?")
    bob.page.reload()
    bob.is_live()
    bob.opens_tab("Chat")
    expect(_log(bob)).to_contain_text("No messages yet")
    bob.joins(alice.invites("7x7"))
    for person in (alice, bob):
        person.opens_tab("Chat")
    _says(alice, "And here?")
    _says(bob, "A fence")
    _hears(alice, "And here?", "A fence")
    _hears(bob, "A fence")

    bob.page.get_by_role("link", name="Muted players (1)").click()
    bob.page.get_by_role("button", name=re.compile("^Unmute")).click()
    expect(bob.page.get_by_text("You haven’t muted anyone")).to_be_visible()
    bob.page.go_back()
    bob.page.reload()
    expect(bob.page.get_by_role("link", name=re.compile("^Muted players"))).to_have_count(0)


def test_the_tab_of_a_chat_that_is_not_shown_counts_what_is_new(people: Chromium) -> None:
    alice = people.person("Alice")
    phone = people.person("Bob", viewport={"width": 360, "height": 740}, has_touch=True)
    phone.joins(alice.invites("3x3"))
    before = phone.page.locator("#board").bounding_box()

    alice.opens_tab("Chat")
    _says(alice, "Hello!")

    tab = phone.page.get_by_role("tab", name=re.compile("^Chat"))
    expect(tab).to_contain_text("1 unread")
    expect(phone.page.locator("#spoken")).to_contain_text("New message from Guest")
    assert phone.page.locator("#board").bounding_box() == before
    phone.opens_tab("Chat")
    _hears(phone, "Hello!")
    expect(tab).not_to_contain_text("unread")


def test_a_line_said_while_the_line_is_down_comes_later(people: Chromium) -> None:
    alice, bob, _ = _three(people)
    alice.context.set_offline(True)
    alice.page.evaluate("window.dispatchEvent(new Event('offline'))")

    _says(alice, "Can you hear me?")
    expect(_log(alice).locator(".waiting")).to_contain_text("waiting for the connection")

    alice.context.set_offline(False)
    alice.page.evaluate("window.dispatchEvent(new Event('online'))")
    for person in (alice, bob):
        _hears(person, "Can you hear me?")


def test_the_log_stays_where_one_reads(people: Chromium) -> None:
    alice, bob, _ = _three(people)
    bob.page.set_viewport_size({"width": 1280, "height": 600})  # too little for all the lines
    long = "word " * 39
    for number in range(4):
        _says(alice, f"{number} {long}")
    expect(_log(bob).locator(".words")).to_have_count(4)
    at_end = "log => log.scrollHeight - log.scrollTop - log.clientHeight < 12"
    bob.page.wait_for_function(f"() => ({at_end})(document.querySelector('.chat-log'))")

    _log(bob).evaluate("log => { log.scrollTop = 0; }")
    _says(alice, "One more")
    expect(_log(bob).locator(".words")).to_have_count(5)

    assert _log(bob).evaluate("log => log.scrollTop") == 0


@pytest.mark.parametrize("key", ["o", "b", "ArrowLeft", "Home"])
def test_a_key_in_the_field_stays_there(people: Chromium, key: str) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    bob.joins(alice.invites("3x3"))
    alice.clicks("b2")
    bob.sees_stones(1)
    bob.opens_tab("Chat")
    bob.page.locator("#chat-text").press(key)
    bob.sees_stones(1)
