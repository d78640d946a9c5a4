"""Who may ask for how much: every address, from one network and from another."""

import asyncio
import logging
import re
import threading
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import AsyncClient, AsyncRequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from pytest_django import Settings

from config.limiting import Limits
from games import limits
from games.accounts import hashing
from games.players.models import Player
from tests.live import parts
from tests.pages.browser import Browser, check_headers, letters

FLOODER, BYSTANDER = "203.0.113.7", "198.51.100.9"
pytestmark = pytest.mark.usefixtures("hub")


@pytest.fixture(autouse=True)
def only(settings: Settings) -> Any:
    """Switches on what a test is about, and nothing else."""

    def switch(what: str) -> None:
        settings.INAROW_LIMITS = limits.configured(f"off,{what}")

    return switch


class From(AsyncClient):
    """A client at an address of its own."""

    def __init__(self, address: str, *, checks: bool = False) -> None:
        super().__init__(enforce_csrf_checks=checks)
        self._address = address

    def _base_scope(self, **request: Any) -> dict[str, Any]:
        scope: dict[str, Any] = super()._base_scope(**request)  # type: ignore[misc]  # Django's own
        return {**scope, "client": (self._address, 1234)}


def _client(address: str = FLOODER) -> AsyncClient:
    return From(address)


# --- The tables ----------------------------------------------------------------------------------


