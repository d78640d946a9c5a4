"""A game's review, the analysis board and a study, as a reader without scripts sees them."""

import asyncio
import re
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest

from games import mnk
from games.pages import endings, evalgraph, library, review, reviewwords
from games.play import models
from games.play.hub import Hub
from games.play.protocol import RemarkPart, SideWord, Verdict
from games.play.watching import Visibility, Watching
from games.players.models import Player
from games.remarks import RemarkKind
from games.review import findings, worths
from games.review.errors import TooManyReviews
from games.review.findings import (
    Accuracy,
    GameReview,
    LabelKind,
    LabelPart,
    PlyReview,
    ReviewState,
    Worth,
)
from games.review.models import Review
from games.reviews import reviews
from games.reviews.evaluations import Evaluations
from tests.pages.browser import Browser, Page
from tests.people import Table, all_hear, plays
from tests.play.test_openings import chooses, offering, places

BLACK, WHITE = mnk.Side
TICTACTOE = mnk.PRESETS["3x3"].variant
WON = "b2a1c3b1c1c2a3"
"""Black's diagonal, from c1 to a3, ends it."""


async def _won(table: Table, clock: str | None = None) -> models.Game:
    """A game of tic-tac-toe that Alice has won in seven moves."""
    game = await table.game(clock=clock)
    people = await table.three(game)
    await plays(game, WON, *people)
    return game


def _hrefs(page: Page) -> str:
    return page.response.content.decode()


def _stones(page: Page) -> int:
    """How many X and O lie on the board; the badges beside names and moves do not count."""
    html = _hrefs(page)
    badges = html.count('class="squares badge marks"')
    return html.count('class="mark ') - badges


def _points(page: Page) -> list[str]:
    """What stands on the bars above and below the board."""
    return re.findall(r'<span class="points">([^<]*)</span>', _hrefs(page))


# --- A game's review ---------------------------------------------------------------------------


async def test_eve_reads_a_finished_game_without_scripts(table: Table) -> None:
    game = await _won(table, clock="5+3")

    page = await Browser().opens(f"/game/{game.slug}/review")

    assert "Alice" in page.text
    assert "Bob" in page.text
    assert "Alice won on move 7." in page.text
    assert "3×3, three in a row" in page.text
    assert _stones(page) == 7
    assert 'class="line"' in _hrefs(page), "the winning line is struck through"
    assert f'href="/game/{game.slug}/timing"' in _hrefs(page)
    assert "Board, 3×3, three in a row. X: c1, b2, a3, c3. O: a1, b1, c2." in _hrefs(page)
    for ply in range(1, 8):
        assert f'href="?ply={ply}"' in _hrefs(page)
    assert _points(page) == ["0", "1"], "Bob above, Alice below"


async def test_a_game_that_nobody_joined_has_nobody_on_its_other_side(table: Table) -> None:
    game = await table.invitation()
    alice = await table.sits(game, BLACK)
    await alice.says("abort")
    await alice.hears_the_rest()

    page = await Browser().opens(f"/game/{game.slug}/review")

    assert "Nobody" in page.text
    assert '"white":{"name":"Nobody","player":""}' in _hrefs(page).replace(" ", "")


async def test_every_ply_has_its_own_link(table: Table) -> None:
    game = await _won(table)
    eve = Browser()

    for ply in range(8):
        page = await eve.opens(f"/game/{game.slug}/review?ply={ply}")

        assert _stones(page) == ply
        assert ("Start" if ply == 0 else f"{ply}. {'b2 a1 c3 b1 c1 c2 a3'.split()[ply - 1]}") in (
            page.text
        )
        marked = re.findall(r'href="\?ply=(\d+)" aria-current="step"', _hrefs(page))
        assert marked == ([str(ply)] if ply else []), "in the list of moves"
        steps = _steps(page)
        assert steps["First"] == (None if ply == 0 else 0)
        assert steps["Back"] == (None if ply == 0 else ply - 1)
        assert steps["Forward"] == (None if ply == 7 else ply + 1)
        assert steps["Last"] == (None if ply == 7 else 7)


def _steps(page: Page) -> dict[str, int | None]:
    """Where the steps lead; None where they lead nowhere."""
    found: dict[str, int | None] = {}
    for label in ("First", "Back", "Forward", "Last"):
        before = _hrefs(page).partition(f">{label}</")[0].rpartition("<")[2]
        found[label] = int(before.partition("?ply=")[2].strip('"')) if "?ply=" in before else None
    return found


