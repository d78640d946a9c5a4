"""A player who left nothing behind is forgotten; one who left anything at all, never."""

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from games import mnk
from games.play import models
from games.play.hub import Hub
from games.players import forgetting, mutes
from games.players.identify import player_or_new_guest
from games.players.models import Follow, Mute, Player
from games.review.models import Study
from games.workers import forgetter
from games.workers.forgetter import Forgetter
from tests.pages.browser import Browser
from tests.people import Table

DAYS = 30


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches are small, and nobody rests."""
    monkeypatch.setattr(forgetter, "REST_S", 0.0)
    monkeypatch.setattr(forgetting, "BATCH", 3)


async def _guest(days: int, name: str = "Guest 1234", **fields: Any) -> Player:
    """A guest who came this many days ago."""
    came = timezone.now() - timedelta(days=days)
    return await Player.objects.acreate(name=name, created_at=came, **fields)


async def _left() -> set[int]:
    return {pk async for pk in Player.objects.values_list("pk", flat=True)}


async def test_guests_without_a_trace_are_forgotten(hub: Hub) -> None:
    old = [await _guest(DAYS + 1) for _ in range(10)]
    young = await _guest(DAYS - 1)
    named = await _guest(DAYS + 1, "Eve")
    long_ago = await _guest(DAYS + 1 + settings.SESSION_COOKIE_AGE // 86_400, "Frank")
    bot = await _guest(DAYS + 1, kind="bot", level="random")
    silenced = await _guest(DAYS + 1, silenced_until=timezone.now())
    warned = await _guest(DAYS + 1, warning="Please be kind.")

    assert await Forgetter(hub, days=DAYS).tick() == (len(old) + 1, 0)

    left = await _left()
    assert left == {young.pk, named.pk, bot.pk, silenced.pk, warned.pk}
    assert long_ago.pk not in left


async def test_a_host_who_wishes_it_forgets_nobody(hub: Hub) -> None:
    guest = await _guest(10_000)
    assert await Forgetter(hub, days=0).tick() == (0, 0)
    assert await _left() == {guest.pk}


async def test_who_left_anything_stays(table: Table, hub: Hub) -> None:
    seated, muting, muted, following, followed, author, owner = [
        await _guest(DAYS + 1) for _ in range(7)
    ]
    game = await table.invitation(mnk.Side.BLACK)
    await models.Seat.objects.filter(game=game, side=mnk.Side.WHITE).aupdate(player=seated)
    await sync_to_async(mutes.mute)(muting.pk, muted.slug)
    await Follow.objects.acreate(follower=following, followed=followed)
    await models.ChatLine.objects.acreate(
        game=game, room="spectators", author=author, text="Hello", command="c1", at_ms=1
    )
    await _studies(owner)
    nobody = await _guest(DAYS + 1)

    assert await Forgetter(hub, days=DAYS).tick() == (1, 0)

    stayed = {each.pk for each in (seated, muting, muted, following, followed, author, owner)}
    assert stayed <= await _left()
    assert nobody.pk not in await _left()
    assert await Mute.objects.acount() == 1


@sync_to_async
def _studies(owner: Player) -> None:
    fields = {
        field.name: field.get_default() if field.has_default() else field.to_python(1)
        for field in Study._meta.concrete_fields
        if field.name not in ("id", "owner", "slug") and not field.null
    }
    Study.objects.create(owner=owner, slug="abcdefghjk", **fields)


async def test_every_table_that_refers_to_players_is_looked_at() -> None:
    asked = str(forgetting._without_a_trace(timezone.now(), DAYS).query)
    tables = {relation.field.model._meta.db_table for relation in Player._meta.related_objects}
    assert {"play_seat", "play_chatline", "review_study", "players_follow"} <= tables
    assert all(table in asked for table in tables)


async def test_who_does_something_at_the_last_moment_stays(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = await _guest(DAYS + 1)
    game = await table.invitation(mnk.Side.BLACK)
    lock = QuerySet.select_for_update

    def sits_down_first(query: Any, **options: Any) -> Any:
        models.Seat.objects.filter(game=game, side=mnk.Side.WHITE).update(player=guest)
        return lock(query, **options)

    monkeypatch.setattr(QuerySet, "select_for_update", sits_down_first)
    assert await Forgetter(hub, days=DAYS).tick() == (0, 0)
    assert guest.pk in await _left()


async def test_sessions_that_are_over_are_forgotten(hub: Hub) -> None:
    for number in range(8):
        session = SessionStore()
        await session.aset("player", number)
        await session.asave()
        if number:
            over = timezone.now() - timedelta(seconds=1)
            await Session.objects.filter(pk=session.session_key).aupdate(expire_date=over)

    assert await Forgetter(hub, days=DAYS).tick() == (0, 7)
    assert await Session.objects.acount() == 1


async def test_a_browser_whose_guest_is_forgotten_is_a_new_guest(table: Table, hub: Hub) -> None:
    eve = Browser()
    await eve.sends("/name", name="Eve")
    await Player.objects.all().adelete()
    game = await table.game()

    await eve.opens(f"/game/{game.slug}/")
    await eve.opens("/puzzles")
    await eve.opens("/following")
    assert (await eve.starts()).startswith("/game/")
    session = SessionStore(eve.session)
    assert (await player_or_new_guest(session)).name.startswith("Guest ")
    assert await Player.objects.acount() == 3


async def test_one_process_at_a_time_forgets(hub: Hub) -> None:
    first, second = Forgetter(hub, days=DAYS), Forgetter(hub, days=DAYS)
    await _guest(DAYS + 1)
    assert await first.tick() == (1, 0)
    await _guest(DAYS + 1)
    assert await second.tick() == (0, 0)
