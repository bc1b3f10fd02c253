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
  finds: "An image of a partner that is not in its folder, or no default partner.",
  why: "Pages and mails would have a broken image.",
  example: {
    file: "partners/northwind/partner.json",
    wrong: '"logo": "lgo.svg"',
    right: '"logo": "logo.svg"',
  },
  check: ({ partners, sources: { partnerFiles } }) => {
    const missing = [...partners].flatMap(([id, partner]) =>
      images.flatMap(({ path, of }): Finding[] => {
        const name = of(partner.value);
        if (name === undefined || partnerFiles.has(`partners/${id}/${name}`)) return [];
        const folder = `partners/${id}/`;
        const files = [...partnerFiles]
          .filter((path) => path.startsWith(folder))
          .map((path) => path.slice(folder.length));
        return [
          partner.at(path, "partner-file", `There is no file "${name}" in ${folder}.`, nearest(name, files)),
        ];
      }),
    );
    const [first] = partners.values();
    if (partners.has("default") || first === undefined) return missing;
    return [
      ...missing,
      first.at([], "partner-file", "partners/default/ is missing: every other partner falls back to it."),
    ];
  },
};
