"""A proof's page: readable without scripts, in each of its states; and its certificate."""

import re
from collections.abc import AsyncIterator
from urllib.parse import quote

import pytest
import pytest_asyncio

from games import mnk
from games.evaluator import prooftree
from games.pages import proofs as pages
from games.play.hub import Hub
from games.review import checker
from games.review.findings import Proving
from games.reviews.evaluations import Evaluations
from games.thinking import proving
from games.thinking.service import Thinking
from games.workers.proofs import Proofs
from tests.pages.browser import Browser, Page

WON = "4x3x3-freestyle/4/4/4/X"
PLAYED = "4x3x3-freestyle/4/OX2/4/X"
"""A position on the way to that win: its certificate does not come with the server."""
LOST = "4x3x3-freestyle/4/1X2/4/O"
DRAWN = "3x3x3-freestyle/3/1X1/3/O"
OPEN = "15x15x5-freestyle/" + "15/" * 15 + "X"


@pytest_asyncio.fixture
async def proofs(hub: Hub, thinking: Thinking) -> AsyncIterator[Proofs]:
    """Proofs are looked for, by a real thinker."""
    yield Proofs(hub, thinking)


async def opens(line: str, status: int = 200) -> Page:
    return await Browser().opens(f"/proof?p={quote(line)}", status)


async def test_a_won_position_shows_the_tree(proofs: Proofs) -> None:
    page = await opens(WON)

    assert "X to move wins in at most 4 moves (proved). The proof has" in page.text
    assert "Every defence and its answer" in page.text
    assert page.tags.count("details") > 3
    assert page.tags.count("svg") > 1
    content = page.response.content.decode()
    assert "<details open><summary>" in content
    assert "4x3x3-freestyle/4/4/4: " not in content
    assert 'aria-label="Board, 4×3, three in a row. X: none. O: none."' in content
    assert "/certificate?p=4x3x3-freestyle" in content


async def test_every_element_of_the_tree_is_closed_where_it_was_opened(proofs: Proofs) -> None:
    tree = (await opens(WON)).response.content.decode().split('<ul class="tree">')[1]
    stack = ["ul"]
    for closing, tag in re.findall(r"<(/?)(ul|li|details|summary|span|a)\b", tree):
        if not stack:
            break
        if not closing:
            stack.append(tag)
        else:
            assert stack.pop() == tag
    assert stack == []


async def test_each_move_leads_to_the_position_after_it(proofs: Proofs) -> None:
    page = await opens(WON)
    links = re.findall(r'href="(/proof\?p=[^"]+)">([a-d][1-3])<', page.response.content.decode())
    assert len(links) > 20
    (first, name), (second, reply) = links[0], links[1]

    after = await Browser().opens(first.replace("&amp;", "&"))
    assert "O to move loses: X wins in at most 3 moves (proved)." in after.text

    further = await Browser().opens(second)
    assert "X to move wins in at most 3 moves (proved)." in further.text
    assert name != reply


async def test_a_lost_position_names_the_winner(proofs: Proofs) -> None:
    page = await opens(LOST)

    assert "O to move loses: X wins in at most 3 moves (proved)." in page.text


async def test_a_draw_has_a_certificate_but_no_tree(proofs: Proofs) -> None:
    page = await opens(DRAWN)

    assert "O to move: neither side can force a win (proved)." in page.text
    assert "A draw has no winning line to show" in page.text
    assert "/certificate?p=" in page.response.content.decode()


async def test_where_nothing_is_proved_it_says_what_was_tried(proofs: Proofs) -> None:
    page = await opens(OPEN)

    assert (
        "Nothing is proved here. We searched 1,000,000 positions and found no forced win"
        in page.text
    )
    response = await Browser().gets(f"/certificate?p={quote(OPEN)}", 404)
    assert response.content.decode().startswith("Nothing is proved here")


