"""Watching, as people do it: nobody is yanked, what is tried stays one's own, late is late."""

import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import APIResponse, Locator, expect

from games import mnk
from tests.live import parts
from tests.live.pages import Chromium, Person

APART = "a1 a3 c1 c3 e1 e3 g1 g3 i1 i3 k1 k3 m1 m3 o1 o3".split()
"""Nobody makes a line: each side's stones lie two apart."""
TICTACTOE = "b2 a1 b3 c3 b1".split()
"""X makes the middle column."""


def _seated(
    people: Chromium, preset: str = "15x15", **fields: Any
) -> tuple[Person, Person, Person]:
    alice, bob, eve = (people.person(name) for name in ("Alice", "Bob", "Eve"))
    address = alice.invites(preset, **fields)
    bob.joins(address)
    eve.watches(address)
    return alice, bob, eve


def _play(squares: list[str], alice: Person, bob: Person, *, since: int = 0) -> None:
    for ply, square in enumerate(squares, since):
        (alice, bob)[ply % 2].clicks(square)
        for player in (alice, bob):
            player.sees_stones(ply + 1)


def _back(person: Person) -> Locator:
    return person.page.locator(".back-to-live")


def _stored(server: parts.Server, address: str) -> list[tuple[Any, ...]]:
    """The squares and moments of a game's moves, as the database has them."""
    slug = address.split("#")[0].rstrip("/").rsplit("/", 1)[1]
    return parts.rows(
        server,
        "SELECT square, at_ms FROM play_move JOIN play_game ON play_game.id = game_id "
        "WHERE slug = %s ORDER BY play_move.ply",
        slug,
    )


# --- Looking back --------------------------------------------------------------------------------


def test_eve_stays_at_move_five_while_ten_are_played_and_goes_back_with_one_key(
    people_anywhere: Chromium,
) -> None:
    alice, bob, eve = _seated(people_anywhere)
    _play(APART[:6], alice, bob)
    eve.sees_stones(6)
    eve.page.keyboard.press("ArrowLeft")
    eve.sees_stones(5)

    for ply, square in enumerate(APART[6:], 6):
        _play([square], alice, bob, since=ply)
        expect(_back(eve)).to_have_text(f"live +{ply - 5}")
        eve.sees_stones(5)

    expect(_back(eve)).to_have_text("live +10")
    expect(eve.page.locator(".step .count")).to_have_text("+10")
    eve.sees_status("You’re looking at move 5 of 16.")
    expect(eve.page).to_have_title(re.compile(r"^\(\+10\) "))
    assert set(eve.board()) == set(APART[:5])

    eve.page.keyboard.press("l")

    eve.sees_stones(16)
    expect(_back(eve)).to_have_count(0)
    assert eve.board() == alice.board() == bob.board()


def test_a_broken_line_and_a_reload_keep_the_move_that_is_looked_at(people: Chromium) -> None:
    alice, bob, eve = _seated(people)
    _play(APART[:6], alice, bob)
    eve.sees_stones(6)
    eve.page.get_by_role("button", name="c1", exact=True).click()
    eve.sees_stones(3)

    eve.context.set_offline(True)
    eve.page.evaluate("window.dispatchEvent(new Event('offline'))")
    _play(APART[6:9], alice, bob, since=6)
    eve.context.set_offline(False)
    eve.page.evaluate("window.dispatchEvent(new Event('online'))")

    expect(_back(eve)).to_have_text("live +3")
    eve.sees_stones(3)
    eve.page.reload()
    eve.is_live()
    eve.sees_stones(3)
    eve.page.locator("body").press("End")
    eve.sees_stones(9)


