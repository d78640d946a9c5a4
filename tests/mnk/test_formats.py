"""Records as files: what is written reads back the same; refusals of anything else say where."""

import random
import re
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.mnk import formats
from games.mnk.formats import CannotHold, Format, Mark, MarkKind, Node, Record, UnreadableFile

from . import records
from .records import GOMOKU
from .strategies import law

BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
GAMES = 200
START = mnk.Position.start(GOMOKU)


def read(text: str | bytes, format: Format = Format.SGF) -> Record:
    return formats.read(text if isinstance(text, bytes) else text.encode(), format)


def names(record: Record) -> str:
    return " ".join(
        "--" if move is None else mnk.name(move, record.variant) for move in record.main_line
    )


# --- Round trips ---------------------------------------------------------------------------------


def in_plain(record: Record) -> Record:
    """The main line; a six that did not end the game gives away the usual board's rule."""
    return Record(record.start, formats.line_of(record.main_line))


def in_lib(record: Record) -> Record:
    """Moves, comments, texts and the circle on the last stone, in the order of its squares."""
    nodes = []
    for node in record.nodes:
        marks = [
            mark
            for mark in node.marks
            if mark.kind is MarkKind.TEXT
            or (mark.kind is MarkKind.CIRCLE and mark.square == node.move)
        ]
        nodes.append(replace(node, glyph="", ms=None, marks=tuple(sorted(marks, key=_by_square))))
    return Record(record.start, tuple(nodes))


def _by_square(mark: Mark) -> tuple[int, str]:
    return mark.square, mark.kind


def _with_sorted_marks(record: Record) -> Record:
    return replace(
        record,
        nodes=tuple(
            replace(node, marks=tuple(sorted(node.marks, key=_by_square))) for node in record.nodes
        ),
    )


def any_game(rng: random.Random) -> Record:
    return records.game(rng, rng.choice(records.VARIANTS))


def game_of_five(rng: random.Random) -> Record:
    return records.game(rng, rng.choice(records.FIVE))


def line_of_anything(rng: random.Random) -> Record:
    tree = records.tree(rng, records.position(rng, rng.choice(records.VARIANTS)))
    if tree.variant == mnk.Variant(15, 15, 5, mnk.LineRule.EXACT):
        return any_game(rng)
    return tree


def gomoku_tree(rng: random.Random) -> Record:
    return records.tree(rng, START)


def same(record: Record) -> Record:
    return record


@pytest.mark.parametrize(
    ("format", "make", "kept"),
    [
        (Format.SGF, any_game, same),
        (Format.SGF, records.of_everything, same),
        (Format.JSON, any_game, same),
        (Format.JSON, records.of_everything, same),
        (Format.PSQ, game_of_five, same),
        (Format.PLAIN, line_of_anything, in_plain),
        (Format.LIB, gomoku_tree, in_lib),
        (Format.LIB, lambda rng: records.game(rng, GOMOKU), in_lib),
    ],
    ids=["sgf", "sgf-trees", "json", "json-trees", "psq", "plain", "lib-trees", "lib"],
)
def test_hundreds_of_games_come_back_as_they_were(
    format: Format,
    make: Callable[[random.Random], Record],
    kept: Callable[[Record], Record],
) -> None:
    rng = random.Random(6)
    for _ in range(GAMES):
        record = make(rng)
        data = formats.write(record, format)

        found = formats.read(data, format)

        assert _with_sorted_marks(found) == _with_sorted_marks(kept(record)), data[:500]
        assert formats.detect(data) is format
        assert formats.read(formats.write(found, format), format) == found


# --- SGF -----------------------------------------------------------------------------------------


def test_an_sgf_file_of_another_program_is_read() -> None:
    record = read(
        """Sent by somebody
        (;GM[4] FF[3] SZ[15] CoPyright[x] PlayerBlack[Ada Lovelace]PW[Bob]RE[W+Resign]GN[Final]
        C[The \\] beginning
of it.]
        ;B[hh] N[centre] CR[hh][ig]LB[hh:1][ig:a\\]b]
        ;W [ig] BM[2] (;B[gh] TE[1];W[]) (;B[gi]))
        """
    )

    assert record.variant == GOMOKU
    assert record.players == mnk.BySide("Ada Lovelace", "Bob")
    assert record.event == "Final"
    assert record.result == mnk.Outcome(BLACK.other, mnk.Termination.RESIGNATION)
    assert names(record) == "h8 i9 g8 --"
    assert [node.parent for node in record.nodes] == [-1, 0, 1, 2, 3, 2]
    assert record.nodes[0].comment == "The ] beginning\nof it."
    assert record.nodes[1].comment == "centre"
    assert record.nodes[2].glyph == "??"
    assert record.nodes[3].glyph == "!"
    assert record.nodes[1].marks == (
        Mark(112, MarkKind.CIRCLE),
        Mark(128, MarkKind.CIRCLE),
        Mark(112, MarkKind.TEXT, "1"),
        Mark(128, MarkKind.TEXT, "a]b"),
    )


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("(;)", mnk.Variant(19, 19, 5)),
        ("(;GM[1]SZ[15])", GOMOKU),
        ("(;GM[4])", GOMOKU),
        ("(;GM[4]SZ[ 10 : 7 ])", mnk.Variant(10, 7, 5)),
        ("(;GM[4]SZ[3])", mnk.Variant(3, 3, 3)),
        ("(;GM[4]RU[Standard gomoku])", mnk.Variant(15, 15, 5, mnk.LineRule.EXACT)),
        ("(;GM[4]SZ[7:6]RU[k=4 freestyle])", mnk.Variant(7, 6, 4)),
        ("(;GM[4]SZ[4:3]RU[k=3 full])", mnk.Variant.full_lines(4, 3)),
    ],
)
def test_the_board_and_rule_of_an_sgf_file(text: str, variant: mnk.Variant) -> None:
    assert read(text).variant == variant


