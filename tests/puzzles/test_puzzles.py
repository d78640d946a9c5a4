"""Puzzles: exactly one first move wins, that is proved, and the first attempt counts once."""

import random
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from io import StringIO

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from games import mnk, puzzles
from games.evaluator import ImpossiblePosition
from games.players import ratings
from games.players.models import Player
from games.puzzles import strength
from games.puzzles.attempts import DAY_MS
from games.review import solving
from games.review.models import Attempt, DailyPuzzle, Puzzle, PuzzleRating
from games.review.solving import Refutation, RightMove, Solving, Turn
from games.review.themes import Theme
from games.thinking import puzzling
from tests.evaluator import brute
from tests.evaluator.strong import naive
from tests.puzzles.puzzlegames import AT, FOURS, ONE_WAY, finished, kept, shown, solver_moves

T3 = mnk.PRESETS["3x3"].variant


def _at(name: str, variant: mnk.Variant = FOURS) -> mnk.Square:
    return mnk.square(name, variant)


# --- Finding -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "variant",
    [
        T3,
        mnk.Variant(4, 3, 3),
        mnk.Variant(4, 4, 4),
        mnk.Variant.full_lines(3, 4),
    ],
    ids=lambda variant: variant.title,
)
def test_on_small_boards_a_position_is_a_puzzle_exactly_if_trying_everything_says_so(
    variant: mnk.Variant,
) -> None:
    rng = random.Random(variant.title)
    seen: set[mnk.Position] = set()
    agreed = 0
    for _ in range(50):
        position = mnk.Position.start(variant)
        while not (position.is_full or any(map(position.has_line, mnk.Side))):
            if (
                len(position.empty_squares()) <= (8 if variant.k == 4 else 10)
                and position not in seen
            ):
                seen.add(position)
                found = puzzling.find(position, 300_000)
                expected = _by_trying_everything(position)
                assert (None if found is None else (found.solution, found.plies)) == expected
                if found is not None:
                    assert found.kind == "exact"
                    _agrees_throughout(position, found)
                    agreed += 1
            position = position.play(rng.choice(position.empty_squares()))
    assert agreed > 5


def _by_trying_everything(position: mnk.Position) -> tuple[mnk.Square, int] | None:
    side = position.side_to_move
    other = mnk.Position.of(
        position.variant,
        mnk.BySide(*(frozenset(position.stones(each)) for each in mnk.Side)),
        side.other,
    )
    if naive.lines_in_one(position) or naive.lines_in_one(other):
        return None
    wins = _wins(position)
    (first, *others) = wins.items() if wins else ((0, 0), None)
    return None if others or not wins else first


def _wins(position: mnk.Position) -> dict[mnk.Square, int]:
    sign = "XO"[position.side_to_move]
    ends = brute.after_each(brute.board_of(position), sign, position.variant)
    return {square: plies for square, (outcome, plies) in ends.items() if outcome == "win"}


def _agrees_throughout(position: mnk.Position, found: Solving) -> None:
    """Each turn that can be reached is what trying everything says."""
    places = [(position, 0)]
    while places:
        here, at = places.pop()
        turn, wins = found.turns[at], _wins(here)
        quickest = min(wins.values())
        right = {move.square for move in turn.right}
        assert right == {square for square, plies in wins.items() if plies == quickest}
        assert set(turn.slower) == set(wins) - right
        for move in turn.right:
            if move.reply is None:
                assert here.play(move.square).has_line(position.side_to_move)
            else:
                assert move.then is not None
                following = here.play(move.square).play(move.reply)
                assert min(_wins(following).values()) == quickest - 2  # the reply holds out longest
                places.append((following, move.then))


def test_black_finds_the_one_square_that_makes_two_fours() -> None:
    found = puzzling.find(shown(ONE_WAY), 100_000)

    assert found is not None
    assert (found.kind, found.plies, found.solution) == ("byFours", 3, _at("h7"))
    assert solving.task(found, FOURS, "Black") == "Black to play and win in 2 with fours alone"
    assert puzzling.faults(shown(ONE_WAY), found) == []


def test_with_the_sides_swapped_or_turned_it_is_the_same_puzzle() -> None:
    position = shown(ONE_WAY)
    for moved in mnk.symmetries(position.variant):
        turned = mnk.Position.of(
            FOURS,
            mnk.BySide(*(frozenset(moved[at] for at in position.stones(s)) for s in mnk.Side)),
            mnk.Side.BLACK,
        )
        found = puzzling.find(turned, 100_000)
        assert found is not None
        assert found.solution == moved[_at("h7")]
        assert mnk.canonical(turned).key == mnk.canonical(position).key


TWO_WAYS = ONE_WAY.replace(
    ". . . . . . . . . . O . . . .\n. . . . . . . . . . . . O . .",
    ". . . . . . . . . . O . . . .\n. . X X X . . . . . . . O . .",
).replace(". . . . . . . O . . . . . . .", "O . O . O . . O . . . . . . .")
"""There is an open three at the edge as well: two more squares make an open four."""


def test_a_position_with_another_winning_move_is_no_puzzle() -> None:
    position = shown(TWO_WAYS)
    assert position.count(mnk.Side.BLACK) == position.count(mnk.Side.WHITE)
    assert naive.wins_by_fours(position, 2)

    assert puzzling.find(position, 100_000) is None


