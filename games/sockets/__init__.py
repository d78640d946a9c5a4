"""Websockets: of a game, the lobby, a person. They decode a frame, call one service, and end."""
