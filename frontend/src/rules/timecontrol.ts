// A clock as somebody writes it: read as the server reads it, refused in the server's words.

import type { ControlPart } from "../protocol/protocol";
import { DAY, HOUR, MINUTE, SECOND } from "./units";
import { count, say } from "../words/words";

const MAX_INITIAL_MS = DAY;
const MAX_INCREMENT_MS = HOUR;
const MAX_PERIOD_MS = 30 * DAY;
const MAX_PERIODS = 20;
const LEAST_MS = 5 * SECOND;
const LEAST_PERIOD_MS = SECOND;

const FISCHER = /^(\d{1,4})(?:[.,](\d))?\+(\d{1,4})s?$/;
const BYOYOMI = /^(\d{1,4})(?:[.,](\d))?\+(\d{1,2})x(\d{1,7})s?$/;
const PER_MOVE = /^(\d{1,7})([smhd])$/;
const BEGINNING = /^(\d{0,7}|\d{1,4}[.,]\d?|\d{1,4}([.,]\d)?\+(\d{1,2}x)?)$/;
const UNITS: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY };

/** The control behind `5+3`, `10+3x30s`, `45s` or `2d`, or the sentence that says why not. */
export function readTimeControl(words: string): ControlPart | string {
  const text = compact(words);
  const fischer = FISCHER.exec(text);
  if (fischer) {
    const tenths = Number(fischer[1]) * 10 + Number(fischer[2] ?? 0);
    return control((tenths * MINUTE) / 10, Number(fischer[3]) * SECOND, 0, 0);
  }
  const byoyomi = BYOYOMI.exec(text);
  if (byoyomi) {
    const tenths = Number(byoyomi[1]) * 10 + Number(byoyomi[2] ?? 0);
    return control((tenths * MINUTE) / 10, 0, Number(byoyomi[4]) * SECOND, Number(byoyomi[3]));
  }
  const perMove = PER_MOVE.exec(text);
  if (perMove) return control(0, 0, Number(perMove[1]) * (UNITS[perMove[2] ?? ""] ?? 0), 1);
  return say(
    "“{text}” is not a clock: write 5+3 (minutes + seconds a move), 10+3x30s (minutes + periods), 45s or 2d (for each move).",
    { text: [...text].slice(0, 20).join("") },
  );
}

/** The title of a clock as it is written; empty where there is none. */
export function writtenTitle(words: string | null): string {
  const read = readTimeControl(words ?? "");
  return typeof read === "string" ? "" : clockTitle(read);
}

/** Whether further typing can still make this a clock: it is not marked as wrong meanwhile. */
export function isBeginning(words: string): boolean {
  return BEGINNING.test(compact(words));
}

function compact(words: string): string {
  return words.trim().toLowerCase().replaceAll(" ", "");
}

function control(
  initialMs: number,
  incrementMs: number,
  periodMs: number,
  periods: number,
): ControlPart | string {
  if (initialMs > MAX_INITIAL_MS)
    return say("The initial time may be at most {most}.", { most: span(MAX_INITIAL_MS) });
  if (incrementMs > MAX_INCREMENT_MS)
    return say("The increment may be at most {most}.", { most: span(MAX_INCREMENT_MS) });
  if (periodMs > MAX_PERIOD_MS)
    return say("The time per move may be at most {most}.", { most: span(MAX_PERIOD_MS) });
  if (periods > MAX_PERIODS)
    return say("There may be at most {most} periods.", { most: MAX_PERIODS });
  if (periods > 0 !== periodMs > 0)
    return say("Periods need a length, and a length needs periods.");
  if (periods > 0 && periodMs < LEAST_PERIOD_MS)
    return say("A period must be at least {least}.", { least: span(LEAST_PERIOD_MS) });
  if (initialMs + periodMs * periods < LEAST_MS)
    return say("A clock must have at least {least}.", { least: span(LEAST_MS) });
  return { initialMs, incrementMs, periodMs, periods };
}

/** What people call a clock: "5 min + 3 s". */
export function clockTitle({ initialMs, incrementMs, periodMs, periods }: ControlPart): string {
  if (periods === 0) return `${span(initialMs)} + ${span(incrementMs)}`;
  if (initialMs > 0 || periods > 1) return `${span(initialMs)} + ${periods} × ${span(periodMs)}`;
  return say("{time} a move", { time: span(periodMs) });
}

/** A length of time for people, as the server says it. */
function span(ms: number): string {
  if (ms > 0 && ms % DAY === 0) return count("{count} day", "{count} days", ms / DAY);
  if (ms > 0 && ms % HOUR === 0) return count("{count} hour", "{count} hours", ms / HOUR);
  if (ms > 0 && ms % MINUTE === 0) return say("{count} min", { count: ms / MINUTE });
  return say("{count} s", { count: Math.floor(ms / SECOND) });
}
