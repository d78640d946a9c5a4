"""A live game as it is told: what each fact is on the wire, and a whole game at once."""

from collections.abc import Mapping
from typing import assert_never

import msgspec

from games import mnk
from games.play import facts, protocol
from games.play.live import LiveGame, LiveSeat
from games.play.series import Series
from games.play.terms import RatingRange
from games.play.watching import Delay
from games.players.ratings import ShownRating


def told(happened: facts.Happened, after: LiveGame) -> protocol.Numbered:
    """The message that tells everybody what happened, which led to the game `after`."""
    version, command = happened.version, happened.command or None
    state = after.state
    match happened.fact:
        case facts.Played(ply=ply, square=square):
            return protocol.MovePlayed(
                version=version,
                command=command,
                ply=ply,
                square=square,
                at=happened.at,
                outcome=outcome_part(state.outcome),
                line=state.winning_line,
                dead=state.is_dead,
                forbidden=_forbidden_now(state),
                clock=clock_part(state.clock),
                opening=opening_part(after)
                if state.opening is not None and ply < state.opening.stones
                else None,
            )
        case facts.Chosen(choice=choice):
            assert state.opening is not None, "there is something to choose only in an opening"
            opening, (*_, last) = state.opening, state.opening.decisions
            return protocol.Chosen(
                version=version,
                command=command,
                by=protocol.SideWord.of(happened.whose),
                choice=choice,
                swaps=opening.side_of(last.who) is not happened.whose,
                at=happened.at,
                opening=_opening_part(opening, again=after.terms.again),
                clock=clock_part(state.clock),
            )
        case facts.SeatTaken(side=side):
            seat = after.seats[side]
            player = player_part(seat.holder, seat.rating)
            assert player is not None, "somebody sits there"
            return protocol.SeatTaken(
                version=version, command=command, side=protocol.SideWord.of(side), player=player
            )
        case facts.Ended(outcome=outcome, reason=reason):
            return protocol.GameEnded(
                version=version,
                command=command,
                outcome=protocol.OutcomePart(_word(outcome.winner), outcome.termination),
                reason=reason,
                clock=clock_part(state.clock),
            )
        case facts.Offered(what=what):
            return protocol.Offered(
                version=version, command=command, what=what, by=protocol.SideWord.of(happened.whose)
            )
        case facts.Declined(what=what):
            return protocol.Declined(
                version=version, command=command, what=what, by=protocol.SideWord.of(happened.whose)
            )
        case facts.Cancelled(what=what):
            return protocol.Cancelled(
                version=version, command=command, what=what, by=protocol.SideWord.of(happened.whose)
            )
        case facts.TakenBack(asker=asker):
            return protocol.TakenBack(
                version=version,
                command=command,
                by=protocol.SideWord.of(asker),
                ply=state.ply,
                at=happened.at,
                dead=state.is_dead,
                forbidden=_forbidden_now(state),
                clock=clock_part(state.clock),
            )
        case facts.Paused(vacation=vacation):
            return protocol.Paused(
                version=version,
                command=command,
                at=happened.at,
                clock=_clock_there(state),
                vacation=_word(vacation),
            )
        case facts.Resumed():
            return protocol.Resumed(
                version=version,
                command=command,
                by=protocol.SideWord.of(happened.whose),
                at=happened.at,
                clock=_clock_there(state),
            )
        case facts.TimeAdded(ms=ms):
            return protocol.TimeAdded(
                version=version,
                command=command,
                by=protocol.SideWord.of(happened.whose),
                ms=ms,
                at=happened.at,
                clock=_clock_there(state),
            )
        case facts.TimeCredited(ms=credited):
            return protocol.TimeCredited(
                version=version,
                command=command,
                black_ms=credited.black,
                white_ms=credited.white,
                at=happened.at,
                clock=_clock_there(state),
            )
        case facts.HintsAgreed():
            return protocol.HintsAgreed(version=version, command=command, ply=state.ply)
        case facts.RematchAgreed(game=game):
            return protocol.RematchAgreed(version=version, command=command, game=game)
        case facts.Rated(ratings=ratings):
            return protocol.Rated(version=version, command=command, ratings=ratings_part(ratings))
        case facts.AggressivenessSet(value=value):
            return protocol.AggressivenessSet(
                version=version,
                command=command,
                by=protocol.SideWord.of(happened.whose),
                value=value,
            )
        case facts.HintAsked(kind=kind, ply=ply):
            return protocol.HintAsked(
                version=version,
                command=command,
                by=protocol.SideWord.of(happened.whose),
                kind=kind,
                ply=ply,
            )
        case _:
            assert_never(happened.fact)


def snapshot(game: LiveGame, now: int) -> protocol.Snapshot:
    """A whole game, as it is told at `now` (milliseconds since 1970 UTC)."""
    state = game.state
    return protocol.Snapshot(
        version=game.version,
        game=game.slug,
        variant=variant_part(state.variant),
        seats=seats_part(game.seats),
        moves=tuple(map(protocol.MovePart, state.moves, game.move_times)),
        opening=opening_part(game),
        offers=protocol.OffersPart(
            **{what.value: protocol.SideWord.of(side) for what, side in state.offers}
        ),
        control=control_part(state.control),
        clock=clock_part(state.clock),
        paused=state.is_paused,
        vacation=_word(game.vacation) if state.is_paused else None,
        now=now,
        dead=state.is_dead,
        forbidden=forbidden_parts(state.forbidden),
        outcome=outcome_part(state.outcome),
        line=state.winning_line,
        rematch=game.rematch,
        aggressiveness=game.aggressiveness,
        hints=tuple(
            protocol.HintPart(protocol.SideWord.of(hint.side), hint.kind, hint.ply)
            for hint in game.hints
        ),
        hints_since=game.hints_since,
        reason=game.reason,
        visibility=game.watching.visibility,
        delay=delay_part(game.watching.delay),
        rated=game.terms.rated,
        range=range_part(game.terms.range),
        series=series_part(game.series),
        ratings=None if game.ratings is None else ratings_part(game.ratings),
    )


