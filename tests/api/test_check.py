"""What somebody types, read by the server: the words of a new game's form, and pasted positions."""

import doctest
import time
from typing import Any
from urllib.parse import urlencode

import pytest

from games import mnk
from games.play import models, requested
from tests.api.test_api import Robo
from tests.pages.browser import Browser, Page

pytestmark = pytest.mark.usefixtures("hub")

NOTHING: dict[str, object] = {
    "board": None,
    "variant": None,
    "title": "",
    "known": None,
    "clock": "",
    "delay": None,
    "wrong": [],
}
NINE = {"width": "9", "height": "7", "k": "4", "lineRule": "exact"}


def test_the_examples_hold() -> None:
    failed, attempted = doctest.testmod(requested)
    assert (failed, attempted > 2) == (0, True)


async def _checks(words: dict[str, str], status: int = 200) -> Any:
    return await Robo().gets(f"/api/check?{urlencode(words)}", status)


async def test_what_is_not_asked_about_is_neither_told_nor_wrong() -> None:
    assert await _checks({}) == NOTHING


async def test_words_that_can_be_are_told_what_they_mean() -> None:
    told = await _checks(NINE | {"clock": " 5 + 3S ", "delaySeconds": "30", "delayMoves": ""})

    assert told == {
        "board": {"width": 9, "height": 7},
        "variant": {"width": 9, "height": 7, "k": 4, "lineRule": "exact", "blocked": []},
        "title": "9×7, exactly four",
        "known": None,
        "clock": "5 min + 3 s",
        "delay": {"ms": 30_000, "moves": 0},
        "wrong": [],
    }
    assert not await models.Game.objects.aexists()


async def test_where_k_follows_from_the_board_it_is_told() -> None:
    told = await _checks({"width": "3", "height": "5", "lineRule": "full"})

    assert (told["variant"]["k"], told["title"]) == (3, "3×5, full lines")
    assert await _checks({"width": "3", "height": "5", "k": "77", "lineRule": "full"}) == told


async def test_how_a_board_ends_with_best_play_is_told_where_it_is_known() -> None:
    told = await _checks({"width": "4", "height": "6", "k": "3"})

    assert told["known"] == {"source": "proved", "short": "First player wins (proved)"}
    told = await _checks({"width": "20", "height": "20", "k": "5"})
    assert told["known"] == {"source": "unsolved", "short": "Unsolved"}


async def test_no_delay_is_none() -> None:
    assert await _checks({"delaySeconds": " ", "delayMoves": "0"}) == NOTHING


WRONG: list[tuple[dict[str, str], dict[str, str]]] = [
    (NINE | {"width": "40"}, {"width": "The width must be from 1 to 32, not 40."}),
    (NINE | {"width": "-3"}, {"width": "The width must be from 1 to 32, not -3."}),
    (
        NINE | {"width": "", "height": "3.5"},
        {
            "width": "The width must be a whole number from 1 to 32.",
            "height": "The height must be a whole number from 1 to 32.",
        },
    ),
    # What k may be depends on the board.
    (NINE | {"width": "x", "k": "99"}, {"width": "The width must be a whole number from 1 to 32."}),
    (NINE | {"k": "10"}, {"k": "A row must be from 1 to 9 long on this board, not 10."}),
    (NINE | {"k": "many"}, {"k": "A row must be a whole number from 1 to 9 long on this board."}),
    (NINE | {"k": "٣"}, {"k": "A row must be a whole number from 1 to 9 long on this board."}),
    (
        NINE | {"k": "9" * 100},
        {"k": "A row must be a whole number from 1 to 9 long on this board."},
    ),
    (NINE | {"k": "4\0"}, {"k": "A row must be a whole number from 1 to 9 long on this board."}),
    (
        NINE | {"lineRule": "pente"},
        {
            "lineRule": "line_rule must be one of freestyle, exact, caro, renju, full, misere, "
            "gravity, connect6, wild."
        },
    ),
    ({"clock": "0+0"}, {"clock": "A clock must have at least 5 s."}),
    ({"clock": "31d"}, {"clock": "The time per move can be at most 30 days."}),
    (
        {"clock": "🕰" * 50},
        {
            "clock": f"“{'🕰' * 20}” isn’t a clock. Type 5+3 (minutes + seconds a move), "
            "10+3x30s (minutes + periods), 45s or 2d (for each move)."
        },
    ),
    (
        {"delaySeconds": "soon", "delayMoves": "21"},
        {
            "delaySeconds": "The delay must be a whole number, 0 to 300 seconds.",
            "delayMoves": "The delay must be 0 to 20 moves, not 21.",
        },
    ),
    ({"delaySeconds": "301"}, {"delaySeconds": "The delay must be 0 to 300 seconds, not 301."}),
    (
        {"delayMoves": "2.5"},
        {"delayMoves": "The delay must be a whole number, 0 to 20 moves."},
    ),
]


