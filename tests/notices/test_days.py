"""Games over days: whoever is away is told of each turn once, and of nothing that is not so."""

import asyncio
import threading
from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User

from games import metrics, mnk
from games.mnk.clock import DAY, HOUR, MINUTE
from games.notices import challenges, choices, looking, outbox, subscriptions
from games.notices.models import (
    Channel,
    Delivery,
    Kind,
    Notice,
    NoticeChoices,
    PushSubscription,
    State,
)
from games.notices.quiet import QuietHours
from games.notices.seen import looked_at
from games.notices.wording import Told
from games.play.clock import now_ms
from games.play.hub import Hub
from games.play.models import Game
from games.players.models import Player
from games.workers import leases
from games.workers.notifier import LEASE, LEASE_MS, Notifier
from tests import figures
from tests.lobby.test_pairing import becomes
from tests.notices.conftest import Club
from tests.notices.services import MailServer, PushService, UserAgent, claims_of

Passes = Callable[[int], None]


async def a_letter_waits(club: Club, passes: Passes, clock: str | None = None) -> None:
    """Alice has played two minutes ago, and Bob wants a letter about it."""
    alice = await club.person("Alice")
    bob = await club.person("Bob", address="bob@example.org")
    await club.wants(bob)
    await club.plays(await club.game(alice, bob, clock), "h8")
    passes(2 * MINUTE)


async def bob_is_to_move(club: Club, passes: Passes, clock: str | None = None) -> UserAgent:
    """Alice has played two minutes ago, and Bob is not here; the browser that he is told by."""
    alice, bob = await club.guest("Alice"), await club.guest("Bob")
    laptop = UserAgent("laptop")
    await club.subscribes(bob, laptop)
    await club.plays(await club.game(alice, bob, clock), "h8")
    passes(2 * MINUTE)
    return laptop


def counted(channel: str, *what: str) -> Callable[[], list[float]]:
    """How often each of these has become of a notice since then, by the operator's figures."""
    rows = [metrics.notices.labels(channel, each) for each in what]
    before = list(map(figures.value, rows))
    return lambda: [figures.value(row) - was for row, was in zip(rows, before, strict=True)]


async def test_each_turn_is_told_once_by_browser_and_by_letter(
    club: Club, pushes: PushService, mail: MailServer, passes: Passes
) -> None:
    """A game with a day for each move, over six days."""
    alice = await club.person("Alice", address="alice@example.org")
    bob = await club.person("Bob", address="bob@example.org")
    phone, laptop = UserAgent("phone"), UserAgent("laptop")
    await club.subscribes(alice, phone)
    await club.subscribes(bob, laptop)
    await club.wants(alice)
    await club.wants(bob)
    passes(HOUR)
    game = await club.game(alice, bob)
    notifier = club.notifier()
    sent = [counted(channel, "sent") for channel in ("push", "email")]

    told = []
    for square in ("h8", "i9", "g8", "i8", "i7", "j10"):
        await club.plays(game, square)
        for _ in range(8):  # two hours, looked at every quarter of an hour
            passes(15 * MINUTE)
            await notifier.tick()
        passes(10 * HOUR)
        told.append((len(pushes.for_(phone)), len(pushes.for_(laptop)), len(mail.letters)))

    # Black moves first: each move is told to the other, and to nobody else.
    assert told == [(0, 1, 1), (1, 1, 2), (1, 2, 3), (2, 2, 4), (2, 3, 5), (3, 3, 6)]
    assert [figure() for figure in sent] == [[6], [6]]
    assert [letter["To"] for letter in mail.letters] == [
        "bob@example.org",
        "alice@example.org",
    ] * 3
    notice = pushes.for_(laptop)[0]
    assert notice == {
        "title": "Your turn against Alice",
        "body": "15×15, five in a row",
        "link": f"/game/{game.slug}/",
        "tag": f"game:{game.slug}",
    }
    assert pushes.for_(phone)[0]["body"] == "15×15, five in a row · 23 hours left"


