import { directionOf } from "../../shared/languages.ts";
import type { ProblemCodes } from "../../shared/problem.ts";
import type { Translate } from "../../shared/translate.ts";
import { catalogueUrlOf, createTranslations, fetchCatalogue } from "../shell/language.ts";
import type { PageStore } from "../shell/page.ts";
import type { RunUse } from "./run-use.ts";

export interface Languages {
  /** Has the whole catalogue of the page's language, which other screens need. Throws where it cannot be fetched. */
  ready(): Promise<void>;
  /** Changes the language of everything on the page; what is typed stays (specification, section 4). */
  change(language: string): Promise<void>;
}

interface LanguageNeeds {
  page: PageStore;
  run: RunUse;
  /** Makes styles of a writing direction available. */
  prepareStyles(direction: "ltr" | "rtl"): Promise<void>;
  /** Says in the new language that it has been changed. */
  changed(t: Translate): void;
}

export function createLanguages({ page, run, prepareStyles, changed }: LanguageNeeds): Languages {
  const translations = createTranslations();
  let whole: { language: string; loading: Promise<void> } | undefined;
  let choice = new AbortController();

  const load = async (language: string, url: string): Promise<Translate> =>
    translations.use(language, await fetchCatalogue(url));

  const ready = (): Promise<void> => {
    const { language, catalogueUrl } = page.get();
    if (whole?.language === language) return whole.loading;
    const loading = load(language, catalogueUrl).then((t) => {
      if (page.get().language === language) page.set({ t });
    });
    whole = { language, loading };
    loading.catch(() => {
      whole = undefined;
    });
    return loading;
  };

  const change = async (language: string): Promise<void> => {
    if (!page.get().partner.availableLanguages.includes(language)) {
      console.warn(`The language ${language} is not available here.`);
      return;
    }
    // The last choice counts, whichever is answered last.
    choice.abort();
    choice = new AbortController();
    const { signal } = choice;
    page.set({ travelling: true });
    const problems = await changeTo(language, signal);
    if (!signal.aborted) page.set({ travelling: false, ...(problems && { problems }) });
  };

  /** Gives what went wrong, where it did. */
  const changeTo = async (language: string, signal: AbortSignal): Promise<ProblemCodes | undefined> => {
    const result = await run({ call: "SetLanguage", with: { language: `=${language}` } }, {}, { signal });
    if ("failure" in result) return result.failure.kind === "refused" ? result.failure.problems : undefined;
    const { catalogueUrl: now, language: from } = page.get();
    const catalogueUrl = catalogueUrlOf(now, from, language);
    const direction = directionOf(language);
    try {
      const [t] = await Promise.all([load(language, catalogueUrl), prepareStyles(direction)]);
      if (signal.aborted) return undefined;
      whole = { language, loading: Promise.resolve() };
      page.set({ t, language, direction, catalogueUrl });
      changed(t);
      return undefined;
    } catch {
      return { "": [{ code: "problems.offline" }] };
    }
  };

  return { ready, change };
}