def _routes(
    patterns: list[Any] | None = None, prefix: str = "/"
) -> Iterator[tuple[str, str, URLPattern]]:
    """The names of all addresses but the admin's, what they begin with, and their patterns."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(each, URLResolver):
            if each.namespace != "admin":
                yield from _routes(each.url_patterns, f"{prefix}{each.pattern}")
        else:
            yield str(each.name), prefix, each


ARGUMENTS = {
    "slug": "abcdefgh",
    "key": "k",
    "ply": "1",
    "line": "1",
    "ending": "sgf",
    "word": "best",
    "language": "fr",
    "digest": "0",
    "pk": "1",
    "number": "1",
    "token": "1:x",
    "provider_id": "club",
    "uidb36": "1",
}


def _sentence(answer: HttpResponse) -> str:
    return limits.TooManyRequests("pages", int(answer["Retry-After"])).sentence


def _tells_to_wait(answer: HttpResponse) -> bool:
    return int(answer["Retry-After"]) >= 1 and _sentence(answer).encode() in answer.content


async def test_every_address_that_changes_something_says_what_it_costs() -> None:
    client, found = _client(), set()
    for name, prefix, pattern in _routes():
        path = _address(prefix, pattern)
        answer: Any = await client.post(path)
        if answer.status_code != 405:
            found.add(name)
            assert name in limits.WRITES, f"{name} ({path}) takes POST: add it to limits.WRITES."
    assert len(found) > 25


def _address(prefix: str, pattern: URLPattern) -> str:
    """An address that this pattern matches."""
    route = prefix + str(pattern.pattern)
    for found in re.findall(r"<(?:\w+:)?\w+>|\(\?P<\w+>[^)]+\)", route):
        name = re.findall(r"\w+", found.partition(">")[0])[-1]
        route = route.replace(found, ARGUMENTS[name])
    return route.replace("^", "").replace("$", "")


def test_the_tables_name_addresses_that_are_there_and_kinds_that_are_limited() -> None:
    names = {name for name, *_ in _routes()}
    assert set(limits.READS) | set(limits.WRITES) <= names
    assert set(limits.READS.values()) | set(limits.WRITES.values()) <= set(limits.DEFAULTS)


def test_the_page_for_hosts_has_the_table_as_it_is() -> None:
    page = (parts.ROOT / "docs" / "hosting.md").read_text()
    assert dict(re.findall(r"^\| `(\w+)` \| (\d+/[\w ]+) \|", page, re.M)) == limits.DEFAULTS


@pytest.mark.parametrize(
    "text", ["games", "games=", "games=many", "games=0/minute", "gmaes=1/minute", "chat=1/s;2/h"]
)
def test_a_setting_that_means_nothing_is_told(text: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        limits.configured(text)


# --- Each of them holds, and for one network only ------------------------------------------------

GETS = {
    "pages": "/watch",
    "api": "/api/presets",
    "searches": "/games",
    "proofs": "/proof",
    "archives": "/games/mine.zip",
    "records": "/game/abcdefgh/record.sgf",
    "pictures": "/position.svg?p=3x3x3",
    "animations": "/game/abcdefgh/game.gif",
}
POSTS = {
    "games": "/games/new",
    "seats": "/game/abcdefgh/join",
    "seeks": "/pair",
    "names": "/name",
    "reports": "/chat/1/report",
    "subscriptions": "/notices/subscribe",
    "people": "/follow/abcdefgh",
    "imports": "/studies/import",
    "studies": "/studies",
    "looks": "/game/abcdefgh/look-again",
    "reviews": "/api/games/abcdefgh/review",
    "assessments": "/api/assessments",
    "puzzles": "/puzzle/abcdefgh/try",
    "changes": "/admin/logout/",
    "signups": "/account/signup/",
    "recoveries": "/account/password/reset/",
}
ELSEWHERE = {"guests", "accounts", "signins", "letters", "chat", "asks"}
"""They have tests of their own."""


def test_every_kind_has_a_test_below() -> None:
    assert {*GETS, *POSTS, *ELSEWHERE} == set(limits.DEFAULTS)


@pytest.mark.parametrize(
    ("kind", "method", "path"),
    [
        *((kind, "GET", path) for kind, path in GETS.items()),
        *((kind, "POST", path) for kind, path in POSTS.items()),
    ],
)
async def test_a_flood_is_stopped_and_others_notice_nothing(
    only: Any, kind: str, method: str, path: str
) -> None:
    only(f"{kind}=3/day")
    flooder, bystander = _client(), _client(BYSTANDER)
    for _ in range(3):
        answer: Any = await flooder.generic(method, path)
        assert answer.status_code != 429, answer.content
    for _ in range(3):
        answer = await flooder.generic(method, path)
        assert answer.status_code == 429
        assert _tells_to_wait(answer)
        assert answer["Cache-Control"] == "no-store"
        check_headers(answer)
    answer = await bystander.generic(method, path)
    assert answer.status_code != 429
    assert (await flooder.get("/readyz")).status_code != 429


@pytest.mark.parametrize("kind", limits.DEFAULTS)
async def test_by_default_a_flood_ends_soon(settings: Settings, kind: str) -> None:
    settings.INAROW_LIMITS = limits.configured("")
    allowed = settings.INAROW_LIMITS[kind].amount
    # Where one window ends and the next begins, up to twice as many may pass.
    done = [await _spends(kind) for _ in range(2 * allowed + 1)]
    assert allowed <= sum(each is None for each in done) <= 2 * allowed
    await limits.spend(kind, BYSTANDER)


async def test_a_class_of_thirty_behind_one_address_plays_at_once(settings: Settings) -> None:
    settings.INAROW_LIMITS = limits.configured("")
    for _ in range(30):
        pupil = Browser(From(FLOODER, checks=True))
        game = await pupil.starts(bot="novice", preset="3x3")
        await pupil.opens(game)


async def test_new_guests_are_counted_wherever_they_are_made(only: Any) -> None:
    only("guests=2/day")
    told = [
        (await _client().post("/games/new", {"preset": "3x3", "invite": "open"})).status_code,
        (await _client().post("/api/pair", {"preset": "3x3"}, "application/json")).status_code,
        (await _client().post("/name", {"name": "Mallory"})).status_code,
        (await _client().post("/api/games", {"preset": "3x3"}, "application/json")).status_code,
    ]
    assert told == [302, 201, 429, 429]
    assert await Player.objects.acount() == 2


async def test_who_is_somebody_already_is_no_new_guest(only: Any) -> None:
    only("guests=1/day")
    browser = Browser(From(FLOODER, checks=True))
    for name in ("Alice", "Alina", "Anna"):
        await browser.sends("/name", name=name)


async def test_all_addresses_of_one_home_share(only: Any) -> None:
    only("pages=2/day")
    told = [
        (await _client(f"2001:db8:1:2::{last}").get("/watch")).status_code for last in range(1, 4)
    ]
    assert told == [200, 200, 429]
    assert (await _client("2001:db8:1:3::1").get("/watch")).status_code == 200


async def test_what_is_not_there_counts_among_the_pages(only: Any) -> None:
    only("pages=2/day")
    told = [(await _client().get("/nowhere")).status_code for _ in range(3)]
    assert told == [404, 404, 429]


async def test_a_refusal_costs_nothing_and_keeps_nothing(only: Any) -> None:
    only("games=1/day")
    client = _client()
    for _ in range(3):
        await client.post("/games/new", {"preset": "3x3", "invite": "open"})
    assert await Player.objects.acount() == 1
    assert await Session.objects.acount() == 1


async def test_the_wait_that_is_told_is_enough(only: Any) -> None:
    only("pages=3/second")
    for _ in range(3):
        while (refusal := await _spends("pages")) is None:
            pass
        await asyncio.sleep(refusal.retry_s)
        assert await _spends("pages") is None


async def test_pages_of_one_network_take_turns_and_nobody_else_waits() -> None:
    """Forty readers on one network would otherwise stand between any two steps of a move."""
    under_way: Counter[str] = Counter()
    goes_on, all_who_may = asyncio.Event(), asyncio.Event()

    async def answer(request: HttpRequest) -> HttpResponse:
        assert await middleware.process_view(request, None, (), {}) is None
        under_way[f"{request.META['REMOTE_ADDR']} {request.path}"] += 1
        if under_way.total() == limits.AT_ONCE + 11:
            all_who_may.set()
        await goes_on.wait()
        return HttpResponse()

    def asks(address: str, path: str) -> asyncio.Task[HttpResponse]:
        request = AsyncRequestFactory().get(path, REMOTE_ADDR=address)
        request.META["REMOTE_ADDR"] = address
        request.resolver_match = resolve(path)
        return asyncio.ensure_future(middleware(request))

    middleware = Limits(answer)
    animation = "/game/abc/game.gif"
    asked = [asks(FLOODER, "/") for _ in range(10)]
    asked += [asks(FLOODER, animation) for _ in range(10)]  # these wait in a queue of their own
    asked.append(asks(BYSTANDER, "/"))
    await asyncio.wait_for(all_who_may.wait(), 60)
    for _ in range(10):
        await asyncio.sleep(0)
    assert under_way[f"{FLOODER} /"] == limits.AT_ONCE
    assert under_way[f"{BYSTANDER} /"] == 1

    goes_on.set()
    await asyncio.gather(*asked)
    assert under_way[f"{FLOODER} /"] == 10


async def _spends(kind: str) -> limits.TooManyRequests | None:
    try:
        await limits.spend(kind, FLOODER)
    except limits.TooManyRequests as refusal:
        return refusal
    return None


# --- Signing in to the admin ---------------------------------------------------------------------


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many passwords were being hashed each time hashing one began."""
    now, seen, counting = 0, list[int](), threading.Lock()
    check = PBKDF2PasswordHasher.encode

    def encode(self: PBKDF2PasswordHasher, *args: Any) -> str:
        nonlocal now
        with counting:
            now += 1
            seen.append(now)
        try:
            return check(self, *args)
        finally:
            with counting:
                now -= 1

    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", encode)
    return seen


