// The time each side has, as the server counts it: the server's clock is estimated, the browser's
// wall clock is never read. Local moments come from a clock that only runs forward
// (performance.now()); times are in milliseconds.

import { other } from "../rules/position";
import type {
  ClockPart,
  ControlPart,
  FromServer,
  SideWord,
  Snapshot,
  TimePart,
} from "../protocol/protocol";
import { DAY, HOUR, MINUTE, SECOND } from "../rules/units";
import { say } from "../words/words";

// --- What time it is at the server -----------------------------------------------------------

/** The last samples of the server's clock minus ours; each is too small by its delay in transit. */
export type Offsets = readonly number[];

const MOST_SAMPLES = 20;

/** The samples with one more: a message that arrived at `localMs` said `serverMs`. */
export function sampled(offsets: Offsets, serverMs: number, localMs: number): Offsets {
  return [...offsets.slice(1 - MOST_SAMPLES), serverMs - localMs];
}

/** What time it is at the server, by the least delayed of the samples. */
export function serverNow(offsets: Offsets, localMs: number): number {
  return localMs + Math.max(...offsets);
}

/** When the server said this; null if it does not say. A resent message is late, harmlessly. */
export function saidAt(message: FromServer): number | null {
  if ("now" in message) return message.now;
  return "at" in message ? message.at : null;
}

// --- What is left ----------------------------------------------------------------------------

const UP: TimePart = { mainMs: 0, periods: 0 };

/** What a side has left at a moment of the server's clock; nothing once its time is up. */
export function timeLeft(
  clock: ClockPart,
  control: ControlPart,
  side: SideWord,
  nowMs: number,
): TimePart {
  const left = clock[side];
  // Whole milliseconds, as the server counts: a browser's clock has fractions of them.
  const spent = side === clock.running ? Math.floor(Math.max(0, nowMs - clock.since)) : 0;
  if (spent <= left.mainMs) return { mainMs: left.mainMs - spent, periods: left.periods };
  if (left.periods === 0) return UP;
  // Time used to its very end is not overstepped yet: the next period begins a moment later.
  const over = spent - left.mainMs - 1;
  const whole = Math.floor(over / control.periodMs);
  if (whole >= left.periods) return UP;
  return {
    mainMs: control.periodMs - (over % control.periodMs) - 1,
    periods: left.periods - whole - 1,
  };
}

/** The total time left, periods included. */
export function allMs({ mainMs, periods }: TimePart, { periodMs }: ControlPart): number {
  return mainMs + periods * periodMs;
}

/** How long a side may think at first before it must hurry. */
function wholeMs({ initialMs, periodMs, periods }: ControlPart): number {
  return periods > 0 ? periodMs : initialMs;
}

/** Whether it is time to hurry: below 20 seconds (a third on quick clocks), or a tenth if more. */
export function isLow(left: TimePart, control: ControlPart): boolean {
  const whole = wholeMs(control);
  return allMs(left, control) < Math.max(Math.min(20 * SECOND, whole / 3), whole / 10);
}

/** How much of a side's time is left, from 0 to 1: of the first time, then of its period. */
export function shareLeft({ mainMs, periods }: TimePart, control: ControlPart): number {
  const whole =
    periods < control.periods || control.initialMs === 0 ? control.periodMs : control.initialMs;
  return whole === 0 ? 0 : Math.min(1, mainMs / whole);
}

/** In how many milliseconds a resumed clock goes on; 0 if it does not wait. */
export function startsInMs(clock: ClockPart, nowMs: number): number {
  return clock.running === null ? 0 : Math.max(0, clock.since - nowMs);
}

/**
 * The clock as this viewer may see it run. A viewer who is shown the game some moves late does
 * not know how long the next one takes: the clock stands at what the move shown left.
 */
export function shownClock(game: Snapshot, viewer: SideWord | null): ClockPart | null {
  const { clock, delay, outcome } = game;
  const stands = viewer === null && outcome === null && (delay?.moves ?? 0) > 0;
  return clock !== null && stands ? { ...clock, running: null } : clock;
}

// --- As people read it -----------------------------------------------------------------------

/** The large part of a clock, and what follows it: "0:24" and "+2×30 s". */
export interface Face {
  readonly time: string;
  readonly periods: string;
}

/** Time under which tenths are shown. */
const TENTHS_MS = 20 * SECOND;

export function face(left: TimePart, control: ControlPart): Face {
  const { mainMs, periods } = begun(left, control);
  return {
    time: timeText(mainMs),
    periods: periods > 0 ? `+${periods}×${spanText(control.periodMs)}` : "",
  };
}

