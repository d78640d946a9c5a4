"""What is said of a game where its link is shared: it must be true of a game that goes on, too."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from games import mnk
from games.pages.endings import ended_words
from games.play.live import LiveGame

OPEN_SEAT = "Open seat"


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
    names = game.seats.map(lambda seat: seat.holder.name if seat.holder else OPEN_SEAT)
    status = _status(game, names) if ply in (None, game.state.ply) else _earlier(game, ply or 0)
    variant = game.state.variant.title
    if game.state.is_over:
        title = f"{names.black} – {names.white}: {_short(game.state.outcome, names)}"
        description = f"A game of {variant}. {status}"
    elif game.open_side is not None:
        host = names[game.open_side.other]
        waiting = game.seats[game.open_side.other].holder is not None
        title = f"{host} waits for an opponent" if waiting else "Two seats are open"
        description = f"A game of {variant}: open the link to play, or to watch."
    else:
        title = f"{names.black} – {names.white}" + (", live" if game.state.ply else "")
        description = f"A game of {variant}, open to watch. {status}"
    stones = game.state.ply if ply is None else ply
    count = "no stones" if stones == 0 else "1 stone" if stones == 1 else f"{stones} stones"
    alt = f"The board, {variant}, with {count}. {names.black} – {names.white}. {status}"
    return Preview(title, description, status, names, alt)


def _status(game: LiveGame, names: mnk.BySide[str]) -> str:
    state = game.state
    if state.outcome is not None:
        return ended_words(state.outcome, names, state.ply)
    if game.open_side is not None:
        return "Waiting for an opponent."
    if state.is_paused:
        return f"Paused after move {state.ply}."
    return "No move yet." if state.ply == 0 else f"Live now, move {state.ply}."


def _earlier(game: LiveGame, ply: int) -> str:
    of = f" of {game.state.ply}" if game.state.is_over else ""
    return "Before the first move." if ply == 0 else f"Move {ply}{of}."


def _short(outcome: mnk.Outcome | None, names: mnk.BySide[str]) -> str:
    if outcome is None or outcome.termination is mnk.Termination.ABORT:
        return "called off"
    return "draw" if outcome.winner is None else f"{names[outcome.winner]} won"
