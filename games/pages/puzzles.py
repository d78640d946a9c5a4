"""The pages of puzzles: the list and a puzzle, each with and without scripts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import mnk
from games import puzzles as service
from games.http.answers import json_answer
from games.pages import boards, ratingcurve, tries
from games.pages.figures import whole
from games.pages.replies import tell
from games.play.clock import now_ms
from games.play.hub import current
from games.players import glicko
from games.players.identify import player_of, player_or_new_guest
from games.puzzles import KeptPuzzle
from games.refusals import BadRequest
from games.review import solving
from games.review.themes import Theme
from games.say import later, say

_BEGAN = signing.Signer(salt="puzzle")
LONGEST_MS = 3_600_000
"""A player who takes longer did something else meanwhile: no time is kept."""
MOST_SKIPPED = 20
"""This many skipped puzzles are left out of the next one; the first of them come back then."""

_GOALS = {
    "win2": later("Win in 2"),
    "win3": later("Win in 3"),
    "win4": later("Win in 4 or more"),
    "small": later("Small boards"),
}
_LEVELS = {
    "near": later("Around my level"),
    "easier": later("Easier"),
    "harder": later("Harder"),
    "any": later("Any difficulty"),
}
_USUAL = mnk.LineRule.FREESTYLE
"""What a list need not say of a board."""
_RULES = {rule.value for rule in mnk.LineRule}
_RESULTS = {
    "solved": later("Solved"),
    "missed": later("Missed"),
    "helped": later("Tried with a hint"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A puzzle as cards and lists show it."""

    slug: str
    task: str
    goal: str
    to_play: str
    size: str
    rule: str
    """Empty for the usual one."""
    theme: str
    """What it is about; empty where that is not told."""
    title: str
    rating: int
    level_words: str
    dots: tuple[bool, ...]
    result: str
    result_words: str
    board: boards.BoardPicture


# --- Choosing ------------------------------------------------------------------------------------


@never_cache
@require_safe
async def puzzles(request: HttpRequest) -> HttpResponse:
    """Today's puzzle, the next one for this player, how it goes, and all puzzles to choose from."""
    player = await player_of(request.session)
    context = await current().read(_read, request, None if player is None else player.pk, now_ms())
    return render(request, "puzzles.html", context)


def _read(request: HttpRequest, player_id: int | None, at: int) -> dict[str, Any]:
    """What the page shows to this player, read in one go."""
    today = service.of_day(at)
    following = service.next_for(player_id, at)
    record = service.record_of(player_id, at)
    return {
        "today": today and _card(today, service.attempt_of(today.id, player_id)),
        "next": following and _card(following, None),
        "record": record,
        "latest": [(each, say(_RESULTS[each.result])) for each in record.latest],
        "curve": ratingcurve.draw(record.curve),
        "strength": strength_words(record.strength),
        **_listed(request, player_id, at),
    }


def today_part(player_id: int | None, at: int) -> Card | None:
    """The puzzle of the day of a moment as a card, with what came of it; None if it has none."""
    today = service.of_day(at)
    return None if today is None else _card(today, service.attempt_of(today.id, player_id))


def _listed(request: HttpRequest, player_id: int | None, at: int) -> dict[str, Any]:
    """The list as the address asks for it; what it asks for and there is not, is left out."""
    only = request.GET.get("only", "")
    asked = request.GET.get("level")
    level: service.Level = next((each for each in service.LEVELS if each == asked), "near")
    page = whole(request.GET.get("page", "")) or 1
    found = service.listed(player_id, at, only=only, level=level, page=page)
    only = only if only in service.FILTERS else ""
    is_theme = only in set(Theme)

    def address(**asked: object) -> str:
        every = {"only": only, "level": level, **asked}
        return "?" + urlencode({key: value for key, value in every.items() if value}) + "#all"

    filters = [
        {
            "label": _filter_label(word),
            "count": number,
            "address": address(only=word),
            "is_on": word == only,
            "is_rule": word in _RULES,
        }
        for word, number in found.counts.items()
        if number or word in ("", only)
    ]
    return {
        "rows": [_row(each, is_told=is_theme) for each in found.rows],
        "kinds": [each for each in filters if not each["is_rule"]],
        "rules": [each for each in filters if each["is_rule"]],
        "levels": [(each, say(_LEVELS[each]), each == level) for each in service.LEVELS],
        "only": only,
        "number": found.page,
        "pages": found.pages,
        "back": address(page=found.page - 1) if found.page > 1 else None,
        "more": address(page=found.page + 1) if found.page < found.pages else None,
        "any_level": address(level="any") if level != "any" else None,
    }


def _filter_label(word: str) -> str:
    if not word:
        return say("All")
    if word in _GOALS:
        return say(_GOALS[word])
    return mnk.LineRule(word).says.name if word in _RULES else Theme(word).label


def _row(listed: service.Listed, *, is_told: bool) -> Card:
    """A puzzle in the list. What it is about is told only to those who asked or know."""
    theme = listed.puzzle.theme
    is_known = is_told or listed.result in ("solved", "missed")
    return _card(
        listed.puzzle, listed.result, theme=theme.label if theme is not None and is_known else ""
    )


