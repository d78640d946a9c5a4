"""Lessons: what a move did, each claim true by a naive count, each line played out."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import mnk
from games.evaluator import aggressive
from games.evaluator.errors import NothingToPlay
from games.evaluator.evaluation import Verdict
from games.evaluator.lesson import MOST_LESSONS, Lesson, lesson
from games.evaluator.limit import Limit
from games.evaluator.reading import terms_of
from games.evaluator.wins import DEFAULT_NODES, Forces, Kind, Win
from games.remarks import RemarkKind
from games.remarks import said as sentence
from tests.mnk.interpreter import drawn

from . import brute, strategies

EXACT, FULL = mnk.LineRule.EXACT, mnk.LineRule.FULL_LINES
FREESTYLE = mnk.LineRule.FREESTYLE
BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
CARO = mnk.LineRule.CARO
GRAVITY, RENJU = mnk.LineRule.GRAVITY, mnk.LineRule.RENJU
VARIANTS = (
    mnk.Variant(15, 15, 5),
    mnk.Variant(10, 10, 5),
    mnk.Variant(9, 8, 5, EXACT),
    mnk.Variant(7, 7, 4),
    mnk.Variant(6, 6, 4, EXACT),
    mnk.Variant(3, 3, 3),
    mnk.Variant(4, 4, 4),
    mnk.Variant(4, 4, 3),
    mnk.Variant(5, 4, 3, EXACT),
    mnk.Variant(5, 5, 2),
    mnk.Variant(15, 15, 5, CARO),
    mnk.Variant(8, 7, 5, CARO),
    mnk.Variant(6, 5, 4, CARO),
    mnk.Variant.full_lines(3, 5),
    mnk.Variant.full_lines(4, 4),
    mnk.Variant(12, 9, 9),
    mnk.Variant(15, 15, 5, RENJU),
    mnk.Variant(7, 6, 5, RENJU),
    mnk.Variant(7, 6, 4, GRAVITY),
    mnk.Variant(5, 4, 3, GRAVITY),
    mnk.Variant(9, 8, 4, GRAVITY),
)
FOURS = json.loads((Path(__file__).parent / "strong" / "data" / "fours.json").read_text())[
    "positions"
]
LONG_FOURS = [row for row in FOURS if row["win"] and row["moves"] in (4, 6)][:16]
LIMIT = Limit(nodes=20_000)
SIDES = mnk.BySide("Black", "White")
FEW = 8
"""With at most this many squares left a game can be played out in every way."""


def on(size: int, board: str) -> str:
    """A larger board whose lower left corner is drawn."""
    rows = board.split()
    rows = ["."] * (size - len(rows)) + rows
    return " ".join(row.ljust(size, ".") for row in rows)


def told_in_words(each: Lesson, variant: mnk.Variant) -> str:
    """What a reader without scripts reads."""
    return " ".join(sentence(remark, variant, SIDES) for remark in each.remarks)


def said(
    board: str,
    k: int,
    square: str,
    side: mnk.Side = BLACK,
    rule: mnk.LineRule = FREESTYLE,
    limit: Limit = LIMIT,
) -> list[str]:
    """Each sentence with its line: after one slash if played before the move, two if after it."""
    here = drawn(board, k=k, line_rule=rule, to_move=side)
    found = lesson(here, mnk.square(square, here.variant), limit=limit)
    for each in found:
        check_lesson(here, mnk.square(square, here.variant), each)
    return [
        told_in_words(each, here.variant)
        + (" //" if each.from_after else " /" if each.line else "")
        + (f" {mnk.moves_text(each.line, here.variant)}" if each.line else "")
        for each in found
    ]


# --- What is said -------------------------------------------------------------------------------

LARGE = [
    (15, ".... .OOOO ..XXXX", "g1", BLACK,
     ["g1 makes five in a row. Black wins. / g1"]),
    (15, "....X ....X OXXX . . .", "e4", BLACK,
     ["e4 makes a four and an open three: White must block at f4. // f4",
      "Whatever White plays, Black wins in 2 moves: e3, then e7. // f4e3e2e7"]),
    (15, "....X ....X OXXX . . .", "o15", BLACK,
     ["Black had a win in 3 moves: e4, e3, then e2. / e4f4e3e7e2"]),
    (15, "..XXX . .OOO . .", "f5", BLACK,
     ["f5 makes an open four: White can’t stop it. // b5g5"]),
    (15, "..XXX . . .OO . .", "m12", WHITE,
     ["m12 doesn’t stop Black’s open three. "
      "Then Black wins in 2 moves: b6, then f6. // b6a6f6"]),
    (15, "..XXX . . .OO . .", "f6", WHITE,
     ["f6 stops Black’s open three. Only b6, f6 or making a four stops it. / a15b6a6f6"]),
    (15, "..XX.X . . .OO . .", "e6", WHITE,
     ["e6 stops Black’s open three. Only b6, e6, g6 or making a four stops it. / o1e6b6g6"]),
    (10, "..XXX . . OOO . .", "j9", BLACK,
     ["Black had a win in 2 moves: b6, then f6. / b6a6f6"]),
    (10, "...XX . . .OOO . .", "f6", BLACK,
     ["f6 doesn’t stop White’s open three. "
      "Then White wins in 2 moves: e3, then f3. // e3a3f3",
      "f6 makes an open three."]),
    (10, ".XXXX . . OOOO . .", "j9", BLACK,
     ["Black could have won at a6 or f6. / a6",
      "White can make five in a row at e3. j9 doesn’t block it. // e3"]),
    (10, ".OXXXX . . . . .", "g6", WHITE,
     ["g6 blocks Black’s four. Any other square loses on the next move. / a10g6"]),
    (10, "..XXXX . . . . .", "g6", WHITE,
     ["g6 blocks, but Black can still make five in a row at b6. // b6"]),
    (10, "..XXXX . . . . .", "h8", WHITE,
     ["Black can make five in a row at b6 or g6. No single move could stop that. // b6"]),
    (10, "...XX . . . . .", "f6", BLACK,
     ["f6 makes an open three. Left alone, Black makes an open four at c6 or g6. // a10c6b6g6"]),
    (10, "....X ....X ..XX . . .", "e4", BLACK,
     ["e4 makes two open threes at once.",
      "Whatever White plays, Black wins in 2 moves: e3, then e7. // a4e3e2e7"]),
]  # fmt: skip


@pytest.mark.parametrize(("size", "board", "square", "side", "sentences"), LARGE)
def test_five_in_a_row_is_explained(
    size: int, board: str, square: str, side: mnk.Side, sentences: list[str]
) -> None:
    assert said(on(size, board), 5, square, side) == sentences


def test_a_win_by_fours_is_shown_to_who_missed_it_and_to_who_found_it() -> None:
    found = Counter[str]()
    for row in LONG_FOURS:
        side = BLACK if row["side"] == "X" else WHITE
        here = drawn(" ".join(row["board"]), k=5, to_move=side)
        fours = Forces(here.variant, LIMIT).attack(here)
        if fours is None or fours.kind is not Kind.FOURS:
            continue
        far = next(at for at in here.empty_squares() if at not in fours.line)
        for square in (far, fours.line[0]):
            for each in lesson(here, square, limit=LIMIT):
                check_lesson(here, square, each)
                text = told_in_words(each, here.variant)
                if square == far and "had a win" in text and "with fours alone" in text:
                    found["missed"] += 1
                if square != far and text.startswith("Whatever"):
                    found["found"] += 1
    assert found["missed"] > 3
    assert found["found"] > 3


def test_a_win_by_fours_is_shown_to_who_allows_it_and_to_who_prevents_it() -> None:
    found = Counter[str]()
    for row in LONG_FOURS:
        side = BLACK if row["side"] == "X" else WHITE
        here = drawn(" ".join(row["board"]), k=5, to_move=side)
        fours = Forces(here.variant, LIMIT).attack(here)
        here = replace(here, side_to_move=side.other)
        if fours is None or fours.kind is not Kind.FOURS or naive_ends(here, side.other):
            continue
        far = next(at for at in here.empty_squares() if at not in fours.line)
        for square in (far, fours.line[0]):
            for each in lesson(here, square, limit=LIMIT):
                check_lesson(here, square, each)
                text = told_in_words(each, here.variant)
                found["allowed"] += text.startswith("After") and "with fours alone" in text
                found["prevented"] += "threatened" in text and "with fours alone" in text
    assert found["allowed"] > 3
    assert found["prevented"] > 0


def test_a_stone_far_from_everything_is_not_explained() -> None:
    assert said(on(10, "..X.X. . . . ."), 5, "j9", WHITE) == []


def test_alice_builds_and_bob_gets_in_her_way() -> None:
    board = on(10, "OX.X . . . . .")
    assert said(board, 5, "c6") == ["c6 builds on b6 and d6: three of five in one row."]
    assert said(board, 5, "e6", WHITE) == ["e6 gets in the way of Black’s b6 and d6."]


def test_what_builds_as_much_as_it_hinders_builds_and_one_stone_alone_does_neither() -> None:
    both = on(10, "...X ...O ...O ...O OXX . . . .")
    assert said(both, 5, "d5") == ["d5 builds on b5 and c5: three of five in one row."]
    assert said(on(7, "X"), 4, "b1") == ["b1 builds on a1: two of four in one row."]
    gravity = mnk.LineRule.GRAVITY
    assert said("... ... ...", 3, "a1", rule=gravity) == []
    assert said(".... .... X...", 4, "b1", WHITE, gravity) == []


def test_six_are_no_line_where_exactly_five_are() -> None:
    board = on(10, "OXX.XXX . . .OO . .")
    assert said(board, 5, "d6") == ["d6 makes five in a row. Black wins. / d6"]
    assert not any("makes five" in each for each in said(board, 5, "d6", rule=EXACT))
    assert said(on(10, ".XXXX.X . . . ."), 5, "h2", WHITE, EXACT)[0] == (
        "Black can make five in a row at a5. h2 doesn’t block it. // a5"
    )


def test_tictactoe_is_explained_from_its_outcomes() -> None:
    assert said("... ... ...", 3, "b2") == []
    assert said("... .X. ...", 3, "b1", WHITE) == [
        "After b1, Black wins in 3 moves: a1, a3, then a2. // a1c3a3c1a2",
        "4 other squares draw. / a1",
    ]
    assert said("... ... X..", 3, "b3", WHITE)[1] == "Only b2 draws. / b2"
    assert said(".XO ... X..", 3, "a2", WHITE)[1] == "Only b1, c1 and b2 draw. / b2"
    assert said("... ... X..", 3, "b2", WHITE) == ["b2 is the only square that doesn’t lose. / b2"]
    assert said("X.. .O. .OX", 3, "c2") == [
        "White can make three in a row at b3. c2 doesn’t block it. // b3",
        "Only b3 draws. / b3",
    ]
    assert said("XOX .XO OX.", 3, "a2", WHITE)[1] == "Only c1 draws. / c1"
    assert said("X.. .O. .OX", 3, "b3") == [
        "b3 stops White from making three in a row. "
        "Any other square loses on the next move. / a1b3",
        "b3 threatens three in a row: White must block at c3. // c3",
    ]


def test_a_win_thrown_away_on_a_small_board_is_shown() -> None:
    lost = said(".... .... .... ....", 3, "a1")
    assert lost[0].startswith("Black had a quicker win, in 3 moves: ")
    assert said(".... .... .... ....", 3, "b2") == [
        "Whatever White plays, Black wins in 2 moves: b3, then b1. // c2b3c3b1"
    ]
    assert said(".... .X.. .... ....", 3, "a1", WHITE) == [
        "a1 lets Black make a double threat. Then Black wins in 2 moves: b2, then b4. // b2b1b4",
        "Every other square loses too.",
    ]


def test_four_in_a_row_has_its_own_names() -> None:
    assert said("XX.. ...O .... O...", 4, "c4") == [
        "c4 threatens four in a row: White must block at d4. // d4"
    ]
    assert said("X..O .XO. .O.. X..O", 4, "a2", WHITE) == [
        "a2 threatens to win in 2 moves: d2, then c2. // c4d2d3c2"
    ]
    assert said(".X.. .X.. OO.. .O.O XO..", 4, "d3") == [
        "d3 takes the square White needs for a double threat. / a4d3"
    ]
    assert said(on(7, "..XX.. . . . ."), 4, "e5")[0] == (
        "e5 threatens four in a row in two ways: White can’t block both. // b5f5"
    )


def test_what_lacks_one_stone_is_called_by_how_many_win() -> None:
    found = [terms_of(mnk.Variant(5, 5, k)).four for k in (2, 3, 4)]
    assert found == [RemarkKind.THREATENS_LINE, RemarkKind.LINES_UP_TWO, RemarkKind.MAKES_FOUR]


def test_what_is_not_proved_is_probable() -> None:
    """Two open threes, and a look ahead too short to see that they win."""
    board = on(10, "....X ....X ..XX . . .")
    assert "(estimate)" not in " ".join(said(board, 5, "e4"))
    assert said(board, 5, "e4", limit=Limit(nodes=1_000, depth=3)) == [
        "e4 makes two open threes at once: White can’t stop both (estimate). // a10b4a4f4"
    ]


def test_full_lines_are_called_so() -> None:
    assert said("XXX.X OO... OO..X", 3, "d3", BLACK, FULL) == [
        "d3 makes a full line. Black wins. / d3"
    ]
    assert said("XXX.X OO... OO...", 3, "e2", WHITE, FULL)[0] == (
        "Black can make a full line at d3. e2 doesn’t block it. // d3"
    )


def test_what_cannot_be_played_is_not_explained() -> None:
    with pytest.raises(NothingToPlay):
        lesson(drawn("XXX OO. ...", k=3, to_move=WHITE), 0, limit=Limit(nodes=10))
    with pytest.raises(mnk.SquareTaken):
        lesson(drawn("X.. ... ...", k=3, to_move=WHITE), 6, limit=Limit(nodes=10))
    for nowhere in (-1, 9):
        with pytest.raises(mnk.NoSuchSquare):
            lesson(drawn("... ... ...", k=3, to_move=BLACK), nowhere, limit=Limit(nodes=10))


# --- Whether it is true -------------------------------------------------------------------------

NAME = re.compile(r"\b[a-z]{1,2}[1-9][0-9]?\b")
FAR = r"(?:on the next move|in( at most)? (\d+) moves)( with \w+ alone)?"
WINS = re.compile(rf"(Black|White) (?:wins|had a win|had a quicker win,|threatened to win) {FAR}")
THREATENS = re.compile(rf"threatens to win {FAR}")


def check_lesson(before: mnk.Position, square: int, told: Lesson) -> None:
    """One sentence: its names, its line, and what it claims about who wins."""
    variant, text = before.variant, told_in_words(told, before.variant)
    assert text.endswith(".")
    assert ("(estimate)" in text) is not told.proved
    named = {mnk.square(name, variant) for name in NAME.findall(text)}
    assert named <= set(told.squares) <= set(range(variant.squares))
    assert list(told.squares) == sorted(set(told.squares))
    here = before.play(square) if told.from_after else before
    boards = played(here, told.line)
    last = boards[-1]
    if match := WINS.search(text):
        winner = mnk.Side[match[1].upper()]
        lead = 1 if "threatened" in text else 0
        assert last.has_line(winner), text
        assert own_moves(boards[lead:], winner) == int(match[3] or 1), text
        if match[4]:
            check_fours(boards[lead:], winner)
        if told.proved and not lead:
            check_win(boards[0], winner, None if match[2] or match[4] else len(told.line))
    elif match := THREATENS.search(text):
        assert last.has_line(before.side_to_move)
        assert own_moves(boards[1:], before.side_to_move) == int(match[2] or 1), text
        if match[3]:
            check_fours(boards[1:], before.side_to_move)
    elif "Left alone" in text or "in two ways, at" in text or "could have won" in text:
        assert last.has_line(before.side_to_move)
    elif "can make" in text or "can still make" in text or "Any other square" in text:
        assert last.has_line(before.side_to_move.other)
    elif "can’t" in text and "(estimate)" not in text:
        assert len(naive_ends(here, before.side_to_move)) > 1
        assert not naive_stops(here, before.side_to_move)
        assert not naive_ends(here, before.side_to_move.other)
        assert last.has_line(before.side_to_move)
    elif "nothing stops it" in text:
        assert naive_ends(here, before.side_to_move)
        assert not naive_stops(here, before.side_to_move)
        assert last.has_line(before.side_to_move)
    elif "blocks there" in text:
        assert last.has_line(before.side_to_move)
        assert naive_ends(here, before.side_to_move) == set(told.line[:1])
        assert not naive_stops(here, before.side_to_move)
    elif "lets" in text and "block at" in text:
        assert naive_stops(here, before.side_to_move) == set(told.line)
    elif "must not play" in text or "as soon as" in text:
        check_waiting(before.play(square), told, before.side_to_move)
    elif "must block" in text:
        stops = naive_stops(here, before.side_to_move)
        assert stops == set(told.remarks[0].squares)
        assert set(told.line) <= stops
        if not before.variant.line_rule.says.ends_block:
            assert stops == naive_ends(here, before.side_to_move) == set(told.line)


def check_waiting(here: mnk.Position, told: Lesson, side: mnk.Side) -> None:
    """A square in the air completes a line as soon as the one beneath it is taken."""
    (at,) = told.remarks[0].squares
    beneath = at - here.variant.width
    stones = {each: {*here.stones(each)} for each in mnk.Side}
    assert naive_ends(here, side) == set()
    if told.remarks[0].kind is RemarkKind.KEEPS_FROM_BELOW:
        assert beneath in here.playable_squares()
    for each in range(beneath, -1, -here.variant.width):
        if here.stone(each) is None:
            stones[side.other].add(each)
    full = mnk.Position.of(
        here.variant, mnk.BySide(*(frozenset(stones[each]) for each in mnk.Side)), side
    )
    assert full.play(at).has_line(side)


def own_moves(boards: list[mnk.Position], side: mnk.Side) -> int:
    """How many moves of a line are a side's own."""
    return sum(here.side_to_move is side for here in boards[:-1])


