// Five in a row on 15x15 as a good programmer would keep it in memory: what each peer plays by.

const SIZE = 15;
const LONG = 5;
const DIRECTIONS = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
];

export function start() {
  return { cells: Array(SIZE * SIZE).fill(-1), moves: [], isOver: false };
}

/** Place a stone, or say why not: "" if it was placed. */
export function play(game, side, ply, square) {
  if (game.isOver) return "The game is over.";
  if (ply !== game.moves.length) return "That move was already played.";
  if (ply % 2 !== side) return "It is not your turn.";
  if (!Number.isInteger(square) || game.cells[square] !== -1) return "The square is not empty.";
  game.cells[square] = side;
  game.moves.push(square);
  game.isOver = game.moves.length === game.cells.length || hasLine(game.cells, square);
  return "";
}

export function hasLine(cells, square) {
  const side = cells[square];
  const count = (row, column, down, right) => {
    let found = 0;
    for (;;) {
      row += down;
      column += right;
      if (row < 0 || row >= SIZE || column < 0 || column >= SIZE) return found;
      if (cells[row * SIZE + column] !== side) return found;
      found++;
    }
  };
  const row = Math.floor(square / SIZE);
  const column = square % SIZE;
  return DIRECTIONS.some(
    ([down, right]) =>
      1 + count(row, column, down, right) + count(row, column, -down, -right) >= LONG,
  );
}
