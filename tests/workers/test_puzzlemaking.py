"""Puzzles are made from nothing: proved, checked, the same for the same seed, and no two alike."""

import json
from itertools import islice
from pathlib import Path
from random import Random

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games import mnk, puzzles
from games.puzzles import starters
from games.review.solving import Solving
from games.review.themes import Theme
from games.thinking import puzzling
from games.workers import puzzlemaking
from games.workers.management.commands import make_puzzles
from games.workers.puzzlemaking import Wanted, is_checked, make

ON_5X4 = Wanted(mnk.Variant(5, 4, 4), {2: 2, 3: 2}, games=60)
FIGHT = "10x10x5-freestyle/10/10/10/3OX1OO2/3XXX1O2/3XXOX3/3X1O1O2/10/10/10/O"


def test_the_same_seed_makes_the_same_puzzles_each_with_one_winning_move() -> None:
    made = list(make(ON_5X4, 9))

    assert made == list(make(ON_5X4, 9))
    assert made[:1] != list(islice(make(ON_5X4, 8), 1))
    assert len(made) >= 3
    for each in made:
        assert mnk.winners_moves(each.solving.plies) in (2, 3)
        assert puzzling.faults(each.position, each.solving) == []
    shapes = [set(puzzlemaking._shapes(each.position)) for each in made]
    for number, shape in enumerate(shapes):
        assert all(shape.isdisjoint(other) for other in shapes[:number])


def test_puzzles_are_made_on_a_board_with_blocked_squares() -> None:
    pillars = mnk.PRESETS["6x6-pillars"].variant
    made = list(make(Wanted(pillars, {2: 1, 3: 1}, games=40), 10))

    assert len(made) == 2
    for each in made:
        assert each.position.variant == pillars
        assert puzzling.faults(each.position, each.solving) == []


def test_games_begin_beside_the_blocked_squares_never_on_them() -> None:
    variant = mnk.Variant(9, 9, 5, blocked=(30, 31, 39, 40, 41, 49))
    for seed in range(20):
        begun = puzzlemaking._opening(variant, Random(seed))
        assert sum(map(begun.count, mnk.Side)) in (2, 3, 4)


def test_no_more_of_a_length_are_made_than_are_wanted() -> None:
    made = make(Wanted(mnk.Variant(3, 3, 3), {2: 1, 3: 1}, games=30), 8)

    assert [mnk.winners_moves(each.solving.plies) for each in made] == [2, 3]


def test_half_of_the_puzzles_and_one_more_may_have_the_same_theme() -> None:
    made = make(Wanted(ON_5X4.variant, {2: 2}, games=9), 2)

    assert [each.theme for each in made] == [Theme.FORK, Theme.FORK]


def test_a_small_board_begins_with_fewer_stones() -> None:
    def stones(size: int) -> set[int]:
        variant = mnk.Variant(size, size, 4)
        begun = [puzzlemaking._opening(variant, Random(seed)) for seed in range(20)]
        return {variant.squares - len(position.empty_squares()) for position in begun}

    assert (stones(5), stones(6)) == ({0, 1, 2}, {2, 3, 4})


def test_more_is_looked_at_on_large_boards_and_on_solved_ones() -> None:
    boards = [(8, 8, 4), (13, 5, 4), (3, 3, 3)]

    looked = [puzzlemaking._nodes(mnk.Variant(*board)) for board in boards]
    gravity = mnk.PRESETS["7x6-gravity"].variant
    assert puzzlemaking._nodes(gravity) == puzzlemaking.NODES  # its search is quick

    assert looked == [puzzlemaking.FEW_NODES, puzzlemaking.NODES, puzzlemaking.NODES]


@pytest.mark.parametrize(
    ("key", "wanted", "kind"),
    [
        ("3x3-misere", {2: 1}, "exact"),
        ("3x3-wild", {2: 1}, "exact"),
        ("15x15-renju", {}, "byFours"),
    ],
)
def test_where_there_are_no_certificates_a_search_from_scratch_agrees(
    key: str, wanted: dict[int, int], kind: str
) -> None:
    variant = mnk.PRESETS[key].variant
    also = {} if wanted else {Theme.FORBIDDEN: 1}
    (made,) = make(Wanted(variant, wanted, games=40, also=also), 13)

    assert made.solving.kind == kind
    assert made.theme is (Theme.ZUGZWANG if wanted else Theme.FORBIDDEN)
    assert is_checked(made.position, made.solving)
    longer = msgspec.structs.replace(made.solving, plies=made.solving.plies + 2)
    assert not is_checked(made.position, longer)


def test_games_begin_where_stones_come_to_rest_or_with_either_kind() -> None:
    for key in ("7x6-gravity", "3x3-wild"):
        variant = mnk.PRESETS[key].variant
        begun = {puzzlemaking._opening(variant, Random(seed)) for seed in range(20)}
        assert len(begun) > 5
        assert len({each.count(mnk.Side.WHITE) for each in begun}) > 1


def test_with_the_kinds_of_stones_swapped_a_position_of_wild_looks_alike() -> None:
    one, swapped = (
        mnk.position_from_line(f"3x3x3-{rule}/{rows}/X")
        for rule, rows in (("wild", "X2/3/2O"), ("wild", "O2/3/2X"))
    )
    assert puzzlemaking._look_alike(one, swapped)


@pytest.fixture(scope="module")
def fight() -> tuple[mnk.Position, Solving]:
    position = mnk.position_from_line(FIGHT)
    found = puzzling.find(position, 100_000)
    assert found is not None
    return position, found