def played(here: mnk.Position, line: tuple[int, ...]) -> list[mnk.Position]:
    """The positions of a line, each of its moves legal and none after the end."""
    boards = [here]
    for move in line:
        assert not any(boards[-1].has_line(side) for side in mnk.Side)
        boards.append(boards[-1].play(move))
    return boards


def naive_ends(here: mnk.Position, side: mnk.Side) -> set[int]:
    """Where a side completes a line, by trying every square."""
    turn = replace(here, side_to_move=side)
    return {at for at in turn.playable_squares() if turn.play(at).has_line(side)}


def naive_stops(here: mnk.Position, side: mnk.Side) -> set[int]:
    """Where the other side stops every line that a side could complete, by trying every square."""
    turn = replace(here, side_to_move=side.other)
    return {at for at in turn.playable_squares() if not naive_ends(turn.play(at), side)}


def check_fours(boards: list[mnk.Position], winner: mnk.Side) -> None:
    """Each move of the winner leaves one answer, which is played, until two are left."""
    for here, after in pairwise(boards):
        if here.side_to_move is winner:
            continue
        ends = naive_ends(here, winner)
        stops = ends & set(here.playable_squares())
        (reply,) = set(here.empty_squares()) - set(after.empty_squares())
        if not ends:
            assert here is boards[0]  # after the move: the three is answered first
            continue
        assert reply in stops or not stops
        assert not naive_ends(here, winner.other)
        assert len(ends) == 1 or after is boards[-2]


