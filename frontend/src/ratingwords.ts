// What is said of ratings: they are estimates, and some are still rough; and of what games count for.

import { isBot } from "./hints";
import type { PlayerPart, RangePart, RatingPart, Snapshot } from "./protocol";

/** A rating as a seat or the end of a game tells it. */
export interface Rating {
  readonly rating: number;
  /** Whether it is still rough. */
  readonly provisional: boolean;
}

/** A player's rating when they sat down; null for bots, and before the first rated game. */
export function ratingOf(player: Pick<PlayerPart, keyof Rating> | null): Rating | null {
  if (player === null || player.rating === null) return null;
  return { rating: player.rating, provisional: player.provisional };
}

/** "1512"; "1512?" as long as it is rough. */
export function ratingText({ rating, provisional }: Rating): string {
  return `${rating}${provisional ? "?" : ""}`;
}

/** The same in words. */
export function ratingTitle({ rating, provisional }: Rating): string {
  return `rating ${rating}, ${provisional ? "still rough: an estimate" : "an estimate"}`;
}

/** "+18", "−18", "±0" */
export function changeText(change: number): string {
  if (change === 0) return "±0";
  return change > 0 ? `+${change}` : `−${-change}`;
}

/** The same in words. */
export function changeTitle({ change }: RatingPart): string {
  if (change === 0) return "unchanged by this game";
  return `${change > 0 ? "up" : "down"} ${Math.abs(change)} by this game`;
}

/** "1400 to 1600" */
export function rangeWords({ low, high }: RangePart): string {
  return `${low} to ${high}`;
}

/** "1400–1600" */
export function rangeText({ low, high }: RangePart): string {
  return `${low}–${high}`;
}

/** Whether a game counts, in a word; empty where a bot plays: nobody wonders there. */
export function stakesWord({ rated, seats }: Pick<Snapshot, "rated" | "seats">): string {
  if (isBot(seats.black) || isBot(seats.white)) return "";
  return rated ? "Rated" : "Casual";
}

/** What a game counts for, and whom its open seat is for. */
export function stakesSentence({ rated, range }: Pick<Snapshot, "rated" | "range">): string {
  const counts = rated ? "Rated: it counts for both players’ ratings." : "Casual: it is not rated.";
  return range === null ? counts : `${counts} For players rated ${rangeWords(range)}.`;
}

/** Why an open seat is not for somebody with this rating on such boards, or none; empty if it is. */
export function outsideSentence(range: RangePart | null, mine: number | null): string {
  if (range === null || (mine !== null && range.low <= mine && mine <= range.high)) return "";
  const why =
    mine === null ? "you have no rating on such boards yet" : `your rating here is ${mine}`;
  return `For players rated ${rangeWords(range)}: ${why}.`;
}

/** From then on quick pairing takes anybody; games/play/stakes.py decides. */
const EVERYBODY_S = 9;

/** Whom quick pairing looks for around a rating, so many points away; null: anybody. */
export function reachSentence(rating: number, reach: number | null): string {
  if (reach === null) return `Anybody now, however they are rated: you are at ${rating}.`;
  const range = { low: Math.max(0, rating - reach), high: rating + reach };
  return `Opponents rated ${rangeWords(range)}; anybody after ${EVERYBODY_S} seconds.`;
}
