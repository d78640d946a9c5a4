"""Sides, pairs of values by side, outcomes, and the codes of refusals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk

from . import strategies

BLACK, WHITE = mnk.Side.BLACK, mnk.Side.WHITE


def test_black_moves_first_and_then_they_take_turns() -> None:
    side_of_ply = mnk.LineRule.FREESTYLE.side_of_ply

    assert [side_of_ply(ply) for ply in range(4)] == [BLACK, WHITE, BLACK, WHITE]
    assert (BLACK.word, WHITE.word) == ("black", "white")


@strategies.law
@given(strategies.sides, st.integers(0, 1024))
def test_the_other_side_is_the_one_to_move_next(side: mnk.Side, ply: int) -> None:
    assert {side, side.other} == set(mnk.Side)
    assert side.other.other is side
    side_of_ply = mnk.LineRule.FREESTYLE.side_of_ply
    assert side_of_ply(ply + 1) is side_of_ply(ply).other


def test_alice_and_bob_are_found_by_their_sides() -> None:
    players = mnk.BySide("Alice", "Bob")

    assert (players[BLACK], players[WHITE]) == ("Alice", "Bob")
    assert list(players) == ["Alice", "Bob"]
    assert players.having(WHITE, "Robo") == mnk.BySide("Alice", "Robo")
    assert players.having(BLACK, "Robo") == mnk.BySide("Robo", "Bob")
    assert players.map(len) == mnk.BySide(5, 3)


@strategies.law
@given(st.integers(), st.integers(), strategies.sides, st.integers())
def test_a_pair_with_another_value_for_one_side_keeps_the_others(
    black: int, white: int, side: mnk.Side, value: int
) -> None:
    pair = mnk.BySide(black, white)
    changed = pair.having(side, value)

    assert changed[side] == value
    assert changed[side.other] == pair[side.other]
    assert pair == mnk.BySide(black, white)
    assert changed.map(str)[side] == str(value)


@pytest.mark.parametrize("termination", mnk.Termination)
@pytest.mark.parametrize("winner", [BLACK, WHITE, None])
def test_a_line_a_resignation_and_time_have_a_winner_and_a_game_that_was_left_may_have_one(
    winner: mnk.Side | None, termination: mnk.Termination
) -> None:
    decisive = termination.value in ("line", "resignation", "time")
    if termination.value == "abandonment" or (winner is not None) == decisive:
        assert mnk.Outcome(winner, termination).winner is winner
    else:
        with pytest.raises(ValueError, match=rf"^{termination} with winner"):
            mnk.Outcome(winner, termination)


def test_the_codes_on_the_wire_stay_as_they_are() -> None:
    refusals = [
        refusal
        for refusal in mnk.RuleError.__subclasses__()
        if refusal.__module__.startswith("games.mnk")
    ]
    assert {refusal.__name__: refusal.code for refusal in refusals} == {
        "VariantError": "badVariant",
        "UnreadablePosition": "unreadablePosition",
        "NoSuchSquare": "noSuchSquare",
        "SquareBlocked": "squareBlocked",
        "SquareTaken": "squareTaken",
        "ForbiddenSquare": "forbiddenSquare",
        "StoneWouldFall": "stoneWouldFall",
        "StoneInTheAir": "stoneInTheAir",
        "NotYourTurn": "notYourTurn",
        "GameIsOver": "gameIsOver",
        "CannotAbortNow": "cannotAbortNow",
        "NotOffered": "notOffered",
        "OfferedAlready": "offeredAlready",
        "CannotOfferNow": "cannotOfferNow",
        "GameIsPaused": "gameIsPaused",
        "GameIsNotPaused": "gameIsNotPaused",
        "NoClock": "noClock",
        "TimeControlError": "badClock",
        "ChooseFirst": "chooseFirst",
        "NotAChoice": "notAChoice",
        "NothingToChoose": "nothingToChoose",
        "OutsideTheOpening": "outsideTheOpening",
        "OpeningGoesOn": "openingGoesOn",
        "LineStillPossible": "lineStillPossible",
        "UnreadableFile": "unreadableFile",
        "IllegalTree": "illegalTree",
        "CannotHold": "formatCannotHold",
    }
    assert [termination.value for termination in mnk.Termination] == [
        "line",
        "fullBoard",
        "deadBoard",
        "agreement",
        "resignation",
        "time",
        "abandonment",
        "abort",
    ]
    assert mnk.OpeningImpossible.code == "badOpening"
    assert [rule.value for rule in mnk.OpeningRule] == [
        "none",
        "pro",
        "longpro",
        "balanced",
        "swap1",
        "swap",
        "swap2",
        "rif",
        "yamaguchi",
        "soosorv8",
        "taraguchi10",
        "tarannikov",
    ]
    numbers = [str(number) for number in range(1, 11)]
    assert [choice.value for choice in mnk.Choice] == ["black", "white", "two", *numbers]
    offers = ["draw", "takeback", "pause", "hints", "rematch"]
    assert [offer.value for offer in mnk.Offer] == offers
