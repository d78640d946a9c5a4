"""Everybody can see which version this is, and there is one place that says so."""

import tomllib
from pathlib import Path

from django.test import AsyncClient

import inarow
from games.play.hub import Hub

ROOT = Path(__file__).resolve().parents[2]


def test_the_version_is_written_in_one_place() -> None:
    about = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert about["project"]["dynamic"] == ["version"]
    assert about["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "inarow.__version__"}


def test_the_changelog_begins_with_this_version() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text().splitlines()
    newest = next(line for line in lines if line.startswith("## "))
    assert newest.split()[1] == inarow.__version__


async def test_pages_show_the_version_at_their_foot(hub: Hub) -> None:
    for path in ("/", "/games", "/nothing-here"):
        page = (await AsyncClient().get(path)).content.decode()
        assert f"<span>Inarow {inarow.__version__}</span>" in page.split('<footer class="foot">')[1]
