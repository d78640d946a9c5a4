// Colyseus with a room for each game, which tells both players of each move by `broadcast`. Its state
// patches, sent twenty times a second by default, would make players wait: node colyseus.mjs PORT

import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";

import { play, start } from "./rules.mjs";

const PREPARED_FOR_S = 600;

class Game extends Room {
  maxClients = 2;

  onCreate() {
    this.setPatchRate(null);
    this.setSeatReservationTime(PREPARED_FOR_S);
    this.game = start();
    this.sides = new Map();
    this.onMessage("play", (client, { ply, square }) => {
      const sentence = play(this.game, this.sides.get(client.sessionId), ply, square);
      if (sentence) client.send("rejected", { sentence });
      else this.broadcast("played", { ply, square });
    });
  }

  onJoin(client) {
    this.sides.set(client.sessionId, this.sides.size);
  }
}

const server = new Server({ greet: false, transport: new WebSocketTransport() });
server.define("game", Game);
await server.listen(Number(process.argv[2]), "127.0.0.1");
