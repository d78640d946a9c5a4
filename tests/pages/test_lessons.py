"""The pages of the lessons, with scripts and without."""

from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import override_settings

from games import learn, mnk
from games.play import models
from tests.pages.browser import Browser, Page

pytestmark = pytest.mark.usefixtures("hub")

FIRST = learn.LESSONS[0]


async def _page(lesson: learn.Lesson = FIRST) -> Page:
    return await Browser().opens(f"/learn/{lesson.key}/")


async def test_the_lessons_are_listed_in_order_with_the_rules() -> None:
    page = await Browser().opens("/learn/")

    places = [page.text.index(lesson.title) for lesson in learn.LESSONS]
    assert places == sorted(places)
    assert page.text.count("3 min") == len(learn.LESSONS)
    for rule in mnk.LineRule:
        assert rule.says.about in page.text
    html = page.response.content.decode()
    for address in ("/rules/", "/games", "/puzzles"):
        assert f'href="{address}"' in html


@pytest.mark.parametrize("lesson", learn.LESSONS, ids=lambda lesson: lesson.key)
async def test_a_lesson_can_be_read_without_scripts(lesson: learn.Lesson) -> None:
    page = await _page(lesson)

    number = learn.LESSONS.index(lesson) + 1
    assert f"Lesson {number} of {len(learn.LESSONS)} · 3 minutes" in page.text
    assert page.tags.count("h1") == 1
    for step in lesson.steps:
        assert step.title in page.text
        for each in learn.outcomes(step.position, step.turn):
            if each.is_right:
                assert mnk.name(each.squares[0], step.position.variant) in page.text
    for place in ("{you}", "{opponent}", "{answer}"):
        assert place not in page.text
    html = page.response.content.decode()
    assert html.count('role="img" aria-label="Board, ') == len(lesson.steps)
    assert html.count('id="black-stone"') == 1


async def test_the_answers_of_a_step_are_told_to_the_end() -> None:
    page = await _page()

    said = " ".join(page.text.split())
    assert "e4 Four and three. White must block the four at f4." in said
    assert "e5 Four with both ends free. White blocks at e6. e1 Five in a row. You win!" in said
    assert "Also right at first: f4." in said


@pytest.mark.parametrize("lesson", learn.LESSONS, ids=lambda lesson: lesson.key)
async def test_the_script_is_told_what_comes_of_every_square(lesson: learn.Lesson) -> None:
    data = (await _page(lesson)).data["lesson-data"]

    assert (data["key"], data["lessons"]) == (lesson.key, len(learn.LESSONS))
    for told, step in zip(data["steps"], lesson.steps, strict=True):
        assert told["title"] == step.title
        free = set(step.position.empty_squares())
        _covers(told["turn"], free)


def _covers(turn: dict[str, Any], free: set[int]) -> None:
    squares = [square for each in turn["outcomes"] for square in each["squares"]]
    assert sorted(squares) == sorted(free)
    for each in turn["outcomes"]:
        assert "{answer}" not in each["says"]
        if each["then"] is not None:
            _covers(each["then"], free - {*each["squares"], *each["line"]})


async def test_the_last_lesson_leads_on_to_puzzles_and_the_others_to_the_next() -> None:
    *_, last = learn.LESSONS
    texts = [" ".join((await _page(each)).text.split()) for each in (FIRST, last)]

    assert f"Next lesson: {learn.LESSONS[1].title}" in texts[0]
    assert "Next lesson" not in texts[1]


async def test_a_lesson_ends_in_a_game_against_its_bot() -> None:
    browser = Browser()
    fields = (await browser.opens(f"/learn/{FIRST.key}/")).fields
    chosen: dict[str, Any] = {name: fields[name] for name in ("preset", "side", "opponent")}

    await browser.sends("/games/new", **chosen)

    game = await models.Game.objects.aget()
    assert (game.width, game.k) == (7, 5)
    assert chosen["opponent"] == FIRST.bot


@override_settings(INAROW_HAS_BOTS=False)
async def test_where_there_are_no_bots_none_is_offered() -> None:
    page = await _page()

    assert "opponent" not in page.fields
    assert "Play Novice" not in page.text


@pytest.mark.parametrize("path", ["/learn/no-such-lesson/", "/learn/five_in_a_row/"])
async def test_no_other_lesson_is_found(path: str) -> None:
    page = await Browser().opens(path, status=404)

    assert "We can’t find that page" in page.text


class _Links(HTMLParser):
    """The link of the header that is said to be where the visitor is."""

    def __init__(self) -> None:
        super().__init__()
        self.current: list[tuple[str | None, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a" and given.get("class") == "menu-link" and "aria-current" in given:
            self.current.append((given["href"], given["aria-current"]))


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/learn/", "page"),
        ("/learn/forks/", "true"),
        ("/rules/", "true"),
        ("/rules/exact/", "true"),
    ],
)
async def test_the_rail_says_that_one_is_learning(path: str, kind: str) -> None:
    links = _Links()
    links.feed((await Browser().opens(path)).response.content.decode())

    assert links.current == [("/learn/", kind)]
