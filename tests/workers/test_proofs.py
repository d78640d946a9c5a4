"""Proofs: found by a real thinker, a process of its own, and kept for whoever asks again."""

import json
import time
from functools import partial
from pathlib import Path

import pytest

from games import mnk
from games.evaluator import certificate_file
from games.play.hub import Hub
from games.play.protocol import Verdict
from games.review import checker
from games.review.errors import ProofUnavailable
from games.reviews.evaluations import Evaluations
from games.thinking import proving, questions
from games.thinking.pool import MAX_LINE
from games.thinking.service import Thinking
from games.workers.proofs import Proofs

DATA = Path(__file__).parents[1] / "evaluator" / "strong" / "data" / "fours.json"


async def test_a_proof_is_found_and_its_certificate_holds(
    hub: Hub, thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.workers.proofs.KEPT", 1)
    Proofs(hub, thinking)
    position = mnk.Position.start(mnk.Variant(4, 3, 3))

    found = await hub.part(Evaluations).prove(position, of="alice")

    assert (found.verdict, found.plies) == (Verdict.WIN, 7)
    assert found.proof is not None
    assert found.proof.start.position == position
    assert found.certificate is not None
    said = checker.verify(found.certificate.encode())
    assert said == f"Black, to move, wins in at most 7 plies: proved by {found.moves} moves."
    began = time.process_time()
    assert await hub.part(Evaluations).prove(position, of="alice") is found
    assert time.process_time() - began < 0.1


async def test_what_is_asked_for_again_is_kept_longest(
    hub: Hub, thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.workers.proofs.KEPT", 2)
    Proofs(hub, thinking)
    prove = partial(hub.part(Evaluations).prove, of="alice")
    one, two, three = (
        mnk.Position.start(mnk.Variant(*size)) for size in ((3, 3, 3), (4, 3, 3), (3, 2, 2))
    )
    first, second = await prove(one), await prove(two)
    assert await prove(one) is first

    await prove(three)

    assert await prove(one) is first
    assert await prove(two) is not second


async def test_nothing_is_proved_of_an_open_game(hub: Hub, thinking: Thinking) -> None:
    Proofs(hub, thinking)

    found = await hub.part(Evaluations).prove(
        mnk.Position.start(mnk.Variant(15, 15, 5)), of="alice"
    )

    assert found == type(found)()


async def test_where_nobody_looks_for_proofs_it_is_said(hub: Hub) -> None:
    with pytest.raises(ProofUnavailable):
        await hub.part(Evaluations).prove(mnk.Position.start(mnk.Variant(3, 3, 3)), of="alice")


async def test_a_finished_game_is_not_asked_about(hub: Hub) -> None:
    over = mnk.position_from_text("XXX\nOO.\n...", mnk.Variant(3, 3, 3))
    with pytest.raises(mnk.GameIsOver):
        await hub.part(Evaluations).prove(over, of="alice")


def test_a_certificate_too_large_for_a_line_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    position = mnk.Position.start(mnk.Variant(4, 3, 3))
    whole = proving.prove(position, 100_000)
    assert whole.certificate is not None
    monkeypatch.setattr(proving, "MAX_CERTIFICATE", len(whole.certificate))

    found = proving.prove(position, 100_000)

    assert found.certificate is None
    assert (found.moves, found.proof) == (whole.moves, whole.proof)


def test_the_largest_answer_fits_into_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    # A file exactly as large as allowed, with the largest tree there is: a draw has none.
    row = next(
        row for row in json.loads(DATA.read_text())["positions"] if row["id"] == "fs_vcf_204"
    )
    position = mnk.position_from_text(
        "\n".join(row["board"]), mnk.Variant(15, 15, 5), mnk.Side["WHITE"]
    )
    text = '"' * (proving.MAX_CERTIFICATE // 2)
    monkeypatch.setattr(certificate_file, "text", lambda certificate: text)

    found = proving.prove(position, 1_000_000)

    assert found.certificate == text
    assert len(questions.encode(questions.ProofFound(found))) < MAX_LINE