def test_a_takeback_leaves_eve_where_she_looks_or_at_the_last_move_that_stands(
    people: Chromium,
) -> None:
    alice, bob, eve = _seated(people)
    zoe = people.person("Zoe")
    zoe.watches(alice.page.url)
    _play(APART[:6], alice, bob)
    for person, back in ((eve, 1), (zoe, 4)):
        person.sees_stones(6)
        for _ in range(back):
            person.page.keyboard.press("ArrowLeft")
        person.sees_stones(6 - back)

    # Alice takes her c1 … g1 back with Bob's answer: four moves stand.
    alice.presses("Take back")
    bob.page.get_by_role("button", name="Accept").click()
    alice.sees_stones(4)

    eve.sees_stones(4)
    eve.sees_news("You’re looking at move 4, now the last")
    zoe.sees_stones(2)
    expect(_back(eve)).to_have_text("Back to live")
    _play(["g7"], alice, bob, since=4)
    expect(_back(eve)).to_have_text("live +1")
    expect(_back(zoe)).to_have_text("live +1")
    eve.sees_stones(4)
    zoe.sees_stones(2)


def test_when_the_game_ends_eve_is_told_and_her_board_stays(people: Chromium) -> None:
    alice, bob, eve = _seated(people)
    _play(APART[:6], alice, bob)
    eve.sees_stones(6)
    eve.page.keyboard.press("Home")
    eve.sees_stones(0)

    bob.resigns()

    eve.sees_status(re.compile(r"won\.\s.* resigned\.", re.DOTALL))
    eve.sees_status("You’re looking at move 0 of 6.")
    eve.sees_stones(0)
    expect(_back(eve)).to_have_text("To the end")


# --- Variations ----------------------------------------------------------------------------------


def test_what_eve_tries_touches_nothing_while_the_game_goes_on(people: Chromium) -> None:
    alice, bob, eve = _seated(people)
    sent: list[str] = []
    eve.page.on(
        "websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text)))
    )
    eve.page.reload()
    eve.is_live()
    _play(APART[:3], alice, bob)
    eve.sees_stones(3)

    for square in ("h8", "i9", "j10"):
        eve.clicks(square)
    assert eve.tried() == ["1", "2", "3"]
    expect(eve.page.locator("#spoken")).to_have_text("Your variation: h8, then i9, then j10.")
    _play(APART[3:5], alice, bob, since=3)

    # The game goes on beneath: her board is as it was, and so is everybody else's.
    expect(_back(eve)).to_have_text("live +2")
    eve.sees_stones(3)
    assert eve.tried() == ["1", "2", "3"]
    assert set(alice.board()) == set(bob.board()) == set(APART[:5])
    stored = _stored(people.server, alice.page.url)
    gomoku = mnk.PRESETS["15x15"].variant
    assert [mnk.name(square, gomoku) for square, _ in stored] == APART[:5]
    assert {json.loads(text)["type"] for text in sent} <= {"ping", "resync"}

    eve.page.keyboard.press("Escape")
    eve.sees_stones(5)
    assert eve.tried() == []
    assert eve.board() == alice.board()


def test_a_variation_outlasts_a_reload_and_is_dropped_when_the_game_goes_another_way(
    people: Chromium,
) -> None:
    alice, bob, eve = _seated(people)
    zoe = people.person("Zoe")
    zoe.watches(alice.page.url)
    asked: list[str] = []
    sent: list[str] = []
    eve.page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    eve.page.on(
        "websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text)))
    )
    _play(APART[:4], alice, bob)
    for person in (eve, zoe):
        person.sees_stones(4)
    for square in ("h8", "i9", "j10"):
        eve.clicks(square)
    eve.page.get_by_role("button", name="Back", exact=True).click()
    assert eve.tried() == ["1", "2"]

    eve.page.reload()
    eve.is_live()

    eve.sees_status("Your variation.")
    eve.sees_stones(4)
    assert eve.tried() == ["1", "2"]
    eve.presses("Forward")
    assert eve.tried() == ["1", "2", "3"]
    # It came from nowhere but her own tab, and went nowhere.
    assert {each.split()[0] for each in asked} == {"GET"}
    assert eve.page.url == alice.page.url
    assert not any("?" in each for each in asked), asked
    assert {json.loads(text)["type"] for text in sent} <= {"ping", "resync"}
    assert zoe.tried() == []

    # The last two moves are taken back, and others played: what was tried belongs nowhere now.
    alice.presses("Take back")
    bob.page.get_by_role("button", name="Accept").click()
    alice.sees_stones(2)
    _play(["g7", "g9"], alice, bob, since=2)
    eve.sees_status("This variation starts from moves that were taken back.")
    eve.page.reload()
    eve.is_live()
    # She is where any takeback leaves a viewer who looks back: at the last move that stands.
    eve.sees_status("You’re looking at move 2 of 4.")
    eve.sees_stones(2)
    assert eve.tried() == []


