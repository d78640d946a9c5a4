"""A server process is killed in mid-game: nobody reloads, everybody goes on, no move is lost."""

from collections.abc import Sequence

from playwright.sync_api import Browser, expect

from tests.live import parts
from tests.live.pages import Chromium, Person

NEVER_RELOADED = "window.neverReloaded"


def _mark(people: Sequence[Person]) -> None:
    for person in people:
        person.page.evaluate(f"{NEVER_RELOADED} = true")


def _went_on(people: Sequence[Person]) -> None:
    first = people[0]
    for person in people:
        assert person.page.evaluate(NEVER_RELOADED) is True
        assert person.board() == first.board()


def test_a_move_made_while_the_server_is_down_is_played_when_it_is_back(browser: Browser) -> None:
    with parts.server() as server, Chromium(browser, server) as people:
        alice, bob, eve = (people.person(name) for name in ("Alice", "Bob", "Eve"))
        address = alice.invites("10x10")
        bob.joins(address)
        eve.watches(address)
        alice.clicks("e5")
        for person in (alice, bob, eve):
            person.sees_stones(1)
        _mark((alice, bob, eve))

        server.crash()
        for person in (alice, bob, eve):
            expect(person.page.locator(".banner")).to_be_visible()
        bob.clicks("f6")
        expect(bob.page.locator("#board .stone.pending")).to_be_visible()
        server.start_again()

        for person in (alice, bob, eve):
            person.sees_stones(2)
            person.is_live()
        alice.clicks("e6")
        for person in (alice, bob, eve):
            person.sees_stones(3)
        _went_on((alice, bob, eve))
        assert parts.rows(server, "SELECT ply, square FROM play_move ORDER BY ply") == [
            (0, 44),
            (1, 55),
            (2, 54),
        ]
        people.complaints.clear()  # the console has noticed that the server was away


def test_when_one_process_of_a_cluster_dies_the_other_takes_over(browser: Browser) -> None:
    with parts.cluster() as server, Chromium(browser, server) as people:
        alice, bob, eve = (people.person(name) for name in ("Alice", "Bob", "Eve"))
        address = alice.invites("10x10")
        bob.joins(address)
        eve.watches(address)
        _mark((alice, bob, eve))
        squares = "e5 f6 e6 f7 e7 f8".split()
        for ply, square in enumerate(squares):
            if ply == 3:
                server.crash(0)
            (alice, bob)[ply % 2].clicks(square)
            for person in (alice, bob, eve):
                person.sees_stones(ply + 1)
        _went_on((alice, bob, eve))
        stored = parts.rows(server, "SELECT ply FROM play_move ORDER BY ply")
        assert stored == [(ply,) for ply in range(len(squares))]
        people.complaints.clear()  # the console has noticed that a process died