@pytest.mark.parametrize(
    ("text", "stones", "side"),
    [
        ("(;GM[4]AB[aa][ab])", ("a15 a14", ""), WHITE),
        ("(;GM[4]AB[aa]AW[ab])", ("a15", "a14"), BLACK),
        ("(;GM[4]AB[aa]AW[ab]PL[W])", ("a15", "a14"), WHITE),
        ("(;GM[4]AB[aa];B[hh])", ("a15", ""), BLACK),
        ("(;GM[4]PL[?];W[hh])", ("", ""), WHITE),
        ("(;GM[4]AB[bb:aa])", ("a15 b15 a14 b14", ""), WHITE),
    ],
)
def test_a_position_set_up_in_sgf(text: str, stones: tuple[str, str], side: mnk.Side) -> None:
    start = read(text).start
    for each, named in zip(mnk.Side, stones, strict=True):
        squares = sorted(mnk.square(name, GOMOKU) for name in named.split())
        assert start.stones(each) == tuple(squares)
    assert start.side_to_move is side


def test_a_move_out_of_turn_skips_the_other_side_and_a_node_without_one_is_a_note() -> None:
    assert names(read("(;GM[4];B[hh];B[ii];C[so];W[tt];B[jj])")) == "h8 -- i7 -- j6"
    assert read("(;GM[4];B[hh]C[one];C[two]TR[aa];W[ii])").nodes[1] == Node(
        0, 112, "one\ntwo", marks=(Mark(210, MarkKind.TRIANGLE),)
    )
    assert names(read("(;GM[4]B[hh];W[ii])")) == "h8 i7"
    assert names(read("(;GM[1]SZ[19];B[tt];W[aa])")) == "-- a19"
    assert names(read("(;GM[1]SZ[20];B[tt])")) == "t1", "on a large board tt is a square"


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        ("RE[B+]", mnk.Outcome(BLACK, mnk.Termination.RESIGNATION)),
        ("RE[w+time]", mnk.Outcome(WHITE, mnk.Termination.TIME)),
        ("RE[B+Forfeit]", mnk.Outcome(BLACK, mnk.Termination.ABANDONMENT)),
        ("RE[0]", mnk.Outcome(None, mnk.Termination.AGREEMENT)),
        ("RE[Void]", mnk.Outcome(None, mnk.Termination.ABORT)),
        ("RE[?]", None),
        ("RE[B+]END[agreement]", None),
        ("", None),
    ],
)
def test_how_a_game_in_sgf_ended(result: str, outcome: mnk.Outcome | None) -> None:
    record = read(f"(;GM[4]{result})")

    assert record.result == outcome
    written = formats.write(record, Format.SGF)
    assert formats.read(written, Format.SGF).result == outcome
    assert (b"RE[Void]" in written) is (result == "RE[Void]")  # for other programs


def test_a_win_without_a_reason_is_a_line_if_there_is_one() -> None:
    line = "(;GM[4]SZ[3]RE[B+];B[aa];W[ab];B[ba];W[bb];B[ca])"
    assert read(line).result == mnk.Outcome(BLACK, mnk.Termination.LINE)


@pytest.mark.parametrize(
    ("data", "comment"),
    [
        ("(;CA[UTF-8]C[né 黒])".encode(), "né 黒"),
        ("\ufeff(;CA[latin1]C[né])".encode(), "né"),
        ("(;C[né])".encode(), "né"),
        ("(;C[né])".encode("latin-1"), "né"),
        ("(;CA[ISO-8859-1]C[né])".encode("latin-1"), "né"),
        ("(;CA[GB2312]C[黑先])".encode("gb18030"), "黑先"),
        ("(;CA[Shift_JIS]C[表]])".encode("cp932").replace(b"]])", b"])"), "表"),
        ("(;CA[Klingon]C[né])".encode(), "né"),
    ],
)
def test_sgf_in_other_encodings(data: bytes, comment: str) -> None:
    assert read(data).nodes[0].comment == comment


DEEP = 100_000


