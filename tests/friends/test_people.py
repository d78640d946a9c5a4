"""Friends: asked, accepted, declined, taken back, parted, blocked; and how many there can be."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries

from games.accounts import signing
from games.friends import errors, people
from games.friends.models import Friend, FriendRequest
from games.friends.people import Relation
from games.lobby import following
from games.mnk.clock import DAY
from games.players import blocks
from games.players.models import Block, Follow, Kind, OpenTo, Player
from games.refusals import Refused

pytestmark = pytest.mark.django_db

AT = 1_700_000_000_000


@pytest.fixture
def alice() -> Player:
    return Player.objects.create(name="Alice")


@pytest.fixture
def bob() -> Player:
    return Player.objects.create(name="Bob")


def _befriend(one: Player, two: Player) -> None:
    people.ask(one, two, at=AT)
    people.accept(two, one, at=AT)


def _between(one: Player, two: Player) -> tuple[Relation, Relation]:
    return people.standing(one, two).relation, people.standing(two, one).relation


def test_who_is_asked_and_says_yes_is_a_friend(alice: Player, bob: Player) -> None:
    assert people.ask(alice, bob, at=AT) == (alice.pk, bob.pk)
    assert _between(alice, bob) == (Relation.ASKED, Relation.ASKS)
    assert (people.asking(bob.pk), people.asked_by(alice.pk)) == ([alice], [bob])
    people.accept(bob, alice, at=AT)
    assert _between(alice, bob) == (Relation.FRIEND, Relation.FRIEND)
    assert not FriendRequest.objects.exists()
    with pytest.raises(errors.FriendsAlready):
        people.ask(bob, alice, at=AT)


def test_two_who_ask_each_other_are_friends(alice: Player, bob: Player) -> None:
    people.ask(alice, bob, at=AT)
    people.ask(bob, alice, at=AT)
    assert people.are_friends(alice.pk, bob.pk)
    assert people.are_friends(bob.pk, alice.pk)


def test_nobody_accepts_what_was_not_asked(alice: Player, bob: Player) -> None:
    eve = Player.objects.create(name="Eve")
    people.ask(alice, bob, at=AT)
    for player, asker in ((eve, alice), (alice, bob), (eve, bob)):
        with pytest.raises(errors.NobodyAsks):
            people.accept(player, asker, at=AT)
        with pytest.raises(errors.NobodyAsks):
            people.decline(player, asker, at=AT)
    people.withdraw(eve, bob)
    assert people.asking(bob.pk) == [alice]


def test_whoever_was_declined_asks_again_only_after_a_while(alice: Player, bob: Player) -> None:
    people.ask(alice, bob, at=AT)
    with pytest.raises(errors.AskedAlready, match=r"^You’ve already asked Bob\. Wait"):
        people.ask(alice, bob, at=AT)
    people.decline(bob, alice, at=AT)
    assert _between(alice, bob) == (Relation.NOBODY, Relation.NOBODY)
    people.withdraw(alice, bob)  # that does not help
    with pytest.raises(errors.AskedLately):
        people.ask(alice, bob, at=AT + DAY)
    people.ask(bob, alice, at=AT + DAY)  # the other way round it goes
    people.withdraw(bob, alice)
    people.ask(alice, bob, at=AT + people.AGAIN_MS)
    assert people.asking(bob.pk) == [alice]


def test_a_request_can_be_taken_back(alice: Player, bob: Player) -> None:
    people.ask(alice, bob, at=AT)
    people.withdraw(alice, bob)
    assert people.asking(bob.pk) == []
    people.ask(alice, bob, at=AT)


def test_friends_part_for_both(alice: Player, bob: Player) -> None:
    _befriend(alice, bob)
    assert people.remove(bob, alice) == (bob.pk, alice.pk)
    assert not Friend.objects.exists()


def test_nobody_asks_themselves_a_bot_or_a_program(alice: Player) -> None:
    with pytest.raises(errors.AsksOneself):
        people.ask(alice, alice, at=AT)
    bot = Player.objects.create(name="Novice", kind=Kind.BOT, level="novice")
    robo = Player.objects.create(name="Robo", program=True)
    for whom in (bot, robo):
        with pytest.raises(errors.NotAPerson):
            people.ask(alice, whom, at=AT)
        assert not people.standing(alice, whom).may_challenge


def test_who_may_ask_is_for_each_to_say(alice: Player, bob: Player) -> None:
    mira = signing.make_player(User.objects.create(username="Mira"))
    bob.open_to = OpenTo.ACCOUNTS
    bob.save()
    with pytest.raises(errors.NotOpen, match="account"):
        people.ask(alice, bob, at=AT)
    assert not people.standing(alice, bob).may_challenge
    assert not people.standing(None, bob).may_challenge
    people.ask(mira, bob, at=AT)
    bob.open_to = OpenTo.NOBODY
    bob.save()
    people.withdraw(mira, bob)
    with pytest.raises(errors.NotOpen, match="isn’t taking requests"):
        people.ask(mira, bob, at=AT)
    people.ask(bob, mira, at=AT)
    people.accept(mira, bob, at=AT)
    assert people.standing(mira, bob).may_challenge  # friends always may


def test_whoever_is_blocked_is_told_what_everybody_is_told(alice: Player, bob: Player) -> None:
    _befriend(alice, bob)
    Follow.objects.create(follower=bob, followed=alice)
    Follow.objects.create(follower=alice, followed=bob)
    people.block(alice, bob)
    assert _between(alice, bob) == (Relation.BLOCKED, Relation.NOBODY)
    assert not Friend.objects.exists()
    assert not Follow.objects.exists()
    with pytest.raises(errors.NotOpen) as refusal:
        people.ask(bob, alice, at=AT)
    eve = Player.objects.create(name="Eve")
    alice.open_to = OpenTo.NOBODY
    with pytest.raises(errors.NotOpen) as usual:
        people.ask(eve, alice, at=AT)
    assert refusal.value.sentence == usual.value.sentence
    with pytest.raises(following.CannotFollow):
        following.follow(bob.pk, alice.slug)
    following.follow(eve.pk, alice.slug)


def test_a_request_is_gone_once_one_blocks_the_other(alice: Player, bob: Player) -> None:
    people.ask(bob, alice, at=AT)
    people.block(alice, bob)
    with pytest.raises(errors.NobodyAsks):
        people.accept(alice, bob, at=AT)
    people.unblock(alice, bob)
    assert not Block.objects.exists()
    people.ask(bob, alice, at=AT)


def test_both_see_that_one_blocks_the_other(alice: Player, bob: Player) -> None:
    _befriend(alice, bob)
    assert people.block(alice, bob) == (alice.pk, bob.pk)
    assert people.unblock(alice, bob) == (alice.pk,)


def test_whoever_blocks_may_not_ask_either(alice: Player, bob: Player) -> None:
    people.block(alice, bob)
    assert not people.standing(alice, bob).may_challenge
    with pytest.raises(errors.YouBlock, match="You’ve blocked Bob"):
        people.ask(alice, bob, at=AT)


def test_nobody_blocks_themselves_or_everybody(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(blocks.CannotBlock):
        people.block(alice, alice)
    monkeypatch.setattr(blocks, "MAX_BLOCKS", 1)
    people.block(alice, bob)
    with pytest.raises(blocks.CannotBlock, match="most"):
        people.block(alice, Player.objects.create(name="Eve"))


def test_there_is_an_end_to_friends_and_requests(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve, zoe = (Player.objects.create(name=name) for name in ("Eve", "Zoe"))
    monkeypatch.setattr(people, "MOST_FRIENDS", 1)
    monkeypatch.setattr(people, "MOST_ASKED", 1)
    monkeypatch.setattr(people, "MOST_ASKING", 1)
    people.ask(alice, bob, at=AT)
    with pytest.raises(errors.AskedTooMany):
        people.ask(alice, eve, at=AT)
    with pytest.raises(errors.TheyHaveTooMany):
        people.ask(zoe, bob, at=AT)
    people.accept(bob, alice, at=AT)
    people.ask(zoe, alice, at=AT)
    with pytest.raises(errors.TooManyFriends, match="the most you can"):
        people.accept(alice, zoe, at=AT)
    people.ask(bob, eve, at=AT)
    with pytest.raises(errors.TheyHaveTooMany):
        people.accept(eve, bob, at=AT)


@pytest.mark.parametrize(
    ("kind", "about", "sentence"),
    [
        (errors.NotAPerson, "Bob", "Bob plays by a program and doesn’t hear you."),
        (errors.YouBlock, "Bob", "You’ve blocked Bob. Unblock them first."),
        (errors.FriendsAlready, "Bob", "You and Bob are friends already."),
        (errors.AskedAlready, "Bob", "You’ve already asked Bob. Wait for the answer."),
        (errors.AskedLately, "Bob", "Bob didn’t say yes the last time. They can still ask you."),
        (errors.TooManyFriends, 7, "You have 7 friends, the most you can."),
        (errors.TheyHaveTooMany, "Bob", "Bob can’t take more for now. Try again later."),
        (errors.AskedTooMany, 7, "7 people haven’t answered you yet. Withdraw a request first."),
        (
            errors.ChallengedAlready,
            "Bob",
            "You’ve already challenged Bob. Wait for the answer, or withdraw it.",
        ),
        (errors.TheyChallengeYou, "Bob", "Bob has already challenged you. Answer that first."),
        (
            errors.TooManyChallenges,
            7,
            "7 of your challenges are waiting for an answer. Withdraw one first.",
        ),
        (errors.ChallengedOften, "Bob", "You’ve challenged Bob often today. Try again tomorrow."),
    ],
)
def test_a_refusal_says_who_or_how_many_and_what_to_do(
    kind: Callable[[object], Refused], about: object, sentence: str
) -> None:
    assert kind(about).sentence == sentence


def test_the_standing_of_two_costs_few_queries(
    alice: Player, bob: Player, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(4):
        people.standing(alice, bob)
