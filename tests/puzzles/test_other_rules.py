"""Puzzles where the game is no race for lines, and where lines are blocked at their ends."""

import random
from collections.abc import Mapping

import msgspec
import pytest

from games import mnk, puzzles
from games.players.models import Player
from games.puzzles.kept import row_of
from games.review import solving
from games.review.solving import RightMove, Solving
from games.review.themes import Theme, theme_of
from games.thinking import fromscratch, puzzling
from tests.evaluator import brute, falling
from tests.puzzles.puzzlegames import AT

CARO, RENJU, MISERE, GRAVITY, WILD = (
    mnk.LineRule.CARO,
    mnk.LineRule.RENJU,
    mnk.LineRule.MISERE,
    mnk.LineRule.GRAVITY,
    mnk.LineRule.WILD,
)
STARTERS = [each for each in puzzles.read_starters().puzzles if each.made_ms is not None]

# --- Finding -------------------------------------------------------------------------------------

Ends = Mapping[mnk.Move, tuple[str, int]]


@pytest.mark.parametrize(
    ("variant", "most_empty", "games", "least"),
    [
        (mnk.Variant(3, 3, 3, MISERE), 8, 40, 5),
        (mnk.Variant(4, 3, 3, MISERE), 7, 25, 5),
        (mnk.Variant(5, 4, 4, GRAVITY), 9, 40, 5),
        (mnk.Variant(3, 3, 3, WILD), 7, 25, 4),
        (mnk.Variant(5, 4, 4, CARO), 7, 25, 1),
        (mnk.Variant(6, 5, 5, RENJU), 6, 15, 0),
    ],
    ids=lambda each: each.title if isinstance(each, mnk.Variant) else "",
)
def test_a_position_is_a_puzzle_exactly_if_trying_everything_says_so(
    variant: mnk.Variant, most_empty: int, games: int, least: int
) -> None:
    rng = random.Random(variant.title)
    seen: set[mnk.Position] = set()
    agreed = 0
    for _ in range(games):
        position = mnk.Position.start(variant)
        while not brute.is_over(position):
            if len(position.empty_squares()) <= most_empty and position not in seen:
                seen.add(position)
                found = puzzling.find(position, 300_000)
                assert (None if found is None else (found.solution, found.plies)) == _by_hand(
                    position
                ), mnk.position_line(position)
                if found is not None:
                    assert found.kind == "exact"
                    _agrees_throughout(position, found)
                    agreed += 1
            position = position.play(rng.choice(position.playable_moves()))
    assert agreed >= least


def _ends(position: mnk.Position, sign: str = "") -> Ends:
    sign = sign or "XO"[position.side_to_move]
    if len(position.empty_squares()) > 10 and position.variant.line_rule is GRAVITY:
        return falling.Falling(position.variant).after_each(position)
    return brute.after_each(brute.board_of(position), sign, position.variant)


def _by_hand(position: mnk.Position) -> tuple[mnk.Move, int] | None:
    """The one move that wins, and its plies, unless that is at once or there is one thing to do."""
    ends = _ends(position)
    wins = {move: plies for move, (outcome, plies) in ends.items() if outcome == "win"}
    if len(wins) != 1:
        return None
    ((first, plies),) = wins.items()
    says = position.variant.line_rule.says
    if says.completing_loses or says.either_kind:
        soon = 1 if says.completing_loses else 2
        forced = sum(end != ("loss", soon) for end in ends.values()) <= 1
    else:
        theirs = _ends(position, "OX"[position.side_to_move])
        forced = ("win", 1) in theirs.values()
    return None if plies < 3 or forced else (first, plies)


def _agrees_throughout(position: mnk.Position, found: Solving) -> None:
    """Each turn that can be reached is what trying everything says."""
    places = [(position, 0)]
    while places:
        here, at = places.pop()
        turn, ends = found.turns[at], _ends(here)
        wins = {move: plies for move, (outcome, plies) in ends.items() if outcome == "win"}
        quickest = min(wins.values())
        right = {move.square for move in turn.right}
        assert right == {move for move, plies in wins.items() if plies == quickest}
        assert set(turn.slower) == set(wins) - right
        if quickest > 1:
            draws = {move for move, (outcome, _) in ends.items() if outcome == "draw"}
            assert set(turn.drawing) == draws
        for move in turn.right:
            after = here.play(move.square)
            if move.reply is None:
                assert after.has_won(here.side_to_move)
                continue
            held = {reply: plies for reply, (_, plies) in _ends(after).items()}
            assert held[move.reply] == max(held.values()) == quickest - 1
            if move.then is None:
                assert after.play(move.reply).has_won(here.side_to_move)
            else:
                places.append((after.play(move.reply), move.then))


