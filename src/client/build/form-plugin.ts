import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
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
  const virtual = (name: string) => `\0${name}`;
  /** File → modules made from it. */
  const madeFrom = new Map<string, Set<string>>();
  const note = (file: string, module: string) => {
    madeFrom.set(file, (madeFrom.get(file) ?? new Set()).add(module));
  };

  const load = (module: string, watch: (path: string) => void): string => {
    const id = module.slice(virtual(formPrefix).length);
    const read = (file: string) => {
      const path = join(root, file);
      watch(path);
      note(path, module);
      return readJson(path, file);
    };
    return compileForm(id, `${formFolder}/${id}.json`, read);
  };

  return {
    name: "vestibule:forms",
    resolveId: {
      filter: { id: /^virtual:forms?(\/|$)/ },
      handler: (name) => virtual(name),
    },
    load: {
      filter: { id: /^\0virtual:forms?(\/|$)/ },
      handler(module) {
        if (module === virtual(listName)) return listCode(formIds(root));
        return load(module, (path) => this.addWatchFile(path));
      },
    },
    configureServer(server) {
      server.watcher.add(join(root, "schemas"));
    },
    hotUpdate({ type, file, modules }) {
      const changed = new Set(madeFrom.get(join(file)));
      const inForms = relative(join(root, formFolder), file);
      if (type !== "update" && !inForms.startsWith("..") && !inForms.includes(sep))
        changed.add(virtual(listName));
      const made = [...changed].map((module) => this.environment.moduleGraph.getModuleById(module));
      return made.length === 0 ? undefined : [...modules, ...made.filter((module) => module !== undefined)];
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
