"""A thinker: a process that answers questions with the evaluator, one at a time.

It reads and writes lines (games.thinking.questions) on its end of a socket, and ends when the
socket does. It is forked from a process that has loaded the engines (games.forkserver), so no
question waits for them.
"""

import os
from io import BufferedIOBase
from typing import TYPE_CHECKING, assert_never

import msgspec

from games import evaluator, mnk
from games.evaluator import aggressive
from games.evaluator.lesson import lesson
from games.evaluator.opening import decide
from games.play import protocol
from games.review import findings
from games.thinking import assessing, proving, puzzling, questions
from games.thinking.questions import Answer, Question

if TYPE_CHECKING:
    from games.evaluator.strong import Analysis


load = evaluator.warm_up


def run(line: BufferedIOBase) -> None:
    """Answer until the other end closes the line."""
    _send(line, questions.Ready(os.getpid()))
    for text in line:
        _send(line, answer(questions.decode_question.decode(text)))


def answer(question: Question) -> Answer:
    """The answer to a question."""
    try:
        return _answer(question)
    except (evaluator.EvaluatorError, mnk.RuleError) as error:
        return questions.Failed(str(error))


def _answer(question: Question) -> Answer:
    match question:
        case questions.Assess(position=there, nodes=nodes):
            assessed = assessing.assess(there.position, nodes)
            return questions.Assessed(assessed.assessment, assessed.depth)
        case questions.FindBenefits(position=there, side=side):
            return questions.BenefitsFound(
                tuple(
                    protocol.SquareBenefit(square, mine, theirs)
                    for square, (mine, theirs) in aggressive.parts(there.position, side).items()
                )
            )
        case questions.FindPuzzle(position=there, nodes=nodes):
            return questions.PuzzleFound(puzzling.find(there.position, nodes))
        case questions.Prove(position=there, nodes=nodes):
            return questions.ProofFound(proving.prove(there.position, nodes))
        case _:
            return _of_game(question)


def _of_game(question: questions.GameQuestion) -> Answer:
    position = question.game.position
    match question:
        case questions.ChooseMove():
            return _choose(question, position)
        case questions.DecideOpening(game=game, opening=text, level=level, seed=seed, nodes=nodes):
            opening = mnk.opening_from_text(text, position.variant, game.moves)
            decided = decide(opening, evaluator.level_for(level), seed, nodes)
            if isinstance(decided, int):
                return questions.Decided(square=decided)
            return questions.Decided(choice=decided)
        case questions.AcceptsDraw(side=side, nodes=nodes):
            limit = evaluator.Limit(nodes=nodes)
            return questions.YesOrNo(evaluator.accepts_draw(position, side, limit))
        case questions.FindOutcomes(ms=ms):
            found = evaluator.evaluate(position, evaluator.Limit(ms=ms))
            return questions.OutcomesFound(
                tuple(
                    _outcome(square, value, position.variant)
                    for square, value in found.squares.items()
                ),
                found.best,
            )
        case questions.FindThreats():
            return questions.ThreatsFound(
                tuple(map(assessing.threat_part, evaluator.threats(position).all))
            )
        case questions.Teach(game=game, nodes=nodes):
            return questions.Taught(_lessons(game, nodes))
        case _:
            assert_never(question)


def _lessons(game: questions.Game, nodes: int) -> tuple[findings.Lesson, ...]:
    """What the game's last move did."""
    if not game.moves:
        raise evaluator.NothingToPlay("There is no move to explain yet: ask once one is played.")
    before = msgspec.structs.replace(game, moves=game.moves[:-1]).position
    return tuple(
        findings.Lesson(
            remarks=tuple(map(protocol.RemarkPart.of, each.remarks)),
            squares=each.squares,
            status="proved" if each.proved else "estimated",
            line=each.line,
            start=len(game.moves) - (0 if each.from_after else 1),
        )
        for each in lesson(before, game.moves[-1], limit=evaluator.Limit(nodes=nodes))
    )


def _choose(question: questions.ChooseMove, position: mnk.Position) -> questions.Chosen:
    latest: Analysis | None = None

    def told(analysis: "Analysis") -> None:
        nonlocal latest
        latest = analysis

    square = evaluator.choose_move(
        position,
        evaluator.level_for(question.level, question.aggressiveness),
        question.seed,
        nodes=question.nodes,
        on_info=told,
    )
    if latest is None:
        return questions.Chosen(square)
    return questions.Chosen(square, latest.depth, latest.score)


def _outcome(
    square: mnk.Square, value: evaluator.Value, variant: mnk.Variant
) -> protocol.SquareOutcome:
    match value:
        case evaluator.Proved():
            verdict = protocol.Verdict(value.verdict.value)
            plies = assessing.plies_told(value, variant)
            return protocol.SquareOutcome(
                square=square, status="proved", verdict=verdict, plies=plies
            )
        case evaluator.Estimated():
            return protocol.SquareOutcome(
                square=square, status="estimated", score=value.score, is_chance=value.is_chance
            )
        case evaluator.Unknown():
            return protocol.SquareOutcome(square=square, status="unknown")


def _send(stream: BufferedIOBase, line: questions.Line) -> None:
    stream.write(questions.encode(line) + b"\n")
    stream.flush()
