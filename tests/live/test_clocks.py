"""Games with a clock, as people play them: in real browsers, against the real server."""

import contextlib
import json
import re
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.live import parts
from tests.live.pages import Chromium, Person

STONES = "#board .stone:not(.ghost,.pending,.aim)"


def _slug(address: str) -> str:
    return address.rstrip("/").rsplit("/", 1)[1]


def _three(people: Chromium, clock: str, squares: str = "") -> tuple[str, tuple[Person, ...]]:
    """Alice and Bob in a game with this clock, played this far, and Eve who watches."""
    alice, bob, eve = (people.person(name) for name in ("Alice", "Bob", "Eve"))
    address = alice.invites("10x10", clock=clock)
    bob.joins(address)
    eve.watches(address)
    _play((alice, bob, eve), squares)
    return address, (alice, bob, eve)


def _play(three: Sequence[Person], squares: str, *, first: int = 0) -> None:
    """Alice and Bob play in turn, from the ply `first` on, and everybody sees it."""
    for ply, square in enumerate(squares.split(), first):
        three[ply % 2].clicks(square)
        for person in three:
            person.sees_stones(ply + 1)


def _see_the_same_time(three: Sequence[Person], side: str) -> None:
    """Everybody's copy of a running clock shows the same, within a second."""
    first, *others = three
    most = first.clock_s(side)
    shown = [other.clock_s(side) for other in others]
    least = first.clock_s(side)
    assert all(least - 1 <= each <= most + 1 for each in shown), (most, shown, least)


def _ended(server: parts.Server, address: str) -> tuple[Any, ...]:
    """How a game ended, as the database has it: winner and termination."""
    query = "SELECT winner, termination FROM play_game WHERE slug = %s"
    ((winner, termination),) = parts.rows(server, query, _slug(address))
    return winner, termination


def _log(server: parts.Server, address: str) -> list[dict[str, Any]]:
    """The entries of the timing log, as programs read it."""
    url = f"{server.url}/api/games/{_slug(address)}/timing"
    with urllib.request.urlopen(url, timeout=60) as answer:
        return list(json.load(answer)["entries"])


def _opens_log(person: Person) -> Page:
    """Follow the link from the game's page to its timing log."""
    person.page.get_by_role("link", name="Timing log").click()
    expect(person.page.get_by_role("heading", name="Timing log", exact=True)).to_be_visible()
    return person.page


def _until(is_so: Callable[[], bool], within_s: float) -> None:
    deadline = time.monotonic() + within_s
    while not is_so():
        assert time.monotonic() < deadline, "it has not come to that"
        time.sleep(0.1)


# --- Clocks that run --------------------------------------------------------------------------


def test_everybody_sees_both_clocks_and_the_increment(people_of_two: Chromium) -> None:
    address, three = _three(people_of_two, "5+3", "e5")
    alice, bob, eve = three
    for person in three:
        person.sees_news("The clock starts once both players have moved.")
        person.sees_running(None)
        assert person.clock("black").inner_text() == person.clock("white").inner_text() == "5:00"

    bob.clicks("f6")
    for person in three:
        person.sees_running("black")
        expect(person.clock("black")).to_have_text(re.compile("^4:5[0-8]$"))
        expect(person.clock("white")).to_have_text("5:00")
    _see_the_same_time(three, "black")

    before = alice.clock_s("black")
    alice.clicks("e6")
    for person in three:
        person.sees_running("white")
    turn = next(entry for entry in _log(people_of_two.server, address) if entry.get("number") == 3)
    assert turn["left"]["mainMs"] == 300_000 - turn["spentMs"] + 3_000
    # A stopped clock shows everybody what the server has, however long it stands still.
    left_s = turn["left"]["mainMs"] // 1000
    assert left_s > before  # a moment's thought costs less than the increment
    for person in three:
        assert person.clock_s("black") == left_s
    expect(bob.clock("white")).to_have_text(re.compile("^4:5[0-8]$"))
    _see_the_same_time(three, "white")

    for person in (bob, eve):
        person.page.reload()
        person.is_live()
        person.sees_running("white")
        assert person.clock_s("black") == left_s
    _see_the_same_time(three, "white")


def test_a_periods_clock_shows_what_is_left_behind_the_initial_time(people: Chromium) -> None:
    _, three = _three(people, "1+3x30s", "e5 f6")
    for person in three:
        expect(person.page.locator("[data-clock=black] .periods")).to_have_text("+3×30 s")
        person.sees_running("black")
    _see_the_same_time(three, "black")


# --- The flag ---------------------------------------------------------------------------------


