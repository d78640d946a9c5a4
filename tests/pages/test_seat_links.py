"""What a seat link gives a browser, who renews it, and under which id its session goes on."""

import asyncio
import io
import logging
import zipfile
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session

from config.logs import WithoutKeys
from games import mnk
from games.lobby import invitations
from games.play import models
from games.play.clock import now_ms
from games.play.terms import RatingRange, Terms
from games.players.identify import visitor_of
from games.players.models import Follow, Mute, Player, PlayerRating
from tests.pages.browser import Browser

pytestmark = pytest.mark.usefixtures("hub")


async def _seat(browser: Browser, address: str) -> dict[str, Any]:
    """What the page of a game says about the seat."""
    data: dict[str, Any] = (await browser.opens(address)).data["game-data"]
    seat: dict[str, Any] = data["seat"]
    return seat


async def _link(browser: Browser, address: str) -> str:
    link: str = (await _seat(browser, address))["link"]
    return link.removeprefix("http://testserver")


async def _side(browser: Browser, address: str) -> str | None:
    side: str | None = (await browser.opens(address)).data["game-data"]["side"]
    return side


async def _alice_and_phone(**game: Any) -> tuple[Browser, Browser, str]:
    """Alice's browser, one in which her seat link was opened, and the game's address."""
    alice, phone = Browser(), Browser()
    await alice.sends("/name", name="Alice")
    address = await alice.starts(side="black", **game)
    await phone.sends(await _link(alice, address))
    return alice, phone, address


# --- What it gives, and what not ------------------------------------------------------------------


async def test_the_link_says_what_it_gives_and_what_not() -> None:
    alice = Browser()
    await alice.sends("/name", name="Alice")
    address = await alice.starts(side="black")

    text = " ".join((await Browser().opens(await _link(alice, address))).text.split())

    assert "play that seat in this game and its rematches" in text
    assert "It gets nothing else: not the name, rating or other games of Alice." in text


async def test_whoever_plays_by_a_link_is_somebody_else_everywhere_else() -> None:
    alice, phone, address = await _alice_and_phone()
    private = await alice.starts(visibility="private")
    bob = Browser()
    await bob.sends("/name", name="Bob")
    her = await Player.objects.aget(name="Alice")
    bobs = await Player.objects.aget(name="Bob")
    await alice.sends(f"/follow/{bobs.slug}")

    await phone.gets(private, 403)
    await phone.sends("/name", name="Mallory")
    await phone.sends(f"/mute/{bobs.slug}")
    await phone.sends(f"/follow/{her.slug}")

    await her.arefresh_from_db()
    assert her.name == "Alice"
    assert not await Mute.objects.filter(by=her).aexists()
    assert await Follow.objects.filter(follower=her).acount() == 1
    assert await _side(phone, address) == "black"
    assert "Mallory" in (await phone.opens("/")).text


async def test_the_rating_of_the_holder_opens_no_game() -> None:
    _alice, phone, address = await _alice_and_phone()
    her = await Player.objects.aget(name="Alice")
    for name in ("Alice", "Carol"):
        player, _ = await Player.objects.aget_or_create(name=name)
        await PlayerRating.objects.acreate(
            player=player, family=mnk.Family.THREE, games=20, counted_ms=now_ms(), rating=1900
        )
    host = await Player.objects.aget(name="Carol")
    open_game = await invitations.invite(
        variant=mnk.PRESETS["3x3"].variant,
        player=host,
        side=mnk.Side.BLACK,
        listed=True,
        terms=Terms(range=RatingRange(1800, 2000)),
    )

    await phone.sends(f"/game/{open_game.slug}/join")

    assert "for players rated 1800 to 2000" in (await phone.opens("/")).text
    assert not await models.Seat.objects.filter(game=open_game, player=her).aexists()
    assert await models.Seat.objects.filter(game=open_game, player=None).aexists()
    assert await _side(phone, address) == "black"


