"""While nothing can be kept, everything can still be read, and whoever asks for more is told so."""

import logging
import sqlite3
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.db import DatabaseError, OperationalError, ProgrammingError, connections
from django.db.backends.signals import connection_created
from django.test import AsyncClient
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import Settings

from games import mnk
from games.http import refusing
from games.http.refusing import _Spell
from games.play import errors, models
from games.play.clock import now_ms
from games.play.failing import refusal_of
from games.play.hub import Hub
from games.play.models import WriteAttempt
from games.play.watching import Visibility, Watching
from games.players.models import Player
from games.review.models import DailyPuzzle, Study
from tests.pages.browser import Browser
from tests.people import Table, plays
from tests.puzzles.puzzlegames import finished, kept
from tests.readonly import Disk

NOT_KEPT = "We couldn’t save this, so nothing has changed. Try again in a moment."


@pytest_asyncio.fixture
async def disk(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Disk]:
    """The database's disk, which may fill."""
    monkeypatch.setattr(refusing, "_spell", _Spell())
    disk = Disk()
    await sync_to_async(connections.close_all)()  # the hub of this test has none open yet
    connection_created.connect(disk.watch)
    yield disk
    disk.is_full = False
    connection_created.disconnect(disk.watch)
    await sync_to_async(connections.close_all)()


class Attempted(AsyncClient):
    """A client that is answered as a browser is when a view has failed."""

    def __init__(self) -> None:
        super().__init__(raise_request_exception=False)


def _reads(patterns: list[URLPattern | URLResolver], before: str = "") -> list[str]:
    """The names of all addresses of pages and of the API."""
    names: list[str] = []
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if not route.startswith("admin/"):
                names += _reads(pattern.url_patterns, route)
        else:
            names.append(route)
    return names


ANSWERED = {
    # Routes with an example of each part.
    "<slug:ending>": "txt",
    "<str:word>": "3x3",
    "<int:line>": "1",
    "<int:ply>": "1",
}


async def test_no_address_writes_when_it_is_read(disk: Disk, table: Table) -> None:
    game = await table.game()
    alice, bob, _ = await table.three(game)
    await plays(game, "b2a1", alice, bob)
    over = await sync_to_async(finished)(mnk.PRESETS["3x3"].variant, "a1a2b1b2c1")
    puzzle = await sync_to_async(kept)(mnk.position_from_line("4x3x3-freestyle/1O2/3X/1X2/O"))
    maker = Browser()
    await maker.sends("/studies/import", text="a1 b2")
    study = await Study.objects.afirst()
    assert puzzle is not None
    client = Attempted()
    client.cookies = maker.client.cookies
    slugs = {
        "puzzle/": [puzzle.slug],
        "study/": [study.slug] if study else ["none"],
        "player/": await _people(),
        "": [game.slug, over.slug],
    }
    routes = [route for route in _reads(get_resolver().url_patterns) if "<str:key>" not in route]
    disk.is_full = True

    asked = 0
    for route in routes:
        if route == "readyz":  # it says whether something can be written, by writing something
            continue
        part = next(part for part in slugs if part in route)
        for slug in slugs[part]:
            path = "/" + route
            for name, example in (ANSWERED | {"<slug:slug>": slug}).items():
                path = path.replace(name, example)
            answer: Any = await client.get(path)
            assert answer.status_code in (200, 302, 400, 401, 403, 404, 405, 409, 415), (
                path,
                answer.status_code,
                answer.content[:300],
            )
            asked += answer.status_code == 200
    assert asked > 40
    assert not await DailyPuzzle.objects.aexists()
    assert not await models.TvChannel.objects.aexists()


@sync_to_async
def _people() -> list[str]:
    return list(Player.objects.values_list("slug", flat=True)[:2])


