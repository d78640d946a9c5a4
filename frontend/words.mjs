// Finds what this side says: `node frontend/words.mjs` writes, as JSON, every sentence given to
// `say`, `count` or `parts` of src/words/words.ts, and every text that looks like one and is not.

import { readdir, readFile } from "node:fs/promises";
import ts from "typescript";

const SRC = new URL("./src/", import.meta.url);
/** Generated, for tests, or not for people. */
const LEFT_OUT = /(\.test\.ts$|^protocol\/(protocol|findings)\.ts$|^testing\/)/;
/** Two words of letters: "by size", "Your turn"; not "aria-label", nor "M3 5h14". */
const LIKE_WORDS = /\p{Lu}?\p{Ll}{2,}[,:;]? \p{Ll}{2,}/u;

const A_WORD = /\p{L}{2,}/u;

/** Functions whose texts nobody reads: they take selectors, media, and the classes of a drawn stone. */
const NOT_READ = new Set([
  ...["querySelector", "querySelectorAll", "closest", "matches", "matchMedia"],
  "stoneOf",
]);
/** Words that nobody reads: a key in the browser's store; the beginning of a class, "last-mark on-". */
const NO_SENTENCE = /^between people$|-$/;

const said = [];
const unmarked = [];
for (const file of (await readdir(SRC, { recursive: true }))
  .filter((name) => name.endsWith(".ts"))
  .sort()) {
  if (LEFT_OUT.test(file)) continue;
  const source = await readFile(new URL(file, SRC), "utf8");
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  look(tree, `src/${file}`);
}
console.log(JSON.stringify({ said, unmarked }));

function look(node, place) {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const [first, second] = node.arguments;
    switch (node.expression.text) {
      case "say":
      case "parts":
        if (ts.isStringLiteralLike(first)) {
          said.push({ text: first.text, place });
          node.arguments.slice(1).forEach((each) => look(each, place));
          return;
        }
        break;
      case "count":
        if (ts.isStringLiteralLike(first) && ts.isStringLiteralLike(second)) {
          said.push({ text: first.text, many: second.text, place });
          node.arguments.slice(2).forEach((each) => look(each, place));
          return;
        }
    }
  }
  if (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) return; // for us
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
  if (ts.isCallExpression(node) && NOT_READ.has(nameOf(node.expression))) return;
  if (isOfClass(node)) return;
  for (const text of textsOf(node)) unmarked.push({ text: text.trim(), place });
  ts.forEachChild(node, (child) => look(child, place));
}

/** What is called: `closest` of `target.closest(…)`. */
function nameOf(called) {
  return ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
}

/** Whether this is the value of a class in a template: class=${isMine ? "line mine" : "line"}. */
function isOfClass({ parent }) {
  if (!parent || !ts.isTemplateSpan(parent)) return false;
  const { head, templateSpans } = parent.parent;
  const before = [head, ...templateSpans.map(({ literal }) => literal)];
  return /\sclass=$/.test(before[templateSpans.indexOf(parent)].text);
}

/** What a node itself writes that looks like words; with tags, what is read or heard of them. */
function textsOf(node) {
  if (ts.isTaggedTemplateExpression(node)) {
    const { template } = node;
    const pieces = ts.isTemplateExpression(template)
      ? [template.head, ...template.templateSpans.map(({ literal }) => literal)]
      : [template];
    const whole = pieces.map(({ text }) => text).join("\n");
    const heard = [...whole.matchAll(/\b(?:aria-label|placeholder|title|alt)="([^"]+)"/g)];
    const read = whole.replace(/<[^<>]*>/g, "\n");
    const texts = [...heard.map((found) => found[1]), read].flatMap((text) => text.split("\n"));
    return texts.filter((text) => A_WORD.test(text));
  }
  const isText =
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node);
  const isRead = isText && !isOfTagged(node) && !NO_SENTENCE.test(node.text);
  return isRead && LIKE_WORDS.test(node.text) ? [node.text] : [];
}

function isOfTagged(node) {
  const template = ts.isTemplateSpan(node.parent) ? node.parent.parent : node.parent;
  return [node, template].some(({ parent }) => parent && ts.isTaggedTemplateExpression(parent));
}
