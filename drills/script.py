"""Games settled beforehand: each move, each offer and the end, so that what must come is known.

`drills.chaos` compares the database with them; `drills.soak` has them played for their own sake.
"""

import random
from dataclasses import dataclass

from drills.client import Message

SIDES = ("black", "white")


@dataclass(frozen=True, slots=True)
class Script:
    """How one game goes: its moves, its end, and where draws are offered on the way."""

    squares: tuple[int, ...]
    ending: str
    """The termination: `line`, `fullBoard`, `resignation` or `agreement`."""
    offers: frozenset[int]
    """Plies before which the side to move offers a draw, which is not accepted."""

    def command(self, game: Message, side: str, last: Message | None) -> Message | None:
        """What this side does now in a game that goes on; `last` is its previous command."""
        ply = len(game["moves"])
        is_last = ply >= len(self.squares)
        if game["offers"]["draw"] not in (None, side):
            if is_last and self.ending == "agreement":
                return {"type": "accept", "what": "draw", "id": f"a{ply}"}
            if ply % 2:
                return {"type": "decline", "what": "draw", "id": f"n{ply}"}
        if side != SIDES[ply % 2]:
            return None
        if is_last:
            if self.ending == "resignation":
                return {"type": "resign", "id": f"r{ply}"}
            offered = game["offers"]["draw"] == side
            return None if offered else {"type": "offer", "what": "draw", "id": f"o{ply}"}
        offer = {"type": "offer", "what": "draw", "id": f"o{ply}"}
        if ply in self.offers and game["offers"]["draw"] is None and last != offer:
            return offer
        return {"type": "playMove", "id": f"m{ply}", "ply": ply, "square": self.squares[ply]}


def write(rng: random.Random, width: int, height: int, k: int, *, longest: int) -> Script:
    """A game of random moves, to its end or for this many plies; one in five is short."""
    order = rng.sample(range(width * height), width * height)
    plies = longest if rng.random() < 0.8 else rng.randrange(2, 12)
    ending = rng.choice(("resignation", "agreement"))
    stones: tuple[set[int], set[int]] = (set(), set())
    squares = []
    for ply, square in enumerate(order[:plies]):
        squares.append(square)
        stones[ply % 2].add(square)
        if _has_line(stones[ply % 2], square, width, height, k):
            ending = "line"
            break
    else:
        if len(squares) == width * height:
            ending = "fullBoard"
    offers = {ply for ply in range(1, len(squares)) if rng.random() < 0.06}
    return Script(tuple(squares), ending, frozenset(offers))


def against_bot(game: Message, side: str) -> Message | None:
    """What a person does now against a bot: any free square, the same one whenever it is asked."""
    ply, variant = len(game["moves"]), game["variant"]
    if side != SIDES[ply % 2]:
        return None
    taken = {move["square"] for move in game["moves"]}
    free = [at for at in range(variant["width"] * variant["height"]) if at not in taken]
    square = random.Random(f"{game['game']}/{ply}").choice(free)
    return {"type": "playMove", "id": f"m{ply}", "ply": ply, "square": square}


def _has_line(stones: set[int], last: int, width: int, height: int, k: int) -> bool:
    row, column = divmod(last, width)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        count = 1
        for way in (1, -1):
            r, c = row + way * down, column + way * right
            while 0 <= r < height and 0 <= c < width and r * width + c in stones:
                count, r, c = count + 1, r + way * down, c + way * right
        if count >= k:
            return True
    return False
