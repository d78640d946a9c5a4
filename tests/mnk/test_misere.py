"""Misère: a line ends the game, and whoever completed it has lost."""

import pytest

from games import mnk
from games.mnk import formats
from games.mnk.formats import CannotHold, Format, Record, line_of
from games.mnk.rule import rule_heard

from .interpreter import drawn

BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
MISERE = mnk.LineRule.MISERE
BOARD = mnk.PRESETS["3x3-misere"].variant


def game(names: str, variant: mnk.Variant = BOARD) -> mnk.GameState:
    return mnk.GameState.replay(variant, mnk.moves_from_text(names, variant))


def test_alice_completes_a_row_so_bob_wins() -> None:
    over = game("a1b2b1c3c1")

    assert over.outcome == mnk.Outcome(WHITE, mnk.Termination.LINE)
    assert over.position.has_line(BLACK)
    assert over.position.has_won(WHITE)
    assert not over.position.has_won(BLACK)
    assert [mnk.name(square, BOARD) for square in over.winning_line] == ["a1", "b1", "c1"]
    with pytest.raises(mnk.GameIsOver):
        over.play(3, by=WHITE)


def test_bob_completes_a_row_so_alice_wins() -> None:
    over = game("a1b2a2b1c3b3")

    assert over.outcome == mnk.Outcome(BLACK, mnk.Termination.LINE)
    assert over.winning_line == (1, 4, 7)


def test_a_longer_row_loses_as_well() -> None:
    variant = mnk.Variant(5, 2, 3, MISERE)

    assert game("a1a2b1b2d1e2", variant).outcome is None
    assert game("a1a2b1b2d1e2c1", variant).outcome == mnk.Outcome(WHITE, mnk.Termination.LINE)


def test_the_last_square_loses_if_it_completes_a_row_and_draws_if_not() -> None:
    lost = drawn("XOX OXO OX.", k=3, line_rule=MISERE, to_move=BLACK).play(2)
    even = drawn("OOX XXO OX.", k=3, line_rule=MISERE, to_move=BLACK).play(2)

    assert lost.has_won(WHITE)
    assert not even.has_line(BLACK)
    assert even.is_stuck
    assert even.is_dead


def test_a_dead_game_is_a_draw_on_time_and_for_whoever_claims_it() -> None:
    dead = game("a1a2a3b1b2c3c2c1")

    assert dead.is_dead
    assert dead.claim_draw().outcome == mnk.Outcome(None, mnk.Termination.DEAD_BOARD)


def test_resigning_and_time_are_as_everywhere() -> None:
    assert game("a1b2").resign(by=BLACK).outcome == mnk.Outcome(WHITE, mnk.Termination.RESIGNATION)
    assert game("a1b2").flag().outcome == mnk.Outcome(WHITE, mnk.Termination.TIME)


def test_both_sides_may_have_a_line_where_somebody_set_it_up() -> None:
    position = drawn("XXX ... OOO", k=3, line_rule=MISERE)

    assert position.has_won(BLACK)
    assert position.has_won(WHITE)


@pytest.mark.parametrize("form", [Format.SGF, Format.JSON])
def test_files_say_the_rule_and_who_won_by_the_others_row(form: Format) -> None:
    over = game("a1b2b1c3c1")
    nodes = line_of(over.moves)
    record = Record(mnk.Position.start(BOARD), nodes, result=over.outcome)

    again = formats.read(formats.write(record, form), form)

    assert again.variant == BOARD
    assert again.result == over.outcome


@pytest.mark.parametrize("form", [Format.PSQ, Format.LIB])
def test_files_that_cannot_say_it_refuse_it(form: Format) -> None:
    record = Record(mnk.Position.start(mnk.Variant(15, 15, 5, MISERE)), line_of((112,)))

    with pytest.raises(CannotHold):
        formats.write(record, form)


def test_other_programs_files_name_it() -> None:
    assert rule_heard("Misère, three in a row") is MISERE


def test_games_of_it_are_among_the_other_boards_whatever_their_size() -> None:
    for size in (3, 8, 15):
        assert mnk.family_of(mnk.Variant(size, size, 3, MISERE)) is mnk.Family.OTHER


def test_nothing_is_called_solved_or_provable_that_was_made_for_lines_that_win() -> None:
    assert not mnk.is_solved(BOARD)
    assert not mnk.has_certificates(BOARD)
    assert not MISERE.says.is_race