def test_wins_by_fours_are_found_on_large_boards_and_nothing_where_a_turn_has_two_stones() -> None:
    kinds = {
        key: [looks.kind for looks in puzzling._ways(preset.variant, 1, ("exact", "byFours"))]
        for key, preset in mnk.PRESETS.items()
    }
    assert kinds["15x15-caro"] == kinds["15x15-renju"] == ["byFours"]
    assert kinds["15x15"] == ["exact", "byFours"]
    assert kinds["3x3-misere"] == kinds["7x6-gravity"] == kinds["3x3-wild"] == ["exact"]
    assert kinds["19x19-connect6"] == []


@pytest.mark.parametrize(
    ("board", "rule", "is_trivial"),
    [
        ("XX. OO. ...", MISERE, False),  # nothing to block: a line loses
        ("XXO OOX X..", MISERE, False),
        ("XXO OO. XOX", MISERE, True),  # one square is left
        ("XX. ... O..", WILD, True),  # it is completed
        ("... .X. O..", WILD, False),
        ("... ... XXX", WILD, True),
        ("O.. O.. XX.", GRAVITY, True),  # to be won at once
        ("... .O. XXO", GRAVITY, False),
    ],
)
def test_a_puzzle_is_more_than_a_forced_move(
    board: str, rule: mnk.LineRule, *, is_trivial: bool
) -> None:
    position = mnk.position_drawn(board.replace(" ", "\n"), 3, rule, mnk.Side.BLACK)
    assert puzzling.is_trivial(position) is is_trivial


# --- Proved again --------------------------------------------------------------------------------


def _starter(word: str) -> tuple[mnk.Position, Solving]:
    each = next(each for each in STARTERS if f"-{word}/" in each.position)
    return mnk.position_from_line(each.position), each.solving


@pytest.mark.parametrize("rule", ["caro", "renju", "misere", "gravity", "wild"])
def test_a_search_from_scratch_agrees_and_refuses_each_wrong_claim(rule: str) -> None:
    position, found = _starter(rule)
    assert puzzling.faults(position, found) == []
    first, *others = found.turns
    right = first.right[0]
    wrong = next(each for each in position.playable_moves() if each != found.solution)

    def claiming(**changes: object) -> Solving:
        return msgspec.structs.replace(
            found, turns=(msgspec.structs.replace(first, **changes), *others)
        )

    def moving(**changes: object) -> Solving:
        return claiming(right=(msgspec.structs.replace(right, **changes),))

    after = position.play(right.square)
    aside = [each for each in after.playable_moves() if each != right.reply]
    for claim in (
        moving(square=wrong),
        moving(then=None),
        moving(reply=None),
        moving(reply=None, then=None),
        claiming(slower=(wrong,)),
        claiming(drawing=(*first.drawing, 999)),
        msgspec.structs.replace(found, plies=found.plies + 2),
        *(moving(reply=each) for each in aside[:1] if found.plies > 4),
    ):
        assert puzzling.faults(position, claim), claim


def test_in_misere_the_last_reply_completes_a_line_and_nothing_comes_after() -> None:
    position, found = _starter("misere")
    last = found.turns[-1].right[0]
    assert last.reply is not None
    assert last.then is None
    at_once = msgspec.structs.replace(found.turns[-1], right=(RightMove(square=last.square),))
    claim = msgspec.structs.replace(found, turns=(*found.turns[:-1], at_once))
    assert any("ends before" in fault for fault in puzzling.faults(position, claim))


def test_the_columns_prove_what_is_too_much_to_play_out(monkeypatch: pytest.MonkeyPatch) -> None:
    position, found = _starter("gravity")
    assert fromscratch.ByColumns(1 << 20).values(position).wins == {found.solution: found.plies}
    monkeypatch.setattr(fromscratch, "PLAYED_OUT_NODES", 1)
    assert puzzling.faults(position, found) == []
    assert puzzling.find(position, 300_000) == found


# --- Playing -------------------------------------------------------------------------------------


