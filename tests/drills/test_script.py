"""A game settled beforehand goes as settled, by the rules, whoever asks and however often."""

import random

import pytest

from drills import script
from drills.client import Message
from games import mnk
from tests.reducer import NO_OFFERS

BOARDS = ((3, 3, 3), (5, 5, 4), (7, 7, 5), (15, 15, 5))


def _seen(state: mnk.GameState) -> Message:
    """What a client knows about it."""
    return {
        "game": "alice-bob",
        "variant": {"width": state.variant.width, "height": state.variant.height},
        "moves": [{"square": square} for square in state.moves],
        "offers": NO_OFFERS | {what.value: side.word for what, side in state.offers},
    }


def _carried_out(state: mnk.GameState, command: Message, by: mnk.Side) -> mnk.GameState:
    match command["type"]:
        case "playMove":
            assert command["ply"] == state.ply
            return state.play(command["square"], by=by)
        case "offer":
            return state.offer(mnk.Offer(command["what"]), by=by)
        case "accept":
            return state.accept(mnk.Offer(command["what"]), by=by)
        case "decline":
            return state.decline(mnk.Offer(command["what"]), by=by)
        case "resign":
            return state.resign(by=by)
    raise AssertionError(command)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", range(25))
def test_a_script_is_played_to_the_end_it_names(board: tuple[int, int, int], seed: int) -> None:
    rng = random.Random(seed)
    text = script.write(rng, *board, longest=45)
    state = mnk.GameState.start(mnk.Variant(*board))
    last: dict[mnk.Side, Message] = {}
    while not state.is_over:
        for side in rng.sample(list(mnk.Side), 2):
            command = text.command(_seen(state), side.word, last.get(side))
            if command is not None:
                state, last[side] = _carried_out(state, command, side), command
                break
        else:
            pytest.fail(f"nobody does anything: {text}, {state}")
    assert state.moves == text.squares
    assert state.outcome is not None
    assert state.outcome.termination == text.ending


def test_against_a_bot_a_person_says_the_same_when_asked_again() -> None:
    state = mnk.GameState.start(mnk.Variant(3, 3, 3)).play(4, by=mnk.Side.BLACK)
    assert script.against_bot(_seen(state), "black") is None
    command = script.against_bot(_seen(state), "white")
    assert command == script.against_bot(_seen(state), "white")
    assert command is not None
    state.play(command["square"], by=mnk.Side.WHITE)
