"""The form in which positions are assessed and kept, and the way back from it.

Turned and mirrored positions have one form, and so have those with the sides swapped: black is to
move in it. Where the sides' rules differ (renju) they are not swapped. What is found about the form
is turned back for each of them.
"""

from dataclasses import dataclass
from functools import cached_property

import msgspec

from games import mnk
from games.play.protocol import SideWord, ThreatPart
from games.review.findings import Assessment


@dataclass(frozen=True)
class CanonicalForm:
    """A position's form.

    >>> start = mnk.Position.start(mnk.Variant(3, 3, 3))
    >>> corners = [CanonicalForm.of(start.play(corner)) for corner in (0, 2, 6, 8)]
    >>> len({form.key for form in corners}), {form.position for form in corners} == {
    ...     corners[0].position
    ... }
    (1, True)
    >>> corners[0].position.side_to_move
    <Side.BLACK: 0>
    """

    position: mnk.Position
    """What is assessed: canonical, and black to move unless the sides' rules differ. Stones whose
    kind is nobody's stay what they are."""
    canonical: mnk.Canonical
    """Of the original."""

    @classmethod
    def of(cls, position: mnk.Position) -> "CanonicalForm":
        canonical = mnk.canonical(position)
        turned = canonical.position
        if _is_swapped(turned):
            black, white = (frozenset(turned.stones(side)) for side in mnk.Side)
            is_nobodys = turned.variant.line_rule.says.either_kind
            stones = mnk.BySide(black, white) if is_nobodys else mnk.BySide(white, black)
            turned = mnk.Position.of(turned.variant, stones, mnk.Side.BLACK)
        return cls(turned, canonical)

    @cached_property
    def key(self) -> bytes:
        """16 bytes: `mnk.Canonical.key`."""
        return self.canonical.key

    @property
    def is_swapped(self) -> bool:
        """Whether the original's sides are the other way round."""
        return _is_swapped(self.canonical.position)

    def to_form(self, assessment: Assessment) -> Assessment:
        """What was said about the original, said about the form."""
        return _moved(assessment, self.canonical.moved, self.is_swapped)

    def to_original(self, assessment: Assessment) -> Assessment:
        """What was said about the form, said about the original."""
        return _moved(assessment, self._back, self.is_swapped)

    @cached_property
    def _back(self) -> tuple[mnk.Square, ...]:
        moved = self.canonical.moved
        back = [0] * len(moved)
        for square, to in enumerate(moved):
            back[to] = square
        return tuple(back)


def _is_swapped(canonical: mnk.Position) -> bool:
    same_for_both = not canonical.variant.line_rule.says.forbids
    return same_for_both and canonical.side_to_move is mnk.Side.WHITE


def _moved(assessment: Assessment, to: tuple[mnk.Square, ...], is_swapped: bool) -> Assessment:
    replace = msgspec.structs.replace
    squares = [replace(each, square=to[each.square]) for each in assessment.squares]
    return replace(
        assessment,
        best=_all(assessment.best, to),
        squares=tuple(sorted(squares, key=lambda each: each.square)),
        ways=tuple(
            replace(way, moves=tuple(to[square] for square in way.moves)) for way in assessment.ways
        ),
        threats=tuple(
            ThreatPart(
                threat.kind,
                _other(threat.side) if is_swapped else threat.side,
                _all(threat.stones, to),
                _all(threat.squares, to),
            )
            for threat in assessment.threats
        ),
    )


def _all(squares: tuple[mnk.Square, ...], to: tuple[mnk.Square, ...]) -> tuple[mnk.Square, ...]:
    return tuple(sorted(to[square] for square in squares))


def _other(side: SideWord) -> SideWord:
    return SideWord.WHITE if side is SideWord.BLACK else SideWord.BLACK
