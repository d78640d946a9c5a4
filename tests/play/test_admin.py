"""The admin looks at games and changes none."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import mnk
from games.play.models import Downtime, Exhibition, Game, Move, Seat
from games.players.models import Player


@pytest.fixture
def game(db: None) -> Game:
    game = Game.objects.create(width=3, height=3, k=3, line_rule="freestyle", version=1, ply=1)
    for side, name in enumerate(("Alice", "<b>Bob</b>")):
        Seat.objects.create(game=game, side=side, player=Player.objects.create(name=name))
    Move.objects.create(game=game, ply=0, square=4, at_ms=1, version=1)
    return game


@pytest.fixture
def operator(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("operator"))
    return client


def test_the_operator_sees_games_moves_and_players(game: Game, operator: Client) -> None:
    for page in ("play/game/", f"play/game/{game.pk}/change/", "play/move/", "players/player/"):
        answer = operator.get(f"/admin/{page}")
        assert answer.status_code == 200, page
    shown = operator.get(f"/admin/play/game/{game.pk}/change/").content.decode()
    assert mnk.name(4, game.variant) in shown
    listed = operator.get("/admin/play/game/").content.decode()
    assert game.variant.title in listed
    assert "<b>Bob</b>" not in listed


def test_no_game_move_or_seat_is_edited_added_or_deleted_by_hand(
    game: Game, operator: Client
) -> None:
    for page in ("game", "move"):
        assert operator.get(f"/admin/play/{page}/add/").status_code == 403
        pk = game.pk if page == "game" else game.moves.get().pk
        assert operator.post(f"/admin/play/{page}/{pk}/delete/", {"post": "yes"}).status_code == 403
        assert operator.post(f"/admin/play/{page}/{pk}/change/", {"ply": 7}).status_code == 403
    assert Move.objects.get().ply == 0


def test_a_player_can_be_renamed_and_nothing_else(game: Game, operator: Client) -> None:
    bob = Player.objects.get(name="<b>Bob</b>")
    answer = operator.post(f"/admin/players/player/{bob.pk}/change/", {"name": "Bob"})
    assert answer.status_code == 302
    bob.refresh_from_db()
    assert bob.name == "Bob"
    assert operator.get("/admin/players/player/add/").status_code == 403
    assert operator.post(f"/admin/players/player/{bob.pk}/delete/").status_code == 403


def test_the_operator_sees_since_when_the_server_was_down_and_for_how_long(
    operator: Client,
) -> None:
    Downtime.objects.create(began_ms=1_600_000_000_000, ended_ms=1_600_000_012_500)
    Downtime.objects.create(began_ms=1_600_000_060_000)  # it lasts

    listed = operator.get("/admin/play/downtime/").content.decode()

    began = re.findall(r'class="field-began[^"]*">(?:<a[^>]*>)?([^<]*)<', listed)
    assert [each.rsplit(" ", 2)[-2:] for each in began] == [["12:27", "p.m."], ["12:26", "p.m."]]
    assert re.findall(r'class="field-seconds">([^<]*)<', listed) == ["-", "12.5"]


def test_the_operator_goes_from_an_exhibition_to_where_it_is_watched(operator: Client) -> None:
    exhibition = Exhibition.objects.create(title="All against all", at_once=2)

    listed = operator.get("/admin/play/exhibition/").content.decode()

    assert f'<a href="/exhibition/{exhibition.slug}/">watch</a>' in listed
