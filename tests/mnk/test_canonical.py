"""The canonical form, and its key, are shared by all turns of a position."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from tests.mnk.interpreter import from_the_bottom
from tests.mnk.strategies import law, law_of_turns, positions, variants
from tests.mnk.test_symmetries import Symmetry, symmetries_of

VARIANT = mnk.Variant(4, 3, 3)


def of_board(variant: mnk.Variant) -> list[Symmetry]:
    """Those that keep the board: a rectangle turned by a quarter is another one."""
    return [each for each in symmetries_of(variant) if each.variant(variant) == variant]


@law_of_turns
@given(position=positions(variants(max_size=5)))
def test_all_turns_of_a_position_share_its_form(position: mnk.Position) -> None:
    form = mnk.canonical(position).position
    for symmetry in of_board(position.variant):
        assert mnk.canonical(symmetry.position(position)).position == form, symmetry.name


@law
@given(position=positions(variants(max_size=6)))
def test_the_form_is_the_position_turned_and_the_way_back_is_known(
    position: mnk.Position,
) -> None:
    form = mnk.canonical(position)

    for square in range(position.variant.squares):
        assert form.position.stone(form.moved[square]) == position.stone(square)
        assert form.back(form.moved[square]) == square
    assert form.position.side_to_move is position.side_to_move


@law
@given(position=positions(variants(max_size=5)))
def test_the_symmetries_that_keep_a_position_keep_every_stone(position: mnk.Position) -> None:
    for moved in mnk.keeping(position):
        for square in range(position.variant.squares):
            assert position.stone(moved[square]) == position.stone(square)


@pytest.mark.parametrize(("width", "height", "count"), [(5, 5, 8), (5, 4, 4), (5, 1, 2), (1, 1, 1)])
def test_a_board_has_so_many_symmetries(width: int, height: int, count: int) -> None:
    assert len(mnk.symmetries(mnk.Variant(width, height, 1))) == count


def test_where_stones_fall_a_board_is_the_same_only_mirrored_left_to_right() -> None:
    board = mnk.Variant(3, 3, 3, mnk.LineRule.GRAVITY)

    assert mnk.symmetries(board) == (tuple(range(9)), (2, 1, 0, 5, 4, 3, 8, 7, 6))
    assert mnk.alike(mnk.Position.start(board)) == ((0, 2),)


@law_of_turns
@given(position=positions(variants(max_size=5)))
def test_all_turns_of_a_position_and_its_sides_swapped_share_its_key(
    position: mnk.Position,
) -> None:
    key = mnk.canonical(position).key
    swapped = mnk.Position.of(
        position.variant,
        mnk.BySide(position.stones(mnk.Side.WHITE), position.stones(mnk.Side.BLACK)).map(frozenset),
        position.side_to_move.other,
    )

    says = position.variant.line_rule.says
    if not says.either_kind:  # there it is another board, unless it has as many turned
        assert (mnk.canonical(swapped).key == key) is not says.forbids
    for symmetry in of_board(position.variant):
        assert mnk.canonical(symmetry.position(position)).key == key, symmetry.name


@law
@given(position=positions(variants(max_size=5)))
def test_another_position_has_another_key(position: mnk.Position) -> None:
    free = position.playable_squares()
    keys = {mnk.canonical(position.play(square)).key for square in free}
    forms = {mnk.canonical(position.play(square)).position for square in free}
    assert len(keys) == len(forms)
    assert mnk.canonical(position).key not in keys


@law
@given(variant=variants(max_size=5), data=st.data())
def test_a_games_steps_are_the_canonical_forms_of_its_positions(
    variant: mnk.Variant, data: st.DataObject
) -> None:
    order = from_the_bottom(data.draw(st.permutations(range(variant.squares))), variant)
    moves = order[: data.draw(st.integers(0, 12))]

    at = mnk.Position.start(variant)
    for (key, square), played in zip(
        mnk.canonical_steps(variant, moves), [*moves, None], strict=True
    ):
        form = mnk.canonical(at)
        assert key == form.key
        if played is None:
            assert square is None
        else:
            assert square == min(form.moved[moved[played]] for moved in mnk.keeping(at))
            if played in at.forbidden:
                break
            at = at.play(played)


@law_of_turns
@given(variant=variants(max_size=5), data=st.data())
def test_a_turned_game_takes_the_same_steps(variant: mnk.Variant, data: st.DataObject) -> None:
    moves = data.draw(st.permutations(range(variant.squares)))[: data.draw(st.integers(0, 9))]
    steps = list(mnk.canonical_steps(variant, moves))
    for symmetry in of_board(variant):
        turned = [symmetry.square(square, variant) for square in moves]
        assert list(mnk.canonical_steps(variant, turned)) == steps, symmetry.name
