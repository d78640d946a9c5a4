"""Proofs: why a position is won, as a tree to unfold, and its certificate as a file."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import mnk, refusals, shares
from games.http.answers import plainly
from games.http.refusing import stamped
from games.pages import boards
from games.pages.figures import grouped
from games.paperwork import Paperwork
from games.play.hub import current
from games.play.protocol import SideWord, Verdict
from games.players.identify import player_of
from games.refusals import NotFound
from games.review import shipped
from games.review.findings import Proof, Proving
from games.reviews.evaluations import PROOF_NODES, Evaluations
from games.say import count, say

EXACT_SQUARES = 64
"""Boards of more squares are not searched exactly (games.evaluator.exact)."""


def is_searched_exactly(variant: mnk.Variant) -> bool:
    """Whether a board has a tree that can be unfolded.

    >>> [is_searched_exactly(mnk.Variant(*size, 5)) for size in ((8, 8), (13, 5))]
    [True, False]
    """
    return variant.squares <= EXACT_SQUARES


@never_cache
@require_safe
async def proof(request: HttpRequest) -> HttpResponse:
    """What is proved about a position, and the tree that shows it."""
    await player_of(request.session)
    context: dict[str, object] = {
        "wanted": request.GET.get("p", ""),
    }
    try:
        position = mnk.position_from_line(request.GET.get("p", ""))
        context |= {"position": position, "board": boards.draw(position)}
        context["asked"] = urlencode({"p": mnk.position_line(position)})
        context["has_tree"] = is_searched_exactly(position.variant)
        context["mover"] = boards.badge(position.side_to_move, position.variant)
        of = shares.of_request(request)
        proving = await current().part(Evaluations).prove(position, of=of)
        # A tree of 2,000 steps: not in the loop that serves the games.
        return await current().part(Paperwork).do(of, _shown, request, position, proving, context)
    except mnk.GameIsOver:
        context["over"] = _how_it_ended(position)
        return render(request, "proof.html", context)
    except refusals.ANY as refusal:
        context["problem"] = refusal.sentence
        return stamped(render(request, "proof.html", context), refusal)


def _shown(
    request: HttpRequest, position: mnk.Position, proving: Proving, context: dict[str, object]
) -> HttpResponse:
    found = {
        "proving": proving,
        "words": words(position, proving),
        "rows": [] if proving.proof is None else list(rows(proving.proof)),
        "certificate": f"{reverse('certificate')}?{context['asked']}",
    }
    return render(request, "proof.html", context | found)


def of_start(variant: mnk.Variant) -> str:
    """The page of the proof of a board; empty where no proof comes with the server."""
    if mnk.best_play(variant).source is not mnk.BestPlaySource.PROVED:
        return ""
    start = mnk.position_line(mnk.Position.start(variant))
    return f"{reverse('proof')}?{urlencode({'p': start})}"


@never_cache
@require_safe
@plainly
async def certificate(request: HttpRequest) -> HttpResponse:
    """The certificate of a position, to keep and to check with `manage.py verify_certificate`."""
    position = mnk.position_from_line(request.GET.get("p", ""))
    of = shares.of_request(request)
    text = await current().part(Paperwork).do(of, shipped.of_start, position)
    if text is None:
        proving = await current().part(Evaluations).prove(position, of=of)
        if proving.certificate is None:
            raise NotFound(words(position, proving))
        text = proving.certificate + "\n"
    name = f"inarow-{mnk.variant_text(position.variant)}.json"
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def words(position: mnk.Position, proving: Proving) -> str:
    """What is proved, or what was tried.

    >>> start = mnk.Position.start(mnk.Variant(4, 3, 3))
    >>> words(start, Proving(verdict=Verdict.WIN, plies=7, moves=14, certificate="{}"))
    'X to move wins in at most 4 moves (proved). The proof has 14 moves.'
    """
    names = mnk.side_names(position.variant)
    mover, other = names[position.side_to_move], names[position.side_to_move.other]
    when = mnk.in_at_most(proving.plies or 0)
    match proving.verdict:
        case None:
            return _nothing(position)
        case Verdict.WIN:
            said = say("{side} to move wins {when} (proved).", side=mover, when=when)
        case Verdict.LOSS:
            said = say(
                "{side} to move loses: {other} wins {when} (proved).",
                side=mover,
                other=other,
                when=when,
            )
        case Verdict.DRAW:
            said = say("{side} to move: neither side can force a win (proved).", side=mover)
    return f"{said} {_by_what(proving)}"


def _nothing(position: mnk.Position) -> str:
    if is_searched_exactly(position.variant):
        tried = say(
            "Nothing is proved here. We searched {positions} positions without reaching the end, "
            "and found no forced win for either side.",
            positions=grouped(PROOF_NODES),
        )
    else:
        tried = say(
            "Nothing is proved here. We searched {positions} positions and found no forced win for "
            "either side.",
            positions=grouped(PROOF_NODES),
        )
    caution = say("There may still be one.")
    return f"{tried} {caution}"


def _by_what(proving: Proving) -> str:
    moves = grouped(proving.moves)
    if proving.certificate is None:
        return count(
            "The proof has {moves} move, too many to send.",
            "The proof has {moves} moves, too many to send.",
            proving.moves,
            moves=moves,
        )
    if not proving.moves:
        return say("You can see it on the board.")
    return count(
        "The proof has {moves} move.", "The proof has {moves} moves.", proving.moves, moves=moves
    )


@dataclass(frozen=True, slots=True)
class Move:
    """A move, with the address of the proof after it."""

    name: str
    link: str


@dataclass(frozen=True, slots=True)
class Row:
    """What the template writes next: a row that opens, one without others below, or an end."""

    kind: Literal["open", "leaf", "close"]
    defences: tuple[Move, ...] = ()
    is_other: bool = False
    """Whether these are all defences not named beside it."""
    answer: Move | None = None
    loser: boards.Badge | None = None
    winner: boards.Badge | None = None
    when: str = ""
    """How soon the winner wins after it; empty if the answer wins."""
    is_main: bool = False
    """Whether the loser holds out the longest here: the row is shown unfolded."""
    goes_on: bool = False
    """Whether the tree was cut here."""


_CLOSE = Row("close")

_Waiting: TypeAlias = tuple[int, mnk.Position, bool]
"""A step, the position before it, and whether it belongs to the main line."""


def rows(proof: Proof) -> Iterator[Row]:
    """A tree row by row, each defence with its answer; a row's end comes after all below it."""
    start = proof.start.position
    children: defaultdict[int, list[int]] = defaultdict(list)
    for index, node in enumerate(proof.nodes):
        children[node.parent].append(index)
    winner = proof.winner
    loser = SideWord.WHITE if winner is SideWord.BLACK else SideWord.BLACK
    winner_badge, loser_badge = (
        boards.badge(mnk.Side[side.name], start.variant) for side in (winner, loser)
    )
    # Not recursive: a line may have hundreds of moves.
    waiting: list[_Waiting | None] = _below(0, start, True, proof, children)
    while waiting:
        here = waiting.pop()
        if here is None:
            yield _CLOSE
            continue
        index, position, is_main = here
        node = proof.nodes[index]
        defences: tuple[Move, ...] = ()
        is_other = False
        if node.by is loser:
            defences = tuple(_move(position, square) for square in node.moves)
            is_other = not node.moves
            position = position.play(_example(index, position, proof, children))
            (index,) = children[index]
            node = proof.nodes[index]
        (square,) = node.moves
        answer = _move(position, square)
        position = position.play(square)
        below = _below(index, position, is_main, proof, children)
        yield Row(
            kind="open" if below else "leaf",
            defences=defences,
            is_other=is_other,
            answer=answer,
            loser=loser_badge,
            winner=winner_badge,
            when=mnk.in_at_most(node.plies) if node.plies else "",
            is_main=is_main,
            goes_on=not below and bool(node.plies),
        )
        if below:
            waiting += [None, *below]


