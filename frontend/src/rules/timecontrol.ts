// What a clock is called, as the server calls it.

import type { ControlPart } from "../protocol/protocol";
import { DAY, HOUR, MINUTE, SECOND } from "./units";
import { count, say } from "../words/words";

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
