// A page without a live part: the menus in its header, and moments in the reader's zone.

import { showLocalTimes } from "./viewer/localtimes";
import { startSettings } from "./viewer/settings";

startSettings(() => undefined);
showLocalTimes(document, document.documentElement.lang);
