"""Friends and challenges through forms, as a browser without scripts and an attacker send them."""

import asyncio
import re
from html import unescape
from typing import Any

import msgspec
import pytest
from django.test import AsyncClient

from games import mnk
from games.friends import challenges
from games.friends.models import Challenge, Friend, FriendRequest, LastSeen
from games.limits import configured
from games.pages.friends import presence_words
from games.play import protocol
from games.play.clock import now_ms
from games.play.models import Game
from games.players import bots
from games.players.models import Block, OpenTo, Player
from tests.friends.pages import Pages
from tests.pages.browser import Browser
from tests.people import PATIENCE_S, Table

pytestmark = pytest.mark.usefixtures("hub")

FORM: dict[str, Any] = {"preset": "3x3", "invite": "link", "side": "black"}
MARKUP = "<b>Bob & “I”</b>"


async def _person(name: str) -> tuple[Browser, Player]:
    browser = Browser()
    await browser.sends("/name", name=name)
    return browser, await Player.objects.aget(name=name)


async def _challenges(browser: Browser, whom: Player, **fields: Any) -> str:
    """Challenge somebody; the name of the game in links."""
    answer = await browser.sends(f"/player/{whom.slug}/challenge", **{**FORM, **fields})
    return answer["Location"].strip("/").rsplit("/", 1)[1]


async def _words(browser: Browser, path: str) -> str:
    html = (await browser.opens(path)).response.content.decode()
    return " ".join(unescape(re.sub("<[^>]*>", " ", html)).split())


# --- Challenges -----------------------------------------------------------------------------------


async def test_from_a_form_to_the_board_without_scripts(table: Table) -> None:
    (alice, _), (bob, bobs) = await _person("Alice"), await _person("Bob")
    game = await _challenges(alice, bobs, best_of="3", clock="5+3")
    words = await _words(bob, "/friends")
    assert "Alice challenges you" in words
    about = "3×3, three in a row · 5 min + 3 s · not rated · best of 3 · you play O"
    assert about in words
    assert about in await _words(bob, "/")
    assert "Waiting for Bob" in await _words(alice, "/friends")

    answer = await bob.sends(f"/game/{game}/accept")
    assert answer["Location"] == f"/game/{game}/"
    data = (await bob.opens(f"/game/{game}/")).data["game-data"]
    assert data["side"] == "white"
    assert data["snapshot"]["series"]["bestOf"] == 3
    assert "Bob accepted" in await _words(alice, "/friends")
    assert "challenges you" not in await _words(bob, "/friends")


async def test_the_page_of_the_game_knows_for_whom_it_waits(table: Table) -> None:
    (alice, _), (bob, bobs), (eve, _) = [await _person(name) for name in ("Alice", "Bob", "Eve")]
    game = await _challenges(alice, bobs)
    shown = [(await each.opens(f"/game/{game}/")).data["game-data"] for each in (alice, bob, eve)]
    assert [each["challenge"] for each in shown] == [
        {"name": "Bob", "mine": True},
        {"name": "Alice", "mine": False},
        None,
    ]
    assert [each["canJoin"] for each in shown] == [None, "white", None]
    await eve.sends(f"/game/{game}/join")
    assert not (await Game.objects.aget(slug=game)).started


async def test_an_answer_reaches_the_one_who_asked_and_goes_once_seen(table: Table) -> None:
    (alice, _), (bob, bobs) = await _person("Alice"), await _person("Bob")
    game = await _challenges(alice, bobs)
    await bob.sends(f"/game/{game}/decline", reason="anotherBoard")
    assert "Bob would rather play on another board." in await _words(alice, "/friends")
    answer = await alice.sends(f"/game/{game}/noted", next="/friends")
    assert answer["Location"] == "/friends"
    assert "another board" not in await _words(alice, "/friends")


async def test_a_reason_that_is_none_is_left_out(table: Table) -> None:
    (alice, _), (bob, bobs) = await _person("Alice"), await _person("Bob")
    game = await _challenges(alice, bobs)
    await bob.sends(f"/game/{game}/decline", reason="<script>", next="//evil.example")
    assert "Bob declined your challenge." in await _words(alice, "/friends")


