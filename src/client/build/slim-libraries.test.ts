import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { filesBelow } from "./data-files.ts";
import { formPlugin } from "./form-plugin.ts";
import { slimLibraries } from "./slim-libraries.ts";

const root = join(import.meta.dirname, "../../..");
const entry = "virtual:entry";

describe("the browser's bundle of a form", () => {
  let code: string;
  let modules: string[];

  beforeAll(async () => {
    vi.stubEnv("NODE_ENV", "production");
    const result = await build({
      root: join(root, "src/client"),
      configFile: false,
      logLevel: "silent",
      plugins: [formPlugin(filesBelow(root)), slimLibraries(), entryPlugin()],
      build: { write: false, modulePreload: { polyfill: false }, rolldownOptions: { input: entry } },
    });
    const output = [result].flat().flatMap((one) => ("output" in one ? one.output : []));
    const chunks = output.flatMap((one) => (one.type === "chunk" ? [one] : []));
    code = chunks.map((chunk) => chunk.code).join("\n");
    modules = chunks.flatMap((chunk) => Object.keys(chunk.modules));
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  it.each(["ajv", "markdown-to-jsx", "fast-uri", "@x0k/json-schema-merge", "@rjsf/validator-ajv8"])(
    "leaves out %s",
    (library) => {
      expect(modules.filter((module) => module.includes(`/node_modules/${library}/`))).toEqual([]);
    },
  );

  it("makes no code of text, which the page's policy forbids", () => {
    expect(code).not.toMatch(/\beval\(|new Function\b/);
  });

  it("makes no error while React's script is evaluated", () => {
    expect(code).toContain("hydrateRoot");
    expect(code).not.toMatch(/=\s*Error\(\w+\((460|461|474|519|542)\)\)/);
  });

  it("stays small: React, the theme, rjsf and the sign-in form together", () => {
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    expect(brotliCompressSync(code, options).length).toBeLessThan(103_000);
  });
});

/** A page that takes the sign-in form over, and nothing else. */
function entryPlugin() {
  const path = (file: string) => JSON.stringify(join(root, "src/client", file));
  return {
    name: "entry",
    resolveId: (name: string) => (name === entry ? `\0${entry}` : undefined),
    load: (id: string) =>
      id === `\0${entry}`
        ? `import { createElement } from "react";
           import { hydrateRoot } from "react-dom/client";
           import { ThemeProvider } from "@emotion/react";
           import * as form from "virtual:form/login";
           import { ScreenProvider } from ${path("page/screen-context.ts")};
           import { ScreenForm } from ${path("screens/form.tsx")};
           import { themeOf } from ${path("look/theme.ts")};
           const theme = themeOf("#1d4ed8");
           const screen = createElement(ScreenProvider, { value: window.given }, createElement(ScreenForm, { form }));
           hydrateRoot(document.body, createElement(ThemeProvider, { theme }, screen));`
        : undefined,
  };
}
