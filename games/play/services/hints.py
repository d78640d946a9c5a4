"""Hints: asked for against a bot, or where two people agreed to have them. Pure steps of a game."""

from games import mnk
from games.play import errors, facts, live, protocol
from games.play.steps import Change, Step
from games.say import say


def ask_hint(side: mnk.Side, command: protocol.AskHint) -> Step:
    """Note that a player asks for a hint. Refused where there are none, and for another ply."""

    def step(game: live.LiveGame) -> Change:
        refuse_hint(game, side, command)
        return Change(facts.HintAsked(command.kind, command.ply))

    return step


def refuse_hint(game: live.LiveGame, side: mnk.Side, command: protocol.AskHint) -> None:
    """Raises `NoHintsHere`, `OpeningGoesOn` or `HintTooLate` if this hint may not be given."""
    is_allowed = game.seats[side.other].bot is not None or game.hints_since is not None
    if game.state.is_over or not is_allowed:
        raise errors.NoHintsHere
    if game.state.in_opening:
        raise mnk.OpeningGoesOn(say("There are no hints during the opening."))
    if command.ply != game.state.ply:
        raise errors.HintTooLate


def is_noted(game: live.LiveGame, side: mnk.Side, command: protocol.AskHint) -> bool:
    """Whether the record has this hint already: then it can be told again."""
    return live.NotedHint(side, command.kind, command.ply) in game.hints
