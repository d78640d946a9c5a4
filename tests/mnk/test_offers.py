"""Offers: Alice plays black, Bob white; each kind stands, is answered, and lapses by itself."""

from dataclasses import replace
from typing import cast

import pytest

from games import mnk

ALICE, BOB = mnk.Side.BLACK, mnk.Side.WHITE
TIC_TAC_TOE = mnk.PRESETS["3x3"].variant
DRAW, TAKEBACK, PAUSE, HINTS, REMATCH = mnk.Offer


def after(moves: str) -> mnk.GameState:
    """The game with a clock after these moves."""
    game = mnk.GameState.start(TIC_TAC_TOE, mnk.time_control_from_text("5+3"))
    for square in mnk.moves_from_text(moves, TIC_TAC_TOE):
        game = game.play(square, by=game.side_to_move)
    return game


def ready_for(what: mnk.Offer) -> mnk.GameState:
    """A game in which either side may offer this."""
    game = after("a1 b2 c3")
    return game.resign(by=ALICE) if what is REMATCH else game


def test_alice_offers_a_draw_and_bob_accepts() -> None:
    game = after("a1 b2").offer(DRAW, by=ALICE)
    assert game.offered(DRAW) is ALICE
    assert not game.is_over

    agreed = game.accept(DRAW, by=BOB)

    assert agreed.outcome == mnk.Outcome(None, mnk.Termination.AGREEMENT)
    assert agreed.offered(DRAW) is None


@pytest.mark.parametrize("what", mnk.Offer)
@pytest.mark.parametrize("asker", mnk.Side)
def test_an_offer_is_declined_or_cancelled_and_may_be_made_again(
    what: mnk.Offer, asker: mnk.Side
) -> None:
    game = ready_for(what)
    offered = game.offer(what, by=asker)

    assert offered.offers == ((what, asker),)
    assert offered.decline(what, by=asker.other) == game
    assert offered.cancel(what, by=asker) == game
    assert game.offer(what, by=asker) == offered


@pytest.mark.parametrize("what", mnk.Offer)
@pytest.mark.parametrize("asker", mnk.Side)
def test_an_offer_against_an_offer_is_agreement(what: mnk.Offer, asker: mnk.Side) -> None:
    game = ready_for(what).offer(what, by=asker)

    assert game.offer(what, by=asker.other, at=9) == game.accept(what, by=asker.other, at=9)


def called(what: mnk.Offer) -> str:
    return "take back" if what is mnk.Offer.TAKEBACK else what.value


@pytest.mark.parametrize("what", mnk.Offer)
@pytest.mark.parametrize("asker", mnk.Side)
def test_a_standing_offer_cannot_be_made_twice(what: mnk.Offer, asker: mnk.Side) -> None:
    with pytest.raises(mnk.OfferedAlready, match=rf"^You’ve already .*{called(what)}"):
        ready_for(what).offer(what, by=asker).offer(what, by=asker)


@pytest.mark.parametrize("what", mnk.Offer)
@pytest.mark.parametrize("side", mnk.Side)
def test_nobody_answers_an_offer_that_was_not_made_or_is_their_own(
    what: mnk.Offer, side: mnk.Side
) -> None:
    for game in (ready_for(what), ready_for(what).offer(what, by=side)):
        with pytest.raises(mnk.NotOffered, match=rf"^There’s no .*{called(what)}"):
            game.accept(what, by=side)
        with pytest.raises(mnk.NotOffered):
            game.decline(what, by=side)
        with pytest.raises(mnk.NotOffered, match=rf"^Your .*{called(what)}.* has lapsed"):
            game.cancel(what, by=side.other)


@pytest.mark.parametrize("what", [DRAW, TAKEBACK, PAUSE, HINTS])
@pytest.mark.parametrize("asker", mnk.Side)
def test_an_offer_lapses_with_the_next_move_whoever_made_it(
    what: mnk.Offer, asker: mnk.Side
) -> None:
    game = after("a1 b2 c3").offer(what, by=asker).play(1, by=BOB)

    assert game == after("a1 b2 c3 b1")
    with pytest.raises(mnk.NotOffered, match="lapsed"):
        game.accept(what, by=asker.other)
    with pytest.raises(mnk.NotOffered):
        game.cancel(what, by=asker)


