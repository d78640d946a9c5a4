"""A game's page: joining it, watching it, and the link that restores a seat."""

import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games import mnk
from games.play import models
from games.players.identify import MAX_KEYS
from games.players.models import Player
from tests.pages.browser import Browser, Page
from tests.people import OWN_ORIGIN, Person, Table
from tests.reviews.proved import reviewed
from tests.reviews.test_badges import FORK

pytestmark = pytest.mark.usefixtures("hub")


async def _data(browser: Browser, address: str) -> dict[str, Any]:
    data: dict[str, Any] = (await browser.opens(address)).data["game-data"]
    return data


def _local(url: str) -> str:
    """An absolute address of ours, as a path."""
    assert url.startswith("http://testserver/")
    return url.removeprefix("http://testserver")


async def _seat_link(browser: Browser, address: str) -> str:
    return _local((await _data(browser, address))["seat"]["link"])


async def _sits(table: Table, browser: Browser, address: str) -> Person:
    """The socket of a page, opened with the cookies of its browser; welcome and snapshot heard."""
    person = await table.comes_to(
        f"/ws{address}",
        "Somebody",
        [(b"origin", OWN_ORIGIN), (b"cookie", f"inarow_session={browser.session}".encode())],
    )
    assert (await person.hears())["type"] == "welcome"
    assert (await person.hears())["type"] == "snapshot"
    return person


async def test_the_second_visitor_takes_the_seat_and_the_third_watches() -> None:
    alice, bob, eve = Browser(), Browser(), Browser()
    address = await alice.starts(side="black")
    assert (await _data(bob, address))["canJoin"] == "white"
    assert (await _data(alice, address))["canJoin"] is None

    assert (await bob.sends(address + "join"))["Location"] == address

    shown = [await _data(browser, address) for browser in (alice, bob, eve)]
    assert [data["side"] for data in shown] == ["black", "white", None]
    assert [data["canJoin"] for data in shown] == [None, None, None]
    assert shown[2]["seat"] is None


async def test_a_page_shows_no_key_but_ones_own() -> None:
    alice, bob, eve = Browser(), Browser(), Browser()
    address = await alice.starts(side="black")
    await bob.sends(address + "join")

    keys = {mnk.Side(seat.side): seat.key async for seat in models.Seat.objects.all()}
    for browser, own in ((alice, mnk.Side.BLACK), (bob, mnk.Side.WHITE), (eve, None)):
        page = (await browser.opens(address)).response.content.decode()
        for side, key in keys.items():
            assert (key in page) == (side is own)


async def test_a_page_carries_the_snapshot_its_socket_begins_with(table: Table) -> None:
    alice = Browser()
    address = await alice.starts(preset="15x15")

    data = await _data(alice, address)

    slug = address.split("/")[2]
    eve = await table.sits(await models.Game.objects.aget(slug=slug), None)
    assert data["snapshot"] | {"now": 0} == eve.heard[-1] | {"now": 0}
    assert data["socket"] == f"/ws/game/{slug}/"
    assert _local(data["invitation"]) == address


async def test_how_well_both_played_stands_on_the_page_of_a_reviewed_game() -> None:
    def make() -> models.Game:
        alice, bob = [Player.objects.create(name=name) for name in ("Alice", "Bob")]
        return reviewed(FORK, alice, bob)

    game = await sync_to_async(make)()
    accuracy = (await _data(Browser(), f"/game/{game.slug}/"))["accuracy"]
    assert (accuracy["game"], accuracy["state"]) == (game.slug, "done")
    assert (accuracy["black"]["moves"], accuracy["white"]["moves"]) == (4, 3)
    going_on = await Browser().starts()
    assert (await _data(Browser(), going_on))["accuracy"] is None


async def test_two_browsers_play_by_their_cookies(table: Table) -> None:
    alice, bob = Browser(), Browser()
    address = await alice.starts(side="black")
    await bob.sends(address + "join")
    people = [await _sits(table, alice, address), await _sits(table, bob, address)]

    for ply, square in enumerate(mnk.moves_from_text("a1a2b1", mnk.Variant(3, 3, 3))):
        await people[ply % 2].says("playMove", id=f"p{ply}", ply=ply, square=square)
        for person in people:
            assert (await person.hears())["square"] == square


async def test_one_does_not_join_ones_own_game() -> None:
    alice = Browser()
    address = await alice.starts()

    response = await alice.sends(address + "join")

    assert response["Location"] == address
    page = await alice.opens(address)
    assert "You have the other seat" in page.text
    assert await models.Seat.objects.filter(player=None).acount() == 1
    assert (await models.Game.objects.aget()).version == 0


async def test_one_who_gained_a_seat_by_its_link_does_not_join_the_other_side() -> None:
    alice, carol = Browser(), Browser()
    await carol.starts()
    address = await alice.starts(side="black")
    await carol.sends(await _seat_link(alice, address))

    await carol.sends(address + "join")

    assert "You have the other seat" in (await carol.opens(address)).text
    assert (await _data(carol, address))["side"] == "black"
    assert (await models.Game.objects.aget(slug=address.split("/")[2])).version == 0


