"""A board drawn by the server: what is on it where, and how the template writes it."""

import re

import pytest
from django.template.loader import render_to_string

from games import mnk
from games.pages import boards

T15 = mnk.PRESETS["15x15"].variant
WON = "XXX\n.O.\nO.O"


def _svg(board: boards.BoardPicture) -> str:
    return render_to_string("board.html", {"board": board}).strip()


def test_stones_lie_where_their_names_say() -> None:
    position = mnk.Position.start(mnk.PRESETS["15x15"].variant)
    h8 = mnk.square("h8", position.variant)
    drawn = boards.draw(position.play(h8), last=h8)

    (stone,) = drawn.stones
    assert (stone.x, stone.y, stone.side) == (7.5, 7.5, "black")
    assert drawn.last == stone
    assert drawn.look == "stones"
    assert len(drawn.stars) == 5
    names = {label.text for label in drawn.labels}
    assert {"a", "o", "1", "15"} <= names
    assert "p" not in names


def test_wide_boards_have_columns_of_two_letters() -> None:
    drawn = boards.draw(mnk.Position.start(mnk.Variant(32, 2, 5)))

    assert [label.text for label in drawn.labels[:32]][-2:] == ["ae", "af"]


@pytest.mark.parametrize(
    ("text", "k", "rule", "strokes"),
    [
        ("XXX OO. ...", 3, "freestyle", [(0.5, 0.5, 2.5, 0.5)]),
        ("X.. OXO ..X", 3, "freestyle", [(2.5, 2.5, 0.5, 0.5)]),
        ("..X OXO X..", 3, "freestyle", [(0.5, 2.5, 2.5, 0.5)]),
        ("X.X .XO XOX", 3, "freestyle", [(0.5, 2.5, 2.5, 0.5), (2.5, 2.5, 0.5, 0.5)]),
        ("XXXX .... ....", 3, "full", [(0.5, 0.5, 3.5, 0.5)]),
        ("OX. .OX X..", 3, "freestyle", []),
    ],
)
def test_winning_lines_are_struck_through_end_to_end(
    text: str, k: int, rule: str, strokes: list[tuple[float, ...]]
) -> None:
    rows = text.split()
    variant = mnk.Variant(len(rows[0]), len(rows), k, mnk.LineRule(rule))
    drawn = boards.draw(mnk.position_from_text("\n".join(rows), variant))

    found = {frozenset({(line.x1, line.y1), (line.x2, line.y2)}) for line in drawn.strokes}
    assert found == {frozenset({(x1, y1), (x2, y2)}) for x1, y1, x2, y2 in strokes}
    assert len(drawn.strokes) == len(strokes)


def test_a_board_of_any_shape_shows_what_lies_there_in_numbers_and_words() -> None:
    position = mnk.position_from_line("3x4x3-full/X1O/1X1/XOO/1OX/X")
    a1 = mnk.square("a1", position.variant)
    board = boards.draw(position, marked=[a1])

    assert [(stone.x, stone.y) for stone in board.stones if stone.side == "black"] == [
        (2.5, 3.5),
        (0.5, 2.5),
        (1.5, 1.5),
        (0.5, 0.5),
    ]
    assert board.marked == (boards.Spot(0.5, 3.5),)
    assert {label.text for label in board.labels} == set("abc1234")
    for part in ("X: c1, a2, b3, a4.", "O: b1, b2, c2, c4.", "Marked: square on a1."):
        assert part in board.words
    left, top, width, height = map(float, board.view_box.split())
    assert left < 0
    assert top < 0
    assert left + width > 3
    assert top + height > 4
    for label in board.labels:
        assert left < label.x < left + width
        assert top < label.y < top + height


@pytest.mark.parametrize("side", [7, 15, 20, 32])
def test_names_stand_beside_the_squares_and_not_in_each_other(side: int) -> None:
    board = boards.draw(mnk.Position.start(mnk.Variant(side, side, 5)))

    assert len(board.labels) == 2 * side
    widest = max(len(label.text) for label in board.labels)
    assert 0.65 * board.lettering * widest < 1


def test_winning_stones_stand_out_on_large_and_on_small_boards() -> None:
    marks = mnk.position_from_text(WON, mnk.Variant(3, 3, 3))
    row = mnk.Position.start(T15)
    for square in (0, 30, 1, 31, 2, 32, 3, 33, 4):
        row = row.play(square)

    for position, glowing in ((marks, 0), (row, 5)):
        for small in (False, True):
            svg = _svg(boards.draw(position, small=small))
            assert svg.count('class="line"') == svg.count('class="line-case"') == 1
            assert svg.count('class="glow"') == glowing
    assert 'class="line"' not in _svg(boards.draw(mnk.Position.start(T15)))