async def test_what_is_sent_says_who_sends_it_and_nothing_that_others_could_read(
    club: Club, pushes: PushService, passes: Passes, settings: object
) -> None:
    alice, bob = await club.guest("Alice"), await club.guest("Bob")
    laptop = UserAgent("laptop")
    await club.subscribes(bob, laptop)
    game = await club.game(alice, bob)
    await club.plays(game, "h8")
    passes(2 * MINUTE)

    assert await club.notifier().tick() == 1

    (taken,) = pushes.taken
    assert taken.headers["Content-Encoding"] == "aes128gcm"
    assert b"Alice" not in taken.body
    assert game.slug.encode() not in taken.body
    assert game.slug not in str(taken.headers)
    claims = claims_of(taken.headers["Authorization"])
    assert claims["aud"] == "https://push.example.net"
    assert claims["sub"].startswith("mailto:")
    assert pushes.tried == ["93.184.216.34"]


async def test_somebody_who_looks_by_themselves_is_told_nothing(
    club: Club, pushes: PushService, passes: Passes
) -> None:
    alice, bob = await club.guest("Alice"), await club.guest("Bob")
    await club.subscribes(bob, UserAgent("laptop"))
    game = await club.game(alice, bob)
    notifier = club.notifier()
    watching = await club.looks(game, mnk.Side.WHITE)
    seen = counted("any", "seen")

    await club.plays(game, "h8")
    passes(2 * MINUTE)
    await notifier.tick()
    await watching.leaves()
    passes(2 * MINUTE)
    await notifier.tick()

    assert pushes.taken == []
    assert seen() == [1]


async def test_somebody_who_comes_and_goes_while_it_is_to_be_sent_again_is_not_told(
    club: Club, pushes: PushService, passes: Passes
) -> None:
    alice, bob = await club.guest("Alice"), await club.guest("Bob")
    await club.subscribes(bob, UserAgent("laptop"))
    game = await club.game(alice, bob, None)
    await club.plays(game, "h8")
    passes(2 * MINUTE)
    pushes.answers = [(503, {})]
    notifier = club.notifier()
    await notifier.tick()

    came = await club.looks(game, mnk.Side.WHITE)
    await came.leaves()
    await becomes(Delivery.objects.filter(state=State.DROPPED).aexists)
    passes(10 * MINUTE)
    await notifier.tick()

    assert len(pushes.taken) == 1


async def test_nobody_looks_at_a_game_that_is_gone(hub: Hub) -> None:
    told = Told(Kind.TURN, "Alice", "/game/x/", "game:x")
    assert await looked_at(hub, [outbox.Part(1, told, "x"), outbox.Part(2, told)]) == []


async def test_somebody_who_came_and_went_before_they_were_told_is_not_told(
    club: Club, pushes: PushService, passes: Passes
) -> None:
    alice, bob = await club.guest("Alice"), await club.guest("Bob")
    await club.subscribes(bob, UserAgent("laptop"))
    game = await club.game(alice, bob)
    await club.plays(game, "h8")
    came = await club.looks(game, mnk.Side.WHITE)
    await club.goes(came, bob)
    passes(2 * MINUTE)

    await club.notifier().tick()

    assert pushes.taken == []
    assert (await Notice.objects.aget(player=bob)).seen_ms is not None


async def test_nobody_is_told_at_once_they_may_come_by_themselves(
    club: Club, pushes: PushService, passes: Passes
) -> None:
    alice, bob = await club.guest("Alice"), await club.guest("Bob")
    await club.subscribes(bob, UserAgent("laptop"))
    game = await club.game(alice, bob)
    await club.plays(game, "h8")
    notifier = club.notifier()

    passes(30_000)
    await notifier.tick()
    assert pushes.taken == []

    passes(40_000)
    await notifier.tick()
    assert len(pushes.taken) == 1


