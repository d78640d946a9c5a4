"""Notices as people choose them: the card on the settings page, browsers, and the way out."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core import signing
from pytest_django import Settings

from games.accounts import joining
from games.notices import addresses, choices, letters, subscriptions
from games.notices.models import Channel, Kind, NoticeChoices, PushSubscription
from games.notices.quiet import QuietHours
from games.play.hub import Hub
from games.players.models import Player
from tests.accounts.test_signing import PASSWORD, signs_in, signs_up
from tests.notices.services import UserAgent
from tests.pages.browser import Browser, Page, check_headers

pytestmark = pytest.mark.usefixtures("hub")


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, Sequence[str]]:
    """What hosts' names stand for; this machine may not ask anybody."""
    table: dict[str, Sequence[str]] = {"push.example.net": ["93.184.216.34"]}

    def look_up(host: str) -> Sequence[str]:
        if host not in table:
            raise OSError("not found")
        return table[host]

    monkeypatch.setattr(addresses, "look_up", look_up)
    return table


async def _posts(browser: Browser, path: str, status: int = 204, **body: Any) -> dict[str, Any]:
    """Send JSON as a page's script does; returns the answer."""
    token = await browser.token()
    answer: Any = await browser.client.post(
        path, json.dumps(body), content_type="application/json", headers={"X-CSRFToken": token}
    )
    assert answer.status_code == status, (answer.status_code, answer.content)
    check_headers(answer)
    said: dict[str, Any] = json.loads(answer.content) if answer.content else {}
    return said


async def _subscribes(
    browser: Browser, agent: UserAgent, status: int = 204, **other: str
) -> dict[str, Any]:
    keys = agent.keys
    body = {"endpoint": agent.endpoint, "p256dh": keys.p256dh, "auth": keys.auth}
    return await _posts(browser, "/notices/subscribe", status, **(body | other))


async def _alice() -> tuple[Browser, Player]:
    browser = Browser()
    await browser.starts()
    return browser, await Player.objects.alatest("pk")


async def _told_in() -> list[tuple[str, str]]:
    rows = PushSubscription.objects.select_related("player").order_by("pk")
    return [(row.player.name, row.endpoint.rpartition("/")[2]) async for row in rows]


# --- Browsers ------------------------------------------------------------------------------------


async def test_a_guest_is_told_in_their_browser_until_they_turn_it_off() -> None:
    browser, alice = await _alice()
    laptop = UserAgent("laptop")
    await _subscribes(browser, laptop)
    await _subscribes(browser, laptop)
    assert await _told_in() == [(alice.name, "laptop")]
    page = await browser.opens("/settings/")
    assert "A browser" in page.text

    await _posts(browser, "/notices/unsubscribe", endpoint=laptop.endpoint)

    assert await _told_in() == []


async def test_a_stranger_has_nothing_to_be_told() -> None:
    said = await _subscribes(Browser(), UserAgent("laptop"), 403)

    assert said["code"] == "nobodyToTell"
    page = await Browser().opens("/settings/")
    assert "Play a game first" in page.text
    assert not await Player.objects.aexists()


@pytest.mark.parametrize(
    ("endpoint", "code", "status"),
    [
        ("https://127.0.0.1/", "noPushService", 400),
        ("http://push.example.net/a", "noPushService", 400),
        ("https://push.example.net:8443/a", "noPushService", 400),
        ("https://inside.example.net/a", "noPushService", 400),
        ("https://both.example.net/a", "noPushService", 400),
        ("https://metadata.example.net/a", "noPushService", 400),
        ("https://unknown.example.net/a", "pushServiceUnknown", 503),
    ],
)
async def test_an_endpoint_that_leads_inside_is_refused(
    names: dict[str, Sequence[str]], endpoint: str, code: str, status: int
) -> None:
    names["inside.example.net"] = ["10.0.0.1"]
    names["both.example.net"] = ["93.184.216.34", "fd00::1"]
    names["metadata.example.net"] = ["169.254.169.254"]
    browser, _ = await _alice()

    said = await _subscribes(browser, UserAgent("laptop"), status, endpoint=endpoint)

    assert said["code"] == code
    assert await _told_in() == []


