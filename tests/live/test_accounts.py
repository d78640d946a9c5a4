"""Accounts in real browsers: a guest's seat goes along, and signing out elsewhere means it."""

from playwright.sync_api import expect

from tests.live.pages import Chromium, Person
from tests.live.parts import PASSWORD


def signs_up(person: Person, name: str) -> None:
    """Create an account, coming back to the page one is on."""
    person.page.goto(
        f"{person.url}/account/signup/?next={person.page.url.removeprefix(person.url)}"
    )
    person.page.get_by_label("Name").fill(name)
    person.page.get_by_label("Password").fill(PASSWORD)
    person.page.get_by_role("button", name="Create account").click()


def confirms(person: Person) -> None:
    """Type the password again, as is asked before ways to sign in change."""
    person.page.get_by_label("Password").fill(PASSWORD)
    person.page.get_by_role("button", name="Confirm").click()


def test_a_guest_signs_up_in_mid_game_and_keeps_the_seat(people: Chromium) -> None:
    alice, bob = people.person("Alice"), people.person("Bob")
    address = alice.invites("15x15")
    bob.joins(address)
    alice.clicks("h8")
    bob.sees_stones(1)

    signs_up(alice, "Mira")
    alice.is_live()
    assert alice.page.url == address
    bob.clicks("h9")
    alice.sees_stones(2)
    alice.clicks("g9")
    bob.sees_stones(3)
    # Everybody at the board hears the new name.
    expect(bob.page.locator(".player.above")).to_contain_text("Mira")
    expect(alice.page.locator(".player.below")).to_contain_text("Mira")

    # On a phone: the same games, and the same seat.
    phone = people.person("Alice's phone", viewport={"width": 360, "height": 740})
    phone.signs_in("mira", address.removeprefix(phone.url))
    phone.is_live()
    bob.clicks("i9")
    phone.sees_stones(4)
    expect(phone.page.get_by_role("button", name="Resign")).to_be_visible()

    # Signed out elsewhere, the phone only watches.
    alice.opens("/account/sessions/")
    alice.page.get_by_role("button", name="Sign out everywhere else").click()
    expect(phone.page.get_by_role("button", name="Resign")).to_have_count(0, timeout=15_000)
    phone.is_live()
    alice.opens(address)
    alice.is_live()
    expect(alice.page.get_by_role("button", name="Resign")).to_be_visible()


def test_two_guests_of_one_person_join_one_account(people: Chromium) -> None:
    laptop, phone, bob = people.person("Laptop"), people.person("Phone"), people.person("Bob")
    first = laptop.invites("3x3")
    bob.joins(first)
    signs_up(laptop, "Noor")
    laptop.is_live()

    second = phone.invites("5x4")
    bob.joins(second)
    phone.is_live()
    phone.signs_in("Noor", second.removeprefix(phone.url))
    phone.is_live()
    phone.clicks("c2")
    bob.sees_stones(1)
    expect(bob.page.locator(".player.above")).to_contain_text("Noor")

    for person in (laptop, phone):
        person.opens("/games?mine=1")
        person.opens("/account/")
        person.page.get_by_role("link", name="Open").click()
        expect(person.page.get_by_role("heading", level=1)).to_contain_text("Noor")
        expect(person.page.locator("main")).to_contain_text("3×3")
        expect(person.page.locator("main")).to_contain_text("5×4")


def test_a_passkey_signs_in_without_a_password(people: Chromium) -> None:
    alice = people.person("Alice")
    # Browsers know passkeys by a host's name, and trust http on this one alone.
    alice.url = alice.url.replace("127.0.0.1", "localhost")
    session = alice.context.new_cdp_session(alice.page)
    session.send("WebAuthn.enable")
    session.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
            }
        },
    )
    alice.opens("/")
    signs_up(alice, "Petra")
    alice.opens("/account/")
    alice.page.get_by_role("link", name="Add").nth(1).click()
    alice.page.get_by_role("link", name="Add a passkey").click()
    confirms(alice)
    alice.page.get_by_label("What to call it").fill("My phone")
    alice.page.get_by_role("button", name="Add").click()
    expect(alice.page.get_by_role("heading", name="Recovery codes")).to_be_visible()

    alice.opens("/account/logout/")
    alice.page.get_by_role("button", name="Sign out").click()
    alice.opens("/account/login/?next=/account/")
    alice.page.get_by_role("button", name="Continue with a passkey").click()
    expect(alice.page.get_by_role("heading", name="Account", level=1)).to_be_visible()
    expect(alice.page.get_by_label("Name")).to_have_value("Petra")


def test_a_code_from_an_app_is_asked_for_after_the_password(people: Chromium) -> None:
    from allauth.mfa.totp.internal.auth import (
        format_hotp_value,
        hotp_value,
        yield_hotp_counters_from_time,
    )

    alice = people.person("Alice")
    alice.opens("/")
    signs_up(alice, "Olga")
    alice.opens("/account/2fa/totp/activate/")
    confirms(alice)
    secret = alice.page.locator("#authenticator_secret").input_value()

    def code() -> str:
        return str(format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time()))))

    alice.page.get_by_label("Authenticator code").fill("000000")
    alice.page.get_by_role("button", name="Switch on").click()
    expect(alice.page.get_by_role("alert")).to_contain_text("Incorrect code")
    alice.page.get_by_label("Authenticator code").fill(code())
    alice.page.get_by_role("button", name="Switch on").click()
    expect(alice.page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    first_recovery = alice.page.locator("textarea").input_value().split()[0]

    again = people.person("Alice again")
    again.signs_in("Olga", "/account/")
    again.page.get_by_label("Code").fill(first_recovery)
    again.page.get_by_role("button", name="Sign in").click()
    expect(again.page.get_by_role("heading", name="Account", level=1)).to_be_visible()