async def _signs_in(name: str, address: str = FLOODER, password: str = "guess") -> Any:
    return await _client(address).post(
        "/account/login/?next=/admin/", {"login": name, "password": password}
    )


async def test_who_guesses_passwords_is_stopped_before_anything_is_hashed(
    only: Any, hashed: list[int]
) -> None:
    only("signins=3/day")
    await User.objects.acreate_superuser("operator", password="right")
    hashed.clear()
    told = [await _signs_in(f"name{number}") for number in range(6)]
    assert [answer.status_code for answer in told] == [200, 200, 200, 429, 429, 429]
    assert len(hashed) == 3
    assert _tells_to_wait(told[-1])
    check_headers(told[-1])
    assert (await _signs_in("operator", BYSTANDER, "right")).status_code == 302


async def test_one_name_is_not_guessed_at_from_many_networks(only: Any, hashed: list[int]) -> None:
    only("accounts=3/day")
    told = [
        (await _signs_in(name, f"203.0.113.{number}")).status_code
        for number, name in enumerate(("operator", "Operator", "OPERATOR", "operator"))
    ]
    assert told == [200, 200, 200, 429]
    assert (await _signs_in("somebody")).status_code == 200


async def test_a_flood_from_many_networks_hashes_one_at_a_time(hashed: list[int]) -> None:
    async def guesses(number: int) -> None:
        async with ThreadSensitiveContext():  # each in a thread of its own, as on a server
            await _signs_in(f"name{number}", f"203.0.113.{number}")

    await asyncio.gather(*map(guesses, range(8)))
    assert hashed == [1] * len(hashed)
    assert hashed


@pytest.mark.parametrize("waiting", [0, 8])
async def test_who_would_wait_long_for_a_turn_is_asked_to_come_back(
    monkeypatch: pytest.MonkeyPatch, hashed: list[int], waiting: int
) -> None:
    monkeypatch.setattr(hashing, "PATIENCE_S", 0.05 if waiting == 0 else 3600.0)
    monkeypatch.setattr(hashing, "_WAITING", threading.Semaphore(8 - waiting))
    with hashing._HASHING:
        answer = await _signs_in("operator")
    assert answer.status_code == 429
    assert answer["Retry-After"] == "5"
    assert hashed == []


