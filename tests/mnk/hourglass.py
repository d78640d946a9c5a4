"""A slow clock to judge ours by: sand falls from glass to glass, and nobody looks at a watch.

Each side has a glass with its initial time and a shelf of full ones, one for each period. While a
side thinks, its sand falls; when the glass is empty and there is more to fall, the next one is
taken from the shelf. It shares no code with games/mnk.
"""

from dataclasses import dataclass, field, replace


@dataclass
class Glass:
    """What one side has."""

    sand: int
    shelf: int
    from_shelf: bool = False
    """Whether the glass in use was taken from the shelf in this turn: it goes back there, full."""
    late: int = 0
    """How much should have fallen when nothing was left."""


@dataclass
class Hourglasses:
    """Both sides' glasses, 0 for black and 1 for white."""

    initial: int
    increment: int
    period: int
    periods: int
    grain: int = 10**12
    """At most this much falls at once: 1 lets it fall a millisecond at a time."""
    running: int | None = None
    now: int = 0
    wait: int = 0
    """How long nothing falls yet."""
    fallen: int = 0
    """How much has fallen in this turn."""
    glasses: list[Glass] = field(init=False)
    before: list[Glass] = field(init=False)
    """The glasses as they stood when the turn began."""

    def __post_init__(self) -> None:
        self.glasses = [Glass(self.initial, self.periods) for _ in range(2)]
        self._remember()

    def pass_by(self, ms: int) -> None:
        """Time passes."""
        self.now += ms
        while ms:
            step = min(ms, self.grain)
            ms -= step
            waited = min(step, self.wait)
            self.wait -= waited
            if self.running is not None:
                self._fall(step - waited)

    def run(self, side: int, wait: int = 0) -> None:
        """A side's sand begins to fall, perhaps after a wait; the other's is left alone."""
        self.running, self.wait = side, wait
        self._remember()

    def stop(self) -> None:
        """Nothing falls any more; the glass from the shelf goes back, full."""
        if self.running is not None:
            self._put_back(self.running)
            self.halt()

    def halt(self) -> None:
        """Nothing falls any more; everything stays as it is."""
        self.running, self.wait = None, 0
        self._remember()

    def move(self) -> None:
        """The thinking side has moved: the other's sand falls."""
        side = self.running
        assert side is not None
        self._put_back(side)
        self.glasses[side].sand += self.increment
        self.run(1 - side)

    def pour(self, side: int, ms: int) -> None:
        """Give a side more: first what has fallen in this turn goes back, then the rest on top."""
        if side != self.running:
            self.glasses[side].sand += ms
            self.before[side].sand += ms
            return
        fallen = self.fallen
        back = min(ms, fallen)
        self.glasses[side] = replace(self.before[side])
        self.glasses[side].sand += ms - back
        self._remember()
        self._fall(fallen - back)

    def has(self, side: int) -> tuple[int, int]:
        """The sand in the glass, and the full glasses on the shelf."""
        return self.glasses[side].sand, self.glasses[side].shelf

    def is_up(self, grace: int = 0) -> bool:
        """Whether more should have fallen than there was, with a grace on top."""
        return self.running is not None and self.glasses[self.running].late > grace

    def _fall(self, ms: int) -> None:
        assert self.running is not None
        glass = self.glasses[self.running]
        self.fallen += ms
        while ms:
            if not glass.sand and not glass.shelf:
                glass.late += ms
                return
            if not glass.sand:
                glass.shelf -= 1
                glass.sand, glass.from_shelf = self.period, True
            step = min(ms, glass.sand)
            glass.sand -= step
            ms -= step

    def _put_back(self, side: int) -> None:
        glass = self.glasses[side]
        if glass.from_shelf:
            glass.sand, glass.shelf = 0, glass.shelf + 1
        glass.from_shelf, glass.late = False, 0

    def _remember(self) -> None:
        self.fallen = 0
        self.before = [replace(glass) for glass in self.glasses]
