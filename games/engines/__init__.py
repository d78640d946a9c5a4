"""Hosts the engines an operator brought along: any that speak Gomocup's protocol, in a jail.

`config` says which there are; `RunningEngine` is one of them in one game.
"""

from games.engines.host import EngineFailed, RunningEngine, say_who_is_refused

__all__ = ["EngineFailed", "RunningEngine", "say_who_is_refused"]