def check_win(here: mnk.Position, winner: mnk.Side, plies: int | None) -> None:
    """Check by playing out everything where few squares are left."""
    if len(here.empty_squares()) > FEW:
        return
    sign = "XO"[here.side_to_move]
    outcome, distance = brute.best(brute.board_of(here), sign, here.variant)
    assert outcome == ("win" if winner is here.side_to_move else "loss")
    assert plies is None or plies == distance


def check_comparison(before: mnk.Position, square: int, text: str) -> None:
    """Check what is said about the other squares by playing out everything."""
    sign = "XO"[before.side_to_move]
    ends = {
        at: outcome
        for at, (outcome, _) in brute.after_each(
            brute.board_of(before), sign, before.variant
        ).items()
    }
    mine, counts = ends[square], Counter(ends.values())
    if text == "Every other square loses.":
        assert counts["loss"] >= len(ends) - 1
    elif text == "Every other square loses too.":
        assert counts == {"loss": len(ends)}
    elif text == "Any other square draws.":
        assert mine == "loss"
        assert counts["draw"] == len(ends) - 1
    elif "other squares draw" in text:
        assert mine == "loss"
        assert counts["draw"] == int(text.split()[0]) > 3
    elif match := re.fullmatch(r"Only (.*) draws?\.", text):
        named = {mnk.square(name, before.variant) for name in NAME.findall(match[1])}
        assert named == {at for at, outcome in ends.items() if outcome == "draw"}
        assert not counts["win"]
    elif "only square that doesn’t lose" in text:
        assert mine == "draw"
        assert counts["loss"] == len(ends) - 1
    elif "only square that wins" in text:
        assert mine == "win"
        assert counts["win"] == 1
    elif "a draw with best play" in text:
        assert mine == "draw"
    elif "Any other square loses" in text:
        assert counts["loss"] >= len(ends) - 1
    elif re.match(r"After |\w+ (lets|doesn’t stop) ", text):
        assert mine == "loss"
    elif text.startswith("Whatever"):
        assert mine == "win"


