"""Take pictures of every page from a running server: `python -m tests.live.screenshots FOLDER`.

Each page at 360, 768, 1280 and 1920 px and on a phone on its side, light and dark, as it looks in
the middle of use.
"""

import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from playwright.sync_api import Browser, expect, sync_playwright

from tests.live import parts
from tests.live.pages import Chromium, Person, play_in_turn
from tests.live.played import Played, play_out

WINDOWS = ((360, 740), (740, 360), (768, 1024), (1280, 900), (1920, 1080))
SCHEMES = ("light", "dark")
GOMOKU = "h8 i9 g8 i8 i7 j10 f8 k11 e8 h7 j8 k9 g10 h9 g9 g7 f10 e11 f9 d8".split()
TICTACTOE = "b2 a1 c1 a3 a2 c2 b1 b3 c3".split()
REVIEWED = "h8 i9 h7 h9 g9 i7 g8 i8 i6 i11 i10 f9 h5 j7 j5 k4 k6 g6 g10 g11 d12 a1 i5 k5 g5 h4 f5"
WITH_MISTAKES = "b2 a2 a1 c3 c2 b3 a3 c1 b1"
WITH_A_PUZZLE = "b3 a1 a2 c3 a3 c2 b2 b1 c1"


class Take(Protocol):
    """Takes a picture of what somebody sees, or of the whole page, as far as it scrolls."""

    def __call__(self, name: str, person: Person, *, whole: bool = False) -> None: ...


@dataclass(frozen=True, slots=True)
class Kept:
    """Games that are over, and what was found in them."""

    gomoku: Played
    tictactoe: Played
    puzzle: str


def main(folder: Path) -> None:
    """Take them all."""
    folder.mkdir(parents=True, exist_ok=True)
    with place() as (server, browser, kept):
        for width, height in WINDOWS:
            for scheme in SCHEMES:
                suffix = f"{width}-{scheme}"

                def take(
                    name: str, person: Person, *, whole: bool = False, suffix: str = suffix
                ) -> None:
                    person.page.mouse.move(0, 0)
                    person.page.wait_for_timeout(900)  # buttons that have just appeared settle
                    if whole:  # what sticks to the top is back in its place
                        person.page.evaluate("() => scrollTo(0, 0)")
                    path = folder / f"{name}-{suffix}.png"
                    person.page.screenshot(path=path, full_page=whole)

                visit(browser, server, kept, (width, height, scheme), take)


@contextmanager
def place() -> Iterator[tuple[parts.Server, Browser, Kept]]:
    """A server on which bots have played and games were kept, and a browser."""
    settings = {"INAROW_LEAVE_S": "12"}
    with sync_playwright() as playwright, parts.server(thinkers=1, settings=settings) as server:
        parts.manage(
            server.environment,
            *("exhibition", "novice", "casual", "aggressive", "--preset", "10x10"),
        )
        parts.makes_moderator(server.environment, "Mona")
        kept = _looked_through(server)
        browser = parts.chromium(playwright)
        yield server, browser, kept
        browser.close()


def visit(
    browser: Browser,
    server: parts.Server,
    kept: Kept,
    window: tuple[int, int, str],
    take: Take,
) -> None:
    """Go through every page and state, in a window of a width, a height and a colour scheme."""
    with _three(browser, server, *window) as (alice, bob, eve):
        _learns(alice, take)
        _looks_back(alice, kept, take)
        _watches(alice, bob, eve, take)
        _opens(alice, bob, eve, take)
        _forbids(alice, bob, eve, take)
        _loses_by_a_row(alice, bob, take)
        _follows_other_rules(alice, bob, take)
        _plays(alice, bob, take)
        _is_away(alice, bob, take)
        _challenges(alice, bob, take)
        _moderates(alice, bob, take)


