"""`config.asgi` for other servers than ours, noting what `bench.stamping` says."""

from bench import stamping
from config.asgi import application

__all__ = ["application"]

stamping.count_on_signal()
stamping.stamp()
