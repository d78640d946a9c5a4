"""Databases of earlier versions are upgraded, and people who were playing in them play on.

They were stored in the middle of games, clocks, offers and talk (tests/upgrade/make.py). Each is
put back, migrated to the newest state and served; then people come back by the keys, links and
cookies they had.
"""

import contextlib
import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from games.play.clock import now_ms
from tests.live import parts
from tests.upgrade import stored
from tests.upgrade.people import PATIENCE_S, Browser, Message, Seat
from tests.upgrade.stored import Rows, Stored

pytestmark = pytest.mark.timeout(300)

COME_BACK_MS = 4_000
"""How much more than the downtime itself players may get back, to find the server again."""
TWICE = "0.1.0"
"""Of this version, an operator runs `migrate` again: nothing happens."""


@dataclass(frozen=True, slots=True)
class Upgraded:
    """A stored database, migrated and served."""

    server: parts.Server
    notes: dict[str, Any]
    before: Rows
    """What it held when it was stored,"""
    after: Rows
    """and when it had been migrated, before the server began."""
    began_ms: int
    """No clock ran between storing the database and this moment."""

    def game(self, what: str) -> str:
        """The name, as used in links, of the game that is special in this way."""
        return str(self.notes["games"][what]["slug"])

    def sits(self, what: str, side: int) -> Seat:
        """The socket of a seat, by the key its player has."""
        return Seat(self.server, self.game(what), key=self.notes["games"][what]["keys"][side])

    @contextlib.contextmanager
    def two(self, what: str) -> Iterator[tuple[Seat, Seat]]:
        with self.sits(what, 0) as black, self.sits(what, 1) as white:
            yield black, white

    def browser(self, name: str) -> Browser:
        """Someone's browser, with the cookie it has."""
        return Browser(self.server, self.notes["people"][name])

    def plays_on(self, what: str) -> None:
        """Both sides of a game of eight plies play their next move."""
        with self.two(what) as (black, white):
            assert len(black.snapshot["moves"]) == 8, what
            black.plays(0, 8)
            white.hears("movePlayed")
            white.plays(14, 9)
            black.hears("movePlayed")

    def ticks_as_before(self, what: str, *, gained_ms: int = 0) -> None:
        """Once the downtime has been given back, a game's clock is as it was stored.

        It has lost no more than what ran between the look at it and the end of the server, and
        since the next one began. It has gained no more than players get to come back, and for
        moves.
        """
        stood: Message = self.notes["clocks"][what]

        def is_credited() -> bool:
            now = self.server.get(f"/api/games/{self.game(what)}")
            assert now["outcome"] is None
            ran = now["now"] - self.began_ms + self.notes["stopped_ms"] - stood["now"]
            lost = [_left(stood, side) - _left(now, side) for side in ("black", "white")]
            assert min(lost) >= -COME_BACK_MS - gained_ms, (what, lost)
            for side in ("black", "white"):
                assert now["clock"][side]["periods"] == stood["clock"][side]["periods"]
            return bool(max(lost) <= ran)

        parts.until(is_credited, PATIENCE_S)


def _left(snapshot: Message, side: str) -> int:
    """What a side's clock showed when a snapshot was told."""
    clock = snapshot["clock"]
    left = int(clock[side]["mainMs"])
    if clock["running"] == side:
        left -= max(0, snapshot["now"] - clock["since"])
    return left


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with parts.postgres(forgetful=True) as url:
        yield url


