import { posix } from "node:path";
import { nearest } from "../nearest.ts";
import { drawingsBeside, vendorIcon } from "../sources.ts";
import type { Rule } from "./rule.ts";

export const vendorIconRule: Rule = {
  id: "vendor-icon",
  stops: true,
  finds: "A picture of a provider that does not stand beside the vendors' file.",
  why: "Its button would have a broken image.",
  example: {
    file: "vendors.config.json",
    wrong: '"icon": "contosso.svg"',
    right: '"icon": "contoso.svg"',
  },
  check: ({ vendors, sources }) =>
    Object.entries(vendors.value.vendors).flatMap(([id, { icon }]) => {
      if (icon === undefined || sources.texts.has(vendorIcon(sources, icon))) return [];
      const drawings = drawingsBeside([...sources.texts.keys()], sources.vendorsFile);
      const message = `There is no file "${vendorIcon(sources, icon)}".`;
      const near = nearest(
        icon,
        drawings.map((path) => posix.basename(path)),
      );
      return [vendors.at(["vendors", id, "icon"], "vendor-icon", message, near)];
    }),
};
