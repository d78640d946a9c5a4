"""A certificate as a file: JSON that is the same for the same certificate, one move per line.

>>> from games.evaluator.evaluation import Verdict
>>> position = mnk.Position.start(mnk.Variant(3, 1, 2))
>>> moves = {(0, 0): 1}
>>> won = Certificate(position, Verdict.WIN, (Strategy(mnk.Side.BLACK, True, moves),), plies=3)
>>> print(text(won))
{
"format": "inarow-certificate",
"version": 1,
"position": "3x1x2-freestyle/3/X",
"verdict": "win",
"plies": 3,
"strategies": [
{"side": "black", "wins": true, "moves": {
"/": "b1"
}}
]
}

A move stands after the stones that were added since the position: those of black, a slash, those of
white, in the order of the board. One that leaves pairs is a list with it, the pairs after the
square: `["b2", "a1b1", "c2d3"]`. Draws with moves are of version 2: programs that read version 1
know neither pairs nor that turned boards need no moves of their own. `games.review.certificate`
reads both, and says what is wrong with one; neither module imports the other.
"""

from collections.abc import Iterator

from games import mnk
from games.evaluator.certificate import Certificate, Key, Strategy, key
from games.evaluator.evaluation import Verdict
from games.evaluator.rules import squares_of

FORMAT = "inarow-certificate"
VERSION = 1
VERSION_OF_DRAWS = 2


def text(certificate: Certificate) -> str:
    """The file's text, without a line break at its end."""
    return "\n".join(_lines(certificate))


def _lines(certificate: Certificate) -> Iterator[str]:
    position = certificate.position
    yield "{"
    yield f'"format": "{FORMAT}",'
    is_draw = certificate.verdict is Verdict.DRAW and len(certificate) > 0
    yield f'"version": {VERSION_OF_DRAWS if is_draw else VERSION},'
    yield f'"position": "{mnk.position_line(position)}",'
    yield f'"verdict": "{certificate.verdict.value}",'
    if certificate.plies is not None:
        yield f'"plies": {certificate.plies},'
    yield '"strategies": ['
    for number, strategy in enumerate(certificate.strategies, 1):
        wins = "true" if strategy.wins else "false"
        yield f'{{"side": "{strategy.side.word}", "wins": {wins}, "moves": {{'
        yield from _moves(strategy, position)
        yield "}}" if number == len(certificate.strategies) else "}},"
    yield "]"
    yield "}"


def _moves(strategy: Strategy, position: mnk.Position) -> Iterator[str]:
    start, variant = key(position), position.variant
    names = {square: mnk.name(square, variant) for square in range(variant.squares)}
    ordered = sorted(strategy.moves.items(), key=lambda move: (_count(move[0]), move[0]))
    for number, (stones, square) in enumerate(ordered, 1):
        added = "/".join(
            "".join(names[each] for each in squares_of(now & ~before))
            for now, before in zip(stones, start, strict=True)
        )
        played = f'"{names[square]}"'
        if stones in strategy.pairs:
            pairs = (f'"{names[one]}{names[two]}"' for one, two in strategy.pairs[stones])
            played = f"[{', '.join([played, *pairs])}]"
        yield f'"{added}": {played}' + "," * (number < len(ordered))


def _count(stones: Key) -> int:
    return stones[0].bit_count() + stones[1].bit_count()
