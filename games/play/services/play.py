"""Playing: a stone, giving up, calling off, claiming an end. Pure steps of a game."""

from dataclasses import replace

from games import mnk
from games.play import errors, live, models, protocol
from games.play.commit import Step, Transition


def play_move(
    side: mnk.Side, command: protocol.PlayMove, *, at: int, grace_ms: int | None = 0
) -> Step:
    """Play a stone. Refused before the opponent has come, on another ply, or by the rules.

    Raises `TimeIsUp` if the side's time and the grace were up at `at`; a grace of none has no end.
    """

    def step(game: live.LiveGame) -> Transition:
        refuse_while_waiting(game)
        if not game.state.is_over and command.ply != game.state.ply:
            raise errors.StalePly
        if grace_ms is not None and game.state.is_time_up(at, grace_ms):
            raise errors.TimeIsUp
        state = game.state.play(command.square, by=side, at=at)
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
        return ended(game, game.state.resign(by=side, at=at), side, command, at=at, reason=reason)

    return step


def abort(side: mnk.Side, command: protocol.Abort, *, at: int) -> Step:
    """Call the game off, or take back an invitation. Refused once both sides have moved."""
    return lambda game: ended(game, game.state.abort(at=at), side, command, at=at)


def claim_draw(side: mnk.Side, command: protocol.ClaimDraw, *, at: int) -> Step:
    """End a dead game. Refused while a line is possible."""
    return lambda game: ended(game, game.state.claim_draw(at=at), side, command, at=at)


def claim_abandoned(
    side: mnk.Side, command: protocol.ClaimAbandoned, *, at: int, away_ms: int
) -> Step:
    """End a game whose other player has been away for `away_ms`, as won or as a draw.

    Refused where nothing can be claimed, and before `live.LEAVE_MS` have gone by.
    """

    def step(game: live.LiveGame) -> Transition:
        state = game.state
        if not state.is_over:
            if not game.can_be_left or state.is_paused or state.ply < mnk.UNTIMED_PLIES:
                raise errors.NothingToClaim
            if away_ms < live.LEAVE_MS:
                raise errors.OpponentNotGone
        winner = side if command.claim == "win" else None
        outcome = mnk.Outcome(winner, mnk.Termination.ABANDONMENT)
        return ended(game, state.ended(outcome, at=at), side, command, at=at)

    return step


def refuse_while_waiting(game: live.LiveGame) -> None:
    """Raises `WaitingForOpponent` while a seat is open."""
    if game.open_side is not None:
        raise errors.WaitingForOpponent


def ended(
    game: live.LiveGame,
    state: mnk.GameState,
    side: mnk.Side | None,
    command: protocol.Command | None,
    *,
    at: int,
    reason: str = "",
) -> Transition:
    """The transition to a state that something else than a move has ended."""
    outcome = live.outcome_part(state.outcome)
    assert outcome is not None
    version = game.version + 1
    reason = reason[: models.MAX_REASON]
    return Transition(
        replace(game.changed(state), reason=reason),
        protocol.GameEnded(
            version=version,
            command=None if command is None else command.id,
            outcome=outcome,
            reason=reason,
            clock=live.clock_part(state.clock),
        ),
        at,
        side,
        also=(lambda: _keep_reason(game.id, reason)) if reason else None,
    )


def _keep_reason(game_id: int, reason: str) -> None:
    models.Game.objects.filter(pk=game_id).update(reason=reason)
