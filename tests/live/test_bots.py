"""A guest plays bots in a real browser: outcomes shown, the slider moved, the game watched."""

import json
import re
import urllib.request

from playwright.sync_api import expect

from tests.live import parts
from tests.live.pages import Chromium, Person


def _is_asked(person: Person) -> None:
    """Wait until it is the person's turn."""
    person.sees_status("Your turn")


def _free(person: Person, columns: str, rows: int) -> list[str]:
    taken = person.board()
    return [f"{c}{r}" for r in range(1, rows + 1) for c in columns if f"{c}{r}" not in taken]


def test_two_clicks_to_perfect_and_a_third_shows_outcomes(people: Chromium) -> None:
    alice = people.person("Alice")
    alice.plays_a_bot("3x3", "perfect")
    _is_asked(alice)
    alice.presses("Outcomes")
    free = _free(alice, "abc", 3)
    # Every empty square says how the game ends: with a sign, not by colour alone.
    expect(alice.page.locator("#board .chip")).to_have_count(len(free))
    expect(alice.page.locator(".news")).to_contain_text("A draw with best play (proved).")
    eve = people.person("Eve")
    eve.watches(alice.page.url)
    expect(eve.page.locator("#board .chip")).to_have_count(0)

    while alice.page.locator("body").get_attribute("data-phase") == "live":
        before = len(alice.board())
        expect(alice.page.locator("#board .chip")).to_have_count(9 - before)
        # Alice plays a square that is proved to lose, if there is one.
        chips = alice.page.locator("#board .chip.loss")
        if chips.count():
            box = chips.first.bounding_box()
            assert box is not None
            alice.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        else:
            alice.clicks(_free(alice, "abc", 3)[0])
        alice.page.wait_for_function(
            "stones => document.querySelectorAll('.moves button').length === stones"
            " || document.body.dataset.phase === 'over'",
            arg=before + 2,
        )
    expect(alice.page.locator("#board .chip")).to_have_count(0)  # no predictions any more
    slug = alice.page.url.rstrip("/").rsplit("/", 1)[-1]
    with urllib.request.urlopen(f"{people.server.url}/api/games/{slug}") as answer:
        game = json.load(answer)
    winner = game["outcome"]["winner"]
    assert winner is None or game["seats"][winner]["level"] == "perfect"
    assert {hint["kind"] for hint in game["hints"]} == {"outcomes"}


def test_the_slider_is_moved_in_the_middle_of_a_game(
    people: Chromium, embedded: parts.Server
) -> None:
    alice = people.person("Alice")
    alice.plays_a_bot("10x10", "aggressive")
    _is_asked(alice)
    alice.page.keyboard.press("h")  # the heat map
    alice.clicks(next(iter({"e5", "f6"} - set(alice.board()))))
    expect(alice.page.locator("#board .warm").first).to_be_visible()
    _is_asked(alice)
    ranked = alice.page.locator("#board .worth").all_text_contents()
    slider = alice.page.get_by_label("Defence weight")
    slider.focus()
    for _ in range(12):
        slider.press("ArrowRight")
    expect(alice.page.locator("output[for=aggressiveness]")).to_have_text("1.40")
    expect(alice.page.locator(".slider")).to_contain_text(re.compile(r"A 1\.40 from move \d"))
    assert alice.page.locator("#board .worth").all_text_contents() != ranked  # ranked anew
    ply = len(alice.moves())
    alice.clicks(_free(alice, "abcdefghij", 10)[0])
    _is_asked(alice)
    slug = alice.page.url.rstrip("/").rsplit("/", 1)[-1]
    thoughts = dict(
        parts.rows(
            embedded,
            "SELECT play_move.ply, aggressiveness FROM play_thought "
            "JOIN play_move ON play_move.id = move_id "
            "JOIN play_game ON play_game.id = game_id WHERE slug = %s",
            slug,
        )
    )
    assert thoughts.pop(ply + 1) == 1.4
    assert set(thoughts.values()) == {0.8}


def test_by_keyboard_alone_against_a_bot(people: Chromium) -> None:
    alice = people.person("Alice")
    alice.opens("/")
    alice.page.locator("input[type=radio][value='3x3']").focus()
    alice.page.keyboard.press("Space")
    alice.page.locator("#opponent").select_option("first-free")
    alice.page.get_by_role("button", name="Play a bot").focus()
    alice.page.keyboard.press("Enter")
    alice.is_live()
    _is_asked(alice)
    alice.page.get_by_label("Square", exact=True).fill(_free(alice, "abc", 3)[-1])
    before = len(alice.board())
    alice.page.keyboard.press("Enter")
    alice.sees_stones(before + 2)
    alice.page.locator("#board").focus()
    alice.page.keyboard.press("w")
    expect(alice.page.locator(".help-notes p").first).to_have_text(
        re.compile(r"^(?!Hints are).*\.$")
    )


def test_a_bot_that_does_not_play_the_board_cannot_be_chosen_and_the_last_one_is_there_again(
    people: Chromium,
) -> None:
    alice = people.person("Alice")
    alice.opens("/")
    level, about = alice.page.locator("#opponent"), alice.page.locator("#bot-about")
    perfect = level.locator("option[value=perfect]")
    expect(level).to_have_value("casual")
    expect(perfect).to_be_enabled()  # a newcomer is offered tic-tac-toe
    alice.picks("15x15")
    expect(perfect).to_be_disabled()
    alice.picks("3x3")
    level.select_option("perfect")
    expect(about).to_contain_text("without a mistake (proved)")
    alice.picks("15x15")
    expect(level).to_have_value("casual")
    alice.picks("4x4")
    expect(level).to_have_value("perfect")
    alice.opens("/")
    alice.picks("3x3")
    expect(level).to_have_value("perfect")


def test_an_exhibition_is_watched(people: Chromium, embedded: parts.Server) -> None:
    parts.manage(
        embedded.environment,
        *("exhibition", "first-free", "random", "--preset", "3x3", "--title", "Robots' evening"),
    )
    eve = people.person("Eve")
    eve.opens("/")
    eve.page.get_by_role("link", name=re.compile("Robots' evening")).click()
    expect(eve.page.locator("#exhibition")).to_contain_text(
        "Final result after 2 games", timeout=30_000
    )
    eve.page.get_by_role(
        "link", name=re.compile("^First free – Random|^Random – First free")
    ).first.click()
    expect(eve.page.locator(".set")).to_contain_text("First free")
