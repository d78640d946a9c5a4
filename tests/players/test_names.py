"""What people may call themselves."""

import random
import unicodedata
from typing import Any

import pytest
from confusable_homoglyphs import confusables
from hypothesis import example, given
from hypothesis import strategies as st

from games.players import bots, lookalikes
from games.players.models import MAX_NAME, guest_name
from games.players.names import OFFICES, BadName, check_for_account, clean_name, requested_name

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


# --- Nobody looks like somebody else --------------------------------------------------------------

HONEST = (
    *(
        "José",
        "Νίκος",
        "李小龍",
        "Ольга",
        "Ирина-7",
        "Jean-Luc",
        "山田タロウ",
        "さくらchan",
        "東京タワーへGo",
        "김민수",
    ),
    *("Ирина Smith", "😀", "★ Ana ★", "O'Brien", "Þórður", "Łukasz", "Nguyễn Văn An", "محمد"),
    *("דוד", "Clara", "Randy", "Experta", "Mastermind", "Perfecto", "Robo", "7", "Alice2", "x_X_x"),
    *("Badminton", "Supporter", "Observer", "Guest 1234", "Max Power"),
)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", HONEST)
async def test_honest_names_are_possible(name: str) -> None:
    assert await requested_name(name) == unicodedata.normalize("NFC", name)


LIKE_A_BOT = (
    *("Master", "master", " MASTER ", "M\u0430ster", "\u041c\u0430st\u0435r", "M4st3r", "Mas ter"),
    *("M.a.s.t.e.r", "Master 1", "Master!", "M\u00e1ster", "Ｍａｓｔｅｒ", "𝓜𝓪𝓼𝓽𝓮𝓻", "Мaster"),
    *("First free", "FirstFree", "F1rst Fr33", "C\u04cfub", "CIub", "Noviсe", "Ρerfect", "Randorn"),
    *("\u0420\u0435rf\u0435ct", "Ехреrt", "Casua1", "ⓒlub"),
)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", LIKE_A_BOT)
async def test_nobody_looks_like_a_bot(name: str) -> None:
    with pytest.raises(BadName, match=r"\.$"):
        await requested_name(name)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "name",
    [
        *(
            "admin",
            "Admin",
            "\u0430dmin",
            "Adm1n",
            "ADMlN",
            "admin 2",
            "The Admin",
            "Inarow",
            "lnarow",
        ),
        *(
            "Server",
            "M0derator",
            "Moderator Bob",
            "аdміn",
            "@dmin",
            "Admin_Team",
            "SERVER!",
            "іnarow",
        ),
    ],
)
async def test_nobody_looks_like_an_admin(name: str) -> None:
    with pytest.raises(BadName, match=r"\.$"):
        await requested_name(name)


@pytest.mark.django_db(transaction=True)
async def test_nobody_looks_like_one_of_the_staff(django_user_model: Any) -> None:
    await django_user_model.objects.acreate_user("carol.jones", is_staff=True)
    await django_user_model.objects.acreate_user("dave")

    for name in ("Carol Jones", "caroljones", "car0l_jones", "Carol-Jones 2"):
        with pytest.raises(BadName, match="somebody who runs this server"):
            await requested_name(name)
    assert await requested_name("Dave") == "Dave"
    assert await requested_name("Carol") == "Carol"


@pytest.mark.django_db(transaction=True)
async def test_who_mixes_alphabets_in_a_word_is_told_so() -> None:
    with pytest.raises(BadName, match="“Αlice” mixes letters of different alphabets"):
        await requested_name("Dear Αlice")


@given(st.sampled_from([*bots.reserved_names(), *OFFICES]), st.data())
def test_letters_of_one_sign_are_taken_for_each_other(name: str, data: st.DataObject) -> None:
    """Whatever characters from Unicode's table stand for a name's letters, it looks the same."""
    shown = "".join(
        data.draw(st.sampled_from(_doubles(sign))) if data.draw(st.booleans()) else sign
        for sign in name
    )
    assert lookalikes.skeletons(shown) & lookalikes.skeletons(name), shown


def test_each_sign_that_has_doubles_is_read_as_one_sign() -> None:
    chosen = lookalikes._prototypes.__wrapped__()  # each process makes it once
    assert "\u0430".translate(chosen) == "a"
    assert len(chosen) > 5_000


def _doubles(sign: str) -> list[str]:
    found = confusables.confusables_data.get(sign, [])
    # What adds a mark, or stands for several letters, is another matter.
    return [sign] + [each["c"] for each in found if len(each["c"]) == 1 and each["c"].isalpha()]


def test_the_name_of_an_account_has_two_letters_and_no_at_sign() -> None:
    check_for_account("Al")
    long = "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 6  # looks like ninety letters
    check_for_account(f"{long}abcdefghij")
    for name in ("A", "A.", "...", "al@example.org", f"{long}abcdefghijk"):
        with pytest.raises(BadName):
            check_for_account(name)
