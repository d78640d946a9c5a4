"""How often players agree with the engine: counted move by move, and compared by strength."""

import pytest
from django.db import IntegrityError, transaction
from pytest_django import DjangoAssertNumQueries

from games import mnk
from games.play.models import Game, Seat
from games.players.models import Player
from games.review import findings, worths
from games.review.models import Agreement, Review
from games.reviews import agreement, examining, labels, reviews
from games.reviews.agreement import Tally
from tests.reviews.proved import examine, reviewed
from tests.reviews.test_badges import DRAWN, FORK, people

pytestmark = pytest.mark.django_db


def _rated(game: Game, black: int | None, white: int | None, *, provisional: bool = False) -> Game:
    for side, rating in zip(mnk.Side, (black, white), strict=True):
        rows = Seat.objects.filter(game=game, side=side)
        rows.update(rating=rating, provisional=provisional)
    return game


def test_moves_that_could_matter_are_counted_with_what_they_gave_away() -> None:
    """After b1 White is lost whatever they play: of their moves only that one counts."""
    alice, bob = people()
    game = reviewed(FORK, alice, bob)
    found = agreement.of_moves(reviews.moves_of(game))
    black, white = found[mnk.Side.BLACK, 0], found[mnk.Side.WHITE, 0]
    assert (black.proved, black.proved_best, black.estimated, black.lost) == (4, 4, 0, 0.0)
    assert (white.proved, white.proved_best) == (1, 0)
    assert white.lost == 0.5  # of a chance of one half
    assert (black.best_percent, white.best_percent) == (100, 0)
    assert (black.proved_percent, black.estimated_percent) == (100, None)
    assert (black.lost_percent, white.lost_percent) == (0.0, 50.0)


@pytest.mark.parametrize(("had", "counts"), [(labels.LOST, False), (labels.LOST + 0.01, True)])
def test_where_hardly_anything_was_left_to_lose_nothing_is_counted(
    had: float, *, counts: bool
) -> None:
    before, after = [findings.Assessment(worth=worths.estimated(score)) for score in (had, 0.95)]
    move = labels.Move(mnk.Position.start(mnk.Variant(3, 3, 3)), 0, before, after)

    assert bool(agreement.of_moves({0: move})) is counts


def test_what_was_proved_and_what_was_estimated_are_told_apart() -> None:
    tally = Tally(proved=2, proved_best=2, estimated=8, estimated_best=6)
    assert (tally.proved_percent, tally.estimated_percent, tally.best_percent) == (100, 75, 80)


def test_a_players_games_are_added_up_and_told_one_by_one() -> None:
    alice, bob = people()
    first = reviewed(FORK, alice, bob, at=1_700_000_000_000)
    second = reviewed(DRAWN, bob, alice, at=1_700_000_100_000)
    examine()

    found = agreement.report(alice.pk, mnk.Family.THREE, most=10)

    assert [(each.slug, each.side, each.opponent) for each in found.games] == [
        (second.slug, mnk.Side.WHITE, "Bob"),
        (first.slug, mnk.Side.BLACK, "Bob"),
    ]
    assert found.all.games == 2
    assert found.all.moves == sum(each.tally.moves for each in found.games)
    assert found.all == sum((each.tally for each in found.games), Tally())
    assert found.by_stage.keys() == {0}
    assert agreement.report(alice.pk, mnk.Family.THREE, most=1).all.games == 1
    assert agreement.report(alice.pk, mnk.Family.TEN, most=10).all == Tally()


def test_long_games_are_told_ten_plies_at_a_time() -> None:
    alice, bob = people()
    variant = mnk.Variant(4, 4, 4)
    moves = "a1b1c1d1a2b2c2d2a4b4c4d4"
    reviewed(moves, alice, bob, variant=variant, resigns=True)
    examine()
    assert set(Agreement.objects.values_list("side", "stage")) >= {(0, 0), (1, 0)}
    assert all(row.stage in (0, 1) for row in Agreement.objects.all())


