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
    LabelKind.LAST_ESCAPE: later("Last escape missed: lost"),
    LabelKind.ONLY_MOVE: later("Only move"),
    LabelKind.MISTAKE: later("Mistake"),
    LabelKind.INACCURACY: later("Inaccuracy"),
    LabelKind.BOOK: later("Often played"),
}
_COUNTED = {
    LabelKind.MISSED_WIN: later("Missed a win in {plies}"),
    LabelKind.THREW_WIN: later("Threw away a win in {plies}"),
    LabelKind.LAST_ESCAPE: later("Last escape missed: lost in {plies}"),
}
"""Labels that speak of a number of plies, with it."""
_PLAIN = {LabelKind.WON, LabelKind.BOOK}
"""Labels that are plain facts."""
_STATUSES = {"proved": later("proved"), "estimated": later("estimated")}
_TIMES = {1: later("once"), 2: later("twice"), 3: later("three times"), 4: later("four times")}


def label_words(label: LabelPart) -> str:
    """A label on its chip.

    >>> label_words(LabelPart(kind=LabelKind.MISSED_WIN, status="proved", plies=5))
    'Missed a win in 5, proved'
    """
    words = say(_LABELS[label.kind])
    if label.plies is not None and label.kind in _COUNTED:
        words = say(_COUNTED[label.kind], plies=label.plies)
    status = "" if label.kind in _PLAIN else status_words(label.status)
    return f"{words}, {status}" if status else words


def status_words(status: Status) -> str:
    """How sure a finding is; empty where that is not known."""
    return say(_STATUSES[status]) if status in _STATUSES else ""


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
        return say("{side} has won (proved)", side=winner)
    return count(
        "{side} wins in {count} ply (proved)",
        "{side} wins in {count} plies (proved)",
        plies,
        side=winner,
    )


def _estimate_words(better: str, size: float) -> str:
    if size < 0.15:
        return say("About even (estimated)")
    if size < 0.45:
        return say("{side} is a little better (estimated)", side=better)
    if size < 0.8:
        return say("{side} is better (estimated)", side=better)
    return say("{side} is much better (estimated)", side=better)


def accuracy_words(accuracy: Accuracy | None, name: str) -> str:
    """How a side did, where it is known; `name` is what it is called.

    >>> side = Accuracy(moves=5, kept=3, wins_given_away=2, draws_given_away=0)
    >>> accuracy_words(side, "Black")
    'Black gave away the win twice: 3 of 5 proved moves kept what there was.'
    """
    if accuracy is None or accuracy.moves == 0:
        return say("Of {side}’s moves nothing is proved.", side=name)
    values = {
        "side": name,
        "kept": accuracy.kept,
        "wins": _times(accuracy.wins_given_away),
        "draws": _times(accuracy.draws_given_away),
    }
    if accuracy.wins_given_away and accuracy.draws_given_away:
        return count(
            "{side} gave away the win {wins} and gave away the draw {draws}: "
            "{kept} of {count} proved move kept what there was.",
            "{side} gave away the win {wins} and gave away the draw {draws}: "
            "{kept} of {count} proved moves kept what there was.",
            accuracy.moves,
            **values,
        )
    if accuracy.wins_given_away:
        return count(
            "{side} gave away the win {wins}: {kept} of {count} proved move kept what there was.",
            "{side} gave away the win {wins}: {kept} of {count} proved moves kept what there was.",
            accuracy.moves,
            **values,
        )
    if accuracy.draws_given_away:
        return count(
            "{side} gave away the draw {draws}: {kept} of {count} proved move kept what there was.",
            "{side} gave away the draw {draws}: "
            "{kept} of {count} proved moves kept what there was.",
            accuracy.moves,
            **values,
        )
    # Not "gave nothing away": nothing is proved about the other moves.
    return count(
        "{side}: {kept} of {count} proved move kept what there was.",
        "{side}: {kept} of {count} proved moves kept what there was.",
        accuracy.moves,
        **values,
    )


def progress_words(review: GameReview) -> str:
    """How far the review is."""
    so_far = {"done": review.done, "total": review.total}
    match review.state:
        case "none":
            return say("This game has not been analysed yet.")
        case "waiting":
            return say("Waiting for a free thinker: {done} of {total} positions", **so_far)
        case "working":
            return say("Analysing: {done} of {total} positions", **so_far)
        case "done":
            return say("Analysed")
        case "failed":
            return say("The analysis stopped after {done} of {total} positions.", **so_far)


def _times(number: int) -> str:
    if number in _TIMES:
        return say(_TIMES[number])
    return count("{count} time", "{count} times", number)
