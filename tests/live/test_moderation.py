"""A report in real browsers: from the page of whoever is rude to what a moderator does about it."""

import re
import secrets

from playwright.sync_api import Locator, expect

from tests.live import parts
from tests.live.pages import Chromium, Person


def moderator(people: Chromium, **context: object) -> Person:
    """Somebody who runs the server, signed in, by a name of their own: whoever tests again meets
    the same server."""
    name = f"Mona{secrets.token_hex(3)}"
    parts.makes_moderator(people.server.environment, name)
    mona = people.person(name, **context)
    mona.signs_in(name, "/account/")
    return mona


def does(mona: Person, what: str, why: str, *, name: str = "", days: str = "") -> None:
    """On a player's page: open what can be done, say why, and do it."""
    fold = mona.page.locator("details.fold").filter(
        has=mona.page.locator("summary", has_text=re.compile(f"^{what}$"))
    )
    fold.locator("summary").click()
    if name:
        fold.get_by_label("New name").fill(name)
    if days:
        fold.get_by_label("How long").select_option(label=days)
    fold.locator("textarea").fill(why)
    fold.get_by_role("button", name=what, exact=True).click()
    expect(mona.page.get_by_text("Done. It’s in the log.")).to_be_visible()


def _lines(person: Person) -> Locator:
    return person.page.get_by_role("log").locator(".line .words")


def test_from_a_report_to_what_is_done_about_it(people: Chromium) -> None:
    rudy, alice = people.person("Rudy"), people.person("Alice")
    for each, name in ((rudy, "Rudy Rude"), (alice, "Alice")):
        each.is_called(name)
    address = rudy.invites("15x15")
    alice.joins(address)
    path = address.removeprefix(rudy.url)
    rudy.clicks("h8")
    alice.sees_stones(1)
    alice.clicks("h9")
    rudy.sees_stones(2)

    # 1. Alice reports Rudy on his page.
    eve = people.person("Eve")
    eve.opens("/")
    link = rudy.page.locator(".menu .menu-link[href^='/player/']")
    profile = link.get_attribute("href") or ""
    opponent = alice.context.new_page()
    opponent.goto(alice.url + profile)
    opponent.get_by_role("link", name="Report this player").click()
    opponent.get_by_label("Stalls, leaves games or loses on purpose").check()
    opponent.get_by_label("What happened?").fill("Rude <b>and</b> slow")
    opponent.get_by_role("button", name="Send report").click()
    expect(opponent.get_by_text("Thanks. A moderator will look at it.")).to_be_visible()

    # 2. Mona finds it in the queue, warns him, and settles it. Nobody else has a queue.
    mona = moderator(people)
    mona.page.locator(".account-row", has_text="Moderation").get_by_role("link").click()
    card = mona.page.locator("article.card", has_text="Rudy Rude")
    expect(card).to_contain_text("Rude <b>and</b> slow")
    card.get_by_role("link", name="Decide").click()
    does(mona, "Warn", "Please be kind.")
    reports = mona.page.locator("section.card", has_text="Open reports")
    reports.get_by_role("textbox").fill("Warned him")
    reports.get_by_role("button", name="Settle these reports").click()
    expect(reports).to_contain_text("1 report was settled before.")
    moderated = mona.page.url
    answer = alice.context.request.get(moderated)
    assert answer.status == 404

    # 3. Rudy reads it on top of his next page, until he says that he has; not over the board.
    expect(rudy.page.get_by_text("A moderator writes to you")).to_have_count(0)
    rudys = rudy.context.new_page()
    rudys.goto(f"{rudy.url}/learn/")
    expect(rudys.get_by_text("Please be kind.")).to_be_visible()
    rudys.get_by_role("button", name="I’ve read it").click()
    expect(rudys.get_by_text("Please be kind.")).to_have_count(0)

    # 4. Muted, he says nothing beside the board, and is told so.
    does(mona, "Mute", "Rude again", days="7 days")
    for each in (rudy, alice):
        each.opens_tab("Chat")
    rudy.page.locator("#chat-text").fill("You play like my cat.")
    rudy.page.keyboard.press("Enter")
    expect(rudy.page.get_by_text("A moderator has silenced you until")).to_be_visible()
    expect(_lines(alice)).to_have_count(0)

    # 5. Renamed, he has the new name at every board at once.
    does(mona, "Rename", "Offensive", name="Rudolf")
    expect(alice.page.locator(".player.above")).to_contain_text("Rudolf")
    rudys.reload()
    expect(rudys.get_by_text("A moderator has changed your name to Rudolf.")).to_be_visible()

    # 6. The game leaves the lists; whoever has its link still watches it.
    eve.opens("/watch")
    here = eve.page.locator(f"a[href='{path}']")
    expect(here.first).to_be_visible()
    mona.opens(f"/moderation{path}")
    mona.page.get_by_label("Why? The log keeps it.").fill("Its names")
    mona.page.get_by_role("button", name="Remove from lists").click()
    expect(mona.page.get_by_role("heading", name="Put it back")).to_be_visible()
    # A page opened before the lobby has looked again keeps the game's place, as one no longer live.
    for _ in range(30):
        eve.opens("/watch")
        if here.count() == 0:
            break
        eve.page.wait_for_timeout(500)
    expect(here).to_have_count(0)
    eve.watches(address)
    eve.sees_stones(2)

    # 7. Closed, his pages become a stranger's, his game is over, and he is told why he can't play.
    mona.opens(moderated.removeprefix(mona.url))
    does(mona, "Close the guest", "Does not stop")
    alice.sees_status("You won!")
    expect(rudy.page.get_by_role("button", name="Resign")).to_have_count(0)
    rudy.is_live()
    rudys.goto(f"{rudy.url}/")
    rudys.locator(".way:has(#opponent) button").click()
    expect(rudys.get_by_text("A moderator has closed your guest")).to_be_visible()
    refused = [each for each in people.complaints if "403 (Forbidden)" in each]
    assert len(refused) == 1  # so says his browser's console, too
    people.complaints.remove(refused[0])
    rudys.goto(rudy.url + profile)
    expect(rudys.get_by_text("This guest is closed")).to_be_visible()

    # 8. The log has all of it, the latest first, and who did it.
    mona.opens("/moderation/log")
    entries = mona.page.locator(".mod-list > li")
    expect(entries).to_contain_text(
        ["Closed", "Removed a game", "Renamed", "Muted", "Settled", "Warned"]
    )
    expect(entries.first).to_contain_text("Does not stop")
    expect(entries.first).to_contain_text(mona.name)
