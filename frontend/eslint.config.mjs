// What the type checker does not see: promises nobody waits for, conditions that cannot be
// otherwise, slips in templates.

import lit from "eslint-plugin-lit";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "dist-test/", "src/protocol/protocol.ts", "src/protocol/findings.ts"] },
  {
    files: ["src/**/*.ts"],
    extends: [...tseslint.configs.strictTypeChecked, lit.configs["flat/recommended"]],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", name: "test", package: "node:test" }] },
      ],
      // `return act.go()` ends a handler early, and an index that was just checked is there.
      "@typescript-eslint/no-confusing-void-expression": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      // `find<HTMLFormElement>("form")` says what is there, as `querySelector` does.
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      // Code points are what the server counts.
      "@typescript-eslint/no-misused-spread": "off",
    },
  },
  {
    files: ["src/**/*.test.ts"],
    // An assertion before them has narrowed the types.
    rules: {
      "@typescript-eslint/no-unnecessary-condition": "off",
      "@typescript-eslint/no-useless-default-assignment": "off",
      "@typescript-eslint/no-base-to-string": "off",
    },
  },
);