async def test_who_comes_too_late_is_told_so_and_watches() -> None:
    alice, bob, carol = Browser(), Browser(), Browser()
    address = await alice.starts()
    await bob.sends(address + "join")

    await carol.sends(address + "join")

    page = await carol.opens(address)
    assert "Somebody else took the seat" in page.text
    assert page.data["game-data"]["side"] is None
    # Told once.
    assert "Somebody else" not in (await carol.opens(address)).text


async def test_bob_joins_twice_and_sits_once() -> None:
    alice, bob = Browser(), Browser()
    address = await alice.starts(side="black")
    await bob.sends(address + "join")

    await bob.sends(address + "join")

    assert (await _data(bob, address))["side"] == "white"
    assert (await models.Game.objects.aget()).version == 1


async def test_a_game_called_off_is_not_joined(table: Table) -> None:
    alice, bob = Browser(), Browser()
    address = await alice.starts()
    person = await _sits(table, alice, address)
    await person.says("abort", id="a")
    await person.hears()

    assert (await _data(bob, address))["canJoin"] is None
    await bob.sends(address + "join")

    assert "was aborted" in (await bob.opens(address)).text


async def test_no_such_game_is_not_joined() -> None:
    await Browser().sends("/game/nosuchgame/join", 404)


# --- The seat link ---------------------------------------------------------------------------


async def test_only_looking_at_a_seat_link_seats_nobody() -> None:
    alice, phone = Browser(), Browser()
    address = await alice.starts(side="white")
    link = await _seat_link(alice, address)

    page = await phone.opens(link)

    assert "who plays O in a game of" in " ".join(page.text.split())
    assert "form" in page.tags
    assert (await _data(phone, address))["side"] is None
    assert phone.session is None


async def test_a_fresh_browser_gains_the_seat_and_nothing_else() -> None:
    alice, phone = Browser(), Browser()
    other = await alice.starts(side="black")
    address = await alice.starts(side="white")
    await alice.sends("/name", name="Alice")

    response = await phone.sends(await _seat_link(alice, address))

    assert response["Location"] == address
    assert (await _data(phone, address))["side"] == "white"
    assert (await _data(phone, other))["side"] is None
    home: Any = (await phone.opens("/")).response
    assert home.context["me"] is None
    assert [f"/game/{game.slug}/" for game in home.context["my_games"]] == [address]
    assert await Player.objects.acount() == 1
    # Both browsers go on.
    assert (await _data(alice, address))["side"] == "white"


async def test_a_browser_with_a_player_of_its_own_gains_the_seat_only() -> None:
    alice, carol = Browser(), Browser()
    other = await alice.starts(side="black")
    address = await alice.starts(side="white")
    hers = await carol.starts(side="black")

    await carol.sends(await _seat_link(alice, address))

    assert (await _data(carol, address))["side"] == "white"
    assert (await _data(carol, hers))["side"] == "black"
    assert (await _data(carol, other))["side"] is None
    response: Any = (await carol.opens("/")).response
    mine = {f"/game/{game.slug}/" for game in response.context["my_games"]}
    assert mine == {address, hers}
    assert await Player.objects.acount() == 2


async def test_a_seat_gained_by_link_plays_over_the_socket(table: Table) -> None:
    alice, bob, carol = Browser(), Browser(), Browser()
    address = await alice.starts(side="black")
    await bob.sends(address + "join")
    await carol.starts()
    await carol.sends(await _seat_link(alice, address))

    person = await _sits(table, carol, address)
    await person.says("playMove", id="m", ply=0, square=4)

    assert (await person.hears())["type"] == "movePlayed"


async def test_a_seat_link_survives_lost_cookies() -> None:
    alice = Browser()
    address = await alice.starts(side="black")
    link = await _seat_link(alice, address)
    alice.client.cookies.clear()
    assert (await _data(alice, address))["side"] is None

    await alice.sends(link)

    assert (await _data(alice, address))["side"] == "black"


async def test_who_holds_the_seat_is_told_so() -> None:
    alice = Browser()
    address = await alice.starts()
    link = await _seat_link(alice, address)

    assert "You’re already playing this game on this device" in (await alice.opens(link)).text
    assert (await alice.sends(link))["Location"] == address


@pytest.mark.parametrize("key", ["wrong", "k" * 40, "k" * 2000, "ключ", "..", "%00", "a b"])
async def test_a_wrong_key_is_no_seat_link(key: str) -> None:
    alice, eve = Browser(), Browser()
    address = await alice.starts()

    await eve.opens(f"{address}seat/{key}/", 404)
    await eve.sends(f"{address}seat/{key}/", 404)

    assert (await _data(eve, address))["side"] is None


async def test_the_key_of_an_open_seat_is_no_seat_link() -> None:
    alice, eve = Browser(), Browser()
    address = await alice.starts()
    key = (await models.Seat.objects.aget(player=None)).key

    await eve.opens(f"{address}seat/{key}/", 404)
    await eve.sends(f"{address}seat/{key}/", 404)


