"""A program that plays: `python docs/client.py [GAME | pair]` on a server at http://127.0.0.1:8000.

Without a game it makes one and waits for an opponent; with one it takes the open seat; with `pair`
it plays the next who wishes for a 10x10 without a clock. It plays any empty square. Needs
`websockets` from the Python package index.
"""

import asyncio
import json
import os
import random
import sys
import urllib.request
from typing import Any

from websockets.asyncio.client import connect

SERVER = os.environ.get("INAROW_URL", "http://127.0.0.1:8000")


def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
    """One call of the JSON API."""
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(SERVER + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return dict(json.load(answer))


async def play(seat: dict[str, Any]) -> None:
    """Play one seat to the end of the game."""
    headers = {"Authorization": f"Bearer {seat['key']}"}
    async with connect(
        seat["socket"], subprotocols=["inarow.v4"], additional_headers=headers
    ) as socket:
        empty: set[int] = set()
        ply, turn, ready = 0, 1, False
        move: dict[str, Any] = {}
        async for frame in socket:
            message = json.loads(frame)
            match message["type"]:
                case "snapshot":
                    squares = message["variant"]["width"] * message["variant"]["height"]
                    turn = 2 if message["variant"]["lineRule"] == "connect6" else 1
                    taken = [move["square"] % squares for move in message["moves"]]
                    empty, ply = set(range(squares)) - set(taken), len(taken)
                    ready = None not in message["seats"].values()
                case "seatTaken":
                    ready = True
                case "movePlayed":
                    empty.discard(message["square"] % squares)
                    ply = message["ply"] + 1
                case "rejected" if message["code"] == "tooFast":
                    # Sent again with the same id: it is played once, whatever happened to it.
                    await asyncio.sleep(1)
                    await socket.send(json.dumps(move))
                    continue
                case "rejected":
                    raise SystemExit(message["sentence"])
                case "presence" | "welcome":
                    continue
            if message.get("outcome"):
                print(f"{seat['side']}: {message['outcome']}")
                return
            # Black's first turn has one stone, in Connect6 the others have two.
            mine = (ply + turn - 1) // turn % 2 == (seat["side"] == "white")
            if ready and mine and move.get("ply") != ply:  # one move a ply, whatever is told twice
                square = random.choice(sorted(empty))
                move = {"type": "playMove", "id": f"ply-{ply}", "ply": ply, "square": square}
                await socket.send(json.dumps(move))


if __name__ == "__main__":
    if sys.argv[1:] == ["pair"]:
        seat = post("/api/pair", {"preset": "10x10", "name": "Robo"})
    elif len(sys.argv) > 1:
        seat = post(f"/api/games/{sys.argv[1]}/seat", {"name": "Robo"})
    else:
        seat = post("/api/games", {"preset": "10x10", "name": "Robo"})
        print(seat["game"], flush=True)
    asyncio.run(play(seat))