@pytest.mark.parametrize("ply", ["", "-1", "99", "abc", "1" * 400, "٣", "1.5", "<script>"])
async def test_a_ply_there_is_not_shows_the_end(table: Table, ply: str) -> None:
    game = await _won(table)

    page = await Browser().opens(f"/game/{game.slug}/review?ply={ply}")

    assert _stones(page) == 7


async def test_each_move_says_what_it_took(table: Table) -> None:
    game = await _won(table, clock="5+3")

    page = await Browser().opens(f"/game/{game.slug}/review")

    assert len(page.data["study-data"]["game"]["spent"]) == 7
    assert all(spent.endswith(" s") for spent in page.data["study-data"]["game"]["spent"])
    assert page.text.count(" s") >= 7


async def test_a_game_that_goes_on_is_not_reviewed(table: Table) -> None:
    game = await table.game()
    eve = Browser()

    response = await eve.gets(f"/game/{game.slug}/review", status=302)

    assert response["Location"] == f"/game/{game.slug}/"
    page = await eve.opens(f"/game/{game.slug}/")
    assert "This game isn’t over yet. You can review it then." in page.text


async def test_who_agreed_on_hints_has_no_review_either_while_the_game_goes_on(
    table: Table,
) -> None:
    game = await table.game()
    people = alice, bob, _ = await table.three(game)
    for person, saying in ((alice, "offer hints"), (bob, "accept hints")):
        await person.says(saying)
        await all_hear(*people)

    response = await Browser().gets(f"/game/{game.slug}/review", status=302)

    assert response["Location"] == f"/game/{game.slug}/"


async def test_a_game_there_is_not_has_no_review(table: Table) -> None:
    await Browser().opens("/game/nosuchgame/review", status=404)


async def test_a_game_that_was_called_off_can_be_looked_at(table: Table) -> None:
    game = await table.game()
    alice, _, _ = await table.three(game)
    await alice.says("abort")
    for person in table.people:
        assert (await person.hears())["type"] == "gameEnded"

    page = await Browser().opens(f"/game/{game.slug}/review")

    assert "The game was aborted." in page.text
    assert "No moves were played." in page.text
    assert _points(page) == []


async def test_a_game_nobody_had_analysed_says_so(table: Table) -> None:
    game = await _won(table)

    page = await Browser().opens(f"/game/{game.slug}/review")

    assert "This game hasn’t been reviewed yet." in page.text
    assert page.data["study-data"]["review"]["state"] == "none"
    assert page.data["study-data"]["review"]["total"] == 8


async def test_what_the_script_begins_with(table: Table) -> None:
    game = await _won(table)

    data = (await Browser().opens(f"/game/{game.slug}/review")).data["study-data"]

    assert data["kind"] == "review"
    for side, name in (("black", "Alice"), ("white", "Bob")):
        player = await Player.objects.aget(name=name)
        assert data["game"][side] == {"name": name, "player": player.slug}
    assert data["moves"] == list(mnk.moves_from_text(WON, TICTACTOE))
    assert data["start"]["sideToMove"] == "black"
    assert data["start"]["lineRule"] == "freestyle"
    assert data["token"]


async def test_squares_that_were_offered_are_drawn_at_their_ply_and_told(table: Table) -> None:
    game, alice, bob, eve = await offering(table)
    offer = [mnk.square(name, game.variant) for name in ("g9", "j10", "f12")]
    await chooses(alice, 4, offer, alice, bob, eve)
    await places(game, bob, "j10", alice, bob, eve)
    await bob.says("resign")
    await all_hear(alice, bob, eve)
    path = f"/game/{game.slug}/review"

    page = await Browser().opens(f"{path}?ply=4")
    html = _hrefs(page)
    letters = re.findall(
        r'translate\(([^)]*)\) scale\(.03\)"><circle r="14"/><text[^>]*>(\w)<', html
    )
    assert letters == [("6.5 6.5", "a"), ("9.5 5.5", "b"), ("5.5 3.5", "c")]
    assert "Offered: a g9, b j10, c f12." in html
    assert page.data["study-data"]["game"]["offered"] == [{"ply": 4, "squares": offer}]
    for ply in (3, 5):
        assert "Offered" not in _hrefs(await Browser().opens(f"{path}?ply={ply}"))


