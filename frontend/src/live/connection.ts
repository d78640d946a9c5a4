// When to ask, when to give up, when to come back: the rules of a connection, without the socket.

import { CLOSE } from "../protocol/protocol";
import { say } from "../words/words";

export type Connection =
  | { readonly kind: "connecting" }
  | { readonly kind: "live" }
  | { readonly kind: "reconnecting" }
  | { readonly kind: "offline" }
  | { readonly kind: "ended"; readonly sentence: string }
  /** The page must be reloaded, soon: to the game, this visitor is not who the page says. */
  | { readonly kind: "outdated"; readonly inMs: number };

export const SILENCE_MS = 2_500;
export const DEAD_MS = 9_000;
export const RESEND_MS = 4_000;

/** Not one of the server's own codes: a proxy in front of it may send it. */
const WRONG_ORIGIN = 4403;

/** Whoever signs in on another page has heard of it there by then: this one shares its cookie. */
const SIGN_IN_MS = 3_000;

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 1_000;

/** After the server has announced a restart: at once, but not all clients at the same moment. */
const RESTART_LEAST_MS = 200;
const RESTART_MOST_MS = 1_000;

/**
 * How long to wait before attempt number `attempt` (0 is the first); `random` is from 0 to 1,
 * `code` what the last connection was closed with.
 */
export function delayMs(attempt: number, random: number, code?: number): number {
  if (code === CLOSE.RESTARTING)
    return Math.round(RESTART_LEAST_MS + (RESTART_MOST_MS - RESTART_LEAST_MS) * random);
  const whole = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 10));
  return Math.round(whole * (0.5 + random / 2));
}

/** Moments on a monotonic clock, in milliseconds. */
export interface Heartbeat {
  readonly heardAt: number;
  /** The last ping that nothing has answered yet; null if there is none. */
  readonly pingedAt: number | null;
}

/**
 * What to do now. Dead only if a ping went unanswered: a browser that let this page sleep for a
 * minute has heard nothing, and yet nothing may be wrong.
 */
export function pulse(heart: Heartbeat, now: number): "fine" | "ping" | "dead" {
  if (heart.pingedAt !== null)
    return now - heart.pingedAt >= DEAD_MS - SILENCE_MS ? "dead" : "fine";
  return now - heart.heardAt >= SILENCE_MS ? "ping" : "fine";
}

/** What a close code means: the state of the connection from then on; null: come back. */
export function afterClose(code: number): Connection | null {
  switch (code) {
    case CLOSE.BAD_SUBPROTOCOL:
      return ended(say("This page is out of date. Reload it."));
    case CLOSE.SEAT_RENEWED:
      return { kind: "outdated", inMs: 0 };
    case CLOSE.PERSON_CHANGED:
      return { kind: "outdated", inMs: SIGN_IN_MS };
    case WRONG_ORIGIN:
      return ended(
        say(
          "This server can’t be reached from this address. Open the page at the server’s own address.",
        ),
      );
    case CLOSE.NOT_FOUND:
      return ended(say("We can’t find this game. Go back to the home page."));
    default:
      return null;
  }
}

function ended(sentence: string): Connection {
  return { kind: "ended", sentence };
}

/** A new id for a command, from random bytes (crypto.randomUUID is missing on plain http). */
export function commandId(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
