import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** What rjsf imports and our forms never reach → what takes its place. Together they are 60 KB of brotli. */
const replacements: { name: RegExp; importer: RegExp; stub: string }[] = [
  { name: /^\.\.\/getDefaultRegistry\.js$/, importer: /@rjsf\/core\//, stub: "rjsf-default-registry.ts" },
  { name: /^markdown-to-jsx\/react$/, importer: /@rjsf\/core\//, stub: "markdown-to-jsx.ts" },
  { name: /^fast-uri$/, importer: /@rjsf\/utils\//, stub: "fast-uri.ts" },
  { name: /^\.\/shallowAllOfMerge\.js$/, importer: /@rjsf\/utils\//, stub: "all-of-merge.ts" },
];

/** The marks that React throws to itself alone and knows by identity, made while its script is evaluated. */
const thrownMarks = /(?<=\b\w+Exception = )Error\(formatProdErrorMessage\(\d+\)\)/g;

/**
 * Leaves out of the browser's bundle what its libraries bring along and no form of ours reaches, and of React's marks where they were
 * made: for the first of them a browser with an inspector reads the whole script once more, 100 ms of a slow processor in one task.
 * Only in the build: in development and on the server the libraries stay whole.
 */
export function slimLibraries(): Plugin {
  const replaced = new Set<string>();
  return {
    name: "vestibule:slim-libraries",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    buildStart: () => replaced.clear(),
    resolveId(name, importer = "") {
      const found = replacements.find((entry) => entry.name.test(name) && entry.importer.test(importer));
      if (found === undefined) return undefined;
      replaced.add(found.stub);
      return fileURLToPath(new URL(`./stubs/${found.stub}`, import.meta.url));
    },
    transform: {
      filter: { id: /\/react-dom-client\.production\.js$/ },
      handler(code) {
        const slim = code.replace(thrownMarks, "{}");
        if (slim === code) this.error("React makes its marks in another way now");
        return { code: slim, map: null };
      },
    },
    // A library that moved its files would come back whole without a word.
    buildEnd(error) {
      const missing = replacements.filter(({ stub }) => !replaced.has(stub));
      if (error !== undefined || replaced.size === 0 || missing.length === 0) return;
      this.error(`No import matches ${missing.map(({ stub }) => stub).join(", ")} any more`);
    },
  };
}