LINED_UP = RemarkPart(
    kind=RemarkKind.LINES_UP_TWO_TWICE, side=SideWord.BLACK, at=mnk.square("a2", TICTACTOE)
)


def _found(slug: str) -> GameReview:
    """A review in which Black throws a win away with the fifth move."""
    worths = [
        Worth(status="proved", verdict=Verdict.DRAW),
        Worth(status="estimated", score=0.1),
        None,
        Worth(status="proved", verdict=Verdict.LOSS, plies=4),
        Worth(status="proved", verdict=Verdict.WIN, plies=3),
        Worth(status="proved", verdict=Verdict.DRAW, plies=4),
        Worth(status="proved", verdict=Verdict.WIN, plies=1),
        Worth(status="proved", verdict=Verdict.LOSS, plies=0),
    ]
    fifth = PlyReview(
        ply=4,
        square=mnk.square("c1", TICTACTOE),
        worth=Worth(status="proved", verdict=Verdict.DRAW),
        best=(mnk.square("a2", TICTACTOE),),
        labels=(LabelPart(kind=LabelKind.THREW_WIN, status="proved", plies=3),),
        lessons=(findings.Lesson(remarks=(LINED_UP,)),),
    )
    return GameReview(
        game=slug,
        state="done",
        done=8,
        total=8,
        worths=tuple(worths),
        plies=(fifth,),
        black=Accuracy(
            moves=4,
            kept=3,
            wins_given_away=1,
            draws_given_away=0,
            percent=87,
            status="proved",
            worst=5,
        ),
        white=Accuracy(moves=3, kept=3, wins_given_away=0, draws_given_away=0),
        turning_point=3,
    )


