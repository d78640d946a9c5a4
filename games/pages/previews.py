"""What is said about a game where its link is shared: it must hold for a game that goes on, too."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from games import mnk
from games.pages.endings import ended_words
from games.play.live import LiveGame
from games.say import count, later, say

OPEN_SEAT = later("Open seat")


@dataclass(frozen=True, slots=True)
class Preview:
    """A shared link in words."""

    title: str
    description: str
    status: str
    """How the game stands, in one sentence."""
    names: mnk.BySide[str]
    alt: str
    """What its picture shows."""


def shared_as(request: HttpRequest, game: LiveGame) -> dict[str, object]:
    """What `preview.html` needs in a page's head."""
    card = f"{reverse('game_card', args=[game.slug])}?ply={game.state.ply}"
    return {"preview": preview(game), "card": request.build_absolute_uri(card)}


def preview(game: LiveGame, ply: int | None = None) -> Preview:
    """A game in words, as it is, or as it was after `ply` moves."""
    names = game.seats.map(lambda seat: seat.holder.name if seat.holder else say(OPEN_SEAT))
    status = _status(game, names) if ply in (None, game.state.ply) else _earlier(game, ply or 0)
    variant = game.title
    if game.state.is_over:
        title = f"{names.black} – {names.white}: {_short(game.state.outcome, names)}"
        about = say("A game of {variant}.", variant=variant)
        description = f"{about} {status}"
    elif game.open_side is not None:
        host = names[game.open_side.other]
        waiting = game.seats[game.open_side.other].holder is not None
        title = (
            say("{player} is waiting for an opponent", player=host)
            if waiting
            else say("Two seats are open")
        )
        description = say("A game of {variant}. Open the link to play or watch.", variant=variant)
    else:
        title = (
            say("{black} – {white}, live", black=names.black, white=names.white)
            if game.state.ply
            else f"{names.black} – {names.white}"
        )
        about = say("A game of {variant}, open to watch.", variant=variant)
        description = f"{about} {status}"
    stones = game.state.ply if ply is None else ply
    alt = f"{_seen(variant, stones)} {names.black} – {names.white}. {status}"
    return Preview(title, description, status, names, alt)


def _seen(variant: str, stones: int) -> str:
    if stones == 0:
        return say("The board, {variant}, with no stones.", variant=variant)
    return count(
        "The board, {variant}, with {count} stone.",
        "The board, {variant}, with {count} stones.",
        stones,
        variant=variant,
    )


def _status(game: LiveGame, names: mnk.BySide[str]) -> str:
    state = game.state
    if state.outcome is not None:
        return ended_words(state.outcome, names, state.ply, state.variant)
    if game.open_side is not None:
        return say("Waiting for an opponent.")
    if state.is_paused:
        return say("Paused after move {ply}.", ply=state.ply)
    return say("Live now, move {ply}.", ply=state.ply) if state.ply else say("No move yet.")


def _earlier(game: LiveGame, ply: int) -> str:
    if ply == 0:
        return say("Before the first move.")
    if game.state.is_over:
        return say("Move {ply} of {last}.", ply=ply, last=game.state.ply)
    return say("Move {ply}.", ply=ply)


def _short(outcome: mnk.Outcome | None, names: mnk.BySide[str]) -> str:
    if outcome is None or outcome.termination is mnk.Termination.ABORT:
        return say("aborted")
    if outcome.winner is None:
        return say("draw")
    return say("{winner} won", winner=names[outcome.winner])
