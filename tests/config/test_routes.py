"""Every address: asked by HEAD, and sent everything that is not a proper form or proper JSON."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.test import AsyncClient
from django.urls import URLPattern, URLResolver, get_resolver

from config.headers import FOR_OTHER_SITES
from games import limits
from tests.pages.browser import Browser
from tests.people import Table

TOKEN = "t" * 32
SAMPLES = {"int": "1", "str": "gomoku", "slug": "nobody"}
NAMED = "<slug:slug>"
"""In the addresses of something with a name: the game's is tried in all of them, so that a page of
games is walked over wherever it is."""

_PART = re.compile(r"<(?:(\w+):)?(\w+)>")


def _routes(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, str | None]]:
    """All addresses with their names, except those of the admin, which is Django's."""
    for each in resolver.url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLPattern):
            yield route, each.name
        elif route != "admin/":
            yield from _routes(each, route)


ROUTES = sorted(_routes(get_resolver()), key=str)


POSTED_TO = [(route, name) for route, name in ROUTES if name in limits.WRITES]


def path_of(route: str, game: str) -> str:
    def sample(part: "re.Match[str]") -> str:
        return game if part[0] == NAMED else SAMPLES[part[1] or "str"]

    return "/" + _PART.sub(sample, route)


class Newcomer(AsyncClient):
    """A browser that is new at each request. It has a token, and sends it in a header.

    Its middlewares are loaded once: a client of its own for each request would load them anew.
    """

    def __init__(self) -> None:
        super().__init__(enforce_csrf_checks=True, raise_request_exception=False)

    async def request(self, **request: Any) -> Any:
        self.cookies.clear()
        self.cookies["inarow_csrf"] = TOKEN
        return await super().request(**request)


async def test_head_is_answered_as_get_is_without_a_body(table: Table) -> None:
    game = await table.played("a1 b1 a2")
    wrong = []
    browser = Newcomer()
    for route, _ in ROUTES:
        path = path_of(route, game.slug)
        got: Any = await browser.get(path)
        heard: Any = await browser.head(path)
        told = [(each.status_code, _headers(each)) for each in (got, heard)]
        if told[0] != told[1] or not (heard.streaming or heard.content == b""):
            wrong.append((path, *told))
    assert not wrong


def _headers(answer: Any) -> dict[str, str]:
    # What may change between two requests: a page's length, and when it expires.
    passing = ("Content-Length", "Expires")
    return {name: value for name, value in answer.headers.items() if name not in passing}


@pytest.mark.parametrize("moves", ["a1 b1 a2", "a1 b1 a2 b2 a3"], ids=["goes on", "over"])
async def test_every_page_says_who_its_visitor_is(table: Table, moves: str) -> None:
    game = await table.played(moves)
    browser = Browser()
    await browser.sends("/name", name="Alice")
    named = re.compile(r'You are </span><span class="menu-name" dir="auto">([^<]*)<')
    told = {}
    for route, _ in ROUTES:
        answer: Any = await browser.client.get(path_of(route, game.slug))
        if not answer.streaming and (
            found := named.search(answer.content.decode(errors="replace"))
        ):
            told[route] = found[1], answer.status_code
    assert len(told) > 24
    assert {route: each for route, each in told.items() if each[0] != "Alice"} == {}


DEEP = b'{"name":' + b"[" * 60_000
EDGE = "multipart/form-data; boundary=edge"
PART = b'--edge\r\nContent-Disposition: form-data; name="name"\r\n\r\nEve\r\n--edge--\r\n'
FORM = "application/x-www-form-urlencoded"
BODIES = {
    "json": ("application/json", b'{"name": "Eve", "preset": "3x3"}'),
    "list": ("application/json", b"[1, 2]"),
    "deep": ("application/json", DEEP),
    "no text": ("application/json", b"\xff\xfe\x00"),
    "no number": ("application/json", b'{"ply": 1e999, "square": -1}'),
    "charset": ("application/json; charset=no-such", b'{"name": "Eve"}'),
    "empty json": ("application/json", b""),
    "form": (FORM, b"name=Eve&preset=3x3"),
    "form of bytes": (FORM, b"name=%ff%00\xff&square=%00&next=//evil.example"),
    "form of a charset": (FORM + "; charset=no-such", b"name=Eve"),
    "many fields": (FORM, b"&".join(b"f%d=" % number for number in range(2_000))),
    "multipart": (EDGE, PART),
    "multipart cut off": (EDGE, PART[:60]),
    "multipart without an edge": ("multipart/form-data", PART),
    "multipart whose head does not end": (EDGE, b"--edge\r\n" + b"[" * 5_000),
    "multipart of a charset": (EDGE + "; charset=no-such", PART),
    "bytes": ("application/octet-stream", bytes(range(256)) * 4),
    "nothing": ("", b""),
    "too large": (FORM, b"name=" + b"x" * 100_000),
}


@pytest.mark.parametrize("kind", BODIES)
async def test_no_body_is_an_error_of_ours(table: Table, kind: str) -> None:
    """Where nothing can be posted, a view is not reached: each such address is sent some kinds."""
    game = await table.played("a1 b1 a2")
    content_type, body = BODIES[kind]
    statuses = {}
    browser = Newcomer()
    for route, _ in ROUTES[list(BODIES).index(kind) % 4 :: 4] + POSTED_TO:
        path = path_of(route, game.slug)
        statuses[path] = await _sends(browser, "POST", path, body, content_type)
    assert len(statuses) > 40
    assert not {path for path, status in statuses.items() if status >= 500}


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/no/such/page", {}, 404),
        ("/game/no.slug/practice", {}, 404),
        ("/name", {"Host": "evil.example"}, 400),
    ],
)
async def test_what_is_refused_by_its_address_is_not_read(
    table: Table, path: str, headers: dict[str, str], status: int
) -> None:
    """The error page used to read the body, and found an error there."""
    browser = Newcomer()
    answered = {
        kind: await _sends(browser, "POST", path, body, content_type, headers)
        for kind, (content_type, body) in BODIES.items()
    }
    assert answered == dict.fromkeys(BODIES, status)


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
async def test_no_other_method_is_an_error_of_ours(table: Table, method: str) -> None:
    game = await table.played("a1 b1 a2")
    browser = Newcomer()
    for route, _ in ROUTES:
        content_type, body = BODIES["deep"]
        path = path_of(route, game.slug)
        assert await _sends(browser, method, path, body, content_type) < 500, route


async def _sends(
    browser: Newcomer,
    method: str,
    path: str,
    body: bytes,
    content_type: str,
    more: Mapping[str, str] | None = None,
) -> int:
    """The status of the answer. It is sent as by our scripts: the token is in a header."""
    headers = {"X-CSRFToken": TOKEN, "Accept": "application/json", **(more or {})}
    answer: Any = await browser.generic(
        method, path, body, content_type=content_type, headers=headers
    )
    status: int = answer.status_code
    return status


async def test_only_frames_and_pictures_are_for_other_sites(table: Table) -> None:
    game = await table.played("a1 b1 a2")
    named = {name for _, name in ROUTES}
    assert named >= FOR_OTHER_SITES
    browser = Newcomer()
    for route, name in ROUTES:
        answer: Any = await browser.get(path_of(route, game.slug))
        expected = "cross-origin" if name in FOR_OTHER_SITES else "same-origin"
        assert answer["Cross-Origin-Resource-Policy"] == expected, route
        assert "camera=()" in answer["Permissions-Policy"], route
        assert answer["Cross-Origin-Opener-Policy"] == "same-origin", route
