import type { AxeResults, RunOnly, RunOptions } from "axe-core";
import { cutOff } from "../support/cut-off.ts";
import type { Gallery } from "./gallery-page.ts";
import { tornWords } from "./torn-words.ts";

/** WCAG 2.2 AA and what axe holds for good practice. Without the tags, axe would leave out the size of targets. */
export const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What colours alone can make wrong. */
export const colours: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** What is heard of the page, what does not fit on it, which words are torn, what announces or lists nothing, and what axe finds; nothing: an empty list. */
export async function whatIsWrong({ page, heard }: Gallery, rules: RunOptions): Promise<string[]> {
  const options: RunOptions = { ...rules, resultTypes: ["violations"] };
  const seen = await page.evaluate(
    async ([exclude, options]) => {
      const { axe } = window as unknown as {
        axe: { run(context: { exclude: string }, options: RunOptions): Promise<AxeResults> };
      };
      // Screen readers pass over what comes into a place that was not there.
      const silent = [...document.querySelectorAll("[role=status], [role=alert]")].filter(
        (place) => getComputedStyle(place).display === "none",
      );
      const empty = [...document.querySelectorAll("ul:empty, ol:empty, dl:empty")];
      const { violations } = await axe.run({ exclude }, options);
      return [
        ...silent.map((place) => `announces nothing: ${(place.cloneNode(false) as Element).outerHTML}`),
        ...empty.map(({ outerHTML }) => `lists nothing: ${outerHTML}`),
        ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
      ];
    },
    // The bar at the top stands beside the landmarks for as long as something is under way.
    ["body > #root > [role=progressbar]", options] as const,
  );
  return [...heard.splice(0), ...(await cutOff(page)), ...(await tornWords(page)), ...seen];
}
