"""The server and the browser say remarks alike: both read `remarks.json`."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games import mnk, remarks
from games.play.protocol import RemarkPart
from games.remarks import RemarkKind

CASES = json.loads((Path(__file__).parent / "remarks.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["said"])
def test_a_remark_is_said_as_on_file(case: dict[str, Any]) -> None:
    told = msgspec.convert(case["remark"], RemarkPart)
    rules = case["variant"]
    variant = mnk.Variant(
        rules["width"], rules["height"], rules["k"], mnk.LineRule(rules["lineRule"])
    )

    assert (
        remarks.said(told.remark, variant, mnk.side_names(variant, case["drawn"])) == case["said"]
    )
    assert RemarkPart.of(told.remark) == told


def test_every_kind_is_on_file() -> None:
    assert {case["remark"]["kind"] for case in CASES} == set(RemarkKind)


def test_a_kind_with_two_sentences_is_on_file_in_both() -> None:
    on_file = {(case["remark"]["kind"], has_fours(case["variant"])) for case in CASES}

    for kind in RemarkKind:
        if kind.without_fours != kind.sentence:
            assert {(kind, True), (kind, False)} <= on_file, kind


def has_fours(rules: dict[str, Any]) -> bool:
    return bool(rules["k"] == 5 and rules["lineRule"] != "full")


@pytest.mark.parametrize("count", [1, remarks.MOST_NAMES, remarks.MOST_NAMES + 1])
def test_squares_are_named_unless_they_are_too_many(count: int) -> None:
    squares = tuple(range(count))
    remark = remarks.Remark(RemarkKind.COULD_COMPLETE, mnk.Side.BLACK, 18, squares=squares)

    assert remark.named == (squares if count <= remarks.MOST_NAMES else ())
