"""A series: games of the same two with sides swapped, until one has won it."""

import itertools

import pytest

from games import mnk
from games.play import models
from games.play.series import LENGTHS, Series, SeriesError, requested_series
from games.play.terms import Terms
from games.studies import records
from tests.people import Person, Table, all_hear, plays

BLACK_WINS = "a1a2b1b2c1"
WHITE_WINS = "a1a2b1b2a3c2"
DRAWN = "a1a3b3c3c1b1c2b2a2"
_WON = mnk.Outcome(mnk.Side.BLACK, mnk.Termination.LINE)
_LOST = mnk.Outcome(mnk.Side.WHITE, mnk.Termination.TIME)
_DRAWN = mnk.Outcome(None, mnk.Termination.FULL_BOARD)
_VOID = mnk.Outcome(None, mnk.Termination.ABORT)


def _score(game: models.Game) -> tuple[int | None, ...]:
    return game.series_of, game.series_game, game.series_black, game.series_white


async def _next(table: Table, game: models.Game, *people: Person) -> models.Game:
    """Both press the button: the next game, as kept."""
    alice, bob, *_ = people
    await alice.says("offer rematch")
    await all_hear(*people)
    await bob.says("offer rematch")
    told = await all_hear(*people)
    assert told["type"] == "rematchAgreed"
    return await models.Game.objects.aget(slug=told["game"])


async def _played(table: Table, game: models.Game, names: str) -> models.Game:
    """A game is played to its end, and the next one begun."""
    people = await table.three(game)
    await plays(game, names, *people)
    return await _next(table, game, *people)


async def test_sides_swap_and_the_score_goes_along(table: Table) -> None:
    first = await table.game(series=Series(5), terms=Terms(rated=True))
    second = await _played(table, first, BLACK_WINS)
    # Alice has won, and is white now.
    assert _score(second) == (5, 2, 0, 2)
    assert second.rated
    names = {seat.side: str(seat.player) async for seat in second.seats.select_related("player")}
    assert names == {0: "Bob", 1: "Alice"}
    third = await _played(table, second, WHITE_WINS)
    assert _score(third) == (5, 3, 4, 0)
    eve = await table.sits(third, None)
    assert eve.heard[-1]["series"] == {"bestOf": 5, "number": 3, "black": 2.0, "white": 0.0}


async def test_once_it_is_decided_playing_again_begins_another_of_the_same_length(
    table: Table,
) -> None:
    second = await _played(table, await table.game(series=Series(3)), BLACK_WINS)
    again = await _played(table, second, WHITE_WINS)  # Alice again
    assert _score(again) == (3, 1, 0, 0)


async def test_draws_count_half_and_the_last_game_ends_it(table: Table) -> None:
    game = await table.game(series=Series(3))
    for number in (2, 3):
        game = await _played(table, game, DRAWN)
        assert _score(game) == (3, number, number - 1, number - 1)
    game = await _played(table, game, DRAWN)
    assert _score(game) == (3, 1, 0, 0)


async def test_an_aborted_game_is_played_once_more_with_the_same_sides(table: Table) -> None:
    game = await _played(table, await table.game(series=Series(3)), BLACK_WINS)
    people = await table.three(game)
    await people[0].says("abort")
    await all_hear(*people)
    again = await _next(table, game, *people)
    assert _score(again) == _score(game) == (3, 2, 0, 2)
    assert [seat.player_id async for seat in again.seats.order_by("side")] == [
        seat.player_id async for seat in game.seats.order_by("side")
    ]
    keys = [[seat.key async for seat in each.seats.order_by("side")] for each in (game, again)]
    assert keys[0] == keys[1]


async def test_a_single_game_has_no_series(table: Table) -> None:
    game = await table.game()
    again = await _played(table, game, BLACK_WINS)
    assert _score(again) == (None,) * 4
    assert (await table.sits(again, None)).heard[-1]["series"] is None


@pytest.mark.django_db
def test_a_record_says_which_game_of_the_series_it_is() -> None:
    game = models.Game.objects.create_of(mnk.PRESETS["3x3"].variant, series=Series(5))
    for side in mnk.Side:
        models.Seat.objects.create(game=game, side=side)
    assert records.kept_game(game.slug).record.event == "Best of 5, game 1"


def test_no_series_goes_on_after_it_is_decided_or_longer_than_it_may() -> None:
    for best_of in LENGTHS:
        for results in itertools.product((_WON, _LOST, _DRAWN), repeat=best_of):
            series = Series(best_of)
            points = [0.0, 0.0]
            for number, result in enumerate(results, 1):
                assert series.number == number
                assert sum(series.halves) == 2 * (number - 1)
                halves = series.score(result)
                points = [each / 2 for each in halves]
                if series.is_decided(result):
                    assert max(points) > best_of / 2 or number == best_of
                    assert series.after(result) == Series(best_of)
                    break
                assert max(points) <= best_of / 2
                assert series.after(_VOID) == series
                series = series.after(result)
                # Whoever was black is white.
                assert series.halves == mnk.BySide(halves.white, halves.black)
            else:
                raise AssertionError("a series that never ends")


@pytest.mark.parametrize("best_of", [0, 2, 9, -3])
def test_other_lengths_are_refused(best_of: int) -> None:
    with pytest.raises(SeriesError) as refusal:
        requested_series(best_of)
    assert refusal.value.field == "best_of"
    assert "1, 3, 5, 7" in refusal.value.sentence


def test_one_game_is_no_series() -> None:
    assert requested_series(None) is requested_series(1) is None
    assert requested_series(7) == Series(7)
