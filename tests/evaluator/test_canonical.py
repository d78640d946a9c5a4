"""The canonical form is shared by all turns of a position, and the cache keyed by it is bounded."""

import pytest
from hypothesis import given

from games import mnk
from games.evaluator.canonical import Cache, canonical, keeping
from games.evaluator.evaluation import NORMAL, Convention, Evaluation, Unknown
from games.evaluator.symmetry import symmetries
from tests.mnk.strategies import law, positions, variants
from tests.mnk.test_symmetries import SYMMETRIES, Symmetry

VARIANT = mnk.Variant(4, 3, 3)


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda one: one.name)
@law
@given(position=positions(variants(max_size=5)))
def test_all_turns_of_a_position_share_its_form(symmetry: Symmetry, position: mnk.Position) -> None:
    turned = symmetry.position(position)
    if turned.variant != position.variant:
        return  # a rectangle turned by a quarter is another board

    assert canonical(turned).position == canonical(position).position


@law
@given(position=positions(variants(max_size=6)))
def test_the_form_is_the_position_turned_and_the_way_back_is_known(
    position: mnk.Position,
) -> None:
    form = canonical(position)

    for square in range(position.variant.squares):
        assert form.position.stone(form.moved[square]) == position.stone(square)
        assert form.back(form.moved[square]) == square
    assert form.position.side_to_move is position.side_to_move


@law
@given(position=positions(variants(max_size=5)))
def test_the_symmetries_that_keep_a_position_keep_every_stone(position: mnk.Position) -> None:
    for moved in keeping(position):
        for square in range(position.variant.squares):
            assert position.stone(moved[square]) == position.stone(square)


@pytest.mark.parametrize(
    ("width", "height", "gravity", "count"),
    [(5, 5, False, 8), (5, 4, False, 4), (5, 5, True, 2), (5, 1, False, 2), (1, 1, False, 1)],
)
def test_a_board_has_so_many_symmetries(width: int, height: int, gravity: bool, count: int) -> None:
    assert len(symmetries(width, height, gravity=gravity)) == count


def test_under_gravity_top_and_bottom_are_not_the_same() -> None:
    bottom, top = (mnk.Position.start(VARIANT).play(square) for square in (0, 8))

    assert canonical(bottom).position == canonical(top).position
    gravity = Convention(gravity=True)
    assert canonical(bottom, gravity).position != canonical(top, gravity).position


def filled(square: mnk.Square) -> Evaluation:
    position = mnk.Position.start(VARIANT).play(square)
    return Evaluation(position, dict.fromkeys(position.empty_squares(), Unknown()), ())


def test_the_cache_forgets_the_oldest_to_keep_its_bound() -> None:
    cache = Cache(max_values=33)
    for square in range(3):
        cache.put(filled(square), NORMAL)
    assert cache.get(filled(0).position, NORMAL) == filled(0)  # the latest used now
    cache.put(filled(3), NORMAL)

    assert cache.values == 33
    assert len(cache) == 3
    assert cache.get(filled(1).position, NORMAL) is None
    assert cache.get(filled(0).position, NORMAL) is not None


def test_what_is_kept_twice_counts_once_and_conventions_do_not_mix() -> None:
    cache = Cache()
    for _ in range(2):
        cache.put(filled(0), NORMAL)

    assert cache.values == 11
    assert cache.get(filled(0).position, NORMAL, repeatable=True) is None
    cache.put(filled(0), NORMAL, repeatable=True)
    assert cache.get(filled(0).position, NORMAL, repeatable=True) == filled(0)
    assert cache.values == 11
    assert cache.get(filled(0).position, Convention(misere=True)) is None
    cache.clear()
    assert (len(cache), cache.values) == (0, 0)
