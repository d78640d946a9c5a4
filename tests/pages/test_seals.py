"""Seals: the same from the server and in the browser; their dots can be told on their ground."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Template

from games.pages import seals
from games.players.models import new_slug

CASES = json.loads((Path(__file__).parent / "seals.json").read_text())
TOKENS = Path(__file__).parents[2] / "frontend" / "styles" / "tokens.css"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["player"])
def test_a_player_has_the_seal_on_file(case: dict[str, Any]) -> None:
    seal = seals.seal(case["player"])

    assert seal.ground == case["ground"]
    assert [[dot.x, dot.y] for dot in seal.dots] == case["dots"]


def test_people_seldom_look_alike() -> None:
    drawn = {seals.seal(new_slug()) for _ in range(200)}

    assert len(drawn) > 150  # of 1,008 there are
    assert {seal.ground for seal in drawn} == set(range(seals.GROUNDS))
    assert all(len(set(seal.dots)) == 5 for seal in drawn)


def test_white_dots_can_be_told_from_every_ground() -> None:
    colours = dict(re.findall(r"--ground-(\d): #([0-9a-f]{6});", TOKENS.read_text()))

    assert list(map(int, colours)) == list(range(seals.GROUNDS))
    for colour in colours.values():
        assert 1.05 / (_luminance(colour) + 0.05) >= 6.4, colour


def test_a_bot_is_a_robot_and_nobody_is_nothing() -> None:
    def drawn(slug: str, is_bot: bool) -> str:
        tag = Template("{% load seals %}{% seal slug is_bot %}")
        return tag.render(Context({"slug": slug, "is_bot": is_bot})).strip()

    assert 'class="seal bot"' in drawn("2222222222", True)
    assert drawn("2222222222", False).count("<circle") == 5
    assert drawn("", False) == ""


def _luminance(colour: str) -> float:
    """By the definition of WCAG 2."""

    def linear(part: str) -> float:
        share = int(part, 16) / 255
        return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(colour[at : at + 2]) for at in (0, 2, 4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
