"""The table as pages draw it on the server: a board between the bars of its two sides."""

from dataclasses import dataclass

from games import mnk
from games.pages import boards, reviewwords
from games.play.live import LiveGame
from games.review.findings import GameReview
from games.say import say


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """What stands above or below a board; `side_bar.html` draws it."""

    badge: boards.Badge
    place: str
    """`above` or `below`."""
    name: str
    slug: str = ""
    """Of the player; empty where a side is meant."""
    note: str = ""
    pill: str = ""
    kind: str = ""
    """`good` for a winner's pill."""
    points: str = ""


def of_game(game: LiveGame, found: GameReview, below: mnk.Side) -> list[Bar]:
    """The players of a game that is over, the upper one first, and what its review says of them."""
    variant, outcome = game.state.variant, game.state.outcome
    is_counted = outcome is not None and outcome.termination is not mnk.Termination.ABORT
    winner = outcome.winner if outcome is not None else None
    accuracy = mnk.BySide(found.black, found.white)

    def bar(side: mnk.Side) -> Bar:
        holder = game.seats[side].holder
        return Bar(
            badge=boards.badge(side, variant),
            place="below" if side is below else "above",
            name=holder.name if holder else say("Nobody"),
            slug=holder.slug if holder else "",
            note=reviewwords.percent_words(accuracy[side]) if found.state == "done" else "",
            pill=say("Winner") if side is winner else "",
            kind="good",
            points=_points(side, winner) if is_counted else "",
        )

    return [bar(below.other), bar(below)]


def _points(side: mnk.Side, winner: mnk.Side | None) -> str:
    if winner is None:
        return "½"
    return "1" if side is winner else "0"


def of_sides(position: mnk.Position) -> list[Bar]:
    """The sides of any position, White above."""
    is_over = position.is_over

    def bar(side: mnk.Side) -> Bar:
        badge = boards.badge(side, position.variant)
        is_next = side is position.side_to_move and not is_over
        return Bar(
            badge=badge,
            place="below" if side is mnk.Side.BLACK else "above",
            name=badge.name,
            pill=say("To play") if is_next else "",
        )

    return [bar(mnk.Side.WHITE), bar(mnk.Side.BLACK)]
