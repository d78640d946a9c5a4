// What is said about an opening: whose decision it is, what may be chosen, and what was.

import type { Drawing } from "../viewer/choices";
import { openingOf, sideToMove } from "../live/turn";
import type { Chosen, ChosenPart, OpeningPart, SideWord, Snapshot } from "../protocol/protocol";
import { playerName } from "./names";
import { other, sideOfPly } from "../rules/position";
import { sideName } from "../rules/sides";
import { centre, name } from "../rules/squares";
import { numberWord } from "../rules/variant";
import { count, say } from "../words/words";

/** How an opening stands, for whoever has a side (null: a spectator); null where there is none. */
export function openingStatus(
  game: Snapshot,
  viewer: SideWord | null,
  drawn: Drawing,
): string | null {
  const opening = openingOf(game);
  if (opening === null) return null;
  const by = sideToMove(game);
  if (opening.choices.length > 0) return choosing(game, opening, by, by === viewer);
  return placing(game, opening, by, by === viewer, drawn);
}

function choosing(game: Snapshot, opening: OpeningPart, by: SideWord, isMine: boolean): string {
  const player = playerName(game, by);
  if (opening.choices.includes("two"))
    return isMine
      ? say("Choose a side, or place two more.")
      : say("{player} chooses a side or two more.", { player });
  return isMine ? say("Choose a side.") : say("{player} chooses a side.", { player });
}

function placing(
  game: Snapshot,
  opening: OpeningPart,
  by: SideWord,
  isMine: boolean,
  drawn: Drawing,
): string {
  const side = sideName(sideOfPly(game.moves.length), drawn);
  const player = playerName(game, by);
  const hint = whereWords(opening, game);
  if (isAlone(opening))
    return isMine
      ? [say("Your turn: you play {side}.", { side }), hint].filter(Boolean).join(" ")
      : say("{side} to move: {player}.", { side, player });
  const values = { player, side, number: opening.place };
  return isMine
    ? say("Place {side}: {number} to go.", values)
    : say("{player} places stones: {number} to go.", values);
}

/** Whether everybody places stones of their own side: nobody chooses one. */
function isAlone({ rule }: OpeningPart): boolean {
  return rule === "pro" || rule === "longpro";
}

/** Where the next stone may lie, as the server says it; empty where it may lie anywhere. */
function whereWords({ squares, rule }: OpeningPart, { variant }: Snapshot): string {
  if (squares === null) return "";
  if (squares.length === 1)
    return say("The first stone goes in the centre: {square}.", {
      square: name(centre(variant), variant),
    });
  return rule === "longpro"
    ? say("This stone must be at least four squares away from the centre.")
    : say("This stone must be at least three squares away from the centre.");
}

/** Why the next stone may not lie on a square; null where the opening allows it. */
export function outside(game: Snapshot, square: number): string | null {
  const opening = openingOf(game);
  if (opening === null || opening.squares === null || opening.squares.includes(square)) return null;
  return whereWords(opening, game);
}

/** Said to whoever places a stone where something is to be chosen. */
export function choiceFirst({ opening }: Snapshot): string {
  return opening?.choices.includes("two")
    ? say("First choose a side, or place two more stones.")
    : say("First choose a side.");
}

/** What somebody placed before a choice: "Bob placed three stones." */
export function placedWords(game: Snapshot, viewer: SideWord | null): string {
  const opening = openingOf(game);
  if (opening === null) return "";
  // Whoever does not decide now has placed what lies last.
  const placer = other(sideToMove(game));
  const stones = opening.chosen.length > 0 ? 2 : opening.stones;
  const words = { player: playerName(game, placer), number: numberWord(stones) };
  if (opening.chosen.length > 0)
    return placer === viewer
      ? say("You placed two more stones.")
      : say("{player} placed two more stones.", words);
  return placer === viewer
    ? count("You placed a stone.", "You placed {number} stones.", stones, words)
    : count("{player} placed a stone.", "{player} placed {number} stones.", stones, words);
}

/** What somebody chose, in a sentence, once it is so. */
export function chosenSentence(
  game: Snapshot,
  { by, swaps, choice }: Pick<Chosen, "by" | "swaps" | "choice">,
  viewer: SideWord | null,
  drawn: Drawing,
): string {
  const side = swaps ? other(by) : by; // the one that whoever chose has now
  const player = playerName(game, side);
  if (choice === "two")
    return side === viewer
      ? say("You place two more stones.")
      : say("{player} places two more stones.", { player });
  const values = {
    player,
    other: playerName(game, other(side)),
    side: sideName(side, drawn),
    rest: sideName(other(side), drawn),
  };
  if (side === viewer) return say("You chose {side}. {other} plays {rest}.", values);
  return other(side) === viewer
    ? say("{player} chose {side}. You play {rest}.", values)
    : say("{player} chose {side}. {other} plays {rest}.", values);
}

/** A choice for the list of moves, and after which move it was made. */
export function chosenWords(
  game: Snapshot,
  { ply, by, choice }: ChosenPart,
  drawn: Drawing,
): string {
  const values = {
    square: name(game.moves[ply - 1]?.square ?? 0, game.variant),
    player: playerName(game, by),
    side: choice === "two" ? "" : sideName(choice, drawn),
  };
  return choice === "two"
    ? say("After {square}: {player} places two more", values)
    : say("After {square}: {player} chooses {side}", values);
}
