// Sets the chosen theme before anything is painted.

import { readChoices } from "./viewer/choices";

let store: Storage | null = null;
try {
  store = localStorage;
} catch {
  // Storage is forbidden: the system's theme it is.
}
const { theme } = readChoices(store);
const root = document.documentElement;
root.dataset.scripted = "";
if (theme !== "system") root.dataset.theme = theme;
