"""Websockets: of a game, and of the lobby. They decode a frame, call one service, and end."""
