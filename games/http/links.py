"""Where a game is found: for pages and for programs."""

from django.urls import reverse

from games.play.live import LiveGame


def page_of(game: LiveGame) -> str:
    """The path at which others find a game: with the key of its watch link, if it is private."""
    if game.watching.is_private:
        return reverse("watch", args=[game.slug, game.watching.key])
    return reverse("game", args=[game.slug])
