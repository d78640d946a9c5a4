"""The bot that suits a player, by how their latest games against bots went."""

import pytest

from games import mnk
from games.lobby.suiting import suiting
from games.play import models
from games.players import bots
from games.players.models import Player

pytestmark = pytest.mark.django_db


def _play(alice: Player, level: str, won: bool | None, preset: str = "15x15") -> None:
    """A game that Alice, with White, has won, lost or (None) drawn."""
    at = models.Game.objects.count() + 1
    game = models.Game.objects.create_of(
        mnk.PRESETS[preset].variant,
        started=True,
        termination="line" if won is not None else "full",
        winner=None if won is None else int(won),
        changed_ms=at,
    )
    bot = bots.player_of(bots.find(level))
    for side, player in zip(mnk.Side, (bot, alice), strict=True):
        models.Seat.objects.create(game=game, side=side, player=player, ended_ms=at)


@pytest.mark.parametrize(
    ("games", "suits"),
    [
        ([], None),
        ([("casual", True)], "casual"),
        ([("casual", True), ("casual", True)], "club"),
        ([("casual", True), ("casual", False)], "casual"),
        ([("casual", True), ("casual", None)], "casual"),
        ([("casual", False), ("casual", False)], "beginner"),
        ([("casual", False), ("novice", True), ("casual", False)], "beginner"),
        ([("novice", False), ("novice", False)], "novice"),
        ([("master", True), ("master", True)], "master"),
        ([("casual", False)] * 2 + [("casual", True)] * 2, "club"),
        ([("random", True), ("perfect", False), ("aggressive", True)], None),
    ],
)
def test_the_level_goes_up_with_two_wins_and_down_with_two_losses(
    games: list[tuple[str, bool | None]], suits: str | None
) -> None:
    alice = Player.objects.create(name="Alice")
    for level, won in games:
        _play(alice, level, won)

    found = suiting(alice.pk)

    assert (None if found is None else found.key) == suits


def test_tictactoe_and_aborted_games_tell_nothing() -> None:
    alice = Player.objects.create(name="Alice")
    for _ in range(2):
        _play(alice, "casual", True, "3x3")
    assert suiting(alice.pk) is None
    _play(alice, "casual", True)
    models.Game.objects.update(termination="abort", winner=None)
    assert suiting(alice.pk) is None


def test_the_games_of_others_tell_nothing() -> None:
    alice, bob = [Player.objects.create(name=name) for name in ("Alice", "Bob")]
    _play(bob, "casual", True)

    assert suiting(alice.pk) is None


def test_an_operator_without_bots_has_none_that_suits(settings: object) -> None:
    alice = Player.objects.create(name="Alice")
    _play(alice, "casual", True)
    settings.INAROW_HAS_BOTS = False  # type: ignore[attr-defined]

    assert suiting(alice.pk) is None
