"""Whom somebody does not hear: told to nobody, undone at any time, and not without end."""

import pytest

from games.players import mutes
from games.players.models import Player

pytestmark = pytest.mark.django_db


def _player(name: str) -> Player:
    return Player.objects.create(name=name)


def _muted_by(player: Player) -> list[str]:
    return [muted.name for muted in mutes.muted_by(player.pk)]


def test_people_are_muted_one_by_one_and_heard_again() -> None:
    eve, alice = _player("Eve"), _player("Alice")
    trolls = [_player(f"Troll {number}") for number in range(3)]
    for troll in [*trolls, trolls[0]]:
        mutes.mute(eve.pk, troll.slug)
    mutes.mute(alice.pk, trolls[1].slug)

    assert _muted_by(eve) == ["Troll 2", "Troll 1", "Troll 0"]
    assert mutes.muted_by(None) == []

    mutes.unmute(eve.pk, trolls[1].slug)
    mutes.unmute(eve.pk, trolls[1].slug)

    assert _muted_by(eve) == ["Troll 2", "Troll 0"]
    assert _muted_by(alice) == ["Troll 1"]


def test_who_cannot_be_muted_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutes, "MAX_MUTES", 2)
    eve = _player("Eve")
    with pytest.raises(mutes.NobodyThere):
        mutes.mute(eve.pk, "nobody")
    with pytest.raises(mutes.CannotMute, match="yourself"):
        mutes.mute(eve.pk, eve.slug)
    for number in range(2):
        mutes.mute(eve.pk, _player(f"Troll {number}").slug)

    with pytest.raises(mutes.CannotMute, match="2 people, the most"):
        mutes.mute(eve.pk, _player("Troll 2").slug)

    assert _muted_by(eve) == ["Troll 1", "Troll 0"]