def test_players_are_compared_with_those_of_their_strength() -> None:
    alice, bob = people()
    _rated(reviewed(FORK, alice, bob), 1610, 1790)
    _rated(reviewed(FORK, alice, bob), 1399, None)
    _rated(reviewed(FORK, alice, bob), 1610, 1790, provisional=True)
    examine()

    others = agreement.population(mnk.Family.THREE)

    assert others.keys() == {1200, 1600}
    assert (others[1200].proved, others[1200].proved_best) == (4, 4)
    assert (others[1600].proved, others[1600].proved_best, others[1600].games) == (5, 4, 1)
    assert agreement.population(mnk.Family.SMALL) == {}


def test_only_the_latest_are_compared_with(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob = people()
    _rated(reviewed(FORK, alice, bob), 1610, None)
    _rated(reviewed(DRAWN, alice, bob), 1610, None)
    examine()
    monkeypatch.setattr(agreement, "MOST_COMPARED", 1)
    assert agreement.population(mnk.Family.THREE)[1600].games == 1


def test_a_review_that_is_begun_anew_is_read_anew_and_counted_once() -> None:
    alice, bob = people()
    game = reviewed(FORK, alice, bob)
    examine()
    before = list(Agreement.objects.order_by("side", "stage").values_list("side", "proved"))
    Review.objects.filter(game=game).update(examined=False)
    examine()
    after = list(Agreement.objects.order_by("side", "stage").values_list("side", "proved"))
    assert after == before
    assert examining.next_review() is None


def test_a_review_of_a_game_that_is_not_on_the_shelf_waits() -> None:
    """For spectators it may still go on: nothing tells them how it ended."""
    alice, bob = people()
    reviewed(FORK, alice, bob)
    assert examining.next_review() is None
    examine()
    assert Player.objects.filter(badges__isnull=False).exists()


def test_the_database_knows_that_no_more_moves_are_best_than_there_are() -> None:
    alice, bob = people()
    game = reviewed(FORK, alice, bob)
    row = {"game": game, "side": 0, "stage": 0, "family": "3x3"}
    with pytest.raises(IntegrityError, match="agreement_best_of_all"), transaction.atomic():
        Agreement.objects.create(**row, proved=1, proved_best=2)
    Agreement.objects.create(**row)
    with pytest.raises(IntegrityError, match="stage"), transaction.atomic():
        Agreement.objects.create(**row)


def test_what_is_usual_is_told_of_others_of_like_strength_alone(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr(agreement, "LEAST_MOVES", 1)
    monkeypatch.setattr(agreement, "LEAST_PLAYERS", 2)
    alice, bob = people()
    others = [Player.objects.create(name=f"Guest {number}") for number in range(4)]
    carol, dan, erin, fay = others
    _rated(reviewed(FORK, alice, bob), 1600, 1710)  # Bob is too strong
    _rated(reviewed(FORK, carol, dan), 1500, 1700)  # Carol plays the best moves, Dan none
    _rated(reviewed(FORK, erin, fay), 1600, 1600, provisional=True)  # not settled
    examine()

    with django_assert_num_queries(5):
        found = agreement.report(alice.pk, mnk.Family.THREE, most=10).usual

    assert found is not None
    assert (found.low, found.high, found.players) == (1500, 1700, 2)
    assert (found.all.moves, found.all.best_percent) == (5, 80)
    assert found.shares == (0, 0, 100)
    # Nobody is held against themselves.
    again = agreement.usual(mnk.Family.THREE, 1600, but=carol.pk)
    assert (again.players, again.shares, again.all.best_percent) == (2, (0, 0, 100), 80)


def test_too_few_others_say_nothing_and_who_is_not_rated_is_like_nobody() -> None:
    alice, bob = people()
    _rated(reviewed(FORK, alice, bob), 1600, 1650)
    _rated(reviewed(DRAWN, alice, bob), None, None)
    examine()
    found = agreement.report(alice.pk, mnk.Family.THREE, most=10).usual
    assert found is not None
    assert (found.players, found.shares, found.all.moves) == (0, None, 1)
    assert agreement.report(alice.pk, mnk.Family.THREE, most=1).usual is None
