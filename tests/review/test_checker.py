"""The checker of certificates: what it lets pass is proved, whoever wrote the file."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from games import mnk
from games.evaluator import certificate_file, prove
from games.evaluator.certificate import Certificate, check
from games.evaluator.limit import Limit
from games.mnk.solved import VALUES
from games.review import certificate as reading
from games.review import checker, shipped
from games.review.certificate import MAX_BYTES, BadCertificate
from tests.evaluator import brute
from tests.evaluator.strategies import certified_variants, endings, law
from tests.review import mutated

ENOUGH = Limit(nodes=3_000_000)
DATA = Path(__file__).parents[1] / "evaluator" / "strong" / "data" / "fours.json"
POSITIONS = json.loads(DATA.read_text())["positions"]
WINS_BY_FOURS = [row for row in POSITIONS if row["win"]]


def certified(position: mnk.Position, limit: Limit = ENOUGH) -> Certificate:
    certificate = prove(position, limit, set_up=True)
    assert certificate is not None, mnk.position_line(position)
    return certificate


def written(certificate: Certificate) -> bytes:
    return certificate_file.text(certificate).encode()


def verdict_of(position: mnk.Position) -> str:
    sign = "XO"[position.side_to_move]
    return brute.best(brute.board_of(position), sign, position.variant)[0]


def won_in(position: mnk.Position) -> int:
    sign = "XO"[position.side_to_move]
    return brute.best(brute.board_of(position), sign, position.variant)[1]


def puzzle(row: dict[str, Any]) -> mnk.Position:
    side = mnk.Side.BLACK if row["side"] == "X" else mnk.Side.WHITE
    return mnk.position_from_text("\n".join(row["board"]), mnk.Variant(15, 15, 5), side)


# --- What holds ----------------------------------------------------------------------------------


def test_every_position_of_tic_tac_toe_is_certified_as_it_is() -> None:
    variant = mnk.Variant(3, 3, 3)
    seen = set()
    verdicts = Counter[str]()
    for board, sign in brute.reachable(variant):
        if "." not in board or any(brute.has_line(board, each, variant) for each in "XO"):
            continue
        rows = "\n".join(board[at : at + 3] for at in (6, 3, 0))
        shown = mnk.position_from_text(rows, variant, mnk.Side("XO".index(sign)))
        position = mnk.canonical(shown).position
        if position in seen:
            continue
        seen.add(position)
        certificate = certified(position, Limit())  # the solver may remember, which is quicker

        said = checker.verify(written(certificate))

        assert certificate.verdict.value == verdict_of(position)
        if certificate.plies is None:
            assert "neither side can force a win" in said
        else:
            assert f"in at most {won_in(position)} plies" in said
        verdicts[certificate.verdict.value] += 1
    assert len(seen) == verdicts.total() == 627
    assert all(verdicts[verdict] > 50 for verdict in ("win", "loss", "draw"))


@pytest.mark.parametrize("size", [(4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4)], ids=str)
def test_a_start_is_certified(size: tuple[int, int, int]) -> None:
    certificate = certified(mnk.Position.start(mnk.Variant(*size)))

    assert checker.verify(written(certificate)).startswith("Black")
    assert check(certificate)


@settings(law, max_examples=100)
@given(position=endings(max_empty=7, of=certified_variants))
def test_both_readings_and_brute_force_agree(position: mnk.Position) -> None:
    certificate = certified(position)

    said = checker.verify(written(certificate))

    assert check(certificate)
    assert certificate.verdict.value == verdict_of(position)
    if certificate.plies is not None:
        assert certificate.plies == won_in(position)
        assert f"in at most {certificate.plies} plies" in said
    brute.forget()


def test_positions_of_four_on_five_by_four_are_certified_as_the_solver_sees_them() -> None:
    rng = Random(6)
    variant = mnk.Variant(5, 4, 4)
    for _ in range(12):
        position = mnk.Position.start(variant)
        for square in rng.sample(range(20), 10):
            if position.play(square).has_line(position.side_to_move):
                break
            position = position.play(square)
        certificate = certified(position)
        checker.verify(written(certificate))

        assert check(certificate)
        assert certificate.verdict.value == verdict_of(position)
    brute.forget()


def test_the_file_says_what_the_certificate_holds() -> None:
    for size in ((4, 3, 3), (4, 4, 4)):
        certificate = certified(mnk.Position.start(mnk.Variant(*size)))
        claim = reading.read(written(certificate))

        assert (claim.verdict, claim.plies) == (certificate.verdict.value, certificate.plies)
        assert [(s.side, s.wins) for s in claim.strategies] == [
            (s.side, s.wins) for s in certificate.strategies
        ]
        for read, kept in zip(claim.strategies, certificate.strategies, strict=True):
            assert read.moves == {key: 1 << square for key, square in kept.moves.items()}
        assert written(certificate) == written(certified(certificate.position))


def test_wins_by_fours_on_a_large_board_are_certified_and_checked() -> None:
    for row in WINS_BY_FOURS[::9]:
        position = puzzle(row)
        certificate = certified(position, Limit(nodes=1_000_000))

        said = checker.verify(written(certificate))

        assert certificate.verdict.value == "win"
        assert certificate.plies is not None
        assert certificate.plies >= 2 * row["moves"] - 1
        assert f"wins in at most {certificate.plies} plies" in said
        assert check(certificate)


def test_a_win_that_needs_threes_is_certified_too() -> None:
    row = next(row for row in POSITIONS if row["id"] == "fs_vcf_204")
    assert not row["win"]  # by fours alone
    certificate = certified(puzzle(row), Limit(nodes=1_000_000))

    said = checker.verify(written(certificate))

    assert certificate == certified(certificate.position, Limit(nodes=1_000_000))
    assert said.startswith("White, to move, wins in at most ")
    assert check(certificate)
    assert len(certificate) > 10


def test_bob_has_lost_whatever_he_plays() -> None:
    board = "\n".join(
        ("." * 15,) * 7 + ("....OXXXX......",) + ("." * 15,) * 5 + ("....OO.O" + "." * 7,)
    )
    position = mnk.position_from_text(
        board + "\n" + "." * 15, mnk.Variant(15, 15, 5), mnk.Side.WHITE
    )
    # He blocks at j8; the open three above it is still there.
    position = mnk.Position.of(
        position.variant,
        mnk.BySide(
            frozenset(position.stones(mnk.Side.BLACK))
            | {mnk.square(name, position.variant) for name in ("f10", "g10", "h10")},
            frozenset(position.stones(mnk.Side.WHITE)),
        ),
        mnk.Side.WHITE,
    )
    certificate = certified(position, Limit(nodes=500_000))

    said = checker.verify(written(certificate))

    assert said.startswith("White, to move, loses: Black wins in at most")
    assert check(certificate)


def test_the_checker_draws_the_lines_of_every_rule_as_the_rules_do() -> None:
    rules = [rule for rule in mnk.LineRule if rule.says.is_race and not rule.says.ends_block]
    assert set(reading.RULES) == {rule.value for rule in rules}
    for rule in rules:
        for width, height in ((1, 1), (3, 3), (5, 3), (2, 6), (7, 7)):
            k = rule.k_of(width, height) or min(3, max(width, height))
            claim = reading.Certificate(
                width, height, k, reading.RULES[rule.value], 0, (0, 0), 0, "draw", None, ()
            )
            variant = mnk.Variant(width, height, k, rule)
            lines = mnk.lines(variant)
            assert checker._lines(claim) == sorted((mask, fence) for mask, fence, _ in lines)
            assert not any(ends for _, _, ends in lines)
            if not rule.says.edge_to_edge and width > 1:
                walled = mnk.lines(replace(variant, blocked=(1, variant.squares - 1)))
                claim = claim._replace(blocked=2 | 1 << variant.squares - 1)
                assert checker._lines(claim) == sorted((mask, fence) for mask, fence, _ in walled)


# --- What does not -------------------------------------------------------------------------------


@cache
def samples() -> tuple[mnk.Position, ...]:
    """Positions of several games, with 5 to 7 squares empty, whose certificates hold moves."""
    rng = Random(11)
    variants = (
        mnk.Variant(3, 3, 3),
        mnk.Variant(4, 3, 3),
        mnk.Variant(4, 3, 3, mnk.LineRule.EXACT),
        mnk.Variant.full_lines(3, 4),
        mnk.Variant(4, 4, 4),
    )
    found: list[mnk.Position] = []
    while len(found) < 10:
        position = mnk.Position.start(variants[len(found) % len(variants)])
        squares = position.variant.squares
        for square in rng.sample(range(squares), squares - rng.randint(5, 7)):
            if position.play(square).has_line(position.side_to_move):
                break
            position = position.play(square)
        if len(position.empty_squares()) <= 7 and len(certified(position)) > 1:
            found.append(position)
    return tuple(found)


def is_true(data: dict[str, Any]) -> bool:
    """Whether a changed certificate still claims the truth, by brute force."""
    position = mnk.position_from_line(data["position"])
    if position.is_full or any(position.has_line(side) for side in mnk.Side):
        return data["verdict"] == "draw" and not any(position.has_line(s) for s in mnk.Side)
    plies = data.get("plies")
    return verdict_of(position) == data["verdict"] and (plies is None or won_in(position) <= plies)


def changes(data: dict[str, Any], rng: Random) -> Iterator[dict[str, Any]]:
    """One thing changed at a time."""
    text = json.dumps(data)
    position = mnk.position_from_line(data["position"])
    for verdict in {"win", "loss", "draw"} - {data["verdict"]}:
        yield {**data, "verdict": verdict}
        yield {key: value for key, value in data.items() if key != "plies"} | {"verdict": verdict}
    if "plies" in data:
        yield {**data, "plies": data["plies"] - 1}
    yield {
        **data,
        "position": data["position"][:-1] + "XO"[position.side_to_move is mnk.Side.BLACK],
    }
    for square in range(position.variant.squares):
        for side in (*mnk.Side, None):
            if position.stone(square) is side:
                continue
            stones = [set(position.stones(each)) - {square} for each in mnk.Side]
            if side is not None:
                stones[side].add(square)
            changed = mnk.Position.of(
                position.variant, mnk.BySide(*map(frozenset, stones)), position.side_to_move
            )
            yield {**data, "position": mnk.position_line(changed)}
    for number, strategy in enumerate(data["strategies"]):
        for field, value in (("side", "white"), ("side", "black"), ("wins", not strategy["wins"])):
            if strategy[field] != value:
                changed_data = json.loads(text)
                changed_data["strategies"][number][field] = value
                yield changed_data
        for name in rng.sample(sorted(strategy["moves"]), min(25, len(strategy["moves"]))):
            without = json.loads(text)
            del without["strategies"][number]["moves"][name]
            yield without
            for square in range(position.variant.squares):
                other = json.loads(text)
                other["strategies"][number]["moves"][name] = mnk.name(square, position.variant)
                if other != data:
                    yield other
    yield {**data, "strategies": data["strategies"][:-1]}
    yield {**data, "strategies": data["strategies"] * 2}


@pytest.mark.parametrize("number", range(10))
def test_a_changed_certificate_is_refused_or_still_a_proof(number: int) -> None:
    data = json.loads(written(certified(samples()[number])))
    refused = 0
    for changed in changes(data, Random(number)):
        try:
            checker.verify(json.dumps(changed).encode())
        except BadCertificate:
            refused += 1
        else:
            assert is_true(changed), changed
    assert refused > 10
    brute.forget()


def test_without_any_one_of_its_moves_a_certificate_proves_nothing() -> None:
    data = json.loads(written(certified(mnk.Position.start(mnk.Variant(4, 3, 3)))))
    moves = data["strategies"][0]["moves"]
    for name in moves:
        rest = {key: square for key, square in moves.items() if key != name}
        changed = {**data, "strategies": [{**data["strategies"][0], "moves": rest}]}
        with pytest.raises(BadCertificate, match="no move of black is given"):
            checker.verify(json.dumps(changed).encode())


def test_a_win_by_fours_is_none_once_bob_has_a_four_of_his_own() -> None:
    position = puzzle(WINS_BY_FOURS[40])
    data = json.loads(written(certified(position, Limit(nodes=1_000_000))))
    other = position.side_to_move.other
    empty = set(position.empty_squares())
    row = next(
        run
        for start in range(position.variant.squares)
        if (run := set(range(start, start + 4))) <= empty and start % 15 < 10 and start + 4 in empty
    )
    stones = [set(position.stones(side)) for side in mnk.Side]
    stones[other] |= row
    changed = mnk.Position.of(
        position.variant, mnk.BySide(*map(frozenset, stones)), position.side_to_move
    )
    with pytest.raises(BadCertificate):
        checker.verify(json.dumps({**data, "position": mnk.position_line(changed)}).encode())


# --- Files that are not certificates -------------------------------------------------------------

WHOLE = {
    "format": "inarow-certificate",
    "version": 1,
    "position": "3x3x3-freestyle/OO1/2X/X2/X",
    "verdict": "win",
    "plies": 3,
    "strategies": [{"side": "black", "wins": True, "moves": {"/": "c3"}}],
}


def test_a_certificate_by_hand() -> None:
    said = checker.verify(json.dumps(WHOLE).encode())

    assert said == "Black, to move, wins in at most 3 plies: proved by 1 move."


def moves(**moves: object) -> dict[str, Any]:
    named = {name.replace("_", "/"): square for name, square in moves.items()}
    return {"strategies": [{"side": "black", "wins": True, "moves": named}]}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "chess"}, "Format: this is no Inarow certificate."),
        ({"version": True}, "Format: this is no Inarow certificate."),
        ({"version": 3}, "Version: this reads versions 1 and 2, not 3."),
        ({"verdict": "won"}, "Verdict: write win, loss or draw, not 'won'."),
        ({"verdict": ["win"]}, "Verdict: write win, loss or draw, not ['win']."),
        ({"verdict": "w" * 58}, f"Verdict: write win, loss or draw, not '{'w' * 58}'."),
        ({"verdict": "w" * 59}, f"Verdict: write win, loss or draw, not '{'w' * 59}…."),
        ({"plies": "3"}, "Plies: '3' is no number of plies to a win."),
        ({"plies": 0}, "Plies: 0 is no number of plies to a win."),
        ({"plies": True}, "Plies: True is no number of plies to a win."),
        ({"plies": 2}, "Plies: it may take 3, which is more than 2."),
        ({"plies": 1}, "Plies: it may take 3, which is more than 1."),
        ({"more": 1}, "The file: there is no field 'more'."),
        ({"strategies": {}}, "Strategies: there must be a list of one or two."),
        ({"strategies": []}, "Strategies: they are not those that the verdict win needs."),
        ({"strategies": [3]}, "Strategies[0]: there must be an object, not 3."),
        (
            {"strategies": [{"side": "black", "wins": True}]},
            "Strategies[0]: the field moves is missing.",
        ),
        (
            {"strategies": [{"side": "red", "wins": True, "moves": {}}]},
            "Strategies[0]: side must be black or white, and wins true or false.",
        ),
        (
            {"strategies": [{"side": "black", "wins": 1, "moves": {}}]},
            "Strategies[0]: side must be black or white, and wins true or false.",
        ),
        (
            {"strategies": [{"side": "black", "wins": True, "moves": []}]},
            "Strategies[0].moves: there must be an object, not [].",
        ),
        (moves(_="d1"), "Strategies[0].moves['/']: d1 is not on this board."),
        (moves(_="a4"), "Strategies[0].moves['/']: a4 is not on this board."),
        (moves(_="B1"), "Strategies[0].moves['/']: 'B1' names no squares."),
        (moves(_=1), "Strategies[0].moves['/']: 1 names no squares."),
        (moves(_="a1a1"), "Strategies[0].moves['/']: a1 stands behind a square that comes after"),
        (moves(_="a1b1"), "Strategies[0].moves['/']: 'a1b1' is not one square to play."),
        (moves(_=""), "Strategies[0].moves['/']: '' is not one square to play."),
        (moves(b1="c3"), "Strategies[0].moves['b1']: write the stones added by black, a slash,"),
        (
            moves(b1_="c3"),
            "Strategies[0].moves['b1/']: with this many stones black is not to move.",
        ),
        (moves(b1_b1="c3"), "Strategies[0].moves['b1/b1']: b1 is taken twice."),
        (moves(b1_c3="c3"), "Strategies[0].moves['b1/c3']: c3 is taken twice."),
        (moves(c1b1_b2="c3"), "Strategies[0].moves['c1b1/b2']: b1 stands behind a square that"),
        (moves(), "At the start: no move of black is given."),
        (moves(_="b1"), "After b1/: white completes a line."),
        (moves(_="a3"), "Strategies[0].moves['/']: a3 is taken twice."),
        (moves(_=[]), "Strategies[0].moves['/']: [] names no squares."),
        (moves(_=["c3", "b1a2"]), "Strategies[0].moves['/']: pairs win nothing: they only keep"),
        ({"position": 7}, "Position: 7 is none: write 3x3x3-freestyle/3/1X1/3/O."),
        *(
            (
                {"position": f"3x3x3-{rule}/3/3/3/X"},
                f"Position: there are no certificates of games of {rule}.",
            )
            for rule in ("caro", "renju", "misere", "gravity", "connect6", "wild")
        ),
        ({"position": "3x1x2/3/X"}, "Position: '3x1x2/3/X' is none: write"),
        ({"position": "3x1x2-freestyle/3/B"}, "Position: '3x1x2-freestyle/3/B' is none: write"),
        ({"position": "3x1x4-freestyle/3/X"}, "Position: there is no game 3x1x4-freestyle."),
        ({"position": "33x1x4-freestyle/33/X"}, "Position: there is no game 33x1x4-freestyle."),
        ({"position": "32x1x4-freestyle/31/X"}, "Position: '31' is no row of 32 squares."),
        ({"position": "1x32x4-freestyle/1/X"}, "Position: it has 1 rows, not 32."),
        ({"position": "3x1x1-freestyle/3/X"}, "Strategies[0].moves['/']: c3 is not on this board."),
        ({"position": "3x1x0-freestyle/3/X"}, "Position: there is no game 3x1x0-freestyle."),
        ({"position": "3x2x3-full/3/3/X"}, "Position: there is no game 3x2x3-full."),
        ({"position": "3x3x3-freestyle/3/3/3/3/X"}, "Position: it has 4 rows, not 3."),
        ({"position": "3x3x3-freestyle/3/4/3/X"}, "Position: '4' is no row of 3 squares."),
        ({"position": "3x3x3-freestyle/3/x2/3/X"}, "Position: 'x2' is no row of 3 squares."),
        ({"position": "3x3x3-freestyle/3/3/XXX/X"}, "Position: black has a line already:"),
        (
            {"position": "3x3x3-freestyle/OO1/2X/X2/O"},
            "Strategies[0].moves['/']: with this many stones",
        ),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_and_where(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadCertificate) as refused:
        checker.verify(json.dumps({**WHOLE, **change}).encode())

    assert str(refused.value).startswith(sentence)


MIDDLE = ["b2", "a1a2", "b1c1", "c2c3", "a3b3"]
"""How black never loses at noughts and crosses: a row, column or diagonal without the middle is an
edge, and each edge holds a pair."""


def middle(played: object, version: int = 2) -> bytes:
    file = json.loads(written(certified(mnk.Position.start(mnk.Variant(3, 3, 3)))))
    assert file["strategies"][0]["moves"] == {"/": MIDDLE}
    file["strategies"][0]["moves"] = {"/": played}
    return json.dumps({**file, "version": version}).encode()


def test_pairs_are_enough_to_hold_a_board() -> None:
    for pairs in (MIDDLE, ["b2", "a1b1", "c1c2", "b3c3", "a2a3"]):
        assert checker.verify(middle(pairs)) == (
            "Black is to move, and neither side can force a win: proved by 1 move of black and 15 "
            "of white."
        )


@pytest.mark.parametrize(
    ("played", "sentence"),
    [
        (["b2"], "At the start: no pair keeps the other side from a1b1c1."),
        (["b2", "a1a2", "b1c1", "c2c3"], "At the start: no pair keeps the other side from a3b3c3."),
        (["a1", *MIDDLE[2:]], "At the start: no pair keeps the other side from a2b2c2."),
        (["b2", "a1a2", "a1c1", "c2c3", "a3b3"], "Strategies[0].moves['/']: a1 is taken twice."),
        (["a1", *MIDDLE[1:]], "Strategies[0].moves['/']: a1 is taken twice."),
        (["b2", "a1", *MIDDLE[2:]], "Strategies[0].moves['/']: 'a1' is not a pair of squares."),
        (["b2", "a1b1c1", *MIDDLE[3:]], "Strategies[0].moves['/']: 'a1b1c1' is not a pair of"),
        (["b2", "b1a1", *MIDDLE[3:]], "Strategies[0].moves['/']: a1 stands behind a square that"),
        (["b2", "a1d1"], "Strategies[0].moves['/']: d1 is not on this board."),
        (["b2", ["a1a2"]], "Strategies[0].moves['/']: ['a1a2'] names no squares."),
        ({"b2": "a1a2"}, "Strategies[0].moves['/']: {'b2': 'a1a2'} names no squares."),
    ],
    ids=str,
)
def test_pairs_that_hold_nothing_are_refused(played: object, sentence: str) -> None:
    with pytest.raises(BadCertificate) as refused:
        checker.verify(middle(played))

    assert str(refused.value).startswith(sentence)


def test_a_move_holds_for_the_turned_and_mirrored_forms_of_its_position() -> None:
    file = json.loads(middle(MIDDLE))
    ours = file["strategies"][1]["moves"]
    corner = ours.pop("c3/")
    with pytest.raises(BadCertificate) as refused:
        checker.verify(json.dumps(file).encode())
    assert str(refused.value) == "After a1/: no move of white is given."
    ours["a1/"] = corner
    checker.verify(json.dumps(file).encode())


def test_but_only_if_what_turns_them_leaves_the_first_position_as_it_is() -> None:
    """With O on a1 and X in the middle a board may be mirrored at that diagonal, and no more."""
    position = mnk.position_from_line("3x3x3-freestyle/3/1X1/O2/X")
    file = json.loads(written(certified(position)))
    moves: dict[str, Any] = file["strategies"][1]["moves"]
    assert moves.pop("a2/") == "c2"
    for key, square, is_same in (("b1/", "b3", True), ("c2/", "a2", False), ("b3/", "b1", False)):
        file["strategies"][1]["moves"] = {**moves, key: square}
        if is_same:
            checker.verify(json.dumps(file).encode())
            continue
        with pytest.raises(BadCertificate) as refused:
            checker.verify(json.dumps(file).encode())
        assert str(refused.value).startswith("After b1/: no move of white is given")


def test_a_list_is_no_move_of_a_file_from_before_there_were_pairs() -> None:
    with pytest.raises(BadCertificate) as refused:
        checker.verify(middle(MIDDLE, version=1))

    assert str(refused.value) == "Version: pairs of squares are of version 2."


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "Line 1, column 1: this is not valid JSON: Expecting value."),
        (b'{\n"format": "inarow', "Line 2, column 11: this is not valid JSON: Unterminated string"),
        (b"\xff\xfe", "The file: this is not valid JSON: 'utf-8' codec can't decode byte 0xff"),
        (b"[" * 100_000, "The file: it is nested too deeply."),
        (b'{"a":' * 100_000, "The file: it is nested too deeply."),
        (b"[" * 900 + b"]" * 900, "The file: there must be an object, not "),
        (b"9" * 5_000, "The file: this is not valid JSON: Exceeds the limit"),
        (b'{"plies": 1, "plies": 2}', "The file: 'plies' is there twice."),
        (b"[]", "The file: there must be an object, not []."),
        (b"NaN", "The file: there must be an object, not nan."),
        (b'"\\ud800"', "The file: there must be an object, not '\\ud800'."),
        (b" " * MAX_BYTES, "Line 1, column 8388609: this is not valid JSON: Expecting value."),
        (b" " * (MAX_BYTES + 1), "The file: it is larger than 8388608 bytes."),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_a_hostile_file_gets_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(BadCertificate) as refused:
        checker.verify(data)

    assert str(refused.value).startswith(sentence)
    assert len(str(refused.value)) < 300


def test_a_cut_file_is_refused_wherever_it_was_cut() -> None:
    data = written(certified(mnk.Position.start(mnk.Variant(4, 3, 3))))
    for end in range(len(data)):
        with pytest.raises(BadCertificate, match=r"Line \d+, column \d+: this is not valid JSON"):
            checker.verify(data[:end])


@settings(law, max_examples=300)
@given(st.data())
def test_no_file_makes_it_crash(data: st.DataObject) -> None:
    whole = written(certified(mnk.Position.start(mnk.Variant(4, 3, 3)), Limit(nodes=50_000)))
    at = data.draw(st.integers(0, len(whole) - 1))
    changed = whole[:at] + data.draw(st.binary(max_size=4)) + whole[at + 1 :]
    try:
        checker.verify(changed)
    except BadCertificate:
        pass
    else:
        assert is_true(json.loads(changed))


# --- The commands --------------------------------------------------------------------------------


def test_the_command_says_what_a_file_proves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "win.json"
    file.write_bytes(written(certified(mnk.Position.start(mnk.Variant(4, 3, 3)))))

    call_command("verify_certificate", str(file))

    said = capsys.readouterr().out
    assert said.startswith("Black, to move, wins in at most 7 plies: proved by ")


def test_the_command_refuses_a_corrupted_file(tmp_path: Path) -> None:
    file = tmp_path / "spoiled.json"
    whole = written(certified(mnk.Position.start(mnk.Variant(4, 3, 3))))
    file.write_bytes(whole.replace(b'"verdict": "win"', b'"verdict": "loss"'))

    with pytest.raises(CommandError, match=r"proves nothing\. Strategies: they are not those"):
        call_command("verify_certificate", str(file))
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        call_command("verify_certificate", str(tmp_path / "none.json"))


def test_the_checker_says_what_a_file_proves_or_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(WHOLE))
    bad.write_text(json.dumps({**WHOLE, "plies": 2}))

    assert [checker.main(str(file)) for file in (good, bad, tmp_path / "none.json")] == [0, 1, 1]

    said = capsys.readouterr()
    assert said.out == "Black, to move, wins in at most 3 plies: proved by 1 move.\n"
    assert len(said.err.splitlines()) == 2


def test_the_checker_runs_by_itself_and_loads_nothing_of_ours(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(WHOLE))
    bad.write_text(json.dumps({**WHOLE, "plies": 2}))
    asks = [sys.executable, "-X", "importtime", "-m", "games.review.checker"]

    ran = subprocess.run([*asks, str(good)], capture_output=True, text=True, check=False)
    refused = subprocess.run(
        [sys.executable, "-m", "games.review.checker", str(bad)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ran.returncode, ran.stdout) == (
        0,
        "Black, to move, wins in at most 3 plies: proved by 1 move.\n",
    )
    loaded = {line.rsplit("|", 1)[-1].strip() for line in ran.stderr.splitlines()}
    assert {name for name in loaded if name.startswith(("games", "django", "numpy"))} <= {
        "games",
        "games.review",
        "games.review.certificate",
    }
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "Plies: it may take 3, which is more than 2.\n"
    assert MAX_BYTES > 1 << 20


# --- Those that come with the server -------------------------------------------------------------


def test_every_certificate_that_comes_with_the_server_holds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("verify_certificate", "--shipped")

    said = capsys.readouterr().out.splitlines()
    assert said[-1] == f"All {len(shipped.names())} certificates hold."
    assert len(said) > 100


def test_the_badges_of_boards_say_what_their_certificates_prove() -> None:
    claims = []
    for name in shipped.names():
        text = shipped.read(name).decode()
        claim = json.loads(text)
        start = mnk.Position.start(mnk.variant_from_text(name.removesuffix(".json")))
        assert shipped.of_start(start) == text
        assert claim["position"] == mnk.position_line(start)
        plies = f" {claim['plies']}" if "plies" in claim else ""
        claims.append(f"{name.removesuffix('.json')} {claim['verdict']}{plies}")
    assert claims == VALUES.read_text().splitlines()


def test_only_an_empty_board_has_a_certificate_that_comes_with_the_server() -> None:
    start = mnk.Position.start(mnk.Variant(3, 3, 3))
    assert shipped.of_start(start) is not None
    assert shipped.of_start(start.play(4)) is None
    assert shipped.of_start(mnk.Position.start(mnk.Variant(15, 15, 5))) is None


def test_a_sample_of_changed_certificates_is_refused_or_still_true() -> None:
    """`python -m tests.review.mutated 1000` tries a thousand."""
    found = mutated.attempt(80, seed=18)

    assert found.total() == 80
    assert sum(times for what, times in found.items() if what.endswith("refused")) > 30


def test_a_file_or_those_that_come_with_the_server_but_not_both(tmp_path: Path) -> None:
    for words in ([], [str(tmp_path / "x.json"), "--shipped"]):
        with pytest.raises(CommandError):
            call_command("verify_certificate", *words)
