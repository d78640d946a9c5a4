// A document without a browser. To be imported before anything that draws.

import { Window } from "happy-dom";

const window = new Window({ url: "http://here/" });
const NAMES = ["document", "location", "navigator", "FormData", "HTMLButtonElement"] as const;
for (const name of NAMES)
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true });

/** Nothing is laid out here: a drawing is as large as it says, and lies at the corner of the page. */
window.SVGElement.prototype.getBoundingClientRect = function () {
  const [width, height] = ["width", "height"].map((each) => Number(this.getAttribute(each)));
  return new window.DOMRect(0, 0, width, height);
};

export const { Event } = window;