def test_a_win_at_once_and_a_forced_block_are_no_puzzles() -> None:
    at_once = shown(
        """
        . . . . . . .
        . X X X X . .
        . O O O . . O
        . . . . . . .
        . . . . . . .
    """,
        mnk.Variant(7, 5, 5),
    )
    must_block = mnk.Position.of(
        at_once.variant,
        mnk.BySide(
            frozenset(at_once.stones(mnk.Side.WHITE)), frozenset(at_once.stones(mnk.Side.BLACK))
        ),
        mnk.Side.BLACK,
    )

    assert puzzling.find(at_once, 100_000) is None
    assert puzzling.find(must_block, 100_000) is None


MUST_ATTACK = (
    "15x15x5-freestyle/15/15/15/15/15/7OO6/6O1OXO4/7XOXX4/7OXOXX3/7XOXXXXO1/6OX1XX2O1/10OO3/"
    "15/15/15/O"
)
"""Black threatens to win in several ways, and white, to move, has one win by fours."""


def _white_to_move() -> tuple[mnk.Position, Solving]:
    position = mnk.position_from_line(MUST_ATTACK)
    found = puzzling.find(position, 300_000)
    assert found is not None
    return position, found


def test_on_a_large_board_each_other_move_is_proved_to_lose_where_the_other_side_wins_at_once() -> (
    None
):
    position, found = _white_to_move()
    turn = found.turns[0]

    assert (found.kind, found.plies, found.solution) == ("exact", 5, _at("i11"))
    assert puzzling.faults(position, found) == []
    assert solving.task(found, FOURS, "White") == "White to play and win in 3"
    blocked = set()
    for square in position.empty_squares():
        line = turn.after(square)
        if square == found.solution:
            continue
        if square in dict(turn.answered):
            # A four that is blocked: then black wins, whatever white does.
            blocked.add(_verdict(position, found, square))
            continue
        after = position.play(square)
        for each in line:
            assert not any(map(after.has_line, mnk.Side))
            after = after.play(each)
        assert after.has_line(mnk.Side.BLACK), mnk.name(square, FOURS)
    assert blocked == {"i11 blocks i12, and no win is left (proved)."}
    assert _verdict(position, found, _at("a1")) == "a1 loses: i4 wins (proved)."


def _verdict(position: mnk.Position, found: Solving, square: mnk.Square) -> str:
    return solving.sentence(found, position, solving.judge(found, position, [square]))


def test_a_line_that_refutes_nothing_is_found() -> None:
    position, found = _white_to_move()
    first, *others = found.turns
    for line in ((_at("a2"),), (_at("h10"), _at("a2")), first.refuted[0].line[:-1]):
        refuted = (*first.refuted[:-1], Refutation(line=line))
        turns = (msgspec.structs.replace(first, refuted=refuted), *others)
        faults = puzzling.faults(position, msgspec.structs.replace(found, turns=turns))
        assert any("is not refuted like that" in fault for fault in faults), line


def test_at_the_last_move_somebody_who_misses_it_is_told_so() -> None:
    position, found = _white_to_move()
    line = list(found.line)
    told = solving.judge(found, position, [*line[:-1], _at("a1")])
    assert told.verdict == "wrong"
    assert solving.sentence(found, position, told) == (
        "a1 misses it: you can make five in a row now."
    )


def test_without_the_nodes_to_prove_it_nothing_is_claimed() -> None:
    assert puzzling.find(shown(ONE_WAY), 1) is None
    assert (
        puzzling.find(shown("O... XX.. .O.. ....".replace(" ", "\n"), mnk.Variant(4, 4, 3)), 1)
        is None
    )


def test_wins_by_fours_are_those_that_a_slow_search_sees() -> None:
    rng = random.Random(11)
    variant = mnk.Variant(9, 9, 5)
    wins_seen = 0
    for _ in range(10):
        position = _crowded(rng, variant)
        if puzzling.is_trivial(position):
            continue
        values = puzzling._ByFours(1 << 40).values(position)
        for square in position.empty_squares():
            plies = values.wins.get(square)
            for left in (0, 1, 2) if plies is not None else (2,):
                is_in_time = plies is not None and plies <= 2 * left + 3
                assert _begins_a_win(position, square, left) == is_in_time, (
                    mnk.position_line(position),
                    mnk.name(square, variant),
                )
        wins_seen += len(values.wins)
    assert wins_seen > 7


