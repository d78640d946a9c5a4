"""The timing log of a game: where the time went, turn by turn, from what is kept about it.

Functions here read the database: call them through `Hub.read`.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from games import mnk
from games.play import facts, history, models
from games.play.clocktime import downtime

EventKind: TypeAlias = Literal[
    "connected",
    "disconnected",
    "credited",
    "added",
    "paused",
    "resumed",
    "taken_back",
    "flagged",
    "ended",
]


@dataclass(frozen=True, slots=True)
class Turn:
    """One move and the time it took."""

    at_ms: int
    side: mnk.Side
    number: int
    """1 for the first move."""
    square_name: str
    spent_ms: int
    """Without what was credited meanwhile; before the clock began, the time since the last move."""
    grace_ms: int
    """How long after its last moment it was heard, within the grace for a slow connection."""
    left: mnk.TimeLeft | None
    """What the side has left after it; None without a clock."""
    taken_back: bool


@dataclass(frozen=True, slots=True)
class Event:
    """Something else that had to do with the time."""

    at_ms: int
    side: mnk.Side | None
    """Whose it was; for time added or credited, who got it."""
    kind: EventKind
    ms: int | None = None


Entry: TypeAlias = Turn | Event


@dataclass(frozen=True, slots=True)
class TimingLog:
    """A game's timing log, in order."""

    control: mnk.TimeControl | None
    entries: tuple[Entry, ...]


def log(slug: str) -> TimingLog:
    """Read a game's timing log. Raises `NoSuchGame`."""
    game, version = history.beginning(slug)
    entries: list[Entry] = []
    running = _Running()
    for before, each, after in history.fold(game, version):
        turn, running = running, running.after(after.state, each)
        match each.fact:
            case facts.Played(ply=ply) if ply < game.terms.opening.says.given:
                pass  # it lay there from the beginning
            case facts.Played(square=square):
                clock, side = after.state.clock, each.whose
                due = None if before.state.clock is None else before.state.clock.due_ms
                entries.append(
                    Turn(
                        each.at,
                        side,
                        after.state.ply,
                        mnk.move_name(square, after.state.variant),
                        max(0, each.at - turn.began - turn.credited) if turn.began else 0,
                        0 if due is None else max(0, each.at - due),
                        None if clock is None else clock.left[side],
                        taken_back=False,
                    )
                )
            case facts.TakenBack(asker=asker):
                entries = [_marked(entry, after.state.ply) for entry in entries]
                entries.append(Event(each.at, asker, "taken_back"))
            case facts.Chosen() if after.swapped is not before.swapped:
                # What is said of a side is of whoever has it now.
                entries = [_on_other_side(entry) for entry in entries]
            case _:
                entries += _events(each)
    entries += [
        Event(at, mnk.Side(side), "connected" if came else "disconnected")
        for at, side, came in models.Attendance.objects.filter(game=game.id).values_list(
            "at_ms", "side", "came"
        )
    ]
    return TimingLog(game.state.control, tuple(sorted(entries, key=lambda entry: entry.at_ms)))


@dataclass(frozen=True, slots=True)
class Owed:
    """What both clocks of a game are owed at one version of it."""

    version: int
    ms: mnk.BySide[int]


def owed(slug: str, at: int) -> Owed:
    """The time that ran in downtimes until `at` and has not been credited. Raises `NoSuchGame`."""
    game, version = history.beginning(slug)
    running = _Running()
    ran: list[tuple[mnk.Side, downtime.Span]] = []
    credited = dict.fromkeys(mnk.Side, 0)
    for before, each, after in history.fold(game, version):
        turn, running = running, running.after(after.state, each)
        if after.swapped is not before.swapped:
            # Each took their time along: what ran before is owed to the side they have now.
            ran = [(side.other, span) for side, span in ran]
            credited = {side.other: ms for side, ms in credited.items()}
            if turn.side is not None:
                turn = replace(turn, side=turn.side.other)
        if turn.side is not None and (turn.side, turn.began) != (running.side, running.began):
            ran.append((turn.side, downtime.Span(turn.began, max(turn.began, each.at))))
        if isinstance(each.fact, facts.TimeCredited):
            for side in mnk.Side:
                credited[side] += each.fact.ms[side]
    if running.side is not None:
        ran.append((running.side, downtime.Span(running.began, max(running.began, at))))
    if not ran:
        return Owed(version, mnk.BySide(0, 0))
    spans = downtime.between(ran[0][1].began_ms, at)

    def of(side: mnk.Side) -> int:
        whole = sum(downtime.overlap(span, spans) for whose, span in ran if whose is side)
        return max(0, whole - credited[side])

    return Owed(version, mnk.BySide(of(mnk.Side.BLACK), of(mnk.Side.WHITE)))


@dataclass(frozen=True, slots=True)
class _Running:
    """Whose time runs, since when, and how much of that was credited."""

    side: mnk.Side | None = None
    """None while no clock runs."""
    began: int = 0
    credited: int = 0

    def after(self, state: mnk.GameState, happened: facts.Happened) -> "_Running":
        """What runs after something that led to `state` has happened."""
        fact = happened.fact
        match fact:
            case facts.TimeCredited(ms=credited):
                ms = 0 if self.side is None else credited[self.side]
                return replace(self, credited=self.credited + ms)
            case facts.TimeAdded():
                return self
        clock = state.clock
        if clock is None or clock.running is None:
            return _Running(None, happened.at)
        is_new = isinstance(fact, facts.Played | facts.TakenBack)
        if clock.running is self.side and not is_new:
            return self
        return _Running(clock.running, clock.since_ms)


def _on_other_side(entry: Entry) -> Entry:
    return entry if entry.side is None else replace(entry, side=entry.side.other)


def _marked(entry: Entry, ply: int) -> Entry:
    """An entry after the moves from `ply` on were taken back."""
    if isinstance(entry, Turn) and entry.number > ply:
        return replace(entry, taken_back=True)
    return entry


def _events(happened: facts.Happened) -> list[Entry]:
    """What a fact other than a move or a takeback says about the time."""
    at = happened.at
    match happened.fact:
        case facts.TimeCredited(ms=credited):
            return [
                Event(at, side, "credited", credited[side]) for side in mnk.Side if credited[side]
            ]
        case facts.TimeAdded(ms=ms):
            return [Event(at, happened.whose.other, "added", ms)]
        case facts.Paused():
            return [Event(at, None, "paused")]
        case facts.Resumed():
            return [Event(at, happened.whose, "resumed")]
        case facts.Ended(outcome=outcome):
            if outcome.termination is mnk.Termination.TIME and outcome.winner is not None:
                return [Event(at, outcome.winner.other, "flagged")]
            return [Event(at, None, "ended")]
        case _:
            return []
