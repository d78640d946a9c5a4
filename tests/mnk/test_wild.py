"""Wild: each side places stones of either kind, and wins by a row of either."""

import random

import pytest

from games import mnk
from games.mnk import formats
from games.mnk.formats import CannotHold, Format, IllegalTree, Record, UnreadableFile, line_of
from games.mnk.formats.record import sides_to_move
from games.mnk.rule import rule_heard

from . import interpreter, referee
from .interpreter import drawn

BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
WILD = mnk.LineRule.WILD
BOARD = mnk.PRESETS["3x3-wild"].variant
FILES = [Format.SGF, Format.JSON, Format.PLAIN]


def game(names: str, variant: mnk.Variant = BOARD) -> mnk.GameState:
    return mnk.GameState.replay(variant, mnk.moves_from_text(names, variant))


def test_either_side_places_either_kind() -> None:
    state = game("xb2xa1ob1")

    assert state.position == drawn("... .X. XO.", k=3, line_rule=WILD, to_move=WHITE)
    assert (state.position.count(BLACK), state.position.count(WHITE)) == (2, 1)
    assert state.side_to_move is WHITE
    assert state.moves == (4, 0, 10)
    assert mnk.stones_after(state.moves, BOARD) == {4: (BLACK, 0), 0: (BLACK, 1), 1: (WHITE, 2)}


def test_a_square_takes_one_stone_of_whatever_kind() -> None:
    for again in ("xb2", "ob2"):
        with pytest.raises(mnk.SquareTaken, match=r"^b2 is taken\. Choose an empty square\.$"):
            game("xb2").play(mnk.move_named(again, BOARD), by=WHITE)
    with pytest.raises(mnk.SquareTaken, match=r"^b2 is played twice"):
        mnk.setup_from_text("xb2 ob2", BOARD)


@pytest.mark.parametrize("move", [-1, 18, 1_000])
def test_a_number_out_of_range_is_no_move(move: int) -> None:
    with pytest.raises(mnk.NoSuchSquare, match=r"They go from 0 to 17\.$"):
        game("").play(move, by=BLACK)
    with pytest.raises(mnk.NoSuchSquare):
        mnk.move_name(move, BOARD)


def test_elsewhere_a_move_has_no_kind() -> None:
    plain = mnk.PRESETS["3x3"].variant

    with pytest.raises(mnk.NoSuchSquare, match=r"They go from 0 to 8\.$"):
        mnk.GameState.start(plain).play(9, by=BLACK)
    with pytest.raises(mnk.NoSuchSquare, match=r"^xb2 isn’t on this board"):
        mnk.moves_from_text("xb2", plain)
    assert mnk.moves_to((1, 2), plain) == (1, 2)
    assert mnk.Position.start(plain).playable_moves() == tuple(range(9))


@pytest.mark.parametrize(
    ("names", "winner"),
    [("xb2xa1xc3", BLACK), ("xb2ob3ob1oa1xc1oc3", None), ("xa3ob2oa1oc3", WHITE)],
)
def test_whoever_completes_a_row_wins_whosever_stones_it_has(
    names: str, winner: mnk.Side | None
) -> None:
    state = game(names)

    assert (state.outcome and state.outcome.winner) is winner
    if winner is not None:
        assert state.outcome == mnk.Outcome(winner, mnk.Termination.LINE)
        assert state.winning_line == (0, 4, 8)
        assert state.position.has_line(winner)
        assert state.position.has_won(winner)
        assert not state.position.has_line(winner.other)
        assert state.position.line(winner.other) == ()
        assert state.position.runs(winner) == ((0, 8),)


def test_one_stone_may_complete_rows_in_several_directions() -> None:
    state = game("xa1oa2xc1ob2oc2", mnk.Variant(3, 2, 3, WILD))

    assert state.winning_line == (3, 4, 5)
    both = drawn("XXX O.. OOO", k=3, line_rule=WILD, to_move=BLACK)
    assert both.line(WHITE) == (0, 1, 2, 6, 7, 8)
    assert both.runs(WHITE) == ((6, 8), (0, 2))


def test_a_full_board_without_a_row_is_a_draw() -> None:
    draw = game("xa1ob1oc1xd1", mnk.Variant(4, 1, 3, WILD))
    assert draw.outcome == mnk.Outcome(None, mnk.Termination.FULL_BOARD)


