"""When a search stops."""

from dataclasses import dataclass

from games.evaluator.errors import BadLimit


@dataclass(frozen=True, slots=True)
class Limit:
    """How much a search may use; the first limit reached ends it. With none it runs to the end.

    >>> Limit(nodes=0)
    Traceback (most recent call last):
    ...
    games.evaluator.errors.BadLimit: A limit of nodes must be more than zero, not 0.
    """

    nodes: int | None = None
    """Positions looked at. The same nodes give the same answer on every machine."""
    ms: float | None = None
    """Time, in milliseconds."""
    depth: int | None = None
    """How many plies it may look ahead."""

    def __post_init__(self) -> None:
        for field, given in (("nodes", self.nodes), ("ms", self.ms), ("depth", self.depth)):
            if given is not None and not given > 0:
                raise BadLimit(f"A limit of {field} must be more than zero, not {given}.")
