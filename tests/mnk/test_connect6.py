"""Connect6: two stones a turn after black's first, and the first row of six wins."""

import pytest

from games import mnk
from games.mnk import formats
from games.mnk.formats import CannotHold, Format, IllegalTree, Record, UnreadableFile, line_of
from games.mnk.formats.record import sides_to_move
from games.mnk.rule import rule_heard

from .interpreter import drawn

BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
CONNECT6 = mnk.LineRule.CONNECT6
BOARD = mnk.PRESETS["19x19-connect6"].variant
FIVE_THREE = mnk.time_control_from_text("5+3")


def game(
    names: str, variant: mnk.Variant = BOARD, control: mnk.TimeControl | None = None
) -> mnk.GameState:
    """After these moves, each of them played at a second more than the one before."""
    state = mnk.GameState.start(variant, control)
    for ply, square in enumerate(mnk.moves_from_text(names, variant)):
        state = state.play(square, by=state.side_to_move, at=1_000 * ply)
    return state


def test_black_places_one_stone_and_then_each_side_two() -> None:
    state, movers = mnk.GameState.start(BOARD), []
    for square in range(9):
        movers.append(state.side_to_move)
        state = state.play(square, by=state.side_to_move)

    assert movers == [BLACK, WHITE, WHITE, BLACK, BLACK, WHITE, WHITE, BLACK, BLACK]
    assert [CONNECT6.side_of_ply(ply) for ply in range(9)] == movers
    assert (state.position.count(BLACK), state.position.count(WHITE)) == (5, 4)


def test_nobody_plays_before_the_other_has_placed_both() -> None:
    with pytest.raises(mnk.NotYourTurn):
        game("j10j11").play(0, by=BLACK)
    with pytest.raises(mnk.NotYourTurn):
        game("j10").play(0, by=BLACK)
    with pytest.raises(mnk.NotYourTurn):
        game("j10j11k11").play(0, by=WHITE)


def test_positions_tell_a_first_stone_from_a_second() -> None:
    first, second = game("j10").position, game("j10a1").position

    assert (first.side_to_move, first.stones_left) == (WHITE, 2)
    assert (second.side_to_move, second.stones_left) == (WHITE, 1)
    assert mnk.Position.start(BOARD).stones_left == 1
    assert mnk.canonical(first).key != mnk.canonical(second).key


def test_the_order_of_the_two_stones_makes_no_other_position() -> None:
    one, other = game("j10a1b1").position, game("j10b1a1").position

    assert one == other
    assert hash(one) == hash(other)


def test_a_board_that_is_set_up_goes_on_by_how_many_stones_lie_there() -> None:
    code = mnk.position_line(game("j10a1").position)

    assert mnk.position_from_line(code) == game("j10a1").position
    assert drawn("XO. O.. ...", k=3, line_rule=CONNECT6).side_to_move is BLACK
    assert drawn("XO. ... ...", k=3, line_rule=CONNECT6).side_to_move is WHITE
    assert drawn("XO. ... ...", k=3, line_rule=CONNECT6).stones_left == 1
    second = drawn("XO. ... ...", k=3, line_rule=CONNECT6, to_move=BLACK)
    assert second.play(8).side_to_move is WHITE


def test_turned_and_mirrored_it_is_the_same_position() -> None:
    one, other = game("a1b1c1"), game("s19r19q19")

    assert mnk.canonical(one.position).position == mnk.canonical(other.position).position
    steps = [list(mnk.canonical_steps(BOARD, each.moves)) for each in (one, other)]
    assert steps[0] == steps[1]
    keys = [key for key, _ in steps[0]]
    assert keys[3] == mnk.canonical(one.position).key
    assert keys[2] == mnk.canonical(game("a1b1").position).key


def test_six_in_a_row_win_and_so_do_seven() -> None:
    six = game("a1 a19b19 b1c1 c19d19 d1e1 a3b3 f1".replace(" ", ""))
    seven = game("a1 a19b19 b1c1 c19d19 e1f1 a3b3 g1d1".replace(" ", ""))

    assert six.outcome == mnk.Outcome(BLACK, mnk.Termination.LINE)
    assert seven.outcome == mnk.Outcome(BLACK, mnk.Termination.LINE)
    assert len(seven.winning_line) == 7


