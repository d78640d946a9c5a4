// A page without a live part: only the menus in its header.

import { startSettings } from "./viewer/settings";

startSettings(() => undefined);
