// Builds what the pages load: `node build.mjs [site | watch | test | replay]`.

import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { build, context } from "esbuild";

const browser = {
  bundle: true,
  target: ["es2022"],
  minify: true,
  sourcemap: true,
  logLevel: "warning",
};

const modules = {
  ...browser,
  format: "esm",
  entryPoints: [
    "home",
    "game",
    "watch",
    "tv",
    "study",
    "puzzle",
    "practice",
    "page",
    "people",
    "embed",
    "exhibition",
    "learn",
    "lesson",
    "settings",
    "me",
    "challenge",
  ].map((name) => `src/${name}.ts`),
  outdir: "dist",
};
/** Loaded in <head> before anything is painted, or by the browser itself: hence not modules. */
const early = {
  ...browser,
  format: "iife",
  entryPoints: ["src/theme.ts", "src/sw.ts"],
  outdir: "dist",
};
const styles = {
  ...browser,
  loader: { ".webp": "file", ".woff2": "file" },
  assetNames: "[name]",
  entryPoints: [
    "account",
    "chat",
    "embed",
    "inarow",
    "learn",
    "library",
    "lobby",
    "moderation",
    "person",
    "proof",
    "settings",
    "study",
    "tree",
  ].map((name) => `styles/${name}.css`),
  outdir: "dist",
};
const node = {
  bundle: true,
  platform: "node",
  target: ["node20"],
  format: "esm",
  outdir: "dist-test",
  outExtension: { ".js": ".mjs" },
  logLevel: "warning",
};

const what = process.argv[2] ?? "site";
switch (what) {
  case "site":
    await rm("dist", { recursive: true, force: true });
    await Promise.all([modules, early, styles].map((options) => build(options)));
    await cp("icons", "dist", { recursive: true });
    break;
  case "watch":
    await mkdir("dist", { recursive: true });
    await cp("icons", "dist", { recursive: true });
    for (const options of [modules, early, styles]) await (await context(options)).watch();
    break;
  case "test": {
    await rm("dist-test", { recursive: true, force: true });
    const files = await readdir("src", { recursive: true });
    const tests = files.filter((file) => file.endsWith(".test.ts"));
    // Tests of views share one document, which takes a second to load.
    const views = tests.filter((file) => file.endsWith(".view.test.ts"));
    const entryPoints = tests
      .filter((file) => !views.includes(file))
      .map((file) => ({ in: `src/${file}`, out: file.slice(0, -3).replaceAll("/", "-") }));
    await Promise.all([
      build({ ...node, sourcemap: "inline", entryPoints }),
      build({
        ...node,
        sourcemap: "inline",
        external: ["happy-dom"],
        stdin: {
          contents: views.map((file) => `import "./src/${file}";`).join("\n"),
          resolveDir: ".",
        },
        outdir: undefined,
        outfile: "dist-test/views.test.mjs",
      }),
    ]);
    break;
  }
  case "replay":
    await build({ ...node, entryPoints: ["src/testing/replay.ts", "src/testing/replaylobby.ts"] });
    break;
  default:
    console.error(`There is nothing called “${what}” to build.`);
    process.exit(2);
}
