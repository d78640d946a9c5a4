"""The command line of the terminal game: read it, play, and end with an exit status."""

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import NoReturn, TextIO

from games import evaluator, mnk
from games.terminal import tree
from games.terminal.board import side_name
from games.terminal.dialogue import Computer, Left, Person, Players, ask_for_another, play
from games.terminal.screen import Screen, understands_escapes
from games.terminal.setup import Setup, WrongArguments, level_of, opening_of, side_of
from games.terminal.thinking import wait_for

EXAMPLES = """
examples:
  python -m games.terminal                                tic-tac-toe; you are X
  python -m games.terminal --level perfect --side white   you are O
  python -m games.terminal --variant 10x10 --aggressiveness 0.5
  python -m games.terminal --variant 7x4x4-exact --two    two people, exactly four in a row
  python -m games.terminal --variant 15x15 --opening swap2 --level casual
  python -m games.terminal --list                         every variant and level
  python -m games.terminal --variant 4x3x3 --tree         every move, and how it ends

While you play, type the number of a free square, or its name as h8. q or Ctrl-C leaves.
A 0.7 gives the aggressive level another A: it counts from the computer's next move.
With NO_COLOR=1 there are no colours, and boards follow each other down the screen.
"""


def main(
    arguments: Sequence[str] | None = None,
    source: TextIO | None = None,
    out: TextIO | None = None,
) -> int:
    """Answer a command line; the exit status is 0, or 2 for wrong arguments.

    `KeyboardInterrupt` and `BrokenPipeError` are left for the process to end with.
    """
    source, out = source or sys.stdin, out or sys.stdout
    for stream in (source, out):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # no key and no font is worth a traceback
    parser = _parser()
    try:
        options = parser.parse_args(arguments)
        if options.help or options.list:
            out.write(parser.format_help() if options.help else wait_for(choices))
            return 0
        if options.tree:
            return _show_tree(options, source, out)
        if options.moves:
            raise WrongArguments("--moves is for --tree: leave it out, or add --tree.")
        seed = Random().randrange(1_000_000) if options.seed is None else options.seed
        setup = wait_for(lambda: setup_of(options, seed))
        wait_for(setup.load)
    except (WrongArguments, mnk.RuleError) as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 2
    table = Table(setup)

    def play_on() -> None:
        while True:
            _play_one(table, source, out)
            seed = table.setup.seed + setup.variant.squares  # nothing of the last game comes again
            table.setup = replace(table.setup, seed=seed, side=side_of(options.side, seed))

    return _until_they_leave(play_on, out)


def _until_they_leave(goes_on: Callable[[], None], out: TextIO) -> int:
    """The exit status once somebody has left, or nothing more is typed."""
    try:
        goes_on()
    except Left:
        out.write("Bye.\n")
    except EOFError:
        out.write("\nBye.\n")
    return 0


def _show_tree(options: argparse.Namespace, source: TextIO, out: TextIO) -> int:
    """Show values instead of playing; raises `WrongArguments` or a refusal of the rules."""
    if options.two or options.level is not None or options.aggressiveness is not None:
        raise WrongArguments("With --tree nobody plays: leave --level and --two out.")
    nodes = _nodes(options)
    way = tree.positions(options.variant, options.moves)
    screen = Screen(source, out, heading=str, styled=False)

    def rows() -> int | None:
        window = screen.window()
        return None if window is None else window.rows

    def look(position: mnk.Position) -> evaluator.Evaluation:
        return wait_for(lambda: tree.look(position, nodes))

    return _until_they_leave(lambda: tree.unfold(way, look, screen, rows), out)


def _nodes(options: argparse.Namespace) -> int | None:
    nodes: int | None = options.nodes
    if nodes is not None and nodes <= 0:
        raise WrongArguments("--nodes must be more than zero.")
    return nodes