def _card(told: KeptPuzzle, result: str | None, *, theme: str = "") -> Card:
    variant = told.position.variant
    return Card(
        slug=told.slug,
        task=told.task(mnk.side_names(variant)),
        goal=solving.goal(told.solving),
        to_play=say("{side} to play", side=mnk.side_names(variant)[told.side]),
        size=f"{variant.width}×{variant.height}",
        rule="" if variant.line_rule is _USUAL else variant.line_rule.says.name,
        theme=theme,
        title=variant.title,
        rating=round(told.strength.rating),
        level_words=say("Difficulty {level} of 5", level=told.level),
        dots=tuple(number <= told.level for number in range(1, 6)),
        result=result or "new",
        result_words=say(_RESULTS[result]) if result else say("New"),
        board=boards.thumbnail(told.position),
    )


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
async def next_puzzle(request: HttpRequest) -> HttpResponse:
    """Go to the next puzzle for this player, but for those that the address names as skipped."""
    skipped = _skipped(request)
    player = await player_of(request.session)
    player_id = None if player is None else player.pk
    told = await current().read(_next_for, player_id, skipped)
    if told is None:
        await tell(request, say("That was the last puzzle you haven’t tried."), messages.INFO)
        return HttpResponseRedirect(reverse("puzzles"))
    address = reverse("puzzle", args=[told.slug])
    return HttpResponseRedirect(f"{address}?skipped={'.'.join(skipped)}" if skipped else address)


def _next_for(player_id: int | None, skipped: Sequence[str]) -> KeptPuzzle | None:
    return service.next_for(player_id, now_ms(), leaving_out=skipped)


def _skipped(request: HttpRequest) -> list[str]:
    """The puzzles an address names as skipped, the last ones."""
    words = request.GET.get("skipped", "")[:400].split(".")
    return [word for word in words if word.isascii() and word.isalnum()][-MOST_SKIPPED:]


def _next_address(request: HttpRequest, slug: str) -> str:
    """Where the next puzzle is, once this one is left."""
    return (
        f"{reverse('next_puzzle')}?skipped={'.'.join([*_skipped(request), slug][-MOST_SKIPPED:])}"
    )


# --- A puzzle ------------------------------------------------------------------------------------


@never_cache
@require_safe
async def puzzle(request: HttpRequest, slug: str) -> HttpResponse:
    """A puzzle, after as many right moves as the address says."""
    read = current().read
    told = await read(service.of_slug, slug)
    player = await player_of(request.session)
    player_id = None if player is None else player.pk
    variant = told.position.variant
    try:
        moves = mnk.moves_from_text(request.GET.get("moves", "")[:2000], variant)
        turn = solving.turn_after(told.solving, moves)
    except (mnk.RuleError, solving.StrangeMoves):
        return HttpResponseRedirect(reverse("puzzle", args=[slug]))
    done, record, share = await read(_so_far, told.id, player_id, now_ms())
    position = told.position.play_all(moves)
    began = _BEGAN.sign(f"{slug}:{now_ms()}")
    next_address = _next_address(request, slug)
    names = mnk.side_names(variant)
    middle = variant.width // 2 + variant.height // 2 * variant.width
    context: dict[str, Any] = {
        "puzzle": told,
        "card": _card(told, done),
        "task": told.task(names),
        "badge": boards.badge(told.side, variant),
        "opponent": boards.badge(told.side.other, variant),
        "variant": variant,
        "sample": mnk.move_word(position.landing(middle), variant),
        "proved": solving.proved(told.solving, variant),
        "caveat": solving.caveat(told.solving, variant),
        "share": share,
        "board": boards.draw(
            position,
            last=moves[-1] if moves else None,
            forbidden=boards.forbidden_now(position),
        ),
        "moves_text": mnk.moves_text(moves, variant),
        "line": tries.names(moves, variant),
        "is_over": turn is None,
        "done": done,
        "theme": told.theme.label if told.theme and done in ("solved", "missed") else "",
        "began": began,
        "record": record,
        "rating": round(record.strength.rating),
        "next_address": next_address,
        "analysis": urlencode({"p": mnk.position_line(told.position)}),
    }
    context["data"] = tries.data(
        told.position,
        moves,
        task=told.task,
        kind="puzzle",
        isOver=turn is None,
        left=mnk.winners_moves(told.solving.plies) - (len(moves) + 1) // 2,
        tryUrl=reverse("puzzle_try", args=[slug]),
        showUrl=reverse("puzzle_solution", args=[slug]),
        hintUrl=reverse("puzzle_hint", args=[slug]),
        nextUrl=next_address,
        began=began,
        intro=context["proved"],
        game="" if variant.line_rule is _USUAL else variant.title,
    )
    return render(request, "puzzle.html", context)


