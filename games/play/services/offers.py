"""Offers: a draw, a takeback, a pause, hints, a rematch; their answers. Pure steps of a game."""

from dataclasses import replace

from games import mnk
from games.play import errors, live, models, protocol
from games.play.commit import Step, Transition
from games.play.services.play import ended, refuse_while_waiting
from games.play.services.standing import standing_fields
from games.play.stakes import Stakes


def make_offer(side: mnk.Side, command: protocol.MakeOffer, *, at: int, next_slug: str) -> Step:
    """Offer something; agreement if the other side's offer of it stands.

    A bot has nothing against a takeback. Should a rematch be agreed, it is made as `next_slug`.
    """
    what = command.what

    def step(game: live.LiveGame) -> Transition:
        _refuse_in_vain(game, what)
        if game.state.offered(what) is side.other:
            return _agreed(game, side, command, at=at, next_slug=next_slug)
        if what is mnk.Offer.TAKEBACK and game.seats[side.other].bot is not None:
            state = game.state.take_back(by=side, at=at)
            return _taken_back(game, side, state, side, command, at=at)
        state = game.state.offer(what, by=side, at=at)
        return _told(protocol.Offered, game, state, side, command, at=at)

    return step


def accept_offer(side: mnk.Side, command: protocol.AcceptOffer, *, at: int, next_slug: str) -> Step:
    """Accept the standing offer. Refused when there is none (any more)."""

    def step(game: live.LiveGame) -> Transition:
        _refuse_in_vain(game, command.what)
        return _agreed(game, side, command, at=at, next_slug=next_slug)

    return step


def decline_offer(side: mnk.Side, command: protocol.DeclineOffer, *, at: int) -> Step:
    """Decline the standing offer. Refused when there is none (any more)."""

    def step(game: live.LiveGame) -> Transition:
        state = game.state.decline(command.what, by=side)
        return _told(protocol.Declined, game, state, side, command, at=at)

    return step


def cancel_offer(side: mnk.Side, command: protocol.CancelOffer, *, at: int) -> Step:
    """Take back one's own offer. Refused when it does not stand (any more)."""

    def step(game: live.LiveGame) -> Transition:
        state = game.state.cancel(command.what, by=side)
        return _told(protocol.Cancelled, game, state, side, command, at=at)

    return step


def _refuse_in_vain(game: live.LiveGame, what: mnk.Offer) -> None:
    refuse_while_waiting(game)
    if what is mnk.Offer.HINTS and not game.state.is_over:
        if game.stakes.rated:
            raise errors.NoHintsInRated
        if game.seats.black.bot is not None or game.seats.white.bot is not None:
            raise mnk.CannotOfferNow("Against a bot hints need no agreement: ask for one.")
        if game.hints_since is not None:
            raise errors.HintsAgreedAlready
    if what is mnk.Offer.REMATCH:
        if not game.is_started:
            raise mnk.CannotOfferNow("Nobody has played here: make another game instead.")
        if game.rematch is not None:
            raise errors.RematchExists


def _agreed(
    game: live.LiveGame,
    side: mnk.Side,
    command: protocol.MakeOffer | protocol.AcceptOffer,
    *,
    at: int,
    next_slug: str,
) -> Transition:
    what, version = command.what, game.version + 1
    state = game.state.accept(what, by=side, at=at)
    match what:
        case mnk.Offer.DRAW:
            return ended(game, state, side, command, at=at)
        case mnk.Offer.TAKEBACK:
            return _taken_back(game, side.other, state, side, command, at=at)
        case mnk.Offer.PAUSE:
            clock = live.timed_clock_part(state)
            told = protocol.Paused(version=version, command=command.id, at=at, clock=clock)
            return Transition(game.changed(state), told, at, side)
        case mnk.Offer.HINTS:
            return Transition(
                replace(game.changed(state), hints_since=state.ply),
                protocol.HintsAgreed(version=version, command=command.id, ply=state.ply),
                at,
                side,
            )
        case mnk.Offer.REMATCH:
            return Transition(
                replace(game.changed(state), rematch=next_slug),
                protocol.RematchAgreed(version=version, command=command.id, game=next_slug),
                at,
                side,
                also=lambda: _make_rematch(game, next_slug, at=at),
            )


def _taken_back(
    game: live.LiveGame,
    asker: mnk.Side,
    state: mnk.GameState,
    side: mnk.Side,
    command: protocol.MakeOffer | protocol.AcceptOffer,
    *,
    at: int,
) -> Transition:
    version = game.version + 1
    return Transition(
        replace(game.changed(state), taken_back=version),
        protocol.TakenBack(
            version=version,
            command=command.id,
            by=protocol.SideWord.of(asker),
            ply=state.ply,
            at=at,
            dead=state.is_dead,
            clock=live.clock_part(state.clock),
        ),
        at,
        side,
        also=lambda: _mark_taken_back(game.id, state.ply, version),
    )


def _mark_taken_back(game_id: int, ply: int, version: int) -> None:
    moves = models.Move.objects.filter(game_id=game_id, ply__gte=ply, taken_back=0)
    moves.update(taken_back=version)


def _told(
    kind: type[protocol.Offered | protocol.Declined | protocol.Cancelled],
    game: live.LiveGame,
    state: mnk.GameState,
    side: mnk.Side,
    command: protocol.MakeOffer | protocol.DeclineOffer | protocol.CancelOffer,
    *,
    at: int,
) -> Transition:
    """The transition of an offer that now stands, or no longer does."""
    told = kind(
        version=game.version + 1,
        command=command.id,
        what=command.what,
        by=protocol.SideWord.of(side),
    )
    return Transition(game.changed(state), told, at, side)


def _make_rematch(game: live.LiveGame, slug: str, *, at: int) -> None:
    """Write the next game: same variant and clock, sides swapped, the same seat keys."""
    # As they are now, and nobody renews them meanwhile: no link that is dead lives on here.
    now = models.Seat.objects.select_for_update(no_key=True).filter(game=game.id).order_by("pk")
    keys = dict(now.values_list("side", "key"))
    row = models.Game.objects.create_of(
        game.state.variant,
        game.state.control,
        game.watching,
        Stakes(rated=game.stakes.rated),
        slug=slug,
        started=True,
        changed_ms=at,
        bot_due=game.seats.white.bot is not None,  # who was white moves first
    )
    for side in mnk.Side:
        seat = game.seats[side.other]
        assert seat.holder is not None
        models.Seat.objects.create(
            game=row,
            side=side,
            player_id=seat.holder.player_id,
            key=keys[side.other],
            aggressiveness=seat.aggressiveness,
            seed=seat.seed + 1 if seat.bot else 0,
            **standing_fields(seat.holder.player_id, game.state.variant, at),
        )
    models.Game.objects.filter(pk=game.id).update(rematch=row)
