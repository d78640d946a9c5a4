"""What a review says in words, as its page shows it without scripts.

The same sentences as frontend/src/reviewwords.ts.
"""

from games import mnk
from games.play.protocol import Verdict
from games.review.findings import Accuracy, GameReview, LabelKind, LabelPart, Worth

_LABELS = {
    LabelKind.WON: "Won",
    LabelKind.MISSED_WIN: "Missed a win",
    LabelKind.THREW_WIN: "Threw away a win",
    LabelKind.MISSED_BLOCK: "Missed the block",
    LabelKind.LAST_ESCAPE: "Last escape missed: lost",
    LabelKind.ONLY_MOVE: "Only move",
    LabelKind.MISTAKE: "Mistake",
    LabelKind.INACCURACY: "Inaccuracy",
    LabelKind.BOOK: "Often played",
}
_COUNTED = {LabelKind.MISSED_WIN, LabelKind.THREW_WIN, LabelKind.LAST_ESCAPE}
"""Labels that speak of a number of plies."""
_PLAIN = {LabelKind.WON, LabelKind.BOOK}
"""Labels that are plain facts."""
_TIMES = {1: "once", 2: "twice", 3: "three times", 4: "four times"}


def label_words(label: LabelPart) -> str:
    """A label on its chip.

    >>> label_words(LabelPart(kind=LabelKind.MISSED_WIN, status="proved", plies=5))
    'Missed a win in 5, proved'
    """
    words = _LABELS[label.kind]
    if label.plies is not None and label.kind in _COUNTED:
        words += f" in {label.plies}"
    is_plain = label.kind in _PLAIN or label.status == "unknown"
    return words if is_plain else f"{words}, {label.status}"


def label_sign(label: LabelPart) -> str:
    """How grave it is: `bad`, `doubtful`, `good` or `plain`."""
    match label.kind:
        case LabelKind.WON | LabelKind.ONLY_MOVE:
            return "good"
        case LabelKind.BOOK:
            return "plain"
        case LabelKind.INACCURACY:
            return "doubtful"
        case _:
            return "bad"


def worth_words(worth: Worth | None, side: mnk.Side, names: mnk.BySide[str]) -> str:
    """What a position is worth, told to `side`; empty where nothing is known. `names` are what the
    sides are called on its board.

    >>> names = mnk.side_names(mnk.Variant(3, 3, 3))
    >>> worth_words(Worth(status="proved", verdict=Verdict.LOSS, plies=4), mnk.Side.WHITE, names)
    'X wins in 4 plies (proved)'
    >>> worth_words(Worth(status="estimated", score=0.05), mnk.Side.BLACK, names)
    'About even (estimated)'
    """
    if worth is None:
        return ""
    if worth.status == "proved" and worth.verdict is not None:
        if worth.verdict is Verdict.DRAW:
            return "A draw with best play (proved)"
        winner = names[side if worth.verdict is Verdict.WIN else side.other]
        if worth.plies == 0:
            return f"{winner} has won (proved)"
        plies = "" if worth.plies is None else f" in {_plies(worth.plies)}"
        return f"{winner} wins{plies} (proved)"
    if worth.status == "estimated" and worth.score is not None:
        size = abs(worth.score)
        better = names[side if worth.score > 0 else side.other]
        if size < 0.15:
            return "About even (estimated)"
        how = "a little " if size < 0.45 else "" if size < 0.8 else "much "
        return f"{better} is {how}better (estimated)"
    return ""


def accuracy_words(accuracy: Accuracy | None, name: str) -> str:
    """How a side did, where it is known; `name` is what it is called.

    >>> side = Accuracy(moves=5, kept=3, wins_given_away=2, draws_given_away=0)
    >>> accuracy_words(side, "Black")
    'Black gave away the win twice: 3 of 5 proved moves kept what there was.'
    """
    if accuracy is None or accuracy.moves == 0:
        return f"Of {name}’s moves nothing is proved."
    given = [
        f"gave away the {what} {_times(count)}"
        for what, count in (
            ("win", accuracy.wins_given_away),
            ("draw", accuracy.draws_given_away),
        )
        if count
    ]
    moves = "move" if accuracy.moves == 1 else "moves"
    counted = f"{accuracy.kept} of {accuracy.moves} proved {moves} kept what there was"
    # Not "gave nothing away": of the other moves nothing is proved.
    return f"{name} {' and '.join(given)}: {counted}." if given else f"{name}: {counted}."


def progress_words(review: GameReview) -> str:
    """How far the review is."""
    match review.state:
        case "none":
            return "This game has not been analysed yet."
        case "waiting":
            return f"Waiting for a free thinker: {review.done} of {review.total} positions"
        case "working":
            return f"Analysing: {review.done} of {review.total} positions"
        case "done":
            return "Analysed"
        case "failed":
            return f"The analysis stopped after {review.done} of {review.total} positions."


def _plies(plies: int) -> str:
    return "1 ply" if plies == 1 else f"{plies} plies"


def _times(count: int) -> str:
    return _TIMES.get(count, f"{count} times")