def test_a_row_made_with_the_first_stone_of_a_turn_ends_the_game() -> None:
    over = game("a1 a19b19 b1c1 c19d19 d1e1 a3b3 f1".replace(" ", ""))

    assert over.is_over
    with pytest.raises(mnk.GameIsOver):
        over.play(0, by=BLACK)


def test_five_in_a_row_are_no_win() -> None:
    assert not game("a1 a19b19 b1c1 c19d19 d1e1".replace(" ", "")).is_over


def test_the_last_turn_may_have_a_single_stone() -> None:
    over = game("a1b1c1d1", mnk.Variant(4, 1, 3, CONNECT6))

    assert over.outcome == mnk.Outcome(None, mnk.Termination.FULL_BOARD)


def test_dead_counts_the_stones_of_turns_to_come() -> None:
    assert not drawn("X....", k=3, line_rule=CONNECT6).is_dead
    # X fills both with one turn; one stone in turn would not be enough.
    assert not drawn("X..", k=3, line_rule=CONNECT6, to_move=BLACK).is_dead
    assert drawn("X..", k=3, to_move=BLACK).is_dead
    assert drawn("X..", k=3, line_rule=CONNECT6, to_move=WHITE).is_dead
    # The last square is O's: X has no stone left.
    assert drawn("XOX XXO OX.", k=3, line_rule=CONNECT6, to_move=WHITE).is_dead
    assert not drawn("XOX XXO OX.", k=3, line_rule=CONNECT6, to_move=BLACK).is_dead


def test_a_takeback_takes_back_the_askers_last_stone() -> None:
    turn_over = game("j10a1b1")
    mid_turn = game("j10a1b1c1")

    assert turn_over.take_back(by=WHITE).moves == game("j10a1").moves
    assert turn_over.take_back(by=WHITE).side_to_move is WHITE
    assert turn_over.take_back(by=BLACK).moves == ()
    assert mid_turn.take_back(by=BLACK).moves == game("j10a1b1").moves
    assert mid_turn.take_back(by=WHITE).moves == game("j10a1").moves
    with pytest.raises(mnk.CannotOfferNow):
        game("j10").take_back(by=WHITE)


def test_an_offer_dies_with_the_next_stone_whoevers_it_is() -> None:
    offered = game("j10a1").offer(mnk.Offer.DRAW, by=BLACK)

    assert offered.play(5, by=WHITE).offers == ()


def test_the_clock_begins_when_both_have_placed_a_stone_and_runs_for_whites_second() -> None:
    begun = game("j10a1", control=FIVE_THREE)

    assert game("j10", control=FIVE_THREE).clock == mnk.Clock.of(FIVE_THREE)
    assert begun.clock is not None
    assert (begun.clock.running, begun.clock.since_ms) == (WHITE, 1_000)


def test_the_clock_runs_on_between_two_stones_and_adds_the_increment_once() -> None:
    first = game("j10a1b1", control=FIVE_THREE)  # white's turn is over after a second of it
    assert first.clock is not None
    assert first.clock.left.white.main_ms == 300_000 - 1_000 + 3_000
    assert first.clock.running is BLACK

    between = first.play(50, by=BLACK, at=12_000)
    after = between.play(51, by=BLACK, at=22_000)

    assert between.clock == first.clock, "nothing is added, and it runs as it ran"
    assert after.clock is not None
    assert after.clock.left.black.main_ms == 300_000 - 20_000 + 3_000
    assert (after.clock.running, after.clock.since_ms) == (WHITE, 22_000)


def test_time_that_runs_out_between_the_two_stones_loses() -> None:
    between = game("j10a1b1c1", control=FIVE_THREE)

    assert between.is_time_up(400_000)
    flagged = between.flag(at=400_000)
    assert flagged.outcome == mnk.Outcome(WHITE, mnk.Termination.TIME)


