"""Opening rules: Alice opens, on black; Bob answers. Each branch of each rule, and random walks."""

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
    """A game after these squares and choices, each by whoever decides, a second after the other."""
    control = None if clock is None else mnk.time_control_from_text(clock)
    state = mnk.GameState.start(BOARD, control, rule)
    for number, step in enumerate(steps):
        state = stepped(state, step, at=1000 * number)
    return state


def stepped(state: mnk.GameState, step: str, at: int = 0) -> mnk.GameState:
    if step in list(Choice):
        return state.choose(Choice(step), by=state.side_to_move, at=at)
    return state.play(mnk.square(step, state.variant), by=state.side_to_move, at=at)


def opening_of(state: mnk.GameState) -> mnk.Opening:
    assert state.opening is not None
    return state.opening


def who_decides(state: mnk.GameState) -> Person | None:
    return opening_of(state).decider


# --- Pro and long pro ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "near", "far", "words"),
    [
        (OpeningRule.PRO, "j10", "k8", "at least three squares"),
        (OpeningRule.LONG_PRO, "k8", "l8", "at least four squares"),
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
    assert rule.says.has_choice == any("Choose" in repr(step) for step in rule.says.steps)
    assert mnk.title_of(BOARD, rule) == f"15×15, five in a row, {rule.says.title}"
    assert mnk.title_of(BOARD, OpeningRule.NONE) == BOARD.title


# --- As text -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["", "swap3", "swap two", "swap2 two two", "swap black white", "pro black", "swap2 grey"],
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


@law
@given(rule=st.sampled_from(RULES), seed=st.integers(0, 2**32))
def test_a_random_walk_ends_after_few_steps_and_is_replayed_from_its_text(
    rule: OpeningRule, seed: int
) -> None:
    rng = random.Random(seed)
    control = mnk.time_control_from_text("5+3")
    state = mnk.GameState.start(BOARD, control, rule)
    steps = 0
    while state.in_opening:
        opening = opening_of(state)
        # Exactly one of the two is asked for, and whoever decides has the turn.
        assert bool(opening.choices) != bool(opening.to_place)
        assert state.side_to_move is opening.side is opening.side_of(opening.decider or ALICE)
        with pytest.raises(mnk.NotYourTurn):
            state.play(0, by=state.side_to_move.other)
        before = state
        if opening.choices:
            state = stepped(state, rng.choice(opening.choices).value, at=1000 * steps)
        else:
            squares = opening.squares or tuple(range(BOARD.squares))
            square = rng.choice([at for at in squares if state.position.stone(at) is None])
            state = state.play(square, by=state.side_to_move, at=1000 * steps)
        assert opening_of(before) == opening  # a value
        assert mnk.opening_from_text(opening_of(state).text, BOARD, state.moves) == state.opening
        steps += 1
        assert steps < 10

    opening = opening_of(state)
    assert opening.stones == state.ply == len(state.moves)
    assert state.is_under_way
    assert state.clock is not None
    assert state.clock.running is state.side_to_move is mnk.Side.of_ply(state.ply)
    assert {opening.side_of(ALICE), opening.side_of(BOB)} == set(mnk.Side)
    # Further moves change nothing about it.
    free = state.position.empty_squares()[0]
    assert state.play(free, by=state.side_to_move).opening == opening
    assert replace(opening, decisions=()).is_over