def test_a_stone_at_the_edge_carries_its_name() -> None:
    board = boards.draw(mnk.Position.start(T15).play(0).play(5))

    on_stones = {(label.text, label.side) for label in board.labels if label.side}
    assert on_stones == {("a", "black"), ("1", "black"), ("f", "white")}
    assert '<text class="on-white" x="5.5"' in _svg(board)


def test_the_last_move_is_a_dot_on_a_stone_and_a_tinted_square_under_a_sign() -> None:
    large = mnk.Position.start(T15).play(112)
    small = mnk.Position.start(mnk.Variant(3, 3, 3)).play(4)

    assert 'class="last-mark on-black" cx="7.5" cy="7.5"' in _svg(boards.draw(large, last=112))
    assert 'class="cell last" x="1.5" y="1.5"' in _svg(boards.draw(small, last=4))
    assert "last" not in _svg(boards.draw(large)).partition("aria-label")[0]
    assert "last-mark" not in _svg(boards.draw(large))


def test_many_boards_on_one_page_share_no_ids_and_refer_to_none() -> None:
    """Shaded stones need gradients, which have ids: small boards have neither."""
    position = mnk.Position.start(T15).play(112)

    small = _svg(boards.draw(position, small=True))
    large = _svg(boards.draw(position))

    assert "id=" not in small
    assert 'class="stone flat black"' in small
    assert 'aria-hidden="true"' in small
    assert set(re.findall(r'id="([^"]+)"', large)) == {"black-stone", "white-stone", "stone-shade"}
    assert 'class="stone black"' in large
    assert "<text" in large
    assert "<text" not in small
    assert "<text" not in _svg(boards.draw(position, names=False))


def test_squares_lead_somewhere_and_what_is_written_there_is_no_markup() -> None:
    links = [
        boards.Link(move=0, href="/explorer?p=a&play=b", title="a1: <b>", radius=0.2),
        boards.Link(move=224, href="/x", title="o15"),
    ]
    svg = _svg(boards.draw(mnk.Position.start(T15), links=links))

    assert 'role="group"' in svg
    assert 'href="/explorer?p=a&amp;play=b"' in svg
    assert "<title>a1: &lt;b&gt;</title>" in svg
    assert '<rect x="0.5" y="14.5"' in svg
    assert '<rect x="14.5" y="0.5"' in svg
    assert svg.count('r="0.2"') == 1
    assert 'role="img"' in _svg(boards.draw(mnk.Position.start(T15)))


def test_where_a_stone_may_be_of_either_kind_each_has_half_of_a_square() -> None:
    wild = mnk.PRESETS["3x3-wild"].variant
    links = [
        boards.Link(move=move, href=f"/{move}", title=mnk.move_name(move, wild), radius=0.4)
        for move in (4, 13)
    ]
    picture = boards.draw(mnk.Position.start(wild).play(9), last=9, links=links)

    assert [(each.x, each.width, each.radius) for each in picture.links] == [
        (1.25, 0.5, 0.2),
        (1.75, 0.5, 0.2),
    ]
    assert picture.look == "marks"
    assert picture.last == boards.Spot(0.5, 2.5, "white")
    assert "X: none. O: a1. Last move: O a1." in picture.words
    assert "<title>O b2</title>" in _svg(picture)
    badge = boards.badge(mnk.Side.BLACK, wild)
    assert (badge.name, badge.look) == ("Black", "stones")


def test_no_attribute_needs_a_style_or_a_script() -> None:
    svg = _svg(boards.draw(mnk.position_from_text(WON, mnk.Variant(3, 3, 3)), marked=[1]))

    assert not re.search(r"<script|\son\w+=|style=", svg)


def test_a_blocked_square_is_a_block_and_is_read_out() -> None:
    walled = mnk.Variant(5, 5, 4, blocked=(12,))
    drawn = boards.draw(mnk.Position.start(walled), names=False)

    assert '<path class="wall" d="M2.04 2.04h0.92v0.92h-0.92z"/>' in _svg(drawn)
    assert drawn.words.endswith("Blocked: c3.")
    assert 'class="wall"' not in _svg(boards.draw(mnk.Position.start(mnk.Variant(5, 5, 4))))
