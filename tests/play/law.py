"""The laws of live games: an old snapshot and the messages since make the fresh snapshot.

The reducer here reads the messages as a stranger would who knows only their documentation; it
shares nothing with the server and nothing with the browser.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from asgiref.sync import sync_to_async

from games.play import history, live, models, protocol, wire
from games.play.errors import NoSuchGame
from games.play.hub import FollowedGame
from games.play.hub.open_games import OpenGames
from tests.people import Message, Person
from tests.reducer import NUMBERED, changes

TOLD_TO_ONE = {"outcomes", "threatMarks", "benefits", "words"}
"""Answers to hints."""
CHAT = {"said", "chat", "chatHidden"}
"""Talk beside the game."""


@dataclass(frozen=True, slots=True)
class Case:
    """One instance of the law, as it can be handed to any reducer."""

    snapshot: Message
    messages: list[Message]
    fresh: Message


def agree(held: Message, fresh: Message) -> bool:
    """Whether two snapshots say the same, at whatever moment they say it."""
    return {**held, "now": 0} == {**fresh, "now": 0}


def reduce(snapshot: Message, messages: Iterable[Message]) -> Message:
    """The snapshot after these messages; asserts that none is missing."""
    held = dict(snapshot)
    for message in messages:
        kind = message["type"]
        if kind == "snapshot":
            held = dict(message)
        elif kind in NUMBERED and message["version"] > held["version"]:
            assert message["version"] == held["version"] + 1, ("a gap", held["version"], message)
            held = {**held, **_changes(held, message), "version": message["version"]}
        else:
            others = {"welcome", "rejected", "pong", "presence"}
            assert kind in NUMBERED | others | TOLD_TO_ONE | CHAT, message
    return held


def _changes(held: Message, message: Message) -> Message:
    """What a message changes; asserts that it can follow on what is held."""
    match message["type"]:
        case "seatTaken":
            assert held["seats"][message["side"]] in (None, message["player"])
        case "movePlayed":
            assert message["ply"] == len(held["moves"])
            assert not held["paused"]
        case "takenBack":
            assert message["ply"] < len(held["moves"])
            assert not held["paused"]
        case "resumed":
            assert held["paused"]
    return changes(held, message)


async def holds_for(person: Person) -> None:
    """What this person has heard so far adds up to what the server says now."""
    await person.hears_the_rest()
    heard = list(person.heard)
    fresh = await person.sees_afresh()
    first = next(at for at, message in enumerate(heard) if message["type"] == "snapshot")
    assert agree(reduce(heard[first], heard[first + 1 :]), fresh), person.name


@dataclass(slots=True)
class Witness:
    """Sees every game that a process follows, and everything told about it, heard or not."""

    seen: dict[FollowedGame, list[Message]] = field(default_factory=dict)
    """The snapshot with which it began, and what was pushed since."""

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch all hubs of this test."""
        load, push = OpenGames._load, FollowedGame.push

        async def load_seen(games: OpenGames, slug: str) -> FollowedGame:
            followed = await load(games, slug)
            self.seen[followed] = [_snapshot(followed.game)]
            return followed

        def push_seen(followed: FollowedGame, text: str) -> None:
            if followed in self.seen:
                self.seen[followed].append(json.loads(text))
            push(followed, text)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(OpenGames, "_load", load_seen)
            patch.setattr(FollowedGame, "push", push_seen)
            yield

    async def agrees(self) -> None:
        """Each old snapshot and the messages since add up to what is held, and what is kept."""
        # Bots may still play: no look at a game takes longer than a turn of the loop.
        for followed in tuple(self.seen):
            first, *messages = self.seen[followed]
            held, made = _snapshot(followed.game), reduce(first, messages)
            assert agree(made, held), (made, held)
            try:
                loaded = await sync_to_async(history.load)(held["game"])
            except NoSuchGame:
                continue  # the operator has deleted it
            fresh = _snapshot(loaded.game)
            if fresh["version"] == held["version"]:
                assert agree(_unnamed(made), _unnamed(fresh)), (made, fresh)


def _unnamed(snapshot: Message) -> Message:
    """Without people's names: they may be renamed at any time, and no game tells of it."""
    seats = {side: player and player["kind"] for side, player in snapshot["seats"].items()}
    return {**snapshot, "seats": seats}


def _snapshot(game: live.LiveGame) -> Message:
    snapshot: Message = json.loads(protocol.encode(wire.snapshot(game, 0)))
    return snapshot


async def holds_for_the_database() -> None:
    """Every game's moves and messages are numbered 1, 2, 3 … without a gap, and its row agrees."""
    async for slug in models.Game.objects.values_list("slug", flat=True):
        game, every, messages = await _kept(slug)
        moves = [move for move in every if move.taken_back == 0]
        versions = sorted([*(move.version for move in every), *messages])
        assert versions == list(range(1, game.version + 1)), (game.slug, versions)
        assert [move.ply for move in moves] == list(range(game.ply)), game.slug
        assert [move.version for move in moves] == sorted(move.version for move in moves)
        assert game.last_square == (moves[-1].square if moves else None)


async def _kept(slug: str) -> tuple[models.Game, list[models.Move], list[int]]:
    """A game's row, its moves and the versions of its messages at one moment.

    They are read one after the other, and a bot may play on meanwhile: then they are read again.
    """
    while True:
        game = await models.Game.objects.aget(slug=slug)
        moves = [move async for move in game.moves.order_by("ply")]
        messages = [row.version async for row in models.Fact.objects.filter(game=game)]
        if await models.Game.objects.filter(slug=slug, version=game.version).aexists():
            return game, moves, messages