def test_who_lets_the_time_run_out_loses_and_everybody_sees_it(people: Chromium) -> None:
    address, (alice, bob, eve) = _three(people, "5s", "e5")
    dan = people.person("Dan")
    dan.opens("/")
    row = dan.page.locator(f"#live-games [data-live='{_slug(address)}']")
    expect(row).to_be_visible()

    bob.clicks("f6")
    time_ran_out = re.compile("ran out of time", re.IGNORECASE)
    for person in (alice, bob, eve):
        person.sees_status(time_ran_out, within_s=30)
        person.sees_running(None)
        expect(person.clock("black")).to_have_text("0:00.0")
    alice.sees_status("You ran out of time")
    bob.sees_status("You won")
    expect(row.locator(".curtain")).to_have_text("No longer live")
    assert _ended(people.server, address) == (1, "time")

    late = people.person("Late")
    late.watches(address)
    late.sees_status(time_ran_out)
    log = _opens_log(late)
    expect(log.locator("table.timing .event").last).to_contain_text("ran out of time")


def test_a_game_that_nobody_looks_at_is_flagged_as_well(people_of_two: Chromium) -> None:
    people = people_of_two
    address, three = _three(people, "5s", "e5 f6")
    for person in three:
        person.page.close()
    _until(lambda: _ended(people.server, address) == (1, "time"), within_s=30)
    kinds = [entry.get("kind") for entry in _log(people.server, address)]
    assert kinds.count("flagged") == 1
    assert kinds.count("disconnected") == 2  # Eve is no player


# --- Asking each other ------------------------------------------------------------------------


def test_a_takeback_is_agreed_on_and_the_squares_are_free_again(people: Chromium) -> None:
    address, three = _three(people, "5+3", "e5 f6 g7 h8")
    alice, bob, eve = three
    alice.presses("Take back")
    alice.sees_news("You asked to take back a move.")
    expect(eve.page.get_by_role("button", name="Accept")).to_have_count(0)
    bob.presses("Decline")
    alice.sees_news(re.compile("declines to take it back"))

    alice.presses("Take back")
    bob.presses("Accept")
    for person in three:
        person.sees_stones(2)
        person.sees_news("Two moves were taken back.")
        person.sees_running("black")
    assert alice.board() == bob.board() == eve.board() == {"e5": "black", "f6": "white"}
    _play(three, "h8 g7", first=2)
    assert alice.board() == bob.board() == eve.board()
    assert alice.board()["h8"] == "black"

    bob.presses("Take back")  # of the move just made, and that alone
    alice.presses("Accept")
    for person in three:
        person.sees_stones(3)
        person.sees_news("A move was taken back.")
        person.sees_running("white")
    kept = parts.rows(
        people.server,
        "SELECT play_move.ply, taken_back > 0 FROM play_move JOIN play_game"
        " ON play_game.id = game_id WHERE slug = %s ORDER BY play_move.id",
        _slug(address),
    )
    assert [(ply, bool(back)) for ply, back in kept] == [
        (0, False),
        (1, False),
        (2, True),
        (3, True),
        (2, False),
        (3, True),
    ]


def test_a_pause_stops_the_clock_and_the_board_until_it_is_resumed(
    people: Chromium,
) -> None:
    _, three = _three(people, "5+3", "e5 f6")
    alice, bob, eve = three
    bob.presses("Pause")
    alice.presses("Accept")
    for person in three:
        expect(person.page.get_by_role("group", name="Pause", exact=True)).to_be_visible()
        person.sees_running(None)
    expect(eve.page.get_by_role("button", name="Resume")).to_have_count(0)
    stands = alice.clock("black").inner_text()

    alice.page.get_by_label("Square", exact=True).fill("g7")
    alice.page.keyboard.press("Enter")
    expect(alice.page.locator("#entry-error")).to_contain_text("paused")
    alice.clicks("a10")  # not under the banner
    alice.sees_stones(2)

    bob.presses("Resume")
    for person in three:
        expect(person.page.get_by_role("group", name="Pause", exact=True)).to_have_count(0)
        expect(person.page.locator("[data-count=start]")).to_have_text(
            re.compile(r"The clock continues in \d+ s\.")
        )
        # In the countdown it does not run.
        assert person.clock("black").inner_text() == stands
    for person in three:
        expect(person.clock("black")).not_to_have_text(stands, timeout=30_000)
        expect(person.page.locator("[data-count=start]")).to_be_empty()
    _see_the_same_time(three, "black")
    _play(three, "g7", first=2)


def test_a_player_gives_the_opponent_more_time(people: Chromium) -> None:
    address, three = _three(people, "1+0", "e5 f6")
    alice, bob, eve = three
    alice.presses("More time")
    for person in three:
        expect(person.clock("white")).to_have_text("1:15")
    bob.sees_news(re.compile("gave you 15 seconds"))
    alice.sees_news(re.compile("You gave .* 15 seconds"))
    eve.sees_news(re.compile("gave .* 15 seconds"))
    before = alice.clock_s("black")
    bob.presses("More time")
    for person in three:
        expect(person.clock("black")).to_have_text(re.compile("^1:(0|1)"))
    assert before < alice.clock_s("black") <= before + 15
    _see_the_same_time(three, "black")
    added = [entry for entry in _log(people.server, address) if entry.get("kind") == "added"]
    assert [(entry["side"], entry["ms"]) for entry in added] == [
        ("white", 15_000),
        ("black", 15_000),
    ]


