"""Looking for an opponent, as people do it: one button, and the next person who wants the same."""

import re

from playwright.sync_api import Locator, expect

from tests.live.pages import Chromium, Person

LOOKING = re.compile("^Looking…")
FOUND = re.compile(r"Found! Starts in \d…")


def looks(person: Person, preset: str, clock: str = "5+3") -> None:
    """Press “Find opponent” on the home page."""
    person.opens("/")
    person.picks(preset)
    person.page.locator("#pair-clock").select_option(clock)
    person.presses("Find opponent")


def card(person: Person) -> Locator:
    """The third card."""
    return person.page.get_by_role("region", name="Play online")


def is_looking(person: Person) -> None:
    expect(person.page).to_have_title(LOOKING)
    expect(card(person).locator(".well")).to_have_text(re.compile(r"Looking…\s+\d+:\d\d"))


def is_not_looking(person: Person) -> None:
    expect(card(person).get_by_role("button", name="Find opponent")).to_be_visible()
    expect(person.page).not_to_have_title(LOOKING)


def cancels(person: Person) -> None:
    person.presses("Cancel")
    is_not_looking(person)


def plays(person: Person) -> str:
    """Wait until the page has gone to the game that was found; its address."""
    person.page.wait_for_url(re.compile("/game/"))
    person.is_live()
    return person.page.url


def test_two_browsers_look_for_an_opponent_and_sit_at_one_board(people_anywhere: Chromium) -> None:
    alice, bob = (people_anywhere.person(name) for name in ("Alice", "Bob"))

    looks(alice, "7x7", "3+2")
    is_looking(alice)
    waited = card(alice).locator(".well .time")
    expect(waited).not_to_have_text(waited.inner_text())  # it counts
    looks(bob, "7x7", "3+2")

    for person in (alice, bob):
        expect(card(person).locator(".well")).to_have_text(FOUND)
        expect(card(person)).to_contain_text(re.compile("You play (Black|White)"))
        expect(person.page.locator("#spoken")).to_contain_text("Found! You play Guest")
    assert plays(alice) == plays(bob)
    black, white = sorted((alice, bob), key=lambda person: "Your turn" not in person.page.title())
    black.clicks("d4")
    white.sees_stones(1)
    white.clicks("d5")
    black.sees_stones(2)


def test_the_last_wish_is_there_again_and_a_search_survives_a_reload(people: Chromium) -> None:
    alice = people.person("Alice")

    looks(alice, "6x5", "10+5")
    is_looking(alice)
    alice.page.reload()
    is_looking(alice)
    expect(alice.page.get_by_role("radio", name="Four on 6×5")).to_be_checked()
    expect(card(alice)).to_contain_text("6×5, four in a row · 10 min + 5 s · Rated")
    # A second tab goes on with the same search; cancelled in one, it is over in both.
    tab = Person("Alice", alice.context, alice.context.new_page(), alice.url)
    tab.opens("/")
    is_looking(tab)
    cancels(tab)
    expect(card(alice)).to_contain_text("Your search has ended.")
    is_not_looking(alice)
    alice.opens("/")
    is_not_looking(alice)


