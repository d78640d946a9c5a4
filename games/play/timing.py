"""The timing log of a game: where the time went, turn by turn, from what is kept of it.

Functions here read the database: call them by `Hub.read`.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from games import mnk
from games.play import downtime, live, models, protocol
from games.play.errors import NoSuchGame

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
    """Without what was credited meanwhile; for moves before the clock began, since the last."""
    grace_ms: int
    """How much later than its last moment it was heard, within the grace for a slow connection."""
    left: mnk.TimeLeft | None
    """What the side has after it; none without a clock."""
    taken_back: bool


@dataclass(frozen=True, slots=True)
class Event:
    """Something else that had to do with the time."""

    at_ms: int
    side: mnk.Side | None
    """Whose it was: of time added or credited, who got it."""
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
    game = _find(slug)
    entries: list[Entry] = []
    running = _Running()
    for before, each, state in live.fold(game, game.version):
        turn, running = running, running.after(state, each)
        match each:
            case live.Played():
                due = None if before.clock is None else before.clock.due_ms
                entries.append(
                    Turn(
                        each.at_ms,
                        before.side_to_move,
                        state.ply,
                        mnk.name(each.square, game.variant),
                        max(0, each.at_ms - turn.began - turn.credited) if turn.began else 0,
                        0 if due is None else max(0, each.at_ms - due),
                        None if state.clock is None else state.clock.left[before.side_to_move],
                        taken_back=False,
                    )
                )
            case live.Said(message=protocol.TakenBack(by=by, ply=ply), at_ms=at):
                entries = [_marked(entry, ply) for entry in entries]
                entries.append(Event(at, live.side_of_word(by), "taken_back"))
            case live.Said():
                entries += _events(each)
    entries += [
        Event(at, mnk.Side(side), "connected" if came else "disconnected")
        for at, side, came in models.Attendance.objects.filter(game=game).values_list(
            "at_ms", "side", "came"
        )
    ]
    return TimingLog(game.control, tuple(sorted(entries, key=lambda entry: entry.at_ms)))


@dataclass(frozen=True, slots=True)
class Owed:
    """What both clocks of a game are owed at one version of it."""

    version: int
    ms: mnk.BySide[int]


def owed(slug: str, at: int) -> Owed:
    """The time that ran in downtimes until `at` and has not been credited. Raises `NoSuchGame`."""
    game = _find(slug)
    running = _Running()
    ran: list[tuple[mnk.Side, downtime.Span]] = []
    credited = dict.fromkeys(mnk.Side, 0)
    for _, each, state in live.fold(game, game.version):
        turn, running = running, running.after(state, each)
        if turn.side is not None and (turn.side, turn.began) != (running.side, running.began):
            ran.append((turn.side, downtime.Span(turn.began, max(turn.began, each.at_ms))))
        if isinstance(each, live.Said) and isinstance(each.message, protocol.TimeCredited):
            credited[mnk.Side.BLACK] += each.message.black_ms
            credited[mnk.Side.WHITE] += each.message.white_ms
    if running.side is not None:
        ran.append((running.side, downtime.Span(running.began, max(running.began, at))))
    if not ran:
        return Owed(game.version, mnk.BySide(0, 0))
    spans = downtime.between(ran[0][1].began_ms, at)

    def of(side: mnk.Side) -> int:
        whole = sum(downtime.overlap(span, spans) for whose, span in ran if whose is side)
        return max(0, whole - credited[side])

    return Owed(game.version, mnk.BySide(of(mnk.Side.BLACK), of(mnk.Side.WHITE)))


@dataclass(frozen=True, slots=True)
class _Running:
    """Whose time runs, since when, and how much of that was credited."""

    side: mnk.Side | None = None
    """None while no clock runs."""
    began: int = 0
    credited: int = 0

    def after(self, state: mnk.GameState, happened: live.Happened) -> "_Running":
        """What runs after something has happened, which led to `state`."""
        if isinstance(happened, live.Said):
            match happened.message:
                case protocol.TimeCredited(black_ms=black, white_ms=white):
                    ms = 0 if self.side is None else mnk.BySide(black, white)[self.side]
                    return replace(self, credited=self.credited + ms)
                case protocol.TimeAdded():
                    return self
        clock = state.clock
        if clock is None or clock.running is None:
            return _Running(None, happened.at_ms)
        if isinstance(happened, live.Said) and clock.running is self.side:
            is_new = isinstance(happened.message, protocol.TakenBack)
            return _Running(self.side, clock.since_ms) if is_new else self
        return _Running(clock.running, clock.since_ms)


def _find(slug: str) -> models.Game:
    game = models.Game.objects.filter(slug=slug).first()
    if game is None:
        raise NoSuchGame
    return game


def _marked(entry: Entry, ply: int) -> Entry:
    """An entry after the moves from `ply` on were taken back."""
    if isinstance(entry, Turn) and entry.number > ply:
        return replace(entry, taken_back=True)
    return entry


def _events(said: live.Said) -> list[Entry]:
    """What a message says about the time."""
    at = said.at_ms
    match said.message:
        case protocol.TimeCredited(black_ms=black, white_ms=white):
            both = zip(mnk.Side, (black, white), strict=True)
            return [Event(at, side, "credited", ms) for side, ms in both if ms]
        case protocol.TimeAdded(by=by, ms=ms):
            return [Event(at, live.side_of_word(by).other, "added", ms)]
        case protocol.Paused():
            return [Event(at, None, "paused")]
        case protocol.Resumed(by=by):
            return [Event(at, live.side_of_word(by), "resumed")]
        case protocol.GameEnded(outcome=outcome):
            if outcome.termination is mnk.Termination.TIME and outcome.winner is not None:
                return [Event(at, live.side_of_word(outcome.winner).other, "flagged")]
            return [Event(at, None, "ended")]
        case _:
            return []
