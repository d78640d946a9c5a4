"""What a review says in words, as its page shows it without scripts.

The same sentences as frontend/src/evaluation/reviewwords.ts.
"""

from games import mnk
from games.play.protocol import Verdict
from games.review.findings import Accuracy, GameReview, LabelKind, LabelPart, Status, Worth
from games.say import count, later, say

_LABELS = {
    LabelKind.WON: later("Won"),
    LabelKind.MISSED_WIN: later("Missed a win"),
    LabelKind.THREW_WIN: later("Threw away a win"),
    LabelKind.MISSED_BLOCK: later("Missed the block"),
    LabelKind.LAST_ESCAPE: later("Missed the last defence"),
    LabelKind.ONLY_MOVE: later("Only move"),
    LabelKind.MISTAKE: later("Mistake"),
    LabelKind.INACCURACY: later("Slip"),
    LabelKind.WINNING: later("Winning"),
    LabelKind.BOOK: later("Often played"),
}
_PLAIN = {LabelKind.WON, LabelKind.BOOK}
"""Labels that are plain facts."""
_STATUSES = {"proved": later("proved"), "estimated": later("estimate")}


def label_words(label: LabelPart) -> str:
    """A label on its chip.

    >>> label_words(LabelPart(kind=LabelKind.MISSED_WIN, status="proved", plies=5))
    'Missed a win in 3 moves (proved)'
    """
    words = say(_LABELS[label.kind]) if label.plies is None else _counted(label.kind, label.plies)
    status = "" if label.kind in _PLAIN else status_words(label.status)
    return f"{words} ({status})" if status else words


def _counted(kind: LabelKind, plies: int) -> str:
    moves = mnk.winners_moves(plies)
    match kind:
        case LabelKind.MISSED_WIN:
            return count("Missed a win in {count} move", "Missed a win in {count} moves", moves)
        case LabelKind.THREW_WIN:
            return count(
                "Threw away a win in {count} move", "Threw away a win in {count} moves", moves
            )
        case LabelKind.LAST_ESCAPE:
            return count(
                "Missed the last defence: lost in {count} move",
                "Missed the last defence: lost in {count} moves",
                moves,
            )
        case _:
            return say(_LABELS[kind])


def status_words(status: Status) -> str:
    """How sure a finding is; empty where that is not known."""
    return say(_STATUSES[status]) if status in _STATUSES else ""


def label_sign(label: LabelPart) -> str:
    """How grave it is: `bad`, `doubtful`, `good` or `plain`."""
    match label.kind:
        case LabelKind.WON | LabelKind.ONLY_MOVE | LabelKind.WINNING:
            return "good"
        case LabelKind.BOOK:
            return "plain"
        case LabelKind.INACCURACY:
            return "doubtful"
        case _:
            return "bad"


def tag_words(label: LabelPart) -> str:
    """A label in a word or two, where moves stand in a list.

    >>> tag_words(LabelPart(kind=LabelKind.MISSED_WIN, status="proved", plies=5))
    'Mistake'
    """
    return say("Mistake") if label_sign(label) == "bad" else say(_LABELS[label.kind])


def verdict_words(label: LabelPart, player: str) -> str:
    """The same where it stands alone: whose mistake it was."""
    match label_sign(label):
        case "bad":
            return say("Mistake by {player}", player=player)
        case "doubtful":
            return say("Slip by {player}", player=player)
        case _:
            return tag_words(label)


