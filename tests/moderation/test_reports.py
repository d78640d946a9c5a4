"""Players are reported, and moderators have one queue of all of it."""

import pytest

from games.moderation import reports
from games.play.errors import TooManyReports
from games.play.models import ChatLine, Game, Report, Seat, Why
from games.players.models import Kind, Player

pytestmark = pytest.mark.django_db


def _people(*names: str) -> list[Player]:
    return [Player.objects.create(name=name) for name in names]


def _tell(player: Player, by: Player, *, at: int = 1, **given: str) -> None:
    told = {"why": Why.CONDUCT.value, "text": "", "game": ""} | given
    reports.report_player(
        player, by=by, at=at, why=told["why"], text=told["text"], game=told["game"]
    )


def test_what_says_nothing_or_is_about_nobody_is_refused() -> None:
    alice, bob = _people("Alice", "Bob")
    bot = Player.objects.create(name="Club", kind=Kind.BOT, level="club")
    for player in (alice, bot):
        with pytest.raises(reports.CannotReport):
            _tell(player, alice)
    for why, text in (("", ""), ("spite", ""), (Why.OTHER, "  "), (Why.NAME, "x" * 501)):
        with pytest.raises(reports.CannotReport):
            _tell(bob, alice, why=why, text=text)
    assert not Report.objects.exists()


def test_a_person_reports_another_once_until_somebody_has_looked() -> None:
    alice, bob = _people("Alice", "Bob")
    _tell(bob, alice, text="  left\nthree games ")
    _tell(bob, alice, text="and again")
    assert Report.objects.get().text == "left three games"
    Report.objects.update(settled_ms=2)
    _tell(bob, alice, text="x" * 500)
    assert Report.objects.count() == 2


def test_one_person_reports_so_many_an_hour() -> None:
    (alice,) = _people("Alice")
    for number in range(reports.PER_HOUR):
        _tell(_people(f"Player {number}")[0], alice, at=10_000_000)
    (bob,) = _people("Bob")
    with pytest.raises(TooManyReports):
        _tell(bob, alice, at=10_000_001)
    _tell(bob, alice, at=10_000_001 + 3_600_000)


def test_only_a_game_that_the_reported_player_played_is_named() -> None:
    alice, bob, eve = _people("Alice", "Bob", "Eve")
    game = Game.objects.create(width=3, height=3, k=3, line_rule="freestyle", started=True)
    Seat.objects.create(game=game, side=0, player=bob)
    _tell(bob, alice, game=game.slug)
    _tell(eve, alice, game=game.slug)
    named = Report.objects.order_by("pk").values_list("game", flat=True)
    assert list(named) == [game.pk, None]


def test_the_queue_has_each_person_once_whoever_waits_longest_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alice, bob, eve = _people("Alice", "Bob", "Eve")
    game = Game.objects.create(width=3, height=3, k=3, line_rule="freestyle", started=True)
    line = ChatLine.objects.create(
        game=game, author=bob, room="spectators", text="Rude", command="1", at_ms=1
    )
    _tell(eve, alice, at=1)
    Report.objects.create(line=line, by=alice, at_ms=2)
    _tell(bob, eve, at=3)
    _tell(alice, eve, at=4)
    Report.objects.filter(player=alice).update(settled_ms=5)

    found = reports.queue()

    assert [(each.player.name, each.count) for each in found] == [("Eve", 1), ("Bob", 2)]
    assert [str(each.line or each.why) for each in found[1].reports] == ["Rude", Why.CONDUCT]
    assert reports.waiting() == 3

    monkeypatch.setattr(reports, "REPORTS", 1)
    shown = reports.queue()[1]
    assert (shown.count, [str(each.line) for each in shown.reports]) == (2, ["Rude"])
