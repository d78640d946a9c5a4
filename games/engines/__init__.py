"""Hosts the engines an operator brought along: any that speak Gomocup's protocol, in a jail.

`config` says which there are; `Engine` is one of them in one game.
"""

from games.engines.host import Engine, EngineFailed, say_who_is_refused

__all__ = ["Engine", "EngineFailed", "say_who_is_refused"]