async def test_what_cannot_be_kept_is_refused_with_a_sentence(
    disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    alice = Browser(AsyncClient(enforce_csrf_checks=True, raise_request_exception=False))
    await alice.sends("/name", name="Alice")
    address = await alice.starts(invite="open")
    bob = Browser(AsyncClient(enforce_csrf_checks=True, raise_request_exception=False))
    await bob.sends("/name", name="Bob")
    disk.is_full = True

    with caplog.at_level(logging.WARNING):
        for path, fields in (
            ("/games/new", {"preset": "3x3"}),
            ("/name", {"name": "Zoe"}),
            (f"{address}join", {}),
            ("/pair", {"preset": "3x3", "control": "5+0"}),
            ("/studies/import", {"text": "a1 b2"}),
        ):
            refused: Any = await bob.sends(path, 503, **fields)
            # Whether a game's own change was kept may be unknown: then the answer says so.
            sentences = (NOT_KEPT, errors.DatabaseAway.sentence)
            assert any(each in refused.content.decode() for each in sentences), path
            assert int(refused["Retry-After"]) > 0
    said = [each.getMessage() for each in caplog.records if "database_away" in each.getMessage()]
    assert len(said) == 1

    disk.is_full = False
    await bob.sends(f"{address}join")
    data = (await bob.opens(address)).data["game-data"]
    assert {data["snapshot"]["seats"][side]["name"] for side in ("black", "white")} == {
        "Alice",
        "Bob",
    }


async def test_programs_are_refused_in_json(disk: Disk) -> None:
    client = Attempted()
    disk.is_full = True

    refused: Any = await client.post(
        "/api/games", b'{"preset": "3x3"}', content_type="application/json"
    )

    assert refused.status_code == 503
    assert refused.json() == {"code": "notKept", "sentence": NOT_KEPT, "field": None}


async def test_a_watch_link_that_cannot_be_kept_is_no_fault(disk: Disk, table: Table) -> None:
    game = await table.game(watching=Watching(Visibility.PRIVATE))
    link = f"/game/{game.slug}/watch/{game.watch_key}/"
    client = Attempted()
    disk.is_full = True
    assert (await client.get(link)).status_code == 503
    disk.is_full = False
    assert (await client.get(link)).status_code == 302


async def test_a_line_of_the_chat_that_cannot_be_kept_is_refused(disk: Disk, table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    disk.is_full = True
    said = await alice.says("say", room="players", text="Hello")
    refused = await alice.hears()
    assert (refused["type"], refused["code"], refused["id"]) == ("rejected", "notKept", said)
    disk.is_full = False
    await alice.says("say", id=said, room="players", text="Hello")
    for person in (alice, bob):
        assert (await person.hears())["type"] == "said"
    await eve.hears_nothing()


async def test_tv_stays_with_its_game_though_that_cannot_be_kept(disk: Disk, table: Table) -> None:
    first = await table.live_game()
    now = now_ms()
    await models.Game.objects.filter(pk=first.pk).aupdate(changed_ms=now - 60_000)
    disk.is_full = True
    assert (await Browser().opens("/tv/3x3")).data["tv-data"]["game"] == first.slug
    disk.is_full = False
    second = await table.live_game()
    await models.Game.objects.filter(pk=second.pk).aupdate(changed_ms=now)
    disk.is_full = True
    assert (await Browser().opens("/tv/3x3")).data["tv-data"]["game"] == first.slug
    assert not await models.TvChannel.objects.aexists()


async def test_readiness_tries_a_write(
    disk: Disk, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.INAROW_HAS_BOTS = False
    monkeypatch.setattr("games.ops.health.WRITE_EVERY_S", 0)

    async def missing() -> list[str]:
        answer: Any = await AsyncClient().get("/readyz")
        assert (answer.status_code == 200) is answer.json()["ready"]
        return list(answer.json()["missing"])

    assert await missing() == []
    disk.is_full = True
    assert await missing() == ["The database cannot be written: is the disk full?"]
    disk.is_full = False
    assert await missing() == []


async def test_a_flood_of_readiness_is_no_flood_of_writes(disk: Disk, settings: Settings) -> None:
    settings.INAROW_HAS_BOTS = False
    for _ in range(20):
        assert (await AsyncClient().get("/readyz")).status_code == 200
    assert (await WriteAttempt.objects.aget()).number < 20


def _failure(cause: Exception, kind: type[DatabaseError] = OperationalError) -> DatabaseError:
    failure = kind(str(cause))
    failure.__cause__ = cause
    return failure


def _of_sqlite(statement: str) -> DatabaseError:
    try:
        sqlite3.connect(":memory:").execute(statement)
    except sqlite3.Error as error:
        return _failure(error)
    raise AssertionError("it was carried out")


def test_a_fault_of_ours_stays_one() -> None:
    assert refusal_of(_of_sqlite("SELECT * FROM nowhere")) is None
    assert refusal_of(_of_sqlite("SELEKT")) is None
    assert refusal_of(ProgrammingError("no such column")) is None
    assert refusal_of(ValueError("7")) is None


def test_where_the_answer_may_be_lost_nobody_is_told_that_nothing_has_changed() -> None:
    class Lost(Exception):
        sqlstate = "57P01"

    class Full(Exception):
        sqlstate = "53100"

    assert isinstance(refusal_of(_failure(Lost())), errors.DatabaseAway)
    assert isinstance(refusal_of(OperationalError("server closed")), errors.DatabaseAway)
    assert isinstance(refusal_of(_failure(Full())), errors.NotKept)
    assert isinstance(refusal_of(_failure(Full()), reads=True), errors.CannotRead)


def test_the_log_says_once_a_spell_that_people_are_refused(
    caplog: pytest.LogCaptureFixture,
) -> None:
    times = iter((0.0, 0.0, 30.0, 30.0, 89.0, 89.0, 149.0, 149.0))
    spell = _Spell(times.__next__)
    with caplog.at_level(logging.WARNING):
        for _ in range(4):
            spell.note(OperationalError("full"))
    assert len(caplog.records) == 2
