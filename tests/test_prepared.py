"""Queries whose statements are made once: what they find, and that Django makes none again."""

import datetime
from typing import Any

import pytest
from django.db import connection
from django.db.models import Count, F, Q
from django.db.models.sql.compiler import SQLCompiler
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from games.players.models import Kind, Player
from games.prepared import Prepared, tally

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


def by_name(names: Any) -> Any:
    return Player.objects.filter(name__in=names).select_related("joined_to", "user").order_by("pk")


def test_it_gives_instances_with_those_they_are_selected_with(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    account = Player.objects.create(name="Account", kind=Kind.ACCOUNT)
    Player.objects.filter(name="Bob").update(
        joined_to=account, joined_ms=1, joined_after=0, program=True
    )

    alice, bob = Prepared(by_name)(["Bob", "Alice"])

    with django_assert_num_queries(0):
        assert (alice.name, alice.joined_to, alice.user, alice.program) == (
            "Alice",
            None,
            None,
            True,
        )
        assert (bob.name, bob.joined_to, bob.joined_to.name) == ("Bob", account, "Account")
    bob.closed_ms = 8
    bob.save()
    assert Player.objects.get(name="Bob").closed_ms == 8


def test_it_gives_what_is_annotated() -> None:
    alice = Player.objects.get(name="Alice")
    Player.objects.filter(name="Bob").update(joined_to=alice, joined_ms=1, joined_after=0)

    def counted(name: Any) -> Any:
        return Player.objects.filter(name=name).annotate(joined=Count("guests"))

    (found,) = Prepared(counted)("Alice")

    assert (found.name, found.joined) == ("Alice", 1)


def test_several_values_are_looked_for_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = Prepared(
        lambda kind, names, program: (
            Player.objects.filter(kind=kind, name__in=names, program=program)
            .order_by("name")
            .values_list("name", flat=True)
        )
    )

    def found(*names: str) -> list[str]:
        return prepared(Kind.GUEST.value, names, True)

    assert found("Eve", "Bob", "Alice", "nobody", "Carol") == ["Alice", "Carol", "Eve"]
    assert found("Carol") == ["Carol"]
    assert found() == []

    monkeypatch.delattr(SQLCompiler, "as_sql")  # as many as before, at most twice
    assert found("a", "b", "c", "d", "e", "f", "g", "Eve") == ["Eve"]
    assert found("Alice") == ["Alice"]
    assert found() == []


def test_it_reckons_with_a_value() -> None:
    prepared = Prepared(
        lambda at: Player.objects.filter(closed_ms__gt=at - F("pk") * 0 - 2).values_list("pk")
    )

    assert len(prepared(8)) == 4
    assert prepared(9) == []


def test_what_is_counted_among_all_is_one_row_even_of_none() -> None:
    people = Prepared(
        lambda kind: tally(
            Player.objects.filter(kind=kind).order_by("name"),
            Count("pk"),
            Count("pk", filter=Q(program=True)),
        )
    )

    assert people(Kind.GUEST.value) == [(4, 3)]
    assert people("nobody") == [(0, 0)]
