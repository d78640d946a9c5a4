"""Opening rules: Alice opens, on black; Bob answers. Each branch of each rule, and random walks.

Names of squares apart, the numbers 1 to 10 are choices: how many squares are offered.
"""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.mnk import Choice, OpeningRule, Person
from tests.mnk.strategies import law

BOARD = mnk.Variant(15, 15, 5)
BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE
ALICE, BOB = Person.OPENER, Person.ANSWERER
RULES = [rule for rule in OpeningRule if rule is not OpeningRule.NONE]


def game(rule: OpeningRule, *steps: str, clock: str | None = None) -> mnk.GameState:
    """A game after these squares, choices and offers, each by whoever decides, a second after the
    other."""
    control = None if clock is None else mnk.time_control_from_text(clock)
    state = mnk.GameState.start(BOARD, control, rule)
    for number, step in enumerate(steps):
        state = stepped(state, step, at=1000 * number)
    return state


def stepped(state: mnk.GameState, step: str, at: int = 0) -> mnk.GameState:
    if step in list(Choice):
        return state.choose(Choice(step), by=state.side_to_move, at=at)
    if "," in step:
        return state.choose(squares(step), by=state.side_to_move, at=at)
    return state.play(mnk.square(step, state.variant), by=state.side_to_move, at=at)


def squares(names: str) -> tuple[mnk.Square, ...]:
    return tuple(mnk.square(name, BOARD) for name in names.split(","))


def opening_of(state: mnk.GameState) -> mnk.Opening:
    assert state.opening is not None
    return state.opening


def who_decides(state: mnk.GameState) -> Person | None:
    return opening_of(state).decider


# --- Pro and long pro ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "near", "far", "words"),
    [
        (OpeningRule.PRO, "j10", "k8", "outside the 5×5"),
        (OpeningRule.LONG_PRO, "k8", "l8", "outside the 7×7"),
    ],
)
def test_pro_begins_in_the_centre_and_goes_on_away_from_it(
    rule: OpeningRule, near: str, far: str, words: str
) -> None:
    state = game(rule)
    assert opening_of(state).squares == (112,)
    with pytest.raises(mnk.OutsideTheOpening, match="in the centre: h8"):
        stepped(state, "h9")

    state = game(rule, "h8")
    assert who_decides(state) is BOB
    assert opening_of(state).squares is None
    state = stepped(state, "a1")  # anywhere

    assert who_decides(state) is ALICE
    with pytest.raises(mnk.OutsideTheOpening, match=words):
        stepped(state, near)
    with pytest.raises(mnk.SquareTaken):
        stepped(state, "h8")
    state = stepped(state, far)

    assert not state.in_opening
    assert state.side_to_move is WHITE
    assert not opening_of(state).swapped
    assert opening_of(state).text == rule.value


# --- Swap after the first move -------------------------------------------------------------------


def test_after_the_first_stone_bob_takes_it() -> None:
    state = game(OpeningRule.SWAP_FIRST, "h8")
    assert who_decides(state) is BOB
    assert opening_of(state).choices == (Choice.BLACK, Choice.WHITE)

    state = stepped(state, "black")

    assert opening_of(state).swapped
    assert not state.in_opening
    assert state.side_to_move is WHITE  # who is Alice now
    assert opening_of(state).side_of(ALICE) is WHITE
    assert opening_of(state).text == "swap1 black"


def test_after_the_first_stone_bob_leaves_it() -> None:
    state = game(OpeningRule.SWAP_FIRST, "h8", "white")

    assert not opening_of(state).swapped
    assert state.side_to_move is WHITE  # who is Bob still


# --- Swap, swap2 ---------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", [OpeningRule.SWAP, OpeningRule.SWAP2])
def test_alice_places_three_stones_of_both_sides(rule: OpeningRule) -> None:
    state = mnk.GameState.start(BOARD, opening=rule)
    for left, (square, side) in zip(
        (3, 2, 1), (("h8", BLACK), ("h9", WHITE), ("i9", BLACK)), strict=True
    ):
        assert (who_decides(state), state.side_to_move) == (ALICE, BLACK)
        assert opening_of(state).to_place == left
        assert opening_of(state).choices == ()
        with pytest.raises(mnk.NotYourTurn):
            state.play(0, by=WHITE)
        with pytest.raises(mnk.NothingToChoose, match="Place a stone"):
            stepped(state, "black")
        state = stepped(state, square)
        assert state.position.stone(state.moves[-1]) is side

    assert (who_decides(state), state.side_to_move) == (BOB, WHITE)
    assert opening_of(state).to_place == 0


