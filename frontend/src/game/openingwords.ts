// What is said about an opening: whose decision it is, what may be chosen, and what was.

import type { Drawing } from "../viewer/choices";
import { letter } from "../board/openingmarks";
import { isOffer, numberOf, offeredAfter, openingOf, sideToMove } from "../live/turn";
import type { Chosen, ChosenPart, OpeningPart, SideWord, Snapshot } from "../protocol/protocol";
import { playerName } from "./names";
import { other, sideOfPly } from "../rules/position";
import { givenStones, hasChoice } from "../rules/opening";
import { sideName } from "../rules/sides";
import type { Board } from "../rules/squares";
import { centre, name } from "../rules/squares";
import { numberWord } from "../rules/variant";
import { count, say } from "../words/words";

/**
 * How an opening stands, for whoever has a side (null: a spectator), who has chosen this many of the
 * squares to offer; null where there is none.
 */
export function openingStatus(
  game: Snapshot,
  viewer: SideWord | null,
  drawn: Drawing,
  offering = 0,
): string | null {
  const opening = openingOf(game);
  if (opening === null) return null;
  const by = sideToMove(game);
  const isMine = by === viewer;
  const player = playerName(game, by);
  if (opening.choices.length > 0) return choosing(opening, player, isMine);
  if (opening.offer > 0) {
    if (!isMine) return say("{player} offers squares.", { player });
    const number = opening.offer - offering;
    return number > 0
      ? say("Offer squares: {number} to go.", { number })
      : say("Now offer these squares.");
  }
  return placing(game, opening, player, isMine, drawn);
}

function choosing({ choices }: OpeningPart, player: string, isMine: boolean): string {
  if (choices.includes("two"))
    return isMine
      ? say("Choose a side, or place two more.")
      : say("{player} chooses a side or two more.", { player });
  if (!choices.includes("black"))
    return isMine ? say("Choose a number.") : say("{player} chooses a number.", { player });
  if (choices.some(numberOf))
    return isMine
      ? say("Choose a side, or offer ten.")
      : say("{player} chooses a side or offers ten.", { player });
  return isMine ? say("Choose a side.") : say("{player} chooses a side.", { player });
}

function placing(
  game: Snapshot,
  opening: OpeningPart,
  player: string,
  isMine: boolean,
  drawn: Drawing,
): string {
  const side = sideName(sideOfPly(game.moves.length, game.variant.lineRule), drawn);
  const values = { player, side, number: opening.place };
  if (offeredAfter(game, game.moves.length).length > 0)
    return isMine
      ? say("Keep one of the squares.")
      : say("{player} keeps one of the squares.", values);
  if (!hasChoice(opening.rule))
    return isMine
      ? say("Your turn: you play {side}.", values)
      : say("{side} to move: {player}.", values);
  return isMine
    ? say("Place {side}: {number} to go.", values)
    : say("{player} places stones: {number} to go.", values);
}

/** Where the next stone may lie, as the server says it; empty where it may lie anywhere. */
export function whereWords(game: Snapshot): string {
  const { variant } = game;
  const squares = openingOf(game)?.squares ?? null;
  if (squares === null) return "";
  const offered = offeredAfter(game, game.moves.length);
  if (offered.length > 0)
    return say("This stone goes on one of the squares offered: {squares}.", {
      squares: offered.map((square) => name(square, variant)).join(", "),
    });
  if (squares.length === 1)
    return say("The first stone goes in the centre: {square}.", {
      square: name(centre(variant), variant),
    });
  const away = squares.map((square) => fromCentre(square, variant));
  const least = Math.min(...away);
  return least > 0
    ? say("This stone goes outside the {edge}×{edge} around the centre.", { edge: 2 * least - 1 })
    : say("This stone goes inside the {edge}×{edge} around the centre.", {
        edge: 2 * Math.max(...away) + 1,
      });
}

/** How many rows or columns a square is away from the middle one, whichever is more. */
function fromCentre(square: number, { width, height }: Snapshot["variant"]): number {
  const row = Math.floor(square / width);
  return Math.max(
    Math.abs(row - Math.floor(height / 2)),
    Math.abs((square % width) - Math.floor(width / 2)),
  );
}

/** Why the next stone may not lie on a square; null where the opening allows it. */
export function outside(game: Snapshot, square: number): string | null {
  const opening = openingOf(game);
  if (opening === null || opening.squares === null || opening.squares.includes(square)) return null;
  return whereWords(game);
}

