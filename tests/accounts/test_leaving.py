"""Somebody deletes their account: their games stay, their name goes; and before, their data."""

import json

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session

from games import mnk
from games.accounts import archive, joining, leaving
from games.friends import people
from games.friends.models import Challenge, Friend, FriendRequest
from games.play.hub import Hub
from games.play.models import ChatLine, Game, Seat
from games.players.models import Block, Follow, Kind, Mute, Player, PlayerRating
from games.review.models import Study
from tests.accounts.test_signing import PASSWORD, adds_address, player_in, signs_up
from tests.friends.pages import guest
from tests.friends.test_challenges import sends
from tests.pages.browser import Browser, letters

pytestmark = pytest.mark.usefixtures("hub")


async def _mira() -> tuple[Browser, Player]:
    browser = Browser()
    await browser.starts(side="black")
    await signs_up(browser, "Mira")
    return browser, await Player.objects.aget(kind=Kind.ACCOUNT)


async def _leaves(browser: Browser, name: str = "Mira", status: int = 302) -> str:
    await browser.sends("/account/reauthenticate/", password=PASSWORD)
    return (await browser.sends("/account/leave/", status, name=name)).content.decode()


async def test_the_name_goes_and_the_games_stay() -> None:
    browser, mira = await _mira()
    bob = Browser()
    game = await Game.objects.aget()
    await bob.sends(f"/game/{game.slug}/join")
    other = await Player.objects.aget(kind=Kind.GUEST, joined_to=None)
    await ChatLine.objects.acreate(
        game=game, author=mira, room="players", side=0, text="Hello", command="1", at_ms=1
    )
    await Study.objects.acreate(owner=mira, title="Mine", text="{}", created_ms=1, changed_ms=1)
    await Follow.objects.acreate(follower=other, followed=mira)
    await Mute.objects.acreate(by=mira, whom=other)
    await PlayerRating.objects.acreate(player=mira, family=mnk.Family.THREE, games=1, counted_ms=1)
    key = (await Seat.objects.aget(player=mira)).key

    await _leaves(browser)

    await mira.arefresh_from_db()
    assert (mira.name, mira.user_id, mira.looks_like) == (leaving.NAME, None, None)
    assert not await User.objects.aexists()
    for kind in (ChatLine, Study, Follow, Mute, PlayerRating):
        assert not await kind._default_manager.aexists(), kind
    await game.arefresh_from_db()
    assert game.termination  # nobody waits for them
    seat = await Seat.objects.aget(player=mira)
    assert seat.key != key
    assert await player_in(browser) is None
    page = await bob.opens(f"/game/{game.slug}/")
    assert leaving.NAME in page.text
    assert "Mira" not in page.text
    await signs_up(Browser(), "Mira")  # the name is free


async def test_friends_and_challenges_go_too(hub: Hub) -> None:
    browser, mira = await _mira()
    bob, eve = await guest("Bob"), await guest("Eve")
    await sync_to_async(people.ask)(mira, bob, at=1)
    await sync_to_async(people.accept)(bob, mira, at=1)
    await sync_to_async(people.ask)(eve, mira, at=1)
    await sync_to_async(people.block)(mira, await guest("Zoe"))
    challenged = await sends(hub, bob, mira)
    await sends(hub, mira, eve)

    await _leaves(browser)

    for kind in (Friend, FriendRequest, Block, Challenge):
        assert not await kind._default_manager.aexists(), kind
    assert not await Game.objects.filter(termination="").aexists()  # nobody waits for them
    assert (await Game.objects.aget(slug=challenged)).termination == "abort"


async def test_only_whoever_types_the_name_means_it() -> None:
    browser, mira = await _mira()
    assert "Nothing was deleted" in await _leaves(browser, "Myra", status=400)
    assert await player_in(browser) == mira.pk
    assert await User.objects.acount() == 1


async def test_a_page_left_open_cannot_delete_without_the_password() -> None:
    browser, _ = await _mira()
    answer = await browser.sends("/account/leave/", name="Mira")
    assert answer["Location"].startswith("/account/reauthenticate/")
    assert await User.objects.acount() == 1


async def test_every_session_of_a_deleted_account_ends() -> None:
    browser, _ = await _mira()
    there = Browser()
    await there.sends("/account/login/", login="Mira", password=PASSWORD)
    here = browser.session
    await _leaves(browser)
    assert await player_in(there) is None
    for key in (here, there.session):
        assert not await Session.objects.filter(session_key=key).aexists()
    assert browser.session != here
    assert "Your account is deleted." in (await browser.opens("/")).text


async def test_my_data_is_what_is_kept_about_me_and_nobody_else() -> None:
    browser, mira = await _mira()
    await adds_address(browser, "mira@example.org")
    eve = Browser()
    await signs_up(eve, "Eve")
    await Study.objects.acreate(
        owner=mira, title="Mine", text='{"a":1}', created_ms=1, changed_ms=1
    )
    kept = json.loads((await browser.gets("/account/data.json")).content)
    assert kept["player"]["name"] == kept["account"]["name"] == "Mira"
    assert kept["account"]["addresses"] == [{"email": "mira@example.org", "verified": False}]
    assert kept["studies"][0]["title"] == "Mine"
    assert len(kept["games"]) == 1
    assert "password" not in json.dumps(kept)
    assert json.loads((await eve.gets("/account/data.json")).content)["studies"] == []
    await Browser().gets("/account/data.json", 404)
    guest = Browser()
    await guest.starts()
    assert json.loads((await guest.gets("/account/data.json")).content)["account"] is None


def test_every_table_that_names_a_player_is_in_the_data_or_has_no_secret_of_theirs() -> None:
    """What is new in the database is thought of here."""
    in_file = set(archive.TABLES)
    assert {model for model, _ in joining.handled()} - in_file == set()


async def test_a_letter_confirms_the_address(hub: Hub) -> None:
    browser, _ = await _mira()
    await adds_address(browser, "mira@example.org")
    assert [letter.to for letter in letters()] == [["mira@example.org"]]
