"""A seat link in a fresh browser: it plays that seat, and it can be taken back."""

import io
import json
import re
import zipfile
from typing import Any

from playwright.sync_api import APIResponse, expect

from tests.live.pages import Chromium, Person

ONE_OTHER = "Open on this device and 1 other."
LONG_MS = 30_000
"""Other work on the machine may be in the way."""


def _fold(person: Person) -> None:
    """Open the part of a game's page that has the seat link."""
    if person.page.get_by_role("tab", name="More").count():
        person.opens_tab("More")
    person.page.locator("details:has(#link-seat) > summary").click()


def _link(person: Person) -> str:
    return person.page.locator("#link-seat").input_value()


def _takes_the_seat(person: Person, link: str) -> None:
    person.opens(link)
    person.page.get_by_role("button", name=re.compile("this device")).click()
    person.is_live(within_s=30)


def _data(person: Person, address: str) -> dict[str, Any]:
    """What the page of a game was told, in this browser."""
    page = person.context.request.get(address)
    assert page.ok, page.status
    found = re.search(r'<script id="game-data"[^>]*>(.*?)</script>', page.text(), re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def _sends(person: Person, path: str, method: str = "POST", **form: str) -> APIResponse:
    """Send a form as this browser, with the token of its pages."""
    home = person.context.request.get(person.url).text()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', home)
    assert token
    return person.context.request.fetch(
        person.url + path,
        method=method,
        form={**form, "csrfmiddlewaretoken": token[1]},
        headers={"X-CSRFToken": token[1]},
        max_redirects=0,
    )


def _gets(person: Person, path: str) -> APIResponse:
    return person.context.request.get(person.url + path)


def _path(address: str) -> str:
    return "/game/" + address.rstrip("/").rsplit("/", 1)[1] + "/"


def test_who_opens_a_seat_link_is_that_seat_and_nobody_else(people: Chromium) -> None:
    alice, bob, phone = (people.person(name) for name in ("Alice", "Bob", "Phone"))
    alice.is_called("Alice")
    bob.is_called("Bob")
    other = alice.invites("10x10", side="black")
    bob.joins(other)
    private = alice.invites("10x10", side="black", visibility="private")
    study = _sends(alice, "/studies/import", text="h8 i9 g8").headers["location"]
    sitters = _data(alice, other)["snapshot"]["seats"]
    alices, bobs = sitters["black"]["player"], sitters["white"]["player"]
    assert _sends(alice, f"/follow/{bobs}").status == 302
    shared = alice.invites("15x15", side="black")
    bob.joins(shared)
    _fold(alice)
    link = _link(alice)

    # 1. The seat.
    _takes_the_seat(phone, link)
    phone.clicks("h8")
    for person in (alice, bob, phone):
        person.sees_stones(1)
    assert _data(phone, shared)["side"] == "black"

    # 2. And nothing else of Alice's: neither before this browser is anybody, nor afterwards.
    for name in ("", "Mallory"):
        if name:
            assert _sends(phone, "/name", name=name).status == 302
        assert "Alice" not in _gets(phone, "/").text().split("</header>")[0]
        assert _data(phone, other)["side"] is None
        assert _data(phone, other)["seat"] is None
        assert _gets(phone, f"{_path(other)}seat-qr.svg").status == 404
        assert _gets(phone, _path(private)).status == 403
        assert _gets(phone, study).status == 404
        assert study not in _gets(phone, "/studies").text()
        assert _sends(phone, f"{study}delete").status == 404
        assert _sends(phone, f"{study}data", "DELETE").status in (400, 404)
        assert bobs not in _gets(phone, "/following").text()
        assert _data(phone, shared)["chat"]["me"] != alices
        archive = zipfile.ZipFile(io.BytesIO(_gets(phone, "/games/mine.zip").body()))
        told = "".join(archive.namelist()) + archive.read("index.csv").decode()
        assert _path(other).split("/")[2] not in told
        assert _sends(phone, f"{_path(shared)}renew-seat").status == 403
        assert _sends(phone, f"{_path(other)}renew-seat").status == 403

    # 3. What it does is done by somebody else.
    assert _sends(phone, f"/mute/{bobs}").status == 302
    assert _sends(phone, f"/unfollow/{bobs}").status == 302
    assert _sends(phone, f"/follow/{alices}").status == 302
    assert "Bob" not in _gets(alice, "/muted").text()
    assert bobs in _gets(alice, "/following").text()
    page = _gets(bob, f"/player/{alices}/").text()
    assert "Alice" in page
    assert "Mallory" not in page
    assert _gets(alice, study).ok

    # 4. And it still plays that seat.
    bob.clicks("i9")
    phone.sees_stones(2)
    phone.opens(shared)
    phone.is_live(within_s=30)
    phone.clicks("g8")
    for person in (alice, bob, phone):
        person.sees_stones(3)
    expect(phone.page.locator(".menu-name")).to_have_text("Mallory")
    assert _gets(alice, _path(private)).ok


def test_the_holder_takes_the_seat_back_from_who_opened_the_link(people_anywhere: Chromium) -> None:
    alice, bob, phone = (people_anywhere.person(name) for name in ("Alice", "Bob", "Phone"))
    address = alice.invites("10x10", side="black")
    bob.joins(address)
    _fold(alice)
    link = _link(alice)
    _takes_the_seat(phone, link)
    _fold(phone)
    expect(phone.page.get_by_text(ONE_OTHER)).to_be_visible()
    expect(phone.page.get_by_role("button", name="Renew the link")).to_have_count(0)

    # 1. Alice sees that it is open elsewhere, and renews it: by two presses.
    alice.page.reload()
    _fold(alice)
    expect(alice.page.get_by_text(ONE_OTHER)).to_be_visible()
    alice.presses("Renew the link")
    alice.presses("Yes, renew the link")
    expect(alice.page.get_by_text("The old one no longer works")).to_be_visible(timeout=LONG_MS)
    _fold(alice)
    expect(alice.page.get_by_text("Open on this device only.")).to_be_visible()
    new = _link(alice)
    assert new != link

    # 2. The page that was open there becomes a spectator's, by itself.
    expect(phone.page.locator("details:has(#link-seat)")).to_have_count(0, timeout=LONG_MS)
    expect(phone.page.get_by_role("region", name="Actions")).to_have_count(0, timeout=LONG_MS)
    phone.is_live(within_s=30)
    assert _data(phone, address)["side"] is None
    assert phone.context.request.get(link).status == 404
    assert _sends(phone, link.removeprefix(phone.url)).status == 404

    # 3. The game goes on, and is seen there; the new link brings the seat.
    alice.is_live(within_s=30)
    alice.clicks("e5")
    for person in (alice, bob, phone):
        person.sees_stones(1)
    _takes_the_seat(phone, new)
    bob.clicks("f6")
    phone.sees_stones(2)
    phone.clicks("e6")
    alice.sees_stones(3)


def test_a_link_renewed_after_the_game_is_dead_in_the_rematch(people: Chromium) -> None:
    alice, bob, phone = (people.person(name) for name in ("Alice", "Bob", "Phone"))
    address = alice.invites("3x3", side="black")
    bob.joins(address)
    _fold(alice)
    link = _link(alice)
    _takes_the_seat(phone, link)
    phone.clicks("b2")
    bob.sees_stones(1)
    bob.clicks("a1")
    alice.sees_stones(2)
    bob.resigns()
    bob.presses("Rematch")
    alice.presses("Accept")
    expect(alice.page).not_to_have_url(address, timeout=LONG_MS)
    rematch = alice.page.url
    assert _data(phone, rematch)["side"] == "white"

    assert _sends(alice, f"{_path(address)}renew-seat").status == 302

    assert _data(phone, rematch)["side"] is None
    assert _data(phone, address)["side"] is None
    key = link.rstrip("/").rsplit("/", 1)[1]
    assert _gets(phone, f"{_path(rematch)}seat/{key}/").status == 404
    assert _data(alice, rematch)["side"] == "white"