def test_a_board_is_dead_once_every_row_has_both_kinds() -> None:
    assert not drawn("X.. ... ...", k=3, line_rule=WILD).is_dead
    assert not drawn("XOX OXO O.O", k=3, line_rule=WILD).is_dead, "b1 may become an O"
    assert drawn("XOO OXX X.O", k=3, line_rule=WILD).is_dead
    assert drawn("XO.X", k=3, line_rule=WILD).is_dead
    assert not drawn("X..X", k=3, line_rule=WILD).is_dead
    # X alone would need both empty squares, and has one turn: here the other side helps.
    assert not drawn("X..", k=3, line_rule=WILD).is_dead


def test_dead_is_what_no_continuation_wins_and_nothing_else() -> None:
    rng, kinds = random.Random("wild"), set()
    for _ in range(400):
        variant = mnk.Variant(rng.randint(3, 4), rng.randint(1, 3), rng.choice((2, 3)), WILD)
        position = mnk.Position.start(variant)
        while not position.is_full and not position.has_line(position.side_to_move.other):
            if len(position.empty_squares()) <= 4:
                can_be_won = referee.can_still_be_won(
                    interpreter.stones(position),
                    interpreter.SIGN[position.side_to_move],
                    interpreter.rules(variant),
                )
                assert position.is_dead is not can_be_won, mnk.position_line(position)
                kinds.add(can_be_won)
            position = position.play(rng.choice(position.playable_moves()))
    assert kinds == {True, False}


def test_a_takeback_goes_to_before_the_askers_last_stone_of_whatever_kind() -> None:
    state = game("ob2xa1xc1")

    assert state.take_back(by=BLACK).moves == game("ob2xa1").moves
    assert state.take_back(by=WHITE).moves == game("ob2").moves


def test_turned_and_mirrored_it_is_the_same_position_but_a_kind_stays_a_kind() -> None:
    one, other = game("xa1ob2xb1"), game("xc3ob2xb3")

    assert mnk.canonical(one.position) != mnk.canonical(other.position)
    assert mnk.canonical(one.position).position == mnk.canonical(other.position).position
    steps = [list(mnk.canonical_steps(BOARD, each.moves)) for each in (one, other)]
    assert steps[0] == steps[1]
    assert [key for key, _ in steps[0]] == [
        mnk.canonical(game(names).position).key for names in ("", "xa1", "xa1ob2", "xa1ob2xb1")
    ]
    assert mnk.canonical(game("xa1").position).key != mnk.canonical(game("oa1").position).key


def test_it_has_one_key_whoever_is_to_move() -> None:
    stones = mnk.BySide(frozenset({0}), frozenset({4, 5}))
    one, other = (mnk.Position.of(BOARD, stones, side) for side in mnk.Side)

    assert mnk.canonical(one).key == mnk.canonical(other).key


def test_a_canonical_move_keeps_its_kind_and_comes_back() -> None:
    position = game("xa1").position
    form = mnk.canonical(position)

    for move in position.playable_moves():
        moved = form.moved[move]
        assert form.back(moved) == move
        assert mnk.placed(moved, BLACK, BOARD)[1] is mnk.placed(move, BLACK, BOARD)[1]
        assert (
            mnk.canonical(position.play(move)).key == mnk.canonical(form.position.play(moved)).key
        )


def test_moves_that_a_symmetry_makes_the_same_have_one_kind() -> None:
    groups = mnk.alike(mnk.Position.start(BOARD))

    assert groups == ((0, 2, 6, 8), (1, 3, 5, 7), (9, 11, 15, 17), (10, 12, 14, 16))
    assert mnk.apart(mnk.Position.start(BOARD)) == (0, 1, 4, 9, 10, 13)


@pytest.mark.parametrize(
    ("text", "moves"),
    [("xb2oa1", (4, 9)), ("X b2, O a1", (4, 9)), ("XB2OA1", (4, 9)), ("", ())],
)
def test_moves_as_text_have_the_kind_first(text: str, moves: tuple[int, ...]) -> None:
    assert mnk.moves_from_text(text, BOARD) == moves
    assert mnk.moves_from_text(mnk.moves_text(moves, BOARD), BOARD) == moves


