"""The bots that are offered are the evaluator's levels, with the same nodes."""

from games import evaluator
from games.players import bots


def test_every_bot_is_a_level_and_every_level_a_bot() -> None:
    offered = {bot.key: (bot.name, bot.nodes) for bot in bots.every_bot()}
    levels = {level.key: level for level in evaluator.every_level()}
    aggressive = evaluator.level_for("aggressive")
    del levels[aggressive.key]
    assert set(offered) == {*levels, "aggressive"}
    for key, level in levels.items():
        assert offered[key][1] == level.nodes, key
