// Sets the chosen theme before anything is painted.

import { openStorage } from "./viewer/browserstorage";
import { readChoices } from "./viewer/choices";

const { theme } = readChoices(openStorage());
const root = document.documentElement;
root.dataset.scripted = "";
if (theme !== "system") root.dataset.theme = theme;
