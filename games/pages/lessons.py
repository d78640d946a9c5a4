"""The pages of the lessons: a list, and each lesson, whole for readers without scripts."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import learn, mnk
from games.pages import boards
from games.pages.rules import rule_cards
from games.players import bots
from games.players.identify import player_of
from games.review.findings import Part, PositionPart
from games.say import say

# What the page's script reads (frontend/src/lesson/state.ts).


class OutcomePart(Part, frozen=True, kw_only=True):
    """What comes of some squares."""

    squares: tuple[int, ...]
    is_right: bool
    says: str
    """With the places `{you}` and `{opponent}`: the viewer chooses how a board is shown."""
    line: tuple[int, ...]
    then: "TurnPart | None" = None


class TurnPart(Part, frozen=True, kw_only=True):
    """What is asked, and what comes of every square."""

    asks: str
    outcomes: tuple[OutcomePart, ...]


class StepPart(Part, frozen=True, kw_only=True):
    """One thing to learn."""

    title: str
    says: str
    position: PositionPart
    turn: TurnPart


class LessonPart(Part, frozen=True, kw_only=True):
    """A whole lesson."""

    key: str
    number: int
    lessons: int
    steps: tuple[StepPart, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A right move of a step, in words."""

    square: str
    says: str


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step as it is read without scripts."""

    number: int
    title: str
    says: str
    asks: str
    board: boards.BoardPicture
    answers: tuple[Answer, ...]
    """The moves of a way through it."""
    others: str
    """The squares that work as well as the first move; empty for none."""


@never_cache
@require_safe
async def every_lesson(request: HttpRequest) -> HttpResponse:
    """The lessons in order, and the rules at a glance."""
    await player_of(request.session)
    context = {
        "lessons": _rows(),
        "minutes": learn.MINUTES,
        "rules": rule_cards(),
    }
    return render(request, "learn.html", context)


@never_cache
@require_safe
async def lesson(request: HttpRequest, key: str) -> HttpResponse:
    """One lesson: played in a browser with scripts, read in any other."""
    number = next((at for at, each in enumerate(learn.LESSONS) if each.key == key), None)
    if number is None:
        raise Http404
    shown = learn.LESSONS[number]
    following = learn.LESSONS[number + 1] if number + 1 < len(learn.LESSONS) else None
    await player_of(request.session)
    context = {
        "lesson": {"key": shown.key, "title": say(shown.title), "about": say(shown.about)},
        "number": number + 1,
        "steps": list(_shown(shown)),
        "lessons": _rows(),
        "minutes": learn.MINUTES,
        "next": following and {"key": following.key, "title": say(following.title)},
        "bot": next((bot for bot in bots.every_bot() if bot.key == shown.bot), None),
        "preset": mnk.PRESETS[shown.preset],
        "data": _data(shown, number + 1),
    }
    return render(request, "lesson.html", context)


def _rows() -> list[dict[str, Any]]:
    """The lessons, as they are listed."""
    return [
        {
            "number": number,
            "key": each.key,
            "title": say(each.title),
            "about": say(each.about),
            "steps": len(each.steps),
        }
        for number, each in enumerate(learn.LESSONS, 1)
    ]


# --- For the script ------------------------------------------------------------------------------


def _data(lesson: learn.Lesson, number: int) -> Any:
    steps = tuple(
        StepPart(
            title=say(step.title),
            says=_left_open(step.says),
            position=PositionPart.of(step.position),
            turn=_turn(step.position, step.turn),
        )
        for step in lesson.steps
    )
    part = LessonPart(key=lesson.key, number=number, lessons=len(learn.LESSONS), steps=steps)
    return msgspec.to_builtins(part)


def _turn(position: mnk.Position, turn: learn.Turn) -> TurnPart:
    return TurnPart(
        asks=_left_open(turn.asks),
        outcomes=tuple(_outcome(position, each) for each in learn.outcomes(position, turn)),
    )


def _outcome(position: mnk.Position, outcome: learn.Outcome) -> OutcomePart:
    return OutcomePart(
        squares=outcome.squares,
        is_right=outcome.is_right,
        says=_left_open(outcome.says, _answer(position, outcome)),
        line=outcome.line,
        then=None
        if outcome.then is None
        else _turn(position.play_all((outcome.squares[0], *outcome.line)), outcome.then),
    )


def _left_open(sentence: str, answer: str = "") -> str:
    """The sentence with the sides' names left open."""
    return say(sentence, you="{you}", opponent="{opponent}", answer=answer)


def _answer(position: mnk.Position, outcome: learn.Outcome) -> str:
    return mnk.name(outcome.line[0], position.variant) if outcome.line else ""


# --- Without scripts -----------------------------------------------------------------------------


def _shown(lesson: learn.Lesson) -> Iterator[ShownStep]:
    for number, step in enumerate(lesson.steps, 1):
        position = step.position
        right = [
            mnk.name(square, position.variant)
            for each in learn.outcomes(position, step.turn)
            if each.is_right
            for square in each.squares
        ]
        yield ShownStep(
            number,
            say(step.title),
            _said(step.says, position),
            _said(step.turn.asks, position),
            boards.draw(position, light=False),
            tuple(_way(position, step.turn)),
            ", ".join(right[1:]),
        )


def _way(position: mnk.Position, turn: learn.Turn | None) -> Iterator[Answer]:
    """A way through a step: its first right square, and so on."""
    side = position.side_to_move
    while turn is not None:
        outcome = learn.outcomes(position, turn)[0]
        square = outcome.squares[0]
        says = _said(outcome.says, position, _answer(position, outcome))
        yield Answer(mnk.name(square, position.variant), says)
        position, turn = position.play_all((square, *outcome.line)), outcome.then
        assert turn is None or position.side_to_move is side


def _said(sentence: str, position: mnk.Position, answer: str = "") -> str:
    names, you = mnk.side_names(position.variant), position.side_to_move
    return say(sentence, you=names[you], opponent=names[you.other], answer=answer)