class Table:
    """Who sits where, and what of it changes while they play: the computer's A, a new game."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def players(self) -> Players:
        """The players of the next game."""
        two: Players = mnk.BySide(Person(), Person())
        if self.setup.level is None:
            return two
        computer = Computer(
            lambda position, ply: wait_for(lambda: self.setup.move(position, ply)),
            lambda opening: wait_for(lambda: self.setup.decide(opening)),
            self._set_aggressiveness if self.setup.has_aggressiveness else None,
        )
        return two.having(self.setup.side.other, computer)

    def _set_aggressiveness(self, text: str) -> str:
        self.setup = self.setup.with_aggressiveness(text)
        return f"A is {text} from the computer's next move on."


def _play_one(table: Table, source: TextIO, out: TextIO) -> None:
    """One game, and the question whether there is another; raises `Left` if there is not."""
    styled = understands_escapes(out, os.environ)
    screen = Screen(source, out, heading=lambda: heading(table.setup), styled=styled)
    try:
        play(table.setup.start(), table.players(), screen)
        ask_for_another(screen)
    except KeyboardInterrupt:
        screen.restore()
        raise


def setup_of(options: argparse.Namespace, seed: int) -> Setup:
    """What the options ask for; raises `WrongArguments` or a refusal of the rules or levels."""
    variant = mnk.variant_from_text(options.variant)
    opening = opening_of(options.opening, variant)
    nodes = _nodes(options)
    side = side_of(options.side, seed)
    if not options.two:
        level = level_of(options.level, options.aggressiveness)
        return Setup(variant, level, side, seed, nodes, opening)
    if options.level is not None or options.aggressiveness is not None:
        raise WrongArguments("With --two nobody plays at a level: leave one of them out.")
    return Setup(variant, None, side, seed, opening=opening)


def heading(setup: Setup) -> str:
    """One line about the game and how to leave it.

    >>> heading(Setup(mnk.Variant(3, 3, 3), None, mnk.Side.BLACK, seed=1))
    '3×3, three in a row. X begins. q leaves.'
    >>> board, swap2 = mnk.Variant(15, 15, 5), mnk.OpeningRule.SWAP2
    >>> for side in mnk.Side:
    ...     print(heading(Setup(board, level_of("club", None), side, seed=1, opening=swap2)))
    15×15, five in a row, swap2 opening. You open. Computer: Club. q leaves.
    15×15, five in a row, swap2 opening. The computer opens. Computer: Club. q leaves.
    """
    title = mnk.title_of(setup.variant, setup.opening)
    if setup.level is None:
        return f"{title}. {side_name(setup.opening.says.begins, setup.variant)} begins. q leaves."
    if setup.opening.says.has_choice:
        first = "You open" if setup.side is mnk.Side.BLACK else "The computer opens"
        return f"{title}. {first}. Computer: {setup.level.label}. q leaves."
    you, computer = (side_name(each, setup.variant) for each in (setup.side, setup.side.other))
    return f"{title}. You: {you}. Computer: {computer}, {setup.level.label}. q leaves."


def choices() -> str:
    """What can be chosen, as a list for people. It loads every level: that takes a second."""
    variants = [
        (key, f"{preset.label} ({preset.variant.title})") for key, preset in mnk.PRESETS.items()
    ]
    levels = [(level.key, level.label) for level in evaluator.every_level()]
    width = max(len(key) for key, _ in variants + levels) + 2
    lines = ["Variants (--variant), or your own, as 6x5x4, 7x4x4-exact or 3x5-full:"]
    lines += [f"  {key:{width}}{label}" for key, label in variants]
    lines += ["", "Levels (--level); with --aggressiveness A more or less aggressive:"]
    lines += [f"  {key:{width}}{label}" for key, label in levels]
    return "\n".join(lines) + "\n"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise WrongArguments(f"{message[0].upper()}{message[1:].rstrip('.')}. See --help.")


def _parser() -> _Parser:
    parser = _Parser(
        "python -m games.terminal",
        description="Play k in a row in this terminal, against the computer or in twos.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        add_help=False,
    )
    add = parser.add_argument
    add(
        "--variant",
        default="3x3",
        metavar="V",
        help="what is played: a preset of --list, or WIDTHxHEIGHTxK with -exact or -full behind "
        "it; default 3x3",
    )
    add(
        "--opening",
        default="none",
        metavar="R",
        help=f"how it begins: {', '.join(mnk.OpeningRule)}; default none",
    )
    add("--level", metavar="L", help="how the computer plays (--list); default first-free")
    add(
        "--aggressiveness",
        type=float,
        metavar="A",
        help="the aggressive level with this A, 0.5 to 1: the larger, the more it defends",
    )
    add(
        "--side",
        default="black",
        metavar="S",
        help="yours: black (X, begins), white (O) or random; default black",
    )
    add("--two", action="store_true", help="two people at one keyboard")
    add("--seed", type=int, metavar="N", help="chance comes from this: same seed, same answers")
    add(
        "--nodes",
        type=int,
        metavar="N",
        help="what the computer may look at for one move, or --tree for one position; "
        "default: as many as its level has",
    )
    add(
        "--tree",
        action="store_true",
        help="no game: the game tree of a board of up to 64 squares, or of a position (--variant "
        "3x3x3-freestyle/3/1X1/O2/X), with the value of each move; type a move to unfold it",
    )
    add("--moves", default="", metavar="M", help="where --tree begins, as b2a1")
    add("--list", action="store_true", help="print every variant and level")
    add("-h", "--help", action="store_true", help="print this")
    return parser