def check(before: mnk.Position, square: int, nodes: int = 2_000) -> tuple[Lesson, ...]:
    found = lesson(before, square, limit=Limit(nodes=nodes))
    assert len(found) <= MOST_LESSONS
    told = [told_in_words(each, before.variant) for each in found]
    assert len(set(told)) == len(found)
    texts = " ".join(told)
    for side in mnk.Side:  # never both at once
        word = side.word.capitalize()
        both = f"Whatever {side.other.word.capitalize()} plays, {word} wins" in texts
        assert not (
            both
            and re.search(
                rf"(After|lets|doesn’t stop) .*{side.other.word.capitalize()} wins", texts
            )
        )
    for each, text in zip(found, told, strict=True):
        check_lesson(before, square, each)
        if len(before.empty_squares()) <= FEW:
            check_comparison(before, square, text)
    return found


def games(rng: Random, variant: mnk.Variant) -> Iterator[tuple[mnk.Position, int]]:
    """The moves of a game whose stones lie close, so that things happen, with some blunders."""
    here = mnk.Position.start(variant)
    habits = mnk.BySide(rng.random(), rng.random())
    while here.playable_squares():
        benefits = aggressive.benefits(here, habits[here.side_to_move])
        if not benefits or rng.random() < 0.2:
            square = rng.choice(here.playable_squares())
        else:
            best = sorted(benefits, key=lambda square: -benefits[square])
            square = best[min(int(rng.expovariate(0.7)), len(best) - 1)]
        yield here, square
        here = here.play(square)
        if here.has_line(here.side_to_move.other):
            return


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.title)
def test_every_claim_about_a_game_is_true(variant: mnk.Variant) -> None:
    rng = Random(7)
    for _ in range(2 if variant.squares > 64 else 4):
        for before, square in games(rng, variant):
            check(before, square)