async def test_another_game_is_suggested_with_the_same_form(table: Table) -> None:
    (alice, _), (bob, bobs) = await _person("Alice"), await _person("Bob")
    game = await _challenges(alice, bobs, preset="10x10", clock="3d")
    page = await bob.opens(f"/game/{game}/counter")
    html = page.response.content.decode()
    assert 'value="10x10" data-label="Gomoku, 10×10"' in html or 'value="10x10"' in html
    chosen = html.split('value="10x10"')[1].split(">")[0]
    assert "checked" in chosen
    answer = await bob.sends(f"/game/{game}/counter", **FORM)
    assert "Bob suggests another game" in await _words(alice, "/friends")
    await alice.sends(f"{answer['Location']}accept")
    assert (await Game.objects.aget(slug=answer["Location"].strip("/")[5:])).started
    assert "Alice challenges you" not in await _words(bob, "/friends")


async def test_two_tabs_that_accept_at_once_both_come_to_the_board(table: Table) -> None:
    (alice, _), (bob, bobs) = await _person("Alice"), await _person("Bob")
    game = await _challenges(alice, bobs)
    token = (await bob.opens("/friends")).fields["csrfmiddlewaretoken"]
    form = {"csrfmiddlewaretoken": token}
    told: list[Any] = await asyncio.gather(
        *(bob.client.post(f"/game/{game}/accept", form) for _ in range(2))
    )
    assert [each["Location"] for each in told] == [f"/game/{game}/"] * 2


async def test_what_has_lapsed_is_accepted_no_more(table: Table) -> None:
    (alice, _), (bob, bobs) = await _person("Alice"), await _person("Bob")
    game = await _challenges(alice, bobs)
    now = now_ms()
    await Challenge.objects.filter(game__slug=game).aupdate(at_ms=now - 1, until_ms=now)
    answer = await bob.sends(f"/game/{game}/accept")
    assert answer["Location"] == "/friends"
    assert "This challenge no longer stands." in await _words(bob, "/friends")
    assert not (await Game.objects.aget(slug=game)).started
    assert "Bob didn’t answer your challenge." in await _words(alice, "/friends")
    answer = await bob.sends(f"/game/{game}/decline")
    assert answer["Location"] == "/friends"
    assert "This challenge no longer stands." in await _words(bob, "/friends")


@pytest.mark.parametrize("way", ["accept", "decline", "withdraw", "noted", "counter"])
async def test_another_persons_challenge_is_not_to_be_found(table: Table, way: str) -> None:
    (alice, _), (_, bobs), (eve, _) = [await _person(name) for name in ("Alice", "Bob", "Eve")]
    game = await _challenges(alice, bobs)
    await eve.sends(f"/game/{game}/{way}", 404, **FORM)
    await Browser().sends(f"/game/{game}/{way}", 404, **FORM)
    if way in ("accept", "decline", "counter"):  # nor does it answer itself
        await alice.sends(f"/game/{game}/{way}", 404, **FORM)
    assert "Waiting for Bob" in await _words(alice, "/friends")


async def test_a_private_challenge_is_told_to_nobody_else(table: Table) -> None:
    (alice, _), (bob, bobs), (eve, _) = [await _person(name) for name in ("Alice", "Bob", "Eve")]
    game = await _challenges(alice, bobs, visibility="private")
    await eve.opens(f"/game/{game}/", 403)
    for path in ("/friends", "/", "/watch", f"/player/{bobs.slug}/"):
        assert game not in (await eve.opens(path)).response.content.decode()
    await bob.sends(f"/game/{game}/accept")
    await bob.opens(f"/game/{game}/")


