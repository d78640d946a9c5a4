"""Whether a game counts, and whom its open seat is for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.play import terms
from games.play.terms import RANGES, RatingRange, Terms, TermsError, requested_terms

RATINGS = st.none() | st.integers(0, 3_500)
WAITS = st.integers(-100, 20_000)


def requested(
    *,
    rated: bool = False,
    points: int | None = None,
    mine: int | None = 1500,
    is_public: bool = True,
    is_listed: bool = True,
    against_bot: bool = False,
) -> Terms:
    return requested_terms(
        rated=rated,
        points=points,
        mine=mine,
        is_public=is_public,
        is_listed=is_listed,
        against_bot=against_bot,
    )


def test_without_a_range_the_seat_is_open_to_everybody() -> None:
    for rated in (False, True):
        assert requested(rated=rated) == Terms(rated)
    assert requested(mine=None, is_listed=False, against_bot=True) == Terms()


def test_a_range_lies_around_the_hosts_rating() -> None:
    assert requested(rated=True, points=200, mine=1512) == Terms(True, RatingRange(1312, 1712))
    assert requested(points=400, mine=150) == Terms(False, RatingRange(0, 550))


def test_a_range_admits_both_its_ends_and_nobody_unknown() -> None:
    of = RatingRange(1400, 1600)

    assert [of.admits(rating) for rating in (1399, 1400, 1600, 1601)] == [False, True, True, False]
    assert not of.admits(None)


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"rated": True, "against_bot": True}, "rated"),
        ({"rated": True, "is_public": False}, "rated"),
        ({"points": 200, "is_listed": False}, "rating_range"),
        ({"points": 200, "against_bot": True}, "rating_range"),
        ({"points": 200, "mine": None}, "rating_range"),
        *(({"points": points}, "rating_range") for points in (-200, 0, 1, 10**30)),
    ],
)
def test_what_cannot_be_had_is_refused_at_its_field(asked: dict[str, int], field: str) -> None:
    with pytest.raises(TermsError) as refusal:
        requested(**asked)  # type: ignore[arg-type]  # every value is of the type of its field

    assert refusal.value.field == field
    assert refusal.value.sentence.endswith(".")


@given(waited=WAITS, longer=WAITS, mine=RATINGS, theirs=RATINGS)
def test_who_is_near_enough_stays_so_while_they_wait(
    waited: int, longer: int, mine: int | None, theirs: int | None
) -> None:
    before = terms.is_within(terms.reach(waited), mine, theirs)
    after = terms.is_within(terms.reach(waited + abs(longer)), mine, theirs)

    assert after >= before
    assert terms.is_within(terms.reach(10_000), mine, theirs), "the first stone in ten seconds"
    assert before == terms.is_within(terms.reach(waited), theirs, mine)


def test_who_is_just_within_reach_is_near_enough() -> None:
    near = [terms.is_within(200, 1500, theirs) for theirs in (1299, 1300, 1700, 1701)]
    assert near == [False, True, True, False]


def test_the_reach_widens_to_everybody() -> None:
    assert [terms.reach(ms) for ms in (-1, 0, 2_999, 3_000, 6_000, 8_999, 9_000)] == [
        200,
        200,
        200,
        400,
        800,
        800,
        None,
    ]
    assert max(RANGES) <= 800