def test_the_independent_checker_agrees_with_what_was_proved(
    fight: tuple[mnk.Position, Solving],
) -> None:
    assert is_checked(*fight)


@pytest.mark.parametrize(("less", "accepted"), [(0, True), (1, False)])
def test_a_claim_of_too_many_moves_is_not_accepted(
    fight: tuple[mnk.Position, Solving],
    monkeypatch: pytest.MonkeyPatch,
    less: int,
    *,
    accepted: bool,
) -> None:
    claim = puzzlemaking._written(*fight)
    assert claim is not None
    monkeypatch.setattr(puzzlemaking, "MOST_MOVES", len(claim.strategies[0].moves) - less)

    assert puzzlemaking._is_accepted(claim) is accepted


def test_a_claim_that_is_too_short_or_names_another_move_is_not_accepted(
    fight: tuple[mnk.Position, Solving],
) -> None:
    position, found = fight
    shorter = msgspec.structs.replace(found, plies=found.plies - 2)
    assert not is_checked(position, shorter)
    first, *others = found.turns
    other = next(each for each in position.empty_squares() if each not in found.line)
    moved = msgspec.structs.replace(first.right[0], square=other)
    turns = (msgspec.structs.replace(first, right=(moved,)), *others)
    assert not is_checked(position, msgspec.structs.replace(found, turns=turns))


def test_a_position_moved_aside_turned_or_with_one_stone_elsewhere_looks_alike() -> None:
    one = mnk.position_from_line("10x10x5-freestyle/10/10/3XO5/3OX5/3XO5/10/10/10/10/10/X")
    aside = mnk.position_from_line("10x10x5-freestyle/10/10/10/5XO3/5OX3/5XO3/10/10/10/10/X")
    turned = mnk.position_from_line("10x10x5-freestyle/10/10/10/3XOX4/3OXO4/10/10/10/10/10/X")
    nearly = mnk.position_from_line("10x10x5-freestyle/10/10/3XO5/3OX5/3X1O4/10/10/10/10/10/X")
    another = mnk.position_from_line("10x10x5-freestyle/10/10/3X1O4/1O2X5/3X3O2/10/10/10/10/10/X")
    assert puzzlemaking._look_alike(one, aside)
    assert puzzlemaking._look_alike(one, turned)
    assert puzzlemaking._look_alike(one, nearly)
    assert not puzzlemaking._look_alike(
        *map(mnk.position_from_line, ("4x3x3/1X2/1OX1/XO2/O", "4x3x3/1X2/1OX1/X1O1/O"))
    ), "on so small a board a stone elsewhere is another puzzle"
    assert not puzzlemaking._look_alike(one, another)


def test_the_command_writes_a_set_that_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.workers.management.commands.make_puzzles.WANTED", (ON_5X4,))
    file = tmp_path / "set.json"

    call_command("make_puzzles", str(file), "--seed", "7", "--date", "2026-11-24")

    found = msgspec.json.decode(file.read_bytes(), type=puzzles.StarterSet)
    assert found.command == "manage.py make_puzzles FILE --seed 7 --date 2026-11-24"
    assert [each.solving for each in found.puzzles]
    ratings = [
        puzzles.at_first(mnk.position_from_line(each.position), each.solving).rating
        for each in found.puzzles
    ]
    assert ratings == sorted(ratings)
    lines = file.read_text().splitlines()
    assert len(lines) == len(found.puzzles) + 2  # one a line
    assert json.loads(lines[1].rstrip(","))["slug"] == found.puzzles[0].slug
    with pytest.raises(CommandError, match="No puzzles are wanted on 9x9x5-freestyle"):
        call_command("make_puzzles", str(file), "--board", "9x9x5-freestyle")


def test_the_command_adds_boards_and_keeps_what_the_file_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wild = Wanted(mnk.PRESETS["3x3-wild"].variant, {2: 1}, games=40)
    monkeypatch.setattr("games.workers.management.commands.make_puzzles.WANTED", (ON_5X4, wild))
    file, shipped = tmp_path / "set.json", puzzles.read_starters()
    earlier = [each for each in shipped.puzzles if each.position.startswith("5x4x4-freestyle/")]
    file.write_text(make_puzzles._text(msgspec.structs.replace(shipped, puzzles=tuple(earlier))))
    before = file.read_text().splitlines()

    call_command("make_puzzles", str(file), "--add", "--seed", "1", "--date", "2026-11-28")

    after = file.read_text().splitlines()
    assert [line.rstrip(",") for line in after[1:-2]] == [line.rstrip(",") for line in before[1:-1]]
    found = msgspec.json.decode(file.read_bytes(), type=puzzles.StarterSet)
    assert found.command == (
        f"{shipped.command}; manage.py make_puzzles FILE --seed 1 --date 2026-11-28 --add"
    )
    assert (found.made, found.made_ms) == (shipped.made, shipped.made_ms)
    *others, new = found.puzzles
    assert others == earlier
    assert new.position.startswith("3x3x3-wild/")
    assert new.made_ms == 1_795_824_000_000  # the day of the command, in UTC
    with pytest.raises(CommandError, match="puzzles of every board"):
        call_command("make_puzzles", str(file), "--add")


def test_what_comes_with_the_server_is_written_as_it_is_read() -> None:
    assert make_puzzles._text(puzzles.read_starters()) == starters.FILE.read_text()
