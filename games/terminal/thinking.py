"""Waiting for an answer so that Ctrl-C is heard meanwhile, whatever the search is doing.

A compiled search does not come back to Python until it is done, and only the main thread hears
Ctrl-C: so the search runs in a thread of its own, and is left behind by a player who goes away.
"""

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import TypeVar

T = TypeVar("T")


def wait_for(question: Callable[[], T]) -> T:
    """What `question` returns, or raises.

    >>> wait_for(lambda: 6 * 7)
    42
    """
    answers: SimpleQueue[tuple[T] | Exception] = SimpleQueue()

    def answer() -> None:
        try:
            answers.put((question(),))
        except Exception as error:  # raised again where it is waited for
            answers.put(error)

    threading.Thread(target=answer, name="thinking", daemon=True).start()
    answered = answers.get()
    if isinstance(answered, Exception):
        raise answered
    return answered[0]
