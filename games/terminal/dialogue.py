"""The dialogue of one game: whose turn it is, what is said, and what counts as a move.

It knows a terminal by what it can do (`Terminal`), so a test can be one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from games import mnk
from games.terminal.board import RULED_EDGE, number, read_square, sign

ILLEGAL = "Illegal move. Try again."


class Left(Exception):
    """A person went away before the game was over."""


class Terminal(Protocol):
    """Where people read and type."""

    def show(self, game: mnk.GameState, news: Sequence[str]) -> None:
        """Show the board with sentences below it."""

    def show_thinking(self, game: mnk.GameState) -> None:
        """Show that the computer is at work, if that can be taken back later."""

    def say(self, sentence: str) -> None:
        """Say something about the answer just given, under the board that is there."""

    def ask(self, prompt: str) -> str:
        """The line typed at a prompt; raises `EOFError` when nothing more will come."""


@dataclass(frozen=True, slots=True)
class Person:
    """Someone at the keyboard."""


@dataclass(frozen=True, slots=True)
class Computer:
    """Someone who is asked for a square."""

    choose: Callable[[mnk.Position, int], mnk.Square]
    """From a position and its ply to the square to play."""


Player: TypeAlias = Person | Computer
Players: TypeAlias = mnk.BySide[Player]


def play(game: mnk.GameState, players: Players, terminal: Terminal) -> mnk.GameState:
    """Play a game to its end. Raises `Left` if somebody types q, and `EOFError`."""
    news: list[str] = []
    while not game.is_over:
        player = players[game.side_to_move]
        match player:
            case Computer():
                terminal.show_thinking(game)
                square = player.choose(game.position, game.ply)
                game = game.play(square, by=game.side_to_move)
                news = [f"Computer plays: {_called(square, game.variant)}"]
            case Person():
                if game.is_dead:
                    news.append("Nobody can make a line any more: type d to claim the draw.")
                if game.forbidden:
                    names = ", ".join(mnk.name(at, game.variant) for at in game.forbidden)
                    news.append(f"Forbidden to {sign(game.side_to_move)}: {names}")
                terminal.show(game, news)
                game = _move(game, _prompt(game.side_to_move, players), terminal)
                news = []
    terminal.show(game, [*news, "Game over", verdict(game, players)])
    return game


def verdict(game: mnk.GameState, players: Players) -> str:
    """Who won, as a person at the keyboard says it.

    >>> game = mnk.GameState.replay(mnk.Variant(2, 1, 1), [0])
    >>> robo = Computer(lambda position, ply: 0)
    >>> verdict(game, mnk.BySide(Person(), robo)), verdict(game, mnk.BySide(robo, Person()))
    ('You win', 'Computer wins')
    >>> verdict(game, mnk.BySide(Person(), Person()))
    'X wins'
    """
    winner = game.outcome.winner if game.outcome else None
    if winner is None:
        return "Draw"
    match players[winner], players[winner.other]:
        case Person(), Person():
            return f"{sign(winner)} wins"
        case Person(), _:
            return "You win"
        case _:
            return "Computer wins"


def _move(game: mnk.GameState, prompt: str, terminal: Terminal) -> mnk.GameState:
    """The game after what a person does; asks until it is something allowed."""
    while True:
        answer = terminal.ask(prompt).strip()
        if answer.lower() in ("q", "quit"):
            raise Left
        try:
            if answer.lower() == "d":
                return game.claim_draw()
            return game.play(read_square(answer, game.position), by=game.side_to_move)
        except mnk.ForbiddenSquare as refusal:
            terminal.say(refusal.sentence)
        except mnk.RuleError:
            terminal.say(ILLEGAL)


def _prompt(side: mnk.Side, players: Players) -> str:
    alone = isinstance(players[side.other], Computer)
    return "Your move: " if alone else f"Your move, {sign(side)}: "


def _called(square: mnk.Square, variant: mnk.Variant) -> str:
    """A square's number; with its name on boards that show names."""
    if max(variant.width, variant.height) <= RULED_EDGE:
        return str(number(square, variant))
    return f"{number(square, variant)} ({mnk.name(square, variant)})"