@strategies.law
@given(strategies.endings(max_empty=FEW), st.randoms(use_true_random=False))
def test_every_claim_about_an_end_is_as_when_all_is_played_out(
    here: mnk.Position, rng: Random
) -> None:
    check(here, rng.choice(here.playable_squares()), 5_000)


@settings(strategies.law, max_examples=60)
@given(st.sampled_from(VARIANTS), st.randoms(use_true_random=False), st.integers(1, 3_000))
def test_no_board_that_is_set_up_breaks_it(variant: mnk.Variant, rng: Random, nodes: int) -> None:
    density = rng.random()
    stones: list[set[int]] = [set(), set()]
    for square in range(variant.squares):
        if rng.random() < density:
            stones[rng.randrange(2)].add(square)
    if variant.line_rule.says.falls:
        let_fall(stones, variant)
    both = mnk.BySide(*map(frozenset, stones))
    here = mnk.Position.of(variant, both, rng.choice(list(mnk.Side)))
    if not here.playable_squares() or any(here.has_line(side) for side in mnk.Side):
        if here.playable_squares():
            with pytest.raises(NothingToPlay):
                lesson(here, here.playable_squares()[0], limit=Limit(nodes=nodes))
        return
    check(here, rng.choice(here.playable_squares()), nodes)