async def test_a_key_opens_its_own_game_only() -> None:
    alice, eve = Browser(), Browser()
    address, other = await alice.starts(), await alice.starts()
    key = (await _seat_link(alice, address)).split("/")[-2]

    await eve.opens(f"{other}seat/{key}/", 404)


async def test_a_browser_keeps_its_latest_keys() -> None:
    alice, carol = Browser(), Browser()
    await carol.starts()
    addresses = [await alice.starts() for _ in range(3)]
    for address in addresses:
        await carol.sends(await _seat_link(alice, address))

    keys = await carol.client.asession()
    kept = await keys.aget("keys")

    assert kept == [(await _seat_link(alice, address)).split("/")[-2] for address in addresses]
    assert MAX_KEYS >= 200


# --- QR codes --------------------------------------------------------------------------------


async def test_the_invitation_as_a_qr_code_is_for_everybody() -> None:
    address = await Browser().starts()

    response = await Browser().gets(address + "qr.svg")

    assert response["Content-Type"] == "image/svg+xml"
    svg = response.content.decode()
    assert svg.startswith("<svg ")
    assert not re.search(r"<script|\son\w+=|style=|href", svg)


async def test_the_seat_as_a_qr_code_is_for_its_holder_only() -> None:
    alice, bob, eve = Browser(), Browser(), Browser()
    address = await alice.starts()
    await bob.sends(address + "join")

    codes = [(await who.gets(address + "seat-qr.svg")).content for who in (alice, bob)]

    assert codes[0] != codes[1]
    await eve.opens(address + "seat-qr.svg", 404)


@pytest.mark.parametrize("whose", ["page", "seat", "qr"])
async def test_what_shows_a_secret_is_never_cached(whose: str) -> None:
    alice = Browser()
    address = await alice.starts()
    path = {
        "page": address,
        "seat": await _seat_link(alice, address),
        "qr": address + "seat-qr.svg",
    }[whose]

    assert "no-store" in (await alice.gets(path))["Cache-Control"]


# --- Names -----------------------------------------------------------------------------------


async def test_a_name_is_cleaned_and_kept() -> None:
    alice = Browser()

    response = await alice.sends("/name", name="  Ada \u202e\t Lovelace\u200b ", next="/")

    assert response["Location"] == "/"
    assert (await Player.objects.aget()).name == "Ada Lovelace"
    assert "Ada Lovelace" in (await alice.opens("/")).text


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("x" * 25, "at most 24"),
        ("x" * 201, "has 201"),
        ("", "letter"),
        (" \u200b\u202e ", "letter"),
        ("\u2060", "letter"),
    ],
)
async def test_a_name_that_cannot_be_is_told_and_not_kept(name: str, sentence: str) -> None:
    alice = Browser()

    await alice.sends("/name", name=name)

    assert sentence in (await alice.opens("/")).text
    assert not await Player.objects.aexists()


MARKUP = "<b onclick=x>'\"&amp;</b>"


async def test_markup_in_a_name_is_text() -> None:
    alice, bob, eve = Browser(), Browser(), Browser()
    await alice.sends("/name", name=MARKUP)
    address = await alice.starts(side="black", invite="open")

    for browser, path in (
        (alice, "/"),
        (bob, "/"),
        (alice, address),
        (eve, address),
        (bob, await _seat_link(alice, address)),
    ):
        page = await browser.opens(path)
        raw = page.response.content.decode()
        assert MARKUP not in raw
        assert "<b onclick" not in raw
    assert (await _data(eve, address))["snapshot"]["seats"]["black"]["name"] == MARKUP
    await bob.sends(address + "join")
    assert MARKUP in str((await bob.opens("/")).text)


async def test_a_closing_script_in_a_name_does_not_end_the_data() -> None:
    alice = Browser()
    await alice.sends("/name", name="</script><script>x")
    address = await alice.starts(side="black")

    data = await _data(Browser(), address)

    assert data["snapshot"]["seats"]["black"]["name"] == "</script><script>x"


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "http:///evil.example",
        "https:evil.example",
        "\x00//evil.example",
        "",
    ],
)
async def test_nobody_is_sent_elsewhere_after_renaming(target: str) -> None:
    response = await Browser().sends("/name", name="Alice", next=target)

    assert response["Location"] == "/"


async def test_one_goes_back_to_the_page_one_came_from() -> None:
    alice = Browser()
    address = await alice.starts()

    response = await alice.sends("/name", name="Alice", next=address)

    assert response["Location"] == address
    # The game keeps the name it began with only until somebody reads it anew.
    assert (await _data(alice, address))["snapshot"]["seats"] is not None


async def test_the_token_of_a_page_is_its_browsers_own() -> None:
    alice, mallory = Browser(), Browser()
    token = await mallory.token()
    await alice.opens("/")

    response: Any = await alice.client.post(
        "/name", {"csrfmiddlewaretoken": token, "name": "Mallory"}
    )

    assert response.status_code == 403
    assert "must allow cookies" in Page(response).text
