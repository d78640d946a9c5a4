"""The leaderboard: accounts that play and whose rating has settled, the visitor, and bots apart."""

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import mnk
from games.accounts import signing
from games.mnk.clock import DAY
from games.play.clock import now_ms
from games.play.hub import Hub
from games.players import leaderboard, ratings
from games.players.models import BotRating, Kind, Player, PlayerRating, RatingDay
from tests.accounts.test_signing import signs_up
from tests.pages.browser import Browser

GOMOKU = mnk.Family.GOMOKU


def account(name: str) -> Player:
    return signing.make_player(User.objects.create(username=name))


def rate(
    player: Player,
    points: float,
    *,
    games: int = 40,
    deviation: float = 60,
    days_ago: int = 3,
    family: mnk.Family = GOMOKU,
    then: int | None = None,
) -> None:
    """`then` is what the rating was 40 days ago."""
    at = now_ms()
    PlayerRating.objects.create(
        player=player,
        family=family,
        rating=points,
        deviation=deviation,
        games=games,
        counted_ms=at - days_ago * DAY,
    )
    if then is not None:
        date = ratings.date_of(at) - timedelta(days=40)
        RatingDay.objects.create(player=player, family=family, date=date, rating=then, highest=then)


def _people() -> None:
    rate(account("Lena"), 1902.4, games=431, then=1888)
    rate(account("Petr"), 1877.0, then=1883)
    rate(account("Kai"), 1760.6)
    for name, lacks in (
        ("Few", {"games": 29}),
        ("Rough", {"deviation": 101.0}),
        ("Away", {"days_ago": 31}),
        ("Elsewhere", {"family": mnk.Family.TEN}),
    ):
        rate(account(name), 2000, **lacks)
    rate(Player.objects.create(name="A guest"), 2000)
    bot = Player.objects.create(name="Club", kind=Kind.BOT, level="club")
    BotRating.objects.create(
        player=bot, family=GOMOKU, rating=2100, deviation=55, games=60, people=9, at_ms=1
    )


@pytest.mark.django_db
def test_the_best_are_named_with_what_they_did_lately_in_one_query() -> None:
    _people()
    with CaptureQueriesContext(connection) as queries:
        best = leaderboard.best(GOMOKU, now_ms())
    assert [(each.rank, each.name, each.rating, each.change, each.games) for each in best] == [
        (1, "Lena", 1902, 14, 431),
        (2, "Petr", 1877, -6, 40),
        (3, "Kai", 1761, None, 40),
    ]
    assert len(queries) == 1


@pytest.mark.django_db
def test_a_leaderboard_is_read_from_its_index_in_order() -> None:
    """Of 10,000 accounts the best are found without a look at the others."""
    _people()
    rows = leaderboard._listed(GOMOKU, now_ms()).order_by("-rating", "pk")[: leaderboard.MOST]
    plan = rows.explain()
    assert "player_rating_ranked" in plan
    assert "USE TEMP B-TREE FOR ORDER BY" not in plan.replace("LAST TERM OF ", "")


@pytest.mark.django_db
def test_who_is_not_named_learns_their_place_or_what_is_missing() -> None:
    _people()
    at = now_ms()
    for number in range(leaderboard.MOST):
        rate(account(f"Better {number}"), 1800 + number)
    kai, few, away, rough = (
        Player.objects.get(name=name) for name in ("Kai", "Few", "Away", "Rough")
    )
    assert len(leaderboard.best(GOMOKU, at)) == leaderboard.MOST
    mine = leaderboard.standing(kai.pk, GOMOKU, at)
    assert mine is not None
    assert (mine.rank, mine.rating.rating, mine.games) == (leaderboard.MOST + 3, 1761, 40)
    for player, missing, lately in ((few, 1, True), (away, 0, False), (rough, 0, True)):
        found = leaderboard.standing(player.pk, GOMOKU, at)
        assert found is not None
        assert (found.rank, found.games_missing, found.has_played_lately) == (None, missing, lately)
    assert leaderboard.standing(kai.pk, mnk.Family.TEN, at) is None


