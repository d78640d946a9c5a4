"""Wild in real browsers: both place X or O as they like, and a row of either wins."""

import re

import msgspec
import pytest
from playwright.sync_api import Locator, expect

from games import mnk
from games.review.solving import Solving
from tests.live import parts
from tests.live.pages import Chromium, Person, see_the_end


@pytest.mark.parametrize("how", ["touch at 360", "mouse at 1280"])
def test_two_people_place_both_kinds_until_one_completes_a_row(people: Chromium, how: str) -> None:
    has_touch = how.startswith("touch")
    alice, bob = people.two(how)
    bob.joins(alice.invites("3x3-wild", side="black"))
    expect(alice.page).to_have_title(re.compile("3×3, wild, three in a row"))

    # Alice begins with an X, as the switch says when the page opens.
    alice.sees_status("Your turn")
    expect(switch(alice, "X")).to_have_attribute("aria-pressed", "true")
    places(alice, "b2", has_touch)
    # Bob chooses O by its button or its key; the stone in his hand shows it.
    bob.sees_status("Your turn")
    if has_touch:
        switch(bob, "O").tap()
    else:
        bob.page.locator("#board").press("o")
        bob.hovers("a1")
        expect(bob.page.locator("#board .mark.white.ghost")).to_have_count(1)
    expect(switch(bob, "O")).to_have_attribute("aria-pressed", "true")
    places(bob, "a3", has_touch)
    for person in (alice, bob):
        person.sees_stones(2)
        assert person.board() == {"b2": "black", "a3": "white"}
        assert person.moves() == ["X b2", "O a3"]

    # She answers in kind on the opposite square; he then leaves a row that lacks one.
    alice.sees_status("Your turn")
    alice.types("oc1")
    for mover, move in ((bob, "oa1"), (alice, "oa2")):
        mover.sees_status("Your turn")
        mover.types(move)
    see_the_end(alice, bob, "a1 to a3")


def test_a_puzzle_is_solved_with_the_keys_that_choose_what_is_placed(
    people: Chromium, embedded: parts.Server
) -> None:
    ((slug, board, solving), *_) = parts.rows(
        embedded,
        "SELECT slug, position, solving FROM review_puzzle WHERE starter"
        " AND position LIKE '3x3x3-wild%%' ORDER BY plies DESC",
    )
    position = mnk.position_from_line(board)
    line = msgspec.json.decode(solving, type=Solving).line
    alice = people.person("Alice")
    alice.opens(f"/puzzle/{slug}/")
    stones = sum(len(position.stones(side)) for side in mnk.Side)

    for turn in range(0, len(line), 2):
        square, kind = mnk.placed(line[turn], position.side_to_move, position.variant)
        sign = "XO"[kind]
        alice.page.keyboard.press(sign.lower())
        expect(switch(alice, sign)).to_have_attribute("aria-pressed", "true")
        alice.clicks(mnk.name(square, position.variant))
        alice.sees_stones(stones + min(turn + 2, len(line)))
    expect(alice.page.locator("#told").get_by_role("heading")).to_contain_text("Solved")


def switch(person: Person, kind: str) -> Locator:
    return person.page.get_by_role("button", name=f"Place {kind}", exact=True)


def places(person: Person, square: str, has_touch: bool) -> None:
    if has_touch:
        person.page.wait_for_timeout(400)  # two taps in quick succession are one
        person.taps(square)
    else:
        person.clicks(square)
