"""The main job, as people do it: two browsers and a spectator play a game to five."""

import contextlib
import re

from playwright.sync_api import Locator, expect

from games import mnk
from tests.live import parts
from tests.live.pages import Chromium, Person

GOMOKU = mnk.PRESETS["15x15"].variant
SQUARES = "h8 i9 g8 i8 i7 j10 f8 k11 e8 h7 j8 k9 d8".split()
"""Black completes d8 to h8 with the last."""


def test_two_people_play_gomoku_to_five_and_everybody_sees_the_same(
    people_anywhere: Chromium,
) -> None:
    people = people_anywhere
    alice, bob, eve = (people.person(name) for name in ("Alice", "Bob", "Eve"))

    address = alice.invites_on_the_page("15x15", side="black")
    bob.joins_on_the_page(address)
    eve.watches(address)

    for ply, square in enumerate(SQUARES):
        mover = (alice, bob)[ply % 2]
        mover.sees_status("Your turn")
        mover.clicks(square)
        for person in (alice, bob, eve):
            person.sees_stones(ply + 1)

    for person in (alice, bob, eve):
        expect(person.page.locator("#board path.line")).to_have_count(1)
    alice.sees_status(re.compile("won|win", re.IGNORECASE))
    expected = {name: ("black", "white")[ply % 2] for ply, name in enumerate(SQUARES)}
    assert alice.board() == bob.board() == eve.board() == expected
    assert alice.moves() == bob.moves() == eve.moves() == SQUARES

    slug = address.rstrip("/").rsplit("/", 1)[1]
    stored = parts.rows(
        people.server,
        "SELECT play_move.ply, square FROM play_move JOIN play_game "
        "ON play_game.id = game_id WHERE slug = %s ORDER BY play_move.ply",
        slug,
    )
    assert [mnk.name(square, GOMOKU) for _, square in stored] == SQUARES
    assert [ply for ply, _ in stored] == list(range(len(SQUARES)))
    assert parts.rows(
        people.server, "SELECT winner, termination, version FROM play_game WHERE slug = %s", slug
    ) == [(0, "line", len(SQUARES) + 1)]


def test_the_third_to_open_the_link_watches(people: Chromium) -> None:
    alice, bob, eve = (people.person(name) for name in ("Alice", "Bob", "Eve"))
    address = alice.invites("3x3")
    eve.opens(address)
    expect(eve.page.get_by_role("button", name="Play as O")).to_be_visible()
    bob.joins(address)
    expect(eve.page.get_by_role("button", name="Play as O")).to_have_count(0)
    alice.clicks("b2")
    eve.sees_stones(1)
    eve.clicks("a1")  # for herself
    bob.clicks("a1")
    alice.sees_stones(2)
    eve.page.keyboard.press("Escape")
    eve.sees_stones(2)
    assert alice.board() == eve.board() == {"b2": "black", "a1": "white"}


