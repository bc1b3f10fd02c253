import { posix } from "node:path";
import type { Fault } from "../finding.ts";
import { nearest } from "../nearest.ts";
import { type ImageFile, imageKindOf, proportionOf } from "../read/image-kind.ts";
import { partnerImages, tooLarge, tooWide } from "../read/image-uses.ts";
import type { Rule } from "./rule.ts";

export const partnerFile: Rule = {
  id: "partner-file",
  stops: true,
  finds:
    "An image of a partner that is not in its folder, that is not what its ending says or is cut off, that is too large or too wide for what it is for, or that is shown and not named.",
  why: "Pages and mails would have a broken image, or none, or people would wait for it.",
  example: {
    file: "partners/northwind/partner.json",
    wrong: '"logo": "lgo.svg"',
    right: '"logo": "logo.svg"',
  },
  check: ({ partners, sources: { partnerFiles, imageFiles, texts } }) =>
    [...partners].flatMap(([id, partner]) => {
      const folder = `partners/${id}/`;
      const broken = partnerImages.flatMap(({ path, of, ...use }): Fault[] => {
        const name = of(partner.value);
        if (name === undefined) return [];
        const file = `${folder}${name}`;
        if (partnerFiles.has(file)) {
          const image = imageFiles.get(file);
          const shown = (other: string) => patternAt(texts, path).test(other);
          const message =
            image &&
            (tooLarge(name, image, use) ??
              wrongContent(name, image, shown) ??
              tooWide(name, proportionOf(image, texts.get(file)), use));
          return message === undefined ? [] : [partner.at(path, message)];
        }
        const files = [...partnerFiles.keys()]
          .filter((path) => path.startsWith(folder))
          .map((path) => path.slice(folder.length));
        const message = `There is no file "${name}" in ${folder}.`;
        return [partner.at(path, message, nearest(name, files))];
      });
      const background = partner.value.background ?? partners.get("default")?.value.background;
      const shows = partner.value.behaviour?.showBackgroundImages === true;
      if (!shows || background !== undefined) return broken;
      const message = 'There is no background image to show: "background" is missing.';
      return [...broken, partner.at(["behaviour", "showBackgroundImages"], message)];
    }),
};

/** Why a file is not shown, by its bytes; `shown` says of a name whether an image of that ending would be. */
function wrongContent(name: string, image: ImageFile, shown: (name: string) => boolean): string | undefined {
  if (image.start === "") return `"${name}" is empty.`;
  const [base, ending] = [posix.parse(name).name, posix.extname(name).slice(1)];
  const kind = imageKindOf(image.start);
  // Of a drawing its own rule says more.
  if (kind === undefined && ending === "svg") return undefined;
  if (kind?.ending === ending)
    return kind.isWhole?.(image) === false ? `"${name}" is cut off: copy it anew.` : undefined;
  if (kind === undefined) return `"${name}" is no image that browsers show: save it as a PNG.`;
  const right = `${base}.${kind.ending}`;
  return shown(right)
    ? `"${name}" is ${kind.name}: name it ${right}.`
    : `"${name}" is ${kind.name}, which is not shown here: save it as a PNG.`;
}

/** What names of a place of a partner's file must match, by its schema. */
function patternAt(texts: ReadonlyMap<string, string>, path: readonly string[]): RegExp {
  const schema = JSON.parse(texts.get("schemas/config/partner.schema.json") ?? "");
  return new RegExp(path.reduce((inner, key) => inner.properties[key], schema).pattern);
}
