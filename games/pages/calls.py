"""Challenges in words, as cards: drawn by `calls.html`, and alike by players/calls.ts."""

from dataclasses import dataclass
from typing import assert_never

from games import mnk
from games.friends.feed import PersonalFeed
from games.pages.livecards import clock_title, seat_words, variant_of
from games.play.challenged import ChallengeState, DeclineReason
from games.play.hub import current
from games.play.protocol import ChallengePart
from games.players.models import Player
from games.say import later, say

REASONS = {
    DeclineReason.NOT_NOW: later("I can’t play now"),
    DeclineReason.NOT_RATED: later("Not rated, please"),
    DeclineReason.ANOTHER_BOARD: later("Another board, please"),
    DeclineReason.SLOWER: later("More time, please"),
    DeclineReason.FASTER: later("A faster clock, please"),
}
"""What somebody may say when they decline."""
_DECLINED = {
    None: later("{player} declined your challenge."),
    DeclineReason.NOT_NOW: later("{player} can’t play now."),
    DeclineReason.NOT_RATED: later("{player} would rather play a game that isn’t rated."),
    DeclineReason.ANOTHER_BOARD: later("{player} would rather play on another board."),
    DeclineReason.SLOWER: later("{player} would like more time."),
    DeclineReason.FASTER: later("{player} would like a faster clock."),
}


@dataclass(frozen=True, slots=True)
class Call:
    """A challenge, or what came of one's own."""

    part: ChallengePart
    headline: str
    about: str
    """The board, the clock, what it counts for."""
    reasons: tuple[tuple[str, str], ...]
    """What its hearer may decline with: the word, and the sentence."""


async def calls_of(player: Player | None, *, mine: bool = False) -> list[Call]:
    """What a player's page says of challenges; with `mine`, their own that wait, too."""
    if player is None:
        return []
    me = await current().part(PersonalFeed).now(player.pk)
    return [] if me is None else calls(me.challenges, mine=mine)


def calls(parts: tuple[ChallengePart, ...], *, mine: bool) -> list[Call]:
    """Challenges as cards; with `mine`, those that somebody else has yet to answer, too."""
    shown = [
        part for part in parts if mine or not (part.mine and part.state is ChallengeState.WAITING)
    ]
    return [Call(part, _headline(part), _about(part), _reasons(part)) for part in shown]


def _headline(part: ChallengePart) -> str:
    name = part.other.name
    if not part.mine:
        if part.instead:
            return say("{player} suggests another game", player=name)
        return say("{player} challenges you", player=name)
    match part.state:
        case ChallengeState.WAITING:
            return say("Waiting for {player}", player=name)
        case ChallengeState.ACCEPTED:
            return say("{player} accepted. Your game is ready.", player=name)
        case ChallengeState.DECLINED:
            return say(_DECLINED[part.reason], player=name)
        case ChallengeState.LAPSED:
            return say("{player} didn’t answer your challenge.", player=name)
        case ChallengeState.COUNTERED | ChallengeState.WITHDRAWN:
            return ""  # nobody is told of these here
    assert_never(part.state)


def _about(part: ChallengePart) -> str:
    variant = variant_of(part.variant)
    words = [
        mnk.title_of(variant, part.opening),
        clock_title(part.control) or say("no clock"),
        say("rated") if part.rated else say("not rated"),
    ]
    if part.best_of is not None:
        words.append(say("best of {games}", games=part.best_of))
    if part.side is not None:
        side = mnk.Side[part.side.name]
        words.append(seat_words(side, variant, part.opening))
    return " · ".join(words)


def _reasons(part: ChallengePart) -> tuple[tuple[str, str], ...]:
    fits = {
        DeclineReason.NOT_RATED: part.rated,
        DeclineReason.FASTER: part.control is not None,
        DeclineReason.SLOWER: part.control is not None,
    }
    return tuple(
        (reason.value, say(words)) for reason, words in REASONS.items() if fits.get(reason, True)
    )