async def test_a_game_that_is_over_is_shown_and_said_to_be(hub: Hub) -> None:
    assert "The game is over: X won." in (await opens("3x3x3-freestyle/3/OO1/XXX/O")).text
    assert "the board is full" in (await opens("3x3x3-freestyle/XOX/XOO/OXX/O")).text
    both = await opens("3x3x3-freestyle/3/OOO/XXX/O")
    assert "The game is over: both X and O have a row." in both.text


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "isn’t a position code. Write board, rows and side"),
        ("3x3x3-freestyle/3/3/3/B", "isn’t a side to move"),
        ("3x3x9-freestyle/3/3/3/X", "must be from 1 to 3"),
        ("3x3x3-freestyle/3/3/X", "The board must have 3 rows"),
        ("<script>/3/X", "isn’t a board"),
    ],
)
async def test_what_is_no_position_gets_a_sentence(hub: Hub, line: str, sentence: str) -> None:
    page = await opens(line, 400)
    assert sentence in page.text
    assert "Find a proof" in page.text
    response = await Browser().gets(f"/certificate?p={quote(line)}", 400)
    assert sentence in response.content.decode()


@pytest.mark.foreign_errors("django.request")
async def test_where_nobody_looks_for_proofs_it_is_said(hub: Hub) -> None:
    page = await opens(WON, 503)

    assert "We can’t look for a proof right now" in page.text


@pytest.mark.usefixtures("nobody_may_wait")
async def test_who_has_too_many_questions_waiting_is_told_to_wait(proofs: Proofs) -> None:
    page = await opens(WON, 429)
    file = await Browser().gets(f"/certificate?p={quote(PLAYED)}", 429)

    assert page.response["Retry-After"] == file["Retry-After"] == "10"
    assert "Try again in about 10 seconds" in page.text
    assert "Try again in about 10 seconds" in file.content.decode()


async def test_the_certificate_is_a_file_that_holds(proofs: Proofs) -> None:
    response = await Browser().gets(f"/certificate?p={quote(WON)}")

    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"] == 'attachment; filename="inarow-4x3x3-freestyle.json"'
    assert checker.verify(response.content).startswith("Black, to move, wins in at most 7 plies")


async def test_the_certificate_of_a_board_comes_with_the_server(hub: Hub) -> None:
    """Nobody looks for proofs here, and none is needed."""
    file = await Browser().gets("/certificate?p=6x5x4-freestyle/6/6/6/6/6/X")

    assert checker.verify(file.content).startswith("Black, to move, wins in at most 11 plies")


async def test_a_certificate_too_large_is_said_to_be(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proving, "MAX_CERTIFICATE", 10)

    async def answer(position: mnk.Position, of: str) -> Proving:
        return proving.prove(position, 100_000)

    hub.part(Evaluations).find_proof = answer
    page = await opens(WON)

    assert "moves, too many to send." in page.text
    assert "Every defence" in page.text
    assert "/certificate?" not in page.response.content.decode()
    response = await Browser().gets(f"/certificate?p={quote(PLAYED)}", 404)
    assert "too many to send" in response.content.decode()


async def test_a_tree_that_is_cut_says_where_it_goes_on(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = prooftree.tree

    async def answer(position: mnk.Position, of: str) -> Proving:
        return proving.prove(position, 100_000)

    monkeypatch.setattr(prooftree, "tree", lambda certificate: tree(certificate, max_steps=12))
    hub.part(Evaluations).find_proof = answer
    page = await opens(WON)

    assert "continues here" in page.text
    assert "This proof is too long for one page" in page.text


def test_verdicts_in_words_are_those_of_the_checker() -> None:
    for line in (WON, LOST, DRAWN):
        position = mnk.position_from_line(line)
        found = proving.prove(position, 100_000)
        assert found.certificate is not None
        said = checker.verify(found.certificate.encode())
        words = pages.words(position, found)
        if plies := re.search(r"in at most (\d+) plies", said):
            assert f" {mnk.in_at_most(int(plies[1]))} (proved)." in words
            assert ("loses" in words) == ("loses" in said)
        else:
            assert "neither side can force a win" in words
            assert "neither side can force a win" in said


async def test_a_position_of_caro_is_told_that_there_are_no_proofs_of_it(proofs: Proofs) -> None:
    page = await opens(WON.replace("freestyle", "caro"), 400)

    assert "We can’t write proofs for this rule" in page.text