@pytest.mark.parametrize("rule", [OpeningRule.SWAP, OpeningRule.SWAP2])
def test_bob_takes_black_and_alice_plays_the_fourth_stone(rule: OpeningRule) -> None:
    state = game(rule, "h8", "h9", "i9", "black")

    opening = opening_of(state)
    assert opening.is_over
    assert opening.swapped
    assert state.side_to_move is WHITE
    assert (opening.side_of(ALICE), opening.side_of(BOB)) == (WHITE, BLACK)
    assert opening.decisions == (mnk.Chosen(3, BOB, Choice.BLACK),)


@pytest.mark.parametrize("rule", [OpeningRule.SWAP, OpeningRule.SWAP2])
def test_bob_takes_white_and_plays_the_fourth_stone(rule: OpeningRule) -> None:
    state = game(rule, "h8", "h9", "i9", "white")

    assert not opening_of(state).swapped
    assert state.side_to_move is WHITE


def test_in_swap_nobody_places_two_more() -> None:
    with pytest.raises(mnk.NotAChoice, match="choose a side"):
        game(OpeningRule.SWAP, "h8", "h9", "i9", "two")


@pytest.mark.parametrize(("choice", "swapped"), [("black", False), ("white", True)])
def test_bob_places_two_more_and_alice_chooses(choice: str, swapped: bool) -> None:
    state = game(OpeningRule.SWAP2, "h8", "h9", "i9", "two")
    assert (who_decides(state), state.side_to_move) == (BOB, WHITE)
    assert opening_of(state).to_place == 2

    state = stepped(state, "a1")
    assert (who_decides(state), state.side_to_move) == (BOB, WHITE)
    assert opening_of(state).to_place == 1
    state = stepped(state, "a2")

    assert [state.position.stone(square) for square in state.moves[-2:]] == [WHITE, BLACK]
    assert (who_decides(state), state.side_to_move) == (ALICE, BLACK)
    assert opening_of(state).choices == (Choice.BLACK, Choice.WHITE)
    with pytest.raises(mnk.NotAChoice):
        stepped(state, "two")
    with pytest.raises(mnk.ChooseFirst):
        stepped(state, "b1")
    state = stepped(state, choice)

    assert not state.in_opening
    assert opening_of(state).swapped is swapped
    assert state.side_to_move is WHITE
    assert opening_of(state).text == f"swap2 two {choice}"


def test_before_bob_has_chosen_nobody_plays_on() -> None:
    state = game(OpeningRule.SWAP2, "h8", "h9", "i9")
    with pytest.raises(mnk.ChooseFirst, match="or place two more"):
        stepped(state, "a1")
    with pytest.raises(mnk.NotYourTurn):
        state.choose(Choice.WHITE, by=BLACK)
    with pytest.raises(mnk.SquareTaken):
        # What the board refuses is said first.
        stepped(state, "h8")


# --- The openings of renju -----------------------------------------------------------------------

RENJU = mnk.PRESETS["15x15-renju"].variant
THREE = ("h8", "h9", "j10")  # no symmetry is left


def is_asked(
    state: mnk.GameState, who: Person, *choices: str, place: int = 0, offer: int = 0
) -> None:
    """Whose decision it is, and what may be decided."""
    opening = opening_of(state)
    assert opening.decider is who
    assert state.side_to_move is opening.side is opening.side_of(who)
    assert (opening.choices, opening.to_place, opening.to_offer) == (choices, place, offer)


def is_settled(state: mnk.GameState, text: str, *, swapped: bool) -> None:
    """The opening is over, and White is to play the sixth stone."""
    opening = opening_of(state)
    assert opening.is_over
    assert opening.text == text
    assert opening.swapped is swapped
    assert (state.ply, state.side_to_move) == (5, WHITE)
    assert state.position.count(BLACK) == 3


