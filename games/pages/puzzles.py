"""The pages of puzzles, and of practice from a game's mistakes: each with and without scripts."""

from collections.abc import Callable, Sequence
from typing import Any, get_args
from urllib.parse import urlencode

import msgspec
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import mnk, shares
from games import puzzles as service
from games.http.access import check_whole
from games.http.answers import body_of, json_answer
from games.http.refusing import as_json
from games.pages import boards
from games.pages.replies import tell
from games.play.clock import now_ms
from games.play.hub import current
from games.players import glicko
from games.players.identify import player_of, player_or_new_guest, visitor_of
from games.puzzles import KeptPuzzle
from games.refusals import BadRequest, Refusal, TooMuch
from games.review import findings, solving
from games.review.errors import TooManyReviews
from games.reviews import exercises as lessons
from games.reviews import practice, reviews
from games.reviews.evaluations import Evaluations
from games.reviews.exercises import GameExercises
from games.say import later, say

_BEGAN = signing.Signer(salt="puzzle")
LONGEST_MS = 3_600_000
"""A player who takes longer did something else meanwhile: no time is kept."""


class Tried(msgspec.Struct, forbid_unknown_fields=True):
    """A try as a script sends it: all moves so far, the tried one last."""

    moves: list[int]
    began: str = ""


MAX_TRY = 16 * 1024
"""Bytes of a try, of more moves than any board has squares."""


class BadTry(BadRequest):
    """What was sent is not a try."""

    code = "badTry"


# --- Puzzles -------------------------------------------------------------------------------------


@never_cache
@require_safe
async def puzzles(request: HttpRequest) -> HttpResponse:
    """Today's puzzle, the next one for this player, and what they have tried."""
    read = current().read
    player = await player_of(request.session)
    player_id = None if player is None else player.pk
    at = now_ms()
    today = await read(service.of_day, at)
    following = await read(service.next_for, player_id)
    record = await read(service.record_of, player_id, at)
    done = None if today is None else await read(service.attempt_of, today.id, player_id)
    context = {
        "today": today and _card(today),
        "today_done": done,
        "next": following and _card(following),
        "record": record,
        "strength": _strength(record.strength) if record.tried else "",
        "player_name": player.name if player else "",
    }
    return render(request, "puzzles.html", context)


async def today_part(player_id: int | None) -> dict[str, Any] | None:
    """The puzzle of the day as a card, and whether it was solved; None on a day without one."""
    read = current().read
    today = await read(service.of_day, now_ms())
    if today is None:
        return None
    return {**_card(today), "done": await read(service.attempt_of, today.id, player_id)}


@never_cache
@require_safe
async def daily(request: HttpRequest) -> HttpResponse:
    """Go to the puzzle of the day."""
    today = await current().read(service.of_day, now_ms())
    if today is None:
        return HttpResponseRedirect(reverse("puzzles"))
    return HttpResponseRedirect(reverse("puzzle", args=[today.slug]))


@never_cache
@require_safe
async def puzzle(request: HttpRequest, slug: str) -> HttpResponse:
    """A puzzle, after as many right moves as the address says."""
    told = await current().read(service.of_slug, slug)
    player = await player_of(request.session)
    player_id = None if player is None else player.pk
    done = await current().read(service.attempt_of, told.id, player_id)
    try:
        moves = mnk.moves_from_text(request.GET.get("moves", "")[:2000], told.position.variant)
        turn = solving.turn_after(told.solving, moves)
    except (mnk.RuleError, solving.StrangeMoves):
        return HttpResponseRedirect(reverse("puzzle", args=[slug]))
    position = _played(told.position, moves)
    began = _BEGAN.sign(f"{slug}:{now_ms()}")
    context: dict[str, Any] = {
        "puzzle": told,
        "task": told.task(mnk.side_names(told.position.variant)),
        "variant": told.position.variant,
        "length": solving.length(told.solving),
        "board": boards.draw(position, last=moves[-1] if moves else None),
        "moves_text": mnk.moves_text(moves, told.position.variant),
        "line": _numbered(moves, told.position.variant),
        "is_over": turn is None,
        "done": done,
        "rating": round(told.strength.rating) if done is not None else None,
        "began": began,
        "player_name": player.name if player else "",
    }
    context["data"] = _data(
        told.position,
        moves,
        task=told.task,
        try_url=reverse("puzzle_try", args=[slug]),
        show_url=reverse("puzzle_solution", args=[slug]),
        is_over=turn is None,
        began=began,
    )
    return render(request, "puzzle.html", context)


@require_POST
async def try_puzzle(request: HttpRequest, slug: str) -> HttpResponse:
    """Judge a move; a script gets the answer, a form is sent back to the page."""
    told = await current().read(service.of_slug, slug)
    at = now_ms()
    try:
        tried = _read_try(request, told.position.variant)
        player = await player_or_new_guest(request.session)
        answer = await current().read(_try, slug, tried, player.pk, at, _since(tried.began, at))
    except (BadRequest, mnk.RuleError) as refusal:
        return await _refuse(request, refusal, _address(slug, _before(request)))
    if _is_script(request):
        return json_answer(answer)
    moves = tried.moves if answer.verdict in ("right", "solved") else tried.moves[:-1]
    if answer.verdict == "right" and answer.reply is not None:
        moves = [*moves, answer.reply]
    return await _back(request, told, moves, _with_rating(answer))