def _plays(alice: Person, bob: Person, take: Take) -> None:
    alice.page.context.clear_cookies()
    alice.opens("/")
    take("home-newcomer", alice, whole=True)

    _named(alice, "Alice")
    _named(bob, "Bob")
    alice.opens("/")
    alice.picks("custom")
    alice.page.locator("#k").fill("12")
    take("home-custom", alice)

    address = alice.invites("15x15")
    take("invitation", alice)
    bob.opens(address)
    take("join", bob)
    bob.joins(address)
    for ply, square in enumerate(GOMOKU):
        mover = (alice, bob)[ply % 2]
        mover.page.get_by_label("Square", exact=True).fill(square)
        mover.page.keyboard.press("Enter")
        alice.sees_stones(ply + 1)
        bob.sees_stones(ply + 1)
    take("game-gomoku", alice)
    take("game-gomoku-waiting", bob)
    bob.presses("Play with hints")
    take("game-hints-offered", alice, whole=True)
    take("game-hints-offer-made", bob, whole=True)
    alice.presses("Accept")
    alice.presses("Threats")
    alice.presses("Why?")
    alice.page.locator(".help-notes p").first.wait_for()
    take("game-hints", alice, whole=True)

    tictactoe = alice.invites("3x3")
    bob.joins(tictactoe)
    for ply, square in enumerate(TICTACTOE):
        if ply == 5:
            take("game-tictactoe", bob)
        mover = (alice, bob)[ply % 2]
        mover.clicks(square)
        alice.sees_stones(ply + 1)
        bob.sees_stones(ply + 1)
    take("record-draw", alice)

    won = alice.invites("10x10")
    bob.joins(won)
    for ply, square in enumerate("e5 e6 f5 f6 g5 g6 h5 h6 d5".split()):
        (alice, bob)[ply % 2].clicks(square)
        alice.sees_stones(ply + 1)
        bob.sees_stones(ply + 1)
    take("record-won", alice)
    alice.opens_tab("More")
    alice.page.get_by_text("Play on another device").click()
    link = alice.page.get_by_label("Private seat link").input_value()
    bob.opens(link)
    take("seat", bob)

    _plays_with_clocks(alice, bob, take)
    _plays_bots(alice, take)
    alice.invites("20x20", listed=True)
    bob.opens("/")
    bob.page.locator("#open-games .game-row").first.wait_for()
    take("home", bob)
    bob.page.get_by_role("link", name=re.compile("3 bots")).click()
    bob.page.locator(".standings").wait_for()
    take("exhibition", bob)
    bob.opens("/game/nosuchgame/")
    take("not-found", bob)


def _opens(alice: Person, bob: Person, eve: Person, take: Take) -> None:
    """A game that opens by swap2."""
    for person in (alice, bob):
        person.page.context.clear_cookies()
        _named(person, person.name)
    alice.opens("/?preset=15x15&opening=swap2#new-game")
    take("opening-options", alice, whole=True)
    alice.opens("/rules/")
    take("opening-rules", alice, whole=True)
    address = alice.invites("15x15", opening="swap2", clock="5+3")
    bob.joins(address)
    eve.watches(address)
    take("opening-placing", alice)
    _types(alice, bob, "h8 h9 j10")
    take("opening-asked", bob)
    take("opening-waiting", alice)
    take("opening-watched", eve)
    bob.page.get_by_role("button", name=re.compile("^Place two more")).click()
    bob.page.locator(".opening-choice").wait_for(state="detached")
    _types(bob, alice, "c3 m3")
    take("opening-two-more", alice)
    alice.page.get_by_role("button", name=re.compile("^Play White")).click()
    alice.page.locator(".opening-choice").wait_for(state="detached")
    _types(alice, bob, "c13")
    take("opening-over", bob, whole=True)
    address = alice.invites("15x15-renju", opening="soosorv8", clock="5+3")
    bob.joins(address)
    eve.watches(address)
    _types(alice, bob, "h8 h9")
    take("opening-area", alice)
    _types(alice, bob, "h10")
    bob.page.get_by_role("button", name=re.compile("^Play White")).click()
    bob.page.locator(".opening-choice").wait_for(state="detached")
    _types(bob, alice, "h11")
    take("opening-number", bob)
    bob.page.get_by_role("button", name="3", exact=True).click()
    alice.page.get_by_role("button", name=re.compile("^Play Black")).click()
    alice.sees_status("Offer squares: 3 to go.")
    for square in ("g9", "j10", "f12"):
        field = alice.page.get_by_label("Square", exact=True)
        field.fill(square)
        field.press("Enter")
    take("opening-offering", alice)
    alice.page.get_by_role("button", name="Offer these squares").click()
    bob.sees_status("Keep one of the squares.")
    take("opening-kept", bob)
    take("opening-offered", eve)