/** Once the initial time is gone and no period has begun, the next one counts as begun. */
function begun(left: TimePart, { periodMs }: ControlPart): TimePart {
  if (left.mainMs > 0 || left.periods === 0) return left;
  return { mainMs: periodMs, periods: left.periods - 1 };
}

/** "4:59", "0:09.3", "1:02:03", "2 d 3 h". */
export function timeText(ms: number): string {
  if (ms < TENTHS_MS) return `0:${two(Math.floor(ms / SECOND))}.${Math.floor((ms % SECOND) / 100)}`;
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  const seconds = two(Math.floor((ms % MINUTE) / SECOND));
  if (ms < HOUR) return `${minutes}:${seconds}`;
  const all = Math.floor(ms / HOUR);
  if (ms < DAY) return `${all}:${two(minutes)}:${seconds}`;
  const days = Math.floor(all / 24);
  const hours = all % 24;
  return hours > 0 ? say("{days} d {hours} h", { days, hours }) : say("{days} d", { days });
}

/** A countdown in whole seconds, "0:42": it shows 0:00 only when nothing is left. */
export function countdownText(ms: number): string {
  const seconds = Math.ceil(ms / SECOND);
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** A length of time in brief: "30 s", "90 s", "5 min", "2 d". */
export function spanText(ms: number): string {
  const isWhole = (unit: number): boolean => ms >= unit && ms % unit === 0;
  if (isWhole(DAY)) return say("{days} d", { days: ms / DAY });
  if (isWhole(HOUR)) return say("{hours} h", { hours: ms / HOUR });
  if (isWhole(MINUTE)) return say("{minutes} min", { minutes: ms / MINUTE });
  return say("{seconds} s", { seconds: Math.round(ms / SECOND) });
}

function two(count: number): string {
  return String(count).padStart(2, "0");
}

// --- When to look again ----------------------------------------------------------------------

/**
 * In how many milliseconds the running clock shows another text; null if it will not. Just after
 * the change, so that no second is skipped.
 */
export function changesInMs(clock: ClockPart, control: ControlPart, nowMs: number): number | null {
  if (clock.running === null) return null;
  const wait = startsInMs(clock, nowMs);
  if (wait > 0) return wait + 1;
  const { mainMs } = begun(timeLeft(clock, control, clock.running, nowMs), control);
  if (mainMs <= 0) return null;
  const unit = mainMs <= TENTHS_MS ? 100 : mainMs <= DAY ? SECOND : MINUTE;
  return (mainMs % unit) + 1;
}

// --- What is said about it -------------------------------------------------------------------

export type ClockWarning = "minute" | "tenSeconds";

const BELOW_MS: Readonly<Record<ClockWarning, number>> = {
  minute: MINUTE,
  tenSeconds: 10 * SECOND,
};

/** The warnings of their own clock that a player has been given. */
export type GivenWarnings = readonly ClockWarning[];

/**
 * The warnings given after a look at a player’s own clock. Each is given once, and again only
 * after the time has grown to twice as much. None is given for a clock that hardly had more to
 * begin with.
 */
export function warningsAt(
  told: GivenWarnings,
  left: TimePart,
  control: ControlPart,
): GivenWarnings {
  const ms = allMs(left, control);
  const whole = control.initialMs + control.periods * control.periodMs;
  const given = (Object.keys(BELOW_MS) as ClockWarning[]).filter((warning) => {
    if (whole <= 1.5 * BELOW_MS[warning]) return false;
    return told.includes(warning) ? ms < 2 * BELOW_MS[warning] : ms > 0 && ms <= BELOW_MS[warning];
  });
  return given.length === told.length && given.every((warning) => told.includes(warning))
    ? told
    : given;
}

/** The warning to give now: the nearest of the new ones. */
export function warningToTell(before: GivenWarnings, after: GivenWarnings): ClockWarning | null {
  return after.filter((warning) => !before.includes(warning)).at(-1) ?? null;
}

// --- Who has left ----------------------------------------------------------------------------

/** The opponent has left: from what moment, by the local clock, this player may claim the game. */
export interface Away {
  readonly claimAt: number;
  /** Whether that moment has come. */
  readonly canClaim: boolean;
}

/** What this player may do about an absent opponent, going by `presence`; null: nothing. */
export function awayOf(
  presence: { readonly blackClaimMs: number | null; readonly whiteClaimMs: number | null },
  viewer: SideWord | null,
  localMs: number,
): Away | null {
  if (viewer === null) return null;
  const { blackClaimMs, whiteClaimMs } = presence;
  const ms = other(viewer) === "black" ? blackClaimMs : whiteClaimMs;
  return ms === null ? null : { claimAt: localMs + ms, canClaim: ms <= 0 };
}