@pytest.mark.parametrize(
    ("text", "line", "column", "sentence"),
    [
        ("", 1, 1, "A game starts with “\\(;”"),
        ("hello", 1, 1, "A game starts with"),
        ("(;GM[2])", 1, 6, "another game"),
        ("(;SZ[x])", 1, 6, "isn’t a board size"),
        ("(;SZ[33])", 1, 6, "The width must be from 1 to 32"),
        ("(;SZ[3]RU[k=4 freestyle])", 1, 11, "A row must be from 1 to 3 long"),
        ("(;AB[aa]\nAW[aa])", 2, 4, "has a stone of each side"),
        ("(;AB[zz])", 1, 6, "“zz” isn’t a square on this board. Squares go from aa to ss"),
        ("(;AB[ta])", 1, 6, "“ta” isn’t a square on this board"),
        ("(;AB[at])", 1, 6, "“at” isn’t a square on this board"),
        ("(;AB[a])", 1, 6, "“a” isn’t a square"),
        ("(;LB[a1:x])", 1, 6, "“a1” isn’t a square"),
        ("(;;B[aa]\n;AW[bb])", 2, 5, "AW sets up stones mid-game"),
        ("(;;B[aa]W[bb])", 1, 3, "two moves"),
        ("(;;B[aa][bb])", 1, 3, "two moves"),
        ("(;;B[aa]\n;W[aa])", 2, 4, "a19 is taken"),
        ("(;SZ[3];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb])", 1, 41, "The game is over here"),
        ("(;SZ[3];B[aa];W[ab];B[ba];W[bb];B[ca];W[])", 1, 41, "The game is over here"),
        ("(;C[" + "x" * 2_001 + "])", 1, 2, "has 2,001 characters"),
        ("(;SZ[32]CR[aa:FF]CR[aa])", 1, 2, "at most 1,024 marks"),
        ("(;SZ[32]LB[aa:abcd])", None, None, ""),
        ("(;SZ[32]LB[aa:abcd]AB" + "[aa:bb]" * 1_000 + ")", None, None, ""),
        ("(;SZ[32]AB" + "[aa:FF]" * 1_001 + ")", 1, 7_012, "too many rectangles"),
        ("(;B[aa", 1, 4, "never closed"),
        ("(;B[aa\\]", 1, 4, "never closed"),
        ("(;B aa)", 1, 5, "A “\\[” must follow B"),
        ("(;B[aa]", 1, 8, "ends too early"),
        ("(;B[aa]]", 1, 8, "“]” can’t be here"),
        ("(;1)", 1, 3, "“1” can’t be here"),
        ("(;)(;)", 1, 4, "Another game follows"),
        ("(;) x", 1, 5, "Something follows"),
        ("(;" + "(" * DEEP, 1, 3, "A “;” must follow"),
        ("(;" * DEEP, 1, 10_002, "At most 5,000 positions"),
        ("(" + ";" * DEEP, 1, 5_002, "At most 5,000 positions"),
        ("(;" + ";B[]" * 4_000 + ")", 1, None, "There are"),
    ],
)
def test_sgf_that_is_wrong_is_refused_at_its_place(
    text: str, line: int | None, column: int | None, sentence: str
) -> None:
    if line is None:
        assert read(text).nodes[0].marks == (Mark(992, MarkKind.TEXT, "abc"),)
        return
    with pytest.raises(UnreadableFile, match=sentence) as refusal:
        read(text)

    assert refusal.value.line == line
    if column is not None:
        assert refusal.value.column == column
        assert refusal.value.sentence.startswith(f"Line {line}, column {column}: ")


def games_in(text: str) -> list[Record]:
    return list(formats.read_each(text.encode(), Format.SGF))


def test_a_collection_is_read_game_by_game() -> None:
    first, second, third = games_in(
        "Mail header\n(;GM[4]SZ[3]EV[One];B[bb](;W[aa])(;W[ab]))\r\n\n"
        "(;GM[1]SZ[19]EV[Two];B[aa]) (;GM[4]SZ[7:6]RU[k=4 gravity])\x1a"
    )
    assert (first.event, len(first.nodes), second.event) == ("One", 4, "Two")
    assert names(second) == "a19"
    assert third.variant == mnk.PRESETS["7x6-gravity"].variant
    assert games_in("(;GM[4];B[hh])") == [read("(;GM[4];B[hh])")]
    assert list(formats.read_each(b"h8i9", Format.PLAIN)) == [read("h8i9", Format.PLAIN)]


def test_a_whole_collection_is_written_and_read_again() -> None:
    kept = [records.of_everything(random.Random(seed)) for seed in range(20)]
    text = b"\n".join(formats.write(record, Format.SGF) for record in kept)
    assert list(formats.read_each(text, Format.SGF)) == kept


@pytest.mark.parametrize(
    ("text", "line", "column", "sentence"),
    [
        ("(;GM[4];B[hh])\n(;GM[4]\n;B[hh];W[hh])", 3, 10, "h8 is taken"),
        ("(;GM[4])\n(;GM[2])", 2, 6, "another game"),
        ("(;GM[4])\n(;GM[11];B[a1])", 2, 6, "another game"),
        ("(;GM[4])\n(;GM[4]", 2, 8, "ends too early"),
        ("(;GM[4])\nx", 2, 1, "Something follows the end of the game. Only another game may."),
        ("(;GM[4])\n(x)", 2, 1, "A “;” must follow"),
        ("(;)\n" * 101, 101, 1, "A file may have 100 games. Split it here."),
        ("(;;;;)" * 100 + "(", 1, 601, "A file may have 100 games"),
        (("(" + ";" * 100 + ")") * 51, 1, 5_102, "At most 5,000 positions fit"),
        ("(;SZ[32]AB" + "[aa:FF]" * 600 + ")", None, None, ""),
        (("(;SZ[32]AB" + "[aa:FF]" * 600 + ")\n") * 2, 2, 2_812, "too many rectangles"),
    ],
)
def test_a_collection_that_is_wrong_is_refused_at_its_place(
    text: str, line: int | None, column: int | None, sentence: str
) -> None:
    if line is None:
        assert len(games_in(text)) == 1
        return
    with pytest.raises(UnreadableFile, match=sentence) as refusal:
        games_in(text)

    assert (refusal.value.line, refusal.value.column) == (line, column)


def test_a_megabyte_is_not_too_much() -> None:
    assert read("(;GM[4]".ljust(formats.MAX_BYTES - 1) + ")").variant == GOMOKU


def test_ten_megabytes_of_games_are_refused_at_once() -> None:
    with pytest.raises(UnreadableFile, match="We can read at most 1,048,576"):
        formats.read_each(b"(;)" * 3_500_000, Format.SGF)


def test_a_byte_that_is_no_utf_8_is_refused_at_its_place() -> None:
    with pytest.raises(UnreadableFile, match="Line 2, column 3: This isn’t utf-8 text"):
        read(b"(;CA[UTF-8]\nC[\xff])")


# --- Piskvork ------------------------------------------------------------------------------------


def test_a_file_of_piskvork_is_read() -> None:
    record = read("Piskvorky 15x15, 11:11, 1\r\n8,8,0\r\n9,7,1500\r\n-1\r\n", Format.PSQ)
    assert names(record) == "h8 i9"
    assert [node.ms for node in record.nodes] == [None, None, 1500]