async def test_a_deadline_that_is_near_is_told_once(
    club: Club, pushes: PushService, passes: Passes
) -> None:
    alice, bob = await club.guest("Alice"), await club.guest("Bob")
    phone = UserAgent("phone")
    await club.subscribes(alice, phone)
    await club.wants(alice, {Channel.PUSH: [Kind.DEADLINE]})
    game = await club.game(alice, bob, "3d")
    await club.plays(game, "h8 i9")
    notifier = club.notifier()

    heard = []
    for _ in range(11):
        passes(6 * HOUR)
        await notifier.tick()
        heard.append(len(pushes.for_(phone)))

    # A quarter of three days: told when eighteen hours or less are left, after 54 of 72 hours.
    assert heard == [0] * 8 + [1] * 3
    assert pushes.for_(phone)[0]["title"] == "Your time is running out against Bob"
    assert pushes.for_(phone)[0]["body"] == "15×15, five in a row · 17 hours left"
    # Nobody is told when it is too late.
    await game.arefresh_from_db()
    due = game.due_ms
    assert due is not None
    notice = await Notice.objects.aget(kind=Kind.DEADLINE)
    last = await club.hub.read(outbox.told_of, notice, due - 1)
    assert last is not None
    assert last.left_ms == 1
    assert await club.hub.read(outbox.told_of, notice, due) is None
    near = due - 18 * HOUR
    assert [len(await club.hub.read(looking.deadlines, at)) for at in (near, near + 1)] == [0, 1]


async def test_the_end_is_told_to_whoever_was_away(
    club: Club, pushes: PushService, passes: Passes
) -> None:
    alice, bob = await club.guest("Alice"), await club.guest("Bob")
    phone, laptop = UserAgent("phone"), UserAgent("laptop")
    await club.subscribes(alice, phone)
    await club.subscribes(bob, laptop)
    game = await club.game(alice, bob, None, "3x3")
    await club.plays(game, "a1 b1 a2 b2 a3")
    await club.has_seen(alice)
    passes(2 * MINUTE)
    notifier = club.notifier()

    await notifier.tick()
    await notifier.tick()

    assert [each["title"] for each in pushes.for_(laptop)] == ["Alice won this one"]
    assert pushes.for_(phone) == []  # she has seen it: it was her move


async def test_games_in_minutes_with_bots_or_with_programs_are_not_told_of(
    club: Club, pushes: PushService, passes: Passes
) -> None:
    alice, bob = await club.guest("Alice"), await club.guest("Bob")
    robo = await _bot()
    program = await Player.objects.acreate(name="Program", program=True)
    for each in (alice, bob):
        await club.subscribes(each, UserAgent(f"of-{each.pk}"))
    for opponent, clock in ((bob, "5+3"), (robo, None), (program, None), (robo, "1d")):
        game = await club.game(opponent, alice, clock)
        await club.plays(game, "h8")
    passes(2 * MINUTE)

    await club.notifier().tick()

    assert pushes.taken == []


async def _bot() -> Player:
    return await Player.objects.acreate(name="Novice", kind="bot", level="novice")


async def test_a_turn_taken_back_and_come_again_is_a_turn_of_its_own(
    club: Club, pushes: PushService, passes: Passes
) -> None:
    alice, bob = await club.guest("Alice"), await club.guest("Bob")
    laptop = UserAgent("laptop")
    await club.subscribes(bob, laptop)
    game = await club.game(alice, bob, None)
    notifier = club.notifier()
    await club.plays(game, "h8")
    passes(2 * MINUTE)
    await notifier.tick()

    black, white = await club.looks(game, mnk.Side.BLACK), await club.looks(game, mnk.Side.WHITE)
    await black.says("offer takeback")
    assert (await white.hears())["type"] == "offered"
    await white.says("accept takeback")
    assert (await white.hears())["type"] == "takenBack"
    await black.leaves()
    await white.leaves()
    await club.plays(game, "g7")
    passes(2 * MINUTE)
    await notifier.tick()

    assert len(pushes.for_(laptop)) == 2


async def test_an_offer_makes_no_new_turn(club: Club, pushes: PushService, passes: Passes) -> None:
    alice, bob = await club.guest("Alice"), await club.guest("Bob")
    laptop = UserAgent("laptop")
    await club.subscribes(bob, laptop)
    game = await club.game(alice, bob, None)
    notifier = club.notifier()
    await club.plays(game, "h8")
    passes(2 * MINUTE)
    await notifier.tick()
    black = await club.looks(game, mnk.Side.BLACK)
    await black.says("offer draw")
    await black.hears()
    await black.leaves()
    passes(2 * MINUTE)

    await notifier.tick()

    assert len(pushes.for_(laptop)) == 1