@pytest.mark.django_db
def test_who_has_a_place_has_played_lately_to_the_very_moment() -> None:
    mira, at = account("Mira"), now_ms()
    rate(mira, 1500)
    for ago_ms, place in ((0, (1, True)), (1, (None, False))):
        PlayerRating.objects.update(counted_ms=leaderboard._since(at) - ago_ms)
        found = leaderboard.standing(mira.pk, GOMOKU, at)
        assert found is not None
        assert (found.rank, found.has_played_lately) == place


async def test_the_page_shows_people_and_bots_apart(hub: Hub) -> None:
    await sync_to_async(_people)()
    page = await Browser().opens("/leaderboard/")
    people, _, bots = page.text.partition("Bots")
    assert "Lena" in people
    assert "+14" in people
    assert "−6" in people
    for name in ("Few", "Rough", "Away", "Elsewhere", "A guest", "Club"):
        assert name not in people, name
    assert "Club" in bots
    assert "±110" in bots
    assert "60 games" in bots
    assert "Elsewhere" in (await Browser().opens("/leaderboard/?family=10x10")).text


async def test_an_empty_leaderboard_says_how_to_be_the_first(hub: Hub) -> None:
    assert "you’re the first" in (await Browser().opens("/leaderboard/?family=small")).text
    assert "no boards of that name" in (await Browser().opens("/leaderboard/?family=x", 404)).text


async def test_my_row_is_pinned_with_what_i_lack(hub: Hub) -> None:
    await sync_to_async(_people)()
    browser = Browser()
    await browser.starts()
    await signs_up(browser, "Mira")
    mira = await Player.objects.aget(kind=Kind.ACCOUNT, name="Mira")
    await sync_to_async(rate)(mira, 1610, games=7, deviation=150)
    page = (await browser.gets("/leaderboard/")).content.decode()
    assert page.index("Kai") < page.index('class="me"') < page.index("Mira", page.index('"me"'))
    assert "You’ll be listed after 23 more rated games." in page
    await PlayerRating.objects.filter(player=mira).aupdate(games=50)
    assert "as soon as your rating has settled" in (await browser.opens("/leaderboard/")).text
    await PlayerRating.objects.filter(player=mira).aupdate(deviation=60, counted_ms=1)
    assert "Play a rated game" in (await browser.opens("/leaderboard/")).text
    await PlayerRating.objects.filter(player=mira).aupdate(counted_ms=now_ms())
    page = (await browser.gets("/leaderboard/")).content.decode()
    assert page.count('class="me"') == 1


async def test_a_guest_is_told_that_an_account_is_listed(hub: Hub) -> None:
    browser = Browser()
    await browser.starts()
    guest = await Player.objects.aget(kind=Kind.GUEST)
    await sync_to_async(rate)(guest, 1540, family=mnk.Family.SMALL)
    page = await browser.opens("/leaderboard/")  # their own boards
    assert "Guests aren’t listed" in page.text
    assert "1540" in page.text


async def test_a_name_is_text_here_too(hub: Hub) -> None:
    await sync_to_async(lambda: rate(account("<b>Bold</b>"), 1900))()
    page = (await Browser().gets("/leaderboard/")).content.decode()
    assert "&lt;b&gt;Bold&lt;/b&gt;" in page
    assert "<b>Bold" not in page


async def test_a_players_page_says_whose_rating_it_is(hub: Hub) -> None:
    await sync_to_async(_people)()
    guest, lena = await Player.objects.aget(name="A guest"), await Player.objects.aget(name="Lena")
    club = await Player.objects.aget(name="Club")
    page = await Browser().opens(f"/player/{guest.slug}/")
    assert "A guest’s rating belongs to one browser." in page.text
    assert ", a guest’s" in page.text
    plain = await Browser().opens(f"/player/{lena.slug}/")
    assert "guest’s" not in plain.text
    assert (
        "/leaderboard/?family=gomoku"
        in (await Browser().gets(f"/player/{lena.slug}/")).content.decode()
    )
    assert "±110 by 60 games" in (await Browser().opens(f"/player/{club.slug}/")).text
