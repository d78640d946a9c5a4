"""Rated games: counted once, when their end may be known, and told to everybody."""

import asyncio
import importlib
from datetime import date, timedelta

import pytest
from asgiref.sync import sync_to_async
from django.apps import apps
from django.db import IntegrityError, connection

from games import mnk
from games.lobby import invitations
from games.play import commit, errors, models
from games.play import rating as rating_module
from games.play.clock import now_ms
from games.play.hub import Hub
from games.play.rating import Rating
from games.play.services import rating
from games.play.terms import RatingRange, Terms
from games.play.watching import Delay, Visibility, Watching
from games.players import glicko, ratings
from games.players.identify import Visitor
from games.players.models import Player, PlayerRating, RatingDay
from tests.people import PATIENCE_S, Person, Table, all_hear, plays

RATED = Terms(rated=True)
BLACK_WINS = "a1a2b1b2c1"
WEEK_MS = 7 * 86_400_000


async def won_by_black(table: Table) -> tuple[models.Game, Person, Person]:
    """A rated game that Alice, who is Black, has won against Bob."""
    game = await table.game(terms=RATED)
    alice, bob = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)
    await plays(game, BLACK_WINS, alice, bob)
    return game, alice, bob


async def row(name: str, family: mnk.Family = mnk.Family.THREE) -> PlayerRating | None:
    return await PlayerRating.objects.filter(player__name=name, family=family).afirst()


async def rate(player: Player, points: float, *, deviation: float = 60, games: int = 30) -> None:
    """Give a player a rating on 3x3."""
    await PlayerRating.objects.acreate(
        player=player,
        family=mnk.Family.THREE,
        rating=points,
        deviation=deviation,
        games=games,
        counted_ms=now_ms(),
    )


async def players_of(game: models.Game) -> list[Player]:
    seats = models.Seat.objects.filter(game=game).order_by("side").select_related("player")
    return [seat.player async for seat in seats if seat.player is not None]


# --- Counting --------------------------------------------------------------------------------


async def test_both_ratings_change_and_everybody_is_told(table: Table, hub: Hub) -> None:
    game = await table.game(terms=RATED)
    alice, bob, eve = await table.three(game)
    await plays(game, BLACK_WINS, alice, bob, eve)

    await hub.part(Rating).tick(now_ms())

    told = await all_hear(alice, bob, eve)
    # The worked figures of a first game: 1500 ± 350 each.
    assert (told["type"], told["ratings"]) == (
        "rated",
        {
            "black": {"rating": 1662, "change": 162, "provisional": True},
            "white": {"rating": 1338, "change": -162, "provisional": True},
        },
    )
    for name, points in (("Alice", 1662), ("Bob", 1338)):
        kept = await row(name)
        assert kept is not None
        assert (round(kept.rating), round(kept.deviation), kept.games) == (points, 290, 1)


async def test_a_draw_brings_two_who_differ_together(table: Table, hub: Hub) -> None:
    game = await table.game(terms=RATED)
    strong, weak = await players_of(game)
    await rate(strong, 1800)
    await rate(weak, 1400)
    alice, bob = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)
    await plays(game, "a1a2", alice, bob)
    await alice.says("offer draw")
    await all_hear(alice, bob)
    await bob.says("accept draw")
    await all_hear(alice, bob)

    await hub.part(Rating).tick(now_ms())

    told = (await all_hear(alice, bob))["ratings"]
    assert told["black"]["change"] < 0 < told["white"]["change"]
    assert told["black"]["rating"] == 1800 + told["black"]["change"]
    assert not told["black"]["provisional"]
    kept = await row("Alice")
    assert kept is not None
    assert kept.games == 31


async def test_a_game_is_counted_once_whoever_looks(table: Table, hub: Hub) -> None:
    game = await table.game(terms=RATED)
    alice, bob, eve = await table.three(game)
    await plays(game, BLACK_WINS, alice, bob, eve)

    counted = await asyncio.gather(*(rating.count(hub, game.slug, at=now_ms()) for _ in range(8)))
    await hub.part(Rating).tick(now_ms())

    assert sorted(counted) == [False] * 7 + [True]
    assert (await all_hear(alice, bob, eve))["type"] == "rated"
    await eve.hears_nothing()
    kept = await row("Alice")
    assert kept is not None
    assert kept.games == 1