# --- Quiet hours, and what people choose ----------------------------------------------------------


async def test_nothing_is_sent_in_quiet_hours_and_afterwards_what_is_still_true(
    club: Club, pushes: PushService, mail: MailServer, passes: Passes
) -> None:
    alice = await club.person("Alice")
    bob = await club.person("Bob", address="bob@example.org")
    laptop = UserAgent("laptop")
    await club.subscribes(bob, laptop)
    minute = now_ms() // MINUTE % (24 * 60)
    quiet = QuietHours((minute + 10) % 1440, (minute + 10 + 480) % 1440, "UTC")
    await club.wants(bob, quiet=quiet)
    one, other = await club.game(alice, bob, "3d"), await club.game(alice, bob, "3d")
    notifier = club.notifier()
    passes(20 * MINUTE)
    await club.plays(one, "h8")
    await club.plays(other, "h8")
    for _ in range(7):
        passes(HOUR)
        await notifier.tick()
    assert (pushes.taken, mail.letters) == ([], [])
    # In one of them Bob cannot sleep and moves.
    await club.plays(other, "i9")

    for _ in range(3):
        passes(30 * MINUTE)
        await notifier.tick()

    assert [each["link"] for each in pushes.for_(laptop)] == [f"/game/{one.slug}/"]
    assert len(mail.letters) == 1
    assert f"/game/{other.slug}/" not in mail.letters[0].get_content()


async def test_nothing_is_sent_once_it_is_not_wanted_any_more(
    club: Club, pushes: PushService, mail: MailServer, passes: Passes
) -> None:
    alice = await club.person("Alice")
    bob = await club.person("Bob", address="bob@example.org")
    laptop = UserAgent("laptop")
    await club.subscribes(bob, laptop)
    await club.wants(bob)
    game = await club.game(alice, bob)
    await club.plays(game, "h8")
    await club.hub.read(subscriptions.unsubscribe, bob.pk, laptop.endpoint)
    await club.hub.read(choices.stop_letters, bob.pk)
    passes(2 * MINUTE)

    assert await club.notifier().tick() == 0

    assert (pushes.taken, mail.letters) == ([], [])


async def test_nothing_is_sent_to_a_closed_account_and_all_to_one_that_is_open_again(
    club: Club, pushes: PushService, mail: MailServer, passes: Passes
) -> None:
    alice = await club.person("Alice")
    bob = await club.person("Bob", address="bob@example.org")
    await club.subscribes(bob, UserAgent("laptop"))
    await club.wants(bob)
    await club.plays(await club.game(alice, bob), "h8")
    await User.objects.filter(player=bob).aupdate(is_active=False)
    passes(2 * MINUTE)

    assert await club.notifier().tick() == 0
    assert (pushes.taken, mail.letters) == ([], [])

    await User.objects.filter(player=bob).aupdate(is_active=True)
    await club.plays(await club.game(alice, bob), "h8")
    passes(2 * MINUTE)
    await club.notifier().tick()
    assert len(mail.letters) == 1


