"""What people may call themselves."""

import random
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.players.models import MAX_NAME, guest_name
from games.players.names import BadName, clean_name

ANY_TEXT = st.text(max_size=60)


def _cleaned(text: str) -> str | None:
    try:
        return clean_name(text)
    except BadName:
        return None


@given(ANY_TEXT)
@example("\u1100\u1161\u11a8" * 9)
@example("e\u0301" * 30)
@example("a\u200b\u0301")
@example("\ufb2c" * 10)
def test_a_clean_name_is_clean(text: str) -> None:
    name = _cleaned(text)
    if name is not None:
        assert clean_name(name) == name
        assert 1 <= len(name) <= MAX_NAME
        assert not any(unicodedata.category(sign)[0] == "C" for sign in name)
        assert name == " ".join(name.split())
        assert unicodedata.is_normalized("NFC", name)


@given(st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=8))
def test_what_can_be_seen_is_kept(text: str) -> None:
    assert _cleaned(text) == unicodedata.normalize("NFC", text)


@given(st.text(st.characters(categories=["C", "Z"]), max_size=40))
def test_nothing_visible_is_no_name(text: str) -> None:
    assert _cleaned(text) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Alice", "Alice"),
        ("  Ada \u202e  Lovelace ", "Ada Lovelace"),
        ("a\nb\tc\0d", "a b c d"),
        ("e\u0301lan", "élan"),
        ("<b>bold</b>", "<b>bold</b>"),
        ("李白", "李白"),
        ("x" * 24, "x" * 24),
        ("x" * 24 + " " * 50, "x" * 24),
    ],
)
def test_examples(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize("text", ["", " ", "\u200b", "x" * 25, "\ud800", "\U000e0041"])
def test_what_is_no_name(text: str) -> None:
    with pytest.raises(BadName, match=r"\.$"):
        clean_name(text)


@given(st.integers())
def test_a_guests_name_is_a_name(seed: int) -> None:
    name = guest_name(random.Random(seed))
    assert clean_name(name) == name
