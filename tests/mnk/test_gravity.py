"""Gravity: a stone falls to the lowest empty square of its column."""

import pytest

from games import mnk
from games.mnk import formats
from games.mnk.formats import CannotHold, Format, Record, UnreadableFile, line_of
from games.mnk.rule import rule_heard

from .interpreter import drawn

BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
GRAVITY = mnk.LineRule.GRAVITY
BOARD = mnk.PRESETS["7x6-gravity"].variant


def game(names: str, variant: mnk.Variant = BOARD) -> mnk.GameState:
    return mnk.GameState.replay(variant, mnk.moves_from_text(names, variant))


def test_each_column_takes_one_stone_on_its_lowest_empty_square() -> None:
    names = [mnk.name(square, BOARD) for square in game("d1d2d3a1").position.playable_squares()]

    assert names == ["b1", "c1", "e1", "f1", "g1", "a2", "d4"]


def test_a_full_column_takes_no_more_stones() -> None:
    full = game("d1d2d3d4d5d6")

    assert len(full.position.playable_squares()) == 6
    with pytest.raises(mnk.SquareTaken, match="d6 is taken"):
        full.play(mnk.square("d6", BOARD), by=BLACK)


def test_a_stone_in_the_air_is_refused_with_the_square_it_would_fall_to() -> None:
    begun = game("c1")

    with pytest.raises(mnk.StoneWouldFall) as refusal:
        begun.play(mnk.square("c5", BOARD), by=WHITE)

    assert refusal.value.code == "stoneWouldFall"
    assert refusal.value.sentence == "The stone would fall to c2. Play there."
    assert begun.position.landing(mnk.square("c5", BOARD)) == mnk.square("c2", BOARD)


def test_alice_makes_four_on_top_of_each_other() -> None:
    over = game("d1e1d2e2d3e3d4")

    assert over.outcome == mnk.Outcome(BLACK, mnk.Termination.LINE)
    assert [mnk.name(square, BOARD) for square in over.winning_line] == ["d1", "d2", "d3", "d4"]


def test_bob_makes_four_on_a_staircase() -> None:
    over = game("b1a1c1b2c2c3d1d2d3d4")

    assert over.outcome == mnk.Outcome(WHITE, mnk.Termination.LINE)


def test_a_full_board_without_a_row_is_a_draw() -> None:
    over = game("a1b1c1a2b2c2", mnk.Variant(3, 2, 3, GRAVITY))

    assert over.outcome == mnk.Outcome(None, mnk.Termination.FULL_BOARD)


def test_a_stone_that_is_taken_back_leaves_its_square_to_the_next() -> None:
    before = game("d1d2d3").take_back(by=BLACK)

    assert before.moves == game("d1d2").moves
    assert before.play(mnk.square("d3", BOARD), by=BLACK).ply == 3


def test_a_board_that_is_set_up_with_a_stone_in_the_air_names_it() -> None:
    sentence = "Stones fall here, and there’s none beneath c2. Put one on c1 first."
    stones = mnk.BySide(frozenset({9}), frozenset[int]())

    with pytest.raises(mnk.StoneInTheAir) as refusal:
        mnk.Position.of(BOARD, stones, BLACK)
    assert (refusal.value.code, refusal.value.sentence) == ("stoneInTheAir", sentence)
    with pytest.raises(mnk.StoneInTheAir, match="beneath c2"):
        mnk.position_from_line("7x6x4-gravity/7/7/7/7/2X4/7/O")
    with pytest.raises(mnk.StoneInTheAir, match="beneath c2"):
        drawn("... ..O .X.", k=3, line_rule=GRAVITY)
    assert mnk.Position.of(mnk.Variant(7, 6, 4), stones, BLACK).stone(9) is BLACK


def test_moves_that_somebody_pastes_must_be_played_in_their_order() -> None:
    with pytest.raises(mnk.StoneWouldFall, match="c1"):
        mnk.setup_from_text("c2 c1", BOARD)

    assert len(mnk.setup_from_text("c1 c2", BOARD)[1]) == 2