async def test_the_games_of_a_browser_are_its_own_and_those_of_its_links() -> None:
    alice, phone, _address = await _alice_and_phone()
    alices = (await alice.starts()).split("/")[2]
    await phone.starts()

    response = await phone.gets("/games/mine.zip")

    body = b"".join([part async for part in response])  # type: ignore[attr-defined]
    index = zipfile.ZipFile(io.BytesIO(body)).read("index.csv").decode()
    assert alices not in index


async def test_who_holds_the_other_seat_does_not_gain_this_one() -> None:
    alice, bob = Browser(), Browser()
    address = await alice.starts(side="black")
    await bob.sends(address + "join")
    link = await _link(alice, address)

    assert "you can’t take it" in (await bob.opens(link)).text
    await bob.sends(link)

    assert "You have the other seat" in (await bob.opens(address)).text
    assert await _side(bob, address) == "white"
    assert not await models.SeatOpening.objects.aexists()


# --- On how many devices --------------------------------------------------------------------------


async def test_the_page_counts_the_other_devices() -> None:
    alice, phone, address = await _alice_and_phone()
    tablet = Browser()
    link = await _link(alice, address)
    await tablet.sends(link)
    await tablet.sends(link)

    others = [(await _seat(browser, address))["others"] for browser in (alice, phone, tablet)]

    assert others == [2, 2, 2]


async def test_who_has_no_cookie_any_more_is_another_device() -> None:
    alice, phone, address = await _alice_and_phone()
    link = await _link(alice, address)
    phone.client.cookies.clear()

    await phone.sends(link)

    assert (await _seat(alice, address))["others"] == 2


# --- Renewing -------------------------------------------------------------------------------------


async def test_the_holder_renews_the_link_and_the_old_one_is_dead() -> None:
    alice, phone, address = await _alice_and_phone()
    old = await _link(alice, address)

    await alice.sends(f"{address}renew-seat")

    page = await alice.opens(address)
    assert "The old one no longer works" in page.text
    assert (await _link(alice, address)) != old
    assert (await _seat(alice, address))["others"] == 0
    assert await _side(phone, address) is None
    await Browser().opens(old, 404)
    await Browser().sends(old, 404)
    home: Any = (await phone.opens("/")).response
    assert home.context["my_games"] == []


async def test_who_has_the_link_only_cannot_renew_it() -> None:
    alice, phone, address = await _alice_and_phone()
    link = await _link(alice, address)
    assert (await _seat(phone, address))["renew"] is None

    await phone.sends(f"{address}renew-seat", 403)
    await phone.starts()  # and is somebody now
    await phone.sends(f"{address}renew-seat", 403)
    await Browser().sends(f"{address}renew-seat", 403)

    assert await _link(alice, address) == link
    assert (await phone.client.get(f"{address}renew-seat")).status_code == 405


async def test_a_renewal_needs_the_token_of_the_page() -> None:
    alice, _, address = await _alice_and_phone()
    link = await _link(alice, address)

    response = await alice.client.post(f"{address}renew-seat")

    assert response.status_code == 403
    assert await _link(alice, address) == link


async def test_a_private_game_is_closed_to_who_lost_the_seat() -> None:
    alice, phone, address = await _alice_and_phone(visibility="private")
    assert await _side(phone, address) == "black"

    await alice.sends(f"{address}renew-seat")

    await phone.opens(address, 403)


# --- The id of the session -----------------------------------------------------------------------


def _plant(of: Browser, into: Browser) -> str:
    """Put the id of one browser's session into another; the id."""
    assert of.session is not None
    into.client.cookies["inarow_session"] = of.session
    return of.session


async def test_a_planted_id_gains_no_seat() -> None:
    """Mallory puts the id of her own session into a browser in which Alice's link is opened."""
    alice, mallory, victim = Browser(), Browser(), Browser()
    address = await alice.starts(side="black")
    await mallory.starts()
    planted = _plant(mallory, victim)

    await victim.sends(await _link(alice, address))

    assert await _side(victim, address) == "black"
    assert victim.session != planted
    assert await _side(mallory, address) is None


async def test_a_planted_id_gains_no_person() -> None:
    """The planted session has a key, and nobody in it."""
    _alice, mallory, address = await _alice_and_phone()
    victim = Browser()
    planted = _plant(mallory, victim)

    hers = await victim.starts(side="black")

    assert victim.session != planted
    assert await _side(victim, hers) == "black"
    assert await _side(victim, address) == "black"
    assert await _side(mallory, hers) is None


