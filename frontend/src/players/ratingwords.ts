// What is said about ratings (estimates, some of them still rough) and what games count for.

import { isBot } from "../protocol/parts";
import type { PlayerPart, RangePart, RatingPart, Snapshot } from "../protocol/protocol";
import { count, say } from "../words/words";

/** A rating as a seat or the end of a game tells it. */
export interface Rating {
  readonly rating: number;
  /** Whether it is still rough. */
  readonly provisional: boolean;
  /** Whether it is a guest's: it belongs to a browser. */
  readonly guest?: boolean;
}

/** What is said of a player who may have a rating. */
export interface Rated extends Pick<PlayerPart, "rating" | "provisional"> {
  readonly kind?: string;
}

/** A player's rating when they sat down; null for bots, and before the first rated game. */
export function ratingOf(player: Rated | null): Rating | null {
  if (player === null || player.rating === null) return null;
  return { rating: player.rating, provisional: player.provisional, guest: isGuest(player) };
}

/** Whether somebody is a guest: their rating is shown as such. */
export function isGuest(player: Pick<Rated, "kind"> | null): boolean {
  return player?.kind === "guest";
}

/** "1512"; "1512?" while it is rough. */
export function ratingText({ rating, provisional }: Rating): string {
  return `${rating}${provisional ? "?" : ""}`;
}

/** The same in words. */
export function ratingTitle({ rating, provisional, guest = false }: Rating): string {
  if (guest)
    return provisional
      ? say("a guest’s rating, {rating}, provisional", { rating })
      : say("a guest’s rating, {rating}", { rating });
  return provisional
    ? say("rating {rating}, provisional", { rating })
    : say("rating {rating}", { rating });
}

/** "+18", "−18", "±0" */
export function changeText(change: number): string {
  if (change === 0) return "±0";
  return change > 0 ? `+${change}` : `−${-change}`;
}

/** The same in words. */
export function changeTitle({ change }: RatingPart): string {
  if (change === 0) return say("unchanged after this game");
  const points = Math.abs(change);
  return change > 0
    ? say("up {points} after this game", { points })
    : say("down {points} after this game", { points });
}

/** "1400–1600" */
export function rangeText({ low, high }: RangePart): string {
  return `${low}–${high}`;
}

/** Whether a game counts, in a word; empty where a bot plays: nobody wonders there. */
export function termsWord({ rated, seats }: Pick<Snapshot, "rated" | "seats">): string {
  if (isBot(seats.black) || isBot(seats.white)) return "";
  return rated ? say("Rated") : say("Not rated");
}

/** What a game counts for, and whom its open seat is for. */
export function termsSentence({ rated, range }: Pick<Snapshot, "rated" | "range">): string {
  const counts = rated
    ? say("Rated. The result counts towards both players’ ratings.")
    : say("Not rated.");
  if (range === null) return counts;
  const { low, high } = range;
  return `${counts} ${say("For players rated {low} to {high}.", { low, high })}`;
}

/** Why an open seat is not for a player of this rating (or none) on such boards; empty if it is. */
export function outsideSentence(range: RangePart | null, mine: number | null): string {
  if (range === null || (mine !== null && range.low <= mine && mine <= range.high)) return "";
  const { low, high } = range;
  return mine === null
    ? say("For players rated {low} to {high}. You have no rating on these boards yet.", {
        low,
        high,
      })
    : say("For players rated {low} to {high}. Yours is {mine}.", { low, high, mine });
}

/** After this long, quick pairing takes anybody; games/play/terms.py decides. */
const EVERYBODY_S = 9;

/** Whom quick pairing looks for, up to `reach` points from a rating; null: anybody. */
export function reachSentence(rating: number, reach: number | null): string {
  if (reach === null) return say("Any rating now. Yours is {rating}.", { rating });
  return count(
    "Opponents rated {low} to {high}, or anyone after {count} second.",
    "Opponents rated {low} to {high}, or anyone after {count} seconds.",
    EVERYBODY_S,
    { low: Math.max(0, rating - reach), high: rating + reach },
  );
}