def test_several_offers_stand_side_by_side() -> None:
    game = after("a1 b2").offer(PAUSE, by=BOB).offer(DRAW, by=ALICE).offer(TAKEBACK, by=ALICE)

    assert game.offers == ((PAUSE, BOB), (DRAW, ALICE), (TAKEBACK, ALICE))
    assert game.decline(DRAW, by=BOB).offers == ((PAUSE, BOB), (TAKEBACK, ALICE))
    assert game.without_offer(PAUSE).offers == ((DRAW, ALICE), (TAKEBACK, ALICE))
    assert game.accept(PAUSE, by=ALICE).offers == ()
    assert game.accept(TAKEBACK, by=BOB).offers == ()
    assert game.resign(by=BOB).offers == ()


@pytest.mark.parametrize("asker", mnk.Side)
def test_hints_are_agreed_on_and_the_board_and_other_offers_stay(asker: mnk.Side) -> None:
    game = after("a1 b2 c3").offer(DRAW, by=ALICE)

    assert game.offer(HINTS, by=asker).accept(HINTS, by=asker.other, at=9) == game


def test_a_rematch_is_for_when_the_game_is_over() -> None:
    with pytest.raises(mnk.CannotOfferNow, match="when the game is over"):
        after("a1 b2").offer(REMATCH, by=ALICE)
    with pytest.raises(mnk.NotOffered):
        after("a1 b2").accept(REMATCH, by=ALICE)

    over = after("a1 b2").resign(by=BOB)
    offered = over.offer(REMATCH, by=BOB)

    assert offered.offered(REMATCH) is BOB
    assert offered.accept(REMATCH, by=ALICE) == over  # the next game does not concern this one


@pytest.mark.parametrize("what", [DRAW, TAKEBACK, PAUSE, HINTS])
def test_of_a_game_that_is_over_only_a_rematch_is_offered(what: mnk.Offer) -> None:
    over = after("a1 b2").offer(what, by=BOB).resign(by=BOB)

    assert over.offers == ()
    for command in (over.offer, over.accept, over.decline):
        with pytest.raises(mnk.GameIsOver):
            command(what, by=ALICE)
    with pytest.raises(mnk.NotOffered):
        over.cancel(what, by=BOB)


# --- Takebacks -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "asker", "left"),
    [
        ("a1", ALICE, ""),  # Bob has not replied
        ("a1 b2", ALICE, ""),  # he has
        ("a1 b2", BOB, "a1"),
        ("a1 b2 c3", ALICE, "a1 b2"),
        ("a1 b2 c3", BOB, "a1"),
        ("a1 b2 c3 b1", ALICE, "a1 b2"),
        ("a1 b2 c3 b1", BOB, "a1 b2 c3"),
    ],
)
def test_a_takeback_returns_to_the_askers_own_last_turn(
    moves: str, asker: mnk.Side, left: str
) -> None:
    game = mnk.GameState.replay(TIC_TAC_TOE, mnk.moves_from_text(moves, TIC_TAC_TOE))
    back = game.offer(TAKEBACK, by=asker).accept(TAKEBACK, by=asker.other)

    assert back.side_to_move is asker
    assert back == mnk.GameState.replay(TIC_TAC_TOE, mnk.moves_from_text(left, TIC_TAC_TOE))
    assert game.take_back(by=asker) == back
    assert game.ply == len(moves.split())


@pytest.mark.parametrize(("moves", "asker"), [("", ALICE), ("", BOB), ("a1", BOB)])
def test_who_has_not_moved_takes_nothing_back(moves: str, asker: mnk.Side) -> None:
    with pytest.raises(mnk.CannotOfferNow, match=r"^You haven’t moved yet"):
        after(moves).offer(TAKEBACK, by=asker)
    with pytest.raises(mnk.CannotOfferNow, match=r"^You haven’t moved yet"):
        after(moves).take_back(by=asker)


def test_a_move_that_was_taken_back_may_be_played_again_or_another() -> None:
    game = after("a1 b2 c3").take_back(by=ALICE)

    assert game.play(8, by=ALICE).moves == (0, 4, 8)
    assert game.play(1, by=ALICE).moves == (0, 4, 1)


def test_a_game_that_is_over_is_not_taken_back() -> None:
    won = after("a1 a3 b2 b3 c3")

    with pytest.raises(mnk.GameIsOver):
        won.take_back(by=BOB)


def test_an_offer_of_a_kind_nobody_has_heard_of_is_a_mistake_of_ours() -> None:
    swap = cast(mnk.Offer, "swap")
    game = replace(after("a1 b2"), offers=((swap, BOB),))

    with pytest.raises(AssertionError, match="swap"):
        game.accept(swap, by=ALICE)