async def test_what_waits_is_let_be_when_its_person_turns_it_off(
    club: Club, mail: MailServer, passes: Passes, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = await club.person("Alice")
    bob = await club.person("Bob", address="bob@example.org")
    await club.wants(bob)
    await club.plays(await club.game(alice, bob), "h8")
    passes(2 * MINUTE)
    mail.answers = ["451 Try again"]
    notifier = club.notifier()
    await notifier.tick()
    assert (await Delivery.objects.aget()).state == State.WAITING
    await club.wants(bob, {Channel.EMAIL: []})
    passes(HOUR)

    await notifier.tick()

    assert mail.letters == []
    assert (await Delivery.objects.aget()).state == State.DROPPED


async def test_whoever_turns_them_on_is_not_told_what_happened_before(
    club: Club, pushes: PushService, mail: MailServer, passes: Passes
) -> None:
    alice = await club.person("Alice")
    bob = await club.person("Bob", address="bob@example.org")
    await club.plays(await club.game(alice, bob, None), "h8")
    passes(HOUR)
    await club.subscribes(bob, UserAgent("laptop"))
    await club.wants(bob)
    passes(2 * MINUTE)

    await club.notifier().tick()

    assert (pushes.taken, mail.letters) == ([], [])


async def test_letters_need_a_confirmed_address_and_to_be_asked_for(
    club: Club, mail: MailServer, passes: Passes
) -> None:
    from allauth.account.models import EmailAddress

    alice = await club.person("Alice")
    asked = await club.person("Asked", address="asked@example.org")
    silent = await club.person("Silent", address="silent@example.org")
    doubtful = await club.person("Doubtful", address="doubtful@example.org")
    await EmailAddress.objects.filter(email="doubtful@example.org").aupdate(verified=False)
    await club.wants(asked)
    await club.wants(doubtful)
    for each in (asked, silent, doubtful):
        await club.plays(await club.game(alice, each), "h8")
    passes(2 * MINUTE)

    await club.notifier().tick()

    assert [letter["To"] for letter in mail.letters] == ["asked@example.org"]


def test_what_happens_at_the_moment_it_is_asked_for_is_told() -> None:
    wanted = NoticeChoices(push_turn=True, email_turn=True, email_since_ms=7)
    ways = outbox.Ways(wanted, [PushSubscription(since_ms=7)], "bob@example.org")

    told = [len(ways.of(outbox.Happening(1, Kind.TURN, "game", at))) for at in (6, 7)]

    assert told == [0, 2]


# --- Letters -------------------------------------------------------------------------------------


async def test_turns_that_fall_together_are_one_letter_and_the_next_comes_an_hour_later(
    club: Club, mail: MailServer, passes: Passes
) -> None:
    bob = await club.person("Bob", address="bob@example.org")
    await club.wants(bob)
    games = [
        await club.game(await club.person(name), bob, "3d") for name in ("Alice", "Carla", "Dora")
    ]
    for game in games[:2]:
        await club.plays(game, "h8")
    passes(2 * MINUTE)
    notifier = club.notifier()
    await notifier.tick()
    await club.plays(games[2], "h8")
    for _ in range(4):
        passes(10 * MINUTE)
        await notifier.tick()

    (letter,) = mail.letters
    text = letter.get_content()
    assert letter["Subject"] == "2 of your games have news"
    assert "Your turn against Alice" in text
    assert "Your turn against Carla" in text
    assert f"http://127.0.0.1:8000/game/{games[0].slug}/" in text
    assert "All your games in progress: http://127.0.0.1:8000/turns/" in text
    sent = await Delivery.objects.filter(sent_ms__gt=0).alatest("sent_ms")
    for early_ms, is_time in ((1, False), (0, True)):
        at = (sent.sent_ms or 0) + HOUR - early_ms
        claimed = await club.hub.read(outbox.claim_letter, bob.pk, "another worker", at)
        assert (claimed is not None) is is_time
    passes(30 * MINUTE)
    await notifier.tick()
    assert [each["Subject"] for each in mail.letters[1:]] == ["Your turn against Dora"]
    assert "All your games" not in mail.letters[1].get_content()


async def test_a_letter_can_be_ended_with_one_press(
    club: Club, mail: MailServer, passes: Passes
) -> None:
    alice = await club.person("Alice")
    bob = await club.person("Bob", address="bob@example.org")
    await club.wants(bob)
    await club.plays(await club.game(alice, bob), "h8")
    passes(2 * MINUTE)

    await club.notifier().tick()

    (letter,) = mail.letters
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = letter["List-Unsubscribe"].strip()
    assert link.startswith("<http://127.0.0.1:8000/notices/stop/")
    assert link.strip("<>") in letter.get_content()
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter.get_content_type() == "text/plain"


async def test_a_name_in_a_letter_adds_no_header(
    club: Club, mail: MailServer, passes: Passes
) -> None:
    alice = await club.person("Alice")
    await Player.objects.filter(pk=alice.pk).aupdate(name="A\nBcc: eve@example.org")
    bob = await club.person("Bob", address="bob@example.org")
    await club.wants(bob)
    await club.plays(await club.game(alice, bob), "h8")
    passes(2 * MINUTE)

    await club.notifier().tick()

    (letter,) = mail.letters
    assert letter["Bcc"] is None
    assert letter["Subject"] == "Your turn against A Bcc: eve@example.org"


# --- Whatever fails ------------------------------------------------------------------------------


async def test_a_worker_killed_between_claiming_and_sending_leaves_it_to_another(
    club: Club, pushes: PushService, mail: MailServer, passes: Passes
) -> None:
    alice = await club.person("Alice")
    bob = await club.person("Bob", address="bob@example.org")
    laptop = UserAgent("laptop")
    await club.subscribes(bob, laptop)
    await club.wants(bob)
    await club.plays(await club.game(alice, bob), "h8")
    passes(2 * MINUTE)
    dies, lives = club.notifier(), club.notifier()

    async def dies_here(claimed: outbox.Claimed) -> None:
        raise asyncio.CancelledError  # as if the process had gone

    dies._unseen = dies_here  # type: ignore[method-assign]
    with pytest.raises(asyncio.CancelledError):
        await dies.tick()
    assert [row.holder async for row in Delivery.objects.filter(holder=dies.name)] != []

    assert await lives.tick() == 0  # the lease is still the other's

    passes(30_000)  # its lease has run out, its claim has not
    await lives.tick()
    before = len(pushes.taken)
    for _ in range(4):
        passes(MINUTE)
        await lives.tick()

    assert before == 0
    assert len(pushes.for_(laptop)) == 1
    assert len(mail.letters) == 1


async def test_of_two_workers_that_both_think_it_is_theirs_one_sends(
    club: Club, pushes: PushService, passes: Passes
) -> None:
    alice, bob = await club.guest("Alice"), await club.guest("Bob")
    laptop = UserAgent("laptop")
    await club.subscribes(bob, laptop)
    for _ in range(3):
        await club.plays(await club.game(alice, bob, None), "h8")
    passes(2 * MINUTE)
    both = [club.notifier(), club.notifier()]

    async def yes() -> bool:
        return True

    for each in both:
        each._candidate.holds = yes  # type: ignore[method-assign]
    sent = await asyncio.gather(*(each.tick() for each in both))

    assert sum(sent) == len(pushes.for_(laptop)) == 3


async def test_a_worker_whose_lease_another_takes_looks_no_further(
    club: Club, passes: Passes, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = await club.guest("Alice"), await club.guest("Bob")
    await club.subscribes(bob, UserAgent("laptop"))
    for _ in range(3):
        await club.plays(await club.game(alice, bob, None), "h8")
    passes(2 * MINUTE)
    turns = looking.turns

    def turns_until_another_holds_it(mark: looking.Bookmark, at: int) -> looking.Found:
        found = turns(mark, at)
        passes(LEASE_MS + 1)
        leases.hold(LEASE, "another", now_ms(), LEASE_MS)
        return found

    monkeypatch.setattr(looking, "AT_ONCE", 1)
    monkeypatch.setattr(looking, "turns", turns_until_another_holds_it)

    assert await club.notifier().tick() == 0

    assert await Notice.objects.filter(kind=Kind.TURN).acount() == 1


async def test_the_threads_that_send_end_with_the_server(
    club: Club, pushes: PushService, passes: Passes
) -> None:
    laptop = await bob_is_to_move(club, passes)
    before, other = {*threading.enumerate()}, Hub()
    notifier = Notifier(other, network=pushes.network)
    await notifier.tick()
    assert len(pushes.for_(laptop)) == 1

    await other.close()

    assert {*threading.enumerate()} <= before


async def test_a_push_service_that_is_busy_is_tried_again_later_and_later_then_given_up(
    club: Club, pushes: PushService, passes: Passes
) -> None:
    await bob_is_to_move(club, passes, "30d")
    pushes.answers = [(503, {})] * 20
    notifier = club.notifier()
    become = counted("push", "tried", "given_up")

    tried = []
    for minute in range(20 * 60):
        before = len(pushes.taken)
        if minute % 5 == 0 or minute < 10:
            await notifier.tick()
        tried += [minute] * (len(pushes.taken) - before)
        passes(MINUTE)

    assert tried[:3] == [0, 1, 6]
    assert len(tried) == outbox.MOST_ATTEMPTS
    assert become() == [outbox.MOST_ATTEMPTS - 1, 1]
    assert (await Delivery.objects.aget()).state == State.GIVEN_UP
    assert (await PushSubscription.objects.aget()).failed_ms is not None


async def test_a_push_that_workers_have_died_of_is_given_up(
    club: Club, pushes: PushService, passes: Passes
) -> None:
    await bob_is_to_move(club, passes, "30d")
    pushes.answers = [(503, {})]
    notifier = club.notifier()
    await notifier.tick()
    # Five more workers took it up, and ended before they noted what came of it.
    await Delivery.objects.aupdate(attempts=outbox.MOST_ATTEMPTS)
    passes(10 * MINUTE)

    await notifier.tick()

    assert (await Delivery.objects.aget()).state == State.GIVEN_UP
    assert len(pushes.taken) == 1


async def test_a_push_service_says_when_to_come_back(
    club: Club, pushes: PushService, passes: Passes
) -> None:
    await bob_is_to_move(club, passes)
    pushes.answers = [(429, {"Retry-After": "3000"})]
    notifier = club.notifier()
    await notifier.tick()

    passes(49 * MINUTE)
    await notifier.tick()
    assert len(pushes.taken) == 1
    passes(2 * MINUTE)
    await notifier.tick()

    assert len(pushes.taken) == 2
    assert (await Delivery.objects.aget()).state == State.SENT


@pytest.mark.parametrize("status", [404, 410])
async def test_a_browser_that_is_gone_is_forgotten(
    club: Club, pushes: PushService, passes: Passes, status: int
) -> None:
    alice, bob = await club.guest("Alice"), await club.guest("Bob")
    for name in ("one", "other"):
        await club.subscribes(bob, UserAgent(name))
    await club.plays(await club.game(alice, bob, None), "h8")
    passes(2 * MINUTE)
    pushes.answers = [(status, {})]
    become = counted("push", "gone")

    await club.notifier().tick()

    assert become() == [1]
    gone = pushes.taken[0].path.removeprefix("/send/")
    left = [row.browser async for row in PushSubscription.objects.all()]
    assert left == ["one" if gone == "other" else "other"]


@pytest.mark.parametrize("status", [301, 302, 307, 308, 400, 401, 403, 413])
async def test_a_refusal_is_given_up_and_a_redirect_is_not_followed(
    club: Club, pushes: PushService, passes: Passes, status: int
) -> None:
    await bob_is_to_move(club, passes)
    pushes.answers = [(status, {"Location": "https://push.example.net/elsewhere"})]
    notifier = club.notifier()

    await notifier.tick()
    passes(HOUR)
    await notifier.tick()

    assert [each.path for each in pushes.taken] == ["/send/laptop"]
    assert (await Delivery.objects.aget()).state == State.GIVEN_UP
    assert await PushSubscription.objects.acount() == 1


async def test_a_mail_server_that_refuses_for_now_gets_the_same_letter_again(
    club: Club, mail: MailServer, passes: Passes
) -> None:
    await a_letter_waits(club, passes)
    mail.answers = ["451 Not now"]
    notifier = club.notifier()
    await notifier.tick()
    number = (await Delivery.objects.aget()).letter

    passes(2 * MINUTE)
    await notifier.tick()

    (letter,) = mail.letters
    assert number in letter["Message-ID"]


async def test_a_mail_server_that_never_takes_it_is_not_asked_again(
    club: Club, mail: MailServer, passes: Passes
) -> None:
    await a_letter_waits(club, passes)
    mail.answers = ["500 No such mailbox"]
    notifier = club.notifier()

    for _ in range(3):
        await notifier.tick()
        passes(HOUR)

    assert mail.letters == []
    assert (await Delivery.objects.aget()).state == State.GIVEN_UP


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ("450 Mailbox busy", State.WAITING),
        ("500 No", State.GIVEN_UP),
        ("550 No such user", State.GIVEN_UP),
    ],
)
async def test_an_address_that_is_refused_for_good_is_given_up(
    club: Club, mail: MailServer, passes: Passes, answer: str, state: State
) -> None:
    await a_letter_waits(club, passes)
    mail.refuses = answer

    await club.notifier().tick()

    assert (await Delivery.objects.aget()).state == state