def _forbids(alice: Person, bob: Person, eve: Person, take: Take) -> None:
    """Renju: forbidden squares are marked for everybody, and explained."""
    alice.opens("/rules/renju/")
    take("rule-renju", alice, whole=True)
    address = alice.invites("15x15-renju")
    bob.joins(address)
    eve.watches(address)
    for ply, square in enumerate("h8 a1 h9 a15 g10 o1 f10 o15".split()):
        _types(*((alice, bob), (bob, alice))[ply % 2], square)
    alice.page.locator("#board .ban").wait_for()
    take("renju", alice)
    take("renju-watched", eve)
    alice.clicks("h10")
    expect(alice.page.locator("#board path.shape")).to_have_count(2)
    take("renju-refused", alice, whole=True)


def _loses_by_a_row(alice: Person, bob: Person, take: Take) -> None:
    """Misère: Alice completes a row, so Bob wins."""
    alice.opens("/rules/misere/")
    take("rule-misere", alice, whole=True)
    bob.joins(alice.invites("3x3-misere", side="black"))
    play_in_turn(alice, bob, "a1 b2 b1 c3 c1".split())
    expect(alice.page.locator("#board path.line")).to_have_count(1)
    take("misere-lost", alice)
    take("misere-won", bob)


def _follows_other_rules(alice: Person, bob: Person, take: Take) -> None:
    """Caro, gravity, Connect6, and an opening that is given."""
    for rule in ("caro", "gravity", "connect6"):
        alice.opens(f"/rules/{rule}/")
        take(f"rule-{rule}", alice, whole=True)
    bob.joins(alice.invites("15x15-caro", side="black"))
    play_in_turn(alice, bob, "h8 g8 i8 a1 j8 a3 k8 a5 l8".split())
    alice.sees_stones(9)
    take("caro-won", alice)
    bob.joins(alice.invites("7x6-gravity", side="black"))
    play_in_turn(alice, bob, "d1 d2 e1 c1".split())
    take("gravity", alice)
    take("gravity-waiting", bob)
    bob.joins(alice.invites("19x19-connect6", side="black"))
    for mover, other, square in ((alice, bob, "j10"), (bob, alice, "k10"), (bob, alice, "k11")):
        _types(mover, other, square)
    take("connect6", alice)
    _types(alice, bob, "l10")
    take("connect6-second", alice)
    take("connect6-waiting", bob)
    bob.joins(alice.invites("15x15", side="black", opening="balanced"))
    bob.sees_stones(5)
    take("opening-given", bob)


def _types(person: Person, other: Person, squares: str) -> None:
    """Somebody places stones, one after the other."""
    for square in squares.split():
        stones = len(person.board()) + 1
        person.page.get_by_label("Square", exact=True).fill(square)
        person.page.keyboard.press("Enter")
        person.sees_stones(stones)
        other.sees_stones(stones)


