"""Sentences are found in the source, looked up in the reader's language, and told to browsers."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import AsyncClient
from django.utils import translation

from config import languages
from games.players.models import Player
from games.refusals import Refused
from games.say import count, later, say
from games.words import browser, catalogue, found, pseudo
from tests.pages.test_library import three
from tests.people import Table, plays
from tests.words.english import in_english


def test_a_sentence_is_said_in_the_active_language(speaks: str) -> None:
    class Stands(Refused):
        sentence = "That can’t be done."

    with translation.override(speaks):
        said = say("That can’t be done.")
        refused = Stands().sentence
        unknown = say("A sentence of {whom}’s own.", whom="nobody")

    assert said == refused == pseudo.accented("That can’t be done.")
    assert unknown == "A sentence of nobody’s own."
    assert say("That can’t be done.") == Stands().sentence == "That can’t be done."


def test_a_number_chooses_the_form() -> None:
    said = [count("{count} move", "{count} moves", number) for number in (0, 1, 2)]

    assert said == ["0 moves", "1 move", "2 moves"]
    assert later("Yes") == "Yes"


def test_without_a_server_everything_is_said_in_english() -> None:
    program = (
        "from games.say import count, say; print(say('Hello {who}.', who='Bob'),"
        " *(count('{count} move', '{count} moves', number) for number in (0, 1, 2)), sep='|')"
    )
    told = subprocess.run(
        [sys.executable, "-c", program],
        cwd=found.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "Hello Bob.|0 moves|1 move|2 moves\n"


def test_the_template_is_the_same_each_time_and_has_every_place() -> None:
    sentences = [
        found.Sentence("Again", None, "games/b.py"),
        found.Sentence("Again", None, "games/a.py"),
        found.Sentence("{count} move", "{count} moves", "frontend/src/c.ts"),
    ]

    made = catalogue.template_of(sentences)

    assert made == catalogue.template_of(sentences)
    assert b"games/a.py" in made
    assert b"games/b.py" in made
    assert b'msgid_plural "{count} moves"' in made
    assert made.count(b'msgid "Again"') == 1


def test_the_template_on_file_is_of_the_source() -> None:
    call_command("words", check=True)


def test_a_template_that_is_old_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sentences = list(found.in_templates())  # a part of all: that is looked for above
    old = tmp_path / "inarow.pot"
    old.write_bytes(catalogue.template_of(sentences))
    monkeypatch.setattr(catalogue, "TEMPLATE", old)
    monkeypatch.setattr(found, "everywhere", lambda: sentences)
    call_command("words", check=True)
    with old.open("a") as file:
        file.write('\nmsgid "Gone"\nmsgstr ""\n')

    with pytest.raises(CommandError, match="The sentences have changed"):
        call_command("words", check=True)


def test_a_folder_without_catalogues_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="has no <language>/LC_MESSAGES"):
        call_command("words", compile=tmp_path)


def test_languages_are_those_with_a_catalogue(tmp_path: Path) -> None:
    for locale in ("de", "pt_BR", "ar_XB"):
        folder = tmp_path / locale / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "django.mo").touch()
    (tmp_path / "fr" / "LC_MESSAGES").mkdir(parents=True)  # not compiled

    assert languages.spoken([tmp_path, tmp_path / "none"]) == [
        ("en-gb", "English"),
        ("ar-xb", "ar-xb"),
        ("de", "Deutsch"),
        ("pt-br", "Português Brasileiro"),
    ]


@pytest.mark.django_db
async def test_a_page_comes_in_the_language_its_reader_asks_for(speaks: str) -> None:
    client = AsyncClient()

    asked = (await client.get("/", headers={"accept-language": speaks})).content.decode()
    usual = (await client.get("/", headers={"accept-language": "xx"})).content.decode()

    assert f'<html lang="{speaks}" dir="rtl">' in asked
    assert '<html lang="en-gb">' in usual
    assert "/words/" not in usual
    source = re.search(r'<script src="(/words/[^"]+)">', asked)
    assert source is not None
    script = await client.get(source[1])
    assert "immutable" in script["Cache-Control"]
    # Another version's name is answered too, but the answer is not kept.
    other = await client.get(f"/words/{speaks}.0123456789ab.js")
    assert (other.content, other["Cache-Control"]) == (script.content, "no-cache")
    kept = json.loads(script.content.decode().split("said:", 1)[1].rsplit("}", 1)[0])
    assert kept == {
        message.id if isinstance(message.id, str) else message.id[0]: (
            [message.string] if isinstance(message.string, str) else list(message.string or ())
        )
        for message in pseudo.pseudo()
        if message.id and catalogue.is_in_browser(place for place, _ in message.locations)
    }


async def test_a_language_that_is_not_spoken_has_no_script() -> None:
    for address in ("/words/en-gb.0.js", "/words/zz.0.js"):
        assert (await AsyncClient().get(address)).status_code == 404
    assert browser.address("en-gb") is None


async def test_what_strangers_ask_for_is_not_kept() -> None:
    kept = []
    for number in range(3):
        await AsyncClient().get(f"/words/x{number}.0.js")
        kept.append(browser._script.cache_info().currsize)

    assert len(set(kept)) == 1


# --- Nothing is said in English ------------------------------------------------------------------

ACCENTS = frozenset(pseudo.accented("abcdeghijklnorstuwyz")) - frozenset("[ ·]")


def test_what_is_taken_for_english() -> None:
    assert in_english(["[Ýöûŕ ţûŕñ ·····]", "Alice", "h8", "Master", " 5+3 "]) == []
    assert in_english(["Your move ", "[Þļåý as White ··]"]) == ["Your move", "[Þļåý as White ··]"]


@pytest.mark.usefixtures("hub")
@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/about",
        "/privacy",
        "/watch",
        "/tv",
        "/games",
        "/explorer",
        "/puzzles",
        "/analysis",
        "/studies",
        "/following",
        "/muted",
        "/settings/",
        "/proof",
        "/learn/",
        "/learn/forks/",
        "/rules/",
        "/rules/exact/",
        "/no/such/page",
    ],
)
async def test_a_page_says_nothing_in_english(speaks: str, address: str) -> None:
    assert _in_english(await _page(address, speaks)) == []


async def test_the_pages_of_a_game_say_nothing_in_english(speaks: str, table: Table) -> None:
    game = await table.game(clock="5+3")
    people = await table.three(game)
    await plays(game, "b2a1c3b1c1c2a3", *people)
    alice = await Player.objects.aget(name="Alice")

    for address in (
        *(f"/game/{game.slug}/{page}" for page in ("", "review", "timing", "practice", "embed")),
        f"/player/{alice.slug}/",
        "/explorer?p=3x3&play=b2a1",
    ):
        assert _in_english(await _page(address, speaks)) == [], address


@pytest.mark.usefixtures("hub")
async def test_a_row_that_was_written_in_english_is_written_anew_in_another_language(
    speaks: str,
) -> None:
    await three()
    usual = await _page("/games", "en")

    asked = await _page("/games", speaks)

    assert "3 moves" in usual
    assert set(_in_english(asked)) == {"Eve"}  # a name
    assert "3 moves" in await _page("/games", "en")


@pytest.mark.usefixtures("hub")
async def test_drawings_are_the_same_in_every_language(speaks: str) -> None:
    """A language that writes a decimal comma must not get one into their numbers."""
    for address in ("/", "/explorer?p=6x5&play=b2a1"):
        usual, asked = [
            re.findall(r' (?:viewBox|d|font-size|c?[xyr][12]?)="[^"]*"', page)
            for page in (await _page(address, "en"), await _page(address, speaks))
        ]
        assert any("." in number for number in usual)
        assert asked == usual


async def _page(address: str, language: str) -> str:
    answer = await AsyncClient().get(address, headers={"accept-language": language})
    return answer.content.decode()


def _in_english(page: str) -> list[str]:
    """Texts with words that still stand as they were written."""
    read = _Reader()
    read.feed(page)
    assert ACCENTS.intersection("".join(read.texts))
    return in_english(read.texts)


class _Reader(HTMLParser):
    """Collects what is read on a page, except scripts, drawings and commands."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._unread: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "svg", "code"):
            self._unread = tag
        given = dict(attrs)
        for name in ("aria-label", "placeholder", "title", "alt"):
            self.handle_data(given.get(name) or "")
        told = given.get("name") or given.get("property") or ""
        if told.endswith(("title", "description", "image:alt")):
            self.handle_data(given.get("content") or "")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._unread:
            self._unread = None

    def handle_data(self, data: str) -> None:
        if self._unread is None and data.strip():
            self.texts.append(" ".join(data.split()))
