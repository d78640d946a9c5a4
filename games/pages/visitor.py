"""What every page knows of its visitor, for the seal beside their name."""

from django.http import HttpRequest

from games.players.identify import player_found


def visitor(request: HttpRequest) -> dict[str, object]:
    """A context processor: `me`, the player whom the view found; None for a stranger."""
    session = getattr(request, "session", None)
    return {"me": None if session is None else player_found(session)}
