"""The moderators' pages: for moderators alone, and what is pressed there is done and logged."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.db.models import F
from django.test import AsyncClient

from games.moderation.models import Entry
from games.play.models import ChatLine, Game, Move, Report, Seat, Why
from games.players.models import Kind, Player
from games.review.models import Agreement
from games.reviews import agreement, examining
from tests.accounts.test_signing import signs_up
from tests.moderation.moderators import account, moderator
from tests.pages.browser import Browser, Page, check_headers
from tests.people import Table, all_hear
from tests.reviews.proved import reviewed
from tests.reviews.test_badges import FORK

pytestmark = pytest.mark.usefixtures("hub")
SCRIPT = "<script>alert(1)</script>"


async def _signed_in(user: User) -> Browser:
    client = AsyncClient(enforce_csrf_checks=True)
    await client.aforce_login(user)
    return Browser(client)


@pytest.fixture
async def mona() -> Browser:
    """A moderator."""
    return await _signed_in(await sync_to_async(moderator)())


async def _reported() -> tuple[Player, Game]:
    """Alice, whom Bob has reported for a line and for herself, in a game of theirs."""

    def make() -> tuple[Player, Game]:
        alice, bob = account("Alice"), account("Bob")
        game = reviewed(FORK, alice, bob)
        line = ChatLine.objects.create(
            game=game, author=alice, room="players", side=0, text=SCRIPT, command="1", at_ms=1
        )
        Report.objects.create(line=line, by=bob, at_ms=1)
        Report.objects.create(player=alice, by=bob, why=Why.ENGINE, text=SCRIPT, game=game, at_ms=2)
        return alice, game

    return await sync_to_async(make)()


# --- Who may --------------------------------------------------------------------------------------


async def test_for_nobody_but_moderators_there_are_such_pages() -> None:
    alice, game = await _reported()
    stranger, signed_up = Browser(), Browser()
    await signs_up(signed_up, "Eve")
    staff = await User.objects.acreate_user("Steve", is_staff=True)  # without the permission
    was = await sync_to_async(moderator)("Mike")
    was.is_staff = False
    await was.asave()
    closed = await sync_to_async(moderator)("Claus")
    everybody = [stranger, signed_up, await _signed_in(staff), await _signed_in(was)]
    their = await _signed_in(closed)
    await User.objects.filter(pk=closed.pk).aupdate(is_active=False)
    for browser in (*everybody, their):
        for page in (
            "/moderation/",
            "/moderation/log",
            f"/moderation/player/{alice.slug}/",
            f"/moderation/game/{game.slug}/",
        ):
            assert "Report" not in (await browser.opens(page, 404)).text
        for page, act in (
            (f"/moderation/player/{alice.slug}/act", "close"),
            (f"/moderation/player/{alice.slug}/act", "warn"),
            (f"/moderation/game/{game.slug}/act", "remove"),
        ):
            await browser.sends(page, 404, act=act, reason="Because")
        assert "Moderate" not in (await browser.opens(f"/player/{alice.slug}/")).text
    assert not await Entry.objects.aexists()


async def test_nothing_is_done_from_a_page_of_somebody_elses() -> None:
    """Without a token, as a form on another site would send it."""
    alice, _ = await _reported()
    browser = await _signed_in(await sync_to_async(moderator)())
    answer: Any = await browser.client.post(
        f"/moderation/player/{alice.slug}/act", {"act": "close", "reason": "Because"}
    )
    assert answer.status_code == 403
    assert not await Entry.objects.aexists()


async def test_a_moderator_is_told_why_they_may_not_act_on_a_moderator(mona: Browser) -> None:
    mike = await sync_to_async(moderator)("Mike")
    player = await Player.objects.aget(user=mike)
    page = await mona.opens(f"/moderation/player/{player.slug}/")
    assert "Only whoever runs the server may act." in page.text
    assert 'value="close"' not in page.response.content.decode()
    await mona.sends(f"/moderation/player/{player.slug}/act", act="close", reason="Because")
    await mike.arefresh_from_db()
    assert mike.is_active
    assert not await Entry.objects.aexists()


async def test_what_is_no_action_is_refused(mona: Browser) -> None:
    alice, game = await _reported()
    for act in ("", "delete", "remove"):
        await mona.sends(f"/moderation/player/{alice.slug}/act", 400, act=act, reason="Because")
    await mona.sends(f"/moderation/game/{game.slug}/act", 400, act="close", reason="Because")


# --- Deciding -------------------------------------------------------------------------------------


def _says(page: Page, *words: str) -> None:
    text = " ".join(page.text.split())
    for each in words:
        assert each in text, (each, text)
    assert SCRIPT not in page.response.content.decode()


async def test_a_moderator_finds_the_queue_from_their_account(mona: Browser) -> None:
    eve = Browser()
    await signs_up(eve, "Eve")
    assert 'href="/moderation/"' in (await mona.gets("/account/")).content.decode()
    assert 'href="/moderation/"' not in (await eve.gets("/account/")).content.decode()


async def test_the_queue_tells_who_is_reported_by_whom_and_why(mona: Browser) -> None:
    alice, game = await _reported()
    page = await mona.opens("/moderation/")
    _says(page, "Alice", "2 open reports", "Plays with the help of an engine", "reported by Bob")
    content = page.response.content.decode()
    assert f"/moderation/player/{alice.slug}/" in content
    assert f"/moderation/game/{game.slug}/" in content

    place = f"/moderation/player/{alice.slug}/act"
    await mona.sends(place, act="settle", reason="Looked at it")
    _says(await mona.opens("/moderation/"), "No report is open")
    page = await mona.opens(f"/moderation/player/{alice.slug}/")
    _says(page, "2 reports were settled before")
    assert "reported by Bob" not in page.text
    page = await mona.opens("/moderation/log")
    _says(page, "Settled the reports: Alice", "Looked at it", "Mona")


@pytest.mark.parametrize(
    ("days", "said"), [("7", "muted until 2050-01-02 03:04 UTC"), ("", "muted for good")]
)
async def test_the_page_says_for_how_long_somebody_is_silenced(
    mona: Browser, days: str, said: str
) -> None:
    alice = await sync_to_async(account)("Alice")
    page = f"/moderation/player/{alice.slug}/"
    assert "Muted" not in (await mona.opens(page)).text
    await mona.sends(f"{page}act", act="mute", days=days, reason="Because")
    if days == "7":
        until = datetime(2050, 1, 2, 3, 4, tzinfo=UTC)
        await Player.objects.filter(pk=alice.pk).aupdate(silenced_until=until)

    _says(await mona.opens(page), said)


async def test_without_a_reason_the_page_says_what_is_missing(mona: Browser) -> None:
    alice, _ = await _reported()
    await mona.sends(f"/moderation/player/{alice.slug}/act", act="mute", days="7", reason=" ")
    _says(await mona.opens(f"/moderation/player/{alice.slug}/"), "Say why in a few words.")
    await alice.arefresh_from_db()
    assert alice.silenced_until is None


async def test_a_warning_stands_on_pages_but_for_games_until_it_is_read(mona: Browser) -> None:
    browser = Browser()
    await signs_up(browser, "Rudy")
    rudy = await Player.objects.aget(name="Rudy")
    await mona.sends(f"/moderation/player/{rudy.slug}/act", act="warn", reason=f"Be kind {SCRIPT}")
    for page in ("/", "/leaderboard/", f"/player/{rudy.slug}/"):
        _says(await browser.opens(page), "A moderator writes to you", "Be kind")
    game = await browser.starts()
    assert "Be kind" not in (await browser.opens(game)).text
    _says(await mona.opens(f"/moderation/player/{rudy.slug}/"), "hasn’t read the last warning")
    assert "Be kind" not in (await Browser().opens(f"/player/{rudy.slug}/")).text
    await browser.sends("/warning/read", next="//evil.example/")
    assert "Be kind" not in (await browser.opens("/")).text


async def test_somebody_is_muted_renamed_and_closed_from_their_page(mona: Browser) -> None:
    alice, _ = await _reported()
    place = f"/moderation/player/{alice.slug}/"
    await mona.sends(f"{place}act", act="mute", days="", reason="Rude")
    _says(await mona.opens(place), "muted for good")
    await mona.sends(f"{place}act", act="let_speak", reason="Asked nicely")
    await mona.sends(f"{place}act", act="rename", name="Ada", reason="Offensive")
    await mona.sends(f"{place}act", act="close", reason="Uses an engine")
    page = await mona.opens(place)
    _says(page, "This account is closed", "“Alice” → “Ada”", "Closed", "Muted")
    await mona.sends(f"{place}act", act="reopen", reason="A mistake")
    acts = [row.action async for row in Entry.objects.order_by("pk")]
    assert acts == ["mute", "let_speak", "rename", "close", "reopen"]


async def test_the_queue_says_which_reported_line_is_hidden(mona: Browser) -> None:
    await _reported()
    hidden = '<span class="tag">hidden</span>'
    assert hidden not in (await mona.opens("/moderation/")).response.content.decode()
    await ChatLine.objects.aupdate(hidden_ms=1)
    assert hidden in (await mona.opens("/moderation/")).response.content.decode()


async def test_a_line_is_hidden_from_the_pages_that_are_open(table: Table, mona: Browser) -> None:
    game = await table.game()
    alice, bob, _ = await table.three(game)
    await alice.says("say", room="players", text="Rude")
    await all_hear(alice, bob)
    line = await ChatLine.objects.aget()
    player, other = await Player.objects.aget(name="Alice"), await Player.objects.aget(name="Bob")

    # Only lines of the player whose page it is.
    await mona.sends(
        f"/moderation/player/{other.slug}/act", act="hide", line=[line.pk, "x"], reason="Rude"
    )
    await bob.hears_nothing()
    await mona.sends(
        f"/moderation/player/{player.slug}/act", act="hide", line=[line.pk], reason="Rude"
    )
    assert (await all_hear(alice, bob))["type"] == "chatHidden"
    entry = await Entry.objects.aget()
    assert (entry.action, entry.line, entry.player) == ("hide", line.pk, player.slug)


async def test_a_game_is_shown_beside_the_engine_and_taken_off_the_lists(mona: Browser) -> None:
    _, game = await _reported()
    await Move.objects.filter(game=game).aupdate(at_ms=F("at_ms") + 1500 * F("ply"))
    place = f"/moderation/game/{game.slug}/"
    page = await mona.opens(place)
    _says(page, "Alice – Bob", "Move by move", "proved", "50 %")
    rows = re.findall(r"<tr[^>]*><th scope=\"row\">.*?</tr>", page.response.content.decode())
    times = [re.findall(r"<td>(.*?)</td>", row)[2] for row in rows]
    assert times == ["", *["1.5 s"] * (len(rows) - 1)]
    assert len(rows) > 1
    await mona.sends(f"{place}act", act="remove", reason="Names")
    _says(await mona.opens(place), "removed from lists", "Removed a game from lists")
    await mona.sends(f"{place}act", act="put_back", reason="A mistake")
    assert "removed from lists," not in (await mona.opens(place)).text
    await mona.opens("/moderation/game/nothing/", 404)


def _others_agree(count: int) -> None:
    """So many others of the same strength, who played the best move every second time."""
    for number in range(count):
        game = Game.objects.create(width=3, height=3, k=3, line_rule="freestyle", started=True)
        player = Player.objects.create(name=f"Guest {number}")
        Seat.objects.create(game=game, side=0, player=player)
        Agreement.objects.create(
            game=game, side=0, stage=0, family="3x3", rating=1500, proved=20, proved_best=10
        )


async def test_agreement_is_told_beside_others_of_that_strength(mona: Browser) -> None:
    alice, game = await _reported()

    def read() -> None:
        from games import library

        while not library.shelve(most=50).is_last:
            pass
        while (number := examining.next_review()) is not None:
            examining.examine(number)

    await sync_to_async(read)()
    page = await mona.opens(f"/moderation/player/{alice.slug}/?family=3x3")
    _says(page, "It proves nothing", "Black against Bob", "Moves 1 to 10", "100 %", "/ 4")
    assert f"/moderation/game/{game.slug}/" in page.response.content.decode()
    _says(page, "hadn’t settled in any of these games")  # a guest's game, not rated
    await Agreement.objects.aupdate(rating=1500)
    page = await mona.opens(f"/moderation/player/{alice.slug}/?family=3x3")
    _says(page, "Usual: others rated 1400 to 1600", "Only 0 other players of like strength")
    await sync_to_async(_others_agree)(agreement.LEAST_PLAYERS)
    page = await mona.opens(f"/moderation/player/{alice.slug}/?family=3x3")
    _says(
        page, "Of 5 others of like strength (", "between 50 % and 50 %", "Alice: 100 % of 4 moves."
    )
    await mona.opens(f"/moderation/player/{alice.slug}/?family=nothing")


async def test_the_log_goes_on_over_pages(mona: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.pages import moderation

    monkeypatch.setattr(moderation, "ENTRIES", 2)
    alice, _ = await _reported()
    for reason, goes_on in (("One", False), ("Two", False), ("Three", True)):
        await mona.sends(f"/moderation/player/{alice.slug}/act", act="warn", reason=reason)
        first = await mona.opens("/moderation/log")
        assert (b"?before=" in first.response.content) is goes_on
        assert "Done. It’s in the log." in first.text
        assert b'<span class="menu-name" dir="auto">Mona</span>' in first.response.content
    assert ("One" in first.text, "Two" in first.text) == (False, True)
    oldest = await Entry.objects.order_by("pk").afirst()
    assert oldest is not None
    assert "One" in (await mona.opens(f"/moderation/log?before={oldest.pk + 1}")).text
    for strange in ("x", "-1", "9" * 40, "²"):
        assert "Three" in (await mona.opens(f"/moderation/log?before={strange}")).text


async def test_the_log_is_looked_at_in_the_admin_and_not_edited() -> None:
    alice, _ = await _reported()
    client = AsyncClient()
    boss = await User.objects.acreate_superuser("Olga")
    await client.aforce_login(boss)
    browser = await _signed_in(boss)
    await browser.sends(f"/moderation/player/{alice.slug}/act", act="warn", reason="Be kind")
    entry = await Entry.objects.aget()
    listed: Any = await client.get("/admin/moderation/entry/")
    check_headers(listed)
    assert "Be kind" in listed.content.decode()
    for path in ("add/", f"{entry.pk}/delete/"):
        assert (await client.get(f"/admin/moderation/entry/{path}")).status_code == 403
    change = await client.post(f"/admin/moderation/entry/{entry.pk}/change/", {"reason": "No"})
    assert change.status_code == 403
    await client.post(
        "/admin/moderation/entry/",
        {"action": "delete_selected", "_selected_action": [entry.pk], "post": "yes"},
    )
    assert (await Entry.objects.aget()).reason == "Be kind"


async def test_what_is_done_in_the_admin_is_logged_and_spares_moderators() -> None:
    client = AsyncClient()
    mona = await sync_to_async(moderator)()
    await sync_to_async(moderator)("Mike")
    alice = await sync_to_async(account)("Alice")
    await client.aforce_login(mona)
    rows = [player.pk async for player in Player.objects.all()]
    chosen = {"action": "silence_for_good", "_selected_action": rows}
    await client.post("/admin/players/player/", chosen)
    assert [row.player async for row in Entry.objects.all()] == [alice.slug]
    muted = Player.objects.exclude(silenced_until=None)
    assert [player.name async for player in muted] == ["Alice"]


async def test_what_was_done_about_a_guest_stands_on_the_page_of_the_account(mona: Browser) -> None:
    browser = Browser()
    await browser.starts()
    guest = await Player.objects.aget(kind=Kind.GUEST)
    await mona.sends(f"/moderation/player/{guest.slug}/act", act="warn", reason="Be kind")
    await signs_up(browser, "Rudy")
    rudy = await Player.objects.aget(name="Rudy")
    _says(await mona.opens(f"/moderation/player/{rudy.slug}/"), "Warned: Rudy", "Be kind")
    await mona.gets(f"/moderation/player/{guest.slug}/", 302)
    moved = await browser.gets(f"/player/{guest.slug}/", 302)
    assert moved["Location"] == f"/player/{rudy.slug}/"


# --- Reporting ------------------------------------------------------------------------------------


async def test_somebody_reports_a_player_from_their_page() -> None:
    alice = await sync_to_async(account)("Alice")
    bob = Browser()
    page = await bob.opens(f"/player/{alice.slug}/")
    assert "Report this player" in page.text
    await bob.sends(f"/player/{alice.slug}/report", 400, why="", text="")
    told = await bob.sends(f"/player/{alice.slug}/report", 400, why="other", text="")
    assert "Say in a few words what happened." in told.content.decode()
    await bob.sends(f"/player/{alice.slug}/report", why="conduct", text=SCRIPT)
    _says(await bob.opens("/"), "Thanks. A moderator will look at it.")
    report = await Report.objects.select_related("by").aget()
    assert (report.player_id, report.by.kind, report.text) == (alice.pk, Kind.GUEST, SCRIPT)
    await bob.opens("/player/nobody/report", 404)