def test_who_leaves_and_stays_away_can_be_left(browser: Browser) -> None:
    """The grace is 60 s unless set otherwise: here it is 5."""
    with (
        parts.server(settings={"INAROW_LEAVE_S": "5"}) as server,
        Chromium(browser, server) as people,
    ):
        address, (alice, bob, eve) = _three(people, "5+3", "e5 f6")
        away = alice.page.get_by_role("group", name="Your opponent has left")
        bob.page.close()
        alice.sees_news("is away. You can claim the win in")
        claim = alice.page.locator("[data-count=claim]")
        expect(claim).to_have_text(re.compile(r"^0:0\d$"))
        bob.page = bob.context.new_page()
        bob.watches(address)
        expect(claim).to_have_count(0)

        bob.page.close()
        expect(away.get_by_role("button", name="Claim a draw")).to_be_visible(timeout=30_000)
        expect(eve.page.get_by_role("button", name="Claim win")).to_have_count(0)
        alice.presses("Claim win")
        alice.sees_status(re.compile(r"You won!\s.* left", re.DOTALL))
        eve.sees_status(re.compile("left"))
        assert _ended(server, address) == (0, "abandonment")


# --- Choosing a move --------------------------------------------------------------------------


def test_a_premove_is_played_as_soon_as_the_opponent_has_moved(people: Chromium) -> None:
    _, three = _three(people, "5+3", "e5 f6 e6")
    alice, bob, eve = three
    premove = alice.page.locator("#board .premove")
    alice.clicks("e7")
    expect(premove).to_have_count(1)
    expect(alice.page.locator(".premove-line")).to_contain_text("Premove e7")
    alice.presses("Cancel the premove")
    expect(premove).to_have_count(0)
    alice.clicks("e8")
    expect(premove).to_have_count(1)
    alice.clicks("e7")  # another instead
    expect(alice.page.locator(".premove-line")).to_contain_text("Premove e7")
    for person in (bob, eve):  # nobody else knows of it
        expect(person.page.locator("#board .premove")).to_have_count(0)

    bob.clicks("f7")
    for person in three:
        person.sees_stones(5)
        person.sees_running("white")
    expect(premove).to_have_count(0)
    assert alice.board()["e7"] == "black"
    turn = next(entry for entry in _log(people.server, alice.page.url) if entry.get("number") == 5)
    assert turn["spentMs"] < 2_000  # only the way to the page and back

    alice.page.locator("#board").focus()  # by keyboard, beside the last move: e8
    alice.page.keyboard.press("ArrowUp")
    alice.page.keyboard.press("ArrowUp")
    alice.page.keyboard.press("Enter")
    expect(alice.page.locator(".premove-line")).to_contain_text("Premove e8")
    alice.page.keyboard.press("Escape")
    expect(premove).to_have_count(0)


def test_a_premove_whose_square_is_taken_is_dropped_quietly(people: Chromium) -> None:
    _, three = _three(people, "5+3", "e5 f6 e6")
    alice, bob, _ = three
    alice.clicks("e7")
    expect(alice.page.locator("#board .premove")).to_have_count(1)
    bob.clicks("e7")
    for person in three:
        person.sees_stones(4)
    expect(alice.page.locator("#board .premove")).to_have_count(0)
    alice.sees_news("e7 was taken, so your premove was cancelled.")
    expect(alice.page.locator(".alert")).to_be_empty()
    alice.sees_status("Your turn")
    _play(three, "f7", first=4)


