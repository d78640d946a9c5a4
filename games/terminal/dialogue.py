"""The dialogue of one game: whose turn it is, what is said, and what counts as a move.

It knows a terminal by what it can do (`Terminal`), so a test can be one.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from games import mnk
from games.terminal.board import called, read_move, read_square, side_name, sign
from games.terminal.setup import WrongArguments

ILLEGAL = "Illegal move. Try again."
NO_AGGRESSIVENESS = (
    "Only the aggressive level has an A. Leave with q and choose --level aggressive."
)
_AGGRESSIVENESS = re.compile(r"a(?:\s*=\s*|\s+|$)(.*)", re.IGNORECASE)
"""A command that gives A, as `A 0.7`; without a space it would be the name of a square."""


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
    decide: Callable[[mnk.Opening], mnk.Square | mnk.Decision] | None = None
    """What it does in an opening; needed only where there is one."""
    set_aggressiveness: Callable[[str], str] | None = None
    """Has it play with this A from its next move on, and says so; raises `WrongArguments`. None for
    levels without an A."""


Player: TypeAlias = Person | Computer
Players: TypeAlias = mnk.BySide[Player]


def play(game: mnk.GameState, players: Players, terminal: Terminal) -> mnk.GameState:
    """Play a game to its end; `players` sit as they do at first. Raises `Left` if somebody types q,
    and `EOFError`."""
    news = _given(game)
    while not game.is_over:
        seated, before = players[game.side_to_move], game
        match seated:
            case Computer():
                terminal.show_thinking(game)
                game, said = _thought(game, seated)
                news.append(said)  # in an opening it may have several turns in a row
            case Person():
                if game.is_dead:
                    news.append("Nobody can make a line any more: type d to claim the draw.")
                if game.forbidden:
                    names = ", ".join(mnk.name(at, game.variant) for at in game.forbidden)
                    news.append(f"Forbidden to {sign(game.side_to_move)}: {names}")
                terminal.show(game, news)
                game = _move(game, players, terminal)
                news = []
        if game.swapped is not before.swapped:
            players = players.swapped()
        if before.in_opening and not game.in_opening:
            news += _sides(players)
    terminal.show(game, [*news, "Game over", verdict(game, players)])
    return game


def ask_for_another(terminal: Terminal) -> None:
    """Ask whether they play again, until they say yes; raises `Left` if they do not."""
    while (answer := terminal.ask("Play again? (y/n) ").strip().lower()) not in ("y", "yes"):
        if answer in ("n", "no", "q", "quit"):
            raise Left
        terminal.say("Type y or n.")


def _thought(game: mnk.GameState, player: Computer) -> tuple[mnk.GameState, str]:
    """The game after the computer's turn, and what is said of it."""
    by, opening = game.side_to_move, game.opening
    if opening is None or not game.in_opening:
        square = player.choose(game.position, game.ply)
        return game.play(square, by=by), f"Computer plays: {called(square, game.variant)}"
    assert player.decide is not None, "it was told that there is an opening"
    decided = player.decide(opening)
    if isinstance(decided, int):
        side = sign(game.position.side_to_move)
        said = f"Computer places {side}: {called(decided, game.variant)}"
        return game.play(decided, by=by), said
    return game.choose(decided, by=by), f"Computer {_decides(decided, game.variant)}."


def _decides(decided: mnk.Decision, variant: mnk.Variant) -> str:
    """What somebody decides who places no stone."""
    if not isinstance(decided, mnk.Choice):
        return f"offers {', '.join(called(square, variant) for square in decided)}"
    if decided.side is not None:
        return f"chooses {sign(decided.side)}"
    if decided.number:
        return f"has Black offer {decided.number} for the fifth stone"
    return "places two more stones"


def _given(game: mnk.GameState) -> list[str]:
    """What lies on the board before anybody has moved."""
    stones = 0 if game.opening is None else game.opening.rule.says.given
    return [f"The opening is given: {mnk.number_word(stones)} stones."] if stones else []