def test_a_row_that_both_sides_block_is_dead_and_one_that_lies_above_is_not() -> None:
    assert drawn("X.O OXX", k=3, line_rule=GRAVITY, to_move=BLACK).is_dead
    assert not drawn("... X.X OXO", k=3, line_rule=GRAVITY, to_move=BLACK).is_dead


@pytest.mark.parametrize("form", [Format.SGF, Format.JSON, Format.PLAIN])
def test_files_say_the_rule(form: Format) -> None:
    moves = mnk.moves_from_text("d1d2d3c1", BOARD)
    record = Record(mnk.Position.start(BOARD), line_of(moves))

    again = formats.read(formats.write(record, form), form)

    assert again.variant == BOARD
    assert [node.move for node in again.nodes[1:]] == list(moves)


@pytest.mark.parametrize("form", [Format.PSQ, Format.LIB])
def test_files_that_cannot_say_it_refuse_it(form: Format) -> None:
    record = Record(mnk.Position.start(mnk.Variant(15, 15, 5, GRAVITY)), line_of((7,)))

    with pytest.raises(CannotHold):
        formats.write(record, form)


@pytest.mark.parametrize(
    ("text", "form", "sentence"),
    [
        ("(;GM[4]SZ[7:6]RU[k=4 gravity]AB[ce])", Format.SGF, "none beneath c2"),
        ("(;GM[4]SZ[7:6]RU[k=4 gravity];B[ce])", Format.SGF, "would fall to c1"),
        ("7x6-gravity\nd1 d3", Format.PLAIN, "would fall to d2"),
    ],
)
def test_a_file_with_a_stone_in_the_air_is_refused(text: str, form: Format, sentence: str) -> None:
    with pytest.raises(UnreadableFile, match=sentence):
        formats.read(text.encode(), form)


def test_other_programs_files_name_it() -> None:
    assert rule_heard("Gravity, four in a row") is GRAVITY


def test_it_opens_only_by_rules_that_keep_no_stone_to_the_centre() -> None:
    possible = [rule.value for rule in mnk.OpeningRule if rule.is_possible(BOARD)]

    assert possible == ["none", "swap1", "swap", "swap2"]
    with pytest.raises(mnk.OpeningImpossible, match="begins in the centre, where no stone stays"):
        mnk.GameState.start(mnk.Variant(9, 9, 5, GRAVITY), opening=mnk.OpeningRule.PRO)


def test_a_first_stone_of_swap_falls_and_the_other_chooses() -> None:
    opening = mnk.Opening.of(mnk.OpeningRule.SWAP_FIRST, BOARD)

    assert opening.playable_squares() == tuple(range(7))
    with pytest.raises(mnk.StoneWouldFall):
        opening.placed(10)
    assert opening.placed(3).choices == (mnk.Choice.BLACK, mnk.Choice.WHITE)


def test_games_of_it_are_among_the_other_boards_whatever_their_size() -> None:
    for size in (3, 8, 15):
        assert mnk.family_of(mnk.Variant(size, size, 3, GRAVITY)) is mnk.Family.OTHER


def test_nothing_is_called_solved_or_provable_that_was_made_for_lines_stopped_anywhere() -> None:
    assert not mnk.is_solved(BOARD)
    assert not mnk.has_certificates(BOARD)
    assert not GRAVITY.says.is_race


def test_mirrored_it_is_the_same_position_and_upside_down_there_is_none() -> None:
    one, other = game("a1a2b1").position, game("g1g2f1").position

    assert mnk.canonical(one).key == mnk.canonical(other).key
    assert mnk.canonical(one).position == mnk.canonical(other).position
    steps = [list(mnk.canonical_steps(BOARD, each.moves)) for each in (game("a1b1"), game("g1f1"))]
    assert steps[0] == steps[1]
    assert mnk.apart(mnk.Position.start(BOARD)) == (0, 1, 2, 3)
