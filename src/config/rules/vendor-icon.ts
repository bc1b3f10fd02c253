import { posix } from "node:path";
import { nearest } from "../nearest.ts";
import { tooLarge, vendorImage } from "../read/image-uses.ts";
import { drawingsBeside, vendorIcon } from "../read/sources.ts";
import type { Rule } from "./rule.ts";

export const vendorIconRule: Rule = {
  id: "vendor-icon",
  stops: true,
  finds:
    "A picture of a provider that does not stand beside the vendors' file, or is too large for a button.",
  why: "Its button would have a broken image, or everybody would wait for it.",
  example: {
    file: "vendors.config.json",
    wrong: '"icon": "contosso.svg"',
    right: '"icon": "contoso.svg"',
  },
  check: ({ vendors, sources }) =>
    Object.entries(vendors.value.vendors).flatMap(([id, { icon }]) => {
      if (icon === undefined) return [];
      const image = sources.imageFiles.get(vendorIcon(sources, icon));
      const large = image && tooLarge(icon, image, vendorImage);
      if (large !== undefined) return [vendors.at(["vendors", id, "icon"], large)];
      if (sources.texts.has(vendorIcon(sources, icon))) return [];
      const drawings = drawingsBeside([...sources.texts.keys()], sources.vendorsFile);
      const message = `There is no file "${vendorIcon(sources, icon)}".`;
      const near = nearest(
        icon,
        drawings.map((path) => posix.basename(path)),
      );
      return [vendors.at(["vendors", id, "icon"], message, near)];
    }),
};
