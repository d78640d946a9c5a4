"""Openings: a choice in place of a stone, a pure step of a game; and the seats change hands."""

from django.db.models import F

from games import mnk
from games.play import facts, live, models, protocol
from games.play.services.play import refuse_unless_due
from games.play.steps import Change, Step

_OF_WHOEVER_SITS = (
    *("player_id", "kept_for_id", "sat_as_id"),
    *("aggressiveness", "seed", "rating", "provisional"),
)


def choose(side: mnk.Side, command: protocol.Choose, *, at: int, grace_ms: int | None = 0) -> Step:
    """Choose one of the opening's choices, or offer squares. Refused when `ply` stones do not lie
    (any more), or by the opening.

    Raises `TimeIsUp` if the side's time and the grace were up at `at`; a grace of None has no end.
    """

    def step(game: live.LiveGame) -> Change:
        refuse_unless_due(game, command.ply, at=at, grace_ms=grace_ms)
        swaps = game.state.choose(command.choice, by=side, at=at).swapped is not game.swapped
        return Change(
            facts.Chosen(command.choice), also=(lambda: _swap_sides(game.id)) if swaps else None
        )

    return step


def _swap_sides(game_id: int) -> None:
    """Exchange all that the rows of a game say of one side or the other."""
    # As they are now, and nobody renews a key meanwhile.
    locked = models.Seat.objects.select_for_update(no_key=True)
    one, other = locked.filter(game=game_id).order_by("pk")
    openings = {
        seat.pk: list(models.SeatOpening.objects.filter(seat=seat).values_list("browser", "at_ms"))
        for seat in (one, other)
    }
    models.SeatOpening.objects.filter(seat__in=openings).delete()
    key, one.key = one.key, models.new_seat_key()  # a game has no key twice, not even for a moment
    one.save(update_fields=["key"])
    one.key, other.key = other.key, key
    for field in _OF_WHOEVER_SITS:
        held = getattr(one, field)
        setattr(one, field, getattr(other, field))
        setattr(other, field, held)
    other.save()
    one.save()
    models.SeatOpening.objects.bulk_create(
        models.SeatOpening(seat=to, browser=browser, at_ms=at_ms)
        for to, of in ((one, other), (other, one))
        for browser, at_ms in openings[of.pk]
    )
    models.Game.objects.filter(pk=game_id).update(
        swapped=~F("swapped"), series_black=F("series_white"), series_white=F("series_black")
    )
    models.Attendance.objects.filter(game=game_id).update(side=1 - F("side"))
    models.ChatLine.objects.filter(game=game_id, side__isnull=False).update(side=1 - F("side"))