async def test_nobody_s_letter_box_is_flooded(only: Any) -> None:
    only("letters=2/day")
    browser = Browser(From(FLOODER, checks=True))
    await browser.sends("/account/signup/", username="Mira", password1="five stones in a row")
    await browser.sends("/account/reauthenticate/", password="five stones in a row")
    await browser.sends("/account/email/", email="mira@example.org", action_add="")
    told = []
    for _ in range(2):
        cache.clear()  # allauth's own patience
        form = {"email": "MIRA@example.org"}
        told.append((await _client().post("/account/password/reset/", form)).status_code)
    assert told == [302, 302], "a refusal would tell that there is an account"
    assert len(letters()) == 2


# --- How it is told ------------------------------------------------------------------------------


async def test_scripts_and_programs_are_told_in_json(only: Any) -> None:
    only("pages=1/day,api=1/day")
    for path, accept in (("/api/presets", ""), ("/following/now", "application/json")):
        headers = {"accept": accept} if accept else {}
        await _client().get(path, headers=headers)
        answer: Any = await _client().get(path, headers=headers)
        said = answer.json()
        assert answer.status_code == 429
        assert said == {
            "code": "tooManyRequests",
            "sentence": _sentence(answer),
            "field": None,
        }


async def test_people_are_told_on_a_page_and_pictures_in_plain_text(only: Any) -> None:
    only("pages=1/day")
    await _client().get("/watch")
    page: Any = await _client().get("/watch", headers={"accept": "text/html,*/*;q=0.8"})
    assert page["Content-Type"].startswith("text/html")
    assert b">One moment, please</h1>" in page.content
    picture: Any = await _client().get("/position.svg", headers={"accept": "image/avif,image/*"})
    assert picture["Content-Type"].startswith("text/plain")
    assert picture.content.endswith(b" and try again.")


# --- Counting in memory --------------------------------------------------------------------------


async def test_many_networks_take_no_more_memory_than_is_set_aside(
    only: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    only("pages=2/day")
    monkeypatch.setattr(limits, "MOST_COUNTERS", 100)
    memory = limits._counters()._here.storage
    assert isinstance(memory, limits._Memory)
    kept = []
    for number in range(1000):
        await limits.spend("pages", f"network {number}")
        kept.append(len(memory.expirations))
        assert len(memory.storage) <= 100
    assert kept[98:102] == [99, 100, 51, 52], "the older half makes room for one more"
    assert max(kept) == 100
    for number in (940, 999):  # the newest are remembered
        await limits.spend("pages", f"network {number}")
        with pytest.raises(limits.TooManyRequests):
            await limits.spend("pages", f"network {number}")


# --- Counting in Redis ---------------------------------------------------------------------------


@pytest_asyncio.fixture
async def redis(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[parts.Part]:
    """A Redis in which the limits of this test are counted, if slowly on a busy machine."""
    monkeypatch.setattr(limits, "PATIENCE_S", 30.0)
    with parts.breakable_redis() as part:
        settings.REDIS_URL = part.url
        await limits.close()
        yield part
        await limits.close()


async def test_processes_count_together(only: Any, redis: parts.Part) -> None:
    only("games=3/day")

    def elsewhere() -> None:
        """Another process: an event loop of its own, with its own connection."""

        async def there() -> None:
            await limits.spend("games", FLOODER)
            await limits.spend("games", FLOODER)
            await limits.close()

        asyncio.run(there())

    await sync_to_async(elsewhere, thread_sensitive=False)()
    await limits.spend("games", FLOODER)
    with pytest.raises(limits.TooManyRequests) as refusal:
        await limits.spend("games", FLOODER)
    assert refusal.value.retry_s >= 1
    await limits.spend("games", BYSTANDER)
    answer: Any = await _client().post("/games/new")
    assert answer.status_code == 429


async def test_while_redis_is_away_each_process_counts_for_itself(
    only: Any,
    redis: parts.Part,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    only("games=3/day")
    client = _client()
    assert (await client.post("/games/new")).status_code == 400
    redis.crash()
    told = [(await client.post("/games/new")).status_code for _ in range(4)]
    assert told == [400, 400, 400, 429]
    warnings = [r for r in caplog.records if r.levelno == logging.WARNING and "limits" in r.name]
    assert len(warnings) == 1

    monkeypatch.setattr(limits, "AWAY_S", 0.0)
    limits._counters()._shared.away_until = 0.0  # type: ignore[union-attr]  # there is a Redis
    redis.start_again()
    assert (await client.post("/games/new")).status_code == 400  # it has forgotten; it counts again
    assert "limits_counted_in_redis" in caplog.text
