import { contrast, nearestShade, textContrast } from "../../shared/contrast.ts";
import { brandOf, schemes } from "../../shared/palette.ts";
import type { Rule } from "./rule.ts";

export const partnerColour: Rule = {
  id: "partner-colour",
  stops: false,
  finds:
    "A partner's colour that cannot be read as text on light pages and mails, or vanishes as a button in either scheme.",
  why: "Links and the partner's name are written in it and need a contrast of 4.5 (WCAG 2.2 AA, 1.4.3). Pages and mails would show another shade in its place; in the dark scheme text is always a lighter shade that can be read.",
  example: {
    file: "partners/default/partner.json",
    wrong: '"themesBackgroundColor": "#ffcc00"',
    right: '"themesBackgroundColor": "#1f4e79"',
  },
  check: ({ partners }) =>
    [...partners.values()].flatMap((partner) => {
      const { themesBackgroundColor: given } = partner.value;
      const colour = given?.toLowerCase();
      const problem = colour === undefined ? undefined : problemOf(colour);
      if (colour === undefined || problem === undefined) return [];
      const meant = nearestShade(colour, (shade) => problemOf(shade) === undefined);
      return [partner.at(["themesBackgroundColor"], problem, meant)];
    }),
};

/** Where a colour is not painted as it is. */
function problemOf(colour: string): string | undefined {
  if (brandOf(colour, schemes.light).link !== colour) {
    const { paper, ground } = schemes.light;
    const least = Math.min(...[paper, ground].map((each) => contrast(colour, each)));
    return `Text in "${colour}" has a contrast of ${least.toFixed(1)} on light pages and mails and needs ${textContrast}.`;
  }
  const hidden = Object.entries(schemes).find(
    ([, scheme]) => brandOf(colour, scheme).primary.main !== colour,
  );
  return hidden && `A button in "${colour}" cannot be told from a ${hidden[0]} page.`;
}
