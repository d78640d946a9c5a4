"""The game tree of a small board, level by level: every move, and how it ends with best play.

An address names a position and the moves chosen from it on (`?p=3x3&play=b2c3`). Each level is a
position on that way with all its moves; choosing one leads to the next level. Moves that turn or
mirror into each other are shown once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import continuations, mnk, refusals, shares, trails
from games.http.refusing import stamped
from games.pages import boards
from games.pages.proofs import EXACT_SQUARES, is_searched_exactly
from games.pages.reviewwords import worth_words
from games.paperwork import Paperwork
from games.play.hub import current
from games.players.identify import player_of
from games.refusals import BadRequest
from games.review import worths
from games.review.findings import Assessment
from games.reviews.evaluations import Evaluations
from games.say import count, say

FIRST = "3x3"
"""The board that is shown where none is asked for."""
LEVELS = 6
"""How many levels a page shows: the last ones. Each may cost a search."""
DRAWN_SQUARES = 25
"""On larger boards a move is a name: a board for each would be too small to read."""


class BoardTooLarge(BadRequest):
    code = "boardTooLarge"

    def __init__(self) -> None:
        super().__init__(
            say(
                "The game tree is for boards of up to {squares} squares. Choose a smaller one.",
                squares=EXACT_SQUARES,
            )
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """A move of a level, and those that turn or mirror into it."""

    square: mnk.Square
    name: str
    others: str
    """The moves like it, by name; empty if there are none."""
    alike: str
    """How many there are with it, in words; empty if there is only this one."""
    value: continuations.Value
    href: str
    board: boards.BoardPicture | None
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Level:
    """A position on the way, with its moves: the best first."""

    number: int
    """How many moves led to it."""
    mover: boards.Badge
    moves: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the way, and the address where it ends."""

    name: str
    href: str


@never_cache
@require_safe
async def tree(request: HttpRequest) -> HttpResponse:
    """The tree from a position on, unfolded along the moves chosen."""
    await player_of(request.session)
    wanted = request.GET.get("p", "").strip() or FIRST
    context: dict[str, object] = {"wanted": wanted}
    try:
        start = trails.start(wanted)
        if not is_searched_exactly(start.variant):
            raise BoardTooLarge
        _, moves = trails.played(start, request.GET.get("play", ""))
        of = shares.of_request(request)
        way = tuple(accumulate(moves, mnk.Position.play, initial=start))
        found = [await current().part(Evaluations).assess(each, of=of) for each in way[-LEVELS:]]
        return await current().part(Paperwork).do(of, _shown, request, way, moves, found, context)
    except refusals.ANY as refusal:
        context["problem"] = refusal.sentence
        return stamped(render(request, "tree.html", context), refusal)


def _shown(
    request: HttpRequest,
    way: Sequence[mnk.Position],
    moves: tuple[mnk.Square, ...],
    found: Sequence[Assessment],
    context: dict[str, object],
) -> HttpResponse:
    """The page of a way: its positions, the moves between them, and what was found of the last."""
    start, position = way[0], way[-1]
    names = mnk.side_names(start.variant)
    first = len(way) - len(found)
    chosen = (*moves, None)
    levels = [
        level(start, moves[:number], way[number], found[number - first], chosen=chosen[number])
        for number in range(first, len(way))
        if not way[number].is_over
    ]
    shown = {
        "variant": start.variant,
        "known": mnk.best_play(start.variant),
        "board": boards.draw(
            position,
            last=moves[-1] if moves else None,
            forbidden=boards.forbidden_now(position),
        ),
        "mover": boards.badge(position.side_to_move, start.variant),
        "is_over": position.is_over,
        "said": worth_words(found[-1].worth, position.side_to_move, names),
        "start": address(start, ()),
        "way": [
            Step(mnk.move_name(square, start.variant), address(start, moves[:number]))
            for number, square in enumerate(moves, 1)
        ],
        "levels": levels,
        "hidden": first,
        "asked": urlencode({"p": mnk.position_line(position)}),
    }
    return render(request, "tree.html", context | shown)


def level(
    start: mnk.Position,
    moves: tuple[mnk.Square, ...],
    position: mnk.Position,
    assessment: Assessment,
    *,
    chosen: mnk.Square | None = None,
) -> Level:
    """The moves of a position that these moves lead to from the start; one of them is chosen."""
    variant = position.variant
    known = {each.square: each for each in assessment.squares}
    moves_here = position.playable_moves()
    groups = sorted(
        continuations.kinds(position, chosen),
        key=lambda group: worths.rank(known.get(group[0], worths.UNKNOWN)),
        reverse=True,
    )

    def choice(group: tuple[mnk.Square, ...]) -> Choice:
        square, *others = group
        worth = known.get(square, worths.UNKNOWN)
        return Choice(
            square=square,
            name=mnk.move_name(square, variant),
            others=", ".join(mnk.move_name(other, variant) for other in others),
            alike="" if not others else count("{count} alike", "{count} alike", len(group)),
            value=continuations.value_of(
                worth.verdict if worths.is_proved(worth) else None, worth.plies
            ),
            href=f"{address(start, (*moves, square))}#level-{len(moves) + 1}",
            board=None
            if variant.squares > DRAWN_SQUARES
            else boards.draw(position.play(square), last=square, small=True),
            is_chosen=square == chosen,
        )

    choices = tuple(map(choice, groups))
    told = count("{count} move", "{count} moves", len(moves_here))
    if len(groups) < len(moves_here):
        told += ", " + count("{count} kind", "{count} kinds", len(groups))
    return Level(len(moves), boards.badge(position.side_to_move, variant), told, choices)


def address(start: mnk.Position, moves: Sequence[mnk.Square]) -> str:
    """Where the tree is unfolded along these moves."""
    asked = {"p": mnk.position_line(start)}
    if moves:
        asked["play"] = mnk.moves_text(moves, start.variant)
    return f"{reverse('tree')}?{urlencode(asked)}"
