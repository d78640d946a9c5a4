// The part of the page's address that says which ply is looked at.

import type { Look } from "./record";
import { fragment } from "./record";

/** A page opened by this address, or loaded again, shows the same ply. */
export function noteLook(look: Look): void {
  history.replaceState(null, "", location.pathname + location.search + fragment(look));
}
