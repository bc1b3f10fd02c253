import type { ProblemCodes } from "./problem-codes.ts";
import type { Screen, Step } from "./screens.ts";
import type { Translate } from "./translate.ts";

/** Key below which the texts of a screen or of its step stand. */
export function textKeyOf(screen: Screen, part: Screen | Step): string {
  return part === screen ? `screens.${screen.textId}` : `screens.${screen.textId}.${part.id}`;
}

/** What the step that stands is called, else its screen. */
export function headingOf(t: Translate, screen: Screen, part: Screen | Step): string {
  return t(`${textKeyOf(screen, part)}.title`) || t(`screens.${screen.textId}.title`);
}

/**
 * Title of the page (specification, section 2 and design: screen and partner): the heading that stands there. While
 * something is wrong it says so first, because of a new page a screen reader reads the title first.
 */
export function titleOf(t: Translate, heading: string, partnerName: string, problems: ProblemCodes): string {
  // Soft hyphens are for narrow headings; not every browser's tab hides them.
  const title = `${heading.replaceAll("\u00ad", "")} – ${partnerName}`;
  return Object.keys(problems).length > 0 ? t("shell.errorTitle", { title }) : title;
}