def _is_away(alice: Person, bob: Person, take: Take) -> None:
    address = alice.invites("15x15", clock="3d")
    bob.joins(address)
    slug = address.rstrip("/").rpartition("/")[2]
    plan = f"/game/{slug}/ahead"
    bob.opens(f"{plan}?line=h8i9g8i8")
    bob.presses("Keep this line")
    bob.opens(f"{plan}?line=h8i9g7")
    take("ahead", bob, whole=True)
    bob.opens("/turns/")
    take("turns", bob, whole=True)
    bob.opens("/settings/#vacation")
    bob.presses("Go on vacation")
    take("settings-vacation", bob, whole=True)
    alice.opens(address)
    alice.is_live()
    take("game-vacation", alice, whole=True)
    bob.presses("I’m back")


def _plays_with_clocks(alice: Person, bob: Person, take: Take) -> None:
    alice.opens("/")
    alice.page.locator("#clock").select_option("custom")
    alice.page.locator("#clock_text").fill("10+3x30s")
    take("home-clock", alice)

    address = alice.invites("15x15", clock="5+3")
    bob.joins(address)
    _play(alice, bob, "h8 i9 g8 i8 i7 j10 f8 k11 e8 h7 j8".split())
    take("game-clock", alice)
    alice.clicks("d8")
    alice.page.locator("#board .premove").wait_for()
    take("game-premove", alice)
    alice.presses("Cancel the premove")
    for label in ("Draw", "Take back", "Pause"):
        bob.presses(label)
    take("game-offers", alice)
    take("game-offers-made", bob)
    for what, answer in (("a draw", "Decline"), ("take back", "Accept")):
        asked = alice.page.get_by_role("group", name=re.compile(what))
        asked.get_by_role("button", name=answer).click()
    alice.sees_stones(9)
    take("game-taken-back", bob)
    bob.presses("Pause")
    alice.presses("Accept")
    take("game-paused", alice)
    alice.presses("Resume")
    take("game-resumed", bob)
    bob.clicks("c3")
    alice.sees_stones(10)
    bob.presses("More time")
    take("game-time-given", alice)
    bob.opens("/")
    away = alice.page.get_by_role("group", name="Your opponent has left")
    away.wait_for()
    take("game-left", alice)
    away.get_by_role("button", name="Claim win").wait_for(timeout=30_000)
    take("game-claim", alice)
    alice.opens(f"{address}timing")
    take("timing", alice)

    address = alice.invites("10x10", clock="1+3x30s")
    bob.joins(address)
    _play(alice, bob, "e5 f6".split())
    take("game-periods", bob)
    quick = alice.invites("10x10", clock="20s")
    bob.joins(quick)
    _play(alice, bob, "e5 f6".split())
    alice.page.locator(".clock.low[data-running]").wait_for(timeout=30_000)
    take("game-low-time", alice)
    bob.sees_status(re.compile("ran out of time"), within_s=30)
    take("record-time", bob)


def _play(alice: Person, bob: Person, squares: Sequence[str]) -> None:
    for ply, square in enumerate(squares):
        (alice, bob)[ply % 2].clicks(square)
        alice.sees_stones(ply + 1)
        bob.sees_stones(ply + 1)


def _plays_bots(alice: Person, take: Take) -> None:
    alice.plays_a_bot("3x3", "perfect", "black")
    alice.clicks("b2")
    alice.sees_stones(2)
    alice.presses("Outcomes")
    alice.page.locator("#board .chip").first.wait_for()
    take("bot-perfect", alice)

    alice.plays_a_bot("10x10", "aggressive", "black")
    for ply, square in enumerate(("e5", "d4", "g7")):
        alice.clicks("j1" if square in alice.board() else square)
        alice.sees_stones(2 * ply + 2)
    alice.page.keyboard.press("h")
    alice.page.keyboard.press("w")
    alice.page.locator("#board .warm").first.wait_for()
    take("bot-aggressive", alice)