@require_POST
async def show_solution(request: HttpRequest, slug: str) -> HttpResponse:
    """Give up: the whole line."""
    await current().read(service.of_slug, slug)
    player = await player_or_new_guest(request.session)
    told, counted = await current().read(_give_up, slug, player.pk, now_ms())
    line = told.solving.line
    sentence = say("The solution: {moves}.", moves=_words(line, told.position.variant))
    shown = Shown(moves=line, sentence=sentence, counted=counted)
    if _is_script(request):
        return json_answer(shown)
    return await _back(request, told, line, sentence)


class Shown(findings.Part, frozen=True, kw_only=True):
    """A solution, for a player who gave up."""

    moves: tuple[int, ...]
    """From the position of the puzzle or exercise."""
    sentence: str
    counted: service.Counted | None = None


def _try(slug: str, tried: Tried, player_id: int, at: int, ms: int | None) -> service.Tried:
    return service.try_moves(slug, tried.moves, player_id=player_id, at=at, ms=ms)


def _give_up(slug: str, player_id: int, at: int) -> tuple[KeptPuzzle, service.Counted | None]:
    return service.give_up(slug, player_id=player_id, at=at)


async def _back(
    request: HttpRequest, told: KeptPuzzle, moves: Sequence[int], sentence: str
) -> HttpResponse:
    await tell(request, sentence, messages.INFO)
    text = mnk.moves_text(moves, told.position.variant)
    return HttpResponseRedirect(_address(told.slug, text))


def _address(slug: str, moves: str) -> str:
    """A puzzle's page, after some moves."""
    page = reverse("puzzle", args=[slug])
    return page + "?" + urlencode({"moves": moves}) if moves else page


def _before(request: HttpRequest) -> str:
    """The moves before the one tried, as a form has them."""
    return "" if _is_script(request) else request.POST.get("moves", "")[:2000]


def _with_rating(answer: service.Tried) -> str:
    if answer.counted is None:
        return answer.sentence
    now = say(
        "Your puzzle rating is now {rating} ({change}).",
        rating=answer.counted.rating,
        change=f"{answer.counted.change:+}",
    )
    return f"{answer.sentence} {now}"


def _card(told: KeptPuzzle) -> dict[str, Any]:
    return {
        "slug": told.slug,
        "task": told.task(mnk.side_names(told.position.variant)),
        "title": told.position.variant.title,
        "length": solving.length(told.solving),
        "board": boards.draw(told.position, small=True),
    }


def _strength(strength: glicko.Rating) -> SafeString:
    """A rating with how sure it is, in a sentence.

    >>> _strength(glicko.Rating(1620.4, 95.0))
    'Your puzzle rating is <b>1620</b> give or take 190, provisional.'
    """
    if strength.deviation > 200:
        sentence = later(
            "Your puzzle rating is <b>{rating}</b> give or take {spread}, a first guess."
        )
    elif strength.deviation > 80:
        sentence = later(
            "Your puzzle rating is <b>{rating}</b> give or take {spread}, provisional."
        )
    else:
        sentence = later("Your puzzle rating is <b>{rating}</b> give or take {spread}.")
    rating, spread = round(strength.rating), round(2 * strength.deviation)
    return SafeString(say(sentence, rating=rating, spread=spread))


# --- Practice ------------------------------------------------------------------------------------


@never_cache
@require_safe
async def practise(request: HttpRequest, slug: str) -> HttpResponse:
    """A game's mistakes, one after another: find the better move."""
    lesson = await _lesson(request, slug)
    side = lesson.game.side_of(await visitor_of(request.session))
    at = request.GET.get("at", "")
    mine = tuple(each for each in lesson.exercises if side in (None, each.position.side_to_move))
    is_mine = not at or any(str(each.ply) == at for each in mine)
    chosen = mine if mine and is_mine else lesson.exercises
    player = await player_of(request.session)
    variant = lesson.game.state.variant
    context: dict[str, Any] = {
        "game": {"slug": slug, "variant": variant},
        "lesson": lesson,
        "exercises": [
            {"ply": each.ply, "number": each.ply + 1, "name": mnk.name(each.played, variant)}
            for each in chosen
        ],
        "other": next((each.ply for each in lesson.exercises if each not in chosen), None),
        "player_name": player.name if player else "",
    }
    exercise = _chosen(chosen, at)
    if exercise is not None:
        place = chosen.index(exercise)
        context |= {
            "exercise": exercise,
            "task": exercise.task(mnk.side_names(variant)),
            "number": place + 1,
            "next": chosen[place + 1].ply if place + 1 < len(chosen) else None,
            "board": boards.draw(exercise.position, marked=[exercise.played]),
            "data": _data(
                exercise.position,
                (),
                task=exercise.task,
                try_url=reverse("practice_try", args=[slug, exercise.ply]),
                show_url=reverse("practice_solution", args=[slug, exercise.ply]),
            ),
        }
    return render(request, "practice.html", context)


