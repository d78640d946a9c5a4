"""Turned, mirrored and swapped positions share one form, and what is said about it comes back."""

from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.play.protocol import SideWord, ThreatPart, Verdict
from games.review import findings, worths
from games.review.canonical import CanonicalForm

VARIANTS = [
    mnk.Variant(3, 3, 3),
    mnk.Variant(5, 4, 4),
    mnk.Variant(6, 6, 5, mnk.LineRule.EXACT),
    mnk.Variant.full_lines(4, 3),
    mnk.Variant(9, 1, 3),
]


@st.composite
def positions(draw: st.DrawFn) -> mnk.Position:
    """Any stones on some board, either side to move."""
    variant = draw(st.sampled_from(VARIANTS))
    signs = draw(
        st.lists(st.sampled_from("XO..."), min_size=variant.squares, max_size=variant.squares)
    )
    black, white = (frozenset(at for at, sign in enumerate(signs) if sign == own) for own in "XO")
    side = draw(st.sampled_from(list(mnk.Side)))
    return mnk.Position.of(variant, mnk.BySide(black, white), side)


def turned(position: mnk.Position, to: tuple[int, ...], *, swapped: bool) -> mnk.Position:
    black, white = (frozenset(to[square] for square in position.stones(side)) for side in mnk.Side)
    stones = mnk.BySide(white, black) if swapped else mnk.BySide(black, white)
    side = position.side_to_move.other if swapped else position.side_to_move
    return mnk.Position.of(position.variant, stones, side)


def assessment_of(position: mnk.Position) -> findings.Assessment:
    """An assessment that names squares and sides of this position."""
    empty, black = position.empty_squares(), position.stones(mnk.Side.BLACK)
    return findings.Assessment(
        worth=worths.estimated(0.25),
        best=empty[:2],
        squares=tuple(
            findings.SquareWorth(square=at, status="proved", verdict=Verdict.DRAW) for at in empty
        ),
        ways=(findings.Way(worth=worths.UNKNOWN, moves=empty[:3]),),
        threats=(ThreatPart("four", SideWord.BLACK, black, empty[:1]),),
        nodes=7,
    )


@st.composite
def pairs(draw: st.DrawFn) -> tuple[mnk.Position, mnk.Position, bool]:
    """A position, one that turns into it, and whether their sides are swapped."""
    position = draw(positions())
    variant = position.variant
    to = draw(st.sampled_from(mnk.symmetries(variant)))
    swapped = draw(st.booleans())
    return position, turned(position, to, swapped=swapped), swapped


@given(pairs())
def test_turned_mirrored_and_swapped_positions_have_one_form(
    pair: tuple[mnk.Position, mnk.Position, bool],
) -> None:
    position, other, _ = pair

    form, form_of_other = CanonicalForm.of(position), CanonicalForm.of(other)

    assert form.key == form_of_other.key == mnk.canonical(position).key
    assert form.position == form_of_other.position
    assert form.position.side_to_move is mnk.Side.BLACK
    assert CanonicalForm.of(form.position).position == form.position


@given(positions())
def test_what_is_kept_comes_back_as_it_was(position: mnk.Position) -> None:
    form = CanonicalForm.of(position)
    said = assessment_of(position)

    kept = form.to_form(said)

    assert form.to_original(kept) == said
    assert {each.square for each in kept.squares} == set(form.position.empty_squares())
    side = mnk.Side[kept.threats[0].side.name]
    assert kept.threats[0].stones == form.position.stones(side)


@given(pairs())
def test_what_is_kept_of_one_is_told_of_all_that_turn_into_it(
    pair: tuple[mnk.Position, mnk.Position, bool],
) -> None:
    position, other, swapped = pair

    told = CanonicalForm.of(other).to_original(
        CanonicalForm.of(position).to_form(assessment_of(position))
    )

    # The threat is made of black's stones, or of white's where the sides are swapped.
    (threat,) = told.threats
    assert threat.side is (SideWord.WHITE if swapped else SideWord.BLACK)
    assert threat.stones == other.stones(mnk.Side.WHITE if swapped else mnk.Side.BLACK)
    assert {each.square for each in told.squares} == set(other.empty_squares())
    played = other
    for square in told.ways[0].moves:
        played = played.play(square)


def test_a_kind_that_is_nobodys_stays_what_it_is_whoever_is_to_move() -> None:
    wild = mnk.PRESETS["3x3-wild"].variant
    stones = mnk.BySide(frozenset({8, 4}), frozenset({1}))
    one, other = (CanonicalForm.of(mnk.Position.of(wild, stones, side)) for side in mnk.Side)

    assert one.key == other.key
    assert one.position == other.position
    assert one.position.side_to_move is mnk.Side.BLACK
    assert sorted(map(one.position.count, mnk.Side)) == [1, 2]
    assert one.position.count(mnk.Side.BLACK) == 2


def test_in_renju_the_sides_are_not_swapped() -> None:
    variant = mnk.PRESETS["15x15-renju"].variant
    white_to_move = mnk.Position.start(variant).play(0)
    form = CanonicalForm.of(white_to_move)

    assert form.position.side_to_move is mnk.Side.WHITE
    assert form.position.count(mnk.Side.BLACK) == 1
    assert not form.is_swapped
