// Pointers, fingers and keys on a game's board, and the keys beside it.

import type { Act } from "./act";
import type { Touch } from "./boardtouch";
import { boardTouch } from "./boardtouch";
import type { Fit } from "./geometry";
import { hintsShown } from "./hints";
import type { KeyIntent } from "./keys";
import { canChoose, drawingOf, phase, shownPly } from "./model";
import { sideOfPly } from "./position";
import * as record from "./record";
import { sideName, squareSentence, status } from "./sentences";
import { centre, name, neighbour } from "./squares";
import type { Table } from "./table";
import { say } from "./voice";

export function touch(table: Table, act: Act, fit: () => Fit): Touch {
  return boardTouch({
    board: () => table.model().state.game.variant,
    fit,
    held: table.model,
    change: table.change,
    steps: () => phase(table.model().state.game) === "over",
    follow: (intent) => follow(table, act, intent),
    choose(square, isSmall) {
      if (mustAim(table, square, isSmall)) act.aim(square);
      else act.play(square);
    },
  });
}

/** Whether a square is only chosen now, and played on when it is chosen again. */
function mustAim(table: Table, square: number, small: boolean): boolean {
  const model = table.model();
  const free = canChoose(model) && !table.stones().has(square) && model.premove !== square;
  return (small || model.choices.confirm) && free && model.aim !== square;
}

/** Does what a key means. */
export function follow(table: Table, act: Act, intent: KeyIntent): void {
  const model = table.model();
  const { game } = model.state;
  const total = game.moves.length;
  switch (intent.kind) {
    case "cursor": {
      const start = game.moves[shownPly(model) - 1]?.square ?? centre(game.variant);
      const cursor =
        model.cursor === null ? start : neighbour(model.cursor, intent.direction, game.variant);
      table.change({ cursor });
      const hints = hintsShown(model);
      return say(
        squareSentence(cursor, table.stones(), game, drawingOf(model), hints, model.state.side),
      );
    }
    case "play":
      if (model.cursor === null) return;
      if (!mustAim(table, model.cursor, false)) return act.play(model.cursor);
      act.aim(model.cursor);
      return say(
        `${name(model.cursor, game.variant)} chosen. Enter again confirms, Escape lets go.`,
      );
    case "letGo":
      if (model.aim === null) act.cancelPremove();
      return table.change({ aim: null, resigning: false });
    case "step":
      act.look(record.step(model.look, total, intent.by));
      break;
    case "first":
      act.look(record.at(0, total, model.look));
      break;
    case "last":
      act.look(null);
      break;
    default:
      return intent satisfies never;
  }
  say(stepSentence(table));
}

function stepSentence(table: Table): string {
  const model = table.model();
  const { game } = model.state;
  const ply = shownPly(model);
  const square = game.moves[ply - 1]?.square;
  const move =
    square === undefined
      ? "the empty board"
      : `${sideName(sideOfPly(ply - 1), drawingOf(model))} ${name(square, game.variant)}`;
  const end = ply === game.moves.length ? `. ${status(model)}` : "";
  return `Move ${ply} of ${game.moves.length}: ${move}${end}`;
}
