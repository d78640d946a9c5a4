"""Following: what whoever follows nobody is told."""

import pytest

from games.lobby import following
from games.play.clock import now_ms
from games.players.models import Player

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