async def test_a_letter_that_workers_have_died_of_is_given_up(
    club: Club, mail: MailServer, passes: Passes
) -> None:
    await a_letter_waits(club, passes, "30d")
    mail.answers = ["451 Not now"]
    notifier = club.notifier()
    await notifier.tick()
    await Delivery.objects.aupdate(attempts=outbox.MOST_ATTEMPTS)
    passes(HOUR)

    await notifier.tick()

    assert (await Delivery.objects.aget()).state == State.GIVEN_UP
    assert mail.letters == []


async def test_of_many_games_all_are_looked_at_at_once(
    club: Club, pushes: PushService, passes: Passes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "AT_ONCE", 1)
    alice, bob = await club.guest("Alice"), await club.guest("Bob")
    await club.subscribes(bob, UserAgent("laptop"))
    for _ in range(3):
        await club.plays(await club.game(alice, bob), "h8")
    passes(2 * MINUTE)

    assert await club.notifier().tick() == 3


async def test_of_a_game_that_is_paused_nobody_is_told(
    club: Club, pushes: PushService, passes: Passes
) -> None:
    alice, bob = await club.guest("Alice"), await club.guest("Bob")
    phone = UserAgent("phone")
    await club.subscribes(alice, phone)
    paused, goes_on = [await club.game(alice, bob) for _ in range(2)]
    for game in (paused, goes_on):
        await club.plays(game, "h8i9")
    await Game.objects.filter(pk=paused.pk).aupdate(due_ms=None)
    passes(2 * MINUTE)

    await club.notifier().tick()

    assert [each["link"] for each in pushes.for_(phone)] == [f"/game/{goes_on.slug}/"]


