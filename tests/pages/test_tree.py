"""The game tree: every value is the true one, a page a few levels, an address nothing too large."""

import os
import random
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from urllib.parse import quote

import pytest
import pytest_asyncio

from games import mnk
from games.pages import tree
from games.play.hub import Hub
from games.review import worths
from games.review.findings import Assessment
from games.reviews import assessments
from games.reviews.evaluations import Evaluations
from games.thinking.assessing import assess
from games.thinking.service import Thinking
from games.workers.on_demand import Analyst
from tests.evaluator import brute
from tests.pages.browser import Browser, Page

SIGNS = {"+1": "win", "0": "draw", "−1": "loss"}  # a minus


@pytest_asyncio.fixture
async def searches(hub: Hub, thinking: Thinking) -> AsyncIterator[Analyst]:
    """Positions are looked at, by a real thinker."""
    yield Analyst(hub, thinking)


async def opens(board: str, moves: str = "", status: int = 200) -> Page:
    return await Browser().opens(f"/tree?p={quote(board)}&play={moves}", status)


def levels(page: Page) -> list[str]:
    """What each level says."""
    content = page.response.content.decode()
    return re.findall(r'id="level-(\d+)"', content)


async def test_the_tree_of_tic_tac_toe_is_shown_where_no_board_is_asked_for(
    searches: Analyst,
) -> None:
    page = await Browser().opens("/tree")

    assert "X to move" in page.text
    assert "9 moves, 3 kinds" in page.text
    assert page.text.count("0 · Draw") == 3
    assert "A draw with best play (proved)" in page.text
    assert levels(page) == ["0"]


async def test_choosing_a_move_leads_to_the_next_level(searches: Analyst) -> None:
    page = await opens("3x3", "b2c2")

    content = page.response.content.decode()
    assert levels(page) == ["0", "1", "2"]
    assert content.count('class="choice"') > 8
    assert len(re.findall(r'class="choice" href="[^"]*" aria-current="true"', content)) == 2
    assert "7 moves, 4 kinds" in page.text
    assert "+1 · Wins in 3" in page.text
    assert "X wins in 3 moves (proved)" in page.text
    assert re.search(r"play=b2c2[abc]\d#level-3", content)


async def test_a_move_that_was_chosen_stands_for_those_like_it(searches: Analyst) -> None:
    content = (await opens("3x3", "c1")).response.content.decode()

    chosen = re.search(
        r'aria-current="true">\s*<svg.*?<b>(\w+)</b> <span[^>]*title="([^"]*)"', content, re.S
    )
    assert chosen is not None
    assert chosen[1] == "c1"
    assert sorted(chosen[2].split(", ")) == ["a1", "a3", "c3"]


async def test_a_game_that_is_over_says_so_and_has_no_level(searches: Analyst) -> None:
    page = await opens("3x3", "a1a2b1b2c1")

    assert "The game is over here. X has won" in page.text
    assert levels(page) == ["0", "1", "2", "3", "4", "5"]


async def test_a_forbidden_square_is_no_move_of_a_level(searches: Analyst) -> None:
    page = await opens("7x7x5-renju/7/3X3/3X3/1XX4/7/7/7/X")

    assert "d4" not in re.findall(r"<b>(\w+)</b>", page.response.content.decode())
    assert "44 moves" in page.text
    assert "Forbidden to Black: d4." in page.response.content.decode()


async def test_a_long_way_shows_its_last_levels_and_leads_back_to_the_others(
    searches: Analyst,
) -> None:
    page = await opens("4x4x4", "a1b1c1d1a2b2d2c2")

    assert levels(page) == ["3", "4", "5", "6", "7", "8"]
    assert "3 earlier levels" in page.text


@pytest.mark.parametrize(
    ("board", "moves", "said"),
    [
        ("9x8x5", "", "up to 64 squares"),
        ("nonsense", "", "isn’t a board"),
        ("3x3/3/3", "", "position code"),
        ("3x3", "a1a1", "a1"),
        ("3x3", "a1a2b1b2c1c2", "The game is over before c2"),
        ("3x3/XXX/OOO/3/X", "", "Both sides have a winning row"),
    ],
)
async def test_what_has_no_tree_is_told_in_words(board: str, moves: str, said: str) -> None:
    content = (await opens(board, moves, 400)).text

    assert said in content
    assert "Another position" in content


