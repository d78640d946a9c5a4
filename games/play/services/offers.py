"""Offers: a draw, a takeback, a pause, hints, a rematch; their answers. Pure steps of a game."""

from dataclasses import replace

from games import mnk
from games.play import errors, facts, live, models, protocol
from games.play.services.play import ended, refuse_while_waiting
from games.play.services.seatrating import rating_fields
from games.play.steps import Change, Step
from games.play.terms import Terms
from games.say import say


def make_offer(side: mnk.Side, command: protocol.MakeOffer, *, at: int, next_slug: str) -> Step:
    """Offer something, or agree if the other side's offer of it stands.

    A bot always allows a takeback. If a rematch is agreed, it is made as `next_slug`.
    """
    what = command.what

    def step(game: live.LiveGame) -> Change:
        _refuse_in_vain(game, what)
        if game.state.offered(what) is side.other:
            return _agreed(game, side, what, at=at, next_slug=next_slug)
        if what is mnk.Offer.TAKEBACK and game.seats[side.other].bot is not None:
            return _taken_back(game, side, game.state.take_back(by=side))
        return Change(facts.Offered(what))

    return step


def accept_offer(side: mnk.Side, command: protocol.AcceptOffer, *, at: int, next_slug: str) -> Step:
    """Accept the standing offer. Refused when there is none (any more)."""

    def step(game: live.LiveGame) -> Change:
        _refuse_in_vain(game, command.what)
        return _agreed(game, side, command.what, at=at, next_slug=next_slug)

    return step


def decline_offer(side: mnk.Side, command: protocol.DeclineOffer) -> Step:
    """Decline the standing offer. Refused when there is none (any more)."""

    def step(game: live.LiveGame) -> Change:
        game.state.decline(command.what, by=side)
        return Change(facts.Declined(command.what))

    return step


def cancel_offer(side: mnk.Side, command: protocol.CancelOffer) -> Step:
    """Take back one's own offer. Refused when it does not stand (any more)."""

    def step(game: live.LiveGame) -> Change:
        game.state.cancel(command.what, by=side)
        return Change(facts.Cancelled(command.what))

    return step


def _refuse_in_vain(game: live.LiveGame, what: mnk.Offer) -> None:
    refuse_while_waiting(game)
    if what is mnk.Offer.HINTS and not game.state.is_over:
        if game.terms.rated:
            raise errors.NoHintsInRated
        if game.seats.black.bot is not None or game.seats.white.bot is not None:
            raise mnk.CannotOfferNow(say("Against a bot you can just take a hint."))
        if game.hints_since is not None:
            raise errors.HintsAgreedAlready
    if what is mnk.Offer.REMATCH:
        if not game.is_started:
            raise mnk.CannotOfferNow(say("Nobody has played here. Start another game instead."))
        if game.rematch is not None:
            raise errors.RematchExists


def _agreed(
    game: live.LiveGame, side: mnk.Side, what: mnk.Offer, *, at: int, next_slug: str
) -> Change:
    state = game.state.accept(what, by=side, at=at)
    match what:
        case mnk.Offer.DRAW:
            return ended(game, state)
        case mnk.Offer.TAKEBACK:
            return _taken_back(game, side.other, state)
        case mnk.Offer.PAUSE:
            return Change(facts.Paused())
        case mnk.Offer.HINTS:
            return Change(facts.HintsAgreed())
        case mnk.Offer.REMATCH:
            return Change(
                facts.RematchAgreed(next_slug), also=lambda: _make_rematch(game, next_slug, at=at)
            )


def _taken_back(game: live.LiveGame, asker: mnk.Side, state: mnk.GameState) -> Change:
    version = game.version + 1
    return Change(
        facts.TakenBack(asker), also=lambda: _mark_taken_back(game.id, state.ply, version)
    )


def _mark_taken_back(game_id: int, ply: int, version: int) -> None:
    moves = models.Move.objects.filter(game_id=game_id, ply__gte=ply, taken_back=0)
    moves.update(taken_back=version)


def _make_rematch(game: live.LiveGame, slug: str, *, at: int) -> None:
    """Write the next game: same variant and clock, sides swapped, the same seat keys.

    In a series, and where an opening is played twice, a game that was aborted is played once more,
    with the same sides.
    """
    # As they are now, and nobody renews them meanwhile: no dead link lives on here.
    now = models.Seat.objects.select_for_update(no_key=True).filter(game=game.id).order_by("pk")
    keys = dict(now.values_list("side", "key"))
    outcome = game.state.outcome
    assert outcome is not None, "a rematch comes after the game"
    series = None if game.series is None else game.series.after(outcome)
    is_played = outcome.termination is not mnk.Termination.ABORT
    terms, given = _terms_after(game, slug, is_played=is_played)
    swaps = is_played or (series is None and not given)
    if game.swapped and series is not None:
        series = replace(series, halves=series.halves.swapped())
    # Whoever opened answers next: if they changed sides in between, as they sit now.
    swaps = swaps is not game.swapped
    before = game.seats.swapped() if swaps else game.seats
    row = models.Game.objects.create_of(
        game.state.variant,
        game.state.control,
        game.watching,
        terms,
        series,
        given,
        slug=slug,
        started=True,
        changed_ms=at,
        bot_due=before[terms.opening.says.begins].bot is not None,
    )
    for side, seat in zip(mnk.Side, before, strict=True):
        assert seat.holder is not None
        models.Seat.objects.create(
            game=row,
            side=side,
            player_id=seat.holder.player_id,
            key=keys[side.other if swaps else side],
            aggressiveness=seat.aggressiveness,
            seed=seat.seed + 1 if seat.bot else 0,
            **rating_fields(seat.holder.player_id, game.state.variant, at),
        )
    models.Game.objects.filter(pk=game.id).update(rematch=row)


def _terms_after(
    game: live.LiveGame, slug: str, *, is_played: bool
) -> tuple[Terms, tuple[mnk.Square, ...]]:
    """The terms of the next game, and the stones it begins with: each opening that is drawn is
    played twice, and then another one."""
    terms = Terms(rated=game.terms.rated, opening=game.terms.opening)
    given = game.state.moves[: terms.opening.says.given]
    if not given:
        return terms, given
    if game.terms.again and is_played:
        return terms, terms.opening.draw(game.state.variant, slug, after=given)
    return replace(terms, again=game.terms.again or is_played), given
