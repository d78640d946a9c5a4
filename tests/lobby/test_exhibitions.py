"""Exhibitions: every pair of bots meets, some games at a time, and the points are counted."""

from collections import Counter
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import mnk
from games.lobby import exhibitions, watchlist
from games.play import models
from games.play.clock import now_ms
from games.play.hub import Hub
from games.players import bots

T3 = mnk.PRESETS["3x3"].variant
LEVELS = [bots.find(key) for key in ("first-free", "random", "perfect")]

pytestmark = pytest.mark.django_db


def _exhibition(rounds: int = 1, at_once: int = 2) -> models.Exhibition:
    return exhibitions.make(
        title="Three bots", levels=LEVELS, variant=T3, rounds=rounds, at_once=at_once
    )


def test_every_two_bots_meet_with_both_sides_in_each_round() -> None:
    exhibition = _exhibition(rounds=2)
    met = Counter(
        tuple(seat.player.level for seat in game.seats.order_by("side") if seat.player)
        for game in exhibition.games.all()
    )
    assert len(met) == 6
    assert set(met.values()) == {2}


def test_no_more_games_run_than_may() -> None:
    exhibition = _exhibition(at_once=2)
    assert len(exhibitions.begin_what_may()) == 2
    assert exhibitions.begin_what_may() == []
    over = exhibition.games.filter(started=True)[0]
    models.Game.objects.filter(pk=over.pk).update(termination="line", winner=1, bot_due=False)
    assert len(exhibitions.begin_what_may()) == 1
    assert models.Game.objects.waiting_for_bots(now_ms()).count() == 2


def test_the_points_are_counted_and_the_best_comes_first() -> None:
    exhibition = _exhibition()
    winners: dict[tuple[str, str], int | None] = {
        ("perfect", "random"): 0,
        ("random", "perfect"): 1,
        ("perfect", "first-free"): None,
        ("first-free", "perfect"): None,
        ("first-free", "random"): 0,
        ("random", "first-free"): 0,
    }
    for game in exhibition.games.all():
        black, white = (
            seat.player.level if seat.player else "" for seat in game.seats.order_by("side")
        )
        models.Game.objects.filter(pk=game.pk).update(
            started=True, termination="line", winner=winners[black, white]
        )
    table = exhibitions.table(exhibition.slug)
    assert table.is_over
    assert (table.played, table.total) == (6, 6)
    assert [(s.name, s.points, s.won, s.drawn, s.lost) for s in table.standings] == [
        ("Perfect", 3.0, 2, 2, 0),
        ("First free", 2.0, 1, 2, 1),
        ("Random", 1.0, 1, 0, 3),
    ]
    assert all(s.games == 4 for s in table.standings)
    assert [
        [result and (result.points, result.games) for result in s.against] for s in table.standings
    ] == [
        [None, (1.0, 2), (2.0, 2)],
        [(1.0, 2), None, (1.0, 2)],
        [(0.0, 2), (1.0, 2), None],
    ]


def test_games_being_played_come_first_then_the_latest_to_end_then_those_to_come() -> None:
    exhibition = _exhibition()
    games = list(exhibition.games.order_by("pk"))
    states: list[dict[str, Any]] = [
        {"termination": "line", "winner": 0, "changed_ms": 5},
        {"termination": "fullBoard", "changed_ms": 7},
        {"changed_ms": 9},
        {"changed_ms": 8},
        {"termination": "line", "winner": 1, "changed_ms": 6},
    ]
    for game, state in zip(games, states, strict=False):
        models.Game.objects.filter(pk=game.pk).update(started=True, **state)

    table = exhibitions.table(exhibition.slug)

    places = {game.pk: at for at, game in enumerate(games)}
    assert [(places[each.id], each.state) for each in table.games] == [
        (2, "live"),
        (3, "live"),
        (1, "draw"),
        (4, "white"),
        (0, "black"),
        (5, "planned"),
    ]
    assert not table.is_over
    assert (table.played, table.total) == (3, 6)


def test_planned_games_are_in_nobodys_lobby() -> None:
    _exhibition()
    assert watchlist.read((), {}, now_ms()).live == ()
    exhibitions.begin_what_may()
    assert len(watchlist.read((), {}, now_ms()).live) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["random"], "at least two bots"),
        (["random", "random"], "each named once"),
        (["random", "alphago"], "no bot 'alphago'"),
        (["random", "perfect"], "Perfect doesn’t play"),
        (["random", "club", "--preset", "9x8"], "no preset '9x8'"),
        (["random", "club", "--rounds", "0"], "makes 0 games"),
        (["random", "club", "--rounds", "100000"], "makes 200000 games"),
        (["random", "club", "--at-once", "0"], "At least one game"),
    ],
)
def test_an_exhibition_that_cannot_be_says_why(arguments: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        call_command("exhibition", *arguments)
    assert not models.Exhibition.objects.exists()


def test_the_command_says_where_to_watch(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, hub: Hub
) -> None:
    monkeypatch.setattr(exhibitions, "MAX_GAMES", 4)
    arguments = ("--preset", "3x3", "--rounds", "2", "--at-once", "1")
    call_command("exhibition", "first-free", "random", *arguments)
    exhibition = models.Exhibition.objects.get()
    said = capsys.readouterr().out
    assert said.startswith(f"4 games: http://127.0.0.1:8000/exhibition/{exhibition.slug}/")