def let_fall(stones: list[set[int]], variant: mnk.Variant) -> None:
    """Take away what lies in the air."""
    for square in range(variant.width, variant.squares):
        if not any(square - variant.width in each for each in stones):
            for each in stones:
                each.discard(square)


def test_a_turned_or_mirrored_move_has_the_same_lesson() -> None:
    rng = Random(3)
    compared = 0
    for variant in (mnk.Variant(10, 10, 5), mnk.Variant(9, 8, 5, EXACT), mnk.Variant(4, 4, 3)):
        for before, square in games(rng, variant):
            if any(moved[square] == square for moved in mnk.keeping(before)[1:]):
                continue
            told = lesson(before, square, limit=Limit(nodes=1_000))
            moved = rng.choice(mnk.symmetries(variant))
            both = mnk.BySide(
                *(frozenset(moved[at] for at in before.stones(side)) for side in mnk.Side)
            )
            turned = mnk.Position.of(variant, both, before.side_to_move)
            again = lesson(turned, moved[square], limit=Limit(nodes=1_000))
            for one, other in zip(told, again, strict=True):
                compared += 1
                assert tuple(moved[at] for at in one.line) == other.line
                assert sorted(moved[at] for at in one.squares) == list(other.squares)
                assert (one.proved, one.from_after) == (other.proved, other.from_after)
                # where several squares are named in their order, that order may differ
                assert Counter(words(told_in_words(one, variant), variant, moved)) == Counter(
                    words(told_in_words(other, variant), variant, tuple(range(variant.squares)))
                )
    assert compared > 30