def worth_words(worth: Worth | None, side: mnk.Side, names: mnk.BySide[str]) -> str:
    """What a position is worth, told to `side`; empty where nothing is known. `names` are what the
    sides are called on its board.

    >>> names = mnk.side_names(mnk.Variant(3, 3, 3))
    >>> worth_words(Worth(status="proved", verdict=Verdict.LOSS, plies=4), mnk.Side.WHITE, names)
    'X wins in 2 moves (proved)'
    >>> for score in (0.149, -0.15, 0.449, 0.45, 0.799, 0.8):
    ...     print(worth_words(Worth(status="estimated", score=score), mnk.Side.BLACK, names))
    About even (estimate)
    O is a little better (estimate)
    X is a little better (estimate)
    X is better (estimate)
    X is better (estimate)
    X is much better (estimate)
    """
    if worth is None:
        return ""
    if worth.status == "proved" and worth.verdict is not None:
        if worth.verdict is Verdict.DRAW:
            return say("A draw with best play (proved)")
        winner = names[side if worth.verdict is Verdict.WIN else side.other]
        return _winning_words(winner, worth.plies)
    if worth.status == "estimated" and worth.score is not None:
        better = names[side if worth.score > 0 else side.other]
        return _estimate_words(better, abs(worth.score))
    return ""


def _winning_words(winner: str, plies: int | None) -> str:
    if plies is None:
        return say("{side} wins (proved)", side=winner)
    if plies == 0:
        return say("{side} has won", side=winner)
    return say("{side} wins {when} (proved)", side=winner, when=mnk.in_moves(plies))


def is_about_even(score: float) -> bool:
    """Whether an estimate says of no side that it is better."""
    return abs(score) < 0.15


def _estimate_words(better: str, size: float) -> str:
    if is_about_even(size):
        return say("About even (estimate)")
    if size < 0.45:
        return say("{side} is a little better (estimate)", side=better)
    if size < 0.8:
        return say("{side} is better (estimate)", side=better)
    return say("{side} is much better (estimate)", side=better)


def accuracy_words(accuracy: Accuracy | None, name: str) -> str:
    """How a side did, where it is known; `name` is what it is called.

    >>> side = Accuracy(moves=5, kept=3, wins_given_away=2, draws_given_away=0)
    >>> accuracy_words(side, "Black")
    'Black found the right move 3 times out of 5 (proved). A win was given away 2 times.'
    """
    if accuracy is None or accuracy.moves == 0:
        return say("None of {side}’s moves is proved right or wrong.", side=name)
    # Of the moves that are proved: nothing is known about the others.
    said = [
        count(
            "{side} found the right move {count} time out of {moves} (proved).",
            "{side} found the right move {count} times out of {moves} (proved).",
            accuracy.kept,
            side=name,
            moves=accuracy.moves,
        )
    ]
    if wins := accuracy.wins_given_away:
        said.append(
            count("A win was given away once.", "A win was given away {count} times.", wins)
        )
    if draws := accuracy.draws_given_away:
        said.append(
            count("A draw was given away once.", "A draw was given away {count} times.", draws)
        )
    return " ".join(said)


def percent_words(accuracy: Accuracy | None) -> str:
    """How much of its chances a side kept, beside its name; empty where that cannot be said.

    >>> for status in ("unknown", "estimated", "proved"):
    ...     given = {"wins_given_away": 2, "draws_given_away": 0, "status": status}
    ...     percent_words(Accuracy(moves=5, kept=3, percent=80, **given))
    ''
    '80% accuracy (estimate)'
    '80% accuracy (proved)'
    """
    if accuracy is None or accuracy.percent is None:
        return ""
    match accuracy.status:
        case "proved":
            return say("{percent}% accuracy (proved)", percent=accuracy.percent)
        case "estimated":
            return say("{percent}% accuracy (estimate)", percent=accuracy.percent)
        case "unknown":
            return ""


def progress_words(review: GameReview) -> str:
    """How far the review is."""
    so_far = {"done": review.done, "total": review.total}
    match review.state:
        case "none":
            return say("This game hasn’t been reviewed yet.")
        case "waiting":
            return say("Waiting its turn: {done} of {total} positions done", **so_far)
        case "working":
            return say("Reviewing: {done} of {total} positions", **so_far)
        case "done":
            return say("Reviewed")
        case "failed":
            return say("The review stopped after {done} of {total} positions.", **so_far)
