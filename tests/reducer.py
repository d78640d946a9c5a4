"""What a program makes of the messages it hears: a reducer that shares no code with the server."""

from typing import Any

Message = dict[str, Any]

NUMBERED = frozenset(
    "seatTaken movePlayed chosen gameEnded offered declined cancelled takenBack paused resumed "
    "timeAdded timeCredited hintsAgreed rematchAgreed rated aggressivenessSet hintAsked".split()
)
"""The messages that turn one version of a game into the next."""
NO_OFFERS: Message = dict.fromkeys(("draw", "takeback", "pause", "hints", "rematch"))


def changes(held: Message, message: Message) -> Message:
    """The parts of a snapshot that a numbered message changes, except for the version."""
    match message["type"]:
        case "seatTaken":
            return {"seats": held["seats"] | {message["side"]: message["player"]}}
        case "movePlayed":
            move = {"square": message["square"], "at": message["at"]}
            told = _told(message, "outcome", "line", "dead", "clock")
            told |= {"forbidden": message.get("forbidden", [])}
            opening = message["opening"] or held["opening"]
            moves = [*held["moves"], move]
            return {"moves": moves, "offers": NO_OFFERS, "opening": opening, **told}
        case "chosen":
            told = {"offers": NO_OFFERS, **_told(message, "opening", "clock")}
            return told | (_swapped(held) if message["swaps"] else {})
        case "gameEnded":
            told = _told(message, "outcome", "reason", "clock")
            told |= {"offers": NO_OFFERS, "dead": False, "forbidden": []}
            return {**told, "paused": False, "vacation": None}
        case "offered":
            return {"offers": held["offers"] | {message["what"]: message["by"]}}
        case "declined" | "cancelled":
            return {"offers": held["offers"] | {message["what"]: None}}
        case "takenBack":
            moves = held["moves"][: message["ply"]]
            told = _told(message, "clock", "dead")
            told |= {"forbidden": message.get("forbidden", [])}
            since = held["hintsSince"]
            since = None if since is None else min(since, message["ply"])
            return {"moves": moves, "offers": NO_OFFERS, "line": [], "hintsSince": since, **told}
        case "paused":
            told = _told(message, "clock", "vacation")
            return {"paused": True, "offers": NO_OFFERS, **told}
        case "resumed":
            return {"paused": False, "vacation": None, "clock": message["clock"]}
        case "timeAdded" | "timeCredited":
            return {"clock": message["clock"]}
        case "hintsAgreed":
            offers = held["offers"] | {"hints": None}
            return {"offers": offers, "hintsSince": message["ply"]}
        case "rematchAgreed":
            offers = held["offers"] | {"rematch": None}
            return {"offers": offers, "rematch": message["game"]}
        case "rated":
            return {"ratings": message["ratings"]}
        case "aggressivenessSet":
            return {"aggressiveness": message["value"]}
        case "hintAsked":
            hint = {"side": message["by"], **_told(message, "kind", "ply")}
            return {"hints": [*held["hints"], hint]}
    raise AssertionError(message)


def _swapped(held: Message) -> Message:
    """What changes when the two players have changed sides."""
    series = held["series"]
    return {
        part: None if of is None else of | {"black": of["white"], "white": of["black"]}
        for part, of in (("seats", held["seats"]), ("series", series))
    }


def lobby_after(lobby: Message, change: Message) -> Message:
    """The lobby after a `lobbyChanged`; asserts that no change is missing."""
    assert change["epoch"] == lobby["epoch"], (lobby["epoch"], change)
    assert change["number"] == lobby["number"] + 1, (lobby["number"], change)
    lists = {
        name: lobby[name] if change[name] is None else _list_after(lobby[name], change[name])
        for name in ("open", "live")
    }
    others = {name: change[name] for name in ("counts", "tv") if change[name] is not None}
    return {**lobby, **lists, **others, "number": change["number"]}


def _list_after(games: list[Message], change: Message) -> list[Message]:
    games = [game for game in games if game["game"] not in change["gone"]]
    for came in reversed(change["came"]):
        if came["game"] in [game["game"] for game in games]:
            games = [came if game["game"] == came["game"] else game for game in games]
        else:
            games = [came, *games]
    for moved in change["moved"]:
        (at,) = [at for at, game in enumerate(games) if game["game"] == moved["game"]]
        game = dict(games[at])
        if moved["moves"]:
            game["moves"] = [*game["moves"], *moved["moves"]]
            game["ply"] = len(game["moves"])
        for name in ("spectators", "away"):
            if moved[name] is not None:
                game[name] = moved[name]
        games[at] = game
    if change["order"] is not None:
        assert sorted(change["order"]) == sorted(game["game"] for game in games)
        games.sort(key=lambda game: change["order"].index(game["game"]))
    return games


def me_after(me: Message, change: Message) -> Message:
    """What a person has after a `meChanged`; asserts that no change is missing."""
    assert change["number"] == me["number"] + 1, (me["number"], change)
    parts = ("challenges", "asking", "turns", "found")
    new = {part: change[part] for part in parts if change[part] is not None}
    friends = {friend["player"]: friend for friend in me["friends"]}
    if change["friends"] is not None:
        for player in change["friends"]["gone"]:
            del friends[player]
        friends |= {friend["player"]: friend for friend in change["friends"]["came"]}
    return {**me, **new, "friends": list(friends.values()), "number": change["number"]}


def _told(message: Message, *names: str) -> Message:
    return {name: message[name] for name in names}
