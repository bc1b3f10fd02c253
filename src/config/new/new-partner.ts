import { partnersOf } from "../resolve/partners.ts";
import { kebabCase, kebabName, kebabRule, properName } from "../words.ts";
import { expectFree, expectName, type Planner } from "./plan.ts";

/** Keeps a contrast of 3:1 on white and on near-black alike. */
const logoColour = "#4a86b8";

/** A partner: its folder with a logo to begin with; colour and languages are those of the default partner. */
export const newPartner: Planner = (name, _, workspace) => {
  expectName("partner", name, kebabName, kebabRule, kebabCase(name));
  const folder = `partners/${name}/`;
  const taken = [...workspace.sources.partnerFiles.keys()].some((file) => file.startsWith(folder));
  expectFree(`a partner "${name}"`, taken, folder);
  const file = `${folder}partner.json`;
  const called = properName(name);
  const { themesBackgroundColor, availableLanguages } = partnersOf(workspace).default;
  const entry = {
    $schema: "../../schemas/config/partner.schema.json",
    partnerName: called,
    partnerDomain: `${name}.example`,
    themesBackgroundColor,
    availableLanguages,
    logo: "logo.svg",
    icon: "icon.svg",
  };
  return {
    changes: [
      {
        file,
        does: `the partner "${called}"`,
        edits: Object.entries(entry).map(([key, value]) => ({ path: [key], value })),
      },
    ],
    drawings: new Map([
      [`${folder}logo.svg`, logoOf(called)],
      [`${folder}icon.svg`, drawn(called, 40, signOf(called))],
    ]),
    next: [
      `Write its real name, domain and colour into ${file}, and put its logo in place of ${folder}logo.svg, its icon in place of ${folder}icon.svg.`,
      `Say who sees it: "partnerId": "${name}" at an application in clients.config.json, or its own address in "origins".`,
      "See that all is well: npm run check",
    ],
  };
};

/** How many letters of a name the logo has room for: a longer one would be a thin line (`image-uses.ts`). */
const mostLetters = 24;

const font = `font-family="system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif" font-weight="600"`;

function logoOf(name: string): string {
  const shown = name.length > mostLetters ? `${name.slice(0, mostLetters - 1)}…` : name;
  const letters = 14 * shown.length;
  return drawn(
    name,
    letters + 48,
    `${signOf(name)}
  <text x="44" y="28" ${font} font-size="25" textLength="${letters}" lengthAdjust="spacingAndGlyphs" fill="${logoColour}">${shown}</text>`,
  );
}

/** What stands for the partner alone: its first letter. */
function signOf(name: string): string {
  return `<circle cx="20" cy="20" r="17" fill="${logoColour}"/>
  <text x="20" y="27" text-anchor="middle" ${font} font-size="20" fill="#fff">${name.charAt(0)}</text>`;
}

function drawn(name: string, width: number, shapes: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 40" role="img" aria-label="${name}">
  <title>${name}</title>
  ${shapes}
</svg>
`;
}
