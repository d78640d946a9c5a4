"""The bots there are: what is said about them, which boards they play, and who they are."""

from pathlib import Path

import pytest
from pytest_django import Settings

from games import mnk
from games.engines.config import BoardSizes, EngineSpec
from games.evaluator.rules import has_columns
from games.evaluator.strong.patterns import is_supported
from games.players import bots
from games.players.models import Kind, Player

PELA = EngineSpec("pela", "Pela", (str(Path("/opt/pela")),), (BoardSizes((10, 10), (20, 20)),))
LARGE, SMALL = mnk.Variant(15, 15, 5), mnk.Variant(3, 3, 3)


@pytest.fixture
def pela(settings: Settings) -> bots.Bot:
    """An engine that the operator brought along."""
    settings.INAROW_ENGINES = (PELA,)
    return bots.find("engine:pela")


def test_the_ladder_goes_up_to_perfect_and_only_the_measured_stand_on_it() -> None:
    ladder = "novice beginner casual club expert master perfect".split()
    assert [bots.rung(key) for key in ladder] == [1, 2, 3, 4, 5, 6, 7]
    assert [bots.rung(key) for key in ("random", "aggressive", "engine:pela")] == [0, 0, 0]


def test_strength_is_said_where_it_was_measured(pela: bots.Bot) -> None:
    assert bots.find("club").strength == "scores 79 % against Casual"
    assert bots.find("random").strength == ""
    assert bots.find("random").about == "Plays anywhere."
    assert pela.about.endswith("from the host of this server. Thinks for 1 s.")


def test_each_plays_its_boards(pela: bots.Bot) -> None:
    assert pela.plays(LARGE)
    assert not pela.plays(SMALL)
    assert bots.opponent("perfect", SMALL).plays(SMALL)
    with pytest.raises(bots.NoSuchBot, match="Perfect doesn’t play"):
        bots.opponent("perfect", LARGE)
    assert bots.opponent("club", LARGE) == bots.find("club")


def test_an_unknown_one_is_answered_with_those_there_are(settings: Settings) -> None:
    with pytest.raises(bots.NoSuchBot, match=r"no bot 'gnubg'. Choose one of first-free, random,"):
        bots.find("gnubg")
    settings.INAROW_HAS_BOTS = False
    assert bots.every_bot() == ()
    with pytest.raises(bots.NoSuchBot, match="No bots play on this server"):
        bots.find("club")
    assert "Club" in bots.reserved_names()


@pytest.mark.django_db
def test_a_bot_is_one_player_who_goes_by_its_present_name(
    pela: bots.Bot, settings: Settings
) -> None:
    first = bots.player_of(pela)
    assert (first.kind, first.name, first.level) == (Kind.BOT, "Pela", "engine:pela")

    settings.INAROW_ENGINES = (EngineSpec("pela", "Pela 2", PELA.command, PELA.boards),)

    assert bots.player_of(bots.find("engine:pela")) == first
    assert Player.objects.get().name == "Pela 2"
    assert "Pela 2" in bots.reserved_names()


def test_a_bot_that_is_known_for_its_search_plays_only_what_is_searched() -> None:
    full = mnk.Variant.full_lines(9, 9)
    with pytest.raises(bots.NoSuchBot, match="Master doesn’t play"):
        bots.opponent("master", full)
    assert bots.opponent("casual", full) == bots.find("casual")
    assert bots.opponent("aggressive", full).plays(full)
    assert bots.find("master").plays(mnk.Variant.full_lines(8, 8))
    for preset in ("15x15-caro", "15x15-renju"):
        variant = mnk.PRESETS[preset].variant
        offered = [bot.key for bot in bots.every_bot() if bot.plays(variant)]
        assert offered == [bot.key for bot in bots.every_bot() if bot.key != "perfect"]
    by_sight = ["first-free", "random", "novice", "beginner", "casual", "aggressive"]
    for preset in ("3x3-misere", "19x19-connect6", "3x3-wild"):
        variant = mnk.PRESETS[preset].variant
        assert [bot.key for bot in bots.every_bot() if bot.plays(variant)] == by_sight
    for rule in mnk.LineRule:
        variant = mnk.Variant(9, 9, rule.k_of(9, 9) or 5, rule)
        assert bots.find("master").plays(variant) is is_supported(variant)
    four = mnk.PRESETS["7x6-gravity"].variant
    assert [bot.key for bot in bots.every_bot() if bot.plays(four)] == [
        bot.key for bot in bots.every_bot() if bot.key != "perfect"
    ]
    for variant in (
        four,
        mnk.Variant(8, 8, 4, four.line_rule),
        mnk.Variant(9, 8, 4, four.line_rule),
    ):
        assert bots.find("master").plays(variant) is has_columns(variant)


def test_where_squares_are_blocked_bots_of_ours_play_and_engines_of_hosts_do_not(
    pela: bots.Bot,
) -> None:
    small = mnk.Variant(6, 6, 4, blocked=(0, 35))
    large = mnk.Variant(15, 15, 5, blocked=(112,))
    offered = {
        variant: {bot.key for bot in bots.every_bot() if bot.plays(variant)}
        for variant in (small, large)
    }

    for variant in (small, large):
        assert {"club", "expert", "master", "novice", "aggressive"} <= offered[variant]
    assert not {"perfect", "engine:pela"} & (offered[small] | offered[large])
