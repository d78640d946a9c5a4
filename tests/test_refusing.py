"""Refusals by HTTP: each is told in the form the asker reads, with one status."""

import doctest
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from games import limits, metrics, mnk, refusals
from games.http import refusing
from games.http.answers import TooBig, answers, body_of, plainly
from games.library.query import BadQuery
from games.play import errors
from games.refusals import BadRequest, Refusal, Refused
from games.review.errors import GameGoesOn, NobodyToAsk, StaleStudy, TooManyReviews
from tests import figures

TWICE = {"noSuchPlayer", "databaseAway"}
"""Codes that two classes share, with different sentences."""


def _every(root: type[Refused]) -> Iterator[type[Refused]]:
    for each in root.__subclasses__():
        if each.__module__.startswith("games."):
            yield each
            yield from _every(each)


def _told(failure: Exception, path: str = "/", **headers: str) -> HttpResponse:
    answer = refusing.refused(RequestFactory().get(path, headers=headers), failure)
    assert answer is not None
    return answer


def test_the_docstrings_examples_hold() -> None:
    assert doctest.testmod(refusals) == (0, 1)


def test_what_is_too_big_is_told_how_much_may_be_sent() -> None:
    assert json.loads(_told(TooBig(7), "/api/games").content)["sentence"] == (
        "The body may have at most 7 bytes."
    )


def test_a_body_may_have_as_many_bytes_as_is_said() -> None:
    sent = RequestFactory().post("/api/games", b"[1]", content_type="application/json")

    assert body_of(sent, list[int], 3) == [1]
    sent = RequestFactory().post("/api/games", b"[1]", content_type="application/json")
    with pytest.raises(TooBig):
        body_of(sent, list[int], 2)


def test_a_code_is_of_one_refusal() -> None:
    codes = [each.code for each in _every(Refused) if "code" in vars(each)]
    assert {code for code in codes if codes.count(code) > 1} == TWICE
    assert all(each.code and each.sentence for each in _every(Refused))


@pytest.mark.parametrize(
    ("refusal", "for_programs", "for_people"),
    [
        (errors.NoSuchGame(), 404, 404),
        (errors.PrivateGame(), 403, 403),
        (errors.ShownLater(), 409, 403),
        (errors.SeatIsTaken(), 409, 409),
        (errors.NoLongerYours(), 409, 404),
        (errors.TooManyQuestions(), 429, 429),
        (errors.NotKept(), 503, 503),
        (GameGoesOn(), 409, 404),
        (NobodyToAsk(), 409, 409),
        (BadQuery({"cursor": "There is no such page."}), 400, 404),
        (limits.TooManyRequests("pages", 7), 429, 429),
    ],
)
def test_a_refusal_has_one_sentence_for_all(
    refusal: Refused, for_programs: int, for_people: int
) -> None:
    program = _told(refusal, "/api/games")
    script = _told(refusal, accept="application/json")
    picture = _told(refusal, accept="image/png")
    page = _told(refusal, accept="text/html")

    for told in (program, script):
        assert told.status_code == for_programs
        assert json.loads(told.content) == {
            "code": refusal.code,
            "sentence": refusal.sentence,
            "field": refusal.field,
        }
    assert (picture.status_code, picture.content.decode()) == (for_people, refusal.sentence)
    assert page.status_code == for_people
    assert page["Content-Type"].startswith("text/html")
    for told in (program, script, picture, page):
        assert told.get("Retry-After") == (refusal.retry_s and str(refusal.retry_s))


def test_what_programs_are_told_besides_stands_beside_the_sentence() -> None:
    assert json.loads(_told(StaleStudy(7), "/api/x").content)["version"] == 7


@pytest.mark.parametrize(
    ("refusal", "status", "field"),
    [
        (mnk.VariantError("line_rule", "No."), 400, "lineRule"),
        (mnk.TimeControlError("No."), 400, "clock"),
        (mnk.SquareTaken("No."), 400, None),
        (mnk.GameIsOver("No."), 409, None),
        (BadRequest("No.", field="delay_moves"), 400, "delayMoves"),
    ],
)
async def test_what_is_at_fault_is_named_as_it_was_sent(
    refusal: Refusal, status: int, field: str | None
) -> None:
    request = await _asked(answers("GET"), "/api/games")

    told: Any = refusing.refused(request, refusal)

    assert (told.status_code, json.loads(told.content)["field"]) == (status, field)


async def test_a_rule_that_a_page_broke_is_a_fault_of_ours() -> None:
    refusal = mnk.SquareTaken("No.")

    assert refusing.refused(RequestFactory().get("/"), refusal) is None
    file: Any = refusing.refused(await _asked(plainly, "/"), refusal)
    assert (file.status_code, file.content) == (400, b"No.")


async def test_a_file_is_replaced_by_a_sentence_whatever_is_asked_for() -> None:
    request = await _asked(plainly, "/oembed", accept="application/json")

    told: Any = refusing.refused(request, errors.NoSuchGame())

    assert (told.status_code, told.content.decode()) == (404, errors.NoSuchGame.sentence)


def test_any_other_failure_is_a_fault_of_ours() -> None:
    assert refusing.refused(RequestFactory().get("/api/games"), ValueError("?")) is None


def test_a_wait_is_no_answer_to_keep() -> None:
    told = _told(TooManyReviews(), accept="text/html")

    assert (told["Retry-After"], told["Cache-Control"]) == ("60", "no-store")


def test_who_has_to_wait_is_counted_for_the_operator() -> None:
    waits = metrics.waits.labels("pages")
    before = figures.value(waits)

    _told(limits.TooManyRequests("pages", 7))

    assert figures.value(waits) == before + 1


async def _asked(kind: Any, path: str, **headers: str) -> HttpRequest:
    """A request whose view answers with this."""

    async def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    request = RequestFactory().get(path, headers=headers)
    await kind(view)(request)
    return request