@pytest.fixture(scope="module", params=stored.every("[0-9]*"))
def upgraded(request: pytest.FixtureRequest, postgres: str) -> Iterator[Upgraded]:
    state = Stored(request.param)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="inarow-")))
        environment = {**os.environ, "INAROW_DATA": str(folder), "DATABASE_URL": ""}
        if state.is_sqlite:
            state.into_sqlite(folder / "inarow.sqlite3")
        else:
            parts.empty_database(postgres)
            environment["DATABASE_URL"] = postgres
            state.into_postgres(postgres)
        # Cookies last 400 days; this database is kept for longer.
        stored.run(environment, "UPDATE django_session SET expire_date = '2999-12-31 00:00:00Z'")
        before = stored.rows(environment)
        for _ in range(2 if state.name.startswith(TWICE) else 1):
            parts.manage(environment, "migrate", "-v0")
        after = stored.rows(environment)
        began_ms = now_ms()
        server = stack.enter_context(
            parts.server(
                thinkers=1,
                database_url=environment["DATABASE_URL"],
                is_migrated=True,
                sqlite=folder / "inarow.sqlite3" if state.is_sqlite else None,
                settings={"INAROW_SECRET_KEY": state.notes["secret"], "INAROW_BOT_PACE_MS": "0"},
            )
        )
        yield Upgraded(server, state.notes, before, after, began_ms)
        assert not server.errors_logged()


# --- What is kept ------------------------------------------------------------------------------


def test_seats_know_which_games_are_over(upgraded: Upgraded) -> None:
    ends = {
        game["id"]: game["changed_ms"] if game["termination"] else None
        for game in upgraded.after["play_game"]
    }

    assert None in ends.values()
    assert any(ends.values())
    for seat in upgraded.after["play_seat"]:
        assert seat["ended_ms"] == ends[seat["game_id"]]


def test_no_row_is_lost_or_changed(upgraded: Upgraded) -> None:
    """New columns and new rows may have come; what was there is there, as it was."""
    for table, rows in upgraded.before.items():
        assert rows or table in _EMPTY, f"{table}: nothing of it was stored"
        there = [_since(table, row) for row in rows]
        for since, columns in {(since, tuple(row)) for since, row in there}:
            kept = {_row(row, columns) for row in upgraded.after[since]}
            lost = [row for _, row in there if _row(row, columns) not in kept]
            assert not lost, f"{table} lacks {lost}"


_EMPTY = {
    "auth_group",
    "auth_group_permissions",
    "auth_user_groups",
    "auth_user_user_permissions",
    "django_admin_log",
    "play_seatopening",  # everybody plays in the browser they sat down with
    "play_serverprocess",  # it was stopped in good order
    "play_tvchannel",
    "play_writeattempt",  # nobody asked whether the server was ready
}
"""Tables from which no row was stored."""