def test_a_variation_by_keyboard_is_stepped_through_and_undone(people: Chromium) -> None:
    alice, bob, eve = _seated(people)
    _play(["h8", "i9"], alice, bob)
    eve.sees_stones(2)
    spoken = eve.page.locator("#spoken")
    keyboard = eve.page.keyboard

    eve.page.locator("#board").focus()
    for key in ("ArrowUp", "ArrowUp", "Enter"):
        keyboard.press(key)
    expect(spoken).to_have_text("Your variation: i10.")
    keyboard.press("ArrowUp")
    expect(spoken).to_have_text("i11, empty")
    keyboard.press("Enter")
    expect(spoken).to_have_text("Your variation: i10, then i11.")
    keyboard.press("ArrowDown")
    expect(spoken).to_have_text("i10, your variation, 1: black stone")
    keyboard.press("Enter")
    expect(eve.page.locator(".alert")).to_have_text("i10 is taken.")

    keyboard.press("Backspace")
    assert eve.tried() == ["1"]
    eve.page.get_by_role("button", name="Back", exact=True).click()
    assert eve.tried() == []
    eve.page.get_by_role("button", name="Forward", exact=True).click()
    assert eve.tried() == ["1"]
    eve.presses("Undo")
    eve.sees_status("to move")
    expect(eve.page.locator(".trying-buttons")).to_have_count(0)


def test_a_line_in_a_variation_wins_and_ends_it(people: Chromium) -> None:
    alice, bob, eve = _seated(people, "3x3")
    _play(TICTACTOE[:4], alice, bob)
    eve.sees_stones(4)
    eve.clicks("b1")
    eve.sees_status("Your variation. X wins.")
    expect(eve.page.locator("#board path.line")).to_have_count(1)
    eve.clicks("a3")
    expect(eve.page.locator(".alert")).to_contain_text("decided")

    # Alice does the same in earnest. Eve is told, and sees it when she clears her own.
    _play(TICTACTOE[4:], alice, bob, since=4)
    expect(_back(eve)).to_have_text("end +1")
    eve.presses("Clear")
    eve.sees_stones(5)
    eve.sees_status("won. Three in a row")


def test_on_a_phone_a_tap_tries_a_move(people: Chromium) -> None:
    alice, bob, _ = _seated(people)
    phone = people.person("Zoe", viewport={"width": 360, "height": 740}, has_touch=True)
    phone.watches(alice.page.url)
    _play(["h8"], alice, bob)
    phone.sees_stones(1)

    phone.taps("g7")

    assert phone.tried() == ["1"]
    phone.page.get_by_role("button", name="Clear").tap()
    assert phone.tried() == []


def test_the_players_try_moves_when_the_game_is_over_and_analyse_them(people: Chromium) -> None:
    alice, bob, _ = _seated(people, "3x3")
    _play(["b2"], alice, bob)
    alice.clicks("a1")  # on Bob's turn this is a premove, no variation
    assert alice.tried() == []
    alice.page.keyboard.press("Escape")
    bob.resigns()
    alice.sees_status("You won")

    alice.clicks("a1")
    alice.clicks("c3")

    assert alice.tried() == ["1", "2"]
    alice.page.get_by_role("region", name="After the game").get_by_role(
        "link", name="Analyse"
    ).click()
    alice.page.wait_for_url(re.compile("/analysis"))
    alice.sees_stones(3)


# --- Who watches ---------------------------------------------------------------------------------


