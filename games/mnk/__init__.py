"""The rules of every k-in-a-row game: pure values, standard library only.

>>> from games import mnk
>>> game = mnk.GameState.start(mnk.PRESETS["3x3"].variant)
>>> for name in ("b2", "a1", "b3", "c3", "b1"):
...     game = game.play(mnk.square(name, game.variant), by=game.side_to_move)
>>> game.outcome
Outcome(winner=<Side.BLACK: 0>, termination=<Termination.LINE: 'line'>)
>>> [mnk.name(square, game.variant) for square in game.winning_line]
['b1', 'b2', 'b3']
"""

from games.mnk.balanced import BALANCED, balanced_openings
from games.mnk.bestplay import BestPlay, BestPlaySource, best_play
from games.mnk.clock import (
    TIME_CONTROLS,
    Clock,
    TimeControl,
    TimeLeft,
    time_control_from_text,
)
from games.mnk.distance import in_at_most, in_moves, winners_moves
from games.mnk.errors import (
    CannotAbortNow,
    CannotOfferNow,
    ChooseFirst,
    ForbiddenSquare,
    GameIsNotPaused,
    GameIsOver,
    GameIsPaused,
    LineStillPossible,
    NoClock,
    NoSuchSquare,
    NotAChoice,
    NothingToChoose,
    NotOffered,
    NotYourTurn,
    OfferedAlready,
    OpeningGoesOn,
    OpeningImpossible,
    OutsideTheOpening,
    RuleError,
    SquareTaken,
    StoneInTheAir,
    StoneWouldFall,
    TimeControlError,
    UnreadablePosition,
    VariantError,
)
from games.mnk.family import Family, family_of
from games.mnk.forbidden import Ban, Forbidden
from games.mnk.game import UNTIMED_PLIES, GameState
from games.mnk.line import lines
from games.mnk.look import Look, look_of, side_names
from games.mnk.notation import (
    board_text,
    moves_from_text,
    moves_text,
    position_drawn,
    position_from_line,
    position_from_text,
    position_line,
    setup_from_text,
    variant_from_text,
    variant_text,
)
from games.mnk.offer import Offer
from games.mnk.openings import (
    MOST_OFFERED,
    Choice,
    Chosen,
    Decision,
    Opening,
    OpeningRule,
    Person,
    decision_text,
    opening_from_text,
    opening_rule_from_text,
    title_of,
)
from games.mnk.outcome import Outcome, Termination
from games.mnk.position import Position
from games.mnk.rule import (
    DIRECTIONS,
    GOMOCUP,
    Example,
    Line,
    LineRule,
    number_word,
    open_lines,
    open_masks,
    stops,
)
from games.mnk.side import BySide, Side
from games.mnk.solved import Known, has_certificates, is_solved, known
from games.mnk.square import Square, name, square
from games.mnk.symmetry import (
    Canonical,
    alike,
    apart,
    canonical,
    canonical_steps,
    keeping,
    symmetries,
)
from games.mnk.variant import MAX_SIZE, PRESETS, Preset, Variant

__all__ = [
    "BALANCED",
    "DIRECTIONS",
    "GOMOCUP",
    "MAX_SIZE",
    "MOST_OFFERED",
    "PRESETS",
    "TIME_CONTROLS",
    "UNTIMED_PLIES",
    "Ban",
    "BestPlay",
    "BestPlaySource",
    "BySide",
    "CannotAbortNow",
    "CannotOfferNow",
    "Canonical",
    "Choice",
    "ChooseFirst",
    "Chosen",
    "Clock",
    "Decision",
    "Example",
    "Family",
    "Forbidden",
    "ForbiddenSquare",
    "GameIsNotPaused",
    "GameIsOver",
    "GameIsPaused",
    "GameState",
    "Known",
    "Line",
    "LineRule",
    "LineStillPossible",
    "Look",
    "NoClock",
    "NoSuchSquare",
    "NotAChoice",
    "NotOffered",
    "NotYourTurn",
    "NothingToChoose",
    "Offer",
    "OfferedAlready",
    "Opening",
    "OpeningGoesOn",
    "OpeningImpossible",
    "OpeningRule",
    "Outcome",
    "OutsideTheOpening",
    "Person",
    "Position",
    "Preset",
    "RuleError",
    "Side",
    "Square",
    "SquareTaken",
    "StoneInTheAir",
    "StoneWouldFall",
    "Termination",
    "TimeControl",
    "TimeControlError",
    "TimeLeft",
    "UnreadablePosition",
    "Variant",
    "VariantError",
    "alike",
    "apart",
    "balanced_openings",
    "best_play",
    "board_text",
    "canonical",
    "canonical_steps",
    "decision_text",
    "family_of",
    "has_certificates",
    "in_at_most",
    "in_moves",
    "is_solved",
    "keeping",
    "known",
    "lines",
    "look_of",
    "moves_from_text",
    "moves_text",
    "name",
    "number_word",
    "open_lines",
    "open_masks",
    "opening_from_text",
    "opening_rule_from_text",
    "position_drawn",
    "position_from_line",
    "position_from_text",
    "position_line",
    "setup_from_text",
    "side_names",
    "square",
    "stops",
    "symmetries",
    "time_control_from_text",
    "title_of",
    "variant_from_text",
    "variant_text",
    "winners_moves",
]
