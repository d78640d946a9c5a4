// boardgame.io with its own server and lobby, without undo. In memory, or with its store of flat
// files in a folder: node boardgame.mjs PORT [FOLDER]

import { createRequire } from "node:module";

import { hasLine } from "./rules.mjs";

const require = createRequire(import.meta.url);
const { FlatFile, Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const Game = {
  name: "inarow",
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: () => ({ cells: Array(225).fill(null), last: null, ply: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play({ G, playerID }, square) {
      if (G.cells[square] !== null) return INVALID_MOVE;
      G.cells[square] = playerID;
      G.last = square;
      G.ply++;
    },
  },
  endIf({ G, ctx }) {
    if (G.last !== null && hasLine(G.cells, G.last)) return { winner: ctx.currentPlayer };
    if (G.ply === G.cells.length) return { draw: true };
  },
};

const [port, folder] = process.argv.slice(2);
const kept = folder ? { db: new FlatFile({ dir: folder }) } : {};
Server({ games: [Game], origins: ["*"], ...kept }).run(Number(port));