def _so_far(
    puzzle_id: int, player_id: int | None, at: int
) -> tuple[str | None, service.Record, int | None]:
    """What came of a puzzle for this player, how they do, and the share of all who solved it."""
    return (
        service.attempt_of(puzzle_id, player_id),
        service.record_of(player_id, at),
        service.solved_share(puzzle_id),
    )


@require_POST
async def try_puzzle(request: HttpRequest, slug: str) -> HttpResponse:
    """Judge a move; a script gets the answer, a form is sent back to the page."""
    told = await current().read(service.of_slug, slug)
    at = now_ms()
    try:
        tried = tries.read_try(request, told.position.variant)
        player = await player_or_new_guest(request.session)
        answer = await current().read(_try, slug, tried, player.pk, at, _since(tried.began, at))
    except (BadRequest, mnk.RuleError) as refusal:
        return await tries.refuse(request, refusal, _address(slug, tries.moves_before(request)))
    if tries.is_script(request):
        return json_answer(_with_forbidden(answer, told.position, tried.moves))
    moves = tried.moves if answer.verdict in ("right", "solved") else tried.moves[:-1]
    if answer.reply is not None:
        moves = [*moves, answer.reply]
    sentence = f"{answer.sentence} {answer.lesson}".strip()
    return await _back(request, told, moves, _with_rating(sentence, answer.counted))


@require_POST
async def hint(request: HttpRequest, slug: str) -> HttpResponse:
    """A few squares, one of which is right."""
    told = await current().read(service.of_slug, slug)
    variant = told.position.variant
    try:
        if tries.is_script(request):
            moves = tries.read_json(request).moves
        else:
            moves = list(mnk.moves_from_text(tries.moves_before(request), variant))
        if len(moves) > variant.squares:
            raise solving.StrangeMoves
        player = await player_or_new_guest(request.session)
        answer = await current().read(_hint, slug, moves, player.pk, now_ms())
    except (BadRequest, mnk.RuleError) as refusal:
        return await tries.refuse(request, refusal, _address(slug, tries.moves_before(request)))
    if tries.is_script(request):
        return json_answer(answer)
    return await _back(request, told, moves, answer.sentence)


@require_POST
async def show_solution(request: HttpRequest, slug: str) -> HttpResponse:
    """Give up: the whole line."""
    await current().read(service.of_slug, slug)
    player = await player_or_new_guest(request.session)
    told, counted = await current().read(_give_up, slug, player.pk, now_ms())
    line = told.solving.line
    words = " ".join(tries.names(line, told.position.variant))
    sentence = say("The solution: {moves}.", moves=words)
    if tries.is_script(request):
        forbidden = tries.forbidden_along(told.position, line)
        return json_answer(
            Solution(moves=line, sentence=sentence, counted=counted, forbidden=forbidden)
        )
    return await _back(request, told, line, _with_rating(sentence, counted))


class Solution(tries.Shown, frozen=True, kw_only=True):
    """How a puzzle is solved, and what looking at it did."""

    counted: service.Counted | None = None


def _try(slug: str, tried: tries.Tried, player_id: int, at: int, ms: int | None) -> service.Tried:
    return service.try_moves(slug, tried.moves, player_id=player_id, at=at, ms=ms)


def _with_forbidden(
    answer: service.Tried, position: mnk.Position, moves: Sequence[int]
) -> service.Tried:
    """The answer to a try with where black may not play, after it and what is told to follow."""
    following = answer.line if answer.reply is None else (answer.reply,)
    along = tries.forbidden_along(position, [*moves, *following], after=len(moves))
    return msgspec.structs.replace(answer, forbidden=along)


def _hint(slug: str, moves: Sequence[int], player_id: int, at: int) -> service.Hint:
    return service.take_hint(slug, moves, player_id=player_id, at=at)


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


def _with_rating(sentence: str, counted: service.Counted | None) -> str:
    if counted is None:
        return sentence
    now = say(
        "Your puzzle rating is now {rating} ({change}).",
        rating=counted.rating,
        change=f"{counted.change:+}".replace("-", "−"),
    )
    return f"{sentence} {now}"


def strength_words(strength: glicko.Rating) -> str:
    """How sure a rating is, in words.

    >>> strength_words(glicko.Rating(1620.4, 95.0)), strength_words(glicko.Rating(1620.4, 80.0))
    ('Provisional: give or take 190', 'Give or take 160')
    """
    spread = round(2 * strength.deviation)
    if strength.deviation > 80:
        return say("Provisional: give or take {spread}", spread=spread)
    return say("Give or take {spread}", spread=spread)


def _since(began: str, at: int) -> int | None:
    """How long ago a page was made, in ms; None if it does not say, or if that was too long ago.

    >>> began = _BEGAN.sign("a-puzzle:1000")
    >>> [_since(began, at) for at in (999, 1000, 1000 + LONGEST_MS, 1001 + LONGEST_MS)]
    [None, 0, 3600000, None]
    """
    try:
        then = int(_BEGAN.unsign(began).rpartition(":")[2])
    except (signing.BadSignature, ValueError):
        return None
    return at - then if 0 <= at - then <= LONGEST_MS else None