def _below(
    index: int,
    position: mnk.Position,
    is_main: bool,
    proof: Proof,
    children: dict[int, list[int]],
) -> list[_Waiting | None]:
    """What stands below a step, the last first."""
    found: list[_Waiting | None] = [
        (child, position, is_main and rank == 0)
        for rank, child in enumerate(children.get(index, ()))
    ]
    return found[::-1]


def _example(
    index: int, position: mnk.Position, proof: Proof, children: dict[int, list[int]]
) -> mnk.Square:
    """One of the defences of a step."""
    node = proof.nodes[index]
    if node.moves:
        return node.moves[0]
    named = {square for sibling in children[node.parent] for square in proof.nodes[sibling].moves}
    return next(square for square in position.empty_squares() if square not in named)


def _move(position: mnk.Position, square: mnk.Square) -> Move:
    line = mnk.position_line(position.play(square))
    return Move(mnk.name(square, position.variant), f"{reverse('proof')}?{urlencode({'p': line})}")


def _how_it_ended(position: mnk.Position) -> str:
    names = mnk.side_names(position.variant)
    won = [names[side] for side in mnk.Side if position.has_won(side)]
    if not won:
        return say("The game is over: the board is full, and nobody won.")
    if len(won) == 1:
        return say("The game is over: {side} won.", side=won[0])
    black, white = won
    return say("The game is over: both {black} and {white} have a row.", black=black, white=white)