@pytest.mark.parametrize(("words", "wrong"), WRONG)
async def test_words_that_cannot_be_are_told_why_at_their_fields(
    words: dict[str, str], wrong: dict[str, str]
) -> None:
    told = await _checks(words)

    assert {each["field"]: each["sentence"] for each in told["wrong"]} == wrong


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (words, wrong)
        for words, wrong in WRONG
        if all(len(word) <= 20 and word.isprintable() for word in words.values())
    ],
)
async def test_the_form_itself_says_the_same(words: dict[str, str], wrong: dict[str, str]) -> None:
    names = {"lineRule": "line_rule", "clock": "clock_text", "delaySeconds": "delay_seconds",
             "delayMoves": "delay_moves"}  # fmt: skip
    preset = "custom" if "width" in words else "3x3"
    fields = {names.get(name, name): word for name, word in words.items()}

    answer: Any = Page(await Browser().sends("/games/new", 400, preset=preset, **fields)).response

    errors = answer.context["form"].errors
    assert {field: errors[field] for field in errors} == {
        names.get(field, field): [sentence] for field, sentence in wrong.items()
    }


async def test_the_board_can_be_drawn_while_k_is_still_wrong() -> None:
    told = await _checks({"width": "4", "height": "3", "k": ""})

    assert (told["board"], told["variant"]) == ({"width": 4, "height": 3}, None)


@pytest.mark.parametrize(
    ("words", "field"), [({"clock": "5" * 101}, "clock"), ({"seconds": "5"}, None)]
)
async def test_what_no_form_asks_is_refused(words: dict[str, str], field: str | None) -> None:
    refused = await _checks(words, 400)

    assert (refused["code"], refused["field"]) == ("badBody", field)


# --- Pasted --------------------------------------------------------------------------------------

T3 = {"width": 3, "height": 3, "k": 3}


async def test_a_position_is_read_with_its_own_board() -> None:
    told = await Robo().posts("/api/positions", T3 | {"text": "4x3x3-exact/4/1X2/O3/X"}, 200)

    assert told == {
        "start": {
            "width": 4,
            "height": 3,
            "k": 3,
            "lineRule": "exact",
            "blocked": [],
            "black": [5],
            "white": [0],
            "sideToMove": "black",
        },
        "moves": [],
    }


async def test_a_board_and_moves_are_read_on_the_board_that_is_named() -> None:
    drawn = await Robo().posts("/api/positions", T3 | {"text": "x..\n.o.\n..x"}, 200)
    played = await Robo().posts("/api/positions", T3 | {"text": "B2, a1"}, 200)

    start = drawn["start"]
    assert (start["black"], start["white"], start["sideToMove"]) == ([2, 6], [4], "white")
    assert (played["start"]["black"], played["moves"]) == ([], [4, 0])


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (T3 | {"text": "b2b2"}, 400, "squareTaken"),
        (T3 | {"text": "h8"}, 400, "noSuchSquare"),
        (T3 | {"text": "X..\n..."}, 400, "unreadablePosition"),
        (T3 | {"text": ""}, 400, "unreadablePosition"),
        (T3 | {"text": "99x3x3/3/3/3/X"}, 400, "badVariant"),
        (T3 | {"text": "b2", "k": 4}, 400, "badVariant"),
        (T3, 400, "badBody"),
        (T3 | {"text": 5}, 400, "badBody"),
        (T3 | {"text": "b2", "lineRule": "pente"}, 400, "badBody"),
        (T3 | {"text": "b2", "moves": []}, 400, "badBody"),
        (T3 | {"text": "x" * 17_000}, 413, "tooBig"),
        ('{"text": "\\ud800/3/X", "width": 3, "height": 3, "k": 3}', 400, "notJson"),
    ],
)
async def test_what_cannot_be_read_is_refused_with_a_sentence(
    body: object, status: int, code: str
) -> None:
    refused = await Robo().posts("/api/positions", body, status)

    assert refused["code"] == code
    assert refused["sentence"].endswith(".")


@pytest.mark.parametrize(
    "text",
    [
        *("/" * 16_000, "3x3/" * 4_000, "3x3/" + "99" * 7_900 + "/X", "a1" * 8_000, "X.\n" * 4_000),
        *("\n" * 8_000 + ".", " ," * 8_000 + "?", "\u3000" * 2_500, "𝟛x𝟛/3/3/3/X"),
    ],
    ids=lambda text: f"{text[:6]!r}…",
)
async def test_the_largest_texts_are_refused_in_a_moment(text: str) -> None:
    began = time.process_time()

    refused = await Robo().posts("/api/positions", T3 | {"text": text}, 400)

    assert len(refused["sentence"]) < 250
    assert time.process_time() - began < 1  # seconds; it takes some milliseconds


async def test_the_largest_board_is_read_whole() -> None:
    variant = mnk.Variant(32, 32, 5)
    text = ", ".join(mnk.name(square, variant) for square in range(variant.squares))
    body = {"width": 32, "height": 32, "k": 5, "text": text}

    assert (await Robo().posts("/api/positions", body, 200))["moves"] == list(range(1024))
