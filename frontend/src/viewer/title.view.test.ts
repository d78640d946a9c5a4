// The tab's title, as a game's page and what has come for its reader share it.

import "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { titleNews, titlePage } from "./title";

test("news stands in the title until it is seen; then the page's own stands there, as it is by now", () => {
  document.title = "Waiting – 3×3";
  titleNews("Alice challenges you");
  titleNews("<b>Carol</b> challenges you");
  assert.equal(document.title, "<b>Carol</b> challenges you – Inarow");
  titlePage("Your turn – 3×3");
  assert.equal(document.title, "<b>Carol</b> challenges you – Inarow");
  titleNews(null);
  assert.equal(document.title, "Your turn – 3×3");
  titleNews(null);
  titlePage("Alice won – 3×3");
  assert.equal(document.title, "Alice won – 3×3");
});