def test_of_two_tabs_one_goes_to_the_game(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    looks(alice, "5x4", "10+5")
    is_looking(alice)
    tab = Person("Alice", alice.context, alice.context.new_page(), alice.url)
    tab.opens("/")
    is_looking(tab)
    # The first is a tab that nobody sees.
    alice.page.evaluate(
        "() => Object.defineProperty(document, 'visibilityState', {get: () => 'hidden'})"
    )

    looks(bob, "5x4", "10+5")

    address = plays(tab)
    expect(card(alice)).to_contain_text("Your game is open in another tab.")
    expect(card(alice).get_by_role("link", name="Go")).to_have_attribute(
        "href", re.compile(f"/game/{address.rstrip('/').rsplit('/', 1)[1]}/$")
    )
    assert plays(bob) == address


def test_who_has_left_is_paired_with_nobody(people: Chromium) -> None:
    alice, bob, eve = (people.person(name) for name in ("Alice", "Bob", "Eve"))
    looks(alice, "4x4")
    is_looking(alice)
    eve.opens("/")
    eve.page.get_by_role("button", name=re.compile("^Join .* 4×4")).wait_for()
    alice.opens("/puzzles")

    expect(eve.page.get_by_role("button", name=re.compile("^Join .* 4×4"))).to_have_count(0)
    looks(bob, "4x4")

    is_looking(bob)
    cancels(bob)


def test_who_stays_is_offered_a_neighbour_and_joins_them(people: Chromium) -> None:
    alice, bob, carol = (people.person(name) for name in ("Alice", "Bob", "Carol"))
    looks(bob, "10x10", "5+3")
    is_looking(bob)
    alice.opens("/")
    expect(card(alice)).to_contain_text("1 is waiting on 10×10.")
    looks(alice, "19x19", "5+3")
    is_looking(alice)
    cancel = card(alice).get_by_role("button", name="Cancel")
    place = cancel.bounding_box()

    join = card(alice).get_by_role("button", name=re.compile("^Join"))
    expect(join).to_be_visible()
    expect(alice.page.locator("#spoken")).to_contain_text("is waiting on 10×10")
    assert cancel.bounding_box() == place, "nothing has moved under a finger"
    join.click()

    assert plays(alice) == plays(bob)
    # And nobody is paired with Alice's earlier search.
    looks(carol, "19x19", "5+3")
    is_looking(carol)
    cancels(carol)


def test_a_bot_is_played_meanwhile_and_the_opponent_announced_there(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    looks(alice, "20x20", "5+3")
    card(alice).locator(".meanwhile").get_by_role("button", name="Play a bot").click()
    alice.page.wait_for_url(re.compile("/game/"))
    alice.is_live()
    beside = alice.page.url
    note = alice.page.locator("#search")
    expect(note).to_contain_text(re.compile(r"Looking…\s+\d+:\d\d"))

    looks(bob, "20x20", "5+3")

    expect(note).to_contain_text("wants to play")
    expect(alice.page.locator("#spoken")).to_contain_text("Found! You play Guest")
    address = plays(bob)
    assert alice.page.url == beside, "nobody is torn away from a game"
    note.get_by_role("link", name=re.compile("^Go")).click()
    assert plays(alice) == address


def test_beside_a_bot_the_search_is_cancelled_too(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    looks(alice, "4x4", "1+2")
    is_looking(alice)
    alice.plays_a_bot("3x3", "novice", "black")
    alice.page.locator("#search").get_by_role("button", name="Cancel the search").click()
    expect(alice.page.locator("#search")).to_be_empty()
    looks(bob, "4x4", "1+2")
    is_looking(bob)
    cancels(bob)


def test_the_page_of_ones_own_search_is_the_home_page(people: Chromium) -> None:
    alice = people.person("Alice")
    looks(alice, "6x5", "1+2")
    is_looking(alice)
    alice.opens("/")
    alice.page.locator("[data-game] a", has_text="Open").first.click()
    is_looking(alice)
    assert alice.page.url.rstrip("/") == alice.url
    cancels(alice)


def test_finding_an_opponent_needs_no_script(people: Chromium) -> None:
    alice = people.person("Alice", java_script_enabled=False)
    alice.opens("/")
    alice.page.locator("#pair-preset").select_option("20x20")
    # Her search stands for a while after the test: a clock that nobody else asks for.
    alice.page.locator("#pair-clock").select_option("10+5")
    alice.page.locator("#pair-opening").select_option("swap2")
    alice.presses("Find opponent")

    expect(alice.page.get_by_role("heading", name="20×20")).to_be_visible()
    expect(alice.page.locator("main")).to_contain_text("swap2 opening")
    assert "/game/" in alice.page.url