def test_a_puzzle_of_misere_is_solved_by_the_move_after_which_the_other_side_must_lose() -> None:
    position, found = _starter("misere")
    line = list(found.line)
    assert found.plies == len(line) == 4
    told = solving.judge(found, position, line[:3])
    assert (told.verdict, told.reply, told.left) == ("solved", line[3], 0)
    assert solving.turn_after(found, line) is None
    assert solving.goal(found) == "Win in 2"
    with pytest.raises(solving.StrangeMoves):
        solving.turn_after(found, line[:3])
    after = position.play_all(line[:2])
    for move in after.playable_moves():
        if move != line[2]:
            judged = solving.judge(found, position, [*line[:2], move])
            said = solving.sentence(found, position, judged)
            assert "you can make" not in said


def test_moves_of_wild_are_named_with_their_kinds_and_hinted() -> None:
    position, found = _starter("wild")
    variant, line = position.variant, found.line
    first, reply = (mnk.move_name(move, variant) for move in line[:2])
    right = solving.judge(found, position, line[:1])
    said = solving.sentence(found, position, right)
    assert said == f"{first} is right. The answer is {reply}. Your move."
    other_kind = (line[0] + variant.squares) % variant.moves
    wrong = solving.judge(found, position, [other_kind])
    name = mnk.move_name(other_kind, variant)
    assert solving.sentence(found, position, wrong).startswith(f"{name} ")
    assert set(solving.candidates(found, position, ())) <= set(position.playable_moves())


def test_a_hint_names_squares_where_a_stone_comes_to_rest() -> None:
    for each in STARTERS:
        if "-gravity/" in each.position:
            position = mnk.position_from_line(each.position)
            hinted = solving.candidates(each.solving, position, ())
            assert each.solving.solution in hinted
            assert set(hinted) <= set(position.playable_squares())


@pytest.mark.django_db
def test_alice_solves_one_of_each_rule_and_is_told_what_it_was_about() -> None:
    alice = Player.objects.create(name="Alice")
    puzzles.stock()
    for rule in ("caro", "renju", "misere", "gravity", "wild"):
        each = next(each for each in STARTERS if f"-{rule}/" in each.position)
        line = each.solving.line
        for played in range(1, len(line) + 1, 2):
            told = puzzles.try_moves(each.slug, line[:played], player_id=alice.pk, at=AT)
        assert told.verdict == "solved"
        assert told.lesson == Theme(row_of(each.slug).theme).lesson
        hint = puzzles.take_hint(each.slug, (), player_id=alice.pk, at=AT)
        assert each.solving.solution in hint.squares
    listed = puzzles.listed(None, AT, only="renju", level="any")
    assert {each.puzzle.position.variant for each in listed.rows} == {
        mnk.PRESETS["15x15-renju"].variant
    }
    assert listed.counts["renju"] == len(listed.rows) == 9
    assert listed.counts["connect6"] == 0
    two = puzzles.listed(None, AT, only="misere", level="any").rows
    assert {each.puzzle.solving.plies for each in two} == {4, 6}
    assert sum(listed.counts[word] for word in ("win2", "win3", "win4")) == listed.counts[""]


@pytest.mark.django_db
def test_a_forbidden_point_is_refused_with_its_reason_and_counts_as_no_try() -> None:
    puzzles.stock()
    alice = Player.objects.create(name="Alice")
    for each in STARTERS:
        position = mnk.position_from_line(each.position)
        if position.forbidden:
            with pytest.raises(mnk.ForbiddenSquare):
                puzzles.try_moves(each.slug, [*position.forbidden][:1], player_id=alice.pk, at=AT)
            assert puzzles.attempt_of(row_of(each.slug).pk, alice.pk) is None
            return
    raise AssertionError("no puzzle has a forbidden point where it begins")


def test_no_lesson_says_what_is_not_so_under_a_rule() -> None:
    for each in STARTERS:
        position = mnk.position_from_line(each.position)
        theme, says = theme_of(position, each.solving), position.variant.line_rule.says
        assert theme not in (Theme.OPEN_FOUR, Theme.FOUR_THREE)
        decided = position.play_all(each.solving.line[: -1 if says.completing_loses else -2])
        if theme is Theme.FORBIDDEN:
            assert decided.forbidden
        elif theme is Theme.ZUGZWANG:
            assert says.falls or says.completing_loses or says.either_kind
            solver = position.side_to_move
            outcomes = {outcome for outcome, _ in _ends(decided).values()}
            assert outcomes == {"loss"}
            assert decided.side_to_move is not solver