def _sides(players: Players) -> list[str]:
    """Who has which side, for one person alone."""
    mine = [side for side in mnk.Side if isinstance(players[side], Person)]
    return [f"You are {sign(mine[0])}."] if len(mine) == 1 else []


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
            return f"{side_name(winner, game.variant)} wins"
        case Person(), _:
            return "You win"
        case _:
            return "Computer wins"


def _move(game: mnk.GameState, players: Players, terminal: Terminal) -> mnk.GameState:
    """The game after what a person does; asks until it is something allowed."""
    prompt = _prompt(game, players)
    while True:
        answer = terminal.ask(prompt).strip()
        if answer.lower() in ("q", "quit"):
            raise Left
        weight = _AGGRESSIVENESS.fullmatch(answer)
        if weight is not None:
            terminal.say(_weighed(weight[1], players))
            continue
        try:
            if answer.lower() == "d":
                return game.claim_draw()
            if game.opening is not None and game.in_opening and not game.opening.to_place:
                return game.choose(_decision(answer, game), by=game.side_to_move)
            return game.play(read_move(answer, game.position), by=game.side_to_move)
        except _EXPLAINED as refusal:
            terminal.say(refusal.sentence)
        except mnk.RuleError:
            terminal.say(ILLEGAL)


def _weighed(aggressiveness: str, players: Players) -> str:
    """What is said after the computer has been given an A."""
    for player in players:
        if isinstance(player, Computer) and player.set_aggressiveness is not None:
            try:
                return player.set_aggressiveness(aggressiveness)
            except WrongArguments as refusal:
                return str(refusal)
    return NO_AGGRESSIVENESS


_EXPLAINED = (
    mnk.ForbiddenSquare,
    mnk.StoneWouldFall,
    mnk.NotAChoice,
    mnk.OutsideTheOpening,
)
"""What is said to a person in full: they could not see why."""
_SIDES = {"x": mnk.Choice.BLACK, "o": mnk.Choice.WHITE}


def _decision(answer: str, game: mnk.GameState) -> mnk.Decision:
    """What is chosen by this word, or offered by these squares; raises `mnk.NotAChoice`."""
    assert game.opening is not None
    if game.opening.to_offer:
        return tuple(read_square(each, game.position) for each in answer.replace(",", " ").split())
    word = answer.lower()
    if word in _SIDES:
        return _SIDES[word]
    if word not in list(game.opening.choices):
        raise mnk.NotAChoice(ILLEGAL)
    return mnk.Choice(word)


def _prompt(game: mnk.GameState, players: Players) -> str:
    side, opening = game.side_to_move, game.opening
    alone = isinstance(players[side.other], Computer)
    if opening is not None and game.in_opening and opening.rule.says.has_choice:
        who = "" if alone else f", {('first', 'second')[opening.decider or 0]} player"
        next_one = sign(game.position.side_to_move)
        if opening.to_offer:
            squares = "a square" if opening.to_offer == 1 else f"{opening.to_offer} squares"
            return f"Offer {squares} for {next_one}{who}: "
        if opening.choices:
            return f"Choose {_listed(opening.choices)}{who}: "
        if opening.offered:
            squares = " or ".join(called(square, game.variant) for square in opening.offered)
            return f"Keep {squares} for {next_one}{who}: "
        return f"Place {next_one}, {opening.to_place} to go{who}: "
    who = "" if alone else f", {side_name(side, game.variant)}"
    turn = game.variant.line_rule.says.stones_a_turn
    left = game.position.stones_left
    which = f", stone {turn - left + 1} of {turn}" if turn > 1 and game.ply else ""
    how = " (x or o, then the square)" if game.variant.line_rule.says.either_kind else ""
    return f"Your move{who}{which}{how}: "


def _listed(choices: Sequence[mnk.Choice]) -> str:
    """
    >>> _listed([mnk.Choice.BLACK, mnk.Choice.WHITE, mnk.Choice.TWO_MORE])
    'x, o or two'
    """
    signs = {choice: word for word, choice in _SIDES.items()}
    *first, last = [signs.get(choice, choice.value) for choice in choices]
    return f"{', '.join(first)} or {last}"
