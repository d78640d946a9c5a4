// The least that could be called a server: `ws`, the rules, everything in memory. It speaks what of
// Inarow's protocol the players of the benchmark use: node relay.mjs PORT

import { WebSocketServer } from "ws";

import { play, start } from "./rules.mjs";

const games = new Map();

new WebSocketServer({ host: "127.0.0.1", port: Number(process.argv[2]) }).on(
  "connection",
  (socket, request) => {
    const slug = request.url.split("/")[3];
    const side = request.headers.authorization === "Bearer black" ? 0 : 1;
    if (!games.has(slug)) games.set(slug, { ...start(), sockets: new Set() });
    const game = games.get(slug);
    game.sockets.add(socket);
    socket.send(JSON.stringify({ type: "snapshot", moves: game.moves }));
    socket.on("message", (frame) => {
      const { id, ply, square } = JSON.parse(frame);
      const sentence = play(game, side, ply, square);
      if (sentence) {
        socket.send(JSON.stringify({ type: "rejected", id, sentence }));
        return;
      }
      const told = JSON.stringify({ type: "movePlayed", id, ply, square });
      for (const each of game.sockets) each.send(told);
    });
    socket.on("close", () => {
      game.sockets.delete(socket);
      if (game.sockets.size === 0) games.delete(slug);
    });
  },
);