def test_a_file_of_a_tournament_is_read() -> None:
    head, moves = "Piskvorky 20x20, 11:11, ", "\n1,1,5\n20,20,6\nRAPFI.zip\nYIXIN.zip\n-1\n"
    record = read(head + "0" + moves + "2,Standard1\n", Format.PSQ)
    assert record.variant == mnk.Variant(20, 20, 5, mnk.LineRule.EXACT)
    assert record.players == mnk.BySide("RAPFI.zip", "YIXIN.zip")
    assert record.result == mnk.Outcome(WHITE, mnk.Termination.RESIGNATION)
    assert names(record) == "a20 t1"
    other = read(head + "1" + moves + "0,Fast", Format.PSQ)
    assert other.players == mnk.BySide("YIXIN.zip", "RAPFI.zip")
    assert other.variant.line_rule is mnk.LineRule.FREESTYLE
    assert other.result is None


def test_a_file_of_piskvork_may_end_with_the_names_whatever_they_are() -> None:
    record = read('Piskvorky 15x15, 11:11, 0\n8,8,0\n"\n"Bob"', Format.PSQ)
    assert record.players == mnk.BySide('"', "Bob")


def test_five_in_a_row_is_a_win_by_a_line_in_psq() -> None:
    moves = "".join(f"{x},1,0\n{x},3,0\n" for x in range(1, 5)) + "5,1,0\n"
    record = read(f"Piskvorky 15x15, 11:11, 1\n{moves}-1\n", Format.PSQ)

    assert record.result == mnk.Outcome(BLACK, mnk.Termination.LINE)


def test_a_full_board_without_a_line_is_a_draw_in_psq() -> None:
    drawn = Record(
        mnk.Position.start(mnk.Variant(3, 3, 3)), formats.line_of([4, 0, 2, 6, 3, 5, 1, 7, 8])
    )
    found = formats.read(formats.write(drawn, Format.PSQ), Format.PSQ)
    assert found.result == mnk.Outcome(None, mnk.Termination.FULL_BOARD)


def test_a_six_that_did_not_end_the_game_shows_the_rule() -> None:
    six = "a1 a3 b1 b3 c1 c3 e1 e3 f1 f3 d1"
    assert read(six, Format.PLAIN).variant.line_rule is mnk.LineRule.FREESTYLE
    assert read(six + " o15", Format.PLAIN).variant.line_rule is mnk.LineRule.EXACT
    with pytest.raises(UnreadableFile, match="o15 is taken"):
        read(six + " o15 o15", Format.PLAIN)
    five = "a1 a3 b1 b3 c1 c3 d1 d3 e1"
    with pytest.raises(UnreadableFile, match="column 28: The game is over"):
        read(five + " o15", Format.PLAIN)


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("", 1, "first line must be like"),
        ("Piskvorky 15, 0:0, 0", 1, "first line must be like"),
        ("Piskvorky 99x15, 0:0, 0", 1, "width must be"),
        ("Piskvorky 0x15, 0:0, 0\n1,1,0", 1, "width must be"),
        ("Piskvorky 15x15, 0:0, 0\n0,1,0", 2, "0,1 isn’t on this board"),
        ("Piskvorky 15x15, 0:0, 0\n1,1,0\n1,1,0", 3, "a15 is taken"),
        ("Piskvorky 3x3, 0:0, 0\n1,1,0\n1,1,0\n-1\n0,exact", 3, "a3 is taken"),
        ("Piskvorky 15x15, 0:0, 0\n1,x,0", 2, "A move is written as x,y,ms"),
        ("Piskvorky 15x15, 0:0, 0\n1,1,0\n1,2,x\n1,3,0\n-1", 3, "A move is written as x,y,ms"),
        ("Piskvorky 15x15, 0:0, 0\nAlice\n-1", 2, "Both players must be named"),
        ("Piskvorky 15x15, 0:0, 0\nAlice\nBob\nEve", 4, "an error code"),
        ("Piskvorky 15x15, 0:0, 0" + "\n1,1,0" * 5_000, 5_001, "At most 4,999 moves"),
    ],
)
def test_psq_that_is_wrong_is_refused_at_its_line(text: str, line: int, sentence: str) -> None:
    with pytest.raises(UnreadableFile, match=sentence) as refusal:
        read(text, Format.PSQ)
    assert (refusal.value.line, refusal.value.column) == (line, 1)


# --- Plain moves ---------------------------------------------------------------------------------


def test_plain_moves_may_name_their_board() -> None:
    assert read("H8, i9; G8", Format.PLAIN) == Record(
        mnk.Position.start(GOMOKU), formats.line_of([112, 128, 111])
    )
    assert read("3x3\nb2 --a1", Format.PLAIN).main_line == (4, None, 0)
    set_up = read("3x3/3/1X1/3/O a1", Format.PLAIN)
    assert set_up.start.stone(4) is BLACK
    assert set_up.start.side_to_move is WHITE


@pytest.mark.parametrize(
    ("text", "column", "sentence"),
    [
        ("h8 ?", 4, "“\\?” isn’t a square"),
        ("h8 t20", 4, "t20 isn’t on this board.* For another board, start with its size"),
        ("3x3 d1", 5, "d1 isn’t on this board. Squares go from a1 to c3.$"),
        (" 9 h8", 2, "isn’t a board"),
        ("3x3/3/X h8", 1, "isn’t a row|must have 3 rows|a side to move"),
        ("h8h8", 3, "h8 is taken"),
        ("--" * 5_000, 9_999, "At most 4,999 moves"),
    ],
)
def test_plain_moves_that_are_wrong_are_refused(text: str, column: int, sentence: str) -> None:
    with pytest.raises(UnreadableFile, match=sentence) as refusal:
        read(text, Format.PLAIN)
    assert (refusal.value.line, refusal.value.column) == (1, column)


