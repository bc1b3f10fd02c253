import type { Fault } from "../finding.ts";
import { partnerImages } from "../read/image-uses.ts";
import type { Checked } from "../resolve/scenes.ts";
import type { Rule } from "./rule.ts";

export const partnerLogo: Rule = {
  id: "partner-logo",
  stops: false,
  finds:
    "A partner without a logo, which shows that of the default partner under its own name, or an image in a partner's folder that nothing names.",
  why: "People would see another's sign, and take the pages for somebody else's.",
  example: {
    file: "partners/northwind/partner.json",
    wrong: `"partnerName": "Northwind",
"origins": ["https://signin.northwind.example"],
"availableLanguages": ["en-GB", "de"],
"defaultLanguage": "de",
"icon": "icon.png",
"mail"`,
    right: `"partnerName": "Northwind",
"origins": ["https://signin.northwind.example"],
"availableLanguages": ["en-GB", "de"],
"defaultLanguage": "de",
"logo": "logo.svg",
"icon": "icon.png",
"mail"`,
  },
  check: (checked) => [...withoutLogo(checked), ...unnamed(checked)],
};

function withoutLogo({ partners }: Checked): Fault[] {
  const { logo, partnerName } = partners.get("default")?.value ?? {};
  return [...partners.values()]
    .filter(
      ({ value }) => logo !== undefined && value.logo === undefined && value.partnerName !== partnerName,
    )
    .map((partner) => {
      const message = `"logo" is missing: under this name people would see that of "${partnerName}".`;
      return partner.at(["partnerName"], message);
    });
}

function unnamed({ partners, sources: { partnerFiles } }: Checked): Fault[] {
  const named = [...partners].flatMap(([id, { value }]) =>
    partnerImages.map(({ of }) => `partners/${id}/${of(value)}`),
  );
  return [...partnerFiles.keys()]
    .filter((file) => /\.(svg|png|webp|avif|jpe?g|gif)$/i.test(file) && !named.includes(file))
    .map((file) => {
      const message = `Nothing names this image: "logo", "icon", "background" or "mail" of ${file.split("/", 2).join("/")}/partner.json would. Or delete it.`;
      return { file, line: 1, column: 1, message };
    });
}
