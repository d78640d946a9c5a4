"""After a commit: tell everybody, here and in the other processes, and wake a bot by name."""

from games.play import protocol
from games.play.clock import now_ms
from games.play.hub import Due, Followed, Hub


def announce(hub: Hub, followed: Followed, message: protocol.Numbered) -> None:
    """Tell what happened to a game. Encoded once; every socket gets the same bytes."""
    text = protocol.encode(message)
    hub.encoded += 1
    followed.tell(message, text)
    hub.tell_others(followed.game.slug, message.version, text)
    game = followed.game
    if game.bot_due is not None:
        hub.wake_bot(Due(game.slug, game.id, game.version, now_ms()))
    if not isinstance(message, protocol.MovePlayed) or message.outcome is not None:
        hub.tell_lobbies()
