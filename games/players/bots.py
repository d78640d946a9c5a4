"""The bots to play against: what they are called, how strong they are, which boards they play.

Their strength was measured (docs/strength.md); their moves come from games.evaluator, which only
workers load: here are only words.
"""

from dataclasses import dataclass

from django.conf import settings

from games import mnk
from games.engines.config import EngineSpec
from games.players.models import Kind, Player
from games.refusals import BadRequest
from games.say import later, say

ENGINE = "engine:"
"""The keys of engines begin with this."""
AGGRESSIVE = "aggressive"
PERFECT = "perfect"

AGGRESSIVENESS = 0.8
"""A of the aggressive bot, if nobody chose another."""
MAX_AGGRESSIVENESS = 2.0


@dataclass(frozen=True, slots=True)
class Bot:
    """One bot."""

    key: str
    """Names it in links, forms and kept games; it never changes once released."""
    name: str
    described: str = ""
    """What is said about it, in English."""
    measured: str = ""
    """How strong it is, in English, where that was measured."""
    nodes: int = 200_000
    """How many positions it may look at for one move, which with the seed settles its moves."""
    engine: EngineSpec | None = None
    """For an engine that the operator brought along: its moves come from there."""

    @property
    def about(self) -> str:
        """What somebody choosing an opponent is told about it."""
        if self.engine is None:
            return say(self.described)
        return say(
            "An engine from the host of this server. Thinks for {seconds} s.",
            seconds=f"{self.engine.turn_ms / 1000:g}",
        )

    @property
    def strength(self) -> str:
        """How strong it is; empty where that was not measured."""
        return say(self.measured) if self.measured else ""

    def plays(self, variant: mnk.Variant) -> bool:
        """Whether it plays this variant."""
        if self.engine is not None:
            return self.engine.plays(variant)
        if self.key == PERFECT:
            return mnk.is_solved(variant)
        says = variant.line_rule.says
        is_small = variant.squares <= MAX_EXACT_SQUARES and (says.is_race or says.falls)
        is_searched = variant.line_rule in SEARCHED or is_small
        return self.key not in _SEARCHERS or is_searched


class NoSuchBot(BadRequest):
    """No bot has this key, or it does not play this board."""

    code = "noSuchBot"
    field = "opponent"


_BOTS = (
    Bot("first-free", "First free", later("Always takes the first free square. For testing.")),
    Bot("random", "Random", later("Plays anywhere.")),
    Bot(
        "novice",
        "Novice",
        later("Knows the rules and misses half of your threats."),
        nodes=100,
    ),
    Bot(
        "beginner",
        "Beginner",
        later("Looks a little ahead and misses 1 threat in 4."),
        later("scores 75 % against Novice"),
        nodes=200,
    ),
    Bot(
        "casual",
        "Casual",
        later("Plays for fun and misses something now and then."),
        later("scores 76 % against Beginner"),
        nodes=1_000,
    ),
    Bot(
        "club",
        "Club",
        later("Sees most of your threats and makes its own."),
        later("scores 79 % against Casual"),
        nodes=8_000,
    ),
    Bot(
        "expert",
        "Expert",
        later("Looks at 60,000 positions a move."),
        later("scores 73 % against Club"),
        nodes=60_000,
    ),
    Bot(
        "master",
        "Master",
        later("Our strongest: looks at 600,000 positions a move."),
        later("scores 80 % against Expert"),
        nodes=600_000,
    ),
    Bot(
        PERFECT,
        "Perfect",
        later("Plays small boards without a mistake (proved)."),
        nodes=2_000_000,
    ),
    Bot(
        AGGRESSIVE,
        "Aggressive",
        later("You choose how much it attacks or defends, even mid-game."),
    ),
)
"""Percentages: of 100 games (Master: 40) on 15×15 freestyle, both colours (docs/strength.md)."""


SEARCHED = (
    mnk.LineRule.FREESTYLE,
    mnk.LineRule.EXACT,
    mnk.LineRule.CARO,
    mnk.LineRule.RENJU,
)
"""The rules that the strong engine plays."""
MAX_EXACT_SQUARES = 64
"""Up to this many squares every race for lines is searched, exactly, and every board where
stones fall, ply by ply."""
_SEARCHERS = ("club", "expert", "master")
"""Those that are what they are said to be only where they can search. The weaker ones play by
sight elsewhere: they complete and block what there is, and promise no more."""

LADDER = ("novice", "beginner", "casual", "club", "expert", "master")
"""The keys of the levels that were measured, each stronger than the one before."""
_RUNGS = (*LADDER, PERFECT)
"""Each was measured to be stronger than the one before; no play is better than perfect."""


def rung(key: str) -> int:
    """A bot's place on the measured ladder, 1 for its lowest; 0 for one that nobody measured."""
    return _RUNGS.index(key) + 1 if key in _RUNGS else 0


def every_bot() -> tuple[Bot, ...]:
    """All of them, roughly the weakest first; the operator's engines at the end.

    Empty if the server was told to have none.
    """
    if not settings.INAROW_HAS_BOTS:
        return ()
    return _BOTS + tuple(_of_engine(spec) for spec in settings.INAROW_ENGINES)


def reserved_names() -> tuple[str, ...]:
    """What bots are called, whether they play here or not: nobody else may be called that."""
    return tuple(bot.name for bot in _BOTS) + tuple(spec.name for spec in settings.INAROW_ENGINES)


def _of_engine(spec: EngineSpec) -> Bot:
    return Bot(f"{ENGINE}{spec.key}", spec.name, engine=spec)


def find(key: str) -> Bot:
    """The bot of this key; raises `NoSuchBot`."""
    every = {bot.key: bot for bot in every_bot()}
    try:
        return every[key]
    except KeyError:
        if not every:
            raise NoSuchBot(say("No bots play on this server. Invite a friend.")) from None
        raise NoSuchBot(
            say(
                "There’s no bot {key}. Choose one of {keys}.",
                key=repr(key[:32]),
                keys=", ".join(every),
            )
        ) from None


def opponent(key: str, variant: mnk.Variant) -> Bot:
    """The bot of this key, for a game of this variant; raises `NoSuchBot`."""
    bot = find(key)
    if not bot.plays(variant):
        raise NoSuchBot(
            say(
                "{bot} doesn’t play {variant}. Choose another bot or board.",
                bot=bot.name,
                variant=variant.title,
            )
        )
    return bot


def player_of(bot: Bot) -> Player:
    """The one player that is this bot; made when first needed."""
    player, _ = Player.objects.get_or_create(
        level=bot.key, defaults={"kind": Kind.BOT, "name": bot.name}
    )
    if player.name != bot.name:  # its operator calls it something else now
        player.name = bot.name
        player.save(update_fields=["name"])
    return player
