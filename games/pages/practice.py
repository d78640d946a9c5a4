"""The page of practice: a player finds better moves than those they lost something by."""

from collections.abc import Sequence
from typing import Any, get_args
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import mnk, shares
from games.http.access import check_whole
from games.http.answers import json_answer
from games.pages import boards, reviewwords, tries
from games.pages.replies import tell
from games.play.clock import now_ms
from games.play.hub import current
from games.players.identify import player_of, visitor_of
from games.refusals import BadRequest, TooMuch
from games.review import findings
from games.review.errors import TooManyReviews
from games.reviews import exercises as lessons
from games.reviews import practice, reviews
from games.reviews.evaluations import Evaluations
from games.reviews.exercises import GameExercises
from games.say import say


@never_cache
@require_safe
async def practise(request: HttpRequest, slug: str) -> HttpResponse:
    """A player's mistakes in a game, one after another: find the better move."""
    lesson = await _lesson(request, slug)
    visitor = await visitor_of(request.session)
    await player_of(request.session)
    mine = lesson.of(visitor)
    variant = lesson.game.state.variant
    context: dict[str, Any] = {
        "game": {"slug": slug, "variant": variant},
        "lesson": lesson,
        "is_player": bool(lesson.game.sides_of(visitor)),
        "is_open": lesson.state in ("waiting", "working"),
        "board": boards.small(variant, lesson.game.state.moves),
    }
    exercise = _chosen(mine, request.GET.get("at", ""))
    if exercise is not None:
        context |= _about(slug, exercise, mine)
    return render(request, "practice.html", context)


def _about(
    slug: str, exercise: practice.Exercise, mine: Sequence[practice.Exercise]
) -> dict[str, Any]:
    """One mistake, as its page shows it."""
    place = mine.index(exercise)
    variant = exercise.position.variant
    following = mine[place + 1].ply if place + 1 < len(mine) else None
    names = mnk.side_names(variant)
    side = exercise.position.side_to_move
    return {
        "exercise": exercise,
        "task": exercise.task(names),
        "badge": boards.badge(side, variant),
        "opponent": boards.badge(side.other, variant),
        "sample": mnk.move_name(variant.width // 2 + variant.height // 2 * variant.width, variant),
        "number": place + 1,
        "dots": [
            {
                "ply": each.ply,
                "number": number,
                "words": say(
                    "Mistake {number}: {move}",
                    number=number,
                    move=mnk.move_name(each.played, variant),
                ),
                "is_shown": each is exercise,
            }
            for number, each in enumerate(mine, 1)
        ],
        "next": following,
        "worths": _worths(exercise, names),
        "board": boards.draw(
            exercise.position,
            marked=[exercise.played],
            forbidden=boards.forbidden_now(exercise.position),
        ),
        "data": tries.data(
            exercise.position,
            (),
            task=exercise.task,
            kind="practice",
            isOver=False,
            left=1,
            tryUrl=reverse("practice_try", args=[slug, exercise.ply]),
            showUrl=reverse("practice_solution", args=[slug, exercise.ply]),
            hintUrl=None,
            nextUrl=None if following is None else _place(slug, following),
            began="",
            intro=exercise.mistake,
            marked=exercise.played,
            worths={
                look: _worths(exercise, mnk.side_names(variant, look))
                for look in get_args(mnk.Look)
            },
            practised={"game": slug, "ply": exercise.ply},
        ),
    }


def _worths(exercise: practice.Exercise, names: mnk.BySide[str]) -> list[str]:
    """What the position was worth before the mistake and after it; empty where nobody knows."""
    side = exercise.position.side_to_move
    return [
        reviewwords.worth_words(worth, side, names) for worth in (exercise.before, exercise.after)
    ]


@require_POST
async def ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for the review that practice needs."""
    await check_whole(request, slug)
    address = reverse("practice", args=[slug])
    try:
        await current().read(_ask_for_review, slug, shares.of_request(request))
    except TooManyReviews as refusal:
        await tell(request, refusal.sentence)
        return HttpResponseRedirect(address)
    current().part(Evaluations).on_review_asked()
    return HttpResponseRedirect(address)


class Progress(findings.Part, frozen=True, kw_only=True):
    """How far the review of a game is."""

    state: findings.ReviewState
    done: int
    total: int


@never_cache
@require_safe
async def progress(request: HttpRequest, slug: str) -> HttpResponse:
    """How far the review is, for the page that waits for it."""
    lesson = await _lesson(request, slug)
    return json_answer(Progress(state=lesson.state, done=lesson.done, total=lesson.total))


@require_POST
async def try_move(request: HttpRequest, slug: str, ply: int) -> HttpResponse:
    """Judge a move tried instead of a mistake."""
    exercise = await _exercise(request, slug, ply)
    try:
        tried = tries.read_try(request, exercise.position.variant)
        if len(tried.moves) != 1:
            raise tries.BadTry(say("Send 1 move. Open the practice page again."))
        share = shares.of_request(request)
        answer = await lessons.try_move(current(), exercise, tried.moves[0], of=share)
    except (BadRequest, TooMuch, mnk.RuleError) as refusal:
        return await tries.refuse(request, refusal, _place(slug, ply))
    if tries.is_script(request):
        return json_answer(answer)
    await tell(request, answer.sentence, messages.INFO)
    return HttpResponseRedirect(_place(slug, ply))


@require_POST
async def show(request: HttpRequest, slug: str, ply: int) -> HttpResponse:
    """The better moves."""
    exercise = await _exercise(request, slug, ply)
    sentence = practice.shown(exercise)
    if tries.is_script(request):
        return json_answer(tries.Shown(moves=exercise.best[:1], sentence=sentence))
    await tell(request, sentence, messages.INFO)
    return HttpResponseRedirect(_place(slug, ply))


def _ask_for_review(slug: str, share: str) -> None:
    reviews.ask_for(slug, of=share, at=now_ms())


async def _lesson(request: HttpRequest, slug: str) -> GameExercises:
    await check_whole(request, slug)
    return await current().read(lessons.of_game, slug)


async def _exercise(request: HttpRequest, slug: str, ply: int) -> practice.Exercise:
    lesson = await _lesson(request, slug)
    return lesson.at(ply, await visitor_of(request.session))


def _chosen(exercises: Sequence[practice.Exercise], at: str) -> practice.Exercise | None:
    named = next((each for each in exercises if str(each.ply) == at), None)
    return named or next(iter(exercises), None)


def _place(slug: str, ply: int) -> str:
    return reverse("practice", args=[slug]) + "?" + urlencode({"at": ply})
