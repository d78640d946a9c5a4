"""What moderators do: each act is in the log, and none is beyond their reach by mistake."""

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.accounts import joining
from games.moderation import actions
from games.moderation.models import Entry
from games.play.challenged import ChallengeState
from games.play.hub import Hub
from games.play.models import Game, Report, Seat, Why
from games.players import names
from games.players.models import FOR_GOOD, Kind, Player
from games.refusals import NotFound
from tests.accounts.test_signing import PASSWORD, player_in, signs_in, signs_up
from tests.friends.test_challenges import sends, state
from tests.moderation.moderators import account, moderator
from tests.pages.browser import Browser
from tests.people import Table

pytestmark = pytest.mark.django_db(transaction=True)


def _log() -> list[tuple[str, str, str, str, str]]:
    rows = Entry.objects.order_by("pk")
    return list(rows.values_list("moderator", "action", "player", "detail", "reason"))


def test_somebody_is_warned_muted_and_heard_again() -> None:
    mona, alice = moderator(), account("Alice")
    actions.warn(mona, alice, "  Be\nkind ")
    actions.mute(mona, alice, "Rude", days=7)
    alice.refresh_from_db()
    assert alice.warning == "Be kind"
    assert alice.silenced_until is not None
    assert timedelta(days=6) < alice.silenced_until - timezone.now() <= timedelta(days=7)
    actions.mute(mona, alice, "Rude again", days=None)
    alice.refresh_from_db()
    assert alice.silenced_until == FOR_GOOD
    actions.let_speak(mona, alice, "Asked nicely")
    assert Player.objects.get(pk=alice.pk).silenced_until is None
    with pytest.raises(actions.NotToBeDone):
        actions.let_speak(mona, alice, "Again")
    log = _log()
    assert [(action, reason) for _, action, _, _, reason in log] == [
        ("warn", "Be kind"),
        ("mute", "Rude"),
        ("mute", "Rude again"),
        ("let_speak", "Asked nicely"),
    ]
    assert {(by, player) for by, _, player, _, _ in log} == {("Mona", alice.slug)}
    assert log[2][3] == "for good"


@pytest.mark.parametrize("reason", ["", " \n ", "x" * 501])
def test_nothing_is_done_without_a_reason(reason: str) -> None:
    mona, alice = moderator(), account("Alice")
    acts: list[Any] = [
        lambda: actions.warn(mona, alice, reason),
        lambda: actions.mute(mona, alice, reason, days=1),
        lambda: actions.let_speak(mona, alice, reason),
        lambda: actions.rename(mona, alice, "Ada", reason),
        lambda: actions.close(mona, alice, reason),
        lambda: actions.reopen(mona, alice, reason),
        lambda: actions.settle(mona, alice, reason),
        lambda: actions.remove_game(mona, "x", reason),
        lambda: actions.put_game_back(mona, "x", reason),
    ]
    for act in acts:
        with pytest.raises(actions.NeedsReason):
            act()
    assert _log() == []


def test_a_reason_may_be_as_long_as_it_says() -> None:
    mona, alice = moderator(), account("Alice")

    actions.warn(mona, alice, f"  {'x' * 500} ")

    assert [reason for *_, reason in _log()] == ["x" * 500]


def test_nobody_acts_on_themselves_a_bot_a_moderator_or_whoever_runs_the_server() -> None:
    mona, mike = moderator(), moderator("Mike")
    boss = User.objects.create_superuser("Olga")
    bot = Player.objects.create(name="Club", kind=Kind.BOT, level="club")
    olga = account("Olaf")
    Player.objects.filter(pk=olga.pk).update(user=boss)
    of_mona, of_mike = (Player.objects.get(user=user) for user in (mona, mike))
    for player in (of_mona, of_mike, olga, bot):
        for act in (actions.warn, actions.close, actions.settle):
            with pytest.raises(actions.NotTheirs):
                act(mona, player, "Because")
        with pytest.raises(actions.NotTheirs):
            actions.mute(mona, player, "Because", days=None)
        with pytest.raises(actions.NotTheirs):
            actions.rename(mona, player, "Silly", "Because")
    assert _log() == []
    actions.mute(boss, of_mike, "Rude to players", days=1)
    with pytest.raises(actions.NotTheirs):
        actions.warn(boss, olga, "Me")
    assert len(_log()) == 1


def test_who_is_no_moderator_any_more_does_nothing() -> None:
    mona, alice = moderator(), account("Alice")
    game = Game.objects.create(width=3, height=3, k=3, line_rule="freestyle", started=True)
    User.objects.filter(pk=mona.pk).update(is_staff=False)
    was = User.objects.get(pk=mona.pk)
    for act in (actions.warn, actions.close, actions.settle):
        with pytest.raises(actions.NotTheirs):
            act(was, alice, "Because")
    with pytest.raises(actions.NotTheirs):
        actions.remove_game(was, game.slug, "Because")
    for on_lines in (actions.hide_lines, actions.show_lines):
        with pytest.raises(actions.NotTheirs):
            on_lines(was, game.chat.all(), "Because")
    assert _log() == []


