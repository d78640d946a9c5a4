"""Proving a position, in a thinker: its certificate as a file, and the tree that people read."""

from games import evaluator, mnk
from games.evaluator import certificate_file, prooftree
from games.play.protocol import SideWord, Verdict
from games.review import findings

MAX_CERTIFICATE = 700_000
"""Bytes that a certificate's file may take in a thinker's line (games.thinking.pool.MAX_LINE)."""


def prove(position: mnk.Position, nodes: int) -> findings.Proving:
    """What can be proved about a position by looking at this many positions."""
    certificate = evaluator.prove(position, evaluator.Limit(nodes=nodes), set_up=True)
    if certificate is None:
        return findings.Proving()
    text = certificate_file.text(certificate)
    # Within a line quotation marks and line breaks take two bytes each.
    size = len(text) + text.count('"') + text.count("\n")
    return findings.Proving(
        verdict=Verdict(certificate.verdict.value),
        plies=certificate.plies,
        moves=len(certificate),
        proof=_proof(certificate),
        certificate=text if size <= MAX_CERTIFICATE else None,
    )


def _proof(certificate: evaluator.Certificate) -> findings.Proof | None:
    tree = prooftree.tree(certificate)
    if tree is None:
        return None
    return findings.Proof(
        start=findings.PositionPart.of(certificate.position),
        winner=SideWord.of(tree.winner),
        nodes=tuple(
            findings.ProofNode(
                parent=step.parent, moves=step.moves, by=SideWord.of(step.by), plies=step.plies
            )
            for step in tree.steps
        ),
        is_cut=tree.is_cut,
    )
