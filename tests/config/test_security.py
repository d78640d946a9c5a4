"""docs/security.md: no line of the standard is left out, what it names is there, and some lines."""

import ast
import re
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as configured
from django.test import AsyncClient
from django.urls import get_resolver
from pytest_django import Settings

from tests.accounts.test_signing import signs_up
from tests.config.test_routes import ROUTES, path_of
from tests.pages.browser import Browser
from tests.people import Table

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text()
STANDARD = """
1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4 3.4:1-6
3.5:1-5 3.7:1-2 4.1:1-3 4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12
6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4 7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2
8.2:1-3 8.3:1 8.4:1 9.1:1-3 9.2:1-4 10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2
10.7:1-3 11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1 12.1:1-3 12.2:1-2 12.3:1-4 13.1:1
13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3 15.3:1-7 16.1:1 16.2:1-5
16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4 17.3:1-2
"""
"""The numbers of the lines of ASVS 5.0 at levels 1 and 2."""
SAYS = ("met", "partly", "short", "yours", "not here")


def _standard() -> list[str]:
    lines = []
    for section in STANDARD.split():
        name, _, numbers = section.partition(":")
        first, _, last = numbers.partition("-")
        lines += [f"{name}.{number}" for number in range(int(first), int(last or first) + 1)]
    return lines


def _rows() -> list[list[str]]:
    rows = [line.strip("|").split("|") for line in PAGE.splitlines() if re.match(r"\| \d", line)]
    return [[cell.strip() for cell in row] for row in rows]


@cache
def _names(file: Path) -> set[str]:
    tree = ast.parse(file.read_text())
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds)}


def test_every_line_of_the_standard_is_answered_once() -> None:
    answered = [line for row in _rows() for line in row[0].split(", ")]
    assert sorted(answered) == sorted(_standard())
    assert len(answered) == 253
    assert all(len(row) == 3 and row[1].startswith(SAYS) for row in _rows())


def test_what_the_page_names_is_there() -> None:
    missing = []
    for named in re.findall(r"`([\w./-]+/[\w./:]+)`", PAGE):
        path, _, name = named.partition("::")
        file = ROOT / path
        if path.startswith("INAROW_DATA") or path == "/admin/" or path == "/api/":
            continue
        if not file.exists() or (name and name not in _names(file)):
            missing.append(named)
    assert missing == []


def test_no_code_is_made_of_text() -> None:
    """Neither in the server nor in the browser."""
    read_and_found_good = {
        ROOT / "games/pictures/artist.py",  # pickles between a process and its own artist
        ROOT / "games/pages/studio.py",
        ROOT
        / "frontend/src/exhibition.ts",  # a page of ours, into a template, where none of it runs
    }
    for folder, ending, forbidden in (
        ("games", "*.py", r"(?<![.\w])(?:eval|exec)\(|pickle\.loads?\(|shell=True"),
        ("config", "*.py", r"(?<![.\w])(?:eval|exec)\(|pickle\.loads?\(|shell=True"),
        ("frontend/src", "*.ts", r"(?<![.\w])eval\(|new Function\(|innerHTML|unsafeHTML"),
    ):
        for file in (ROOT / folder).rglob(ending):
            if file.name.endswith(".test.ts"):
                continue
            found = None if file in read_and_found_good else re.search(forbidden, file.read_text())
            assert found is None, (file, found)


def test_pages_listen_to_no_other_window() -> None:
    for file in (ROOT / "frontend/src").rglob("*.ts"):
        assert not re.search(
            r"""(window|self|parent)\.addEventListener\(\s*["']message""", file.read_text()
        ), file


def test_other_sites_are_asked_with_pkce() -> None:
    assert configured.SOCIALACCOUNT_PROVIDERS["openid_connect"]["OAUTH_PKCE_ENABLED"] is True
    assert configured.SOCIALACCOUNT_EMAIL_AUTHENTICATION is False


async def test_every_answer_says_what_it_is(table: Table) -> None:
    game = await table.played("a1 b1 a2")
    wrong = []
    for route, _ in ROUTES:
        answer: Any = await AsyncClient(raise_request_exception=False).get(
            path_of(route, game.slug)
        )
        kind = answer.headers.get("Content-Type", "")
        if (
            answer.status_code in (301, 302, 304)
            or (answer.content if not answer.streaming else b"x") == b""
        ):
            continue
        is_text = kind.startswith(("text/", "application/javascript"))
        if not kind or (is_text and "charset=utf-8" not in kind.lower()):
            wrong.append((route, answer.status_code, kind))
    assert wrong == []


async def test_no_folder_is_listed_and_nothing_is_traced(table: Table) -> None:
    for path in ("/static/", "/static", "/.git/config", "/frontend/", "/data/"):
        answer: Any = await AsyncClient().get(path)
        assert answer.status_code == 404, path
    for route, _ in ROUTES:
        traced: Any = await AsyncClient(raise_request_exception=False).trace(
            path_of(route, "nobody"), headers={"x-secret": "told back"}
        )
        assert b"told back" not in getattr(traced, "content", b""), route


async def test_nothing_of_an_account_is_kept_by_a_browser(table: Table) -> None:
    browser = Browser()
    await signs_up(browser, "Mira")
    kept = []
    for route, _ in ROUTES:
        if not route.startswith("account/"):
            continue
        answer: Any = await browser.client.get(path_of(route, "nobody"))
        if answer.status_code == 200 and "no-store" not in answer.headers.get("Cache-Control", ""):
            kept.append(route)
    assert kept == []


@pytest.mark.usefixtures("hub")
async def test_the_host_says_whom_to_tell_of_a_weakness(settings: Settings) -> None:
    path = "/.well-known/security.txt"
    assert (await Browser().gets(path, 404)).status_code == 404
    settings.INAROW_CONTACT = "mailto:host@example.org"
    answer = await Browser().gets(path)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    lines = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert lines["Contact"] == "mailto:host@example.org"
    assert lines["Canonical"] == f"{configured.INAROW_URL}{path}"
    days = (datetime.fromisoformat(lines["Expires"]) - datetime.now(UTC)).days
    assert 80 < days < 366
    assert get_resolver().resolve(path).url_name == "security_txt"
