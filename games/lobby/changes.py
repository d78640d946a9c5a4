"""What has changed between two lobbies, as clients are told. Pure values."""

from collections.abc import Iterable

from games.play import protocol


def changed(before: protocol.Lobby, after: protocol.Lobby) -> protocol.LobbyChanged | None:
    """What turns one lobby into the next; None if only its number is new."""
    change = protocol.LobbyChanged(
        epoch=after.epoch,
        number=after.number,
        open=list_changed(before.open, after.open),
        live=list_changed(before.live, after.live),
        counts=None if after.counts == before.counts else after.counts,
        tv=None if after.tv == before.tv else after.tv,
    )
    parts = (change.open, change.live, change.counts, change.tv)
    return None if all(part is None for part in parts) else change


def list_changed(
    before: Iterable[protocol.LobbyGame], after: Iterable[protocol.LobbyGame]
) -> protocol.ListChanged | None:
    """What turns one list into the other; None if they are the same."""
    held = {game.game: game for game in before}
    wanted = {game.game: game for game in after}
    gone = tuple(slug for slug in held if slug not in wanted)
    came: list[protocol.LobbyGame] = []
    moved: list[protocol.GameMoved] = []
    for slug, game in wanted.items():
        old = held.get(slug)
        if old is game:
            continue  # as most are
        if old is None:
            came.append(game)
        elif old != game:
            step = _moved(old, game)
            came.append(game) if step is None else moved.append(step)
    new = [game.game for game in came if game.game not in held]
    left = [slug for slug in held if slug in wanted]
    order = None if [*new, *left] == list(wanted) else tuple(wanted)
    if not gone and not came and not moved and order is None:
        return None
    return protocol.ListChanged(gone=gone, came=tuple(came), moved=tuple(moved), order=order)


def _moved(old: protocol.LobbyGame, new: protocol.LobbyGame) -> protocol.GameMoved | None:
    """What is new in a game whose record goes on; None if anything else is different."""
    moves: tuple[int, ...] = ()
    if new.moves != old.moves:
        if old.moves is None or new.moves is None:
            return None
        known = len(old.moves)
        moves = new.moves[known:]
        if not moves or new.moves[:known] != old.moves:
            return None
    if _rest(old) != _rest(new):
        return None
    return protocol.GameMoved(
        game=new.game,
        moves=moves,
        spectators=None if new.spectators == old.spectators else new.spectators,
        away=None if new.away == old.away else new.away,
    )


def _rest(game: protocol.LobbyGame) -> tuple[object, ...]:
    """Everything that a `GameMoved` cannot change. A known record says how many moves there are."""
    ply = game.ply if game.moves is None else None
    return game.variant, game.seats, ply, game.control, game.family, game.delay