async def test_a_page_that_was_open_before_can_still_send() -> None:
    alice = Browser()
    token = await alice.token()
    form = {"csrfmiddlewaretoken": token, "preset": "3x3"}

    first = await alice.client.post("/games/new", form)
    second = await alice.client.post("/games/new", form)

    assert (first.status_code, second.status_code) == (302, 302)
    assert await Player.objects.acount() == 1


async def test_two_requests_with_the_old_cookie_lose_no_person() -> None:
    """A link is opened in one tab while the other makes a game: both sent the same cookie."""
    alice, carol = Browser(), Browser()
    address = await alice.starts(side="black")
    await carol.starts()
    player = (await visitor_of(SessionStore(carol.session))).player_id
    token = await carol.token()
    link, cookies = await _link(alice, address), carol.client.cookies.output()
    tabs = [Browser(), Browser()]
    for tab in tabs:
        tab.client.cookies.load(cookies.replace("Set-Cookie: ", ""))

    opened, made = await asyncio.gather(
        tabs[0].client.post(link, {"csrfmiddlewaretoken": token}),
        tabs[1].client.post(
            "/games/new", {"csrfmiddlewaretoken": token, "preset": "3x3", "side": "black"}
        ),
    )

    assert (opened.status_code, made.status_code) == (302, 302)
    assert await Player.objects.acount() == 2
    for tab in tabs:  # whichever cookie comes last
        assert (await visitor_of(SessionStore(tab.session))).player_id == player
        assert await _side(tab, made["Location"]) == "black"
    assert await _side(tabs[0], address) == "black"


async def test_a_late_request_with_the_old_cookie_is_still_the_same_person() -> None:
    alice, carol = Browser(), Browser()
    address = await alice.starts(side="black")
    hers = await carol.starts(side="black")
    late = Browser()
    _plant(carol, late)
    await carol.sends(await _link(alice, address))
    assert carol.session != late.session

    again = await late.starts(side="black")

    assert await Player.objects.acount() == 2
    assert await _side(carol, again) == await _side(late, hers) == "black"
    assert await _side(late, address) is None


async def test_no_id_of_a_session_is_kept_with_an_opening() -> None:
    _, phone, _ = await _alice_and_phone()

    opening = await models.SeatOpening.objects.aget()

    assert opening.browser not in (phone.session or "")
    assert not [
        row async for row in Session.objects.all() if opening.browser[:6] in row.session_key
    ]


# --- Nobody else sees the key ---------------------------------------------------------------------


def test_the_log_has_no_keys() -> None:
    lines = [
        ("GET %s 200", ("/game/abc/seat/G8dA-x_1/",)),
        ("Internal Server Error: /game/abc/watch/G8dA-x_1/", ()),
        ("%(path)s", ({"path": "/game/abc/seat/G8dA-x_1/"},)),
    ]
    for text, args in lines:
        record = logging.LogRecord("x", logging.INFO, "", 0, text, args, None)
        assert WithoutKeys().filter(record)
        assert "G8dA" not in record.getMessage()
        assert "/game/abc/" in record.getMessage()


def test_a_line_without_a_key_is_left_as_it_is() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, "heard game=%s", ("abc",), None)

    WithoutKeys().filter(record)

    assert (record.msg, record.args) == ("heard game=%s", ("abc",))


async def test_nobody_but_who_plays_the_seat_is_shown_its_key() -> None:
    alice, phone, address = await _alice_and_phone()
    bob, eve = Browser(), Browser()
    await bob.sends(address + "join")
    key = (await _link(alice, address)).split("/")[-2]
    slug = address.split("/")[2]
    places = (address, f"/embed/{slug}", f"/api/games/{slug}", "/", "/watch", "/games")

    for browser in (bob, eve):
        for place in places:
            shown: Any = await browser.client.get(place)
            assert shown.status_code == 200, place
            assert key not in shown.content.decode(), place
    assert key in (await phone.gets(address)).content.decode()