def test_who_watches_is_named_if_they_have_a_name(people_of_two: Chromium) -> None:
    alice, _, eve = _seated(people_of_two)
    zoe = people_of_two.person("Zoe")
    zoe.chooses_a_name("Zoe <b>Ünal</b>")
    zoe.watches(alice.page.url)
    zoe.context.new_page().goto(alice.page.url)

    for person in (alice, eve, zoe):
        tab = person.page.get_by_role("tab", name="2 watching", exact=True)
        expect(tab).to_be_visible(timeout=30_000)
        tab.click()
        shown = person.page.get_by_role("tabpanel")
        expect(shown.locator("li")).to_have_text(["Zoe <b>Ünal</b>"])
        expect(shown).to_contain_text("and 1 more")


def test_a_private_game_says_so_and_its_watch_link_opens_it(people: Chromium) -> None:
    alice, bob, eve = (people.person(name) for name in ("Alice", "Bob", "Eve"))
    address = alice.invites_on_the_page("3x3", visibility="private", delay_s=1)
    bob.joins_on_the_page(alice.page.get_by_label("Invitation link").input_value())
    expect(alice.page.locator(".watch-signs")).to_contain_text("Private.")
    expect(alice.page.locator(".watch-signs")).to_contain_text("Spectators see this 1 s late.")

    alice.opens_tab("More")
    alice.page.get_by_text("Share", exact=True).click()
    link = alice.page.get_by_label("Watch link", exact=True).input_value()
    eve.watches(link)

    expect(eve.page).to_have_url(address)
    expect(eve.page.locator(".watch-signs")).to_contain_text("Shown 1 s late.")
    _play(["b2"], alice, bob)
    eve.sees_stones(1)


def test_a_delay_that_cannot_be_had_is_refused_when_its_field_is_left(people: Chromium) -> None:
    alice = people.person("Alice")
    alice.opens("/")
    alice.opens_options()
    fold = alice.page.locator("details.watching")
    expect(fold.locator(".chosen")).to_have_text("everyone")
    fold.locator("summary").click()
    fold.locator("label:has(input[value=unlisted])").click()
    moves = fold.get_by_label("Delay in moves")

    moves.fill("21")
    moves.blur()

    expect(alice.page.locator("#error-delay_moves")).to_have_text(
        "The delay must be 0 to 20 moves, not 21."
    )
    alice.presses("Invite a friend")
    expect(moves).to_be_focused()
    moves.fill("2")
    expect(alice.page.locator("#error-delay_moves")).to_be_empty()
    expect(fold.locator(".chosen")).to_have_text("anyone with the link, 2 moves late")
    alice.presses("Invite a friend")
    alice.is_live()
    expect(alice.page.locator(".watch-signs")).to_contain_text("Unlisted.")
    expect(alice.page.locator(".watch-signs")).to_contain_text("Spectators see this 2 moves late.")


# --- Late ----------------------------------------------------------------------------------------

DELAY_S = 3
EARLY_S = 0.02
"""How much two readings of one clock, in two processes, may differ."""


@dataclass
class Shown:
    """What somebody was shown of a game."""

    what: str
    moves: int
    at_s: float
    """When it came, in seconds since 1970."""


@dataclass
class Tapped:
    """Everything a page hears on its sockets, with the browser's own times."""

    person: Person
    shown: list[Shown] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._wall_s = 0.0
        session = self.person.context.new_cdp_session(self.person.page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._request)
        session.on("Network.webSocketFrameReceived", self._frame)

    def _request(self, event: dict[str, Any]) -> None:
        self._wall_s = event["wallTime"] - event["timestamp"]

    def _frame(self, event: dict[str, Any]) -> None:
        message = json.loads(event["response"]["payloadData"])
        at_s = self._wall_s + event["timestamp"]
        moves = moves_in(message)
        if moves is not None:
            self.shown.append(Shown(message["type"], moves, at_s))


def moves_in(message: dict[str, Any]) -> int | None:
    """How many moves of the game a message reveals; None if it says nothing about them."""
    match message["type"]:
        case "snapshot":
            return len(message["moves"])
        case "movePlayed":
            return int(message["ply"]) + 1
        case "pong":
            # Nothing has happened in these games except that Bob sat down, and moves.
            return max(0, int(message["version"]) - 1)
        case "welcome" | "presence" | "seatTaken":
            return None
        case other:
            raise AssertionError(f"nobody should send {other}")


