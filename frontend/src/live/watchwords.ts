// What is said about watching a game: who may, how late, how many do.

import { spanText } from "./clocks";
import type { Phase } from "../protocol/parts";
import type { DelayPart, Presence, SideWord, Snapshot } from "../protocol/protocol";
import { count, say } from "../words/words";

/** "30 s", "2 moves", "30 s and 2 moves". */
export function delayWords({ ms, moves }: DelayPart): string {
  return bothWords(ms > 0 ? spanText(ms) : "", moves > 0 ? movesWords(moves) : "");
}

/** A delay by time and by moves, either of which may be empty. */
export function bothWords(time: string, moves: string): string {
  return time && moves ? say("{time} and {moves}", { time, moves }) : time || moves;
}

/** "1 move", "2 moves". */
export function movesWords(moves: number): string {
  return count("{count} move", "{count} moves", moves);
}

/** Says to this viewer that the game is shown late; empty where it is not, or is over. */
export function lateSentence({ delay, outcome }: Snapshot, viewer: SideWord | null): string {
  if (delay === null || outcome !== null) return "";
  const words = { delay: delayWords(delay) };
  return viewer === null
    ? say("Shown {delay} late.", words)
    : say("Spectators see this {delay} late.", words);
}

/** Who may watch, where that is not everybody: a word, and what it means for this viewer. */
export interface Closed {
  readonly word: string;
  readonly sentence: string;
}

export function closedTo({ visibility }: Snapshot, viewer: SideWord | null): Closed | null {
  switch (visibility) {
    case "public":
      return null;
    case "unlisted":
      return {
        word: say("Unlisted"),
        sentence: say("Anyone with the link can watch. It isn’t listed anywhere."),
      };
    case "private":
      return {
        word: say("Private"),
        sentence:
          viewer === null
            ? say("Only the players and people with the watch link can see it.")
            : say("Only you two and people with the watch link can see it."),
      };
    default:
      return visibility satisfies never;
  }
}

/** What stands above the link that is shared. */
export function shareSentence({ visibility, delay, outcome }: Snapshot): string {
  const late = delay === null || outcome !== null ? null : { delay: delayWords(delay) };
  if (visibility !== "private")
    return late === null
      ? say("Anyone with this link can watch.")
      : say("Anyone with this link can watch, {delay} late.", late);
  const may =
    late === null
      ? say("Anyone with this watch link can watch. Share it only with people who may.")
      : say(
          "Anyone with this watch link can watch, {delay} late. Share it only with people who may.",
          late,
        );
  return `${may} ${say("The game’s plain address shows nothing.")}`;
}

/** "Nobody is watching", "12 watching". */
export function watchersWords(spectators: number): string {
  return spectators === 0
    ? say("Nobody is watching")
    : count("{count} watching", "{count} watching", spectators);
}

/** Those who watch and are not named: "and 3 more"; "3 guests" where nobody is. */
export function othersWords({ spectators, names }: Pick<Presence, "spectators" | "names">): string {
  const others = spectators - names.length;
  if (others <= 0) return spectators === 0 ? say("People watching appear here.") : "";
  if (names.length > 0) return count("and {count} more", "and {count} more", others);
  return count("{count} guest", "{count} guests", others);
}

/** What brings a viewer back to the end of the record: "live +3". */
export function backWords(phase: Phase, fresh: number): string {
  if (fresh === 0) return wayBack(phase);
  return phase === "over" ? say("end +{fresh}", { fresh }) : say("live +{fresh}", { fresh });
}

/** The same for people who listen. */
export function backLabel(phase: Phase, fresh: number): string {
  if (fresh === 0) return wayBack(phase);
  return phase === "over"
    ? count("To the end: {count} new move", "To the end: {count} new moves", fresh)
    : count("Back to live: {count} new move", "Back to live: {count} new moves", fresh);
}

function wayBack(phase: Phase): string {
  return phase === "over" ? say("To the end") : say("Back to live");
}

/** Says that the ply looked at is gone. */
export function goneSentence(ply: number): string {
  return ply === 0
    ? say("That move was taken back. You’re looking at the empty board.")
    : say("That move was taken back. You’re looking at move {ply}, now the last.", {
        ply,
      });
}
