import type { PartnerConfig } from "../../generated/config.ts";
import type { Finding } from "../finding.ts";
import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

const images: { path: string[]; of: (partner: PartnerConfig) => string | undefined }[] = [
  { path: ["logo"], of: ({ logo }) => logo },
  { path: ["background"], of: ({ background }) => background },
  { path: ["mail", "logo"], of: ({ mail }) => mail?.logo },
];

export const partnerFile: Rule = {
  id: "partner-file",
  stops: true,
  finds: "An image of a partner that is not in its folder, or that is shown and not named.",
  why: "Pages and mails would have a broken image, or none.",
  example: {
    file: "partners/northwind/partner.json",
    wrong: '"logo": "lgo.svg"',
    right: '"logo": "logo.svg"',
  },
  check: ({ partners, sources: { partnerFiles } }) =>
    [...partners].flatMap(([id, partner]) => {
      const folder = `partners/${id}/`;
      const absent = images.flatMap(({ path, of }): Finding[] => {
        const name = of(partner.value);
        if (name === undefined || partnerFiles.has(`${folder}${name}`)) return [];
        const files = [...partnerFiles.keys()]
          .filter((path) => path.startsWith(folder))
          .map((path) => path.slice(folder.length));
        const message = `There is no file "${name}" in ${folder}.`;
        return [partner.at(path, "partner-file", message, nearest(name, files))];
      });
      const background = partner.value.background ?? partners.get("default")?.value.background;
      const shows = partner.value.behaviour?.showBackgroundImages === true;
      if (!shows || background !== undefined) return absent;
      const message = 'There is no background image to show: "background" is missing.';
      return [...absent, partner.at(["behaviour", "showBackgroundImages"], "partner-file", message)];
    }),
};