def test_a_stone_falls_by_keyboard_alone(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    address = alice.invites("15x15")
    bob.joins(address)

    # Something else may be said right after it, so all of it is kept.
    alice.page.evaluate(
        """() => {
            const spoken = document.querySelector("#spoken");
            window.heard = [];
            const hear = () => window.heard.push(spoken.textContent);
            new MutationObserver(hear).observe(spoken, { childList: true });
        }"""
    )
    alice.page.locator("#board").focus()
    alice.page.keyboard.press("ArrowRight")
    alice.page.keyboard.press("ArrowUp")
    alice.page.keyboard.press("Enter")
    alice.sees_stones(1)
    bob.page.get_by_label("Square").fill("J9")
    bob.page.keyboard.press("Enter")
    for person in (alice, bob):
        person.sees_stones(2)
    assert alice.board() == bob.board()
    assert alice.board()["j9"] == "white"
    assert any("j9" in told for told in alice.page.evaluate("window.heard"))


def test_the_seat_link_brings_the_seat_to_another_browser(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    address = alice.invites("3x3")
    bob.joins(address)
    alice.opens_tab("More")
    alice.page.get_by_text("Play on another device").click()
    link = alice.page.get_by_label("Private seat link").input_value()

    phone = people.person("Alice's phone", viewport={"width": 360, "height": 740})
    phone.opens(link)
    phone.page.get_by_role("button", name="Play from this device").click()
    phone.is_live()
    phone.clicks("b2")
    for person in (alice, bob, phone):
        person.sees_stones(1)


def test_a_page_reloaded_or_opened_twice_shows_the_same_game(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    address = alice.invites("10x10")
    bob.joins(address)
    alice.clicks("e5")
    bob.sees_stones(1)
    bob.page.reload()
    bob.is_live()
    bob.clicks("f6")
    second = alice.context.new_page()
    second.goto(address)
    expect(second.locator("#board .stone.newest")).to_have_count(1)
    alice.sees_stones(2)
    assert alice.board() == bob.board() == {"e5": "black", "f6": "white"}


def test_an_open_invitation_is_taken_from_the_lobby(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    bob.opens("/")
    address = alice.invites_on_the_page("7x7", listed=True)
    slug = address.rstrip("/").rsplit("/", 1)[1]
    form = bob.page.locator(f"#open-games form[action='/game/{slug}/join']")
    form.get_by_role("button", name=re.compile("Join")).click()
    bob.is_live()
    expect(bob.page).to_have_url(address)
    alice.clicks("d4")
    bob.sees_stones(1)


def test_after_the_game_the_record_is_stepped_through_and_linked_to(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    address = alice.invites("3x3")
    bob.joins(address)
    for ply, square in enumerate("b2 a1 b3 c3 b1".split()):
        (alice, bob)[ply % 2].clicks(square)
        alice.sees_stones(ply + 1)
        bob.sees_stones(ply + 1)
    alice.page.locator("body").press("ArrowLeft")
    alice.sees_stones(4)
    alice.page.locator("body").press("Home")
    alice.sees_stones(0)
    alice.page.locator("body").press("End")
    alice.sees_stones(5)

    eve = people.person("Eve")
    eve.opens(f"{address}#2")
    eve.sees_stones(2)
    assert eve.board() == {"b2": "black", "a1": "white"}


def test_resigning_a_draw_and_a_rematch(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    bob.joins(alice.invites("3x3"))
    alice.clicks("b2")
    bob.sees_stones(1)

    alice.presses("Draw")
    no = bob.page.get_by_role("button", name="Decline")
    no.click()
    expect(no).to_be_hidden()  # then, for a moment, no button answers
    bob.resigns()
    alice.sees_status(re.compile("resign"))
    alice.page.get_by_role("button", name="Rematch").click()
    bob.presses("Accept")
    for person in (alice, bob):
        person.page.wait_for_url(lambda url: "/game/" in url and url != alice.url, timeout=30_000)
        person.is_live()
        person.sees_stones(0)
    bob.sees_status("Your turn")  # sides are swapped
    bob.clicks("b2")
    alice.sees_stones(1)


def _asks(person: Person, hint: str, answer: Locator) -> None:
    """Ask for a hint, and again where there was no answer: a thinker is slow to start when the
    machine is busy, and the page says so."""
    for _ in range(5):
        person.presses(hint)
        with contextlib.suppress(AssertionError):
            expect(answer).to_be_visible(timeout=20_000)
            return
    expect(answer).to_be_visible()


def test_two_people_agree_on_hints_and_both_ask(people_of_two: Chromium) -> None:
    people = people_of_two
    alice, bob, eve = (people.person(name) for name in ("Alice", "Bob", "Eve"))
    address = alice.invites("3x3")
    bob.joins(address)
    eve.watches(address)
    alice.clicks("b2")
    for person in (alice, bob, eve):
        person.sees_stones(1)
        expect(person.page.get_by_role("button", name="Outcomes")).to_have_count(0)

    # Judged by what stays: a sentence goes again, and is not told to people who come back later.
    bob.presses("Play with hints")
    expect(alice.page.get_by_role("button", name="Accept")).to_be_visible()

    row = alice.page.locator(".actions")
    before = row.bounding_box()
    alice.presses("Accept")
    for person in (alice, bob):
        expect(person.page.get_by_role("button", name="Outcomes")).to_be_visible()
        expect(person.page.get_by_role("button", name="Play with hints")).to_have_count(0)
    # What Alice may have been about to press is where it was.
    assert row.bounding_box() == before

    _asks(bob, "Outcomes", bob.page.locator("#board .chip").nth(7))
    bob.clicks("a2")  # though it is proved to lose
    alice.sees_stones(2)
    notes = alice.page.locator(".help-notes")
    _asks(alice, "Best move", notes.get_by_text("win in 3 moves (proved)"))
    expect(alice.page.locator("#board .chip").first).to_be_visible()
    link = alice.page.get_by_role("link", name="Analyse this position")
    with alice.context.expect_page() as opened:
        link.click()
    expect(opened.value.locator("#study")).to_be_visible()
    stones = opened.value.locator("#board .mark")
    expect(stones).to_have_count(2)

    # Eve sees that they agreed, and who asked; she gets nothing herself.
    agreed = "Both players can take hints from move 2 on."
    for person in (alice, bob, eve):
        expect(person.page.locator(".moves .agreed")).to_have_text(agreed)
    expect(eve.page.get_by_label(re.compile("took hints: outcomes$"))).to_be_visible()
    expect(eve.page.locator(".help")).to_have_count(0)
    expect(eve.page.locator("#board .chip")).to_have_count(0)
    eve.page.reload()
    eve.is_live()
    expect(eve.page.locator(".moves .agreed")).to_have_text(agreed)


def test_a_server_that_was_away_for_a_moment_costs_no_reload(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    bob.joins(alice.invites("10x10"))
    alice.clicks("e5")
    bob.sees_stones(1)
    bob.context.set_offline(True)
    bob.page.evaluate("window.dispatchEvent(new Event('offline'))")
    bob.context.set_offline(False)
    bob.page.evaluate("window.dispatchEvent(new Event('online'))")
    bob.is_live()
    bob.clicks("f6")
    for each in (alice, bob):
        each.sees_stones(2)
    assert alice.board() == bob.board()