def words(text: str, variant: mnk.Variant, moved: tuple[int, ...]) -> list[str]:
    turned = NAME.sub(lambda name: mnk.name(moved[mnk.square(name[0], variant)], variant), text)
    return re.findall(r"[A-Za-z0-9]+", turned)


def test_the_same_nodes_give_the_same_lesson() -> None:
    rng = Random(11)
    for before, square in games(rng, mnk.Variant(10, 10, 5)):
        first = lesson(before, square, limit=Limit(nodes=1_500))
        assert lesson(before, square, limit=Limit(nodes=1_500)) == first
    assert lesson(before, square, limit=Limit(ms=50)) == first  # the last move of a won game


# --- Forced wins --------------------------------------------------------------------------------


def test_what_wins_whatever_is_played_wins_against_every_square() -> None:
    """Even against those that `Forces.hold` does not look at."""
    rng = Random(2)
    held = 0
    for variant in (
        mnk.Variant(9, 9, 5),
        mnk.Variant(7, 7, 4),
        mnk.Variant(9, 8, 5, EXACT),
        mnk.Variant(9, 9, 5, CARO),
        mnk.Variant(8, 8, 4, CARO),
    ):
        for _ in range(6):
            for before, square in games(rng, variant):
                after = before.play(square)
                if after.is_full or after.has_line(before.side_to_move):
                    continue
                win = Forces(variant, Limit(nodes=4_000)).hold(after)
                if win is None or win.plies < 4:
                    continue
                held += 1
                for reply in after.empty_squares():
                    theirs = after.play(reply)
                    assert not theirs.has_line(after.side_to_move)
                    answer = Forces(variant, Limit(nodes=40_000)).attack(theirs)
                    assert answer is not None
                    if win.kind is Kind.EXACT:
                        assert answer.plies < win.plies
    assert held >= 10