async def test_what_the_review_found_is_on_the_page(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await _won(table)
    monkeypatch.setattr(reviews, "of_game", _found)

    page = await Browser().opens(f"/game/{game.slug}/review?ply=5")

    assert "Threw away a win in 2 moves (proved)" in page.text
    assert "a2 threatens three in a row in two ways: O can’t block both." in page.text
    assert "5. c1 Mistake by Alice" in page.text
    assert "Better: a2. X wins in 2 moves (proved)" in page.text
    assert "Chances to win, X below" in page.text
    assert "first a draw (proved), at the end X wins (proved)." in _hrefs(page)
    assert "A draw with best play (proved)" in page.text
    assert (
        "X found the right move 3 times out of 4 (proved). A win was given away once." in page.text
    )
    assert 'class="curve proved"' in _hrefs(page)
    assert 'class="curve estimated"' in _hrefs(page)
    assert "Who was ahead over 7 moves" in _hrefs(page)
    assert page.data["study-data"]["review"]["plies"][0]["labels"][0]["kind"] == "threwWin"
    # Its script puts in the names that the viewer has chosen.
    (told,) = page.data["study-data"]["review"]["plies"][0]["lessons"][0]["remarks"]
    assert (told["kind"], told["side"], told["at"]) == ("linesUpTwoTwice", "black", 3)


_THREW = LabelPart(kind=LabelKind.THREW_WIN, status="proved", plies=3)


@pytest.mark.parametrize(
    ("best", "labels", "is_worth_known", "said"),
    [
        ("c1", (), True, "The best move."),
        ("c1", (_THREW,), True, "The best move."),
        ("a2 c1", (), True, "One of the 2 best: a2, c1."),
        ("a2", (_THREW,), True, "Better: a2. X wins in 2 moves (proved)"),
        ("a2", (_THREW,), False, "Better: a2"),
        (
            *("a1 b1 a2 b2 c2 a3", (_THREW,), False),
            "Better: a1, b1, a2, b2, c2, a3",
        ),
        (
            *("a1 b1 a2 b2 c2 a3 b3 c3", (_THREW,), False),
            "Better: a1, b1, a2, b2, c2, a3 and 2 more",
        ),
        ("a2", (), True, ""),
        ("", (_THREW,), True, ""),
    ],
)
def test_what_would_have_been_better_is_said_of_moves_that_were_not_good(
    best: str, labels: tuple[LabelPart, ...], is_worth_known: bool, said: str
) -> None:
    squares = tuple(mnk.square(name, TICTACTOE) for name in best.split())
    found = _found("a-game")
    told = msgspec.structs.replace(found.plies[0], best=squares, labels=labels)
    if not is_worth_known:
        found = msgspec.structs.replace(found, worths=(None,) * 8)

    assert review._better(told, found, TICTACTOE, mnk.side_names(TICTACTOE)) == said


@pytest.mark.parametrize(
    ("board", "variant", "said"),
    [
        ("X../.O./...", TICTACTOE, "X to move"),
        ("XXX/OO./...", TICTACTOE, "X won"),
        ("XX./OOO/X..", TICTACTOE, "O won"),
        ("XXX/OOO/...", TICTACTOE, "Both X and O have a row: no game can lead here"),
        ("XOX/XOO/OXX", TICTACTOE, "Draw: the board is full"),
        ("..../..../....", mnk.Variant(4, 3, 3, mnk.LineRule.CONNECT6), "X to move: 1 stone"),
        ("X.../..../....", mnk.Variant(4, 3, 3, mnk.LineRule.CONNECT6), "O to move: 2 stones"),
    ],
)
def test_how_a_board_stands_is_said(board: str, variant: mnk.Variant, said: str) -> None:
    position = mnk.position_from_text(board.replace("/", "\n"), variant)

    assert review.standing_words(position) == said


async def test_words_stand_at_their_own_move(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await _won(table)
    monkeypatch.setattr(reviews, "of_game", _found)

    page = await Browser().opens(f"/game/{game.slug}/review?ply=4")

    assert "a2 lines up two stones in two ways" not in page.text
    assert "Threw away a win in 2 moves (proved)" not in page.text
    assert '<span class="tag-word bad">Mistake</span>' in _hrefs(page), "its word is in the list"
    assert "X wins in 2 moves (proved)" in page.text


async def test_a_review_leads_to_practice_the_explorer_and_where_it_is_won_to_the_proof(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await _won(table)
    monkeypatch.setattr(reviews, "of_game", _found)
    won, drawn, over = [
        await Browser().opens(f"/game/{game.slug}/review?ply={ply}") for ply in (3, 5, 7)
    ]

    assert f'href="/game/{game.slug}/practice"' in _hrefs(won)
    for page in (won, drawn, over):
        assert "Explore" in page.text
    (explored,) = re.findall(r'href="(/explorer\?p=[^"]+)"', _hrefs(won))
    (proof,) = re.findall(r'href="(/proof\?p=[^"]+)"', _hrefs(won))
    assert proof.partition("?")[2] == explored.partition("?")[2]
    assert "/proof?" not in _hrefs(drawn), "a draw shows no winning line"
    assert "/proof?" not in _hrefs(over), "nothing is left to be proved"
    there = await Browser().opens(explored)
    assert "O to move" in there.text


async def test_how_each_side_did_stands_on_its_bar_where_that_can_be_said(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await _won(table)
    monkeypatch.setattr(reviews, "of_game", _found)

    page = await Browser().opens(f"/game/{game.slug}/review")

    assert page.text.count("% accuracy") == 1
    assert "87% accuracy (proved)" in page.text
    working = msgspec.structs.replace(_found(game.slug), state="working")
    monkeypatch.setattr(reviews, "of_game", lambda slug: working)
    assert "% accuracy" not in (await Browser().opens(f"/game/{game.slug}/review")).text


async def test_a_drawn_game_is_half_a_point_for_each(table: Table) -> None:
    game = await table.game()
    alice, bob, _ = await table.three(game)
    await alice.says("offer draw")
    await bob.says("accept draw")
    while alice.heard[-1]["type"] != "gameEnded":
        await alice.hears()

    page = await Browser().opens(f"/game/{game.slug}/review")

    assert _points(page) == ["½", "½"]
    assert "Winner" not in page.text


async def test_a_viewers_gravest_mistake_is_shown_first_and_to_others_where_the_game_turned(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await _won(table)
    alice, bob, eve = Browser(), Browser(), Browser()
    for browser, side in ((alice, BLACK), (bob, WHITE)):
        key = (await models.Seat.objects.aget(game=game, side=side)).key
        await browser.sends(f"/game/{game.slug}/seat/{key}/")
    address = f"/game/{game.slug}/review"
    assert [_stones(await each.opens(address)) for each in (alice, bob, eve)] == [7, 7, 7]
    monkeypatch.setattr(reviews, "of_game", _found)

    pages = [await each.opens(address) for each in (alice, bob, eve)]

    # Bob made no mistake.
    assert [_stones(page) for page in pages] == [5, 3, 3]
    viewers = [page.data["study-data"]["game"]["viewer"] for page in pages]
    assert viewers == ["black", "white", None]
    # One's own side is below.
    below = [re.findall(r'class="player below"[^>]*aria-label="(\w)"', _hrefs(p)) for p in pages]
    assert below == [["X"], ["O"], ["X"]]
    assert _stones(await alice.opens(f"{address}?ply=7")) == 7
    working = msgspec.structs.replace(_found(game.slug), state="working")
    monkeypatch.setattr(reviews, "of_game", lambda slug: working)
    assert _stones(await alice.opens(address)) == 7, "not before all is known"


async def test_names_are_text_wherever_a_review_says_them(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await _won(table)
    await Player.objects.filter(name="Alice").aupdate(name="<b>A</b>&amp;{x}%s")
    monkeypatch.setattr(reviews, "of_game", _found)

    page = await Browser().opens(f"/game/{game.slug}/review?ply=5")

    assert "Mistake by <b>A</b>&amp;{x}%s" in page.text
    assert "<b>A</b>" not in _hrefs(page).partition('id="study-data"')[0]


# --- A review is asked for without scripts -----------------------------------------------------


async def test_a_review_is_asked_for_by_a_button_and_once(table: Table, hub: Hub) -> None:
    woken = asyncio.Event()
    hub.part(Evaluations).on_review_asked = woken.set
    game = await _won(table)
    address = f"/game/{game.slug}/review"
    eve = Browser()
    assert f'<form method="post" action="{address}">' in _hrefs(await eve.opens(address))

    assert (await eve.sends(address))["Location"] == address
    asked = await Review.objects.aget()
    assert woken.is_set(), "whoever reviews need not look by themselves"
    await eve.sends(address)
    await Browser().sends(address)

    assert await Review.objects.aget() == asked
    assert (await Review.objects.aget()).asked_ms == asked.asked_ms
    page = await eve.opens(address)
    assert "Waiting its turn: 1 of 8 positions done" in page.text
    assert '<form method="post"' not in _hrefs(page).partition("<main")[2]


async def test_looking_at_a_page_starts_no_review(table: Table) -> None:
    """A robot that follows every link makes the server think about nothing."""
    game = await _won(table)

    await Browser().opens(f"/game/{game.slug}/review")
    await Browser().client.head(f"/game/{game.slug}/review")

    assert not await Review.objects.aexists()


async def test_no_review_is_started_of_a_game_that_goes_on_nor_of_one_behind_a_key(
    table: Table,
) -> None:
    running = await table.game()
    response = await Browser().sends(f"/game/{running.slug}/review")
    assert response["Location"] == f"/game/{running.slug}/"
    private = await table.game(watching=Watching(Visibility.PRIVATE, key="secret"))
    await models.Game.objects.filter(pk=private.pk).aupdate(termination="resignation")

    await Browser().sends(f"/game/{private.slug}/review", 403)
    await Browser().sends("/game/nosuchgame/review", 404)

    assert not await Review.objects.aexists()


async def test_another_site_cannot_start_a_review(table: Table) -> None:
    game = await _won(table)

    response: Any = await Browser().client.post(f"/game/{game.slug}/review")

    assert response.status_code == 403
    assert not await Review.objects.aexists()


async def test_who_has_too_many_reviews_under_way_is_told(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await _won(table), await _won(table)
    monkeypatch.setattr(reviews, "MOST_OF_SHARE", 1)
    eve = Browser()
    await eve.sends(f"/game/{first.slug}/review")

    await eve.sends(f"/game/{second.slug}/review")

    assert await Review.objects.acount() == 1
    page = await eve.opens(f"/game/{second.slug}/review")
    assert TooManyReviews.sentence in page.text


# --- The analysis board ------------------------------------------------------------------------


async def test_the_analysis_board_begins_empty(table: Table) -> None:
    page = await Browser().opens("/analysis")

    data = page.data["study-data"]
    assert (data["kind"], data["start"]["width"], data["start"]["black"]) == ("analysis", 15, [])
    assert 'href="/analysis/board"' in _hrefs(page)


async def test_any_position_can_be_linked_to(table: Table) -> None:
    position = mnk.Position.start(TICTACTOE).play(4).play(0)

    page = await Browser().opens(f"/analysis?p={mnk.position_line(position)}")

    start = page.data["study-data"]["start"]
    assert (start["black"], start["white"], start["sideToMove"]) == ([4], [0], "black")
    assert _stones(page) == 2


async def test_a_variant_can_be_linked_to(table: Table) -> None:
    page = await Browser().opens("/analysis?variant=7x4x4-exact")

    start = page.data["study-data"]["start"]
    assert (start["width"], start["height"], start["k"]) == (7, 4, 4)
    assert start["lineRule"] == "exact"


async def test_a_board_is_chosen_by_the_picker_of_the_home_page(table: Table) -> None:
    browser = Browser()
    page = await browser.opens("/analysis/board")
    assert re.search(r'value="15x15"[^>]* checked', page.response.content.decode())
    assert {"width", "height", "k"} <= page.fields.keys()

    for query, word in (
        ("preset=3x3&width=9", "3x3"),
        ("preset=custom&width=7&height=4&k=4&line_rule=exact", "7x4x4-exact"),
        ("preset=custom&width=5&height=3&k=&line_rule=full", "5x3x3-full"),
    ):
        chosen = await browser.opens(f"/analysis/board?{query}", status=302)
        assert chosen.response["Location"] == f"/analysis?variant={word}"


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("preset=custom&width=33&height=4&k=4&line_rule=exact", "The width must be from 1 to 32"),
        ("preset=custom&width=7&height=x&k=4&line_rule=exact", "height must be a whole number"),
        ("preset=custom&width=7&height=4&k=9&line_rule=exact", "A row must be from 1 to 7"),
        ("preset=custom&width=7&height=4&k=4&line_rule=chess", "line_rule must be one of"),
        ("preset=chess", "no preset"),
        ("preset=", "required"),
        ("preset=" + "9" * 5000, "at most 20 characters"),
    ],
)
async def test_a_board_that_cannot_be_says_why_and_keeps_what_was_typed(
    table: Table, query: str, sentence: str
) -> None:
    page = await Browser().opens(f"/analysis/board?{query}", status=400)

    assert sentence in page.text
    if "width=" in query:
        assert page.fields["width"] in ("7", "33")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("p=nonsense", "isn’t a position code"),
        ("p=3x3/3/4/3/X", "isn’t a row of 3 squares"),
        ("p=99x3x3/3/3/3/X", "width must be from 1 to 32"),
        ("variant=chess", "isn’t a board"),
        ("variant=" + "9" * 5000, "isn’t a board"),
        ("p=<script>alert(1)</script>/3/X", "isn’t a board"),
    ],
)
async def test_a_position_that_cannot_be_read_says_why(
    table: Table, query: str, sentence: str
) -> None:
    page = await Browser().opens(f"/analysis?{query}", status=400)

    assert sentence in page.text
    assert page.data["study-data"]["start"]["black"] == []


async def test_moves_can_be_played_without_scripts(table: Table) -> None:
    page = await Browser().opens("/analysis?p=3x3/3/1X1/3/O&play=a1 c3")

    data = page.data["study-data"]
    assert (data["start"]["black"], data["moves"]) == ([4], [0, 8])
    assert _stones(page) == 3
    assert "O to move" in page.text
    asked = urlencode({"p": "3x3x3-freestyle/3/1X1/3/O", "play": "a1"})
    assert f'href="?{asked}"' in _hrefs(page).replace("&amp;", "&")
    assert page.fields["play"] == "a1c3"


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("play=zz9", "isn’t on this board"),
        ("play=h8h8", "h8 is taken"),
        ("variant=3x3&play=a1a2b1b2c1c2", "The game is over before c2"),
        ("play=" + "h8" * 5000, "is taken"),
        ("play=<script>", "isn’t"),
    ],
)
async def test_moves_that_cannot_be_played_say_why(table: Table, query: str, sentence: str) -> None:
    page = await Browser().opens(f"/analysis?{query}", status=400)

    assert sentence in page.text
    assert page.data["study-data"]["moves"] == []


async def test_the_sides_of_a_set_up_board_stand_on_its_bars(table: Table) -> None:
    page = await Browser().opens("/analysis?p=3x3/3/1X1/3/O")

    bars = re.findall(r'class="player (\w+)" aria-label="(\w)">(.*?)</section>', _hrefs(page), re.S)
    assert [(place, side, "To play" in bar) for place, side, bar in bars] == [
        ("above", "O", True),
        ("below", "X", False),
    ]
    over = await Browser().opens("/analysis?p=3x3/XXX/OO1/3/O")
    assert 'class="pill' not in _hrefs(over)
    assert "X won" in over.text


async def test_every_page_leads_to_the_analysis_board(table: Table) -> None:
    assert 'href="/analysis"' in _hrefs(await Browser().opens("/"))


async def test_studies_and_the_explorer_are_reached_from_everywhere(table: Table) -> None:
    home = _hrefs(await Browser().opens("/"))
    for address in ("/games", "/explorer", "/puzzles", "/studies", "/games?mine=1"):
        assert f'href="{address}"' in home
    analysis = _hrefs(await Browser().opens("/analysis?p=3x3/3/1X1/3/O")).partition("<main")[2]
    asked = urlencode({"p": "3x3x3-freestyle/3/1X1/3/O"})
    assert 'href="/studies"' in analysis
    assert f'href="/explorer?{asked}"' in analysis
    explorer = _hrefs(await Browser().opens("/explorer?p=3x3&play=b2")).partition("<main")[2]
    assert f'href="/analysis?{asked}"' in explorer


# --- A study -----------------------------------------------------------------------------------


# --- What is drawn and said --------------------------------------------------------------------


def test_only_a_proof_reaches_the_edge_of_the_graph() -> None:
    estimated = evalgraph.point_of(Worth(status="estimated", score=1.0), 0, mnk.Side.BLACK)
    lost = Worth(status="proved", verdict=Verdict.LOSS, plies=3)
    proved = evalgraph.point_of(lost, 1, mnk.Side.WHITE)

    assert estimated is not None
    assert proved is not None
    assert (estimated.value, estimated.is_proved) == (0.95, False)
    assert (proved.value, proved.is_proved) == (1.0, True), "white to move loses: black wins"
    assert evalgraph.point_of(Worth(status="unknown"), 0, mnk.Side.BLACK) is None


def test_a_graph_of_one_position_is_none() -> None:
    one = [None, Worth(status="estimated", score=0.0), None]

    assert evalgraph.draw(one, 0, mnk.PRESETS["3x3"].variant) is None


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        (
            *(worths.estimated(0.15), worths.estimated(0.15)),
            "first X better (estimate), at the end O better (estimate).",
        ),
        (
            *(worths.estimated(0.14), worths.estimated(-0.14)),
            "first about even (estimate), at the end about even (estimate).",
        ),
        (
            *(worths.proved(Verdict.WIN), worths.proved(Verdict.WIN)),
            "first X wins (proved), at the end O wins (proved).",
        ),
        (
            *(worths.proved(Verdict.LOSS), worths.proved(Verdict.DRAW)),
            "first O wins (proved), at the end a draw (proved).",
        ),
    ],
)
def test_a_graph_says_how_it_begins_and_ends(first: Worth, last: Worth, said: str) -> None:
    drawn = evalgraph.draw([first, last], 0, mnk.PRESETS["3x3"].variant)

    assert drawn is not None
    assert drawn.words == f"Who was ahead over 1 move: {said}"
    (piece,) = drawn.pieces
    assert piece.kind == first.status