# --- JSON ----------------------------------------------------------------------------------------

HEAD = '{"inarow":1,"variant":{"width":3,"height":3,"k":3},'


@pytest.mark.parametrize(
    ("text", "column", "sentence"),
    [
        ("", 1, "A “{” is missing here"),
        ("[]", 1, "A “{” is missing here"),
        ("{}", 2, "This isn’t valid JSON"),
        ('{"inarow" 1}', 11, "A “:” is missing here"),
        ('{"inarow":1}', 1, "“nodes” is missing"),
        ('{"inarow":2,"variant":{},"nodes":[{}]}', 11, "“inarow” must be 1"),
        ('{"inarow":1,"inarow":1}', 13, "Each field must be one of"),
        ('{"owner":1}', 2, "Each field must be one of"),
        ('{"inarow":1 "nodes"}', 13, "A “,” or “}” must follow"),
        ('{"inarow":1.5}', 11, "isn’t a whole number"),
        ('{"inarow":NaN}', 11, "isn’t a whole number"),
        ('{"inarow":' + "1" * 5_000 + "}", 11, "too many digits"),
        ('{"date":' + "[" * DEEP, 9, "brackets are nested too deep"),
        ('{"nodes":' + "[" * DEEP, 11, "brackets are nested too deep"),
        ('{"nodes":1}', 10, "A “\\[” is missing here"),
        ('{"nodes":[' + "{}," * 5_000 + "{}]}", 15_011, "At most 5,000 positions"),
        ('{"inarow":1,"variant":3,"nodes":[{}]}', 23, "must be an object"),
        ('{"inarow":1,"variant":{"width":true},"nodes":[{}]}', 23, "“width” must be a whole"),
        (
            '{"inarow":1,"variant":{"width":3,"height":3,"k":4},"nodes":[{}]}',
            23,
            "A row must be from",
        ),
        (HEAD + '"nodes":[{"parent":-1}]} x', 77, "Something follows"),
        (HEAD + '"nodes":[{"parent":0}]}', 61, "The first node"),
        (HEAD + '"nodes":[{"parent":-1},{"parent":1}]}', 75, "must branch off an earlier one"),
        (HEAD + '"nodes":[{"parent":-1},{"parent":0,"move":"d1"}]}', 75, "d1 isn’t on this"),
        (HEAD + '"nodes":[{"parent":-1},{"parent":0,"move":7}]}', 75, "“move” must be text"),
        (HEAD + '"nodes":[{"parent":-1,"glyph":"#"}]}', 61, "“glyph” must be one of"),
        (HEAD + '"nodes":[{"parent":-1,"marks":7}]}', 61, "“marks” must be a list"),
        (HEAD + '"nodes":[{"parent":-1}],"start":{"sideToMove":"red"}}', 84, "“sideToMove” must"),
        (
            HEAD + '"nodes":[{"parent":-1}],"start":{"black":["a1"],"white":["a1"],'
            '"sideToMove":"black"}}',
            84,
            "stone of each side",
        ),
        (
            HEAD + '"nodes":[{"parent":-1}],"result":{"winner":null,"termination":"line"}}',
            85,
            "don’t fit together",
        ),
        (
            HEAD + '"nodes":[{"parent":-1,"marks":[{"square":"a1","kind":"text","text":"abcd"}]}]}',
            61,
            "at most 3 characters",
        ),
    ],
)
def test_json_that_is_wrong_is_refused_at_its_place(text: str, column: int, sentence: str) -> None:
    with pytest.raises(UnreadableFile, match=sentence) as refusal:
        read(text, Format.JSON)
    assert (refusal.value.line, refusal.value.column) == (1, column)


def test_json_may_leave_out_most_and_its_texts_are_tidied() -> None:
    text = HEAD + '"nodes":[{"parent":-1,"comment":"a\\u0000\\ud800b\\r\\n"}],"result":null}'
    assert read(text, Format.JSON) == Record(
        mnk.Position.start(mnk.Variant(3, 3, 3)), (Node(-1, comment="ab\n"),)
    )


def test_json_may_have_room_between_any_two_signs() -> None:
    text = HEAD + '"nodes":[{"parent":-1},{"parent":0,"move":"b2"}]}'
    roomy = re.sub(r'([{}\[\]:,]|"[^"]*"|-?[0-9]+)', r" \1\n", text)
    assert read(roomy, Format.JSON) == read(text, Format.JSON)


# --- RenLib --------------------------------------------------------------------------------------

HEADER = formats.renlib.SIGNATURE + bytes((3, 0)) + b"\xff" * 10


def lib(*parts: bytes | str) -> bytes:
    """A file with these nodes; written as bytes, or as hexadecimal digits."""
    return HEADER + b"".join(
        bytes.fromhex(part) if isinstance(part, str) else part for part in parts
    )


def test_a_library_is_read() -> None:
    nodes = lib("7808", b"Hi\x08one\r\ntwo\0", "68c0", "6959", "0001", b"Why\0", b"A\0")
    record = read(nodes, Format.LIB)
    assert record.nodes == (
        Node(-1),
        Node(0, 112, "Hi\none\ntwo", marks=(Mark(128, MarkKind.TEXT, "A"),)),
        Node(1, 127),
        Node(1, 128, "Why", marks=(Mark(128, MarkKind.CIRCLE),)),
    )


