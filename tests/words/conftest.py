"""A server that also speaks a language nobody speaks."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from config import languages
from games.words import browser, pseudo


@pytest.fixture
def speaks(tmp_path: Path) -> Iterator[str]:
    """The code of that language, which the server speaks besides English during a test."""
    call_command("words", pseudo=tmp_path, verbosity=0)
    with override_settings(LOCALE_PATHS=[tmp_path], LANGUAGES=languages.spoken([tmp_path])):
        yield pseudo.LANGUAGE
    browser._script.cache_clear()
