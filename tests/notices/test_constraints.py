"""The database is the last referee of what is told: each constraint, violated once, holds."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db import models as orm

from games.notices.models import Delivery, Notice, NoticeChoices, PushSubscription
from games.play.models import Game
from games.players.models import Player

pytestmark = pytest.mark.django_db(transaction=True)


def _is_refused(model: type[orm.Model], constraint: str, **row: Any) -> None:
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        model._default_manager.create(**row)
    named = next(each for each in model._meta.constraints if each.name == constraint)
    # SQLite names the columns of what has to be unique, not the constraint.
    fields = getattr(named, "fields", ())
    told = str(refusal.value)
    assert constraint in told or all(f"{model._meta.db_table}.{field}" in told for field in fields)


@pytest.fixture
def bob() -> Player:
    return Player.objects.create(name="Bob")


@pytest.fixture
def game() -> Game:
    return Game.objects.create(width=3, height=3, k=3, line_rule="freestyle")


def _notice(player: Player, game: Game) -> dict[str, Any]:
    return {"player": player, "kind": "turn", "about": "a:1:0", "game": game, "at_ms": 1}


def test_something_is_told_once(bob: Player, game: Game) -> None:
    Notice.objects.create(**_notice(bob, game))
    _is_refused(Notice, "notice_once", **_notice(bob, game))


@pytest.mark.parametrize(
    ("constraint", "change"),
    [
        ("notice_kind", {"kind": "news"}),
        ("notice_about_something", {"game": None}),
        ("notice_about_something", {"kind": "challenge", "link": "/"}),
        ("notice_about_something", {"kind": "challenge", "game": None, "link": "https://evil"}),
    ],
)
def test_a_notice_is_about_a_game_or_a_challenge(
    bob: Player, game: Game, constraint: str, change: dict[str, Any]
) -> None:
    _is_refused(Notice, constraint, **(_notice(bob, game) | change))


@pytest.mark.parametrize(
    ("constraint", "change"),
    [
        ("delivery_once_a_browser", {}),
        ("delivery_one_letter", {"channel": "email", "subscription": None}),
        ("delivery_to_somewhere", {"channel": "email"}),
        ("delivery_to_somewhere", {"subscription": None}),
        ("delivery_state", {"state": "lost", "channel": "email", "subscription": None}),
        ("delivery_sent_at_a_time", {"state": "sent"}),
        ("delivery_sent_at_a_time", {"sent_ms": 1}),
    ],
)
def test_a_delivery_goes_to_one_place_once(
    bob: Player, game: Game, constraint: str, change: dict[str, Any]
) -> None:
    notice = Notice.objects.create(**_notice(bob, game))
    browsers = [
        PushSubscription.objects.create(player=bob, digest=name, since_ms=1) for name in "ab"
    ]
    Delivery.objects.create(notice=notice, channel="push", subscription=browsers[0], next_ms=1)
    if constraint == "delivery_one_letter":
        Delivery.objects.create(notice=notice, channel="email", next_ms=1)
    first = constraint == "delivery_once_a_browser"
    row = {"channel": "push", "subscription": browsers[0 if first else 1], "next_ms": 1}
    _is_refused(Delivery, constraint, notice=notice, **(row | change))


@pytest.mark.parametrize("hours", [(1440, 5), (5, 1440), (None, 5), (5, None), (5, 5)], ids=str)
def test_quiet_hours_are_two_times_of_a_day(bob: Player, hours: tuple[Any, Any]) -> None:
    begins, ends = hours
    _is_refused(
        NoticeChoices, "notice_quiet_hours", player=bob, quiet_from=begins, quiet_until=ends
    )


def test_every_constraint_is_violated_here_once() -> None:
    known = {
        "notice_quiet_hours",
        "notice_once",
        "notice_kind",
        "notice_about_something",
        "delivery_once_a_browser",
        "delivery_one_letter",
        "delivery_to_somewhere",
        "delivery_state",
        "delivery_sent_at_a_time",
    }
    models: tuple[type[orm.Model], ...] = (Notice, NoticeChoices, Delivery, PushSubscription)
    assert {each.name for model in models for each in model._meta.constraints} == known
