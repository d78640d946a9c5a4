// Sets the chosen theme before anything is painted.

import { openStorage } from "./viewer/browserstorage";
import { readChoices, showChoices } from "./viewer/choices";

const { dataset } = document.documentElement;
dataset.scripted = "";
showChoices(readChoices(openStorage()), dataset);