async def test_a_name_that_leads_inside_when_it_is_sent_gets_nothing(
    club: Club, pushes: PushService, passes: Passes
) -> None:
    """It was public when its browser subscribed."""
    await bob_is_to_move(club, passes)
    pushes.addresses = ["93.184.216.34", "10.0.0.1"]

    await club.notifier().tick()

    assert (pushes.tried, pushes.taken) == ([], [])
    assert (await Delivery.objects.aget()).state == State.GIVEN_UP


# --- Challenges, and what is forgotten ------------------------------------------------------------


async def test_a_challenge_is_told_to_whoever_does_not_answer_soon(
    club: Club, pushes: PushService, passes: Passes
) -> None:
    bob = await club.guest("Bob")
    laptop = UserAgent("laptop")
    await club.subscribes(bob, laptop)
    for name in ("one", "two"):
        await sync_to_async(challenges.challenged)(
            bob.pk, challenge=name, by="Alice", link="/challenges/", at=now_ms()
        )
    notifier = club.notifier()
    await notifier.tick()
    assert pushes.taken == []
    await sync_to_async(challenges.answered)("two")
    passes(MINUTE)

    await notifier.tick()
    await notifier.tick()

    assert pushes.for_(laptop) == [
        {
            "title": "Alice challenges you",
            "body": "",
            "link": "/challenges/",
            "tag": "challenge:one",
        }
    ]


async def test_what_was_told_long_ago_is_forgotten(club: Club, passes: Passes) -> None:
    await bob_is_to_move(club, passes)
    notifier = club.notifier()
    await notifier.tick()
    assert await Notice.objects.acount() == 1

    passes(outbox.KEPT_MS + DAY)
    await notifier.tick()

    assert await Notice.objects.acount() == 0