def test_moves_are_confirmed_where_a_player_wants_it(people: Chromium) -> None:
    _, three = _three(people, "5+3")
    alice, bob, _ = three
    alice.page.get_by_label("Settings").click()
    alice.page.get_by_role("radio", name="Tap twice").check()
    alice.page.keyboard.press("Escape")
    aim = alice.page.locator("#board .aim")
    placed = alice.page.locator(STONES)

    alice.clicks("d4")
    expect(aim).to_have_count(1)
    expect(alice.page.get_by_role("button", name=re.compile("^Play d4"))).to_be_visible()
    alice.clicks("e5")  # thought better of it
    expect(alice.page.get_by_role("button", name=re.compile("^Play e5"))).to_be_visible()
    expect(placed).to_have_count(0)
    alice.clicks("e5")
    for person in three:
        person.sees_stones(1)
    expect(aim).to_have_count(0)
    _play(three, "f6", first=1)  # Bob has it as it always was
    assert bob.board() == {"e5": "black", "f6": "white"}

    alice.page.locator("#board").focus()
    alice.page.keyboard.press("ArrowUp")  # to where the last stone lies
    alice.page.keyboard.press("ArrowUp")
    alice.page.keyboard.press("Enter")
    expect(aim).to_have_count(1)
    expect(alice.page.locator("#spoken")).to_contain_text("f7 chosen")
    alice.page.keyboard.press("Escape")
    expect(aim).to_have_count(0)
    alice.page.keyboard.press("Enter")
    expect(aim).to_have_count(1)
    alice.sees_stones(2)
    alice.page.keyboard.press("Enter")
    for person in three:
        person.sees_stones(3)
    assert alice.board()["f7"] == "black"

    alice.clicks("c3")  # a premove is confirmed as well
    expect(alice.page.locator("#board .premove")).to_have_count(0)
    alice.page.get_by_role("button", name=re.compile("^Premove c3")).click()
    expect(alice.page.locator("#board .premove")).to_have_count(1)


# --- The server is away -----------------------------------------------------------------------


@contextlib.contextmanager
def _place(processes: int) -> Iterator[parts.Server]:
    """A server that can be killed: one process, or several with what they share."""
    with contextlib.ExitStack() as stack:
        if processes == 1:
            yield stack.enter_context(parts.server())
        else:
            yield stack.enter_context(
                parts.server(
                    processes=processes,
                    workers=1,
                    database_url=stack.enter_context(parts.postgres()),
                    redis_url=stack.enter_context(parts.redis()),
                )
            )


@pytest.mark.parametrize("processes", [1, 2])
def test_time_in_which_the_server_was_away_is_given_back(browser: Browser, processes: int) -> None:
    with _place(processes) as server, Chromium(browser, server) as people:
        address, three = _three(people, "10s", "e5 f6")
        alice, bob, _ = three
        for person in three:
            person.page.evaluate("window.neverReloaded = true")
        for at in range(processes):
            server.crash(at)
        for person in three:
            expect(person.page.locator(".banner")).to_be_visible(timeout=30_000)
            # The pages' copies of Alice's clock run out meanwhile.
            expect(person.clock("black")).to_have_text("0:00.0", timeout=30_000)
        for at in range(processes):
            server.start_again(at)

        for person in three:
            person.is_live(within_s=30)
            person.sees_news(re.compile(r"The server was away\. .+ got \d+ s back\."), within_s=30)
        alice.sees_news(re.compile(r"You got \d+ s back\."))
        assert _ended(server, address) == (None, "")
        _play(three, "e6 f7 e7", first=2)
        for person in three:
            assert person.page.evaluate("window.neverReloaded") is True
        turn = next(entry for entry in _log(server, address) if entry.get("number") == 3)
        assert turn["spentMs"] < 10_000
        log = _opens_log(bob)
        rows = log.locator("table.timing .event", has_text="The server was away")
        expect(rows.first).to_contain_text(re.compile(r"The server was away\. .+ got .+ back"))
        people.complaints.clear()  # the console has noticed that the server was away


# --- The timing log ---------------------------------------------------------------------------


def test_the_timing_log_says_where_the_time_went(people: Chromium) -> None:
    address, three = _three(people, "5+3", "e5 f6 g7")
    alice, bob, eve = three
    bob.presses("Take back")
    alice.presses("Accept")
    for person in three:
        person.sees_stones(1)
    _play(three, "d4", first=1)
    alice.presses("More time")
    bob.presses("Pause")
    alice.presses("Accept")
    bob.presses("Resume")
    alice.sees_running("black")
    alice.resigns()
    for person in three:
        person.sees_status(re.compile("resigned"))

    page = _opens_log(eve)
    expect(page).to_have_url(re.compile(f"{_slug(address)}/timing$"))
    expect(page.locator(".lead")).to_contain_text("5 min + 3 s")
    table = page.locator("table.timing")
    moves = table.locator("tr:not(.event) td:nth-child(3)").all_inner_texts()
    assert [text.split()[-1] for text in moves if "taken back" not in text] == ["e5", "d4"]
    assert table.locator("tr.back s").all_inner_texts() == ["f6", "g7"]
    for sentence in ("connected", "took back a move", "15 s more", "paused", "resumed the game"):
        expect(table.locator(".event", has_text=sentence).first).to_be_visible()
    expect(table.locator(".event").last).to_contain_text("The game ended")
    expect(page.locator("p time")).not_to_contain_text("UTC")  # but in her own zone
    page.get_by_role("link", name="Back to the game").click()
    expect(page).to_have_url(address)
    page.go_back()
    table.get_by_role("link", name="e5").click()
    expect(page).to_have_url(f"{address}#1")
