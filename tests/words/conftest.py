"""A server that also speaks a language nobody speaks."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from config import languages
from games.words import browser, pseudo


@pytest.fixture(scope="session")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of that language: half a second's work, the same for every test.

    So is the script of its words, which the server keeps meanwhile.
    """
    folder = tmp_path_factory.mktemp("spoken")
    call_command("words", pseudo=folder, verbosity=0)
    yield folder
    browser._script.cache_clear()


@pytest.fixture
def speaks(spoken: Path) -> Iterator[str]:
    """The code of that language, which the server speaks besides English during a test."""
    with override_settings(LOCALE_PATHS=[spoken], LANGUAGES=languages.spoken([spoken])):
        yield pseudo.LANGUAGE
