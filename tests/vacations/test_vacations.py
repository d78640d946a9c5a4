"""Vacations: Bob is away, his clocks stand still, and they go on when he is back."""

import asyncio
from collections.abc import Callable, Iterator

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.db import IntegrityError

from games import mnk
from games.mnk.clock import DAY, HOUR, MINUTE
from games.pages import vacation
from games.play import clock, errors, protocol
from games.play.clock import now_ms
from games.play.hub import Hub
from games.players.models import Player
from games.vacations import vacations
from games.vacations.models import StoppedGame, Vacation
from games.workers.vacations import Vacations
from tests.ahead.test_ahead import Days
from tests.pages.browser import Browser
from tests.people import PATIENCE_S, Table

pytestmark = pytest.mark.django_db(transaction=True)

BLACK, WHITE = mnk.Side
Passes = Callable[[int], None]


@pytest.fixture
def passes() -> Iterator[Passes]:
    """Lets this many milliseconds pass, for everything that asks what time it is."""
    base = clock.base_ms()
    yield lambda ms: clock.use_base(clock.base_ms() + ms)
    clock.use_base(base)


@pytest_asyncio.fixture
async def days(table: Table, hub: Hub) -> Days:
    """Alice (black) and Bob (white) have a day for each move; it is Bob's turn, his clock runs."""
    alice, bob = Browser(), Browser()
    address = await alice.starts(side="black", preset="15x15", clock="1d")
    await bob.sends(address + "join")
    made = Days(hub, alice, bob, address)
    await made.plays("h8", "i9", "g8")
    return made


async def _goes(browser: Browser, days: object) -> str:
    await browser.opens("/settings/")
    await browser.sends("/settings/vacation", days=days)
    return (await browser.opens("/settings/")).text


async def _is_paused(days: Days) -> bool:
    return bool((await days.game()).state.is_paused)


async def test_no_time_runs_out_while_somebody_is_away_and_theirs_is_left_afterwards(
    days: Days, hub: Hub, passes: Passes
) -> None:
    passes(23 * HOUR)
    text = await _goes(days.bob, 7)
    assert "On vacation until" in text
    worker = Vacations(hub)
    await worker.tick()
    assert await _is_paused(days)

    passes(6 * DAY)
    await worker.tick()
    assert await _is_paused(days)
    assert not (await days.game()).state.is_over

    passes(2 * DAY)
    await worker.tick()
    game = await days.game()
    assert not game.state.is_paused
    assert HOUR - 60_000 < game.due_ms - now_ms() <= HOUR  # as before
    assert not await StoppedGame.objects.aexists()
    await days.plays("j10", "k11")
    # The next turn has its whole day.
    assert DAY - 60_000 < (await days.game()).due_ms - now_ms() <= DAY