/** Said to whoever places a stone where something is to be chosen. */
export function choiceFirst({ opening }: Snapshot): string {
  const choices = opening?.choices ?? [];
  if (choices.includes("two")) return say("First choose a side, or place two more stones.");
  if (!choices.includes("black"))
    return say("First say how many squares are offered for the fifth stone, one to {most}.", {
      most: numberWord(choices.length),
    });
  return choices.some(numberOf)
    ? say("First choose a side, or offer ten squares.")
    : say("First choose a side.");
}

/** Why a square may not be offered beside those that are; null if it may. */
export function notOffered(
  { opening, variant }: Snapshot,
  offering: readonly number[],
  square: number,
): string | null {
  if (opening === null || offering.includes(square)) return null;
  if (offering.length >= opening.offer)
    return say("That’s all of them. Take one away to offer {square}.", {
      square: name(square, variant),
    });
  const group = opening.alike.find((squares) => squares.includes(square)) ?? [];
  const same = offering.find((each) => group.includes(each));
  return same === undefined
    ? null
    : say("{square} and {other} are the same by symmetry. Offer only one of them.", {
        square: name(square, variant),
        other: name(same, variant),
      });
}

/** Squares with their letters: "a h9, b i8". */
export function offeredWords(squares: readonly number[], variant: Board): string {
  return squares.map((square, index) => `${letter(index)} ${name(square, variant)}`).join(", ");
}

/** "Offered: a h9, b i8."; empty where nothing is. */
export function offeredSquares(offered: readonly number[], variant: Board): string {
  const squares = offeredWords(offered, variant);
  return squares === "" ? "" : say("Offered: {squares}.", { squares });
}

/** What lies when the game begins, and what becomes of it; empty where nothing does. */
export function givenWords(game: Snapshot): string {
  const given = givenStones(game);
  if (given === 0) return "";
  const number = numberWord(given);
  return game.opening?.again
    ? say(
        "The opening is given: the {number} stones of the last game once more, with sides swapped.",
        { number },
      )
    : say("The opening is given: {number} stones. It is played twice, with sides swapped.", {
        number,
      });
}

/** What somebody did before a choice: "Bob placed three stones." */
export function placedWords(game: Snapshot, viewer: SideWord | null): string {
  const opening = openingOf(game);
  if (opening === null) return "";
  // Whoever does not decide now has placed what lies last.
  const placer = other(sideToMove(game));
  const isMine = placer === viewer;
  const player = playerName(game, placer);
  const last = opening.chosen.at(-1);
  const declared = last === undefined ? 0 : numberOf(last.choice);
  if (declared > 0) return declaredWords(declared, player, isMine);
  if (last?.choice === "two")
    return isMine
      ? say("You placed two more stones.")
      : say("{player} placed two more stones.", { player });
  const stones = opening.stones - (last?.ply ?? 0);
  const words = { player, number: numberWord(stones) };
  return isMine
    ? count("You placed a stone.", "You placed {number} stones.", stones, words)
    : count("{player} placed a stone.", "{player} placed {number} stones.", stones, words);
}

function declaredWords(number: number, player: string, isMine: boolean): string {
  return isMine
    ? count(
        "You chose one square for the fifth stone.",
        "You chose {count} squares for the fifth stone.",
        number,
      )
    : count(
        "{player} chose one square for the fifth stone.",
        "{player} chose {count} squares for the fifth stone.",
        number,
        { player },
      );
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
  if (isOffer(choice)) {
    const squares = offeredWords(choice, game.variant);
    return side === viewer
      ? say("You offered {squares}.", { squares })
      : say("{player} offered {squares}.", { player, squares });
  }
  const number = numberOf(choice);
  if (number > 0) return declaredWords(number, player, side === viewer);
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
  const square = name(game.moves[ply - 1]?.square ?? 0, game.variant);
  const player = playerName(game, by);
  if (isOffer(choice))
    return say("After {square}: {player} offers {squares}", {
      square,
      player,
      squares: offeredWords(choice, game.variant),
    });
  const number = numberOf(choice);
  if (number > 0)
    return count(
      "After {square}: {player} chooses one square for the fifth stone",
      "After {square}: {player} chooses {count} squares for the fifth stone",
      number,
      { square, player },
    );
  return choice === "two"
    ? say("After {square}: {player} places two more", { square, player })
    : say("After {square}: {player} chooses {side}", {
        square,
        player,
        side: sideName(choice as SideWord, drawn),
      });
}
