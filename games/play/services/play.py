"""Playing: a stone, giving up, calling off, claiming an end. Pure steps of a game."""

from games import mnk
from games.play import errors, facts, live, models, protocol
from games.play.steps import Change, Step


def play_move(
    side: mnk.Side, command: protocol.PlayMove, *, at: int, grace_ms: int | None = 0
) -> Step:
    """Play a stone. Refused before the opponent has come, on another ply, or by the rules.

    Raises `TimeIsUp` if the side's time and the grace were up at `at`; a grace of None has no end.
    """

    def step(game: live.LiveGame) -> Change:
        refuse_unless_due(game, command.ply, at=at, grace_ms=grace_ms)
        return Change(facts.Played(command.ply, command.square))

    return step


def resign(side: mnk.Side, *, reason: str = "") -> Step:
    """Give up, for a reason if there is one to show. Refused before the opponent has come."""

    def step(game: live.LiveGame) -> Change:
        refuse_while_waiting(game)
        return ended(game, game.state.resign(by=side), reason=reason)

    return step


def abort() -> Step:
    """Call the game off, or take back an invitation. Refused once both sides have moved."""
    return lambda game: ended(game, game.state.abort())


def claim_draw() -> Step:
    """End a dead game. Refused while a line is possible."""
    return lambda game: ended(game, game.state.claim_draw())


def claim_abandoned(side: mnk.Side, command: protocol.ClaimAbandoned, *, away_ms: int) -> Step:
    """End a game whose other player has been away for `away_ms`, as won or as a draw.

    Refused where nothing can be claimed, and before `live.LEAVE_MS` have passed.
    """

    def step(game: live.LiveGame) -> Change:
        state = game.state
        if not state.is_over:
            if not game.can_be_left or state.is_paused or not state.is_under_way:
                raise errors.NothingToClaim
            if away_ms < live.LEAVE_MS:
                raise errors.OpponentNotGone
        winner = side if command.claim == "win" else None
        return Change(facts.Ended(mnk.Outcome(winner, mnk.Termination.ABANDONMENT)))

    return step


def refuse_while_waiting(game: live.LiveGame) -> None:
    """Raises `WaitingForOpponent` while a seat is open."""
    if game.open_side is not None:
        raise errors.WaitingForOpponent


def refuse_unless_due(game: live.LiveGame, ply: int, *, at: int, grace_ms: int | None) -> None:
    """Refuse what a player does in their turn unless `ply` stones lie and there was time left.

    Raises `WaitingForOpponent`, `StalePly` or `TimeIsUp`; a grace of None has no end. Whose turn it
    is, and that the game is over, is for the rules to say.
    """
    refuse_while_waiting(game)
    if not game.state.is_over and ply != game.state.ply:
        raise errors.StalePly
    if grace_ms is not None and game.state.is_time_up(at, grace_ms):
        raise errors.TimeIsUp


def ended(game: live.LiveGame, state: mnk.GameState, *, reason: str = "") -> Change:
    """That something other than a move has ended a game, as in this state."""
    assert state.outcome is not None
    reason = reason[: models.MAX_REASON]
    return Change(
        facts.Ended(state.outcome, reason),
        also=(lambda: _keep_reason(game.id, reason)) if reason else None,
    )


def _keep_reason(game_id: int, reason: str) -> None:
    models.Game.objects.filter(pk=game_id).update(reason=reason)
