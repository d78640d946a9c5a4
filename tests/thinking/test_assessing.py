"""What the evaluator says about a position, as told: proofs, guesses, and what nobody knows."""

from random import Random

import pytest

from games import evaluator, mnk
from games.play.protocol import SideWord, Verdict
from games.review import findings, worths
from games.thinking.assessing import WAYS, assess

FIFTEEN = mnk.PRESETS["15x15"].variant
NODES = 20_000


def at(names: str, variant: mnk.Variant = FIFTEEN) -> mnk.Position:
    """The position after these moves."""
    return mnk.GameState.replay(variant, mnk.moves_from_text(names, variant)).position


def check(position: mnk.Position, found: findings.Assessment) -> None:
    """What holds for every assessment."""
    empty = set(position.empty_squares())
    for worth in (found.worth, *found.squares, *(way.worth for way in found.ways)):
        assert (worth.verdict is not None) == (worth.status == "proved")
        assert (worth.score is not None) == (worth.status == "estimated")
        assert worth.plies is None or worth.status == "proved"
        assert worth.score is None or -1 < worth.score < 1
    by_square = {each.square: each for each in found.squares}
    assert set(by_square) <= empty
    assert set(found.best) <= empty
    assert len(found.ways) <= WAYS
    for way in found.ways:
        after = position
        for square in way.moves:
            after = after.play(square)
    for square in found.best:
        assert worths.rank(by_square[square])[0] == worths.rank(found.worth)[0]
    if worths.is_proved(found.worth, Verdict.LOSS) and empty and found.worth.plies != 0:
        assert all(worths.is_proved(each, Verdict.LOSS) for each in found.squares)


def test_a_win_by_fours_is_proved_and_shown_to_its_end() -> None:
    # Black makes a four that must be answered, then another one that cannot.
    position = at("h8 a1 i8 a15 j8 g8 i9 o1 i10 o15")
    found = assess(position, NODES).assessment

    assert found.worth.verdict is Verdict.WIN
    way = found.ways[0]
    assert way.worth.verdict is Verdict.WIN
    assert way.moves[0] in found.best
    for square in way.moves:
        position = position.play(square)
    assert position.has_line(mnk.Side.BLACK)


def test_in_renju_two_open_threes_are_no_threat_of_blacks_and_no_move() -> None:
    names = "h8 a1 i8 a15 j10 o1 j11 o15"
    j8 = mnk.square("j8", FIFTEEN)
    freestyle = assess(at(names), NODES).assessment
    assert any(threat.kind == "doubleThree" for threat in freestyle.threats)

    position = at(names, mnk.PRESETS["15x15-renju"].variant)
    found = assess(position, NODES).assessment
    check(position, found)

    assert set(position.forbidden) == {j8}
    assert found.ways
    assert not found.threats
    assert j8 not in {each.square for each in found.squares}


def test_whites_four_that_black_may_not_stop_is_a_proved_win_in_renju() -> None:
    line = "15x15x5-renju/15/15/15/15/6O8/7X1O5/4O1OOXO5/3XOXXXO6/6X8/5X1X7/4O10/15/15/15/15/O"
    position = mnk.position_from_line(line)
    found = assess(position, 100_000).assessment

    assert found.worth.verdict is Verdict.WIN
    for square in found.ways[0].moves:
        position = position.play(square)  # no move is refused
    assert position.has_line(mnk.Side.WHITE)


def test_in_caro_a_four_that_one_stone_stops_is_no_proved_win() -> None:
    position = at("h8 f8 i8 a1 j8 a15 k8", mnk.PRESETS["15x15-caro"].variant)  # O . X X X X .
    found = assess(position, NODES).assessment
    check(position, found)

    assert found.worth.status == "estimated"
    assert [mnk.name(square, position.variant) for square in found.best] == ["l8"]
    assert [threat.kind for threat in found.threats] == ["four", "four"]
    l8 = mnk.square("l8", position.variant)
    lost = {each.square for each in found.squares if worths.is_proved(each, Verdict.LOSS)}
    assert lost == {*position.empty_squares()} - {l8}

    open_four = at("h8 a1 i8 a15 j8 o1 k8", position.variant)
    assert assess(open_four, NODES).assessment.worth == worths.proved(Verdict.LOSS, 2)


def test_a_loss_is_proved_of_every_square() -> None:
    found = assess(at("h8 a1 i8 a15 j8 o1 k8"), NODES).assessment  # an open four

    assert found.worth == worths.proved(Verdict.LOSS, 2)
    assert len(found.squares) == FIFTEEN.squares - 7
    assert [threat.side for threat in found.threats if threat.kind == "openFour"] == [
        SideWord.BLACK
    ]


