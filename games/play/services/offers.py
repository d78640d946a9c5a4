"""Offers: a draw, a rematch, and their answers. Pure steps of a game."""

from dataclasses import replace

from games import mnk
from games.play import errors, live, models, protocol
from games.play.commit import Step, Transition
from games.play.services.play import ended, refuse_while_waiting


def offer_draw(side: mnk.Side, command: protocol.OfferDraw, *, at: int) -> Step:
    """Offer a draw; agreement if the other side's offer stands."""

    def step(game: live.LiveGame) -> Transition:
        refuse_while_waiting(game)
        state = game.state.offer_draw(by=side)
        if state.is_over:
            return ended(game, state, side, command, at=at)
        version = game.version + 1
        return Transition(
            replace(game, version=version, state=state),
            protocol.DrawOffered(
                version=version, command=command.id, by=protocol.SideWord.of(side)
            ),
            at,
            side,
        )

    return step


def accept_draw(side: mnk.Side, command: protocol.AcceptDraw, *, at: int) -> Step:
    """Accept the standing offer. Refused when there is none (any more)."""
    return lambda game: ended(game, game.state.accept_draw(by=side), side, command, at=at)


def decline_draw(side: mnk.Side, command: protocol.DeclineDraw, *, at: int) -> Step:
    """Decline the standing offer. Refused when there is none (any more)."""

    def step(game: live.LiveGame) -> Transition:
        version = game.version + 1
        return Transition(
            replace(game, version=version, state=game.state.decline_draw(by=side)),
            protocol.DrawDeclined(
                version=version, command=command.id, by=protocol.SideWord.of(side)
            ),
            at,
            side,
        )

    return step


def offer_rematch(
    side: mnk.Side, command: protocol.OfferRematch, *, at: int, next_slug: str
) -> Step:
    """Offer a rematch; if the other side's offer stands, the next game is made as `next_slug`."""

    def step(game: live.LiveGame) -> Transition:
        _refuse_unless_rematch_is_possible(game)
        version = game.version + 1
        if game.rematch_offer is side:
            raise errors.RematchOfferedAlready
        if game.rematch_offer is None:
            return Transition(
                replace(game, version=version, rematch_offer=side),
                protocol.RematchOffered(
                    version=version, command=command.id, by=protocol.SideWord.of(side)
                ),
                at,
                side,
            )
        return Transition(
            replace(game, version=version, rematch_offer=None, rematch=next_slug),
            protocol.RematchAgreed(version=version, command=command.id, game=next_slug),
            at,
            side,
            also=lambda: _make_rematch(game, next_slug, at=at),
        )

    return step


def decline_rematch(side: mnk.Side, command: protocol.DeclineRematch, *, at: int) -> Step:
    """Decline the standing rematch offer, or take back one's own."""

    def step(game: live.LiveGame) -> Transition:
        _refuse_unless_rematch_is_possible(game)
        if game.rematch_offer is None:
            raise errors.NoRematchOffer
        version = game.version + 1
        return Transition(
            replace(game, version=version, rematch_offer=None),
            protocol.RematchDeclined(
                version=version, command=command.id, by=protocol.SideWord.of(side)
            ),
            at,
            side,
        )

    return step


def _refuse_unless_rematch_is_possible(game: live.LiveGame) -> None:
    if not game.state.is_over or not game.is_started:
        raise errors.GameNotOver
    if game.rematch is not None:
        raise errors.RematchExists


def _make_rematch(game: live.LiveGame, slug: str, *, at: int) -> None:
    """Write the next game: same variant, sides swapped, the same seat keys."""
    row = models.Game.objects.create_of(
        game.state.variant,
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
            key=seat.key,
            aggressiveness=seat.aggressiveness,
            seed=seat.seed + 1 if seat.bot else 0,
        )
    models.Game.objects.filter(pk=game.id).update(rematch=row)