def edge_of(area: tuple[mnk.Square, ...] | None) -> int:
    """The edge of the square of squares in which the next stone may lie."""
    assert area is not None
    edge = int(len(area) ** 0.5)
    assert {divmod(at, 15) for at in area} == {
        (row, column)
        for row in range(7 - edge // 2, 8 + edge // 2)
        for column in range(7 - edge // 2, 8 + edge // 2)
    }
    return edge


@pytest.mark.parametrize("rule", [OpeningRule.RIF, OpeningRule.YAMAGUCHI, OpeningRule.SOOSORV_8])
def test_the_first_three_stones_are_one_of_the_26_openings(rule: OpeningRule) -> None:
    state = game(rule)
    is_asked(state, ALICE, place=3)
    assert opening_of(state).squares == (112,)
    with pytest.raises(mnk.OutsideTheOpening, match="in the centre: h8"):
        stepped(state, "h9")
    state = stepped(state, "h8")
    is_asked(state, ALICE, place=2)
    assert edge_of(opening_of(state).squares) == 3
    with pytest.raises(mnk.OutsideTheOpening, match="inside the 3×3 around the centre"):
        stepped(state, "h10")
    state = stepped(state, "i9")
    is_asked(state, ALICE, place=1)
    assert edge_of(opening_of(state).squares) == 5
    with pytest.raises(mnk.OutsideTheOpening, match="inside the 5×5 around the centre"):
        stepped(state, "k8")
    with pytest.raises(mnk.SquareTaken):
        stepped(state, "i9")
    state = stepped(state, "f6")
    assert opening_of(state).choices


def test_there_are_26_openings_of_three_stones() -> None:
    start = mnk.Opening.of(OpeningRule.RIF, RENJU).placed(112)
    found = {
        mnk.canonical(three.position).key
        for two in (start.placed(at) for at in start.squares or () if at != 112)
        for three in (two.placed(at) for at in two.squares or () if two.position.stone(at) is None)
    }
    assert len(found) == 26


@pytest.mark.parametrize(("choice", "swapped"), [("black", True), ("white", False)])
@pytest.mark.parametrize("kept", ["g7", "c3"])
def test_rif(choice: str, swapped: bool, kept: str) -> None:
    state = game(OpeningRule.RIF, *THREE)
    is_asked(state, BOB, "black", "white")
    state = stepped(state, choice)
    white, black = (ALICE, BOB) if swapped else (BOB, ALICE)
    is_asked(state, white, place=1)
    assert opening_of(state).squares is None
    state = stepped(state, "a1")
    is_asked(state, black, offer=2)
    state = stepped(state, "g7,c3")
    is_asked(state, white, place=1)
    assert opening_of(state).squares == opening_of(state).offered == squares("g7,c3")
    with pytest.raises(mnk.OutsideTheOpening, match="one of the squares offered: g7, c3"):
        stepped(state, "g8")
    state = stepped(state, kept)
    assert state.position.stone(mnk.square(kept, BOARD)) is BLACK
    assert opening_of(state).offered == ()
    assert [opening_of(state).offered_after(ply) for ply in range(6)] == [
        *[()] * 4,
        squares("g7,c3"),
        (),
    ]
    is_settled(state, f"rif {choice} g7,c3", swapped=swapped)


NUMBERS = tuple(map(str, range(1, 11)))
TEN = "a1,b1,c1,d1,e1,f1,g1,h1,i1,j1"


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(("choice", "swapped"), [("black", True), ("white", False)])
def test_yamaguchi(number: str, choice: str, swapped: bool) -> None:
    state = game(OpeningRule.YAMAGUCHI, *THREE)
    is_asked(state, ALICE, *NUMBERS)
    state = stepped(state, number)
    is_asked(state, BOB, "black", "white")
    state = stepped(state, choice)
    white, black = (ALICE, BOB) if swapped else (BOB, ALICE)
    is_asked(state, white, place=1)
    state = stepped(state, "a15")
    is_asked(state, black, offer=int(number))
    offer = squares(TEN)[: int(number)]
    state = state.choose(offer, by=state.side_to_move)
    is_asked(state, white, place=1)
    state = state.play(offer[-1], by=state.side_to_move)
    names = ",".join(mnk.name(square, BOARD) for square in offer)
    is_settled(state, f"yamaguchi {number} {choice} {names}", swapped=swapped)


@pytest.mark.parametrize("number", NUMBERS[:8])
@pytest.mark.parametrize("first", ["black", "white"])
@pytest.mark.parametrize("second", ["black", "white"])
def test_soosorv_8(number: str, first: str, second: str) -> None:
    state = game(OpeningRule.SOOSORV_8, *THREE)
    is_asked(state, BOB, "black", "white")
    state = stepped(state, first)
    white, black = (ALICE, BOB) if first == "black" else (BOB, ALICE)
    is_asked(state, white, place=1)
    state = stepped(state, "a15")
    is_asked(state, white, *NUMBERS[:8])
    with pytest.raises(mnk.NotAChoice, match="one to eight"):
        stepped(state, "9")
    with pytest.raises(mnk.ChooseFirst, match="First say how many squares are offered"):
        stepped(state, "a1")
    state = stepped(state, number)
    is_asked(state, black, "black", "white")
    state = stepped(state, second)
    if second == "white":
        white, black = black, white
    is_asked(state, black, offer=int(number))
    offer = squares(TEN)[: int(number)]
    state = state.choose(offer, by=state.side_to_move)
    is_asked(state, white, place=1)
    state = state.play(offer[0], by=state.side_to_move)
    names = ",".join(mnk.name(square, BOARD) for square in offer)
    swapped = (first == "black") != (second == "white")
    is_settled(state, f"soosorv8 {first} {number} {second} {names}", swapped=swapped)


SWAPS = [
    (a, b, c) for a in ("black", "white") for b in ("black", "white") for c in ("black", "white")
]


def four_placed(
    rule: OpeningRule, choices: tuple[str, ...]
) -> tuple[mnk.GameState, Person, Person]:
    """After four stones in larger squares, and a choice after each of the first three; and who has
    Black and White by then."""
    state = game(rule)
    black, white = ALICE, BOB
    stones = (("h8", "h9", 1), ("h9", "h10", 3), ("j10", "k8", 5), ("k11", "l8", 7))
    for ply, (square, outside, edge) in enumerate(stones):
        is_asked(state, (black, white)[ply % 2], place=1)
        assert edge_of(opening_of(state).squares) == edge
        with pytest.raises(mnk.OutsideTheOpening):
            stepped(state, outside)
        state = stepped(state, square)
        if ply < 3:
            is_asked(state, (white, black)[ply % 2], "black", "white")
            state = stepped(state, choices[ply])
            if choices[ply] == ("black", "white")[ply % 2]:
                black, white = white, black
    return state, black, white


@pytest.mark.parametrize("choices", SWAPS)
@pytest.mark.parametrize("fourth", ["black", "white"])
@pytest.mark.parametrize("fifth", ["black", "white"])
@pytest.mark.parametrize("rule", [OpeningRule.TARANNIKOV, OpeningRule.TARAGUCHI_10])
def test_five_stones_in_larger_squares_and_a_choice_after_each(
    rule: OpeningRule, choices: tuple[str, ...], fourth: str, fifth: str
) -> None:
    state, black, white = four_placed(rule, choices)
    ten = ("10",) if rule is OpeningRule.TARAGUCHI_10 else ()
    is_asked(state, black, "black", "white", *ten)
    with pytest.raises(mnk.ChooseFirst, match="or offer ten" if ten else "choose a side"):
        stepped(state, "l12")
    state = stepped(state, fourth)
    if fourth == "white":
        black, white = white, black
    is_asked(state, black, place=1)
    assert edge_of(opening_of(state).squares) == 9
    with pytest.raises(mnk.OutsideTheOpening, match="inside the 9×9"):
        stepped(state, "m12")
    state = stepped(state, "l12")
    is_asked(state, white, "black", "white")
    state = stepped(state, fifth)
    if fifth == "black":
        black, white = white, black
    words = " ".join((*choices, fourth, fifth))
    is_settled(state, f"{rule.value} {words}", swapped=white is ALICE)


@pytest.mark.parametrize("choices", SWAPS)
def test_in_taraguchi_10_black_may_offer_ten_squares_instead(choices: tuple[str, ...]) -> None:
    state, black, white = four_placed(OpeningRule.TARAGUCHI_10, choices)
    state = stepped(state, "10")
    is_asked(state, black, offer=10)
    state = stepped(state, TEN)
    is_asked(state, white, place=1)
    state = stepped(state, "e1")
    words = " ".join((*choices, "10", TEN))
    is_settled(state, f"taraguchi10 {words}", swapped=white is ALICE)


OFFERING = (*THREE, "white", "a15", "3", "black")


@pytest.mark.parametrize(
    ("offer", "refusal", "words"),
    [
        ("a1,a2", mnk.NotAChoice, "Offer 3 squares, not 2"),
        ("a1,a2,a3,a4", mnk.NotAChoice, "Offer 3 squares, not 4"),
        (",".join(["a1"] * 5000), mnk.NotAChoice, "Offer 3 squares, not 5000"),
        ("a1,a2,h8", mnk.SquareTaken, "h8 is taken"),
        ("a1,a2,a1", mnk.NotAChoice, "a1 is offered twice"),
        ("black", mnk.NotAChoice, "First offer 3 squares"),
        ("3", mnk.NotAChoice, "First offer 3 squares"),
        ("a1", mnk.ChooseFirst, "First offer 3 squares"),
        ("h8", mnk.SquareTaken, "h8 is taken"),
    ],
)
def test_what_may_not_be_offered_is_refused_with_the_reason(
    offer: str, refusal: type[mnk.RuleError], words: str
) -> None:
    state = game(OpeningRule.SOOSORV_8, *OFFERING)
    is_asked(state, ALICE, offer=3)
    with pytest.raises(refusal, match=words):
        stepped(state, offer)


@pytest.mark.parametrize("square", [-1, 225, 10**9])
def test_squares_off_the_board_are_not_offered(square: int) -> None:
    state = game(OpeningRule.SOOSORV_8, *OFFERING)
    with pytest.raises(mnk.NoSuchSquare):
        state.choose((0, 1, square), by=BLACK)


def test_only_black_offers_and_only_when_squares_are_asked_for() -> None:
    state = game(OpeningRule.SOOSORV_8, *OFFERING)
    with pytest.raises(mnk.NotYourTurn):
        state.choose(squares("a1,a2,a3"), by=WHITE)
    for steps, words in (
        (THREE[:1], "Place a stone"),
        (THREE, "choose a side"),
        (OFFERING[:5], "one to eight"),
    ):
        early = game(OpeningRule.SOOSORV_8, *steps)
        with pytest.raises(mnk.RuleError, match=words):
            stepped(early, "a1,a2,a3")
    kept = stepped(state, "a1,a2,a3")
    with pytest.raises(mnk.NothingToChoose, match="Place a stone"):
        stepped(kept, "b1,b2,b3")
    with pytest.raises(mnk.NothingToChoose, match="is over"):
        stepped(stepped(kept, "a2"), "b1,b2,b3")


@pytest.mark.parametrize(
    ("stones", "offer", "first", "other"),
    [
        (("h8", "h9", "h10", "white", "h11"), "a1,b1,o1", "a1", "o1"),  # left and right
        (("h8", "i9", "j10", "white", "k11"), "c1,b1,a3", "c1", "a3"),  # over the diagonal
        (("h8", "h9", "i8", "white", "i10"), None, "", ""),  # no symmetry
        (("h8", "h9", "h7", "white", "i10"), None, "", ""),
        # Turned by half: the two white stones beside the middle go to each other, the black do not.
        (("h8", "h9", "j8", "white", "h7"), "a1,a2,a15", "a1", "a15"),
    ],
)
def test_of_squares_that_a_symmetry_makes_the_same_only_one_is_offered(
    stones: tuple[str, ...], offer: str | None, first: str, other: str
) -> None:
    state = game(OpeningRule.SOOSORV_8, *stones)
    assert opening_of(state).alike == ()
    state = stepped(stepped(state, "3"), "black")
    opening = opening_of(state)
    if offer is None:
        assert opening.alike == ()
        assert stepped(state, "a1,o1,a15").ply == 4
        return
    assert tuple(sorted(squares(f"{first},{other}"))) in opening.alike
    assert all(state.position.stone(at) is None for group in opening.alike for at in group)
    with pytest.raises(mnk.NotAChoice, match=f"{first} and {other} are the same by symmetry"):
        stepped(state, offer)


def test_how_many_squares_will_be_offered_is_known_once_it_is_said() -> None:
    assert opening_of(game(OpeningRule.RIF)).will_offer == 2
    assert opening_of(game(OpeningRule.TARANNIKOV)).will_offer == 0
    steps = (*THREE, "white", "a15", "3", "black", "a1,a2,a3", "a2")
    found = [
        (opening_of(state).will_offer, opening_of(state).to_offer, opening_of(state).may_swap)
        for state in (game(OpeningRule.SOOSORV_8, *steps[:at]) for at in range(3, 10))
    ]
    assert found == [
        *((0, 0, True), (0, 0, True), (0, 0, True), (3, 0, True)),
        *((3, 3, False), (0, 0, False), (0, 0, False)),
    ]


def test_what_is_admitted_is_what_is_not_refused() -> None:
    opening = opening_of(game(OpeningRule.SOOSORV_8, *OFFERING))
    assert opening.admits(squares("a1,a2,a3"))
    for choice in (squares("a1,a2"), squares("a1,a2,h8"), Choice.BLACK, Choice.THREE):
        assert not opening.admits(choice)
    assert opening_of(game(OpeningRule.RIF, *THREE)).admits(Choice.WHITE)


def test_the_openings_of_renju_are_for_renju_and_other_boards_with_a_centre() -> None:
    for rule in RULES[RULES.index(OpeningRule.RIF) :]:
        assert rule.is_possible(RENJU)
        assert rule.is_possible(mnk.Variant(19, 15, 5))
        assert not rule.is_possible(mnk.Variant(16, 15, 5))
        assert not rule.is_possible(mnk.Variant(5, 5, 5))
    assert OpeningRule.RIF.is_possible(mnk.Variant(7, 7, 5))
    assert not OpeningRule.TARANNIKOV.is_possible(mnk.Variant(7, 7, 5))


# --- Without one ---------------------------------------------------------------------------------


def test_without_an_opening_rule_there_is_nothing_to_choose() -> None:
    state = game(OpeningRule.NONE)
    assert state.opening is None
    with pytest.raises(mnk.NothingToChoose, match="no opening rule"):
        state.choose(Choice.BLACK, by=BLACK)
    assert mnk.Opening.of(OpeningRule.NONE, BOARD).is_over


def test_after_the_opening_there_is_nothing_to_choose() -> None:
    state = game(OpeningRule.SWAP, "h8", "h9", "i9", "white")
    with pytest.raises(mnk.NothingToChoose, match="is over"):
        stepped(state, "black")
    with pytest.raises(mnk.NothingToChoose):
        opening_of(state).placed(0)
    assert stepped(state, "a1").side_to_move is BLACK


def test_a_game_that_is_over_is_not_chosen_in() -> None:
    state = game(OpeningRule.SWAP, "h8", "h9", "i9").resign(by=BLACK)
    with pytest.raises(mnk.GameIsOver):
        stepped(state, "black")
    with pytest.raises(mnk.GameIsOver):
        stepped(game(OpeningRule.NONE).resign(by=BLACK), "black")


# --- Beside it -----------------------------------------------------------------------------------


def test_until_both_have_decided_it_may_be_called_off() -> None:
    state = game(OpeningRule.SWAP2, "h8", "h9", "i9")
    assert state.abort().outcome == mnk.Outcome(None, mnk.Termination.ABORT)
    with pytest.raises(mnk.CannotAbortNow):
        stepped(state, "two").abort()


def test_nothing_is_taken_back_in_an_opening_nor_what_was_placed_in_it() -> None:
    state = game(OpeningRule.SWAP2, "h8", "h9", "i9", "two")
    with pytest.raises(mnk.OpeningGoesOn, match="taken back"):
        state.offer(mnk.Offer.TAKEBACK, by=BLACK)
    with pytest.raises(mnk.OpeningGoesOn, match="no hints"):
        state.offer(mnk.Offer.HINTS, by=BLACK)

    state = game(OpeningRule.SWAP, "h8", "h9", "i9", "white")
    for side in mnk.Side:
        with pytest.raises(mnk.CannotOfferNow):
            state.offer(mnk.Offer.TAKEBACK, by=side)

    state = stepped(state, "a1")
    with pytest.raises(mnk.CannotOfferNow):
        state.offer(mnk.Offer.TAKEBACK, by=BLACK)
    back = stepped(state, "a2").take_back(by=WHITE)
    assert [mnk.name(square, BOARD) for square in back.moves] == ["h8", "h9", "i9"]
    assert back.side_to_move is WHITE
    assert not back.in_opening


def test_an_offer_lapses_with_a_choice() -> None:
    state = game(OpeningRule.SWAP, "h8", "h9", "i9").offer(mnk.Offer.DRAW, by=BLACK)
    assert stepped(state, "black").offers == ()


def test_the_clock_runs_for_whoever_decides_once_both_have() -> None:
    state = game(OpeningRule.SWAP2, "h8", "h9", "i9", clock="5+3")
    assert state.clock is not None
    assert state.clock.running is None
    assert not state.is_paused

    state = stepped(state, "two", at=10_000)
    assert state.clock is not None
    assert (state.clock.running, state.clock.due_ms) == (WHITE, 310_000)

    state = stepped(state, "a1", at=20_000)  # Bob goes on: no increment yet
    assert state.clock is not None
    assert (state.clock.running, state.clock.due_ms) == (WHITE, 310_000)

    state = stepped(state, "a2", at=30_000)
    assert state.clock is not None
    assert state.clock.running is BLACK
    assert state.clock.left.white.main_ms == 283_000

    # Alice chooses White: her time goes with her, and Bob's with him; and it is her turn still.
    state = stepped(state, "white", at=50_000)
    assert state.clock is not None
    assert state.clock.running is WHITE
    assert state.clock.left_at(WHITE, 50_000).main_ms == 280_000
    assert state.clock.left_at(BLACK, 50_000).main_ms == 283_000


def test_whoever_does_not_choose_in_time_loses() -> None:
    state = game(OpeningRule.SWAP2, "h8", "h9", "i9", "two", "a1", "a2", clock="5+3")
    assert state.is_time_up(1_000_000)
    assert state.flag(at=1_000_000).outcome == mnk.Outcome(WHITE, mnk.Termination.TIME)


def test_when_bob_takes_black_the_clock_runs_for_alice() -> None:
    state = game(OpeningRule.SWAP2, "h8", "h9", "i9", "black", clock="5+3")
    assert state.clock is not None
    assert (state.clock.running, state.side_to_move) == (WHITE, WHITE)
    state = stepped(state, "a1", at=60_000)
    assert state.clock.running is BLACK if state.clock else False


def test_a_pause_in_the_opening_stops_what_is_decided() -> None:
    state = game(OpeningRule.SWAP2, "h8", "h9", "i9", "two", clock="5+3")
    state = state.offer(mnk.Offer.PAUSE, by=BLACK).accept(mnk.Offer.PAUSE, by=WHITE)
    with pytest.raises(mnk.GameIsPaused):
        stepped(state, "a1")
    resumed = state.resume(at=0)
    assert resumed.clock is not None
    assert resumed.clock.running is WHITE
    assert stepped(resumed, "a1").ply == 4


# --- What is possible ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "variant", "words"),
    [
        (OpeningRule.SWAP2, mnk.Variant(3, 3, 3), "rows of four or more"),
        (OpeningRule.SWAP2, mnk.Variant.full_lines(5, 5), "Full lines"),
        (OpeningRule.SWAP, mnk.Variant(9, 3, 4), "at least 4×4"),
        (OpeningRule.PRO, mnk.Variant(20, 20, 5), "middle square"),
        (OpeningRule.PRO, mnk.Variant(5, 5, 5), "at least 7×7"),
        (OpeningRule.LONG_PRO, mnk.Variant(7, 7, 5), "at least 9×9"),
        (OpeningRule.BALANCED, mnk.Variant(6, 5, 4), "no balanced openings for 6×5, four in a row"),
        (OpeningRule.BALANCED, mnk.Variant(3, 3, 3), "rows of four or more"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(
    rule: OpeningRule, variant: mnk.Variant, words: str
) -> None:
    with pytest.raises(mnk.OpeningImpossible, match=words) as refused:
        mnk.GameState.start(variant, opening=rule)
    assert (refused.value.field, refused.value.code) == ("opening", "badOpening")
    assert not rule.is_possible(variant)
    assert OpeningRule.NONE.is_possible(variant)


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_is_said_in_words(rule: OpeningRule) -> None:
    assert rule.says.name
    assert rule.says.about.count(".") == 2
    assert rule.says.has_choice == any(
        "BLACK" in repr(getattr(step, "choices", "")) for step in rule.says.steps
    )
    assert mnk.title_of(BOARD, rule) == f"15×15, five in a row, {rule.says.title}"
    assert mnk.title_of(BOARD, OpeningRule.NONE) == BOARD.title


# --- As text -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *("", "swap3", "swap two", "swap2 two two", "swap black white", "pro black", "swap2 grey"),
        *("rif 2", "rif white a1", "yamaguchi 11", "yamaguchi 2 2", "yamaguchi 1,2"),
    ],
)
def test_what_is_no_opening_is_refused(text: str) -> None:
    moves = tuple(mnk.moves_from_text("h8h9i9a1a2", BOARD))
    with pytest.raises(mnk.OpeningImpossible):
        mnk.opening_from_text(text, BOARD, moves)


def test_moves_that_do_not_fit_the_opening_are_refused() -> None:
    with pytest.raises(mnk.OpeningImpossible, match="centre"):
        mnk.opening_from_text("pro", BOARD, tuple(mnk.moves_from_text("a1", BOARD)))
    with pytest.raises(mnk.OpeningImpossible):
        mnk.opening_from_text("swap black", BOARD, ())
    for moves in ("h8h9h8", "h8h9k8"):
        with pytest.raises(mnk.OpeningImpossible):
            mnk.opening_from_text("rif", BOARD, tuple(mnk.moves_from_text(moves, BOARD)))


@pytest.mark.parametrize(
    "offer",
    [
        "g7",
        "g7,c3,c4",
        "g7,g7",
        "g7,h8",
        "g7,z99",
        "g7,",
        "black",
        "7",
        "g7,c3,",
        ",".join(["a1"] * 9999),
    ],
)
def test_a_text_with_an_offer_that_cannot_be_is_refused(offer: str) -> None:
    moves = tuple(mnk.moves_from_text("h8h9j10a1g7", BOARD))
    assert mnk.opening_from_text("rif white g7,c3", BOARD, moves).is_over
    with pytest.raises(mnk.OpeningImpossible, match="isn’t an opening of this game"):
        mnk.opening_from_text(f"rif white {offer}", BOARD, moves)


@law
@given(
    rule=st.sampled_from([rule for rule in RULES if not rule.says.given]),
    board=st.sampled_from([BOARD, RENJU, mnk.Variant(9, 9, 4), mnk.Variant(11, 9, 5)]),
    seed=st.integers(0, 2**32),
)
def test_a_random_walk_ends_after_few_steps_and_is_replayed_from_its_text(
    rule: OpeningRule, board: mnk.Variant, seed: int
) -> None:
    rng = random.Random(seed)
    control = mnk.time_control_from_text("5+3")
    state = mnk.GameState.start(board, control, rule)
    steps = 0
    while state.in_opening:
        opening = opening_of(state)
        # Exactly one of the two is asked for, and whoever decides has the turn.
        asked = (opening.choices, opening.to_place, opening.to_offer)
        assert sum(map(bool, asked)) == 1
        if not opening.to_offer:
            assert opening.alike == ()
        if not opening.to_place:
            assert opening.squares is None
        assert state.side_to_move is opening.side is opening.side_of(opening.decider or ALICE)
        with pytest.raises(mnk.NotYourTurn):
            state.play(0, by=state.side_to_move.other)
        before = state
        if opening.choices:
            state = stepped(state, rng.choice(opening.choices).value, at=1000 * steps)
        elif opening.to_offer:
            apart = list(state.position.empty_squares())
            rng.shuffle(apart)
            for group in opening.alike:
                kept = rng.choice(group)
                apart = [at for at in apart if at == kept or at not in group]
            offer = tuple(apart[: opening.to_offer])
            state = state.choose(offer, by=state.side_to_move, at=1000 * steps)
        else:
            allowed = opening.squares or tuple(range(board.squares))
            square = rng.choice([at for at in allowed if state.position.stone(at) is None])
            state = state.play(square, by=state.side_to_move, at=1000 * steps)
        assert opening_of(before) == opening  # a value
        assert mnk.opening_from_text(opening_of(state).text, board, state.moves) == state.opening
        steps += 1
        assert steps <= 10

    opening = opening_of(state)
    assert opening.stones == state.ply == len(state.moves)
    assert state.is_under_way
    assert state.clock is not None
    assert (
        state.clock.running is state.side_to_move is state.variant.line_rule.side_of_ply(state.ply)
    )
    assert {opening.side_of(ALICE), opening.side_of(BOB)} == set(mnk.Side)
    # Further moves change nothing about it.
    free = state.position.empty_squares()[0]
    assert state.play(free, by=state.side_to_move).opening == opening
    assert replace(opening, decisions=()).is_over