async def test_two_games_of_one_player_that_end_together_both_count(table: Table, hub: Hub) -> None:
    """Each changes the rating the other has left: neither is lost."""
    first = await table.game(terms=RATED)
    second = await table.game(terms=RATED)
    (alice, _) = await players_of(first)
    await models.Seat.objects.filter(game=second, side=mnk.Side.BLACK).aupdate(player=alice)
    for game in (first, second):
        people = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)
        await plays(game, BLACK_WINS, *people)

    at = now_ms()
    await asyncio.gather(
        *(self_counted(hub, game.slug, at) for game in (first, second, first, second))
    )

    kept = await PlayerRating.objects.aget(player=alice)
    once = glicko.after(glicko.Rating(), [glicko.Result(glicko.Rating(), 1.0)])
    twice = glicko.after(once, [glicko.Result(glicko.Rating(), 1.0)])
    assert kept.games == 2
    assert kept.rating == pytest.approx(twice.rating)
    assert await PlayerRating.objects.acount() == 3


async def self_counted(hub: Hub, slug: str, at: int) -> None:
    """Count a game, again and again while others are counted at the same moment."""
    while True:
        try:
            await rating.count(hub, slug, at=at)
        except errors.Busy:
            continue
        return


async def test_who_was_overtaken_by_another_game_writes_nothing(table: Table, hub: Hub) -> None:
    """Between reading the ratings and writing them, another process has counted another game."""
    game, alice, _ = await won_by_black(table)
    players = await sync_to_async(rating._players)(game.pk, mnk.Family.THREE)
    assert players is not None
    await rate((await players_of(game))[0], 1700, games=1)

    async with hub.games.following(game.slug) as followed:
        at = now_ms()
        with pytest.raises(errors.Busy):
            await commit.submit(hub, followed, lambda now: rating._step(now, players, at), at=at)

    await game.arefresh_from_db()
    kept = await row("Alice")
    assert kept is not None
    assert (game.ratings_counted, kept.rating, kept.games) == (False, 1700, 1)
    assert await row("Bob") is None
    await alice.hears_nothing()
    await hub.part(Rating).tick(now_ms())
    kept = await row("Alice")
    assert kept is not None
    assert kept.games == 2


# --- Day by day ------------------------------------------------------------------------------


async def _counts(table: Table, hub: Hub, at: int, moves: str = BLACK_WINS) -> None:
    """A rated game of Alice and Bob, the same two as ever, counted at a moment."""
    game = await table.game(terms=RATED)
    first = await models.Game.objects.filter(rated=True).order_by("pk").afirst()
    assert first is not None
    for side, player in zip(mnk.Side, await players_of(first), strict=True):
        await models.Seat.objects.filter(game=game, side=side).aupdate(player=player)
    await plays(game, moves, *[await table.sits(game, side) for side in mnk.Side])
    assert await rating.count(hub, game.slug, at=at)


async def _days(name: str) -> list[tuple[str, int, int]]:
    rows = RatingDay.objects.filter(player__name=name, family=mnk.Family.THREE).order_by("date")
    return [(row.date.isoformat(), row.rating, row.highest) async for row in rows]


async def test_a_day_is_kept_with_its_last_rating_and_its_highest(table: Table, hub: Hub) -> None:
    day = now_ms() // WEEK_MS * WEEK_MS + 100 * WEEK_MS
    for at, moves in ((day, BLACK_WINS), (day + 1, "b2a1b3a2c3a3"), (day + 86_400_000, BLACK_WINS)):
        await _counts(table, hub, at, moves)

    kept = await row("Alice")
    assert kept is not None
    (first, last, highest), (second, now, also) = await _days("Alice")
    assert (first < second, last < highest, highest) == (True, True, 1662)
    assert now == also == round(kept.rating)
    (_, bobs_last, bobs_highest), _ = await _days("Bob")
    assert bobs_highest == max(1338, bobs_last)


