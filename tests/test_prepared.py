"""Queries whose statements are made once: what they find, and that Django makes none again."""

import datetime
from typing import Any

import pytest
from django.db import connection
from django.db.models.sql.compiler import SQLCompiler
from django.test.utils import CaptureQueriesContext

from games.players.models import Kind, Player
from games.prepared import Prepared

pytestmark = pytest.mark.django_db

COLUMNS = ("name", "program", "closed_ms", "created_at", "user__is_active")


def of(kind: Any, program: Any) -> Any:
    found = Player.objects.filter(kind=kind, program=program, level="").exclude(name="Eve")
    return found.order_by("-name").values_list(*COLUMNS)[:2]


@pytest.fixture(autouse=True)
def players() -> None:
    for name in ("Alice", "Bob", "Carol", "Eve"):
        Player.objects.create(name=name, program=name != "Bob", closed_ms=7)


def test_it_finds_what_django_finds() -> None:
    prepared = Prepared(of)

    for values in ((Kind.GUEST.value, True), (Kind.GUEST.value, False), ("nobody", True)):
        assert prepared(*values) == list(of(*values))
    alice = prepared(Kind.GUEST.value, True)[1]
    assert alice[:3] == ("Alice", True, 7)
    assert isinstance(alice[3], datetime.datetime)
    assert alice[4] is None


def test_its_statement_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = Prepared(of)
    prepared(Kind.GUEST.value, True)
    monkeypatch.delattr(SQLCompiler, "as_sql")

    with CaptureQueriesContext(connection) as asked:
        found = prepared(Kind.GUEST.value, False)

    assert [row[0] for row in found] == ["Bob"]
    assert len(asked) == 1


def test_a_text_cannot_change_the_statement() -> None:
    assert Prepared(of)("' OR 1=1 --", True) == []