def test_a_period_is_for_the_whole_turn() -> None:
    state = game("j10a1b1", control=mnk.time_control_from_text("30s"))

    between = state.play(50, by=BLACK, at=22_000)

    assert between.is_time_up(32_001)
    assert not between.is_time_up(31_999)


@pytest.mark.parametrize("form", [Format.SGF, Format.JSON, Format.PLAIN])
def test_files_say_the_rule(form: Format) -> None:
    moves = mnk.moves_from_text("j10j11k11k10j9", BOARD)
    record = Record(mnk.Position.start(BOARD), line_of(moves))

    again = formats.read(formats.write(record, form), form)

    assert again.variant == BOARD
    assert again.main_line == moves


@pytest.mark.parametrize("form", [Format.SGF, Format.JSON, Format.PLAIN])
def test_files_keep_a_board_that_is_set_up_and_passes(form: Format) -> None:
    start = game("j10j11").position
    record = Record(start, line_of((0, None, 1, 2)))

    again = formats.read(formats.write(record, form), form)

    assert again == record
    assert sides_to_move(start, record.nodes) == [WHITE, BLACK, WHITE, WHITE, BLACK]


def test_a_file_says_each_stone_with_its_side() -> None:
    record = Record(mnk.Position.start(BOARD), line_of((180, 0, 1, 2)))

    text = formats.write(record, Format.SGF).decode()

    assert "RU[k=6 connect6]" in text
    assert text.replace("\n", "").endswith(";B[jj];W[as];W[bs];B[cs])")


@pytest.mark.parametrize("form", [Format.PSQ, Format.LIB])
def test_files_that_cannot_say_it_refuse_it(form: Format) -> None:
    for variant in (BOARD, mnk.Variant(15, 15, 5, CONNECT6)):
        record = Record(mnk.Position.start(variant), line_of((7,)))

        assert not formats.suits(variant, form)
        with pytest.raises(CannotHold, match="only for five in a row"):
            formats.write(record, form)


def test_other_programs_files_name_it_and_mean_six() -> None:
    read = formats.read(b"(;GM[4]SZ[19]RU[Connect 6];B[jj];W[aa];W[ab])", Format.SGF)

    assert rule_heard("Connect6") is CONNECT6
    assert read.variant == BOARD
    assert read.main_line == tuple(read.main_line[at] for at in range(3))
    assert None not in read.main_line


def test_a_file_in_which_somebody_places_a_third_stone_has_a_pass() -> None:
    read = formats.read(b"(;GM[4]SZ[19]RU[k=6 connect6];B[jj];W[aa];W[ab];W[ac])", Format.SGF)

    assert read.main_line[3] is None


def test_nothing_is_played_after_a_row() -> None:
    won = mnk.moves_from_text("a1a19b19b1c1c19d19d1e1a3b3f1", BOARD)

    with pytest.raises(IllegalTree, match="The game is over"):
        Record(mnk.Position.start(BOARD), line_of((*won, 100)))
    with pytest.raises(UnreadableFile):
        formats.read(f"19x19-connect6\n{mnk.moves_text((*won, 100), BOARD)}".encode(), Format.PLAIN)


def test_it_is_played_without_an_opening_rule() -> None:
    assert [rule.value for rule in mnk.OpeningRule if rule.is_possible(BOARD)] == ["none"]
    with pytest.raises(mnk.OpeningImpossible, match="Connect6 is played without an opening rule"):
        mnk.GameState.start(BOARD, opening=mnk.OpeningRule.SWAP2)


def test_games_of_it_are_among_the_other_boards_whatever_their_size() -> None:
    for size in (3, 8, 15):
        assert mnk.family_of(mnk.Variant(size, size, 3, CONNECT6)) is mnk.Family.OTHER


def test_nothing_is_called_solved_or_provable_that_was_made_for_one_stone_a_turn() -> None:
    assert not mnk.is_solved(mnk.Variant(4, 4, 4, CONNECT6))
    assert not mnk.has_certificates(mnk.Variant(3, 3, 3, CONNECT6))
    assert not CONNECT6.says.is_race
    assert mnk.known(BOARD) is None