async def test_days_from_before_they_were_kept_are_found_in_the_games(
    table: Table, hub: Hub
) -> None:
    day = now_ms() // WEEK_MS * WEEK_MS
    for at, moves in ((day, BLACK_WINS), (day + 1, "b2a1b3a2c3a3"), (day + 86_400_000, BLACK_WINS)):
        await _counts(table, hub, at, moves)
    known = await _days("Alice"), await _days("Bob")
    await RatingDay.objects.all().adelete()
    migration = importlib.import_module("games.players.migrations.0009_profiles_of_kept_games")

    await sync_to_async(migration.add_up)(apps, connection.schema_editor())

    assert (await _days("Alice"), await _days("Bob")) == known
    assert len(known[0]) == 2


async def test_a_rating_is_compared_with_what_it_was_on_a_day(table: Table, hub: Hub) -> None:
    day = now_ms() // WEEK_MS * WEEK_MS
    await _counts(table, hub, day)
    await _counts(table, hub, day + 3 * 86_400_000)
    alice = await Player.objects.filter(name="Alice").aearliest("pk")
    first, second = await sync_to_async(ratings.history)(alice.pk, mnk.Family.THREE)

    async def on(day: date) -> dict[mnk.Family, int]:
        return await sync_to_async(ratings.ratings_on)(alice.pk, day)

    assert await on(first.date - timedelta(days=1)) == {}
    assert await on(first.date + timedelta(days=2)) == {mnk.Family.THREE: first.rating}
    assert await on(second.date) == {mnk.Family.THREE: second.rating}


# --- What does not count ---------------------------------------------------------------------


async def ends(alice: Person, bob: Person, *, by: str) -> None:
    await alice.says(by)
    await all_hear(alice, bob)


@pytest.mark.parametrize(
    ("terms", "moves", "end"),
    [
        (Terms(), "a1a2", "resign"),
        (RATED, "a1", "abort"),
        (RATED, "", "resign"),
        (RATED, "a1", "resign"),
        (RATED, "a1a2", None),
    ],
    ids=["casual", "called off", "no moves", "one move", "goes on"],
)
async def test_such_a_game_does_not_count(
    table: Table, hub: Hub, terms: Terms, moves: str, end: str | None
) -> None:
    game = await table.game(terms=terms)
    alice, bob = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)
    await plays(game, moves, alice, bob)
    if end is not None:
        await ends(alice, bob, by=end)

    await hub.part(Rating).tick(now_ms() + WEEK_MS)

    await alice.hears_nothing()
    assert not await PlayerRating.objects.aexists()


async def test_a_game_of_two_who_have_become_one_person_is_left_uncounted(
    table: Table, hub: Hub
) -> None:
    game, *_ = await won_by_black(table)
    mira = await Player.objects.acreate(name="Mira", kind="account")
    for guest in await players_of(game):
        await Player.objects.filter(pk=guest.pk).aupdate(
            joined_to=mira, joined_ms=1, joined_after=0
        )

    black, _ = await players_of(game)
    assert await hub.read(rating.uncounted_of, black.pk) == [game.slug]
    assert await rating.count(hub, game.slug, at=now_ms()) is False

    assert not await PlayerRating.objects.aexists()
    assert await hub.read(rating.to_be_counted, now_ms()) == []
    assert await hub.read(rating.uncounted_of, black.pk) == []


async def test_a_late_game_counts_when_its_end_may_be_known(table: Table, hub: Hub) -> None:
    """The players' ratings would tell how it ended."""
    watching = Watching(delay=Delay(ms=60_000))
    game = await table.game(terms=RATED, watching=watching)
    alice, bob = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)
    await plays(game, BLACK_WINS, alice, bob)
    await game.arefresh_from_db()

    await hub.part(Rating).tick(game.changed_ms + 59_999)
    assert not await PlayerRating.objects.aexists()

    await hub.part(Rating).tick(game.changed_ms + 60_000)
    assert (await all_hear(alice, bob))["type"] == "rated"


async def test_there_are_no_hints_in_a_rated_game(table: Table) -> None:
    game = await table.game(terms=RATED)
    alice, bob, eve = await table.three(game)

    await alice.says("offer hints")

    await alice.is_refused("noHintsInRated")
    await bob.hears_nothing()
    await eve.hears_nothing()


async def test_a_rematch_counts_as_the_game_before_it_did(table: Table, hub: Hub) -> None:
    _, alice, bob = await won_by_black(table)
    await hub.part(Rating).tick(now_ms())
    await all_hear(alice, bob)
    await alice.says("offer rematch")
    await all_hear(alice, bob)
    await bob.says("accept rematch")
    told = await all_hear(alice, bob)

    rematch = await models.Game.objects.aget(slug=told["game"])

    assert rematch.terms == RATED
    seats = models.Seat.objects.filter(game=rematch).order_by("side")
    assert [(seat.rating, seat.provisional) async for seat in seats] == [
        (1338, True),
        (1662, True),
    ]