def test_the_odd_corners_of_libraries() -> None:
    # An empty board with a comment; h8 with a comment in the old encoding; a text of six
    # characters on i9 without a move; a skipped turn; a last single byte.
    file = lib(
        *("0008", b"Start\0", "7820", b"ol\xe4", b"\0", "69c3", "0001", b"Target\0\0", "0040", "00")
    )
    record = read(file, Format.LIB)
    assert record.nodes[0].comment == "Start"
    assert record.nodes[1].comment == "old\ni9: Target"
    short = read(lib("7800", "6943", "0001", b"B\0"), Format.LIB)
    assert short.nodes[1].marks == (Mark(128, MarkKind.TEXT, "B"),)
    long = read(lib("7809", "0001", b"Yes\0", b"Target\0\0"), Format.LIB)
    assert long.nodes[1].comment == "Yes\nh8: Target"
    passed = read(lib("7800", "0000", "6940"), Format.LIB)
    assert names(passed) == "h8 -- i9"
    full = read(lib("7800", "6943", "0001", b"Tex\0"), Format.LIB)
    assert full.nodes[1].marks == (Mark(128, MarkKind.TEXT, "Tex"),)
    no_words = read(lib("7860", b"\x80\0"), Format.LIB)
    assert no_words.nodes == (Node(-1), Node(0, 112))
    assert read(lib(), Format.LIB).nodes == (Node(-1),)
    newest = read(formats.renlib.SIGNATURE + bytes((3, 4)) + b"\xff" * 10, Format.LIB)
    assert newest.nodes == (Node(-1),)


@pytest.mark.parametrize(
    ("data", "offset", "sentence"),
    [
        (b"", 0, "isn’t a RenLib file"),
        (HEADER[:12], 0, "isn’t a RenLib file"),
        (formats.renlib.SIGNATURE + bytes((4, 0)) + b"\xff" * 10, 8, "version 4.0"),
        (lib("7000"), 20, "square 0x70 isn’t on"),
        (lib("f800"), 20, "square 0xf8 isn’t on"),
        (lib("7801"), 22, "ends too early"),
        (lib("7808", b"no end"), 22, "A text has no end"),
        (lib("7820", b"no end"), 22, "A text has no end"),
        (lib("7800", "7840"), 22, "h8 is taken"),
        (lib("7840", "6940"), 22, "Something follows"),
        (lib("7800" + "0000" * 5_000), 10_018, "At most 5,000 positions"),
        (lib("7800" + "69c2" * 20_000), 40_020, "too many texts"),
        (lib("7808", b"x" * 2_001 + b"\0"), 20, "2,001 characters"),
        (lib("7800", *(("69c3", "0001", b"A\0") * 1_025)), 6_166, "at most 1,024 marks"),
    ],
)
def test_a_library_that_is_wrong_is_refused_at_its_byte(
    data: bytes, offset: int, sentence: str
) -> None:
    with pytest.raises(UnreadableFile, match=sentence) as refusal:
        read(data, Format.LIB)
    assert refusal.value.offset == offset
    assert refusal.value.sentence.startswith(f"Byte {offset}: ")


# --- What has no room, and what is too large -----------------------------------------------------


def test_a_game_of_caro_goes_on_where_five_are_blocked_in_every_format_that_says_so() -> None:
    caro = mnk.PRESETS["15x15-caro"].variant
    names = "d8 c8 e8 i8 g8 a1 h8 a3 f8 a5"  # black has five, between white's c8 and i8
    moves = [mnk.square(name, caro) for name in names.split()]
    record = Record(mnk.Position.start(caro), formats.line_of(moves))

    for format in (Format.SGF, Format.PSQ, Format.PLAIN, Format.JSON):
        again = formats.read(formats.write(record, format), format)
        assert again.variant == caro
        assert [node.move for node in again.main_nodes] == moves
    # Where nothing says the rule it is the first under which these moves are a game.
    assert read(names, Format.PLAIN).variant == caro


RENJU = mnk.PRESETS["15x15-renju"].variant
TWO_THREES = "h8 a1 h9 a15 g10 o1 f10 o15"


def test_a_game_of_renju_comes_back_in_every_format_that_says_the_rule() -> None:
    moves = [mnk.square(name, RENJU) for name in TWO_THREES.split()]
    record = Record(mnk.Position.start(RENJU), formats.line_of(moves))

    for format in (Format.SGF, Format.PSQ, Format.PLAIN, Format.JSON):
        again = formats.read(formats.write(record, format), format)
        assert again.variant == RENJU
        assert [node.move for node in again.main_nodes] == moves
    # .lib can’t say the rule: read again the moves are a game of freestyle.
    again = formats.read(formats.write(record, Format.LIB), Format.LIB)
    assert again.variant == GOMOKU
    assert [node.move for node in again.main_nodes] == moves


def test_another_program_calls_it_renju() -> None:
    assert read("(;GM[4]RU[Renju];B[hh];W[ii])", Format.SGF).variant == RENJU


FORBIDDEN = "h10 makes two open threes: forbidden to Black in renju"


@pytest.mark.parametrize(
    ("text", "format", "line", "column"),
    [
        (
            "(;GM[4]RU[Renju];B[hh];W[ao];B[hg];W[aa]\n;B[gf];W[oo];B[ff];W[oa]\n;B[hf])",
            Format.SGF,
            3,
            4,
        ),
        ("15x15-renju\nh8 a1 h9 a15 g10 o1\nf10 o15 h10", Format.PLAIN, 3, 9),
        (
            "Piskvorky 15x15, 11:11, 0\n8,8,0\n1,15,0\n8,7,0\n1,1,0\n7,6,0\n15,15,0\n6,6,0\n"
            "15,1,0\n8,6,0\nAda\nBob\n-1\n0,renju\n",
            Format.PSQ,
            10,
            1,
        ),
    ],
)
def test_a_record_with_a_forbidden_move_is_refused_where_it_stands(
    text: str, format: Format, line: int, column: int
) -> None:
    with pytest.raises(UnreadableFile, match=FORBIDDEN) as refusal:
        read(text, format)

    assert refusal.value.sentence.startswith(f"Line {line}, column {column}: "), (
        refusal.value.sentence
    )


