"""What a visitor may see of a game: everything shown of one by its name comes through here."""

from games.play import history, live, models, protocol, wire
from games.play.errors import NoSuchGame, PrivateGame, ShownLater
from games.players.identify import Visitor


def seen(slug: str, visitor: Visitor, *, now: int) -> live.LiveGame:
    """A game as a visitor may see it at `now` (ms since 1970 UTC): late, if it is shown late.

    Raises `NoSuchGame` or `PrivateGame`.
    """
    game, version = _seen(slug, visitor, now)
    return game if version == game.version else history.load(slug, version).game


def snapshot(slug: str, visitor: Visitor, *, now: int) -> protocol.Snapshot:
    """A game as `seen`, for the wire: those who see it late get an earlier `now`, as on the socket.

    Raises `NoSuchGame` or `PrivateGame`.
    """
    game = seen(slug, visitor, now=now)
    return wire.snapshot(game, game.now_for(game.side_of(visitor), now))


def whole(slug: str, visitor: Visitor, *, now: int) -> live.LiveGame:
    """A game that a visitor may see up to its latest version.

    Raises `NoSuchGame` or `PrivateGame`, and `ShownLater` for a visitor who must wait.
    """
    game, version = _seen(slug, visitor, now)
    if version != game.version:
        raise ShownLater
    return game


def check_whole(slug: str, visitor: Visitor, *, now: int) -> None:
    """Raise what `whole` would; one query for games that everybody sees as they are played."""
    row = models.Game.objects.filter(slug=slug).first()
    if row is None:
        raise NoSuchGame
    if not row.watching.is_alike_for_all:
        whole(slug, visitor, now=now)


def _seen(slug: str, visitor: Visitor, now: int) -> tuple[live.LiveGame, int]:
    """A game as it is, and the version up to which a visitor may see it."""
    game = history.load(slug).game
    if not game.admits(visitor):
        raise PrivateGame
    if not game.watching.delay or game.side_of(visitor) is not None:
        return game, game.version
    # Read again with everything that happened: a move may have been kept in between.
    loaded = history.load(slug, since=0)
    return loaded.game, history.horizon(loaded, now=now)
