"""Proofs for programs: why a position is won."""

from django.http import HttpRequest, HttpResponse

from games import shares
from games.api.positions import position_in
from games.http.answers import answers, json_answer
from games.play.hub import current
from games.play.protocol import Verdict
from games.refusals import NotFound
from games.reviews.evaluations import PROOF_NODES, Evaluations
from games.say import say


class IsDraw(NotFound):
    code = "isDraw"
    sentence = "Neither side can force a win (proved)."


class NotProved(NotFound):
    code = "notProved"

    def __init__(self) -> None:
        super().__init__(
            say(
                "Nothing is proved after {positions} positions. There may still be a forced win.",
                positions=f"{PROOF_NODES:,}",
            )
        )


@answers("POST")
async def proof(request: HttpRequest) -> HttpResponse:
    """The tree of a position's win or loss (`findings.Proof`)."""
    position = position_in(request)
    proving = await current().part(Evaluations).prove(position, of=shares.of_request(request))
    if proving.proof is not None:
        return json_answer(proving.proof)
    if proving.verdict is Verdict.DRAW:
        raise IsDraw
    raise NotProved
