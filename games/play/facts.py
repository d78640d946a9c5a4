"""What can happen to a game: facts, each said once, without what follows from it.

A step of a game results in a fact. From it follow the next game (`LiveGame.after`), the message
that tells of it (`wire.told`), the row that keeps it, and the notice to the other processes.
"""

import hashlib
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from games.mnk import BySide, Decision, Offer, Outcome, Side
from games.play.hint_kinds import HintKind
from games.players.ratings import ShownRating


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a seat."""

    player_id: int
    name: str
    kind: str
    slug: str = ""
    """Their name in links."""
    level: str = ""
    """For a bot: which one."""
    is_program: bool = False
    """Whether the seat's key is all they have: made through the API, they have no browser."""

    @property
    def is_bot(self) -> bool:
        return self.level != ""


@dataclass(frozen=True, slots=True)
class NewRating:
    """A player's rating after a game that counted, and by how much it changed: estimates."""

    rating: int
    change: int
    provisional: bool


class _Fact(msgspec.Struct, frozen=True, gc=False, tag_field="fact", omit_defaults=True):
    """The side that caused it is not part of it: see `Happened.by`."""


class SeatTaken(_Fact, frozen=True, tag="seatTaken"):
    """A player sat down on the open seat."""

    side: Side
    holder: Holder | None = None
    """Told to the other processes, and not kept: the seat's own row says who holds it."""
    rating: ShownRating | None = None
    """The holder's, told in the same way."""


class Played(_Fact, frozen=True, tag="played"):
    """A stone was played after `ply` others. Kept as a row of its own kind, a `Move`."""

    ply: int
    square: int


class Chosen(_Fact, frozen=True, tag="chosen"):
    """In the opening, whoever decides chose one of its choices, or offered squares."""

    choice: Decision


class Ended(_Fact, frozen=True, tag="ended"):
    """The game ended without a move: resigned, aborted, agreed, claimed, or by the clock."""

    outcome: Outcome
    reason: str = ""
    """Why a bot resigned, if something was wrong with it."""


class Offered(_Fact, frozen=True, tag="offered"):
    """A side offers something."""

    what: Offer


class Declined(_Fact, frozen=True, tag="declined"):
    """A side declined the other's offer."""

    what: Offer


class Cancelled(_Fact, frozen=True, tag="cancelled"):
    """A side took its own offer back."""

    what: Offer


class TakenBack(_Fact, frozen=True, tag="takenBack"):
    """The game has returned to the last turn of the side that asked for it."""

    asker: Side


class Paused(_Fact, frozen=True, tag="paused"):
    """The clock is stopped: by agreement, or while a side is on vacation."""

    vacation: Side | None = None
    """Whose vacation it is; what this side's turn has left is kept as it is."""


class Resumed(_Fact, frozen=True, tag="resumed"):
    """A side lets the game go on after a pause."""


class TimeAdded(_Fact, frozen=True, tag="timeAdded"):
    """A side gave the other more time."""

    ms: int


class TimeCredited(_Fact, frozen=True, tag="timeCredited"):
    """Time in which nobody could play on the server is given back."""

    ms: BySide[int]


class HintsAgreed(_Fact, frozen=True, tag="hintsAgreed"):
    """Both sides may ask for hints from now on."""


class RematchAgreed(_Fact, frozen=True, tag="rematchAgreed"):
    """The next game is ready."""

    game: str
    """Its slug."""


class Rated(_Fact, frozen=True, tag="rated"):
    """The game is over, and has been counted."""

    ratings: BySide[NewRating]


class AggressivenessSet(_Fact, frozen=True, tag="aggressivenessSet"):
    """A side set A of the aggressive bot it plays against."""

    value: float


class HintAsked(_Fact, frozen=True, tag="hintAsked"):
    """A side asked for a hint when `ply` stones had been played."""

    kind: HintKind
    ply: int


Fact: TypeAlias = (
    SeatTaken
    | Played
    | Chosen
    | Ended
    | Offered
    | Declined
    | Cancelled
    | TakenBack
    | Paused
    | Resumed
    | TimeAdded
    | TimeCredited
    | HintsAgreed
    | RematchAgreed
    | Rated
    | AggressivenessSet
    | HintAsked
)


class Happened(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A fact, which version of the game it made, when, and by whose command."""

    version: int
    at: int
    """When, in milliseconds since 1970 UTC."""
    fact: Fact
    by: Side | None = None
    """Whose command it was, if a seat's: the side they had before it."""
    command: str = ""
    """The id its sender gave the command."""
    digest: str = ""
    """The command's (`digest`); empty for a move, whose fact says everything its command said."""

    @property
    def whose(self) -> Side:
        """The side whose command it was, for a fact that only a side's command results in."""
        assert self.by is not None, self.fact
        return self.by


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Fact] = msgspec.json.Decoder(Fact)


def encode(fact: Fact) -> str:
    """A fact as it is kept."""
    if isinstance(fact, SeatTaken):
        fact = SeatTaken(fact.side)
    return _encoder.encode(fact).decode()


def decode(text: str) -> Fact:
    """A fact as it was kept; raises `msgspec.MsgspecError` on anything else."""
    return _decoder.decode(text)


def beginning(kind: type[_Fact]) -> str:
    """What the kept text of every fact of a kind begins with.

    >>> encode(Paused()).startswith(beginning(Paused)), beginning(Paused)
    (True, '{"fact":"paused"')
    """
    return f'{{"fact":"{kind.__struct_config__.tag}"'


def digest(command: msgspec.Struct) -> str:
    """What a command is known by when it is sent again: the same for the same content, id and all.

    64 bits, and not a secret: guessing another command with the same digest only gets one's own
    command answered.
    """
    return hashlib.blake2b(_encoder.encode(command), digest_size=8).hexdigest()