@pytest.mark.parametrize(
    "other",
    [
        {"p256dh": ""},
        {"auth": ""},
        {"auth": "AAAA"},
        {"p256dh": "A" * 87},
        {"p256dh": "B" + "A" * 86},
        {"p256dh": "B" * 5000},
        {"auth": "ä" * 22},
    ],
)
async def test_keys_that_are_none_are_refused(other: dict[str, str]) -> None:
    browser, _ = await _alice()
    status = 413 if len(other.get("p256dh", "")) > 1000 else 400

    await _subscribes(browser, UserAgent("laptop"), status, **other)

    assert await _told_in() == []


async def test_another_site_subscribes_nobody() -> None:
    browser, _ = await _alice()
    laptop = UserAgent("laptop")
    body = {"endpoint": laptop.endpoint, "p256dh": laptop.keys.p256dh, "auth": laptop.keys.auth}

    answer: Any = await browser.client.post(
        "/notices/subscribe", json.dumps(body), content_type="application/json"
    )

    assert answer.status_code == 403
    assert await _told_in() == []


async def test_one_person_has_ten_browsers_at_most() -> None:
    _, alice = await _alice()

    for n in range(12):
        await sync_to_async(_subscribed)(alice, f"b{n}", at=n)

    assert [name for _, name in await _told_in()] == [f"b{n}" for n in range(2, 12)]


def _subscribed(player: Player, name: str, at: int = 1) -> None:
    agent = UserAgent(name)
    subscriptions.subscribe(
        player.pk, agent.endpoint, agent.keys, browser=name, agent="Chrome/1 Android", at=at
    )


async def test_a_browser_belongs_to_whoever_subscribed_in_it_last() -> None:
    laptop = UserAgent("laptop")
    first, _ = await _alice()
    await _subscribes(first, laptop)
    second = Browser()
    await second.starts()
    bob = await Player.objects.alatest("pk")

    await _subscribes(second, laptop)

    assert await _told_in() == [(bob.name, "laptop")]


async def test_nobody_removes_somebody_elses_browser() -> None:
    browser, alice = await _alice()
    await sync_to_async(_subscribed)(alice, "laptop")
    number = (await PushSubscription.objects.aget()).pk
    eve, _ = await _alice()

    await eve.sends(f"/notices/browser/{number}/remove")
    await _posts(eve, "/notices/unsubscribe", endpoint=UserAgent("laptop").endpoint)
    assert len(await _told_in()) == 1

    await browser.sends(f"/notices/browser/{number}/remove")
    assert await _told_in() == []


async def test_whoever_signs_out_is_told_nothing_more_in_that_browser() -> None:
    here, there = Browser(), Browser()
    await signs_up(here, "Mira")
    await _subscribes(here, UserAgent("here"))
    await signs_in(there, "Mira")
    await _subscribes(there, UserAgent("there"))
    assert len(await _told_in()) == 2

    await here.sends("/account/logout/")

    assert await _told_in() == [("Mira", "there")]


async def test_a_new_password_ends_what_other_browsers_are_told() -> None:
    here, there = Browser(), Browser()
    await signs_up(here, "Mira")
    await _subscribes(here, UserAgent("here"))
    await signs_in(there, "Mira")
    await _subscribes(there, UserAgent("there"))

    await here.sends("/account/reauthenticate/", password=PASSWORD)
    new = "another row of five stones"
    await here.sends(
        "/account/password/change/", oldpassword=PASSWORD, password1=new, password2=new
    )

    assert await _told_in() == [("Mira", "here")]


async def test_whoever_is_forgotten_by_a_browser_is_told_nothing_more_there() -> None:
    browser, _ = await _alice()
    await _subscribes(browser, UserAgent("laptop"))

    await browser.sends("/settings/forget")

    assert await _told_in() == []


