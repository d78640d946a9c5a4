"""A game as somebody drafted it: made with its seats taken, or with one open."""

import random
from dataclasses import replace

import pytest

from games import mnk
from games.lobby import invitations
from games.lobby.invitations import Draft
from games.play import errors, models, notices
from games.play.clock import now_ms
from games.play.hub import Hub
from games.play.terms import CASUAL, Terms, TermsError
from games.play.watching import EVERYBODY, Visibility, Watching
from games.players import bots
from games.players.identify import Visitor
from games.players.models import Player, PlayerRating

pytestmark = pytest.mark.usefixtures("hub")

BLACK, WHITE = mnk.Side
OPEN = Draft(
    variant=mnk.PRESETS["3x3"].variant,
    control=mnk.time_control_from_text("5+3"),
    watching=Watching(Visibility.UNLISTED),
    side="white",
    bot=None,
    listed=False,
    rated=False,
)
RATED = replace(OPEN, watching=EVERYBODY, listed=True, rated=True)


def test_a_side_is_taken_or_left_to_chance() -> None:
    rng = random.Random(7)
    assert invitations.side_chosen("black", rng) is BLACK
    assert invitations.side_chosen("white", rng) is WHITE
    assert {invitations.side_chosen("random", rng) for _ in range(50)} == {BLACK, WHITE}
    with pytest.raises(ValueError, match="both"):
        invitations.side_chosen("both", rng)


async def _made(draft: Draft) -> tuple[models.Game, mnk.Side, dict[mnk.Side, models.Seat]]:
    alice = await Player.objects.acreate(name="Alice")
    game, side = await invitations.create_game(draft, CASUAL, player=alice, rng=random.Random(7))
    await game.arefresh_from_db()
    seats = models.Seat.objects.filter(game=game).select_related("player")
    return game, side, {mnk.Side(seat.side): seat async for seat in seats}


async def test_a_draft_without_a_bot_has_an_open_seat() -> None:
    game, side, seats = await _made(OPEN)

    assert side is WHITE
    assert (game.variant, game.control) == (OPEN.variant, OPEN.control)
    assert game.visibility == "unlisted"
    assert {side: seat.player and seat.player.name for side, seat in seats.items()} == {
        BLACK: None,
        WHITE: "Alice",
    }
    assert not game.started


@pytest.mark.parametrize("side", mnk.Side)
@pytest.mark.parametrize(("level", "a"), [("club", None), (bots.AGGRESSIVE, 1.25)])
async def test_a_draft_with_a_bot_begins_at_once(
    hub: Hub, side: mnk.Side, level: str, a: float | None
) -> None:
    woken: list[notices.BotDue] = []
    hub.others.on(notices.BotDue, lambda sender, due: woken.append(due))

    game, mine, seats = await _made(
        replace(OPEN, side=side.word, bot=bots.find(level), aggressiveness=1.25)
    )

    assert mine is side
    assert game.started
    alice, bot = seats[side], seats[side.other]
    assert alice.player is not None
    assert bot.player is not None
    assert (alice.player.name, alice.seed, alice.aggressiveness) == ("Alice", 0, None)
    assert (bot.player.level, bot.aggressiveness) == (level, a)
    assert bot.seed > 0
    # It is woken where it begins.
    assert game.bot_due is (side is WHITE)
    assert [due.game for due in woken] == [game.slug] * (side is WHITE)


async def test_the_lobby_hears_of_a_game_that_begins(hub: Hub) -> None:
    heard: list[notices.LobbyChanged] = []
    hub.others.on(notices.LobbyChanged, lambda sender, notice: heard.append(notice))

    await _made(replace(OPEN, bot=bots.find("club")))

    assert heard == [notices.LobbyChanged()]


async def test_a_seat_kept_for_bob_is_not_eves_to_take() -> None:
    game, _, seats = await _made(OPEN)
    bob, eve = [await Player.objects.acreate(name=name) for name in ("Bob", "Eve")]
    await models.Seat.objects.filter(pk=seats[BLACK].pk).aupdate(kept_for=bob)

    with pytest.raises(errors.SeatIsKept):
        await _takes(game, eve)
    assert await _takes(game, bob) is BLACK


async def test_a_seat_is_only_for_players_within_its_range() -> None:
    alice, bob, eve = [await Player.objects.acreate(name=name) for name in ("Alice", "Bob", "Eve")]
    await _rated(alice, 1600.0)
    await _rated(bob, 1450.0)
    await _rated(eve, 1350.0)
    near = replace(RATED, points=200)
    terms = await invitations.terms_of(near, alice)
    game, _ = await invitations.create_game(near, terms, player=alice, rng=random.Random(7))

    with pytest.raises(errors.OutsideRange):
        await _takes(game, eve)
    assert await _takes(game, bob) is BLACK


async def _takes(game: models.Game, player: Player) -> mnk.Side:
    """A player takes the open seat of a game."""
    return await invitations.take_seat(
        game.slug, player=player, visitor=Visitor(player.pk), at=now_ms()
    )


async def _rated(player: Player, rating: float) -> None:
    await PlayerRating.objects.acreate(
        player=player,
        family=mnk.family_of(RATED.variant),
        rating=rating,
        deviation=50.0,
        volatility=0.06,
        games=9,
        counted_ms=now_ms(),
    )


async def test_the_terms_of_a_draft_are_those_it_states() -> None:
    alice = await Player.objects.acreate(name="Alice")

    assert await invitations.terms_of(OPEN, None) == CASUAL
    assert await invitations.terms_of(RATED, alice) == Terms(rated=True)
    for wrong in (
        replace(RATED, watching=OPEN.watching),
        replace(RATED, bot=bots.find("club")),
    ):
        with pytest.raises(TermsError) as refused:
            await invitations.terms_of(wrong, alice)
        assert refused.value.field == "rated"


async def test_a_range_lies_around_what_the_host_is_known_to_be_worth() -> None:
    alice = await Player.objects.acreate(name="Alice")
    near = replace(RATED, points=200)
    for player in (None, alice):
        with pytest.raises(TermsError) as refused:
            await invitations.terms_of(near, player)
        assert refused.value.field == "rating_range"
    await _rated(alice, 1600.0)

    terms = await invitations.terms_of(near, alice)

    assert terms.range is not None
    assert (terms.range.low, terms.range.high) == (1400, 1800)
