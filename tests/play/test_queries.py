"""Someone's games, as a list tells of them."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from games import mnk
from games.play import models
from games.play.services import queries
from games.play.terms import Terms
from games.players.identify import STRANGER, Visitor
from games.players.models import Player

pytestmark = pytest.mark.django_db
T3 = mnk.PRESETS["3x3"].variant
BLACK, WHITE = mnk.Side


def _game(
    black: Player, white: Player | None, *, at: int = 0, ply: int = 0, **fields: Any
) -> models.Game:
    game = models.Game.objects.create_of(
        T3, started=white is not None, changed_ms=at, ply=ply, version=ply, **fields
    )
    ended_ms = at if game.termination else None
    for side, player in zip(mnk.Side, (black, white), strict=True):
        models.Seat.objects.create(game=game, side=side, player=player, ended_ms=ended_ms)
    return game


def test_ones_own_turns_come_first_then_what_waits_then_what_is_over() -> None:
    alice, bob, robo = (Player.objects.create(name=name) for name in ("Alice", "Bob", "Robo"))
    Player.objects.filter(pk=robo.pk).update(kind="bot", level="club")
    over: dict[str, Any] = {"winner": None, "termination": "agreement"}
    old, mine = _game(alice, bob, at=1, ply=2), _game(alice, bob, at=2, ply=4)
    theirs = _game(alice, robo, at=9, ply=1)
    waiting = _game(alice, None, at=8)
    ended = _game(alice, bob, at=10, **over)
    _game(bob, robo)

    told = queries.my_games(Visitor(alice.pk))

    assert [each.slug for each in told] == [
        game.slug for game in (mine, old, theirs, waiting, ended)
    ]
    by = {each.slug: each for each in told}
    assert [each.your_turn for each in told] == [True, True, False, False, False]
    assert [each.is_over for each in told] == [False, False, False, False, True]
    assert (by[theirs.slug].opponent, by[theirs.slug].opponent_is_bot) == ("Robo", True)
    assert (by[mine.slug].opponent, by[mine.slug].opponent_is_bot) == ("Bob", False)
    assert [each.slug for each in told if each.waiting] == [waiting.slug]
    assert by[waiting.slug].opponent == ""
    assert queries.my_games(STRANGER) == []


def test_the_list_has_room_for_what_is_due_before_what_can_wait_and_what_is_over() -> None:
    alice, bob = (Player.objects.create(name=name) for name in ("Alice", "Bob"))
    due = [
        _game(alice, bob, at=at, ply=2, due_ms=due_ms) for at, due_ms in ((1, 9), (2, 7), (3, 8))
    ]
    without_clock = _game(alice, bob, at=0, ply=2)
    for number in range(queries.MY_GAMES):
        _game(alice, bob, at=4 + number, winner=None, termination="agreement")

    told = queries.my_games(Visitor(alice.pk))

    assert len(told) == queries.MY_GAMES
    assert [each.due_ms for each in told[:4]] == [7, 8, 9, None]
    assert [each.slug for each in told if each.your_turn] == [
        game.slug for game in (due[1], due[2], due[0], without_clock)
    ]


def test_a_game_is_listed_with_the_name_of_its_board_and_opening() -> None:
    alice = Player.objects.create(name="Alice")
    swap2 = Terms(opening=mnk.OpeningRule.SWAP2)
    hidden, shown = _game(alice, None), _game(alice, None, listed=True, terms=swap2)

    assert [queries.is_listed(game.slug) for game in (hidden, shown)] == [False, True]
    titles = {each.slug: each.title for each in queries.my_games(Visitor(alice.pk))}
    assert titles[hidden.slug] == T3.title
    assert titles[shown.slug] == mnk.title_of(T3, mnk.OpeningRule.SWAP2)


def test_of_a_stranger_nothing_is_asked(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert queries.my_games(STRANGER) == []


def test_the_squares_of_games_are_the_moves_that_stand() -> None:
    alice, bob = (Player.objects.create(name=name) for name in ("Alice", "Bob"))
    game, empty = _game(alice, bob, ply=2), _game(alice, bob)
    for ply, square, taken_back in ((0, 4, 0), (1, 8, 4), (1, 2, 0)):
        game.moves.create(ply=ply, square=square, at_ms=1, version=1 + ply, taken_back=taken_back)

    assert queries.squares_played([game.pk, empty.pk]) == {game.pk: [4, 2]}


def test_the_seats_of_many_games_are_read_with_their_players_at_once(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    alice, bob = (Player.objects.create(name=name) for name in ("Alice", "Bob"))
    both, mine = _game(alice, bob), _game(alice, None)

    with django_assert_num_queries(1):
        found = models.with_seats([both, mine])
        players = [game.players for game in found]
        at = {seat.game for game in found for seat in game.seats.all()}

    assert found == [both, mine]
    assert players == [{BLACK: alice, WHITE: bob}, {BLACK: alice, WHITE: None}]
    assert at == {both, mine}
    with django_assert_num_queries(0):
        assert models.with_seats([]) == []


@pytest.mark.parametrize(
    ("winner", "termination", "blacks", "whites"),
    [
        (0, "line", "won", "lost"),
        (1, "resignation", "lost", "won"),
        (None, "fullBoard", "drawn", "drawn"),
        (None, "abort", "aborted", "aborted"),
    ],
)
def test_a_result_is_told_to_each_as_their_own(
    winner: int | None, termination: str, blacks: str, whites: str
) -> None:
    alice, bob = (Player.objects.create(name=name) for name in ("Alice", "Bob"))
    game = _game(alice, bob, winner=winner, termination=termination)

    assert [each.result for each in queries.my_games(Visitor(alice.pk))] == [blacks]
    key = models.Seat.objects.get(game=game, side=WHITE).key
    assert [each.result for each in queries.my_games(Visitor(None, frozenset([key])))] == [whites]


def test_a_spectator_is_told_of_by_name() -> None:
    eve = Player.objects.create(name="Eve")

    told = queries.spectator(eve.pk)

    assert told is not None
    assert (told.player, told.name) == (eve.slug, "Eve")
    assert queries.spectator(eve.pk + 1) is None


@pytest.mark.parametrize("rule", mnk.LineRule)
def test_a_query_says_whose_turn_it_is_as_the_line_rule_does(rule: mnk.LineRule) -> None:
    alice, bob = (Player.objects.create(name=name) for name in ("Alice", "Bob"))
    variant = mnk.Variant(9, 9, rule.k_of(9, 9) or 5, rule)
    for ply in range(7):
        game = models.Game.objects.create_of(variant, started=True, ply=ply, version=ply)
        models.Seat.objects.create(game=game, side=BLACK, player=alice)
        models.Seat.objects.create(game=game, side=WHITE, player=bob)

    rows = models.Game.objects.annotate(next=models.NEXT_SIDE).order_by("ply")

    assert [row.next for row in rows] == [rule.side_of_ply(ply) for ply in range(7)]
    assert [row.next_side for row in rows] == [rule.side_of_ply(ply) for ply in range(7)]