async def test_whose_account_is_closed_is_signed_out_and_nobody_waits_for_their_answer(
    table: Table, hub: Hub
) -> None:
    browser = Browser()
    await signs_up(browser, "Rudy")
    rudy = await Player.objects.aget(kind=Kind.ACCOUNT)
    mona = await sync_to_async(moderator)()
    challenge = await sends(hub, await Player.objects.acreate(name="Bob"), rudy)

    await sync_to_async(actions.close)(mona, rudy, "Rude")

    assert not await Session.objects.filter(session_key=browser.session).aexists()
    assert await player_in(browser) is None
    assert await state(challenge) is ChallengeState.LAPSED


def test_reports_are_settled_once() -> None:
    mona, alice, bob = moderator(), account("Alice"), account("Bob")
    Report.objects.create(player=alice, by=bob, why=Why.NAME, at_ms=1)
    assert actions.settle(mona, alice, "Looked: fine") == 1
    assert Report.objects.get().settled_ms is not None
    with pytest.raises(actions.NotToBeDone):
        actions.settle(mona, alice, "Again")


async def test_a_new_name_stands_wherever_the_old_one_did(table: Table) -> None:
    browser = Browser()
    await browser.starts(side="black")
    await signs_up(browser, "Rudy")
    rudy = await Player.objects.aget(kind=Kind.ACCOUNT)
    mona = await sync_to_async(moderator)()
    seat = await Seat.objects.select_related("game").aget(player=rudy)
    eve = await table.watches(seat.game, await Player.objects.acreate(name="Eve"))

    with pytest.raises(names.BadName):
        await sync_to_async(actions.rename)(mona, rudy, "admin", "Offensive")
    await sync_to_async(account)("Taken")
    rudy = await Player.objects.aget(pk=rudy.pk)
    with pytest.raises(names.NameTaken):
        await sync_to_async(actions.rename)(mona, rudy, "Taken", "Offensive")
    rudy = await Player.objects.aget(pk=rudy.pk)
    await sync_to_async(actions.rename)(mona, rudy, "Robert", "Offensive")

    rudy = await Player.objects.select_related("user").aget(pk=rudy.pk)
    assert rudy.user is not None
    assert (rudy.name, rudy.user.username) == ("Robert", "Robert")
    # Whoever watches a game of his hears it.
    while (await eve.hears())["type"] != "snapshot":
        pass
    assert eve.heard[-1]["seats"]["black"]["name"] == "Robert"
    assert "changed your name to Robert" in (await browser.opens("/")).text
    again = Browser()
    await signs_in(again, "Robert")
    assert await player_in(again) == rudy.pk
    ((_, action, player, detail, reason),) = await sync_to_async(_log)()
    assert (action, player, reason) == ("rename", rudy.slug, "Offensive")
    assert detail == "“Rudy” → “Robert”"


async def test_a_closed_account_plays_no_more_until_it_is_opened(hub: Hub) -> None:
    browser, bob = Browser(), Browser()
    await browser.starts(side="black")
    await signs_up(browser, "Rudy")
    game = await Game.objects.aget()
    await bob.sends(f"/game/{game.slug}/join")
    rudy = await Player.objects.aget(kind=Kind.ACCOUNT)
    key = (await Seat.objects.aget(player=rudy)).key
    mona = await sync_to_async(moderator)()

    await sync_to_async(actions.close)(mona, rudy, "Uses an engine")

    await game.arefresh_from_db()
    assert game.termination  # nobody waits for them
    assert (await Seat.objects.aget(player=rudy)).key != key
    assert await player_in(browser) is None
    again = Browser()
    await again.sends("/account/login/", login="Rudy", password=PASSWORD)
    assert await player_in(again) is None
    page = await bob.opens(f"/player/{rudy.slug}/")
    assert "This account is closed" in page.text
    with pytest.raises(actions.NotToBeDone):
        await sync_to_async(actions.close)(mona, rudy, "Again")

    await sync_to_async(actions.reopen)(mona, rudy, "A mistake")
    third = Browser()
    await signs_in(third, "Rudy")
    assert await player_in(third) == rudy.pk


def test_whoever_signs_in_keeps_what_a_moderator_decided_about_the_guest() -> None:
    mona, guest, alice = moderator(), Player.objects.create(name="Guest 1"), account("Alice")
    actions.warn(mona, guest, "Be kind")
    actions.mute(mona, guest, "Rude", days=None)
    Report.objects.create(player=guest, by=account("Bob"), why=Why.CONDUCT, at_ms=1)

    joining.join(guest.pk, alice.pk, at=1)
    joining.join(guest.pk, alice.pk, at=2)

    alice.refresh_from_db()
    assert (alice.warning, alice.silenced_until) == ("Be kind", FOR_GOOD)
    assert Report.objects.get().player_id == alice.pk
    with pytest.raises(NotFound):
        actions.let_speak(mona, guest, "Nobody plays as this guest any more")


def test_whoever_has_deleted_their_account_has_none_to_close() -> None:
    left = Player.objects.create(name="Former player", kind=Kind.ACCOUNT)
    with pytest.raises(actions.NotToBeDone):
        actions.close(moderator(), left, "Rude")