def _looked_through(server: parts.Server) -> Kept:
    """Games that were played before anybody came: reviewed, and looked through for puzzles."""
    gomoku = play_out(server, "15x15", REVIEWED)
    tictactoe = play_out(server, "3x3", WITH_MISTAKES)
    play_out(server, "15x15", "h8 i9 g8 j10 h9", names=("Carol", "Dan"), resigns=True)
    play_out(server, "3x3", WITH_A_PUZZLE, names=("Carol", "Dan"))
    for game in (gomoku, tictactoe):
        address = f"/api/games/{game.slug}/review"
        server.post(address, {})
        while server.get(address)["state"] in ("waiting", "working"):
            time.sleep(0.2)
    puzzles = parts.rows(
        server, "SELECT slug FROM review_puzzle WHERE edge = 15 AND plies = 5 ORDER BY rating"
    )
    return Kept(gomoku, tictactoe, f"/puzzle/{puzzles[0][0]}/")


def _learns(alice: Person, take: Take) -> None:
    """The rules, and a lesson: asked, wrong, right, and over."""
    page = alice.page
    for name, path in (("learn", "/learn/"), ("rules", "/rules/"), ("rule", "/rules/exact/")):
        alice.opens(path)
        take(name, alice, whole=True)
    alice.opens("/learn/five-in-a-row/")
    take("lesson", alice)
    alice.clicks("d2")
    alice.sees_stones(10)
    take("lesson-wrong", alice)
    for moves in ("b4", "g7", "f4 g4", "e4 e5 e1", "e4 e5 e6"):
        for square in moves.split():
            page.locator(".lesson-board .playable").wait_for()
            page.wait_for_timeout(800)  # the answer has been played
            alice.clicks(square)
        take(f"lesson-right-{moves[:2]}", alice)
        page.locator(".lesson-buttons .next").click()
    take("lesson-done", alice)


def _looks_back(alice: Person, kept: Kept, take: Take) -> None:
    """The review, the analysis board, a study, the library, a proof and a puzzle."""
    page = alice.page
    alice.opens(f"{kept.gomoku.page}review#21")
    alice.sees_stones(21)
    take("review", alice)
    take("review-whole", alice, whole=True)
    alice.opens(f"{kept.gomoku.page}review#10")
    alice.sees_stones(10)
    alice.presses("Threats")
    page.locator("ul.threats").wait_for(timeout=30_000)
    take("review-threats", alice)
    take("review-threats-whole", alice, whole=True)
    alice.presses("Threats")
    alice.opens(f"{kept.tictactoe.page}review#4")
    alice.presses("Outcomes")
    page.locator("#board .chip").first.wait_for()
    take("review-tictactoe", alice, whole=True)

    alice.opens("/analysis?variant=3x3")
    alice.clicks("b2")
    alice.clicks("a2")
    page.locator("#board .chip").nth(6).wait_for()
    take("analysis", alice, whole=True)

    alice.presses("Edit")
    take("analysis-edit", alice)
    alice.presses("Cancel")
    alice.opens_tab("More")
    take("analysis-more", alice, whole=True)

    alice.opens("/analysis?p=10x10x5-freestyle/10/10/2OOO5/10/10/4XX4/10/10/10/10/X")
    page.keyboard.press("h")
    page.locator("#board .warm").first.wait_for()
    take("analysis-heat", alice, whole=True)

    alice.opens("/analysis?p=15x15x5-renju/O13O/15/15/15/15/5XX8/7X7/7X7/15/15/15/15/15/15/O13O/X")
    page.locator("#board .ban").first.wait_for()
    take("analysis-renju", alice, whole=True)
    alice.clicks("h10")
    page.get_by_text("two open threes").wait_for()
    take("analysis-renju-forbidden", alice, whole=True)

    alice.opens(f"{kept.gomoku.page}review#20")
    alice.sees_stones(20)
    alice.opens_tab("More")
    alice.presses("Save as study")
    page.wait_for_url("**/study/*/")
    page.locator(".moves .move").nth(9).click()
    alice.clicks("f10")
    alice.presses("Comment")
    page.locator("#comment").fill("Nearer to the stones.")
    take("study-comment", alice)
    alice.opens_tab("More")
    page.get_by_text("Share: anyone with the link can read it").click()
    page.locator(".saving", has_text="Saved").wait_for()
    take("study", alice, whole=True)
    alice.opens("/studies")
    take("studies", alice, whole=True)

    alice.opens("/games?player=Alice")
    take("games", alice)
    alice.opens("/settings/")
    take("settings", alice, whole=True)
    alice.opens("/following")
    take("following-nobody", alice)
    alice.opens("/explorer?p=15x15&play=h8i9")
    take("explorer", alice, whole=True)
    alice.opens("/proof?p=4x3x3-freestyle/4/4/4/X")
    take("proof", alice, whole=True)
    alice.opens("/analysis/board")
    take("analysis-board", alice, whole=True)
    alice.opens("/tree?p=3x3&play=b2c2a3a1")
    take("tree", alice, whole=True)
    alice.opens("/tree?p=9x9")
    take("tree-refused", alice)
    alice.opens("/puzzles")
    take("puzzles", alice)
    alice.opens(kept.puzzle)
    take("puzzle", alice)
    alice.clicks("a15")
    page.get_by_role("button", name="Try again").wait_for()
    take("puzzle-wrong", alice)
    alice.opens(f"{kept.gomoku.page}practice")
    take("practice-spectator", alice)
    alice.opens(kept.gomoku.seat_links[0])
    page.get_by_role("button", name="Play from this device").click()
    alice.opens(f"{kept.gomoku.page}practice")
    take("practice", alice)


