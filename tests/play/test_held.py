"""What is held for a while is one holder's until its time has passed."""

import pytest

from games.play import held
from games.play.models import Lease

pytestmark = pytest.mark.django_db


def _until() -> int:
    return Lease.objects.get().until_ms


def test_what_there_may_be_once_is_made_once() -> None:
    rows = Lease.objects.filter(name="tea")

    assert held.make(rows, 10_000, 1_000, name="tea", holder="Alice")
    assert not held.make(rows, 20_000, 1_000, name="tea", holder="Bob")

    assert (Lease.objects.get().holder, _until()) == ("Alice", 11_000)


def test_what_another_makes_meanwhile_is_not_made_twice() -> None:
    Lease.objects.create(name="tea", holder="Alice", until_ms=11_000)
    none_seen = Lease.objects.filter(name="coffee")

    assert not held.make(none_seen, 10_000, 1_000, name="tea", holder="Bob")

    assert (Lease.objects.get().holder, _until()) == ("Alice", 11_000)


@pytest.mark.parametrize(
    ("until", "is_taken"),
    [
        (9_999, True),
        (10_000, False),
        (11_000 + held.DIFFER_MS, False),
        (11_001 + held.DIFFER_MS, True),  # no living holder could have put it there
    ],
)
def test_only_what_nobody_holds_is_taken(until: int, is_taken: bool) -> None:
    Lease.objects.create(name="tea", holder="Alice", until_ms=until)

    assert held.take(Lease.objects.all(), 10_000, 1_000, holder="Bob") is is_taken

    assert (Lease.objects.get().holder, _until()) == (
        ("Bob", 11_000) if is_taken else ("Alice", until)
    )
