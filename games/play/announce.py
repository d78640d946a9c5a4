"""After a commit: tell everybody, here and in the other processes, and wake a bot by name."""

from games.play import protocol
from games.play.hub import Followed, Hub


def announce(hub: Hub, followed: Followed, message: protocol.Numbered) -> None:
    """Tell what happened to a game. Encoded once; every socket gets the same bytes."""
    text = protocol.encode(message)
    hub.encoded += 1
    followed.push(text)
    hub.tell_others(followed.game.slug, message.version, text)
    if followed.game.bot_due is not None:
        hub.wake_bots(followed.game.slug)
    if isinstance(message, protocol.RematchAgreed):
        hub.wake_bots(message.game)
    if not isinstance(message, protocol.MovePlayed) or message.outcome is not None:
        hub.tell_lobbies()