def test_a_quiet_position_is_estimated_and_has_three_ways() -> None:
    position = at("h8 i9")
    found = assess(position, NODES)

    check(position, found.assessment)
    assert found.depth
    assert found.assessment.worth.status == "estimated"
    assert len(found.assessment.ways) == 3
    assert found.assessment.ways[0].moves[0] in found.assessment.best
    assert found.assessment.worth.score == found.assessment.ways[0].worth.score
    assert 0 < found.assessment.nodes <= 1.2 * NODES


def test_the_same_nodes_find_the_same() -> None:
    position = at("h8 i9 i8")

    assert assess(position, NODES) == assess(position, NODES)


@pytest.mark.parametrize("names", ["h8 i9 i8 g8", "c3 d3 c4 e5 f6 d4"])
def test_turned_mirrored_and_swapped_it_is_the_same(names: str) -> None:
    position = at(names)
    found = assess(position, NODES).assessment
    for to in mnk.symmetries(position.variant):
        black, white = (
            frozenset(to[square] for square in position.stones(side)) for side in mnk.Side
        )
        other = mnk.Position.of(FIFTEEN, mnk.BySide(white, black), position.side_to_move.other)
        told = assess(other, NODES).assessment
        assert told.worth == found.worth
        assert told.best == tuple(sorted(to[square] for square in found.best))
        assert told.nodes == found.nodes
        assert {each.square: each.score for each in told.squares} == {
            to[each.square]: each.score for each in found.squares
        }


def test_a_game_that_is_over_was_decided_in_no_plies() -> None:
    won = at("a1 b1 a2 b2 a3", mnk.PRESETS["3x3"].variant)
    full = at("a1 b1 c1 b2 a2 a3 b3 c3 c2", mnk.PRESETS["3x3"].variant)

    assert assess(won, NODES).assessment == findings.Assessment(
        worth=worths.proved(Verdict.LOSS, 0)
    )
    assert full.is_full
    assert assess(full, NODES).assessment == findings.Assessment(
        worth=worths.proved(Verdict.DRAW, 0)
    )


def test_a_set_up_board_may_have_any_stones() -> None:
    board = "...../.XX../...../...../.....".replace("/", "\n")
    to_move = mnk.position_from_text(board, mnk.Variant(5, 5, 4), mnk.Side.BLACK)
    waits = mnk.position_from_text(board, mnk.Variant(5, 5, 4), mnk.Side.WHITE)

    found, other = assess(to_move, 500_000).assessment, assess(waits, 500_000).assessment
    check(to_move, found)
    check(waits, other)
    assert found.worth == worths.proved(Verdict.WIN, 3)


def test_lines_of_both_sides_are_refused() -> None:
    board = mnk.position_from_text("XXX\nOOO\n...", mnk.Variant(3, 3, 3), mnk.Side.BLACK)

    with pytest.raises(evaluator.ImpossiblePosition):
        assess(board, NODES)


@pytest.mark.parametrize(
    "variant",
    [
        mnk.Variant(32, 32, 5),
        mnk.Variant(32, 32, 32),
        mnk.Variant(32, 1, 3),
        mnk.Variant.full_lines(9, 9),
        mnk.Variant(12, 12, 9),
        mnk.Variant(1, 1, 1),
        mnk.Variant(6, 6, 4, mnk.LineRule.EXACT),
        mnk.Variant(7, 7, 5),
        mnk.Variant(8, 8, 6, mnk.LineRule.EXACT),
    ],
    ids=lambda variant: variant.title,
)
def test_boards_of_all_kinds_get_an_honest_answer(variant: mnk.Variant) -> None:
    rng = Random(variant.title)
    position = mnk.Position.start(variant)
    for _ in range(8):
        found = assess(position, NODES).assessment
        check(position, found)
        if not position.empty_squares() or found.worth.plies == 0:
            break
        position = position.play(rng.choice(position.empty_squares()))


@pytest.mark.parametrize(("width", "height", "is_told"), [(8, 8, True), (13, 5, False)])
def test_of_up_to_64_squares_even_those_are_told_of_which_nothing_is_known(
    width: int, height: int, is_told: bool
) -> None:
    position = mnk.Position.start(mnk.Variant(width, height, 5, mnk.LineRule.EXACT)).play(0).play(9)
    squares = assess(position, 200).assessment.squares
    assert any(each.status == "unknown" for each in squares) is is_told


@pytest.mark.parametrize("side", list(mnk.Side))
def test_what_nobody_can_search_is_unknown(side: mnk.Side) -> None:
    """Eight in a row is beyond the engine; twenty squares per edge are beyond the exact search."""
    block = frozenset(20 * y + x for x in range(6, 11) for y in range(6, 11))
    stones = mnk.BySide(block, frozenset[int]())
    found = assess(mnk.Position.of(mnk.Variant(20, 20, 8), stones, side), NODES)

    assert found.assessment == findings.Assessment(worth=worths.UNKNOWN)
    assert found.depth is None
