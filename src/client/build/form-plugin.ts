import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { compileForm } from "./compile-form.ts";

const formPrefix = "virtual:form/";
const listName = "virtual:forms";
const formFolder = "schemas/forms";

/**
 * Makes `virtual:form/<id>` of each file of `schemas/forms/` and `virtual:forms`, the table that loads them.
 * A change of a form, or of a call or entity that it refers to, updates the running page.
 */
export function formPlugin(root: string): Plugin {
  /** File → modules made from it. */
  const madeFrom = new Map<string, Set<string>>();
  let viteRoot = "";
  // As if the modules were files of the client's folder: the manifest then lists a form as `virtual:form/<id>`.
  const moduleOf = (name: string) => `${viteRoot}/${name}`;

  const load = (module: string, watch: (path: string) => void): string => {
    const id = module.slice(moduleOf(formPrefix).length);
    return compileForm(id, `${formFolder}/${id}.json`, (file) => {
      const path = join(root, file);
      watch(path);
      madeFrom.set(path, (madeFrom.get(path) ?? new Set()).add(module));
      return readJson(path, file);
    });
  };

  return {
    name: "vestibule:forms",
    configResolved(config) {
      viteRoot = config.root;
    },
    resolveId: {
      filter: { id: /^\/?virtual:forms?(\/|$)/ },
      handler: (name) => moduleOf(name.replace(/^\//, "")),
    },
    load: {
      filter: { id: /\/virtual:forms?(\/|$)/ },
      handler(module) {
        if (module === moduleOf(listName)) return listCode(formIds(root));
        return load(module, (path) => this.addWatchFile(path));
      },
    },
    configureServer(server) {
      server.watcher.add(join(root, "schemas"));
    },
    hotUpdate({ type, file, modules }) {
      const path = join(file);
      const isOtherList = type !== "update" && dirname(path) === join(root, formFolder);
      const changed = [...(madeFrom.get(path) ?? []), ...(isOtherList ? [moduleOf(listName)] : [])];
      const made = changed.map((module) => this.environment.moduleGraph.getModuleById(module));
      return [...modules, ...made.filter((module) => module !== undefined)];
    },
  };
}

/** Ids of the forms: the names of the files in `schemas/forms/`. */
function formIds(root: string): string[] {
  const files = readdirSync(join(root, formFolder)).filter((file) => file.endsWith(".json"));
  return files.map((file) => file.slice(0, -".json".length)).sort();
}

function listCode(ids: readonly string[]): string {
  const entries = ids.map(
    (id) => `  ${JSON.stringify(id)}: () => import(${JSON.stringify(formPrefix + id)}),`,
  );
  return ["export const forms = {", ...entries, "};"].join("\n");
}

function readJson(path: string, file: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
