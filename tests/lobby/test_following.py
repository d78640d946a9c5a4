"""Following: what whoever follows nobody is told."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.friends import people
from games.lobby import following, seeks
from games.lobby.suiting import suiting
from games.play.clock import now_ms
from games.play.services import queries
from games.players.identify import Visitor
from games.players.models import Follow, Player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("is_somebody", [True, False])
def test_whoever_follows_nobody_is_told_of_nobody(is_somebody: bool) -> None:
    alice = Player.objects.create(name="Alice")
    eve = Player.objects.create(name="Eve").pk if is_somebody else None

    assert following.slugs_followed(eve, [alice.slug]) == []
    assert following.slugs_among(eve, [alice.pk]) == []
    assert following.follows_exhibition(eve, "first") is False
    assert following.people_followed(eve, now=now_ms(), at_board={}) == []
    assert following.playing_now(eve, now=now_ms(), at_board={}) == []
    assert following.exhibitions_followed(eve) == []


@pytest.mark.skipif(connection.vendor != "sqlite", reason="plans are asked for in SQLite's words")
def test_of_all_that_somebody_has_played_only_what_goes_on_or_ended_lately_is_read() -> None:
    alice, bob = (Player.objects.create(name=name) for name in ("Alice", "Bob"))
    Follow.objects.create(follower=bob, followed=alice)
    at = now_ms()

    with CaptureQueriesContext(connection) as captured:
        following.games_now(alice, now=at, at_board={})
        following.people_followed(bob.pk, now=at, at_board={})
        seeks.seat_of(alice.pk, at)
        queries.my_games(Visitor(alice.pk))
        queries.in_progress(Visitor(alice.pk), page=1)
        suiting(alice.pk)
        people.played_lately(alice.pk)

    with connection.cursor() as cursor:
        steps = []
        for query in captured:
            cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            steps += [row[3] for row in cursor.fetchall() if "seat_of_player" in row[3]]
    bounded = [step for step in steps if "(player_id=? AND ended_ms" in step]
    assert len(bounded) >= 8, steps
    # Which seats somebody took last the index alone says.
    (whole,) = (step for step in steps if step not in bounded)
    assert "COVERING INDEX" in whole