def test_the_kind_is_told_from_a_column_beyond_z() -> None:
    wide = mnk.Variant(32, 2, 3, WILD)

    for move in range(wide.moves):
        assert mnk.move_named(mnk.move_name(move, wide), wide) == move
        assert mnk.moves_from_text(mnk.moves_text((move, 0), wide), wide) == (move, 0)
    assert mnk.move_name(23, wide) == "X x1"
    assert mnk.moves_text((23, 26), wide) == "xx1xaa1"


@pytest.mark.parametrize("text", ["b2", "x", "yb2", "x1"])
def test_a_move_without_its_kind_is_refused(text: str) -> None:
    with pytest.raises((mnk.NoSuchSquare, mnk.UnreadablePosition)):
        mnk.moves_from_text(text, BOARD)
    with pytest.raises(mnk.NoSuchSquare, match=r"Type X or O, a letter and a number, like xb2\.$"):
        mnk.move_named(text, BOARD)


def test_blocked_squares_are_squares_not_moves() -> None:
    board = mnk.Variant(5, 5, 4, WILD, blocked=(0, 24))

    assert mnk.variant_text(board) == "5x5x4-wild-a1e5"
    assert mnk.variant_from_text("5x5x4-wild-a1e5") == board
    assert mnk.squares_text(board.blocked, board) == "a1e5"
    with pytest.raises(mnk.SquareBlocked):
        mnk.Position.start(board).play(25)


def test_a_set_up_board_may_have_any_stones_and_the_number_of_them_says_whose_turn_it_is() -> None:
    assert drawn("XXX ... ...", k=4 - 1, line_rule=WILD).side_to_move is WHITE
    assert drawn("X.X ... ...", k=3, line_rule=WILD).side_to_move is BLACK
    code = mnk.position_line(game("ob2oa1xc1").position)
    assert code == "3x3x3-wild/3/1O1/O1X/O"
    assert mnk.position_from_line(code) == game("ob2oa1xc1").position


@pytest.mark.parametrize("form", FILES)
def test_files_say_the_rule_and_the_kinds(form: Format) -> None:
    moves = mnk.moves_from_text("xb2xa1oc1oa3xb3", BOARD)
    record = Record(mnk.Position.start(BOARD), line_of(moves))

    again = formats.read(formats.write(record, form), form)

    assert again.variant == BOARD
    assert again.main_line == moves


@pytest.mark.parametrize("form", FILES)
def test_files_keep_a_board_that_is_set_up_and_passes(form: Format) -> None:
    start = game("xb2oa1").position
    record = Record(start, line_of((1, None, 11, 12)))

    again = formats.read(formats.write(record, form), form)

    assert again == record
    assert sides_to_move(start, record.nodes) == [BLACK, WHITE, BLACK, WHITE, BLACK]


def test_a_file_names_the_kind_of_each_stone_and_the_order_says_whose_move_it_was() -> None:
    record = Record(mnk.Position.start(BOARD), line_of(mnk.moves_from_text("xb2xa1oc1", BOARD)))

    text = formats.write(record, Format.SGF).decode()

    assert "RU[k=3 wild]" in text
    assert text.replace("\n", "").endswith(";B[bb];B[ac];W[cc])")
    white_first = formats.read(b"(;GM[4]SZ[3]RU[k=3 wild];W[bb];W[ac])", Format.SGF)
    assert white_first.start == mnk.Position.start(BOARD)
    assert white_first.main_line == mnk.moves_from_text("ob2oa1", BOARD)


def test_a_file_that_contradicts_itself_is_refused() -> None:
    for data, form in (
        (b"(;GM[4]SZ[3]RU[k=3 wild]AB[bb]AW[bb])", Format.SGF),
        (b"(;GM[4]SZ[3]RU[k=3 wild];B[bb];W[bb])", Format.SGF),
        (b"(;GM[4]SZ[3]RU[k=3 wild];B[bb]W[aa])", Format.SGF),
        (b"3x3-wild xb2ob2", Format.PLAIN),
        (b"3x3-wild b2", Format.PLAIN),
        (b"3x3 xb2", Format.PLAIN),
        (
            b'{"inarow": 1, "variant": {"width": 3, "height": 3, "k": 3, "lineRule": "wild"},'
            b' "nodes": [{"parent": -1}, {"parent": 0, "move": "b2"}]}',
            Format.JSON,
        ),
    ):
        with pytest.raises(UnreadableFile):
            formats.read(data, form)