def variant_part(variant: mnk.Variant) -> protocol.VariantPart:
    """A variant, for the wire."""
    return protocol.VariantPart(
        variant.width, variant.height, variant.k, variant.line_rule, variant.blocked
    )


def forbidden_parts(
    squares: Mapping[mnk.Square, mnk.Forbidden],
) -> tuple[protocol.ForbiddenPart, ...]:
    """Where the side to move may not play, for the wire."""
    return tuple(
        protocol.ForbiddenPart(square=square, makes=each.ban, shapes=each.shapes)
        for square, each in squares.items()
    )


def _forbidden_now(
    state: mnk.GameState,
) -> tuple[protocol.ForbiddenPart, ...] | msgspec.UnsetType:
    """The same of a game, for a message; nothing at all where its rules forbid nothing."""
    forbids = state.variant.line_rule.says.forbids
    return forbidden_parts(state.forbidden) if forbids else msgspec.UNSET


def opening_part(game: LiveGame) -> protocol.OpeningPart | None:
    """How far the opening of a game is, for the wire."""
    opening = game.state.opening
    return None if opening is None else _opening_part(opening, again=game.terms.again)


def _opening_part(opening: mnk.Opening, *, again: bool) -> protocol.OpeningPart:
    return protocol.OpeningPart(
        rule=opening.rule,
        by=_word(opening.side),
        stones=opening.stones,
        place=opening.to_place,
        choices=opening.choices,
        offer=opening.to_offer,
        alike=opening.alike,
        squares=opening.squares,
        chosen=tuple(
            protocol.ChosenPart(
                each.ply, protocol.SideWord.of(opening.side_of(each.who)), each.choice
            )
            for each in opening.decisions
        ),
        answered=opening.is_answered,
        swapped=opening.swapped,
        again=again,
    )


def control_part(control: mnk.TimeControl | None) -> protocol.ControlPart | None:
    """A time control, for the wire."""
    if control is None:
        return None
    return protocol.ControlPart(
        control.initial_ms,
        control.increment_ms,
        control.period_ms,
        control.periods,
    )


def clock_part(clock: mnk.Clock | None) -> protocol.ClockPart | None:
    """A clock, for the wire."""
    if clock is None:
        return None
    black, white = (left.plain(clock.control.period_ms) for left in clock.left)
    return protocol.ClockPart(
        protocol.TimePart(black.main_ms, black.periods),
        protocol.TimePart(white.main_ms, white.periods),
        _word(clock.running),
        clock.since_ms,
    )


def delay_part(delay: Delay) -> protocol.DelayPart | None:
    """How late a game is shown, for the wire."""
    return protocol.DelayPart(ms=delay.ms, moves=delay.moves) if delay else None


def range_part(of: RatingRange | None) -> protocol.RangePart | None:
    """Whom an open seat is for, for the wire."""
    return None if of is None else protocol.RangePart(of.low, of.high)


def series_part(series: Series | None) -> protocol.SeriesPart | None:
    """A game's place in a series, for the wire."""
    if series is None:
        return None
    black, white = (halves / 2 for halves in series.halves)
    return protocol.SeriesPart(series.best_of, series.number, black, white)


def player_part(
    holder: facts.Holder | None, rating: ShownRating | None
) -> protocol.PlayerPart | None:
    """Who holds a seat, and how strong they were when they sat down, for the wire."""
    if holder is None:
        return None
    return protocol.PlayerPart(
        name=holder.name,
        kind=holder.kind,
        player=holder.slug,
        level=holder.level or None,
        rating=None if rating is None else rating.rating,
        provisional=rating is not None and rating.provisional,
    )


def outcome_part(outcome: mnk.Outcome | None) -> protocol.OutcomePart | None:
    """An outcome, for the wire."""
    if outcome is None:
        return None
    return protocol.OutcomePart(_word(outcome.winner), outcome.termination)


def to_json(message: msgspec.Struct) -> object:
    """A message as plain values, for a page that carries its first snapshot."""
    return msgspec.to_builtins(message)


def seats_part(seats: mnk.BySide[LiveSeat]) -> protocol.SeatsPart:
    """Who sits where, for the wire."""
    return protocol.SeatsPart(*(player_part(each.holder, each.rating) for each in seats))


def ratings_part(ratings: mnk.BySide[facts.NewRating]) -> protocol.RatingsPart:
    """What a game made of both ratings, for the wire."""
    black, white = (
        protocol.RatingPart(each.rating, each.change, each.provisional) for each in ratings
    )
    return protocol.RatingsPart(black, white)


def _clock_there(state: mnk.GameState) -> protocol.ClockPart:
    clock = clock_part(state.clock)
    assert clock is not None, "this happens only to a game with a clock"
    return clock


def _word(side: mnk.Side | None) -> protocol.SideWord | None:
    return None if side is None else protocol.SideWord.of(side)