async def test_a_page_asks_for_few_positions_however_long_its_way_is(hub: Hub) -> None:
    asked: list[mnk.Position] = []

    async def look(position: mnk.Position, of: str) -> Assessment:
        asked.append(position)
        return assess(position, 1).assessment

    hub.part(Evaluations).find = look
    await opens("5x5x5", "a1b1c1d1e1a2b2c2d2e2b3a3d3c3")

    assert len(asked) == tree.LEVELS


def values(position: mnk.Position) -> dict[mnk.Square, tuple[str, str]]:
    """Of every square of a position, what its chip on the page says."""
    nodes = assessments.nodes_for(position.variant)
    shown = tree.level(position, (), position, assess(position, nodes).assessment)
    found = {}
    for choice in shown.choices:
        names = [choice.name, *filter(None, choice.others.split(", "))]
        for name in names:
            square = mnk.square(name, position.variant)
            found[square] = (choice.value.sign, choice.value.words)
    return found


def truth(position: mnk.Position) -> dict[mnk.Square, tuple[str, int]]:
    sign = "X" if position.side_to_move is mnk.Side.BLACK else "O"
    return brute.after_each(brute.board_of(position), sign, position.variant)


def every_position(variant: mnk.Variant) -> Iterator[mnk.Position]:
    """All in which the game goes on."""
    for board, sign in brute.reachable(variant):
        if "." not in board or brute.has_line(board, brute.other(sign), variant):
            continue
        both = mnk.BySide(*(frozenset(at for at, s in enumerate(board) if s == x) for x in "XO"))
        side = mnk.Side.BLACK if sign == "X" else mnk.Side.WHITE
        yield mnk.Position.of(variant, both, side)


def one_of_each_kind(variant: mnk.Variant) -> Iterator[mnk.Position]:
    """Of positions that are alike when the board is turned or mirrored, one, whichever way up."""
    seen: set[mnk.Position] = set()
    for position in every_position(variant):
        alike = mnk.canonical(position).position
        if alike not in seen:
            seen.add(alike)
            yield position


def of_games(variant: mnk.Variant) -> Iterator[mnk.Position]:
    """All positions of some random games."""
    rng = random.Random(7)
    for _ in range(15):
        position = mnk.Position.start(variant)
        while not brute.is_over(position):
            yield position
            position = position.play(rng.choice(position.playable_squares()))


@pytest.mark.parametrize(
    ("variant", "some"),
    [
        (mnk.Variant(3, 3, 3), one_of_each_kind),
        (mnk.Variant.full_lines(4, 3), of_games),
        (mnk.Variant(4, 3, 3), of_games),
    ],
)
def test_every_value_is_what_brute_force_finds(
    variant: mnk.Variant, some: Callable[[mnk.Variant], Iterator[mnk.Position]]
) -> None:
    """All kinds of position of 3×3; of 4×3 some games. `INAROW_WHOLE_TREE=1` looks at each."""
    looked: Counter[str] = Counter()
    for position in (every_position if os.environ.get("INAROW_WHOLE_TREE") else some)(variant):
        shown, expected = values(position), truth(position)
        assert shown.keys() == expected.keys()
        for square, (verdict, plies) in expected.items():
            sign, words = shown[square]
            assert SIGNS[sign] == verdict, (mnk.position_line(position), square)
            if verdict != "draw":
                assert words.endswith(f" in {mnk.winners_moves(plies)}")
            looked[verdict] += 1
    assert min(looked[verdict] for verdict in SIGNS.values()) > 30


@pytest.mark.parametrize(("size", "is_drawn"), [((5, 5, 4), True), ((13, 2, 4), False)])
def test_a_move_is_shown_as_a_board_where_boards_are_small(
    size: tuple[int, int, int], *, is_drawn: bool
) -> None:
    start = mnk.Position.start(mnk.Variant(*size))

    shown = tree.level(start, (), start, Assessment(worth=worths.UNKNOWN))

    assert {choice.board is not None for choice in shown.choices} == {is_drawn}


@pytest.mark.parametrize(("played", "told"), [((), "9 moves, 3 kinds"), ((0, 1), "7 moves")])
def test_kinds_of_moves_are_counted_where_some_are_alike(
    played: tuple[int, ...], told: str
) -> None:
    start = mnk.Position.start(mnk.Variant(3, 3, 3))
    position = mnk.GameState.replay(start.variant, played).position

    shown = tree.level(start, played, position, Assessment(worth=worths.UNKNOWN))

    assert shown.moves == told
