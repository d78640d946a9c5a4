"""Ratings, as people see them: a rated game changes both, and they say whom a seat is for."""

import re
from collections.abc import Mapping

from playwright.sync_api import expect

from games import mnk
from games.play.clock import now_ms
from tests.live import parts
from tests.live.pages import Chromium, Person
from tests.live.test_pairing import is_looking, looks, plays

WIDER = re.compile(r"^(Opponents rated \d+ to \d+, or anyone after|Any rating now)")
CHANGED = re.compile(r"^\d+\?\s+[+−]\d+$")

_RATE = """
from games.players.models import Player, PlayerRating
for name, rating in {ratings}.items():
    player = Player.objects.get(name=name)
    PlayerRating.objects.create(
        player=player, family={family!r}, rating=rating, deviation=60, games=40, counted_ms={at}
    )
"""


def are_rated(server: parts.Server, family: mnk.Family, ratings: Mapping[Person, int]) -> None:
    """Give people names of their own, and the ratings of weeks of play."""
    for person in ratings:
        person.is_called(person.name)
    by_name = {person.name: rating for person, rating in ratings.items()}
    code = _RATE.format(ratings=by_name, family=family.value, at=now_ms())
    parts.manage(server.environment, "shell", "-v0", "-c", code)


def test_a_game_of_two_who_pressed_play_now_changes_both_ratings(people: Chromium) -> None:
    pressed = [people.person(name) for name in ("Alice", "Bob")]
    for person in pressed:
        looks(person, "3x3")
    for person in pressed:
        plays(person)
    black, white = sorted(pressed, key=lambda person: "Your turn" not in person.page.title())
    expect(black.page.locator(".rating")).to_have_count(0)
    expect(black.page.get_by_role("button", name="Play with hints")).to_have_count(0)
    for ply, square in enumerate("a1 a2 b1 b2 c1".split()):
        (black, white)[ply % 2].clicks(square)
        for person in (black, white):
            person.sees_stones(ply + 1)

    for person, mine, sign in ((black, "black", "+"), (white, "white", "−")):
        person.sees_news("Ratings:", within_s=60)
        for side in ("black", "white"):
            shown = person.page.locator(f".player[data-side={side}] .rating > [aria-hidden]")
            expect(shown).to_have_text(CHANGED)
        rating = person.page.locator(f".player[data-side={mine}] .rating")
        expect(rating.locator(".change")).to_contain_text(sign)
        expect(rating).to_have_attribute("title", re.compile("provisional"))

    # What both were told is what the winner's page says.
    told = black.page.locator(".player[data-side=black] .rating > [aria-hidden]").inner_text()
    link = white.page.locator(".player[data-side=black] .player-link")
    white.opens(link.get_attribute("href") or "")
    tile = white.page.get_by_role("navigation", name="Ratings").get_by_role("link")
    expect(tile).to_contain_text("Tic-tac-toe")
    expect(tile).to_contain_text(told.split()[0])
    # Its graph begins with this day.
    graph = white.page.get_by_role("img", name=re.compile("^Tic-tac-toe rating"))
    expect(graph).to_be_visible()


def test_a_seat_for_some_ratings_is_refused_to_others_and_stays_open(people: Chromium) -> None:
    names = ("Hilda 1500", "Strong 1800", "Near 1550", "Newcomer")
    hilda, strong, near, new = (people.person(name) for name in names)
    are_rated(people.server, mnk.Family.SMALL, {hilda: 1500, strong: 1800, near: 1550})
    address = hilda.invites_on_the_page("7x7", listed=True, points="100")
    slug = address.rstrip("/").rsplit("/", 1)[1]

    # 1. In the lobby: players outside the range read why, before they press anything.
    for person, why in ((strong, "Yours is 1800."), (new, "You have no rating")):
        person.opens("/")
        row = person.page.locator(f"#open-games [data-game='{slug}']")
        expect(row.get_by_role("button", name=re.compile("^Join"))).to_be_disabled()
        expect(row).to_contain_text("For players rated 1400 to 1600. " + why)

    # 2. On the game's page the range stands beside the button; the server refuses in words.
    new.opens(address)
    expect(new.page.get_by_role("region", name="Join")).to_contain_text("rated 1400 to 1600")
    new.page.get_by_role("button", name=re.compile("^Play as")).click()
    expect(new.page.locator(".messages")).to_contain_text(
        "You get a rating on these boards after 1 rated game."
    )
    hilda.sees_status("Waiting for your opponent.")

    # 3. A player within it takes the seat.
    near.opens("/")
    row = near.page.locator(f"#open-games [data-game='{slug}']")
    row.get_by_role("button", name=re.compile("^Join")).click()
    near.is_live()
    expect(hilda.page.locator(".player .rating > [aria-hidden]")).to_have_text(["1550", "1500"])
    expect(hilda.page.locator(".terms-line")).to_contain_text("Rated")
    hilda.aborts()
    near.sees_status("Game aborted")


_NOTES_CALLED_OFF = """() => new MutationObserver(() => {
    if (/aborted|has ended/.test(document.body.textContent + document.title))
        sessionStorage.setItem("calledOff", "yes");
}).observe(document, {childList: true, subtree: true, characterData: true})"""


def test_two_of_unlike_strength_are_paired_when_both_have_waited(people: Chromium) -> None:
    alice, bob = people.person("Alice 1200"), people.person("Bob 2100")
    are_rated(people.server, mnk.Family.SMALL, {alice: 1200, bob: 2100})

    looks(alice, "3x5-full")
    looks(bob, "3x5-full")
    is_looking(bob)
    for person in (alice, bob):
        expect(person.page.locator(".reach")).to_contain_text(WIDER)
    bob.page.evaluate(_NOTES_CALLED_OFF)

    # The later one goes to the other's game, and hears nothing about their own being called off.
    assert plays(bob) == plays(alice)
    for person in (alice, bob):
        expect(person.page.locator(".player .rating > [aria-hidden]")).to_have_count(2)
    assert bob.page.evaluate("() => sessionStorage.getItem('calledOff')") is None
    alice.aborts()
    bob.sees_status("Game aborted")
