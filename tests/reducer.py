"""What a program makes of the messages it hears: a reducer that shares no code with the server."""

from typing import Any

Message = dict[str, Any]

NUMBERED = frozenset(
    "seatTaken movePlayed gameEnded offered declined cancelled takenBack paused resumed timeAdded "
    "timeCredited hintsAgreed rematchAgreed aggressivenessSet hintAsked".split()
)
"""The messages that turn one version of a game into the next."""
NO_OFFERS: Message = dict.fromkeys(("draw", "takeback", "pause", "hints", "rematch"))


def changes(held: Message, message: Message) -> Message:
    """The parts of a snapshot that a numbered message changes, but for the version."""
    match message["type"]:
        case "seatTaken":
            return {"seats": held["seats"] | {message["side"]: message["player"]}}
        case "movePlayed":
            move = {"square": message["square"], "at": message["at"]}
            told = _told(message, "outcome", "line", "dead", "clock")
            return {"moves": [*held["moves"], move], "offers": NO_OFFERS, **told}
        case "gameEnded":
            told = _told(message, "outcome", "reason", "clock")
            return {**told, "offers": NO_OFFERS, "dead": False, "paused": False}
        case "offered":
            return {"offers": held["offers"] | {message["what"]: message["by"]}}
        case "declined" | "cancelled":
            return {"offers": held["offers"] | {message["what"]: None}}
        case "takenBack":
            moves = held["moves"][: message["ply"]]
            told = _told(message, "clock", "dead")
            since = held["hintsSince"]
            since = None if since is None else min(since, message["ply"])
            return {"moves": moves, "offers": NO_OFFERS, "line": [], "hintsSince": since, **told}
        case "paused":
            return {"paused": True, "offers": NO_OFFERS, "clock": message["clock"]}
        case "resumed":
            return {"paused": False, "clock": message["clock"]}
        case "timeAdded" | "timeCredited":
            return {"clock": message["clock"]}
        case "hintsAgreed":
            offers = held["offers"] | {"hints": None}
            return {"offers": offers, "hintsSince": message["ply"]}
        case "rematchAgreed":
            offers = held["offers"] | {"rematch": None}
            return {"offers": offers, "rematch": message["game"]}
        case "aggressivenessSet":
            return {"aggressiveness": message["value"]}
        case "hintAsked":
            hint = {"side": message["by"], **_told(message, "kind", "ply")}
            return {"hints": [*held["hints"], hint]}
    raise AssertionError(message)


def _told(message: Message, *names: str) -> Message:
    return {name: message[name] for name in names}