def test_a_json_record_with_a_forbidden_move_is_refused() -> None:
    moves = [mnk.square(name, RENJU) for name in TWO_THREES.split()]
    record = Record(mnk.Position.start(GOMOKU), formats.line_of([*moves, 142]))
    data = formats.write(record, Format.JSON).replace(b"freestyle", b"renju")

    with pytest.raises(UnreadableFile, match=FORBIDDEN):
        formats.read(data, Format.JSON)


def test_a_board_too_small_for_renju_is_refused_in_files() -> None:
    for text, format in (
        ("(;GM[4]SZ[4]RU[Renju])", Format.SGF),
        ("Piskvorky 4x4, 11:11, 0\n1,1,0\nAda\nBob\n-1\n0,renju\n", Format.PSQ),
        ("4x4-renju\na1", Format.PLAIN),
    ):
        with pytest.raises(UnreadableFile, match="Renju needs a board of at least 5×5"):
            read(text, format)
    with pytest.raises(UnreadableFile, match="Renju is played with 5 in a row, not 4"):
        read("15x15x4-renju\na1", Format.PLAIN)


def test_nothing_is_marked_beside_the_board() -> None:
    with pytest.raises(formats.IllegalTree, match="no square 225"):
        Record(START, (Node(-1, marks=(Mark(225, MarkKind.CIRCLE),)),))


def test_as_much_as_there_may_be_of_everything_is_read() -> None:
    labels = (Mark(number % 225, MarkKind.TEXT, f"{number:03}"[:3]) for number in range(1_024))
    root = Node(-1, comment="x" * 2_000, marks=tuple(labels))
    record = Record(START, (root, *formats.line_of([None] * 4_999)[1:]))

    for format in (Format.SGF, Format.JSON):
        assert formats.read(formats.write(record, format), format) == record
    long = read(HEAD + f'"nodes":[{{"parent":-1,"ms":{"9" * 15}}}]}}', Format.JSON)
    assert long.nodes[0].ms == 999_999_999_999_999
    texts = lib("7800" + "69c2" * 19_999)  # without the words themselves
    assert len(read(texts, Format.LIB).nodes) == 2


def test_a_format_without_room_says_so() -> None:
    small = Record(mnk.Position.start(mnk.Variant(7, 6, 4)))
    set_up = Record(mnk.Position.of(GOMOKU, mnk.BySide(frozenset({0}), frozenset()), WHITE))
    full = Record(mnk.Position.start(mnk.Variant.full_lines(15, 15)))
    skipping = Record(mnk.Position.start(GOMOKU), formats.line_of([None]))

    for format in (Format.PSQ, Format.LIB):
        for record in (small, set_up, full):
            with pytest.raises(CannotHold, match=r"Use \.sgf"):
                formats.write(record, format)
            assert formats.suits(record.variant, format) is (record is set_up)
    caro = Record(mnk.Position.start(mnk.PRESETS["15x15-caro"].variant))
    with pytest.raises(CannotHold, match=r"\.lib can’t say that rows can be blocked at both ends"):
        formats.write(caro, Format.LIB)
    assert not formats.suits(caro.variant, Format.LIB)
    with pytest.raises(CannotHold, match="can’t hold a pass"):
        formats.write(skipping, Format.PSQ)
    for format in (Format.SGF, Format.JSON, Format.PLAIN):
        for record in (small, set_up, full, skipping, caro):
            assert formats.read(formats.write(record, format), format) == record
            assert formats.suits(record.variant, format)


@pytest.mark.parametrize("format", Format)
def test_ten_megabytes_are_refused_at_once(format: Format) -> None:
    began = time.perf_counter()
    with pytest.raises(UnreadableFile, match=r"10,485,760 bytes\. We can read at most 1,048,576"):
        formats.read(b"(" * 10_485_760, format)
    assert time.perf_counter() - began < 1


@pytest.mark.parametrize(
    ("data", "name", "format"),
    [
        (b" (\n;GM[4])", "", Format.SGF),
        (b"From: Ada\n\n(;GM[4])", "game.txt", Format.SGF),
        (b"PISKVORKY 15x15", "game.sgf", Format.PSQ),
        (b"\xef\xbb\xbf {", "", Format.JSON),
        (HEADER, "game.txt", Format.LIB),
        (b"h8i9", "", Format.PLAIN),
        (b"damaged", "a.game.LIB", Format.LIB),
        (b"damaged", "game.exe", Format.PLAIN),
    ],
)
def test_a_format_is_known_by_how_it_begins_then_by_its_name(
    data: bytes, name: str, format: Format
) -> None:
    assert formats.detect(data, name) is format


def test_every_format_has_a_label_and_a_media_type() -> None:
    assert len({format.label for format in Format}) == len(Format)
    assert all("/" in format.media_type for format in Format)


# --- Whatever is thrown at them ------------------------------------------------------------------

_RNG = random.Random(2026)
FILES = [
    (format, formats.write(make(_RNG), format))
    for format, make in (
        (Format.SGF, records.of_everything),
        (Format.JSON, records.of_everything),
        (Format.PSQ, game_of_five),
        (Format.PLAIN, any_game),
        (Format.LIB, gomoku_tree),
    )
    for _ in range(6)
]