def _since(table: str, row: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """What became of a row on purpose: the table it is in now, and what it says there."""
    if table == "play_message":
        # The same is said in another way (tests/play/test_facts.py).
        return "play_fact", _without(row, "side", "text")
    if table == "review_review" and "words" in row:
        # What each move did is told anew, by the part that sees to it now.
        return table, _without(row, "words", "finished_ms", "worker", "until_ms", "attempts")
    if table == "django_content_type" and (row["app_label"], row["model"]) == ("play", "message"):
        return table, {**row, "model": "fact"}
    return table, row


def _without(row: dict[str, Any], *columns: str) -> dict[str, Any]:
    return {name: row[name] for name in row if name not in columns}


def _row(row: dict[str, Any], columns: Iterable[str]) -> str:
    return json.dumps({column: row[column] for column in columns}, default=str, sort_keys=True)


# --- Games that were going on --------------------------------------------------------------------


@pytest.mark.parametrize("what", ["fischer", "slow", "byoyomi"])
def test_a_clock_goes_on_where_it_stood_and_so_does_the_game(upgraded: Upgraded, what: str) -> None:
    upgraded.ticks_as_before(what)
    upgraded.plays_on(what)


def test_who_plays_at_once_does_not_wait_for_the_clock(upgraded: Upgraded) -> None:
    upgraded.plays_on("played on at once")
    upgraded.ticks_as_before("played on at once", gained_ms=5_000)


def test_a_paused_game_is_still_paused_and_goes_on_when_they_wish(upgraded: Upgraded) -> None:
    with upgraded.two("paused") as (black, white):
        assert black.snapshot["paused"]
        for side in ("black", "white"):
            assert _left(black.snapshot, side) == _left(upgraded.notes["clocks"]["paused"], side)
        black.says("resume")
        white.hears("resumed")
    upgraded.plays_on("paused")


def test_a_draw_that_was_offered_can_be_accepted(upgraded: Upgraded) -> None:
    with upgraded.two("draw offered") as (black, white):
        assert white.snapshot["offers"]["draw"] == "black"
        white.says("accept draw")
        ended = black.hears("gameEnded")
        assert ended["outcome"] == {"winner": None, "termination": "agreement"}


def test_a_takeback_that_was_asked_for_can_be_granted(upgraded: Upgraded) -> None:
    with upgraded.two("takeback offered") as (black, white):
        white.says("accept takeback")
        assert black.hears("takenBack")["ply"] == 6  # Black's last move, and the answer to it
        black.plays(0, 6)


def test_hints_that_were_offered_can_be_agreed_on(upgraded: Upgraded) -> None:
    with upgraded.two("hints offered") as (black, white):
        white.says("accept hints")
        assert black.hears("hintsAgreed")["ply"] == 8


def test_a_rematch_that_was_offered_can_begin(upgraded: Upgraded) -> None:
    with upgraded.two("rematch offered") as (black, white):
        black.says("accept rematch")
        slug = white.hears("rematchAgreed")["game"]
        keys = upgraded.notes["games"]["rematch offered"]["keys"]
        with Seat(upgraded.server, slug, key=keys[1]) as bob:
            assert bob.side == "black"
            bob.plays(112, 0)


def test_a_game_in_which_moves_were_taken_back_goes_on(upgraded: Upgraded) -> None:
    with upgraded.two("taken back") as (black, white):
        ply = len(black.snapshot["moves"])
        (black, white)[ply % 2].plays(0, ply)


def test_the_bot_whose_turn_it_was_moves(upgraded: Upgraded) -> None:
    with upgraded.sits("bot to move", 0) as alice:
        if len(alice.snapshot["moves"]) == 1:
            alice.hears("movePlayed", lambda message: message["ply"] == 1)
        alice.plays(99, 2)
        alice.hears("movePlayed", lambda message: message["ply"] == 3)


def test_the_bots_of_an_exhibition_play_on(upgraded: Upgraded) -> None:
    games = {row["slug"]: row for row in upgraded.before["play_game"] if row["exhibition_id"]}
    running = next(row for row in games.values() if row["started"] and not row["termination"])
    with Seat(upgraded.server, running["slug"]) as eve:
        if len(eve.snapshot["moves"]) == running["ply"]:
            eve.hears("movePlayed")
    page = upgraded.browser("Eve").gets(f"/exhibition/{upgraded.notes['study']['exhibition']}/")
    assert "Novice" in page


def test_ratings_are_what_they_were_until_another_game_counts(upgraded: Upgraded) -> None:
    eve = upgraded.browser("Eve")
    for name in ("Alice", "Bob"):
        row = next(row for row in upgraded.before["players_player"] if row["name"] == name)
        rating = next(
            each["rating"]
            for each in upgraded.before["players_playerrating"]
            if each["player_id"] == row["id"]
        )
        assert str(round(rating)) in eve.gets(f"/player/{row['slug']}/")
    with upgraded.two("rated") as (black, white):
        white.says("resign")
        black.hears("rated")


# --- Who may see what --------------------------------------------------------------------------


def test_a_private_game_is_shown_to_its_players_and_its_watch_link_only(upgraded: Upgraded) -> None:
    slug = upgraded.game("private")
    row = next(row for row in upgraded.before["play_game"] if row["slug"] == slug)
    stranger = Browser(upgraded.server)
    assert stranger.is_refused(f"/game/{slug}/") == 403
    stranger.gets(f"/game/{slug}/watch/{row['watch_key']}/")
    assert "Alice" in stranger.gets(f"/game/{slug}/")
    assert "Alice" in upgraded.browser("Bob").gets(f"/game/{slug}/")
    upgraded.plays_on("private")


def test_a_late_game_is_shown_late(upgraded: Upgraded) -> None:
    with (
        Seat(upgraded.server, upgraded.game("late")) as eve,
        upgraded.sits("late", 0) as alice,
    ):
        assert alice.snapshot["delay"] == {"ms": 30_000, "moves": 2}
        assert len(eve.snapshot["moves"]) == 6
        alice.plays(0, 8)
        eve.asks("resync")
        assert len(eve.hears("snapshot")["moves"]) == 7


def test_browsers_are_who_they_were(upgraded: Upgraded) -> None:
    for name in ("Alice", "Bob", "Carol", "Eve"):
        assert f">{name}</span>" in upgraded.browser(name).gets("/")
    with Seat(
        upgraded.server, upgraded.game("unlisted"), browser=upgraded.browser("Alice")
    ) as alice:
        assert alice.side == "black"


def test_open_seats_can_be_taken_and_a_seek_lapses(upgraded: Upgraded) -> None:
    taken = upgraded.server.post(f"/api/games/{upgraded.game('invitation')}/seat", {"name": "Dan"})
    assert taken["side"] == "white"
    slug = upgraded.game("open to anyone")
    assert upgraded.server.get(f"/api/games/{slug}")["range"] is not None
    address = f"/api/games/{upgraded.game('seek')}"
    parts.until(lambda: upgraded.server.get(address)["outcome"] is not None, PATIENCE_S)
    assert upgraded.server.get(address)["outcome"]["termination"] == "abort"


def test_what_was_said_can_be_read_by_whom_it_was_for(upgraded: Upgraded) -> None:
    with upgraded.sits("chat", 1) as bob:
        bob.asks("readChat")
        lines = bob.hears("chat")["lines"]
        assert [line["text"] for line in lines] == ["Good luck! <b>ünd</b> viel Spaß 🙂"]
    carol = upgraded.browser("Carol")
    assert "Bob" in carol.gets("/muted")
    assert "Alice" in carol.gets("/following")


# --- Games that were over ---------------------------------------------------------------------


def test_a_review_opens_as_it_was_and_is_told_anew(upgraded: Upgraded) -> None:
    slug = upgraded.game("reviewed")
    address = f"/api/games/{slug}/review"
    review = upgraded.server.get(address)
    assert review["done"] == review["total"] == len(review["worths"])
    assert None not in review["worths"]
    parts.until(lambda: upgraded.server.get(address)["state"] == "done", PATIENCE_S)
    plies = upgraded.server.get(address)["plies"]
    assert any(lesson["remarks"] for ply in plies for lesson in ply["lessons"])
    page = upgraded.browser("Bob").gets(f"/game/{slug}/review")
    assert re.search(r'"state": ?"done"', page)


def test_studies_puzzles_and_the_explorer_open(upgraded: Upgraded) -> None:
    study = upgraded.notes["study"]
    for old in (study["mine"], study["shared"]):
        old["study"]["start"]["blocked"] = []  # since 0.3.0 squares may be
    alice, eve = upgraded.browser("Alice"), upgraded.browser("Eve")
    address = f"/study/{study['mine']['slug']}/data"
    assert json.loads(alice.gets(address)) == study["mine"]
    assert eve.is_refused(address) in (403, 404)
    shared = json.loads(eve.gets(f"/study/{study['shared']['slug']}/data"))
    assert shared == {**study["shared"], "isMine": False}
    assert "to play and win in " in eve.gets(f"/puzzle/{study['puzzle']}/")
    assert parts.rows(upgraded.server, "SELECT edge FROM review_puzzle WHERE edge = 0") == []
    # Those that come with the server are there, too; what was tried before still counts.
    assert eve.gets("/puzzles?level=any").count("puzzle-row") > 20
    assert parts.rows(upgraded.server, "SELECT solved FROM review_attempt WHERE rated")
    board = {"width": 3, "height": 3, "k": 3, "black": [], "white": [], "sideToMove": "black"}
    told = upgraded.server.post("/api/explorer", board)
    assert told["all"]["games"] == 2


def test_a_new_review_can_be_made_of_an_old_game(upgraded: Upgraded) -> None:
    slug = upgraded.game("with a puzzle")
    address = f"/api/games/{slug}/review"
    upgraded.server.post(address, {})
    parts.until(lambda: upgraded.server.get(address)["state"] == "done", PATIENCE_S)