@pytest.mark.parametrize(
    ("worth", "said"),
    [
        (None, ""),
        (worths.UNKNOWN, ""),
        (worths.proved(Verdict.DRAW, 3), "A draw with best play (proved)"),
        (worths.proved(Verdict.WIN), "X wins (proved)"),
        (worths.proved(Verdict.LOSS, 0), "O has won"),
        (worths.proved(Verdict.WIN, 1), "X wins on the next move (proved)"),
        (worths.estimated(0.149), "About even (estimate)"),
        (worths.estimated(0.15), "X is a little better (estimate)"),
        (worths.estimated(-0.449), "O is a little better (estimate)"),
        (worths.estimated(0.45), "X is better (estimate)"),
        (worths.estimated(-0.799), "O is better (estimate)"),
        (worths.estimated(-0.8), "O is much better (estimate)"),
    ],
)
def test_a_worth_is_said_of_whoever_it_is_good_for(worth: Worth | None, said: str) -> None:
    assert reviewwords.worth_words(worth, BLACK, mnk.side_names(TICTACTOE, "marks")) == said


@pytest.mark.parametrize(
    ("moves", "kept", "wins", "draws", "said"),
    [
        (0, 0, 0, 0, "None of Black’s moves is proved right or wrong."),
        (2, 2, 0, 0, "Black found the right move 2 times out of 2 (proved)."),
        (
            *(1, 0, 1, 0),
            "Black found the right move 0 times out of 1 (proved). A win was given away once.",
        ),
        (
            *(9, 4, 0, 5),
            "Black found the right move 4 times out of 9 (proved). A draw was given away 5 times.",
        ),
        (
            *(6, 1, 2, 3),
            "Black found the right move 1 time out of 6 (proved). "
            "A win was given away 2 times. A draw was given away 3 times.",
        ),
    ],
)
def test_accuracy_speaks_of_proved_moves_only(
    moves: int, kept: int, wins: int, draws: int, said: str
) -> None:
    side = Accuracy(moves=moves, kept=kept, wins_given_away=wins, draws_given_away=draws)

    assert reviewwords.accuracy_words(side, "Black") == said
    assert (
        reviewwords.accuracy_words(None, "Black")
        == "None of Black’s moves is proved right or wrong."
    )


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("none", "This game hasn’t been reviewed yet."),
        ("waiting", "Waiting its turn: 2 of 7 positions done"),
        ("working", "Reviewing: 2 of 7 positions"),
        ("done", "Reviewed"),
        ("failed", "The review stopped after 2 of 7 positions."),
    ],
)
def test_a_review_says_how_far_it_is(state: ReviewState, said: str) -> None:
    review = GameReview(game="alice-bob", state=state, done=2, total=7)

    assert reviewwords.progress_words(review) == said


