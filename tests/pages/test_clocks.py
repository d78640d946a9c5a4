"""Choosing the clock of a game in the form, and where it is shown."""

from typing import Any

import pytest

from games import mnk
from games.play import models
from tests.pages.browser import Browser, Page
from tests.people import Table

# --- The form --------------------------------------------------------------------------------


@pytest.mark.usefixtures("hub")
async def test_every_clock_is_offered_and_none_is_chosen() -> None:
    page = await Browser().opens("/")

    for control in mnk.TIME_CONTROLS:
        assert f'<option value="{control.text}">{control.title}' in _html(page)
    assert '<option value="">No clock' in _html(page)
    assert 'value="custom">Custom' in _html(page)


@pytest.mark.usefixtures("hub")
@pytest.mark.parametrize("opponent", ["", "novice"])
@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({}, None),
        ({"clock": ""}, None),
        ({"clock": "", "clock_text": "  "}, None),
        ({"clock": "10+5"}, "10+5"),
        ({"clock": "3d"}, "3d"),
        ({"clock": "10+5", "clock_text": "1+2"}, "10+5"),
        ({"clock": "custom", "clock_text": "7+2"}, "7+2"),
        ({"clock": "custom", "clock_text": " 10 + 3 x 30 S "}, "10+3x30s"),
        # Without scripts the field is always there.
        ({"clock": "", "clock_text": "7+2"}, "7+2"),
    ],
)
async def test_a_game_has_the_clock_that_was_chosen(
    fields: dict[str, str], text: str | None, opponent: str
) -> None:
    await Browser().starts(opponent=opponent, **fields)

    control = (await models.Game.objects.aget()).control
    assert (control and control.text) == text


@pytest.mark.usefixtures("hub")
@pytest.mark.parametrize(
    ("fields", "field", "part"),
    [
        ({"clock": "blitz"}, "clock", "“blitz” isn’t a clock"),
        ({"clock": "0+0"}, "clock", "at least 5 s"),
        ({"clock": "5" * 21}, "clock", "20"),
        ({"clock": "custom"}, "clock_text", "isn’t a clock. Type 5+3"),
        ({"clock": "custom", "clock_text": "<b>"}, "clock_text", "“<b>” isn’t a clock"),
        ({"clock": "custom", "clock_text": "31d"}, "clock_text", "at most 30 days"),
        ({"clock": "custom", "clock_text": "5" * 41}, "clock_text", "40"),
        ({"clock": "custom", "clock_text": "5+3\0"}, "clock_text", ""),
        ({"clock": "", "clock_text": "soon"}, "clock_text", "“soon” isn’t a clock"),
    ],
)
async def test_a_clock_that_cannot_be_is_told_at_its_field(
    fields: dict[str, str], field: str, part: str
) -> None:
    browser = Browser()

    page = Page(await browser.sends("/games/new", 400, preset="3x3", **fields))

    errors = _errors(page)
    assert list(errors) == [field]
    assert part in errors[field][0]
    assert errors[field][0] in page.text
    assert not await models.Game.objects.aexists()
    assert browser.session is None


@pytest.mark.usefixtures("hub")
async def test_a_rejected_form_keeps_the_clock() -> None:
    fields = {"preset": "custom", "width": "99", "height": "9", "k": "5", "line_rule": "exact"}

    page = Page(await Browser().sends("/games/new", 400, **fields, clock="5+3"))
    assert '<option value="5+3" selected>' in _html(page)

    page = Page(
        await Browser().sends(
            "/games/new", 400, **fields, clock="custom", clock_text="soon & often"
        )
    )
    assert list(_errors(page)) == ["width", "clock_text"]
    assert '<option value="custom" selected>' in _html(page)
    assert page.fields["clock_text"] == "soon & often"


# --- Where it is shown -----------------------------------------------------------------------


@pytest.mark.usefixtures("hub")
async def test_the_lobby_and_my_games_say_which_clock() -> None:
    alice, bob = Browser(), Browser()
    await alice.starts(clock="10+3x30s", invite="open")
    await bob.starts(invite="open")

    page = await alice.opens("/")

    shown = page.data["home-data"]["lobby"]["open"]
    assert [game["control"] for game in shown] == [
        None,
        {"initialMs": 600_000, "incrementMs": 0, "periodMs": 30_000, "periods": 3},
    ]
    rows = _html(page).split('id="my-heading"')[1].split("</section>")[0]
    assert "10 min + 3 × 30 s" in rows
    rows = _html(await bob.opens("/")).split('id="my-heading"')[1].split("</section>")[0]
    assert " min" not in rows


@pytest.mark.usefixtures("hub")
async def test_a_live_game_says_which_clock(table: Table) -> None:
    alice, bob = Browser(), Browser()
    address = await alice.starts(clock="1d", invite="open")
    await bob.sends(address + "join")

    (live,) = (await bob.opens("/")).data["home-data"]["lobby"]["live"]

    assert (live["control"]["periodMs"], live["control"]["periods"]) == (86_400_000, 1)


def _html(page: Page) -> str:
    return page.response.content.decode()


def _errors(page: Page) -> dict[str, list[str]]:
    context: Any = page.response
    return {name: list(map(str, errors)) for name, errors in context.context["form"].errors.items()}
