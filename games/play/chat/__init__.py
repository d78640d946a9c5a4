"""Talk beside a game. It is no part of what happened to the game: it has no version."""
