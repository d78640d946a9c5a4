"""Notices in a real browser: its service worker, and the card on the settings page."""

import json
from typing import Any

from playwright.sync_api import BrowserContext, expect

from tests.live.pages import Chromium

_STANDS_IN = """() => {
  // The headless shell has no notifications and no push service: what it would give is put here.
  Object.defineProperty(Notification, "permission", { get: () => "default" });
  Notification.requestPermission = async () => "granted";
  const bytes = new Uint8Array(65);
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async (options) => {
    globalThis.asked = options.applicationServerKey.length;
    return { toJSON: () => ({
      endpoint: "https://push.invalid/send/1",
      keys: { p256dh: "B", auth: "A" },
    }) };
  };
}"""
_HEARS = """() => {
  self.shown = [];
  self.registration.showNotification = async (...said) => void self.shown.push(said);
}"""


def _pushes(context: BrowserContext, page: Any, origin: str, text: str) -> None:
    """Have the browser deliver this to the page's service worker."""
    browser = context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(event["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    while not registrations:
        page.wait_for_timeout(20)
    sending = {"origin": origin, "registrationId": registrations[0]["registrationId"], "data": text}
    browser.send("ServiceWorker.deliverPushMessage", sending)
    browser.detach()


def test_the_service_worker_shows_what_is_pushed_and_it_leads_to_the_game(
    people: Chromium,
) -> None:
    alice = people.person("Alice")
    alice.opens("/settings/")
    scope = alice.page.evaluate(
        "async () => { await navigator.serviceWorker.register('/sw.js');"
        " return (await navigator.serviceWorker.ready).scope; }"
    )
    assert scope == f"{alice.url}/"
    (worker,) = alice.context.service_workers
    worker.evaluate(_HEARS)
    notice = {
        "title": "Your turn against Bob",
        "body": "15×15",
        "tag": "game:a",
        "link": "/game/a/",
    }

    for text in (json.dumps(notice), json.dumps({**notice, "link": "//evil.example/"}), "?"):
        _pushes(alice.context, alice.page, alice.url, text)
    worker.evaluate(
        "async () => { while (self.shown.length < 3) await new Promise(r => setTimeout(r, 20)); }"
    )
    first, *others = worker.evaluate("() => self.shown")

    assert first[0] == "Your turn against Bob"
    assert (first[1]["body"], first[1]["tag"], first[1]["data"]) == ("15×15", "game:a", "/game/a/")
    assert [(title, options["data"]) for title, options in others] == [("Inarow", "/turns/")] * 2
    icon = alice.context.request.get(alice.url + first[1]["icon"])
    assert icon.headers["content-type"] == "image/png"


def test_a_browser_whose_push_service_is_unknown_is_told_so_on_the_page(people: Chromium) -> None:
    """As far as the headless shell can go: up to the server, which looks for the service."""
    alice = people.person("Alice")
    alice.invites(clock="1d")
    alice.page.add_init_script(f"({_STANDS_IN})()")
    alice.opens("/settings/#notices")
    card = alice.page.locator("#notices")

    card.get_by_role("button", name="Turn on").click()

    expect(card.locator("#push-state")).to_contain_text("push service")
    expect(card.get_by_role("button", name="Turn on")).to_be_enabled()
    assert alice.page.evaluate("globalThis.asked") == 65  # the server's key, as bytes
    assert [text for text in people.complaints if "503" not in text] == []
    people.complaints.clear()


def test_what_is_chosen_is_kept_as_it_is_switched(people: Chromium) -> None:
    alice = people.person("Alice", timezone_id="Asia/Tokyo")
    alice.invites(clock="1d")
    alice.opens("/settings/#notices")
    card = alice.page.locator("#notices")

    card.get_by_role("group", name="Deadline near").get_by_role("switch").uncheck()
    expect(card.locator(".saved")).to_have_text("Saved")
    card.get_by_role("switch", name="Quiet hours").check()
    card.get_by_label("From").fill("23:15")
    expect(card.locator(".saved")).to_have_text("Saved")
    alice.page.wait_for_load_state("networkidle")
    alice.opens("/settings/#notices")

    group = card.get_by_role("group", name="Deadline near")
    expect(group.get_by_role("switch")).not_to_be_checked()
    expect(card.get_by_label("From")).to_have_value("23:15")
    expect(card.get_by_label("Your time zone")).to_have_value("Asia/Tokyo")