async def test_a_guest_who_signs_up_is_told_as_before() -> None:
    browser, _ = await _alice()
    await _subscribes(browser, UserAgent("laptop"))
    await browser.sends("/settings/notices", channel="push", push_over="on", zone="Asia/Tokyo")

    await signs_up(browser, "Mira")

    assert await _told_in() == [("Mira", "laptop")]
    row = await NoticeChoices.objects.select_related("player").aget()
    assert (row.player.name, row.zone, row.push_over, row.push_turn) == (
        "Mira",
        "Asia/Tokyo",
        True,
        False,
    )


@pytest.mark.django_db
def test_an_accounts_own_choices_stay_when_a_guest_joins() -> None:
    from tests.accounts.test_joining import account, guest

    me, was = account(), guest()
    NoticeChoices.objects.create(player=me, zone="Asia/Tokyo")
    NoticeChoices.objects.create(player=was, zone="Europe/Berlin")

    joining.join(was.pk, me.pk, at=9)

    assert [(row.player_id, row.zone) for row in NoticeChoices.objects.all()] == [
        (me.pk, "Asia/Tokyo")
    ]


async def test_whoever_leaves_takes_their_notices_along() -> None:
    browser = Browser()
    await signs_up(browser, "Mira")
    await _subscribes(browser, UserAgent("laptop"))
    kept = json.loads((await browser.gets("/account/data.json")).content)
    assert kept["toldIn"][0]["endpoint"].endswith("/laptop")
    assert "secret" not in json.dumps(kept["toldIn"])

    await browser.sends("/account/reauthenticate/", password=PASSWORD)
    await browser.sends("/account/leave/", name="Mira")

    assert await _told_in() == []
    assert not await NoticeChoices.objects.aexists()


# --- What is chosen ------------------------------------------------------------------------------


async def test_what_is_chosen_is_kept_without_a_script() -> None:
    browser, alice = await _alice()

    answer = await browser.sends(
        "/settings/notices",
        channel=["push"],
        push_turn="on",
        push_challenge="on",
        email_turn="on",  # there is no such switch: they have no address
        quiet="on",
        quiet_from="23:30",
        quiet_until="06:15",
        zone="America/New_York",
    )

    assert answer["Location"] == "/settings/#notices"
    row = await NoticeChoices.objects.aget(player=alice)
    assert [kind for kind in Kind if row.wants(kind, Channel.PUSH)] == [Kind.TURN, Kind.CHALLENGE]
    assert not row.wants_letters
    assert choices.quiet_hours(row) == QuietHours(23 * 60 + 30, 6 * 60 + 15, "America/New_York")
    page = await browser.opens("/settings/")
    html = page.response.content.decode()
    assert 'value="23:30"' in html
    assert "<option selected>America/New_York</option>" in html
    assert "Your notices are saved." in page.text


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"zone": "Mars/Olympus"}, "zone"),
        ({"zone": "../../etc/passwd"}, "zone"),
        ({"zone": ""}, "zone"),
        ({"quiet": "on", "quiet_from": "22:00", "quiet_until": "22:00"}, "quietFrom"),
        ({"quiet": "on", "quiet_from": "24:00", "quiet_until": "07:00"}, "quietFrom"),
        ({"quiet": "on", "quiet_from": "", "quiet_until": "07:00"}, "quietFrom"),
        ({"quiet": "on"}, "quietFrom"),
    ],
)
async def test_what_cannot_be_chosen_is_refused(fields: dict[str, str], field: str) -> None:
    browser, _ = await _alice()
    token = await browser.token()
    sent = {"csrfmiddlewaretoken": token, "zone": "UTC", **fields}

    answer: Any = await browser.client.post(
        "/settings/notices", sent, headers={"Accept": "application/json"}
    )
    assert answer.status_code == 400
    told = json.loads(answer.content)
    assert told["field"] == field
    await browser.client.post("/settings/notices", sent)
    assert told["sentence"] in (await browser.opens("/settings/")).text

    assert not await NoticeChoices.objects.aexists()


