import re
import pytest
from playwright.sync_api import expect
from tests.live.pages import Chromium, Person


def types(person, square):
    field = person.page.get_by_label("Square", exact=True)
    field.fill(square)
    field.press("Enter")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_shots(people: Chromium, width: int, scheme: str) -> None:
    size = {"width": width, "height": 800}
    alice, bob, eve = (people.person(n, viewport=size, color_scheme=scheme) for n in ("Alice", "Bob", "Eve"))
    n = 0
    def shot(person, what):
        nonlocal n
        n += 1
        person.page.wait_for_timeout(700)
        person.page.screenshot(path=f"/tmp/rifshots/{width}-{scheme}-{n:02}-{what}.png")
    address = alice.invites("15x15-renju", side="black", opening="soosorv8", clock="5+3")
    bob.joins(address)
    eve.watches(address)
    shot(alice, "centre")
    types(alice, "h8"); eve.sees_stones(1)
    shot(alice, "in3"); shot(eve, "in3-eve")
    types(alice, "h9"); eve.sees_stones(2)
    shot(alice, "in5")
    types(alice, "h10"); eve.sees_stones(3)
    shot(bob, "sides")
    bob.page.get_by_role("button", name=re.compile("^Play White")).click()
    bob.sees_status(re.compile("Place White"))
    types(bob, "h11"); eve.sees_stones(4)
    shot(bob, "number")
    bob.page.locator("[data-choice='3']").click()
    shot(alice, "second-swap")
    alice.page.get_by_role("button", name=re.compile("^Play Black")).click()
    alice.sees_status(re.compile("Offer squares"))
    shot(alice, "offer0")
    types(alice, "g9"); types(alice, "j10")
    shot(alice, "offer2")
    types(alice, "i9")
    shot(alice, "refused")
    types(alice, "f12")
    shot(alice, "offer3")
    shot(bob, "offer-bob")
    alice.page.get_by_role("button", name="Offer these squares").click()
    shot(bob, "keep"); shot(alice, "keep-alice"); shot(eve, "keep-eve")
    bob.page.locator(".opening-squares button").nth(1).click()
    shot(bob, "keep-aimed")
    bob.page.get_by_role("button", name=re.compile("^Play j10")).click()
    eve.sees_stones(5)
    shot(bob, "over")
    shot(alice, "over-alice")
