"""Blocked squares: no stone lies there, and no line goes over them."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.mnk import formats
from games.mnk.formats import CannotHold, Format, Record, UnreadableFile, line_of

from . import interpreter, many_boards, records
from .interpreter import drawn
from .strategies import law

BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
CENTRE = mnk.Variant(5, 5, 4, blocked=(12,))
RULES = [rule for rule in mnk.LineRule if not (rule.says.falls or rule.says.edge_to_edge)]


def names(squares: tuple[mnk.Square, ...], variant: mnk.Variant = CENTRE) -> list[str]:
    return [mnk.name(square, variant) for square in squares]


# --- The board -----------------------------------------------------------------------------------


def test_a_stone_on_a_blocked_square_is_refused_in_words() -> None:
    start = mnk.GameState.start(CENTRE)

    with pytest.raises(mnk.SquareBlocked) as refusal:
        start.play(12, by=BLACK)

    assert refusal.value.code == "squareBlocked"
    assert refusal.value.sentence == "c3 is blocked. Choose another square."


def test_a_blocked_square_is_neither_empty_nor_playable_nor_a_stone() -> None:
    start = mnk.Position.start(CENTRE)

    assert len(start.empty_squares()) == CENTRE.room == 24
    assert start.empty_squares() == start.playable_squares()
    assert 12 not in start.empty_squares()
    assert start.stone(12) is None


def test_nothing_is_set_up_on_a_blocked_square() -> None:
    with pytest.raises(mnk.SquareBlocked, match=r"^c3 is blocked\. Choose another square\.$"):
        mnk.Position.of(CENTRE, mnk.BySide(frozenset({12}), frozenset({3})), BLACK)


def test_the_board_is_full_when_every_other_square_has_a_stone() -> None:
    nearly = drawn("XO# OXO XO.", k=3)
    full = nearly.play(2)

    assert nearly.variant.blocked == (8,)
    assert not nearly.is_full
    assert full.is_full
    assert full.is_stuck


def test_alice_wins_with_four_beside_a_blocked_square_and_not_over_it() -> None:
    over = drawn("..... ..... XX#XX ..... .....", k=4)
    beside = drawn("..... ..... ..#.. XXXX. .....", k=4)

    assert not over.has_line(BLACK)
    assert beside.has_line(BLACK)
    assert names(beside.line(BLACK)) == ["a2", "b2", "c2", "d2"]


def test_a_blocked_square_is_no_stone_that_makes_a_row_too_long_or_blocks_its_end() -> None:
    for rule in (mnk.LineRule.EXACT, mnk.LineRule.CARO):
        assert drawn("#XXX# ..... .....", k=3, line_rule=rule).has_line(BLACK), rule
    assert drawn("OXXX# ..... .....", k=3, line_rule=mnk.LineRule.CARO).has_line(BLACK)
    assert not drawn("OXXXO.", k=3, line_rule=mnk.LineRule.CARO).has_line(BLACK)


def test_in_renju_a_three_needs_room_that_is_not_blocked() -> None:
    board = "{}...... ...X... ...X... .XX.... ....... ....... ......."
    open_board = drawn(board.format("."), k=5, line_rule=mnk.LineRule.RENJU, to_move=BLACK)
    position = replace_blocked(open_board, "d2")

    assert names(tuple(open_board.forbidden), open_board.variant) == ["d4"]
    assert not position.forbidden


def replace_blocked(position: mnk.Position, squares: str) -> mnk.Position:
    """The same stones on the board with these squares blocked."""
    variant = mnk.with_blocked(position.variant, squares)
    stones = mnk.BySide(*mnk.Side).map(lambda side: frozenset(position.stones(side)))
    return mnk.Position.of(variant, stones, position.side_to_move)


@pytest.mark.parametrize("rule", RULES)
def test_boards_are_judged_as_the_slow_referee_judges_them(rule: mnk.LineRule) -> None:
    """100,000: `python -m tests.mnk.many_boards exact 100000 blocked`."""
    boards = 150 if rule.says.forbids else 400

    kinds = many_boards.judge(rule, boards, seed=3, make=many_boards.blocked_board)

    assert {"open", "dead", "won"} <= kinds.keys()


@law
@given(seed=st.integers(0, 999), rule=st.sampled_from(RULES))
def test_a_turned_board_has_its_own_symmetries(seed: int, rule: mnk.LineRule) -> None:
    position = many_boards.blocked_board(rule, random.Random(seed))
    blocked = set(position.variant.blocked)

    assert all(
        {moved[square] for square in blocked} == blocked
        for moved in mnk.symmetries(position.variant)
    )
    assert mnk.canonical(position).position.variant == position.variant


def test_boards_keep_the_turns_that_keep_the_blocked_squares() -> None:
    board = mnk.Variant(5, 5, 4)

    assert [len(mnk.symmetries(replace(board, blocked=(at,)))) for at in (12, 0, 2, 1)] == [
        8,
        2,
        2,
        1,
    ]


# --- The variant ---------------------------------------------------------------------------------


def test_a_variant_keeps_its_blocked_squares_in_order_and_each_once() -> None:
    variant = mnk.Variant(5, 5, 4, blocked=(24, 0, 24))

    assert variant.blocked == (0, 24)
    assert variant == mnk.Variant(5, 5, 4, blocked=(0, 24))
    assert variant != mnk.Variant(5, 5, 4)
    assert variant.title == "5×5, four in a row, 2 squares blocked"
    assert CENTRE.title == "5×5, four in a row, 1 square blocked"


@pytest.mark.parametrize(
    ("variant", "blocked", "sentence"),
    [
        (
            mnk.PRESETS["7x6-gravity"].variant,
            (0,),
            "Gravity is played without blocked squares. Unblock them, or choose another rule.",
        ),
        (
            mnk.Variant.full_lines(3, 5),
            (0,),
            "Full lines is played without blocked squares. Unblock them, or choose another rule.",
        ),
        (mnk.Variant(3, 3, 3), (9,), "There’s no square 9. They go from 0 to 8."),
        (mnk.Variant(3, 3, 3), (-1, 2), "There’s no square -1. They go from 0 to 8."),
        (mnk.Variant(3, 3, 3), (0, 9), "There’s no square 9. They go from 0 to 8."),
        (
            mnk.Variant(3, 3, 3),
            (0, 1, 2),
            "At most 2 squares may be blocked on this board, not 3.",
        ),
        (
            mnk.Variant(2, 2, 2),
            (0, 1),
            "At most 1 square may be blocked on this board, not 2.",
        ),
        (
            mnk.Variant(20, 20, 5),
            tuple(range(65)),
            "At most 64 squares may be blocked on this board, not 65.",
        ),
        (
            mnk.Variant(5, 1, 3),
            (2,),
            "There’s no room left for three in a row. Unblock a square.",
        ),
    ],
)
def test_impossible_blocks_are_refused_with_the_reason(
    variant: mnk.Variant, blocked: tuple[int, ...], sentence: str
) -> None:
    with pytest.raises(mnk.VariantError) as refusal:
        replace(variant, blocked=blocked)

    assert refusal.value.sentence == sentence
    assert refusal.value.field == "blocked"


def test_a_quarter_of_the_board_may_be_blocked() -> None:
    assert mnk.Variant(4, 4, 3, blocked=(0, 1, 2, 3)).room == 12
    assert len(mnk.Variant(16, 16, 5, blocked=tuple(range(64))).blocked) == 64


def test_what_is_known_of_a_board_is_not_said_of_it_with_blocked_squares() -> None:
    walled = mnk.Variant(3, 3, 3, blocked=(0,))

    assert mnk.known(mnk.Variant(3, 3, 3))
    assert mnk.known(walled) is None
    assert mnk.is_solved(mnk.Variant(3, 3, 3))
    assert not mnk.is_solved(walled)
    assert mnk.has_certificates(walled)
    assert mnk.family_of(walled) is mnk.Family.OTHER


def test_openings_around_the_middle_are_refused_and_others_are_not() -> None:
    board = mnk.Variant(15, 15, 5, blocked=(0,))
    possible = [rule.value for rule in mnk.OpeningRule if rule.is_possible(board)]

    assert possible == ["none", "swap1", "swap", "swap2"]
    with pytest.raises(mnk.OpeningImpossible) as refusal:
        mnk.Opening.of(mnk.OpeningRule.PRO, board)
    assert (
        refusal.value.sentence == "Pro is played without blocked squares. Choose another opening."
    )


def test_a_stone_of_the_opening_on_a_blocked_square_is_refused() -> None:
    game = mnk.GameState.start(
        mnk.Variant(15, 15, 5, blocked=(112,)), opening=mnk.OpeningRule.SWAP2
    )

    with pytest.raises(mnk.SquareBlocked, match="h8 is blocked"):
        game.play(112, by=BLACK)


# --- As text and in files ------------------------------------------------------------------------


def test_blocked_squares_are_part_of_the_variant_s_word() -> None:
    assert mnk.variant_text(CENTRE) == "5x5x4-freestyle-c3"
    assert mnk.variant_from_text("5x5x4-freestyle-c3") == CENTRE
    assert mnk.variant_from_text("5x5x4-c3") == CENTRE
    assert mnk.variant_from_text("5x5x4-exact-e5a1").blocked == (0, 24)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("5x5x4-g3", "g3 isn’t on this board. Squares go from a1 to e5."),
        ("5x5x4-exact-a1a2a3a4a5b1b2", "At most 6 squares may be blocked on this board, not 7."),
    ],
)
def test_a_word_with_blocks_that_cannot_be_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(mnk.VariantError) as refusal:
        mnk.variant_from_text(text)

    assert (refusal.value.field, refusal.value.sentence) == ("blocked", sentence)


def test_typed_squares_may_have_commas_and_spaces() -> None:
    assert mnk.with_blocked(mnk.Variant(5, 5, 4), " C3, a1 e5 ").blocked == (0, 12, 24)
    assert mnk.with_blocked(CENTRE, "") == mnk.Variant(5, 5, 4)
    with pytest.raises(mnk.VariantError, match="isn’t a square") as refusal:
        mnk.with_blocked(CENTRE, "c3 ?")
    assert refusal.value.field == "blocked"


def test_a_board_shows_a_hash_where_it_is_blocked_and_nowhere_else() -> None:
    start = mnk.Position.start(CENTRE).play(0)
    text = ".....\n.....\n..#..\n.....\nX...."

    assert mnk.board_text(start) == text
    assert mnk.position_from_text(text, CENTRE) == start
    assert mnk.position_line(start) == "5x5x4-freestyle-c3/5/5/5/5/X4/O"
    assert mnk.position_from_text(text.replace("#", "."), CENTRE) == start
    with pytest.raises(mnk.SquareBlocked, match="c3 is blocked"):
        mnk.position_from_text(text.replace("#", "X"), CENTRE)
    with pytest.raises(mnk.SquareBlocked, match="c3 is blocked"):
        mnk.position_from_line("5x5x4-freestyle-c3/5/5/2O2/5/X4/O")
    with pytest.raises(
        mnk.UnreadablePosition,
        match=r"^c3 isn’t blocked in this game\. Write X, O or a dot for it\.$",
    ):
        mnk.position_from_text(text, mnk.Variant(5, 5, 4))


@law
@given(seed=st.integers(0, 9_999), rule=st.sampled_from(RULES))
def test_positions_are_the_same_after_writing_and_reading(seed: int, rule: mnk.LineRule) -> None:
    position = many_boards.blocked_board(rule, random.Random(seed))
    again = mnk.position_from_text(
        mnk.board_text(position), position.variant, position.side_to_move
    )

    assert again == position
    assert mnk.position_from_line(mnk.position_line(position)) == position
    assert mnk.variant_from_text(mnk.variant_text(position.variant)) == position.variant


def test_a_board_that_is_pasted_may_have_blocked_squares() -> None:
    text = ".....\n.....\n..#..\n.....\n....."

    assert mnk.setup_from_text(text, CENTRE) == (mnk.Position.start(CENTRE), ())


def record(moves: str) -> Record:
    return Record(mnk.Position.start(CENTRE), line_of(mnk.moves_from_text(moves, CENTRE)))


def test_files_say_which_squares_are_blocked() -> None:
    written = {
        format: formats.write(record("a1b2"), format)
        for format in (Format.SGF, Format.JSON, Format.PLAIN)
    }

    assert b"RU[k=4 freestyle blocked c3]" in written[Format.SGF]
    assert b'"lineRule": "freestyle", "blocked": ["c3"]}' in written[Format.JSON]
    assert written[Format.PLAIN] == b"5x5x4-freestyle-c3\na1b2\n"
    for format, data in written.items():
        assert formats.read(data, format).start == mnk.Position.start(CENTRE), format


def test_a_file_without_blocked_squares_is_what_it_was() -> None:
    plain = Record(mnk.Position.start(mnk.Variant(5, 5, 4)), line_of((0,)))

    assert b"blocked" not in formats.write(plain, Format.SGF)
    assert b"blocked" not in formats.write(plain, Format.JSON)


def test_piskvork_and_renlib_have_no_room_for_blocked_squares() -> None:
    board = mnk.Variant(15, 15, 5, blocked=(112,))

    for format in (Format.PSQ, Format.LIB):
        with pytest.raises(CannotHold):
            formats.write(Record(mnk.Position.start(board), line_of((0,))), format)


@pytest.mark.parametrize(
    ("format", "text", "sentence"),
    [
        (
            Format.SGF,
            "(;FF[4]GM[4]SZ[5]RU[k=4 freestyle blocked g3])",
            "Line 1, column 21: g3 isn’t on this board. Squares go from a1 to e5.",
        ),
        (
            Format.SGF,
            "(;FF[4]GM[4]SZ[5]RU[k=4 freestyle blocked c3]\n;B[cc])",
            "Line 2, column 4: c3 is blocked. Choose another square.",
        ),
        (
            Format.JSON,
            '{"inarow": 1,\n"variant": {"width": 5, "height": 5, "k": 4, "blocked": ["c3", 4]},'
            '\n"nodes": [{"parent": -1}]}',
            "Line 2, column 12: “square” must be text.",
        ),
    ],
)
def test_wrong_blocks_in_files_are_refused_with_the_place(
    format: Format, text: str, sentence: str
) -> None:
    with pytest.raises(UnreadableFile) as refusal:
        formats.read(text.encode(), format)

    assert refusal.value.sentence == sentence


@pytest.mark.parametrize("rule", RULES)
def test_random_games_end_with_a_line_or_a_board_that_takes_no_more(rule: mnk.LineRule) -> None:
    for seed in range(20):
        rng = random.Random(seed)
        variant = many_boards.blocked_board(rule, rng).variant
        game = mnk.GameState.start(variant)
        while not game.is_over:
            square = rng.choice(game.position.playable_squares())
            game = game.play(square, by=game.side_to_move)
        assert game.outcome is not None
        assert game.winning_line or game.position.is_stuck
        assert not set(game.moves) & set(variant.blocked)
        assert game == mnk.GameState.replay(variant, game.moves)


def test_the_records_of_the_laws_have_blocked_squares() -> None:
    assert any(variant.blocked for variant in records.VARIANTS)
    assert interpreter.rules(CENTRE).blocked == {(2, 2)}
