"""The database is the last referee: each constraint, violated once, holds."""

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db import models as orm

from games import mnk
from games.friends.models import Challenge, Friend, FriendRequest
from games.play.models import (
    ChatLine,
    Exhibition,
    ExhibitionFollow,
    Fact,
    Game,
    Move,
    Report,
    Seat,
    TvChannel,
)
from games.players.models import (
    Block,
    BotRating,
    Follow,
    Mute,
    Player,
    PlayerRating,
    RatingDay,
    Score,
    Streak,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> Game:
    """A 3x3 game between Alice and Bob, two moves and an offer old."""
    game = Game.objects.create(
        width=3, height=3, k=3, line_rule="freestyle", started=True, version=3, ply=2, due_ms=5
    )
    for side, name in ((0, "Alice"), (1, "Bob")):
        Seat.objects.create(game=game, side=side, player=Player.objects.create(name=name))
    Move.objects.create(game=game, ply=0, square=0, at_ms=1, version=1)
    Move.objects.create(game=game, ply=1, square=1, at_ms=2, version=2)
    Fact.objects.create(game=game, version=3, side=0, text="{}", at_ms=3)
    return game


_SERIES = ("series_of", "series_game", "series_black", "series_white")


def _is_refused(model: type[orm.Model], constraint: str, **row: Any) -> None:
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        model._default_manager.create(**row)
    _names(refusal.value, model, constraint)


def _change_is_refused(row: orm.Model, constraint: str, **change: Any) -> None:
    rows = type(row)._default_manager.filter(pk=row.pk)
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        rows.update(**change)
    _names(refusal.value, type(row), constraint)


def _names(error: IntegrityError, model: type[orm.Model], constraint: str) -> None:
    """It was this constraint. (SQLite names a unique one by its columns.)"""
    named = next(each for each in model._meta.constraints if each.name == constraint)
    assert constraint in str(error) or (
        isinstance(named, orm.UniqueConstraint)
        and all(field in str(error) for field in named.fields)
    ), error


@pytest.mark.parametrize(
    ("constraint", "change"),
    [
        ("game_board_size", {"width": 0}),
        ("game_board_size", {"width": mnk.MAX_SIZE + 1}),
        ("game_board_size", {"height": 0, "ply": 0}),
        ("game_board_size", {"height": mnk.MAX_SIZE + 1}),
        ("game_k", {"k": 0}),
        ("game_k", {"k": 4}),
        ("game_ply_fits_the_board", {"ply": 10, "version": 10}),
        ("game_moves_numbered", {"ply": 4}),
        ("game_winner_needs_end", {"winner": 0}),
        ("game_no_clock_runs_after_end", {"termination": "resignation", "winner": 1}),
        ("game_seek_is_listed", {"seek_until_ms": 1}),
        ("game_seek_is_listed", {"seek_until_ms": 1, "listed": True, "visibility": "unlisted"}),
        ("game_rated_is_public", {"rated": True, "visibility": "private"}),
        ("game_counted_at_its_end", {"ratings_counted": True, "rated": True}),
        ("game_counted_at_its_end", {"ratings_counted": True}),
        ("game_rating_range", {"rating_low": 1600, "rating_high": 1400}),
        ("game_rating_range", {"rating_low": 1600}),
        ("game_opening", {"opening": "swap3"}),
        ("game_opening_again", {"opening": "swap2", "opening_again": True}),
        ("game_opens_by_a_rule", {"swapped": True}),
        ("game_opens_by_a_rule", {"opening_side": 0}),
        ("game_series", {"series_of": 3}),
        ("game_series", {"series_game": 1, "series_black": 0, "series_white": 0}),
        *(
            ("game_series", dict(zip(_SERIES, (of, number, black, white), strict=True)))
            for of, number, black, white in (
                (2, 1, 0, 0),  # no such length
                (3, 0, 0, 0),
                (3, 4, 3, 3),  # one too many
                (3, 2, 1, 0),  # a point is missing
                (5, 4, 6, 0),  # decided before
                (5, 4, 0, 6),
            )
        ),
    ],
)
def test_a_game_that_cannot_be_is_refused(
    game: Game, constraint: str, change: dict[str, int | str]
) -> None:
    _change_is_refused(game, constraint, **change)


def test_two_games_of_one_name_are_refused(game: Game) -> None:
    with pytest.raises(IntegrityError, match="slug"), transaction.atomic():
        Game.objects.create(slug=game.slug, width=3, height=3, k=3, line_rule="freestyle")


def test_a_game_is_the_rematch_of_one_game_only(game: Game) -> None:
    first, second = [
        Game.objects.create(width=3, height=3, k=3, line_rule="freestyle") for _ in range(2)
    ]
    Game.objects.filter(pk=first.pk).update(rematch=game)
    with pytest.raises(IntegrityError, match="rematch"), transaction.atomic():
        Game.objects.filter(pk=second.pk).update(rematch=game)


def test_a_ply_has_one_move(game: Game) -> None:
    _is_refused(Move, "move_once_per_ply", game=game, ply=1, square=2, at_ms=3, version=4)


def test_a_square_is_played_once(game: Game) -> None:
    _is_refused(Move, "move_once_per_square", game=game, ply=2, square=1, at_ms=3, version=4)


def test_a_version_is_told_once(game: Game) -> None:
    _is_refused(Fact, "fact_once_per_version", game=game, version=3, text="{}", at_ms=4)


def test_a_side_has_one_seat(game: Game) -> None:
    _is_refused(Seat, "seat_once_per_side", game=game, side=1)


def test_there_are_two_sides(game: Game) -> None:
    _is_refused(Seat, "seat_side", game=game, side=2)


def test_a_key_opens_one_seat_of_a_game(game: Game) -> None:
    black, white = game.seats.order_by("side")
    _change_is_refused(white, "seat_key_once_per_game", key=black.key)


def test_a_player_who_sits_somewhere_stays() -> None:
    game = Game.objects.create(width=3, height=3, k=3, line_rule="freestyle")
    alice = Player.objects.create(name="Alice")
    Seat.objects.create(game=game, side=0, player=alice)
    with pytest.raises(orm.ProtectedError):
        alice.delete()


def test_a_player_is_of_a_known_kind() -> None:
    _is_refused(Player, "player_kind", name="Robo", kind="ghost")


def test_a_player_has_a_name() -> None:
    _is_refused(Player, "player_has_a_name", name="")


def test_a_player_may_be_asked_by_those_that_there_are() -> None:
    _is_refused(Player, "player_open_to", name="Alice", open_to="friends")


def test_only_an_account_signs_in() -> None:
    user = User.objects.create(username="Mira")
    _is_refused(Player, "player_only_accounts_sign_in", name="Mira", user=user)
    _is_refused(Player, "player_only_accounts_sign_in", name="Mira", looks_like="mira")


def test_only_a_guest_joins_an_account() -> None:
    mira = Player.objects.create(name="Mira", kind="account")
    joins = {"joined_to": mira, "joined_ms": 9, "joined_after": 0}
    for eve in ({**joins, "kind": "account"}, *({**joins, column: None} for column in joins)):
        _is_refused(Player, "player_only_guests_join", name="Eve", **eve)


def test_only_a_guest_is_closed_without_a_user() -> None:
    for kind, level in (("account", ""), ("bot", "club")):
        _is_refused(
            Player,
            "player_only_guests_are_closed",
            name="Eve",
            kind=kind,
            level=level,
            closed_ms=1,
        )


def test_bots_have_a_level_and_people_none() -> None:
    _is_refused(Player, "player_bot_has_level", name="Robo", kind="bot")
    _is_refused(Player, "player_bot_has_level", name="Alice", level="club")


def test_a_bot_has_one_player() -> None:
    Player.objects.create(name="Club", kind="bot", level="club")
    _is_refused(Player, "player_once_per_level", name="Club", kind="bot", level="club")


@pytest.mark.parametrize("a", [-0.1, 2.1])
def test_aggressiveness_goes_from_0_to_2(game: Game, a: float) -> None:
    _change_is_refused(game.seats.all()[0], "seat_aggressiveness", aggressiveness=a)


def test_an_exhibition_runs_some_of_its_games() -> None:
    _is_refused(Exhibition, "exhibition_runs", title="None", at_once=0)


def test_a_game_is_watched_by_everybody_some_or_nobody(game: Game) -> None:
    _change_is_refused(game, "game_visibility", visibility="secret")


@pytest.mark.parametrize("late", [{"delay_ms": 300_001}, {"delay_moves": 21}])
def test_a_game_is_not_shown_ever_so_late(game: Game, late: dict[str, int]) -> None:
    _change_is_refused(game, "game_delay", **late)


def _said(game: Game) -> dict[str, Any]:
    """What a line that Alice can say is made of."""
    alice = Player.objects.get(name="Alice")
    what = {"room": "players", "text": "Hello!", "command": "a"}
    return {"game": game, "author": alice, "side": 0, "at_ms": 1, **what}


@pytest.mark.parametrize(
    ("constraint", "change"),
    [
        ("chat_room_known", {"room": "kitchen"}),
        ("chat_line_says_something", {"text": ""}),
        ("chat_players_sit", {"side": None}),
    ],
)
def test_a_line_that_cannot_be_said_is_refused(
    game: Game, constraint: str, change: dict[str, Any]
) -> None:
    _is_refused(ChatLine, constraint, **(_said(game) | change))


def test_a_line_sent_again_is_kept_once(game: Game) -> None:
    ChatLine.objects.create(**_said(game))
    _is_refused(ChatLine, "chat_line_once_per_command", **_said(game))


def test_a_line_is_reported_once_by_one_person(game: Game) -> None:
    line, bob = ChatLine.objects.create(**_said(game)), Player.objects.get(name="Bob")
    Report.objects.create(line=line, by=bob, at_ms=2)
    _is_refused(Report, "report_once_per_person", line=line, by=bob, at_ms=3)
    alice = Player.objects.get(name="Alice")
    for about in (
        {},
        {"player": alice},
        {"player": alice, "why": "spite"},
        {"line": line, "player": alice, "why": "name"},
        {"line": line, "text": "Rude"},
    ):
        _is_refused(Report, "report_about_something", by=alice, at_ms=3, **about)


def test_a_person_is_muted_once_and_not_by_themselves(game: Game) -> None:
    alice, bob = Player.objects.order_by("name")
    Mute.objects.create(by=alice, whom=bob)
    _is_refused(Mute, "mute_once", by=alice, whom=bob)
    _is_refused(Mute, "mute_somebody_else", by=alice, whom=alice)


@pytest.mark.parametrize(
    ("constraint", "change"),
    [
        ("player_rating_once", {}),
        ("player_rating_family", {"family": "chess"}),
        ("player_rating_by_games", {"family": "small", "games": 0}),
    ],
)
def test_a_rating_that_cannot_be_is_refused(
    game: Game, constraint: str, change: dict[str, Any]
) -> None:
    rating = {
        "player": Player.objects.get(name="Alice"),
        "family": "3x3",
        "games": 1,
        "counted_ms": 1,
    }
    PlayerRating.objects.create(**rating)
    _is_refused(PlayerRating, constraint, **(rating | change))


@pytest.mark.parametrize(
    ("model", "constraint", "change"),
    [
        (RatingDay, "rating_day_once_a_day", {}),
        (RatingDay, "rating_day_family", {"family": "chess"}),
        (BotRating, "bot_rating_once", {}),
        (BotRating, "bot_rating_family", {"family": "chess"}),
        (Score, "score_once", {}),
        (Score, "score_family", {"family": "chess"}),
        (Score, "score_side", {"side": 2}),
        (Streak, "streak_once", {}),
        (Streak, "streak_longest", {"against_bots": True, "now": 3, "longest": 2}),
    ],
)
def test_a_profile_that_cannot_be_is_refused(
    game: Game, model: type[orm.Model], constraint: str, change: dict[str, Any]
) -> None:
    alice = Player.objects.get(name="Alice")
    kinds: dict[type[orm.Model], dict[str, Any]] = {
        BotRating: {
            "family": "3x3",
            "rating": 1.0,
            "deviation": 1.0,
            "games": 1,
            "people": 1,
            "at_ms": 1,
        },
        RatingDay: {"family": "3x3", "date": date(2026, 1, 1), "rating": 1, "highest": 1},
        Score: {"family": "3x3", "side": 0, "against_bots": False},
        Streak: {"against_bots": False},
    }
    given = {"player": alice, **kinds[model]}
    model._default_manager.create(**given)
    _is_refused(model, constraint, **(given | change))


def test_every_constraint_is_violated_here_once() -> None:
    """Whoever adds a constraint adds its test."""
    known = {
        "game_board_size",
        "game_k",
        "game_ply_fits_the_board",
        "game_moves_numbered",
        "game_winner_needs_end",
        "game_no_clock_runs_after_end",
        "game_visibility",
        "game_delay",
        "game_seek_is_listed",
        "game_rated_is_public",
        "game_counted_at_its_end",
        "game_rating_range",
        "game_series",
        "game_opening",
        "game_opening_again",
        "game_opens_by_a_rule",
        "player_rating_once",
        "player_rating_family",
        "player_rating_by_games",
        "rating_day_once_a_day",
        "rating_day_family",
        "bot_rating_once",
        "bot_rating_family",
        "score_once",
        "score_family",
        "score_side",
        "streak_once",
        "streak_longest",
        "seat_once_per_side",
        "seat_key_once_per_game",
        "seat_side",
        "move_once_per_ply",
        "move_once_per_square",
        "fact_once_per_version",
        "player_kind",
        "player_has_a_name",
        "player_only_accounts_sign_in",
        "player_only_guests_join",
        "player_bot_has_level",
        "player_once_per_level",
        "seat_aggressiveness",
        "exhibition_runs",
        "chat_room_known",
        "chat_line_says_something",
        "chat_players_sit",
        "chat_line_once_per_command",
        "report_once_per_person",
        "report_about_something",
        "mute_once",
        "mute_somebody_else",
        "player_open_to",
        "player_only_guests_are_closed",
        "block_once",
        "block_somebody_else",
        "friend_once",
        "friend_somebody_else",
        "friend_request_once",
        "friend_request_somebody_else",
        "challenge_somebody_else",
        "challenge_reason",
        "challenge_ended",
        "challenge_stands",
    }
    friends = (Block, Friend, FriendRequest, Challenge)
    players = (Player, PlayerRating, RatingDay, BotRating, Score, Streak, Mute, *friends)
    models = (Game, Seat, Move, Fact, Exhibition, ChatLine, Report, *players)
    assert {each.name for model in models for each in model._meta.constraints} == known


def test_nobody_is_their_own_friend_or_twice_anybodys() -> None:
    alice, bob = (Player.objects.create(name=name) for name in ("Alice", "Bob"))
    Block.objects.create(by=alice, whom=bob)
    _is_refused(Block, "block_once", by=alice, whom=bob)
    _is_refused(Block, "block_somebody_else", by=alice, whom=alice)
    Friend.objects.create(player=alice, friend=bob, since_ms=1)
    _is_refused(Friend, "friend_once", player=alice, friend=bob, since_ms=2)
    _is_refused(Friend, "friend_somebody_else", player=alice, friend=alice, since_ms=1)
    FriendRequest.objects.create(by=alice, whom=bob, at_ms=1)
    _is_refused(FriendRequest, "friend_request_once", by=alice, whom=bob, at_ms=2)
    _is_refused(FriendRequest, "friend_request_somebody_else", by=bob, whom=bob, at_ms=1)


def test_a_challenge_is_between_two_and_ends_in_one_way(game: Game) -> None:
    alice, bob = Player.objects.order_by("pk")
    row = {"game": game, "by": alice, "whom": bob, "at_ms": 1, "until_ms": 2, "by_lot": False}
    _is_refused(Challenge, "challenge_somebody_else", **row | {"whom": alice})
    _is_refused(Challenge, "challenge_stands", **row | {"until_ms": 1})
    _is_refused(Challenge, "challenge_reason", **row | {"reason": "slower"})
    lapsed = {"end": "lapsed", "reason": "slower", "ended_ms": 2}
    _is_refused(Challenge, "challenge_reason", **row | lapsed)
    _is_refused(Challenge, "challenge_ended", **row | {"end": "declined"})
    _is_refused(Challenge, "challenge_ended", **row | {"ended_ms": 2})


def test_a_channel_is_of_a_known_family(game: Game) -> None:
    _is_refused(TvChannel, "tv_channel_family", family="chess", game=game)


def test_a_channel_shows_one_game(game: Game) -> None:
    TvChannel.objects.create(family="3x3", game=game)
    with pytest.raises(IntegrityError, match=r"family|tvchannel"), transaction.atomic():
        TvChannel.objects.create(family="3x3", game=game)


def test_a_player_follows_another_once_and_never_themselves() -> None:
    alice, bob = (Player.objects.create(name=name) for name in ("Alice", "Bob"))
    Follow.objects.create(follower=alice, followed=bob)
    _is_refused(Follow, "follow_once", follower=alice, followed=bob)
    _is_refused(Follow, "follow_others", follower=alice, followed=alice)


def test_an_exhibition_is_followed_once() -> None:
    alice = Player.objects.create(name="Alice")
    exhibition = Exhibition.objects.create(title="Cup", at_once=1)
    ExhibitionFollow.objects.create(follower=alice, exhibition=exhibition)
    _is_refused(ExhibitionFollow, "exhibition_follow_once", follower=alice, exhibition=exhibition)