# --- Whom a seat is for ----------------------------------------------------------------------


@pytest.mark.parametrize(("points", "is_let_in"), [(1399, False), (1400, True), (1600, True)])
async def test_a_seat_is_for_those_within_its_range(
    table: Table, points: int, is_let_in: bool
) -> None:
    game = await table.invitation(listed=True, terms=Terms(range=RatingRange(1400, 1600)))
    bob = await Player.objects.acreate(name="Bob")
    await rate(bob, points)
    alice = await table.sits(game, mnk.Side.BLACK)

    taking = invitations.take_seat(game.slug, player=bob, visitor=Visitor(bob.pk), at=now_ms())
    if is_let_in:
        await taking
        told = await alice.hears()
        assert told["player"]["rating"] == points
        assert not told["player"]["provisional"]
    else:
        with pytest.raises(errors.OutsideRange) as refusal:
            await taking
        assert refusal.value.sentence == (
            "This game is for players rated 1400 to 1600. Yours is 1399."
        )
        await alice.hears_nothing()


async def test_who_has_no_rating_is_told_how_to_get_one(table: Table) -> None:
    game = await table.invitation(listed=True, terms=Terms(range=RatingRange(1400, 1600)))

    with pytest.raises(errors.OutsideRange) as refusal:
        await table.comes(game)

    assert "after 1 rated game" in refusal.value.sentence


async def test_a_rating_is_that_of_the_family_and_of_the_moment(table: Table) -> None:
    """On other boards nothing is known about them; and a rating that is not used gets rough."""
    bob = await Player.objects.acreate(name="Bob")
    await rate(bob, 1620, deviation=100)
    shown = sync_to_async(ratings.shown_rating)
    at = now_ms()

    assert await shown(bob.pk, mnk.Family.GOMOKU, at) is None
    assert await shown(bob.pk, mnk.Family.THREE, at) == ratings.ShownRating(1620, False)
    late = at + 60 * WEEK_MS
    assert await shown(bob.pk, mnk.Family.THREE, late) == ratings.ShownRating(1620, True)


async def test_the_seat_keeps_the_rating_with_which_its_player_sat_down(
    table: Table, hub: Hub
) -> None:
    _, alice, bob = await won_by_black(table)
    await hub.part(Rating).tick(now_ms())
    await all_hear(alice, bob)

    fresh = await alice.sees_afresh()

    assert fresh["seats"]["black"]["rating"] is None
    assert fresh["ratings"]["black"]["rating"] == 1662


# --- The process, and the last referee -------------------------------------------------------


async def test_the_process_counts_by_itself(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating_module, "TICK_S", 0.01)
    game = await table.game(terms=RATED)
    alice, bob = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)
    hub.part(Rating).start()

    await plays(game, BLACK_WINS, alice, bob)

    async with asyncio.timeout(PATIENCE_S):
        assert (await all_hear(alice, bob))["type"] == "rated"


async def test_the_end_of_a_game_of_long_ago_is_found(table: Table, hub: Hub) -> None:
    """The server had stopped between the end and the counting; nobody is at the board now."""
    await won_by_black(table)
    await table.leave()

    await hub.part(Rating).tick(now_ms() + WEEK_MS)

    assert await PlayerRating.objects.acount() == 2


async def test_a_rated_game_is_public_by_constraint(hub: Hub) -> None:
    make = sync_to_async(models.Game.objects.create_of)
    with pytest.raises(IntegrityError, match="game_rated_is_public"):
        await make(
            mnk.PRESETS["3x3"].variant,
            watching=Watching(Visibility.UNLISTED),
            terms=RATED,
        )


async def test_a_game_that_was_deleted_stops_nobody_elses_counting(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, alice, bob = await won_by_black(table)
    monkeypatch.setattr(rating, "to_be_counted", lambda at: ["nosuchgame", game.slug])

    await hub.part(Rating).tick(now_ms())

    assert (await all_hear(alice, bob))["type"] == "rated"