@require_POST
async def ask_practice(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for the review that practice needs."""
    await check_whole(request, slug)
    try:
        await current().read(_ask_for_review, slug, shares.of_request(request))
    except TooManyReviews as refusal:
        await tell(request, refusal.sentence)
        return HttpResponseRedirect(reverse("practice", args=[slug]))
    current().part(Evaluations).on_review_asked()
    return HttpResponseRedirect(reverse("practice", args=[slug]))


@require_POST
async def try_practice(request: HttpRequest, slug: str, ply: int) -> HttpResponse:
    """Judge a move tried instead of a mistake."""
    exercise = await _exercise(request, slug, ply)
    try:
        tried = _read_try(request, exercise.position.variant)
        if len(tried.moves) != 1:
            raise BadTry(say("Send 1 move. Open the practice page again."))
        share = shares.of_request(request)
        answer = await lessons.try_move(current(), exercise, tried.moves[0], of=share)
    except (BadRequest, TooMuch, mnk.RuleError) as refusal:
        return await _refuse(request, refusal, _place(slug, ply))
    if _is_script(request):
        return json_answer(answer)
    await tell(request, answer.sentence, messages.INFO)
    return HttpResponseRedirect(_place(slug, ply))


@require_POST
async def show_practice(request: HttpRequest, slug: str, ply: int) -> HttpResponse:
    """The better moves."""
    exercise = await _exercise(request, slug, ply)
    sentence = practice.shown(exercise)
    if _is_script(request):
        return json_answer(Shown(moves=exercise.best[:1], sentence=sentence))
    await tell(request, sentence, messages.INFO)
    return HttpResponseRedirect(_place(slug, ply))


def _ask_for_review(slug: str, share: str) -> None:
    reviews.ask_for(slug, of=share, at=now_ms())


async def _lesson(request: HttpRequest, slug: str) -> GameExercises:
    await check_whole(request, slug)
    return await current().read(lessons.of_game, slug)


async def _exercise(request: HttpRequest, slug: str, ply: int) -> practice.Exercise:
    return (await _lesson(request, slug)).at(ply)


def _chosen(exercises: Sequence[practice.Exercise], at: str) -> practice.Exercise | None:
    named = next((each for each in exercises if str(each.ply) == at), None)
    return named or next(iter(exercises), None)


def _place(slug: str, ply: int) -> str:
    return reverse("practice", args=[slug]) + "?" + urlencode({"at": ply})


# --- Both ----------------------------------------------------------------------------------------


def _data(
    position: mnk.Position,
    moves: Sequence[int],
    *,
    task: Callable[[mnk.BySide[str]], str],
    try_url: str,
    show_url: str,
    is_over: bool = False,
    began: str = "",
) -> dict[str, Any]:
    """What the page's script needs."""
    return {
        "position": msgspec.to_builtins(findings.PositionPart.of(position)),
        "moves": list(moves),
        # The viewer chooses how the board is shown.
        "task": {look: task(mnk.side_names(look)) for look in get_args(mnk.Look)},
        "isOver": is_over,
        "tryUrl": try_url,
        "showUrl": show_url,
        "began": began,
    }


def _read_try(request: HttpRequest, variant: mnk.Variant) -> Tried:
    """What was sent, by a script as JSON or by a form as names. Raises `BadTry` or `RuleError`."""
    if _is_script(request):
        try:
            tried = body_of(request, Tried, MAX_TRY)
        except BadRequest:
            raise BadTry(say("Send the moves as numbers of squares.")) from None
    else:
        before = mnk.moves_from_text(_before(request), variant)
        square = mnk.square(request.POST.get("square", ""), variant)
        tried = Tried([*before, square], request.POST.get("began", ""))
    if len(tried.moves) > variant.squares:
        raise BadTry(say("The board doesn’t have that many squares. Open the puzzle again."))
    return tried


def _since(began: str, at: int) -> int | None:
    """How long ago a page was made, in ms; None if it does not say, or if that was too long ago."""
    try:
        then = int(_BEGAN.unsign(began).rpartition(":")[2])
    except (signing.BadSignature, ValueError):
        return None
    return at - then if 0 <= at - then <= LONGEST_MS else None


def _played(position: mnk.Position, moves: Sequence[int]) -> mnk.Position:
    for square in moves:
        position = position.play(square)
    return position


def _numbered(moves: Sequence[int], variant: mnk.Variant) -> list[str]:
    return [mnk.name(square, variant) for square in moves]


def _words(moves: Sequence[int], variant: mnk.Variant) -> str:
    return " ".join(_numbered(moves, variant))


def _is_script(request: HttpRequest) -> bool:
    return request.content_type == "application/json"


async def _refuse(request: HttpRequest, refusal: Refusal, address: str) -> HttpResponse:
    if _is_script(request):
        return as_json(refusal)
    await tell(request, refusal.sentence)
    return HttpResponseRedirect(address)