def _crowded(rng: random.Random, variant: mnk.Variant) -> mnk.Position:
    """Black's stones lie close together, white's around them; nobody has a line."""
    while True:
        near = [at for at in range(81) if 2 <= at % 9 <= 6 and 2 <= at // 9 <= 6]
        black = set(rng.sample(near, 8))
        white = set(rng.sample([at for at in range(81) if at not in black], 8))
        position = mnk.Position.of(
            variant, mnk.BySide(frozenset(black), frozenset(white)), mnk.Side.BLACK
        )
        if not any(map(position.has_line, mnk.Side)):
            return position


def _begins_a_win(position: mnk.Position, square: mnk.Square, left: int) -> bool:
    """Whether a four there is followed by a win by at most `left` more fours."""
    side = position.side_to_move
    after = position.play(square)
    passed = mnk.Position.of(
        after.variant,
        mnk.BySide(*(frozenset(after.stones(each)) for each in mnk.Side)),
        side,
    )
    threats = naive.lines_in_one(passed)
    if not threats or naive.lines_in_one(after):
        return False
    return len(threats) > 1 or naive.wins_by_fours(after.play(threats[0]), left)


# --- Playing -------------------------------------------------------------------------------------


def _found(text: str = ONE_WAY) -> tuple[mnk.Position, Solving]:
    position = shown(text)
    found = puzzling.find(position, 100_000)
    assert found is not None
    return position, found


def test_a_puzzle_is_played_to_its_end() -> None:
    position, found = _found()
    h7, i7, h5 = (_at(name) for name in ("h7", "i7", "h5"))

    right = solving.judge(found, position, [h7])
    solved = solving.judge(found, position, [h7, i7, h5])

    assert (right.verdict, right.reply) == ("right", i7)
    assert solving.sentence(found, position, right) == "h7 is right. The answer is i7. Your move."
    assert (solved.verdict, solved.reply) == ("solved", None)
    assert solving.turn_after(found, [h7, i7, h5]) is None


def test_a_wrong_four_is_blocked_and_another_move_is_said_to_be_none() -> None:
    position, found = _found()

    four = solving.judge(found, position, [_at("i7")])
    quiet = solving.judge(found, position, [_at("a1")])

    assert (four.verdict, four.line) == ("wrong", (_at("h7"),))
    assert solving.sentence(found, position, four) == (
        "i7 doesn’t win with fours alone: h7 blocks."
    )
    assert solving.sentence(found, position, quiet) == "a1 doesn’t win with fours alone."


def test_on_a_small_board_a_wrong_move_is_told_with_its_proof() -> None:
    position = mnk.position_from_line("4x3x3-freestyle/1O2/3X/1X2/O")
    found = puzzling.find(position, 100_000)
    assert found is not None
    said = {}
    for square in position.empty_squares():
        judged = solving.judge(found, position, [square])
        said[square] = solving.sentence(found, position, judged)
    ends = brute.after_each(brute.board_of(position), "O", position.variant)

    shown_lost = shown_drawn = 0
    for square, (outcome, _) in ends.items():
        name = mnk.name(square, position.variant)
        line = found.turns[0].after(square)
        if outcome == "win":
            continue
        assert line
        reply = mnk.name(line[0], position.variant)
        after = position.play(square)
        if outcome == "draw":
            shown_drawn += 1
            assert said[square] == f"{name} only draws: {reply} holds (proved)."
            best = brute.after_each(brute.board_of(after), "X", position.variant)[line[0]][0]
            assert (best, len(line)) == ("draw", 1)
        else:
            shown_lost += 1
            assert said[square] == f"{name} loses: {reply} wins (proved)."
            for each in line:
                assert not any(map(after.has_line, mnk.Side))
                after = after.play(each)
            assert after.has_line(position.side_to_move.other)
    assert shown_lost
    assert shown_drawn


@pytest.mark.parametrize(
    "moves",
    [
        [],
        ["a1", "a2", "a3"],  # no right move
        ["h7", "a1", "h5"],  # not the reply
        ["h7", "i7", "h5", "a1"],  # after the end
        ["h7", "i7", "h5", "a1", "a2"],
    ],
)
def test_moves_that_are_not_the_puzzles_are_refused(moves: list[str]) -> None:
    position, found = _found()
    with pytest.raises(solving.StrangeMoves):
        solving.judge(found, position, [_at(name) for name in moves])


def test_a_square_off_the_board_or_taken_is_refused() -> None:
    position, found = _found()
    for square in (9999, -1, 10**30):
        with pytest.raises(mnk.NoSuchSquare):
            solving.judge(found, position, [square])
    with pytest.raises(mnk.SquareTaken):
        solving.judge(found, position, [_at("e7")])


# --- Kept ----------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_game_is_looked_through_once() -> None:
    game = finished(T3, "a1b1a2b2a3")

    found = puzzles.next_unsearched(AT)
    assert found is not None
    assert (found.id, found.variant) == (game.pk, T3)
    assert found.moves == tuple(mnk.moves_from_text("a1b1a2b2a3", T3))
    puzzles.note_searched(game.pk, 0, at=AT)

    assert puzzles.next_unsearched(AT) is None


@pytest.mark.django_db
def test_the_same_position_turned_is_kept_once() -> None:
    row = kept(shown(ONE_WAY))
    position = mnk.position_from_line(row.position)
    turned = mnk.canonical(position).position
    found = puzzling.find(turned, 100_000)
    assert found is not None

    assert not puzzles.keep(turned, found, game_id=None, ply=3, at=AT)
    assert Puzzle.objects.count() == 1
    assert puzzles.solving_of(row) == _found()[1]


@pytest.mark.django_db
def test_the_first_attempt_counts_and_later_ones_do_not() -> None:
    row = kept(shown(ONE_WAY))
    alice = Player.objects.create(name="Alice")
    h7, i7, h5 = (_at(name) for name in ("h7", "i7", "h5"))

    wrong = puzzles.try_moves(row.slug, [_at("a1")], player_id=alice.pk, at=AT, ms=5_000)
    again = puzzles.try_moves(row.slug, [h7, i7, h5], player_id=alice.pk, at=AT + 1)

    assert wrong.counted is not None
    assert wrong.counted.change < 0
    assert (again.verdict, again.counted) == ("solved", None)
    attempt = Attempt.objects.get()
    assert (attempt.solved, attempt.ms, attempt.at_ms) == (False, 5_000, AT)
    row.refresh_from_db()
    rating = PuzzleRating.objects.get()
    assert (row.plays, puzzles.solved_share(row.pk)) == (1, 0)
    at_first = puzzles.at_first(shown(ONE_WAY), puzzles.solving_of(row))
    assert row.rating > at_first.rating
    assert -strength.MOST_STEP <= wrong.counted.change == round(rating.rating) - 1200
    assert max(rating.deviation, row.deviation) < strength.MOST_DEVIATION
    assert puzzles.attempt_of(row.pk, alice.pk) == "missed"


@pytest.mark.parametrize(("height", "is_exact"), [(8, True), (9, False)])
def test_boards_of_up_to_64_squares_are_looked_at_exactly(height: int, *, is_exact: bool) -> None:
    variant = mnk.Variant(8, height, 5)
    ways = puzzling._ways(variant, 1, {"exact"})
    assert any(isinstance(way, puzzling._ByEvaluation) for way in ways) is is_exact
    by_force_alone = 1
    assert (len(puzzling._fresh("exact", variant)) > by_force_alone) is is_exact


def test_a_position_that_no_game_leads_to_is_no_puzzle_and_its_fault_is_told() -> None:
    impossible = mnk.position_from_line("3x3x3-freestyle/XXX/3/3/O")
    with pytest.raises(ImpossiblePosition) as refused:
        puzzling.find(impossible, 100)

    anything = Solving(kind="byFours", plies=3, turns=())
    assert puzzling.faults(impossible, anything) == [str(refused.value)]


@pytest.mark.parametrize(("k", "are_some"), [(2, False), (3, True)])
def test_wins_by_fours_are_looked_for_from_three_in_a_row_up(k: int, *, are_some: bool) -> None:
    assert any(True for _ in puzzling._ways(mnk.Variant(10, 10, k), 1, {"byFours"})) is are_some


@pytest.mark.django_db
def test_a_puzzle_counts_as_solved_when_its_end_is_reached() -> None:
    row = kept(shown(ONE_WAY))
    alice = Player.objects.create(name="Alice")
    *before, last = solver_moves(puzzles.solving_of(row))

    for moves in before:
        assert puzzles.try_moves(row.slug, moves, player_id=alice.pk, at=AT).counted is None
    assert not Attempt.objects.exists()
    told = puzzles.try_moves(row.slug, last, player_id=alice.pk, at=AT)

    assert told.counted is not None
    assert 0 < told.counted.change <= strength.MOST_STEP
    assert (told.counted.streak, told.counted.today) == (1, (1, 1))
    assert told.lesson == Theme(row.theme).lesson
    assert puzzles.record_of(alice.pk, AT).solved == 1
    assert puzzles.attempt_of(row.pk, alice.pk) == "solved"
    assert puzzles.solved_share(row.pk) == 100


@pytest.mark.django_db
def test_who_was_away_is_known_less_well_and_their_next_attempt_says_more() -> None:
    row = kept(shown(ONE_WAY))
    alice, bob = (Player.objects.create(name=name) for name in ("Alice", "Bob"))
    other = Puzzle.objects.get(pk=row.pk)
    other.pk, other.slug, other.key = None, "another", b"another"
    other.save()
    for player in (alice, bob):
        PuzzleRating.objects.create(player=player, rating=1600, deviation=60)
        Attempt.objects.create(puzzle=other, player=player, solved=True, rating=1600, at_ms=AT)
    Puzzle.objects.filter(pk=row.pk).update(rating=1600, deviation=60)
    half_a_year = AT + 26 * ratings.PERIOD_MS

    assert puzzles.record_of(alice.pk, AT + ratings.PERIOD_MS - 1).strength.deviation == 60
    away = puzzles.record_of(alice.pk, half_a_year).strength
    assert (away.rating, round(away.deviation)) == (1600, 80)
    assert puzzles.record_of(alice.pk, AT - 1).strength.deviation == 60  # a clock set back

    at_once = puzzles.give_up(row.slug, player_id=bob.pk, at=AT + 1)[1]
    Puzzle.objects.filter(pk=row.pk).update(rating=1600, deviation=60)
    later = puzzles.give_up(row.slug, player_id=alice.pk, at=half_a_year)[1]
    assert at_once is not None
    assert later is not None
    assert -strength.MOST_STEP <= later.change < at_once.change < 0
    assert puzzles.record_of(alice.pk, half_a_year).strength.deviation < away.deviation


@pytest.mark.django_db
def test_the_history_has_the_last_rating_and_the_highest_of_each_day_with_an_attempt() -> None:
    alice, bob = (Player.objects.create(name=name) for name in ("Alice", "Bob"))
    row = kept(shown(ONE_WAY))
    for number, (player, at, rating, rated) in enumerate(
        [
            (alice, AT, 1240.4, True),
            (alice, AT + 1, 1198.6, True),
            (alice, AT + 2, 1900.0, False),
            (alice, AT + 3 * DAY_MS, -0.7, True),
            (bob, AT, 1500.0, True),
        ]
    ):
        row.pk, row.slug, row.key = None, f"puzzle{number}", str(number).encode()
        row.save()
        Attempt.objects.create(
            puzzle=row, player=player, solved=False, rating=rating, at_ms=at, rated=rated
        )

    assert [(day.rating, day.highest) for day in puzzles.history(alice.pk)] == [
        (1199, 1240),
        (0, 0),
    ]
    assert [day.date.isoformat() for day in puzzles.history(alice.pk)] == [
        "2026-09-21",
        "2026-09-24",
    ]


@pytest.mark.django_db
def test_puzzles_of_earlier_versions_are_given_their_themes_some_at_a_time() -> None:
    row = kept(shown(ONE_WAY))
    theme = row.theme
    for number in range(2):
        row.pk, row.slug, row.key, row.theme = None, f"early{number}", str(number).encode(), ""
        row.save()

    assert [puzzles.name_themes(1) for _ in range(3)] == [1, 1, 0]
    assert {each.theme for each in Puzzle.objects.all()} == {theme}


@pytest.mark.django_db
def test_who_asks_for_the_solution_has_failed() -> None:
    row = kept(shown(ONE_WAY))
    alice = Player.objects.create(name="Alice")

    told, counted = puzzles.give_up(row.slug, player_id=alice.pk, at=AT)

    assert told.solving.line == tuple(_at(name) for name in ("h7", "i7", "h5"))
    assert told.side is mnk.Side.BLACK
    assert told.task(mnk.BySide("Ada", "Ben")) == "Ada to play and win in 2 with fours alone"
    assert counted is not None
    assert -strength.MOST_STEP <= counted.change < 0
    assert puzzles.give_up(row.slug, player_id=alice.pk, at=AT)[1] is None
    assert Attempt.objects.get().solved is False


@pytest.mark.django_db
def test_a_hint_names_the_move_among_others_and_makes_the_attempt_one_that_is_not_rated() -> None:
    row = kept(shown(ONE_WAY))
    alice, bob = (Player.objects.create(name=name) for name in ("Alice", "Bob"))
    found = puzzles.solving_of(row)
    *before, last = solver_moves(found)

    hint = puzzles.take_hint(row.slug, [], player_id=alice.pk, at=AT)

    assert len(hint.squares) == 3
    assert found.solution in hint.squares
    assert hint.squares == tuple(sorted(hint.squares))  # the order tells nothing
    first, second, third = (mnk.name(square, FOURS) for square in hint.squares)
    assert hint.sentence == f"One of these: {first}, {second} or {third}."
    assert hint == puzzles.take_hint(row.slug, [], player_id=bob.pk, at=AT)
    assert puzzles.attempt_of(row.pk, alice.pk) == "helped"
    for moves in before:
        puzzles.try_moves(row.slug, moves, player_id=alice.pk, at=AT)
    told = puzzles.try_moves(row.slug, last, player_id=alice.pk, at=AT)
    assert (told.verdict, told.counted) == ("solved", None)
    assert puzzles.attempt_of(row.pk, alice.pk) == "solved"
    assert not PuzzleRating.objects.exists()
    row.refresh_from_db()
    assert (row.plays, puzzles.solved_share(row.pk)) == (0, None)
    assert puzzles.record_of(alice.pk, AT).tried == 0


@pytest.mark.django_db
def test_a_hint_after_a_miss_changes_nothing_and_one_for_strange_moves_is_refused() -> None:
    row = kept(shown(ONE_WAY))
    alice = Player.objects.create(name="Alice")
    puzzles.try_moves(row.slug, [_at("a1")], player_id=alice.pk, at=AT)

    hint = puzzles.take_hint(row.slug, [_at("h7"), _at("i7")], player_id=alice.pk, at=AT)

    assert _at("h5") in hint.squares
    assert puzzles.attempt_of(row.pk, alice.pk) == "missed"
    for moves in ([_at("a1")], list(puzzles.solving_of(row).line), [-1], [9999]):
        with pytest.raises(solving.StrangeMoves):
            puzzles.take_hint(row.slug, moves, player_id=alice.pk, at=AT)


@pytest.mark.django_db
def test_a_streak_grows_with_each_one_solved_and_a_miss_ends_it() -> None:
    alice = Player.objects.create(name="Alice")
    rows = _several(6)
    results = (True, True, False, True, True)
    for number, (row, solved) in enumerate(zip(rows, results, strict=False)):
        _attempts(row, alice, solved=solved, at=AT + number)
    puzzles.take_hint(rows[5].slug, [], player_id=alice.pk, at=AT + 5)  # neither helps nor hurts

    record = puzzles.record_of(alice.pk, AT + 6)

    assert (record.streak, record.tried, record.solved, record.today) == (2, 5, 4, (4, 5))
    assert [each.result for each in record.latest] == [
        "helped",
        *("solved", "solved", "missed", "solved", "solved"),
    ]
    assert len(record.curve) == 5
    assert record.curve[-1] == round(record.strength.rating)
    assert puzzles.record_of(alice.pk, AT + DAY_MS).today == (0, 0)
    assert puzzles.record_of(None, AT).streak == 0


def _several(number: int) -> list[Puzzle]:
    """Copies of one puzzle under other names: nothing here looks at their boards."""
    row = kept(shown(ONE_WAY))
    rows = [row]
    for copy in range(1, number):
        other = Puzzle.objects.get(pk=row.pk)
        other.pk, other.slug, other.key = None, f"copy{copy}", f"copy{copy}".encode()
        other.save()
        rows.append(other)
    return rows


def _attempts(row: Puzzle, player: Player, *, solved: bool, at: int) -> int:
    """A first attempt; how it changed the player's rating."""
    if solved:
        for moves in solver_moves(puzzles.solving_of(row)):
            told = puzzles.try_moves(row.slug, moves, player_id=player.pk, at=at)
    else:
        told = puzzles.try_moves(row.slug, [_at("a1")], player_id=player.pk, at=at)
    assert told.counted is not None
    return told.counted.change


@pytest.mark.django_db
def test_no_attempt_costs_more_than_40_points_whoever_makes_it() -> None:
    rows = _several(8)
    strengths = [(1200, 120), (2400, 350), (400, 350), (1200, 30)]
    changes = []
    for number, (rating, deviation) in enumerate(strengths):
        alice = Player.objects.create(name=f"Alice {number}")
        PuzzleRating.objects.create(player=alice, rating=rating, deviation=deviation)
        for row, solved in ((rows[2 * number], True), (rows[2 * number + 1], False)):
            Puzzle.objects.filter(pk=row.pk).update(rating=1500, deviation=350)
            changes.append(_attempts(row, alice, solved=solved, at=AT + number))

    assert max(map(abs, changes)) <= strength.MOST_STEP
    assert all(change >= 0 for change in changes[0::2])
    assert all(change <= 0 for change in changes[1::2])
    assert PuzzleRating.objects.filter(deviation__gt=strength.MOST_DEVIATION).count() == 0


@pytest.mark.django_db
def test_rated_anew_from_what_is_kept_everybody_is_as_strong_as_before() -> None:
    people = [Player.objects.create(name=name) for name in ("Alice", "Bob", "Carol")]
    rows = _several(5)
    rng = random.Random(5)
    at = AT
    for row in rows:
        for player in people:
            at += rng.choice((1, 1, ratings.PERIOD_MS * 3))
            if rng.random() < 0.2:
                puzzles.take_hint(row.slug, [], player_id=player.pk, at=at)
            else:
                _attempts(row, player, solved=rng.random() < 0.5, at=at)
    before = _ratings()

    attempts, changed = puzzles.recount()

    assert (attempts, changed) == (Attempt.objects.filter(rated=True).count(), 0)
    assert _ratings() == before
    # Ratings of an earlier version, where one miss cost 162 points, become what they would be.
    PuzzleRating.objects.update(rating=1338, deviation=290)
    Puzzle.objects.update(rating=1662, deviation=290)
    Attempt.objects.filter(rated=True).update(rating=1338)
    out = StringIO()
    call_command("recount_puzzles", stdout=out)
    assert (
        out.getvalue()
        == f"{attempts} attempts counted, {len(rows) + len(people)} ratings changed.\n"
    )
    assert _ratings() == before


def _ratings() -> list[tuple[float, ...]]:
    fields = ("rating", "deviation", "volatility")
    return [
        *PuzzleRating.objects.order_by("pk").values_list(*fields),
        *Puzzle.objects.order_by("pk").values_list(*fields),
        *Attempt.objects.filter(rated=True).order_by("pk").values_list("rating"),
    ]


@pytest.mark.django_db(transaction=True)
def test_two_tabs_at_once_are_one_attempt() -> None:
    row = kept(shown(ONE_WAY))
    alice = Player.objects.create(name="Alice")

    def tries(_: int) -> puzzles.Tried:
        try:
            return puzzles.try_moves(row.slug, [_at("a1")], player_id=alice.pk, at=AT)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as tabs:
        told = list(tabs.map(tries, range(8)))

    assert sum(each.counted is not None for each in told) == 1
    assert Attempt.objects.count() == 1
    row.refresh_from_db()
    assert row.plays == 1


# --- Choosing ------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_without_puzzles_there_is_none_of_the_day() -> None:
    assert puzzles.of_day(AT) is None
    assert puzzles.next_for(None, AT) is None
    assert not DailyPuzzle.objects.exists()


@pytest.mark.django_db
def test_the_puzzle_of_the_day_stays_whatever_comes_and_changes_at_midnight_utc() -> None:
    first = kept(shown(ONE_WAY))
    midnight = int(datetime(2026, 11, 21, tzinfo=UTC).timestamp() * 1000)
    today = puzzles.of_day(midnight)
    assert today is not None
    assert today.slug == first.slug

    more = [
        kept(mnk.position_from_line(line))
        for line in ("4x3x3-freestyle/1O2/3X/1X2/O", "3x4x3-full/X1O/1X1/XOO/1OX/X")
    ]
    Puzzle.objects.exclude(pk=first.pk).update(created_ms=midnight + 1)
    at_night = puzzles.of_day(midnight + DAY_MS - 1)
    assert not DailyPuzzle.objects.exists()  # looking at it writes nothing
    puzzles.keep_day(midnight + DAY_MS - 1)
    later = []
    for days in (1, 2):
        later.append(puzzles.of_day(midnight + days * DAY_MS))
        puzzles.keep_day(midnight + days * DAY_MS)
        assert puzzles.of_day(midnight + days * DAY_MS) == later[-1]

    assert at_night == today
    assert {told.slug for told in later if told} == {row.slug for row in more}  # each has its day
    assert DailyPuzzle.objects.count() == 3


@pytest.mark.django_db
def test_the_next_puzzle_is_the_nearest_that_was_not_tried() -> None:
    lines = ("4x3x3-freestyle/1O2/3X/1X2/O", "3x4x3-full/X1O/1X1/XOO/1OX/X")
    near, far = (kept(mnk.position_from_line(line)) for line in lines)
    Puzzle.objects.filter(pk=near.pk).update(rating=1100)
    Puzzle.objects.filter(pk=far.pk).update(rating=1900)
    alice = Player.objects.create(name="Alice")

    first = puzzles.next_for(alice.pk, AT)
    puzzles.give_up(near.slug, player_id=alice.pk, at=AT)
    second = puzzles.next_for(alice.pk, AT)
    puzzles.give_up(far.slug, player_id=alice.pk, at=AT)

    assert first is not None
    assert second is not None
    assert (first.slug, second.slug) == (near.slug, far.slug)
    assert puzzles.next_for(alice.pk, AT) is None
    assert puzzles.next_for(None, AT) is not None


@pytest.mark.django_db
def test_a_long_puzzle_is_never_that_of_the_day() -> None:
    long, short = _several(2)
    Puzzle.objects.filter(pk=long.pk).update(plies=11, created_ms=AT - 10 * DAY_MS)
    Puzzle.objects.filter(pk=short.pk).update(plies=9, created_ms=AT - 10 * DAY_MS)
    for days in range(12):
        told = puzzles.of_day(AT + days * DAY_MS)
        puzzles.keep_day(AT + days * DAY_MS)
        assert told is not None
        assert told.slug == short.slug
    DailyPuzzle.objects.all().delete()
    Puzzle.objects.filter(pk=short.pk).delete()
    assert puzzles.of_day(AT) is None


@pytest.mark.django_db
def test_what_was_skipped_does_not_come_next() -> None:
    rows = _several(3)
    for row, rating in zip(rows, (1080, 1100, 1130), strict=True):
        Puzzle.objects.filter(pk=row.pk).update(rating=rating)
    skipped: list[str] = []
    for row in rows:
        told = puzzles.next_for(None, AT, leaving_out=skipped)
        assert told is not None
        assert told.slug == row.slug
        skipped.append(told.slug)
    assert puzzles.next_for(None, AT, leaving_out=skipped) is None


@pytest.mark.django_db
def test_the_list_is_of_a_level_and_of_one_kind_and_counts_them_all() -> None:
    rows = _several(30)
    for number, row in enumerate(rows):
        Puzzle.objects.filter(pk=row.pk).update(
            rating=700 + 50 * number,
            theme="chain" if number % 3 == 0 else "fork",
            plies=3 + 2 * (number % 4),
            edge=15 if number % 2 else 6,
        )
    alice = Player.objects.create(name="Alice")
    _attempts(rows[8], alice, solved=True, at=AT)
    Puzzle.objects.filter(pk=rows[8].pk).update(rating=1100)

    every = puzzles.listed(alice.pk, AT, level="any")
    assert {word: number for word, number in every.counts.items() if number} == {
        "": 30,
        "win2": 8,
        "win3": 8,
        "win4": 14,
        "small": 15,
        "fork": 20,
        "chain": 10,
        "freestyle": 30,
    }
    assert set(every.counts) == {"", *puzzles.FILTERS}
    assert [each.puzzle.slug for each in every.rows] == [row.slug for row in rows[:24]]
    assert (every.page, every.pages) == (1, 2)
    assert [each.result for each in every.rows] == [None] * 8 + ["solved"] + [None] * 15
    rest = puzzles.listed(alice.pk, AT, level="any", page=9)
    assert (rest.page, len(rest.rows)) == (2, 6)

    assert [puzzles.of_slug(rows[number].slug).level for number in (0, 10, 29)] == [1, 3, 5]

    chains = puzzles.listed(None, AT, only="chain", level="any")
    assert len(chains.rows) == 10
    assert chains.counts == every.counts
    near = puzzles.listed(None, AT, level="near")  # a stranger’s level is 1080
    assert [round(each.puzzle.strength.rating) for each in near.rows] == [*range(900, 1300, 50)]
    assert near.counts[""] == len(near.rows) == near.counts["fork"] + near.counts["chain"]
    easier = puzzles.listed(None, AT, level="easier")
    harder = puzzles.listed(None, AT, level="harder")
    assert easier.counts[""] + harder.counts[""] == 30
    assert puzzles.listed(None, AT, only="nonsense", level="any").counts[""] == 30


@pytest.mark.django_db
def test_a_puzzle_names_its_game_only_where_everybody_may_watch_it() -> None:
    row = kept(shown(ONE_WAY))
    row.game = finished(T3, "a1b1a2b2a3")
    row.save()
    assert puzzles.of_slug(row.slug).game is None

    row.game.listed = True
    row.game.save()
    assert puzzles.of_slug(row.slug).game == row.game.slug

    row.game.delete()
    assert puzzles.of_slug(row.slug).game is None  # the puzzle stays


# --- Proved again --------------------------------------------------------------------------------


def _verify() -> str:
    out = StringIO()
    call_command("verify_puzzles", stdout=out, stderr=out)
    return out.getvalue()


@pytest.fixture
def two_kept() -> tuple[Puzzle, Puzzle]:
    return kept(shown(ONE_WAY)), kept(mnk.position_from_line("4x3x3-freestyle/1O2/3X/1X2/O"))


@pytest.mark.django_db
def test_every_kept_puzzle_is_proved_again(two_kept: tuple[Puzzle, Puzzle]) -> None:
    Puzzle.objects.update(verified_edition=0)

    told = _verify()

    assert told.startswith("2 puzzles: 2 proved again (1 with every square, 1 by fours; ")
    assert told.endswith(", 0 wrong.\n")
    assert {row.verified_edition for row in Puzzle.objects.all()} == {solving.EDITION}


def _is_found_wrong(row: Puzzle) -> str:
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 2 puzzles are wrong"):
        call_command("verify_puzzles", stdout=out, stderr=out)
    assert f"{row.slug} is wrong: " in out.getvalue()
    return out.getvalue()


def _rewrite(row: Puzzle, found: Solving) -> None:
    row.solving = msgspec.json.encode(found).decode()
    row.solution, row.plies = found.solution, found.plies
    row.save()


@pytest.mark.django_db
@pytest.mark.parametrize("which", [0, 1])
def test_a_puzzle_with_another_solution_is_found(
    two_kept: tuple[Puzzle, Puzzle], which: int
) -> None:
    row = two_kept[which]
    found = puzzles.solving_of(row)
    first = found.turns[0]
    moved = msgspec.structs.replace(first.right[0], square=0)
    turns = (msgspec.structs.replace(first, right=(moved,)), *found.turns[1:])
    _rewrite(row, msgspec.structs.replace(found, turns=turns))

    assert "other moves are the quickest" in _is_found_wrong(row)


@pytest.mark.django_db
def test_a_move_that_leads_past_the_last_turn_is_found(two_kept: tuple[Puzzle, Puzzle]) -> None:
    row = two_kept[1]
    found = puzzles.solving_of(row)
    first = found.turns[0]
    moved = msgspec.structs.replace(first.right[0], then=len(found.turns))
    turns = (msgspec.structs.replace(first, right=(moved,)), *found.turns[1:])
    _rewrite(row, msgspec.structs.replace(found, turns=turns))

    assert "Turn 0 leads nowhere." in _is_found_wrong(row)


@pytest.mark.django_db
@pytest.mark.parametrize("which", [0, 1])
def test_a_stone_put_elsewhere_is_found(two_kept: tuple[Puzzle, Puzzle], which: int) -> None:
    row = two_kept[which]
    position = mnk.position_from_line(row.position)
    side = position.side_to_move
    gone = position.stones(side)[0]
    stones = mnk.BySide(*(frozenset(position.stones(each)) for each in mnk.Side))
    moved = mnk.Position.of(
        position.variant,
        stones.having(side, stones[side] - {gone} | {position.empty_squares()[-1]}),
        side,
    )
    row.position = mnk.position_line(moved)
    row.save()
    assert "Its key is another position's." in _is_found_wrong(row)

    row.key = mnk.canonical(moved).key
    row.save()
    _is_found_wrong(row)


@pytest.mark.django_db
def test_a_weaker_defence_or_a_shorter_claim_is_found(two_kept: tuple[Puzzle, Puzzle]) -> None:
    row = two_kept[0]
    found = puzzles.solving_of(row)
    first, second = found.turns
    weak = RightMove(square=first.right[0].square, reply=0, then=1)
    _rewrite(
        row,
        msgspec.structs.replace(
            found, turns=(Turn(right=(weak,), answered=first.answered), second)
        ),
    )
    assert "is not the longest" in _is_found_wrong(row)

    _rewrite(row, msgspec.structs.replace(found, plies=5))
    assert "is not won in 5 plies" in _is_found_wrong(row)


@pytest.mark.django_db
@pytest.mark.parametrize(("field", "value"), [("kind", "exact"), ("plies", 7), ("solution", 0)])
def test_a_row_that_says_otherwise_than_its_turns_is_found(
    two_kept: tuple[Puzzle, Puzzle], field: str, value: object
) -> None:
    row = two_kept[0]
    Puzzle.objects.filter(pk=row.pk).update(**{field: value})
    assert "The row and its turns do not agree." in _is_found_wrong(row)


@pytest.mark.django_db
def test_a_row_that_cannot_be_read_is_found(two_kept: tuple[Puzzle, Puzzle]) -> None:
    row = two_kept[1]
    for broken in ("{}", '{"kind":"exact"', '{"kind":"maybe","plies":3,"turns":[]}'):
        Puzzle.objects.filter(pk=row.pk).update(solving=broken)
        assert "It cannot be read" in _is_found_wrong(row)
