"""Hints: what a player asked about a position. They go before whatever else people ask thinkers."""

from collections import OrderedDict

from games import mnk
from games.play import errors, live, protocol
from games.play.hub import Hub
from games.play.protocol import HintKind
from games.review.findings import PositionPart
from games.thinking import questions
from games.thinking.pool import ThinkerFailed
from games.thinking.service import Thinking
from games.turns import Urgency

OUTCOMES_MS = 1_500
"""How long to search for outcomes."""
SECONDS = 8.0
"""When a search is given up."""
PATIENCE_S = 15.0
"""How long a question waits for its turn."""
WORDS_NODES = 20_000
"""How many positions are looked at to tell what an opponent's move does."""
MOST_LESSONS = 2
"""There is no room for more beside a board in play."""
KEPT = 500
"""Answers remembered."""


class Hints:
    """Answers hints for one server process."""

    def __init__(self, hub: Hub, thinking: Thinking) -> None:
        self._thinking = thinking
        self._kept: OrderedDict[questions.Question, questions.Answer] = OrderedDict()
        hub.answer_hint = self.answer

    async def answer(
        self, game: live.LiveGame, side: mnk.Side, command: protocol.AskHint, of: str
    ) -> protocol.Hint:
        """The answer to a hint; it counts for the share `of`.

        Raises `HintUnavailable` or `TooManyQuestions`.
        """
        answer = await self._ask(_question(game, side, command.kind), of)
        id, ply = command.id, command.ply
        match answer:
            case questions.OutcomesFound(squares=squares, best=best):
                return protocol.Outcomes(
                    id=id, ply=ply, kind=command.kind, squares=squares, best=best
                )
            case questions.ThreatsFound(threats=threats):
                return protocol.ThreatMarks(id=id, ply=ply, threats=threats)
            case questions.BenefitsFound(squares=benefits):
                return protocol.Benefits(id=id, ply=ply, squares=benefits)
            case questions.Taught(lessons=lessons):
                told = lessons[:MOST_LESSONS]
                spoken_of = (square for each in told for square in each.squares)
                return protocol.Words(
                    id=id,
                    ply=ply,
                    remarks=tuple(remark for each in told for remark in each.remarks),
                    squares=tuple(dict.fromkeys(spoken_of)),
                )
            case _:
                raise errors.HintUnavailable

    async def _ask(self, question: questions.Question, of: str) -> questions.Answer:
        kept = self._kept.get(question)
        if kept is not None:
            self._kept.move_to_end(question)
            return kept
        try:
            is_glance = isinstance(question, questions.FindBenefits)
            answer = await self._thinking.ask(
                question,
                Urgency.GLANCE if is_glance else Urgency.HINT,
                of=of,
                seconds=SECONDS,
                patience=PATIENCE_S,
            )
        except ThinkerFailed:
            raise errors.HintUnavailable from None
        self._kept[question] = answer
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return answer


def _question(game: live.LiveGame, side: mnk.Side, kind: HintKind) -> questions.Question:
    variant, moves = game.state.variant, game.state.moves
    now = questions.Game.of(variant, moves)
    is_bots = game.seats[side.other].bot is not None
    match kind:
        case HintKind.OUTCOMES | HintKind.BEST:
            return questions.FindOutcomes(now, OUTCOMES_MS)
        case HintKind.THREATS:
            return questions.FindThreats(now)
        case HintKind.BENEFITS:
            weighed = PositionPart.of(game.state.position)
            return questions.FindBenefits(weighed, side.other if is_bots else side)
        case HintKind.WORDS:
            theirs = len(moves) - (1 if game.state.side_to_move is side else 2)
            if theirs < 0:
                raise errors.HintUnavailable
            return questions.Teach(questions.Game.of(variant, moves[: theirs + 1]), WORDS_NODES)
