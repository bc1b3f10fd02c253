import { type Direction, directionOf, matchLanguage } from "../../shared/languages.ts";
import type { ProblemCodes } from "../../shared/problem-codes.ts";
import type { Translate } from "../../shared/translate.ts";
import type { PageStore } from "../page/page.ts";
import { goWithout } from "../page/start-feature.ts";
import type { RunUse } from "./run-use.ts";
import { catalogueUrlOf, createTranslations, fetchCatalogue } from "./translations.ts";

export interface Languages {
  /** Has the whole catalogue of the page's language, which other screens need. Throws where it cannot be fetched. */
  ready(): Promise<void>;
  /**
   * Changes the language of everything on the page, to the form of the wanted one that the partner lists; what is typed
   * stays (specification, section 4). Of several choices the last one counts, and it is shown also where it cannot be
   * remembered, which is said.
   */
  change(wanted: string): Promise<void>;
}

interface LanguageNeeds {
  page: PageStore;
  run: RunUse;
  /** Makes styles of a writing direction available. */
  prepareStyles(direction: Direction): Promise<void>;
  /** Says that the language has been changed. */
  changed(): void;
}

const offline: ProblemCodes = { "": [{ code: "problems.offline" }] };
const notKept: ProblemCodes = { "": [{ code: "problems.languageNotKept" }] };

export function createLanguages({ page, run, prepareStyles, changed }: LanguageNeeds): Languages {
  const textsOf = createTexts(page);
  let choices = 0;
  // One after the other, so that the last choice is also the last that the service hears of.
  let telling: Promise<ProblemCodes | undefined> = Promise.resolve(undefined);

  const ready = async (): Promise<void> => {
    page.learn(await textsOf(page.get().language));
  };

  const change = async (wanted: string): Promise<void> => {
    const choice = ++choices;
    const isLast = () => choice === choices;
    const language = matchLanguage(wanted, page.get().partner.availableLanguages);
    if (language === undefined) {
      console.warn(`The language ${wanted} is not available here.`);
      return page.set({ nextLanguage: null });
    }
    telling = telling.then(() => (isLast() ? tell(language) : undefined));
    const direction = directionOf(language);
    const fetched = Promise.all([textsOf(language), prepareStyles(direction)]).catch((error: unknown) =>
      goWithout("language", error),
    );
    const [problems, texts] = await Promise.all([telling, fetched]);
    if (!isLast()) return;
    const shown = texts && { t: texts[0], language, direction, catalogueUrl: urlOf(page, language) };
    const wrong = shown === undefined ? (problems ?? offline) : problems && notKept;
    page.set({ ...shown, nextLanguage: null, ...(wrong && { problems: wrong }) });
    if (shown !== undefined && wrong === undefined) changed();
  };

  /** Has the choice remembered. Gives what went wrong, where something is to be said of it. */
  const tell = async (language: string): Promise<ProblemCodes | undefined> => {
    const result = await run({ call: "SetLanguage", with: { language: `=${language}` } }, {});
    return "failure" in result && result.failure.kind === "refused" ? result.failure.problems : undefined;
  };

  return { ready, change };
}

/** The whole catalogues, each fetched once; where that fails, it is tried again when it is asked for again. */
function createTexts(page: PageStore): (language: string) => Promise<Translate> {
  const translationOf = createTranslations();
  const known = new Map<string, Promise<Translate>>();
  const fetchTexts = async (language: string): Promise<Translate> => {
    try {
      return translationOf(language, await fetchCatalogue(urlOf(page, language)));
    } catch (error) {
      known.delete(language);
      throw error;
    }
  };
  return (language) => {
    const texts = known.get(language) ?? fetchTexts(language);
    known.set(language, texts);
    return texts;
  };
}

function urlOf(page: PageStore, language: string): string {
  const now = page.get();
  return catalogueUrlOf(now.catalogueUrl, now.language, language);
}