def test_where_only_forbidden_points_are_left_the_board_is_not_called_full() -> None:
    full, names = mnk.Outcome(None, mnk.Termination.FULL_BOARD), mnk.BySide("Alice", "Bob")
    renju = mnk.Variant(5, 5, 5, mnk.LineRule.RENJU)
    assert endings.ended_words(full, names, 25, renju) == "Draw: the board is full."
    assert endings.ended_words(full, names, 23, renju) == (
        "Draw: Black has only forbidden points left."
    )
    assert library.ending(full, renju, 25) == "Draw: the board is full"
    assert library.ending(full, renju, 23) == "Draw: only forbidden points left"


def test_every_label_and_every_end_has_words() -> None:
    for kind in LabelKind:
        for status in ("proved", "estimated"):
            label = LabelPart(kind=kind, status=status, plies=3)
            assert reviewwords.label_words(label)
            sign = reviewwords.label_sign(label)
            assert sign in ("bad", "doubtful", "good", "plain")
            blamed = {"bad": "Mistake by Alice", "doubtful": "Slip by Alice"}
            expected = blamed.get(sign, reviewwords.tag_words(label))
            assert reviewwords.verdict_words(label, "Alice") == expected
    names = mnk.BySide("Alice", "Bob")
    for termination in mnk.Termination:
        for winner in (None, WHITE):
            try:
                outcome = mnk.Outcome(winner, termination)
            except ValueError:
                continue  # there is no such end
            words = endings.ended_words(outcome, names, 7, mnk.Variant(15, 15, 5))
            assert words.endswith(".")
            assert bool(re.search("Bob (won|wins)", words)) == (winner is WHITE)


def test_a_stone_that_was_given_is_nobodys_move() -> None:
    board = mnk.PRESETS["15x15"].variant
    found = findings.GameReview(game="a-game", state="done")

    told = [
        review._verdict(found, tuple(range(6)), ply, board, mnk.side_names(board), 5)
        for ply in (1, 5, 6)
    ]

    given = "This stone was given with the opening. Nobody played it."
    assert [[each.text for each in verdict.sentences] == [given] for verdict in told] == [
        True,
        True,
        False,
    ]
