import type { Plugin } from "vite";
import { compileForm } from "./compile-form.ts";
import type { DataFiles } from "./data-files.ts";

const formPrefix = "virtual:form/";
const listName = "virtual:forms";
const formFolder = "schemas/forms";

/** Makes `virtual:form/<id>` of each file of `schemas/forms/` and `virtual:forms`, the table that loads them. */
export function formPlugin(files: DataFiles): Plugin {
  let viteRoot = "";
  // As if the modules were files of the client's folder: the manifest then lists a form as `virtual:form/<id>`.
  const moduleOf = (name: string) => `${viteRoot}/${name}`;
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
        if (module === moduleOf(listName)) return listCode(formIds(files));
        const id = module.slice(moduleOf(formPrefix).length);
        return compileForm(id, `${formFolder}/${id}.json`, (file) => parse(file, files.read(file)));
      },
    },
  };
}

/** Ids of the forms: the names of the files in `schemas/forms/`. */
function formIds(files: DataFiles): string[] {
  const names = files.list(formFolder).filter((file) => file.endsWith(".json"));
  return names.map((file) => file.slice(0, -".json".length)).sort();
}

function listCode(ids: readonly string[]): string {
  const entries = ids.map(
    (id) => `  ${JSON.stringify(id)}: () => import(${JSON.stringify(formPrefix + id)}),`,
  );
  return ["export const forms = {", ...entries, "};"].join("\n");
}

function parse(file: string, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