def _asked(eve: Person, slug: str) -> Iterator[Shown]:
    """What Eve is shown by everything else that may be asked about a game."""

    def get(path: str) -> tuple[APIResponse, float]:
        answer = eve.context.request.get(f"{eve.url}{path}")
        return answer, time.time()

    page, at_s = get(f"/game/{slug}/")
    data = re.search(r'id="game-data"[^>]*>(.*?)</script>', page.text(), re.DOTALL)
    assert data is not None
    yield Shown("page", len(json.loads(data[1])["snapshot"]["moves"]), at_s)
    listed = re.findall(r'<li value="(\d+)">', page.text())
    yield Shown("page without scripts", len(listed), at_s)
    picture, at_s = get(f"/game/{slug}/board.svg")
    count = re.search(r": (\d+|no) stone", picture.text())
    assert count is not None, picture.text()[:400]
    yield Shown("picture", 0 if count[1] == "no" else int(count[1]), at_s)
    game, at_s = get(f"/api/games/{slug}")
    yield Shown("api", len(game.json()["moves"]), at_s)


def test_a_delayed_viewer_is_sent_no_move_before_its_time(people_anywhere: Chromium) -> None:
    people = people_anywhere
    alice, bob, eve = (people.person(name) for name in ("Alice", "Bob", "Eve"))
    address = alice.invites("3x3", delay_s=DELAY_S)
    slug = address.rstrip("/").rsplit("/", 1)[1]
    bob.joins(address)
    tapped = Tapped(eve)
    eve.watches(address)
    expect(eve.page.locator(".news")).to_have_text(f"Shown {DELAY_S} s late.")
    asked: list[Shown] = []

    for ply, square in enumerate(TICTACTOE):
        _play([square], alice, bob, since=ply)
        asked += _asked(eve, slug)
        eve.page.wait_for_timeout(400)
    eve.sees_stones(len(TICTACTOE))
    eve.sees_status("won. Three in a row")
    last = list(_asked(eve, slug))

    played_s = [at_ms / 1000 for _, at_ms in _stored(people.server, address)]
    for each in (*tapped.shown, *asked, *last):
        if each.moves:
            due_s = played_s[each.moves - 1] + DELAY_S
            assert each.at_s >= due_s - EARLY_S, (each, due_s)
    # And all of it came, in order, move by move.
    told = [each.moves for each in tapped.shown if each.what == "movePlayed"]
    assert told == [*range(1, len(TICTACTOE) + 1)]
    assert {each.moves for each in last} == {len(TICTACTOE)}, last


FILES = ("preview.png", "board.png", "board.svg", "")
REFUSED = ("timing", "review", "practice", "record.sgf", "record.json", "game.gif")


def test_nothing_of_a_game_is_seen_by_who_must_wait_for_it(people: Chromium) -> None:
    alice, bob, eve = (people.person(name) for name in ("Alice", "Bob", "Eve"))
    address = alice.invites("3x3", delay_s=300)
    bob.joins(address)
    tapped = Tapped(eve)
    eve.watches(address)
    get = eve.context.request.get
    before = {part: get(f"{address}{part}").body() for part in FILES[:3]}

    _play(TICTACTOE, alice, bob)

    assert {part: get(f"{address}{part}").body() for part in FILES[:3]} == before
    for part in REFUSED:
        answer = get(f"{address}{part}")
        assert answer.status in (403, 409), (part, answer.status)
    eve.page.reload()
    eve.is_live()
    eve.sees_stones(0)
    assert {each.moves for each in tapped.shown} == {0}
    assert "movePlayed" not in {each.what for each in tapped.shown}


def test_the_clock_of_a_game_shown_some_moves_late_stands(people: Chromium) -> None:
    alice, bob, eve = _seated(people, clock="5+0", delay_moves=2)
    _play(APART[:6], alice, bob)
    eve.sees_stones(4)

    eve.sees_running(None)
    alice.sees_running("black")
    before = [eve.clock(side).inner_text() for side in ("black", "white")]
    was = alice.clock("black").inner_text()
    expect(alice.clock("black")).not_to_have_text(was)
    assert [eve.clock(side).inner_text() for side in ("black", "white")] == before