@pytest.mark.parametrize("form", [Format.PSQ, Format.LIB])
def test_files_that_cannot_say_it_refuse_it(form: Format) -> None:
    for variant in (BOARD, mnk.Variant(15, 15, 5, WILD)):
        record = Record(mnk.Position.start(variant), line_of((7,)))

        assert not formats.suits(variant, form)
        with pytest.raises(CannotHold, match="only for five in a row"):
            formats.write(record, form)


def test_other_programs_files_name_it() -> None:
    read = formats.read(b"(;GM[4]SZ[3]RU[Wild tic-tac-toe];W[bb])", Format.SGF)

    assert rule_heard("wild") is WILD
    assert read.variant == BOARD


def test_nothing_is_played_after_a_row() -> None:
    won = mnk.moves_from_text("xb2xa1xc3", BOARD)

    with pytest.raises(mnk.GameIsOver):
        game("xb2xa1xc3").play(1, by=WHITE)
    with pytest.raises(IllegalTree, match="The game is over"):
        Record(mnk.Position.start(BOARD), line_of((*won, None, 1)))


def test_it_is_played_without_an_opening_rule() -> None:
    large = mnk.Variant(15, 15, 5, WILD)

    assert [rule.value for rule in mnk.OpeningRule if rule.is_possible(large)] == ["none"]
    with pytest.raises(mnk.OpeningImpossible, match="Wild is played without an opening rule"):
        mnk.GameState.start(large, opening=mnk.OpeningRule.SWAP2)


def test_games_of_it_are_among_the_other_boards_whatever_their_size() -> None:
    for size in (3, 8, 15):
        assert mnk.family_of(mnk.Variant(size, size, 3, WILD)) is mnk.Family.OTHER


def test_the_board_shows_x_and_o_and_the_players_are_black_and_white() -> None:
    large = mnk.Variant(15, 15, 5, WILD)

    assert mnk.look_chosen("stones", large) == mnk.look_chosen("auto", large) == "marks"
    assert mnk.look_of(large) == "marks"
    assert mnk.side_names(BOARD) == mnk.side_names(BOARD, "marks") == mnk.BySide("Black", "White")


def test_nothing_is_called_solved_or_provable_that_was_made_for_stones_of_ones_own() -> None:
    assert not mnk.is_solved(BOARD)
    assert not mnk.has_certificates(BOARD)
    assert not WILD.says.is_race
    assert not WILD.says.has_one_answer


def test_rows_say_something_of_a_square_where_they_win_for_one_side() -> None:
    assert not WILD.says.has_benefits
    assert not mnk.LineRule.MISERE.says.has_benefits
    assert mnk.LineRule.GRAVITY.says.has_benefits


def test_what_stones_are_called_is_another_thing_than_what_the_sides_are_called() -> None:
    plain = mnk.Variant(3, 3, 3)

    assert mnk.stone_names(BOARD, "stones") == mnk.BySide("X", "O")
    assert mnk.stone_names(plain, "stones") == mnk.BySide("Black", "White")
    assert (mnk.side_look(BOARD), mnk.side_look(plain), mnk.side_look(plain, "stones")) == (
        "stones",
        "marks",
        "stones",
    )


def test_what_moves_do_is_read_off_the_lines_as_playing_them_out_tells() -> None:
    rng = random.Random("kinds")
    for _ in range(60):
        variant = mnk.Variant(rng.randint(3, 5), rng.randint(2, 4), rng.choice((2, 3)), WILD)
        position = mnk.Position.start(variant)
        while not position.is_full and not position.has_line(position.side_to_move.other):
            side, seen = position.side_to_move, mnk.either_kind(position)
            for move in position.playable_moves():
                after = position.play(move)
                wins = after.has_line(side)
                answers = map(after.play, after.playable_moves())
                assert (move in seen.completing) is wins
                left = not wins and any(each.has_line(side.other) for each in answers)
                assert (move in seen.leaving) is left, mnk.position_line(position)
            position = position.play(rng.choice(position.playable_moves()))
