"""Talk beside a game. It is not part of what happened to the game: it has no version."""