async def test_letters_are_offered_to_whoever_has_a_confirmed_address(settings: Settings) -> None:
    from allauth.account.models import EmailAddress
    from django.contrib.auth.models import User

    settings.INAROW_SENDS_LETTERS = True
    browser = Browser()
    await signs_up(browser, "Mira")
    assert "Add an address" in (await browser.opens("/settings/")).text
    user = await User.objects.aget()
    address = await EmailAddress.objects.acreate(user=user, email="m@example.org", primary=True)
    assert 'name="email_turn"' not in await _html(browser)
    await EmailAddress.objects.filter(pk=address.pk).aupdate(verified=True)
    assert 'name="email_turn"' in await _html(browser)

    await browser.sends("/settings/notices", channel=["push", "email"], email_turn="on", zone="UTC")

    row = await NoticeChoices.objects.aget()
    assert row.wants(Kind.TURN, Channel.EMAIL)
    assert row.email_since_ms > 0
    settings.INAROW_SENDS_LETTERS = False
    assert 'name="email_turn"' not in await _html(browser)


async def _html(browser: Browser) -> str:
    return (await browser.opens("/settings/")).response.content.decode()


# --- The way out ---------------------------------------------------------------------------------


async def _with_letters(hub: Hub) -> Player:
    player = await Player.objects.acreate(name="Bob")
    await hub.read(
        lambda: choices.save(
            player.pk, {Channel.EMAIL: list(Kind)}, None, zone="UTC", language="en", at=1
        )
    )
    return player


async def _wants_letters(player: Player) -> bool:
    return (await NoticeChoices.objects.aget(player=player)).wants_letters


async def test_a_link_in_a_letter_asks_first_and_ends_them_with_one_press(hub: Hub) -> None:
    bob = await _with_letters(hub)
    link = letters.stop_path(bob.pk)
    anybody = Browser()

    page = await anybody.opens(link)
    assert "Stop the letters" in page.text
    assert await _wants_letters(bob)  # a program that opens links ends nothing

    answer: Any = await anybody.client.post(link)  # without a token, as a mail program does
    assert answer.status_code == 200
    check_headers(answer)
    assert "won’t send you any more" in Page(answer).text
    assert not await _wants_letters(bob)
    again: Any = await anybody.client.post(link, {"List-Unsubscribe": "One-Click"})
    assert again.status_code == 200


async def test_a_link_that_was_made_up_ends_nothing(hub: Hub) -> None:
    bob = await _with_letters(hub)
    good = letters.stop_path(bob.pk)
    token = good.rpartition("/")[2]
    number, _, signature = token.partition(":")
    forged = [
        f"{number}:{'A' * len(signature)}",
        f"{int(number) + 1}:{signature}",
        f"{number}",
        signing.Signer(salt="another").sign(number),
        signing.Signer().sign(number),
        signing.Signer(key="another key", salt="inarow.notices.stop").sign(number),
        token + "A",
        "x",
    ]

    for each in forged:
        for method in ("get", "post"):
            answer: Any = await getattr(Browser().client, method)(f"/notices/stop/{each}")
            assert answer.status_code == 404, each

    assert await _wants_letters(bob)


async def test_a_link_of_somebody_who_has_left_says_so(hub: Hub) -> None:
    bob = await _with_letters(hub)
    link = letters.stop_path(bob.pk)
    await NoticeChoices.objects.all().adelete()
    await bob.adelete()

    answer: Any = await Browser().client.post(link)

    assert answer.status_code == 404


# --- What a browser needs ------------------------------------------------------------------------


async def test_the_site_can_be_put_on_a_home_screen() -> None:
    answer = await Browser().gets("/manifest.webmanifest")

    assert answer["Content-Type"] == "application/manifest+json"
    manifest = json.loads(answer.content)
    assert manifest["start_url"] == "/"
    assert [icon["sizes"] for icon in manifest["icons"]] == ["192x192", "512x512"]
    page = await Browser().opens("/")
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page.response.content.decode()