async def test_nobody_challenges_themselves_a_bot_or_whoever_has_blocked_them(
    table: Table,
) -> None:
    (alice, alices), (bob, bobs) = await _person("Alice"), await _person("Bob")
    assert "This is you." in (await alice.opens(f"/player/{alices.slug}/challenge", 409)).text
    bot = await asyncio.to_thread(lambda: bots.every_bot()[0])
    novice = await Player.objects.filter(level=bot.key).afirst()
    if novice is None:
        await alice.starts(bot=bot.key, opponent=bot.key)
        novice = await Player.objects.aget(level=bot.key)
    refused = await alice.sends(f"/player/{novice.slug}/challenge", 409, **FORM)
    assert "plays by a program" in refused.content.decode()
    await bob.sends(f"/block/{alices.slug}")
    refused = await alice.sends(f"/player/{bobs.slug}/challenge", 409, **FORM)
    assert "isn’t taking requests" in refused.content.decode()
    assert "block" not in refused.content.decode().split("<main")[1].split("</main")[0].lower()
    assert await Challenge.objects.acount() == 0


async def test_nobody_becomes_a_guest_for_what_is_refused(table: Table) -> None:
    _, bobs = await _person("Bob")
    await Player.objects.filter(pk=bobs.pk).aupdate(open_to=OpenTo.ACCOUNTS)
    before = await Player.objects.acount()
    stranger = Browser()
    assert (
        "Sign in or create one"
        in (await stranger.opens(f"/player/{bobs.slug}/challenge", 409)).text
    )
    await stranger.sends(f"/player/{bobs.slug}/challenge", 409, **FORM)
    await Player.objects.filter(pk=bobs.pk).aupdate(open_to=OpenTo.EVERYBODY)
    await stranger.sends(f"/player/{bobs.slug}/challenge", 400, preset="99x99", invite="link")
    private = {**FORM, "rated": "on", "visibility": "private"}
    await stranger.sends(f"/player/{bobs.slug}/challenge", 400, **private)
    assert await Player.objects.acount() == before


async def test_a_form_that_cannot_be_is_shown_again_with_what_was_wrong(table: Table) -> None:
    (alice, _), (_, bobs) = await _person("Alice"), await _person("Bob")
    path = f"/player/{bobs.slug}/challenge"
    wrong = await alice.sends(path, 400, **FORM, rated="on", visibility="private")
    assert "Rated games are public." in wrong.content.decode()
    await alice.sends(path, 400, **{**FORM, "best_of": "4"})
    await _challenges(alice, bobs)
    again = await alice.sends(path, 409, **FORM)
    assert "already challenged Bob" in again.content.decode()
    assert await Challenge.objects.acount() == 1


async def test_whoever_asks_too_much_is_asked_to_wait(table: Table, settings: Any) -> None:
    settings.INAROW_LIMITS = configured("asks=2/day")
    alice, _ = await _person("Alice")
    for number in range(3):
        _, whom = await _person(f"Bob {number}")
        status = 429 if number == 2 else 302
        await alice.sends(f"/player/{whom.slug}/challenge", status, **FORM)
    await alice.asks(f"/friend/{whom.slug}/ask", 429)
    assert await Challenge.objects.acount() == 2