@st.composite
def mutated(draw: st.DrawFn) -> tuple[Format, bytes]:
    """A valid file with some bytes lost, doubled, added or replaced."""
    format, data = draw(st.sampled_from(FILES))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        end = min(len(data), at + draw(st.sampled_from((0, 1, 2, 8, 300))))
        piece = draw(
            st.sampled_from((b"", b"", data[at:end] * 2, b"(;", b"[", b"]", b"\\", b"\x00", b"-1"))
            | st.binary(min_size=1, max_size=4)
        )
        data = data[:at] + piece + data[end:]
    return format, data


def is_read_or_refused(data: bytes, format: Format) -> None:
    """What is read can be written and read again; anything else is `UnreadableFile`."""
    try:
        record = formats.read(data, format)
    except UnreadableFile:
        return
    whole = formats.write(record, Format.JSON)
    assert formats.read(whole, Format.JSON) == record


@law
@given(mutated())
def test_a_damaged_file_is_read_or_refused(file: tuple[Format, bytes]) -> None:
    format, data = file
    is_read_or_refused(data, format)


@law
@given(st.sampled_from(Format), st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(format: Format, data: bytes) -> None:
    is_read_or_refused(data, format)


@law
@given(st.sampled_from(Format), st.text('(;)[]\\:BWABC SZRE15abc{}",0-\n', max_size=80))
def test_any_text_is_read_or_refused(format: Format, text: str) -> None:
    prefix = {Format.SGF: "(;", Format.PSQ: "Piskvorky 15x15, 0:0, 0\n"}.get(format, "")
    is_read_or_refused((prefix + text).encode(), format)


@law
@given(st.binary(max_size=120))
def test_any_tree_of_a_library_is_read_or_refused(data: bytes) -> None:
    is_read_or_refused(HEADER + data, Format.LIB)


# Openings


@pytest.mark.parametrize("opening", ["pro", "swap", "swap black", "swap2 two", "swap2 two white"])
@pytest.mark.parametrize("format", [Format.SGF, Format.JSON])
def test_a_file_keeps_how_the_game_opened(opening: str, format: Format) -> None:
    moves = tuple(mnk.moves_from_text("h8h9l8a1a2a3", GOMOKU))
    record = Record(mnk.Position.start(GOMOKU), formats.line_of(moves), opening=opening)
    assert formats.read(formats.write(record, format), format) == record


@pytest.mark.parametrize("format", [Format.SGF, Format.JSON])
@pytest.mark.parametrize(
    ("opening", "moves"),
    [
        ("rif white g7,c3", "h8h9j10a1g7"),
        ("yamaguchi 3", "h8h9j10"),
        ("soosorv8 white 2 black g7,j9", "h8h9j10a1j9h1"),
        ("tarannikov white black white", "h8h9j10k11"),
    ],
)
def test_a_file_keeps_the_squares_that_were_offered(
    opening: str, moves: str, format: Format
) -> None:
    played = tuple(mnk.moves_from_text(moves, GOMOKU))
    record = Record(mnk.Position.start(GOMOKU), formats.line_of(played), opening=opening)
    assert read(formats.write(record, format), format) == record


@pytest.mark.parametrize("format", [Format.SGF, Format.JSON])
def test_a_file_keeps_the_longest_opening_there_is(format: Format) -> None:
    large = mnk.Variant(31, 31, 5)
    state = mnk.GameState.start(large, opening=mnk.OpeningRule.TARAGUCHI_10)
    corner = tuple(mnk.square(f"a{letter}{row}", large) for letter in "abcde" for row in (30, 31))
    for step in ("p16", "black", "p17", "black", "q18", "black", "r19", "10"):
        if step in list(mnk.Choice):
            state = state.choose(mnk.Choice(step), by=state.side_to_move)
        else:
            state = state.play(mnk.square(step, large), by=state.side_to_move)
    state = state.choose(corner, by=state.side_to_move)
    assert state.opening is not None
    line = formats.line_of(state.moves)
    record = Record(mnk.Position.start(large), line, opening=state.opening.text)
    assert len(record.opening) > 80
    assert read(formats.write(record, format), format) == record


def test_what_others_call_an_opening_in_sgf_is_passed_over() -> None:
    for text in ("D4 Kagetsu", "pro", "swap2 two two", "swap3"):
        record = read(f"(;GM[4]SZ[15]ON[{text}];B[aa];W[bb];B[cc])", Format.SGF)
        assert record.opening == ""


def test_an_opening_that_contradicts_the_moves_is_refused_in_json() -> None:
    text = """{"inarow": 1,
      "variant": {"width": 15, "height": 15, "k": 5, "lineRule": "freestyle"},
      "opening": "OPENING",
      "nodes": [{"parent": -1}, {"parent": 0, "move": "a1"}]}"""
    for opening, words in (("pro", "centre"), ("swap black", "isn’t an opening"), ("x", "one of")):
        with pytest.raises(formats.UnreadableFile, match=words):
            read(text.replace("OPENING", opening), Format.JSON)


def test_only_a_game_from_the_empty_board_has_an_opening() -> None:
    set_up = mnk.Position.of(GOMOKU, mnk.BySide(frozenset({0}), frozenset()), WHITE)
    with pytest.raises(formats.IllegalTree, match="empty board"):
        Record(set_up, opening="swap2")
    # Where a turn is skipped, it is as far as it came until then.
    skipping = formats.line_of((112, None, 113))
    assert Record(mnk.Position.start(GOMOKU), skipping, opening="swap2").opening == "swap2"


def test_where_a_file_has_no_room_for_the_opening_the_moves_are_kept() -> None:
    moves = tuple(mnk.moves_from_text("h8h9l8", GOMOKU))
    record = Record(mnk.Position.start(GOMOKU), formats.line_of(moves), opening="swap")
    for format in (Format.PSQ, Format.PLAIN, Format.LIB):
        assert formats.read(formats.write(record, format), format).main_line == moves