def _named(person: Person, name: str) -> None:
    person.opens("/")
    person.page.locator(".menu-name").click()
    person.page.locator("#rename").fill(name)
    person.page.get_by_role("button", name="Save name").click()
    person.page.wait_for_load_state()


def _watches(alice: Person, bob: Person, eve: Person, take: Take) -> None:
    """A game watched from behind and beside, small boards, TV, a frame, a player, a search."""
    page = eve.page
    for person in (alice, bob, eve):
        person.is_called(person.name)
    address = alice.invites("15x15", clock="5+3")
    bob.joins(address)
    eve.watches(address)
    _play(alice, bob, GOMOKU[:9])
    eve.sees_stones(9)
    for person, text in ((alice, "Good luck!"), (bob, "You too."), (eve, "What an opening!")):
        if not person.page.locator("#chat-text").is_visible():
            person.opens_tab("Chat")
        person.page.locator("#chat-text").fill(text)
        person.page.keyboard.press("Enter")
    take("game-chat", alice, whole=True)
    for person in (alice, bob, eve):  # back from the chat to the board
        person.page.keyboard.press("Escape")
        person.page.evaluate("() => scrollTo(0, 0)")
    page.get_by_role("button", name="Back", exact=True).click()
    for ply in (9, 10, 11):
        (alice, bob)[ply % 2].clicks(GOMOKU[ply])
        alice.sees_stones(ply + 1)
        bob.sees_stones(ply + 1)
    take("watch-behind", eve, whole=True)
    page.keyboard.press("l")
    eve.sees_stones(12)
    for square in ("k7", "l8", "m9"):
        eve.clicks(square)
    take("watch-variation", eve)

    late = bob.invites("10x10", delay_s=30, visibility="unlisted")
    take("game-late", bob, whole=True)
    eve.watches(late)
    take("watch-late", eve)

    eve.opens("/watch")
    page.locator("a.mini").first.wait_for()
    take("watch", eve)
    eve.opens("/tv/gomoku")
    eve.is_live()
    take("tv", eve)
    slug = address.rstrip("/").rsplit("/", 1)[-1]
    eve.opens(f"/embed/{slug}")
    page.locator(".sitter").first.wait_for()
    take("embed", eve)
    eve.opens(address)
    path = page.locator("a.player-link", has_text="Alice").first.get_attribute("href")
    assert path is not None
    eve.opens(path)
    page.get_by_role("button", name=re.compile("^Follow")).first.click()
    page.get_by_role("button", name=re.compile("^(Following|Unfollow)")).first.wait_for()
    take("player", eve)
    eve.opens("/")
    page.locator("#followed .other").first.wait_for()
    take("home-following", eve)
    eve.opens("/following")
    take("following", eve)
    bob.opens("/")
    bob.picks("7x7")
    bob.presses("Find opponent")
    bob.page.locator(".well.looking").wait_for()
    bob.page.locator(".online").scroll_into_view_if_needed()
    take("looking", bob)
    bob.page.locator(".meanwhile .button").first.wait_for()
    take("looking-long", bob)
    bob.presses("Cancel")
    for path in ("about", "privacy"):
        bob.opens(f"/{path}")
        take(path, bob, whole=True)


