"""Playing: a stone, giving up, calling off, claiming a dead game's draw. Pure steps of a game."""

from dataclasses import replace

from games import mnk
from games.play import errors, live, models, protocol
from games.play.commit import Step, Transition


def play_move(side: mnk.Side, command: protocol.PlayMove, *, at: int) -> Step:
    """Play a stone. Refused before the opponent has come, on another ply, or by the rules."""

    def step(game: live.LiveGame) -> Transition:
        refuse_while_waiting(game)
        if not game.state.is_over and command.ply != game.state.ply:
            raise errors.StalePly
        state = game.state.play(command.square, by=side)
        version = game.version + 1
        return Transition(
            game.moved_on(state, at=at),
            live.move_message(state, version=version, at=at, command=command.id),
            at,
            side,
        )

    return step


def resign(side: mnk.Side, command: protocol.Resign, *, at: int, reason: str = "") -> Step:
    """Give up, for a reason if there is one to show. Refused before the opponent has come."""

    def step(game: live.LiveGame) -> Transition:
        refuse_while_waiting(game)
        return ended(game, game.state.resign(by=side), side, command, at=at, reason=reason)

    return step


def abort(side: mnk.Side, command: protocol.Abort, *, at: int) -> Step:
    """Call the game off, or take back an invitation. Refused once both sides have moved."""
    return lambda game: ended(game, game.state.abort(), side, command, at=at)


def claim_draw(side: mnk.Side, command: protocol.ClaimDraw, *, at: int) -> Step:
    """End a dead game. Refused while a line is possible."""
    return lambda game: ended(game, game.state.claim_draw(), side, command, at=at)


def refuse_while_waiting(game: live.LiveGame) -> None:
    """Raises `WaitingForOpponent` while a seat is open."""
    if game.open_side is not None:
        raise errors.WaitingForOpponent


def ended(
    game: live.LiveGame,
    state: mnk.GameState,
    side: mnk.Side,
    command: protocol.Command,
    *,
    at: int,
    reason: str = "",
) -> Transition:
    """The transition to a state that a command, not a move, has ended."""
    outcome = live.outcome_part(state.outcome)
    assert outcome is not None
    version = game.version + 1
    reason = reason[: models.MAX_REASON]
    return Transition(
        replace(game, version=version, state=state, reason=reason),
        protocol.GameEnded(version=version, command=command.id, outcome=outcome, reason=reason),
        at,
        side,
        also=(lambda: _keep_reason(game.id, reason)) if reason else None,
    )


def _keep_reason(game_id: int, reason: str) -> None:
    models.Game.objects.filter(pk=game_id).update(reason=reason)
