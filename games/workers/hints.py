"""Hints: what a player asked about a position. They go before whatever else people ask thinkers.

What a move is worth is not a hint's own opinion: it is assessed as a review assesses it, and kept
for the review, so both say the same.
"""

import asyncio
from collections import OrderedDict

import msgspec

from games import mnk
from games.play import errors, live, protocol
from games.play.hub import Hub
from games.play.protocol import HintKind
from games.review import findings
from games.review.errors import NobodyToAsk
from games.review.findings import PositionPart
from games.reviews import assessments, labels
from games.reviews.evaluations import Evaluations
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
MOST_LESSONS = 2
"""There is no room for more beside a board in play."""
KEPT = 500
"""Answers remembered."""


class Hints:
    """Answers hints for one server process."""

    def __init__(self, hub: Hub, thinking: Thinking) -> None:
        self._thinking = thinking
        self._evaluations = hub.part(Evaluations)
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
                told = await self._review(_until_theirs(game, side), lessons, of)
                lessons = told.lessons[:MOST_LESSONS]
                spoken_of = (square for each in lessons for square in each.squares)
                return protocol.Words(
                    id=id,
                    ply=ply,
                    by=protocol.SideWord.of(side.other),
                    worth=told.worth,
                    labels=told.labels,
                    remarks=tuple(remark for each in lessons for remark in each.remarks),
                    squares=tuple(dict.fromkeys(spoken_of)),
                )
            case _:
                raise errors.HintUnavailable

    async def _review(
        self, moves: questions.Game, lessons: tuple[findings.Lesson, ...], of: str
    ) -> findings.PlyReview:
        """What a review says of the last of these moves, as far as the moves until then tell."""
        *before, square = moves.moves
        here = msgspec.structs.replace(moves, moves=tuple(before)).position
        try:
            async with asyncio.timeout(SECONDS + PATIENCE_S):
                earlier = await self._evaluations.assess(here, of=of)
                after = await self._evaluations.assess(here.play(square), of=of)
        except (NobodyToAsk, TimeoutError):
            raise errors.HintUnavailable from None
        return labels.one_move(len(before), here, square, earlier, after, lessons)

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
        case HintKind.BENEFITS if not variant.line_rule.says.has_benefits:
            raise errors.HintUnavailable  # rows lose there, or are anybody's
        case HintKind.BENEFITS:
            weighed = PositionPart.of(game.state.position)
            return questions.FindBenefits(weighed, side.other if is_bots else side)
        case HintKind.WORDS:
            nodes = assessments.lesson_nodes_for(variant)
            return questions.Teach(_until_theirs(game, side), nodes)


def _until_theirs(game: live.LiveGame, side: mnk.Side) -> questions.Game:
    """The game as the other side's last move left it. Raises `HintUnavailable` without one."""
    variant, moves = game.state.variant, game.state.moves
    side_of_ply = variant.line_rule.side_of_ply
    theirs = [ply for ply in range(len(moves)) if side_of_ply(ply) is not side]
    if not theirs:
        raise errors.HintUnavailable
    return questions.Game.of(variant, moves[: theirs[-1] + 1])