def _challenges(alice: Person, bob: Person, take: Take) -> None:
    """Alice and Bob become friends, and ask each other for games."""
    for person in (alice, bob):
        person.page.context.clear_cookies()
        _named(person, person.name)
    alice.opens("/friends")
    take("friends-nobody", alice)
    bob.opens("/friends")
    page = bob.page.locator(".menu .menu-link[href^='/player/']").get_attribute("href") or ""
    alice.opens(page)
    alice.presses("Add friend")
    take("friends-asked", alice)
    bob.page.get_by_role("button", name="Accept Alice").wait_for()
    take("friends-asking", bob, whole=True)
    bob.presses("Accept Alice")
    bob.page.locator("#friends .other").wait_for()
    alice.opens(page)
    take("friends-page", alice)
    alice.page.get_by_role("link", name="Challenge", exact=True).click()
    take("friends-challenge", alice, whole=True)
    alice.presses("Send challenge")
    alice.is_live()
    take("friends-waiting", alice)
    bob.page.locator("#calls .call").wait_for()
    take("friends-challenged", bob, whole=True)
    bob.opens("/learn/")
    bob.page.locator("#calls summary").click()
    take("friends-call", bob)
    bob.plays_a_bot("15x15", "novice", "black")
    bob.page.locator("#calls .call").wait_for()
    take("friends-call-game", bob)
    bob.opens("/blocked")
    take("friends-blocked", bob)


def _moderates(alice: Person, bob: Person, take: Take) -> None:
    """A player is reported, and somebody who runs the server decides."""
    page = bob.page.locator(".menu .menu-link[href^='/player/']").get_attribute("href") or ""
    alice.opens(f"{page}report")
    take("report", alice, whole=True)
    alice.page.get_by_label("Stalls, leaves games or loses on purpose").check()
    alice.page.get_by_label("What happened?").fill("Left three games in a row")
    alice.presses("Send report")
    alice.page.context.clear_cookies()
    alice.signs_in("Mona", "/moderation/")
    decide = alice.page.locator(f"a[href^='/moderation{page}']", has_text="Decide")
    decide.wait_for()
    take("moderation", alice, whole=True)
    decide.click()
    fold = alice.page.locator("details.fold").first
    fold.locator("summary").click()
    take("moderation-player", alice, whole=True)
    fold.locator("textarea").fill("Please end your games.")
    fold.get_by_role("button").click()
    take("moderation-done", alice, whole=True)
    alice.opens("/moderation/log")
    take("moderation-log", alice, whole=True)
    bob.opens("/learn/")
    take("warned", bob)
    bob.presses("I’ve read it")


@contextmanager
def _three(
    browser: Browser, server: parts.Server, width: int, height: int, scheme: str
) -> Iterator[tuple[Person, Person, Person]]:
    options = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
    people = Chromium(browser, server)
    people.complaints = []
    try:
        yield (
            people.person("Alice", **options),
            people.person("Bob", **options),
            people.person("Eve", **options),
        )
    finally:
        people.__exit__(RuntimeError, RuntimeError(), None)  # the 404 is meant


if __name__ == "__main__":
    main(Path(sys.argv[1]))
