// What is said of watching a game: who may, how late, how many do.

import { spanText } from "./clocks";
import type { Phase } from "./model";
import type { DelayPart, Presence, SideWord, Snapshot } from "./protocol";

/** "30 s", "2 moves", "30 s and 2 moves". */
export function delayWords({ ms, moves }: DelayPart): string {
  const parts = [
    ms > 0 ? spanText(ms) : "",
    moves > 0 ? `${moves} move${moves === 1 ? "" : "s"}` : "",
  ];
  return parts.filter(Boolean).join(" and ");
}

/** That the game is shown late, as this viewer should read it; empty where it is not, or is over. */
export function lateSentence({ delay, outcome }: Snapshot, viewer: SideWord | null): string {
  if (delay === null || outcome !== null) return "";
  const late = `${delayWords(delay)} late`;
  return viewer === null ? `Shown ${late}.` : `Spectators see this ${late}.`;
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
        word: "Unlisted",
        sentence: "Whoever has the link can watch; no list and no search names it.",
      };
    case "private":
      return {
        word: "Private",
        sentence:
          viewer === null
            ? "Only the players and who was given the watch link can see it."
            : "Only you two and who is given the watch link can see it.",
      };
    default:
      return visibility satisfies never;
  }
}

/** What stands above the link that is shared. */
export function shareSentence({ visibility, delay, outcome }: Snapshot): string {
  const late = delay === null || outcome !== null ? "" : `, ${delayWords(delay)} late`;
  return visibility === "private"
    ? `Who opens this watch link can watch${late}: give it only to those who may. The plain address shows nothing.`
    : `Anyone with this link can watch${late}.`;
}

/** "Nobody is watching", "12 watching". */
export function watchersWords(spectators: number): string {
  return spectators === 0 ? "Nobody is watching" : `${spectators} watching`;
}

/** Those who watch and are not named: "and 3 more"; "3 guests" where nobody is. */
export function othersWords({ spectators, names }: Pick<Presence, "spectators" | "names">): string {
  const count = spectators - names.length;
  if (count <= 0) return spectators === 0 ? "Spectators are shown here." : "";
  if (names.length > 0) return `and ${count} more`;
  return count === 1 ? "A guest without a name." : `${count} guests without a name.`;
}

/** What brings a viewer back to the end of the record: "live +3". */
export function backWords(phase: Phase, fresh: number): string {
  const [back, end] = phase === "over" ? ["To the end", "end"] : ["Back to live", "live"];
  return fresh === 0 ? back : `${end} +${fresh}`;
}

/** The same for people who listen. */
export function backLabel(phase: Phase, fresh: number): string {
  const back = phase === "over" ? "To the end" : "Back to live";
  return fresh === 0 ? back : `${back}: ${fresh} new move${fresh === 1 ? "" : "s"}`;
}

/** That the ply looked at is gone. */
export function goneSentence(ply: number): string {
  return ply === 0
    ? "The move you looked at was taken back: you look at the empty board."
    : `The move you looked at was taken back: you look at move ${ply}, the last that stands.`;
}