@strategies.law
@given(strategies.endings(max_empty=FEW, of=strategies.small_wins))
def test_a_forced_win_is_one_and_its_line_ends_it(here: mnk.Position) -> None:
    forces = Forces(here.variant, Limit(nodes=5_000))
    values = forces.values(here)
    for win, winner in (
        (forces.attack(here), here.side_to_move),
        (forces.hold(here), here.side_to_move.other),
    ):
        if win is not None:
            assert len(win.line) <= win.plies
            assert played(here, win.line)[-1].has_line(winner)
            check_win(here, winner, win.plies if win.kind is Kind.EXACT else None)
    for square, value in values.items():
        if value.verdict is None or value.verdict is Verdict.DRAW:
            continue
        after = here.play(square)
        if after.is_full or after.has_line(here.side_to_move):
            continue
        win = forces.solved(after, value.verdict.other, None)
        if win is not None:
            winner = here.side_to_move if value.verdict is Verdict.WIN else after.side_to_move
            assert played(after, win.line)[-1].has_line(winner)
            check_win(after, winner, len(win.line))


def test_what_is_shown_within_so_many_nodes_does_not_depend_on_what_was_asked_before() -> None:
    here = drawn("X... .... ....", k=3, to_move=WHITE)
    used = []
    for _ in range(2):
        forces = Forces(here.variant, Limit(nodes=1_000))
        win = forces.solved(here, Verdict.LOSS, 8)
        assert win is not None
        assert win.plies == 8
        used.append(forces.budget.nodes)
    assert used[0] == used[1]


def test_a_search_has_the_limit_it_is_given_and_never_none() -> None:
    variant = mnk.Variant(10, 10, 5)
    assert Forces(variant, Limit(nodes=7)).budget.nodes_left == 7
    assert Forces(variant, Limit()).budget.nodes_left == DEFAULT_NODES
    assert Forces(variant, Limit(ms=60_000)).budget.nodes_left > DEFAULT_NODES


@pytest.mark.parametrize(("depth", "longest"), [(None, 41), (5, 5)])
def test_no_longer_win_is_shown_than_may_be(depth: int | None, longest: int) -> None:
    forces = Forces(mnk.Variant(15, 15, 5), Limit(nodes=1, depth=depth))
    for plies, is_shown in ((longest, True), (longest + 1, False)):
        win = Win(plies, tuple(range(plies)), Kind.FOURS)
        assert forces._within(win) == (win if is_shown else None)


def test_a_loss_that_is_solved_says_when_it_comes() -> None:
    here = drawn(".X.. ..O. .... ....", k=3)
    told = lesson(here, mnk.square("a4", here.variant), limit=LIMIT)
    remarks = {remark.kind: remark.plies for each in told for remark in each.remarks}
    assert remarks[RemarkKind.LOSES] == 6


@pytest.mark.parametrize(("height", "is_searched"), [(8, True), (9, False)])
def test_the_largest_board_of_exact_search_is_searched(height: int, is_searched: bool) -> None:
    variant = mnk.Variant(8, height, 8)
    position = mnk.Position.start(variant).play(0)

    assert bool(Forces(variant, Limit(nodes=2_000)).values(position)) is is_searched
