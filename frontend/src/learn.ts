// The list of lessons says how far each has come.

import { readProgress, showProgress } from "./lesson/progress";
import { openStorage } from "./viewer/browserstorage";
import { startSettings } from "./viewer/settings";

startSettings(() => undefined);
showProgress(document, readProgress(openStorage()));
