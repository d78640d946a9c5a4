"""Assessments as they are kept: once for all positions that turn or mirror into each other.

Those that reviews need stay, as their games do. Of others, which anybody may ask for, a limited
number is kept: the least recently used are deleted first.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Q

from games import mnk
from games.review import findings, models
from games.review.canonical import CanonicalForm
from games.review.ended import assessed_if_over

EDITION: Final = 1
"""Of what is found: raise it when what was found before is to be found anew. Another guess is no
reason: a review stays as it was read."""
NODES: Final = 150_000
"""How many positions are looked at for one, unless told otherwise."""
SOLVED_NODES: Final = 2_000_000
"""The same on boards that are solved: a search there mostly ends long before."""
LESSON_NODES: Final = 20_000
"""How many positions are looked at to put one move in words."""
SOLVED_LESSON_NODES: Final = 200_000
"""The same on boards that are solved: there every claim can be proved."""
FALLING_LESSON_NODES: Final = 4 * NODES
"""The same where stones fall: a quarter of it looks at as much as a review does, so both know the
same. It takes a fraction of a second."""
MOST_ON_DEMAND: Final = 200_000
"""At most this many that no review needs are kept, unless told otherwise."""
_AT_ONCE: Final = 500
"""Keys in one query."""
_USED_MS: Final = 86_400_000
"""A use is noted at most this often: most requests only read."""


def nodes_for(variant: mnk.Variant) -> int:
    """How many positions are looked at for a position of this variant."""
    return SOLVED_NODES if mnk.is_solved(variant) else NODES


def lesson_nodes_for(variant: mnk.Variant) -> int:
    """How many positions are looked at to put a move of this variant in words."""
    if variant.line_rule.says.falls:
        return FALLING_LESSON_NODES
    return SOLVED_LESSON_NODES if mnk.is_solved(variant) else LESSON_NODES


def kept(position: mnk.Position, *, nodes: int = 0) -> findings.Assessment | None:
    """What was found about a position with at least this many nodes."""
    return kept_all([position], nodes=nodes)[0]


def kept_all(
    positions: Sequence[mnk.Position], *, nodes: int = 0
) -> list[findings.Assessment | None]:
    """What was found about each position with at least this many nodes: a query for each 500.

    What the rules alone say about games that are over is always there.
    """
    return kept_of(list(map(CanonicalForm.of, positions)), nodes=nodes)


def kept_of(forms: Sequence[CanonicalForm], *, nodes: int = 0) -> list[findings.Assessment | None]:
    """As `kept_all`, for positions whose forms are known."""
    found: dict[bytes, str] = {}
    for at in range(0, len(forms), _AT_ONCE):
        rows = models.Assessment.objects.filter(
            key__in=[form.key for form in forms[at : at + _AT_ONCE]],
            edition=EDITION,
            nodes__gte=nodes,
        )
        found |= {bytes(key): text for key, text in rows.values_list("key", "found")}
    return [
        _read(form, found[form.key]) if form.key in found else assessed_if_over(form.position)
        for form in forms
    ]


def note_use(position: mnk.Position, *, at: int) -> None:
    """Note that what is kept of a position is asked for at `at`, in milliseconds since 1970 UTC."""
    row = models.Assessment.objects.filter(
        key=CanonicalForm.of(position).key, reviewed=False, used_ms__lt=at - _USED_MS
    )
    if row.exists():  # only then is anything written
        row.update(used_ms=at)


def keep(
    position: mnk.Position,
    assessment: findings.Assessment,
    *,
    nodes: int,
    asked_ms: int | None = None,
) -> None:
    """Keep what was found about a position with `nodes` nodes, unless something better is kept.

    A later edition's is better, and so is the same edition's with more nodes. What two processes
    find at the same moment is kept once. `asked_ms` is when somebody asked for it; None where a
    review needs it.
    """
    form = CanonicalForm.of(position)
    fields: dict[str, object] = {
        "edition": EDITION,
        "nodes": nodes,
        "found": msgspec.json.encode(form.to_form(assessment)).decode(),
    }
    if asked_ms is None:
        fields["reviewed"] = True
    else:
        fields["used_ms"] = asked_ms
    rows = models.Assessment.objects.filter(key=form.key)
    worse = rows.filter(Q(edition__lt=EDITION) | Q(edition=EDITION, nodes__lt=nodes))
    if not rows.exists():
        try:
            with transaction.atomic():
                models.Assessment.objects.create(key=form.key, **fields)
            return
        except IntegrityError:
            pass  # another process was as quick: what it keeps may be worse
    worse.update(**fields)
    if asked_ms is None:
        reserve([position])


def reserve(positions: Sequence[mnk.Position]) -> None:
    """A review needs whatever is kept of these positions: it stays."""
    keys = [CanonicalForm.of(position).key for position in positions]
    for at in range(0, len(keys), _AT_ONCE):
        rows = models.Assessment.objects.filter(key__in=keys[at : at + _AT_ONCE], reviewed=False)
        rows.update(reviewed=True)


def let_go(most: int) -> int:
    """Delete what no review needs beyond `most`, the least recently used first: at most 500 at a
    time. Returns how many were deleted."""
    spare = models.Assessment.objects.filter(reviewed=False)
    beyond = max(0, spare.count() - most)
    oldest = spare.order_by("used_ms", "pk").values_list("pk", flat=True)
    # Checked once more for each: a review may have reserved it since.
    return spare.filter(pk__in=list(oldest[: min(beyond, _AT_ONCE)])).delete()[0]


def _read(form: CanonicalForm, text: str) -> findings.Assessment:
    return form.to_original(msgspec.json.decode(text, type=findings.Assessment))