async def test_nobody_challenges_a_thousand_people(
    table: Table, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.INAROW_LIMITS = configured("off")
    monkeypatch.setattr(challenges, "MOST_SENT", 2)
    alice, _ = await _person("Alice")
    for number in range(3):
        _, whom = await _person(f"Bob {number}")
        await alice.sends(f"/player/{whom.slug}/challenge", 409 if number == 2 else 302, **FORM)


@pytest.mark.parametrize(
    "path",
    [
        "/player/nobody/challenge",
        "/game/nothing/accept",
        "/game/nothing/decline",
        "/game/nothing/withdraw",
        "/friend/nobody/ask",
        "/friend/nobody/accept",
        "/block/nobody",
        "/settings/open-to",
    ],
)
async def test_no_other_site_can_act_here(path: str) -> None:
    answer: Any = await AsyncClient(enforce_csrf_checks=True).post(path, FORM)
    assert answer.status_code == 403


# --- Friends --------------------------------------------------------------------------------------


async def test_two_become_friends_and_part(table: Table) -> None:
    (alice, alices), (bob, bobs) = await _person("Alice"), await _person("Bob")
    await alice.sends(f"/friend/{bobs.slug}/ask")
    assert "Withdraw request" in await _words(alice, f"/player/{bobs.slug}/")
    assert "They’d like to be friends Alice" in await _words(bob, "/friends")
    assert "Accept as a friend" in await _words(bob, f"/player/{alices.slug}/")
    await bob.sends(f"/friend/{alices.slug}/accept")
    for browser, other in ((alice, "Bob"), (bob, "Alice")):
        assert f"Your friends {other} not here" in await _words(browser, "/friends")
    assert "your friend" in await _words(alice, f"/player/{bobs.slug}/")
    await bob.sends(f"/friend/{alices.slug}/remove")
    assert "No friends here yet" in await _words(alice, "/friends")
    assert "Add friend" in await _words(alice, f"/player/{bobs.slug}/")


async def test_a_page_that_is_open_hears_what_is_pressed_on_another(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.friends.feed.PAUSE_S", 0.01)
    monkeypatch.setattr("games.friends.feed.LOOK_S", PATIENCE_S)  # it has to be told
    pages = Pages(table)
    (alice, alices), (bob, bobs) = await _person("Alice"), await _person("Bob")
    hers, his = await pages.opens(alices), await pages.opens(bobs)
    await alice.sends(f"/friend/{bobs.slug}/ask")
    await his.sees(lambda me: [each["name"] for each in me["asking"]] == ["Alice"])
    await bob.sends(f"/friend/{alices.slug}/accept")
    await hers.sees(lambda me: [each["name"] for each in me["friends"]] == ["Bob"])
    game = await _challenges(alice, bobs)
    await bob.sends(f"/game/{game}/decline")
    await hers.sees(lambda me: [each["state"] for each in me["challenges"]] == ["declined"])
    await alice.sends(f"/game/{game}/noted")
    await hers.sees(lambda me: not me["challenges"])
    await pages.close()


async def test_a_request_is_withdrawn_or_declined_without_a_word(table: Table) -> None:
    (alice, alices), (bob, bobs) = await _person("Alice"), await _person("Bob")
    await alice.sends(f"/friend/{bobs.slug}/ask")
    await alice.sends(f"/friend/{bobs.slug}/withdraw")
    assert not await FriendRequest.objects.aexists()
    await alice.sends(f"/friend/{bobs.slug}/ask")
    await bob.sends(f"/friend/{alices.slug}/decline", next="/friends")
    assert "Alice" not in await _words(bob, "/friends")
    # She is told when she asks again, and not before.
    assert "say yes the last time" not in await _words(alice, f"/player/{bobs.slug}/")
    answer = await alice.sends(f"/friend/{bobs.slug}/ask", next="/friends")
    assert answer["Location"] == "/friends"
    assert "say yes the last time" in await _words(alice, "/friends")
    refused = await alice.asks(f"/friend/{bobs.slug}/ask", 409)
    assert refused["code"] == "askedLately"


async def test_nobody_accepts_what_was_not_asked(table: Table) -> None:
    (_, alices), (bob, _) = await _person("Alice"), await _person("Bob")
    refused = await bob.asks(f"/friend/{alices.slug}/accept", 404)
    assert refused["code"] == "nobodyAsks"
    assert not await Friend.objects.aexists()


async def test_somebody_is_blocked_and_unblocked(table: Table) -> None:
    (alice, alices), (bob, bobs) = await _person("Alice"), await _person("Bob")
    await bob.sends(f"/block/{alices.slug}")
    assert "Alice" in await _words(bob, "/blocked")
    assert "Unblock" in await _words(bob, f"/player/{alices.slug}/")
    hers = await _words(alice, f"/player/{bobs.slug}/")
    assert "Challenge" not in hers
    assert "Add friend" not in hers
    await bob.sends(f"/unblock/{alices.slug}", next="/blocked")
    assert "You haven’t blocked anyone" in await _words(bob, "/blocked")
    await _challenges(alice, bobs)
    await bob.sends(f"/block/{bobs.slug}")
    assert await Block.objects.acount() == 0


async def test_who_may_ask_is_a_setting(table: Table) -> None:
    (alice, _), (bob, bobs) = await _person("Alice"), await _person("Bob")
    await bob.sends("/settings/open-to", open_to="nobody")
    html = (await bob.opens("/settings/")).response.content.decode()
    assert "Saved." in html
    assert '<option value="nobody" selected>' in html
    await alice.sends(f"/player/{bobs.slug}/challenge", 409, **FORM)
    await bob.sends("/settings/open-to", open_to="<b>")
    await bobs.arefresh_from_db()
    assert bobs.open_to == OpenTo.NOBODY


async def test_people_are_found_by_name_and_among_those_one_has_played(table: Table) -> None:
    (alice, _), (bob, bobs), _ = [await _person(name) for name in ("Alice", "Bob", "Dan")]
    assert "Dan Guest Add friend : Dan" in await _words(alice, "/friends?name=dan")
    assert "Nobody is called “ Zoe ”." in await _words(alice, "/friends?name=Zoe")
    assert "this is you" in await _words(alice, "/friends?name=ALICE")
    await alice.opens("/friends?name=" + "x" * 500)
    game = await _challenges(alice, bobs)
    await bob.sends(f"/game/{game}/accept")
    assert "You played lately Bob" in await _words(alice, "/friends")


async def test_names_are_inert_text(table: Table) -> None:
    (alice, _), (bob, bobs) = await _person("Alice"), await _person("Bob")
    await Player.objects.filter(pk=bobs.pk).aupdate(name=MARKUP)
    await bob.sends(f"/player/{(await Player.objects.aget(name='Alice')).slug}/challenge", **FORM)
    for path in ("/friends", "/", f"/player/{bobs.slug}/", f"/player/{bobs.slug}/challenge"):
        page = await alice.opens(path)
        assert MARKUP in page.text, path
        assert "<b>Bob" not in page.response.content.decode(), path


async def test_friends_who_were_here_last_come_first(table: Table) -> None:
    alice, hers = await _person("Alice")
    for name, seen_ms in (("Bob", 1_000), ("Carol", None), ("Dave", 3_000), ("Eve", 3_000)):
        friend = await Player.objects.acreate(name=name)
        await Friend.objects.acreate(player=hers, friend=friend, since_ms=0)
        if seen_ms is not None:
            await LastSeen.objects.acreate(player=friend, at_ms=seen_ms)
    words = await _words(alice, "/friends")
    shown = dict.fromkeys(re.findall("Bob|Carol|Dave|Eve", words))
    assert list(shown) == ["Dave", "Eve", "Bob", "Carol"]


def test_a_friend_who_plays_is_said_to_play_somebody_and_on_which_board() -> None:
    board = protocol.VariantPart(width=15, height=15, k=5, line_rule=mnk.LineRule.FREESTYLE)
    playing = protocol.PlayingPart("a-game", "Eve", board)
    bob = protocol.FriendPart(player="bob", name="Bob", here=True, playing=playing, seen=None)

    assert presence_words(bob, 0) == "playing Eve, 15×15"
    assert presence_words(msgspec.structs.replace(bob, playing=None), 0) == "online"


async def test_a_script_is_told_what_was_refused_and_needs_no_page(table: Table) -> None:
    (alice, alices), (bob, bobs) = await _person("Alice"), await _person("Bob")
    game = await _challenges(alice, bobs)

    async def presses(path: str) -> Any:
        fields = {"csrfmiddlewaretoken": await bob.token()}
        return await bob.client.post(path, fields, headers={"accept": "application/json"})

    for path in (f"/friend/{alices.slug}/ask", f"/game/{game}/decline"):
        answer = await presses(path)
        assert (answer.status_code, answer.content) == (204, b"")
    for path, status, code in (
        (f"/friend/{alices.slug}/accept", 404, "nobodyAsks"),
        (f"/game/{game}/decline", 409, "challengeIsOver"),
        ("/game/nosuchgame/decline", 404, "noSuchChallenge"),
    ):
        assert (await bob.asks(path, status))["code"] == code
    assert "Alice" in await _words(bob, "/friends")
    assert "no longer stands" not in await _words(bob, "/friends")


async def test_strangers_have_no_friends_yet(table: Table) -> None:
    assert "No friends here yet" in await _words(Browser(), "/friends")
    assert await Player.objects.acount() == 0