async def test_a_worker_that_was_started_stops_the_clocks_by_itself(
    days: Days, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.workers.vacations.TICK_S", 0.01)
    await Vacations(hub).start()
    await _goes(days.bob, 7)

    async with asyncio.timeout(PATIENCE_S):
        while not await _is_paused(days):  # noqa: ASYNC110  # nobody tells
            await asyncio.sleep(0.01)


async def test_whoever_goes_away_again_and_again_gains_nothing(
    days: Days, hub: Hub, passes: Passes
) -> None:
    worker = Vacations(hub)
    for hours in (10, 10, 3):
        passes(hours * HOUR)
        await _goes(days.bob, 3)
        await worker.tick()
        stopped = (await days.game()).state.clock
        assert stopped.left_at(WHITE, now_ms()).main_ms > 0
        passes(20 * HOUR)
        await days.bob.sends("/settings/vacation/end")
        await worker.tick()
    game = await days.game()
    assert HOUR - 60_000 < game.due_ms - now_ms() <= HOUR
    passes(HOUR + MINUTE)
    assert (await days.game()).state.is_time_up(now_ms())


async def test_nobody_flees_a_flag(days: Days, hub: Hub, passes: Passes) -> None:
    passes(DAY + 1)
    await _goes(days.bob, 3)
    await Vacations(hub).tick()
    assert not await _is_paused(days)
    assert not await StoppedGame.objects.aexists()
    assert (await days.game()).state.is_time_up(now_ms())


async def test_what_is_left_is_told_while_they_are_away(
    days: Days, hub: Hub, passes: Passes, table: Table
) -> None:
    passes(23 * HOUR)
    zoe = await table.comes_to(f"/ws/game/{days.slug}/", "Zoe")
    assert (await zoe.hears())["type"] == "welcome"
    assert (await zoe.hears())["vacation"] is None
    await _goes(days.bob, 3)
    worker = Vacations(hub)
    await worker.tick()

    told = await zoe.hears()
    assert (told["type"], told["vacation"]) == ("paused", "white")
    assert told["clock"]["white"]["periods"] == 0
    assert HOUR - 60_000 < told["clock"]["white"]["mainMs"] <= HOUR
    assert (await zoe.sees_afresh())["vacation"] == "white"

    await days.bob.sends("/settings/vacation/end")
    await worker.tick()
    assert (await zoe.hears())["type"] == "resumed"
    assert (await zoe.sees_afresh())["vacation"] is None


async def test_a_turn_that_begins_while_somebody_is_away_stands_still_and_not_their_opponents(
    days: Days, hub: Hub
) -> None:
    await days.plays("j10")  # now it is Alice's turn
    await _goes(days.bob, 3)
    worker = Vacations(hub)
    await worker.tick()
    assert not await _is_paused(days)

    await days.plays("k11")
    await worker.tick()

    assert await _is_paused(days)


async def test_whoever_comes_back_early_plays_on(days: Days, hub: Hub) -> None:
    await _goes(days.bob, 30)
    worker = Vacations(hub)
    await worker.tick()

    await days.bob.sends("/settings/vacation/end")
    await worker.tick()

    assert not await _is_paused(days)
    assert "Stop my clocks" in (await days.bob.opens("/settings/")).text
    await worker.tick()
    assert not await _is_paused(days)


async def test_nobody_lets_a_game_go_on_while_somebody_is_on_vacation(days: Days, hub: Hub) -> None:
    await _goes(days.bob, 3)
    await Vacations(hub).tick()
    for side, sentence in ((BLACK, "is on vacation. The game"), (WHITE, "You’re on vacation.")):
        with pytest.raises(errors.OnVacation, match=sentence):
            await days.does(side, protocol.Resume)
    assert await _is_paused(days)


async def test_whoever_is_away_may_resign_or_agree_to_a_draw(days: Days, hub: Hub) -> None:
    await _goes(days.bob, 3)
    await Vacations(hub).tick()
    await days.does(BLACK, protocol.MakeOffer, what=mnk.Offer.DRAW)
    await days.does(WHITE, protocol.AcceptOffer, what=mnk.Offer.DRAW)
    assert (await days.game()).state.is_over


async def test_a_pause_that_was_agreed_stays_when_a_vacation_ends(days: Days, hub: Hub) -> None:
    await days.does(BLACK, protocol.MakeOffer, what=mnk.Offer.PAUSE)
    await days.does(WHITE, protocol.AcceptOffer, what=mnk.Offer.PAUSE)
    await _goes(days.bob, 3)
    worker = Vacations(hub)
    await worker.tick()
    await days.bob.sends("/settings/vacation/end")

    await worker.tick()

    assert await _is_paused(days)


async def test_a_worker_that_dies_between_leaves_no_game_standing_for_good(
    days: Days, hub: Hub
) -> None:
    await _goes(days.bob, 3)
    bob = await Player.objects.aget(vacations__isnull=False)
    await hub.read(vacations.note_stopped, days.slug, bob.pk)  # and then it died
    worker = Vacations(hub)
    await worker.tick()
    assert await _is_paused(days)
    await days.bob.sends("/settings/vacation/end")

    await worker.tick()

    assert not await _is_paused(days)


async def test_a_game_that_ends_meanwhile_is_forgotten(days: Days, hub: Hub) -> None:
    await _goes(days.bob, 3)
    worker = Vacations(hub)
    await worker.tick()
    await days.does(BLACK, protocol.Resign)

    await worker.tick()

    assert not await StoppedGame.objects.aexists()


async def test_the_opponent_is_told_on_the_games_page(days: Days) -> None:
    await _goes(days.bob, 3)

    page = await days.alice.gets(days.address)

    assert b"is on vacation until" in page.content


async def test_a_game_with_a_clock_of_minutes_goes_on(table: Table, hub: Hub) -> None:
    alice, bob = Browser(), Browser()
    address = await alice.starts(side="black", preset="15x15", clock="5+3")
    await bob.sends(address + "join")
    game = Days(hub, alice, bob, address)
    await game.plays("h8", "i9", "g8")
    await _goes(bob, 3)

    await Vacations(hub).tick()

    assert not await _is_paused(game)


@pytest.mark.parametrize("asked", [0, 31, -1, "", "x", "9" * 50, "٣"])
async def test_a_vacation_of_no_such_length_is_refused(days: Days, asked: object) -> None:
    assert "Choose 1 to 30 days." in await _goes(days.bob, asked)
    assert not await Vacation.objects.aexists()


async def test_a_year_has_only_so_many_days_of_vacation(days: Days, passes: Passes) -> None:
    await _goes(days.bob, 30)
    assert "already" in await _goes(days.bob, 3)
    passes(31 * DAY)
    assert "You have 15 of 45 days left this year." in await _goes(days.bob, 16)
    assert "On vacation until" in await _goes(days.bob, 15)
    passes(16 * DAY)
    assert "no days of vacation left" in (await days.bob.opens("/settings/")).text
    passes(350 * DAY)
    assert "30 days" in (await days.bob.opens("/settings/")).text


async def test_all_the_days_that_are_left_are_offered(
    days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = await Player.objects.acreate(name="Bob")
    monkeypatch.setattr(vacations, "DAYS_A_YEAR", 14)

    shown = await sync_to_async(vacation.card)(bob)

    assert shown == {"vacation": {"until": "", "left": 14, "days": [3, 7, 14]}}


async def test_a_stranger_goes_nowhere() -> None:
    eve = Browser()
    await eve.opens("/settings/")

    await eve.sends("/settings/vacation", 403, days=3)
    await eve.sends("/settings/vacation/end", 403)

    assert not await Vacation.objects.aexists()


def test_a_vacation_that_ends_before_it_began_is_refused() -> None:
    bob = Player.objects.create(name="Bob")

    with pytest.raises(IntegrityError, match="vacation_ends_after_it_began"):
        Vacation.objects.create(player=bob, began_ms=2, until_ms=1)


async def test_a_vacation_takes_at_least_a_day_and_no_more_than_there_are(
    table: Table, hub: Hub
) -> None:
    bob = await Player.objects.acreate(name="Bob")
    for wrong in (0, -1, vacations.MOST_DAYS + 1):
        with pytest.raises(vacations.BadDays):
            await sync_to_async(vacations.go)(bob.pk, wrong, now_ms())
    eve = await Player.objects.acreate(name="Eve")
    for player, days in ((bob, 1), (eve, vacations.MOST_DAYS)):
        await sync_to_async(vacations.go)(player.pk, days, now_ms())
        assert await Vacation.objects.filter(player=player).acount() == 1
